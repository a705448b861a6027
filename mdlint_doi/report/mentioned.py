"""Every place where a DOI is mentioned, for the reports that are about DOIs and not findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from mdlint_doi.lint.model import Finding
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Outcome
from mdlint_doi.report.html_rows import Place, Row, rows_of


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
        places = ((one.doi, Place(one.path, one.line)) for one in self.mentions)
        return rows_of(places, findings, self.outcomes, self.suggestions)
