"""The conditions on the facts of a citation that the tables in `cases` use, each with its words.

A condition with a number of its own says the number in its words, so that the manual's page can be
read without the code. The conditions stand in the order of the tables: the citation and the work,
authors, titles, details.
"""

from __future__ import annotations

from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works import sides, thresholds
from mdlint_doi.works.candidates import cites_preprint
from mdlint_doi.works.case import OfFacts
from mdlint_doi.works.cited_title import (
    cites_specific_title,
    has_title,
    is_link_alone,
    is_linked_paper,
    is_marked,
    is_short,
    title_follows,
)
from mdlint_doi.works.condition import Condition
from mdlint_doi.works.facts import is_repository, is_scanned
from mdlint_doi.works.parts import names_part
from mdlint_doi.works.same_people import Fit
from mdlint_doi.works.same_title import ChangedWords
from mdlint_doi.works.titles import ENGLISH, is_english, is_other_language, language
from mdlint_doi.works.venues import are_two_conferences, is_other_venue
from mdlint_doi.works.verdict import Certainty, Years

_GROUP: Final = pattern(
    r"(?i)\b(?:collaborations?|community|consortium|group|initiative|project|team|workshop)\b"
)
_SIGNS_OF_REFERENCE: Final = 3
_SEVERAL: Final = 2
"""The least number of authors that show something together, such as two that are not registered."""


# The citation and the work

IN_TEXT: Final[OfFacts] = Condition(
    "the citation is running text", lambda f: f.is_prose, "the citation is an entry"
)
WITHOUT_VALUE: Final[OfFacts] = Condition(
    "the words near the DOI are not certainly its citation, or no title is registered, or it is"
    " registered in a different script",
    lambda f: bool(f.claim.caveat) or not f.work.titles.forms or f.in_other_script,
)
"""Running text only; an entry is always the citation of its DOI."""
WHOLE: Final[OfFacts] = Condition(
    "one side is a whole book or journal (the other is a part of it)",
    lambda f: f.is_whole,
    "neither side is a whole book or journal of which the other is a part",
)
OTHER_SCRIPT: Final[OfFacts] = Condition(
    "the titles are in different scripts", lambda f: f.in_other_script
)
REGISTERED_TITLE: Final[OfFacts] = Condition(
    "a title is registered", lambda f: bool(f.work.titles.forms), "no title is registered"
)
ANYTHING: Final[OfFacts] = Condition("anything else", lambda _: True)
HEADING: Final[OfFacts] = Condition(
    "a title is one that thousands of works have, such as “Editorial” (a registered one excuses no"
    f" cited title with {thresholds.WORDS_OF_TITLE} other content words if the year, or volume and"
    " page, differ)",
    lambda f: f.is_heading and not cites_specific_title(f),
)
LISTED: Final[OfFacts] = Condition(
    "the text is a reference in which the names stand apart from other words",
    lambda f: f.is_listed,
)
REFERENCE: Final[OfFacts] = Condition(
    "the text is a reference (eight content words, and two of authors, year, and volume or page)",
    lambda f: f.is_reference,
    "the text is not a reference",
)
SOFTWARE: Final[OfFacts] = Condition(
    "it is software or data", lambda f: f.is_software, "it is not software or data"
)
PREPRINT: Final[OfFacts] = Condition(
    "it is a preprint", lambda f: f.is_preprint, "it is not a preprint"
)
BOOK: Final[OfFacts] = Condition("it is a book", lambda f: f.is_book)
VARIABLE: Final[OfFacts] = Condition(
    "it is a book, a chapter, software or data, or the titles are in different languages",
    lambda f: f.is_book or f.is_chapter or f.is_software or f.title.is_translated,
)
NOT_IN_JOURNAL: Final[OfFacts] = Condition(
    "it is a chapter, software or data, or the titles are in different languages",
    lambda f: f.is_chapter or f.is_software or f.title.is_translated,
)
ARTICLE_OR_PREPRINT: Final[OfFacts] = Condition(
    "it is an article or a preprint", lambda f: f.is_article or f.is_preprint
)
REPOSITORY: Final[OfFacts] = Condition(
    "the registered title is that of a software release (owner/repository)",
    lambda f: any(map(is_repository, f.work.titles.main)),
)

