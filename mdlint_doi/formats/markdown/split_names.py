"""Names in running text that a line end or emphasis cuts in two.

A line end is taken for a cut where the part before it is no name yet: it ends with `doi.org/10.`,
with the slash of the prefix, or with a mark behind letters alone (`10.1016/j.cell.`), and the next
line begins with what can be the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

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
_BEFORE_CUT: Final = frozenset("._/-")
"""What a name that is cut ends with."""
_LONGEST: Final = 80
_REACH: Final = 1000
_NEXT_WORD: Final = pattern(r"[ \t]*\n[ \t]*\S+")
_RUN: Final = pattern(r"(?:(?!<(?:https?|doi):)\S)+", re.IGNORECASE)
_PLAIN: Final = pattern(r"[^\s<>`\[\]]+")


def url_reach(text: str, start: int, end: int) -> int:
    """Return how far a bare URL goes that GitHub links up to `end`, if it was meant whole."""
    run = _RUN.match(text, end, end + _REACH)
    reach = run.end() if run else end
    is_cut = reach > start and text[reach - 1] in _BEFORE_CUT
    if is_cut and _CUT_END.search(text, max(start, reach - _LONGEST), reach):
        word = _NEXT_WORD.match(text, reach)
        return word.end() if word else reach
    return reach


def join_lines(running: PlacedText) -> tuple[PlacedText, list[int]]:
    """Close the gaps in names that are cut by a line end.

    Returns:
        The text without the gaps, and the offsets in it at which a gap was.

    """
    text = running.text
    if not any(map(_may_be_cut, text.split("\n")[:-1])):
        return running, []
    parts: list[PlacedText] = []
    joints: list[int] = []
    at = size = 0
    for gap in _CUT.finditer(text):
        first, last = gap.span(gap.lastgroup or 0)
        parts.append(running.part(at, first))
        size += first - at
        joints.append(size)
        at = last
    if not parts:
        return running, []
    return PlacedText.joined([*parts, running.part(at, len(text))]), joints


def _may_be_cut(line: str) -> bool:
    """Return whether a name may go on in the next line; that is told with less than `_CUT`."""
    line = line.rstrip(" \t")
    return line[-1:] in _BEFORE_CUT and "10." in line.split()[-1]


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
