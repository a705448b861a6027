"""How far a title stands in a text, and how far two titles are one.

The words of titles are not worth the same: "single", "cell", "analysis" stand in thousands of
titles of one field, so sharing them weighs little (`folding.weight`). Nor does a bag of words
suffice: a title stands in one stretch.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.folding import Words, content, stem, weight, words
from mdlint_doi.works.work import Work

LONGEST: Final = 100
"""Words of a title that are looked at."""

_HEAD: Final = pattern(r"\s?[:?!–—]\s+|\s[-–—]\s+|\.\s+")
_NOTICE: Final = pattern(
    r"""
    ^\W{0,5}
    (?: retracted(?:[ ]article)? | withdrawn | removed | retraction(?:[ ]note)?
      | correction | erratum | corrigendum | author[ ]correction | publisher[ ]correction
      | expression[ ]of[ ]concern )\b
    (?:[ ]to|[ ]for|[ ]notice)? \s{0,5}[:\]–—-]{1,5}\s{0,5}     # up to what ends the notice
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""What publishers put before the title of a work that was retracted or corrected."""


class TitleForm(NamedTuple):
    """A form in which a title may be cited.

    Attributes:
        words: all of its words, folded.
        content: those that say something; all, if none does.
        is_whole: not only the part before or behind a colon.

    """

    words: list[str]
    content: list[str]
    is_whole: bool


class Standing(NamedTuple):
    """How far a title stands in a text.

    Attributes:
        form: which form of it.
        phrase: its words stand there one after the other.
        coverage: the share of its words that stand anywhere.
        run: the share that stands in one stretch.

    """

    form: TitleForm
    phrase: bool
    coverage: float
    run: float


def forms_of(titles: Sequence[str]) -> list[TitleForm]:
    """Return the forms of a work's titles: each whole, then its part before and behind a colon."""
    found: dict[tuple[str, ...], TitleForm] = {}
    for title in titles[:8]:
        bare = _NOTICE.sub("", title[:2000], count=1)
        pieces = _HEAD.split(bare, maxsplit=1)
        for piece in dict.fromkeys([bare, *(pieces if len(pieces) == 2 else ())]):
            said = words(piece)[:LONGEST]
            form = TitleForm(said, content(said) or said, piece is bare)
            if said:
                found.setdefault(tuple(said), form)
    return list(found.values())


def title_words(work: Work) -> set[str]:
    """Return the words with content of all titles of a work."""
    return {word for title in work.titles.forms for word in _words_of(title[:2000]).content}


def standing(form: TitleForm, text: Words) -> Standing:
    """Return how far a form of a title stands in a text."""
    phrase = text.has_phrase(form.words) or text.has_joined(form.words)
    found = [text.has(word) for word in form.content]
    return Standing(form, phrase, sum(found) / len(found), _run(form.content, text.content))


def _run(title: list[str], text: list[str]) -> float:
    """Return the share of a title's words in the best stretch of a text, 1.6 times as long."""
    wanted = Counter(map(stem, title))
    length = int(len(title) * 1.6) + 2
    stems = [stem(word) for word in text]
    inside: Counter[str] = Counter()
    best = got = 0
    for at, word in enumerate(stems):
        inside[word] += 1
        got += inside[word] <= wanted[word]
        if at >= length:
            left = stems[at - length]
            got -= inside[left] <= wanted[left]
            inside[left] -= 1
        best = max(best, got)
    return best / len(title)


def weighted_share(said: list[str], other: Words) -> float:
    """Return the weighted share of words that stand in another title."""
    total = sum(map(weight, said))
    return sum(weight(word) for word in said if other.has(word)) / total if total else 0.0


def likeness(claimed: str, registered: Sequence[str]) -> float:
    """Return how far a claimed title is one of the registered ones: 0 to 1.

    A subtitle that one of the two leaves out does not count: the shorter one is compared.
    """
    return max((_likeness(claimed, title) for title in registered), default=0.0)


def _likeness(claimed: str, title: str) -> float:
    longer = _cut(title)
    one, other = Words(_cut(claimed)), _words_of(longer)
    mine, theirs = one.content or one.all, other.content or other.all
    if not mine or not theirs:
        return 0.0
    if "".join(mine) == "".join(theirs):
        return 1.0
    if len(mine) > len(theirs):
        one, other, mine, theirs, longer = other, one, theirs, mine, _cut(claimed)
    share = weighted_share(mine, other)
    if len(mine) >= 3 and theirs[: len(mine)] == mine:
        return max(share, 0.95)
    if one.all == words(_HEAD.split(longer, maxsplit=1)[0]):
        return max(share, 0.75)  # "XGBoost" of "XGBoost: a scalable tree boosting system"
    size = len(mine) / len(theirs)
    if size >= 0.6 or (share > 0.99 and len(mine) >= 4):
        return share
    return share * min(1.0, size + 0.3)


@lru_cache(maxsize=64)
def _words_of(title: str) -> Words:
    """Return the words of a registered title, with which each citation of it is compared."""
    return Words(title)


def _cut(title: str) -> str:
    return _NOTICE.sub("", title[:2000], count=1)
