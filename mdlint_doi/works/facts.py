"""Compare the facts of a claim with a work; claims in fields and in running text have the same.

Each fact has a *certainty*: a field states it, the form of a text shows it, or it is guessed from
words. The certainty limits the meaning of a difference (`agreement`).

Two parts of a claim are texts, in which this module and the conditions search: `words`, all words
of the citation, and `behind_people`, those after the first names. The reason is that often only the
record shows which words are the title, a part of it, or a name, and it is not known when a document
is read. A citation without the form of a reference has no other fact than its words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works import thresholds
from mdlint_doi.works.candidates import PREFIXES, years_apart
from mdlint_doi.works.claim import (
    MOST_SIGNS,
    CitedAs,
    Claim,
    ClaimedIn,
    TitleClaim,
    TitleKind,
)
from mdlint_doi.works.folding import (
    HEADINGS,
    Words,
    content,
    is_foreign,
    plain_title,
    word_set,
    words,
)
from mdlint_doi.works.same_people import PeopleCompared, compare_people, names_of
from mdlint_doi.works.same_title import TitleComparison, compare_titles
from mdlint_doi.works.titles import (
    TitleCoverage,
    coverage_of,
    forms_of,
    may_be_translated,
    title_words,
)
from mdlint_doi.works.verdict import Certainty, Evidence, Years
from mdlint_doi.works.work import Person, Titles, Work

_ARXIV: Final = pattern(r"(?i)10\.48550/arxiv\.(\d\d)\d\d\.")
"""Matches the DOI of an arXiv preprint since 2007; the group is the year of submission."""
_REPOSITORY: Final = pattern(r"[\w.-]+/[\w.-]+(?:\s*:\s.*|\s+v?\d[\w.]*)?")
_FIRST_SCANS: Final = 1996  # since then, old volumes are put on the web, some under that year
_SCANNED_AFTER: Final = 15  # years between an issue and its scan, at least; mistakes are smaller
_BOOKS: Final = word_set("book monograph edited-book reference-book book-set book-series")
_WHOLE: Final = _BOOKS | {"proceedings", "journal", "journal-issue", "proceedings-series"}
_CHAPTERS: Final = word_set("book-chapter book-section book-part reference-entry component")
_SOFTWARE: Final = frozenset({"software", "dataset", "computationalnotebook", "collection"})
_ARTICLES: Final = frozenset(
    {"journal-article", "proceedings-article", "journalarticle", "conferencepaper", ""}
)
"""Types of articles in Crossref and DataCite; some records have no type."""
_MOST_WORDS: Final = 400  # words before the end of the names that are read, at most
_MOST_BEFORE: Final = 2  # content words before a title with which a reference begins, at most
_BESIDE_NAMES: Final = word_set("and authors by et al from in with")
"""Words between a title and the names of its authors."""
_AUTHOR_YEAR: Final = pattern(
    r"\W{0,5}[^\W\d_][\w'’ &.,-]{2,60}[,( ](?:1[6-9]|20)\d\d[a-z]?\W{0,5}"
)
"""Matches the text of a link that is a short citation: "Smith et al. (2020)"."""


class TitleCompared(NamedTuple):
    """The claimed titles compared with the registered ones.

    Attributes:
        claimed: the claimed title nearest to a registered one; None if there is none.
        certainty: how certain it is that `claimed` is the title of the cited work.
        compared: the comparison of all claimed titles with those of the work.
        marked: the likeness of the nearest title that the author marked as one; None if there is
            none.
        coverage: the share of the registered title's words in the citation, 0 to 1.
        coverages: for each form of the registered title, how much of it the citation contains.
        is_translated: whether the titles seem to be in different languages or scripts.
    """

    claimed: TitleClaim | None
    certainty: Certainty
    compared: TitleComparison
    marked: float | None
    coverage: float
    coverages: tuple[TitleCoverage, ...]
    is_translated: bool

    @property
    def likeness(self) -> float | None:
        """The likeness of the nearest two titles, 0 to 1; None if one side has no title."""
        return self.compared.likeness

    @property
    def alike(self) -> float:
        """The likeness, or the share of the registered title in the citation if that is higher.

        The share is reduced by the part that may be there by chance.
        """
        return max(self.likeness or 0.0, self.coverage - thresholds.COVERED_MORE)


class CitationFacts(NamedTuple):
    """The facts of a claim compared with those of a work.

    Attributes:
        claim: the description of the work in the document.
        work: the work as registered.
        text: the words of the citation.
        title: the comparison of the titles.
        people: the comparison of the authors.
        people_certainty: how certain it is that the stated people are the authors.
        years: how the years on both sides agree.
        is_same_place: whether the citation contains the registered volume and first page.
        is_heading: whether a title is one that thousands of works have: "Editorial".
        is_whole: whether one side is a book or journal, and the other a part of it.
        is_book: whether the citation or the record describes a book.
        is_chapter: whether the citation or the record describes a chapter.
        is_software: whether the citation or the record describes software or data.
        is_preprint: whether the record or the prefix of the DOI is that of a preprint.
        is_article: whether an article in a journal or in proceedings is registered.
    """

    claim: Claim
    work: Work
    text: Words
    title: TitleCompared
    people: PeopleCompared
    people_certainty: Certainty
    years: Years
    is_same_place: bool
    is_heading: bool
    is_whole: bool
    is_book: bool
    is_chapter: bool
    is_software: bool
    is_preprint: bool
    is_article: bool

    @property
    def is_prose(self) -> bool:
        """Whether the claim comes from running text."""
        return self.claim.origin is ClaimedIn.PROSE

    @property
    def is_reference(self) -> bool:
        """Whether the claim is a reference: it has enough words and signs (`Claim.signs`)."""
        return _is_reference(self.claim, self.text)

    @property
    def is_listed(self) -> bool:
        """Whether the claim is a reference with separate names, as in a list of references."""
        return self.claim.is_listed and self.is_reference

    @property
    def is_near_year(self) -> bool:
        """Whether the years are the same, or nearly the same."""
        return self.years in {Years.EQUAL, Years.NEAR}

    @property
    def nobody_else(self) -> bool:
        """Whether some authors are registered, or none can be compared."""
        return self.people.known > 0 or not self.people.are_stated

    @property
    def says_little(self) -> bool:
        """Whether the registered title is too short: its absence from a text means nothing."""
        said = title_words(self.work)
        return len(said) < thresholds.WORDS_OF_TITLE or not said - HEADINGS

    @property
    def in_other_script(self) -> bool:
        """Whether the registered title and the citation are in different scripts."""
        claimed = self.title.claimed.text if self.title.claimed else self.claim.words
        return is_foreign(self.work.titles.shown) != is_foreign(claimed)

    @property
    def is_paper_of_arxiv(self) -> bool:
        """Whether the DOI is that of an arXiv preprint."""
        return self.claim.doi is not None and self.claim.doi.prefix in PREFIXES["arxiv"]

    def evidence(self, reason: str) -> Evidence:
        """Return the facts as the evidence for a verdict with this reason."""
        names = [person.name for person in self.claim.people]
        return Evidence(
            reason=reason,
            registered=self.work.titles.shown,
            claimed=self.title.claimed.text if self.title.claimed else "",
            cited=" ".join((*names[:1], *map(str, self.claim.years[:1]))),
            likeness=self.title.likeness,
            coverage=self.title.coverage,
            first_author=self.people.first_named,
            authors=self.people.authors,
            authors_named=self.people.authors_named,
            strangers=0 if self.is_prose else len(self.people.fits) - self.people.known,
            given_differ=0 if self.is_prose else self.people.known - self.people.sure,
            people_stated=self.people.are_stated,
            years=self.years,
            serial=self.is_same_place,
        )


def facts_of(claim: Claim, work: Work) -> CitationFacts:
    """Compare the facts of a claim with those of a work."""
    text = Words(claim.words)
    title = _titles(claim, work, text)
    kind = work.type.casefold()
    said = [set(content(words(claimed.text))) for claimed in claim.titles]
    forms = [set(content(words(form))) for form in work.titles.forms]
    volume, pages = words(work.volume)[:1], words(work.pages)[:1]
    is_prose = claim.origin is ClaimedIn.PROSE
    is_book = bool(claim.edition) or kind in _BOOKS
    is_preprint = work.is_preprint or any(
        claim.doi is not None and claim.doi.prefix in prefixes for prefixes in PREFIXES.values()
    )
    return CitationFacts(
        claim=claim,
        work=work,
        text=text,
        title=title,
        people=compare_people(
            _authors(claim, title, work.containers) if is_prose else claim.people,
            work,
            text if is_prose else None,
            lead=claim.words.partition(claim.behind_people)[0] if claim.behind_people else "",
            more=claim.has_more_people,
        ),
        people_certainty=_certainty_of_people(claim, title),
        years=_years(claim, work, is_preprint=is_preprint),
        is_same_place=bool(volume and pages) and volume[0] in text.all and pages[0] in text.all,
        is_heading=not any(form - HEADINGS for form in forms)
        or (not is_prose and not (said and said[0] - HEADINGS)),
        is_whole=_is_whole(claim, work, title.likeness),
        is_book=is_book or (claim.cited_as is CitedAs.BOOK and kind != "journal-article"),
        is_chapter=claim.cited_as is CitedAs.CHAPTER or kind in _CHAPTERS,
        is_software=kind in _SOFTWARE
        or claim.cited_as is CitedAs.SOFTWARE
        or any(is_repository(registered) for registered in work.titles.main),
        is_preprint=is_preprint,
        is_article=kind in _ARTICLES,
    )


def is_repository(title: str) -> bool:
    """Return whether a title is that of a software release: "owner/repository: v1.0"."""
    return _REPOSITORY.fullmatch(plain_title(title[:300])) is not None


def is_scanned(stated: Sequence[int], registered: Sequence[int]) -> bool:
    """Return whether the registered years may be those of the scan of an old volume."""
    early = max(stated) < _FIRST_SCANS <= min(registered)
    return early and min(registered) - max(stated) > _SCANNED_AFTER


def _is_reference(claim: Claim, text: Words) -> bool:
    has_words = len(text.content) >= thresholds.WORDS_OF_REFERENCE
    return has_words and claim.signs >= thresholds.SIGNS_OF_REFERENCE


def _titles(claim: Claim, work: Work, text: Words) -> TitleCompared:
    forms = work.titles.forms
    claimed = [title for title in claim.titles if forms and not _names_container(title, work)]
    compared = compare_titles([title.text for title in claimed], work.titles)
    best = None if compared.nearest is None else claimed[compared.nearest]
    marked = (
        value for value, title in zip(compared.each, claimed, strict=True) if title.is_explicit
    )
    is_prose = claim.origin is ClaimedIn.PROSE
    stated = (best.text if best else claim.words) if is_prose or not claimed else claimed[0].text
    coverages = tuple(coverage_of(form, text) for form in forms_of(forms))
    whole = [coverage.coverage for coverage in coverages if coverage.form.is_whole]
    return TitleCompared(
        claimed=best,
        certainty=_certainty_of_title(best, claim, work, text),
        compared=compared,
        marked=max(marked, default=None),
        coverage=max(whole, default=0.0),
        coverages=coverages,
        is_translated=bool(forms) and may_be_translated(stated, forms[0]),
    )


def _certainty_of_title(
    title: TitleClaim | None, claim: Claim, work: Work, text: Words
) -> Certainty:
    """Return how certain it is that `title` is the title of the cited work."""
    if title is None:
        return Certainty.NOTHING
    if claim.origin is ClaimedIn.FIELDS:  # a title in its place may be another heading
        return Certainty.STATED if title.kind is TitleKind.FIELD else Certainty.READ
    is_listed = claim.is_listed and _is_reference(claim, text)
    if _goes_on(claim.words, title.text):
        return Certainty.GUESSED
    if is_listed and claim.begins_with_people and not _AUTHOR_YEAR.fullmatch(claim.link):
        return Certainty.READ
    if is_listed and title.is_explicit and claim.signs == MOST_SIGNS:
        return Certainty.READ
    return Certainty.READ if _is_quoted_reference(title, claim, work, text) else Certainty.GUESSED


def _goes_on(text: str, title: str) -> bool:
    """Return whether a title is part of a sentence: "Marlowe et al. (2017) on scent of roses"."""
    before = text.partition(title)[0].rstrip(' \t\n"“„«*_')
    return title[:1].islower() and not title.startswith("et al") and before[-1:] not in ".:,;"


def _is_quoted_reference(title: TitleClaim, claim: Claim, work: Work, text: Words) -> bool:
    """Return whether the reference is in Chicago style: "Ada Marlowe. 2017. “Roots.” J. Bot. 3"."""
    first = [name.core[-1] for name in names_of(work.people[:1]) if name.core]
    begins = bool(first) and first[0] in text.all[1:4]
    is_reference = claim.signs >= thresholds.SIGNS_OF_REFERENCE
    return begins and is_reference and title.kind is TitleKind.QUOTED


def _certainty_of_people(claim: Claim, title: TitleCompared) -> Certainty:
    """Return how certain it is that the people in a claim are the authors of the work."""
    if not claim.people:
        return Certainty.NOTHING
    if claim.origin is ClaimedIn.FIELDS:
        return Certainty.STATED
    is_first = claim.is_listed and claim.begins_with_people
    return Certainty.READ if is_first or _follow_title(claim, title) else Certainty.GUESSED


def _follow_title(claim: Claim, title: TitleCompared) -> bool:
    """Return whether only names stand between the registered title and the first names' end."""
    if claim.begins_with_people or not claim.leading_people or not claim.behind_people:
        return False
    said = words(claim.words.partition(claim.behind_people)[0])[:_MOST_WORDS]
    names = claim.people[: claim.leading_people]
    known = _BESIDE_NAMES.union(*(words(f"{person.given} {person.name}") for person in names))
    for form in (coverage.form for coverage in title.coverages):
        size = len(form.words)
        if len(form.content) < thresholds.WORDS_OF_TITLE:
            continue
        starts = (at for at in range(len(said) - size + 1) if said[at : at + size] == form.words)
        if any(
            len(content(said[:at])) <= _MOST_BEFORE and known.issuperset(said[at + size :])
            for at in starts
        ):
            return True
    return False


