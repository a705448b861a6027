"""A title in another language: where people, year and journal are the same, nothing fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from lint.world import findings
from works.citing import NAME, claims_in, entry, name, plain, said

from mdlint_doi.lint.severity import Severity
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.titles import is_english
from mdlint_doi.works.work import Person, Titles, Work

Titled = dict[str, str]
"""A title by its language."""
LANGUAGES = ("cs", "hu", "id", "fi", "vi", "hr", "no", "pl", "eu", "et", "lt", "cy")
"""Those whose small words nobody listed, but for Polish."""


def titles() -> Iterator[Titled]:
    """Yield made-up titles, each in all languages and in English."""
    text = (Path(__file__).parent / "translated_titles.txt").read_text("utf-8")
    for block in text.strip().split("\n\n"):
        yield dict(line.split("|", 1) for line in block.splitlines())


def records() -> Iterator[tuple[str, str]]:
    """Yield thirty more made-up titles, each in one of the languages and in English."""
    text = (Path(__file__).parent / "translated_records.txt").read_text("utf-8")
    for line in text.splitlines():
        _, title, english = line.split("|")
        yield title, english


PAIRS = [
    pytest.param(title[language], title["en"], id=f"{number}-{language}")
    for number, title in enumerate(titles())
    for language in LANGUAGES
]


def work(title: str) -> Work:
    """Return an article of two people."""
    return Work(
        titles=Titles(main=(title,)),
        people=(Person("Marlowe", "Ada"), Person("Ólafsdóttir", "Gerða")),
        years=(2017,),
        containers=("Acta Imaginaria",),
        volume="12",
        pages="345-361",
        type="journal-article",
        agency="Crossref",
    )


@pytest.mark.parametrize("year", ["2017", "2018"])
@pytest.mark.parametrize(("title", "other"), PAIRS)
def test_fields(title: str, other: str, year: str) -> None:
    """An entry gives the title in one language, the record in the other one: a hint at most."""
    people = "Marlowe, Ada and Ólafsdóttir, Gerða"
    serial = {"container": "Acta Imaginaria", "volume": "12", "pages": "345--361"}
    for stated, registered in ((title, other), (other, title)):
        for more in (serial, {}):
            verdict = entry(stated, people, year, work=work(registered), **more)
            assert said(verdict) != "strong", verdict.evidence


@pytest.mark.parametrize(("title", "other"), PAIRS)
def test_prose(title: str, other: str) -> None:
    """The same in words around the DOI, in two usual forms."""
    for stated, registered in ((title, other), (other, title)):
        for text in (
            f"Marlowe, A., & Ólafsdóttir, G. (2017). {stated}. Acta Imaginaria, 12, 345–361. ",
            f"Ada Marlowe, Gerða Ólafsdóttir: “{stated}”, Acta Imaginaria 12 (2017). ",
        ):
            (claim,) = claims_in(plain(text), name(NAME))
            assert said(agreement(claim, work(registered))) != "strong", text


@pytest.mark.parametrize(("title", "other"), PAIRS)
def test_files(title: str, other: str) -> None:
    """Nothing fails a run over a `.bib` or a Markdown file either."""
    people = "Marlowe, Ada and Ólafsdóttir, Gerða"
    for stated, registered in ((title, other), (other, title)):
        record = f'"{registered}" (Marlowe, Ólafsdóttir 2017)'
        entry_of = f"@article{{a, title = {{{stated}}}, author = {{{people}}}, year = 2017,"
        reference = f"- Marlowe, A., & Ólafsdóttir, G. (2017). {stated}. *Acta Imaginaria*, 12,"
        for text, file in (
            (f"{entry_of} journal = {{Acta Imaginaria}}, doi = {{10.1000/182}}}}", "books.bib"),
            (f"{reference} 345–361. https://doi.org/10.1000/182", "page.md"),
        ):
            found = findings(text, file=file, works=(("10.1000/182", record),))
            assert {finding.severity for finding in found} <= {Severity.HINT}, text


def test_hints() -> None:
    """Of 120 right references, to both languages and in two formats, four get a hint at most."""
    people = "Marlowe, Ada and Ólafsdóttir, Gerða"
    serial = {"container": "Acta Imaginaria", "volume": "12", "pages": "345--361"}
    verdicts = []
    for title, other in records():
        for stated, registered in ((title, other), (other, title)):
            verdicts.append(said(entry(stated, people, "2017", work=work(registered), **serial)))
            text = (
                f"Marlowe, A., & Ólafsdóttir, G. (2017). {stated}. Acta Imaginaria, 12, 345–361. "
            )
            (claim,) = claims_in(plain(text), name(NAME))
            verdicts.append(said(agreement(claim, work(registered))))
    assert len(verdicts) == 120
    assert verdicts.count("silent") >= 116
    assert "strong" not in verdicts


@pytest.mark.parametrize(
    ("title", "people", "year"),
    [
        ("Ocular drift of solitary bees under polarised light", "", ""),
        ("Pengaruh kelembapan tanah terhadap pertumbuhan tulip", "Quill, Bea and Roe, Rick", ""),
        ("Pengaruh kelembapan tanah terhadap pertumbuhan tulip", "", "2003"),
    ],
)
def test_what_still_fails(title: str, people: str, year: str) -> None:
    """Another title in the same language; or one in another language, of others or another year."""
    registered = work("Effect of soil moisture on the growth of roses in coastal gardens")
    people = people or "Marlowe, Ada and Ólafsdóttir, Gerða"
    assert said(entry(title, people, year or "2017", work=registered)) == "strong"


def test_which_titles_show_to_be_english() -> None:
    """One small word of English alone is enough; of others two signs are needed."""
    assert is_english("Root competition of tulips")
    assert is_english("Learning for planning")
    assert is_english("Orchard irrigation in alpine villages")
    assert is_english("Room temperature growth in thin layers")
    assert not is_english("Tulip competition")
    for title in titles():
        assert not [
            text for language, text in title.items() if language != "en" and is_english(text)
        ]


@pytest.mark.parametrize(
    "title",
    [
        *(
            "Klimawandel in Alpenregionen",
            "Marketing in Krankenhäusern",
            "Recycling von Kunststoffen",
        ),
        *("Open Access an deutschen Hochschulen", "Wind en water in oude steden", "Turismo alpino"),
        *("Software engineering in het onderwijs", "Tourisme alpin", "Archivi medievali veneziani"),
        *("Turism i fjällområden", "Stress og helse blant studenter", "Lilled aedades"),
        *("Modelos hidrológicos regionales", "Zmiany klimatu Karpat", "Turism rural montan"),
        *("Klimatické změny v Alpách", "Alpesi falvak turizmusa", "Perubahan iklim kota pesisir"),
        *("Ansawdd dŵr afonydd", "Klimato kaita kalnuose", "Su kalitesi yönetimi"),
    ],
)
def test_titles_of_few_words_are_not_english(title: str) -> None:
    """A short title in a different language is not taken for English, even with English words."""
    assert not is_english(title)


def test_english_nouns_are_no_translation() -> None:
    """A title without small words over the right people is a different work, not a translation."""
    registered = "Room Temperature Ultralow Threshold GaN Nanowire Polariton Laser"
    people = "Marlowe, Ada and Ólafsdóttir, Gerða"
    for title in ("Orchard irrigation in alpine villages", "Motorway traffic in tidal estuaries"):
        text = f"Marlowe, A., & Ólafsdóttir, G. (2017). {title}. Acta Imaginaria, 12, 345–361. "
        (claim,) = claims_in(plain(text), name(NAME))
        assert said(agreement(claim, work(registered))) == "strong"
        assert said(entry(title, people, "2017", work=work(registered))) == "strong"
