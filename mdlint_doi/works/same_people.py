"""Decide whether the authors of a citation are those of a record, in fields and in running text.

Different spellings of one name match: particles ("van den Oord", "Oord"), transliterated letters
("Jöckel", "Joeckel"), hyphens, suffixes ("Jr.", DBLP's "0001"), reversed names, and one of two
family names. "Wang, Li" does not match "Wang, Qian" if both sides state given names. Groups never
count as different authors, because records often omit or split them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import chain
from operator import attrgetter
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works import thresholds
from mdlint_doi.works.folding import (
    LONG_WORD,
    PARTICLES,
    SUFFIXES,
    Words,
    content,
    is_foreign,
    is_near,
    may_be_alike,
    ratio,
    words,
)
from mdlint_doi.works.people import is_no_name, is_only_initials, is_placeholder
from mdlint_doi.works.work import Person, Work

MOST: Final = 100  # at most so many people of a list are compared; collaborations have thousands
_LONGEST: Final = 1000  # code points of a name that are read; some records put a list in one name
_KEY: Final = 60  # the first letters of a name, which are compared one by one
_UMLAUT: Final = pattern(r"(?<=[aou])e")
_GROUP: Final = pattern(  # words in the names of groups, in any field
    r"""
    (?i:
      \b (?: collaboration | consorti | group | team | organi[sz]ation | institut | universit
         | committee | society | council | project | initiative | network | association | agency
         | ministry | department | foundation | laborator | survey | bureau | office | commission
         | company | panel | board | press\b | verlag | publish | inc\b | gmbh | ltd\b
         | developers?\b | contributors?\b | program(?:me)?\b | cent(?:er|re)\b )
      | &
    )
    """,
    re.VERBOSE,
)
_SHORT: Final = 3  # letters; names with more are also found in other spellings
_BY_CHANCE: Final = 2  # letters of a name that may be a different one by chance, at most: "Li"
_INFLECTED: Final = 7  # letters of a name that is found in similar spellings in a text, at least
_INITIALS: Final = 3  # letters of a word that may be initials, at most: "JQM"
_EDITED: Final = 2  # letters that differ if one letter of a name is changed
_MISSPELT: Final = 5  # letters of a name of which one may be changed, at least
_MIDDLING: Final = 7  # letters; longer names are found by three letters at an end, not by two
_BEGINNING: Final = 4  # first letters that two inflected or shortened names have in common
_MISSPELT_SHORT: Final = 3  # the same if the initials of the given names agree
_HAN: Final = pattern(r"[\u3400-\u9fff]")
_LEAST_SIGNS: Final = 3  # signs of a whole name of which one may be a variant, at least
_SOUND: Final = {
    sound: letter
    for letter, sounds in {
        "4": "tsch tch ch cz",
        "5": "schtsch shch",
        "6": "sch sh sz",
        "7": "zh",
        "8": "ts tz",
        "e": "je ye jo yo",
        "f": "ph ff v w",
        "h": "kh",
        "i": "y j iy yi ii ij",
        "k": "q ck",
        "t": "th",
        "u": "ou oo",
        "x": "ks",
    }.items()
    for sound in sounds.split()
}
_SOUNDS: Final = pattern("|".join(sorted(_SOUND, key=len, reverse=True)))
_TWICE: Final = pattern(r"(.)\1+")
_PAIR: Final = 2
_MOST_IN_PLACE: Final = 31  # longer lists often differ between versions of a work
_ACRONYM: Final = pattern(r"[A-Z]{3,8}")  # a group, if there is no given name


class Fit(IntEnum):
    """How well two names match as names of one person."""

    OTHER = 0  # different family names
    FAMILY = 1  # the same family name, but contradictory given names
    SAME = 2  # the same name, as far as both sides state it


class Name(NamedTuple):
    """The name of a person or a group, folded for comparison.

    Attributes:
        shown: the name in messages.
        full: the same with given names, for a person.
        whole: the words of the family name, without suffixes such as "Jr.".
        core: the same without particles such as "van".
        key: the core as one word, with "a", "o" and "u" for the transliterations "ae", "oe", "ue".
        given: the words of the given names.
        initials: the first letters of the given names.
        is_group: whether it is the name of a group.
        sound: the key with one spelling for all transliterations: "Tschebyscheff", "Chebyshev".
        unparted: the family name and the given names as one word, as in "张伟" for 伟 张.
    """

    shown: str
    full: str
    whole: tuple[str, ...]
    core: tuple[str, ...]
    key: str
    given: frozenset[str] = frozenset()
    initials: frozenset[str] = frozenset()
    is_group: bool = False
    sound: str = ""
    unparted: str = ""

    @property
    def joined(self) -> str:
        """The family name as one word."""
        return "".join(self.whole)[:_KEY]


class PeopleCompared(NamedTuple):
    """The authors of a citation compared with those of a record.

    Attributes:
        are_stated: whether both sides state persons that can be compared.
        stated: the persons of the citation, without groups.
        registered: the authors in the record, without groups.
        fits: for each person of the citation, the best match with an author or editor in the
            record.
        last_known: the index of the last stated person who is certainly a registered one; -1 if
            there is none.
        is_first_missing: whether the first person of the record is not among the stated ones.
        is_known_whole: whether the record has persons only, and all of them can be compared.
        first_fits: whether the first persons on both sides have the same family name.
        has_more: whether the citation states that there are more people.
        may_be_cut: whether it does, or a list has entries that are not compared, such as groups.
        first_named: whether the words of the citation contain the record's first author.
        others_named: how many of the other authors and of the editors they contain.
        authors: how many authors of the record can be compared.
        authors_named: how many of these they contain.
    """

    are_stated: bool = False
    stated: tuple[Name, ...] = ()
    registered: tuple[Name, ...] = ()
    fits: tuple[Fit, ...] = ()
    last_known: int = -1
    is_first_missing: bool = False
    is_known_whole: bool = False
    first_fits: bool = False
    has_more: bool = False
    may_be_cut: bool = False
    first_named: bool = False
    others_named: int = 0
    authors: int = 0
    authors_named: int = 0

    @property
    def known(self) -> int:
        """How many stated persons have the family name of an author or editor in the record."""
        return sum(match is not Fit.OTHER for match in self.fits)

    @property
    def sure(self) -> int:
        """How many stated persons match completely, with given names or initials."""
        return sum(match is Fit.SAME for match in self.fits)

    @property
    def seen(self) -> tuple[Fit, ...]:
        """The first fits, as many as the record has persons, because records may be truncated."""
        return self.fits[: max(len(self.registered), 1)]

    @property
    def strangers(self) -> int:
        """How many of `seen` match nobody in the record."""
        return sum(match is Fit.OTHER for match in self.seen)

    @property
    def has_stranger_in_place(self) -> bool:
        """Whether a stated person is not registered, and stands in the place of an author.

        Somebody after the last registered author does not count, because a record may be cut.
        """
        is_replaced = len(self.fits) <= len(self.registered)
        strangers = self._strangers_in_place
        return bool(strangers) and (is_replaced or strangers[0] < self.last_known)

    @property
    def has_stranger_among(self) -> bool:
        """Whether a stated person is not registered, and stands before or between authors.

        Behind them may be a journal or an institute, unless the lists have the same length, or the
        citation states that there are more people.
        """
        size = len(self.registered)
        is_equal = len(self.fits) == size or (self.has_more and len(self.fits) < size)
        strangers = self._strangers_in_place
        return bool(strangers) and (is_equal or strangers[0] < self.last_known)

    @property
    def _strangers_in_place(self) -> list[int]:
        """The places of the stated persons who are not registered; none if this is not sure."""
        if not self.is_known_whole or len(self.fits) > _MOST_IN_PLACE:
            return []
        return [
            at
            for at, fits in enumerate(self.fits)
            if fits is Fit.OTHER and not self._is_misspelt(at)
        ]

    def _is_misspelt(self, at: int) -> bool:
        """Return whether a person is like the one in the same place of an equally long list."""
        if len(self.stated) != len(self.registered):
            return False
        name, other = self.stated[at], self.registered[at]
        contradict = name.initials and other.initials and not name.initials & other.initials
        return not contradict and ratio(name.key, other.key) >= thresholds.NAME_IN_SAME_PLACE

    @property
    def are_same(self) -> bool:
        """Whether the first persons match, and there are no strangers."""
        return self.are_stated and self.first_fits and not self.strangers

    @property
    def any_named(self) -> bool:
        """Whether the words of the citation contain any author or editor of the record."""
        return self.first_named or self.others_named > 0

    @property
    def several_named(self) -> bool:
        """Whether they contain the first author or two others, which is hardly a coincidence."""
        return self.first_named or self.others_named >= thresholds.AUTHORS_TOGETHER

    @property
    def nobody(self) -> bool:
        """Whether both sides state persons, and have nobody in common."""
        return self.are_stated and not self.any_named and not self.known


def compare_people(
    stated: Sequence[Person],
    work: Work,
    text: Words | None = None,
    *,
    lead: str = "",
    more: bool = False,
) -> PeopleCompared:
    """Compare the people of a citation with the authors and editors of a record.

    Args:
        stated: the people of the citation.
        work: the work as registered.
        text: the words of the citation; None if there are only its people.
        lead: the beginning of a text, with the names that could not be read.
        more: whether the citation states that there are more people.
    """
    is_text = text is not None
    if text is None:
        text = said_of(stated)
    else:
        stated = [person for person in stated if not is_only_initials(person)]
    people, editors = names_of(work.people), names_of(work.editors)
    named = [is_named(name, text) for name in people]
    others_named = sum(named[1:]) + sum(is_named(name, text) for name in editors)
    groups = {word for name in people if name.is_group for word in name.whole}
    made_by = [person for person in work.people if not is_placeholder(person)]
    registered = _persons(made_by)
    if len(made_by) < len(work.people):  # then a placeholder in the citation is the same
        nobody = {person.name for person in work.people if is_placeholder(person)}
        stated = [person for person in stated if not is_placeholder(person)]
        stated = [person for person in stated if person.name not in nobody]
    pieces = {name.whole for name in registered if not name.given}
    stated = [_as_registered(person, pieces) for person in stated] if pieces else stated
    makers = (*registered, *_persons(work.editors))
    authors = _Known(registered)
    stated = [*_together([*_apart(stated, makers)], authors)] if is_text else stated
    said = tuple(name for name in _persons(stated) if not set(name.whole) <= groups)
    foreign = [
        any(is_foreign(name.shown, with_greek=True) for name in names[:3])
        for names in (makers, said)
    ]
    compared = PeopleCompared(
        stated=said,
        registered=registered,
        first_named=any(named[:1]),
        others_named=others_named,
        authors=len(named),
        authors_named=sum(named),
    )
    if not (said and registered and foreign[0] == foreign[1]):
        return compared
    known = _Known(makers)
    return compared._replace(
        are_stated=True,
        fits=tuple(known.fit(name, at) for at, name in enumerate(said)),
        last_known=authors.last_of(said),
        is_first_missing=_is_missing(registered[0], said, known, Words(lead)),
        is_known_whole=len(registered) == len(work.people),
        first_fits=fit(said[0], registered[0]) is not Fit.OTHER,
        has_more=more,
        may_be_cut=more or len(said) < len(stated) or len(registered) < len(work.people),
    )


def _apart(stated: Sequence[Person], makers: Sequence[Name]) -> Iterator[Person]:
    """Yield the persons of a text; "LeCun, Bottou, Bengio, Haffner" may be read as two names.

    A given name that is the family name of a registered person is a person, unless the whole name
    is that of a registered one. Then the other names of two words are also two persons each. Family
    name and given name may be exchanged, unless both are registered family names.
    """
    families: dict[str, list[Name]] = {}
    for maker in makers:
        families.setdefault(maker.key, []).append(maker)
    known = _Known(makers)
    are_two = [
        bool(person.given)
        and name_of(Person(person.given)).key in families
        and not _is_whole_name(name_of(person), families, known)
        for person in stated
    ]
    are_families = any(are_two)
    for person, is_two in zip(stated, are_two, strict=True):
        is_pair = are_families and _is_of_two_words(person)
        if is_two or (is_pair and known.fit(name_of(person)) is not Fit.SAME):
            yield from (Person(person.family), Person(person.given))
        else:
            yield person


def _is_whole_name(name: Name, families: Mapping[str, Sequence[Name]], known: _Known) -> bool:
    """Return whether family name and given name, both registered family names, are one person."""
    if name.key not in families:
        return known.fit(name) is Fit.SAME
    own = [maker for maker in families[name.key] if fit(name, maker) is Fit.SAME]
    return any(
        not maker.given or maker.given & name.given or _is_short(maker.given) for maker in own
    )


def _is_of_two_words(person: Person) -> bool:
    """Return whether family name and given name are a word each, and the latter is no initial."""
    halves = (person.family, person.given)
    return all(len(half) > 1 and " " not in half and "." not in half for half in halves)


def _together(stated: Sequence[Person], known: _Known) -> Iterator[Person]:
    """Yield the persons of a text; "Doe, Jane, Roe, Kim" may be read as four names.

    The record shows which of them are the given names of the person before.
    """
    is_pair = len(stated) == _PAIR
    at = 0
    while at < len(stated):
        person, *behind = stated[at : at + _PAIR]
        if behind and _is_given_name(person, behind[0], known, is_pair=is_pair):
            family = f"{person.given} {person.family}".strip()
            person = Person(family, f"{behind[0].given} {behind[0].family}".strip())
            at += 1
        yield person
        at += 1


def _is_given_name(person: Person, behind: Person, known: _Known, *, is_pair: bool) -> bool:
    """Return whether the second of two names in a text is the given name of the first.

    "Camacho, Christiam et al." names one person, and "Camacho, Coulouris et al." names two. If
    neither is registered, this is not known; if there are no other names, they are read as one.
    """
    name, other = name_of(person), name_of(behind)
    if name.given.difference(known.families) or known.fit(other) is not Fit.OTHER:
        return False
    said = other.given.union(other.whole)
    makers = [maker for maker in known.matching(name) if name.given <= {*maker.whole}]
    if is_pair and not name.given and len(said) == 1:
        return not makers or any(not maker.given or _are_given(said, maker) for maker in makers)
    return any(_are_given(said, maker) for maker in makers)


def _are_given(said: Collection[str], maker: Name) -> bool:
    """Return whether words are the given names of a person, or some of them are initials."""
    return all(
        word in maker.given
        or (word[0] in maker.initials and (len(word) == 1 or _is_short(maker.given)))
        for word in said
    )


def _is_short(given: frozenset[str]) -> bool:
    """Return whether given names are initials only."""
    return all(len(word) == 1 for word in given)


def _as_registered(person: Person, pieces: Collection[tuple[str, ...]]) -> Person:
    """Return a person for a group with a name that the record gives to a person, in one piece."""
    is_piece = bool(person.group) and tuple(words(person.group)) in pieces
    return Person(person.group) if is_piece else person


def _is_missing(first: Name, said: Sequence[Name], known: _Known, lead: Words) -> bool:
    """Return whether the first author of a record is not among the stated persons.

    If the first stated person has the family name of an author, but a different given name, this
    may be the first author.
    """
    if known.fit(said[0]) is Fit.FAMILY or _Known(said).fit(first) is Fit.SAME:
        return False
    return first.key in {name.key for name in said} or not is_named(first, lead)


def _persons(people: Sequence[Person]) -> tuple[Name, ...]:
    """Return the names of persons, without groups and words such as "et al."."""
    names = (name_of(person) for person in people[:MOST] if not is_no_name(person))
    return tuple(name for name in names if not name.is_group)


def names_of(people: Sequence[Person]) -> list[Name]:
    """Return the names that can be compared: no single ASCII letter, and no "et al."."""
    names = [name_of(person) for person in people[:MOST] if not is_no_name(person)]
    return [name for name in names if len(name.key) > 1 or not name.key.isascii()]


def name_of(person: Person) -> Name:
    """Return the name of a person or a group, folded for comparison."""
    whole = words(person.name[:_LONGEST])
    whole = [word for word in whole if word not in SUFFIXES and not word.isdigit()] or whole
    core = whole
    if not person.group:
        while len(core) > 1 and core[0] in PARTICLES:
            core = core[1:]
    given = words(person.given[:300])
    initials = {word[0] for word in given if word[0].isalpha()}
    if len(given) == 1 and len(given[0]) <= _INITIALS and person.given.isupper():
        initials |= set(given[0])  # "Smith JQ": three initials in one word
    key = _UMLAUT.sub("", "".join(core))[:_KEY]
    return Name(
        shown=person.name,
        full=f"{person.given} {person.name}".strip() if person.family else person.name,
        whole=tuple(whole),
        core=tuple(core),
        key=key,
        unparted="".join((*whole, *given))[:_KEY],
        sound=_sound("".join(core)[:_KEY]),
        given=frozenset(given),
        initials=frozenset(initials),
        is_group=_is_group(person),
    )


def said_of(people: Sequence[Person]) -> Words:
    """Return the words of all names in a list; family and given names may be reversed in it."""
    return Words(
        " ; ".join(f"{person.family} {person.given} {person.group}" for person in people[:MOST])
    )


def is_named(name: Name, text: Words) -> bool:
    """Return whether a text contains a name."""
    if name.is_group:
        return _group_is_named(name, text)
    if text.has_phrase(name.whole) or text.has_phrase(name.core):
        return True
    if not {"".join(name.whole), "".join(name.core), name.unparted}.isdisjoint(text.all):
        return True
    if len(name.core) > 1 and len(name.core[-1]) > _SHORT and text.has_phrase(name.core[-1:]):
        return True
    if len(name.key) > _SHORT and name.key in text.folded(_without_umlaut):
        return True
    return len(name.key) >= _INFLECTED and text.has(name.core[0])


def _group_is_named(name: Name, text: Words) -> bool:
    """Return whether a text contains most words of a group's name, or their initials."""
    said = content(name.whole)
    initials = "".join(word[0] for word in said)
    if len(initials) > _BY_CHANCE and text.has_phrase([initials]):
        return True
    return bool(said) and sum(text.has(word) for word in said) >= thresholds.GROUP_NAMED * len(said)


