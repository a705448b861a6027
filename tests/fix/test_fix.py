"""Edits and rounds of fixes, with rules that are made for the test."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.fixing import MAX_ROUNDS, fix_until_stable
from mdlint_doi.lint.guard import Guard
from mdlint_doi.lint.model import Edit, Finding, Fix, Safety
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import parse
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

SAFE = Safety.SAFE


def finding(source: Source, start: int, end: int, text: str, safety: Safety) -> Finding:
    """Return a finding with one edit."""
    fix = Fix((Edit(Span(start, end), text),), safety)
    return Finding("DOI999", "x", Severity.WARNING, "m", source, Span(start, end), None, fix)


def swap(old: str, new: str, safety: Safety = Safety.SAFE) -> object:
    """Return a check that wants `new` in place of every `old`."""

    def check(source: Source) -> list[Finding]:
        found, at = [], source.text.find(old)
        while at >= 0:
            found.append(finding(source, at, at + len(old), new, safety))
            at = source.text.find(old, at + len(old))
        return found

    return check


class Page(Guard):
    """A guard that asks a function, and whose blocks another one tells."""

    def __init__(
        self,
        accept: Callable[..., bool] = lambda *_: True,
        blocks: Callable[[str], Sequence[int]] = lambda _: (0,),
    ) -> None:
        self._accept = accept
        self._blocks = blocks

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        return self._accept(before, after, fixes)

    def blocks(self, text: str) -> Sequence[int]:
        return self._blocks(text)


@given(
    st.text(max_size=30), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=4)
)
def test_edits_change_their_spans_only(text: str, pairs: list[tuple[int, int]]) -> None:
    """What lies between the edits comes out as it went in."""
    points = sorted({min(point, len(text)) for pair in pairs for point in pair})
    spans = [Span(a, b) for a, b in zip(points[::2], points[1::2], strict=False)]
    changed = apply_edits(text, [Edit(span, "\ue000") for span in spans])
    outside, at = [], 0
    for span in spans:
        outside.append(text[at : span.start])
        at = span.end
    assert changed.count("\ue000") == len(spans) + "".join([*outside, text[at:]]).count("\ue000")
    assert changed == "\ue000".join([*outside, text[at:]])


def test_overlapping_edits_are_refused() -> None:
    """Two edits of the same bytes have no meaning."""
    with pytest.raises(ValueError, match="overlapping"):
        apply_edits("abcd", [Edit(Span(0, 3), "x"), Edit(Span(2, 4), "y")])


def test_fixes_go_on_until_nothing_changes() -> None:
    """A fix that uncovers another defect is followed by the next round."""

    def check(source: Source) -> list[Finding]:
        return [*swap("aa", "b")(source), *swap("bb", "c")(source)]  # type: ignore[operator]

    fixed = fix_until_stable(Source("x", "aaaa"), check, Page())
    assert (fixed.source.text, len(fixed.applied), fixed.findings) == ("c", 3, ())


def test_two_fixes_that_fight_end() -> None:
    """Rules that undo each other stop at a text that was there before."""

    def check(source: Source) -> list[Finding]:
        return swap("a", "b")(source) or swap("b", "a")(source)  # type: ignore[operator,no-any-return]

    assert fix_until_stable(Source("x", "a"), check, Page()).source.text in {"a", "b"}


def test_a_long_chain_of_fixes_comes_to_its_end() -> None:
    """One defect behind the other, more than there are families of rules: all are fixed."""
    steps = "abcdefghij"

    def check(source: Source) -> list[Finding]:
        at = steps.index(source.text)
        return swap(source.text, steps[at + 1])(source) if at + 1 < len(steps) else []  # type: ignore[operator]

    fixed = fix_until_stable(Source("x", "a"), check, Page())
    assert (fixed.source.text, len(fixed.applied), fixed.findings) == ("j", 9, ())


def test_fixes_without_an_end_are_stopped() -> None:
    """A rule that finds something new after each of its fixes gets so many rounds and no more."""
    fixed = fix_until_stable(Source("x", "a"), swap("a", "ab"), Page())  # type: ignore[arg-type]
    assert fixed.source.text == "a" + "b" * MAX_ROUNDS
    assert len(fixed.applied) == MAX_ROUNDS
    assert len(fixed.findings) == 1


def test_a_fix_that_leaves_its_own_finding_is_not_made() -> None:
    """What it states is not there after it: it was made in the wrong place, and would be again."""
    doi = parse("10.1000/182")

    def check(source: Source) -> list[Finding]:
        found = []
        for at in (source.text.find("x"), source.text.find("y")):
            if at >= 0:
                fault = finding(source, at, at + 1, "z" if source.text[at] == "x" else "yh", SAFE)
                fix = Fix(fault.fix.edits, SAFE, doi, doi) if fault.fix else None
                found.append(fault.replace(doi=doi, fix=fix, code=f"DOI9{source.text[at]}"))
        return found

    fixed = fix_until_stable(Source("x", "y x y"), check, Page())
    assert fixed.source.text == "y z y"
    assert [fault.code for fault in fixed.applied] == ["DOI9x"]
    assert [fault.code for fault in fixed.refused] == ["DOI9y"]


def test_unsafe_fixes_wait_to_be_asked_for() -> None:
    """`--fix` alone never guesses."""
    check = swap("a", "b", Safety.UNSAFE)
    assert fix_until_stable(Source("x", "a"), check, Page()).source.text == "a"  # type: ignore[arg-type]
    fixed = fix_until_stable(Source("x", "a"), check, Page(), unsafe=True)  # type: ignore[arg-type]
    assert fixed.source.text == "b"


def test_only_the_fix_that_harms_the_page_is_refused() -> None:
    """One bad fix among many does not stop the others, and is still reported."""

    def accept(_: str, after: str, __: object) -> bool:
        return "b!" not in after

    fixed = fix_until_stable(Source("x", "a a a! a"), swap("a", "b"), Page(accept))  # type: ignore[arg-type]
    assert fixed.source.text == "b b a! b"
    assert [fault.span for fault in fixed.findings] == [Span(4, 5)]
    assert fixed.refused == fixed.findings


@pytest.mark.parametrize("spans", [((0, 3), (2, 5)), ((2, 5), (0, 3)), ((0, 5), (2, 3))], ids=str)
def test_of_fixes_that_overlap_one_is_made(spans: tuple[tuple[int, int], ...]) -> None:
    """A fix whose place is taken by another one waits for the next round."""

    def check(source: Source) -> list[Finding]:
        fresh = source.text == "abcde"
        return [finding(source, *span, "x", Safety.SAFE) for span in spans] if fresh else []

    fixed = fix_until_stable(Source("x", "abcde"), check, Page())
    first = min(spans)
    assert fixed.source.text == f"{'abcde'[: first[0]]}x{'abcde'[first[1] :]}"
