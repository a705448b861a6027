"""Read the names of people in the fields of entries, and recognize placeholders for names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.folding import SUFFIXES, plain_tex, plain_title, word_set, words
from mdlint_doi.works.work import Person

MOST: Final = 60  # people of a list that are read, at most; collaborations have thousands
_LONGEST_PLACEHOLDER: Final = 40  # code points of a name that names nobody, at most
_AND: Final = pattern(r"(?<=\s)and\s|;|&(?=\s*[A-Z])|[{}]", re.IGNORECASE)
_MORE: Final = pattern(r"\bothers\b|\bet\.?\s*al\b|\.\.\.|…", re.IGNORECASE)
_KEYED: Final = pattern(r"(family|given|prefix|suffix|given-i)\s*+=\s*+([^,]*[^,\s])")
"""Matches a part of a name in biblatex's form (its manual, section 3.6)."""
NO_NAMES: Final = frozenset({"others", "et al", "et al.", "al.", "anonymous", "anon", "none", "na"})
_NOBODY: Final = word_set(
    """
    admin administrator anonim anonym anonyme anonymus author authors autor autores collective
    correspondent desconocido editor editors editorial-board editorial-office editorial-staff
    editorial-team inconnu n-a n-n nn no-author no-authors no-author-listed no-authors-listed
    not-applicable not-available null redaccion redaktion redazione sconosciuto staff staff-reporter
    staff-writer staff-writers the-author the-authors the-editor the-editors the-staff unbekannt
    undefined unknown unknown-author unknown-authors unnamed user various various-authors
    verfasser wikipedia-contributors
    """
)
"""Whole names in records that name nobody, in several languages; blanks are hyphens."""
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
"""Matches placeholders for names in forms and examples, in English and German."""
_MAYBE_PLACEHOLDER: Final = pattern(r"(?i:(?:john|jane) (?:smith|public)|alice|bob)")
"""Matches placeholders that are also real names; they only count if there are several."""


def people_of(field: str) -> tuple[Person, ...]:
    """Return the people in the `author` field of an entry (BibTeX: "von Last, First and …").

    A part in braces is a group. Entities (`d&apos;Amore`), biblatex's `family=Buuren, given=Stef`
    and commas between names ("A. Smith, B. Jones, C. Doe, D. Roe") are also accepted.
    """
    text = plain_title(field[:20_000]) if "&" in field else field[:20_000]
    parts = _parts(text)
    if len(parts) == 1 and not _is_braced(text) and "family=" not in text:
        # "A. Smith, B. Jones, C. Doe, D. Roe"; in BibTeX, "Smith, A." is one person.
        pieces = [piece.strip() for piece in text.split(",")]
        is_list = len(pieces) > 3 and all(len(piece.split()) > 1 for piece in pieces if piece)
        parts = pieces if is_list else parts
    bare = ((plain_tex(part).strip(" ,"), part) for part in parts[: 2 * MOST])
    return tuple(
        _person(name, is_braced=_is_braced(part))
        for name, part in bare
        if name and name.casefold() not in NO_NAMES
    )


def has_more(field: str) -> bool:
    """Return whether an `author` field states that there are more authors."""
    return _MORE.search(field) is not None


def are_placeholders(people: Sequence[Person]) -> bool:
    """Return whether all names are placeholders: "Doe, John and Author, Second"."""
    names = [f"{one.given} {one.family}".strip() or one.group for one in people]
    sure = [_PLACEHOLDER.fullmatch(one) is not None for one in names]
    maybe = [_MAYBE_PLACEHOLDER.fullmatch(one) is not None for one in names]
    return all(map(any, zip(sure, maybe, strict=True))) and (any(sure) or len(names) > 1)


def is_nobody(person: Person) -> bool:
    """Return whether a name names nobody: empty, "et al.", or a placeholder such as "Unknown"."""
    if not person.name or person.name.casefold() in NO_NAMES:
        return True
    name = f"{person.given} {person.name}".strip() if person.family else person.name
    return len(name) <= _LONGEST_PLACEHOLDER and (
        "-".join(words(name)) in _NOBODY or _PLACEHOLDER.fullmatch(name) is not None
    )


def _parts(field: str) -> list[str]:
    """Return the parts of a list of people, which is split at each "and" outside braces."""
    parts, start, depth = [], 0, 0
    for found in _AND.finditer(field):
        if found[0] in "{}":
            depth += 1 if found[0] == "{" else -1
        elif depth <= 0:
            parts.append(field[start : found.start()])
            start = found.end()
    return [*parts, field[start:]]


def _is_braced(part: str) -> bool:
    """Return whether one pair of braces encloses the whole part."""
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
    if is_braced:  # usually a group; a single word may be a family name
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
