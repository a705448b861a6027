"""The results of `mdlint-doi lookup`, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import (
    Cause,
    Found,
    HandleRecord,
    HandleValue,
    Missing,
    Outcome,
    explained_in_full,
    targets,
)
from mdlint_doi.names.outcome import Unknown as NotChecked
from mdlint_doi.report.safe import encodable, json_line, line
from mdlint_doi.text.numbers import counted
from mdlint_doi.text.value import Value
from mdlint_doi.works.work import KnownWork, NotHeld, Person, UnknownWork, Work, WorkOutcome

Members = dict[str, object]
_OUTCOMES: Final = {Found: "found", Missing: "missing", NotChecked: "unknown"}
_STATES: Final = {KnownWork: "known", NotHeld: "not-held", UnknownWork: "unknown"}
_PEOPLE: Final = 10  # the most authors that are named; the others are counted
_LONGEST_VALUE: Final = 8000
"""The most code points of a value that are shown; servers accept no longer addresses."""


class NameReport(Value):
    """The result for one DOI.

    Attributes:
        doi: the DOI.
        outcome: whether it is registered, and its target; None: it was not looked up, because the
            work is known.
        work: its registered work; None: it was not looked up.
        source: the source of `outcome`: `network`, `cache` or `records`.
        work_source: the source of `work`: `network`, `cache` or `records`.
        values: the values of the handle record; None if they were not requested.
    """

    doi: Doi
    outcome: Outcome | None
    work: WorkOutcome | None = None
    source: str = "network"
    work_source: str = "network"
    values: tuple[HandleValue, ...] | None = None

    @property
    def agency(self) -> str:
        """The registration agency; empty if it is not known."""
        match self.work:
            case KnownWork(work) if work.agency:
                return work.agency
            case NotHeld(agency):
                return agency
        is_known = isinstance(self.outcome, (Found, Missing))
        return (self.outcome.agency or "") if is_known else ""  # type: ignore[union-attr]


def as_text(report: NameReport) -> Iterator[str]:
    """Yield the lines about a DOI: the verdict, then its work or its values, if requested."""
    yield f"{line(str(report.doi))}  {_verdict(report)}"
    match report.work:
        case KnownWork(work):
            yield from (f"  {text}" for text in _lines(work))
            yield f"  from {work.agency or 'its agency'} ({report.work_source})"
        case NotHeld(agency):
            yield f"  registered with {line(agency)}, whose records are not read"
        case UnknownWork(cause, detail):
            more = f": {line(detail)}" if detail else ""
            yield f"  the work could not be read: {line(cause)}{more}"
    yield from (f"  {text}" for text in _value_lines(report.values or ()))


def _verdict(report: NameReport) -> str:
    """Return whether a DOI is registered, its target, its agency and the source of the answer."""
    match report.outcome:
        case Missing(code):
            words = "not registered"
            more = "its prefix is not registered" if code == 301 else ""
        case NotChecked() as unknown:
            return f"could not be checked  {line(explained_in_full(unknown))}"
        case found:
            words = "registered"
            more = _where(found.record if found else None)
    by = f"{line(report.agency)}, " if report.agency else ""
    where = f"  {line(more)}" if more else ""
    return f"{words}{where}  ({by}{report.source})"


def _where(record: HandleRecord | None) -> str:
    """Return the target of a registered DOI, or that of its alias; empty if it is not known."""
    if record is None:
        return ""
    if record.alias is not None:
        return f"alias of {record.alias}"
    if record.target is None:
        return "leads nowhere"
    return f"{record.target} (deleted)" if record.deleted else record.target


def _value_lines(values: tuple[HandleValue, ...]) -> Iterator[str]:
    """Yield a table of values, and the targets if there are several."""
    rows = [("index", "type", "ttl", "timestamp", "data")] if values else []
    rows += [
        (
            str(value.index or ""),
            line(value.type),
            "" if value.ttl is None else str(value.ttl),
            line(value.timestamp),
            line(
                value.data if isinstance(value.data, str) else json_line(value.data), _LONGEST_VALUE
            ),
        )
        for value in values
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
    found = targets(values)
    if len(found) <= 1:
        return
    yield f"{len(found)} targets:"
    for target in found:
        more = ", ".join(f"{name}={value}" for name, value in target.attributes.items())
        yield f"  {line(target.url)} ({line(more)})" if more else f"  {line(target.url)}"


def _lines(work: Work) -> Iterator[str]:
    yield f'"{line(work.titles.shown)}"' if work.titles.shown else "(no title is registered)"
    yield from (f'  also "{line(form)}"' for form in work.titles.forms[1:])
    names = [line(_name(person)) for person in work.people[:_PEOPLE]]
    if len(work.people) > _PEOPLE:
        names.append(f"and {counted(len(work.people) - _PEOPLE, 'other')}")
    if names:
        yield "; ".join(names)
    details = [", ".join(map(str, work.years)), *map(line, work.containers[:1])]
    if work.volume:
        details.append(f"volume {line(work.volume)}")
    if work.pages:
        details.append(f"pages {line(work.pages)}")
    details.append(line(work.type))
    yield "; ".join(detail for detail in details if detail)
    for update in work.updates:
        notice = f" by {line(str(update.notice))}" if update.notice else ""
        more = [f", {line(detail)}" for detail in (update.date, update.source) if detail]
        yield f"{line(update.kind)}{notice}{''.join(more)}"
    yield from (
        f"{line(relation.kind)} {line(str(relation.doi))}" for relation in work.relations[:10]
    )


def _name(person: Person) -> str:
    return person.group or ", ".join(part for part in (person.family, person.given) if part)


def as_json(report: NameReport) -> str:
    """Return the result as a JSON object on one line."""
    outcome = report.outcome
    record = outcome.record if isinstance(outcome, Found) else None
    is_offline = isinstance(outcome, NotChecked) and outcome.cause is Cause.OFFLINE
    members: Members = {
        "doi": encodable(str(report.doi)),
        "outcome": "found" if outcome is None else _OUTCOMES[type(outcome)],
        "code": outcome.code if isinstance(outcome, Missing) else None,
        "target": record.target if record else None,
        "alias": record.alias if record else None,
        "agency": encodable(report.agency) or None,
        "cause": str(outcome.cause) if isinstance(outcome, NotChecked) else None,
        "source": None if is_offline else str(report.source),
        "work": None if report.work is None else _work_members(report.work, report.work_source),
    }
    if report.values is not None:
        fields = HandleValue.__match_args__
        members["values"] = [
            {name: getattr(value, name) for name in fields} for value in report.values
        ]
        members["targets"] = [
            {"url": target.url, "index": target.index, "attributes": dict(target.attributes)}
            for target in targets(report.values)
        ]
    return json_line(members)


def _work_members(outcome: WorkOutcome, source: str) -> Members:
    work = outcome.work if isinstance(outcome, KnownWork) else Work()
    cause = outcome.cause if isinstance(outcome, UnknownWork) else None
    return {
        "outcome": _STATES[type(outcome)],
        "titles": list(map(encodable, work.titles.forms)),
        "people": [encodable(_name(person)) for person in work.people],
        "years": list(work.years),
        "containers": list(map(encodable, work.containers)),
        "volume": encodable(work.volume) or None,
        "issue": encodable(work.issue) or None,
        "pages": encodable(work.pages) or None,
        "type": encodable(work.type) or None,
        "updates": [
            {
                "kind": encodable(update.kind),
                "notice": encodable(str(update.notice)) if update.notice else None,
                "date": encodable(update.date) or None,
                "source": encodable(update.source) or None,
            }
            for update in work.updates
        ],
        "relations": [
            {"kind": encodable(relation.kind), "doi": encodable(str(relation.doi))}
            for relation in work.relations
        ],
        "as_of": round(work.as_of) or None,
        "cause": cause,
        "source": None if cause == Cause.OFFLINE else source,
    }
