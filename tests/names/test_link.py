"""Where a link leads, and how it stands in each construct."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from names.name_cases import lines_in

from mdlint_doi.names.doi import parse
from mdlint_doi.names.link import (
    asks_service,
    bare_address,
    canonical,
    canonical_at_start,
    canonical_in_role,
    canonical_in_text,
    canonical_of,
    encoded,
    is_balanced,
    is_rest_of_sici,
    markdown_destination,
    may_be_page,
    may_name_doi,
    resolves,
    role_argument,
    without_trackers,
)
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.names.spelling import STANDARD, Notations, Spelling

SERVER = "localhost:8000"
NAMES = st.builds(
    "10.1000/{}".format,
    st.text("ab1.-_()/;:<>[]#?%&\"'`\\\\ltg", min_size=1, max_size=12),
)


def reading(text: str) -> Spelling:
    """Return the spelling of a text that is one."""
    spelling = read(text, Notations((SERVER,)))
    assert spelling is not None
    return spelling


@pytest.mark.parametrize("line", lines_in("spellings.txt") + lines_in("running_text.txt"))
def test_prefilter_lets_every_spelling_through(line: str) -> None:
    """What presents a DOI, alone or in running text, is never passed by."""
    text = line.partition(" => ")[0].replace("\u2420", " ")
    if read(text, Notations((SERVER,))) is not None or find(text, STANDARD):
        assert may_name_doi(text, Notations((SERVER,)))


@example("http://localhost:8000/l0.1000/182")
@given(st.text("doiDOI:10./%2e2f lhd=\uff1ahtps", max_size=30))
def test_prefilter_never_misses(text: str) -> None:
    """Whatever the prefilter rules out, no reader finds a DOI in."""
    if not may_name_doi(text, Notations((SERVER,))):
        assert read(text, Notations((SERVER,))) is None
        assert find(text, Notations((SERVER,))) == []


def test_prefilter_rules_something_out() -> None:
    """Most texts are ruled out at once."""
    assert not may_name_doi("https://example.org/page.html", Notations((SERVER,)))
    assert not may_name_doi("a line of prose")


@pytest.mark.parametrize(
    ("written", "href"),
    [
        # The rows of the table on which rule, Sphinx and fixes once differed.
        ("https://doi.org/api/handles/10.1000/182", "https://doi.org/10.1000/182"),
        ("https://doi.org/api/handles/10.1000/182?type=URL", None),
        ("https://doi.org/API/Handles/10.1000/182#x", "https://doi.org/10.1000/182#x"),
        ("https://doi.org/api/handles/10.1000/182?utm_source=x", "https://doi.org/10.1000/182"),
        ("https://doi.org/doiRA/10.1000/182", None),
        ("https://doi-org.proxy.example.edu/doiRA/10.1000/182", None),
        ("http://doi.org/10/dvr36h", "https://doi.org/10/dvr36h"),
        ("https://dx.doi.org/dvr36h", "https://doi.org/dvr36h"),
        (
            "https://doi.org/10.1000/1<a#b>3.0.CO;2-1",
            "https://doi.org/10.1000/1%3Ca%23b%3E3.0.CO;2-1",
        ),
        ("https://doi.org/10.1000/182?utm_source=x", "https://doi.org/10.1000/182"),
        # What a log-in page has behind the address is its own.
        (
            "https://login.a.edu/login?url=https://doi.org/10.1000/182&a=b",
            "https://doi.org/10.1000/182",
        ),
        (
            "https://login.a.edu/login?url=https://doi.org/10.1000/1;2-#",
            "https://doi.org/10.1000/1;2-%23",
        ),
        # In a pile of addresses something was pasted: the name is meant.
        ("https://doi.org/https://doi.org/doiRA/10.1000/182", "https://doi.org/10.1000/182"),
        # A server of the settings keeps its host.
        ("HTTP://localhost:8000/10.1000/a<b", "http://localhost:8000/10.1000/a%3Cb"),
        ("localhost:8000/10.1000/182", "//localhost:8000/10.1000/182"),
        ("//localhost:8000/10.1000/182", "//localhost:8000/10.1000/182"),
        (
            "https://login.a.edu/login?url=http://localhost:8000/10.1000/1",
            "https://doi.org/10.1000/1",
        ),
        ("https://doi.org/10.1000/a%2", None),
        ("10.1000/182", None),
        ("https://example.org/?id=doi:10.1000/182", None),
        ("https://example.org/page", None),
        # What cuts the SICI short holds no escape that could be undone.
        (
            "https://doi.org/10.1002/(SICI)1#%zz:;2-1",
            "https://doi.org/10.1002/(SICI)1#%zz:;2-1",
        ),
    ],
)
def test_where_it_leads(written: str, href: str | None) -> None:
    """The canonical link of a destination, or none where it leads to no DOI."""
    link = canonical_of(written, Notations((SERVER,)))
    assert (link.href if link else None) == href


@pytest.mark.parametrize(
    ("text", "href"),
    [
        ("http://dx.doi.org/10.1000/182, and on", "https://doi.org/10.1000/182"),
        ("doi:10.1000/182", "https://doi.org/10.1000/182"),
        ("https://doi.org/doiRA/10.1000/182", None),
        ("https://example.org/10.1000/182", None),
        ("See https://doi.org/10.1000/182", None),
        ("See there", None),
    ],
)
def test_where_a_text_begins_with_a_link(text: str, href: str | None) -> None:
    """In running text a request to a service is no link to a name; only the start counts."""
    found = canonical_at_start(text)
    assert (found[0].href if found else None) == href
    leading = [candidate for candidate in find(text, STANDARD) if candidate.span.start == 0]
    links = [link.href for candidate in leading if (link := canonical_in_text(candidate))]
    assert links == ([href] if href else [])


def test_a_link_knows_its_parts() -> None:
    """Name and kept tail stand beside the address."""
    link = canonical(reading("http://doi.org/10.1000/a%23b?noredirect&utm_id=1#c"))
    assert link is not None
    assert (link.name, link.doi, link.tail) == (
        "10.1000/a#b",
        parse("10.1000/a#b"),
        "?noredirect#c",
    )


def test_what_resolves() -> None:
    """A wrong name behind a resolver is still a link that resolves; a page or a service is not."""
    wrong = reading("https://doi.org/10.1000/a%2")
    assert resolves(wrong)
    assert canonical(wrong) is None
    assert asks_service(reading("https://doi.org/doiRA/10.1000/182"))
    assert not resolves(reading("https://doi.org/doiRA/10.1000/182"))
    assert may_be_page(reading("https://doi.org/abcdef"))
    assert not may_be_page(reading("https://doi.org/10/abcdef"))


@pytest.mark.parametrize(
    ("argument", "name"),
    [
        ("10.1000/a%3Cb", "10.1000/a<b"),
        ("10.1000/a%3cb", "10.1000/a%3cb"),
        ("https://doi.org/10.1000/182#sec", "10.1000/182"),
        ("https://doi.org/10.1000/1;2-#", "10.1000/1;2-#"),
        ("https://doi.org/doiRA/10.1000/182", "10.1000/182"),
    ],
)
def test_a_role_always_resolves(argument: str, name: str) -> None:
    """A role leads to the name, whatever stands around it in its argument."""
    link = canonical_in_role(reading(argument))
    assert link is not None
    assert (link.name, link.tail) == (name, "")


@given(NAMES)
def test_a_destination_survives_markdown(name: str) -> None:
    """The canonical link, written as a destination, is read back by a parser as it was."""
    doi = parse(name)
    text = f"[t]({markdown_destination(doi.url())})"
    children = MarkdownIt().parseInline(text)[0].children or []
    assert children[0].type == "link_open", text
    link = canonical_of(str(children[0].attrs["href"]))
    assert link is not None
    assert link.doi == doi
    assert link.href == doi.url()


def test_brackets_only_where_they_are_needed() -> None:
    """Parentheses that pair off stay; others, or too many, stand in `<…>`; entities are undone."""
    assert markdown_destination("https://doi.org/10.1/(a(b))") == "https://doi.org/10.1/(a(b))"
    assert markdown_destination("https://doi.org/10.1/)a(") == "<https://doi.org/10.1/)a(>"
    assert markdown_destination("https://doi.org/10.1/(a") == "<https://doi.org/10.1/(a>"
    assert markdown_destination("https://doi.org/10.1/&lt;&a") == "https://doi.org/10.1/%26lt;&a"
    assert is_balanced("(" * 31 + ")" * 31)
    assert not is_balanced("(" * 32 + ")" * 32)


@given(NAMES.filter(lambda name: any(map(str.isalnum, name[8:]))))
def test_a_bare_address_survives_a_sentence(name: str) -> None:
    """The canonical link, written into running text, is found there whole."""
    doi = parse(name)
    (found,) = find(f"See {bare_address(doi.url())}, there.", STANDARD)
    assert found.doi == doi


def test_a_bare_address_stays_where_it_can() -> None:
    """Only what would end too early is encoded."""
    assert bare_address("https://doi.org/10.1000/(a).b") == "https://doi.org/10.1000/(a).b"
    assert bare_address("https://doi.org/10.1000/(a") == "https://doi.org/10.1000/%28a"
    assert bare_address("https://doi.org/10.1000/a.") == "https://doi.org/10.1000/a%2E"
    assert bare_address("https://doi.org/doiRA/10.1000/(a") == "https://doi.org/doiRA/10.1000/(a"


def test_only_the_name_is_encoded() -> None:
    """The rest of the link stays as written, and so does a bare name."""
    assert (
        encoded(reading("http://dx.doi.org/10.1000/a<b#c")) == "http://dx.doi.org/10.1000/a%3Cb#c"
    )
    assert encoded(reading("10.1000/a<b")) == "10.1000/a<b"
    assert encoded(reading("https://doi.org/10.1000/1<a#b>;2-1")).endswith("/1%3Ca%23b%3E;2-1")


@pytest.mark.parametrize("name", ["10.1000/a`b", "10.1000/a\\b", "10.1000/<b>", "10.1000/a%3Cb"])
def test_what_no_role_can_hold(name: str) -> None:
    """A name that a role would read as another or as markup is not written into one."""
    assert role_argument(parse(name)) is None
    assert role_argument(parse("10.1000/a%3cb")) == "10.1000/a%3cb"
    assert role_argument(parse("10.1000/a<b>c")) == "10.1000/a<b>c"


@pytest.mark.parametrize(
    ("name", "tail", "rest"),
    [
        ("10.1000/1;2-", "#", True),
        ("10.1000/1;2-", "?", True),
        ("10.1000/1", "#a>3.0.CO;2-1", True),
        ("10.1000/1", "#a%3E3.0.CO;2-1", True),
        ("10.1000/1", "#a;2-1", False),
        ("10.1000/1", "#", False),
        ("10.1000/1;2-1", "", False),
        ("10.1000/1;2-", "&", False),
    ],
)
def test_rest_of_a_sici(name: str, tail: str, rest: bool) -> None:  # noqa: FBT001
    """A fragment is a part of a SICI if it is the check character, or holds marks of one."""
    assert is_rest_of_sici(name, tail) is rest


@pytest.mark.parametrize(
    ("tail", "rest"),
    [
        ("?utm_source=x", ""),
        ("?a=b&utm_source=x&c", "?a=b&c"),
        ("?fbclid=1#sec", "#sec"),
        ("#:~:text=a", ""),
        ("#sec:~:text=a", "#sec"),
        ("#utm_source=x", "#utm_source=x"),
        ("", ""),
    ],
)
def test_trackers_go(tail: str, rest: str) -> None:
    """Known trackers are taken away; all other parts stay."""
    assert without_trackers(tail) == rest
