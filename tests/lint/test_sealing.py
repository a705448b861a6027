"""A dead link is not sealed: what is no part of a name is told, and never encoded into it."""

from __future__ import annotations

import pytest
from offline import check_markdown, fix_markdown

from mdlint_doi import Settings, fix_text
from mdlint_doi.lint.model import Safety

BACK = "\u21a9\ufe0e"


@pytest.mark.parametrize(
    "tail",
    [
        "`",
        '`"',
        BACK,
        "\u21a9",
        "\u2192",
        "\u2197",
        "\u2b08",
        "\U0001f517",
        "**",
        "</a>",
        "<br>",
        "<br/>",
        "](",
        "%60",
        "%E2%86%A9%EF%B8%8E",
        "\u2192.",
        '",',
        "]",
        "{",
        "\u201d`",
        "<sup>1</sup>",
        "<br",
        "`_",
        "`__",
        "***",
    ],
)
def test_stray_signs_are_tails(tail: str) -> None:
    """They are reported as such and taken away, or left; not made a part of the name."""
    if "`" in tail and '"' in tail:
        text = f"<a href='https://doi.org/10.1111/j.1466-8238.2009.00467.x{tail}'>x</a>"
    else:
        text = f'<a href="https://doi.org/10.1111/j.1466-8238.2009.00467.x{tail}">x</a>'
        text = (
            text
            if '"' not in tail
            else text.replace('"', "'").replace(tail.replace('"', "'"), tail)
        )
    assert "DOI104" in {finding.code for finding in check_markdown(text)}
    fixed = fix_markdown(text)
    name = fixed[fixed.index("10.1111") :].partition("'" if "='" in fixed else '"')[0]
    assert name.removesuffix(".") in {
        "10.1111/j.1466-8238.2009.00467.x",
        "10.1111/j.1466-8238.2009.00467.x\u2192",
    }


@pytest.mark.parametrize(
    "tail",
    [
        "^",
        "|",
        "||",
        "[1]",
        "[^2]",
        "[PDF]",
        "{.external}",
        "{:target=_blank}",
        "\u300d",
        "\u3001",
        "\u060c",
        "\u2122",
        "\u2020",
        "\u00b6",
        "\u2605",
        "\ufffc",
        "\U0001f600",
    ],
)
def test_signs_that_are_hardly_meant(tail: str) -> None:
    """A person takes them away; a fix neither does without being asked, nor encodes them."""
    link = "[a](https://doi.org/10.1000/182{})".replace("{}", tail)
    (found,) = check_markdown(link)
    assert found.code == "DOI104"
    assert found.fix is not None
    assert found.fix.safety is Safety.UNSAFE
    assert fix_markdown(link) == link
    assert fix_markdown(link, unsafe=True) == "[a](https://doi.org/10.1000/182)"


@pytest.mark.parametrize(
    "name", ["10.1000/[a]", "10.1000/a{b}^c", "10.1000/a+", "10.1000/ab\u00e9"]
)
def test_names_that_end_so(name: str) -> None:
    """They are names; their letters are encoded as ever."""
    assert "DOI104" not in {
        finding.code for finding in check_markdown(f"[a](https://doi.org/{name})")
    }


@pytest.mark.parametrize("name", ["10.1000/a%C2%AE", "10.1000/a%5E", "10.1000/a%FF"])
def test_what_was_encoded_before(name: str) -> None:
    """Somebody may have meant it, or nobody can read it."""
    assert "DOI104" not in {
        finding.code for finding in check_markdown(f"[a](https://doi.org/{name})")
    }


@pytest.mark.parametrize(
    "link",
    [
        "[a](<https://doi.org/ 10.25080/M>)",
        "[a](<https://doi.org/10.25080/M >)",
        "[a](<https://doi.org/10.25080/ M>)",
        "[a](<https://doi.org/%2010.25080/M>)",
        '<a href="https://doi.org/ 10.25080/M">x</a>',
        "[a]: <https://doi.org/ 10.25080/M>",
    ],
)
def test_spaces_at_the_ends(link: str) -> None:
    """An escape would make the space a part of the name; it is told before and after."""
    (code,) = {finding.code for finding in check_markdown(link)} & {"DOI101", "DOI401"}
    fixed = fix_markdown(link)
    assert fixed == link
    assert code in {finding.code for finding in check_markdown(fixed)}


@pytest.mark.parametrize("character", ["\t", "\v", "\f", "\x07", "\u2003", "\ud800", "&Tab;"])
@pytest.mark.parametrize("form", ["[a](<{}>)", "<a\nhref='{}'>x</a>", "[a]: <{}>", "<{}>"])
def test_what_stands_in_no_name_is_not_encoded(form: str, character: str) -> None:
    """A control character or white space is reported; an escape would keep it for good."""
    text = form.format(f"https://doi.org/10.1000/a{character}b[c")
    assert "%" not in fix_markdown(text).replace("%5B", "")


@pytest.mark.parametrize("url", ["https://doi.org/10.1000/a\\tb", "https://doi.org/10.1000/ a[b"])
def test_what_stands_in_no_name_is_not_encoded_in_data(url: str) -> None:
    """Nor is it in a data file, whose address a browser may get as it stands."""
    text = f'[{{"id": "a", "URL": "{url}"}}]'
    assert fix_text(text, "csl", Settings(offline=True)) == text


def test_autolinks_with_an_arrow() -> None:
    """The sign that leads back from a footnote was copied with the link."""
    fixed = fix_markdown(f"<https://doi.org/10.1145/2675133.2675215{BACK}>")
    assert fixed == "<https://doi.org/10.1145/2675133.2675215>"


@pytest.mark.parametrize(
    ("link", "code"),
    [
        ("[a](<https://doi.org/10.1000/182 and doi:10.1000/456>)", "DOI301"),
        ("[a](<https://doi.org/10.1000/182 or https://example.org/a>)", "DOI301"),
        ("[a](<https://doi.org/10.1000/182 or doi:10.1000.10/456>)", "DOI301"),
        ("[a](<https://doi.org/10.1000/182;10.1000/456[b>)", "DOI301"),
        ("[a](<https://doi.org/10.1000/182;https://doi.org/10.1000/456,>)", "DOI104"),
        ('[a](<https://doi.org/10.1000/182 "b">)', "DOI104"),
    ],
)
def test_two_in_one(link: str, code: str) -> None:
    """What holds another DOI, or words, is reported and left for a person to take apart."""
    found = [finding for finding in check_markdown(link) if finding.code == code]
    assert found
    assert all(finding.fix is None or finding.fix.safety is Safety.UNSAFE for finding in found)
    if code != "DOI104":
        assert "encode it if this is one DOI, not two" in found[0].message


@pytest.mark.parametrize("mark", [" ,", " )", "  ,", " ,)"])
def test_blanks_before_a_mark(mark: str) -> None:
    """A blank between the name and a mark of the sentence goes with the mark."""
    link = "[a](<https://doi.org/10.1000/182{}>)"
    assert fix_markdown(link.format(mark)) == link.format("")
    prose = link.format(f" b{mark}")
    assert [
        finding.fix.safety
        for finding in check_markdown(prose)
        if finding.code == "DOI104" and finding.fix
    ] == [Safety.UNSAFE]
