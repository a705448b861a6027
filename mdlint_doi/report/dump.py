"""Every mention of a DOI as one line of JSON, for programs that judge or count them."""

from __future__ import annotations

from collections.abc import Iterator

from mdlint_doi.names.outcome import Outcome
from mdlint_doi.report.mentioned import Dois, Mentioned
from mdlint_doi.report.safe import encodable, json_line


def render(dois: Dois) -> Iterator[str]:
    """Yield a line for each mention, in the order of the documents."""
    for one in dois.mentions:
        yield json_line(_members(one, dois.outcomes.get(one.doi) if one.doi else None))


def _members(one: Mentioned, outcome: Outcome | None) -> dict[str, str | int | bool | None]:
    """Return the members; the last three are null where the work is not known."""
    return {
        "path": encodable(one.path),
        "line": one.line,
        "column": one.column,
        "doi": None if one.doi is None else encodable(str(one.doi)),
        "format": one.format,
        "form": one.form,
        "outcome": None if outcome is None else type(outcome).__name__.lower(),
        "agreement": one.agreement,
        "strength": one.strength,
        "retracted": one.retracted,
    }
