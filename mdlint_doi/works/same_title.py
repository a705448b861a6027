"""Compare titles, for references with a DOI and for search results; only this module does so.

A `TitleComparison` contains the likeness of two titles and the words that differ. "Part I" and
"Part II", a work and its erratum, "Off-diagonal Ramsey numbers" and "Off-diagonal book Ramsey
numbers" share nearly all of their words. So two titles are the same only if numbers, parts and
negations are identical, and all other words are the same. In a long title, one of these may be
missing or misspelt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise
from typing import Final, NamedTuple

from mdlint_doi.text.likeness import comparison
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.works import thresholds
from mdlint_doi.works.folding import (
    LONG_WORD,
    LONGEST_TITLE,
    LONGEST_WORD,
    Words,
    content,
    plain_title,
    ratio,
    stem,
    word_set,
    words,
)
from mdlint_doi.works.parts import (
    bare,
    differing_parts,
    later_part,
    number_behind,
    parts_of,
    without_number,
)
from mdlint_doi.works.titles import LONGEST, MOST_FORMS, likeness
from mdlint_doi.works.work import Titles, Work

_LONG: Final = 8
"""In titles of at least this many content words, one may be missing, added or misspelt."""
_MOST_STATED: Final = 6
"""At most this many titles of a claim are compared: title, subtitle, translation, all together."""
_LETTERS_THAT_TELL: Final = 4
"""Words of up to this many letters may be alike by chance: "cats", "bats"."""
_IN_ORDER: Final = 0.8
"""The least likeness of the order of words: "A on B" is not "B on A"; one word may have moved."""
_MISSPELT: Final = 0.9
"""The least likeness of a long word and its misspelling.

