"""Numbers of arXiv and records of Zenodo: what is one, where it ends, and the name that follows."""

from __future__ import annotations

import pytest

from mdlint_doi.names.doi import DoiSyntaxError, parse
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.repository_numbers import arxiv_number, is_sample, number_of, wrong_name
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.names.spelling import EVERY, IDENTIFIERS, Kind, Notations
from mdlint_doi.text.span import Span

ALL = Notations(identifiers=IDENTIFIERS)
PAPER = "10.48550/arXiv.1706.03762"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("https://arxiv.org/abs/1706.03762", PAPER),
        ("http://www.arxiv.org/pdf/1706.03762v2.pdf", PAPER),
        ("//export.arxiv.org/abs/1706.03762", PAPER),
        ("arxiv.org/abs/arXiv:1706.03762", PAPER),
        ("https://arxiv.org/ps/1706.03762", PAPER),
        ("https://arxiv.org/abs/1706.03762?context=cs", PAPER),
        ("https://arxiv.org/ftp/arxiv/papers/1706/1706.03762.pdf", PAPER),
        ("https://huggingface.co/papers/1706.03762", PAPER),
        ("https://arxiv.org/abs/math.GT/0309136", "10.48550/arXiv.math/0309136"),
        ("https://arxiv.org/abs/hep-th%2F9901001", "10.48550/arXiv.hep-th/9901001"),
        ("arXiv:1706.03762v7", PAPER),
        ("arXiv: 1706.03762", PAPER),
        ("gr-qc/0512160", "10.48550/arXiv.gr-qc/0512160"),
        ("https://zenodo.org/record/7654321", "10.5281/zenodo.7654321"),
        ("https://zenodo.org/records/7654321/files/a.csv", "10.5281/zenodo.7654321"),
        ("https://zenodo.org/api/records/7654321", "10.5281/zenodo.7654321"),
    ],
)
def test_a_name_follows(text: str, name: str) -> None:
    """All of a text is an identifier, and the name follows from it, where identifiers count."""
    spelling = read(text, ALL)
    assert spelling is not None
    assert spelling.kind is Kind.IDENTIFIER
    assert str(spelling.doi) == name
    assert str(normalize(text)) == name
    assert read(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "https://sandbox.zenodo.org/record/12345",
        "https://zenodo.org/badge/latestdoi/123456",
        "https://zenodo.org/communities/12345",
        "https://arxiv.org/list/cs.CL/2501",
        "https://arxiv.org/a/warner_s_1",
        "the paper arXiv:1706.03762",
        "arXiv:1706.03762 and more",
        "https://arxiv.org/abs/1706.03762 and more",
        "1706.03762",
        "cs/0106005",
    ],
)
def test_no_name_follows(text: str) -> None:
    """Other pages, several words and bare numbers are no identifier as a whole."""
    assert read(text, ALL) is None


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("See arXiv:1706.03762v2, or arXiv preprint arXiv:1706.03763.", "1706.03762v2 1706.03763"),
        ("Ar{X}iv:1706.03762 and {arXiv} Preprint {arXiv}:1706.03763", "1706.03762 1706.03763"),
        ("<em>arXiv</em>, no. 1706.03762; *arXiv*: 1706.03763", "1706.03762 1706.03763"),
        ("CoRR, abs/1706.03762 (2017); 1706.03763v1 [cs.CL]", "1706.03762 1706.03763v1"),
        ("the arXiv API on id 1706.03762 says", "1706.03762"),
        ("arXiv papers by number 2113.99999 and arXiv record with id 1406.66030", ""),
        ("[@arxiv:1706.03762; @arxiv:1706.03763]", "1706.03762 1706.03763"),
        ("(gr-qc/0512160) and hep-th/9901001", "gr-qc/0512160 hep-th/9901001"),
        ("10.48550/arXiv.1706.03762", ""),
        ("https://img.shields.io/badge/arXiv:2405.01977-red", ""),
        ("2016arXiv161109787D and adsabs.harvard.edu/abs/2009arXiv0912.0201L", ""),
        ("@misc{2206.14858, img/1007.1727.fig5.png, bioRxiv 2023.08.04.551935", ""),
        ("arXiv 2021, psyarxiv:1706.03762, data/hep-th/9901001, hep-th/9901001/x", ""),
        ("arXiv\n\n1706.03762, v1706.03762 [cs.CL], hep-th/9913001", ""),
        ("arXiv preprint preprint preprint preprint preprint preprint 1706.03762", ""),
        ("arXiv: x1706.03762, arXiv:11706.03762, arXiv: \u00e91706.03762", ""),
        ("arXiv%3A1706.03762 and arxiv.org/abs/math%2F1706.03763", "1706.03762 math%2F1706.03763"),
        ("{arXiv}}: {1706.03762}, arXiv}1706.03763", "1706.03762"),
    ],
)
def test_running_text(text: str, numbers: str) -> None:
    """A number is one by what stands before it, or by its subject class."""
    found = [
        candidate for candidate in find(text, ALL) if candidate.spelling.kind is Kind.IDENTIFIER
    ]
    assert [
        candidate.spelling.name.cut(candidate.spelling.text) for candidate in found
    ] == numbers.split()


def test_what_stands_before_counts() -> None:
    """A number at the begin of a text is one by what stands before that."""
    assert find("1706.03762", ALL) == []
    (found,) = find("1706.03762", ALL, before="x " * 200 + "arXiv:")
    assert str(found.doi) == PAPER
    assert found.span == Span(0, 10)


