"""Read the names of people in the fields of entries, and recognize placeholders for names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.folding import (
    GIVEN_MONTHS,
    PARTICLES,
    STOP,
    SUFFIXES,
    is_common,
    plain_tex,
    plain_title,
    word_set,
    words,
)
from mdlint_doi.works.folding import NO_NAMES as WORDS_NO_NAMES
from mdlint_doi.works.work import Person

MOST: Final = 60  # people of a list that are read, at most; collaborations have thousands
_ONLY_INITIALS: Final = pattern(r"(?:[^\W\d_]\.[ -]?){1,4}")
_LONGEST_PLACEHOLDER: Final = 40  # code points of a name that names nobody, at most
_AND: Final = pattern(r"(?<=\s)and\s|;|&(?=\s*[A-Z])|[{}]", re.IGNORECASE)
_MORE: Final = pattern(r"\bothers\b|\bet\.?\s*al\b|\.\.\.|…", re.IGNORECASE)
_KEYED: Final = pattern(r"(family|given|prefix|suffix|given-i)\s*+=\s*+([^,]*[^,\s])")
"""Matches a part of a name in biblatex's form (its manual, section 3.6)."""
NO_NAMES: Final = frozenset(
    {"others", "et al", "et al.", "al.", "anonymous", "anon", "none", "na"}
) | {"coauthors", "co-authors", "colleagues"}
_NOBODY: Final = word_set(
    """
    admin administrator anonim anonym anonyme anonymus author authors autor autores collective
    correspondent desconocido editor editors editorial-board editorial-office editorial-staff
    editorial-team inconnu n-a n-n nn no-author no-authors no-author-listed no-authors-listed
    not-applicable not-available null redaccion redaktion redazione sconosciuto staff staff-reporter
    staff-writer staff-writers tba the-author the-authors the-editor the-editors the-staff unac
    unal unap unas unav unbekannt unkn undefined unknown unknown-author unknown-authors unnamed user
    various various-authors verfasser wikipedia-contributors
    """
)
"""Whole names in records that name nobody, in several languages; blanks are hyphens.

DataCite's standard values for unknown information are among them, such as `(:unav)`.
"""
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
_LIST_MORE: Final = pattern(
    r"[,;]?\s*(?:\(?\bet\.?\s*al\b\.?\)?|\band\s+(?:others|colleagues)\b|\bu\.\s?a\.|\.\.\.|…|等|и\s+др\b\.?"
    r"|ほか|他\Z|외\Z)\s*",
    re.IGNORECASE,
)
"""The words that state in a list of names that there are more."""
_JOINS: Final = pattern(r"\s+(?:and|und|et|y|e|en|i|och|og|и)\s+|\s*&\s*")
_MARKS: Final = pattern(r"[;；、，]|\s·\s|\s\|\s")
_CAPITAL: Final = r"[^\W\d_a-z\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]"
_INITIALS: Final = pattern(rf"(?:{_CAPITAL}\.?(?:[ -]|(?={_CAPITAL})|\Z)){{1,4}}")
"""Matches initials; a name in Chinese, Japanese or Korean letters has none."""
_GIVEN: Final = pattern(rf"(?:{_CAPITAL}\. )+[^ .]{{2,}}")
"""Matches the given names of an author whose family name comes first: "Marlowe, A. Kim"."""
_LAST_INITIALS: Final = pattern(
    r"(?P<family>(?:[^\W\d_][^\W\d_.]\S*\s+){1,5})(?P<given>(?:[^\W\d_a-z]\.?[ -]?){1,4})"
)
"""Matches a name in which initials follow: "Smith JA", "van den Berg J. K."."""
_ANDS: Final = r"(?:and|und|et|y|e|i|og|och|with|&)(?=\s)"
_INITIAL: Final = r"[^\W\d_a-z]\.(?:\s?-?[^\W\d_a-z]\.){0,4}"
_PARTICLE: Final = rf"(?:{'|'.join(sorted(PARTICLES))})(?=\s)"
_WORD: Final = rf"(?:{_INITIAL}|{_PARTICLE}|[^\W\d_a-z](?:[\w'’‘`-]*+(?<![-'’‘`]))?)"
_PIECE: Final = pattern(
    rf"\s*+(?:{_ANDS}\s++)?(?P<name>{_WORD}(?>(?:\s++(?!{_ANDS}){_WORD}){{0,5}}))"
    rf"(?P<mark>\s*[,;]|(?=\s+{_ANDS}))?"
)
"""Matches a name, with the word before it or the mark behind it that joins it to another one."""
_MORE_BEHIND: Final = pattern(r"[,;]?\s*(?:et\.?\s*al\b\.?|and (?:others|colleagues)\b|…|\.\.\.)")
_SIGN: Final = r"[\u3400-\u9fff々\uac00-\ud7a3]"
_SIGNS: Final = pattern(
    rf"\s*+(?P<names>{_SIGN}{{2,4}}(?:\s?[,，、;；]\s?(?!等|他){_SIGN}{{2,4}}){{0,40}})"
    r"(?P<more>\s?[,，、]?\s?(?:等人?|ほか|他|외))?(?=\s?[.．。:：])"
)
"""Matches a list of names in Chinese, Japanese or Korean letters at the beginning of a text."""
_SIGN_MARKS: Final = pattern(r"[,，、;；]")
_YEAR_BEHIND: Final = pattern(r",?\s*(?:[(\[]?(?:1[5-9]|20)\d\d|[“„«])")
_LONGEST_LIST: Final = 1000  # code points of a list of names that are read
_ABBREVIATION: Final = pattern(r"[^\W\d_]{3}\.(?:\s|\Z)")
"""Matches an abbreviated word of a journal: "Phys. Rev. E", "J. Appl. Phys."."""
_PAIR: Final = 2
_LONGEST_NAME: Final = 3  # words of a name without its particles, at most
_DATE: Final = pattern(
    r"[(\[]\s*(?:1[5-9]|20)\d\d[a-z]?\s*[)\]].*|[,.]?\s*\b(?:1[5-9]|20)\d\d[a-z]?\W*\Z"
)


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


