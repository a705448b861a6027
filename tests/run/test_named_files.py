"""Files that are named: which are read, and what is said where none is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mdlint_doi import CheckResult, Settings, check_paths
from mdlint_doi.cli import main
from mdlint_doi.formats.data.json_kinds import json_kind

LINK = "http://dx.doi.org/10.1000/182"
CSL = [{"id": "a", "type": "book", "title": "T", "DOI": LINK}]
CODEMETA = {"@context": "https://doi.org/10.5063/schema/codemeta-2.0", "identifier": LINK}
ZENODO = {"title": "T", "creators": [{"name": "A"}], "doi": LINK}
FILES = {
    "paper.tex": rf"\url{{{LINK}}}",
    "help.Rd": rf"\url{{{LINK}}}",
    "code.R": f"#' See {LINK}",
    "notes.txt": f"See {LINK}",
    "page.html": f"<a href='{LINK}'>x</a>",
    "README": f"See {LINK}",
    ".notes": f"See {LINK}",
    "refs.json": json.dumps(CSL),
    "item.JSON": json.dumps(CSL[0]),
    "my-codemeta.json": json.dumps(CODEMETA),
    "deposit.json": json.dumps(ZENODO),
}
OTHERS = {
    "picture.png": b"\x89PNG\0",
    "program": b"\x7fELF\0\0",
    "latin": b"caf\xe9 http://dx.doi.org/10.1000/182\n",
    "package.json": b'{"name": "x", "type": "module", "homepage": "http://dx.doi.org/10.1000/182"}',
    "broken.json": b"{",
    "deep.json": b"[" * 100_000,
    "letter.docx": b"PK",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, with files of every kind."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text)
    for name, data in OTHERS.items():
        Path(name).write_bytes(data)
    Path("a.md").write_text("text\n")
    Path("empty").mkdir()
    return tmp_path


def code(*arguments: str) -> int:
    """Return the exit code of an offline check."""
    return main(["check", "--offline", "--isolated", *arguments])


def checked(*paths: str, settings: Settings | None = None) -> CheckResult:
    """Return what an offline check by the library comes to."""
    return check_paths(paths, (settings or Settings()).replace(offline=True))


@pytest.mark.parametrize("name", FILES)
def test_a_named_file_is_read_whatever_formats_says_for_folders(name: str) -> None:
    """Its defect is found, unless `no-` turns its format off."""
    assert code(name) == 1
    found = checked(name, settings=Settings(formats=("html",)))
    assert found.files == (name,)
    assert found.findings
    assert not found.ok


@pytest.mark.parametrize(
    ("name", "word"),
    [("paper.tex", "latex"), ("README", "txt"), ("refs.json", "csl"), ("deposit.json", "zenodo")],
)
def test_a_format_that_is_turned_off_is_a_note(
    name: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """By its name or by its content; alone it fails no run, since nobody wants it checked."""
    assert code("--formats", f"no-{word}", name) == 0
    told = capsys.readouterr().err
    assert told.startswith(f"note: skipped {name}: ")
    assert f"no-{word}" in told


@pytest.mark.parametrize("name", OTHERS)
def test_what_cannot_be_read_alone_is_an_error_and_among_others_a_note(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With `--strict` it fails the run, too; a hook that names pictures beside pages goes on."""
    assert code(name) == 2
    assert "warning: no file was checked: none of the named" in capsys.readouterr().err
    assert code("a.md", name) == 0
    assert f"note: skipped {name}: unsupported" in capsys.readouterr().err
    assert code("a.md", name, "--strict") == 3
    assert not checked(name).ok
    assert checked("a.md", name).ok
    assert not checked("a.md", name, settings=Settings(strict=True)).ok


def test_a_folder_without_documents_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    """What was looked for is told; among others it is no error."""
    assert code("empty") == 2
    assert "looked for .md" in capsys.readouterr().err
    assert code("empty", "a.md") == 0


@pytest.mark.parametrize("strict", [(), ("--strict",)])
def test_what_settings_and_git_leave_out_fails_no_run(
    folder: Path, strict: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """A hook names files that are excluded; a folder may hold nothing but such files."""
    for name in ("docs", "build"):
        (folder / name).mkdir()
        (folder / name / "a.md").write_text("text\n")
    (folder / ".gitignore").write_text("/build/*\n")
    (folder / ".git").mkdir()
    assert code("--exclude", "a.md", "a.md", *strict) == 0
    assert "note: skipped a.md: excluded" in capsys.readouterr().err
    assert code("--exclude", "docs", "docs", "build", *strict) == 0
    told = capsys.readouterr().err
    assert "note: skipped docs: " in told
    assert "note: skipped build: " in told
    assert "warning" not in told
    assert code("--exclude", "a.md", "a.md", "picture.png", *strict) == 2
    assert code("build/a.md", *strict) == 0


def test_a_path_that_is_missing_is_not_ok() -> None:
    """No more is a run in which nothing was read, though it has no finding."""
    assert checked("a.md").ok
    for paths in (["typo/"], ["a.md", "typo/"], ["empty"], []):
        found = checked(*paths)
        assert found.findings == ()
        assert not found.ok


def test_ok_is_what_the_command_says() -> None:
    """A hint is ok, a warning is not, unless the settings say otherwise."""
    Path("b.md").write_text(f"<{LINK}>\n")
    assert not checked("b.md").ok
    assert checked("b.md", settings=Settings(fail_on="error")).ok


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("[]", "csl"),
        ('[1, {"type": "journal-article", "DOI": "10.1000/1"}]', "csl"),
        ('{"type": "Feature", "id": "a"}', None),
        ('{"type": "object", "title": "a schema"}', None),
        ('{"@context": ["https://w3id.org/codemeta/3.0"]}', "codemeta"),
        ('{"@context": "https://schema.org"}', None),
        ('{"upload_type": "software"}', "zenodo"),
        ('{"creators": []}', None),
        ("3", None),
        ("", None),
        ('{"type": ["book"]}', None),
    ],
)
def test_members_tell_what_json_is(text: str, kind: str | None) -> None:
    """Other JSON is none of ours: settings, schemas, maps."""
    assert json_kind(text) == kind
