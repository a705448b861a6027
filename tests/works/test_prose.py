"""Verdicts on words around a DOI, and the causes of false alarms."""

from __future__ import annotations

import pytest
from works.citing import (
    NAME,
    TULIPS,
    WORK,
    cited,
    claims_in,
    link,
    name,
    plain,
    said,
)

from mdlint_doi.names.doi import Doi
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.verdict import Years
from mdlint_doi.works.work import Person, Titles, Work

ROSES = "Scent and colour of climbing roses in coastal gardens"
REFERENCE = "Quill, B., & Roe, R. (2003). {}. Annals of Gardening, 7(2), 11–19. "


@pytest.mark.parametrize(
    "text",
    [
        f"Marlowe, A. et al. (2017). {TULIPS}. J. Imag. Bot. 12, 345. ",
        f"{TULIPS} ",
        TULIPS.upper() + " ",
        "Root com-\npetition between tulips and hyacinths in sandy soils. ",
        "Root competition of tulips and hyacinth in sandy soil (Marlowe 2017) ",
    ],
)
def test_agrees(text: str) -> None:
    """The title, whole or nearly so, makes a citation agree."""
    assert said(cited(text)) == "agrees"


@pytest.mark.parametrize(
    "text",
    [
        "as Marlowe et al. (2017) have shown ",
        "Marlowe & van den Berg, 2017, ",
        "Marlowe et al., J. Imag. Bot., 12, 345, 2017 ",
        "A. Marlowe and J. van den Berg, J. Imag. Bot. 12, 345 (2017), ",
        "Marlowe A et al, J Imag Bot. 2017 Nov;12(11):345-61. ",
    ],
)
def test_people_alone(text: str) -> None:
    """Where no title is cited, people, year and place speak for a work, but nothing agrees."""
    verdict = cited(text)
    assert said(verdict) == "silent"
    assert "no title" in verdict.evidence.reason


def test_another_title_and_other_people() -> None:
    """Two witnesses against a work are a strong disagreement; the evidence names both titles."""
    verdict = cited(REFERENCE.format(ROSES))
    assert said(verdict) == "strong"
    evidence = verdict.evidence
    assert (evidence.registered, evidence.claimed) == (TULIPS, ROSES)
    assert evidence.people_stated
    assert not evidence.first_author
    assert evidence.years is Years.OTHER
    assert evidence.reason.startswith("different authors, different title")


def test_another_title_of_the_same_people() -> None:
    """An entirely different English title in a reference is a strong disagreement."""
    text = f"Marlowe, A., & van den Berg, J. (2003). {ROSES}. Annals of Gardening, 7(2), 11–19. "
    assert said(cited(text)) == "strong"


def test_another_title_of_another_year() -> None:
    """A sentence of a reference and another year are two witnesses, whoever wrote both."""
    text = f"Marlowe, A., & Óla, G. (2003). {ROSES} of Iceland. Annals of Gardening, 7(2), 11. "
    assert said(cited(text)) == "strong"


@pytest.mark.parametrize(
    "text",
    [
        f"Marlowe, A., & Berg, J. (2017). {ROSES}. J. Imag. Bot. 12, 345-361. ",
        f"Marlowe, A., & Berg, J. (2017). {ROSES}. ",
        f"Marlowe, A., & Berg, J. (2018). {ROSES}. Annals of Gardening, 7(2), 11-19. ",
        f'Ada Marlowe. 2017. "{ROSES}." J. Imag. Bot. 12: 345-361. ',
        f"[3] A. Marlowe and J. van den Berg. {ROSES}. J. Imag. Bot. 12, 345-361, 2017. ",
    ],
)
def test_an_invented_title_of_true_people(text: str) -> None:
    """True people, year, volume and page do not make up for another title in a reference."""
    assert said(cited(text)) == "strong"
    assert said(cited(text.replace(ROSES, TULIPS))) in {"agrees", "differs"}


