"""Names of people: read from an entry's field, found in a text, compared.

No accusation are: particles ("van den Oord", "Oord"), transliterated letters ("Jöckel", "Joeckel"),
hyphens, suffixes ("Jr.", DBLP's "0001"), turned names, one of two family names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.folding import (
    PARTICLES,
    SUFFIXES,
    Words,
    content,
    is_foreign,
    plain_tex,
    plain_title,
    words,
)
from mdlint_doi.works.work import Person

MOST: Final = 60  # people of one list that are looked at; collaborations sign with thousands
_LONGEST: Final = 1000  # code points of a name; some records hold a whole list in one
_UMLAUT: Final = pattern(r"(?<=[aou])e")
_AND: Final = pattern(r"(?<=\s)and\s|;|&(?=\s*[A-Z])|[{}]", re.IGNORECASE)
_MORE: Final = pattern(r"\bothers\b|\bet\.?\s*al\b|\.\.\.|…", re.IGNORECASE)
_KEYED: Final = pattern(r"(family|given|prefix|suffix|given-i)\s*+=\s*+([^,]*[^,\s])")
"""A part of a name in biblatex's form (its manual, section 3.6)."""
_NO_NAMES: Final = frozenset(
    {"others", "et al", "et al.", "al.", "anonymous", "anon", "none", "na"}
)


class Common(NamedTuple):
    """What people of a citation and of a work have in common.

    Attributes:
        stated: whether both sides name people, so that it means something if none is common.
        first: whether the work's first author is named.
        others: how many of its other authors are named.
        strangers: how many of the first people of the citation are not registered for the work.
    """

    stated: bool = False
    first: bool = False
    others: int = 0
    strangers: int = 0

    @property
    def several(self) -> bool:
        """Whether it is hardly by chance: the first author, or two others."""
        return self.first or self.others >= 2

    @property
    def nobody(self) -> bool:
        """Whether both sides tell people, and none in common."""
        return self.stated and not self.first and not self.others


class Name(NamedTuple):
    """A family name, folded.

    Attributes:
        whole: its words, without suffixes such as "Jr.".
        core: the same without particles.
        key: the core as one word, transliterated vowels made simple.
        is_group: whether it is the name of a group.
    """

    whole: list[str]
    core: list[str]
    key: str
    is_group: bool = False


def people_of(field: str) -> tuple[Person, ...]:
    """Return the people that an entry's `author` field names (BibTeX: "von Last, First and …").

    A part in braces is a group. Read, too, are entities (`d&apos;Amore`), biblatex's
    `family=Buuren, given=Stef`, and commas between names ("A. Smith, B. Jones, C. Doe").
    """
    text = plain_title(field[:20_000]) if "&" in field else field[:20_000]
    parts = _parts(text)
    if len(parts) == 1 and not _is_braced(text) and "family=" not in text:
        # "A. Smith, B. Jones, C. Doe, D. Roe"; "Smith, A." is one person, as BibTeX has it.
        pieces = [piece.strip() for piece in text.split(",")]
        is_list = len(pieces) > 3 and all(len(piece.split()) > 1 for piece in pieces if piece)
        parts = pieces if is_list else parts
    bare = ((plain_tex(part).strip(" ,"), part) for part in parts[: 2 * MOST])
    return tuple(
        _person(name, is_braced=_is_braced(part))
        for name, part in bare
        if name and name.casefold() not in _NO_NAMES
    )


def has_more(field: str) -> bool:
    """Return whether an `author` field says that there are others than those that it names."""
    return _MORE.search(field) is not None


def _parts(field: str) -> list[str]:
    """Cut a list of people where an "and" stands outside of braces."""
    parts, start, depth = [], 0, 0
    for found in _AND.finditer(field):
        if found[0] in "{}":
            depth += 1 if found[0] == "{" else -1
        elif depth <= 0:
            parts.append(field[start : found.start()])
            start = found.end()
    return [*parts, field[start:]]


def _is_braced(part: str) -> bool:
    """Return whether one pair of braces holds all of a part."""
    bare = part.strip()
    if not (bare.startswith("{") and bare.endswith("}")):
        return False
    depth = 0
    for at, one in enumerate(bare):
        depth += (one == "{") - (one == "}")
        if not depth:
            return at == len(bare) - 1
    return False


