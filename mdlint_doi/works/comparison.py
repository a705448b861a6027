"""A claim beside a work, part by part: titles, people, years, volume and page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.claim import Claim, ClaimedIn, TitleClaim, TitleKind
from mdlint_doi.works.folding import HEADINGS, Words, content, is_foreign, plain_title, words
from mdlint_doi.works.people import Common, common_in_lists, common_in_text
from mdlint_doi.works.titles import Standing, forms_of, likeness, standing, title_words
from mdlint_doi.works.verdict import Evidence, Years
from mdlint_doi.works.work import Work

_REPOSITORY: Final = pattern(r"[\w.-]+/[\w.-]+(?:\s*:\s.*|\s+v?\d[\w.]*)?")
_FIRST_SCANS: Final = 1996  # since then old volumes are put on the web, some under that year
_SCANNED_AFTER: Final = 15  # years between an issue and its scan, at least; errors are smaller


class Comparison(NamedTuple):
    """What a claim and a work have in common.

    Attributes:
        claim: what the document says of the work.
        work: the work as registered.
        text: the words of the citation.
        standings: how far each form of the registered title stands in the words.
        common: what the authors on both sides have in common.
        years: how the years on both sides agree.
        likeness: the likeness of the claimed title that is nearest to a registered one, 0 to 1;
            None without a claimed title.
        marked: the likeness of the nearest title that the author marked as one; None without any.
        claimed: the nearest claimed title; None without any.
        serial: whether volume and first page are the same.
    """

    claim: Claim
    work: Work
    text: Words
    standings: tuple[Standing, ...]
    common: Common
    years: Years
    likeness: float | None
    marked: float | None
    claimed: TitleClaim | None
    serial: bool

    @property
    def coverage(self) -> float:
        """The share of the registered title's words that stand in the citation."""
        whole = [one.coverage for one in self.standings if one.form.is_whole]
        return max(whole, default=0.0)

    @property
    def is_heading(self) -> bool:
        """Whether the registered title is that of thousands: "Editorial", "Book reviews"."""
        return not title_words(self.work) - HEADINGS

    @property
    def says_little(self) -> bool:
        """Whether the registered title is too short for its lack to mean anything."""
        return self.is_heading or len(title_words(self.work)) < 3

    @property
    def in_other_script(self) -> bool:
        """Whether the registered title can't be compared with the letters of the citation."""
        claimed = self.claimed.text if self.claimed else self.claim.words
        return is_foreign(self.work.titles.shown) != is_foreign(claimed)

    def evidence(self, reason: str) -> Evidence:
        """Return what was compared, and what decided."""
        names = [one.name for one in self.claim.people]
        return Evidence(
            reason=reason,
            registered=self.work.titles.shown,
            claimed=self.claimed.text if self.claimed else "",
            cited=" ".join((*names[:1], *map(str, self.claim.years[:1]))),
            likeness=self.likeness,
            coverage=self.coverage,
            first_author=self.common.first,
            other_authors=self.common.others,
            people_stated=self.common.stated,
            years=self.years,
            serial=self.serial,
        )


def compare(claim: Claim, work: Work) -> Comparison:
    """Return what a claim and a work have in common."""
    text = Words(claim.words)
    titles = work.titles.forms
    claimed = [one for one in claim.titles if titles and not _names_container(one, work)]
    alike = [(likeness(one.text, titles), one) for one in claimed]
    nearest = max(alike, key=lambda one: one[0], default=None)
    marked = [value for value, one in alike if one.is_explicit]
    volume, pages = words(work.volume)[:1], words(work.pages)[:1]
    return Comparison(
        claim=claim,
        work=work,
        text=text,
        standings=tuple(standing(form, text) for form in forms_of(titles)),
        common=common_in_lists(work.people, work.editors, claim.people)
        if claim.origin is ClaimedIn.FIELDS
        else common_in_text(work.people, work.editors, text, claim.people),
        years=_years(claim, work),
        likeness=nearest[0] if nearest else None,
        marked=max(marked, default=None),
        claimed=nearest[1] if nearest else None,
        serial=bool(volume and pages) and volume[0] in text.all and pages[0] in text.all,
    )


def is_repository(title: str) -> bool:
    """Return whether a title is that of a release on Zenodo, "owner/repository: v1.0"."""
    return _REPOSITORY.fullmatch(plain_title(title[:300])) is not None


def is_scanned(stated: Sequence[int], registered: Sequence[int]) -> bool:
    """Return whether the registered years may be that in which an old volume was scanned."""
    early = max(stated) < _FIRST_SCANS <= min(registered)
    return early and min(registered) - max(stated) > _SCANNED_AFTER


def _years(claim: Claim, work: Work) -> Years:
    """Compare years; those of a preprint and of what was published of it are four apart at most."""
    apart = years_apart(claim, work)
    if apart is None:
        return Years.UNTOLD
    if apart == 0:
        return Years.EQUAL
    return Years.NEAR if apart <= (4 if work.is_preprint else 1) else Years.OTHER


def years_apart(claim: Claim, work: Work) -> int | None:
    """Return how many years lie between those stated and those registered; None without both."""
    return min((abs(one - other) for one in claim.years for other in work.years), default=None)


def _names_container(title: TitleClaim, work: Work) -> bool:
    """Return whether what looks like a title is the work's journal: "J Am Soc Mass Spectrom"."""
    if title.kind is TitleKind.FIELD:
        return False
    said = content(words(title.text))[:40]
    for names in (words(one)[:40] for one in work.containers[:8]):
        known = sum(any(name.startswith(word) for name in names) for word in said)
        if names and known >= 0.7 * len(said):
            return True
    return False
