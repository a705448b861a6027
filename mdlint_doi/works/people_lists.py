"""The people of an entry beside those of a record, one by one, with given names and initials.

In a field it can be asked whether *this* person made the work: "Wang, Li" is not "Wang, Qian". What
is one name in two spellings still is one: see `people`. Groups are never strangers: records leave
them out, or take them apart (`spec/fields.md` section 6).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.folding import PARTICLES, is_foreign, is_near, ratio, words
from mdlint_doi.works.people import name_of
from mdlint_doi.works.work import Person, Work

MOST: Final = 100  # people of one list that are compared; collaborations sign with thousands
_LONGEST: Final = 60  # letters of a name that are compared one by one
_GROUP: Final = pattern(  # words of names of groups, whatever field they stand in
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
_ACRONYM: Final = pattern(r"[A-Z]{3,8}")  # a name in capitals without a given name: that of a group
_PLACEHOLDER: Final = pattern(
    r"""
    (?i:
      (?: john | jane | janie | johnny ) \s+ (?: q\.? \s+ )? (?: doe | roe )
    | (?: first | second | third | some | another ) \s+ author
    | author \s* (?: name | one | two | three | \d | [a-d] )?
    | (?: first | last ) \s* name | name \s+ surname | firstname \s+ lastname
    | [ab]\.? \s+ author | anon(?:ymous)? \s+ author
    | foo \s+ bar | (?: max | erika ) \s+ mustermann | todo | tbd | x{2,} | \?+
    )
    """,
    re.VERBOSE,
)
"""Names that stand for a name: those of forms and examples, in English and German."""
_MAYBE_PLACEHOLDER: Final = pattern(r"(?i:(?:john|jane) (?:smith|public)|alice|bob)")
"""Names that people have, too: they count where several of them stand together."""


class Fit(IntEnum):
    """How far two names are those of one person."""

    OTHER = 0  # another family name
    FAMILY = 1  # the same family name, with given names that contradict
    SAME = 2  # the same, as far as both tell


class ListedName(NamedTuple):
    """A name in a list, folded.

    Attributes:
        shown: the name as a message shows it.
        core: the words of the family name, without particles such as "van".
        whole: all words of the name.
        key: the core as one word, transliterated vowels made simple.
        joined: all words of the name as one word, up to a bounded length.
        given: the words of the given names.
        initials: the first letters of the given names.
    """

    shown: str
    core: tuple[str, ...]
    whole: frozenset[str]
    key: str
    joined: str
    given: frozenset[str]
    initials: frozenset[str]


class PeopleOfEntry(NamedTuple):
    """What the people of an entry and of a record have in common.

    Attributes:
        are_stated: whether both sides name people that can be compared.
        stated: the people of the entry, without groups.
        registered: the people of the record, without groups.
        fits: for each person of the entry, how far it is one of the record.
        first: whether the first people are the same.
        may_be_cut: whether a list says that there are more people, or names a group.
    """

    are_stated: bool = False
    stated: tuple[ListedName, ...] = ()
    registered: tuple[ListedName, ...] = ()
    fits: tuple[Fit, ...] = ()
    first: bool = False
    may_be_cut: bool = False

    @property
    def known(self) -> int:
        """How many of the stated ones have the family name of one of the record's."""
        return sum(one is not Fit.OTHER for one in self.fits)

    @property
    def sure(self) -> int:
        """How many of them have its given names or initials, too."""
        return sum(one is Fit.SAME for one in self.fits)

    @property
    def seen(self) -> tuple[Fit, ...]:
        """The fits of those that a record of this length would hold: records are cut."""
        return self.fits[: max(len(self.registered), 1)]

    @property
    def strangers(self) -> int:
        """How many of these are nobody of the record."""
        return sum(one is Fit.OTHER for one in self.seen)

    @property
    def are_same(self) -> bool:
        """Whether nobody is a stranger, and the first ones are the same."""
        return self.are_stated and self.first and not self.strangers


