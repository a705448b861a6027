"""Decide whether a citation describes the registered work.

Each fact is compared separately: authors, title, year, venue, volume and page. A *difference*
concerns the work (a title or authors that are not registered), a part of it (an erratum, a
different part), or a detail (a wrong year). The certainty with which the document states the fact
limits the result. A title in a field is enough to show that a different work is meant. A title that
is recognized by the form of a reference makes a hint. A title that is guessed from words shows
nothing alone. Two differences count together. Correct references often differ in details, so these
are hints. The thresholds are in `thresholds`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.text.numbers import listed
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works import thresholds
from mdlint_doi.works.candidates import years_apart
from mdlint_doi.works.claim import CitedAs, Claim, TitleKind
from mdlint_doi.works.facts import CitationFacts, facts_of, is_repository, is_scanned
from mdlint_doi.works.folding import content, words
from mdlint_doi.works.parts import differing_parts, names_part
from mdlint_doi.works.references import YEAR
from mdlint_doi.works.same_people import Fit
from mdlint_doi.works.same_title import ChangedWords, first_part_in
from mdlint_doi.works.titles import (
    ENGLISH,
    TitleCoverage,
    is_english,
    is_other_language,
    language,
    title_words,
)
from mdlint_doi.works.venues import (
    are_two_conferences,
    is_conference,
    is_other_venue,
    is_same_venue,
)
from mdlint_doi.works.verdict import (
    Agrees,
    CannotTell,
    Certainty,
    Difference,
    Differs,
    Disagrees,
    Of,
    Strength,
    Verdict,
    Years,
)
from mdlint_doi.works.work import Work

_ENOUGH: Final = {Strength.STRONG: 3, Strength.WEAK: 2}
"""The total weight of differences that each strength requires.

