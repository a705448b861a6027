"""Names in running text that a line end or emphasis cuts in two.

A line end is taken for a cut where the part before it is no name yet: it ends with `doi.org/10.`,
with the slash of the prefix, or with a mark behind letters alone (`10.1016/j.cell.`), and the next
line begins with what can be the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.text.pattern import pattern

_BEGIN: Final = r"10\.[0-9]{4,9}(?:\.[0-9]+)*/(?:[A-Za-z][A-Za-z._/-]*[._/-])?"
_LABELLED: Final = r"doi(?:\.org/|:[ ]?)10\."
_GAP: Final = r"[ \t]*\n[ \t]*"
_CUT: Final = pattern(
    rf"""(?<![0-9A-Za-z.]){_BEGIN} (?P<gap>{_GAP}) (?!10\.[0-9]|https?:|doi)
      (?=[0-9A-Za-z(][^\s<>]{{3}})
      (?=[0-9][^\s<>]*[._()-][0-9A-Za-z]|[A-Za-z(][^\s<>]*[._()-][0-9]{{2}}|[A-Za-z]+[0-9]{{4}})
    | {_LABELLED} (?P<early>{_GAP}) (?=[0-9]{{4,9}}/[^\s<>])""",
    re.VERBOSE | re.IGNORECASE,
)
_CUT_END: Final = pattern(rf"(?:{_BEGIN}|{_LABELLED})\Z", re.IGNORECASE)
_LONGEST: Final = 80
_REACH: Final = 1000
_NEXT_WORD: Final = pattern(r"[ \t]*\n[ \t]*\S+")
_RUN: Final = pattern(r"(?:(?!<(?:https?|doi):)\S)+", re.IGNORECASE)
_PLAIN: Final = pattern(r"[^\s<>`\[\]]+")


def url_reach(text: str, start: int, end: int) -> int:
    """Return how far a bare URL goes that GitHub links up to `end`, if it was meant whole."""
    run = _RUN.match(text, end, end + _REACH)
    reach = run.end() if run else end
    if _CUT_END.search(text, max(start, reach - _LONGEST), reach):
        word = _NEXT_WORD.match(text, reach)
        return word.end() if word else reach
    return reach


def join_lines(
    text: str,
    start: int,
    indexes: list[int] | None,
) -> tuple[str, list[int] | None, list[int]]:
    """Close the gaps in names that are cut by a line end.

    Args:
        text: running text.
        start: where it begins in its block.
        indexes: where its characters and its end stand there; None: in a row.

    Returns:
        The text without the gaps, where its characters stand, and the offsets in it at which a
        gap was.

    """
    if "\n" not in text:
        return text, indexes, []
    gaps = [match.span(match.lastgroup or 0) for match in _CUT.finditer(text)]
    if not gaps:
        return text, indexes, []
    if indexes is None:
        indexes = list(range(start, start + len(text) + 1))
    pieces: list[str] = []
    kept: list[int] = []
    joints: list[int] = []
    at = 0
    for first, last in gaps:
        pieces.append(text[at:first])
        kept += indexes[at:first]
        joints.append(len(kept))
        at = last
    pieces.append(text[at:])
    kept += indexes[at:]
    return "".join(pieces), kept, joints


def words_with_marks(text: str, marks: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the words that have an underscore in them which is markup: start and end."""
    done = 0
    for start, end in sorted(marks):
        if start < done or end - start > 1 or text[start] != "_":
            continue
        first = start
        while first > done and _PLAIN.match(text[first - 1]):
            first -= 1
        word = _PLAIN.match(text, first)
        done = word.end() if word else end
        if first < start and done > end:
            yield first, done
