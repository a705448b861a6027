"""The strings of a JSON text (RFC 8259) at their places, and how to write one back.

A cursor walks through objects and arrays; strings, and all that nobody wants to see, are left to
the decoder of the standard library, which is written in C. So what is accepted is what
`json.loads` accepts, `NaN` and repeated names with it, and a place is found only where it is asked
for. Nothing here calls itself: a text that is all brackets is read like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from mdlint_doi.formats.json_strings import JsonString
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

MAX_DEPTH: Final = 10_000
"""Of arrays and objects in one another; `json.loads` gives up at about a thousand."""
DEEPEST_FIELD: Final = 100
"""In a file of data: the way to a field is reported, and there are as many ways as fields."""

_BLANK: Final = pattern(r"[ \t\n\r]*+")
_NAME: Final = pattern(r'"([^"\\\x00-\x1f]*+)"[ \t\n\r]*+:[ \t\n\r]*+')
"""A member's name without escapes, and all before its value."""
_SEPARATOR: Final = pattern(r"[ \t\n\r]*+([,\]}])[ \t\n\r]*+")


class JsonPath(Value):
    """The way to a value: a member's name or an element's index, from the outermost in.

    Linked, and not a tuple of all names: a deep text has many long ways.
    """

    parent: JsonPath | None
    name: str | int

    @property
    def names(self) -> tuple[str | int, ...]:
        """All names, the outermost first."""
        names = [self.name]
        above = self.parent
        while above is not None:
            names.append(above.name)
            above = above.parent
        return tuple(reversed(names))


class JsonCursor:
    """A place in a JSON text, which moves over one value after the other.

    Every method raises `FormatSyntaxError` where the text is no JSON.

    Attributes:
        text: the whole text, without a BOM.
        at: the offset of what comes next.

    """

    __slots__ = ("_decode", "at", "text")

    def __init__(self, text: str, at: int = 0) -> None:
        self.text = text
        self.at = at
        self._decode = _decoder()

    def kind(self) -> str:
        """Return the first character of the next value: `{`, `[`, `"` or another."""
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at
        return self.text[self.at : self.at + 1]

    def value(self) -> object:
        """Return the next value as `json.loads` does, but all numbers as floats; step over it."""
        self.kind()
        return self._value(self.at)

    def _value(self, start: int) -> object:
        try:
            value, self.at = self._decode(self.text, start)
        except RecursionError:
            raise FormatSyntaxError(start, "arrays and objects are nested too deeply") from None
        except ValueError as error:
            raise _ours(error, start) from None
        return value

    def skip(self) -> Span:
        """Step over the next value; return its span."""
        self.kind()
        start = self.at
        try:
            _, self.at = self._decode(self.text, start)
        except RecursionError:
            for _ in self.strings():
                pass
        except ValueError as error:
            raise _ours(error, start) from None
        return Span(start, self.at)

    def string(self) -> JsonString:
        """Return the next value, which has to be a string."""
        if self.kind() != '"':
            raise FormatSyntaxError(self.at, "a string is expected")
        start = self.at
        text = self.value()
        return JsonString(str(text), Span(start, self.at))

    def members(self) -> Iterator[JsonString]:
        """Yield the names of the next value, an object, with the cursor before each value.

        Who does not step over the value leaves it to this.
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
        """Step over the name of a member, to its value; return the name."""
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
        """Yield the indices of the next value, an array, with the cursor before each element.

        Who does not step over the element leaves it to this.
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

    def values(self) -> Iterator[tuple[int, object]]:
        """Yield the elements of the next value, an array, and where each begins; see `value`.

        The cursor stands behind the element.
        """
        if self._first("[", "]"):
            return
        is_end = False
        while not is_end:
            start = self.at
            yield start, self._value(start)
            is_end = self._ends("]")

    def end(self) -> None:
        """Make sure that nothing follows."""
        if self.kind():
            raise FormatSyntaxError(self.at, "there is text after the end")

    def strings(
        self, wanted: Callable[[JsonPath], bool] = lambda _: True, deepest: int = MAX_DEPTH
    ) -> Iterator[tuple[JsonPath | None, JsonString]]:
        """Yield the strings of the next value with their paths, and step over it; names are none.

        Args:
            wanted: whether to look into the array or object with this path.
            deepest: how many arrays and objects may be in one another.

        """
        path: JsonPath | None = None
        above: list[tuple[Iterator[str | int], JsonPath | None]] = []
        while True:
            kind = self.kind()
            if kind == '"':
                yield path, self.string()
            elif kind in ("{", "[") and (path is None or wanted(path)):
                if len(above) == deepest:
                    raise FormatSyntaxError(self.at, f"more than {deepest} levels deep")
                names = self._names() if kind == "{" else self.elements()
                above.append((names, path))
            else:
                self.skip()
            path = _next(above)
            if path is None:
                return

    def _names(self) -> Iterator[str]:
        return (name.text for name in self.members())

    def _first(self, opening: str, closing: str) -> bool:
        """Step over an opening bracket, and the closing one if nothing stands between."""
        self._take(opening)
        if self.kind() != closing:
            return False
        self.at += 1
        return True

    def _ends(self, closing: str) -> bool:
        """Step over the comma before the next element, or the bracket that closes them all.

        Returns:
            Whether it was the bracket.

        """
        found = _SEPARATOR.match(self.text, self.at)
        if found is not None:
            if found[1] == ",":
                self.at = found.end()
                return False
            if found[1] == closing:
                self.at = found.end(1)
                return True
        self.kind()
        raise FormatSyntaxError(self.at, f", or {closing} is expected")

    def _take(self, character: str) -> None:
        if self.kind() != character:
            raise FormatSyntaxError(self.at, f"{character} is expected")
        self.at += 1


def strings(
    text: str, wanted: Callable[[JsonPath], bool] = lambda _: True, deepest: int = MAX_DEPTH
) -> Iterator[tuple[JsonPath | None, JsonString]]:
    """Yield the strings of a whole text; for `wanted` and `deepest` see `JsonCursor.strings`.

    Raises:
        FormatSyntaxError: if it is no JSON; what stands before the fault has been yielded.

    """
    cursor = JsonCursor(text)
    yield from cursor.strings(wanted, deepest)
    cursor.end()


@cache
def _decoder() -> Callable[[str, int], tuple[object, int]]:
    from json import JSONDecoder

    # `int` refuses numbers of more than 4,300 digits.
    return JSONDecoder(parse_int=float).raw_decode


def _next(above: list[tuple[Iterator[str | int], JsonPath | None]]) -> JsonPath | None:
    """Return the path of the value that comes next; leave the arrays and objects that end here."""
    while above:
        names, path = above[-1]
        for name in names:
            return JsonPath(path, name)
        above.pop()
    return None


def _ours(error: ValueError, at: int) -> FormatSyntaxError:
    offset = getattr(error, "pos", at)
    reason = getattr(error, "msg", "not a value")
    return FormatSyntaxError(offset, reason)
