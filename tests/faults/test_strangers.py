"""What a stranger's repository can bring along: links, devices, databases, names of files."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from cli.command import config, mdlint_doi

from mdlint_doi.ask.cache_file import FILE_NAME
from mdlint_doi.ask.store import Cache
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Missing

BAD = "a http://dx.doi.org/10.1000/182 b\n"
GOOD = "a https://doi.org/10.1000/182 b\n"
NAME = parse("10.1000/182")
ENDLESS = (
    "CREATE VIEW answers AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
    "SELECT 'https://doi.org' server, 'k' || x key, '{}' outcome, 1.0 answered FROM n"
)


@pytest.mark.skipif(not os.access("/proc/kmsg", os.R_OK), reason="no file here that never ends")
@pytest.mark.parametrize("name", ["x.md", "pyproject.toml", ".gitignore", "r.json", "b.json"])
def test_files_that_say_they_are_empty(tmp_path: Path, name: str) -> None:
    """A file of /proc is a regular one, and reading it may wait for ever."""
    (tmp_path / "pyproject.toml").write_text("[tool.mdlint-doi]\noffline = true\n")
    (tmp_path / "x.md").write_text(BAD)
    (tmp_path / name).unlink(missing_ok=True)
    (tmp_path / name).symlink_to("/proc/kmsg")
    more = {"r.json": ("--records", name), "b.json": ("--baseline", name)}.get(name, ())
    done = mdlint_doi("check", "--offline", *more, ".", cwd=tmp_path)
    assert done.code == (2 if more else 0 if name == "x.md" else 1)


@pytest.mark.parametrize("kind", ["device", "pipe", "folder", "link to a device", "nothing"])
def test_records_that_are_no_file(tmp_path: Path, kind: str) -> None:
    """A records file from a repository's settings can neither hang a run nor fill the memory."""
    records = Path("/dev/zero") if kind == "device" else tmp_path / "records.json"
    if kind == "pipe":
        os.mkfifo(records)
    elif kind == "folder":
        records.mkdir()
    elif kind == "link to a device":
        records.symlink_to("/dev/zero")
    (tmp_path / "pyproject.toml").write_text(
        f'[tool.mdlint-doi]\nrecords = "{records}"\noffline = true\n'
    )
    (tmp_path / "x.md").write_text(BAD)
    done = mdlint_doi("check", ".", cwd=tmp_path)
    assert done.code == 2
    assert done.err.startswith("mdlint-doi: error: records file ")
    assert done.err.count("\n") == 1


def test_documents_that_are_no_files(tmp_path: Path) -> None:
    """A pipe or a device with a document's name is passed over, or refused by name."""
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "zero.md").symlink_to("/dev/zero")
    (tmp_path / "ring.md").symlink_to("ring.md")
    (tmp_path / "x.md").write_text(BAD)
    assert "in 1 of 1 file" in mdlint_doi("check", "--offline", ".", cwd=tmp_path).out
    for name in ("pipe.md", "zero.md"):
        done = mdlint_doi("check", "--offline", name, cwd=tmp_path)
        assert done.code == 2
        assert f"error: {name}: " in done.err


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
@pytest.mark.parametrize("name", [".gitignore", "baseline.json"])
def test_other_files_that_are_none(tmp_path: Path, kind: str, name: str) -> None:
    """What a repository has in the place of a list or a baseline can't hang a run."""
    (tmp_path / "x.md").write_text(BAD)
    if kind == "pipe":
        os.mkfifo(tmp_path / name)
    elif kind == "device":
        (tmp_path / name).symlink_to("/dev/zero")
    else:
        (tmp_path / name).mkdir()
    if name == ".gitignore":
        assert "in 1 of 1 file" in mdlint_doi("check", "--offline", ".", cwd=tmp_path).out
        return
    done = mdlint_doi("check", "--offline", "--baseline", name, ".", cwd=tmp_path)
    assert done.code == 2
    assert done.err.startswith(f"mdlint-doi: error: {name}: ")
    assert done.err.count("\n") == 1


