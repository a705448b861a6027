"""The command on a tree with folders, as it has to work on Linux, macOS and Windows alike."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.command import mdlint_doi
from handle_server import HandleServer

BAD = b"\xef\xbb\xbfSee <http://dx.doi.org/10.1000/182>, \xc3\xa9.\r\n"
GOOD = BAD.replace(b"http://dx.", b"https://")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a project whose documents lie in folders."""
    for name in ("a.md", "docs/b.md", "docs/deep/c ü.md"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(BAD)
    (tmp_path / "mdlint-doi.toml").write_text(
        'exclude = ["docs/left/"]\nper-file-ignores = {"docs/deep/*" = ["DOI301"]}\n'
    )
    (tmp_path / "docs" / "left").mkdir()
    (tmp_path / "docs" / "left" / "d.md").write_bytes(BAD)
    return tmp_path


def test_paths_and_fixes(tree: Path) -> None:
    """Reports have `/`, patterns match, a path is one however it was named, bytes are kept."""
    named = (".", "docs", str(tree / "a.md"))
    done = mdlint_doi("check", "--offline", "--output-format", "json", *named, cwd=tree)
    found = [(entry["path"], entry["code"]) for entry in json.loads(done.out)]
    assert found == [
        ("a.md", "DOI201"),
        ("docs/b.md", "DOI201"),
        ("docs/deep/c ü.md", "DOI201"),
    ]
    (tree / "docs" / "deep" / "mdlint-doi.toml").write_text("")
    fixed = mdlint_doi("check", "--offline", "--fix", cwd=tree)
    assert fixed.code == 0, fixed.out + fixed.err
    for name in ("a.md", "docs/b.md", "docs/deep/c ü.md"):
        assert (tree / name).read_bytes() == GOOD
    assert (tree / "docs" / "left" / "d.md").read_bytes() == BAD
    assert not list(tree.rglob(".mdlint-doi-*"))


def test_a_baseline_and_several_processes(tree: Path) -> None:
    """A baseline written in one folder is read from another; processes are started anew."""
    text = BAD + b"Words without end.\r\n" * 5000
    for number in range(12):
        (tree / "docs" / f"{number}.md").write_bytes(text)
    written = mdlint_doi("check", "--offline", "--write-baseline", "base.json", cwd=tree)
    assert written.code == 0, written.err
    known = ("check", "--offline", "--baseline", "../base.json", "--jobs", "2", "..")
    done = mdlint_doi(*known, cwd=tree / "docs")
    assert done.code == 0, done.out[:1000] + done.err
    assert "no longer found" not in done.err


def test_look_ups_are_kept(tree: Path, handle_server: HandleServer) -> None:
    """A second run asks nothing, neither of names nor of files that were clean."""
    handle_server.add("10.1000/182")
    for path in tree.rglob("*.md"):
        path.write_bytes(GOOD)
    for asked in (1, 1):
        done = mdlint_doi("check", "docs", "a.md", cwd=tree, MDLINT_DOI_SERVER=handle_server.url)
        assert done.code == 0, done.out + done.err
        assert "Looked up 1 DOI: 1 registered" in done.out
        assert len(handle_server.targets) == asked