def _is_group(person: Person) -> bool:
    """Return whether this is a group; some records state groups in the fields for persons."""
    if person.group or (not person.given and _ACRONYM.fullmatch(f"{person.family}")):
        return True
    return _GROUP.search(f"{person.given} {person.family}"[:300]) is not None


def fit(one: Name, other: Name) -> Fit:
    """Return how well two names match, in either order."""
    agree = bool(one.initials & other.initials)
    either = any(
        (agree or len(word) > _BY_CHANCE) and word not in PARTICLES and word in other.whole
        for word in one.core
    )
    is_whole = any(
        not name.given and _is_unparted({*name.whole}, whole)
        for name, whole in ((one, other), (other, one))
    )
    is_joined = one.joined == other.joined or one.unparted == other.unparted
    is_same = one.key == other.key or is_joined or either or is_whole
    if is_same or _are_spelt_alike(one, other):
        contradict = one.initials and other.initials and not one.initials & other.initials
        return Fit.FAMILY if contradict and not one.given & other.given else Fit.SAME
    return Fit.SAME if _is_turned(one, other) or _is_turned(other, one) else Fit.OTHER


def _is_unparted(said: set[str], whole: Name) -> bool:
    """Return whether words are the family name and the given names of a person: "Yu Li"."""
    return said.issuperset(whole.whole) and _are_given(said.difference(whole.whole), whole)


