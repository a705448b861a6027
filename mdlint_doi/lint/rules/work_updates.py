"""DOI912 to DOI915: works that were taken back, doubted or corrected, or have other versions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.edits import name_span
from mdlint_doi.lint.model import Mention, shown, shown_name
from mdlint_doi.lint.registered import work_of
from mdlint_doi.lint.rule import TULIPS, Example, Facts, Need, Problem, Rule
from mdlint_doi.lint.settings import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.work import (
    KnownWork,
    WorkOutcome,
    concern,
    correction,
    newer_version,
    published_version,
    retraction,
)

if TYPE_CHECKING:
    from mdlint_doi.names.doi import Doi
    from mdlint_doi.works.work import Update, WorkOutcome

_NEAR: Final = 1000
"""Code points between a DOI and the notice that is cited beside it."""
_SAYS_RETRACTED: Final = pattern(
    r"(?i:retract|withdr[ae]w|zurückgezogen|rétract|retirad|ritirat|retratad|撤回|撤稿)"
)
_SAYS_CONCERN: Final = pattern(r"(?i:concern|retract|withdr[ae]w|correct|errat)")
_SAYS_CORRECTED: Final = pattern(r"(?i:correct|errat|corrig|addend)")
_PAST: Final = {"retraction": "retracted", "withdrawal": "withdrawn", "removal": "removed"}


def _retracted(mention: Mention, facts: Facts) -> Iterator[Problem]:
    work = work_of(mention, facts)
    if work is None:
        return
    update = retraction(work)
    if update is not None and not _is_stated(mention, facts, update, _SAYS_RETRACTED):
        past = _PAST.get(update.kind, "retracted")
        yield Problem(f"{_name(mention)} was {past}{_notice(update)}", name_span(mention))


def _hears_of_retraction(_: Doi, known: WorkOutcome, __: object) -> bool:
    return isinstance(known, KnownWork) and retraction(known.work) is not None


def _concern(mention: Mention, facts: Facts) -> Iterator[Problem]:
    work = work_of(mention, facts)
    if work is None:
        return
    if retraction(work) is not None:
        return
    update = concern(work)
    if update is not None and not _is_stated(mention, facts, update, _SAYS_CONCERN):
        what = update.kind.replace("_", " ").replace("-", " ")
        what = f"{'an' if what.startswith('e') else 'a'} {shown(what)}"
        yield Problem(f"{_name(mention)} has {what}{_notice(update)}", name_span(mention))
    update = correction(work) if _wants_corrections(facts) else None
    if update is not None and not _is_stated(mention, facts, update, _SAYS_CORRECTED):
        problem = f"{_name(mention)} was corrected{_notice(update)}"
        yield Problem(problem, name_span(mention), severity=Severity.HINT)


def _hears_of_concern(_: Doi, known: WorkOutcome, __: object) -> bool:
    if not isinstance(known, KnownWork):
        return False
    return concern(known.work) is not None or correction(known.work) is not None


def _wants_corrections(facts: Facts) -> bool:
    """Return whether the rule was asked for by its own code or name: corrections are many."""
    asked = {*facts.selected}
    return not asked.isdisjoint({"DOI913", "doi913", "concern"})


def _name(mention: Mention) -> str:
    return shown_name(mention)


def _notice(update: Update) -> str:
    """Return which notice says so, and when."""
    notice = f" by {shown(str(update.notice))}" if update.notice else ""
    date = f" on {shown(update.date)}" if update.date else ""
    source = {"title": ", as its title says", "retraction-watch": ", says Retraction Watch"}
    return f"{notice}{date}{source.get(update.source, '')}"


def _is_stated(mention: Mention, facts: Facts, update: Update, said: re.Pattern[str]) -> bool:
    """Return whether the text itself says so, or cites the notice beside it."""
    if any(said.search(one.words) for one in facts.claims.of(mention.span)):
        return True
    notice = update.notice
    return notice is not None and facts.claims.is_near(notice, mention.span, _NEAR)


_TAKEN_BACK: Final = f"{TULIPS}; retraction 10.1000/notice 2021-03-09"
_DOUBTED: Final = f"{TULIPS}; expression_of_concern 10.1000/notice 2021-03-09"

RETRACTED: Final = Rule(
    code="DOI912",
    name="retracted",
    severity=Severity.WARNING,
    summary="The work was retracted, withdrawn or removed.",
    why=(
        "Crossref knows of retractions, including those in Retraction Watch. Each DOI that is "
        "asked about is checked, whatever the document says about it. Nothing is reported if the "
        "text itself says that the work was retracted, or cites the notice beside it."
    ),
    check=_retracted,
    needs=frozenset({Need.WORKS}),
    of_name=True,
    hears=_hears_of_retraction,
    bad=(
        Example(
            "It grows, see [Marlowe 2017](https://doi.org/10.1000/182).",
            works=(("10.1000/182", _TAKEN_BACK),),
        ),
        Example("It grows: doi:10.1000/182", works=(("10.1000/182", f"{TULIPS}; withdrawal"),)),
    ),
    good=(
        Example(
            "It was retracted: https://doi.org/10.1000/182", works=(("10.1000/182", _TAKEN_BACK),)
        ),
        Example(
            "See doi:10.1000/182, and what became of it: doi:10.1000/notice.",
            works=(("10.1000/182", _TAKEN_BACK), ("10.1000/notice", '"Retraction"')),
        ),
        Example("See doi:10.1000/182.", works=(("10.1000/182", TULIPS),)),
    ),
)

CONCERN: Final = Rule(
    code="DOI913",
    name="concern",
    severity=Severity.WARNING,
    summary="There is an expression of concern about the work, or a part of it was retracted.",
    why=(
        "Publishers issue an expression of concern when they doubt a work, often before they "
        "decide whether to retract it. Corrections and errata are common and seldom change what a "
        "citation relies on. They are reported, as hints, only if you select this rule by its own "
        "code or name. Nothing is reported if the text itself mentions the concern, or cites the "
        "notice beside the DOI."
    ),
    check=_concern,
    needs=frozenset({Need.WORKS}),
    of_name=True,
    hears=_hears_of_concern,
    bad=(
        Example(
            "It grows, see [Marlowe 2017](https://doi.org/10.1000/182).",
            works=(("10.1000/182", _DOUBTED),),
        ),
        Example(
            "It grows: doi:10.1000/182",
            works=(("10.1000/182", f"{TULIPS}; correction 10.1000/notice"),),
        ),
    ),
    good=(
        Example(
            "There are concerns: https://doi.org/10.1000/182", works=(("10.1000/182", _DOUBTED),)
        ),
        Example("See doi:10.1000/182.", works=(("10.1000/182", TULIPS),)),
    ),
)


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


NEWER_VERSION: Final = Rule(
    code="DOI914",
    name="newer-version",
    severity=Severity.HINT,
    summary="There is a newer version of the work.",
    why=(
        "Publishers and repositories register which version replaces which. The rule is off by "
        "default, because it is usually right to cite the version that you used. Zenodo and others "
        "also give out a DOI that stands for all versions; such a DOI is never reported."
    ),
    check=_newer_version,
    default=False,
    needs=frozenset({Need.WORKS}),
    of_name=True,
    hears=_hears_of_newer,
    bad=(
        Example(
            "Get [the data](https://doi.org/10.1000/182).",
            works=(("10.1000/182", f"{TULIPS}; IsPreviousVersionOf 10.1000/183"),),
        ),
    ),
    good=(
        Example(
            "Get [the data](https://doi.org/10.1000/182).",
            works=(("10.1000/182", f"{TULIPS}; HasVersion 10.1000/183"),),
        ),
    ),
)

PUBLISHED_VERSION: Final = Rule(
    code="DOI915",
    name="published-version",
    severity=Severity.HINT,
    summary="The work is a preprint that was published since.",
    why=(
        "Most journals ask authors to cite the published article, which was reviewed and may "
        "differ from the preprint. The rule is off by default, because there are good reasons to "
        "cite a preprint. Nothing is reported if the document cites both."
    ),
    check=_published_version,
    default=False,
    needs=frozenset({Need.WORKS}),
    of_name=True,
    hears=_hears_of_published,
    bad=(
        Example(
            "See [Marlowe 2017](https://doi.org/10.48550/arXiv.1701.00001).",
            works=(("10.48550/arXiv.1701.00001", f"{TULIPS}; IsVersionOf 10.1000/183"),),
        ),
    ),
    good=(
        Example(
            "See [Marlowe 2017](https://arxiv.org/abs/1701.00001).",
            works=(("10.48550/arXiv.1701.00001", f"{TULIPS}; IsVersionOf 10.2139/ssrn.4800565"),),
        ),
        Example(
            "See [Marlowe 2017](https://doi.org/10.48550/arXiv.1701.00001), doi:10.1000/183.",
            works=(
                ("10.48550/arXiv.1701.00001", f"{TULIPS}; IsVersionOf 10.1000/183"),
                ("10.1000/183", TULIPS),
            ),
        ),
        Example("See doi:10.1000/182.", works=(("10.1000/182", TULIPS),)),
    ),
)
