"""What must hold for every name and every text."""

from __future__ import annotations

import pickle
import unicodedata
from collections.abc import Callable

from hypothesis import assume, example, given
from hypothesis import strategies as st

from mdlint_doi.names.doi import (
    API,
    WHICH_RA,
    Doi,
    DoiSyntaxError,
    Profile,
    decode,
    fold,
    link_path,
    parse,
)
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.names.spelling import PUBLISHERS, Kind, Notations, Resolver
from mdlint_doi.names.suggest import LIMIT, candidates

PROFILES: tuple[Profile, ...] = ("handbook", "handbook-2025", "strict")
GRAPHIC = st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp", "Zs"])
AWKWARD = st.sampled_from([*"%#?\"<>()[]{}/\\.,;:!'`|*_~&=+-^$@", " ", "..", "/.", "%3c", "%25"])
SUFFIXES = (
    st.lists(GRAPHIC | AWKWARD, min_size=1, max_size=12)
    .map("".join)
    .filter(lambda suffix: suffix == suffix.strip())
)
REGISTRANTS = st.from_regex(r"[0-9]{2,9}(\.[0-9]{1,6}){0,2}|[0-9a-zA-Z]{1,6}", fullmatch=True)
NAMES = st.builds("10.{}/{}".format, REGISTRANTS, SUFFIXES)
PIECES = st.sampled_from(
    [
        *("10.1000/182", "10.1000/", "10.", "10", "doi:", "DOI: ", "doi ", "urn:doi:", "info:doi/"),
        *("https://doi.org/", "http://dx.doi.org/", "//doi.org/", "doi.org/", "https://", "/"),
        *("doi-org.proxy.x.edu/", "https://x.org/login?url=", "id=doi%3A", "api/handles/"),
        *(
            "https://link.springer.com/article/",
            "(",
            ")",
            "[",
            "]",
            "<1:a>2",
            "<b>",
            "&lt;",
            "&gt;",
        ),
        *("\\_", "\\", '"', "'", "*", "%2F", "%", "#", "?", ".", ",", "–", "—", "日", "\u200b"),
        *(
            "\n",
            "\r\n",
            "\u2028",
            " ",
            "\t",
            "…",
            "a",
            "1",
            "/full",
            "…",
            "hdl:",
            "nature.com/articles/",
        ),
    ],
)
TEXTS = st.lists(PIECES | GRAPHIC | st.characters(), max_size=14).map("".join)


@given(NAMES)
@example("10.1000/a/../..")
@example("10.1000/.")
@example("10.1000/%23")
def test_every_form_leads_back(name: str) -> None:
    """Whatever a name is written as, reading it gives the same name, byte for byte."""
    doi = parse(name)
    forms = (*links(doi), doi.uri, doi.uri_292, doi.urn, API + doi.api_path)
    for form in (*forms, WHICH_RA + doi.which_ra_path):
        assert str(normalize(form)) == name
        spelling = read(form)
        assert spelling is not None
        assert str(spelling.doi) == name
        assert form.isascii()
        assert form.isprintable()
    assert all(decode(link_path(name, profile)) == name for profile in PROFILES)
    assert normalize(doi.canonical_uri) == doi


@given(NAMES)
def test_a_link_is_a_fixed_point(name: str) -> None:
    """Writing what was read from a link changes nothing more; a browser removes no segment."""
    for profile, url in zip(PROFILES, links(parse(name)), strict=True):
        assert normalize(url).url(profile) == url
        assert not {".", ".."} & set(url.removeprefix("https://doi.org/").split("/"))


def links(doi: Doi) -> list[str]:
    """Return the link in each profile."""
    return [doi.url(profile) for profile in PROFILES]


@given(
    NAMES, st.sampled_from(["http://dx.doi.org/", "https://doi.org/doi:", "doi:https://doi.org/"])
)
def test_any_lead_leads_to_the_name(name: str, lead: str) -> None:
    """Behind every resolver and pile of labels stands the same name."""
    assert str(normalize(lead + link_path(name))) == name


