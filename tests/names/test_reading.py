"""One delimited text taken apart: the table in `spellings.txt`, and what it can't say."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from names.name_cases import lines_in

from mdlint_doi.names.doi import Reason
from mdlint_doi.names.scan.find import read
from mdlint_doi.names.spelling import PUBLISHERS, Kind, Notations, Resolver, Spelling


def _shown(spelling: Spelling | None) -> str:
    if spelling is None:
        return "-"
    parts = (spelling.scheme, spelling.host, spelling.lead, spelling.name, spelling.tail)
    name = str(spelling.doi) if spelling.doi else f"!{spelling.error and spelling.error.reason}"
    cut = "".join(f"[{part.cut(spelling.text)}]" for part in parts)
    return f"{spelling.kind} {spelling.resolver or '-'} {cut} {name}".replace(" ", "␠")


@pytest.mark.parametrize("line", lines_in("spellings.txt"))
def test_table(line: str) -> None:
    """Each text has the parts, the name or the reason that the table says."""
    text, _, expected = line.partition(" => ")
    assert _shown(read(text.replace("␠", " "))) == expected.replace(" ", "␠")


_PIECES = (
    *(
        "10.1000/",
        "10.12345/",
        "10.123/",
        "http://",
        "https://",
        "dx.",
        "www.",
        "doi.org/",
        "DOI.org",
    ),
    *("/", "//", ".", ":", ";", "-", "_", "(", ")", "a", "Z", "7", "doi:", "%2F", "?", "#", " "),
)


@given(st.sampled_from(("", "http://dx.doi.org/", "https://doi.org/10.1000/")), st.data())
def test_the_short_way_reads_the_same(begin: str, data: st.DataObject) -> None:
    """What is read at once, as most names are, is read alike part by part.

    Where further hosts resolve, nothing is read at once.
    """
    text = begin + "".join(data.draw(st.lists(st.sampled_from(_PIECES), max_size=6)))
    assert repr(read(text)) == repr(read(text, Notations(("resolver.example.org",))))


@pytest.mark.parametrize("line", lines_in("spellings.txt"))
def test_parts_cover_the_text(line: str) -> None:
    """The parts follow each other without gaps; a name or an error, never both."""
    text = line.partition(" => ")[0].replace("␠", " ")
    spelling = read(text, PUBLISHERS, presented=True)
    assert spelling is not None
    parts = (spelling.scheme, spelling.host, spelling.lead, spelling.name, spelling.tail)
    assert "".join(part.cut(text) for part in parts) == spelling.text == text
    assert (spelling.doi is None) != (spelling.error is None)


def test_errors_are_placed() -> None:
    """An error names the whole text and the place in it."""
    spelling = read("https://doi.org/10.1000/a%zzb")
    assert spelling is not None
    assert spelling.error is not None
    assert spelling.error.text == spelling.text
    assert spelling.error.span.cut(spelling.text) == "%zz"


def test_error_behind_two_layers_is_placed_on_the_name() -> None:
    """What is only wrong under a second layer of escapes has no narrower place than the name."""
    name = "10.1000%2Fa%25zz"
    spelling = read(f"https://x.org/login?qurl=https%3A%2F%2Fdoi.org%2F{name}")
    assert spelling is not None
    assert spelling.error is not None
    assert spelling.error.reason is Reason.BAD_ESCAPE
    assert spelling.error.span.cut(spelling.text) == name


@pytest.mark.parametrize(
    "text", ["abc", "10.abc/x", "10.2/3", "", "https://example.org/", "10/abc"]
)
def test_a_role_presents_whatever_it_holds(text: str) -> None:
    """With `presented` there is always a spelling, since the place says that it is a DOI."""
    spelling = read(text, presented=True)
    assert spelling is not None
    assert spelling.kind is Kind.BARE
    assert read(text) is None


@pytest.mark.parametrize(
    "text",
    ["urn:doi:/10.1000/182", "info:doi//10.1000/182", "hdl:api/handles/10.1000/182", "hdl:/10.1/2"],
)
def test_a_label_has_no_path(text: str) -> None:
    """Slashes and services stand behind a resolver's host alone; a label has its name at once."""
    assert read(text) is None


def test_a_role_is_exact() -> None:
    """A bare name is never decoded: a registered one holds a literal escape."""
    name = "10.1002/1522-239x(200205)113:1/2%3c7::aid-fedr7%3e3.0.co;2-5"
    spelling = read(name)
    assert spelling is not None
    assert str(spelling.doi) == name
    assert not spelling.encoded


@pytest.mark.parametrize("host", ["127.0.0.1:8410", "LOCALHOST:80", "doi.example.org"])
def test_configured_servers(host: str) -> None:
    """A host of the settings counts as a resolver, in any case of letters, with its port."""
    for path in ("10.1000/182", "api/handles/10.1000/182", "doi:10.1000/182"):
        spelling = read(f"http://{host}/{path}", Notations((host.lower(),)))
        assert spelling is not None
        assert spelling.resolver is Resolver.CONFIGURED
        assert str(spelling.doi) == "10.1000/182"
    assert read(f"http://{host}/10.1000/182") is None


@given(st.from_regex(r"10\.[0-9]{3,6}/[ab1._()/;:0-]{1,16}", fullmatch=True))
def test_canonical_links_are_read_as_all_others(name: str) -> None:
    """The short way for the links that most are comes to what the long one does."""
    text = f"https://doi.org/{name}"
    assert read(text) == read(text, Notations(("other.example",)))
