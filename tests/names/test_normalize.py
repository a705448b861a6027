"""Any one spelling to the name: what is generous, and what stays an error."""

from __future__ import annotations

import pytest

from mdlint_doi.names.doi import Doi, DoiSyntaxError, Reason
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.scan.find import find


@pytest.mark.parametrize(
    "text",
    [
        *("10.1000/182", " 10.1000/182\n", "\u200b10.1000/182\ufeff", "\ufffd10.1000/182"),
        *("<10.1000/182>", "<https://doi.org/10.1000/182>", "<doi:10.1000/182>"),
        *(":doi:`10.1000/182`", ":DOI:`Title <10.1000/182>`", "{doi}`https://doi.org/10.1000/182`"),
        *("10.1000%2F182", "10.1000%2f182", "/10.1000/182", "//10.1000/182", "DOI 10.1000/182"),
        *(
            "https://doi.org//10.1000/182",
            "https:/doi.org/10.1000/182",
            "https://doi.org/10.1000/182#a",
        ),
        *("https://doi.org/10.1000/182?utm_source=x", "https://doi.org/10.1000%2F182"),
        *("https://example.org/x/10.1000/182?y=z", "https://example.org/?a=10.1000/182&b=c"),
        *("https://example.org/?doi=10.1000%2F182#x", "//example.org/10.1000/182"),
        *(
            "https://sci-hub.se/10.1000/182",
            "http://dx.doi.de/10.1000/182",
            "ftp://x.org/10.1000/182",
        ),
        *("https://identifiers.org/doi/10.1000/182", "https://n2t.net/doi:10.1000/182"),
        *(
            "10.1000/182 <https://doi.org/10.1000/182>",
            "10.1000/182%20%3Chttp://doi.org/10.1000/182%3E",
        ),
        *("10.1000/182, 2006", "10.1000/182,%202006", "https://user@doi.org/10.1000/182"),
        *("urn:10.1000/182", "info:eu-repo/semantics/altIdentifier/doi/10.1000/182"),
    ],
)
def test_spellings(text: str) -> None:
    """All of these are spellings of one name."""
    assert str(normalize(text)) == "10.1000/182"


@pytest.mark.parametrize("text", ["10/abc", "/10/abc", "doi:10/abc", "https://doi.org/abc"])
def test_short_dois(text: str) -> None:
    """Names may be short, too, with or without `10/`."""
    assert normalize(text) == Doi("10", "abc")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("https://doi.org/10.1000/%2525", "10.1000/%25"),
        ("doi:10.1000/a%2525", "10.1000/a%25"),
        ("10.1000/a%253Cb", "10.1000/a%3Cb"),
        ("10.1000/a%3cb", "10.1000/a%3cb"),
        ("10.1000/a%3Cb", "10.1000/a<b"),
        ("10.1000/%E9", "10.1000/%E9"),
        ("https://x.edu/login?url=https%3A%2F%2Fdoi.org%2F10.1000%2Fa%2523b", "10.1000/a#b"),
        ("https://x.edu/login?url=https://doi.org/10.1000/a%23b", "10.1000/a#b"),
        ("https://www.google.com/url?q=https%3A%2F%2Fdoi.org%2F10.1000%2Fa%2523b", "10.1000/a#b"),
    ],
)
def test_decoding(text: str, name: str) -> None:
    """One level is undone and never two, but where one address stands encoded in another."""
    assert str(normalize(text)) == name


@pytest.mark.parametrize("name", ["10.1000/182.", "10.1000/a,", "10.1000/a]", "10.1000/1–2"])
def test_nothing_is_repaired(name: str) -> None:
    """A suspicious name is a name."""
    assert str(normalize(name)) == name
    assert str(normalize(Doi(*name.split("/", 1)).url())) == name


