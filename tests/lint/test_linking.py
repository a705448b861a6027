"""DOIs that are no links, and pages that have one: DOI207, DOI209 and DOI210."""

from __future__ import annotations

import pytest
from lint.world import findings, fixed

from mdlint_doi.lint.model import Safety
from mdlint_doi.lint.settings import Settings

ARTICLE = "onlinelibrary.wiley.com/doi/10.1002/anie.1"
MISSING = (("10.1000/a", "missing"),)


@pytest.mark.parametrize(
    ("address", "reported"),
    [
        (f"https://{ARTICLE}", True),
        (f"HTTP://{ARTICLE}", True),
        (f"//{ARTICLE}", True),
        (ARTICLE, False),
        (f"https://{ARTICLE}.svg", False),
        (f"https://{ARTICLE}.JPEG?size=1", False),
    ],
)
def test_page_of_a_publisher(address: str, reported: bool) -> None:  # noqa: FBT001
    """A page is reported; a picture is none, nor is a path of the own site."""
    found = findings(f"[t]({address})", "DOI207")
    assert bool(found) == reported
    assert all(finding.fix is not None and finding.fix.safety is Safety.UNSAFE for finding in found)


@pytest.mark.parametrize(
    "address",
    [
        "https://iopscience.iop.org/article/10.1086/309140/fulltext/50172.text.html",
        f"https://twitter.com/intent/tweet?text=x&url=https://{ARTICLE}",
        f"https://{ARTICLE}/full#F1",
        f"https://{ARTICLE}/figures/1",
        "https://www.pnas.org/doi/suppl/10.1073/pnas.1/suppl_file/a.pdf",
        "https://zenodo.org/record/1234567/files/x.csv",
        "https://arxiv.org/abs/1706.03762v2",
        "https://sandbox.zenodo.org/record/1234567",
        "https://www.biorxiv.org/content/10.1101/201178v3.full.pdf",
        "https://www.biorxiv.org/content/10.1101/201178v3.supplementary-material",
    ],
)
@pytest.mark.parametrize(
    ("text", "file"),
    [("[t]({})", "page.md"), ("<a href='{}'>t</a>", "page.html"), ("`t <{}>`__", "page.rst")],
)
def test_what_is_no_page_of_the_work(text: str, file: str, address: str) -> None:
    """A part, a file, a version or another site is meant: nothing is said, and nothing fixed."""
    text = text.format(address)
    assert findings(text, "DOI207", file=file) == []
    assert fixed(text, "DOI207", file=file) == text


@pytest.mark.parametrize(
    ("text", "after", "safety"),
    [
        (
            "See 10.1641/0006-3568(2002)052[0545:A]2.0.CO;2 here",
            (
                "See [10.1641/0006-3568(2002)052[0545:A]2.0.CO;2]"
                "(https://doi.org/10.1641/0006-3568(2002)052%5B0545:A%5D2.0.CO;2) here"
            ),
            Safety.SAFE,
        ),
        ("See 10.1000/a(b here", "See [10.1000/a](https://doi.org/10.1000/a)(b here", Safety.SAFE),
        ("[it](DOI:10.1000/182)", "[it](https://doi.org/10.1000/182)", Safety.UNSAFE),
        ("[it](info:doi/10.1000/182)", None, None),
        ("[it]: doi:10.1000/182", "[it]: https://doi.org/10.1000/182", Safety.UNSAFE),
        # Manubot's names of works.
        ("[@tag:it]: doi:10.1000/182", None, None),
        ("> [@it]: doi:10.1000/182\n\n[@it]", None, None),
        ("See doi:1016/x here", None, None),
        # Brackets mean nothing in HTML, and something again behind it.
        ("<p>\nSee 10.1000/182", "<p>\nSee 10.1000/182", None),
        ("> <p>\n> See 10.1000/182", "> <p>\n> See 10.1000/182", None),
        (
            "<p>\n</p>\n\n10.1000/182",
            "<p>\n</p>\n\n[10.1000/182](https://doi.org/10.1000/182)",
            Safety.SAFE,
        ),
    ],
)
def test_name_becomes_a_link(text: str, after: str | None, safety: Safety | None) -> None:
    """A name in the text becomes a link where that can be written, and a `doi:` one https."""
    found = findings(text, "DOI209")
    assert bool(found) == (after is not None)
    assert [finding.fix.safety for finding in found if finding.fix] == ([safety] if safety else [])
    assert fixed(text, "DOI209") == (after or text)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("See 10.1000/182 here.", "See `10.1000/182 <https://doi.org/10.1000/182>`__ here."),
        (
            "See 10.1000/a[1]b here.",
            "See `10.1000/a[1]b <https://doi.org/10.1000/a%5B1%5Db>`__ here.",
        ),
    ],
)
def test_name_becomes_a_link_of_rst(text: str, after: str) -> None:
    """In reStructuredText the link is an anonymous one, in which brackets mean nothing."""
    assert fixed(text, "DOI209", file="page.rst") == after