def listed_people(text: str) -> tuple[tuple[Person, ...], bool]:
    """Return the people in a list of names, and whether it states that there are more.

    The names may have any usual form: "Doe, J., & Roe, K. L.", "Doe J, Roe KL", "Doe, Roe et al.",
    "Jane Doe, Kim Roe". Two words with a comma may be one name or two: they are read as one person,
    and there may be more.
    """
    bare = _DATE.sub("", " ".join(text[:20_000].split()))
    names = _LIST_MORE.sub(" ", bare).strip(" ,;.*_()[]")
    more = names != bare.strip(" ,;.*_()[]")
    if _MARKS.search(names):
        parts = [part for piece in _MARKS.split(names) for part in _JOINS.split(piece)]
        return _people(parts), more
    pieces = [piece.strip() for piece in _JOINS.sub(",", names).split(",") if piece.strip()]
    is_pair = len(pieces) == _PAIR and not _JOINS.search(names)
    is_turned = (is_pair and _are_turned(*pieces)) or _is_turned(pieces)
    return _people(_paired(pieces, is_turned=is_turned)), more or is_turned


def are_names(text: str) -> bool:
    """Return whether a text is a list of names, by its form: of several, or with initials."""
    people, more = listed_people(text)
    names = [f"{person.given} {person.family}".split() for person in people]
    whole = [name for name in names if len(name) > 1 or name[0] not in GIVEN_MONTHS]
    if not all(map(_is_name, whole)) or len(whole) < min(_PAIR, len(names)):
        return False
    if any(_ABBREVIATION.search(f"{person.given} {person.family}") for person in people):
        return False
    has_initials = any(person.given and _INITIALS.fullmatch(person.given) for person in people)
    return bool(people) and (more or len(people) > 1 or has_initials)


class LeadingNames(NamedTuple):
    """The names with which a text begins.

    Attributes:
        people: the people.
        more: whether the list states that there are more.
        end: the offset after the list.
        is_dated: whether a year or a quoted title follows.
        are_families: whether they are family names only, and a full stop follows: "Doe, Roe, Poe."
    """

    people: tuple[Person, ...]
    more: bool
    end: int
    is_dated: bool
    are_families: bool = False

    @property
    def are_several(self) -> bool:
        """Whether the list names or states several people."""
        return self.more or len(self.people) > 1


