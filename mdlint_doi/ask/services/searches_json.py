"""What searches found, as JSON, for a week in the cache.

The key is a digest of the folded query, so that another spelling of a reference, in whatever file,
is answered from there; the reference itself is not kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final

from mdlint_doi.ask.kind import AnswerKind, Believed
from mdlint_doi.ask.services.values import doi, items, member
from mdlint_doi.ask.services.works_json import dump, load
from mdlint_doi.services import CROSSREF_SEARCH
from mdlint_doi.works.candidates import MeantWork
from mdlint_doi.works.work import KnownWork

DAYS: Final = CROSSREF_SEARCH.believed.fresh
"""After these a reference is searched again: works are registered every day."""
MOST: Final = 20
"""Works that are kept of an answer; each fits the reference more or less."""
MOST_PEOPLE: Final = 60


def digest(key: str) -> str:
    """Return the key of a query's entry."""
    return sha256(key.encode("utf-8", "backslashreplace")).hexdigest()


def _write(found: Sequence[MeantWork]) -> str:
    works = [{"doi": str(one.doi), **_members(one)} for one in found[:MOST]]
    return json.dumps({"outcome": "searched", "works": works}, ensure_ascii=False)


def _members(one: MeantWork) -> dict[str, object]:
    work = one.work._replace(people=one.work.people[:MOST_PEOPLE], editors=one.work.editors[:20])
    return dump(KnownWork(work))


def _read(entry: str, _: float) -> tuple[MeantWork, ...] | None:
    """Return the works of an entry; None if it is none of ours."""
    try:
        value = json.loads(entry)
        return tuple(_works(value)) if member(value, "outcome") == "searched" else None
    except (ValueError, TypeError, RecursionError):
        return None


def _works(value: object) -> Iterator[MeantWork]:
    for one in items(member(value, "works"), MOST):
        name, outcome = doi(member(one, "doi")), load(one)
        if name is not None and isinstance(outcome, KnownWork):
            yield MeantWork(name, outcome.work)


def _days(_: object, __: str, most: float | None) -> Believed:
    days = DAYS if most is None else min(DAYS, most)
    return Believed(days, days)


SEARCHES: Final = AnswerKind[str, Sequence[MeantWork]](
    key=digest, read=_read, write=_write, days=_days, removed=DAYS
)
"""Which works a query finds."""