PAGE = "https://onlinelibrary.wiley.com/doi/10.1002/anie.2000"


@pytest.mark.parametrize(
    ("text", "file"),
    [
        (f"See {PAGE}-\n00001 here", "page.md"),
        (f"See {PAGE}.\n00001 here", "page.md"),
        (f"See {PAGE}\n00001 here", "page.md"),
        (f"> See {PAGE}-\n> abc here", "page.md"),
        (f"- See {PAGE}\n  x.1 here", "page.md"),
        (f"[t]({PAGE}-\n00001)", "page.md"),
        (f"[t]: {PAGE}-\n00001\n\n[t]", "page.md"),
        (f"See {PAGE}-\n00001 here", "page.rst"),
        (f'"""See {PAGE}-\n00001 here."""', "module.py"),
    ],
)
def test_address_that_a_line_end_may_have_cut(text: str, file: str) -> None:
    """It is reported without a DOI that may be half of one, and is not fixed."""
    (found,) = findings(text, "DOI207", file=file)
    assert found.fix is None
    assert "10.1002/" not in found.message
    assert fixed(text, "DOI207", file=file) == text


@pytest.mark.parametrize(
    "behind",
    [
        "\nfor more",
        ".\nThe next sentence",
        "\n\n2019 was the year",
        "\n1. A list, and 2 things",
        "\n(2019)",
        ")\n2019",
        "\nhttps://example.org/2",
        " 2019",
    ],
)
def test_address_at_the_end_of_a_line(behind: str) -> None:
    """A line that goes on with the sentence cuts no address."""
    assert fixed(PAGE + behind, "DOI207") == "https://doi.org/10.1002/anie.2000" + behind


def test_first_spelling_is_the_usual_one() -> None:
    """Each mention in another case than the first is reported, and says which that was."""
    text = "10.1000/ABC, 10.1000/abc, 10.1000/ABC, 10.1000/Abc and 10.1000/x"
    found = findings(text, "DOI210")
    assert [finding.message.partition(" elsewhere")[0] for finding in found] == [
        "10.1000/abc is written as 10.1000/ABC",
        "10.1000/Abc is written as 10.1000/ABC",
    ]


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("cite('10.1000/182')", False),
        ('cite("doi:10.1000/182")', False),
        ('"10.1000/182 says so"', True),
        ('"see 10.1000/182"', True),
        ("\"10.1000/182' and", True),
        ("the authors' 10.1000/182's", True),
        ("@misc{a, doi = {10.1000/182}, url = {doi.org/10.1000/182}}", False),
        ("{10.1000/182 says so}", True),
        ("{see 10.1000/182}", True),
    ],
)
def test_quotes_or_braces_of_its_own(text: str, *, reported: bool) -> None:
    """In quotes or braces of its own it is an argument or a field; beside one of them, prose."""
    assert bool(findings(text, "DOI209")) is reported


@pytest.mark.parametrize(
    ("text", "file"),
    [
        (f"[10.1000/a](https://{ARTICLE})", "page.md"),
        (f"[doi:10.1000/a][page]\n\n[page]: https://{ARTICLE}", "page.md"),
        (f'<a href="https://{ARTICLE}">10.1000/a</a>', "page.md"),
        (f"`doi:10.1000/a <https://{ARTICLE}>`__", "page.rst"),
        (f"`doi:10.1000/a`__\n\n__ https://{ARTICLE}", "page.rst"),
        (f"`10.1000/a`_\n\n.. _10.1000/a: https://{ARTICLE}", "page.rst"),
    ],
)
@pytest.mark.parametrize("select", ["default", "all"])
def test_a_page_hides_no_name_in_its_text(text: str, file: str, select: str) -> None:
    """More rules report more: the text's own DOI is judged whether pages are looked at or not."""
    found = findings(text, settings=Settings(select=(select,)), outcomes=MISSING, file=file)
    assert "DOI901" in [finding.code for finding in found]


def test_a_docstring_that_may_be_markdown_gets_no_link() -> None:
    """Nothing shows how it is rendered: the name is reported, and no markup is written."""
    (finding,) = findings('"""See 10.1000/182."""\n', "DOI209", file="a.py")
    assert finding.fix is None
    (finding,) = findings('"""See :func:`f` and 10.1000/182."""\n', "DOI209", file="a.py")
    assert finding.fix is not None


@pytest.mark.parametrize("name", ["10.1000/182", "10.5060/D2SD00F"])
def test_an_address_of_ezid_is_one_finding(name: str) -> None:
    """The page of a record is an old resolver's business; its path is no label too many."""
    found = findings(f"[t](https://ezid.cdlib.org/id/doi:{name})", "DOI2")
    assert [finding.code for finding in found] == ["DOI201"]


def test_what_is_no_name_at_ezid_is_one_finding() -> None:
    """Its address is not put right: there is no DOI that it could lead to."""
    found = findings("[t](https://ezid.cdlib.org/id/doi:10.1000/)", "DOI1", "DOI2")
    assert [finding.code for finding in found] == ["DOI101"]
