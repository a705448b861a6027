r"""The text of a block, put together from its lines, and where each character stands.

The lines of a block lose the indent of what they are in and the blanks at their ends, and are
joined with `\n`. `Content` keeps the runs that are contiguous in both texts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from mdlint_doi.formats.rst.expanded import Expanded
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

Line = tuple[int, int]
"""Start and end of a line, or of a part of one, in the expanded text."""


class Content:
    """A text made of lines of the source.

    Attributes:
        text: the lines, joined.

    """

    __slots__ = ("_expanded", "_places", "_starts", "text")

    def __init__(self, expanded: Expanded, lines: Sequence[Line], joint: str = "\n") -> None:
        """Join the lines.

        Args:
            expanded: the text that they are of.
            lines: at least one.
            joint: one character, or none.

        """
        self.text = joint.join([expanded.text[start:end] for start, end in lines])
        self._expanded = expanded
        self._starts: list[int] = []
        self._places: list[int] = []
        at = 0
        for start, end in lines:
            self._starts.append(at)
            self._places.append(start)
            at += end - start + len(joint)

    def at(self, index: int) -> int:
        """Return the source offset of the character at `index`."""
        run = bisect_right(self._starts, index) - 1
        return self._expanded.at(self._places[run] + index - self._starts[run])

    def end(self, index: int) -> int:
        """Return the source offset behind the character before `index`."""
        return self.at(index - 1) + 1 if index else self.at(0)

    def span(self, start: int, end: int) -> Span:
        """Return the source span of `text[start:end]`."""
        return Span(self.at(start), self.end(end) if end > start else self.at(start))

    def placed(self) -> PlacedText:
        """Return the whole text with its places in the source."""
        if not self._expanded.is_source:
            return self.written(self.text, range(len(self.text) + 1))
        ends = [*(start - 1 for start in self._starts[1:]), len(self.text)]
        spans = [
            (place, place + end - start)
            for place, start, end in zip(self._places, self._starts, ends, strict=True)
        ]
        return PlacedText.of_lines(self._expanded.text, spans)

    def written(self, text: str, indexes: Sequence[int]) -> PlacedText:
        """Return a text whose escapes are undone, with its places in the source.

        Args:
            text: without escapes.
            indexes: where each of its characters begins in `self.text`, and where the last one
                ends: one more than there are characters.

        """
        offsets = (*(self.at(index) for index in indexes[:-1]), self.end(indexes[-1]))
        if offsets[-1] - offsets[0] == len(text):
            return PlacedText(text, offsets[0])
        return PlacedText.of_offsets(text, offsets)
