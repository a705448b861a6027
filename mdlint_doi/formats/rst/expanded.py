r"""A text as docutils reads it, and the way back to the file.

docutils first makes blanks of `\v` and `\f`, splits at every line end that Python knows, and
replaces each tab by blanks up to the next multiple of 8 columns; columns decide what belongs
together. So does this: the result has `\n` for every line end and no tab. Most texts need none
of it and stay as they are.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from mdlint_doi.text.pattern import pattern

_TAB_WIDTH: Final = 8
_CHANGED: Final = ("\t", "\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")
_CHANGE: Final = pattern("\r\n|[\t\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_BLANKS: Final = frozenset("\v\f")
_UNEVEN: Final = frozenset(("\t", "\r\n"))
"""What changes its length."""


class Expanded:
    """The expanded text, with the source offset of each character.

    Attributes:
        text: the expanded text.

    """

    __slots__ = ("_places", "_starts", "_steps", "text")

    def __init__(self, text: str, starts: list[int], places: list[int], steps: list[int]) -> None:
        """Take the text and its runs.

        Args:
            text: as above.
            starts: where each run begins in the text.
            places: where it begins in the source.
            steps: 1 for a run that stands in the source as it is, 0 for the blanks of a tab.

        """
        self.text = text
        self._starts = starts
        self._places = places
        self._steps = steps

    @property
    def is_source(self) -> bool:
        """Whether nothing was moved."""
        return len(self._starts) == 1

    def at(self, index: int) -> int:
        """Return the source offset of the character at `index`."""
        run = bisect_right(self._starts, index) - 1
        return self._places[run] + self._steps[run] * (index - self._starts[run])

    def end(self, index: int) -> int:
        """Return the source offset behind the character before `index`."""
        return self.at(index - 1) + 1 if index else 0

    def index(self, offset: int) -> int:
        """Return where the character at a source offset stands in the text."""
        run = bisect_right(self._places, offset) - 1
        return self._starts[run] + self._steps[run] * (offset - self._places[run])


def expand(source: str) -> Expanded:
    """Return the text with every tab as blanks and every line end as one newline."""
    if not any(character in source for character in _CHANGED):
        return Expanded(source, [0], [0], [1])
    build = _Build()
    done = 0
    for match in _CHANGE.finditer(source):
        build.keep(source, done, match.start())
        done = match.end()
        found = match.group()
        if found == "\t":
            build.tab(match.start())
        else:
            build.replace(" " if found in _BLANKS else "\n")
        if found in _UNEVEN:
            build.begin(done)
    build.keep(source, done, len(source))
    return Expanded("".join(build.parts), build.starts, build.places, build.steps)


class _Build:
    def __init__(self) -> None:
        self.parts: list[str] = []
        self.starts, self.places, self.steps = [0], [0], [1]
        self._size = self._line = 0

    def begin(self, place: int, step: int = 1) -> None:
        self.starts.append(self._size)
        self.places.append(place)
        self.steps.append(step)

    def keep(self, source: str, start: int, end: int) -> None:
        self.parts.append(source[start:end])
        self._size += end - start
        newline = source.rfind("\n", start, end)
        if newline >= 0:
            self._line = self._size - (end - newline - 1)

    def tab(self, place: int) -> None:
        self.begin(place, 0)
        width = _TAB_WIDTH - (self._size - self._line) % _TAB_WIDTH
        self.parts.append(" " * width)
        self._size += width

    def replace(self, by: str) -> None:
        self.parts.append(by)
        self._size += 1
        if by == "\n":
            self._line = self._size
