"""A finding is recognized in the next run."""

from __future__ import annotations

from typing import Protocol

from mdlint_doi.lint.model import Finding
from mdlint_doi.report.gitlab import fingerprints
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span


class Make(Protocol):
    def __call__(self, part: str, *, text: str = ..., code: str = ...) -> Finding: ...


def test_lines_above_change_nothing(finding: Make) -> None:
    """A fingerprint holds no line number."""
    before = finding("10.1000/1", text="10.1000/1")
    after = finding("10.1000/1", text="new\nlines\n10.1000/1")
    assert [*fingerprints([before])] == [*fingerprints([after])]


def test_a_new_message_changes_nothing(finding: Make) -> None:
    """Rewording a rule doesn't open every finding again."""
    original = finding("10.1000/1", text="10.1000/1")
    other = original.replace(message="other", fix=None)
    assert [*fingerprints([original])] == [*fingerprints([other])]


def test_rule_path_text_and_place_count(finding: Make) -> None:
    """Like findings differ in their number, others in what they are about."""
    original = finding("10.1000/1", text="10.1000/1 10.1000/2")
    other_file = original.replace(source=Source("b.md", original.source.text))
    other_text = original.replace(span=Span(10, 19))
    other_rule = original.replace(code="DOI201")
    prints = [*fingerprints([original, original, other_file, other_text, other_rule])]
    assert len(set(prints)) == 5
    assert all(len(digits) == 64 for digits in prints)
    assert prints[0] == next(fingerprints([original]))


def test_a_path_may_be_written_in_two_ways(finding: Make) -> None:
    """`mdlint-doi check .` and `mdlint-doi check a.md` find the same."""
    original = finding("10.1000/1", text="10.1000/1")
    other = original.replace(source=Source("./" + original.source.name, original.source.text))
    assert [*fingerprints([original])] == [*fingerprints([other])]