class _Known:
    """The names on one side, found by their words, so that a long list takes little time.

    Attributes:
        families: the words of all family names.
    """

    def __init__(self, names: Sequence[Name]) -> None:
        self._names = names
        self._by_family = _by_words(names, _family_words)
        self._by_given = _by_words(names, attrgetter("given"))
        self._by_given_and_end = _by_words(names, _given_with_ends)
        self._by_end = _by_words(names, _ends)
        self.families = self._by_family.keys()

    def fit(self, name: Name, at: int = -1) -> Fit:
        """Return the best match of a name; the name in the same place is compared first.

        Names without a common word are at most misspelt.
        """
        best = Fit.OTHER
        in_place = self._names[at : at + 1]
        for known in _without_repeats(chain(in_place, self._near(name), self._with_end(name))):
            best = max(best, fit(name, known))
            if best is Fit.SAME:
                break
        return best

    def matching(self, name: Name) -> Iterator[Name]:
        """Yield the names that match a name."""
        for known in _without_repeats(chain(self._near(name), self._with_end(name))):
            if fit(name, known) is not Fit.OTHER:
                yield known

    def last_of(self, stated: Sequence[Name]) -> int:
        """Return the index of the last stated name that is one of these; each counts once."""
        last, taken = -1, set[int]()
        for at, name in enumerate(stated):
            near = (known for known in _without_repeats(self._near(name)) if id(known) not in taken)
            same = (id(known) for known in near if fit(name, known) is Fit.SAME)
            if (found := next(same, None)) is not None:
                taken.add(found)
                last = at
        return last

    def _near(self, name: Name) -> Iterator[Name]:
        """Yield the names that may match by a word, the most probable ones first."""
        yield from _named(self._by_family, _family_words(name))
        yield from _named(self._by_family, name.given)
        yield from _named(self._by_given, name.whole)
        for known in _named(self._by_given_and_end, _given_with_ends(name)):
            begin_alike = name.key[:_BEGINNING] == known.key[:_BEGINNING]
            if begin_alike or _may_be_spelt_alike(name, known):
                yield known

    def _with_end(self, name: Name) -> Iterator[Name]:
        """Yield the names with the same beginning or end, if the family name may be misspelt."""
        for known in _named(self._by_end, _ends(name)):
            if _may_be_spelt_alike(name, known):
                yield known


