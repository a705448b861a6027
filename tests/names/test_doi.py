"""The name itself: its grammar, its errors, its equality and its forms."""

from __future__ import annotations

import json
import pickle

import pytest

from mdlint_doi.names.doi import Doi, DoiSyntaxError, Reason, parse
from mdlint_doi.text.span import Span


@pytest.mark.parametrize(
    ("text", "prefix", "suffix"),
    [
        ("10.1000/182", "10.1000", "182"),
        ("10.978.8898392/x", "10.978.8898392", "x"),
        ("10.abc/ab/cd/ef", "10.abc", "ab/cd/ef"),
        ("10.1037//0033-2909", "10.1037", "/0033-2909"),
        ("10/gf4gqc", "10", "gf4gqc"),
        ("10.1000/a b", "10.1000", "a b"),
        ("10.1000/日本語", "10.1000", "日本語"),
        ("10.1000/#?%", "10.1000", "#?%"),
        ("10.2505/4/ss15_038_08_78", "10.2505", "4/ss15_038_08_78"),
    ],
)
def test_names(text: str, prefix: str, suffix: str) -> None:
    """What the standards allow is a name, split at its first slash (NISO Z39.84 section 4)."""
    doi = parse(text)
    assert (doi.prefix, doi.suffix, str(doi)) == (prefix, suffix, text)
    assert doi.is_short == (prefix == "10")
    assert doi.registrant_code == prefix[3:]


@pytest.mark.parametrize(
    ("text", "is_citeseerx"),
    [("10.1.1.465.1117", True), ("10.1.1.1", False), ("10.1.1.465.1117.2", False)],
)
def test_citeseerx_is_named(text: str, is_citeseerx: bool) -> None:  # noqa: FBT001
    """CiteSeerX calls its own numbers `doi` in its addresses; they are none."""
    with pytest.raises(DoiSyntaxError) as caught:
        parse(text)
    assert caught.value.reason is Reason.NO_SLASH
    assert ("CiteSeerX" in caught.value.advice) == is_citeseerx


@pytest.mark.parametrize(
    ("text", "reason", "span"),
    [
        ("", Reason.NO_DIRECTORY_CODE, (0, 0)),
        ("182", Reason.NO_DIRECTORY_CODE, (0, 3)),
        ("/182", Reason.NO_DIRECTORY_CODE, (0, 0)),
        ("11.1000/182", Reason.NO_DIRECTORY_CODE, (0, 7)),
        ("doi:10.1000/182", Reason.NO_DIRECTORY_CODE, (0, 11)),
        ("10./182", Reason.NO_REGISTRANT_CODE, (3, 3)),
        ("10..1/182", Reason.NO_REGISTRANT_CODE, (3, 5)),
        ("10.1000.", Reason.NO_SLASH, (8, 8)),
        ("10.1000%2F182", Reason.NO_SLASH, (13, 13)),
        ("10.1000", Reason.NO_SLASH, (7, 7)),
        ("10", Reason.NO_SLASH, (2, 2)),
        ("10.1000/", Reason.EMPTY_SUFFIX, (8, 8)),
        (" 10.1000/182", Reason.WHITE_SPACE, (0, 1)),
        ("10.1000/ 182", Reason.WHITE_SPACE, (8, 9)),
        ("10.1000/182 ", Reason.WHITE_SPACE, (11, 12)),
        ("10.10 00/182", Reason.WHITE_SPACE, (5, 6)),
        ("10.1000/1\n82", Reason.WHITE_SPACE, (9, 10)),
        ("10.1000/1\u00a082", Reason.WHITE_SPACE, (9, 10)),
        ("10.1000/1\u200b82", Reason.CONTROL_CHARACTER, (9, 10)),
        ("10.1000/1\u00ad82", Reason.CONTROL_CHARACTER, (9, 10)),
        ("10.1000/1\x0782", Reason.CONTROL_CHARACTER, (9, 10)),
        ("10.1000/1\ud80082", Reason.CONTROL_CHARACTER, (9, 10)),
    ],
)
def test_errors(text: str, reason: Reason, span: tuple[int, int]) -> None:
    """What is no name has a reason, a place, and a message that shows no raw control character."""
    with pytest.raises(DoiSyntaxError) as caught:
        parse(text)
    error = caught.value
    assert (error.reason, error.span, error.text) == (reason, Span(*span), text)
    assert str(error) == error.advice
    assert error.advice.isprintable()


def test_errors_travel() -> None:
    """An error survives the way between processes whole."""
    error = DoiSyntaxError(Reason.NO_SLASH, "10.1000", Span(7, 7), "add it")
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.reason, copy.text, copy.span, str(copy)) == (
        Reason.NO_SLASH,
        "10.1000",
        Span(7, 7),
        "add it",
    )


