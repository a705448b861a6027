"""Every place where a DOI is mentioned, for the reports that are about DOIs and not findings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Outcome


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
