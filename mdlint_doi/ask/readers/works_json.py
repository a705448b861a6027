"""Works as JSON, for the cache and for records files.

The JSON is validated like a record, because the file may come from a stranger. An entry in the
cache is renewed after a week, because new retractions are the most important ones. If the renewal
fails, the titles of the entry are used for a month.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

from mdlint_doi.ask.readers.names_json import MOST_AGENCY, AnswerKind
from mdlint_doi.ask.readers.registry import (
    MOST_PEOPLE,
    MOST_RELATIONS,
    MOST_TITLES,
    MOST_UPDATES,
    distinct,
    doi,
    items,
    member,
    objects,
    text,
)
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause
from mdlint_doi.services import CROSSREF, Days, agencies
from mdlint_doi.works.pubmed import pubmed_number
from mdlint_doi.works.work import (
    KnownWork,
    NotHeld,
    Person,
    Relation,
    Titles,
    UnknownWork,
    Update,
    Work,
    WorkOutcome,
)

T = TypeVar("T")

_TITLES: Final = ("main", "subtitle", "original", "short", "translated")
_TEXTS: Final = (
    *("volume", "issue", "pages", "publisher", "type", "agency", "version"),
    *("date", "isbn", "edition", "place", "resource"),
)
_USUAL: Final = CROSSREF.valid_days
REMOVED_DAYS: Final = 90.0
"""Days after which an entry is removed, whatever `max-age` is: works take much space."""
NO_RECORD: Final = str(Cause.NO_RECORD)
PREFIXES: Final = AnswerKind[str, str](
    key=str,
    read=lambda entry, _: text(member(json.loads(entry), "prefix-of"))[:MOST_AGENCY] or None,
    write=lambda agency: json.dumps({"prefix-of": agency}, ensure_ascii=False),
    days=lambda *_: Days(_USUAL.if_unreachable, _USUAL.if_unreachable),
)
"""The agencies of prefixes, kept beside the works, whose keys are always longer."""


def is_kept(outcome: WorkOutcome) -> bool:
    """Return whether an answer is kept in the cache."""
    if isinstance(outcome, NotHeld):
        return outcome.is_asked
    return not isinstance(outcome, UnknownWork) or outcome.cause == NO_RECORD


def no_record(agency: str) -> UnknownWork:
    """Return the answer about a DOI whose own agency has no record."""
    return UnknownWork(NO_RECORD, f"{agency} has no record of the DOI" if agency else "")


def dump(outcome: WorkOutcome) -> dict[str, object]:
    """Return an outcome as members of a JSON object, without empty values and times."""
    match outcome:
        case KnownWork(work):
            return {"outcome": "work", **_members(work)}
        case NotHeld(agency):
            return {"outcome": "not-held", "agency": agency}
        case UnknownWork(_, detail):
            return {"outcome": NO_RECORD, "agency": detail.partition(" has no record")[0]}


def render(outcome: WorkOutcome) -> str:
    """Return an outcome as one line of JSON, for the cache."""
    members = dump(outcome)
    if isinstance(outcome, KnownWork) and outcome.confirmed:
        members["confirmed"] = True
    return json.dumps(members, ensure_ascii=False)


def load(members: object, as_of: float = 0.0) -> WorkOutcome:
    """Return the outcome from the members of a JSON object; unknown ones are ignored.

    Raises:
        ValueError: if the members do not describe an outcome.
    """
    agency = text(member(members, "agency"))[:MOST_AGENCY]
    match member(members, "outcome"):
        case "work" if isinstance(members, dict):
            confirmed = members.get("confirmed") is True
            return KnownWork(_work(members).replace(as_of=as_of), confirmed)
        case "not-held":
            return NotHeld(agency)
        case "no-record":
            return no_record(agency)
        case other:
            valid = f"it must be 'work', 'not-held' or '{NO_RECORD}'"
            message = f"'outcome' of a work is {ascii(other)[:80]}; {valid}"
            raise ValueError(message)


def load_confirmed(members: object) -> WorkOutcome:
    """Return an outcome from a records file, whose works count as confirmed."""
    outcome = load(members)
    return KnownWork(outcome.work, confirmed=True) if isinstance(outcome, KnownWork) else outcome


def _members(work: Work) -> dict[str, object]:
    members: dict[str, object] = {
        "titles": _stated({name: list(getattr(work.titles, name)) for name in _TITLES}),
        "people": _listed(work.people),
        "editors": _listed(work.editors),
        "years": list(work.years),
        "containers": list(work.containers),
        **{name: getattr(work, name) for name in _TEXTS},
        "updates": [_stated(_members_of_update(update)) for update in work.updates],
        "relations": [[relation.kind, str(relation.doi)] for relation in work.relations],
        "pubmed": list(work.pubmed),
    }
    return _stated(members)


def _members_of_update(update: Update) -> dict[str, str]:
    return {
        "kind": update.kind,
        "notice": str(update.notice or ""),
        "date": update.date,
        "source": update.source,
    }


def _stated(members: dict[str, T]) -> dict[str, T]:
    return {name: value for name, value in members.items() if value}


def _listed(people: Iterable[Person]) -> list[list[str]]:
    return [[*_name(person)] for person in people]


def _name(person: Person) -> tuple[str, ...]:
    """Return the parts of a name, without empty ones at the end."""
    if person.group:
        return ("", "", person.group)
    if person.suffix:
        return (person.family, person.given, "", person.suffix)
    return (person.family, person.given)


def _work(members: Mapping[str, object]) -> Work:
    titles = members.get("titles")
    years = items(members.get("years"), 50)
    stated: dict[str, Any] = {name: text(members.get(name)) for name in _TEXTS}
    return Work(
        **stated,
        titles=Titles(*(_texts(member(titles, name)) for name in _TITLES)),
        people=tuple(_people(members.get("people"))),
        editors=tuple(_people(members.get("editors"))),
        years=tuple(year for year in years if type(year) is int and 1000 <= year <= 2999),
        containers=_texts(members.get("containers")),
        updates=tuple(_updates(members.get("updates"))),
        relations=tuple(_relations(members.get("relations"))),
        pubmed=distinct(
            pubmed_number(text(item)) for item in items(members.get("pubmed"), MOST_RELATIONS)
        ),
    )


def _texts(value: object) -> tuple[str, ...]:
    return distinct(text(item) for item in items(value, 2 * MOST_TITLES))


def _people(value: object) -> Iterator[Person]:
    for parts in items(value, MOST_PEOPLE):
        person = Person(*map(text, items(parts, 4)))
        if person.name:
            yield person


def _updates(value: object) -> Iterator[Update]:
    for update in objects(value, MOST_UPDATES):
        kind, notice = text(update.get("kind")), doi(update.get("notice"))
        if kind:
            yield Update(kind, notice, text(update.get("date")), text(update.get("source")))


def _relations(value: object) -> Iterator[Relation]:
    for relation in items(value, MOST_RELATIONS):
        pair = [*items(relation, 2)]
        name = doi(pair[1]) if len(pair) == 2 else None
        if name is not None:
            yield Relation(text(pair[0]), name)


def _days(outcome: WorkOutcome, _: str, most: float | None) -> Days:
    match outcome:
        case KnownWork(work):
            row = next(
                (service for service in agencies() if service.agency == work.agency), CROSSREF
            )
            days = row.valid_days
        case NotHeld(agency) if agency.casefold() in {
            service.agency.casefold() for service in agencies()
        }:
            days = Days(0.0, 0.0)  # the table now has this agency
        case NotHeld():
            days = Days(_USUAL.if_unreachable, _USUAL.if_unreachable)
        case _:
            days = Days(_USUAL.absent, _USUAL.absent)
    return days if most is None else Days(min(days.fresh, most), min(days.if_unreachable, most))


WORKS: Final = AnswerKind[Doi, WorkOutcome](
    key=lambda doi: doi.key,
    read=lambda entry, answered: load(json.loads(entry), answered),
    write=render,
    days=_days,
    removed=REMOVED_DAYS,
    since=lambda outcome: outcome.work.as_of if isinstance(outcome, KnownWork) else 0.0,
)
"""The works of DOIs in the cache."""
