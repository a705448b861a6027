"""Whether a title is the same, and not only much alike.

"Part I" and "Part II", a work and its erratum, "Off-diagonal Ramsey numbers" and "Off-diagonal book
Ramsey numbers" share nearly all of their words. So every word counts, and numbers, parts and
negations count letter by letter. A `twin` forbids a proposal of a search; elsewhere it is a hint.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from mdlint_doi.text.likeness import comparison
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.works.folding import (
    Words,
    content,
    plain_tex,
    plain_title,
    ratio,
    stem,
    word_set,
    words,
)
from mdlint_doi.works.work import Work

_PUT_BEFORE: Final = pattern(r"^\W*(?:RETRACTED|WITHDRAWN|REMOVED)(?: ARTICLE)?\W*", re.IGNORECASE)
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
_NUMBERED: Final = pattern(
    r"[.:]\s+(\d{1,2})\.\s+(?!(?i:Aufl|Ausg|ed[. ]|edition|bearb|durchges|überarb))"
)
"""The number of a part in digits alone: "Roots of tulips. 2. In winter"; no edition."""
_ROMAN: Final = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_NUMBERS: Final = {one: str(number) for number, one in enumerate(_ROMAN, 1)} | {
    one: str(number) for number, one in enumerate(("one", "two", "three", "four"), 1)
}
LONG: Final = 8  # words with content from which on one may be lost, added or misspelt
LONGEST: Final = 100  # words of a title that are looked at
_FEWEST: Final = 3
"""Words with content that a title in running text needs, to be kept apart from other words."""
_RETRACTED: Final = pattern(
    r"^\W{0,5}(?:RETRACTED|WITHDRAWN|REMOVED)(?: [A-Z]+)?\W{0,3}[:\]–—-]\s*"
)
"""What is put before the title of the work itself; "Retraction: …" is another work."""
_NOTICES: Final = word_set(
    "erratum errata correction corrections corrigendum corrigenda addendum retraction expression"
    " reply replie response comment comments commentary rejoinder discussion review reviews"
    " editorial supplement supplementary correspondence letter withdrawn retracted"
)
"""Words that make another work of a title, where one side alone has them."""
_PARTS: Final = word_set("part parts pt volume vol book chapter section type class paper number no")
_NUMERALS: Final = {"i": "1", "v": "5", "x": "10", "one": "1", "two": "2", "three": "3"}
_NEGATIONS: Final = frozenset({"not", "no", "non", "without", "never", "un", "anti"})
_COUNTED: Final = _NOTICES | _NEGATIONS
_ARTICLES: Final = frozenset({"a", "an", "the"})
_TOKEN: Final = pattern(r"[^\W_]+(?:['’][^\W_]+)*")
_BEFORE: Final = pattern(r"(?:^|[.,:;!?)\]”\"'’“‘«»„*_|(\[–—-]|\b(?:1[5-9]|20)\d\d[a-z]?)\s*$")
_BEHIND: Final = pattern(r"\s*(?:$|[.,;!?”\"'’)\]«»“*_|(\[]|[–—]\s|(?:In|in):?\s)")
_NEXT_PART: Final = pattern(
    r"[\s.,;!?”\"'’)\]*_–—(]{0,6}(?:(?:II?I?|IV|VI{0,3}|IX)\b(?=[.:)\s])|[Pp](?:ar)?t\b)"
)


@lru_cache(maxsize=512)
def notice_of(title: str) -> str:
    """Return what a title says that it is: `erratum`, `reply` …; empty for a work of its own."""
    text = _PUT_BEFORE.sub("", plain_tex(plain_title(title[:2000])))
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

    That is what each of them is: `("the work", "erratum")`, `("part 1", "part 2")`.
    """
    said, known = notice_of(stated), [notice_of(one) for one in registered[:2]]
    if known and said not in known:
        return said or "the work itself", known[0] or "the work itself"
    mine = parts_of(stated)
    theirs = frozenset[str]().union(*map(parts_of, registered[:3]))
    if mine and theirs and mine != theirs:
        return f"part {', '.join(sorted(mine))}", f"part {', '.join(sorted(theirs))}"
    return None


def next_part(stated: str, registered: tuple[str, ...], text: str) -> tuple[str, str] | None:
    """Return that a later part is registered, and a title without its number is stated.

    The number may stand at the end of the title, or before the title of the part.
    """
    said = _normal(stated)
    if parts_of(stated) or said in map(_normal, registered):
        return None
    numbers, firsts = _without_number(registered, text)
    return _first_part(numbers) if said in firsts else None