def _authors(claim: Claim, title: TitleCompared, containers: Sequence[str]) -> list[Person]:
    """Return the authors in a text: the first list of names, if the text begins with it.

    Names that share a word with the registered title or journal are left out, because they may not
    be names.
    """
    known = {word for coverage in title.coverages for word in coverage.form.words}
    known.update(word for container in containers[:8] for word in words(container)[:40])
    is_list = claim.begins_with_people or _follow_title(claim, title)
    people = claim.people[: claim.leading_people] if is_list else claim.people
    return [person for person in people if known.isdisjoint(words(person.name))]


def _years(claim: Claim, work: Work, *, is_preprint: bool) -> Years:
    """Compare the years. A preprint is cited with a year up to four years after the registered one.

    A year between two registered ones is nearly the same.
    """
    apart = years_apart(claim, work)
    if apart is None:
        return Years.UNKNOWN
    if apart == 0:
        return Years.EQUAL
    known = work.years
    if claim.doi is not None and (first := _ARXIV.match(str(claim.doi))):
        known = (*known, 2000 + int(first[1]))  # its record may have the year of a later version
    said = claim.years
    early, late = min(known) - max(said), min(said) - max(known)
    after = thresholds.YEARS_OF_VERSIONS if is_preprint else thresholds.YEARS_APART
    is_near = early < thresholds.YEARS_APART and late < after
    return Years.NEAR if is_near else Years.OTHER