@pytest.mark.parametrize(
    ("text", "reason", "cut"),
    [
        ("", Reason.NOT_A_DOI, ""),
        ("not a doi", Reason.NOT_A_DOI, "not a doi"),
        ("https://doi.org", Reason.NOT_A_DOI, "https://doi.org"),
        ("https://www.doi.org/index.html", Reason.NOT_A_DOI, "https://www.doi.org/index.html"),
        ("https://example.org/", Reason.NOT_A_DOI, "https://example.org/"),
        ("doi:invalid", Reason.NOT_A_DOI, "doi:invalid"),
        ("see 10.1000/182", Reason.NOT_A_DOI, "see 10.1000/182"),
        ("  10.1000", Reason.NO_SLASH, ""),
        (" https://doi.org/11.1000/182 ", Reason.NO_DIRECTORY_CODE, "11.1000"),
        ("<doi:10.1000/>", Reason.EMPTY_SUFFIX, ""),
        ("https://doi.org/10.1000/%E9%", Reason.BAD_ESCAPE, "%"),
        ("10.1000/a 10.1000/b", Reason.SEVERAL_NAMES, "10.1000/a 10.1000/b"),
        ("10.1000/a <https://doi.org/10.1000/b>", Reason.SEVERAL_NAMES, None),
        ("10.1000/a\u200bb", Reason.CONTROL_CHARACTER, "\u200b"),
        ("10.1000/a\tb", Reason.WHITE_SPACE, "\t"),
    ],
)
def test_errors(text: str, reason: Reason, cut: str | None) -> None:
    """What is none has its reason and its place in the text as it was given."""
    with pytest.raises(DoiSyntaxError) as caught:
        normalize(text)
    assert caught.value.reason is reason
    assert caught.value.text == text
    assert cut is None or caught.value.span.cut(text) == cut


@pytest.mark.parametrize(
    "text",
    [
        "DOI:dk/P%C3%A6dagogi%2037(2),%20562",
        "doi:dk/p%c3%a6dagogi%2037(2),%20562",
        "doi:dk%2FP%C3%A6dagogi%2037%282%29%2C%20562",
    ],
)
def test_legacy_prefixes(text: str) -> None:
    """The Paskin drafts' prefixes are read behind `doi:`, and have their canonical form."""
    doi = normalize(text)
    assert (doi.prefix.lower(), doi.suffix[:1].lower()) == ("dk", "p")
    assert doi.canonical_uri == "doi:DK/P%C3%A6DAGOGI%2037(2),%20562"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("doi:1.23/2002/january/21/4690", "1.23/2002/january/21/4690"),
        ("http://my.resolver.inc/resolve?id=doi%3Aalpha-beta%2Fmsws", "alpha-beta/msws"),
        ("https://my.resolver.inc/?a=b&rft_id=doi:alpha-beta/a%2Fb&c=d#e", "alpha-beta/a/b"),
    ],
)
def test_examples_of_the_uri_draft(text: str, name: str) -> None:
    """draft-paskin-00 section 2.3, (c) and (e); nothing finds them in running text."""
    assert str(normalize(text)) == name
    assert all(candidate.doi is None for candidate in find(text))


@pytest.mark.parametrize("given", [None, b"10.1000/182", 10.1])
def test_what_is_no_text(given: object) -> None:
    """It is refused by its type."""
    with pytest.raises(TypeError, match="a string, not"):
        normalize(given)  # type: ignore[call-overload]


@pytest.mark.parametrize("given", [None, b"10.1000/182", 10.1, float("nan"), "foo", "10.1000/", ""])
def test_a_default_takes_the_place_of_an_error(given: object) -> None:
    """It is returned for a text that is not a DOI and for a value that is not a text."""
    assert normalize(given, default=None) is None
    assert normalize(given, "?") == "?"


def test_a_default_changes_no_doi() -> None:
    """What is read without a default is read with one."""
    assert normalize("http://dx.doi.org/10.1000/182", default=None) == Doi("10.1000", "182")


@pytest.mark.parametrize(
    "text",
    [
        *("dk/x", "https://doi.org/dk/x", "doi:d k/", "doi:9x/y", "doi:dk/%E9", "doi:dk/a%00"),
        *("doi:1.1016/j.cell.2020.01.001", "doi:0.1000/182", "http://a.org/?id=doi:alpha-beta"),
    ],
)
def test_no_legacy_prefixes_elsewhere(text: str) -> None:
    """Without `doi:`, or with what no name may hold, they are none."""
    with pytest.raises(DoiSyntaxError):
        normalize(text)