It is higher than for a hint, because the DOI of the same title is proposed.
"""
_NOTICES: Final = word_set(
    "erratum errata correction corrections corrigendum corrigenda addendum retraction expression"
    " reply replie response comment comments commentary rejoinder discussion review reviews"
    " editorial supplement supplementary correspondence letter withdrawn retracted"
)
"""Words that show a different work if only one of two titles has them."""
_PARTS: Final = word_set("part parts pt volume vol book chapter section type class paper number no")
_NUMERALS: Final = {"i": "1", "v": "5", "x": "10", "one": "1", "two": "2", "three": "3"}
_WRITTEN_OUT: Final = (
    {"vs": "versus", "st": "saint", "mt": "mount", "1": "one", "2": "two", "3": "three"}
    | {"4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine"}
    | {"10": "ten", "11": "eleven", "12": "twelve"}
)
"""Abbreviations and numbers that titles also write as words."""
_SPELLINGS: Final = (("z", "s"), ("our", "or"), ("ll", "l"), ("ph", "f"), ("eing", "ing"))
"""Letters in which British and American spelling differ."""
_NEGATIONS: Final = frozenset({"not", "no", "non", "without", "never", "un", "anti"})
_COUNTED: Final = _NOTICES | _NEGATIONS
_ARTICLES: Final = frozenset({"a", "an", "the"})
_TOKEN: Final = pattern(r"[^\W_]+(?:['’][^\W_]+)*")
_BEFORE: Final = pattern(r"(?:^|[.,:;!?)\]”\"'’“‘«»„*_|(\[–—-]|\b(?:1[5-9]|20)\d\d[a-z]?)\s*$")
_BEHIND: Final = pattern(r"\s*(?:$|[.,;!?”\"'’)\]«»“*_|(\[]|[–—]\s|(?:In|in):?\s)")
_NEXT_PART: Final = pattern(
    r"[\s.,;!?”\"'’)\]*_–—(]{0,6}(?:(?:II?I?|IV|VI{0,3}|IX)\b(?=[.:)\s])|[Pp](?:ar)?t\b)"
)


class ChangedWords(Enum):
    """How many words of a title were changed."""

    NONE = "none"  # the titles differ at most in a subtitle or in spelling
    A_FEW = "a few"  # each title has a few words that the other lacks
    MANY = "many"  # too many to list; see the likeness


class TitleComparison(NamedTuple):
    """Stated titles compared with those of a work.

    Attributes:
        stated: the stated titles, most likely first.
        titles: the titles of the work.
        each: the likeness of each stated title to the nearest registered one, 0 to 1; empty if
            one side has no title.
    """

    stated: tuple[str, ...]
    titles: Titles
    each: tuple[float, ...]

    @property
    def likeness(self) -> float | None:
        """The likeness of the nearest two titles, 0 to 1; None if one side has no title."""
        return max(self.each, default=None)

    @property
    def nearest(self) -> int | None:
        """The index of the stated title nearest to a registered one; None if there is none."""
        return self.each.index(max(self.each)) if self.each else None

    @property
    def is_same(self) -> bool:
        """Whether a stated title is the same as a registered one (see the module's docstring).

        The title of a different part, a notice or a reply is not the same: see
        `parts.differing_parts`.
        """
        return any(
            not differing_parts(title, self.titles.forms)
            and any(_same(_normal(title), form) for form in _forms(self.titles))
            for title in self.stated[:_MOST_STATED]
        )

    @property
    def is_same_head(self) -> bool:
        """Whether the first stated title and a registered one differ only in a subtitle."""
        first = "".join(self.stated[:1])
        said, short = _normal(first), _normal(_head(first))
        return any(
            _same(said, _normal(_head(title))) or _same(short, _normal(title))
            for title in self.titles.main[:MOST_FORMS]
        )

    @property
    def changed(self) -> tuple[list[str], list[str]] | None:
        """The words only in a stated title, and those only in a registered one.

        They are those of the two most similar titles; None if no two titles differ in only a few.
        """
        every = [
            _words(bare(plain_title(form[:LONGEST_TITLE])))
            for form in self.titles.forms[:MOST_FORMS]
        ]
        pairs = ((_words(title), form) for title in self.stated[:_MOST_STATED] for form in every)
        few = [change for change in (_change(*pair) for pair in pairs) if change is not None]
        return min(few, key=lambda change: sum(map(len, change)), default=None)

    @property
    def changed_words(self) -> ChangedWords:
        """How many words were changed. A subtitle and a different spelling do not count."""
        changed = self.changed
        if changed is None:
            return ChangedWords.MANY
        is_changed = all(changed) and not _is_spelt_alike(*changed)
        return ChangedWords.A_FEW if is_changed else ChangedWords.NONE

    def part(self, text: str) -> tuple[str, str] | None:
        """Return what the stated and the registered title are, if they are of different works.

        The result is `("the work itself", "erratum")` or `("part 1", "part 2")`, for example; None
        if both may be of one work. The number of a part may be elsewhere in `text`.
        """
        if self.nearest is None:
            return None
        stated, forms = self.stated[self.nearest], self.titles.forms
        if two := differing_parts(stated, forms):
            return two
        said = _normal(stated)
        if parts_of(stated) or said in map(_normal, forms):
            return None
        numbers, firsts = later_part(self.titles.shown, text)
        return _first_part(numbers) if said in map(_normal, firsts) else None

    @property
    def shared(self) -> float:
        """The highest share of a title's words that a title of the other side contains, 0 to 1."""
        pairs = ((title, form) for title in self.stated for form in self.titles.forms)
        return max((_shared(*pair) for pair in pairs), default=0.0)

    @property
    def size(self) -> int:
        """The number of content words in the shorter of two titles; 0 if one side has none.

        They are the last stated title, which may include the subtitle, and the longest registered
        one.
        """
        if not self.stated:
            return 0
        sizes = (len({*content(words(form))}) for form in self.titles.forms)
        return min(len({*content(words(self.stated[-1]))}), max(sizes, default=0))


def compare_titles(stated: Sequence[str], titles: Titles) -> TitleComparison:
    """Compare stated titles, most likely first, with those of a work."""
    forms = titles.forms
    each = tuple(likeness(title, forms) for title in stated) if forms else ()
    return TitleComparison(tuple(stated), titles, each)


def first_part_in(text: str, titles: Titles) -> tuple[str, str] | None:
    """Return what is cited and what is registered, if they are the first and a later part.

    They are if the text contains the registered title without its number, separate from other
    words; otherwise, the result is None.
    """
    numbers, firsts = later_part(titles.shown, text)
    tokens, least = _tokens(text) if numbers else [], thresholds.WORDS_OF_TITLE
    forms = [form for form in map(_normal, firsts) if len(content(form)) >= least]
    return _first_part(numbers) if any(_place(form, tokens, text) for form in forms) else None


def other_part_in(text: str, titles: Titles) -> tuple[str, str] | None:
    """Return which part a text cites and which is registered, if they differ; otherwise None.

    The text contains the registered title without its number, and then the number of the part:
    "Roots of tulips. Part II".
    """
    known = parts_of(titles.shown)
    forms = [_normal(title) for title in without_number(titles.shown)] if known else []
    tokens = _tokens(text) if forms else []
    for form in forms:
        if len(content(form)) < thresholds.WORDS_OF_TITLE:
            continue
        for place in _places(form, tokens, text):
            number = number_behind(text, place.end)
            if number and number not in known:
                return f"part {number}", f"part {', '.join(sorted(known))}"
    return None


def _first_part(numbers: Sequence[str]) -> tuple[str, str] | None:
    return ("the first part", f"part {', '.join(numbers)}") if numbers else None


def _shared(said: str, form: str) -> float:
    stated, registered = Words(said), Words(form)
    mine, theirs = stated.content or stated.all, registered.content or registered.all
    if not mine or not theirs:
        return 0.0
    covered = sum(map(registered.has, mine)) / len(mine), sum(map(stated.has, theirs)) / len(theirs)
    return max(covered)


def _words(title: str) -> list[str]:
    return words(title[:LONGEST_TITLE])[:LONGEST]


def _change(title: list[str], other: list[str]) -> tuple[list[str], list[str]] | None:
    """Return the words of each title that the other lacks; None if there are many."""
    if not title or not other:
        return None
    if "".join(title) == "".join(other):
        return [], []
    codes = comparison(title, other).get_opcodes()
    places = [place for place in codes if place[0] != "equal"]
    left = [word for _, start, end, _, _ in places for word in title[start:end]]
    right = [word for _, _, _, start, end in places for word in other[start:end]]
    if "".join(left) == "".join(right):
        return [], []
    few = thresholds.CHANGED_WORDS
    is_few = max(len(left), len(right)) <= few and len(places) <= thresholds.CHANGED_PLACES
    return (left, right) if is_few else None


def _is_spelt_alike(left: list[str], right: list[str]) -> bool:
    """Return whether words differ only in spelling or in order: "Si28", "28Si"."""
    if len(left) == len(right) and all(map(_is_same_word, left, right)):
        return True
    mine, theirs = map(_letters, (left, right))
    is_same = _plain(mine) == _plain(theirs) or sorted(mine) == sorted(theirs)
    is_long = min(len(mine), len(theirs)) > _LETTERS_THAT_TELL
    return is_same or (is_long and ratio(mine, theirs) >= thresholds.WORD_SPELT_ALIKE)


def _is_same_word(left: str, right: str) -> bool:
    """Return whether two words are spellings of one, or one is the initial: "T. gesneriana"."""
    initial, word = sorted((left, right), key=len)
    is_initial = len(initial) == 1 and word[0] == initial and word.isalpha()
    return is_initial or _plain(left) == _plain(right)


def _letters(title: list[str]) -> str:
    """Return the letters of words, with "e" for "ae" and "oe", and "o" for zero as in "D0"."""
    joined = "".join(word for word in title if word not in _ARTICLES)
    return joined.replace("ae", "e").replace("oe", "e").replace("0", "o")


def title_in(text: str, work: Work) -> Span | None:
    """Return the span of a work's title in a reference, or None.

    The title must be complete, and separate from other words. `titles.coverage_of` answers another
    question, how much of a title a text contains: for the check, a part of the title is a reason
    to report nothing. For a search, it is no reason to write a DOI: other works have these words.
    """
    tokens = _tokens(text)
    forms = [
        form for form in _forms(work.titles) if len(content(form)) >= thresholds.WORDS_OF_TITLE
    ]
    places = (_place(form, tokens, text) for form in forms)
    return next((place for place in places if place is not None), None)


def _tokens(text: str) -> list[tuple[str, int, int]]:
    """Return the folded words of a text, each with its start and end."""
    matches = _TOKEN.finditer(text[:4000])
    return [(word, *match.span()) for match in matches for word in words(match[0])]


def title_size(work: Work) -> int:
    """Return the number of content words in the longest title of a work."""
    return max((len(content(form)) for form in _forms(work.titles)), default=0)


def _forms(titles: Titles) -> Iterator[list[str]]:
    """Yield the words of the registered titles, with and without the registered subtitle."""
    for title in (*titles.main, *titles.original)[:MOST_FORMS]:
        own = bare(title[:LONGEST_TITLE])
        for rest in titles.subtitle[:2]:
            yield _normal(f"{own}: {rest}")
        yield _normal(own)


def _head(title: str) -> str:
    return plain_title(title[:LONGEST_TITLE]).partition(": ")[0]


def _normal(title: str) -> list[str]:
    """Return the words of a title, with the number of a part in digits."""
    normal = words(title[:LONGEST_TITLE])[:LONGEST]
    for at, word in enumerate(normal):
        last = at == len(normal) - 1
        if word in _NUMERALS and at and (normal[at - 1] in _PARTS or (last and word in "ivx")):
            normal[at] = _NUMERALS[word]
    return normal


def _same(title: list[str], other: list[str]) -> bool:
    """Return whether two titles are the same (see the module's docstring)."""
    if "".join(title) == "".join(other):
        return bool(title)
    mine, theirs = content(title), content(other)
    if not mine or not theirs or _exact(title) != _exact(other):
        return False
    lost = [*_lost(mine, other), *_lost(theirs, title)]
    most = 1 if min(len(mine), len(theirs)) >= _LONG else 0
    if len(lost) > most and not (most and len(mine) == len(theirs) and _misspelt(lost)):
        return False
    plain = [_plain(word) for word in mine], [_plain(word) for word in theirs]
    is_in_order = ratio(*plain) >= _IN_ORDER
    return is_in_order or "".join(plain[0]) == "".join(plain[1])


def _exact(title: list[str]) -> tuple[str, list[str], list[str]]:
    """Return the items that must be identical: digits, letters of parts, negations, notices."""
    digits = "".join(character for word in title for character in word if character.isdigit())
    parts = [word for before, word in pairwise(title) if before in _PARTS and len(word) == 1]
    return digits, parts, sorted(word for word in title if word in _COUNTED)


def _lost(said: Sequence[str], other: list[str]) -> list[str]:
    """Return the words that the other title does not contain."""
    known = {_plain(word) for word in other}
    joined = "".join(other)
    lost = (word for word in said if _plain(word) not in known)
    return [word for word in lost if len(word) < LONG_WORD or word not in joined]


def _plain(word: str) -> str:
    """Return a form of a word that British and American spelling, and abbreviations, share."""
    plain = stem(_WRITTEN_OUT.get(word, word))
    for british, american in _SPELLINGS:
        plain = plain.replace(british, american)
    return plain


def _misspelt(lost: list[str]) -> bool:
    """Return whether the words that two titles do not share are one word in two spellings."""
    sizes = [*map(len, lost)]
    is_long = len(lost) == 2 and min(sizes) >= LONG_WORD and max(sizes) <= LONGEST_WORD
    return is_long and ratio(*lost) >= _MISSPELT


def _place(form: list[str], tokens: list[tuple[str, int, int]], text: str) -> Span | None:
    """Return the span of a title that no number of a part follows, and no notice precedes."""
    for place in _places(form, tokens, text):
        at = next(number for number, token in enumerate(tokens) if token[1] == place.start)
        before = {token[0] for token in tokens[max(0, at - 3) : at]}
        if not (_NEXT_PART.match(text, place.end) or _NOTICES & before):
            return place
    return None


def _places(form: list[str], tokens: list[tuple[str, int, int]], text: str) -> Iterator[Span]:
    """Yield the spans of a title in a text, separate from other words."""
    wanted = [_plain(word) for word in form]
    plain = [_plain(token[0]) for token in tokens]
    for at in range(len(plain) - len(wanted) + 1):
        if plain[at : at + len(wanted)] != wanted:
            continue
        start, end = tokens[at][1], tokens[at + len(wanted) - 1][2]
        if _BEFORE.search(text[max(0, start - 60) : start]) and _BEHIND.match(text, end):
            yield Span(start, end)
