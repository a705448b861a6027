"""Fields that are only for a DOI: markup around it, percent-encoding, and escapes in it."""

from __future__ import annotations

import json

import pytest
import yaml
from bibtexparser.entrypoint import parse_string
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi import Settings, check_text, fix_text
from mdlint_doi.formats.values import inside_markup
from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.names.markup_escapes import RESIDUE, without_escapes

OFFLINE = Settings(offline=True)
CARRIERS = ("bibtex", "cff", "csl", "ris", "zenodo")
NAME = "10.1109/MS.2013.97"


def text_of(carrier: str, value: str) -> str:
    """Return a file whose field for the DOI has a value."""
    match carrier:
        case "bibtex":
            return f"@article{{a,\n  title = {{T}},\n  doi = {{{value}}},\n  year = 2000\n}}\n"
        case "cff":
            quoted = value.replace("'", "''")
            return f"cff-version: 1.2.0\ntitle: T\ndoi: '{quoted}'\n"
        case "csl":
            return json.dumps([{"id": "a", "type": "book", "DOI": value}])
        case "ris":
            return f"TY  - BOOK\nTI  - T\nDO  - {value}\nER  - \n"
        case _:
            return json.dumps({"title": "T", "creators": [{"name": "A"}], "doi": value})


def value_in(carrier: str, text: str) -> str:
    """Return the value of the field, as a library for the format reads it."""
    match carrier:
        case "bibtex":
            (entry,) = parse_string(text).entries
            return str(entry["doi"])
        case "cff":
            return str(yaml.safe_load(text)["doi"])
        case "csl":
            return str(json.loads(text)[0]["DOI"])
        case "ris":
            return text.partition("DO  - ")[2].partition("\n")[0]
        case _:
            return str(json.loads(text)["doi"])


def judged(carrier: str, value: str, *, unsafe: bool = False) -> tuple[list[str], str]:
    """Return the codes for a value, and the value after fixes."""
    text = text_of(carrier, value)
    codes = [finding.code for finding in check_text(text, carrier, OFFLINE)]
    return codes, value_in(carrier, fix_text(text, carrier, OFFLINE, unsafe=unsafe))


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize(
    "markup",
    [
        *(r"\url{https://doi.org/%s}", r"\url{%s}", r"\doi{%s}", r"\path{%s}", r"\nolinkurl{%s}"),
        *(r"\href{https://doi.org/%s}{%s}", r"\href{http://dx.doi.org/%s}{link}", r"\doi{%s}."),
        *("<https://doi.org/%s>", "<%s>", "[%s](https://doi.org/%s)", "[doi](https://doi.org/%s)"),
        *("<a href=https://doi.org/%s>%s</a>", r"doi: \url{https://doi.org/%s}", "`%s`"),
        *(r"\texttt{\url{%s}}", "(%s)", "[%s]", "<doi:%s>", "[%s](<https://doi.org/%s>)"),
    ],
)
def test_markup(carrier: str, markup: str) -> None:
    """Markup around the DOI is reported and removed, and nothing is reported afterwards."""
    value = markup.replace("%s", NAME)
    assert judged(carrier, value) == (["DOI501"], NAME)
    assert judged(carrier, NAME) == ([], NAME)


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize(
    "value",
    [
        r"\href{https://doi.org/10.1000/182}{10.1000/183}",
        "[10.1000/182](https://doi.org/10.1000/183)",
        r"\url{https://example.org/page}",
        r"\url{https://doi.org/10.1000/182 --doi.org/10.1000/183}",
        r"\foo{10.1000/182}",
        "<b>10.1000/182</b> and more",
    ],
)
def test_other_markup(carrier: str, value: str) -> None:
    """Two DOIs, no DOI, or unknown markup are reported, and no safe fix chooses one of them."""
    codes, after = judged(carrier, value)
    assert codes
    assert after == value


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize(
    ("value", "codes", "after"),
    [
        ("10.1109%2FMS.2013.97", ["DOI301"], NAME),
        ("10.1109%2fMS.2013.97", ["DOI301"], NAME),
        ("10.1093%2Fcomjnl%2F10.1.85", ["DOI301"], "10.1093/comjnl/10.1.85"),
        ("10.1002%2Fa%3C1%3E3.0.CO%3B2-1", ["DOI301"], "10.1002/a<1>3.0.CO;2-1"),
        ("10.1093/a%2Fb", [], "10.1093/a%2Fb"),
        ("https://doi.org/10.1109%2FMS.2013.97", ["DOI501"], NAME),
    ],
)
def test_encoding(carrier: str, value: str, codes: list[str], after: str) -> None:
    """A DOI that has no slash without decoding is decoded; a different one may be literal."""
    found, fixed = judged(carrier, value)
    assert [code for code in found if code != "DOI303"] == codes
    assert fixed == after


