"""Whether a title is the same, and not only much alike.

For a DOI that nobody gave, a title that is alike proves nothing: "Part I" and "Part II", a work and
its erratum, "Off-diagonal Ramsey numbers" and "Off-diagonal book Ramsey numbers" share nearly all
of their words. So every word counts, and numbers, parts and negations count letter by letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.works.folding import content, stem, words
from mdlint_doi.works.markup import plain_title
from mdlint_doi.works.twins import twin
from mdlint_doi.works.work import Work

LONG: Final = 8
"""Words with content from which on one may be lost, added or misspelt."""
LONGEST: Final = 100
"""Words of a title that are looked at."""
_FEWEST: Final = 3
"""Words with content that a title in running text needs, to be kept apart from other words."""
_RETRACTED: Final = pattern(
    r"^\W{0,5}(?:RETRACTED|WITHDRAWN|REMOVED)(?: [A-Z]+)?\W{0,3}[:\]–—-]\s*"
)
"""What is put before the title of the work itself; "Retraction: …" is another work."""
_NOTICES: Final = frozenset(
    (
        *("erratum", "errata", "correction", "corrections", "corrigendum", "corrigenda"),
        *("addendum", "retraction", "expression", "reply", "replie", "response", "comment"),
        *("comments", "commentary", "rejoinder", "discussion", "review", "reviews", "editorial"),
        *("supplement", "supplementary", "correspondence", "letter", "withdrawn", "retracted"),
    )
)
"""Words that make another work of a title, where one side alone has them."""
_PARTS: Final = frozenset(
    (
        *("part", "parts", "pt", "volume", "vol", "book", "chapter", "section", "type", "class"),
        *("paper", "number", "no"),
    )
)
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


def same_title(claimed: str, work: Work) -> bool:
    """Return whether a title that a field holds is that of a work."""
    if twin(claimed, work.titles.forms):
        return False
    said = _normal(claimed)
    return any(_same(said, form) for form in _forms(work))


def head_is_same(claimed: str, work: Work) -> bool:
    """Return whether one of two titles is the other one without its subtitle."""
    said, short = _normal(claimed), _normal(_head(claimed))
    for title in work.titles.main[:4]:
        whole, head = _normal(title), _normal(_head(title))
        if _same(said, head) or _same(short, whole):
            return True
    return False


def differs_in_words(stated: Sequence[str], registered: Sequence[str]) -> bool:
    """Return whether titles are the same but for a word or two that were changed.

    At most three words on each side, in at most two places. A subtitle more or less, a word that
    is spelt otherwise, and words that are joined or parted change nothing.
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
    from difflib import SequenceMatcher

    if not one or not other:
        return None
    if "".join(one) == "".join(other):
        return [], []
    codes = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    places = [place for place in codes if place[0] != "equal"]
    left = [word for _, start, end, _, _ in places for word in one[start:end]]
    right = [word for _, _, _, start, end in places for word in other[start:end]]
    if "".join(left) == "".join(right):
        return [], []
    return (left, right) if max(len(left), len(right)) <= 3 and len(places) <= 2 else None


def _is_spelt_alike(left: list[str], right: list[str]) -> bool:
    """Return whether words are the same, misspelt, in another English or in another order.

    The letters of formulas change their order: "Si28", "28Si".
    """
    from difflib import SequenceMatcher

    one, other = map(_letters, (left, right))
    if _plain(one) == _plain(other) or sorted(one) == sorted(other):
        return True
    alike = SequenceMatcher(None, one, other, autojunk=False).ratio() >= 0.85
    return alike and min(len(one), len(other)) > 4


def _letters(found: list[str]) -> str:
    """Return the letters of words, with one spelling for each sound, and o for nought: "D0"."""
    return (
        "".join(one for one in found if one not in _ARTICLES)
        .replace("ae", "e")
        .replace("oe", "e")
        .replace("0", "o")
    )


def title_in(text: str, work: Work) -> Span | None:
    """Return where the title of a work stands in a reference, as a whole and on its own."""
    tokens = _tokens(text)
    forms = [form for form in _forms(work) if len(content(form)) >= _FEWEST]
    found = (_place(form, tokens, text) for form in forms)
    return next((one for one in found if one is not None), None)


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
    return _in_order(mine, theirs)


def _exact(title: list[str]) -> tuple[str, list[str], list[str]]:
    """Return what has to be the same: digits, letters of parts, negations, words of notices."""
    digits = "".join(one for word in title for one in word if one.isdigit())
    parts = [word for before, word in pairwise(title) if before in _PARTS and len(word) == 1]
    return digits, parts, sorted(word for word in title if word in _COUNTED)


def _lost(said: Sequence[str], other: list[str]) -> list[str]:
    """Return the words that do not stand in another title."""
    known = {_plain(word) for word in other}
    joined = "".join(other)
    return [
        word
        for word in said
        if _plain(word) not in known and not (len(word) > 5 and word in joined)
    ]


def _plain(word: str) -> str:
    """Return a word in one of the spellings of English."""
    return stem(word).replace("z", "s").replace("our", "or").replace("ll", "l")


def _misspelt(lost: list[str]) -> bool:
    """Return whether what two titles do not share is one word, spelt in two ways."""
    from difflib import SequenceMatcher

    if len(lost) != 2:
        return False
    one, other = lost
    if min(len(one), len(other)) < 6 or max(len(one), len(other)) > 40:
        return False
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= 0.9


def _in_order(one: list[str], other: list[str]) -> bool:
    """Return whether two lists of words are one, but for a few: "A on B" is not "B on A"."""
    from difflib import SequenceMatcher

    plain = [_plain(word) for word in one], [_plain(word) for word in other]
    same = SequenceMatcher(None, *plain, autojunk=False).ratio()
    return same >= 0.8 or "".join(plain[0]) == "".join(plain[1])


Token = tuple[str, int, int]


def _tokens(text: str) -> list[Token]:
    """Return the words of a text, folded, and where each stands."""
    found = []
    for one in _TOKEN.finditer(text[:4000]):
        found += [(word, one.start(), one.end()) for word in words(one[0])]
    return found


def _place(form: list[str], tokens: list[Token], text: str) -> Span | None:
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