@pytest.mark.parametrize(
    "text",
    [
        f"{ROSES} are not what is shown by Marlowe et al. (2017). J. Imag. Bot. 12, 345. ",
        f"Marlowe et al. (2017) on {ROSES}, and much more on soils and their plants, ",
    ],
)
def test_words_before_people_are_no_title(text: str) -> None:
    """Running text around a citation is no claim of another title."""
    assert said(cited(text)) != "weak"


def test_a_title_that_may_be_translated() -> None:
    """Another language or script says nothing against a work of the same people."""
    german = _other(titles=Titles(("Über das Wachstum der Wurzeln von Tulpen und Hyazinthen",)))
    greek = _other(titles=Titles(("Ανταγωνισμός ριζών μεταξύ τουλίπας και υάκινθου",)))
    text = f"Marlowe, A., & Berg, J. (2017). {ROSES}. J. Imag. Bot. 12, 345-361. "
    assert said(cited(text)) == "strong"
    for work in (german, greek):
        assert said(cited(text, work=work)) == "silent"
        late = text.replace("2017", "2003").replace("12, 345", "7, 99")
        assert said(cited(late, work=work)) == "silent"


def test_a_repository_has_no_title() -> None:
    """A release on Zenodo is named by its repository: its title is no witness."""
    release = _other(titles=Titles(("marlowe/tulips: v1.0",)))
    text = f"Marlowe, A., & Berg, J. (2017). {ROSES}. J. Imag. Bot. 12, 345-361. "
    assert said(cited(text, work=release)) == "silent"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Quill, B. and Roe, C., Imag. Rev. Lett. **124**, 064502 (2020), ", "weak"),
        ("B. Quill and C. Roe, Imag. Rev. Lett. 124, 064502 (2020), ", "weak"),
        ("A. Marlowe and C. Roe, Imag. Rev. Lett. 124, 064502 (2020), ", "silent"),
    ],
)
def test_numbers_of_articles(text: str, expected: str) -> None:
    """Volume and article number count as physicists write them, where nobody is the same."""
    assert said(cited(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"Marlowe, A., & Berg, J. (2009). {TULIPS}. J. Imag. Bot. 12, 345-361. ", "differs"),
        (f"Marlowe, A., & Berg, J. (2018). {TULIPS}. J. Imag. Bot. 12, 345-361. ", "agrees"),
        (f"Marlowe, A., & Berg, J. (2009). {TULIPS}. ", "differs"),
        (f"Marlowe, A., & Berg, J. (2017). {TULIPS}. J. Imag. Bot., 7, 11257. ", "differs"),
        (f"Marlowe, A., & Berg, J. (2017). {TULIPS}. J. Imag. Bot. 12, 11257. ", "agrees"),
        (f"Quill, B., & Roe, R. (2017). {TULIPS}. J. Imag. Bot. 12, 345-361. ", "strong"),
        (f"Quill, B., Roe, R., & Berg, J. (2017). {TULIPS}. ", "differs"),
        (f"Quill, B., & Roe, R. (2017). On gardens. {TULIPS}. J. Imag. Bot. 12, 3. ", "differs"),
        (f"Quill, B. (2017). {TULIPS}. J. Imag. Bot. 12, 345-361. ", "differs"),
        (f"Quill, B. et al. (2017). {TULIPS}. J. Imag. Bot. 12, 345-361. ", "differs"),
        (f"Marlowe, A., & Roe, J. (2017). {TULIPS}. J. Imag. Bot. 12, 345-361. ", "differs"),
        (f"Berg, J., & Ólafsdóttir, G. (2017). {TULIPS}. J. Imag. Bot. 12, 345-361. ", "differs"),
        (f"Marlow, A., & Breg, J. (2017). {TULIPS}. J. Imag. Bot. 12, 345-361. ", "agrees"),
        (f"Root, C., & Tulips, S. (2017). {TULIPS}. J. Imag. Bot. 12, 345-361. ", "agrees"),
        (f"Marlowe, A., & Berg, J. (1952). {TULIPS}. J. Imag. Bot. 12, 345-361. ", "agrees"),
        (f"More of it in: Quill, B. (2009). {TULIPS}. J. Imag. Bot. 12, 345-361. ", "agrees"),
    ],
)
def test_details_of_references(text: str, expected: str) -> None:
    """A whole reference with the right title may give another year or other people."""
    assert said(cited(text)) == expected


