"""DOI921 to DOI923: references without a DOI, and the results of a search for their works.

There are no mentions for rules to check, so `missing_dois` returns the findings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mdlint_doi.lint.document import LeftOut, Reference
from mdlint_doi.lint.model import Finding, Fix, Safety, shown
from mdlint_doi.lint.registered import described, side_by_side
from mdlint_doi.lint.rule import ANY_NAME, NUMBERS, TULIPS, Example, FixKind, Need, Rule
from mdlint_doi.lint.selection import RunFacts, Selection
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.services import CROSSREF, DATACITE
from mdlint_doi.works.candidates import MeantWork, identity
from mdlint_doi.works.search_verdict import Differing, Matching, NotFound
from mdlint_doi.works.work import retraction

_IS_TULIPS: Final = (("10.1000/182", TULIPS),)
_IS_SECOND: Final = (("10.1000/183", TULIPS.replace("sandy", "clay")),)
_IS_GLACIERS: Final = (("10.1000/190", '"Glaciers" (Okafor 2009)'),)
_ENTRY: Final = (
    "@article{marlowe2017,\n  author = {Marlowe, Ada},\n"
    "  title = {Root competition between tulips and hyacinths in sandy soils},\n  year = {2017}"
)
_ITEM: Final = (
    "- Marlowe, A. (2017). Root competition between tulips and hyacinths in sandy soils."
    " J. Imag. Bot. 12, 345-361."
)


MISSING_DOI: Final = Rule(
    code="DOI921",
    name="missing-doi",
    severity=Severity.HINT,
    summary="A reference has no DOI, but a search found one that fits.",
    why=(
        "A DOI keeps working when a publisher's page moves. Only `mdlint-doi search` looks for "
        "missing DOIs; `check`, hooks and Sphinx builds never do, because a search sends the "
        "reference to Crossref. A DOI is proposed if the title, first author and year match, and "
        "no other work fits equally well. A search can still be wrong, so compare each proposal "
        "with the registered reference before you accept it."
    ),
    fix=FixKind.UNSAFE,
    forms=frozenset(),
    default=False,
    needs=frozenset({Need.SEARCH}),
    looks_at=ANY_NAME | NUMBERS,
    bad=(
        Example(
            f"{_ENTRY}\n}}\n",
            f"{_ENTRY},\n  doi = {{10.1000/182}}\n}}\n",
            works=_IS_TULIPS,
            file="books.bib",
        ),
        Example(_ITEM, f"{_ITEM} <https://doi.org/10.1000/182>", works=_IS_TULIPS),
    ),
    good=(
        Example(f"{_ITEM} <https://doi.org/10.1000/182>", works=_IS_TULIPS),
        Example(_ITEM, works=_IS_SECOND),
        Example("- Tulips and hyacinths, a talk of 2017.", works=_IS_TULIPS),
    ),
)


DIFFERING_FIELDS: Final = Rule(
    code="DOI922",
    name="differing-fields",
    severity=Severity.HINT,
    summary="A reference without a DOI differs from the registered work with the same title.",
    why=(
        "A search found a work with the same title, but its year, authors, journal, or volume and "
        "page differ according to the criteria of DOI911 and DOI917. The entry may be wrong or "
        "made up. It is also possible that the work exists in two versions and that the cited one "
        "has no DOI, so the finding is only a hint and has no fix. A work by different authors, in "
        "a different venue and ten or more years apart only shares the title, so it is not "
        "reported. Several services are searched "
        "before a difference is reported. The message names the service that has the work."
    ),
    forms=frozenset(),
    default=False,
    needs=frozenset({Need.SEARCH}),
    looks_at=ANY_NAME | NUMBERS,
    bad=(Example(f"{_ENTRY.replace('2017', '2011')}\n}}\n", works=_IS_TULIPS, file="books.bib"),),
    good=(
        Example(f"{_ENTRY}\n}}\n", works=_IS_TULIPS, file="books.bib"),
        Example(f"{_ENTRY.replace('2017', '2011')}\n}}\n", works=_IS_SECOND, file="books.bib"),
    ),
)
_IN_JOURNAL: Final = f"{_ENTRY},\n  journal = {{Journal of Imaginary Botany}}\n}}\n"

WORK_NOT_FOUND: Final = Rule(
    code="DOI923",
    name="work-not-found",
    severity=Severity.HINT,
    summary=(
        "No service has a record of the cited work, although Crossref has other works from the "
        "same journal."
    ),
    why=(
        "A work that cannot be found may be made up, but a search proves nothing: no service has "
        "every work, so correct references are also reported. The rule therefore runs only with "
        "`search --not-found`, and only for papers with a title, authors, a year and a venue. "
        "Crossref must have other works from the same journal or conference and from the same "
        "year. Books, dissertations, reports, web pages, software, preprints, talks, works with "
        "short titles, and works from the current year are never reported. If a request fails, the "
        "reference is not reported."
    ),
    forms=frozenset(),
    default=False,
    needs=frozenset({Need.SEARCH}),
    looks_at=ANY_NAME | NUMBERS,
    bad=(Example(_IN_JOURNAL, works=_IS_GLACIERS, file="a.bib"),),
    good=(
        Example(_IN_JOURNAL, works=_IS_TULIPS, file="a.bib"),
        Example(_IN_JOURNAL.replace("@article", "@book"), works=_IS_GLACIERS, file="a.bib"),
    ),
)


def missing_dois(references: Iterable[Reference], facts: RunFacts) -> list[Finding]:
    """Return the findings of the selected rules for the references without a DOI in a document."""
    findings = []
    for reference in references:
        key = identity(reference.cited) if reference.left_out is LeftOut.NO else None
        if key is not None:
            codes = Selection.of(facts.settings, reference.source.name).codes
            findings += [
                finding for finding in _findings(reference, key, facts) if finding.code in codes
            ]
    return findings


def _findings(reference: Reference, key: str, facts: RunFacts) -> Iterator[Finding]:
    """Yield the findings about a reference, given its key among the results of searches."""
    proposal, verdict = facts.proposals.get(key), facts.searches.get(key)
    if proposal is not None:
        edit = reference.insert(proposal.doi)
        work = proposal.work
        place = f", {shown(work.containers[0])}" if work.containers else ""
        retracted = "; the work was retracted" if retraction(work) else ""
        message = f"the reference has no DOI; {_registered(proposal)}{place}{retracted}"
        fix = Fix((edit,), Safety.UNSAFE, proposal.doi) if edit is not None else None
        yield _finding(MISSING_DOI, reference, message, proposal.doi, fix)
    if isinstance(verdict, (Matching, Differing)) and verdict.differences:
        differs = f"the reference differs in {side_by_side(verdict.differences)}"
        message = f"{_registered(verdict.found)}; {differs}"
        yield _finding(DIFFERING_FIELDS, reference, message, verdict.found.doi)
    if isinstance(verdict, NotFound):
        place = shown(reference.cited.claim.container)
        message = (
            f"the work was not found in {CROSSREF.agency} or {DATACITE.agency}, although"
            f' {CROSSREF.agency} has other works from that year in "{place}"; check that the'
            " reference exists"
        )
        yield _finding(WORK_NOT_FOUND, reference, message)


def _registered(meant: MeantWork) -> str:
    """Return the part of a message that names the work that is meant."""
    held = f" with {shown(meant.work.agency)}" if meant.work.agency else ""
    return f"{shown(str(meant.doi))} is registered{held} as {described(meant.work)}"


def _finding(
    rule: Rule, reference: Reference, message: str, doi: Doi | None = None, fix: Fix | None = None
) -> Finding:
    finding = rule.finding_at(reference.source, reference.span, message)
    return finding.replace(doi=doi, fix=fix, where=reference.where)
