"""A bibliography: the entries of registered works, and the DOIs without one, with the reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Self

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Missing, Outcome, Unknown
from mdlint_doi.report import bibtex, csl_json
from mdlint_doi.report.safe import encodable, line
from mdlint_doi.text.numbers import counted
from mdlint_doi.text.value import Value
from mdlint_doi.works.citation import Citation, citations, is_citable
from mdlint_doi.works.work import KnownWork, NotHeld, Work, WorkOutcome

BIBLIOGRAPHIES: Final = ("bibtex", "csl-json")
"""The output formats that show works as a bibliography."""
_SHOWN: Final = 3
"""The most DOIs that a message names."""
Answered = tuple[Doi, Outcome | None, WorkOutcome | None]
"""A DOI, its outcome (None if it was not looked up), and its work (likewise)."""


class Bibliography(Value):
    """The entries of works.

    Attributes:
        citations: the data of the entries, sorted by DOI.
        left_out: the DOIs without an entry, by the reason in words.
    """

    citations: Sequence[Citation]
    left_out: Mapping[str, Sequence[Doi]]

    @classmethod
    def of(
        cls, answers: Iterable[Answered], keys: Mapping[str, str] = MappingProxyType({})
    ) -> Self:
        """Return the bibliography of DOIs, each with what is known about it.

        Args:
            answers: DOIs, spelled as in the documents, with outcomes and works.
            keys: keys of entries that stay, by folded DOI.
        """
        works: list[tuple[Doi, Work]] = []
        left_out: dict[str, list[Doi]] = {}
        for doi, outcome, work in answers:
            if isinstance(work, KnownWork) and is_citable(work.work):
                works.append((doi, work.work))
            else:
                left_out.setdefault(_why(outcome, work), []).append(doi)
        return cls(citations(works, keys), left_out)

    @property
    def messages(self) -> list[str]:
        """A sentence for each reason, with the first DOIs."""
        return [_message(why, dois) for why, dois in self.left_out.items()]


def rendered(entries: Iterable[Citation], output_format: str) -> Iterator[str]:
    """Yield the text of a bibliography, without its last line end.

    Args:
        entries: the data of the entries.
        output_format: a format of `BIBLIOGRAPHIES`.
    """
    if output_format == "csl-json":
        yield csl_json.render(entries)
    else:
        yield encodable("\n".join(bibtex.render(entries)).removesuffix("\n"))


def _why(outcome: Outcome | None, work: WorkOutcome | None) -> str:
    """Return the reason why a DOI has no entry, in words that follow its number."""
    if isinstance(outcome, Missing):
        return "not registered"
    if isinstance(work, KnownWork):
        return "without a title, or without an author, a year and a publisher in the record"
    if isinstance(work, NotHeld):
        return f"registered with {work.agency}, whose records are not read"
    if isinstance(outcome, Unknown):
        return "could not be checked"
    return "the work is not known"


def _message(why: str, dois: Sequence[Doi]) -> str:
    named = ", ".join(str(doi) for doi in dois[:_SHOWN])
    more = f" and {len(dois) - _SHOWN} more" if len(dois) > _SHOWN else ""
    has = "has" if len(dois) == 1 else "have"
    return line(f"{counted(len(dois), 'DOI')} {has} no entry ({why}): {named}{more}", 2_000)
