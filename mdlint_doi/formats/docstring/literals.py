r"""String literals -> their characters, with where each stands in the file.

A literal may be raw, have one quote or three, continue a line with a backslash, and several of
them with white space, comments and line ends between them are one string.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern

_OPENING: Final = pattern(r"(?P<prefix>[rRuU]?)(?P<quotes>\"\"\"|'''|\"|')")
_GAP: Final = pattern(r"(?:\s|\\\r?\n|\\\r|\#[^\r\n]*)*+")
_PIECE: Final = pattern(
    r"""
    (?P<plain>[^\\\r\n"']++)
  | (?P<line>\r\n?|\n)
  | \\(?:
        (?P<continued>\r\n?|\n)
      | (?P<octal>[0-7]{1,3})
      | x(?P<two>[0-9a-fA-F]{2})
      | u(?P<four>[0-9a-fA-F]{4})
      | U(?P<eight>[0-9a-fA-F]{8})
      | N\{(?P<name>[^{}]+)\}
      | (?P<letter>[\\'"abfnrtv])
    )
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_LETTERS: Final = {
    "\\": "\\",
    "'": "'",
    '"': '"',
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
}


class Literal(NamedTuple):
    """One of the literals that a string is made of.

    Attributes:
        start: where the text in it begins in the file, behind the quotes.
        end: where it ends.
        quotes: one or three.
        is_raw: whether a backslash is a backslash.

    """

    start: int
    end: int
    quotes: str
    is_raw: bool


class Characters(NamedTuple):
    """The text of a string and where it stands.

    Attributes:
        text: as Python evaluates it.
        starts: where each character begins in the file.
        ends: where it ends there.
        literals: those that it is made of.

    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    literals: tuple[Literal, ...]


class _Reading:
    def __init__(self, source: str) -> None:
        self.source = source
        self.parts: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def keep(self, text: str, start: int, end: int) -> None:
        self.parts.append(text)
        if len(text) == end - start:
            self.starts.extend(range(start, end))
            self.ends.extend(range(start + 1, end + 1))
        else:
            self.starts.extend([start] * len(text))
            self.ends.extend([end] * len(text))


def read_literals(source: str, start: int, end: int) -> Characters:
    """Return the characters of a string.

    Args:
        source: the text of the file.
        start: where its first literal begins, with prefix.
        end: behind the last one.

    """
    reading = _Reading(source)
    literals: list[Literal] = []
    at = start
    while opening := _OPENING.match(source, at, end):
        literal = _read_literal(reading, opening, end)
        literals.append(literal)
        at = literal.end + len(literal.quotes)
        gap = _GAP.match(source, at, end)
        at = gap.end() if gap else at
    text = "".join(reading.parts)
    return Characters(text, tuple(reading.starts), tuple(reading.ends), tuple(literals))


def _read_literal(reading: _Reading, opening: re.Match[str], end: int) -> Literal:
    source, quotes = reading.source, opening["quotes"]
    is_raw = opening["prefix"] in {"r", "R"}
    at = opening.end()
    while at < end and not source.startswith(quotes, at):
        piece = _PIECE.match(source, at, end)
        if piece is None:
            break
        if is_raw and source[at] == "\\":
            at = _keep_raw(reading, at)
            continue
        reading.keep(_value(piece), at, piece.end())
        at = piece.end()
    return Literal(opening.end(), at, quotes, is_raw)


def _keep_raw(reading: _Reading, at: int) -> int:
    """Keep a backslash of a raw literal, and a quote behind it."""
    following = reading.source[at + 1 : at + 2]
    size = 1 if following in {"\r", "\n"} else 2
    reading.keep(reading.source[at : at + size], at, at + size)
    return at + size


def _value(piece: re.Match[str]) -> str:
    kind = piece.lastgroup or "other"
    if kind in {"plain", "other"}:
        return piece.group()
    if kind in {"line", "continued"}:
        return "\n" if kind == "line" else ""
    if kind == "letter":
        return _LETTERS[piece["letter"]]
    if kind == "name":
        from unicodedata import lookup

        return lookup(piece["name"])
    return chr(int(piece[kind], 8 if kind == "octal" else 16))
