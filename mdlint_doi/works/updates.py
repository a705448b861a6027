"""What became of a work since: retractions, concerns, corrections, other versions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.work import Update, Work

RETRACTIONS: Final = frozenset({"retraction", "withdrawal", "removal"})
CONCERNS: Final = frozenset({"expression_of_concern", "partial_retraction"})
CORRECTIONS: Final = frozenset({"correction", "erratum", "corrigendum", "addendum"})
_TITLE: Final = pattern(
    r"\W{0,3}(?:(RETRACTED)|(WITHDRAWN)|REMOVED)(?: (?:ARTICLE|CHAPTER|PAPER))?\s{0,3}[:\]–—-]"
)
"""What publishers put before the title of a work that they took back; in capitals or not."""
_NEWER: Final = frozenset({"ispreviousversionof", "isobsoletedby", "isreplacedby"})
_PUBLISHED: Final = frozenset({"ispreprintof"})
_VERSION_OF: Final = "isversionof"
_VERSIONS: Final = frozenset({_VERSION_OF, "hasversion"})
_SAME: Final = (
    _VERSIONS
    | _NEWER
    | {"isnewversionof", "obsoletes", "replaces"}
    | {"isidenticalto", "isvariantformof", "isoriginalformof"}
)
_ARXIV: Final = "10.48550"
_NO_JOURNALS: Final = frozenset(
    (
        *("10.2139", "10.1101", "10.21203", "10.20944", "10.31219", "10.36227"),
        *("10.2172", "10.21236"),
    )
)
"""Prefixes of servers of preprints and of series of reports, under which nothing is published."""


def retraction(work: Work) -> Update | None:
    """Return what took a work back: the earliest notice with a DOI, else any sign of one."""
    if found := _first(work, RETRACTIONS):
        return found
    for title in work.titles.main[:2]:
        sign = _TITLE.match(title.upper())
        if sign:
            kinds = ("retraction", "withdrawal", "removal")
            return Update(kinds[(sign.lastindex or len(kinds)) - 1], source="title")
    return None


def concern(work: Work) -> Update | None:
    """Return the expression of concern or the partial retraction of a work, if there is one."""
    return _first(work, CONCERNS)


def correction(work: Work) -> Update | None:
    """Return the first correction or erratum of a work, if there is one."""
    return _first(work, CORRECTIONS)


def _first(work: Work, kinds: Iterable[str]) -> Update | None:
    found = [one for one in work.updates if _kind(one.kind) in kinds]
    found.sort(key=lambda one: (one.notice is None, one.date or "9999"))
    return found[0] if found else None


def _kind(kind: str) -> str:
    return kind.casefold().replace("-", "_").replace(" ", "_")


def newer_version(doi: Doi, work: Work) -> Doi | None:
    """Return the DOI of a newer version of a work, if its record tells of one."""
    updates = [one.notice for one in work.updates if _kind(one.kind) == "new_version"]
    relations = [one.doi for one in work.relations if _plain(one.kind) in _NEWER]
    return next((one for one in (*updates, *relations) if one is not None and one != doi), None)


def published_version(doi: Doi, work: Work) -> Doi | None:
    """Return the DOI under which a preprint was published, if its record tells of one."""
    kinds = set(_PUBLISHED)
    if doi.prefix == _ARXIV:
        kinds.add(_VERSION_OF)
    elif not work.is_preprint:
        return None
    found = (one.doi for one in work.relations if _plain(one.kind) in kinds)
    return next((one for one in found if one.prefix not in {doi.prefix, *_NO_JOURNALS}), None)


def work_of_version(work: Work) -> Doi | None:
    """Return the DOI for all versions of a work that is one of them; None of any other."""
    return next((one.doi for one in work.relations if _plain(one.kind) == _VERSION_OF), None)


def has_versions(work: Work) -> bool:
    """Return whether a record tells of which work it is a version, or which are its versions."""
    return any(_plain(one.kind) in _VERSIONS for one in work.relations)


def are_versions(*works: tuple[Doi, Work | None]) -> bool:
    """Return whether a record of two works names the other one as a version or form of its own."""
    names = {doi for doi, _ in works}
    return any(
        one.doi in names and _plain(one.kind) in _SAME
        for _, work in works
        for one in (work.relations if work else ())
    )


def _plain(kind: str) -> str:
    return kind.casefold().replace("-", "").replace("_", "")