ESCAPES = {
    "_": [
        *(r"\_", r"{\_}", r"{\textunderscore}", r"\textunderscore{}", r"\textunderscore ", "{_}"),
        *(r"$\_$", r"{$\_$}", r"\string_", r"{\string_}", "&#95;", "&#x5f;", "&lowbar;"),
    ],
    "<": [
        *(r"\textless{}", r"{\textless}", "{\\textless }", "$<$", "{$<$}", r"\ensuremath{<}"),
        *(r"{\ensuremath{<}}", "{<}", "&lt;", "&#60;", "&#x3C;", r"$\langle$", r"$\lt$"),
    ],
    "[": ["{[}", r"\[", "&#91;", "&lsqb;", r"\lbrack{}"],
    "&": [r"\&", r"{\&}", "&amp;", "&#38;"],
    "~": [r"\textasciitilde ", r"{\textasciitilde}", r"\~{}", r"{\~{}}", r"$\sim$"],
    "(": [r"\(", "&#40;"],
    "-": ["{-}", "$-$", "&#45;"],
}
PAIRS = [(character, escape) for character, escapes in ESCAPES.items() for escape in escapes]
CLOSING = {"<": ">", "[": "]", "(": ")"}


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize(("character", "escape"), PAIRS)
def test_escapes(carrier: str, character: str, escape: str) -> None:
    """Escapes of TeX and HTML are reported in every field for a DOI, and the fix is the DOI.

    In BibTeX, it is not safe for the special characters of TeX.
    """
    rest = f"1.x{CLOSING.get(character, '')}7"
    value, right = f"10.1000/a{escape}{rest}", f"10.1000/a{character}{rest}"
    special = carrier == "bibtex" and character in "_&~" and not escape.startswith("&")
    codes, after = judged(carrier, value)
    assert codes == ["DOI305"]
    assert after == (value if special else right)
    assert judged(carrier, value, unsafe=True) == (["DOI305"], right)


@pytest.mark.parametrize(
    "value", [r"10.1000/gr{\"o}{\ss}e", r"10.1000/a\_b{\ss}", r"10.1000/\o{}x"]
)
def test_unknown_macros(value: str) -> None:
    """Other macros are reported in BibTeX, and no fix changes only a part of such a DOI."""
    codes, after = judged("bibtex", value, unsafe=True)
    assert codes == ["DOI305"]
    assert after == value


@given(st.lists(st.one_of(st.sampled_from([escape for _, escape in PAIRS]), st.text(max_size=3))))
def test_the_table(pieces: list[str]) -> None:
    """Escapes that are undone leave none of the same kind, and text without them stays."""
    text = "x".join(pieces)
    if not RESIDUE.search(text):
        assert without_escapes(text) == text
    inside = inside_markup(text)
    assert 0 <= inside.start <= inside.end <= len(text)


@pytest.mark.parametrize(
    ("text", "code", "after"),
    [
        (
            "<https://doi.org/10.1109%252FMS.2013.97>",
            "DOI303",
            "<https://doi.org/10.1109%2FMS.2013.97>",
        ),
        ("{doi}`10.1109%2FMS.2013.97`", "DOI301", "{doi}`10.1109/MS.2013.97`"),
        ("---\ndoi: 10.1109%2FMS.2013.97\n---", "DOI301", "---\ndoi: 10.1109/MS.2013.97\n---"),
        ("<https://doi.org/10.1093%2Fa%2Fb>", "DOI301", "<https://doi.org/10.1093/a/b>"),
        ("<https://doi.org/10.1093/a%2Fb>", "", "<https://doi.org/10.1093/a%2Fb>"),
        ("[t](10.1093%2Fa)", "DOI201", "[t](10.1093%2Fa)"),
    ],
)
def test_encoding_in_markdown(text: str, code: str, after: str) -> None:
    """A link, a role and front matter get the rule of the encoding with its fix."""
    found = [
        finding for finding in check_text(text, "markdown", OFFLINE) if finding.code != "DOI105"
    ]
    assert [finding.code for finding in found] == [code] * bool(code)
    (once, *_) = [apply_edits(text, finding.fix.edits) for finding in found if finding.fix] or [
        text
    ]
    assert once == after or code == "DOI201"


@pytest.mark.parametrize("carrier", ["bibtex", "cff", "csl", "ris", "zenodo"])
@pytest.mark.parametrize(
    "value", ["n/a", "N/A", "n.a.", "none", "No DOI", "-", "--", "–", "?", "unknown", "null", "nan"]
)
def test_no_name(carrier: str, value: str) -> None:
    """A word for "none" in a field for a DOI is reported, with the advice to remove the field."""
    (found,) = check_text(text_of(carrier, value), carrier, OFFLINE)
    assert found.code == "DOI101"
    assert found.message == f"'{value}' is not a DOI: if the work has none, remove the field"


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        (
            "@book{a, doi = {10.1000/\n    2106-abc}}",
            "bibtex",
            "'10.1000/ 2106-abc' is not a DOI: the line end is not allowed here; remove it",
        ),
        (
            "@book{a, doi = {10.1000/ 2106}}",
            "bibtex",
            "'10.1000/ 2106' is not a DOI: the space is not allowed here; remove it",
        ),
        (
            "[t](https://doi.org/DOI)",
            "markdown",
            "'DOI' is a placeholder; fill in the DOI",
        ),
        (
            "<https://doi.org/doi-here>",
            "markdown",
            "'doi-here' is a placeholder; fill in the DOI",
        ),
    ],
)
def test_messages_show_what_is_written(text: str, name: str, message: str) -> None:
    """A message quotes the text of the document on one line, and names white space in words."""
    assert [finding.message for finding in check_text(text, name, OFFLINE)] == [message]
