"""Decide from the facts of a citation whether it has the registered title, and how it shows one."""

from __future__ import annotations

from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works import sides, thresholds
from mdlint_doi.works.claim import TitleKind
from mdlint_doi.works.facts import CitationFacts
from mdlint_doi.works.folding import HEADINGS, content, words
from mdlint_doi.works.references import YEAR
from mdlint_doi.works.titles import TitleCoverage, title_words
from mdlint_doi.works.venues import is_venue_of
from mdlint_doi.works.verdict import Certainty, Years

_MARKED: Final = frozenset({TitleKind.LINK_TEXT, TitleKind.QUOTED, TitleKind.EMPHASIZED})
_TWO_WORDS: Final = 2
"""A title of fewer content words is found in a text only together with authors or the year."""
_BEGINNING: Final = 5
"""Words with this many equal letters at the start count as the same: "quantum", "quantized"."""
_LONG: Final = 3
"""Words of more than this many letters are capitalized in a title: not "of", "the"."""
_LETTERS_OF_TITLE: Final = 10
"""A title of at least this many letters is long enough, too: one in Chinese has no blanks."""
_VENUE: Final = pattern(
    r"\W{0,6}+(?:(?:1[5-9]|20)\d\d[a-z]?\b\W{0,6}+)?(?P<name>[^\d,;:|()]{2,160})"
)
"""Matches the text behind a list of names up to the next mark; a year between them is skipped."""


def has_title(f: CitationFacts) -> bool:
    """Return whether the citation has the registered title."""
    if f.is_prose:
        return any(_stands(title, f) for title in f.title.coverages) or _is_marked_alike(f)
    return f.title.likeness is not None and f.title.likeness >= thresholds.TITLE_SAME


def title_follows(f: CitationFacts) -> bool:
    """Return whether the registered title directly follows the authors, or they follow it.

    Years are skipped.
    """
    if f.people_certainty is Certainty.READ and not f.claim.begins_with_people:
        return True
    said = [word for word in words(f.claim.behind_people) if not YEAR.fullmatch(word)]
    return any(
        said[: len(title.form.words)] == title.form.words
        for title in f.title.coverages
        if len(title.form.content) >= thresholds.WORDS_OF_TITLE
        or sum(map(len, title.form.words)) >= _LETTERS_OF_TITLE
    )


def stand_before_venue(f: CitationFacts) -> bool:
    """Return whether the names directly follow the title, and the registered venue follows them.

    Years are skipped. Such names are no conference with its place, and nobody who gave a talk.
    """
    match = _VENUE.match(f.claim.behind_people) if f.claim.is_behind_title else None
    name = " ".join(match["name"].split()) if match else ""
    return bool(name) and is_venue_of(name, f.work.containers)


def is_short(f: CitationFacts) -> bool:
    """Return whether the title in a running text is too short to differ."""
    is_told = f.claim.is_listed or is_linked_paper(f)
    least = thresholds.WORDS_OF_TITLE + (0 if is_told else 1)
    return len(content(words(_claimed(f)))) < least


def cites_specific_title(f: CitationFacts) -> bool:
    """Return whether a whole title is cited over a generic registered one, and a detail differs.

    The cited title has none of the words of the registered one, and the year, or volume and page,
    differ. "Editorial: the state of botany" may be registered as "Editorial".
    """
    registered = title_words(f.work)
    if not registered or registered - HEADINGS:
        return False
    cited = set(content(words(_claimed(f))))
    is_specific = len(cited - HEADINGS) >= thresholds.WORDS_OF_TITLE and not cited & registered
    differs = sides.differs_in_place_of_text if f.is_prose else sides.differs_in_place
    return is_specific and (f.years is Years.OTHER or differs(f))


def is_marked(f: CitationFacts) -> bool:
    """Return whether the author marked the claimed title as one, by a link or quotation marks."""
    return f.title.claimed is not None and f.title.claimed.is_explicit


def is_link_alone(f: CitationFacts) -> bool:
    """Return whether a marked title is nearly the whole text."""
    said = words(_claimed(f))
    is_marked_so = f.title.claimed is not None and f.title.claimed.kind in _MARKED
    is_paper = f.is_paper_of_arxiv and f.claim.link != _claimed(f)
    enough = len(content(said)) >= thresholds.WORDS_OF_LINK and len(
        said
    ) >= thresholds.LINK_ALONE * len(f.text.all)
    return is_marked_so and enough and not is_paper


def is_linked_paper(f: CitationFacts) -> bool:
    """Return whether the text of a link to an arXiv preprint looks like its title."""
    title = _claimed(f)
    is_own = f.is_paper_of_arxiv and title == f.claim.link
    return is_own and _is_title_of_link(f, title) and _reads_as_title(f, title)


def _claimed(f: CitationFacts) -> str:
    return f.title.claimed.text if f.title.claimed else ""


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
    if f.title.certainty is Certainty.READ and f.title.likeness is not None:
        other = f.title.likeness < thresholds.TITLE_OTHER_IN_REFERENCE
    if size >= _TWO_WORDS and in_stretch and (title.phrase or title.coverage == 1):
        return f.years is not Years.OTHER and (title.phrase or f.is_software or not other)
    covered = title.coverage >= thresholds.COVERED_BESIDE_PEOPLE
    is_run = title.run >= thresholds.IN_ONE_STRETCH_BESIDE_PEOPLE
    return size >= thresholds.WORDS_OF_TITLE and covered and is_run and not other


def _has_witness(title: TitleCoverage, f: CitationFacts) -> bool:
    """Return whether authors or year support a short title, or the text has few other words."""
    is_alone = len(f.text.all) <= len(title.form.words) + thresholds.WORDS_BESIDE_TITLE
    return f.people.any_named or f.is_near_year or is_alone


def _is_title_of_link(f: CitationFacts, text: str) -> bool:
    """Return whether the text of a link is long enough for a title, and not the name of a method.

    A text without small words may be such a name. So may a short text that shares a word with the
    registered title.
    """
    said = words(text)
    telling = content(said)
    is_phrase = ":" in text or any(word.isalpha() and word not in telling for word in said)
    if len(telling) >= thresholds.WORDS_OF_PAPER and is_phrase:
        return True
    registered = {word[:_BEGINNING] for word in title_words(f.work)}
    is_other = registered.isdisjoint(word[:_BEGINNING] for word in telling)
    is_dated = len(telling) >= thresholds.WORDS_OF_PAPER and bool(f.claim.years)
    return is_other and (len(telling) == thresholds.WORDS_OF_TITLE if is_phrase else is_dated)


def _reads_as_title(f: CitationFacts, text: str) -> bool:
    """Return whether the text of a link is capitalized like a title, or is nearly the whole text.

    In both cases, it begins with a capital, or with a lower-case name and a colon.
    """
    long = [word for word in text.split() if len(word) > _LONG]
    capitals = sum(word[0].isupper() for word in long)
    is_alone = len(words(text)) >= thresholds.LINK_ALONE * len(f.text.all)
    name, _, rest = text.partition(": ")  # "node2vec: Scalable Feature Learning"
    begins = text[:1].isupper() or (" " not in name and rest[:1].isupper())
    return begins and (is_alone or capitals > thresholds.CAPITALS * len(long))
