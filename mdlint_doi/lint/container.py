"""The parts of a data file in which mentions stand, and how a text is written there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache

from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

Write = Callable[[str, str], str | None]
"""From a text, and what stands around its place in the file, to what is written for it there."""


class Insertion(Value):
    """Where an entry could get a `doi` field, and what is written around the name in it.

    Attributes:
        place: the empty span at which the field is inserted.
        before: what is written before the name: `doi = {`.
        behind: what is written after it.
    """

    place: Span
    before: str
    behind: str


class Container(Value):
    """The part of a data file that a mention stands in: a field of an entry, a notebook's cell.

    Attributes:
        label: how messages call it: `smith2019, doi`; `cell 3`.
        text: its text, with the place of each character; only what stands in these pieces may be
            replaced.
        write: returns how a text is written there; None if it cannot be.
        twin: the label of the entry before this one that has the same DOI; empty: there is none.
        lacks_doi: whether it belongs to an entry that has no field for the DOI.
        insertion: how the entry could get such a field; None: it cannot.
        entry: the span of the entry that it belongs to; None outside of data files.
        is_address: whether it is a field for an address, and should hold nothing else.
        is_aside: whether it is a field whose DOIs may be those of other works.
    """

    label: str
    text: PlacedText
    write: Write
    twin: str = ""
    lacks_doi: bool = False
    insertion: Insertion | None = None
    entry: Span | None = None
    is_address: bool = False
    is_aside: bool = False

    def written(self, source: str, span: Span, text: str) -> str | None:
        """Return how a text is written in place of a span of the file; None if it cannot be."""
        added = self.insertion
        if added is not None and span == added.place:
            name = self.write(text, "")
            return None if name is None else f"{added.before}{name}{added.behind}"
        around = self._around(span)
        return None if around is None else self.write(text, _cut(source, around))

    def inside(self, outer: Container) -> Container:
        """Return this part of a document, which is a part of a file itself."""
        return _Inside(
            f"{outer.label}, {self.label}",
            *(self.text, self.write, self.twin, self.lacks_doi, None, self.entry),
            *(self.is_address, self.is_aside, self, outer),
        )

    def _around(self, span: Span) -> Span | None:
        """Return the pieces without a gap that a span stands in; None if it leaves them."""
        pieces = self.text.all_pieces
        at = bisect_right(pieces, span.start, key=lambda piece: piece.start) - 1
        if at < 0:
            return None
        start, end = pieces[at].start, pieces[at].end
        while end < span.end and at + 1 < len(pieces) and pieces[at + 1].start == end:
            at += 1
            end = pieces[at].end
        return Span(start, end) if span.end <= end else None


class _Inside(Container):
    """A field of an entry in a docstring or a cell: written for the one, then for the other.

    Attributes:
        field: the part of the document inside.
        outer: the part of the file that is this document.
    """

    field: Container | None = None
    outer: Container | None = None

    def written(self, source: str, span: Span, text: str) -> str | None:
        """Return how a text is written in place of a span of the file; None if it cannot be."""
        inner = self.field.written(source, span, text) if self.field else text
        return inner if inner is None or not self.outer else self.outer.written(source, span, inner)


@lru_cache(maxsize=1)
def _cut(source: str, around: Span) -> str:
    """Return what stands in a span; the same object for the next fix, whose hash is known."""
    return around.cut(source)


def as_it_stands(text: str, _around: str) -> str:
    """Return a text as it is: for containers without escapes."""
    return text
