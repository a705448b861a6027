"""Values out of a record that anybody may have written: bounded, of the right kind, printable.

What is of another kind than it should be counts as absent. A text that is too long is none: cut,
it would be compared with whole ones.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final

from mdlint_doi.names.doi import Doi, DoiSyntaxError
from mdlint_doi.names.normalize import normalize
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.folding import plain_title

MOST_TEXT: Final = 4000
"""Code points; the longest titles have some 2,000."""
_MOST_MARKUP: Final = 20_000
"""Of a title with its tags; a formula takes many."""
MOST_TITLES: Final = 20
MOST_PEOPLE: Final = 500
MOST_RELATIONS: Final = 300
MOST_UPDATES: Final = 50
_HOSTILE: Final = pattern("[\x00-\x08\x0e-\x1f\u202d\u202e]")
"""Commands to terminals, and letters turned round: nothing next to them is to be compared."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs"})


def text(value: object, most: int = MOST_TEXT) -> str:
    """Return a text on one line, without control and invisible characters; empty for no text."""
    if not isinstance(value, str) or len(value) > most:
        return ""
    if not value.isprintable():
        value = "".join(_visible(one) for one in value)
    return " ".join(value.split())


def number(value: object) -> str:
    """Return what may be a text or a number, such as a volume, as a text."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9:
        return str(value)
    return text(value)


def title(value: object) -> str:
    """Return a title or name without markup and entities; nothing for one that no press printed."""
    if isinstance(value, str) and _HOSTILE.search(value[:_MOST_MARKUP]):
        return ""
    plain = text(value, _MOST_MARKUP)
    return text(plain_title(plain) if "<" in plain or "&" in plain else plain)


def _visible(one: str) -> str:
    if one.isspace():
        return " "
    return "" if unicodedata.category(one) in _UNSEEN else one


def items(value: object, most: int) -> Iterator[object]:
    """Yield the first members of a list; a single value is a list of one, None of none."""
    if isinstance(value, list):
        yield from islice(value, most)
    elif value is not None:
        yield value


def objects(value: object, most: int) -> Iterator[Mapping[str, object]]:
    """Yield those of the first members of a list that are objects."""
    return (one for one in items(value, most) if isinstance(one, dict))


def member(value: object, name: str) -> object:
    """Return a member of an object; None if it is none, or has no such member."""
    return value.get(name) if isinstance(value, dict) else None


def titles(value: object) -> tuple[str, ...]:
    """Return the titles of a list, each once."""
    return distinct(title(one) for one in items(value, MOST_TITLES))


def distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Return texts in order, each once, without empty ones."""
    return tuple(one for one in dict.fromkeys(texts) if one)


def doi(value: object) -> Doi | None:
    """Return the DOI that a text names in whatever spelling; None if it names none."""
    written = text(value)
    if not 6 <= len(written) <= 2000:
        return None
    try:
        return normalize(written)
    except DoiSyntaxError:
        return None
