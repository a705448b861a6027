"""Verdicts on the fields of an entry: each rule, and the traps that right entries set."""

from __future__ import annotations

from typing import Any

import pytest
from works.citing import NAME, TULIPS, WORK, entry, said

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.span import Span
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.claim import CitedAs, claim_of_fields
from mdlint_doi.works.verdict import Difference, Of, Verdict
from mdlint_doi.works.work import Person, Titles, Work

ROSES = "Scent and colour of climbing roses in coastal gardens"
TEAM = "Marlowe, Ada and van den Berg, Joost and Ólafsdóttir, G."
OTHERS = "Quill, Bea and Roe, Rick and Dune, Sandy"
VENUE = "Journal of Imaginary Botany"


def differences(verdict: Verdict) -> dict[str, Difference]:
    """Return what differs, by field."""
    return {difference.field: difference for difference in verdict.evidence.differences}


def work_of(**changes: object) -> Work:
    """Return the work with other facts."""
    return WORK.replace(**changes)


def titled(title: str, **changes: object) -> Work:
    """Return the work under another title."""
    return work_of(titles=Titles((title,)), **changes)


def test_a_group_that_is_registered_as_a_person() -> None:
    """An entry lists the members of a group, whose name arXiv parts as it does a person's."""
    group = work_of(people=(Person("Workshop", "BulbScience"),), type="Preprint")
    assert not differences(entry(TULIPS, TEAM, work=group))
    assert "authors" in differences(entry(ROSES, TEAM, work=group))
    alone = work_of(people=(Person("Quill", "Bea"),), type="Preprint")
    assert "authors" in differences(entry(TULIPS, TEAM, work=alone))


@pytest.mark.parametrize(
    ("title", "people", "year"),
    [
        (TULIPS, TEAM, "2017"),
        ("{R}oot competition between {Tulips} and hyacinths in sandy soils", "", ""),
        (TULIPS.upper(), "others", "2017-03-01"),
        (TULIPS, "A. Marlowe and others", "2016-09-29"),
        (TULIPS, "Marlowe, A. and {van den Berg}, J. and others", "in press"),
        (TULIPS, "family=Berg, given=Joost, prefix=van den and Marlowe, A. and others", "2017"),
        (TULIPS, "Ada Marlowe, Joost van den Berg, G. Ólafsdóttir, Rick Roe, Eve Lane", "2017"),
        (TULIPS, "Marlowe, A. and Berg, J. and &Oacute;lafsd&oacute;ttir, G.", "2017"),
        (TULIPS, "Marlowe, Ada and {Tulip Working Group}", "2017"),
        (TULIPS, "0001, Ada Marlowe and Joost van den Berg and 0002, G. Ólafsdóttir", "2017"),
        (TULIPS, "BULBS", "2017"),
        (TULIPS, "Ada, Marlowe and Joost, van den Berg and Olafsdottir, G.", "2017"),
        (f"{TULIPS}: a long subtitle that nobody registered", TEAM, "2018"),
        ("Root competetion between tulips and hyacinths in sandy soils", TEAM, "2017"),
        (TULIPS.replace("sandy soils", "sandysoils"), TEAM, "2017"),
    ],
)
def test_agrees(title: str, people: str, year: str) -> None:
    """TeX, initials, groups, particles, turned names, dates, subtitles, slips do not matter."""
    assert said(entry(title, people, year)) == "agrees"


@pytest.mark.parametrize(
    ("title", "people", "year", "expected"),
    [
        (ROSES, OTHERS, "2003", "strong"),
        (ROSES, OTHERS, "2017", "strong"),
        (ROSES, "{Gardeners' Union}", "2003", "strong"),
        (ROSES, "", "", "strong"),
        (ROSES, TEAM, "2017", "strong"),
        (TULIPS, OTHERS, "2017", "strong"),
        (TULIPS, "Marlowe, Zoe and Berg, Carl and Ólafsdóttir, Wim", "2017", "strong"),
        (TULIPS, "Marlowe, Ada and Roe, Rick and Dune, Sandy", "2017", "strong"),
        # One sign that is not sure makes a hint, two of them a warning.
        ("", "Quill, B.", "2017", "weak"),
        ("", "Quill, B.", "2003", "strong"),
        ("Root competition of tulips in gardens of the coast", TEAM, "2017", "weak"),
        ("Root competition of tulips in gardens of the coast", TEAM, "2003", "strong"),
        ("Root competition of tulips in gardens of the coast", "Quill, B.", "2017", "strong"),
    ],
)
def test_another_work(title: str, people: str, year: str, expected: str) -> None:
    """Identity: another title, or people of whom none or few made the work."""
    assert said(entry(title, people, year)) == expected


