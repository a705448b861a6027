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
    one = finding("10.1000/1", text="10.1000/1")
    other = one.replace(message="other", fix=None)
    assert [*fingerprints([one])] == [*fingerprints([other])]


def test_rule_path_text_and_place_count(finding: Make) -> None:
    """Like findings differ in their number, others in what they are about."""
    one = finding("10.1000/1", text="10.1000/1 10.1000/2")
    other_file = one.replace(source=Source("b.md", one.source.text))
    other_text = one.replace(span=Span(10, 19))
    other_rule = one.replace(code="DOI201")
    prints = [*fingerprints([one, one, other_file, other_text, other_rule])]
    assert len(set(prints)) == 5
    assert all(len(digits) == 64 for digits in prints)
    assert prints[0] == next(fingerprints([one]))


def test_a_path_may_be_written_in_two_ways(finding: Make) -> None:
    """`mdlint-doi check .` and `mdlint-doi check a.md` find the same."""
    one = finding("10.1000/1", text="10.1000/1")
    other = one.replace(source=Source("./" + one.source.name, one.source.text))
    assert [*fingerprints([one])] == [*fingerprints([other])]