def next_part_in(text: str, registered: tuple[str, ...]) -> tuple[str, str] | None:
    """Return the same of a reference in which a title stands as a whole and on its own."""
    numbers, firsts = _without_number(registered, text)
    tokens = _tokens(text) if numbers else []
    found = any(
        _place(one, tokens, text) is not None for one in firsts if len(content(one)) >= _FEWEST
    )
    return _first_part(numbers) if found else None


def _first_part(numbers: Sequence[str]) -> tuple[str, str] | None:
    return ("the first part", f"part {', '.join(numbers)}") if numbers else None


def _without_number(
    registered: tuple[str, ...], text: str
) -> tuple[list[str], tuple[list[str], ...]]:
    """Return the numbers of a later part that a text lacks, and the titles without them."""
    title = " " + plain_tex(plain_title("".join(registered[:1])[:2000]))
    form = _PART if _PART.search(title) else _NUMBERED
    first = form.search(title)
    if first is None:
        return [], ()
    known = parts_of(title) or {first[1]}
    numbers = sorted(known - {"1"} - parts_of(text) - {*_NUMBERED.findall(text[:4000])})
    return numbers, (_normal(form.sub(" ", title)), _normal(title[: first.start()]))


def names_part(registered: tuple[str, ...], text: Words) -> bool:
    """Return whether a text cites the title of a part or notice as a whole, or names the notice."""
    for one in registered[:3]:
        notice = notice_of(one)
        others = (word for word, kind in _SAME_NOTICE.items() if kind == notice)
        if notice and any(text.has_phrase(words(word)) for word in (notice, *others)):
            return True
        if (parts_of(one) or _NUMBERED.search(one)) and text.has_phrase(words(one)):
            return True
    return False


def same_title(claimed: str, work: Work) -> bool:
    """Return whether a title that a field holds is that of a work."""
    if twin(claimed, work.titles.forms):
        return False
    said = _normal(claimed)
    return any(_same(said, form) for form in _forms(work))


def head_is_same(claimed: str, work: Work) -> bool:
    """Return whether one of two titles is the other one without its subtitle."""
    said, short = _normal(claimed), _normal(_head(claimed))
    return any(
        _same(said, _normal(_head(title))) or _same(short, _normal(title))
        for title in work.titles.main[:4]
    )


def differs_in_words(stated: Sequence[str], registered: Sequence[str]) -> bool:
    """Return whether titles are the same but for three words each that were changed, at most.

    A subtitle, another spelling and words that are joined or parted change nothing.
    """
    best: tuple[list[str], list[str]] | None = None
    for one in stated[:4]:
        for other in registered[:8]:
            bare = _RETRACTED.sub("", plain_title(other[:2000]).lstrip())
            change = _change(words(one[:2000])[:LONGEST], words(bare)[:LONGEST])
            if change == ([], []):
                return False
            if change and (best is None or sum(map(len, change)) < sum(map(len, best))):
                best = change
    return best is not None and all(best) and not _is_spelt_alike(*best)


def _change(one: list[str], other: list[str]) -> tuple[list[str], list[str]] | None:
    """Return the few words of each of two titles that the other lacks; None if they are many."""
    if not one or not other:
        return None
    if "".join(one) == "".join(other):
        return [], []
    codes = comparison(one, other).get_opcodes()
    places = [place for place in codes if place[0] != "equal"]
    left = [word for _, start, end, _, _ in places for word in one[start:end]]
    right = [word for _, _, _, start, end in places for word in other[start:end]]
    if "".join(left) == "".join(right):
        return [], []
    return (left, right) if max(len(left), len(right)) <= 3 and len(places) <= 2 else None


def _is_spelt_alike(left: list[str], right: list[str]) -> bool:
    """Return whether words are misspelt, in another English or order: "Si28", "28Si"."""
    one, other = map(_letters, (left, right))
    is_same = _plain(one) == _plain(other) or sorted(one) == sorted(other)
    return is_same or (ratio(one, other) >= 0.85 and min(len(one), len(other)) > 4)


def _letters(found: list[str]) -> str:
    """Return the letters of words, with one spelling for each sound, and o for nought: "D0"."""
    joined = "".join(one for one in found if one not in _ARTICLES)
    return joined.replace("ae", "e").replace("oe", "e").replace("0", "o")