def _by_words(
    names: Sequence[Name], words_of: Callable[[Name], Iterable[str]]
) -> dict[str, list[Name]]:
    """Return the names that are found by each word."""
    names_by_word: dict[str, list[Name]] = {}
    for name in names:
        for word in words_of(name):
            names_by_word.setdefault(word, []).append(name)
    return names_by_word


def _named(names_by_word: Mapping[str, Sequence[Name]], by: Iterable[str]) -> Iterator[Name]:
    """Yield the names that are found by one of some words."""
    for word in by:
        yield from names_by_word.get(word, ())


def _without_repeats(names: Iterable[Name]) -> Iterator[Name]:
    """Yield each name once; equal names of different people are kept."""
    seen = set[int]()
    for name in names:
        if id(name) not in seen:
            seen.add(id(name))
            yield name


def _family_words(name: Name) -> dict[str, None]:
    """Return the words by which a family name is found, without repeats."""
    return dict.fromkeys(
        (name.key, name.joined, name.unparted, name.sound, *name.whole, *name.core)
    )


def _given_with_ends(name: Name) -> Iterator[str]:
    """Yield each given name with the first and with the last letter of the key."""
    for given in name.given:
        yield f"{given} {name.key[:1]}-"
        yield f"{given} -{name.key[-1:]}"


