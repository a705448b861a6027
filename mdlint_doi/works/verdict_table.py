"""The verdict on a citation, from its differences: the cases, and the reasons for no verdict.

The first case of `VERDICTS` whose condition is met decides. If there is none, nothing is certain;
the first of `REASONS` is the reason.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final, TypeAlias

from mdlint_doi.works import conditions as on
from mdlint_doi.works import thresholds
from mdlint_doi.works.case_examples import (
    BOOK,
    HALF,
    MOSTLY,
    NOBODY,
    OTHER,
    PREPRINT,
    RECORD,
    SOFTWARE,
    STRANGERS,
    TITLE,
    entry,
    listed,
)
from mdlint_doi.works.condition import Condition
from mdlint_doi.works.folding import words
from mdlint_doi.works.found import WEIGHTY, FoundDifferences, may_be_version
from mdlint_doi.works.verdict import Certainty, Of
from mdlint_doi.works.verdict_case import CaseVerdict, SilenceReason, VerdictCase
from mdlint_doi.works.work import Person, Titles

OfFound: TypeAlias = Condition[FoundDifferences]
_FACTS: Final = attrgetter("facts")
_ENOUGH: Final = 3
"""The weight of differences that shows a different work.

A fact that shows a different work certainly has a weight of 3; otherwise 2, or 1 with "perhaps". A
different year, venue, or volume and page adds 1.
"""
_ENOUGH_FOR_HINT: Final = 2
"""The weight of differences that is enough for a hint."""
_OF_WORK: Final[OfFound] = Condition(
    "a fact shows a different work", lambda found: found.weight > 0
)
_TITLE_ALONE: Final[OfFound] = Condition(
    "only the title differs", lambda found: found.fields == {"title"}
)
_CERTAIN: Final[OfFound] = Condition(
    "a fact shows a different work certainly",
    lambda found: any(
        difference.of is Of.WORK and difference.certainty is Certainty.STATED
        for difference in found.differences
    ),
)
_HEAVY: Final[OfFound] = Condition(
    f"the weight of the differences is {_ENOUGH} or more", lambda found: found.weight >= _ENOUGH
)
_NOT_LIGHT: Final[OfFound] = Condition(
    f"the weight of the differences is {_ENOUGH_FOR_HINT} or more",
    lambda found: found.weight >= _ENOUGH_FOR_HINT,
)
_SUPPORTED_IN_TEXT: Final = (
    on.SEVERAL_NAMED | on.SAME_PLACE | on.REPOSITORY | on.NO_TITLE | ~on.REFERENCE
)
_SUPPORTED: Final = on.WHOLE | on.SAME_TITLE | on.OTHER_VERSION | (on.LANGUAGES & on.SOME_KNOWN)
_DETAILS: Final[OfFound] = Condition("a detail or a part differs", lambda found: bool(found.rest))
_OF_PART: Final[OfFound] = Condition(
    "a part differs",
    lambda found: any(difference.of is Of.PART for difference in found.rest),
    "no part differs",
)
_DETAILS_OF_ENTRY: Final = _DETAILS & ~_OF_PART & (~on.IN_TEXT).of(_FACTS)
_YEARS_FAR: Final[OfFound] = Condition(
    f"the year differs by {thresholds.YEARS_FAR} or more",
    lambda found: "year" in found.details and found.years_apart >= thresholds.YEARS_FAR,
)
_SAME_VOLUME: Final[OfFound] = Condition(
    "both sides state the same volume",
    lambda found: (
        bool(found.facts.work.volume)
        and words(found.facts.claim.volume) == words(found.facts.work.volume)
    ),
)
_YEAR_DIFFERS: Final[OfFound] = Condition("the year differs", lambda f: "year" in f.details)
_VENUE_DIFFERS: Final[OfFound] = Condition("the venue differs", lambda f: "venue" in f.details)
_TITLE_DETAIL: Final[OfFound] = Condition(
    "a detail of the title differs", lambda f: "title" in f.details
)
_PEOPLE_DETAIL: Final[OfFound] = Condition(
    "a detail of the authors differs", lambda f: "authors" in f.details
)
_WEIGHTY: Final[OfFound] = Condition(
    "year, venue, or volume and page differ", lambda f: bool(f.details & WEIGHTY)
)
_NOBODY_KNOWN: Final[OfFound] = Condition(
    "no stated author is registered", lambda f: not f.facts.people.known
)
_LONG_AGO: Final[OfFound] = Condition(
    f"the year differs by {thresholds.YEARS_OF_VERSIONS} or more",
    lambda found: "year" in found.details and found.years_apart >= thresholds.YEARS_OF_VERSIONS,
)
_OF_VERSION: Final[OfFound] = Condition(
    "the citation may be that of the preprint or of the conference paper",
    may_be_version,
    "the citation cannot be that of the preprint or of the conference paper",
)
_HEAVY_SOILS: Final = TITLE.replace("sandy", "heavy")
_FINNISH: Final = "Juurten kilpailu tulppaanien sekä hyasinttien kesken hiekkaisessa maassa"
VERDICTS: Final = (
    VerdictCase(
        _OF_WORK
        & _TITLE_ALONE
        & on.SAME_PEOPLE.of(_FACTS)
        & on.SAME_YEAR.of(_FACTS)
        & ~on.ENGLISH_TITLES.of(_FACTS),
        CaseVerdict.PERHAPS_OTHER_WORK,
        entry(title="Vanadium oxide glaciers"),
        entry(title=OTHER),
    ),
    VerdictCase(_CERTAIN, CaseVerdict.OTHER_WORK, entry(title=OTHER), entry(title=HALF)),
    VerdictCase(
        _HEAVY & (~on.IN_TEXT & ~_SUPPORTED).of(_FACTS),
        CaseVerdict.OTHER_WORK,
        entry(year="2008", title=HALF, journal="Annals of Gardening"),
        entry(title=HALF),
    ),
    VerdictCase(
        _HEAVY & (on.IN_TEXT & ~_SUPPORTED_IN_TEXT).of(_FACTS),
        CaseVerdict.OTHER_WORK,
        listed(STRANGERS, OTHER, "2008", place="*Annals of Gardening*, 7, 1-9"),
        listed(title=HALF),
    ),
    VerdictCase(_NOT_LIGHT, CaseVerdict.PERHAPS_OTHER_WORK, entry(title=HALF), entry()),
    VerdictCase(
        _DETAILS_OF_ENTRY & _YEARS_FAR & _SAME_VOLUME & ~on.EARLIER_IN_SAME_PLACE.of(_FACTS),
        CaseVerdict.SEVERAL_DETAILS,
        entry(year="2011", volume="12"),
        entry(year="2011"),
    ),
    VerdictCase(
        _DETAILS_OF_ENTRY & _YEAR_DIFFERS & _VENUE_DIFFERS & ~_OF_VERSION,
        CaseVerdict.SEVERAL_DETAILS,
        entry(year="2011", journal="Annals of Gardening"),
        entry(journal="Annals of Gardening"),
    ),
    VerdictCase(
        _DETAILS_OF_ENTRY & _TITLE_DETAIL & _WEIGHTY & ~_OF_VERSION,
        CaseVerdict.SEVERAL_DETAILS,
        entry(title=_HEAVY_SOILS, year="2020"),
        entry(title=_HEAVY_SOILS),
    ),
    VerdictCase(
        _DETAILS_OF_ENTRY & _PEOPLE_DETAIL & _NOBODY_KNOWN & _WEIGHTY,
        CaseVerdict.SEVERAL_DETAILS,
        entry("Quill, Eve", year="2011"),
        entry("Quill, Eve"),
    ),
    VerdictCase(
        _DETAILS_OF_ENTRY & _PEOPLE_DETAIL & _LONG_AGO,
        CaseVerdict.SEVERAL_DETAILS,
        entry("Marlowe, Ada and van den Berg, Joost", year="2009"),
        entry("Marlowe, Ada and van den Berg, Joost"),
    ),
    VerdictCase(
        _DETAILS & (on.SAME_TITLE | ~on.IN_TEXT | (on.NO_TITLE & on.SAME_PLACE)).of(_FACTS),
        CaseVerdict.DETAILS,
        entry(year="2011"),
        entry(year="2018"),
    ),
    VerdictCase(
        (on.SAME_TITLE & (on.IN_TEXT | on.KNOWN_OR_NONE)).of(_FACTS),
        CaseVerdict.AGREES,
        entry(),
        entry(title="Small glaciers", people=""),
    ),
)
_IS_OTHER: Final = on.HALF_ALIKE
REASONS: Final = (
    SilenceReason(
        "no title is registered",
        ~on.REGISTERED_TITLE,
        entry(work=RECORD.replace(titles=Titles())),
    ),
    SilenceReason(
        "the registered title is in a different script",
        on.IN_TEXT & on.OTHER_SCRIPT,
        listed(work=RECORD.replace(titles=Titles(("郁金香的根系竞争与沙质土壤研究",)))),
    ),
    SilenceReason(
        "no title could be found in the {text}",
        on.NO_TITLE,
        entry(title=""),
        after_same=", but ",
    ),
    SilenceReason(
        "one of the two works is a whole book or journal",
        on.WHOLE,
        entry("Marlowe, Ada", "Tulips", work=BOOK, kind="incollection", booktitle=TITLE),
    ),
    SilenceReason(
        "software and data are cited under several titles",
        on.HALF_ALIKE & on.SOFTWARE,
        entry(title=OTHER, work=SOFTWARE),
    ),
    SilenceReason(
        "the titles are in different languages or scripts, so one may be a translation",
        on.LANGUAGES | on.TRANSLATION,
        entry(title="Wurzelkonkurrenz zwischen Tulpen und Hyazinthen in sandigen Böden"),
        after_same=", and ",
    ),
    SilenceReason(
        "many works, such as editorials, have this title",
        on.HEADING,
        entry(title="Editorial"),
    ),
    SilenceReason(
        "a group is registered, but its members are cited",
        on.OF_GROUP,
        entry(NOBODY, work=PREPRINT.replace(people=(Person("The Tulip Community"),))),
    ),
    SilenceReason(
        "it is uncertain which words are the title",
        on.IN_TEXT & on.HALF_ALIKE,
        listed(title=HALF, work=PREPRINT),
    ),
    SilenceReason(
        "the journal is in a different language, so the title may be a translation",
        on.HALF_ALIKE,
        entry(title="Vanadium oxide", journal="Zeitschrift für Botanik"),
    ),
    SilenceReason(
        "the titles are alike, but not the same",
        on.ANYTHING,
        entry(title=f"{MOSTLY} of Iceland"),
    ),
)
