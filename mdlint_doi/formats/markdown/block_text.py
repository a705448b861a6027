"""A block with its inline markup, as the collectors of mentions look at it.

`BlockText` answers two questions: which stretches of the block are running text, and under which
link each of them stands; and what a reader sees of a stretch.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Final

from mdlint_doi.commonmark.destination import meant
from mdlint_doi.commonmark.model import AtomKind, Block
from mdlint_doi.text.value import Value

LONGEST: Final = 1000
"""Code points of a link's text that are looked at: images stand in one another's text."""
PLACE: Final = itemgetter(0, 1)
"""Of a part of the markup: start and end."""
SHOWN: Final = frozenset({"code", "autolink", "url", "math"})


class Stretch(Value):
    """A part of a block without markup inside: start and end in its text.

    A bare URL, as far as GitHub links it, is a stretch of its own.
    """

    start: int
    end: int
    is_url: bool = False


class BlockText:
    """A block and its markup.

    Attributes:
        content: the block's text and places.
        inline: its markup.
        number: the same for all that stands in one block, or one table row.
        html: the block is HTML, in whose text Markdown makes no link.

    """

    def __init__(self, block: Block, wanted: Sequence[int]) -> None:
        """Take the block, and the sorted offsets in the source that are worth a look."""
        self.content = block.content
        self.inline = block.inline
        self.number = block.number
        self.html = block.kind == "html"
        self._wanted = wanted
        self._markup: list[tuple[int, int, AtomKind | None]] | None = None
        self._seen = (0, 0), ""

    def is_wanted(self, start: int, end: int) -> bool:
        """Return whether something worth a look stands in a range of the source."""
        at = bisect_left(self._wanted, start)
        return at < len(self._wanted) and self._wanted[at] < end

    @property
    def markup(self) -> list[tuple[int, int, AtomKind | None]]:
        """The parts that are no running text, in order: start, end, kind of atom."""
        if self._markup is None:
            self._markup = self._parts()
        return self._markup

    def _parts(self) -> list[tuple[int, int, AtomKind | None]]:
        parts: list[tuple[int, int, AtomKind | None]]
        parts = [(one.start, one.end, one.kind) for one in self.inline.atoms]
        parts += [(start, end, None) for start, end in self.inline.marks]
        for link in self.inline.links:
            parts.append((link.start, link.text[0], None))
            parts.append((link.text[1], link.end, None))
        parts.sort(key=PLACE)
        return parts

    def stretches(self) -> Iterator[Stretch]:
        """Yield the running text between the markup."""
        at = 0
        for start, end, kind in self.markup:
            if start > at:
                yield Stretch(at, start)
            if kind == "url" and start >= at:
                yield Stretch(start, end, is_url=True)
            at = max(at, end)
        if at < len(self.content.text):
            yield Stretch(at, len(self.content.text))

    def visible(self, start: int, end: int) -> str:
        """Return what a reader sees of `text[start:end]`, in one line, cut if it is long."""
        if self._seen[0] != (start, end):  # a tag may have many addresses for one text
            self._seen = (start, end), self._visible(start, end)
        return self._seen[1]

    def _visible(self, start: int, end: int) -> str:
        text = self.content.text
        pieces = []
        markup, at = self.markup, start
        cut = "…" if end > start + LONGEST else ""
        end = min(end, start + LONGEST)
        for index in range(bisect_left(markup, (start, start), key=PLACE), len(markup)):
            first, last, kind = markup[index]
            if first >= end:
                break
            if first > at:
                pieces.append(meant(text, at, first))
            if kind in SHOWN:
                pieces.append(text[first:last].strip("`<>$"))
            at = max(at, last)
        if at < end:
            pieces.append(meant(text, at, end))
        return " ".join("".join(pieces).split()) + cut