# Authors

NO_PEOPLE: Final[OfFacts] = Condition(
    "one side has no authors that can be compared", lambda f: not f.people.are_stated
)
OF_GROUP: Final[OfFacts] = Condition(
    "only a group is registered, for a preprint with the same title",
    lambda f: (
        len(f.people.registered) == 1
        and f.is_preprint
        and has_title(f)
        and _GROUP.search(f.people.registered[0].shown) is not None
    ),
)
NOBODY_FITS: Final[OfFacts] = Condition(
    "no stated author is registered (nor, of two or more, with the same given name)",
    lambda f: not f.people.sure and not (f.people.known and len(f.people.fits) == 1),
)
TWO_STATED: Final[OfFacts] = Condition(
    "two or more authors are stated", lambda f: len(f.people.fits) > 1, "only one is stated"
)
TWO_IN_COMMON: Final[OfFacts] = Condition(
    "only two are stated, and both family names are registered",
    lambda f: f.people.known == len(f.people.fits) < _SIGNS_OF_REFERENCE,
    "three or more are stated, or one of the family names is not registered",
)
MOST_ARE_STRANGERS: Final[OfFacts] = Condition(
    f"two or more, and more than {thresholds.MANY_STRANGERS:.0%} of the stated authors, are not"
    " registered",
    lambda f: (
        f.people.strangers >= _SEVERAL
        and f.people.strangers > thresholds.MANY_STRANGERS * len(f.people.seen)
    ),
)
SOME_ARE_STRANGERS: Final[OfFacts] = Condition(
    f"two or more, and more than {thresholds.FEW_STRANGERS:.0%} of the stated authors, are not"
    " registered",
    lambda f: (
        f.people.strangers >= _SEVERAL
        and f.people.strangers > thresholds.FEW_STRANGERS * len(f.people.seen)
    ),
)
FIRST_IS_STRANGER: Final[OfFacts] = Condition(
    "the first stated author is not registered", lambda f: f.people.fits[0] is Fit.OTHER
)
STRANGER_IN_PLACE: Final[OfFacts] = Condition(
    "an author who is not registered stands in the place of one, before the first, or between two"
    " registered ones (at the end, the record may be cut; no groups are registered)",
    lambda f: f.people.has_stranger_in_place,
)
FIRST_LEFT_OUT: Final[OfFacts] = Condition(
    "the first registered author is not stated",
    lambda f: f.people.is_first_missing and f.people.is_known_whole,
)
SHORTENED: Final[OfFacts] = Condition(
    f"all stated authors are registered, but not all registered ones (at most"
    f" {thresholds.ALL_LISTED}) are stated, nothing such as “et al.” says so, and it is no book",
    lambda f: (
        f.people.known >= len(f.people.fits)
        and len(f.people.fits) < len(f.people.registered) <= thresholds.ALL_LISTED
        and not (f.people.may_be_cut or f.is_book)
    ),
)
NOBODY: Final[OfFacts] = Condition(
    "the text names none of the registered authors", lambda f: f.people.nobody
)
SEVERAL_NAMED: Final[OfFacts] = Condition(
    "the text names the first author, or two others", lambda f: f.people.several_named
)
ANY_NAMED: Final[OfFacts] = Condition(
    "the text names a registered author",
    lambda f: f.people.any_named,
    "the text does not name a registered author",
)
NAMES_READ: Final[OfFacts] = Condition(
    "the text begins with the names, or they follow the title",
    lambda f: f.people_certainty is Certainty.READ,
)
ALL_SIGNS: Final[OfFacts] = Condition(
    "the names stand apart, and the year and the volume or page are also stated",
    lambda f: f.claim.is_listed and f.claim.signs == _SIGNS_OF_REFERENCE,
)
SOME_KNOWN: Final[OfFacts] = Condition(
    "a stated author is registered", lambda f: f.people.known > 0
)
KNOWN_OR_NONE: Final[OfFacts] = Condition(
    "some stated author is registered, or none can be compared", lambda f: f.nobody_else
)

