r"""Make text from documents, paths and servers harmless for a terminal and for a build's log.

Every code point that moves the cursor, changes colours, reorders or hides text is written as a
visible escape (`\x1b`, `\u202e`). The same holds for text that a build service would take for a
command: `##[…]` anywhere in a line, `::…` at its start. The price: a literal `\x1b` in a document
looks the same as an escaped one. Colours are plain SGR sequences (ECMA-48 section 8.3.117), because
importing a library for them takes too long.

Long lines are wrapped between words. Combining marks take no cell of a terminal, wide characters
take two (Unicode Standard Annex 11), and the escape sequences of colours (SGR) and links (OSC 8)
take none.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from mdlint_doi.text.pattern import pattern

LIMIT: Final = 500  # code points of a line; a longer line loses its middle, a message its end

_WITH_LINKS: Final = ("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "WarpTerminal")
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Commands of GitHub (first version), Azure Pipelines and TeamCity, which also work inside a line.
_LOG_COMMAND: Final = pattern(r"##(?=(?:vso|teamcity)?\[)", re.IGNORECASE)
_LEAST: Final = 20  # the least cells of a row, even on a narrower terminal
_INDENT: Final = "    "
_SEQUENCE: Final = pattern(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b]*\x1b\\")


def visible(text: str) -> str:
    """Return `text` on one line, with invisible characters as escapes; idempotent."""
    if text.isprintable() and "##" not in text:
        return text
    return "".join(pieces(text))


def pieces(text: str) -> list[str]:
    """Return the visible form of each code point of `text`; joined, they are `visible(text)`."""
    shown = [_shown(character) for character in text]
    for command in _LOG_COMMAND.finditer(text):
        shown[command.end() - 1] = "\\x23"
    return shown


def shorten(text: str, limit: int = LIMIT) -> str:
    """Return `text`, its middle replaced by `…` if it is longer than `limit` code points."""
    if len(text) <= limit:
        return text
    head = (limit - 1) * 2 // 3
    return f"{text[:head]}…{text[len(text) - (limit - 1 - head) :]}"


def line(text: str, limit: int = LIMIT) -> str:
    """Return `text` visible and with at most `limit` code points before escaping, for a message."""
    if len(text) <= limit and text.isprintable() and "##" not in text:
        return text  # most texts
    return visible(shorten(text, limit))


def message(text: str, limit: int = LIMIT) -> str:
    """Return the message of a finding, visible; a long message loses its end.

    A message without its middle could join the beginning of one title to the end of another one.
    """
    if len(text) <= limit and text.isprintable() and "##" not in text:
        return text  # most messages
    return visible(text if len(text) <= limit else f"{text[: limit - 1]}…")


@lru_cache(maxsize=8)
def path(name: str) -> str:
    """Return a path for the start of a line: visible, and not the start of a command (`::`).

    The results are cached, because the findings of a document follow each other.
    """
    shown = visible(name)
    if shown.lstrip().startswith("::"):
        shown = shown.replace("::", "\\x3a:", 1)
    return shown


def json_line(value: object) -> str:
    """Return a value as JSON in ASCII, exact, and without commands of build services."""
    from json import dumps

    return dumps(value).replace("##", "#\\u0023")


def toml_value(value: object) -> str:
    """Return a string or a list of strings as TOML, in ASCII with escapes."""
    from json import dumps

    written = dumps(value, ensure_ascii=False)
    return "".join(
        character if " " <= character <= "~" else f"\\U{ord(character):08x}"
        for character in written
    )


def json_array(values: Iterable[object]) -> Iterator[str]:
    """Yield the lines of a JSON array, with one value on each line."""
    row = ""
    for value in values:
        yield f"{row}," if row else "["
        row = f"  {json_line(value)}"
    yield from (row, "]") if row else ("[]",)


def encodable(text: str) -> str:
    """Return `text` with lone surrogates, which UTF-8 cannot encode, as visible escapes."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")


def _shown(character: str) -> str:
    code = ord(character)
    # Unicode never assigns noncharacters, and XML refuses some of them.
    is_noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    if unicodedata.category(character) not in _HIDDEN and not is_noncharacter:
        return character
    return character.encode("unicode-escape").decode("ascii")


class Style:
    """The styles for parts of a report, as SGR parameters."""

    PATH: Final = "1"
    ERROR: Final = "1;31"
    WARNING: Final = "1;33"
    HINT: Final = "1;36"
    DIM: Final = "2"
    GOOD: Final = "32"


def wanted(*, terminal: bool, environ: Mapping[str, str]) -> bool:
    """Return whether to use colours.

    NO_COLOR has priority over FORCE_COLOR (no-color.org, force-color.org), and both over
    `terminal`, whether the output is one.
    """
    if environ.get("NO_COLOR"):
        return False
    is_forced = environ.get("FORCE_COLOR", "0") not in {"", "0"}
    return is_forced or (terminal and environ.get("TERM") != "dumb")


def links_wanted(*, terminal: bool, environ: Mapping[str, str]) -> bool:
    """Return whether a terminal supports links (OSC 8), judged by its environment variables.

    A program cannot query this, and a terminal without support may show garbage. FORCE_HYPERLINK
    overrides the list of known terminals here. Source: https://github.com/Alhadis/OSC8-Adoption.
    """
    if (forced := environ.get("FORCE_HYPERLINK")) is not None:
        return forced not in {"", "0"}
    if not terminal or environ.get("CI") or environ.get("TERM", "dumb") == "dumb":
        return False
    vte = environ.get("VTE_VERSION", "")
    return (
        any(environ.get(name) for name in ("WT_SESSION", "KONSOLE_VERSION", "DOMTERM"))
        or environ.get("TERM_PROGRAM") in _WITH_LINKS
        or environ["TERM"] in {"xterm-kitty", "alacritty", "foot", "xterm-ghostty"}
        or (vte.isdecimal() and int(vte) >= 5000)
    )


def link(text: str, address: str, *, links: bool) -> str:
    """Return `text` as a link to an address (OSC 8); unchanged if not `links`."""
    return f"\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\" if links else text


def paint(text: str, style: str, *, color: bool) -> str:
    """Return a visible text in a style, one of `Style`; unchanged if not `color`."""
    return f"\x1b[{style}m{text}\x1b[0m" if color and text else text


def wrapped(lines: Iterable[str], columns: int | None) -> Iterator[str]:
    """Yield the rows of lines that are broken between words; further rows of a line are indented.

    A word that is longer than a row stays whole, so that it can be copied.

    Args:
        lines: lines without control characters, except the sequences of colours and links.
        columns: the width of the terminal in cells; None: no terminal, lines stay unchanged.
    """
    for line in lines:
        if columns is None or (len(line) <= columns and line.isascii()):
            yield line
        else:
            yield from _rows(line, max(columns, _LEAST))


def _rows(line: str, columns: int) -> Iterator[str]:
    margin = line[: len(line) - len(line.lstrip(" "))]
    row, used = "", 0
    for word in line.removeprefix(margin).split(" "):
        size = width(_SEQUENCE.sub("", word))
        if not row:
            row = margin + word
            used = len(margin) + size
        elif used + 1 + size <= columns:
            row = f"{row} {word}"
            used = used + 1 + size
        else:
            yield row
            row = f"{margin}{_INDENT}{word}"
            used = len(margin) + len(_INDENT) + size
    yield row


def width(text: str) -> int:
    """Return the number of cells that a text without escape sequences takes."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
