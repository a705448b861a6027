"""Whether two names of journals, books or conferences are of one and the same.

By exact letters a quarter of all right entries would differ (`spec/fields.md` section 4), so a name
counts as another one only where nothing speaks for the same: neither an abbreviation nor an
acronym, nor a word in common.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.folding import stem, words
from mdlint_doi.works.markup import plain_tex, plain_title
from mdlint_doi.works.venue_names import (
    LITTLE_WORDS,
    PUBLISHERS,
    SAME_WORKS,
    SERIES,
    SMALL_WORDS,
    VENUES,
)

OTHER: Final = 0.34
"""Below this share of common words two names are of two venues; between 0.01 and 0.99 every bound
gave the same figures."""
SAME: Final = 0.75
"""From this share of common words on they are of one."""
_UNKNOWN: Final = 0.5
_LONGEST: Final = 30
"""Words of a name that are looked at."""
_PREPRINT: Final = pattern(
    r"(?i)\b(?:\w{0,12}rxiv\w{0,8}|corr|abs/|preprint|ssrn|research square|osf|hal|zenodo|figshare"
    r"|unpublished|submitted|in press|to appear|working paper|technical report|tech\. rep"
    r"|forthcoming|e-?prints?|online)\b"
)
_ORDINAL: Final = pattern(r"\d+(?:st|nd|rd|th)?|(?:19|20)\d\d")
_POINT: Final = pattern(r"(?<=\w)\.(?=\w)")
_CAPITALS: Final = pattern(r"(?<![A-Za-z])[A-Z][A-Za-z]*[A-Z]+(?![A-Za-z])")
_PREFIX: Final = 6
"""Letters of a word of `VENUES` that have to stand in a name: "computational", "comput."."""


def is_other_venue(stated: str, registered: Sequence[str]) -> bool:
    """Return whether a venue is none of those of a record, as far as that can be told.

    Args:
        stated: the journal or book of an entry, without TeX.
        registered: the containers of the record; series and publishers say nothing.

    """
    if not stated or _PREPRINT.search(stated) or _is_series(stated):
        return False
    known = [
        plain_title(one)
        for one in registered
        if one and not _is_series(one) and not _PREPRINT.search(one)
    ]
    return bool(known) and max(same_venue(stated, one) for one in known) < OTHER


def is_same_venue(stated: str, registered: str) -> bool:
    """Return whether two names are of one venue: in full, shortened word by word, or initials."""
    return same_venue(stated, plain_title(registered)) >= SAME


def _is_series(name: str) -> bool:
    """Return whether a container is a series or a publisher: "Springer Berlin Heidelberg"."""
    bare = name.casefold().strip()
    of_publisher = bare in PUBLISHERS or bare.startswith(("springer", "elsevier"))
    return of_publisher or any(one in bare for one in SERIES)


@lru_cache(maxsize=256)
def same_venue(one: str, other: str) -> float:
    """Return 1 for the same venue, 0 for one that has nothing in common, else something between."""
    mine, theirs = _venue_words(one), _venue_words(other)
    if not mine or not theirs:
        return _UNKNOWN
    if _is_whole(mine, theirs) or _is_double(one, other) or _are_initials(mine, theirs):
        return 1.0
    known, others = _known(mine, one), _known(theirs, other)
    if known and others:
        return 1.0 if known & others else 0.0
    said, meant = _without(mine, SMALL_WORDS) or mine, _without(theirs, SMALL_WORDS) or theirs
    if _abbreviates(said, meant) or _abbreviates(meant, said):
        return 1.0
    if _is_acronym(said, meant, one) or _is_acronym(meant, said, other):
        return 1.0
    return _share(said, meant)


def _venue_words(name: str) -> list[str]:
    """Return the words of a name, without ordinals and years: "12th", "2019"."""
    text = _POINT.sub(". ", plain_tex(name[:500]).replace("&", " and "))
    return [word for word in words(text) if not _ORDINAL.fullmatch(word)][:_LONGEST]


def _is_whole(mine: list[str], theirs: list[str]) -> bool:
    """Return whether two names are equal when joined, or one holds the other."""
    one, other = "".join(mine), "".join(theirs)
    enough = min(len(one), len(other)) > 3
    return one == other or (enough and (one in other or other in one))


def _is_double(one: str, other: str) -> bool:
    """Return whether both are venues in which one work stands."""
    pair = one.casefold(), other.casefold()
    return any(
        (first in pair[0] and second in pair[1]) or (first in pair[1] and second in pair[0])
        for first, second in SAME_WORKS
    )


def _known(found: list[str], name: str) -> set[int]:
    """Return which of the well-known venues a name is: by acronym, or by all words of a name."""
    capitals = {one.lower() for one in _CAPITALS.findall(plain_tex(name))}
    if len(found) == 1:
        capitals.add(found[0])
    return {
        number
        for number, venue in enumerate(VENUES)
        if capitals & set(venue.acronyms.split()) or any(_holds(found, one) for one in venue.names)
    }


def _holds(found: list[str], name: str) -> bool:
    wanted = name.split()
    return len(wanted) > 1 and all(
        any(
            word.startswith(one[:_PREFIX]) or (len(word) > 2 and one.startswith(word))
            for word in found
        )
        for one in wanted
    )


def _abbreviates(short: list[str], long: list[str]) -> bool:
    """Return whether each word begins a word of another name, in order, or is contracted from it.

    So ISO 4 shortens names: "Phys. Rev. Lett.", "Intl."
    """
    at = 0
    for word in short:
        while at < len(long) and not _shortens(word, long[at]):
            at += 1
        if at == len(long):
            return False
        at += 1
    return True


def _shortens(word: str, long: str) -> bool:
    if long.startswith(word) or (word.startswith(long) and len(long) > 3):
        return True
    return word[0] == long[0] and len(word) > 2 and len(long) > 4 and _is_contracted(word, long)


def _is_contracted(short: str, long: str) -> bool:
    """Return whether the letters of a word stand in another one, in order."""
    letters = iter(long)
    return all(one in letters for one in short)


def _is_acronym(said: list[str], meant: list[str], name: str) -> bool:
    """Return whether a word of a name is the initials of the other one, or stands in it."""
    initials = "".join(word[0] for word in meant)
    plain = plain_tex(name)
    for word in said:
        if not 2 <= len(word) <= 8:
            continue
        in_capitals = re.search(rf"(?<![A-Za-z]){re.escape(word.upper())}(?![a-z])", plain)
        if word in meant and word not in LITTLE_WORDS:
            return True
        if in_capitals and len(word) > 2 and len(said) <= 3 and _is_contracted(word, initials):
            return True
    return False


def _are_initials(mine: list[str], theirs: list[str]) -> bool:
    """Return whether a name is one word of initials of the other, small words too: "MBoC"."""
    short, long = sorted((mine, theirs), key=len)
    if len(short) > 1 or not 2 <= len(short[0]) <= 8:
        return False
    initials = "".join(word[0] for word in long)
    return short[0] == initials or (len(short[0]) > 2 and _is_contracted(short[0], initials))


def _without(found: list[str], little: frozenset[str]) -> list[str]:
    return [word for word in found if word not in little]


def _share(said: list[str], meant: list[str]) -> float:
    """Return the share of words with content that stand in the other name, the higher of two."""
    mine = [word for word in _without(said, LITTLE_WORDS) if len(word) > 1]
    theirs = [word for word in _without(meant, LITTLE_WORDS) if len(word) > 1]
    if not mine or not theirs:
        return _UNKNOWN
    return min(0.99, max(_share_of(mine, theirs), _share_of(theirs, mine)))


def _share_of(mine: list[str], theirs: list[str]) -> float:
    return sum(any(_is_akin(one, other) for other in theirs) for one in mine) / len(mine)


def _is_akin(one: str, other: str) -> bool:
    """Return whether one word begins the other, or both begin alike."""
    if one == other:
        return True
    if min(len(one), len(other)) >= 3 and (other.startswith(one) or one.startswith(other)):
        return True
    return len(one) >= 5 and stem(one)[:5] == stem(other)[:5]