# Titles

SAME_TITLE: Final[OfFacts] = Condition(
    "the title is the same", has_title, "the title is not the same"
)
NO_TITLE: Final[OfFacts] = Condition(
    "one side has no title", lambda f: f.title.likeness is None, "both sides have a title"
)
FOLLOWS: Final[OfFacts] = Condition(
    "the registered title directly follows the names, or they follow it", title_follows
)
TRANSLATION: Final[OfFacts] = Condition(
    "authors and year are the same, and one title is English, but the other has no English words",
    lambda f: (
        f.people.are_same
        and f.people.sure == len(f.people.fits)
        and f.is_near_year
        and f.title.claimed is not None
        and is_other_language(f.title.claimed.text, f.work.titles.shown)
    ),
)
LANGUAGES: Final[OfFacts] = Condition(
    "the titles are in different languages or scripts", lambda f: f.title.is_translated
)
RELEASE: Final[OfFacts] = Condition(
    "it is software or data by a registered author",
    lambda f: f.is_software and f.nobody_else,
)
FOREIGN_VENUE: Final[OfFacts] = Condition(
    "the venue has a name in a language other than English, and not both titles are English",
    lambda f: (
        any(
            language(name) not in {"", ENGLISH}
            for name in (f.claim.container, *f.work.containers[:1])
        )
        and not (is_english(f.claim.titles[0].text) and is_english(f.work.titles.shown))
    ),
)
UNLIKE: Final[OfFacts] = Condition(
    f"the likeness of the titles is below {thresholds.TITLE_OTHER} (below"
    f" {thresholds.TITLE_OTHER_OF_SAME} if the authors, two or more, are the same)",
    lambda f: (
        (f.title.likeness or 0.0)
        < (
            thresholds.TITLE_OTHER_OF_SAME
            if f.people.are_same and len(f.people.fits) > 1
            else thresholds.TITLE_OTHER
        )
        and f.title.compared.size > 1
    ),
)
HALF_ALIKE: Final[OfFacts] = Condition(
    f"the likeness of the titles is below {thresholds.TITLE_ALIKE}",
    lambda f: (f.title.likeness or 0.0) < thresholds.TITLE_ALIKE,
)
RENAMED: Final[OfFacts] = Condition(
    f"it is a preprint by the same authors that keeps {thresholds.TITLE_RENAMED:.0%} of the title’s"
    " words",
    lambda f: (
        f.is_preprint
        and f.people.are_same
        and len(f.people.fits) > 1
        and f.title.compared.shared >= thresholds.TITLE_RENAMED
    ),
)
FEW_WORDS: Final[OfFacts] = Condition(
    f"a title has fewer than {thresholds.WORDS_OF_TITLE} content words",
    lambda f: f.title.compared.size < thresholds.WORDS_OF_TITLE,
    f"both titles have {thresholds.WORDS_OF_TITLE} or more content words",
)
REWORDED: Final[OfFacts] = Condition(
    f"up to {thresholds.CHANGED_WORDS} words of the title are exchanged, not only misspelt",
    lambda f: f.title.compared.changed_words is ChangedWords.A_FEW,
)
NOT_CLAIMED: Final[OfFacts] = Condition(
    "no title can be found in the text", lambda f: f.title.claimed is None
)
TOO_SHORT: Final[OfFacts] = Condition(
    f"a title is short (fewer than {thresholds.WORDS_OF_TITLE} content words, or"
    f" {thresholds.WORDS_OF_TITLE + 1} in running text that is no reference), or a heading",
    lambda f: (f.says_little or is_short(f)) and not cites_specific_title(f),
)
UNRELATED: Final[OfFacts] = Condition(
    "the text names none of the registered authors, and contains no word of the registered title",
    lambda f: f.people.nobody and not f.title.coverage,
)
SAME_PLACE: Final[OfFacts] = Condition(
    "the text contains the registered volume and page",
    lambda f: f.is_same_place,
    "the text does not contain the registered volume and page",
)
TITLE_READ: Final[OfFacts] = Condition(
    "the form of the reference shows which words are the title",
    lambda f: f.title.certainty is Certainty.READ,
)
PLACED: Final[OfFacts] = Condition(
    "the title has no label, but is in the place of one, such as a heading over the reference",
    lambda f: f.title.certainty is Certainty.READ,
    "the title is labelled",
)
MARKED: Final[OfFacts] = Condition(
    "the title is a link or quoted", is_marked, "the title is neither a link nor quoted"
)
INVENTED: Final[OfFacts] = Condition(
    f"both titles are certainly English, with a likeness below {thresholds.TITLE_OTHER_OF_SAME}"
    f" and more than {thresholds.WORDS_OF_TITLE} content words",
    lambda f: (
        f.title.alike < thresholds.TITLE_OTHER_OF_SAME
        and f.title.compared.size > thresholds.WORDS_OF_TITLE
        and f.title.claimed is not None
        and is_english(f.title.claimed.text)
        and is_english(f.work.titles.shown)
    ),
)
OF_VERSION: Final[OfFacts] = Condition(
    "the citation names a preprint server, or the record is that of a preprint or of software",
    lambda f: f.is_preprint or f.is_software or bool(cites_preprint(f.claim)),
    "neither the citation nor the record is that of a preprint or of software",
)
PREPRINT_OF_ARTICLE: Final[OfFacts] = Condition(
    "the citation names a preprint server, and the record is not that of a preprint",
    lambda f: bool(cites_preprint(f.claim)) and not f.is_preprint,
    "the citation is not that of the preprint of a registered article",
)
LINKED_PAPER: Final[OfFacts] = Condition(
    "it is the title of an arXiv preprint, linked to it", is_linked_paper
)
LINK_ALONE: Final[OfFacts] = Condition(
    f"the title is linked, quoted or emphasized, has {thresholds.WORDS_OF_LINK} content words, and"
    f" is {thresholds.LINK_ALONE:.0%} of the text",
    is_link_alone,
)
TEXT_UNLIKE: Final[OfFacts] = Condition(
    f"the likeness of the titles is below {thresholds.TITLE_OTHER}",
    lambda f: f.title.alike < thresholds.TITLE_OTHER,
)
TEXT_HALF_ALIKE: Final[OfFacts] = Condition(
    f"the likeness of the titles is below {thresholds.TITLE_ALIKE}",
    lambda f: f.title.alike < thresholds.TITLE_ALIKE,
)
UNLIKE_PAPER: Final[OfFacts] = Condition(
    f"the likeness of the titles is below {thresholds.TITLE_OTHER_OF_PAPER}",
    lambda f: f.title.alike < thresholds.TITLE_OTHER_OF_PAPER,
)
UNLIKE_DESPITE_PEOPLE: Final[OfFacts] = Condition(
    f"the likeness of the titles is below {thresholds.TITLE_OTHER_OF_SAME}",
    lambda f: f.title.alike < thresholds.TITLE_OTHER_OF_SAME,
)
HARDLY_ALIKE: Final[OfFacts] = Condition(
    f"the likeness of the titles is below {thresholds.TITLE_OTHER_IN_TEXT}",
    lambda f: f.title.alike < thresholds.TITLE_OTHER_IN_TEXT,
)
NOT_ALIKE: Final[OfFacts] = Condition(
    f"the likeness of the titles is below {thresholds.TITLE_OTHER_OF_LINK}",
    lambda f: f.title.alike < thresholds.TITLE_OTHER_OF_LINK,
)
UNLIKE_OF_SAME: Final[OfFacts] = Condition(
    f"the likeness of the titles is below {thresholds.TITLE_OTHER_OF_SAME} (below"
    f" {thresholds.TITLE_OTHER_IN_TEXT} if a title has {thresholds.WORDS_OF_TITLE} content words"
    " and an author is registered)",
    lambda f: (
        f.title.alike
        < (
            thresholds.TITLE_OTHER_OF_SAME
            if f.title.compared.size > thresholds.WORDS_OF_TITLE or not f.people.several_named
            else thresholds.TITLE_OTHER_IN_TEXT
        )
    ),
)
NAMES_ITS_PART: Final[OfFacts] = Condition(
    "the citation names the notice, or the whole title of the part",
    lambda f: names_part(f.work.titles.forms, f.text),
)

