"""Details that differ together fail a run, unless one mistake explains them all."""

from __future__ import annotations

from typing import Any

import pytest
from works.citing import NAME, TULIPS, WORK, cited, entry

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.span import Span
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.claim import CitedAs, claim_of_fields
from mdlint_doi.works.verdict import Agrees, Differs, Strength, Verdict
from mdlint_doi.works.work import Work

TEAM = "Marlowe, Ada and van den Berg, Joost and Ólafsdóttir, G."
CVPR = "2017 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)"
NEURIPS = "Advances in Neural Information Processing Systems"
HEAVY = TULIPS.replace("sandy", "heavy")
GARDENING = "Annals of Gardening"


def level(verdict: Verdict) -> str:
    """Return what a verdict on the right work does: silent, hint or fails."""
    if isinstance(verdict, Agrees):
        return "silent"
    assert isinstance(verdict, Differs), verdict
    return "fails" if verdict.strength is Strength.STRONG else "hint"


def level_of(work: Work = WORK, **fields: Any) -> str:  # noqa: ANN401 - as the function
    """Return what the verdict does on an entry that has some fields of its own."""
    given = {"title": TULIPS, "people": TEAM, "year": "2017"} | fields
    return level(entry(**given, work=work))


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"year": "2014", "volume": "12"}, "fails"),
        ({"year": "2015", "volume": "12"}, "hint"),
        ({"year": "2014"}, "hint"),
        ({"year": "2018", "volume": "12"}, "silent"),
    ],
)
def test_a_year_far_off_with_the_right_volume(fields: dict[str, Any], expected: str) -> None:
    """The volume is that of the registered year, so a year three or more off is made up."""
    assert level_of(**fields) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"container": GARDENING, "year": "2003"}, "fails"),
        ({"container": GARDENING, "year": "2015"}, "fails"),
        ({"container": GARDENING, "year": "2018"}, "hint"),
        ({"container": GARDENING}, "hint"),
        ({"container": "J. Imag. Bot.", "year": "2018"}, "silent"),
        # The paper of a conference came first, in whichever way it shows to be one.
        ({"container": "Bulb Summit", "year": "2015", "cited_as": CitedAs.PAPER}, "hint"),
        ({"container": "Garden Conference", "year": "2015"}, "hint"),
        ({"container": "CVPR", "year": "2014"}, "hint"),
        ({"container": "CVPR", "year": "2012"}, "fails"),
        ({"container": "CVPR", "year": "2019"}, "fails"),
        # Others than the authors made it, so it is no version of this work.
        ({"container": "CVPR", "year": "2015", "people": "Quill, B. and Marlowe, Ada"}, "fails"),
    ],
)
def test_venue_and_year(fields: dict[str, Any], expected: str) -> None:
    """Another venue with another year fails, unless the conference paper of an article is cited."""
    assert level_of(**fields) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"container": GARDENING, "year": "2019"}, "hint"),
        ({"container": GARDENING, "year": "2015"}, "fails"),
        ({"container": GARDENING, "year": "2023"}, "fails"),
    ],
)
def test_the_article_of_a_paper(fields: dict[str, Any], expected: str) -> None:
    """The same where the paper is registered, and the article is cited, which came later."""
    assert level_of(WORK.replace(containers=(CVPR,), volume="", pages=""), **fields) == expected


@pytest.mark.parametrize(
    ("registered", "stated", "year", "expected"),
    [
        (CVPR, "ECCV", "2016", "fails"),
        (CVPR, "Proceedings of the International Conference on Machine Learning", "2018", "fails"),
        ("AAAI", NEURIPS, "2018", "fails"),
        (CVPR, "ECCV", "2017", "hint"),
        (CVPR, "CVPR", "2018", "silent"),
        # A workshop, a journal, and a conference that is not known may have another version.
        (CVPR, "NeurIPS Workshop on Bulbs", "2016", "hint"),
        (CVPR, "ICML 2016 Tutorial", "2016", "hint"),
        (CVPR, "IEEE Transactions on Software Engineering", "2018", "hint"),
        (CVPR, "IEEE Robotics and Automation Letters", "2018", "hint"),
        (CVPR, "Garden Conference", "2018", "hint"),
        ("Journal of Imaginary Vision", "CVPR", "2016", "hint"),
    ],
)
def test_two_conferences(registered: str, stated: str, year: str, expected: str) -> None:
    """A paper is published at one conference, so at another one even the next year is wrong."""
    work = WORK.replace(containers=(registered,), volume="", pages="")
    assert level_of(work, container=stated, year=year) == expected
    years = entry(TULIPS, TEAM, year, work=work, container=stated).evidence.differences
    assert expected != "fails" or [difference.field for difference in years] == ["year", "venue"]


