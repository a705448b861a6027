"""The conditions on the facts of a citation that the tables in `cases` use, each with its words.

A condition with a number of its own says the number in its words, so that the manual's page can be
read without the code. The conditions stand in the order of the tables: the citation and the work,
authors, titles, details.
"""

from __future__ import annotations

from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works import sides, thresholds
from mdlint_doi.works.candidates import cites_preprint, named_in
from mdlint_doi.works.case import OfFacts
from mdlint_doi.works.cited_title import (
    cites_specific_title,
    has_title,
    is_link_alone,
    is_linked_paper,
    is_marked,
    is_short,
    stand_before_venue,
    title_follows,
)
from mdlint_doi.works.claim import MOST_SIGNS
from mdlint_doi.works.condition import Condition
from mdlint_doi.works.facts import CitationFacts, is_repository, is_scanned
from mdlint_doi.works.parts import names_part
from mdlint_doi.works.same_people import Fit
from mdlint_doi.works.same_title import ChangedWords
from mdlint_doi.works.titles import (
    ENGLISH,
    has_english,
    is_english,
    is_other_language,
    language,
)
from mdlint_doi.works.venues import are_two_conferences, is_other_venue
from mdlint_doi.works.verdict import Certainty, Years

_GROUP: Final = pattern(
    r"(?i)\b(?:collaborations?|community|consortium|group|initiative|project|team|workshop)\b"
)


# The citation and the work

IN_TEXT: Final[OfFacts] = Condition(
    "the citation is running text", lambda f: f.is_prose, "the citation is an entry"
)
WHOLE: Final[OfFacts] = Condition(
    "one side is a whole book or journal, and the other is a part of it",
    lambda f: f.is_whole,
    "neither side is a whole book or journal of which the other is a part",
)
OTHER_SCRIPT: Final[OfFacts] = Condition(
    "the titles are in different scripts",
    lambda f: f.in_other_script,
    "the titles are in the same script",
)
REGISTERED_TITLE: Final[OfFacts] = Condition(
    "a title is registered", lambda f: bool(f.work.titles.forms), "no title is registered"
)
CAVEAT: Final[OfFacts] = Condition(
    "it is uncertain whether the words near the DOI are its citation",
    lambda f: bool(f.claim.caveat),
    "the words near the DOI are certainly its citation",
)
"""Running text only; an entry is always the citation of its DOI."""
ANYTHING: Final[OfFacts] = Condition("anything else", lambda _: True)
SPECIFIC: Final[OfFacts] = Condition(
    "the citation has a title of its own for a registered heading",
    cites_specific_title,
    "the citation has no title of its own for a registered heading",
)
HEADING: Final = (
    Condition[CitationFacts](
        "a title is a heading (in running text: the registered title)",
        lambda f: f.is_heading,
        "no title is a heading",
    )
    & ~SPECIFIC
)
LISTED: Final[OfFacts] = Condition(
    "the text is a reference in which the names stand apart",
    lambda f: f.is_listed,
    "the text is not a reference in which the names stand apart",
)
REFERENCE: Final[OfFacts] = Condition(
    "the text is a reference", lambda f: f.is_reference, "the text is not a reference"
)
SOFTWARE: Final[OfFacts] = Condition(
    "it is software or data", lambda f: f.is_software, "it is not software or data"
)
PREPRINT: Final[OfFacts] = Condition(
    "it is a preprint", lambda f: f.is_preprint, "it is not a preprint"
)
BOOK: Final[OfFacts] = Condition("it is a book", lambda f: f.is_book, "it is not a book")
CHAPTER: Final[OfFacts] = Condition("it is a chapter", lambda f: f.is_chapter)
LANGUAGES: Final[OfFacts] = Condition(
    "the titles are in different languages or scripts",
    lambda f: f.title.is_translated,
    "the titles are not in different languages or scripts",
)
NOT_IN_JOURNAL: Final = CHAPTER | SOFTWARE | LANGUAGES
ARTICLE_OR_PREPRINT: Final[OfFacts] = Condition(
    "it is an article or a preprint",
    lambda f: f.is_article or f.is_preprint,
    "it is neither an article nor a preprint",
)
REPOSITORY: Final[OfFacts] = Condition(
    "the registered title is that of a software release (owner/repository)",
    lambda f: any(map(is_repository, f.work.titles.main)),
    "the registered title is not that of a software release (owner/repository)",
)

