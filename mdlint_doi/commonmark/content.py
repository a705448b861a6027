r"""The text of a block, put together from its lines, and where each character stands.

A block's lines lose what belongs to the containers around it (quote marks, indents) and are
joined with `\\n`, whatever the document's line end is; a table cell loses the backslash before
`|`. `Content` keeps the runs that are contiguous in both texts: the place of a character costs a
binary search, and a block that was not changed costs nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from mdlint_doi.text.source import Written
from mdlint_doi.text.span import Span


class Content:
    """A text made of pieces of the source.

    Attributes:
        text: the pieces, joined.

    """

    __slots__ = ("_places", "_starts", "text")

    def __init__(self, text: str, starts: list[int], places: list[int]) -> None:
        """Take the text, and for each contiguous run its start in it and its place."""
        self.text = text
        self._starts = starts
        self._places = places

    @classmethod
    def of_lines(cls, source: str, pieces: Sequence[tuple[int, int]]) -> Content:
        """Return the pieces as lines of one text."""
        starts, places, at, expected = [0], [pieces[0][0]], 0, -1
        for start, end in pieces:
            if start != expected and expected >= 0:
                starts.append(at)
                places.append(start)
            at += end - start + 1
            expected = end + 1
        if len(starts) == 1 and source.find("\r", pieces[0][0], pieces[-1][1]) < 0:
            return cls(source[pieces[0][0] : pieces[-1][1]], starts, places)
        return cls("\n".join([source[start:end] for start, end in pieces]), starts, places)

    @classmethod
    def of_runs(cls, source: str, runs: Sequence[tuple[int, int]]) -> Content:
        """Return the pieces as one line."""
        starts, at = [], 0
        for start, end in runs:
            starts.append(at)
            at += end - start
        text = "".join([source[start:end] for start, end in runs])
        return cls(text, starts, [start for start, _ in runs])

    def at(self, index: int) -> int:
        """Return the source offset of the character at `index`."""
        run = bisect_right(self._starts, index) - 1
        return self._places[run] + index - self._starts[run]

    def end(self, index: int) -> int:
        """Return the source offset behind the character before `index`."""
        return self.at(index - 1) + 1 if index else self.at(0)

    def span(self, start: int, end: int) -> Span:
        """Return the source span of `text[start:end]`."""
        return Span(self.at(start), self.end(end) if end > start else self.at(start))

    def written(
        self,
        text: str,
        start: int,
        end: int,
        indexes: Sequence[int] | None = None,
    ) -> Written:
        """Return `text`, which is `self.text[start:end]` with its escapes undone.

        Args:
            text: without escapes.
            start: where it begins in `self.text`.
            end: where it ends there.
            indexes: where each character of `text` begins there, and where the last one ends;
                None, or as many as there are characters, where nothing was undone.

        """
        if indexes is None or end - start == len(indexes) - 1:
            first = self.at(start)
            if self.end(end) - first == end - start:
                return Written(text, first)
            indexes = range(start, end + 1)
        offsets = [self.at(index) for index in indexes[:-1]]
        return Written(text, offsets[0] if offsets else self.at(start), (*offsets, self.end(end)))
