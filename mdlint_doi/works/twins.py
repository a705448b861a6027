"""Titles that share their words and name two works: a work and its erratum, part I and part II.

For a search that alone forbids a proposal (`same_title`); for a citation it is a hint.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.markup import plain_tex, plain_title

_RETRACTED: Final = pattern(r"^\W*(?:RETRACTED|WITHDRAWN|REMOVED)(?: ARTICLE)?\W*", re.IGNORECASE)
"""What is put before the title of the work itself, which stays that work."""
_NOTICE: Final = pattern(
    r"""
    ^\W* (?: (?:author|publisher)'?s? \s+ )?
    ( erratum | errata | correction | corrigendum | corrigenda | addendum
    | retraction (?:\ note | \ notice)? | expression\ of\ concern
    | reply | response | authors?'?\ reply | comments? | commentary | rejoinder | discussion
    | correspondence | book\ review | review\ of )\b
    (?: \s* (?: to | on | of | for | from | by | the\ authors? | re | notice | note )\b
      | \s* [:\-–—\[(“"'’]                                     # "Erratum: …"
      | \s* $ )                                                # the title is that word
    """,
    re.IGNORECASE | re.VERBOSE,
)
_NOTICE_BEHIND: Final = pattern(
    r"""
      [\[(] \s* ( erratum | corrigendum | correction | reply | comment | rejoinder | discussion
                | retraction | retracted )\b [^\])]* [\])] \W* $        # "… (Erratum)"
    | [-–—:.,;] \s* ( rejoinder | reply | comment | discussion | continued | concluded | erratum
                    | corrigendum ) \W* $                               # "…: rejoinder"
    """,
    re.IGNORECASE | re.VERBOSE,
)
_SAME_NOTICE: Final = {
    **dict.fromkeys(("errata", "correction", "corrigendum", "corrigenda"), "erratum"),
    **dict.fromkeys(("response", "authors' reply", "author's reply"), "reply"),
    **dict.fromkeys(("comments", "commentary"), "comment"),
}
_PART: Final = pattern(
    r"""
      (?i: \b (?: part | pt | paper | teil | partie | volume | vol | chapter ) \.? \s+
           ( [ivx]+ | \d{1,2} | one | two | three | four ) \b )         # "Part II", "Vol. 2"
    | [:.,;–—-] \s+ ( [IVX]{1,4} ) (?= [:.,;\s] | $ )                   # "…: II. …"
    | \s ( [IVX]{2,4} ) (?= [:.,;)] | \s* $ )                           # "… II: …", "… II"
    | (?: ^ | \s ) ( [IVX]{1,4} ) [.:] \s                               # "I. …"
    """,
    re.VERBOSE,
)
_NUMBERS: Final = {
    "i": "1",
    "ii": "2",
    "iii": "3",
    "iv": "4",
    "v": "5",
    "vi": "6",
    "vii": "7",
    "viii": "8",
    "ix": "9",
    "x": "10",
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
}


@lru_cache(maxsize=512)
def notice_of(title: str) -> str:
    """Return what a title says that it is: `erratum`, `reply` …; empty for a work of its own."""
    text = _RETRACTED.sub("", plain_tex(plain_title(title[:2000])))
    found = _NOTICE.match(text) or _NOTICE_BEHIND.search(text)
    kind = next((one for one in found.groups() if one), "").lower() if found else ""
    return _SAME_NOTICE.get(kind, kind)


@lru_cache(maxsize=512)
def parts_of(title: str) -> frozenset[str]:
    """Return the numbers of parts that a title gives, in digits: "Part II" is 2."""
    text = " " + plain_tex(plain_title(title[:2000]))
    numbers = (next(filter(None, one.groups())).lower() for one in _PART.finditer(text))
    return frozenset(_NUMBERS.get(one, one) for one in numbers)


def twin(stated: str, registered: tuple[str, ...]) -> tuple[str, str] | None:
    """Return how two titles that are alike name two works; None if they may name one.

    Args:
        stated: the title of a document.
        registered: the forms of the record's title, the main one first.

    Returns:
        What each of them is: `("the work", "erratum")`, `("part 1", "part 2")`.

    """
    said, known = notice_of(stated), [notice_of(one) for one in registered[:2]]
    if known and said not in known:
        return said or "the work itself", known[0] or "the work itself"
    mine = parts_of(stated)
    theirs = frozenset[str]().union(*map(parts_of, registered[:3]))
    if mine and theirs and mine != theirs:
        return f"part {', '.join(sorted(mine))}", f"part {', '.join(sorted(theirs))}"
    return None