# Authors

NO_PEOPLE: Final[OfFacts] = Condition(
    "one side has no authors that can be compared", lambda f: not f.people.are_stated
)
OF_GROUP: Final = (
    Condition[CitationFacts](
        "only one author is registered, a group such as “The Tulip Community”",
        lambda f: (
            len(f.people.registered) == 1
            and _GROUP.search(f.people.registered[0].shown) is not None
        ),
    )
    & PREPRINT
    & Condition[CitationFacts]("the title is the same", has_title)
)
NOBODY_FITS: Final[OfFacts] = Condition(
    "no stated author is registered; if two or more are stated, an author whose given names do not"
    " agree does not count as registered",
    lambda f: not f.people.sure and not (f.people.known and len(f.people.fits) == 1),
)
TWO_STATED: Final[OfFacts] = Condition(
    "two or more authors are stated", lambda f: len(f.people.fits) > 1, "only one is stated"
)
TWO_IN_COMMON: Final[OfFacts] = Condition(
    "only two authors are stated, and both family names are registered",
    lambda f: f.people.known == len(f.people.fits) <= thresholds.AUTHORS_TOGETHER,
    "three or more authors are stated, or one of the two family names is not registered",
)
MOST_ARE_STRANGERS: Final[OfFacts] = Condition(
    f"two or more, and more than {thresholds.MANY_STRANGERS:.0%} of the stated authors, are not"
    " registered",
    lambda f: (
        f.people.strangers >= thresholds.AUTHORS_TOGETHER
        and f.people.strangers > thresholds.MANY_STRANGERS * len(f.people.seen)
    ),
)
SOME_ARE_STRANGERS: Final[OfFacts] = Condition(
    f"two or more, and more than {thresholds.FEW_STRANGERS:.0%} of the stated authors, are not"
    " registered",
    lambda f: (
        f.people.strangers >= thresholds.AUTHORS_TOGETHER
        and f.people.strangers > thresholds.FEW_STRANGERS * len(f.people.seen)
    ),
)
FIRST_IS_STRANGER: Final[OfFacts] = Condition(
    "the first stated author is not registered", lambda f: f.people.fits[0] is Fit.OTHER
)
STRANGER_IN_PLACE: Final[OfFacts] = Condition(
    "an author who is not registered is stated before the last registered one, or in a citation"
    " that does not have more authors than the record (not if groups are registered, or more than"
    " 31 authors are stated)",
    lambda f: f.people.has_stranger_in_place,
)
STRANGER_AMONG: Final[OfFacts] = Condition(
    "an author who is not registered is stated before the last registered one, or in a citation"
    " that has as many authors as the record, or fewer before “et al.” (not if groups are"
    " registered, or more than 31 authors are stated)",
    lambda f: f.people.has_stranger_among,
)
FIRST_LEFT_OUT: Final[OfFacts] = Condition(
    "the first registered author is not stated, and no groups are registered",
    lambda f: f.people.is_first_missing and f.people.is_known_whole,
)
SHORTENED: Final = (
    Condition[CitationFacts](
        "all stated authors are registered",
        lambda f: f.people.known >= len(f.people.fits),
    )
    & Condition[CitationFacts](
        f"more authors are registered than stated, and at most {thresholds.ALL_LISTED}",
        lambda f: len(f.people.fits) < len(f.people.registered) <= thresholds.ALL_LISTED,
    )
    & Condition[CitationFacts](
        "the citation has neither “et al.” nor groups, and the record has no groups",
        lambda f: not f.people.may_be_cut,
    )
    & ~BOOK
)
NOBODY: Final[OfFacts] = Condition(
    "the text names none of the registered authors",
    lambda f: f.people.nobody,
    "the text names a registered author, or one side has no authors that can be compared",
)
SEVERAL_NAMED: Final[OfFacts] = Condition(
    "the text names the first registered author, or two others",
    lambda f: f.people.several_named,
    "the text names neither the first registered author nor two others",
)
ANY_NAMED: Final[OfFacts] = Condition(
    "the text names a registered author",
    lambda f: f.people.any_named,
    "the text does not name a registered author",
)
NAMES_READ: Final[OfFacts] = Condition(
    "the text begins with the names, or they directly follow the registered title",
    lambda f: f.people_certainty is Certainty.READ,
    "the text does not begin with the names, and they do not directly follow the registered title",
)
ALL_SIGNS: Final[OfFacts] = Condition(
    "the names stand apart, and the year and the volume or page are also stated",
    lambda f: f.claim.is_listed and f.claim.signs == MOST_SIGNS,
)
SAME_PEOPLE: Final[OfFacts] = Condition(
    "the authors are the same",
    lambda f: f.people.are_same and f.people.sure == len(f.people.fits),
    "the authors are not the same",
)
SOME_KNOWN: Final[OfFacts] = Condition(
    "a stated author is registered",
    lambda f: f.people.known > 0,
    "no stated author is registered",
)
KNOWN_OR_NONE: Final[OfFacts] = Condition(
    "a stated author is registered, or one side has no authors that can be compared",
    lambda f: f.nobody_else,
    "authors are stated and registered, but no stated one is registered",
)