def test_the_first_of_two_readings_counts() -> None:
    """An address within an address is a part of it."""
    text = "https://arxiv.org/abs/1706.03762?from=https://zenodo.org/record/7654321"
    (found,) = find(text, ALL)
    assert str(found.doi) == PAPER


def test_only_those_that_are_wanted() -> None:
    """Each kind of identifiers counts by itself."""
    text = "arXiv:1706.03762 https://zenodo.org/record/7654321"
    assert [str(candidate.doi) for candidate in find(text, Notations(identifiers=("arxiv",)))] == [
        PAPER
    ]
    (record,) = find(text, Notations(identifiers=("zenodo",)))
    assert record.written == "https://zenodo.org/record/7654321"
    assert EVERY.of_names == Notations()


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("arXiv 1706.03762", IDENTIFIERS),
        (r"\ar{X}iv 1706.03762", IDENTIFIERS),
        ("see hep-th/9901001", IDENTIFIERS),
        ("https://huggingface.co/papers/1706.03762", IDENTIFIERS),
        ("1706.03762 [cs.CL]", IDENTIFIERS),
        ("an array [cs] of 1706.03762", IDENTIFIERS),
        ("zenodo.org/records/7654321", IDENTIFIERS),
        ("https://doi.org/10.48550/arXiv.1706.03762", ()),
        ("https://doi.org/10.48550%2FarXiv.1706.03762", ()),
        ("10.5281/zenodo.7654321", ()),
        ("nothing of the kind", ()),
    ],
)
def test_a_text_that_can_hold_none_is_not_searched(text: str, held: tuple[str, ...]) -> None:
    """One quick look tells whether a text can hold identifiers."""
    assert EVERY.within(text.lower()).identifiers == held


@pytest.mark.parametrize(
    ("number", "problem"),
    [
        ("1619.05729", "arXiv has no paper 1619.05729: there is no month 19"),
        ("1400.1234", "arXiv has no paper 1400.1234: there is no month 00"),
        (
            "0703.0001",
            "arXiv has no paper 0703.0001: numbers with a dot start in April 2007, with 0704",
        ),
        (
            "1406.66030",
            "arXiv has no paper 1406.66030: numbers from 1406 have 4 digits after the dot, not 5",
        ),
        (
            "1106.020",
            "arXiv has no paper 1106.020: numbers from 1106 have 4 digits after the dot, not 3",
        ),
        (
            "2107.2105",
            "2107.2105 lacks a digit: arXiv opens 2107.02105; check whether you mean that paper",
        ),
        ("1406.06030", "arXiv writes this number as 1406.6030"),
        ("2301.00000", "arXiv has no paper 2301.00000: in each month, the numbers start at 1"),
        ("2301.00001v0", "arXiv has no paper 2301.00001: versions start at v1"),
        (
            "quant-ph/1811.08017",
            (
                "arXiv has no paper quant-ph/1811.08017: the name of an archive cannot precede an"
                " arXiv number with a dot"
            ),
        ),
        ("hep-th/990100", "arXiv has no paper hep-th/990100: old numbers have 7 digits, not 6"),
        ("hep-th/0704001", "arXiv has no paper hep-th/0704001: old numbers run from 9107 to 0703"),
        (
            "hep-th/9901000",
            "arXiv has no paper hep-th/9901000: in each month, the numbers start at 1",
        ),
        ("2301.00001v12", ""),
        ("0704.0001", ""),
        ("hep-th/9107001", ""),
    ],
)
def test_impossible_numbers(number: str, problem: str) -> None:
    """What arXiv cannot have says why, and no name follows from it."""
    found = arxiv_number(number)
    assert found is not None
    assert found.problem == problem
    assert (found.doi is None) is bool(problem)
    spelling = read(f"arXiv:{number}", ALL)
    assert spelling is not None
    assert (spelling.error.advice if spelling.error else "") == problem


def test_impossible_numbers_have_no_name() -> None:
    """Who asks for the name is told why there is none."""
    with pytest.raises(DoiSyntaxError, match=" month 19") as raised:
        normalize("https://arxiv.org/abs/1619.05729")
    assert raised.value.reason == "impossible-number"


@pytest.mark.parametrize("number", ["2401.00000", "0000.00000", "1234.5678", "1234.56789"])
def test_samples(number: str) -> None:
    """Noughts and digits counted up stand for a number."""
    assert is_sample(number)
    assert not is_sample("2401.00001")


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("10.48550/arXiv.2602.12172v1", "10.48550/arXiv.2602.12172"),
        ("10.48550/2301.00001", "10.48550/arXiv.2301.00001"),
        ("10.48550/arXiv:2301.00001", "10.48550/arXiv.2301.00001"),
        ("10.48550/arXiv.math.GT/0309136", "10.48550/arXiv.math/0309136"),
        ("10.48550/arXiv.1619.05729", " month 19"),
    ],
)
def test_wrong_names_of_arxiv(name: str, right: str) -> None:
    """A name that arXiv does not register says what to write."""
    assert right in wrong_name(parse(name))


def test_right_names_of_arxiv() -> None:
    """Names that arXiv registers, names of which nothing is known and those of others are right."""
    for name in (PAPER, "10.48550/other", "10.1000/2301.00001v2"):
        assert not wrong_name(parse(name))
    number = number_of(parse("10.48550/ARXIV.1706.03762"))
    assert number is not None
    assert number.month == 201706
    assert number_of(parse("10.1000/1")) is None