def test_twins_in_references() -> None:
    """The DOI of the erratum, or of the other part, is none of the cited work."""
    erratum = _other(titles=Titles((f"Erratum: {TULIPS}",)))
    text = f"Marlowe, A. (2017). {TULIPS}. J. Imag. Bot. 12, 345-361. "
    assert said(cited(text, work=erratum)) == "differs"
    first = "Gardens of the sandy coast, part I: competition of tulips and hyacinths"
    second = _other(titles=Titles((first.replace("part I:", "part II:"),)))
    assert said(cited(text.replace(TULIPS, first), work=second)) == "differs"
    assert said(cited(text.replace(TULIPS, second.titles.shown), work=second)) == "agrees"


def test_a_linked_title_with_nothing_in_common() -> None:
    """A linked title alone is a weak witness if no word of it is registered; a label is none."""
    assert said(agreement(claims_in(link(ROSES))[0], WORK)) == "weak"
    tulips = "Notes on tulips and hyacinths of the southern coast"
    assert said(agreement(claims_in(link(tulips))[0], WORK)) == "silent"
    label = claims_in(plain("much more of it stands in these words, and in "), link("full text"))
    assert said(agreement(label[0], WORK)) == "silent"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Notes on Tulips and Roses of the Southern Coast", "weak"),
        ("Roses of the Coast: Scent, Colour and Shape", "weak"),
        (TULIPS, "agrees"),
        ("Root Competition of Tulips in Soils", "silent"),
        ("Deep Sandy Network", "silent"),
        ("Scent of Deep Roses", "weak"),
        ("Scent of Roses for Competitors", "silent"),
        ("Deep Rose Scent Networks", "silent"),
        ("rose2vec: Scalable Scent Learning for Gardens", "weak"),
        ("a rose: Scalable Scent Learning for Gardens", "silent"),
        ("the notes on roses of our southern coast", "silent"),
    ],
)
def test_the_linked_title_of_another_paper(text: str, expected: str) -> None:
    """A paper of arXiv is linked by its title; what may be the name of a method is none."""
    paper = Doi("10.48550", "arXiv.1701.00001")
    around = plain("Much more of it stands in these words, and there "), plain(" is used again. ")
    (claim,) = claims_in(around[0], link(text, paper), around[1])
    assert said(agreement(claim, WORK)) == expected
    (claim,) = claims_in(around[0], link("Notes on Tulips of the Southern Coast"), around[1])
    assert said(agreement(claim, WORK)) == "silent"


@pytest.mark.parametrize(
    ("title", "behind", "expected"),
    [
        ("Deep Rose Scent Networks", " (ICML 2018)", "weak"),
        ("Deep Rose Scent Networks", "", "silent"),
        ("Deep Tulip Scent Networks", " (ICML 2018)", "silent"),
        ("Rose Scent Decay", " (added in 2003)", "silent"),
    ],
)
def test_a_dated_link_without_small_words(title: str, behind: str, expected: str) -> None:
    """A year behind the link of a paper of arXiv tells its title from the name of a method."""
    paper = Doi("10.48550", "arXiv.1701.00001")
    (claim,) = claims_in(plain("From the others: "), link(title, paper), plain(behind))
    assert said(agreement(claim, WORK)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Quill et al., Ann. Gardening, 7, 11-19, 2003 ", "weak"),
        ("Quill, B., Roe, C., 2003, Ann. Gardening, 7, 11-19, ", "weak"),
        ("Quill et al., Ann. Gardening, 7, 11-19, 2017 ", "weak"),
        ("Quill et al., Ann. Gardening, 12, 345-361, 2017 ", "silent"),
        ("Marlowe et al., Ann. Gardening, 7, 11-19, 2003 ", "silent"),
        ("Quill et al. (2003) ", "silent"),
        ("as shown by Quill et al. (2003, pp. 11-19) ", "silent"),
    ],
)
def test_a_reference_without_title(text: str, expected: str) -> None:
    """Names, and year or volume, are two witnesses in a whole reference; none accuses alone."""
    assert said(cited(text)) == expected


