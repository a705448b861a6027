r"""The strings of TOML front matter, each at its place, without a TOML parser (TOML 1.0).

One pass over the tokens that matter: strings, comments, keys, brackets, line ends. A string before
`=` or in the name of a table is a key, and no value; in an inline table a comma begins the next
key. The escapes of strings in double quotes are undone. Other values hold no DOI.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, undo

_TOKEN: Final = pattern(
    r'''"""(?P<lines>(?:[^"\\]|\\.|"(?!""(?!")))*+)(?:""")?
    | \'\'\'(?P<raw_lines>(?:[^']|'(?!\'\'(?!')))*+)(?:\'\'\')?
    | "(?P<string>(?:[^"\\\r\n]|\\[^\r\n])*+)"?
    | '(?P<raw>[^'\r\n]*+)'?
    | \#[^\r\n]*+
    | (?P<bare>[A-Za-z0-9_-]++)
    | (?P<mark>[=,\[\]{}\n])''',
    re.VERBOSE | re.DOTALL,
)
"""No string fails behind its first quote: what is not closed ends with the line, or the text. The
last three of the quotes that end a text over lines close it; one or two may stand before them."""
_STRINGS: Final = frozenset({"lines", "raw_lines", "string", "raw"})
_ESCAPE: Final = pattern(
    r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(?P<fold>[ \t]*\r?\n\s*)|(.))", re.DOTALL
)
_MEANINGS: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}
_HIGHEST: Final = 0x10FFFF
_KEY: Final = "doi"


def toml_strings(text: str, start: int, stop: int) -> Iterator[tuple[PlacedText, bool]]:
    """Yield the values that are strings, and whether the key says that each is a DOI.

    Args:
        text: the document.
        start: where the TOML begins.
        stop: where it ends.

    """
    key, is_key = "", True
    open_brackets: list[str] = []
    for token in _TOKEN.finditer(text, start, stop):
        kind, value = token.lastgroup, token[0]
        if kind == "bare" and is_key:
            key = value
        elif kind in _STRINGS and is_key:
            key = token[kind or 0]
        elif kind in _STRINGS:
            yield _meant(text, token), key.lower() == _KEY
        elif kind == "mark":
            is_key = _follow(value, open_brackets, is_key=is_key)


def _follow(mark: str, open_brackets: list[str], *, is_key: bool) -> bool:
    """Return whether a key stands behind a mark; `open_brackets` are those of values."""
    if mark == "\n":
        return is_key if open_brackets else True
    if mark in "[{":
        if is_key and not open_brackets:
            return True  # the name of a table
        open_brackets.append(mark)
        return mark == "{"
    if mark in "]}":
        if open_brackets:
            open_brackets.pop()
        return is_key and not open_brackets
    return mark == "," and open_brackets[-1:] == ["{"]


def _meant(text: str, token: re.Match[str]) -> PlacedText:
    """Return what a string says, with its places."""
    kind = token.lastgroup or "raw"
    start, end = token.span(kind)
    if kind.startswith("raw"):
        return PlacedText(text[start:end], start)
    return undo(text, (start, end), _ESCAPE, _meaning)


def _meaning(escape: re.Match[str]) -> str:
    if escape["fold"] is not None:
        return ""
    code = escape[1] or escape[2]
    if code is None:
        return _MEANINGS.get(escape[4], escape[4])
    number = int(code, 16)
    return chr(number) if number <= _HIGHEST else "\ufffd"