@pytest.mark.parametrize(
    ("fields", "differs"),
    [
        ({"year": "2003"}, {"year"}),
        ({"year": "2016"}, set()),
        ({"year": "2031"}, {"year"}),
        ({"year": "1917"}, set()),
        ({"container": "Annals of Gardening"}, {"venue"}),
        ({"container": "J. Imag. Bot."}, set()),
        ({"container": "Annals of Gardening (submitted)"}, set()),
        ({"volume": "7", "pages": "11--19"}, {"volume and page"}),
        ({"volume": "7", "pages": "345--361"}, set()),
        ({"volume": "12", "pages": "11--19"}, set()),
        ({"volume": "7", "number": "2", "pages": "2"}, set()),
        ({"volume": "doi.org/10.1000/12", "pages": "345"}, set()),
        ({"people": "Marlowe, Ada and van den Berg, Joost"}, {"authors"}),
        ({"people": "Marlowe, Ada and others"}, set()),
        ({"people": "Quill, B."}, {"authors"}),
        ({"people": "Quill, B. and Marlowe, Ada"}, {"authors"}),
        ({"people": "Marlowe, Ada and Quill, B."}, {"authors"}),
        ({"people": "Marlowe, Ada and Quill, B. and others"}, {"authors"}),
        ({"people": f"{TEAM} and Quill, B."}, set()),
        ({"people": "Berg, Joost and others"}, {"authors"}),
        ({"people": r"{\'O}lafsd{\'o}ttir, G. and Berg, Joost and Marlowe, Ada"}, set()),
        ({"people": "Marlow, Ada and Breg, Joost and Olafsdotir, G."}, set()),
        ({"title": TULIPS.replace("sandy", "heavy")}, {"title"}),
        ({"title": TULIPS.replace("in sandy soils", "")}, set()),
        ({"year": "2003", "container": "Annals of Gardening"}, {"year", "venue"}),
    ],
)
def test_details(fields: dict[str, str], differs: set[str]) -> None:
    """The right title with another year, venue, serial or a cut list differs in details."""
    given: dict[str, Any] = {"title": TULIPS, "people": TEAM, "year": "2017"} | fields
    verdict = entry(**given)
    assert set(differences(verdict)) == differs
    assert said(verdict) == ("differs" if differs else "agrees")
    assert all(difference.of is Of.DETAIL for difference in verdict.evidence.differences)


def test_both_sides_are_kept() -> None:
    """What an entry says stands beside what is registered."""
    found = differences(entry(ROSES, "Quill, B. and Roe, R.", "2003", container="Gardening"))
    assert (found["title"].stated, found["title"].registered) == (ROSES, TULIPS)
    assert (found["authors"].stated, found["authors"].registered) == (
        "Quill, Roe",
        "Marlowe, van den Berg, Ólafsdóttir",
    )
    assert (found["year"].stated, found["year"].registered) == ("2003", "2017")
    assert (found["venue"].stated, found["venue"].registered) == ("Gardening", VENUE)


@pytest.mark.parametrize(
    ("stated", "registered", "twins"),
    [
        (TULIPS, f"Erratum: {TULIPS}", ("the work itself", "erratum")),
        (TULIPS, f"{TULIPS} (Corrigendum)", ("the work itself", "erratum")),
        (TULIPS, f"Reply to “{TULIPS}”", ("the work itself", "reply")),
        (f"Comment on '{TULIPS}'", TULIPS, ("comment", "the work itself")),
        (f"{TULIPS}: II. Soils", f"{TULIPS}: I. Soils", ("part 2", "part 1")),
        (f"{TULIPS}, Part 1", f"{TULIPS}, part two", ("part 1", "part 2")),
        (TULIPS, f"RETRACTED: {TULIPS}", None),
        (f"{TULIPS} II: Soils", f"{TULIPS}: II. Soils", None),
        (f"{TULIPS} I", TULIPS, None),
        ("Discussion of tulips in sandy soils", "Discussion of tulips in sandy soils", None),
    ],
)
def test_twins(stated: str, registered: str, twins: tuple[str, str] | None) -> None:
    """A work and its erratum, and two parts, are two; the retracted work is the work."""
    verdict = entry(stated, TEAM, "2017", work=titled(registered))
    found = differences(verdict).get("kind of work")
    assert (found and (found.stated, found.registered)) == twins
    assert found is None or (said(verdict), found.of) == ("differs", Of.PART)