def leading_names(text: str) -> LeadingNames | None:
    """Return the list of names with which a text begins, up to another word; None if absent.

    A single name counts only if the list states that there are more, or if a year follows.
    """
    if (signs := _SIGNS.match(text)) is not None:
        return _names_in_signs(signs)
    pieces = _pieces(text)
    names = [piece["name"] for piece in pieces]
    end = pieces[-1].end("name") if pieces else 0
    behind = _MORE_BEHIND.match(text, end)
    is_pair = len(names) == _PAIR and "," in text[:end] and " " not in names[0]
    if is_pair and _GIVEN.fullmatch(names[1]):
        people: tuple[Person, ...] = (Person(names[0], names[1]),)
    elif is_pair and " " not in names[1] and _INITIALS.fullmatch(names[1]) is None:
        people = _people(names)
    else:
        people = listed_people(text[:end])[0]
    end = behind.end() if behind else end
    is_dated = _YEAR_BEHIND.match(text, end) is not None
    if not people or not (len(people) > 1 or behind or is_dated):
        return None
    # An even number of words may be family and given names: "Doe, Jane, Roe, Kim."
    are_words = not any(_INITIALS.fullmatch(name) or _size(name.split()) > 1 for name in names)
    are_families = are_words and len(names) % _PAIR == 1 and text[end : end + 1] == "."
    return LeadingNames(people, behind is not None, end, is_dated, are_families)


def _pieces(text: str) -> list[re.Match[str]]:
    """Return the names with which a text begins, with the marks behind them.

    The name of a month is a name if there are two others.
    """
    at, pieces = 0, []
    while piece := _PIECE.match(text, at, _LONGEST_LIST):
        name = piece["name"]
        if not (_INITIALS.fullmatch(name) or _is_name(name.split()) or name in GIVEN_MONTHS):
            break
        pieces.append(piece)
        at = piece.end()
        if piece["mark"] is None or _MORE_BEHIND.match(text, piece.end("name")):
            break
    if sum(piece["name"] not in GIVEN_MONTHS for piece in pieces) < _PAIR:
        pieces = [*takewhile(lambda piece: piece["name"] not in GIVEN_MONTHS, pieces)]
    return pieces


def _names_in_signs(match: re.Match[str]) -> LeadingNames | None:
    """Return the names in a list in Chinese, Japanese or Korean letters; None for a lone name."""
    people = tuple(Person(name.strip()) for name in _SIGN_MARKS.split(match["names"]))
    more = match["more"] is not None
    if not more and len(people) < _PAIR:
        return None
    return LeadingNames(people, more, match.end(), is_dated=False, are_families=True)


def _is_name(parts: Sequence[str]) -> bool:
    """Return whether the words of a text are a name: capitalized, and three beside particles."""
    if len(parts) > 1 and parts[0].casefold() in STOP - PARTICLES:
        return False  # "As Roe"
    size = _size(parts)
    is_beside = any(part not in GIVEN_MONTHS for part in parts)  # "June Roe" is a name
    return 1 <= size <= _LONGEST_NAME and all(
        _is_part(part) or (is_beside and part in GIVEN_MONTHS) for part in parts
    )


def _size(parts: Sequence[str]) -> int:
    """Return the number of words in a name, without particles."""
    return sum(part.casefold() not in PARTICLES for part in parts)


def _is_part(word: str) -> bool:
    """Return whether a word can be a part of a name."""
    lower = word.casefold().strip(".")
    if lower in PARTICLES:
        return True
    is_word = is_common(lower) or lower in WORDS_NO_NAMES or any(map(str.isdigit, word))
    return word[:1].isalpha() and word[:1] != word[:1].lower() and not is_word


def _are_turned(first: str, second: str) -> bool:
    """Return whether two pieces may be one name: "Doe, Jane", "Doe, Jane K.", "Doe, J. Kim"."""
    given = [_INITIALS.fullmatch(word) is None for word in second.split()]
    return " " not in first and sum(given) == 1 and len(given) <= _LONGEST_NAME