def title_in(text: str, work: Work) -> Span | None:
    """Return where the title of a work stands in a reference, as a whole and on its own."""
    tokens = _tokens(text)
    forms = [form for form in _forms(work) if len(content(form)) >= _FEWEST]
    places = (_place(form, tokens, text) for form in forms)
    return next((one for one in places if one is not None), None)


def _tokens(text: str) -> list[tuple[str, int, int]]:
    """Return the words of a text, folded, with their places."""
    found = _TOKEN.finditer(text[:4000])
    return [(word, *one.span()) for one in found for word in words(one[0])]


def title_size(work: Work) -> int:
    """Return how many words with content the title of a work has."""
    return max((len(content(form)) for form in _forms(work)), default=0)


def _forms(work: Work) -> Iterator[list[str]]:
    """Yield the registered titles, with and without what stands in the field for the subtitle."""
    titles = work.titles
    for title in (*titles.main, *titles.original)[:6]:
        bare = _RETRACTED.sub("", title[:2000].lstrip())
        for rest in titles.subtitle[:2]:
            yield _normal(f"{bare}: {rest}")
        yield _normal(bare)


def _head(title: str) -> str:
    return plain_title(title[:2000]).partition(": ")[0]


def _normal(title: str) -> list[str]:
    """Return the words of a title; the numeral of a part as a number."""
    found = words(title[:2000])[:LONGEST]
    for at, word in enumerate(found):
        last = at == len(found) - 1
        if word in _NUMERALS and at and (found[at - 1] in _PARTS or (last and word in "ivx")):
            found[at] = _NUMERALS[word]
    return found


def _same(one: list[str], other: list[str]) -> bool:
    """Return whether two titles have the same words, in the same order, however spelt."""
    if "".join(one) == "".join(other):
        return bool(one)
    mine, theirs = content(one), content(other)
    if not mine or not theirs or _exact(one) != _exact(other):
        return False
    lost = [*_lost(mine, other), *_lost(theirs, one)]
    most = 1 if min(len(mine), len(theirs)) >= LONG else 0
    if len(lost) > most and not (most and len(mine) == len(theirs) and _misspelt(lost)):
        return False
    plain = [_plain(word) for word in mine], [_plain(word) for word in theirs]
    is_in_order = ratio(*plain) >= 0.8  # "A on B" is not "B on A"
    return is_in_order or "".join(plain[0]) == "".join(plain[1])


def _exact(title: list[str]) -> tuple[str, list[str], list[str]]:
    """Return what has to be the same: digits, letters of parts, negations, words of notices."""
    digits = "".join(one for word in title for one in word if one.isdigit())
    parts = [word for before, word in pairwise(title) if before in _PARTS and len(word) == 1]
    return digits, parts, sorted(word for word in title if word in _COUNTED)


def _lost(said: Sequence[str], other: list[str]) -> list[str]:
    """Return the words that do not stand in another title."""
    known = {_plain(word) for word in other}
    joined = "".join(other)
    lost = (word for word in said if _plain(word) not in known)
    return [word for word in lost if len(word) <= 5 or word not in joined]


def _plain(word: str) -> str:
    """Return a word in one of the spellings of English."""
    return stem(word).replace("z", "s").replace("our", "or").replace("ll", "l")


def _misspelt(lost: list[str]) -> bool:
    """Return whether what two titles do not share is one word, spelt in two ways."""
    sizes = [*map(len, lost)]
    return len(lost) == 2 and min(sizes) >= 6 and max(sizes) <= 40 and ratio(*lost) >= 0.9


def _place(form: list[str], tokens: list[tuple[str, int, int]], text: str) -> Span | None:
    said = [one[0] for one in tokens]
    wanted = [_plain(word) for word in form]
    plain = [_plain(word) for word in said]
    for at in range(len(plain) - len(wanted) + 1):
        if plain[at : at + len(wanted)] != wanted:
            continue
        start, end = tokens[at][1], tokens[at + len(wanted) - 1][2]
        if not (_BEFORE.search(text[max(0, start - 60) : start]) and _BEHIND.match(text, end)):
            continue
        if not (_NEXT_PART.match(text, end) or _NOTICES & set(said[max(0, at - 3) : at])):
            return Span(start, end)
    return None
