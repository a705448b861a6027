"""What was meant as a `doi` role in Markdown, and is none."""

from __future__ import annotations

import pytest
from linear import is_linear
from offline import check_markdown, fix_markdown

from mdlint_doi.formats.markdown.format import read
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source

ROLE = "\n\n{ref}`x`\n"
LINK = "[10.1000/182](https://doi.org/10.1000/182)"


@pytest.mark.parametrize(
    ("slip", "link", "role"),
    [
        (":doi:`10.1000/182`", LINK, "{doi}`10.1000/182`"),
        (":DOI:`10.1000/182`", LINK, "{doi}`10.1000/182`"),
        (":doi:``10.1000/182``", LINK, "{doi}`10.1000/182`"),
        (":doi:`https://doi.org/10.1000/182`", LINK, "{doi}`10.1000/182`"),
        (
            ":doi:`A paper <10.1000/182>`",
            "[A paper](https://doi.org/10.1000/182)",
            "{doi}`A paper <10.1000/182>`",
        ),
        (":doi:10.1000/182", LINK, "{doi}`10.1000/182`"),
        ("{doi}10.1000/182", "{doi}`10.1000/182`", "{doi}`10.1000/182`"),
        ("{DOI}10.1000/182", "{doi}`10.1000/182`", "{doi}`10.1000/182`"),
    ],
)
def test_slips_are_repaired(slip: str, link: str, role: str) -> None:
    """A link is made in any Markdown, a role where the document has roles of MyST."""
    for text in ("See {} there.", "({}).", "* *a*\n  {}, x", "> {}", "| a |\n| - |\n| {} |\n"):
        for rest, repaired in (("", link), (ROLE, role)):
            page = text.format(slip) + rest
            (found,) = check_markdown(page)
            assert (found.code, found.span.cut(page)) == ("DOI401", slip)
            assert found.message.endswith(f" {repaired}")
            assert fix_markdown(page) == page
            assert fix_markdown(page, unsafe=True) == text.format(repaired) + rest


def test_a_blank_behind_the_word() -> None:
    """Where roles of MyST are known a blank is a slip; elsewhere the braces may be a template's."""
    text = "See {doi} `10.1000/182`."
    assert check_markdown(text) == []
    assert fix_markdown(text + ROLE, unsafe=True) == "See {doi}`10.1000/182`." + ROLE


@pytest.mark.parametrize(
    "sound",
    [
        "doi:`10.1000/182`",
        "DOI:`10.1000/182`",
        "DOI: `10.1000/182`",
        ":doi: `10.1000/182`",
        "`:doi:`10.1000/182`",
        "`` :doi:`10.1000/182` ``",
        "`:doi:` `10.1000/182`",
        "```\n:doi:`10.1000/182` {doi}10.1000/182\n```",
        "    :doi:`10.1000/182`",
        "\\:doi:`10.1000/182`",
        "\\{doi} `10.1000/182`",
        ":doi:`name`",
        ":doi:`…`",
        "{doi}`10.1000/182`",
        "{doi}``10.1000/182``",
        "urn:doi:`10.1000/182`",
        "x::doi:`10.1000/182`",
        "a {doi}",
        "{doi} 10.1000/182",
        "{{doi}}10.1000/182",
        "${DOI}10.1000/182",
        "https://example.org/{doi}10.1000/182",
        "publication:doi:10.1000/182",
        "see:doi:10.1000/182",
        "urn:doi:10.1000/182",
        "\\{doi}10.1000/182",
        "$x$ {doi}1000",
        "[a](https://example.org/:doi:10.1000/182)",
        "<a href='x'>:doi:</a>`10.1000/182`",
    ],
)
def test_prose_and_code_are_left_alone(sound: str) -> None:
    """A label before code, a template, a part of another name, a manual of roles."""
    for text in (sound, sound + ROLE):
        assert [finding for finding in check_markdown(text) if finding.code == "DOI401"] == []


def test_public_documents() -> None:
    """Of two of them, read by eye: rST in a README is a slip, names set as code are none."""
    slip = "55 pp.; NREL Report No. TP-560-34302. :doi:`10.2172/15003974`\n"
    (found,) = check_markdown(slip)
    assert found.span.cut(slip) == ":doi:`10.2172/15003974`"
    assert check_markdown("_SRL_, 81(3), 530-533,  doi:`10.1785/gssrl.81.3.530`.\n") == []


def test_a_title_with_markup_has_no_repair() -> None:
    """What would be read as markup in a link's text is not moved there."""
    text = ":doi:`A <i> <10.1000/182>`"
    (found,) = check_markdown(text)
    assert (found.code, found.fix, "; write" in found.message) == ("DOI401", None, False)
    assert fix_markdown(text, unsafe=True) == text


def test_a_program_in_a_fence_is_no_sign_of_myst() -> None:
    """Quarto has no roles: a link is made."""
    text = "```{r}\nx\n```\n\n:doi:`10.1000/182`\n"
    for name, repair in (("a.Rmd", LINK), ("a.qmd", LINK), ("a.md", "{doi}`10.1000/182`")):
        (found,) = read(Source(name, text), Settings()).mentions
        assert found.repair == repair


def test_the_work_grows_with_the_text() -> None:
    """Whether a document is MyST is asked once, not in each block that holds a slip."""
    small, large = (":doi:10.1000/1\n\n" * times for times in (250, 2_000))
    assert is_linear(lambda text: read(Source("a.md", text), Settings()), small, large)


def test_roles_and_directives_that_link() -> None:
    """Their addresses are fixed, also behind a directive in backticks; other roles stay."""
    text = (
        "{bdg-link-info}`t <http://doi.org/10.1000/1>` {ref}`t <http://doi.org/10.1000/no>`\n\n"
        "```{button-link} http://doi.org/10.1000/2\n:color: info\n```\n\n"
        "```{admonition} See http://doi.org/10.1000/3\nx\n```\n"
    )
    wanted = text.replace("http:", "https:")
    assert fix_markdown(text) == wanted.replace(
        "https://doi.org/10.1000/no", "http://doi.org/10.1000/no"
    )
