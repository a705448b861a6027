"""The setting `read-as`: other suffixes and file names are read, reported, and never changed."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from cli.command import mdlint_doi

from mdlint_doi import ReadAs, Settings, check_text, fix_text
from mdlint_doi.corpora.batches import findings
from mdlint_doi.file_formats import chosen_entry

OLD = "http://dx.doi.org/10.1000/182"
FILES = {
    "a.pyi": f'def f() -> int:\n    """See {OLD}."""\n',
    "rules/a.MDC": f"---\nbibliography: refs.bib\n---\n[x]({OLD})\n",
    "_data/papers.yml": f"- title: x\n  links: [{{url: '{OLD}'}}]\n",
    "notes.md.txt": f"[x]({OLD})\n",
}
TABLE = """\
[read-as]
".pyi" = "python"
".mdc" = "markdown"
".md.txt" = "markdown"
"_data/papers.yml" = "myst"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a folder with the files and the setting."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "rules/refs.bib").write_text("@a{k, doi={https://doi.org/10.1000/182}}\n")
    (tmp_path / "papers.yml").write_text(FILES["_data/papers.yml"])
    (tmp_path / "mdlint-doi.toml").write_text(TABLE)
    return tmp_path


@pytest.mark.parametrize("given", [["."], [*FILES, "rules/refs.bib"]])
def test_files_are_reported(project: Path, given: list[str]) -> None:
    """In folders and by name; a bibliography in front matter is read as in any Markdown file."""
    ran = mdlint_doi("check", "--offline", "--output-format", "concise", *given, cwd=project)
    told = {line.partition(":")[0] for line in ran.out.splitlines() if " DOI" in line}
    assert told == {*FILES, "rules/refs.bib"}
    assert "papers.yml" not in told


@pytest.mark.parametrize("option", ["--fix", "--fix --unsafe-fixes", "--add-suppressions"])
def test_nothing_is_changed(project: Path, option: str) -> None:
    """No fix and no comment is written, and the report offers none."""
    ran = mdlint_doi("check", "--offline", *option.split(), *FILES, cwd=project)
    assert ran.code == 1
    assert "fix:" not in ran.out
    assert {name: (project / name).read_text() for name in FILES} == FILES


def test_a_format_can_be_off(project: Path) -> None:
    """`no-python` leaves out the files that are read as Python."""
    ran = mdlint_doi("check", "--offline", "--formats", "no-python", ".", cwd=project)
    assert "a.pyi" not in ran.out
    named = mdlint_doi("check", "--offline", "--formats", "no-python", "a.pyi", cwd=project)
    assert "no-python" in named.err


def test_standard_input_and_settings(project: Path) -> None:
    """The name of standard input counts; the settings in use are printed as TOML."""
    ran = mdlint_doi(
        "check",
        "--offline",
        "-",
        "--stdin-filename",
        "x.mdc",
        cwd=project,
        stdin=f"[x]({OLD})".encode(),
    )
    assert "x.mdc:1:5: DOI201" in ran.out
    shown = mdlint_doi("check", "--offline", "--show-settings", cwd=project)
    assert 'read-as = {".pyi" = "python", ".mdc" = "markdown"' in shown.out


def test_the_library() -> None:
    """The functions for texts use the setting; what is read so is not fixed."""
    settings = Settings(offline=True, read_as=(ReadAs(".pyi", "python"),))
    text = FILES["a.pyi"]
    (finding,) = check_text(text, None, settings, path="x/a.pyi")
    assert (finding.code, finding.fix) == ("DOI201", None)
    assert fix_text(text, None, settings, path="x/a.pyi") == text
    assert fix_text(text, "python", settings) != text
    with pytest.raises(ValueError, match="unsupported kind of file"):
        check_text(text, None, Settings(offline=True), path="x/a.pyi")


def test_tables_of_documents() -> None:
    """A batch of documents is read by the setting, too."""
    settings = Settings(offline=True, read_as=(ReadAs(".pyi", "python"),))
    texts = {"path": ["a.pyi"], "text": [f"x = '{OLD}'\n"]}
    assert findings(pa.RecordBatch.from_pydict(texts), settings=settings).num_rows == 0
    texts["text"] = [FILES["a.pyi"]]
    assert findings(pa.RecordBatch.from_pydict(texts), settings=settings).num_rows == 1


@pytest.mark.parametrize(
    ("path", "format_name"),
    [
        ("a.mdc", "markdown"),
        ("x/A.MDC", "markdown"),
        ("x/b.md.mdc", "rst"),
        ("papers.yml", "myst"),
        ("x/papers.yml", "myst"),
        ("x/old-papers.yml", None),
        ("a.md", None),
    ],
)
def test_which_files_an_entry_covers(path: str, format_name: str | None) -> None:
    """A suffix ends a name, a file name is whole, and the longest entry decides."""
    table = (ReadAs(".mdc", "markdown"), ReadAs(".md.mdc", "rst"), ReadAs("papers.yml", "myst"))
    chosen = chosen_entry(path, table)
    assert (chosen and chosen.name) == format_name


@pytest.mark.parametrize("suffix", [".docx", ".odt", ".RTF", ".epub"])
def test_documents_of_word_processors(tmp_path: Path, suffix: str) -> None:
    """A named one is skipped, with the next step."""
    (tmp_path / f"a{suffix}").write_text("")
    ran = mdlint_doi("check", "--offline", f"a{suffix}", cwd=tmp_path)
    assert f"skipped a{suffix}: unsupported kind of file; convert it with pandoc" in ran.err
    assert ran.code == 2
