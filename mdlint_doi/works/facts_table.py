"""The facts of a citation that are compared with a record, with the cases of each.

The facts are compared in the order of `FACTS`. In each table, the first case whose condition is met
decides; if there is none, the fact does not differ.
"""

from __future__ import annotations

from typing import Final

from mdlint_doi.works import conditions as on
from mdlint_doi.works import sides
from mdlint_doi.works.case import PLACE, PUBMED, Case, CaseMeaning, Fact
from mdlint_doi.works.case_examples import (
    ALL,
    BOOK,
    HALF,
    JOURNAL,
    MORE_THAN_HALF,
    MOSTLY,
    NOBODY,
    OTHER,
    PART_TWO,
    PREPRINT,
    RECORD,
    SOFTWARE,
    STRANGERS,
    TITLE,
    entry,
    listed,
    written,
)
from mdlint_doi.works.work import Person, Titles

_FAR_YEAR: Final = "2008"
_MIXED: Final = "Marlowe, Ada and Quill, Eve and Roe, Rick"
_PEOPLE: Final = (
    Case(on.NO_PEOPLE, CaseMeaning.NOTHING, entry(""), entry(NOBODY)),
    Case(
        on.OF_GROUP,
        CaseMeaning.NOTHING,
        entry(NOBODY, work=PREPRINT.replace(people=(Person("The Tulip Community"),))),
        entry(NOBODY, work=RECORD.replace(people=(Person("The Tulip Community"),))),
    ),
    Case(
        on.SOFTWARE & on.SAME_TITLE,
        CaseMeaning.NOTHING,
        entry(NOBODY, work=SOFTWARE),
        entry(NOBODY),
    ),
    Case(
        on.NOBODY_FITS & on.TWO_STATED & ~on.TWO_IN_COMMON & ~on.WHOLE & ~on.SOFTWARE,
        CaseMeaning.CERTAIN,
        entry(NOBODY),
        entry("Quill, Eve and Marlowe, Ada"),
    ),
    Case(
        on.NOBODY_FITS & on.TWO_STATED,
        CaseMeaning.READ,
        entry("Marlowe, Eve and van den Berg, Kees"),
        entry("Marlowe, Eve and van den Berg, Kees and Olafsdottir, Sif"),
    ),
    Case(
        on.NOBODY_FITS & on.WHOLE,
        CaseMeaning.NOTHING,
        entry("Quill, Eve", "Tulips", work=BOOK, kind="incollection", booktitle=TITLE),
        entry("Quill, Eve", "Tulips", kind="incollection", booktitle=OTHER),
    ),
    Case(
        on.NOBODY_FITS & on.SAME_TITLE,
        CaseMeaning.DETAIL,
        entry("Quill, Eve"),
        entry("Quill, Eve", OTHER),
    ),
    Case(
        on.NOBODY_FITS,
        CaseMeaning.READ,
        entry("Quill, Eve", OTHER),
        entry("Marlowe, Ada", OTHER),
    ),
    Case(
        on.MOST_ARE_STRANGERS & ~on.WHOLE & ~on.SOFTWARE,
        CaseMeaning.CERTAIN,
        entry(_MIXED),
        entry("Marlowe, Ada and van den Berg, Joost and Quill, Eve"),
    ),
    Case(
        on.MOST_ARE_STRANGERS,
        CaseMeaning.READ,
        entry(_MIXED, "Tulips", work=BOOK, kind="incollection", booktitle=TITLE),
        entry(_MIXED, "Tulips", kind="incollection", booktitle=OTHER),
    ),
    Case(
        (on.FIRST_IS_STRANGER | (on.SOME_ARE_STRANGERS & ~on.SOFTWARE)) & on.SAME_TITLE,
        CaseMeaning.DETAIL,
        entry("Quill, Eve and van den Berg, Joost and Olafsdottir, Gudrun"),
        entry(ALL),
    ),
    Case(
        on.FIRST_IS_STRANGER | (on.SOME_ARE_STRANGERS & ~on.SOFTWARE),
        CaseMeaning.READ,
        entry("Quill, Eve and van den Berg, Joost and Olafsdottir, Gudrun", OTHER),
        entry(ALL, OTHER),
    ),
    Case(
        on.STRANGER_IN_PLACE & on.SAME_TITLE,
        CaseMeaning.DETAIL,
        entry("Marlowe, Ada and Quill, Eve and Olafsdottir, Gudrun"),
        entry(f"{ALL} and Quill, Eve"),
    ),
    Case(
        on.FIRST_LEFT_OUT & on.SAME_TITLE,
        CaseMeaning.DETAIL,
        entry("van den Berg, Joost and others"),
        entry("van den Berg, Joost and Marlowe, Ada and Olafsdottir, Gudrun"),
    ),
    Case(
        on.SHORTENED,
        CaseMeaning.DETAIL,
        entry("Marlowe, Ada and van den Berg, Joost"),
        entry("Marlowe, Ada and van den Berg, Joost and others"),
    ),
)
_PEOPLE_IN_TEXT: Final = (
    Case(on.NO_PEOPLE, CaseMeaning.NOTHING, written(f"*{TITLE}*, {{doi}}"), listed(STRANGERS)),
    Case(
        on.SAME_TITLE & ~(on.NAMES_READ & on.LISTED),
        CaseMeaning.NOTHING,
        written(f"Tulips: Quill et al. (2017) review *{TITLE}*, {{doi}}."),
        listed(STRANGERS),
    ),
    Case(
        on.SAME_TITLE & on.NOBODY & on.ARTICLE_OR_PREPRINT & on.FOLLOWS & on.TWO_STATED,
        CaseMeaning.CERTAIN,
        listed(STRANGERS),
        listed(STRANGERS, f"Review of {TITLE}"),
    ),
    Case(
        on.SAME_TITLE & on.NOBODY & on.ARTICLE_OR_PREPRINT & on.BEFORE_VENUE & on.TWO_STATED,
        CaseMeaning.CERTAIN,
        written(f"- *{TITLE}*, Eve Quill, Rick Roe (2017), *{JOURNAL}*, {{doi}}"),
        written(f"- *{TITLE}*, Eve Quill, Rick Roe (2017), {{doi}}"),
    ),
    Case(
        on.SAME_TITLE & on.NOBODY & on.ARTICLE_OR_PREPRINT,
        CaseMeaning.DETAIL,
        listed(STRANGERS, f"On {TITLE}"),
        listed(STRANGERS),
    ),
    Case(
        on.SAME_TITLE & on.FOLLOWS & on.MOST_ARE_STRANGERS,
        CaseMeaning.DETAIL,
        listed("Marlowe, A., Quill, E., & Roe, R."),
        listed("Marlowe, A., van den Berg, J., & Roe, R."),
    ),
    Case(
        on.SAME_TITLE
        & (on.FOLLOWS | on.BEFORE_VENUE)
        & on.STRANGER_IN_PLACE
        & ~on.SOFTWARE
        & ~on.PREPRINT_OF_ARTICLE,
        CaseMeaning.DETAIL,
        listed("Marlowe, A., van den Berg, J., & Roe, R."),
        listed("Marlowe, A., van den Berg, J., Olafsdottir, G., & Roe, R."),
    ),
    Case(
        on.SAME_TITLE
        & on.BEHIND_TITLE
        & on.STRANGER_AMONG
        & ~on.SOFTWARE
        & ~on.PREPRINT_OF_ARTICLE,
        CaseMeaning.DETAIL,
        written(f"- *{TITLE}*, Quill, van den Berg, Olafsdottir (2017), {{doi}}"),
        written(f"- *{TITLE}*, Marlowe, van den Berg, Olafsdottir (2017), {{doi}}"),
    ),
    Case(
        on.SAME_TITLE & (on.FOLLOWS | on.BEHIND_TITLE) & on.FIRST_LEFT_OUT & ~on.SOFTWARE,
        CaseMeaning.DETAIL,
        listed("van den Berg, J., & Olafsdottir, G."),
        listed("Marlowe, A., & Olafsdottir, G."),
    ),
    Case(on.SAME_TITLE, CaseMeaning.NOTHING, listed(), listed(STRANGERS)),
    Case(
        on.NOBODY & on.NO_TITLE & on.ALL_SIGNS,
        CaseMeaning.GUESSED,
        written("Quill et al., J. Imag. Bot., 17, 45-61, 2003, {doi}"),
        written("Marlowe et al., J. Imag. Bot., 17, 45-61, 2003, {doi}"),
    ),
    Case(
        on.NOBODY & on.NO_TITLE,
        CaseMeaning.NOTHING,
        written("Quill et al. (2003) {doi}"),
        written("Quill et al., J. Imag. Bot., 17, 45-61, 2003, {doi}"),
    ),
    Case(
        on.NOBODY & on.REFERENCE & on.TEXT_UNLIKE,
        CaseMeaning.READ,
        listed(STRANGERS, OTHER),
        listed(title=OTHER),
    ),
    Case(
        on.NOBODY & on.REFERENCE & on.TEXT_HALF_ALIKE,
        CaseMeaning.GUESSED,
        listed(STRANGERS, MORE_THAN_HALF),
        listed(STRANGERS, OTHER),
    ),
)
_DOUBTFUL: Final = on.LANGUAGES | on.FOREIGN_VENUE | on.RELEASE
_NOT_COMPARED: Final = on.HEADING | on.WHOLE | on.NO_TITLE
_GERMAN: Final = "Wurzelkonkurrenz zwischen Tulpen und Hyazinthen in sandigen Böden"
_FIELDS_OF_TITLE: Final = (
    Case(
        _NOT_COMPARED,
        CaseMeaning.NOTHING,
        entry(title="Editorial", work=RECORD.replace(titles=Titles(("Editorial",)))),
        entry(title=OTHER),
    ),
    Case(
        on.HALF_ALIKE & on.TRANSLATION,
        CaseMeaning.NOTHING,
        entry(title="Kilpailu juurista tulppaanien ja hyasinttien valilla"),
        entry("Marlowe, Ada", "Kilpailu juurista tulppaanien ja hyasinttien valilla", "2008"),
    ),
    Case(
        on.UNLIKE & _DOUBTFUL & on.KNOWN_OR_NONE,
        CaseMeaning.NOTHING,
        entry("Marlowe, Ada", _GERMAN, "2008"),
        entry("Quill, Eve", _GERMAN, "2008"),
    ),
    Case(
        on.UNLIKE & ~_DOUBTFUL & ~on.OTHER_VERSION & ~on.RENAMED & ~on.FEW_WORDS & ~on.PLACED,
        CaseMeaning.CERTAIN,
        entry(title=OTHER),
        entry(title=HALF),
    ),
    Case(
        on.UNLIKE,
        CaseMeaning.READ,
        entry(title="Small glaciers"),
        entry(title=OTHER),
    ),
    Case(
        on.HALF_ALIKE & ~_DOUBTFUL & ~on.SOFTWARE,
        CaseMeaning.READ,
        entry(title=HALF),
        entry(title=f"{MOSTLY} of Iceland"),
    ),
    Case(
        on.HALF_ALIKE | on.SOFTWARE | on.LANGUAGES,
        CaseMeaning.NOTHING,
        entry(title=HALF, work=SOFTWARE),
        entry(title=HALF),
    ),
    Case(
        on.REWORDED,
        CaseMeaning.DETAIL,
        entry(title="Root competition between tulips and hyacinths in heavy soils"),
        entry(title="Root competition between tulips and hyacinths in sandy soil"),
    ),
)
_HEAVY_SOILS: Final = TITLE.replace("sandy", "heavy")
_TITLE_IN_TEXT: Final = (
    Case(
        on.TITLE_READ
        & on.LISTED
        & on.SAME_TITLE
        & on.EXCHANGED
        & ~on.WHOLE
        & ~on.OTHER_PART
        & ~on.OF_VERSION,
        CaseMeaning.DETAIL,
        listed(title=_HEAVY_SOILS),
        listed(title=f"{TITLE}: a review"),
    ),
    Case(
        on.HEADING | on.WHOLE | on.SAME_TITLE | on.NOT_CLAIMED | on.TOO_SHORT,
        CaseMeaning.NOTHING,
        listed(),
        listed(title=OTHER, year=_FAR_YEAR),
    ),
    Case(
        on.TRANSLATION | (on.LANGUAGES & ~on.NOBODY),
        CaseMeaning.NOTHING,
        listed(title=_GERMAN),
        listed(title=OTHER),
    ),
    Case(
        on.REPOSITORY & ~on.UNRELATED,
        CaseMeaning.NOTHING,
        listed(title=OTHER, work=SOFTWARE.replace(titles=Titles(("marlowe/tulip-roots: v1.0",)))),
        listed(title=OTHER),
    ),
    Case(
        on.NOBODY & on.REFERENCE & ~on.SAME_PLACE & on.TEXT_UNLIKE,
        CaseMeaning.READ,
        listed(STRANGERS, OTHER, place=f"*{JOURNAL}*, 7, 1-9"),
        listed(STRANGERS, MORE_THAN_HALF, place=f"*{JOURNAL}*, 7, 1-9"),
    ),
    Case(
        on.NOBODY & on.REFERENCE & ~on.SAME_PLACE & on.TEXT_HALF_ALIKE,
        CaseMeaning.GUESSED,
        listed(STRANGERS, MORE_THAN_HALF, place=f"*{JOURNAL}*, 7, 1-9"),
        listed(STRANGERS, OTHER, place=f"*{JOURNAL}*, 7, 1-9"),
    ),
    Case(
        on.NOBODY & on.REFERENCE & ~on.SAME_PLACE,
        CaseMeaning.NOTHING,
        listed(STRANGERS, MOSTLY, place=f"*{JOURNAL}*, 7, 1-9"),
        listed(STRANGERS, OTHER, place=f"*{JOURNAL}*, 7, 1-9"),
    ),
    Case(
        on.TITLE_READ & on.LISTED & on.INVENTED & ~on.OF_VERSION,
        CaseMeaning.CERTAIN,
        listed(title=OTHER, place=f"*{JOURNAL}*, 7, 1-9"),
        listed(title=HALF, place=f"*{JOURNAL}*, 7, 1-9"),
    ),
    Case(
        on.TITLE_READ & on.UNLIKE_OF_SAME,
        CaseMeaning.READ,
        listed(title=OTHER, work=PREPRINT),
        listed(title=HALF),
    ),
    Case(
        on.TITLE_READ & on.LISTED & on.DIFFERENT & ~on.OF_VERSION,
        CaseMeaning.READ,
        listed(title=HALF),
        listed(title=HALF, work=PREPRINT),
    ),
    Case(
        on.SAME_PLACE | (on.SEVERAL_NAMED & on.SAME_YEAR & ~on.MARKED),
        CaseMeaning.NOTHING,
        written(f"*{OTHER}*, {JOURNAL} 12, 345 (2008), {{doi}}"),
        written(f'"{OTHER}", {JOURNAL} 7, 1 (2008), {{doi}}'),
    ),
    Case(
        on.LINKED_PAPER & ~on.ANY_NAMED & on.UNLIKE_PAPER,
        CaseMeaning.READ,
        written(f"- [{OTHER}](https://doi.org/10.48550/arXiv.1701.00001)", PREPRINT),
        written("- [Deep Soil Network](https://doi.org/10.48550/arXiv.1701.00001)", PREPRINT),
    ),
    Case(
        ~(on.LINKED_PAPER & ~on.ANY_NAMED)
        & (on.MARKED | on.LISTED)
        & on.OTHER_YEAR
        & on.UNLIKE_DESPITE_PEOPLE,
        CaseMeaning.READ,
        written(f'"{OTHER}" (2008), {{doi}}'),
        written(f'"{HALF}" (2008), {{doi}}'),
    ),
    Case(
        ~(on.LINKED_PAPER & ~on.ANY_NAMED)
        & (on.MARKED | on.LISTED)
        & ~on.OTHER_YEAR
        & (on.LISTED | on.NEAR_YEAR)
        & on.HARDLY_ALIKE,
        CaseMeaning.READ,
        written(f'"{OTHER}" (2018), {{doi}}'),
        written(f'"{OTHER}" (2017), {{doi}}'),
    ),
    Case(
        ~(on.LINKED_PAPER & ~on.ANY_NAMED)
        & ~(on.MARKED | on.LISTED)
        & on.REFERENCE
        & on.OTHER_YEAR
        & on.HARDLY_ALIKE,
        CaseMeaning.READ,
        written(f"See {OTHER}, {JOURNAL}, vol. 7, pp. 1-9, 2008, {{doi}}"),
        written(f"See {OTHER}, {JOURNAL}, vol. 7, pp. 1-9, 2017, {{doi}}"),
    ),
    Case(
        on.LINK_ALONE & ~on.ANY_NAMED & on.NOT_ALIKE,
        CaseMeaning.READ,
        written(f"[{OTHER}]({{doi}})"),
        written(f"[{HALF}]({{doi}})"),
    ),
)
_PART: Final = (
    Case(
        on.HEADING | on.WHOLE | on.NO_TITLE | (on.HALF_ALIKE & on.TRANSLATION) | on.NAMES_ITS_PART,
        CaseMeaning.NOTHING,
        entry(title=f"{TITLE}. Part II", work=PART_TWO),
        entry(title=f"{TITLE}. Part I", work=PART_TWO),
    ),
    Case(
        on.OTHER_PART,
        CaseMeaning.PART,
        entry(title=f"{TITLE}. Part I", work=PART_TWO),
        entry(title=f"{TITLE}. Part II", work=PART_TWO),
    ),
)
_PART_IN_TEXT: Final = (
    Case(
        on.HEADING | on.WHOLE | ~on.SAME_TITLE | on.NAMES_ITS_PART,
        CaseMeaning.NOTHING,
        listed(title=f"{TITLE}. Part II", work=PART_TWO),
        listed(title=f"{TITLE}. Part I", work=PART_TWO),
    ),
    Case(
        on.OTHER_PART,
        CaseMeaning.PART,
        listed(title=f"{TITLE}. Part I", work=PART_TWO),
        listed(title=f"{TITLE}. Part II", work=PART_TWO),
    ),
)
_YEAR: Final = (
    Case(
        on.WHOLE | on.UNSURE_YEAR,
        CaseMeaning.NOTHING,
        written(f"In 2008, we read *{TITLE}* by Marlowe, {{doi}}."),
        listed(year=_FAR_YEAR),
    ),
    Case(
        ~on.PREPRINT & (on.BOOK | on.NOT_IN_JOURNAL | on.SCANNED),
        CaseMeaning.NOTHING,
        entry(year="2012", work=BOOK, kind="book"),
        entry(year="2012"),
    ),
    Case(on.OTHER_YEAR, CaseMeaning.DETAIL, entry(year="2015"), entry(year="2018")),
    Case(
        on.OTHER_CONFERENCE,
        CaseMeaning.DETAIL,
        entry(
            year="2018",
            kind="inproceedings",
            booktitle="Advances in Neural Information Processing Systems",
            work=RECORD.replace(
                containers=("2017 IEEE Conference on Computer Vision and Pattern Recognition",)
            ),
        ),
        entry(year="2018"),
    ),
)
_VENUE: Final = (
    Case(
        on.BOOK | on.PREPRINT | on.NOT_IN_JOURNAL,
        CaseMeaning.NOTHING,
        entry(journal="Annals of Gardening", work=PREPRINT),
        entry(journal="Annals of Gardening"),
    ),
    Case(
        on.OTHER_VENUE,
        CaseMeaning.DETAIL,
        entry(journal="Annals of Gardening"),
        entry(journal="J. Imag. Bot."),
    ),
)
_PLACE: Final = (
    Case(
        on.BOOK | on.PREPRINT,
        CaseMeaning.NOTHING,
        entry(volume="7", pages="1-9", work=RECORD.replace(type="posted-content")),
        entry(volume="7", pages="1-9"),
    ),
    Case(
        on.OTHER_PLACE,
        CaseMeaning.DETAIL,
        entry(volume="7", pages="1-9"),
        entry(volume="12", pages="1-9"),
    ),
)
_PLACE_IN_TEXT: Final = (
    Case(
        on.BOOK | on.PREPRINT,
        CaseMeaning.NOTHING,
        listed(place=f"*{JOURNAL}*, 7, 1-9", work=RECORD.replace(type="posted-content")),
        listed(place=f"*{JOURNAL}*, 7, 1-9"),
    ),
    Case(
        on.OTHER_PLACE_IN_TEXT,
        CaseMeaning.DETAIL,
        listed(place=f"*{JOURNAL}*, 7, 1-9"),
        listed(place=f"*{JOURNAL}*, 12, 1-9"),
    ),
)
_NUMBER_OF_PUBMED: Final = (
    Case(
        on.WHOLE,
        CaseMeaning.NOTHING,
        entry(
            title="Tulips",
            pmid="123",
            work=BOOK.replace(pubmed=("456",)),
            kind="incollection",
            booktitle=TITLE,
        ),
        entry(pmid="123", work=RECORD.replace(pubmed=("456",))),
    ),
    Case(
        on.OTHER_PUBMED,
        CaseMeaning.DETAIL,
        entry(pmid="123", work=RECORD.replace(pubmed=("456",))),
        entry(pmid="123", work=RECORD.replace(pubmed=("123", "456"))),
    ),
)
_FIELDS: Final = ~on.IN_TEXT
_TEXT: Final = on.IN_TEXT & ~on.CAVEAT & on.REGISTERED_TITLE & ~on.OTHER_SCRIPT
FACTS: Final = (
    Fact("authors", _FIELDS, sides.people, _PEOPLE),
    Fact("authors", _TEXT, sides.people, _PEOPLE_IN_TEXT),
    Fact("title", _FIELDS, sides.title, _FIELDS_OF_TITLE),
    Fact("title", _TEXT, sides.title, _TITLE_IN_TEXT),
    Fact("kind of work", _FIELDS, sides.part, _PART),
    Fact("kind of work", _TEXT, sides.part, _PART_IN_TEXT),
    Fact("year", _FIELDS | _TEXT, sides.year, _YEAR),
    Fact("venue", _FIELDS, sides.venue, _VENUE),
    Fact(PLACE, _FIELDS, sides.place, _PLACE),
    Fact(PLACE, _TEXT, sides.place, _PLACE_IN_TEXT),
    Fact(PUBMED, _FIELDS, sides.pubmed, _NUMBER_OF_PUBMED),
)
