"""DOI914, DOI915: works of which there is a newer or a published version."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import name_span
from mdlint_doi.lint.message_text import shown, shown_name
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.registered import work_of
from mdlint_doi.lint.rule import NAMED, Example, Facts, FixKind, Need, Problem, Rule
from mdlint_doi.lint.setting_parts import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.works.work import KnownWork, WorkOutcome, newer_version, published_version

_NEAR: Final = 1000
"""Code points between a DOI and the other version that is cited beside it."""


def _newer_version(mention: Mention, facts: Facts) -> Iterator[Problem]:
    work, doi = work_of(mention, facts), mention.doi
    if work is None or doi is None:
        return
    yield from _problem(mention, facts, newer_version(doi, work), "has a newer version")


def _published_version(mention: Mention, facts: Facts) -> Iterator[Problem]:
    work, doi = work_of(mention, facts), mention.doi
    if work is None or doi is None:
        return
    yield from _problem(mention, facts, published_version(doi, work), "is a preprint, published as")


def _hears_of_newer(doi: Doi, known: WorkOutcome, _: object) -> bool:
    return isinstance(known, KnownWork) and newer_version(doi, known.work) is not None


def _hears_of_published(doi: Doi, known: WorkOutcome, _: object) -> bool:
    return isinstance(known, KnownWork) and published_version(doi, known.work) is not None


def _problem(mention: Mention, facts: Facts, other: Doi | None, what: str) -> Iterator[Problem]:
    if other is not None and not facts.claims.is_near(other, mention.span, _NEAR):
        problem = f"{shown_name(mention)} {what} {shown(str(other))}"
        yield Problem(problem.replace("version 10.", "version: 10."), name_span(mention))


_TULIPS: Final = '"Root competition between tulips and hyacinths in sandy soils" (Marlowe 2017)'

NEWER_VERSION: Final = Rule(
    code="DOI914",
    name="newer-version",
    severity=Severity.HINT,
    summary="There is a newer version of the work.",
    why=(
        "Publishers and repositories register which version replaces which. The rule is off by"
        " default, because it is usually right to cite the version that you used. Zenodo and others"
        " also give out a DOI that stands for all versions; such a DOI is never reported."
    ),
    fix=FixKind.NONE,
    check=_newer_version,
    forms=NAMED,
    default=False,
    needs=frozenset({Need.WORKS}),
    of_name=True,
    hears=_hears_of_newer,
    bad=(
        Example(
            "Get [the data](https://doi.org/10.1000/182).",
            works=(("10.1000/182", f"{_TULIPS}; IsPreviousVersionOf 10.1000/183"),),
        ),
    ),
    good=(
        Example(
            "Get [the data](https://doi.org/10.1000/182).",
            works=(("10.1000/182", f"{_TULIPS}; HasVersion 10.1000/183"),),
        ),
    ),
)

PUBLISHED_VERSION: Final = Rule(
    code="DOI915",
    name="published-version",
    severity=Severity.HINT,
    summary="The work is a preprint that was published since.",
    why=(
        "Most journals ask authors to cite the published article, which was reviewed and may differ"
        " from the preprint. The rule is off by default, because there are good reasons to cite a"
        " preprint. Nothing is reported if the document cites both."
    ),
    fix=FixKind.NONE,
    check=_published_version,
    forms=NAMED,
    default=False,
    needs=frozenset({Need.WORKS}),
    of_name=True,
    hears=_hears_of_published,
    bad=(
        Example(
            "See [Marlowe 2017](https://doi.org/10.48550/arXiv.1701.00001).",
            works=(("10.48550/arXiv.1701.00001", f"{_TULIPS}; IsVersionOf 10.1000/183"),),
        ),
    ),
    good=(
        Example(
            "See [Marlowe 2017](https://arxiv.org/abs/1701.00001).",
            works=(("10.48550/arXiv.1701.00001", f"{_TULIPS}; IsVersionOf 10.2139/ssrn.4800565"),),
        ),
        Example(
            "See [Marlowe 2017](https://doi.org/10.48550/arXiv.1701.00001), doi:10.1000/183.",
            works=(
                ("10.48550/arXiv.1701.00001", f"{_TULIPS}; IsVersionOf 10.1000/183"),
                ("10.1000/183", _TULIPS),
            ),
        ),
        Example("See doi:10.1000/182.", works=(("10.1000/182", _TULIPS),)),
    ),
)
