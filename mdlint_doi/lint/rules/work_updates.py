"""DOI912, DOI913, DOI915: works that were retracted, doubted or corrected, or have new versions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.edits import about_name
from mdlint_doi.lint.model import Mention, shown
from mdlint_doi.lint.registered import work_of
from mdlint_doi.lint.rule import (
    NAMES,
    NUMBERS,
    TULIPS,
    Example,
    Facts,
    MayReport,
    Need,
    Problem,
    Rule,
)
from mdlint_doi.lint.severity import Severity
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.work import (
    KnownWork,
    Update,
    Work,
    concern,
    correction,
    newer_version,
    published_version,
    retraction,
)

if TYPE_CHECKING:
    from mdlint_doi.names.doi import Doi

_NEAR: Final = 1000
"""The maximum distance between a DOI and a notice or version cited near it, in code points."""
_SAYS_RETRACTED: Final = pattern(
    r"(?i:retract|withdr[ae]w|zurückgezogen|rétract|retirad|ritirat|retratad|撤回|撤稿)"
)
_SAYS_CONCERN: Final = pattern(r"(?i:concern|retract|withdr[ae]w|correct|errat)")
_SAYS_CORRECTED: Final = pattern(r"(?i:correct|errat|corrig|addend)")
_CONCERN_ITSELF: Final = frozenset({"DOI913", "doi913", "concern"})
"""The selectors of only this rule; corrections are frequent, and only reported if one is given."""
_PAST: Final = {"retraction": "retracted", "withdrawal": "withdrawn", "removal": "removed"}


def _retracted(mention: Mention, facts: Facts) -> Iterator[Problem]:
    work = work_of(mention, facts)
    update = retraction(work) if work else None
    if update is not None and not _is_stated(mention, facts, update, _SAYS_RETRACTED):
        past = _PAST.get(update.kind, "retracted")
        yield about_name(mention, f"was {past}{_notice(update)}")


def _concern(mention: Mention, facts: Facts) -> Iterator[Problem]:
    work = work_of(mention, facts)
    if work is None or retraction(work) is not None:
        return
    update = concern(work)
    if update is not None and not _is_stated(mention, facts, update, _SAYS_CONCERN):
        what = update.kind.replace("_", " ").replace("-", " ")
        what = f"{'an' if what.startswith('e') else 'a'} {shown(what)}"
        yield about_name(mention, f"has {what}{_notice(update, ', published as')}")
    update = correction(work) if not _CONCERN_ITSELF.isdisjoint(facts.selected) else None
    if update is not None and not _is_stated(mention, facts, update, _SAYS_CORRECTED):
        yield about_name(mention, f"was corrected{_notice(update)}", severity=Severity.HINT)


def _notice(update: Update, by: str = " by") -> str:
    """Return the notice with its date and source, in words."""
    notice = f"{by} {shown(str(update.notice))}" if update.notice else ""
    date = f" on {shown(update.date)}" if update.date else ""
    source = {"title": "its title", "retraction-watch": "Retraction Watch"}.get(update.source)
    return f"{notice}{date}{f', according to {source}' if source else ''}"


def _is_stated(mention: Mention, facts: Facts, update: Update, said: re.Pattern[str]) -> bool:
    """Return whether the text itself states this, or cites the notice near the DOI."""
    if any(said.search(claim.words) for claim in facts.claims.of(mention.span)):
        return True
    notice = update.notice
    return notice is not None and facts.claims.is_near(notice, mention.span, _NEAR)


def _newer_version(mention: Mention, facts: Facts) -> Iterator[Problem]:
    """Yield the problem of a preprint that was published, or of a version that was replaced."""
    published = [
        *_other_version(mention, facts, published_version, "is a preprint that was published as")
    ]
    yield from published or _other_version(mention, facts, newer_version, "has a newer version")


def _other_version(
    mention: Mention, facts: Facts, find: Callable[[Doi, Work], Doi | None], what: str
) -> Iterator[Problem]:
    """Yield the problem of another version in the record, unless it is cited near this one."""
    work = work_of(mention, facts)
    doi = mention.doi
    other = None if work is None or doi is None else find(doi, work)
    if other is not None and not facts.claims.is_near(other, mention.span, _NEAR):
        words = f"{what} {shown(str(other))}"
        yield about_name(mention, words.replace("version 10.", "version: 10."))


def _may_report(find: Callable[[Doi, Work], object]) -> MayReport:
    """Return the `Rule.may_report` for works in whose record `find` finds something."""
    return lambda doi, known, _: isinstance(known, KnownWork) and bool(find(doi, known.work))


def _known_as(more: str) -> tuple[tuple[str, str], ...]:
    return (("10.1000/182", f"{TULIPS}{more}"),)


_TAKEN_BACK: Final = _known_as("; retraction 10.1000/notice 2021-03-09")
_DOUBTED: Final = _known_as("; expression_of_concern 10.1000/notice 2021-03-09")

RETRACTED: Final = Rule(
    code="DOI912",
    name="retracted",
    severity=Severity.WARNING,
    summary="The work was retracted, withdrawn or removed.",
    why=(
        "Crossref has data on retractions, including data from Retraction Watch. The rule checks "
        "every work that is looked up, even if the document contains only its DOI. Nothing is "
        "reported if the text itself mentions the retraction or cites the notice next to the DOI."
    ),
    check=_retracted,
    needs=frozenset({Need.WORKS}),
    looks_at=NAMES | NUMBERS,
    may_report=_may_report(lambda _, work: retraction(work)),
    bad=(
        Example("It grows; see [Marlowe 2017](https://doi.org/10.1000/182).", works=_TAKEN_BACK),
        Example("It grows: doi:10.1000/182", works=_known_as("; withdrawal")),
    ),
    good=(
        Example("It was retracted: https://doi.org/10.1000/182", works=_TAKEN_BACK),
        Example(
            "See doi:10.1000/182, and what became of it: doi:10.1000/notice.",
            works=(*_TAKEN_BACK, ("10.1000/notice", '"Retraction"')),
        ),
        Example("See doi:10.1000/182.", works=_known_as("")),
    ),
)

CONCERN: Final = Rule(
    code="DOI913",
    name="concern",
    severity=Severity.WARNING,
    summary="The work has an expression of concern, or part of it was retracted.",
    why=(
        "Publishers issue an expression of concern when they have doubts about a work, often "
        "before they decide whether to retract it. Corrections and errata are common and rarely "
        "affect the statement that is cited. They are reported as hints, and only if you select "
        "this rule by its own code or name. Nothing is reported if the text itself mentions the "
        "concern or cites the notice next to the DOI."
    ),
    check=_concern,
    needs=frozenset({Need.WORKS}),
    looks_at=NAMES | NUMBERS,
    may_report=_may_report(lambda _, work: concern(work) or correction(work)),
    bad=(
        Example("It grows; see [Marlowe 2017](https://doi.org/10.1000/182).", works=_DOUBTED),
        Example("It grows: doi:10.1000/182", works=_known_as("; correction 10.1000/notice")),
    ),
    good=(
        Example("There are concerns: https://doi.org/10.1000/182", works=_DOUBTED),
        Example("See doi:10.1000/182.", works=_known_as("")),
    ),
)


NEWER_VERSION: Final = Rule(
    code="DOI915",
    name="newer-version",
    severity=Severity.HINT,
    summary="The work is a preprint that was later published, or it has a newer version.",
    why=(
        "Most journals ask authors to cite the published article, which was reviewed and may "
        "differ from the preprint. Publishers and repositories also register which works have a "
        "newer version. The rule is off by default, because there are good reasons to cite a "
        "preprint or the version that you used. Nothing is reported if the document cites both "
        "versions. Zenodo and similar repositories register one DOI for all versions of a work; "
        "such a DOI is never reported."
    ),
    check=_newer_version,
    default=False,
    needs=frozenset({Need.WORKS}),
    looks_at=NAMES | NUMBERS,
    may_report=_may_report(
        lambda doi, work: published_version(doi, work) or newer_version(doi, work)
    ),
    bad=(
        Example(
            "See [Marlowe 2017](https://doi.org/10.48550/arXiv.1701.00001).",
            works=(("10.48550/arXiv.1701.00001", f"{TULIPS}; IsVersionOf 10.1000/183"),),
        ),
        Example(
            "Get [the data](https://doi.org/10.1000/182).",
            works=_known_as("; IsPreviousVersionOf 10.1000/183"),
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
        Example(
            "Get [the data](https://doi.org/10.1000/182).",
            works=_known_as("; HasVersion 10.1000/183"),
        ),
        Example("See doi:10.1000/182.", works=_known_as("")),
    ),
)
