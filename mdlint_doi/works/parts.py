"""Recognize the parts of a work and notices about it by their titles: "Part II", "Erratum: …".

They share nearly all words with the title of the work, but are different works.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.folding import LONGEST_TITLE, Words, plain_tex, plain_title, words

_RETRACTED: Final = pattern(
    r"^\W{0,5}(?:RETRACTED|WITHDRAWN|REMOVED)(?: [A-Z]+)?\W{0,3}[:\]–—-]\s*"
)
"""Matches the mark before the title of a retracted work; "Retraction: …" is a different work."""
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
           ( [ivx]+ | \d{1,2} | one | two | three | four )
           (?: \b | (?=[⁰¹²³⁴-⁹]) ) )                               # "Part II", "Vol. 2"
    | [:.,;–—-] \s+ ( [IVX]{1,4} ) (?= [:.,;\s] | $ )                   # "…: II. …"
    | \s ( [IVX]{2,4} ) (?= [:.,;)] | \s* $ )                           # "… II: …", "… II"
    | (?: ^ | \s ) ( [IVX]{1,4} ) [.:] \s                               # "I. …"
    """,
    re.VERBOSE,
)
_NUMBERED: Final = pattern(
    r"[.:]\s+(\d{1,2})\.\s++(?!(?i:Aufl|Ausg|ed[. ]|edition|bearb|durchges|überarb))"
)
"""Matches the number of a part, not an edition, in digits: "Roots of tulips. 2. In winter"."""
_MOST_FORMS: Final = 3
"""At most this many forms of a registered title are read; the others are translations."""
_ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_NUMBERS: Final = {one: str(number) for number, one in enumerate(_ROMAN, 1)} | {
    one: str(number) for number, one in enumerate(("one", "two", "three", "four"), 1)
}


def bare(title: str) -> str:
    """Return a title without the mark that the work was retracted."""
    return _RETRACTED.sub("", title.lstrip())


@lru_cache(maxsize=512)
def notice_of(title: str) -> str:
    """Return the kind of notice that a title states, such as `erratum`; empty for other works."""
    text = bare(plain_tex(plain_title(title[:LONGEST_TITLE])))
    found = _NOTICE.match(text) or _NOTICE_BEHIND.search(text)
    kind = next((one for one in found.groups() if one), "").lower() if found else ""
    return _SAME_NOTICE.get(kind, kind)


@lru_cache(maxsize=512)
def parts_of(title: str) -> frozenset[str]:
    """Return the numbers of the parts that a title states, in digits: "Part II" is 2."""
    text = " " + plain_tex(plain_title(title[:LONGEST_TITLE]))
    numbers = (next(filter(None, one.groups())).lower() for one in _PART.finditer(text))
    return frozenset(_NUMBERS.get(one, one) for one in numbers)


def differing_parts(stated: str, registered: tuple[str, ...]) -> tuple[str, str] | None:
    """Return what a stated and a registered title are, if they are of different works.

    The result is `("the work itself", "erratum")` or `("part 1", "part 2")`, for example; None if
    both may be of one work.
    """
    said, known = notice_of(stated), [notice_of(one) for one in registered[:_MOST_FORMS]]
    if known and said not in known:
        return said or "the work itself", known[0] or "the work itself"
    mine = parts_of(stated)
    theirs = frozenset[str]().union(*map(parts_of, registered[:_MOST_FORMS]))
    if mine and theirs and mine != theirs:
        return f"part {', '.join(sorted(mine))}", f"part {', '.join(sorted(theirs))}"
    return None


def later_part(registered: str, text: str) -> tuple[list[str], tuple[str, ...]]:
    """Return the numbers of a later part that a text lacks, and its title without them.

    The number may be at the end of the title, or before the title of the part, so there are two
    forms of the title without it. Both results are empty for a title without a number, for a first
    part, and if the text contains the numbers.
    """
    title = " " + plain_tex(plain_title(registered[:LONGEST_TITLE]))
    form = _PART if _PART.search(title) else _NUMBERED
    first = form.search(title)
    if first is None:
        return [], ()
    known = parts_of(title) or {first[1]}
    numbers = sorted(known - {"1"} - parts_of(text) - {*_NUMBERED.findall(text[:4000])})
    return numbers, (form.sub(" ", title), title[: first.start()]) if numbers else ()


def names_part(registered: tuple[str, ...], text: Words) -> bool:
    """Return whether a text contains the whole title of a part, or the word for the notice."""
    for one in registered[:_MOST_FORMS]:
        notice = notice_of(one)
        others = (word for word, kind in _SAME_NOTICE.items() if kind == notice)
        if notice and any(text.has_phrase(words(word)) for word in (notice, *others)):
            return True
        if (parts_of(one) or _NUMBERED.search(one)) and text.has_phrase(words(one)):
            return True
    return False
