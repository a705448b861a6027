"""A broken name -> the names that may have been meant, each a few string moves away.

Pure: nothing is looked up, so a candidate proves nothing. Above this, candidates are asked of the
DOI system, and only a registered one is offered. The moves are the error classes that others have
published (Xu et al. 2019; Boente et al. 2021 and Cioffi et al. 2022 on 1.2 million invalid
citations; citation-bot's practice), collected in `spec/doi_facts.md` section 7.

Moves are tried in the order of the table on the name, then again on each result, three deep at
most, so that the least changed come first. A move that may cut into a good name comes late. The
price of the breadth is a few questions more for each missing name: up to `LIMIT`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.encode import decode
from mdlint_doi.names.errors import DoiSyntaxError
from mdlint_doi.names.parse_spelling import read
from mdlint_doi.names.rewrites import moves_of_text
from mdlint_doi.text.pattern import pattern

LIMIT: Final = 24
"""Candidates of one name at most."""

_DEPTH: Final = 3
_LONGEST: Final = 512
_EMBEDDED: Final = pattern(r"10\.[0-9]{4,9}/")


@dataclass(frozen=True, slots=True)
class Repair:
    """A name that may have been meant.

    Attributes:
        doi: the name.
        moves: what was done to get there, in order; names of `moves_of_text.MOVES`.

    """

    doi: Doi
    moves: tuple[str, ...]


def candidates(written: Doi | str) -> tuple[Repair, ...]:
    """Return what a broken name may stand for, the likeliest first, `LIMIT` at most.

    Args:
        written: a name, or any text that was meant as one; a bare name itself is no candidate.
            Of names longer than 512 characters nothing is made (registered ones have 91 at most).

    """
    start = str(written) if isinstance(written, Doi) else _name_in(written)
    if len(start) > _LONGEST:
        return ()
    found: dict[Doi, Repair] = {}
    if written != start and isinstance(written, str) and (doi := _parsed(start)):
        found[doi] = Repair(doi, ("take the name",))
    for text, done in _moved(start):
        doi = _parsed(text)
        if doi is not None and str(doi) != start:
            found.setdefault(doi, Repair(doi, done))
        if len(found) == LIMIT:
            break
    return tuple(found.values())


def _moved(start: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every text that one, two or three moves make of `start`, and the moves."""
    seen = {start}
    level: list[tuple[str, tuple[str, ...]]] = [(start, ())]
    for _ in range(_DEPTH):
        following = []
        for text, done in level:
            for name, moved in moves_of_text.moved(text):
                if moved not in seen:
                    seen.add(moved)
                    following.append((moved, (*done, name)))
                    yield following[-1]
        level = following


def _name_in(text: str) -> str:
    """Return the part of a text that was meant as a name, as far as it can be told."""
    text = text.strip()[:_LONGEST]
    spelling = read(text, publishers=True)
    if spelling is None:
        embedded = _EMBEDDED.search(text)
        return text[embedded.start() :] if embedded else text
    if spelling.doi is not None:
        return str(spelling.doi)
    name = spelling.name.cut(spelling.text)
    try:
        return decode(name) if spelling.encoded else name
    except ValueError:
        return name


def _parsed(text: str) -> Doi | None:
    try:
        doi = parse(text)
    except DoiSyntaxError:
        return None
    return None if doi.is_short or " " in text else doi
