r"""Lines of a text: `\n`, `\r\n` and `\r` end one, nothing else does (CommonMark section 2.1)."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator

from mdlint_doi.text.pattern import pattern

LineEnd = Callable[[int], tuple[int, int]]
"""From the start of a line: where it ends, and where the next one begins."""

_END = pattern(r"\r\n?|\n")


def has_lone_cr(text: str) -> bool:
    r"""Return whether `\r` ends a line by itself."""
    return text.count("\r") != text.count("\r\n")


def line_ends(text: str) -> LineEnd:
    r"""Return what finds the lines' ends in a text, each in time that grows with its line alone.

    A text without a lone `\r`, which is nearly every one, is searched at the speed of memory. In
    the others such a search would run past many lines, again for each of them.
    """
    size = len(text)

    def by_line_feed(start: int) -> tuple[int, int]:
        end = text.find("\n", start)
        if end < 0:
            return size, size + 1
        return end - (end > start and text[end - 1] == "\r"), end + 1

    def by_any(start: int) -> tuple[int, int]:
        match = _END.search(text, start)
        return match.span() if match else (size, size + 1)

    return by_any if has_lone_cr(text) else by_line_feed


def line_spans(text: str, start: int = 0) -> Iterator[tuple[int, int]]:
    """Yield start and end of each line from `start` on, without its line end."""
    line_end = line_ends(text)
    while start < len(text):
        end, behind = line_end(start)
        yield start, end
        start = behind


def line_starts(text: str) -> array[int]:
    """Return where the lines begin; the last one may be empty."""
    from array import array

    starts = array("q", (0,))
    if "\r" in text:
        starts.extend(match.end() for match in _END.finditer(text))
        return starts
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts
