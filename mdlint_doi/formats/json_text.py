r"""The strings of a JSON text (RFC 8259) with their places, and the way to write text into one.

A cursor moves through objects and arrays. The decoder of the standard library reads strings and
skipped values, so that the same texts are accepted as by `json.loads`. No function recurses, so a
text that consists of brackets is read like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from json import JSONDecoder, loads
from typing import Final

from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import Piece, PlacedText
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

MAX_DEPTH: Final = 10_000
"""The most nested arrays and objects; `json.loads` fails at about a thousand."""
DEEPEST_FIELD: Final = 100
"""The same in data files, in which each field has a path that may be reported."""

_BLANK: Final = pattern(r"[ \t\n\r]*+")
_NAME: Final = pattern(r'"([^"\\\x00-\x1f]*+)"[ \t\n\r]*+:[ \t\n\r]*+')
"""A member's name without escapes, with the text up to its value."""
_SEPARATOR: Final = pattern(r"[ \t\n\r]*+([,\]}])[ \t\n\r]*+")
_ESCAPE: Final = pattern(
    r"""\\ (?: u[dD][89abAB][0-9a-fA-F]{2} \\u[dD][c-fC-F][0-9a-fA-F]{2}  # two for one character
         | u[0-9a-fA-F]{4}
         | . )""",
    re.VERBOSE,
)
_SHORT: Final = {
    '"': r"\"",
    "\\": r"\\",
    "\b": r"\b",
    "\f": r"\f",
    "\n": r"\n",
    "\r": r"\r",
    "\t": r"\t",
}


class JsonString(Value):
    """A string in a JSON text.

    Attributes:
        text: the string without its escapes.
        span: its span in the JSON text, including the quotes.
    """

    text: str
    span: Span

    def placed(self, source: str) -> PlacedText:
        """Return the text with its places in the file."""
        pieces = pieces_of(source, self.span, 0)
        return PlacedText.of_pieces(self.text, self.span.start + 1, pieces)


def pieces_of(source: str, span: Span, first: int) -> list[Piece]:
    """Return the pieces of a string with quotes; `first` is the index of its first character."""
    at, end = span.start + 1, span.end - 1
    pieces: list[Piece] = []
    for escape in _ESCAPE.finditer(source, at, end):
        start, behind = escape.span()
        if start > at:
            pieces.append(Piece(first, at, start))
            first += start - at
        pieces.append(Piece(first, start, behind))
        first += 1
        at = behind
    if at < end:
        pieces.append(Piece(first, at, end))
    return pieces


def written_like(replacement: str, raw: str) -> str:
    r"""Return a text in the form in which it is written into a string, escaped like that string.

    Characters that need an escape are escaped. So are characters that the string escapes everywhere
    (`\/`, `\u003c`), and characters outside ASCII if the string contains some, and all as escapes.
    `raw` is the string as written in the file, with or without its quotes.
    """
    escapes = _always_escaped(raw)
    only_ascii = raw.isascii() and not all(map(str.isascii, escapes))
    capitals = any(escape[2:] != escape[2:].lower() for escape in escapes.values())
    return "".join(
        escapes.get(character) or _escaped(character, only_ascii=only_ascii, capitals=capitals)
        for character in replacement
    )


@lru_cache(maxsize=1)
def _always_escaped(raw: str) -> Mapping[str, str]:
    """Return the characters that a string escapes everywhere, with their escapes.

    The result is cached for the next fix: a string may be as long as its file, and contain
    thousands of DOIs.
    """
    bare = set(_ESCAPE.sub("", raw))
    escapes = {str(loads(f'"{escape[0]}"')): escape[0] for escape in _ESCAPE.finditer(raw)}
    return {meant: escape for meant, escape in escapes.items() if meant not in bare}


def _escaped(character: str, *, only_ascii: bool, capitals: bool) -> str:
    """Return a character for which the string has no escape, escaped if necessary."""
    if character in _SHORT:
        return _SHORT[character]
    code = ord(character)
    lone = 0xD800 <= code < 0xE000
    if 0x20 <= code < 0x80 or not (code < 0x20 or lone or only_ascii):
        return character
    units = character.encode("utf-16-be", "surrogatepass").hex()
    units = units.upper() if capitals else units
    return "".join(rf"\u{units[at : at + 4]}" for at in range(0, len(units), 4))


class JsonPath(Value):
    """The path to a value: names of members and indices of elements.

    A path refers to its parent, and is not a tuple of all names, because a deeply nested text has
    many long paths.

    Attributes:
        parent: the path to the object or array that contains the value; None for the outermost one.
        name: the member's name, or the element's index from 0.
    """

    parent: JsonPath | None
    name: str | int

    @property
    def names(self) -> tuple[str | int, ...]:
        """All names and indices, the outermost first."""
        names = [self.name]
        above = self.parent
        while above is not None:
            names.append(above.name)
            above = above.parent
        return tuple(reversed(names))


