"""The tokens are ordinary, say what the source says, and leave all others alone."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linear import effort, is_within
from markdown_it import MarkdownIt
from markdown_it.token import Token

from mdlint_doi.markdown_it.plugin import doi_plugin
from mdlint_doi.names.link import canonical_of

SOUP = st.lists(
    st.sampled_from(
        (
            "[t](http://dx.doi.org/10.1000/1)",
            "[t](<doi:10.1000/2> 'x')",
            "![i](https://doi.org/10.1000/a%3cb)",
            "[a]",
            "[t][a]",
            "<http://doi.org/10.1000/4>",
            "<doi:10.1000/5>",
            "10.1000/6",
            "doi:10.1000/7",
            "https://doi.org/10.1000/8",
            "https://example.org/10.1000/9",
            "[u](https://example.org/x)",
            "[![b](y.svg)](doi:10.1000/10)",
            "`10.1000/11`",
            "<b>",
            "<a href='x'>",
            "</a>",
            "*",
            "**",
            "_",
            "\\",
            "&lt;",
            "<",
            ">",
            "[",
            "]",
            "(",
            ")",
            "!",
            "\n",
            "\n\n",
            "> ",
            "- ",
            "    ",
            " ",
            "\n\n[a]: http://dx.doi.org/10.1000/12\n\n",
            "\n\n[a]: doi:10.1000/13 'x'\n\n",
        ),
    ),
    max_size=25,
).map("".join)


def links(md: MarkdownIt, text: str) -> list[Token]:
    """Return the tokens with an address."""
    children = [token for block in md.parse(text) for token in block.children or ()]
    return [token for token in children if token.type in {"link_open", "image"}]


@given(SOUP)
def test_other_tokens_are_left_alone(text: str) -> None:
    """Without `autolink`, addresses of links to DOIs are the only difference to CommonMark."""
    plain = MarkdownIt().parse(text)
    ours = MarkdownIt().use(doi_plugin).parse(text)
    for token, other in zip(plain, ours, strict=True):
        assert token.copy(children=None) == other.copy(children=None)
        for before, after in zip(token.children or (), other.children or (), strict=True):
            if "doi" in after.meta:
                key = "href" if after.type == "link_open" else "src"
                target = canonical_of(str(before.attrs[key]))
                assert target
                assert after.attrs[key] == target.href
                assert target.href.startswith("https://doi.org/")
                after.attrs[key] = before.attrs[key]
                del after.meta["doi"]
            assert before == after


@given(SOUP)
def test_bare_links_keep_the_text(text: str) -> None:
    """With `autolink`, a reader sees the same words, and no link is lost."""

    def words(html: str) -> str:
        return re.sub(r"</?a\b[^>]*>|src=\S+", "", html)

    plain, ours = MarkdownIt(), MarkdownIt().use(doi_plugin, autolink=True)
    assert words(plain.render(text)) == words(ours.render(text))
    assert len(links(ours, text)) >= len(links(plain, text))


@given(SOUP)
def test_links_are_well_formed(text: str) -> None:
    """Levels rise and fall with nesting, so that a tree can be made of the tokens."""
    for block in MarkdownIt().use(doi_plugin, autolink=True).parse(text):
        level = 0
        for token in block.children or ():
            level += min(token.nesting, 0)
            assert token.level == level
            level += max(token.nesting, 0)
        assert level == 0


@given(SOUP)
def test_the_source_is_kept_as_written(text: str) -> None:
    """`written` is a piece of the source, for every link and image that has its own address."""
    for token in links(MarkdownIt().use(doi_plugin, autolink=True), text):
        if "doi" in token.meta:
            assert token.meta["doi"]["written"] in text


@pytest.mark.parametrize(
    ("text", "written", "name"),
    [
        (
            r"[t](http://dx.doi.org/10.1000/a\_b 'x')",
            r"http://dx.doi.org/10.1000/a\_b",
            "10.1000/a_b",
        ),
        ("a [*t*]( <doi:10.1000/a b> )", "<doi:10.1000/a b>", "10.1000/a b"),
        ("a ![`]`](doi:10.1000/1)", "doi:10.1000/1", "10.1000/1"),
        ("<doi:10.1000/a%20b>", "doi:10.1000/a%20b", "10.1000/a b"),
        ("<https://doi.org/10.1000/%e6%bc%a2>", "https://doi.org/10.1000/%e6%bc%a2", "10.1000/漢"),
        (r"see 10.1000/a\_b.", r"10.1000/a\_b", "10.1000/a_b"),
        ("DOI: 10.1000/1", "DOI: 10.1000/1", "10.1000/1"),
        (r"https://doi.org/10.1000/a\_b", r"https://doi.org/10.1000/a\_b", "10.1000/a_b"),
        ("[t][a]\n\n[a]: doi:10.1000/1", "doi:10.1000/1", "10.1000/1"),
        ("[t](https://doi.org/dvr36h)", "https://doi.org/dvr36h", "10/dvr36h"),
        ("[a](doi:10.1000/1) (b)\n\n[a]: doi:10.1000/2", "doi:10.1000/1", "10.1000/1"),
        ("[a](b c)\n\n[a]: doi:10.1000/2", "doi:10.1000/2", "10.1000/2"),
    ],
)
def test_meta_tells_source_and_name(text: str, written: str, name: str) -> None:
    """Escapes and brackets as in the source, the name decoded."""
    [token] = links(MarkdownIt().use(doi_plugin, autolink=True), text)
    assert token.meta["doi"] == {"name": name, "written": written}


def test_a_stricter_validator_is_obeyed() -> None:
    """Who forbids an address gets no link to it from us."""
    md = MarkdownIt().use(doi_plugin, autolink=True)
    md.validateLink = lambda url: "10.1000/no" not in url  # type: ignore[method-assign]
    html = md.render("<doi:10.1000/no> 10.1000/no https://doi.org/10.1000/no 10.1000/yes")
    assert html.count("<a ") == 1
    assert "10.1000/yes</a>" in html


def test_a_link_in_html_ends_where_its_own_end_is() -> None:
    """The end of a link inside another one does not end the outer one; DOIs there stay text."""
    md = MarkdownIt("commonmark", {"html": True}).use(doi_plugin, autolink=True)
    html = md.render("A <a href='x'>b <a href='y'>c</a> 10.1000/1</a> 10.1000/2")
    assert html.count("https://doi.org/") == 1
    assert "10.1000/2</a>" in html


def test_only_the_https_form_has_to_be_allowed() -> None:
    """A parser that allows nothing but https still links `<doi:…>`."""
    md = MarkdownIt().use(doi_plugin)
    md.validateLink = lambda url: url.startswith("https:")  # type: ignore[method-assign]
    assert 'href="https://doi.org/10.1000/182"' in md.render("<doi:10.1000/182>")


def test_inline_parsing_works_alone() -> None:
    """`renderInline` has no blocks."""
    md = MarkdownIt().use(doi_plugin, autolink=True)
    assert md.renderInline("10.1000/1").startswith('<a href="https://doi.org/10.1000/1">')


def test_a_parser_without_links_stays_without() -> None:
    """The preset `zero` has no link rule to change."""
    html = (
        MarkdownIt("zero").use(doi_plugin).render("[t](doi:10.1000/1) <http://doi.org/10.1000/1>")
    )
    assert "<a " not in html


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[t](http://dx.doi.org/10.1000/182) " * 5_000, id="links"),
        pytest.param("10.1000/182 " * 5_000, id="bare"),
        pytest.param(r"10.1000/a\_b " * 5_000, id="escapes"),
        pytest.param("https://doi.org/10.1000/182 " * 5_000, id="addresses"),
        pytest.param("<doi:10.1000/" * 20_000, id="open angles"),
        pytest.param("<doi:" + "10.1000/<" * 20_000, id="open SICI"),
        pytest.param("[" * 5_000 + "10.1000/182" + "](doi:10.1000/182)" * 5_000, id="nested"),
        pytest.param("https://" * 20_000, id="schemes"),
        pytest.param("x" * 1_000_000 + " 10.1000/182", id="one long word"),
    ],
)
def test_time_grows_with_the_text(text: str) -> None:
    """A bounded multiple of what plain CommonMark takes, whatever the text is made of."""
    plain = effort(lambda: MarkdownIt().render(text))
    ours = MarkdownIt().use(doi_plugin, autolink=True)
    assert is_within(lambda: ours.render(text), 8 * plain + 150)


def test_servers_that_are_none() -> None:
    """One text is no collection of hosts, and an address is no host."""
    with pytest.raises(TypeError, match=r"servers=\['localhost:8000'\]"):
        MarkdownIt().use(doi_plugin, servers="localhost:8000")
    with pytest.raises(ValueError, match="is not a host such as"):
        MarkdownIt().use(doi_plugin, servers=["https://doi.org"])