@given(
    NAMES,
    st.sampled_from(["https://doi-org.proxy.x.edu/", "https://x.edu/login?url=https://doi.org/"]),
)
def test_proxies_lead_to_the_name(name: str, lead: str) -> None:
    """Behind a library's proxy stands the same name."""
    path = link_path(name).replace("&", "%26")
    spelling = read(lead + path)
    assert spelling is not None
    assert (spelling.kind, spelling.resolver) == (Kind.PROXY, Resolver.DOI_ORG)
    assert str(spelling.doi) == name


@given(NAMES)
def test_a_role_takes_any_name(name: str) -> None:
    """A name between a role's backticks is taken exactly as it stands."""
    spelling = read(name, presented=True)
    assert spelling is not None
    assert str(spelling.doi) == name


@given(NAMES)
def test_case_folding(name: str) -> None:
    """ASCII letters fold, others don't; equality is that of the keys."""
    doi = parse(name)
    swapped = "".join(
        character.swapcase() if character.isascii() else character for character in name
    )
    assert parse(swapped) == doi
    assert hash(parse(swapped)) == hash(doi)
    for form in ("NFC", "NFD", "NFKC"):
        other = unicodedata.normalize(form, name)
        assume(other == other.strip() and other.startswith("10."))
        if fold(other) != doi.key:
            assert Doi(*other.split("/", 1)) != doi


@given(TEXTS)
@example("doi:doi: 10.1000/1")
@example("10.1000/(10.1000/(")
def test_find_stays_in_the_line(text: str) -> None:
    """Candidates are in order, don't overlap, are the text at their span, and cross no line."""
    found = find(text, Notations(("x.org",)))
    ends = [0]
    for candidate in found:
        assert candidate.span.start >= ends[-1]
        assert candidate.span.end > candidate.span.start
        assert candidate.written == candidate.span.cut(text)
        assert candidate.written.splitlines() == [candidate.written]
        assert (candidate.doi is None) != (candidate.error is None)
        ends.append(candidate.span.end)


@given(TEXTS)
def test_nothing_but_syntax_errors(text: str) -> None:
    """No input raises anything but DoiSyntaxError, and that says where."""
    for function in (parse, normalize):
        error = _raised(function, text)
        if error is not None:
            assert error.text == text
            assert 0 <= error.span.start <= error.span.end <= len(text)
            assert error.advice.isprintable()
            assert pickle.loads(pickle.dumps(error)).span == error.span
    for spelling in (read(text), read(text, PUBLISHERS, presented=True)):
        if spelling is not None:
            parts = (spelling.scheme, spelling.host, spelling.lead, spelling.name, spelling.tail)
            assert "".join(part.cut(text) for part in parts) == text
    assert len(candidates(text)) <= LIMIT


def _raised(function: Callable[[str], Doi], text: str) -> DoiSyntaxError | None:
    try:
        function(text)
    except DoiSyntaxError as error:
        return error
    return None


@given(NAMES)
def test_candidates(name: str) -> None:
    """Candidates are other names, each once, bounded, with their moves; the same every time."""
    doi = parse(name)
    repairs = candidates(doi)
    assert len(repairs) <= LIMIT
    assert doi not in {repair.doi for repair in repairs} or all(
        str(repair.doi) != name for repair in repairs
    )
    assert len({repair.doi for repair in repairs}) == len(repairs)
    assert all(repair.moves for repair in repairs)
    assert repairs == candidates(doi)


@given(TEXTS, NAMES)
def test_a_link_is_found_anywhere(before: str, name: str) -> None:
    """A link between spaces is found whole, whatever stands before it.

    A final `--` is a dash of the sentence.
    """
    assume(
        not name.endswith((*".,;:!?'*_~&=@$)", "--"))
        and any(character.isalnum() for character in name[8:])
    )
    doi = parse(name)
    assume(any(character.isalnum() for character in doi.suffix))
    url = doi.url("strict")
    assume(url[-1] not in "_.~")
    found = find(f"{before}\n{url} x")
    assert str(found[-1].doi) == name
    assert found[-1].written == url