class JsonCursor:
    """A cursor in a JSON text without a BOM, which moves past one value after another.

    `at` is the offset of the next character. Every method raises `FormatSyntaxError` if the text is
    not JSON.
    """

    __slots__ = ("_decode", "at", "text")

    def __init__(self, text: str, at: int = 0) -> None:
        self.text = text
        self.at = at
        self._decode = _decoder()

    def kind(self) -> str:
        """Skip blanks; return the first character of the next value, or nothing at the end."""
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at
        return self.text[self.at : self.at + 1]

    def value(self) -> object:
        """Return the next value as `json.loads` does, but with all numbers as floats.

        The cursor moves past it.

        Raises:
            FormatSyntaxError: if the text is not JSON, or nested too deeply.
        """
        self.kind()
        start = self.at
        try:
            return self._decoded()
        except RecursionError:
            raise FormatSyntaxError(start, "arrays and objects are nested too deeply") from None

    def _decoded(self) -> object:
        """Return the value that begins at the cursor, and move past it."""
        try:
            value, self.at = self._decode(self.text, self.at)
        except ValueError as error:
            offset = getattr(error, "pos", self.at)
            reason = getattr(error, "msg", "not a value")
            raise FormatSyntaxError(offset, reason) from None
        return value

    def skip(self) -> Span:
        """Move past the next value, and return its span."""
        self.kind()
        start = self.at
        try:
            self._decoded()
        except RecursionError:
            for _ in self.strings():
                pass
        return Span(start, self.at)

    def string(self) -> JsonString:
        """Return the next value, which must be a string, and move past it.

        Raises:
            FormatSyntaxError: if it is not a string.
        """
        if self.kind() != '"':
            raise FormatSyntaxError(self.at, "a string is expected")
        start = self.at
        text = self.value()
        return JsonString(str(text), Span(start, self.at))

    def members(self) -> Iterator[JsonString]:
        """Yield the names of an object, each with the cursor before its value.

        A value that the caller does not read is skipped.
        """
        if self._first("{", "}"):
            return
        while True:
            name = self._name()
            before = self.at
            yield name
            if self.at == before:
                self.skip()
            if self._ends("}"):
                return

    def _name(self) -> JsonString:
        """Return the name of a member, and move to its value."""
        found = _NAME.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
            start, end = found.span(1)
            return JsonString(found[1], Span(start - 1, end + 1))
        name = self.string()
        self._take(":")
        self.kind()
        return name

    def elements(self) -> Iterator[int]:
        """Yield the indices of an array, each with the cursor before its element.

        An element that the caller does not read is skipped.
        """
        if self._first("[", "]"):
            return
        index = 0
        while True:
            self.kind()
            before = self.at
            yield index
            if self.at == before:
                self.skip()
            if self._ends("]"):
                return
            index += 1

    def end(self) -> None:
        """Check that nothing follows.

        Raises:
            FormatSyntaxError: if there is more text.
        """
        if self.kind():
            raise FormatSyntaxError(self.at, "there is extra text after the end of the value")

    def strings(
        self, wanted: Callable[[JsonPath], bool] = lambda _: True, deepest: int = MAX_DEPTH
    ) -> Iterator[tuple[JsonPath | None, JsonString]]:
        """Yield the strings of the next value with their paths, and move past it.

        Names of members are not among them. `wanted` returns whether to read the array or object
        with a path, and `deepest` is how many of them may be nested. The path is None if the value
        itself is a string.

        Raises:
            FormatSyntaxError: if the text is not JSON, or more than `deepest` levels deep.
        """
        path: JsonPath | None = None
        above: list[tuple[Iterator[str | int], JsonPath | None]] = []
        while True:
            kind = self.kind()
            if kind == '"':
                yield path, self.string()
            elif kind in ("{", "[") and (path is None or wanted(path)):
                if len(above) == deepest:
                    raise FormatSyntaxError(self.at, f"nested more than {deepest} levels deep")
                members = (name.text for name in self.members())
                above.append((members if kind == "{" else self.elements(), path))
            else:
                self.skip()
            path = _next(above)
            if path is None:
                return

    def _first(self, opening: str, closing: str) -> bool:
        """Move past an opening bracket; return True if the closing one follows and is passed."""
        self._take(opening)
        if self.kind() != closing:
            return False
        self.at += 1
        return True

    def _ends(self, closing: str) -> bool:
        """Move past a comma or the closing bracket; return whether it was the bracket."""
        found = _SEPARATOR.match(self.text, self.at)
        if found is not None:
            if found[1] == ",":
                self.at = found.end()
                return False
            if found[1] == closing:
                self.at = found.end(1)
                return True
        self.kind()
        raise FormatSyntaxError(self.at, f"',' or '{closing}' is expected")

    def _take(self, character: str) -> None:
        if self.kind() != character:
            raise FormatSyntaxError(self.at, f"'{character}' is expected")
        self.at += 1


def strings(
    text: str, wanted: Callable[[JsonPath], bool] = lambda _: True, deepest: int = MAX_DEPTH
) -> Iterator[tuple[JsonPath | None, JsonString]]:
    """Yield the strings of a whole text; for `wanted` and `deepest` see `JsonCursor.strings`.

    Raises:
        FormatSyntaxError: if the text is not JSON; the strings before the error are yielded first.
    """
    cursor = JsonCursor(text)
    yield from cursor.strings(wanted, deepest)
    cursor.end()


@cache
def _decoder() -> Callable[[str, int], tuple[object, int]]:
    # `int` rejects numbers of more than 4,300 digits.
    return JSONDecoder(parse_int=float).raw_decode


def _next(above: list[tuple[Iterator[str | int], JsonPath | None]]) -> JsonPath | None:
    """Return the path of the next value, in `above` or further out; None at the end."""
    while above:
        names, path = above[-1]
        for name in names:
            return JsonPath(path, name)
        above.pop()
    return None