# Details

SAME_YEAR: Final[OfFacts] = Condition("the year is the same, or nearly", lambda f: f.is_near_year)
NEAR_YEAR: Final[OfFacts] = Condition(
    "the year is nearly the same", lambda f: f.years is Years.NEAR
)
OTHER_YEAR: Final[OfFacts] = Condition(
    f"the year differs by {thresholds.YEARS_APART} or more (after a preprint, by"
    f" {thresholds.YEARS_AFTER_PREPRINT})",
    lambda f: f.years is Years.OTHER,
    "the year does not differ",
)
OTHER_CONFERENCE: Final[OfFacts] = Condition(
    "the year differs by one, in an entry, and the two venues are different conferences",
    lambda f: (
        f.years is Years.NEAR
        and not (f.is_prose or f.is_preprint)
        and are_two_conferences(f.claim.container, f.work.containers)
    ),
)
UNSURE_YEAR: Final[OfFacts] = Condition(
    "the citation is running text, and not a reference to an article that begins with the authors"
    " and has one year",
    lambda f: (
        f.is_prose
        and not (
            len(f.claim.years) == 1
            and (f.is_listed or not has_title(f))
            and f.claim.begins_with_people
            and (f.is_article or f.is_preprint)
        )
    ),
)
SCANNED: Final[OfFacts] = Condition(
    "the registered year may be that of the scan of an old volume",
    lambda f: bool(f.claim.years and f.work.years) and is_scanned(f.claim.years, f.work.years),
)
EARLIER_IN_SAME_PLACE: Final[OfFacts] = Condition(
    "the year is earlier, and journal, volume, issue (where both state one), and first and last"
    " page are the same, so the work may have been digitized later",
    sides.is_earlier_in_same_place,
    "the year is not earlier, or journal, volume, issue or pages are not the same",
)
OTHER_VENUE: Final[OfFacts] = Condition(
    "the names of the venues have nothing in common",
    lambda f: is_other_venue(f.claim.container, f.work.containers),
)
ENGLISH_TITLES: Final[OfFacts] = Condition(
    "both titles are certainly English",
    lambda f: is_english(f.claim.titles[0].text) and is_english(f.work.titles.shown),
    "the titles are not both certainly English",
)
SAME_PEOPLE: Final[OfFacts] = Condition(
    "all stated authors are registered, and the first one is the first",
    lambda f: f.people.are_same and f.people.sure == len(f.people.fits),
)
OTHER_PART: Final[OfFacts] = Condition(
    "one title is that of an erratum, a reply or a different part, and the other is not",
    lambda f: sides.different_part(f) is not None,
)
OTHER_PLACE: Final[OfFacts] = Condition("both volume and page differ", sides.differs_in_place)
OTHER_PLACE_IN_TEXT: Final[OfFacts] = Condition(
    "the reference states a volume and a page, both differ, and the registered ones are nowhere in"
    " it (without title and registered authors, the page is enough)",
    sides.differs_in_place_of_text,
)
OTHER_PUBMED: Final[OfFacts] = Condition(
    "both sides state a PubMed number, and they differ",
    lambda f: bool(f.claim.pubmed and f.work.pubmed) and f.claim.pubmed not in f.work.pubmed,
)
