"""DOI911, DOI916: a DOI of another work than is cited, and works that could not be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.edits import name_span
from mdlint_doi.lint.message_text import shown, shown_name
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.registered import (
    described,
    is_repeated,
    meant,
    side_by_side,
    verdict_on,
    work_of,
)
from mdlint_doi.lint.rule import NAMED, Compared, Example, Facts, FixKind, Need, Problem, Rule
from mdlint_doi.lint.setting_parts import Severity
from mdlint_doi.names.outcome import Cause
from mdlint_doi.works.verdict import Disagrees, Strength
from mdlint_doi.works.work import UnknownWork

if TYPE_CHECKING:
    from mdlint_doi.works.verdict import Evidence

_CAUSES: Final = {
    Cause.SERVER_ERROR: "its registration agency reports an internal error",
    Cause.BLOCKED: "its registration agency refuses to answer this client",
    Cause.RATE_LIMITED: "its registration agency is busy or asks for fewer requests",
    Cause.TIMEOUT: "no answer in time",
    Cause.CONNECTION: "no connection to its registration agency",
    Cause.TLS: "no trusted connection to its registration agency",
    Cause.BAD_ANSWER: "the answer cannot be read",
    Cause.OTHER_HANDLE: "the answer is about another DOI",
    Cause.NO_AGENCY: "it is not known which registration agency has its record",
    Cause.NO_RECORD: "its registration agency has no record of it",
    Cause.CIRCUIT_OPEN: "not asked, after too many failures",
    Cause.INTERRUPTED: "not asked: the run was interrupted",
}


def _not_checked(mention: Mention, facts: Facts) -> Iterator[Problem]:
    known = None if mention.doi is None else facts.works.get(mention.doi)
    if known is None:
        return
    if isinstance(known, UnknownWork):
        problem = f"its registered work could not be read: {why_not_read(known.cause)}"
        yield Problem(problem, name_span(mention))


WORK_NOT_CHECKED: Final = Rule(
    code="DOI916",
    name="work-not-checked",
    severity=Severity.HINT,
    summary="The DOI is registered, but the work could not be read.",
    why=(
        "An outage, a refusal or a record that cannot be read says nothing about the work, so "
        "it never counts against a citation. There is one finding for each cause, at the "
        "first place, with a count. Works of agencies whose records are not read are not "
        "reported."
    ),
    fix=FixKind.NONE,
    check=_not_checked,
    forms=NAMED,
    needs=frozenset({Need.WORKS}),
    of_name=True,
    once=True,
    undecided=True,
    hears=lambda _, known, __: isinstance(known, UnknownWork),
    bad=(Example("See doi:10.1000/182.", works=(("10.1000/182", "unknown"),)),),
    good=(
        Example("See doi:10.1000/182.", works=(("10.1000/182", "held by mEDRA"),)),
        Example("See doi:10.1000/182.", works=(("10.1000/182", '"Editorial" (2017)'),)),
    ),
)
_IN_DATA: Final = frozenset({Form.FIELD, Form.VALUE})
_TULIPS: Final = '"Root competition between tulips and hyacinths in sandy soils" (Marlowe 2017)'
_GLACIERS: Final = '"Melting of small glaciers in the northern valleys" (Okafor 2009)'


def _other_work(mention: Mention, facts: Facts) -> Iterator[Problem]:
    verdict, work = verdict_on(mention, facts), work_of(mention, facts)
    if verdict is None or work is None:
        return
    if isinstance(verdict, Disagrees) and not is_repeated(mention, facts, verdict):
        weak = verdict.strength is Strength.WEAK
        yield Problem(
            f"{shown_name(mention)} is registered as {described(work)};"
            f" {_said(mention, verdict.evidence)}{meant(mention, facts)}",
            name_span(mention),
            severity=Severity.HINT if weak else None,
        )


def _said(mention: Mention, evidence: Evidence) -> str:
    """Return what the document says instead: of an entry field by field."""
    if evidence.differences:
        differs = f"the entry differs in {side_by_side(evidence.differences)}"
        return f"{differs}; correct the DOI, or the entry if this work is meant"
    speaker = "the entry" if mention.form in _IN_DATA else "the text"
    if evidence.claimed:
        return f'{speaker} says "{shown(evidence.claimed)}"'
    return f"{speaker} cites {shown(evidence.cited)}"


OTHER_WORK: Final = Rule(
    code="DOI911",
    name="other-work",
    severity=Severity.WARNING,
    summary="The text beside the DOI is about another work than the one that is registered.",
    why=(
        "People copy from the wrong line, and language models put real DOIs under made-up "
        "references. A look-up notices neither. In the fields of an entry another title, or "
        "people of whom none or few made the work, are a warning; one person or a title that is "
        "half the same makes a hint. In running text a warning needs two independent signs: "
        "another title, and people or a year that do not fit. One sign makes a hint at most. "
        "Only you can say whether the text or the DOI is wrong. If both are right, add the "
        "DOI to `exceptions` in the settings, with the reason."
    ),
    fix=FixKind.NONE,
    check=_other_work,
    forms=NAMED,
    needs=frozenset({Need.WORKS, Need.CLAIMS}),
    of_name=True,
    compared=Compared.OTHER_WORK,
    hears=lambda _, __, verdict: isinstance(verdict, Disagrees),
    bad=(
        Example(
            "Marlowe, A. (2017). Root competition between tulips and hyacinths in sandy soils."
            " J. Imag. Bot. 12, 345-361. https://doi.org/10.1000/183",
            works=(("10.1000/183", _GLACIERS),),
        ),
        Example(
            "@article{marlowe, doi = {10.1000/183}, author = {Marlowe, Ada}, year = {2017},"
            " title = {Root competition between tulips and hyacinths in sandy soils}}",
            works=(("10.1000/183", _GLACIERS),),
            file="books.bib",
        ),
        Example(
            "@article{quill, doi = {10.1000/183}, author = {Quill, Eve and Roe, Rick},"
            " year = {2009}, title = {Melting of small glaciers in the northern valleys}}",
            works=(("10.1000/183", _GLACIERS),),
            file="books.bib",
        ),
        Example(
            "Quill et al., J. Imag. Bot., 12, 345-361, 2003, https://doi.org/10.1000/183",
            works=(("10.1000/183", _GLACIERS),),
        ),
        Example(
            "- [The growth of tulips in sandy soils](https://arxiv.org/abs/1701.00001)",
            works=(("10.48550/arXiv.1701.00001", _GLACIERS),),
        ),
        Example(
            "@misc{marlowe, title = {The growth of tulips in sandy soils}, author = {Marlowe, Ada},"
            " year = {2017}, eprint = {1701.00001}, archivePrefix = {arXiv}}",
            works=(("10.48550/arXiv.1701.00001", _GLACIERS),),
            file="books.bib",
        ),
    ),
    good=(
        Example(
            "We use the [Deep Soil Network](https://arxiv.org/abs/1701.00001).",
            works=(("10.48550/arXiv.1701.00001", _GLACIERS),),
        ),
        Example(
            "- [Melting of small glaciers](https://arxiv.org/abs/1701.00001) by Okafor (2009)",
            works=(("10.48550/arXiv.1701.00001", _GLACIERS),),
        ),
        Example(
            "Marlowe, A. (2017). Root competition between tulips and hyacinths in sandy soils."
            " J. Imag. Bot. 12, 345-361. https://doi.org/10.1000/182",
            works=(("10.1000/182", _TULIPS),),
        ),
        Example(
            "The tulips of [our paper](https://doi.org/10.1000/183) grow well.",
            works=(("10.1000/183", _GLACIERS),),
        ),
        Example(
            "[Root competition between tulips and hyacinths](https://doi.org/10.1000/184)",
            works=(("10.1000/184", "held by mEDRA"),),
        ),
    ),
)


def why_not_read(cause: str) -> str:
    """Return why a work could not be read, in words for a reader."""
    return next((words for one, words in _CAUSES.items() if one == cause), "") or shown(cause)
