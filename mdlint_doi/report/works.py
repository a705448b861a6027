"""What names are registered as, for `mdlint-doi work`: as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Missing, Outcome, explained_in_full
from mdlint_doi.names.outcome import Unknown as NotChecked
from mdlint_doi.report.safe import encodable, json_line, line
from mdlint_doi.works.work import KnownWork, NotHeld, Person, UnknownWork, Work, WorkOutcome

Members = dict[str, object]


class NameReport(NamedTuple):
    """What is known of a name.

    Attributes:
        doi: the name.
        outcome: whether it is registered; None if that was not asked.
        work: what it is registered as; None where nobody was asked.
        source: who said so: `network`, `cache` or `records`.

    """

    doi: Doi
    outcome: Outcome | None
    work: WorkOutcome | None
    source: str = "network"

    @property
    def word(self) -> str:
        """In a word: `known`, `not-held`, `unknown`, or what the look-up said."""
        match self.work:
            case KnownWork():
                return "known"
            case NotHeld():
                return "not-held"
            case UnknownWork():
                return "unknown"
            case None:
                is_found = isinstance(self.outcome, Found)
                return "unknown" if is_found else type(self.outcome).__name__.lower()


def as_text(report: NameReport) -> Iterator[str]:
    """Yield the lines about a name."""
    yield line(str(report.doi))
    match report.work:
        case KnownWork(work):
            yield from (f"  {one}" for one in _lines(work))
            yield f"  from {work.agency or 'its agency'} ({report.source})"
        case NotHeld(agency):
            yield f"  registered with {line(agency)}, whose records are not read"
        case UnknownWork(cause, detail):
            yield f"  could not be read: {line(cause)}{': ' * bool(detail)}{line(detail)}"
        case None:
            yield f"  {_unread(report.outcome)}"


def _unread(outcome: Outcome | None) -> str:
    """Return why nobody was asked for the work."""
    match outcome:
        case Missing():
            return "not registered"
        case NotChecked() as unknown:
            return f"could not be checked: {line(explained_in_full(unknown))}"
    return "its work was not looked up"


def _lines(work: Work) -> Iterator[str]:
    yield f'"{line(work.titles.shown)}"' if work.titles.shown else "(no title is registered)"
    yield from (f'  also "{line(one)}"' for one in work.titles.forms[1:])
    if work.people:
        yield "; ".join(line(_name(one)) for one in work.people[:10]) + (
            f"; and {len(work.people) - 10} others" if len(work.people) > 10 else ""
        )
    details = [", ".join(map(str, work.years)), *map(line, work.containers[:1])]
    details += [f"volume {line(work.volume)}"] * bool(work.volume)
    details += [f"pages {line(work.pages)}"] * bool(work.pages) + [line(work.type)]
    yield "; ".join(one for one in details if one)
    for update in work.updates:
        notice = f" by {line(str(update.notice))}" if update.notice else ""
        date, source = (f", {line(one)}" if one else "" for one in (update.date, update.source))
        yield f"{line(update.kind)}{notice}{date}{source}"
    yield from (f"{line(one.kind)} {line(str(one.doi))}" for one in work.relations[:10])


def _name(person: Person) -> str:
    return person.group or ", ".join(one for one in (person.family, person.given) if one)


def as_json(report: NameReport) -> str:
    """Return an object on one line."""
    members: Members = {"doi": encodable(str(report.doi)), "work": report.word}
    work = report.work.work if isinstance(report.work, KnownWork) else Work()
    held = report.work.agency if isinstance(report.work, NotHeld) else work.agency
    members |= {
        "titles": list(map(encodable, work.titles.forms)),
        "people": [encodable(_name(one)) for one in work.people],
        "years": list(work.years),
        "containers": list(map(encodable, work.containers)),
        "volume": encodable(work.volume) or None,
        "issue": encodable(work.issue) or None,
        "pages": encodable(work.pages) or None,
        "type": encodable(work.type) or None,
        "agency": encodable(held) or None,
        "updates": [
            {
                "kind": encodable(one.kind),
                "notice": encodable(str(one.notice)) if one.notice else None,
                "date": encodable(one.date) or None,
                "source": encodable(one.source) or None,
            }
            for one in work.updates
        ],
        "relations": [
            {"kind": encodable(one.kind), "doi": encodable(str(one.doi))} for one in work.relations
        ],
        "as_of": round(work.as_of) or None,
        "cause": report.work.cause if isinstance(report.work, UnknownWork) else None,
        "source": report.source,
    }
    return json_line(members)
