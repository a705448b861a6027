"""Find the list of authors in the text of a reference by its place: first, or after the title."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.people import leading_names
from mdlint_doi.works.references import ReferenceShape, title_words
from mdlint_doi.works.work import Person

_LEAD: Final = pattern(
    r"""[\s*_|>–—-]{0,4}+
    (?: \[{1,2}[\^!]? [\w.+\#:-]{1,24} \]{1,2} | \( [\w.+\#:-]{1,24} \) | \d{1,4} [.)\]]
      | [\w.+\#:-]{1,24} (?=\ \|\ )
      | (?: sources? | references? | refs? | citations? | cite[ ]as | papers? | articles?
          | from | quellen? | literatur | fuente | fonte | źródło | источник
          | 来源 | 出典 | 参考文献 | 문헌 ) (?:[ ]\d{1,3})? \s*+ [:：.]
      | (?: see | cf\.? ) (?=[\s:])
    )?
    [\s*_:：.|–—-]{0,6}+""",
    re.IGNORECASE | re.VERBOSE,
)
"""Matches what is before a reference, and always matches: `[10]`, `(3)`, `Source:`, `| 7 |`."""
_BESIDE: Final = pattern(
    r"[\s,;:.?!·|*_\"”’»)\]–—-]{0,8}+(?:\((?:1[5-9]|20)\d\d[a-z]?\)[\s,;:.·|–—-]{1,8}+)?"
    r"(?:(?:written[ ])?(?:by|von|par|por|di|door|av|af|przez)\s++)?",
    re.IGNORECASE,
)
"""Matches the text between a title and its authors, perhaps a year; it always matches."""
_TITLE_END: Final = pattern(r"\s[|–—:-]\s|(?P<mark>[.?!,]|\sby)\s")
"""The end of a title without marks around it; behind a `mark`, a year must follow the names."""
_STOPS: Final = frozenset(".?!")
"""The marks that end a sentence; behind another sentence is no title."""
_DATE: Final = pattern(r"\W{0,4}\d")
_ACRONYM: Final = pattern(r"(?:\w*[A-Z]){3}\w*")
"""Matches the name of a conference or an institute behind the authors: "NeurIPS", "ICML"."""
_MOST_ENDS: Final = 12
_MOST_WORDS: Final = 60  # of a reference whose title is not marked
_LEAST_WORDS: Final = 3  # of a title before the authors
_NEAR: Final = 4  # marks before a title at the beginning


class AuthorList(NamedTuple):
    """The list of authors in a text.

    Attributes:
        people: the people with the names in the list.
        start: the offset in the text where the list begins.
        end: the offset after it.
        more: whether the list states that there are more.
        is_behind: whether it directly follows the title.
    """

    people: tuple[Person, ...]
    start: int
    end: int
    more: bool = False
    is_behind: bool = False


def author_list(text: str, shape: ReferenceShape, titles: Sequence[str]) -> AuthorList | None:
    """Return the list of authors at the beginning of a text or after its title; None if absent.

    Args:
        text: the text of a reference.
        shape: the shape of the text.
        titles: the texts in it that the author marked, perhaps as the title.
    """
    lead = _LEAD.match(text)
    begin = lead.end() if lead else 0
    names = leading_names(text[begin:])
    if shape.places and shape.places[0].start <= begin:
        is_longer = (
            names is not None
            and len(names.people) > shape.leading
            and (names.is_dated or names.are_families)
        )
        if names is None or not is_longer:
            place = shape.places[0]
            return AuthorList(shape.people[: shape.leading], place.start, place.end)
    if names is not None:
        return AuthorList(names.people, begin, begin + names.end, more=names.more)
    for start, needs_year in _behind_title(text, begin, titles):
        names = leading_names(text[start:])
        if names is not None and (not needs_year or (names.is_dated and names.are_several)):
            people = tuple(takewhile(_is_person, names.people))
            if not people:
                return None
            return AuthorList(people, start, start + names.end, more=names.more, is_behind=True)
    return None


def _is_person(person: Person) -> bool:
    """Return whether a name is not that of a conference or an institute, by its capitals."""
    return bool(person.given) or _ACRONYM.fullmatch(person.family) is None


def _behind_title(text: str, begin: int, titles: Sequence[str]) -> Iterator[tuple[int, bool]]:
    """Yield the offsets behind the title with which a text begins, and whether a year is needed.

    A text that begins with a date is an entry of a diary, whose year is not that of the work.
    """
    for title in titles:
        at = text.find(title)
        if 0 <= at <= begin + _NEAR and len(title_words(title)) >= _LEAST_WORDS:
            yield _beside(text, at + len(title)), False
            return
    if _DATE.match(text) or len(text.split()) > _MOST_WORDS:
        return
    for end in islice(_TITLE_END.finditer(text, begin), _MOST_ENDS):
        if len(title_words(text[begin : end.start()])) >= _LEAST_WORDS:
            yield _beside(text, end.start()), end["mark"] is not None
            if end["mark"] in _STOPS:
                return


def _beside(text: str, end: int) -> int:
    """Return the offset behind the marks and words between a title and its authors."""
    beside = _BESIDE.match(text, end)
    return beside.end() if beside else end