def test_preprints_have_any_conference() -> None:
    """A preprint is cited with its conference, whatever the service registers as its venue."""
    claim = claim_of_fields(
        Doi("10.48550", "arXiv.1706.1"),
        Span(0, 0),
        titles=[TULIPS],
        people=TEAM,
        year="2018",
        container="ECCV",
    )
    assert level(agreement(claim, WORK.replace(containers=("CVPR",)))) == "silent"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"title": HEAVY}, "hint"),
        ({"title": HEAVY, "year": "2003"}, "fails"),
        ({"title": HEAVY, "year": "2019"}, "fails"),
        ({"title": HEAVY, "container": GARDENING}, "fails"),
        ({"title": HEAVY, "volume": "7", "pages": "11--19"}, "fails"),
        # Title, year and authors of a preprint, under the DOI of the article.
        ({"title": HEAVY, "year": "2015"}, "hint"),
        ({"title": HEAVY, "year": "2015", "people": "Marlowe, Ada and van den Berg, J."}, "hint"),
        ({"title": HEAVY, "year": "2012"}, "fails"),
        # Title and venue of the paper of a conference.
        ({"title": HEAVY, "year": "2016", "container": "CVPR"}, "hint"),
        ({"title": TULIPS.replace("sandy soils", "sandy soil"), "year": "2018"}, "silent"),
    ],
)
def test_a_word_of_the_title(fields: dict[str, Any], expected: str) -> None:
    """A changed word fails with another detail, unless both are those of an earlier version."""
    assert level_of(**fields) == expected


def test_a_preprint_has_no_earlier_version() -> None:
    """Nothing was published under another title before the preprint that is registered."""
    preprint = WORK.replace(type="posted-content")
    assert level_of(preprint, title=HEAVY, year="2014") == "fails"
    assert level_of(preprint, title=HEAVY) == "hint"


def test_the_number_of_a_preprint_at_pubmed() -> None:
    """A preprint has a PubMed number of its own, as it has a title and a year."""
    work = WORK.replace(pubmed=("19300001",))
    assert level_of(work, title=HEAVY, year="2015", pubmed="19300002") == "hint"
    assert level_of(work, title=HEAVY, year="2003", pubmed="19300002") == "fails"


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"people": "Quill, Bea"}, "hint"),
        ({"people": "Quill, Bea", "year": "2018"}, "hint"),
        ({"people": "Quill, Bea", "year": "2015"}, "fails"),
        ({"people": "Quill, Bea", "container": GARDENING}, "fails"),
        ({"people": "Quill, Bea", "volume": "7", "pages": "11--19"}, "fails"),
        ({"people": "Quill, Bea", "volume": "7", "pages": "345--361"}, "hint"),
        ({"people": "Marlowe, Ada and others", "volume": "7", "pages": "11--19"}, "hint"),
        ({"people": "Quill, Bea and Marlowe, Ada", "container": GARDENING}, "hint"),
    ],
)
def test_another_author(fields: dict[str, Any], expected: str) -> None:
    """The title alone is the same, and it is that of another work: author and place are others."""
    assert level_of(**fields) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"people": "Marlowe, Ada and van den Berg, J.", "year": "2012"}, "fails"),
        ({"people": "Quill, Bea and Marlowe, Ada", "year": "2022"}, "fails"),
        ({"people": "Marlowe, Ada and van den Berg, J.", "year": "2013"}, "hint"),
        ({"people": "Marlowe, Ada and van den Berg, J."}, "hint"),
        ({"people": "Marlowe, Ada and others", "year": "2012"}, "hint"),
    ],
)
def test_authors_and_a_year_far_off(fields: dict[str, Any], expected: str) -> None:
    """A cut or changed list with a year of no version of the work fails."""
    assert level_of(**fields) == expected


def test_another_part_is_a_hint() -> None:
    """All details of an erratum are others than those of the work: one mistake explains them."""
    erratum = WORK.replace(titles=WORK.titles.replace(main=(f"Erratum: {TULIPS}",)))
    fields = {"year": "2012", "volume": "7", "pages": "11--19", "container": GARDENING}
    assert level_of(erratum, **fields) == "hint"


def test_text_gives_hints_alone() -> None:
    """Running text does not say which of its numbers is the year."""
    text = f"- Marlowe, A., Berg, J. & Ólafsdóttir, G. (2003). {TULIPS}. Ann. Gard., 7, 11-19. "
    assert level(cited(text)) == "hint"


@pytest.mark.parametrize(
    ("people", "expected"),
    [
        ("Li, Shi and Xian, Jiayi", "fails"),
        ("Li, Shi and Mao, Karl", "hint"),
        ("Li, Shi and Mao, R.", "silent"),
        ("Li, X. and Mao, R.", "silent"),
    ],
)
def test_one_common_family_name(people: str, expected: str) -> None:
    """Of two authors one is a stranger, and one shares a family name: nobody is the same."""
    two = WORK.replace(
        people=(
            WORK.people[0].replace(family="Mao", given="Rui"),
            WORK.people[0].replace(family="Li", given="Xiao"),
        )
    )
    verdict = agreement(
        claim_of_fields(NAME, Span(0, 0), titles=[TULIPS], people=people, year="2017"), two
    )
    strength = getattr(verdict, "strength", None)
    assert {Strength.STRONG: "fails", Strength.WEAK: "hint", None: "silent"}[strength] == expected
