"""Docstrings without the indent of the code (PEP 257), as `inspect.cleandoc` of Python 3.11."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mdlint_doi.formats.docstring.literals import Characters
from mdlint_doi.text.placed_text import Piece, PlacedText

_TAB: Final = 8


class _Expanded(NamedTuple):
    text: str
    indexes: list[int]


def clean(characters: Characters) -> PlacedText:
    """Return the cleaned text with its places.

    Tabs become blanks, the first line loses its indent, the others the indent that all of them
    have, and blank lines at both ends are left out.
    """
    text, indexes = _expand(characters.text)
    lines = _lines(text)
    least = min(
        (
            end - start - len(text[start:end].lstrip())
            for start, end in lines[1:]
            if text[start:end].strip()
        ),
        default=0,
    )
    first, end = lines[0]
    cut = [(first + end - first - len(text[first:end].lstrip()), end)]
    cut += [(min(start + least, end), end) for start, end in lines[1:]]
    while cut and cut[-1][0] == cut[-1][1]:
        cut.pop()
    begin = next((i for i, (start, end) in enumerate(cut) if start < end), len(cut))
    return _written(characters, text, indexes, cut[begin:])


def _expand(text: str) -> _Expanded:
    r"""Expand tabs as `str.expandtabs` does; `\r` begins a line for it, too."""
    if "\t" not in text:
        return _Expanded(text, list(range(len(text))))
    parts: list[str] = []
    indexes: list[int] = []
    column = 0
    for index, character in enumerate(text):
        size = _TAB - column % _TAB if character == "\t" else 1
        parts.append(" " * size if character == "\t" else character)
        indexes.extend([index] * size)
        column = 0 if character in "\r\n" else column + size
    return _Expanded("".join(parts), indexes)


def _lines(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    start = 0
    for line in text.split("\n"):
        found.append((start, start + len(line)))
        start += len(line) + 1
    return found


def _written(
    characters: Characters,
    text: str,
    indexes: list[int],
    lines: list[tuple[int, int]],
) -> PlacedText:
    if not lines:
        at = characters.literals[0].start if characters.literals else 0
        return PlacedText("", at)
    kept: list[int] = []
    for start, end in lines:
        kept += indexes[start : end + ((start, end) != lines[-1])]
    first, ending = characters.starts[kept[0]], characters.ends[kept[-1]]
    shown = "\n".join([text[start:end] for start, end in lines])
    if ending - first == len(shown):
        return PlacedText(shown, first)
    return PlacedText.of_pieces(shown, first, _pieces(characters, kept, _sizes(lines)))


def _sizes(lines: list[tuple[int, int]]) -> list[int]:
    """Return how many characters lines have, with the line feeds between them."""
    return [end - start + (at < len(lines)) for at, (start, end) in enumerate(lines, 1)]


def _pieces(characters: Characters, kept: list[int], sizes: list[int]) -> Iterator[Piece]:
    """Yield where the characters of lines stand: one for one, or each by itself.

    A backslash that continues a line belongs to no character.
    """
    starts, ends = characters.starts, characters.ends
    at = 0
    for size in sizes:
        line = kept[at : at + size]
        # Without a tab, which is several characters, none is narrower than what stands there.
        is_plain = line and line[-1] - line[0] == size - 1
        if is_plain and ends[line[-1]] - starts[line[0]] == size:
            yield Piece(at, starts[line[0]], ends[line[-1]])
        else:
            yield from (Piece(at + i, starts[one], ends[one]) for i, one in enumerate(line))
        at += size
