"""Fixes of documents inside a file are tried there, as if each document were the file."""

from __future__ import annotations

from collections.abc import Sequence

from fix.test_fix import Page, swap

from mdlint_doi.lint.fixing import fix_until_stable
from mdlint_doi.lint.guard import Guard, Inner, fix_within
from mdlint_doi.lint.model import Edit, Fix, Safety
from mdlint_doi.text.placed_text import Piece, PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span


class Lines(Guard):
    """A guard of a file each line of which, but its first letter, is a document."""

    def __init__(self, inner: Guard) -> None:
        self.inner_guard = inner
        self.seen: list[str] = []

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        self.seen.append(before)
        pairs = zip(before.split("\n"), after.split("\n"), strict=True)
        return all(
            old[:1] == new[:1] and (old == new or self.inner_guard(old[1:], new[1:], fixes))
            for old, new in pairs
        )

    def inner(self, text: str) -> Sequence[Inner]:
        found, at = [], 0
        for line in text.split("\n"):
            start = at + 1
            if line:
                found.append(self._line(line, start))
            at += len(line) + 1
        return found

    def _line(self, line: str, start: int) -> Inner:
        span = Span(start, start + len(line) - 1)
        return Inner(span, line[1:], self.inner_guard, lambda fix: fix.shifted(-start))


def test_each_document_is_searched_alone() -> None:
    """What is harmful in one is refused there; the others keep their fixes."""
    seen: list[str] = []

    def accept(before: str, after: str, _: object) -> bool:
        seen.append(before)
        return "b!" not in after

    text = "#a a! a\n#a\n-a!\n"
    fixed = fix_until_stable(Source("x", text), swap("a", "b"), Lines(Page(accept)))  # type: ignore[arg-type]
    assert fixed.source.text == "#b a! b\n#b\n-a!\n"
    assert [finding.span.start for finding in fixed.refused] == [3, 12]
    assert set(seen) <= {"a a! a", "a", "a!", "b a! b", "b", ""}


def test_fixes_outside_of_all_documents_are_tried_as_in_a_file() -> None:
    """What is no document's text is the file's: its guard decides."""
    guard = Lines(Page(lambda _, after, __: "b" not in after))
    fixed = fix_until_stable(Source("x", "#c\n\na\n"), swap("a", "b"), guard)  # type: ignore[arg-type]
    assert fixed.source.text == "#c\n\na\n"
    assert len(fixed.refused) == 1


def test_a_guard_has_neither_parts_nor_documents_unless_it_says_so() -> None:
    """What a guard does not tell: the text is one part, and holds no document."""

    class Plain(Guard):
        """The least that a guard is."""

        def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
            return bool(fixes) and before != after

    assert (Plain().blocks("x"), Plain().inner("x")) == ((0,), ())
    assert fix_until_stable(Source("x", "a"), swap("a", "b"), Plain()).source.text == "b"  # type: ignore[arg-type]


def test_a_fix_of_a_file_is_one_of_the_document_in_it() -> None:
    """With its places there, and with what its text means where it stands."""
    places = PlacedText("ab", 10, (Piece(0, 10, 11), Piece(1, 20, 26)))
    fix = Fix((Edit(Span(20, 26), r"\u0041"),), Safety.SAFE)
    assert fix_within(places, fix).edits == (Edit(Span(1, 2), r"\u0041"),)
    assert fix_within(places, fix, lambda _: "A").edits == (Edit(Span(1, 2), "A"),)