def _is_turned(pieces: Sequence[str]) -> bool:
    """Return whether the first piece is a family name, and the second the given name of it.

    In "Doe, Jane K., and Kim Roe", all names behind the first two are whole.
    """
    behind = [piece.split() for piece in pieces[_PAIR:]]
    are_whole = all(len(name) > 1 and name[0] != name[0].lower() for name in behind)
    return bool(behind) and are_whole and " " not in pieces[0]


def _paired(pieces: Sequence[str], *, is_turned: bool) -> list[str]:
    """Return names in which a comma and the given name follow the family name where it is there."""
    names: list[str] = []
    for at, piece in enumerate(pieces):
        follows = names and "," not in names[-1]
        if follows and (_INITIALS.fullmatch(piece) or (at == 1 and is_turned)):
            names[-1] = f"{names[-1]}, {piece}"
        else:
            names.append(piece)
    return names


def _people(names: Sequence[str]) -> tuple[Person, ...]:
    """Return the people with some names.

    Without commas and initials, "Ramos Rodríguez" may be two family names, and "Jane Roe" a given
    and a family name: both words count as the family name, of which one is enough to match.
    """
    bare = [name.strip(" ,;") for name in names[: 2 * MOST]]
    people = tuple(
        _named(name) for name in bare if name and name.casefold() not in NO_NAMES and words(name)
    )
    if any("," in name or "." in name for name in bare) or any(
        len(word) == 1 or word.isupper() for person in people for word in person.given.split()
    ):
        return people
    return tuple(
        Person(f"{person.given} {person.family}".strip()) if person.family else person
        for person in people
    )


def _named(name: str) -> Person:
    last = _LAST_INITIALS.fullmatch(name) if "," not in name else None
    return (
        Person(last["family"].strip(), last["given"].strip())
        if last
        else _person(name, is_braced=False)
    )


def has_more(field: str) -> bool:
    """Return whether an `author` field states that there are more authors."""
    return _MORE.search(field) is not None


def are_placeholders(people: Sequence[Person]) -> bool:
    """Return whether all names are placeholders: "Doe, John and Author, Second"."""
    names = [f"{person.given} {person.family}".strip() or person.group for person in people]
    sure = [_PLACEHOLDER.fullmatch(name) is not None for name in names]
    maybe = [_MAYBE_PLACEHOLDER.fullmatch(name) is not None for name in names]
    return all(map(any, zip(sure, maybe, strict=True))) and (any(sure) or len(names) > 1)


def is_no_name(person: Person) -> bool:
    """Return whether a name names nobody: empty, "et al.", "coauthors"."""
    return not person.name or person.name.casefold() in NO_NAMES


def is_only_initials(person: Person) -> bool:
    """Return whether the family name of a person in a text is only initials, and so is misread."""
    return _ONLY_INITIALS.fullmatch(person.name) is not None


def is_placeholder(person: Person) -> bool:
    """Return whether a registered name is only a placeholder, such as "Unknown" or "Staff"."""
    name = f"{person.given} {person.name}".strip() if person.family else person.name
    return len(name) <= _LONGEST_PLACEHOLDER and (
        "-".join(words(name)) in _NOBODY or _PLACEHOLDER.fullmatch(name) is not None
    )


def _parts(field: str) -> list[str]:
    """Return the parts of a list of people, which is split at each "and" outside braces."""
    parts, start, depth = [], 0, 0
    for match in _AND.finditer(field):
        if match[0] in "{}":
            depth += 1 if match[0] == "{" else -1
        elif depth <= 0:
            parts.append(field[start : match.start()])
            start = match.end()
    return [*parts, field[start:]]


def _is_braced(part: str) -> bool:
    """Return whether one pair of braces encloses the whole part."""
    bare = part.strip()
    if not (bare.startswith("{") and bare.endswith("}")):
        return False
    depth = 0
    for at, character in enumerate(bare):
        depth += (character == "{") - (character == "}")
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