A difference that concerns the work has the weight of its certainty; a detail has 1.
"""
_WEIGHTY: Final = frozenset({"year", "venue", "volume and page"})
"""Details that count against the work if its title or its authors also differ."""
_PUBMED: Final = "PubMed number"
_NUMBER: Final = pattern(r"[a-z]?\d+")
_GROUP: Final = pattern(
    r"(?i)\b(?:collaborations?|community|consortium|group|initiative|project|team|workshop)\b"
)
_MARKED: Final = frozenset({TitleKind.LINK_TEXT, TitleKind.QUOTED, TitleKind.EMPHASIZED})


def agreement(claim: Claim, work: Work) -> Verdict:
    """Return whether a claim describes a work, with the evidence for it.

    Args:
        claim: the description of the work in the document.
        work: the work as registered.

    Returns:
        `Agrees`, `Disagrees`, `Differs` or `CannotTell`, each with the facts that were compared.
    """
    return verdict_on(facts_of(claim, work))


def verdict_on(f: CitationFacts) -> Verdict:
    """Return the verdict on the facts of a citation and a work."""
    found = tuple(_differences(f))
    reason = ", ".join(dict.fromkeys(f"different {one.field}" for one in found))
    same = tuple(_same(f, {one.field for one in found}))
    evidence = f.evidence(reason)._replace(
        differences=found,
        same=same,
        is_same_title=_is_same_title(f),
        is_translated=_may_be_translation(f),
    )
    strength = _strength(f, found)
    if strength is not None:
        return Disagrees(strength, evidence)
    rest = tuple(one for one in found if one.of is not Of.WORK)
    is_same = _is_same_title(f)
    if rest and (is_same or not f.is_prose):
        return Differs(evidence._replace(differences=rest), _strength_of_details(f, rest))
    evidence = evidence._replace(differences=())
    if is_same and (f.is_prose or f.nobody_else):
        return Agrees(evidence._replace(reason=_are_same(f, same)))
    return CannotTell(evidence._replace(reason=_why_silent(f, same)))


def _same(f: CitationFacts, differing: set[str]) -> Iterator[str]:
    """Yield the fields that are the same on both sides, in the words of reports."""
    claim, work, people = f.claim, f.work, f.people
    # A text may name only the first author, and other words in it may look like names.
    is_first = people.first_named and (not people.strangers or people.authors_named > 1)
    are_people = people.are_same and people.sure == len(people.fits)
    is_here = bool(claim.container) and any(
        is_same_venue(claim.container, one) for one in work.containers[:8]
    )
    same = {
        "title": _is_same_title(f),
        "authors": are_people or (f.is_prose and is_first),
        "year": f.years is Years.EQUAL,
        "venue": is_here,
    }
    yield from (one for one, holds in same.items() if holds and one not in differing)
    if f.claim.pubmed and f.claim.pubmed in f.work.pubmed:
        yield _PUBMED
    if "volume and page" not in differing:
        places = {"volume": (claim.volume, work.volume), "page": (claim.pages, work.pages)}
        yield from (one for one, both in places.items() if _begin_alike(*both))


def _begin_alike(stated: str, registered: str) -> bool:
    """Return whether two numbers, or the first ones of two ranges, are the same."""
    first = words(stated)[:1]
    return bool(first) and first == words(registered)[:1]


def _are_same(f: CitationFacts, same: Sequence[str]) -> str:
    """Return a sentence about the fields that are the same: "title and authors are the same"."""
    is_one = len(same) == 1 and same[0] != "authors"
    said = f"the {same[0]} is the same" if is_one else f"{listed(same)} are the same"
    return f"{said}, and the year is nearly the same" if f.years is Years.NEAR else said


def _strength(f: CitationFacts, found: tuple[Difference, ...]) -> Strength | None:
    """Return how certain it is that a different work is meant; None if nothing shows it.

    One difference in a `STATED` fact is enough; others are added up, see `_ENOUGH`.
    """
    of_work = [one for one in found if one.of is Of.WORK]
    if not of_work:
        return None
    if _is_title_alone(f, found):
        return Strength.WEAK
    if any(one.certainty is Certainty.STATED for one in of_work):
        return Strength.STRONG
    details = sorted(_WEIGHTY & {one.field for one in found})
    weight = sum(one.certainty for one in of_work) + len(details)
    if weight >= _ENOUGH[Strength.STRONG] and not _is_guarded(f):
        return Strength.STRONG
    return Strength.WEAK if weight >= _ENOUGH[Strength.WEAK] else None


def _strength_of_details(f: CitationFacts, found: tuple[Difference, ...]) -> Strength:
    """Return strong if the details that differ together are not an author's mistake.

    Authors who cite the preprint or the conference paper with the DOI of the article make one
    mistake, which changes several details.
    """
    if f.is_prose or any(one.of is Of.PART for one in found):
        return Strength.WEAK
    fields = {one.field for one in found} - {_PUBMED}  # perhaps that of another version
    apart = years_apart(f.claim, f.work) or 0
    is_same_volume = bool(f.work.volume) and words(f.claim.volume) == words(f.work.volume)
    is_far = "year" in fields and apart >= thresholds.YEARS_FAR and is_same_volume
    is_moved = {"year", "venue"} <= fields
    is_reworded = "title" in fields and bool(fields & _WEIGHTY)
    is_by_others = "authors" in fields and not f.people.known and bool(fields & _WEIGHTY)
    is_long_ago = {"authors", "year"} <= fields and apart >= thresholds.YEARS_OF_VERSIONS
    is_mixed = (is_moved or is_reworded) and not _may_be_version(f, fields)
    several = is_far or is_mixed or is_by_others or is_long_ago
    return Strength.STRONG if several else Strength.WEAK


def _may_be_version(f: CitationFacts, fields: set[str]) -> bool:
    """Return whether the citation may describe the preprint or the conference paper of the work.

    A journal publishes the article up to some years after the conference paper. A preprint may have
    a different title and year than the published version, but it has no venue.
    """
    claim, work = f.claim, f.work
    if "authors" in fields and f.people.strangers:
        return False
    if "venue" not in fields:
        years_earlier = min(work.years, default=0) - max(claim.years, default=0)
        is_earlier = 0 < years_earlier < thresholds.YEARS_OF_VERSIONS
        return fields <= {"title", "authors", "year"} and is_earlier and not f.is_preprint
    is_paper = claim.cited_as is CitedAs.PAPER or is_conference(claim.container)
    is_registered_as_paper = any(map(is_conference, work.containers))
    if is_paper is is_registered_as_paper or not (claim.years and work.years):
        return False
    papers, articles = (claim.years, work.years) if is_paper else (work.years, claim.years)
    return 0 <= max(articles) - min(papers) < thresholds.YEARS_OF_VERSIONS


def _is_guarded(f: CitationFacts) -> bool:
    """Return whether something supports the registered work, so that the verdict is only weak."""
    if f.is_prose:
        speaks_for = f.people.several_named or f.is_same_place
        speaks_for = speaks_for or _is_of_repository(f)
        return speaks_for or f.title.likeness is None or not f.is_reference
    return f.is_whole or (f.title.is_translated and f.people.known > 0) or _is_same_title(f)


def _is_title_alone(f: CitationFacts, found: tuple[Difference, ...]) -> bool:
    """Return whether only the title differs, and may be a translation in an unknown language.

    Authors and year are the same, and nothing else differs.
    """
    claim, titles, people = f.claim, f.work.titles, f.people
    are_same = people.are_same and people.sure == len(people.fits)
    fields = {one.field for one in found} - {_PUBMED}
    is_alone = fields == {"title"} and are_same and f.is_near_year
    return is_alone and not (is_english(claim.titles[0].text) and is_english(titles.main[0]))


def _is_same_title(f: CitationFacts) -> bool:
    """Return whether the citation has the registered title."""
    if f.is_prose:
        return any(_stands(title, f) for title in f.title.coverages) or _is_marked_alike(f)
    return f.title.likeness is not None and f.title.likeness >= thresholds.TITLE_SAME


def _is_marked_alike(f: CitationFacts) -> bool:
    """Return whether a text that the author marked as a title is nearly the registered one."""
    marked = f.title.marked
    alike = marked is not None and marked >= thresholds.TITLE_SAME
    return alike and f.title.coverage >= thresholds.COVERED_BESIDE_PEOPLE and not f.people.nobody


def _stands(title: TitleCoverage, f: CitationFacts) -> bool:
    """Return whether the citation contains a form of the title.

    It does in one of three cases. The words are there as a phrase; for a short title, other facts
    must support it. Or most of the words are in one stretch, unless the citation has a different
    title and different authors. Or many of them are there, together with authors of the work.
    """
    size, whole = len(title.form.content), title.form.is_whole
    other = f.title.likeness is not None and f.title.likeness < thresholds.TITLE_TWIN
    in_stretch = title.run >= thresholds.IN_ONE_STRETCH
    if title.phrase and (size >= thresholds.WORDS_OF_TITLE or (whole and _has_witness(title, f))):
        return True
    least = thresholds.WORDS_IN_STRETCH + (0 if whole else 1)
    if size >= least and title.coverage >= thresholds.COVERED and in_stretch:
        return not (other and (f.people.nobody or f.people.strangers))
    if not f.people.several_named:
        return False
    if size >= 2 and in_stretch and (title.phrase or title.coverage == 1):
        return f.years is not Years.OTHER
    covered = title.coverage >= thresholds.COVERED_BESIDE_PEOPLE
    is_run = title.run >= thresholds.IN_ONE_STRETCH_BESIDE_PEOPLE
    return size >= thresholds.WORDS_OF_TITLE and covered and is_run and not other


def _has_witness(title: TitleCoverage, f: CitationFacts) -> bool:
    """Return whether authors or year support a short title, or the text has few other words."""
    is_alone = len(f.text.all) <= len(title.form.words) + thresholds.WORDS_BESIDE_TITLE
    return f.people.any_named or f.is_near_year or is_alone


def _may_be_translation(f: CitationFacts) -> bool:
    """Return whether the titles differ, and may be in different languages or scripts."""
    is_unlike = f.title.likeness is not None and f.title.likeness < thresholds.TITLE_ALIKE
    return is_unlike and (f.title.is_translated or _is_translation(f))


def _why_silent(f: CitationFacts, same: Sequence[str]) -> str:
    """Return why the facts neither support nor contradict the registered work."""
    if f.claim.caveat:
        return f.claim.caveat
    if not f.work.titles.forms:
        return "no title is registered"
    if f.is_prose and f.in_other_script:
        return "the registered title is in a different script"
    like = f.title.likeness
    found = [one for one in same if one in {"authors", "year"}]
    so_far = _are_same(f, found) if "authors" in found else ""
    if like is None:
        untitled = f"no title could be found in the {'text' if f.is_prose else 'entry'}"
        return f"{so_far}, but {untitled}" if so_far else untitled
    languages = "the titles are in different languages or scripts, so one may be a translation"
    is_other = like < thresholds.TITLE_ALIKE
    reasons = {
        "one of the two works is a whole book or journal": f.is_whole,
        "software and data are cited under several titles": is_other and f.is_software,
        f"{so_far}, and {languages}" if so_far else languages: f.title.is_translated
        or _is_translation(f),
        "many works, such as editorials, have this title": f.is_heading,
        "a group is registered, but its members are cited": _is_of_group(f),
        "it is uncertain which words are the title": f.is_prose and is_other,
        "the journal is in a different language, so the title may be a translation": is_other,
        "the titles are alike, but not the same": True,
    }
    return next(why for why, holds in reasons.items() if holds)


def _differences(f: CitationFacts) -> Iterator[Difference]:
    """Yield the differences: authors, title, then the details."""
    if f.is_prose and (f.claim.caveat or not f.work.titles.forms or f.in_other_script):
        return
    yield from _people_in_text_differ(f) if f.is_prose else _people_differ(f)
    if not f.is_heading and not f.is_whole:
        if f.is_prose:
            yield from _titles_in_text_differ(f)
        elif f.title.likeness is not None:
            yield from _titles_differ(f)
    yield from _year_differs(f)
    yield from _place_in_text_differs(f) if f.is_prose else _place_differs(f)
    yield from _number_differs(f)


def _people_differ(f: CitationFacts) -> Iterator[Difference]:
    people = f.people
    if not people.are_stated or _is_of_group(f):
        return
    seen, strangers = len(people.seen), people.strangers
    doubtful = Of.DETAIL if _is_same_title(f) else Of.WORK
    if not people.sure and not (people.known and len(people.fits) == 1):
        yield from _nobody_fits(f, doubtful)
    elif strangers >= 2 and strangers > thresholds.MANY_STRANGERS * seen:
        yield _people(f, Of.WORK, _stated(not f.is_whole))
    elif people.fits[0] is Fit.OTHER or (
        # New releases of software have additional authors.
        strangers >= 2 and strangers > thresholds.FEW_STRANGERS * seen and not f.is_software
    ):
        yield _people(f, doubtful)
    elif _is_cut(f):
        yield _people(f, Of.DETAIL)


def _stated(is_sure: bool) -> Certainty:  # noqa: FBT001 - a condition
    return Certainty.STATED if is_sure else Certainty.READ


def _is_of_group(f: CitationFacts) -> bool:
    """Return whether a group is registered as the only author, so its members may be cited."""
    registered = f.people.registered
    is_one = len(registered) == 1 and f.is_preprint and _is_same_title(f)
    return is_one and _GROUP.search(registered[0].shown) is not None


def _nobody_fits(f: CitationFacts, doubtful: Of) -> Iterator[Difference]:
    """Yield a difference, because no author is registered, or only with the same family name."""
    number = len(f.people.fits)
    if number >= 2:
        # Two authors with the same family names may have given names in two languages.
        enough = 3 if f.people.known == number else 2
        yield _people(f, Of.WORK, _stated(number >= enough and not f.is_whole))
    elif not f.is_whole:
        yield _people(f, doubtful)


def _is_cut(f: CitationFacts) -> bool:
    """Return whether an entry omits authors without stating so."""
    people = f.people
    stated = len(people.fits)
    is_known = people.known >= stated
    is_cut = is_known and stated < len(people.registered) <= thresholds.ALL_LISTED
    return is_cut and not (people.may_be_cut or f.is_book)


def _people(f: CitationFacts, of: Of, certainty: Certainty = Certainty.READ) -> Difference:
    both = f.people.stated, f.people.registered
    stated, registered = (", ".join(one.shown for one in names) for names in both)
    return Difference("authors", stated, registered, of, certainty)


def _people_in_text_differ(f: CitationFacts) -> Iterator[Difference]:
    """Yield a difference if none or few of the people in a reference are registered."""
    if not f.people.are_stated:
        return
    if _is_same_title(f):
        yield from _authors_in_text_differ(f)
    elif f.people.nobody and f.title.likeness is None:
        if f.claim.is_listed and f.claim.signs == 3:
            yield _people(f, Of.WORK, Certainty.GUESSED)
    elif f.people.nobody and f.is_reference:
        certainty = _certainty_beside_strangers(f)
        if certainty is not Certainty.NOTHING:
            yield _people(f, Of.WORK, certainty)


def _authors_in_text_differ(f: CitationFacts) -> Iterator[Difference]:
    """Yield a difference if the people before the registered title are not its authors."""
    people = f.people
    if len(people.stated) < 2 or f.people_certainty is not Certainty.READ or not f.is_listed:
        return
    follows = _title_follows(f)
    if people.nobody and (f.is_article or f.is_preprint):
        of, certainty = (Of.WORK, Certainty.STATED) if follows else (Of.DETAIL, Certainty.READ)
        yield _people(f, of, certainty)
    elif (
        follows
        and people.strangers >= 2
        and people.strangers > thresholds.MANY_STRANGERS * len(people.seen)
    ):
        yield _people(f, Of.DETAIL)


def _title_follows(f: CitationFacts) -> bool:
    """Return whether the registered title directly follows the authors; years are skipped."""
    said = [one for one in words(f.claim.behind_people) if not YEAR.fullmatch(one)]
    return any(
        said[: len(one.form.words)] == one.form.words
        for one in f.title.coverages
        if len(one.form.content) >= thresholds.WORDS_OF_TITLE
    )


def _is_translation(f: CitationFacts) -> bool:
    """Return whether one title may be a translation of the other, by the same authors.

    The years are also the same. One title is English, and the other is in any other language.
    """
    people, claimed = f.people, f.title.claimed
    are_same = people.are_same and people.sure == len(people.fits) and f.is_near_year
    return are_same and claimed is not None and is_other_language(claimed.text, f.work.titles.shown)


def _titles_differ(f: CitationFacts) -> Iterator[Difference]:
    of_same = f.people.are_same and len(f.people.fits) >= 2
    # A translation or a release of software may have any title, unless its authors differ.
    venues = f.claim.container, *f.work.containers[:1]
    doubtful = f.title.is_translated or any(language(one) not in {"", ENGLISH} for one in venues)
    doubtful = doubtful or (f.is_software and f.nobody_else)
    like = f.title.likeness or 0.0
    if like < thresholds.TITLE_ALIKE and _is_translation(f):
        return
    other = thresholds.TITLE_OTHER_OF_SAME if of_same else thresholds.TITLE_OTHER
    if like < other and f.title.compared.size >= 2:
        if not (doubtful and f.nobody_else):
            renamed = (
                f.is_preprint and of_same and f.title.compared.shared >= thresholds.TITLE_RENAMED
            )
            unsure = doubtful or renamed or f.title.compared.size < thresholds.WORDS_OF_TITLE
            unsure = unsure or f.title.certainty is not Certainty.STATED
            yield _title(f, Of.WORK, _stated(not unsure))
    elif like < thresholds.TITLE_ALIKE:
        if not (doubtful or f.is_software):
            yield _title(f, Of.WORK)
    elif not (f.is_software or f.title.is_translated) and (
        f.title.compared.changed_words is ChangedWords.A_FEW
    ):
        yield _title(f, Of.DETAIL)
    yield from _part_differs(f)


def _part_differs(f: CitationFacts) -> Iterator[Difference]:
    """Yield a difference if the DOI is that of an erratum, a reply or another part."""
    titles, alike = f.work.titles, f.title.likeness
    if names_part(titles.forms, f.text):
        return
    two = None
    if alike is not None and alike >= thresholds.TITLE_TWIN:
        two = f.title.compared.part(f.claim.words)
    elif f.is_prose and f.is_listed:
        two = differing_parts("", titles.forms)
    if two is None and f.is_prose and f.is_listed:
        two = first_part_in(f.claim.words, titles)
    if two is not None:
        yield Difference("kind of work", *two, Of.PART)


def _titles_in_text_differ(f: CitationFacts) -> Iterator[Difference]:
    """Yield a difference if the text cites a different title.

    The less certain it is which words are the title, the lower their likeness must be.
    """
    claimed = f.title.claimed
    if _is_same_title(f):
        yield from _part_differs(f)
        return
    if claimed is None:
        return
    if f.says_little or _is_short(f, claimed.text):
        return
    if (f.title.is_translated and not f.people.nobody) or _is_translation(f):
        return
    certainty = _certainty_of_other(f, claimed.text)
    if certainty is not Certainty.NOTHING:
        yield _title(f, Of.WORK, certainty)


def _is_short(f: CitationFacts, title: str) -> bool:
    """Return whether a title in running text is too short to differ."""
    is_told = f.claim.is_listed or _is_linked_paper(f, title)
    return len(content(words(title))) < thresholds.WORDS_OF_TITLE + (0 if is_told else 1)


def _certainty_of_other(f: CitationFacts, title: str) -> Certainty:
    """Return how certain it is that a text cites a title that is not the registered one."""
    alike, people = f.title.alike, f.people
    if _is_of_repository(f) and not (people.nobody and not f.title.coverage):
        return Certainty.NOTHING
    if people.nobody and f.is_reference and not f.is_same_place:
        return _certainty_beside_strangers(f)
    if f.title.certainty is Certainty.READ and alike < _limit_of_same(f):
        return Certainty.READ
    is_marked = f.title.claimed is not None and f.title.claimed.is_explicit
    speaks_for = people.several_named and f.is_near_year
    if f.is_same_place or (speaks_for and not is_marked):
        return Certainty.NOTHING
    if _is_linked_paper(f, title) and not people.any_named:
        is_other = alike < thresholds.TITLE_OTHER_OF_PAPER
    elif is_marked or f.is_listed:
        is_other = alike < _limit_by_year(f)
    else:
        is_other_year = f.is_reference and f.years is Years.OTHER
        is_other = is_other_year and alike < thresholds.TITLE_OTHER_IN_TEXT
    if _is_link_alone(f, title) and not people.any_named:
        is_other = is_other or alike < thresholds.TITLE_OTHER_OF_LINK
    return Certainty.READ if is_other else Certainty.NOTHING


def _certainty_beside_strangers(f: CitationFacts) -> Certainty:
    """Return how certain it is that the titles differ if none of the people is registered."""
    if f.title.alike < thresholds.TITLE_OTHER:
        return Certainty.READ
    return Certainty.GUESSED if f.title.alike < thresholds.TITLE_ALIKE else Certainty.NOTHING


def _limit_of_same(f: CitationFacts) -> float:
    """Return the likeness below which a title differs although the authors are registered.

    It is lower for a short title.
    """
    is_long = f.title.compared.size > thresholds.WORDS_OF_TITLE or not f.people.several_named
    return thresholds.TITLE_OTHER_OF_SAME if is_long else thresholds.TITLE_OTHER_IN_TEXT


def _limit_by_year(f: CitationFacts) -> float:
    """Return the likeness below which a title differs; it is higher if the year also differs."""
    if f.years is Years.OTHER:
        return thresholds.TITLE_OTHER_OF_SAME
    return thresholds.TITLE_OTHER_IN_TEXT if f.is_listed or f.years is Years.NEAR else 0.0


def _is_of_repository(f: CitationFacts) -> bool:
    """Return whether the registered title is that of a software release (`is_repository`)."""
    return any(is_repository(one) for one in f.work.titles.main)


def _is_link_alone(f: CitationFacts, title: str) -> bool:
    """Return whether a marked title is nearly the whole text."""
    said = words(title)
    is_marked = f.title.claimed is not None and f.title.claimed.kind in _MARKED
    is_paper = f.is_paper_of_arxiv and f.claim.link != title
    enough = len(content(said)) >= thresholds.WORDS_OF_LINK and len(
        said
    ) >= thresholds.LINK_ALONE * len(f.text.all)
    return is_marked and enough and not is_paper


def _is_linked_paper(f: CitationFacts, title: str) -> bool:
    """Return whether the text of a link to an arXiv preprint looks like its title."""
    is_own = f.is_paper_of_arxiv and title == f.claim.link
    return is_own and _is_title_of_link(f, title) and _reads_as_title(f, title)


def _is_title_of_link(f: CitationFacts, text: str) -> bool:
    """Return whether the text of a link is long enough for a title, and not the name of a method.

    A text without small words may be such a name. So may a short text that shares a word with the
    registered title.
    """
    said = words(text)
    telling = content(said)
    is_phrase = ":" in text or any(one.isalpha() and one not in telling for one in said)
    if len(telling) >= 4 and is_phrase:
        return True
    registered = {word[:5] for word in title_words(f.work)}  # "quantum" and "quantized" match
    is_other = registered.isdisjoint(word[:5] for word in telling)
    return is_other and (
        len(telling) == 3 if is_phrase else len(telling) >= 4 and bool(f.claim.years)
    )


def _reads_as_title(f: CitationFacts, text: str) -> bool:
    """Return whether the text of a link is capitalized like a title, or is nearly the whole text.

    In both cases, it begins with a capital, or with a lower-case name and a colon.
    """
    long = [word for word in text.split() if len(word) > 3]
    capitals = sum(word[0].isupper() for word in long)
    is_alone = len(words(text)) >= thresholds.LINK_ALONE * len(f.text.all)
    name, _, rest = text.partition(": ")  # "node2vec: Scalable Feature Learning"
    begins = text[:1].isupper() or (" " not in name and rest[:1].isupper())
    return begins and (is_alone or capitals > thresholds.CAPITALS * len(long))


def _title(f: CitationFacts, of: Of, certainty: Certainty = Certainty.READ) -> Difference:
    claimed = f.title.claimed.text if f.title.claimed else ""
    return Difference("title", claimed, f.work.titles.shown, of, certainty)


def _year_differs(f: CitationFacts) -> Iterator[Difference]:
    said, known = f.claim.years, f.work.years
    if f.is_whole or not (f.years is Years.OTHER or _is_year_of_other_conference(f)):
        return
    if f.is_prose and not _is_year_of_reference(f):
        return
    may_vary = f.is_book or f.is_chapter or f.is_software or f.title.is_translated
    if f.is_preprint or not (may_vary or is_scanned(said, known)):
        stated, registered = (", ".join(map(str, sorted({*years}))) for years in (said, known))
        yield Difference("year", stated, registered, Of.DETAIL)


def _is_year_of_other_conference(f: CitationFacts) -> bool:
    """Return whether the year, although nearly the same, is that of a different conference."""
    is_compared = f.years is Years.NEAR and not (f.is_prose or f.is_preprint)
    return is_compared and are_two_conferences(f.claim.container, f.work.containers)


def _is_year_of_reference(f: CitationFacts) -> bool:
    """Return whether the year in a text is probably meant as that of the cited work."""
    if not _is_same_title(f):
        return True
    is_alone = len(f.claim.years) == 1 and f.is_listed and f.claim.begins_with_people
    return is_alone and (f.is_article or f.is_preprint)


def _place_differs(f: CitationFacts) -> Iterator[Difference]:
    """Yield a difference of the venue, and one of volume and page if both of these differ.

    A different page alone may be that of the preprint.
    """
    claim, work = f.claim, f.work
    if f.is_book or f.is_preprint:
        return
    is_in_journal = not (f.is_chapter or f.is_software or f.title.is_translated)
    if is_in_journal and is_other_venue(claim.container, work.containers):
        yield Difference("venue", claim.container, work.containers[0], Of.DETAIL)
    volumes = _NUMBER.findall(claim.volume.lower())[:1], _NUMBER.findall(work.volume.lower())[:1]
    # The `number` of a `.bib` entry is the issue as often as the article, so it is not compared.
    stated = "" if claim.pages == claim.number else claim.pages
    pages = _NUMBER.findall(stated.lower()), _NUMBER.findall(work.pages.lower())
    if all(volumes) and all(pages) and volumes[0] != volumes[1] and _other_page(*pages):
        said, registered = f"{claim.volume}, {claim.pages}", f"{work.volume}, {work.pages}"
        yield Difference("volume and page", said, registered, Of.DETAIL)


def _number_differs(f: CitationFacts) -> Iterator[Difference]:
    """Yield a difference if the record states its PubMed number, and the entry a different one."""
    stated, registered = f.claim.pubmed, f.work.pubmed
    if stated and registered and stated not in registered and not f.is_whole:
        yield Difference(_PUBMED, stated, registered[0], Of.DETAIL)


def _other_page(said: list[str], known: list[str]) -> bool:
    """Return whether the first pages or article numbers differ; "e1029" and "1029" do not."""
    one, other = said[0], known[0]
    if set(said[:2]) & set(known[:2]):
        return False
    return not (one.endswith(other) or other.endswith(one))


def _place_in_text_differs(f: CitationFacts) -> Iterator[Difference]:
    """Yield a difference if a reference states volume and page, but not those of the work."""
    claim, work = f.claim, f.work
    if not (claim.is_listed and claim.volume and claim.pages) or f.is_preprint or f.is_book:
        return
    volumes = _NUMBER.findall(work.volume.lower())[:1], _NUMBER.findall(claim.volume.lower())[:1]
    pages = _NUMBER.findall(work.pages.lower()), _NUMBER.findall(claim.pages.lower())
    is_untitled = f.title.likeness is None and f.people.nobody
    if not (all(volumes) and all(pages)) or (volumes[0] == volumes[1] and not is_untitled):
        return
    known = pages[0][:2] if is_untitled else [*volumes[0], *pages[0][:2]]
    stands = {*known} & {*f.text.all}
    if not stands and _other_page(pages[1], pages[0]):
        said, registered = f"{claim.volume}, {claim.pages}", f"{work.volume}, {work.pages}"
        yield Difference("volume and page", said, registered, Of.DETAIL)