def test_no_environment_in_a_report(tmp_path: Path) -> None:
    """A link to the process's own files shows nothing of them, though a branch's name is a DOI."""
    (tmp_path / "x.md").symlink_to("/proc/self/environ")
    environ = {**os.environ, "A": "s3cret", "HEAD_REF": "http://dx.doi.org/10.1000/182", "Z": "s3"}
    done = subprocess.run(
        [sys.executable, "-m", "mdlint_doi", "check", "--offline", "."],
        cwd=tmp_path, env=environ, capture_output=True, text=True, timeout=500, check=False,
    )  # fmt: skip
    assert "s3" not in done.stdout + done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "text"),
    [(["check", "--offline", "--write-baseline"], BAD), (["record", "-o"], "# No name to ask\n")],
)
def test_what_is_written_goes_through_no_link(
    tmp_path: Path, arguments: list[str], text: str
) -> None:
    """A link in the place of a file that is named, or of its forerunner, is replaced."""
    outside, tree = tmp_path / "outside", tmp_path / "tree"
    outside.write_text("{}")
    tree.mkdir()
    (tree / "x.md").write_text(text)
    (tree / "out.json").symlink_to(outside if arguments[0] == "check" else "nowhere")
    done = mdlint_doi(*arguments, "out.json", ".", cwd=tree)
    assert done.code == 0, done.err
    assert '"version": 1' in (tree / "out.json").read_text()
    assert not (tree / "out.json").is_symlink()
    assert outside.read_text() == "{}"
    assert sorted(path.name for path in tree.iterdir()) == ["out.json", "x.md"]


def test_a_fix_stays_in_the_tree(tmp_path: Path) -> None:
    """A link out of the checked folder is not written through."""
    outside, tree = tmp_path / "outside.md", tmp_path / "tree"
    outside.write_text(BAD)
    tree.mkdir()
    (tree / "link.md").symlink_to(outside)
    (tree / "x.md").write_text(BAD)
    mdlint_doi("check", "--offline", "--fix", ".", "link.md", cwd=tree)
    assert outside.read_text() == BAD
    assert (tree / "x.md").read_text() == GOOD


@pytest.mark.parametrize("named", [".", "docs", "docs/x.md"])
def test_a_fix_goes_through_no_folder_that_leads_away(tmp_path: Path, named: str) -> None:
    """A folder of the project that a stranger made a link is read at most, named or not."""
    outside, tree = tmp_path / "outside", tmp_path / "tree"
    outside.mkdir()
    (outside / "x.md").write_text(BAD)
    tree.mkdir()
    (tree / "docs").symlink_to("../outside")
    done = mdlint_doi("check", "--offline", "--fix", named, cwd=tree)
    assert (outside / "x.md").read_text() == BAD
    assert (named != ".") == ("error: docs/x.md: " in done.err)


def test_a_folder_elsewhere_that_is_named_is_fixed(tmp_path: Path) -> None:
    """What the user names outside of the project is meant, link or not."""
    outside, tree = tmp_path / "outside", tmp_path / "tree"
    outside.mkdir()
    (outside / "x.md").write_text(BAD)
    (tmp_path / "link").symlink_to("outside")
    tree.mkdir()
    assert mdlint_doi("check", "--offline", "--fix", "../link", cwd=tree).code == 0
    assert (outside / "x.md").read_text() == GOOD


@pytest.mark.parametrize("end", ["", "-wal", "-journal"])
def test_a_cache_that_is_a_link(tmp_path: Path, end: str, caplog: pytest.LogCaptureFixture) -> None:
    """A link in the cache's place writes nothing into another database or file."""
    other = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE theirs (x)")
    before = other.read_bytes()
    folder = tmp_path / "cache"
    folder.mkdir()
    (folder / f"{FILE_NAME}{end}").symlink_to(other)
    with Cache(folder, "https://doi.org") as cache:
        cache.write({NAME: Missing()})
        assert cache.read([NAME]) == {}
    assert other.read_bytes() == before
    assert f"{FILE_NAME}{end} " in caplog.text


