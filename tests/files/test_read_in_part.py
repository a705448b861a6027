"""A bibliography in an encoding that it does not name: its ASCII is read, nothing is written."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.command import mdlint_doi

OLD = "@article{{a,\n  author = {{{people}}},\n  title = {{{title}}},\n  url = {{http://dx.doi.org/{doi}}}\n}}\n"


def entry(people: str = "Müller, K.", title: str = "Über Gärten", doi: str = "10.1000/182") -> str:
    """Return an entry whose address is an old one."""
    return OLD.format(people=people, title=title, doi=doi)


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "iso8859-15", "mac-roman", "cp1250"])
def test_what_is_ascii_is_read_and_warned_of(tmp_path: Path, encoding: str) -> None:
    """Its findings have their places, a warning names the first byte, and the run fails by them."""
    (tmp_path / "a.bib").write_bytes(entry(title="Gärten").encode(encoding))
    (tmp_path / "b.md").write_text("Nothing.\n")
    ran = mdlint_doi("check", "--offline", ".", cwd=tmp_path)
    assert ran.code == 1
    assert "a.bib:4:" in ran.out
    assert "DOI201" in ran.out
    assert "warning: a.bib:2:" in ran.err
    assert "only ASCII characters are read, and nothing is fixed" in ran.err


@pytest.mark.parametrize(
    "options", [["--fix"], ["--fix", "--unsafe-fixes"], ["--add-suppressions"]]
)
def test_nothing_is_written(tmp_path: Path, options: list[str]) -> None:
    """Whatever is asked for, its bytes stay."""
    data = entry().encode("latin-1")
    (tmp_path / "a.bib").write_bytes(data)
    ran = mdlint_doi("check", "--offline", *options, "a.bib", cwd=tmp_path)
    assert ran.code == 1
    assert (tmp_path / "a.bib").read_bytes() == data


def test_a_doi_with_such_a_byte_is_not_accused(tmp_path: Path) -> None:
    """Which letter it is nobody knows, so it is neither looked up nor wrong."""
    (tmp_path / "a.bib").write_bytes(entry(doi="10.1000/gärten").encode("latin-1"))
    records = '{"version": 1, "records": {"10.1000/182": {"outcome": "found"}}}'
    (tmp_path / "r.json").write_text(records)
    ran = mdlint_doi("check", "--offline", "--records", "r.json", "a.bib", cwd=tmp_path)
    assert (ran.code, "10.1000/g" in ran.out) == (0, False)


@pytest.mark.parametrize("letter", ["表", "ソ"])
def test_halves_of_letters_that_look_like_syntax_are_an_error(tmp_path: Path, letter: str) -> None:
    r"""In Shift JIS the second byte of these is a backslash, which could hide a field's end."""
    (tmp_path / "a.bib").write_bytes(entry(title=letter).encode("cp932", "ignore"))
    ran = mdlint_doi("check", "--offline", "a.bib", cwd=tmp_path)
    assert ran.code == 2
    assert "a.bib" in ran.err


def test_other_formats_are_errors_as_before(tmp_path: Path) -> None:
    """Only where a byte has one meaning in the format's syntax is it passed over."""
    (tmp_path / "a.md").write_bytes("Gärten <http://dx.doi.org/10.1000/182>\n".encode("latin-1"))
    assert mdlint_doi("check", "--offline", "a.md", cwd=tmp_path).code == 2