def test_name_is_a_constant() -> None:
    """A name cannot be changed, says what it is, and survives copies and other processes."""
    doi = parse("10.1000/Abc")
    with pytest.raises(AttributeError, match="immutable"):
        doi.suffix = "x"
    with pytest.raises(AttributeError, match="immutable"):
        del doi.suffix
    assert repr(doi) == "Doi(prefix='10.1000', suffix='Abc')"
    copy = pickle.loads(pickle.dumps(doi))
    assert (copy.prefix, copy.suffix, copy.key) == ("10.1000", "Abc", "10.1000/abc")
    assert doi != "10.1000/Abc"


def test_equality_folds_ascii_only() -> None:
    """`A` is `a`, but `Æ` is not `æ`, and `Á` composed is not `Á` decomposed (lemieux notes)."""
    assert parse("10.123/ABC") == parse("10.123/AbC")
    assert hash(parse("10.123/ABC")) == hash(parse("10.123/AbC"))
    assert parse("10.1000/Æ") != parse("10.1000/æ")
    assert parse("10.1000/\u00c1") != parse("10.1000/A\u0301")
    assert parse("10.1000/K") != parse("10.1000/\u212a")
    assert parse("10.1000/ı") != parse("10.1000/I")


@pytest.mark.parametrize(
    ("name", "url", "strict"),
    [
        ("10.1000/456#789", "10.1000/456%23789", "10.1000/456%23789"),
        ("10.1000/a/./b", "10.1000/a/.%2Fb", "10.1000/a/.%2Fb"),
        ("10.1000/a/../b", "10.1000/a/..%2Fb", "10.1000/a/..%2Fb"),
        ("10.1000/a/../../b", "10.1000/a/..%2F..%2Fb", "10.1000/a/..%2F..%2Fb"),
        ("10.1000/a/..", "10.1000/a%2F..", "10.1000/a%2F.."),
        ("10.1000/a/.", "10.1000/a%2F.", "10.1000/a%2F."),
        ("10.1000/.", "10.1000%2F.", "10.1000%2F."),
        ("10.1000/..", "10.1000%2F..", "10.1000%2F.."),
        ("10.1000/./..", "10.1000/.%2F..", "10.1000/.%2F.."),
        ("10.1000/.../b", "10.1000/.../b", "10.1000/.../b"),
        ("10.1000/.b/b.", "10.1000/.b/b.", "10.1000/.b/b."),
        ("10.1000/(a):;,!$&'*=@~-._", "10.1000/(a):;,!$&'*=@~-._", None),
        ("10.1000/<>{}^[]`|\\+", "10.1000/%3C%3E%7B%7D%5E%5B%5D%60%7C%5C%2B", None),
        ("10.1000/é", "10.1000/%C3%A9", "10.1000/%C3%A9"),
        ("10.1000/😀", "10.1000/%F0%9F%98%80", None),
    ],
)
def test_links(name: str, url: str, strict: str | None) -> None:
    """The Handbook's table and its note on dot segments, in both profiles."""
    doi = parse(name)
    assert doi.url() == "https://doi.org/" + url
    if strict is not None:
        assert doi.url("strict") == "https://doi.org/" + strict
        assert doi.api_path == strict


def test_other_forms() -> None:
    """URN, Which RA and the canonical form differ where their sources say so."""
    doi = parse("10.123/456ABC/zyz,1")
    assert doi.urn == "urn:doi:10.123:456ABC%2Fzyz,1"
    assert doi.which_ra_path == "10.123/456ABC/zyz%2C1"
    assert doi.uri == "doi:10.123/456ABC/zyz%2C1"
    assert doi.canonical_uri == "doi:10.123/456ABC/ZYZ,1"
    legacy = Doi("dk", "Pædagogi 37(2), 562")
    assert legacy.canonical_uri == "doi:DK/P%C3%A6DAGOGI%2037(2),%20562"


def test_dois_are_sorted_as_they_are_compared() -> None:
    """Without regard to the case of ASCII letters; with nothing else is there an order."""
    dois = [parse(name) for name in ("10.1000/b", "10.1000/A", "10.1000/a0")]
    assert [str(doi) for doi in sorted(dois)] == ["10.1000/A", "10.1000/a0", "10.1000/b"]
    assert dois[0].__lt__("10.1000/c") is NotImplemented


def test_the_parts_of_a_doi_go_into_json() -> None:
    """They are texts: the DOI as it was written, its link, prefix and suffix."""
    members = json.loads(json.dumps(parse("10.1000/A<b").to_dict()))
    assert members == {
        "doi": "10.1000/A<b",
        "url": "https://doi.org/10.1000/A%3Cb",
        "prefix": "10.1000",
        "suffix": "A<b",
    }


def test_a_doi_is_written_as_json_by_str() -> None:
    """As it was written; it is no text itself, since equal DOIs may be different texts."""
    doi = parse("10.1000/Abc")
    assert json.dumps({"dois": [doi]}, default=str) == '{"dois": ["10.1000/Abc"]}'
    assert json.dumps({str(doi): doi}, default=str) == '{"10.1000/Abc": "10.1000/Abc"}'
    with pytest.raises(TypeError, match="not JSON serializable"):
        json.dumps(doi)
    assert doi == parse("10.1000/aBC")
    assert doi != "10.1000/Abc"
