"""The table of formats: every row names what keeps the protocol."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from mdlint_doi import file_formats, formats
from mdlint_doi.file_formats import FORMATS, FormatEntry, by_name, entry_of
from mdlint_doi.formats import format_of, load
from mdlint_doi.formats.protocol import Format
from mdlint_doi.lint.document import Directive, Document
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task
from mdlint_doi.text.source import Source


@pytest.mark.parametrize("entry", FORMATS, ids=lambda entry: entry.name)
def test_each_format_keeps_the_protocol(entry: FormatEntry) -> None:
    """A row of the table leads to what has the functions that all else calls."""
    module = load(entry.module)
    assert not module.may_hold_doi(b"")
    text = (
        "{}"
        if entry.name in {"csl", "zenodo", "codemeta", "ro-crate"}
        else '{"cells": []}'
        if "note" in entry.name
        else ""
    )
    document = module.read(Source("x", text), Settings())
    assert document.replace(unread=()) == Document(document.source)
    guard = module.same_page(Settings())
    assert (guard is not None) == entry.is_fixed
    assert guard is None or guard(text, text, [])


def test_no_suffix_has_two_formats() -> None:
    """A file's name tells its format; suffixes are written in lower case."""
    suffixes = [suffix for entry in FORMATS for suffix in entry.suffixes]
    assert len(suffixes) == len(set(suffixes))
    assert suffixes == [suffix.lower() for suffix in suffixes]
    assert all(suffix.startswith(".") for suffix in suffixes)


def test_no_language_has_two_formats() -> None:
    """What editors call a language tells a suffix, and this the format of the row."""
    languages = [(language, entry) for entry in FORMATS for language in entry.languages]
    names = [language.name for language, _ in languages]
    assert len(names) == len(set(names))
    assert names == [name.lower() for name in names]
    assert all(entry_of(f"a{language.suffix}") is entry for language, entry in languages)


@pytest.mark.parametrize(
    "entry",
    [entry for entry in FORMATS if entry.comment_behind or entry.comment_above],
    ids=lambda entry: entry.name,
)
def test_comments_of_the_row_are_read(entry: FormatEntry) -> None:
    """A comment that turns a rule off, written as the row says, is one to the reader."""
    name = f"a{entry.suffixes[0]}"
    for written in filter(None, (entry.comment_behind, entry.comment_above)):
        text = written.format("mdlint-doi-disable DOI201").lstrip(" ")
        if entry.name == "notebook":
            cell = {"cell_type": "markdown", "metadata": {}, "source": text}
            text = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4})
        found = load(entry.module).read(Source(name, text), Settings()).suppressions
        assert [(suppression.directive, suppression.selectors[0][0]) for suppression in found] == [
            (Directive.DISABLE, "DOI201")
        ]


def test_a_name_tells_the_format() -> None:
    """Suffixes are compared without case; Markdown is read where a name tells nothing."""
    assert entry_of("docs/A.MarkDown") is by_name("markdown")
    assert entry_of("x/CITATION.cff") is entry_of("x/paper.CFF") is by_name("cff")
    assert entry_of(".zenodo.json") is by_name("zenodo")
    assert entry_of("x/refs.CSL.json") is by_name("csl")
    assert entry_of("x.json") is entry_of("x/csl.json") is entry_of("my-codemeta.json") is None
    assert entry_of("a.md.wiki") is entry_of("md") is entry_of("") is None
    assert entry_of("a.md.txt") is by_name("txt")
    assert entry_of("pkg/DESCRIPTION") is entry_of("a.R") is by_name("rd")
    assert entry_of("a.Rmd") is by_name("markdown")
    assert entry_of("a.csl.yml") is by_name("csl-yaml")
    assert by_name("wiki") is None
    assert format_of("<stdin>") is format_of("a.md")


def test_a_new_format_is_one_module_and_one_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files of a format that was added are found, read, judged; without a guard nothing is fixed.

    The toy format takes each line as a page of Markdown.
    """
    markdown = format_of("a.md")

    def read(source: Source, settings: Settings) -> Document:
        return markdown.read(source, settings)

    toy = SimpleNamespace(may_hold_doi=markdown.may_hold_doi, read=read, same_page=lambda _: None)
    entry = FormatEntry("toy", "Toy", "toy", (".toy",), is_fixed=False)
    monkeypatch.setitem(file_formats._SUFFIXES, ".toy", entry)
    monkeypatch.setattr(
        formats, "load", lambda name: cast("Format", toy) if name == "toy" else load(name)
    )
    (tmp_path / "a.toy").write_text("<http://doi.org/10.1000/182>\n")
    result = check(Task((str(tmp_path),), Settings(offline=True), fix=True))
    assert [finding.code for finding in result.report.findings] == ["DOI201"]
    assert [finding.fix for finding in result.report.findings] == [None]
    assert (tmp_path / "a.toy").read_text() == "<http://doi.org/10.1000/182>\n"
