"""What follows from the tables of formats and of reports is in the files that need it."""

from __future__ import annotations

import os
from importlib import import_module
from types import ModuleType

import pytest
from docs.examples import MANUAL, TOP

from mdlint_doi.file_formats import FORMATS
from mdlint_doi.report.formats import REPORTS


@pytest.fixture(scope="module")
def written() -> ModuleType:
    """Return what writes these files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(MANUAL / "_ext")
        return import_module("format_tables")


def test_the_files_are_current(written: ModuleType) -> None:
    """As the tables want them; `python example_docs/_ext/format_tables.py` writes them."""
    if os.environ.get("UPDATE_EXAMPLES"):
        written.write_texts()
    for file, text in written.texts().items():
        assert (TOP / file).read_text(encoding="utf-8") == text


def test_each_part_has_its_places(written: ModuleType) -> None:
    """One in its file, and in that of the hooks one for each hook."""
    for part in written.parts():
        text = (TOP / part.file).read_text(encoding="utf-8")
        places = text.count(f"{part.before}{part.text}{part.after}")
        assert places == (text.count("- id: ") or 1), part


def test_a_part_that_is_not_found_is_an_error(
    written: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is forgotten because a page was written anew."""
    part = written.Part("README.md", "no such words", ".", "x")
    monkeypatch.setattr(written, "parts", lambda: [part])
    with pytest.raises(ValueError, match=r"README\.md: no text between 'no such words'"):
        written.texts()


def test_pages_of_formats_are_there() -> None:
    """A row names a page of the manual, or none."""
    assert [entry.name for entry in FORMATS if entry.page and not _has_page(entry.page)] == []


def _has_page(name: str) -> bool:
    return (MANUAL / f"{name}.md").is_file()


def test_no_suffix_has_two_formats_of_reports() -> None:
    """The name of a file tells one format."""
    suffixes = [suffix for report in REPORTS for suffix in report.suffixes]
    assert len(suffixes) == len(set(suffixes))
    assert suffixes == [suffix.lower() for suffix in suffixes]