def _ends(name: Name) -> set[str]:
    """Return the beginning and the end of the key; a changed letter leaves one of them as it is."""
    key, ends = name.key, set[str]()
    if len(key) <= _MISSPELT:
        ends.add(f"{key[:1]}-{key[-1:]}")
    if len(key) <= _MIDDLING:
        ends |= {f"{key[:2]}-", f"-{key[-2:]}"}
    if len(key) >= _MIDDLING - 1:
        ends |= {f"{key[:3]}-", f"-{key[-3:]}"}
    return ends


def _may_be_spelt_alike(name: Name, other: Name) -> bool:
    """Return whether two keys share enough letters, or one contains the other; this is quick."""
    is_alike = may_be_alike(name.key, other.key, thresholds.WORD_SPELT_ALIKE, more=_EDITED)
    return is_alike or name.key in other.key or other.key in name.key


def _are_spelt_alike(name: Name, other: Name) -> bool:
    """Return whether two names are spellings of one name, transliterated or misspelt by a letter.

    One letter of a short name may be changed only if the given names agree.
    """
    if _is_spelt_alike(name.key, other.key):
        return True
    if len(name.sound) > _SHORT and name.sound == other.sound:
        return True
    if _HAN.match(name.unparted) and min(len(name.unparted), len(other.unparted)) >= _LEAST_SIGNS:
        return _is_edited(name.unparted, other.unparted)  # 渡邊太郎, 渡辺太郎
    least = min(len(name.key), len(other.key))
    agree = bool(name.initials & other.initials)
    enough = _MISSPELT_SHORT if agree else _MISSPELT
    return least >= enough and (
        _is_edited(name.key, other.key) or _is_edited(name.joined, other.joined)
    )