# Titles

SAME_TITLE: Final[OfFacts] = Condition(
    "the title is the same", has_title, "the title is not the same"
)
NO_TITLE: Final[OfFacts] = Condition(
    "one side has no title", lambda f: f.title.likeness is None, "both sides have a title"
)
BEHIND_TITLE: Final[OfFacts] = Condition(
    "the authors follow the title directly, and at least one of them is registered",
    lambda f: f.claim.is_behind_title and f.people.known > 0,
)
BEFORE_VENUE: Final[OfFacts] = Condition(
    "the names directly follow the title, and only a year is between them and the registered"
    " journal",
    stand_before_venue,
)
FOLLOWS: Final[OfFacts] = Condition(
    "only a year is between the names and the registered title", title_follows
)
TRANSLATION: Final[OfFacts] = Condition(
    "the authors are the same, the year is the same or nearly the same, one title is certainly"
    " English, the other has no words that look English, and the shorter one has at least"
    f" {thresholds.TRANSLATION_LENGTH:.0%} of the letters of the longer one",
    lambda f: (
        f.people.are_same
        and f.people.sure == len(f.people.fits)
        and f.is_near_year
        and f.title.claimed is not None
        and is_other_language(f.title.claimed.text, f.work.titles.shown)
    ),
)
RELEASE: Final = SOFTWARE & KNOWN_OR_NONE
ENGLISH_TITLES: Final[OfFacts] = Condition(
    "both titles are certainly English",
    lambda f: (
        f.title.claimed is not None
        and is_english(f.title.claimed.text)
        and is_english(f.work.titles.shown)
    ),
    "at least one title is not certainly English",
)
FOREIGN_VENUE: Final = (
    Condition[CitationFacts](
        "the name of a venue is in a language other than English",
        lambda f: any(
            language(name) not in {"", ENGLISH}
            for name in (f.claim.container, *f.work.containers[:1])
        ),
        "no name of a venue is in a language other than English",
    )
    & ~ENGLISH_TITLES
)
UNLIKE: Final[OfFacts] = Condition(
    f"the likeness of the titles is below {thresholds.TITLE_OTHER}, or below"
    f" {thresholds.TITLE_OTHER_OF_SAME} if two or more authors are stated, with the same family"
    " names; and both titles have two or more content words",
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
    "it is a preprint by two or more authors with the same family names, and the titles share"
    f" {thresholds.TITLE_RENAMED:.0%} of the words of one of them",
    lambda f: (
        f.is_preprint
        and f.people.are_same
        and len(f.people.fits) > 1
        and f.title.compared.shared >= thresholds.TITLE_RENAMED
    ),
    "it is not a renamed preprint (by two or more authors with the same family names, with titles"
    f" that share {thresholds.TITLE_RENAMED:.0%} of the words of one of them)",
)
FEW_WORDS: Final[OfFacts] = Condition(
    f"a title has fewer than {thresholds.WORDS_OF_TITLE} content words",
    lambda f: f.title.compared.size < thresholds.WORDS_OF_TITLE,
    f"both titles have {thresholds.WORDS_OF_TITLE} or more content words",
)
NAMES_WHOLE: Final[OfFacts] = Condition(
    "the text contains all words of the registered title, one after the other",
    lambda f: any(coverage.phrase for coverage in f.title.coverages if coverage.form.is_whole),
    "the text does not contain all words of the registered title, one after the other",
)
REWORDED: Final[OfFacts] = Condition(
    f"each title has up to {thresholds.CHANGED_WORDS} words, in up to {thresholds.CHANGED_PLACES}"
    " places, that the other lacks, and they are not the same words in a different spelling or"
    " order",
    lambda f: f.title.compared.changed_words is ChangedWords.A_FEW,
)
EXCHANGED: Final = (
    Condition[CitationFacts](
        f"up to {thresholds.CHANGED_WORDS} words of the title are exchanged for as many others, in"
        f" up to {thresholds.CHANGED_PLACES} places, and they are not the same words in a different"
        " spelling or order",
        lambda f: (
            f.title.compared.changed_words is ChangedWords.A_FEW
            and len({*map(len, f.title.compared.changed or ())}) == 1
        ),
    )
    & ~NAMES_WHOLE
)
NOT_CLAIMED: Final[OfFacts] = Condition(
    "no title can be found in the text", lambda f: f.title.claimed is None
)
TOO_SHORT: Final = (
    Condition[CitationFacts](
        f"the registered title has fewer than {thresholds.WORDS_OF_TITLE} content words, or is a"
        " heading",
        lambda f: f.says_little,
    )
    | Condition[CitationFacts](
        f"the cited title has fewer than {thresholds.WORDS_OF_TITLE} content words, or exactly"
        f" {thresholds.WORDS_OF_TITLE} where the names do not stand apart",
        is_short,
    )
) & ~SPECIFIC
UNRELATED: Final[OfFacts] = Condition(
    "the text names none of the registered authors, and contains no word of the registered title",
    lambda f: f.people.nobody and not f.title.coverage,
    "the text names a registered author, or contains a word of the registered title",
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
    "the title is in a field or has a label",
)
MARKED: Final[OfFacts] = Condition(
    "the title is a link or quoted", is_marked, "the title is neither a link nor quoted"
)
_LONG_ENGLISH: Final = (
    Condition[CitationFacts](
        f"both titles have more than {thresholds.WORDS_OF_TITLE} content words",
        lambda f: f.title.compared.size > thresholds.WORDS_OF_TITLE,
    )
    & ENGLISH_TITLES
)
INVENTED: Final = (
    Condition[CitationFacts](
        f"the likeness of the titles is below {thresholds.TITLE_OTHER_OF_SAME}",
        lambda f: f.title.alike < thresholds.TITLE_OTHER_OF_SAME,
    )
    & _LONG_ENGLISH
)
DIFFERENT: Final = (
    Condition[CitationFacts](
        f"the likeness of the titles is below {thresholds.TITLE_OTHER_IN_REFERENCE}",
        lambda f: f.title.alike < thresholds.TITLE_OTHER_IN_REFERENCE,
    )
    & Condition[CitationFacts](
        f"both titles have {thresholds.WORDS_OF_TITLE} or more content words",
        lambda f: f.title.compared.size >= thresholds.WORDS_OF_TITLE,
    )
    & (
        ENGLISH_TITLES
        | Condition[CitationFacts](
            f"both titles have more than {thresholds.WORDS_OF_TITLE} content words, and words that"
            " look English",
            lambda f: (
                f.title.compared.size > thresholds.WORDS_OF_TITLE
                and f.title.claimed is not None
                and has_english(f.title.claimed.text)
                and has_english(f.work.titles.shown)
            ),
        )
    )
)
PREPRINT_NAMED: Final[OfFacts] = Condition(
    "the citation names a preprint server",
    lambda f: bool(cites_preprint(f.claim)),
    "the citation does not name a preprint server",
)
OF_VERSION: Final = PREPRINT_NAMED | PREPRINT | SOFTWARE
OTHER_VERSION: Final = SAME_PEOPLE & Condition[CitationFacts](
    "the citation is that of an article (with a journal or a volume) and the record that of a"
    " preprint, or the citation is that of a preprint (with a preprint server, but without a"
    " journal) and the record is not",
    lambda f: (
        bool(f.claim.container or f.claim.volume)
        if f.is_preprint
        else bool(named_in(f.claim.archive) or cites_preprint(f.claim)) and not f.claim.container
    ),
    "the citation and the record are both those of preprints, or both those of other works",
)
PREPRINT_OF_ARTICLE: Final = PREPRINT_NAMED & ~PREPRINT
LINKED_PAPER: Final[OfFacts] = Condition(
    "the title is the text of a link to an arXiv preprint, and is written like a title",
    is_linked_paper,
    "the title is not the text of a link to an arXiv preprint",
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
    f"the likeness of the titles is below {thresholds.TITLE_OTHER_OF_SAME}, or below"
    f" {thresholds.TITLE_OTHER_IN_TEXT} if a title has {thresholds.WORDS_OF_TITLE} content words or"
    " fewer and the text names the first author, or two others",
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
    "the citation contains the word for the registered notice, or the whole title of the registered"
    " part",
    lambda f: names_part(f.work.titles.forms, f.text, f.claim.words),
)

