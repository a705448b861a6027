"""DOI917, DOI919: the right work, with fields that differ from its record, and its twins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.edits import name_span
from mdlint_doi.lint.message_text import shown, shown_name
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.registered import described, is_repeated, side_by_side, verdict_on, work_of
from mdlint_doi.lint.rule import NAMED, Compared, Example, Facts, FixKind, Need, Problem, Rule
from mdlint_doi.lint.setting_parts import Severity
from mdlint_doi.works.verdict import Difference, Differs, Of


def _differences(mention: Mention, facts: Facts) -> tuple[Difference, ...]:
    """Return what differs beside the right work, unless the mention before it says the same."""
    verdict = verdict_on(mention, facts)
    if not isinstance(verdict, Differs) or is_repeated(mention, facts, verdict):
        return ()
    return verdict.evidence.differences


def _details_differ(mention: Mention, facts: Facts) -> Iterator[Problem]:
    found, work = _differences(mention, facts), work_of(mention, facts)
    if work is None or not found or any(one.of is Of.PART for one in found):
        return
    what = "entry" if mention.form in _IN_DATA else "citation"
    yield Problem(
        f"{shown_name(mention)} is registered as {described(work)}; the {what} differs in"
        f" {side_by_side(found)}; correct the {what}, or the DOI if another work is meant",
        name_span(mention),
    )


def _other_part(mention: Mention, facts: Facts) -> Iterator[Problem]:
    found, work = _differences(mention, facts), work_of(mention, facts)
    parts = [one for one in found if one.of is Of.PART]
    if work is None or not parts:
        return
    others = side_by_side(one for one in found if one.of is not Of.PART)
    also = f"; it differs in {others}, too" if others else ""
    yield Problem(
        f"{shown_name(mention)} is registered as {described(work)}, which is"
        f" {shown(parts[0].registered)}; here {shown(parts[0].stated)} is cited{also}; use the DOI"
        " of the one that is meant",
        name_span(mention),
    )


_IN_DATA: Final = frozenset({Form.FIELD, Form.VALUE})
_TULIPS: Final = '"Root competition between tulips and hyacinths in sandy soils" (Marlowe 2017)'
_TITLE: Final = "Root competition between tulips and hyacinths in sandy soils"


def _entry(author: str, year: str, title: str = _TITLE) -> str:
    return (
        f"@article{{m, doi = {{10.1000/182}}, author = {{{author}}}, year = {{{year}}},"
        f" title = {{{title}}}}}"
    )


def _example(entry: str, work: str = _TULIPS) -> Example:
    return Example(entry, works=(("10.1000/182", work),), file="books.bib")


DETAILS_DIFFER: Final = Rule(
    code="DOI917",
    name="details-differ",
    severity=Severity.HINT,
    summary="The registered work is cited, with another year, venue, author or other detail.",
    why=(
        "A wrong year, venue or author is often a sign that parts of two references were mixed up,"
        " and language models write such fields by guess. It compares the year, the venue,"
        " volume and page, a list of people that was cut without saying so, single people, and"
        "single words of the title. Differences that are common in right entries are ignored: a "
        "year"
        " more or less, the years of books and of preprints, abbreviated journals, a page alone,"
        " a subtitle, accents and initials. There is one finding for each entry. In running text"
        " only whole references to articles are compared, and only their people and year."
    ),
    fix=FixKind.NONE,
    check=_details_differ,
    forms=NAMED,
    needs=frozenset({Need.WORKS, Need.CLAIMS}),
    of_name=True,
    compared=Compared.DETAILS,
    hears=lambda _, __, verdict: isinstance(verdict, Differs),
    bad=(
        _example(_entry("Marlowe, Ada", "2011")),
        _example(_entry("Okafor, Ben", "2017")),
        _example(_entry("Marlowe, Ada", "2017", _TITLE.replace("sandy", "wet"))),
    ),
    good=(
        _example(_entry("Marlowe, Ada", "2017")),
        _example(_entry("Marlowe, A. and others", "2018")),
        _example(_entry("Marlowe, Ada", "2017", _TITLE.replace("competition", "compettition"))),
    ),
)

OTHER_PART: Final = Rule(
    code="DOI919",
    name="other-part",
    severity=Severity.HINT,
    summary="The DOI is that of an erratum, a reply or another part, and the work itself is cited.",
    why=(
        "A work and its erratum, a paper and the comment on it, part one and part two have nearly"
        " the same title, and searches list them side by side. A reader who follows the DOI finds"
        " a page with a correction instead of the work."
    ),
    fix=FixKind.NONE,
    check=_other_part,
    forms=NAMED,
    needs=frozenset({Need.WORKS, Need.CLAIMS}),
    of_name=True,
    compared=Compared.DETAILS,
    hears=lambda _, __, verdict: isinstance(verdict, Differs),
    bad=(
        _example(_entry("Marlowe, Ada", "2017"), f'"Erratum: {_TITLE}" (Marlowe 2018)'),
        _example(
            _entry("Marlowe, Ada", "2017", f"{_TITLE}. Part I"),
            f'"{_TITLE}. Part II" (Marlowe 2017)',
        ),
    ),
    good=(
        _example(_entry("Marlowe, Ada", "2017")),
        _example(
            _entry("Marlowe, Ada", "2018", f"Erratum: {_TITLE}"),
            f'"Erratum: {_TITLE}" (Marlowe 2018)',
        ),
    ),
)