def _is_edited(word: str, other: str) -> bool:
    """Return whether two words differ in one letter: changed, added, lost, or two exchanged."""
    if abs(len(word) - len(other)) > 1:
        return False
    start = 0
    while start < min(len(word), len(other)) and word[start] == other[start]:
        start += 1
    mine, theirs = word[start:], other[start:]
    turned = theirs[1:2] + theirs[:1] + theirs[2:]
    return mine[1:] in {theirs, theirs[1:]} or mine == theirs[1:] or mine == turned


def _without_umlaut(word: str) -> str:
    return _UMLAUT.sub("", word)


def _sound(word: str) -> str:
    """Return a word with one spelling for the letters that transliterations write differently."""
    text = _SOUNDS.sub(lambda match: _SOUND[match[0]], word)
    return _TWICE.sub(r"\1", text)


def _is_spelt_alike(key: str, other: str) -> bool:
    """Return whether two folded family names are spellings or transliterations of one name."""
    short = min(len(key), len(other))
    if short >= LONG_WORD and (is_near(key, other) or key in other or other in key):
        return True
    is_same = len(key) >= _MISSPELT and key.replace("e", "") == other.replace("e", "")
    if is_same and set(key) - set(other) <= {"e"}:
        return True  # an "e" of a transliteration that `key` still contains
    if short <= _SHORT or key[0] != other[0] or abs(len(key) - len(other)) > 1:
        return False
    least = thresholds.NAME_SPELT_ALIKE
    return may_be_alike(key, other, least) and ratio(key, other) >= least


def _is_turned(name: Name, other: Name) -> bool:
    """Return whether the family name of one is a given name of the other: "Wang, Jing"."""
    shared = set(name.core) & other.given
    if not shared:
        return False
    if set(other.whole) & name.given or (max(map(len, shared)) > _BY_CHANCE and not name.given):
        return True
    initials = {word[0] for word in other.core}
    return set(name.core) <= other.given and bool(initials & name.initials)