@pytest.mark.parametrize(
    ("fields", "work"),
    [
        # The whole book, or a part of it.
        ({"title": ROSES, "people": OTHERS, "container": TULIPS}, WORK),
        ({"title": ROSES, "cited_as": CitedAs.CHAPTER}, work_of(type="book")),
        ({"title": VENUE, "people": ""}, WORK),
        # Headings are titles of thousands.
        ({"title": ROSES, "people": ""}, titled("Editorial")),
        # Translations, of which the people tell.
        ({"title": ROSES, "people": TEAM}, titled("Über die Konkurrenz der Wurzeln von Tulpen")),
        ({"title": ROSES, "people": TEAM}, titled("Quantisierung als Eigenwertproblem")),
        ({"title": "球根植物の根の競争", "people": TEAM}, WORK),
        ({"title": "Ανταγωνισμός ριζών μεταξύ τουλίπας", "people": TEAM}, WORK),
        # Software is registered under the name of its repository.
        ({"title": ROSES, "people": TEAM}, titled("marlowe/tulips: v1.0", type="Software")),
        ({"title": ROSES, "people": "", "cited_as": CitedAs.SOFTWARE}, WORK),
        # No title, and groups alone.
        ({"title": "", "people": "{Bulb Collaboration}", "year": "2017"}, WORK),
    ],
)
def test_silence(fields: dict[str, object], work: Work) -> None:
    """Parts of books, headings, translations, software and groups accuse nobody."""
    given: dict[str, object] = {"people": TEAM, "year": "2017"} | fields
    assert said(entry(work=work, **given)) in {"silent", "weak"}  # type: ignore[arg-type]
    assert said(entry(work=work, **given)) != "strong"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("type_", "year", "expected"),
    [
        ("journal-article", "2014", "differs"),
        ("posted-content", "2020", "agrees"),
        ("posted-content", "2022", "differs"),
        ("posted-content", "2015", "differs"),
        ("book", "1990", "agrees"),
        ("book-chapter", "1990", "agrees"),
        ("Software", "2025", "agrees"),
    ],
)
def test_years(type_: str, year: str, expected: str) -> None:
    """Preprints are published later; books and software have many years."""
    assert said(entry(TULIPS, TEAM, year, work=work_of(type=type_))) == expected


def test_years_of_editions() -> None:
    """An entry that gives an edition is a book, whatever is registered."""
    assert said(entry(TULIPS, TEAM, "2005")) == "differs"
    assert said(entry(TULIPS, TEAM, "2005", edition="2")) == "agrees"


def test_preprints_have_any_venue() -> None:
    """A preprint is cited with the conference at which it appeared, also by its prefix."""
    for doi, expected in ((NAME, "differs"), (Doi("10.48550", "arXiv.1706.1"), "agrees")):
        claim = claim_of_fields(
            doi, Span(0, 0), titles=[TULIPS], people=TEAM, year="2017", container="Gardening"
        )
        assert said(agreement(claim, WORK)) == expected


def test_renamed_preprints() -> None:
    """A preprint of the same people may get a title a bit alike; that is news, and no warning."""
    renamed = "Tulips, hyacinths and how gardeners of the north feed them"
    preprint = work_of(type="posted-content")
    assert said(entry(renamed, TEAM, "2017", work=preprint)) == "weak"
    assert said(entry(renamed, TEAM, "2017")) == "strong"
    assert said(entry(ROSES, TEAM, "2017", work=preprint)) == "strong"


def test_short_title() -> None:
    """The name of a tool alone is its whole title."""
    work = titled("TulipTool: fast counting of bulbs in gardens")
    assert said(entry("TulipTool", TEAM, "2017", work=work)) == "agrees"


def test_lists_that_are_cut() -> None:
    """Records hold some of the people only; who stands behind their end is no stranger."""
    first = work_of(people=WORK.people[:1])
    assert said(entry(TULIPS, TEAM, "2017", work=first)) == "agrees"
    group = work_of(people=(Person(group="Tulip Collaboration"),))
    assert said(entry(TULIPS, OTHERS, "2017", work=group)) == "agrees"
    many = work_of(people=tuple(Person(f"Maker{chr(97 + number)}") for number in range(11)))
    assert said(entry(TULIPS, "Makera", "2017", work=many)) == "agrees"