def _names_container(title: TitleClaim, work: Work) -> bool:
    """Return whether a supposed title is the work's journal: "J Am Soc Mass Spectrom"."""
    if title.kind is TitleKind.FIELD:
        return False
    said = [word for word in content(words(title.text))[:40] if word.isalpha()]
    for names in (words(container)[:40] for container in work.containers[:8]):
        known = sum(any(name.startswith(word) for name in names) for word in said)
        if names and said and known >= thresholds.CONTAINER_NAMED * len(said):
            return True
    return False


def _is_whole(claim: Claim, work: Work, like: float | None) -> bool:
    """Return whether one side is a book, a volume or a journal, and the other is a part of it."""
    kind = work.type.casefold()
    if claim.cited_as in {CitedAs.PAPER, CitedAs.CHAPTER} and kind in _WHOLE:
        return True
    if like is None or claim.origin is ClaimedIn.PROSE:
        return False
    named = len(content(words(claim.container))) > 1
    if named and _are_alike(claim.container, work.titles):
        return True
    parents = [container for container in work.containers if len(content(words(container))) > 1]
    title = claim.titles[0].text
    return like < thresholds.TITLE_SAME and any(
        _are_alike(title, Titles((parent,))) for parent in parents
    )


def _are_alike(stated: str, titles: Titles) -> bool:
    return (compare_titles([stated], titles).likeness or 0.0) >= thresholds.TITLE_SAME