# Details

SAME_YEAR: Final[OfFacts] = Condition(
    "the year is the same, or nearly the same",
    lambda f: f.is_near_year,
    "the year is neither the same nor nearly the same",
)
NEAR_YEAR: Final[OfFacts] = Condition(
    "the year is nearly the same",
    lambda f: f.years is Years.NEAR,
    "the year is not nearly the same",
)
OTHER_YEAR: Final[OfFacts] = Condition(
    "the year differs", lambda f: f.years is Years.OTHER, "the year does not differ"
)
OTHER_CONFERENCE: Final = (
    NEAR_YEAR
    & ~IN_TEXT
    & ~PREPRINT
    & Condition[CitationFacts](
        "the two venues are different well-known conferences, such as CVPR and ICML",
        lambda f: are_two_conferences(f.claim.container, f.work.containers),
    )
)
UNSURE_YEAR: Final = IN_TEXT & (
    Condition[CitationFacts](
        "the text has several years, or none", lambda f: len(f.claim.years) != 1
    )
    | ~(LISTED | ~SAME_TITLE)
    | Condition[CitationFacts](
        "the text does not begin with the names", lambda f: not f.claim.begins_with_people
    )
    | ~ARTICLE_OR_PREPRINT
)
SCANNED: Final[OfFacts] = Condition(
    "the registered year may be that of a scan: it is 1996 or later, and the stated one is before"
    " 1996 and at least 16 years earlier",
    lambda f: bool(f.claim.years and f.work.years) and is_scanned(f.claim.years, f.work.years),
)
EARLIER_IN_SAME_PLACE: Final[OfFacts] = Condition(
    "the year is earlier, and journal, volume, issue (where both state one), and first and last"
    " page are the same, so the work may have been digitized later",
    sides.is_earlier_in_same_place,
    "the stated year is not earlier than the registered one, or one of these is not the same on"
    " both sides: journal; volume; issue, if both state one; first and last page, which both sides"
    " must state",
)
OTHER_VENUE: Final[OfFacts] = Condition(
    "the names of the venues have nothing in common",
    lambda f: is_other_venue(f.claim.container, f.work.containers),
)
OTHER_PART: Final[OfFacts] = Condition(
    "one title is that of an erratum, a reply or a different part, and the other is not",
    lambda f: sides.different_part(f) is not None,
    "both titles are those of a notice or of the same part, or neither is",
)
OTHER_PLACE: Final[OfFacts] = Condition("both volume and page differ", sides.differs_in_place)
OTHER_PLACE_IN_TEXT: Final[OfFacts] = Condition(
    "the reference states a volume and a page, both differ, and the registered ones are nowhere in"
    " it (if the text has neither a title nor registered authors, only the page must differ)",
    sides.differs_in_place_of_text,
)
OTHER_PUBMED: Final[OfFacts] = Condition(
    "both sides state a PubMed number, and they differ",
    lambda f: bool(f.claim.pubmed and f.work.pubmed) and f.claim.pubmed not in f.work.pubmed,
)