@pytest.mark.parametrize(
    "script",
    [
        ENDLESS,
        "CREATE TABLE answers (server, key, outcome, answered AS (zeroblob(1000000000)))",
        "CREATE TABLE other (x)",
    ],
    ids=["endless view", "computed column", "other tables"],
)
@pytest.mark.parametrize("version", [0, 1])
def test_a_cache_with_a_mind_of_its_own(tmp_path: Path, script: str, version: int) -> None:
    """A database that is no cache of ours is left alone; nothing in it runs."""
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        database.executescript(f"{script}; PRAGMA user_version = {version}")
    with Cache(tmp_path, "https://doi.org") as cache:
        cache.write({NAME: Missing()})
        assert cache.read([NAME]) == {}


def test_a_trigger_in_the_cache(tmp_path: Path) -> None:
    """Our table with a trigger on it is not our cache."""
    with Cache(tmp_path, "https://doi.org") as cache:
        cache.write({NAME: Missing()})
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        database.executescript(
            "CREATE TRIGGER t AFTER INSERT ON answers BEGIN DELETE FROM answers; END"
        )
    other = parse("10.1000/other")
    with Cache(tmp_path, "https://doi.org") as cache:
        cache.write({other: Missing()})
        assert cache.read([NAME, other]) == {}
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        assert database.execute("SELECT count(*) FROM answers").fetchone() == (1,)


@pytest.mark.parametrize(
    "row",
    [
        ("\x1b[31m\u202e", "k", '{"outcome": "missing"}', 1.0),
        (b"\xff", "k", '{"outcome": "missing"}', 1.0),
        ("s", b"k", '{"outcome": "\\u001b[31m"}', 1.0),
        ("s", "k", '{"outcome": 5}', 1.0),
        ("s", "k", "{}", 1.0),
        ("s", "k", "[" * 100_000, 1.0),
        ("s", "k", b"\xff", 1.0),
        ("s", "k", '{"outcome": "missing"}', "then"),
        ("s", "k", '{"outcome": "missing"}', b"then"),
        ("s", "k", '{"outcome": "missing"}', 1e300),
    ],
)
def test_rows_that_are_none(tmp_path: Path, row: tuple[object, ...]) -> None:
    """Rows of other types than the table says are not counted, and not printed as they are."""
    with Cache(tmp_path, "https://doi.org") as cache:
        cache.write({NAME: Missing()})
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database, database:
        database.execute("INSERT INTO answers VALUES (?, ?, ?, ?)", row)
    done = mdlint_doi("cache", "stats", *config(cache_dir=tmp_path), cwd=tmp_path)
    assert done.code == 0
    assert done.out.replace("\n", "").isprintable()
    assert "https://doi.org: 1 missing" in done.out
    with Cache(tmp_path, "https://doi.org") as cache:
        assert cache.read([NAME]) == {NAME: Missing()}


NAMES = (
    "a\nb.md",
    "x.md\n+++ b/victim.md",
    'q"uote.md',
    "back\\slash.md",
    "ta\tb.md",
    "\x1b[31m.md",
    "\u202e.md",
    "a b.md",
    "é.md",
    "\udce9.md",
    "::error::.md",
)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_patch_changes_the_file_it_is_about(tmp_path: Path, name: str) -> None:
    """Git applies the patch to just that file, whatever its name would like to be."""
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(BAD)
    victim = tmp_path / "victim.md"
    victim.write_text("a https://example.org b\n")
    command = [sys.executable, "-m", "mdlint_doi", "check", "--offline", "--diff", "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=500, check=False)
    assert done.returncode == 1
    subprocess.run(["git", "init", "-q", "."], cwd=tmp_path, check=True)
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, input=done.stdout, check=True)
    assert path.read_text() == GOOD
    assert victim.read_text() == "a https://example.org b\n"