def compare_people(stated: Sequence[Person], work: Work, *, more: bool = False) -> PeopleOfEntry:
    """Return what the people of an entry and a record, its editors too, have in common."""
    groups = {word for one in work.people if _is_group(one) for word in name_of(one).whole}
    said = tuple(one for one in _names(stated) if not one.whole <= groups)
    registered = _names(work.people)
    makers = (*registered, *_names(work.editors))
    foreign = [any(is_foreign(one.joined) for one in some[:3]) for some in (makers, said)]
    if not (said and registered and foreign[0] == foreign[1]):
        return PeopleOfEntry(stated=said, registered=registered)
    fits = tuple(max(fit(one, other) for other in makers) for one in said)
    first = fit(said[0], registered[0]) is not Fit.OTHER
    cut = more or len(said) < len(stated) or len(registered) < len(work.people)
    return PeopleOfEntry(
        are_stated=True, stated=said, registered=registered, fits=fits, first=first, may_be_cut=cut
    )


def are_placeholders(people: Sequence[Person]) -> bool:
    """Return whether every name stands for a name: "Doe, John and Author, Second"."""
    names = [f"{one.given} {one.family}".strip() or one.group for one in people]
    sure = [_PLACEHOLDER.fullmatch(one) is not None for one in names]
    maybe = [_MAYBE_PLACEHOLDER.fullmatch(one) is not None for one in names]
    return all(map(any, zip(sure, maybe, strict=True))) and (any(sure) or len(names) > 1)


def _names(people: Sequence[Person]) -> tuple[ListedName, ...]:
    """Return the names of persons; groups, also such in the field of a family name, left out."""
    return tuple(_listed(one) for one in people[:MOST] if not _is_group(one))


def _is_group(one: Person) -> bool:
    if one.group or (not one.given and _ACRONYM.fullmatch(f"{one.family}")):
        return True
    return _GROUP.search(f"{one.given} {one.family}"[:300]) is not None


def _listed(person: Person) -> ListedName:
    name = name_of(person)
    given = words(person.given[:300])
    initials = {word[0] for word in given if word[0].isalpha()}
    if len(given) == 1 and len(given[0]) <= 3 and person.given.isupper():
        initials |= set(given[0])  # "Smith JQ": three initials in one word
    return ListedName(
        shown=person.name,
        core=tuple(name.core),
        whole=frozenset(name.whole),
        key=name.key[:_LONGEST],
        joined="".join(name.whole)[:_LONGEST],
        given=frozenset(given),
        initials=frozenset(initials),
    )


def fit(one: ListedName, other: ListedName) -> Fit:
    """Return how far two names are those of one person, whichever is the record's."""
    either = any(
        len(word) > 2 and word not in PARTICLES and word in other.whole for word in one.core
    )
    is_same = one.key == other.key or one.joined == other.joined or either
    if is_same or _is_spelt_alike(one.key, other.key):
        contradict = one.initials and other.initials and not one.initials & other.initials
        return Fit.FAMILY if contradict and not one.given & other.given else Fit.SAME
    return Fit.SAME if _is_turned(one, other) or _is_turned(other, one) else Fit.OTHER


def _is_spelt_alike(one: str, other: str) -> bool:
    """Return whether two folded family names are one, misspelt or transliterated otherwise."""
    short = min(len(one), len(other))
    if short >= 6 and (is_near(one, other) or one in other or other in one):
        return True
    is_same = len(one) > 4 and one.replace("e", "") == other.replace("e", "")
    if is_same and set(one) - set(other) <= {"e"}:
        return True  # "Mueller", "Muller" behind a vowel that no rule simplifies
    if short < 4 or one[0] != other[0] or abs(len(one) - len(other)) > 1:
        return False
    return ratio(one, other) >= (0.86 if short > 5 else 0.88)


def _is_turned(one: ListedName, other: ListedName) -> bool:
    """Return whether a family name is a given name of the other: "Wang Jing", "Jing, Wang"."""
    shared = set(one.core) & other.given
    if not shared:
        return False
    if other.whole & one.given or (max(map(len, shared)) > 2 and not one.given):
        return True
    initials = {word[0] for word in other.core}
    return set(one.core) <= other.given and bool(initials & one.initials)
