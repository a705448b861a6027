"""Findings that leave their document."""

from __future__ import annotations

import pytest
from lint.world import findings, read

from mdlint_doi.lint.model import Finding, detached
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report.model import Report
from mdlint_doi.report.text import concise
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

LINK = "<http://dx.doi.org/10.1000/182>"


@pytest.mark.parametrize("before", ["", "# Title\n\n", "a\r\nb\r\n\r\n"])
def test_detached_says_the_same(before: str) -> None:
    """With its own lines as the source, a finding has the same place, text, fix and order."""
    text = f"{before}See {LINK}.\nMore."
    for finding in findings(text):
        alone = finding.detached()
        assert alone.source.text == f"See {LINK}."
        assert alone.source.location(alone.span.start) == finding.source.location(
            finding.span.start
        )
        assert alone.span.cut(alone.source.text) == finding.span.cut(text)
        assert alone.order == finding.order
        start, end = finding.ends
        assert (start.line, start.column) == (finding.line, finding.column)
        assert (end.line, end.column) == (finding.end_line, finding.end_column)
        assert alone.fix is not None
        assert finding.fix is not None
        assert [edit.replacement for edit in alone.fix.edits] == [
            edit.replacement for edit in finding.fix.edits
        ]
        assert [edit.span.cut(alone.source.text) for edit in alone.fix.edits] == [
            edit.span.cut(text) for edit in finding.fix.edits
        ]


def test_detached_without_a_fix() -> None:
    """A finding without a fix takes its lines along, and still has none."""
    (finding,) = findings("Text.\n\n<https://doi.org/10.5072/a>", "DOI105")
    alone = finding.detached()
    assert alone.fix is None
    assert alone.span.cut(alone.source.text) == "10.5072/a"


def test_detached_holds_all_of_its_fix() -> None:
    """The lines reach from the first edit to the last, and all the finding is in them."""
    text = "First.\n\nSee https://doi.org/10.1016/j.cell.\n2019.01.001 for more.\n\nLast."
    (finding,) = findings(text, "DOI402")
    alone = finding.detached()
    assert alone.fix is not None
    assert finding.fix is not None
    assert alone.source.text == "See https://doi.org/10.1016/j.cell.\n2019.01.001 for more."
    assert alone.fix.edits[0].span.cut(alone.source.text) == finding.fix.edits[0].span.cut(text)


def test_without_fix() -> None:
    """All but the fix stays."""
    finding = findings(LINK)[0]
    plain = finding.without_fix()
    assert plain.fix is None
    assert plain.replace(fix=finding.fix) == finding


def test_a_finding_over_lines_ends_in_another() -> None:
    """The end is told in the document's lines, also where only those of the finding are kept."""
    source = Source("a.md", "zero\n\none\r\ntwo\n\nfive")
    found = Finding("DOI102", "x", Severity.ERROR, "y", source, Span(7, 14))
    for finding in (found, found.detached()):
        assert (finding.path, finding.line, finding.column) == ("a.md", 3, 2)
        assert (finding.end_line, finding.end_column) == (4, 4)


def test_a_finding_of_a_data_file_says_where() -> None:
    """Before the message stands the entry and the field; in a document nothing does."""
    (found,) = findings("@book{a, doi = {doi:10.1000/182}}", "DOI501", file="a.bib")
    assert found.whole_message == f"a, doi: {found.message}"
    (found,) = findings(LINK, "DOI201")
    assert found.whole_message == found.message


def test_dense_findings_keep_their_document() -> None:
    """Copies of all lines would take more memory than the document; few lines are copied."""
    dense = findings(f"{LINK}\n" * 50)
    assert all(kept is finding for kept, finding in zip(detached(dense), dense, strict=True))
    sparse = findings(f"{LINK}\n\n" + "x\n" * 200)
    assert {finding.source.text for finding in detached(sparse)} == {LINK}
    assert detached([]) == []


@pytest.mark.parametrize(
    "text", [LINK, "<https://doi.org/10.5072/a>", "[a](http://doi.org/10.1000/a)"]
)
def test_a_finding_as_text_is_its_line(text: str) -> None:
    """`str()` gives what the format `concise` prints for it."""
    found = findings(f"See {text}.\n")
    printed = concise(Report(findings=tuple(found), files=("a.md",)))
    assert [str(finding) for finding in found] == [*printed][: len(found)]
    assert found


def test_a_mention_has_its_place() -> None:
    """Line and column are those of the whole construct, from 1."""
    (mention,) = read(f"A\n\nSee {LINK}.\n").mentions
    assert (mention.location.line, mention.location.column) == (3, 5)
