"""Both sides of each fact for messages, and the comparison of parts and of volume and page."""

from __future__ import annotations

from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works import thresholds
from mdlint_doi.works.case import Sides
from mdlint_doi.works.facts import CitationFacts
from mdlint_doi.works.parts import differing_parts
from mdlint_doi.works.same_people import Fit
from mdlint_doi.works.same_title import first_part_in, other_part_in
from mdlint_doi.works.venues import is_venue_of

_NUMBER: Final = pattern(r"[a-z]?\d+")
_BEFORE_PAGE: Final = "abcdefghijklmnopqrstuvwxyz0"
_LONG_PAGE: Final = 3  # digits of a number that is compared with the end of a longer one, at least


def people(f: CitationFacts) -> Sides:
    """Return the authors, without groups; with given names if those of an author differ."""
    both = f.people.stated, f.people.registered
    is_full = Fit.FAMILY in f.people.fits
    stated, registered = (
        ", ".join(name.full if is_full else name.shown for name in names) for names in both
    )
    return stated, registered


def title(f: CitationFacts) -> Sides:
    """Return the titles."""
    return f.title.claimed.text if f.title.claimed else "", f.work.titles.shown


def year(f: CitationFacts) -> Sides:
    """Return the years."""
    both = f.claim.years, f.work.years
    stated, registered = (", ".join(map(str, sorted({*years}))) for years in both)
    return stated, registered


def venue(f: CitationFacts) -> Sides:
    """Return the venues."""
    return f.claim.container, next(iter(f.work.containers), "")


def place(f: CitationFacts) -> Sides:
    """Return volume and page."""
    return f"{f.claim.volume}, {f.claim.pages}", f"{f.work.volume}, {f.work.pages}"


def pubmed(f: CitationFacts) -> Sides:
    """Return the PubMed numbers."""
    return f.claim.pubmed, next(iter(f.work.pubmed), "")


def part(f: CitationFacts) -> Sides:
    """Return the parts or notices; two empty texts if they do not differ."""
    return different_part(f) or ("", "")


def different_part(f: CitationFacts) -> Sides | None:
    """Return the part or notice on each side if they differ: "the work itself", "erratum"."""
    titles, alike = f.work.titles, f.title.likeness
    two = other_part_in(f.claim.words, titles) if f.is_prose else None
    if two is not None:
        return two
    if alike is not None and alike >= thresholds.TITLE_TWIN:
        two = f.title.compared.part(f.claim.words)
    elif f.is_prose and f.is_listed:
        two = differing_parts("", titles.forms)
    if two is None and f.is_prose and f.is_listed:
        two = first_part_in(f.claim.words, titles)
    return two


def is_earlier_in_same_place(f: CitationFacts) -> bool:
    """Return whether an entry has an earlier year, and otherwise the place of the work.

    Journal, volume, issue, and first and last page are the same. Such a record has the year in
    which an old volume was digitized.
    """
    claim, work = f.claim, f.work
    if not (claim.years and work.years and max(claim.years) < min(work.years)):
        return False
    if not is_venue_of(claim.container, work.containers):
        return False
    volumes, issues, pages = (
        tuple(_NUMBER.findall(side.lower())[:2] for side in both)
        for both in (
            (claim.volume, work.volume),
            (claim.number, work.issue),
            (claim.pages, work.pages),
        )
    )
    is_same_issue = not all(issues) or issues[0] == issues[1]
    is_same = is_same_issue and volumes[0][:1] == volumes[1][:1] and pages[0] == pages[1]
    return is_same and bool(volumes[0]) and len(pages[0]) > 1


def differs_in_place(f: CitationFacts) -> bool:
    """Return whether both volume and page of an entry differ from the registered ones.

    A different page alone may be that of the preprint.
    """
    claim, work = f.claim, f.work
    volumes = _NUMBER.findall(claim.volume.lower())[:1], _NUMBER.findall(work.volume.lower())[:1]
    # The `number` of a `.bib` entry is the issue as often as the article, so it is not compared.
    stated = "" if claim.pages == claim.number else claim.pages
    pages = _NUMBER.findall(stated.lower()), _NUMBER.findall(work.pages.lower())
    return all(volumes) and all(pages) and volumes[0] != volumes[1] and _other_page(*pages)


def _other_page(said: list[str], known: list[str]) -> bool:
    """Return whether the first pages or article numbers differ; "e1029" and "1029" do not."""
    if set(said[:2]) & set(known[:2]):
        return False
    stated, registered = said[0].lstrip(_BEFORE_PAGE), known[0].lstrip(_BEFORE_PAGE)
    if min(len(stated), len(registered)) < _LONG_PAGE:  # "11" is the end of many numbers
        return stated != registered
    return not (stated.endswith(registered) or registered.endswith(stated))


def differs_in_place_of_text(f: CitationFacts) -> bool:
    """Return whether a reference states volume and page, but not those of the work."""
    claim, work = f.claim, f.work
    if not (claim.is_listed and claim.volume and claim.pages):
        return False
    volumes = _NUMBER.findall(work.volume.lower())[:1], _NUMBER.findall(claim.volume.lower())[:1]
    pages = _NUMBER.findall(work.pages.lower()), _NUMBER.findall(claim.pages.lower())
    is_untitled = f.title.likeness is None and f.people.nobody
    if not (all(volumes) and all(pages)) or (volumes[0] == volumes[1] and not is_untitled):
        return False
    # A volume that is the year, too, is in each reference to the work.
    is_year = volumes[0][0] in map(str, work.years)
    known = pages[0][:2] if is_untitled or is_year else [*volumes[0], *pages[0][:2]]
    return not {*known} & {*f.text.all} and _other_page(pages[1], pages[0])
