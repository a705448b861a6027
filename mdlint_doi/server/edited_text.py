"""Many changes of one text: each costs what it touches, not the length of the text."""

from __future__ import annotations

from mdlint_doi.server.positions import Encoding, characters
from mdlint_doi.text.pattern import pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_LINE: Final = pattern(r"[^\r\n]*+(?:\r\n?|\n)")


class EditedText:
    """A text as its lines, with their ends; the last one has none, and may be empty."""

    def __init__(self, text: str, encoding: Encoding) -> None:
        """Take a text without lone surrogates, and what positions in it count."""
        self._lines = _lines(text)
        self._encoding: Encoding = encoding

    @property
    def text(self) -> str:
        """The text with all changes."""
        return "".join(self._lines)

    def put(self, start: tuple[int, int], end: tuple[int, int], text: str) -> None:
        """Put a text in place of what stands between two positions; an end before it is the start.

        Args:
            start: line and code units, whatever numbers these are.
            end: the same, of the text before this change.
            text: without lone surrogates.

        """
        first = self._place(*start)
        last = max(first, self._place(*end))
        row, behind = first[0], last[0] + 1
        new = self._lines[row][: first[1]] + text + self._lines[last[0]][last[1] :]
        if row and new.startswith("\n") and self._lines[row - 1].endswith("\r"):
            row -= 1  # the two are one line end now
            new = self._lines[row] + new
        lines = _lines(new)
        if behind < len(self._lines):
            lines.pop()  # the empty one behind the line end, in whose place the next line stands
        self._lines[row:behind] = lines

    def _place(self, row: int, character: int) -> tuple[int, int]:
        """Return which line a position is in, and how many characters stand before it."""
        if row < 0:
            return 0, 0
        if row >= len(self._lines):
            return len(self._lines) - 1, len(self._lines[-1])
        line = self._lines[row].rstrip("\r\n")
        return row, characters(line, max(character, 0), self._encoding)


def _lines(text: str) -> list[str]:
    lines = _LINE.findall(text)
    return [*lines, text[sum(map(len, lines)) :]]


def same_beginning(one: str, other: str) -> int:
    """Return how many characters two texts have in common at the beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def same_end(one: str, other: str) -> int:
    """Return how many characters two texts have in common at the end."""
    return same_beginning(one[::-1], other[::-1])