def test_formulas_and_slips() -> None:
    """Isotopes, units, zeros for letters and other English are the same words."""
    for said_, registered in (
        ("Growth of 28Si crystals in sandy soils", "Growth of Si28 crystals in sandy soils"),
        (
            r"Quasi-independent search for new tulips in physics at D\O",
            "Quasi-independent search for new tulips in physics at D0",
        ),
        ("Colours of tulips in grey gardens", "Colors of tulips in grey gardens"),
        ("Organisation of tulips in gardens", "Organization of tulips in gardens"),
    ):
        assert said(entry(said_, TEAM, "2017", work=titled(registered))) == "agrees", said_


def test_groups_by_any_name() -> None:
    """A group that the record names is no stranger, however the entry writes it."""
    group = Person(group="Project Hyacinth")
    makers = work_of(people=(group, *WORK.people))
    assert said(entry(TULIPS, f"Hyacinth, P. and {TEAM}", "2017", work=makers)) == "agrees"
    assert said(entry(TULIPS, f"Crocus, P. and {TEAM}", "2017", work=makers)) == "differs"
    panel = work_of(people=(Person("IPTB"),))
    assert said(entry(TULIPS, TEAM, "2017", work=panel)) == "agrees"


def test_people_of_releases() -> None:
    """Later releases of software have further people; nobody of the first ones is another's."""
    more = f"Marlowe, Ada and Roe, Rick and Dune, Sandy and {TEAM}"
    makers = (*WORK.people, *(Person(f"Maker{chr(97 + number)}") for number in range(2)))
    assert said(entry(TULIPS, more, "2017", work=work_of(people=makers))) == "differs"
    released = work_of(people=makers, type="Software")
    assert said(entry(TULIPS, more, "2017", work=released)) == "agrees"


def test_years_of_versions() -> None:
    """The year in the number of arXiv is right, whichever version the record is of."""
    for number, year, expected in (
        ("1406.00001", "2014", "agrees"),
        ("0906.00001", "2010", "agrees"),
        ("1706.00001", "2014", "differs"),
    ):
        doi = Doi("10.48550", f"arXiv.{number}")
        claim = claim_of_fields(doi, Span(0, 0), titles=[TULIPS], people=TEAM, year=year)
        assert said(agreement(claim, WORK)) == expected


@pytest.mark.parametrize(
    ("stated", "registered", "expected"),
    [
        ("JoIB", "Journal of Imaginary Botany", "agrees"),
        ("joib", "Journal of Imaginary Botany", "agrees"),
        ("IB", "Imaginary Botany", "agrees"),
        ("Journal of Imaginary Botany", "arXiv", "agrees"),
        ("Bulbs 2017", "Association for Computational Linguistics (ACL)", "agrees"),
        ("JoXB", "Journal of Imaginary Botany", "differs"),
        ("Bulbs 2017", "Journal of Imaginary Botany", "differs"),
    ],
)
def test_venues(stated: str, registered: str, expected: str) -> None:
    """Initials in any case, and a repository or publisher as the container, say nothing else."""
    work = work_of(containers=(registered,))
    assert said(entry(TULIPS, TEAM, "2017", container=stated, work=work)) == expected


@pytest.mark.parametrize(
    ("title", "people", "changes", "more", "reason"),
    [
        (
            "",
            TEAM,
            {},
            {},
            "authors and year are the same, but no title could be found in the entry",
        ),
        (ROSES, TEAM, {"type": "software"}, {}, "software and data are cited under several titles"),
        ("Editorial", TEAM, {}, {}, "many works, such as editorials, have this title"),
        (
            "Vanadium oxide",
            TEAM,
            {"containers": ("Zeitschrift für die Gärten",)},
            {"container": "Zeitschrift für die Gärten"},
            "in a different language",
        ),
        (ROSES, TEAM, {"type": "book"}, {"cited_as": CitedAs.CHAPTER}, "whole book"),
        (
            "Wurzeln der Tulpen und der Hyazinthen",
            TEAM,
            {},
            {},
            (
                "authors and year are the same, and the titles are in different languages or"
                " scripts, so one may be a translation"
            ),
        ),
        (
            TULIPS,
            TEAM,
            {"people": (Person("Workshop", "BulbScience"),), "type": "Preprint"},
            {},
            "group",
        ),
    ],
)
def test_why_nothing_is_said(
    title: str, people: str, changes: dict[str, Any], more: dict[str, Any], reason: str
) -> None:
    """Where an entry is not judged, the reason that is given is the one that holds."""
    verdict = entry(title, people, "2017", work=work_of(**changes), **more)
    assert said(verdict) == "silent", verdict
    assert reason in verdict.evidence.reason
