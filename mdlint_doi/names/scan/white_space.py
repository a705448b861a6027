"""White space in a written DOI or in its address: find it, and close it up.

A line end is considered a cut if the part before it is not a complete DOI and the next line begins
with a possible rest. Such a part ends with `doi.org/10.`, with the slash after the prefix, or with
a mark after letters alone (`10.1016/j.cell.`). Blanks, or one line end, in the resolver's address,
between it and the DOI, or after `10.` are always a cut: no text has a DOI there otherwise.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.value import Value

BEGIN: Final = r"10\.[0-9]{4,9}(?:\.[0-9]+)*/(?:[A-Za-z][A-Za-z._/-]*[._/-])?"
"""Matches a DOI that is not complete before a line end."""
LABELLED: Final = r"doi(?:\.org/|:[ ]?)10\."
"""Matches a label or an address before the registrant code."""
BEFORE_CUT: Final = frozenset("._/-")
"""The last character before a line end that cuts a DOI."""
_GAP: Final = r"[ \t]*\n[ \t]*"
_CUT: Final = pattern(
    rf"""(?<![0-9A-Za-z.]){BEGIN} (?P<gap>{_GAP}) (?!10\.[0-9]|https?:|doi)
      (?=[0-9A-Za-z(][^\s<>]{{3}})
      (?=[0-9][^\s<>]*[._()-][0-9A-Za-z]|[A-Za-z(][^\s<>]*[._()-][0-9]{{2}}|[A-Za-z]+[0-9]{{4}})
    | {LABELLED} (?P<early>{_GAP}) (?=[0-9]{{4,9}}/[^\s<>])""",
    re.VERBOSE | re.IGNORECASE,
)
_SPACE: Final = r"(?:[ \t]{1,9}(?:\n[ \t]{0,99})?|\n[ \t]{0,99})"
_NAME: Final = r"(?=10\.[0-9]{4,9}(?:\.[0-9]+)*/[^\s<>])"
_SPACED: Final = pattern(
    rf"""doi(?:
        (?P<a>{_SPACE}) \.org/ {_NAME}
      | \.(?P<b>{_SPACE}) org/ {_NAME}
      | \.org (?P<c>{_SPACE}) / {_NAME}
      | \.org/ (?P<d>{_SPACE}) {_NAME}
      | (?:\.org/|:[ ]?) 10\. (?P<e>[ \t]{{1,9}}) (?=[0-9]{{4,9}}/[^\s<>])
    )""",
    re.VERBOSE,
)


class Joined(Value):
    """A text without the white space in DOIs.

    Attributes:
        text: the text, with its places.
        joints: the offsets in it where white space was left out.
    """

    text: PlacedText
    joints: tuple[int, ...]


def closed_up(running: PlacedText) -> Joined:
    """Return a text without the white space in its DOIs and their addresses."""
    text = running.text
    gaps = [found.span(found.lastgroup or 0) for found in _gaps(text)]
    if not gaps:
        return Joined(running, ())
    parts: list[PlacedText] = []
    joints: list[int] = []
    at = size = 0
    for first, last in sorted(gaps):
        begin = max(at, first)  # gaps may overlap
        parts.append(running.part(at, begin))
        size += begin - at
        joints.append(size)
        at = max(at, last)
    parts.append(running.part(at, len(text)))
    return Joined(PlacedText.joined(parts), tuple(joints))


def _gaps(text: str) -> list[re.Match[str]]:
    found = list(_SPACED.finditer(text)) if "doi" in text else []
    if "\n" in text and any(map(_may_be_cut, text.split("\n")[:-1])):
        found += _CUT.finditer(text)
    return found


def _may_be_cut(line: str) -> bool:
    """Return whether a DOI may continue in the next line; this test is faster than `_CUT`."""
    line = line.rstrip(" \t")
    return line[-1:] in BEFORE_CUT and "10." in line.split()[-1]


def spaced_end(text: str, start: int, reach: int) -> int:
    """Return the offset after the white space in an address that ends at `reach`; `reach` if none.

    Args:
        text: the text.
        start: the offset where the address begins.
        reach: the offset where it ends, at or shortly before the white space.
    """
    found = _SPACED.search(text, start, reach + 120)
    if found is None:
        return reach
    last = found.end(found.lastgroup or 0)
    return last if found.start() < reach <= last else reach