def _person(bare: str, *, is_braced: bool) -> Person:
    if is_braced:  # a family name of one word now and then, a group as a rule
        return Person(group=bare) if " " in bare else Person(family=bare)
    keyed: dict[str, str] = dict(_KEYED.findall(bare))
    if keyed:
        family = f"{keyed.get('prefix', '')} {keyed.get('family', '')}".strip()
        return Person(family, keyed.get("given", keyed.get("given-i", "")))
    family, comma, given = bare.partition(",")
    if comma and family.strip().isdigit():  # DBLP's number in front: "0001, Ada Marlowe"
        bare, comma = given.strip(" ,"), ""
    if comma:
        return Person(family=family.strip(), given=given.strip(" ,"))
    parts = bare.split()
    start = len(parts) - 1
    if start and parts[start].isdigit():  # DBLP's "Ada Marlowe 0001"
        parts, start = parts[:-1], start - 1
    if words(parts[start]) and words(parts[start])[0] in SUFFIXES and start > 1:
        start -= 1
    while start > 1 and parts[start - 1].islower():
        start -= 1
    return Person(family=" ".join(parts[start:]), given=" ".join(parts[:start]))


def name_of(person: Person) -> Name:
    """Return a person's family name, or a group's, folded."""
    whole = words(person.name[:_LONGEST])
    whole = [word for word in whole if word not in SUFFIXES and not word.isdigit()] or whole
    core = whole
    if not person.group:
        while len(core) > 1 and core[0] in PARTICLES:
            core = core[1:]
    return Name(whole, core, _UMLAUT.sub("", "".join(core)), bool(person.group))


def names_of(people: Sequence[Person]) -> list[Name]:
    """Return the names that can be compared: longer than a letter, and no "et al."."""
    names = [name_of(one) for one in people[:MOST] if one.name.casefold() not in _NO_NAMES]
    return [one for one in names if len(one.key) > 1 or not one.key.isascii()]


def is_named(name: Name, text: Words) -> bool:
    """Return whether a text holds a name."""
    if name.is_group:
        return _group_is_named(name, text)
    if text.has_phrase(name.whole) or text.has_phrase(name.core):
        return True
    if "".join(name.whole) in text.all or "".join(name.core) in text.all:
        return True
    if len(name.core) > 1 and len(name.core[-1]) > 3 and text.has_phrase(name.core[-1:]):
        return True
    if len(name.key) > 3 and any(_UMLAUT.sub("", word) == name.key for word in text.all):
        return True
    return len(name.key) >= 7 and text.has(name.core[0])


def _group_is_named(name: Name, text: Words) -> bool:
    """A group is named by most of its words, or by their initials."""
    said = content(name.whole)
    initials = "".join(word[0] for word in said)
    if len(initials) > 2 and text.has_phrase([initials]):
        return True
    return bool(said) and sum(text.has(word) for word in said) >= 0.6 * len(said)


def common_in_text(
    people: Sequence[Person], editors: Sequence[Person], text: Words, stated: Sequence[Person]
) -> Common:
    """Return who of a work is named in a citation; `stated` are those whom their shape tells."""
    names = names_of(people)
    first = bool(names) and is_named(names[0], text)
    others = sum(is_named(name, text) for name in (*names[1:], *names_of(editors)))
    persons = any(not name.is_group and not is_foreign(name.key) for name in names)
    strangers = 0
    if people:
        makers = [f"{one.family} {one.group}"[:_LONGEST] for one in (*people, *editors)[:MOST]]
        known = Words(" ; ".join(makers))
        strangers = sum(not is_named(name, known) for name in names_of(stated[:6]))
    return Common(persons and bool(stated), first, others, strangers)


def common_in_lists(
    people: Sequence[Person], editors: Sequence[Person], stated: Sequence[Person]
) -> Common:
    """Return who of a work stands in a field that lists people, wherever: some lists turn names."""
    listed = Words(" ; ".join(f"{one.family} {one.given} {one.group}" for one in stated[:MOST]))
    common = common_in_text(people, editors, listed, stated)
    return common._replace(stated=common.stated and any(not one.group for one in stated))