def test_a_reference_without_title_to_unknown_people() -> None:
    """Where nobody is registered, or a group, names say nothing."""
    text = "Quill et al., Ann. Gardening, 7, 11-19, 2003 "
    for people in ((), (Person(group="Imaginary Press"),)):
        assert said(cited(text, work=_other(people=people))) == "silent"


def test_volume_and_page() -> None:
    """Behind people and year they silence what else reads as a title."""
    text = "Wide theory of gardens and their plants see in: Marlowe, A., and J. Berg. J. Bot. 12"
    assert said(cited(f"{text} (2017): 345. ")) == "silent"
    assert said(cited(f"{text} (2017): 346. ")) == "silent"


def test_a_linked_title_and_another_year() -> None:
    """A title in a link and another year are a weak disagreement; the same year is none."""
    soils = "Scent of tulips and colour of soils in coastal gardens"
    for year, expected in (("2003", "weak"), ("2017", "silent")):
        claim = claims_in(link(soils), plain(f" ({year})"))[0]
        assert said(agreement(claim, WORK)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "paper",
        "our tool for gardeners",
        "[PDF] full text, doi: ",
        "Quill et al. (2003) ",
        "The estimator of scent and colour of roses is described by Marlowe et al. (2017), see ",
        "New: counts roses in coastal gardens and climbing plants, per Quill & Roe (2003), ",
        'roses(title = "Scent and colour of climbing roses", year = 2003, pages = c(1, 2)) <- ',
        "garden " * 200,
    ],
)
def test_silence_is_the_default(text: str) -> None:
    """Too little, running text and code never accuse."""
    assert said(cited(text)) in {"silent", "agrees"}


def test_long_words_behind() -> None:
    """Running text behind a DOI is no reference."""
    behind = f" Quill, B. (2003). {ROSES}. " + "and many other words about gardens " * 5
    assert said(cited("", behind)) == "silent"


def _other(**changes: object) -> Work:
    return WORK.replace(**changes)


RIGHT = f"Marlowe, A., & Berg, J. (2017). {TULIPS}. J. Imag. Bot., 12(3), 345–361. "
FALSE_ALARMS = {
    "subtitle in another field": _other(
        titles=Titles(("Root competition",), ("between tulips and hyacinths in sandy soils",))
    ),
    "no title": _other(titles=Titles()),
    "empty title, original only": _other(titles=Titles(("",), original=("球根植物の根の競争",))),
    "original title": _other(titles=Titles(("Wurzelkonkurrenz zweier Arten",), original=(TULIPS,))),
    "translated title": _other(titles=Titles(("根の競争",), translated=(TULIPS,))),
    "retracted": _other(titles=Titles((f"RETRACTED: {TULIPS}",))),
    "shouting": _other(titles=Titles((TULIPS.upper(),))),
    "no people": _other(people=()),
    "a publisher as author": _other(people=(Person(group="Imaginary Press"),)),
    "list cut after the first": _other(people=WORK.people[:1]),
    "misspelt people": _other(people=(Person("Marlow"), Person("Bergh"))),
    "people in another script": _other(people=(Person("マーロウ"),)),
    "no year": _other(years=()),
    "digitized later": _other(years=(2017, 2042)),
    "preprint's year": _other(years=(2014,), type="posted-content"),
    "one inserted word": _other(
        titles=Titles(("Root competition between tulips and wild hyacinths in sandy soils",))
    ),
    "alike title of a preprint": _other(
        titles=Titles(("Tulips and hyacinths compete by roots in sandy soils",)),
        type="posted-content",
    ),
    "heading": _other(titles=Titles(("Editorial",)), people=()),
    "serial": _other(titles=Titles(("Konkurrenz der Wurzeln bei Zwiebelblumen",)), people=()),
}


