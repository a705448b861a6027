"""Every name, however awkward, gets the link that its own encoding says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from names.test_newer_forms import TABLE

from mdlint_doi.markdown_it.plugin import doi_plugin
from mdlint_doi.names.doi import Doi, Profile, parse

LINKS = MarkdownIt().use(doi_plugin)
TEXT = MarkdownIt().use(doi_plugin, autolink=True)

# What stands in real names, and all that any syntax on the way gives a meaning.
SUFFIX = st.text(
    st.sampled_from("abcXYZ0189-._;()/:<>[]#?%+&=\\\"'`{}|^~*,@!$ æ漢𝔻"),
    min_size=1,
    max_size=30,
)
DOIS = st.builds(lambda code, suffix: (f"10.{code}", suffix), st.integers(1000, 99999), SUFFIX)


def hrefs(md: MarkdownIt, text: str) -> list[str]:
    """Return the addresses of all links."""
    return [
        str(token.attrs["href"])
        for block in md.parse(text)
        for token in block.children or ()
        if token.type == "link_open"
    ]


def doi_of(parts: tuple[str, str]) -> Doi:
    """Return a name; skip what is none."""
    assume(parts[1] == parts[1].strip())
    return parse("/".join(parts))


@given(DOIS)
def test_a_canonical_link_is_a_fixed_point(parts: tuple[str, str]) -> None:
    """In brackets, bare of them where the parentheses balance, in a definition, an autolink."""
    doi = doi_of(parts)
    for text in (f"[t](<{doi.url()}>)", f"[t]\n\n[t]: <{doi.url()}>", f"<{doi.url()}>"):
        assert hrefs(LINKS, text) == [doi.url()]


@given(DOIS)
def test_all_spellings_of_a_name_lead_to_it(parts: tuple[str, str]) -> None:
    """Old hosts, the scheme, the strict encoding, with every letter escaped as Markdown allows."""
    doi = doi_of(parts)
    path = doi.url("strict").removeprefix("https://doi.org/")
    for prefix in ("http://dx.doi.org/", "https://www.doi.org/", "//doi.org/", "doi:", "DOI:"):
        assert hrefs(LINKS, f"[t](<{prefix}{path}>)") == [doi.url()]
    assert hrefs(LINKS, f"<doi:{path}>") == [doi.url()]
    assert hrefs(LINKS, f"<http://dx.doi.org/{path}>") == [doi.url()]


@given(DOIS)
def test_a_raw_name_behind_the_doi_scheme_leads_to_it(parts: tuple[str, str]) -> None:
    """With the escapes that CommonMark asks for; only `%` has a meaning of its own there."""
    doi = doi_of(parts)
    assume("%" not in str(doi))
    escaped = "".join(f"\\{c}" if c in "\\<>&" else c for c in str(doi))
    assert hrefs(LINKS, f"[t](<doi:{escaped}>)") == [doi.url()]


@given(DOIS)
def test_the_rendered_link_leads_to_the_name(parts: tuple[str, str]) -> None:
    """Through the HTML writer, which escapes `&` and quotes, nothing else is left to escape."""
    doi = doi_of(parts)
    html = LINKS.render(f"[t](<doi:{doi.api_path}>)")
    address = html.removeprefix('<p><a href="').partition('"')[0]
    assert address.replace("&amp;", "&") == doi.url()
    assert not set("<>\"' \\") & set(address) - {"'"}


def nasty(shared: Path) -> list[str]:
    """Return the real names with awkward characters."""
    lines = (shared / "spec" / "nasty_dois.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["doi"] for line in lines]


def test_nasty_names_get_the_right_link(shared: Path) -> None:
    """Real names, in each construct."""
    for name in nasty(shared):
        doi = parse(name)
        for text in (
            f"[t](<https://doi.org/{doi.api_path}>)",
            f"[t](<{doi.url()}>)",
            f"<{doi.uri}>",
            f"[t][a]\n\n[a]: <{doi.uri}>",
            f"[![i](x.png)](<http://dx.doi.org/{doi.api_path}>)",
        ):
            assert hrefs(LINKS, text) == [doi.url()], text


def test_nasty_names_are_found_in_text(shared: Path) -> None:
    """Bare, labelled and as an address; those that end like a sentence can't be told from one."""
    names = nasty(shared)
    missed = [
        text
        for doi in map(parse, names)
        for text in (f"see {doi} there", f"doi:{doi}, and", f"({doi.url()})")
        if hrefs(TEXT, text) != [doi.url()]
    ]
    assert len(missed) <= len(names) * 3 * 0.05, missed


@pytest.mark.parametrize(
    "name",
    [
        "10.1002/(SICI)1097-0258(19980815/30)17:15/16<1661::AID-SIM968>3.0.CO;2-2",
        "10.1002/1521-3757(20010316)113:6<>1.0.CO;2-0",
        "10.1016/0304-3975(92)90130-<693::AID-ASI4>3.0.CO;2-O",
    ],
)
def test_a_sici_stands_raw_in_angle_brackets(name: str) -> None:
    """`<doi:…>` takes it whole, in the midst of a sentence, too."""
    doi = parse(name)
    assert hrefs(LINKS, f"a <doi:{name}> b <doi:{name}>, c") == [doi.url()] * 2


@pytest.mark.parametrize(("name", "paths"), [(name, paths) for name, *paths in TABLE[:4]])
@pytest.mark.parametrize("profile", ["handbook", "handbook-2025", "strict"])
def test_older_and_newer_forms(name: str, paths: list[str], profile: Profile) -> None:
    """A link in the form of any text leads to the same address, in that of the profile."""
    md = MarkdownIt().use(doi_plugin, autolink=True, profile=profile)
    for path in paths:
        text = f"[t](https://doi.org/{path}) [t](doi:{path}) <https://doi.org/{path}> <doi:{path}>"
        assert hrefs(md, text) == [parse(name).url(profile)] * 4
        assert hrefs(md, f"See https://doi.org/{path} there.") == [parse(name).url(profile)]


def test_a_profile_that_does_not_exist() -> None:
    """It is an error at once, and not at the first link."""
    with pytest.raises(ValueError, match="'handbook-2024'"):
        MarkdownIt().use(doi_plugin, profile="handbook-2024")
