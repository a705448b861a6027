r"""The lines of YAML front matter: which begin an entry, and which go on with a scalar.

In a scalar of several lines, `see (DOI: 10.1000/182)` is text, and no key with a value. Such are
the block scalars (`key: |`), whose lines are indented deeper than their key, and scalars in quotes
that do not end in their line (YAML 1.2, sections 8.1 and 7.3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import line_spans
from mdlint_doi.text.value import Value

_Span = tuple[int, int]
ENTRY: Final = pattern(
    r"""[ \t]*(?:-[ \t]+)*+
    (?P<asks>\?(?=[ \t]|\Z))?+                             # a key on a line of its own
    (?: (?: "(?P<double>(?:[^"\\]|\\.)*+)" | '(?P<single>(?:[^']|'')*+)' ) [ \t]*+ :(?=[ \t]|\Z)
      | (?P<plain> [^\s"'\[\]{}\#,&*!|>%@`:-] (?:[^:\#]|:(?![ \t]|\Z)|(?<![ \t])\#)*+ )
        :(?=[ \t]|\Z)
      | :(?=[ \t]) )?+ [ \t]*+""",
    re.VERBOSE,
)
"""What stands before the value of a line: indent, dashes, a key of any kind."""
_PROPERTIES: Final = r"(?:[!&][^\s,\[\]{}]*+[ \t]++)*+"
"""A tag, an anchor."""
_BLOCK: Final = pattern(_PROPERTIES + r"[ \t]*+[|>][-+0-9]*+[ \t]*+(?:\#.*)?\Z")
_OPEN: Final = pattern(_PROPERTIES + r"""[ \t]*+(?P<quote>["'])""")
_INSIDE: Final = {"'": pattern(r"(?:[^']|'')*+"), '"': pattern(r'(?:[^"\\]|\\.)*+\\?+')}
"""What may stand behind a quote, up to the one that ends the scalar; at the end, a lone escape."""
BLOCK: Final = "block"
STYLES: Final = {"'": "single", '"': "double"}


class Line(Value):
    """A line of front matter.

    Attributes:
        start: of the line, or of the part of it that goes on with a scalar.
        end: likewise.
        entry: what stands before its value; None where it goes on with a scalar.
        key: of the entry, also of one in a line above.
        style: how the scalar is written that goes on: `BLOCK`, or one of `STYLES`.
        is_all: of the block scalar.

    """

    start: int
    end: int
    entry: re.Match[str] | None = None
    key: str = ""
    style: str = ""
    is_all: bool = False


def yaml_lines(text: str) -> Iterator[Line]:
    """Yield the lines that begin an entry or go on with a scalar that is no key."""
    spans, at = [*line_spans(text)], 0
    waits = False  # for a value that a line below its key may hold
    while at < len(spans):
        start, end = spans[at]
        at += 1
        entry = ENTRY.match(text, start, end)
        if entry is None:  # it never is: all of it is optional
            continue
        key = entry["plain"] or entry["double"] or entry["single"] or ""
        yield Line(start, end, entry, key)
        value = entry.end()
        rest: Sequence[Line] = ()
        if waits or text[start:value].strip():
            if _BLOCK.match(text, value, end):
                rest = _block(text, spans, at, _column(text, entry) - start, key)
            elif opened := _OPEN.match(text, value, end):
                rest = _quoted(text, spans, at, opened, key)
        at += len(rest)
        if entry["asks"] is None:
            yield from rest
        waits = value == end


def _column(text: str, entry: re.Match[str]) -> int:
    """Return the offset of an entry's key or last dash: a block is indented deeper."""
    if entry["plain"] is not None:
        return entry.start("plain")
    for style in STYLES.values():
        if entry[style] is not None:
            return entry.start(style) - 1
    marks = [text.rfind(mark, entry.start(), entry.end()) for mark in "-?:"]
    return max(marks) if max(marks) >= 0 else entry.end() - 1


def _block(
    text: str, spans: Sequence[tuple[int, int]], at: int, column: int, key: str
) -> Sequence[Line]:
    """Return the lines of a block scalar whose first is the line at an index."""
    found: list[Line] = []
    filled = 0
    for index in range(at, len(spans)):
        start, end = spans[index]
        words = text[start:end].lstrip(" ")
        if words.strip():
            if end - start - len(words) <= column:
                break
            filled += 1
        found.append(Line(start, end, None, key, BLOCK))
    return [line.replace(is_all=True) for line in found] if filled == 1 else found


def _quoted(
    text: str, spans: Sequence[tuple[int, int]], at: int, opened: re.Match[str], key: str
) -> Sequence[Line]:
    """Return the lines of a scalar in quotes that come behind the one in which it is opened."""
    quote, found = opened["quote"], list[Line]()
    inside = _INSIDE[quote]
    stop = _end(inside, text, opened.end(), spans[at - 1][1])
    while stop == spans[at - 1 + len(found)][1]:
        if at + len(found) == len(spans):
            return ()  # it is not closed: this is no YAML
        start, end = spans[at + len(found)]
        stop = _end(inside, text, start, end)
        found.append(Line(start, stop, None, key, STYLES[quote]))
    return found


def _end(expression: re.Pattern[str], text: str, start: int, end: int) -> int:
    found = expression.match(text, start, end)
    return found.end() if found else start