@pytest.mark.parametrize("work", FALSE_ALARMS.values(), ids=FALSE_ALARMS)
def test_causes_of_false_alarms(work: Work) -> None:
    """No awkward record makes a right reference disagree."""
    assert said(cited(RIGHT, work=work)) in {"agrees", "silent"}


def test_same_title_of_another_work() -> None:
    """A short title that others share agrees only beside a witness."""
    work = Work(Titles(("Deep learning",)), (Person("LeCun"),), years=(2015,))
    assert said(cited("LeCun, Y. (2015). Deep learning. Nature. ", work=work)) == "agrees"
    text = "Marlowe, A. (2003). A long study of deep learning for many gardens. J. Bot. 3(1), 5-9. "
    assert said(cited(text, work=work)) != "agrees"


def test_containers_are_no_titles() -> None:
    """The shortened name of the journal is not taken for another title."""
    work = _other(containers=("Journal of the Imaginary Society for Mass Botany",))
    text = "Marlowe A et al, J Imag Soc Mass Botany. 2017 Nov;26(11):1865-74. "
    assert said(cited(text, work=work)) == "silent"


def test_neighbours_are_not_mixed_up() -> None:
    """In a list of references in one block, each DOI is judged by its own."""
    first = f"Marlowe, A. (2017). {TULIPS}. J. Imag. Bot., 12(3), 345–361. "
    second = " " + REFERENCE.format(ROSES)
    two = NAME.__class__("10.5555", "two")
    claim, other = claims_in(plain(first), name(), plain(second), name(two))
    assert said(agreement(claim, WORK)) == "agrees"
    assert said(agreement(other, WORK)) == "strong"


def test_exchanged_words() -> None:
    """A word that is exchanged in the title of a reference is a hint; a spelling is not."""
    assert said(cited(RIGHT.replace("sandy", "coastal"))) == "differs"
    assert said(cited(RIGHT.replace("hyacinths", "hyacinthes"))) == "agrees"


def test_different_title_of_the_same_words() -> None:
    """A title that shares half of its words with the registered one is not the same."""
    other = "Soils for hyacinths and tulips in gardens: a review of the literature"
    title = "Root competition between tulips and hyacinths in sandy soils"
    assert said(cited(RIGHT.replace(title, other))) == "weak"


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        (TULIPS, "agrees"),
        (f"{TULIPS}.", "agrees"),
        ("A sparse survey of the orchards' irrigation and of alpine villages", "strong"),
        ("Readers’ guide to the farmer’s orchard irrigation in villages", "strong"),
    ],
)
def test_single_quotation_marks(title: str, expected: str) -> None:
    """Harvard's title in single quotation marks is one, whatever its apostrophes."""
    before = "Marlowe, A., van den Berg, J. and Ólafsdóttir, G. (2017) "
    behind = ", Journal of Imaginary Botany, 12, pp. 345-361. Available at: "
    assert said(cited(f"{before}‘{title}’{behind}")) == expected


@pytest.mark.parametrize(
    ("title", "registered"),
    [
        (
            "Rethinking sciences: lessons from two decades of sharing",
            "Data sharing in the sciences",
        ),
        (
            "Rethinking transmissible: two decades of dementia",
            "Precautions in Familial Transmissible Dementia",
        ),
        ("Rethinking function: two decades of finding", "Finding function: evaluation for genomes"),
        ("A framework for presidency and juncker: a review", "The Juncker Presidency – A Study"),
    ],
)
def test_a_title_of_true_words_is_a_hint(title: str, registered: str) -> None:
    """A reference by the right authors with a title that shares two words is not the work."""
    text = f"Marlowe, A., & Okafor, B. (2017). {title}. *Acta Imaginaria*, 12, 345–361. "
    (claim,) = claims_in(plain(text), name(NAME))
    work = Work(
        titles=Titles((registered,)),
        people=(Person("Marlowe", "Ada"), Person("Okafor", "Ben")),
        years=(2017,),
        containers=("Acta Imaginaria",),
        type="journal-article",
        volume="12",
        pages="345-361",
    )
    assert said(agreement(claim, work)) == "weak"
