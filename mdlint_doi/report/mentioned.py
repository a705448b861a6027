"""Every place where a DOI is mentioned, for the reports that are about DOIs and not findings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from mdlint_doi.lint.model import Finding, Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Outcome
from mdlint_doi.report.html_table import Row


class Mentioned(NamedTuple):
    """One mention.

    Attributes:
        path: of the document.
        line: from 1.
        column: likewise, in code points.
        doi: the name; None where what is written is none.
        format: what the document is written in.
        form: which construct holds it.

    """

    path: str
    line: int
    column: int
    doi: Doi | None
    format: str
    form: str


class Dois(NamedTuple):
    """The DOIs of a run.

    Attributes:
        mentions: in order.
        outcomes: what the DOI system said of the names.
        suggestions: for a name that is not registered, others that are.

    """

    mentions: tuple[Mentioned, ...] = ()
    outcomes: Mapping[Doi, Outcome] = MappingProxyType({})
    suggestions: Mapping[Doi, tuple[Doi, ...]] = MappingProxyType({})

    def rows(self, findings: Iterable[Finding]) -> tuple[Row, ...]:
        """Return a row for each DOI, in order of appearance.

        Args:
            findings: of the run; hints do not count.

        """
        problems: dict[Doi, int] = defaultdict(int)
        for finding in findings:
            if finding.doi is not None and finding.severity is not Severity.HINT:
                problems[finding.doi] += 1
        places: dict[Doi, dict[str, None]] = defaultdict(dict)
        for one in self.mentions:
            if one.doi is not None:
                places[one.doi][f"{one.path}:{one.line}"] = None
        return tuple(
            Row(
                doi,
                self.outcomes.get(doi),
                tuple(where),
                self.suggestions.get(doi, ()),
                problems.get(doi, 0),
            )
            for doi, where in places.items()
        )
