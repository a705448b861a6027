"""The body of `{eval-rst}` in Markdown is reStructuredText: read, judged and fixed as such."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest
from docutils import nodes
from docutils.parsers.rst import Parser
from stated_fixes import stated

from mdlint_doi.api.texts import check_text, fix_text
from mdlint_doi.formats.markdown.format import read
from mdlint_doi.formats.markdown.same_page import SameMarkdown
from mdlint_doi.lint.model import Edit, Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

BODY = dedent(
    """\
    Old `link <http://dx.doi.org/10.1000/1>`_, :doi:`https://doi.org/10.1000/2`, DOI:`10.1000/3`.

    .. note::

       * http://dx.doi.org/10.1000/4 and ``http://dx.doi.org/10.1000/5``.

    .. _x: http://dx.doi.org/10.1000/6
    """
)
FIXED = dedent(
    """\
    Old `link <https://doi.org/10.1000/1>`_, :doi:`10.1000/2`, :doi:`10.1000/3`.

    .. note::

       * https://doi.org/10.1000/4 and ``http://dx.doi.org/10.1000/5``.

    .. _x: https://doi.org/10.1000/6
    """
)
AROUND = {
    "backticks": ("```{eval-rst}\n", "```\n", ""),
    "tildes": ("~~~ {eval-rst}\n", "~~~\n", ""),
    "colons": (":::{eval-rst}\n", ":::\n", ""),
    "capitals": ("```{Eval-RST}\n", "```\n", ""),
    "never closed": ("text\n```{eval-rst}\n", "", ""),
    "in a directive": ("````{note}\n```{eval-rst}\n", "```\n````\n", ""),
    "in an item": ("* a\n\n  ```{eval-rst}\n", "  ```\n", "  "),
    "in a quote": ("> ```{eval-rst}\n", "> ```\n", "> "),
    "behind front matter": ("---\ndoi: 10.1000/7\n---\n```{eval-rst}\n", "```\n", ""),
}


def document(kind: str, body: str) -> str:
    """Return Markdown with a body of reStructuredText."""
    opening, closing, before = AROUND[kind]
    return f"{opening}{indent(body, before, lambda _: True)}{closing}"


def mentions(name: str, text: str) -> list[Mention]:
    """Return the mentions in a Markdown document."""
    return list(read(Source(name, text), Settings()).mentions)


@pytest.mark.parametrize("kind", AROUND)
def test_the_findings_are_those_of_an_rst_file(kind: str) -> None:
    """Code, column and message are those of the same text in a file of its own."""
    settings = Settings(offline=True)
    text = document(kind, BODY)
    opening, _, before = AROUND[kind]
    expected = [
        (
            finding.code,
            finding.line + opening.count("\n"),
            finding.column + len(before),
            finding.message,
        )
        for finding in check_text(BODY, "rst", settings)
    ]
    found = [
        (finding.code, finding.line, finding.column, finding.message)
        for finding in check_text(text, "markdown", settings)
    ]
    assert len(expected) > 3
    assert found == expected


@pytest.mark.parametrize("kind", [kind for kind in AROUND if kind != "colons"])
def test_the_fixes_are_those_of_an_rst_file(kind: str) -> None:
    """A fence of colons is text to the guard, which lets fewer fixes pass there."""
    settings = Settings(offline=True)
    fixed = fix_text(document(kind, BODY), "markdown", settings, unsafe=True)
    assert fixed == document(kind, FIXED)


def test_a_link_is_made_in_the_syntax_around() -> None:
    """An unlinked name becomes a link of rST in the body, and one of Markdown beside it."""
    settings = Settings(offline=True, select=("DOI209",))
    text = "a 10.1000/1 b\n\n```{eval-rst}\na 10.1000/2 b\n```\n"
    assert fix_text(text, "markdown", settings) == (
        "a [10.1000/1](https://doi.org/10.1000/1) b\n\n"
        "```{eval-rst}\na `10.1000/2 <https://doi.org/10.1000/2>`__ b\n```\n"
    )


def test_a_fix_that_changes_the_doctree_is_refused() -> None:
    """Without its backslash the end of this name is a reference to docutils."""
    before = "```{eval-rst}\nsee 10.1000/ab\\_ here\n```\n"
    after = before.replace("\\_", "_")
    edit = Edit(Span(before.index("10"), before.index(" here")), "10.1000/ab_")
    assert not SameMarkdown()(before, after, stated(edit, was="10.1000/ab", doi="10.1000/ab"))
    other = before.replace("ab", "cd")
    edit = Edit(Span(before.index("10"), before.index(" here")), "10.1000/cd\\_")
    assert SameMarkdown()(before, other, stated(edit, was="10.1000/ab", doi="10.1000/cd"))


def test_what_takes_docutils_too_long_has_no_fix() -> None:
    """Beside a word of thousands of letters nothing tells that `182_` becomes a reference."""
    settings = Settings(offline=True)
    body = f"see https://doi.org/10.1000/182%5F and\n\n{'x' * 3000}\n"
    text = document("backticks", body)
    assert [finding.code for finding in check_text(text, "markdown", settings)] == ["DOI301"]
    assert fix_text(text, "markdown", settings) == text == document("backticks", body)
    assert fix_text(body, "rst", settings) == body


def test_a_long_paragraph_that_a_fix_makes_short_is_refused_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its text before is too long for docutils, so that one behind is hardly ever given to it."""
    given = 0
    parse = Parser.parse

    def counted(self: Parser, inputstring: str, document: nodes.document) -> None:
        nonlocal given
        given += len(inputstring)
        parse(self, inputstring, document)

    monkeypatch.setattr(Parser, "parse", counted)
    body = "".join(f":doi:`http://dx.doi.org/10.1000/{number}`\n" for number in range(730))
    text = document("backticks", body)
    settings = Settings(offline=True)
    assert fix_text(text, "markdown", settings) == text
    assert 0 < given < 10 * len(text)


@pytest.mark.parametrize("name", ["page.qmd", "page.Rmd"])
def test_knitted_documents_have_no_directives(name: str) -> None:
    """There a fence with a name in braces is a program."""
    assert not mentions(name, document("backticks", BODY))


@pytest.mark.parametrize("word", ["code", "python", "raw"])
def test_other_fences_stay_code(word: str) -> None:
    """Also one that shows reStructuredText."""
    shown = f"```{{{word}}}\n{BODY}```\n\n```{word}\n{BODY}```\n\n```eval-rst\n{BODY}```\n"
    assert not mentions("page.md", shown)


def test_our_comments_in_a_body_count() -> None:
    """A comment of rST holds in the body, and one of Markdown around it, too."""
    settings = Settings(offline=True)
    body = "http://dx.doi.org/10.1000/1\n"
    own = document("backticks", f".. mdlint-doi-disable-next-line\n\n{body}")
    outer = f"<!-- mdlint-doi-disable -->\n\n{document('backticks', body)}"
    assert check_text(document("backticks", body), "markdown", settings)
    assert not check_text(own, "markdown", settings)
    assert not check_text(outer, "markdown", settings)


def test_a_name_that_its_paragraph_links_is_known_as_linked() -> None:
    """Each leaf of a body is a block of its own, as each paragraph of the document is."""
    text = document("backticks", ":doi:`10.1000/1` is 10.1000/1\n\n10.1000/1 alone\n")
    found = [
        mention.linked_in_block for mention in mentions("a.md", text) if mention.form is Form.TEXT
    ]
    assert found == [True, False]


def test_a_page_without_a_body_is_read_without_the_reader_of_rst() -> None:
    """A document that holds a body without a DOI takes nothing more to read either."""
    import subprocess
    import sys

    code = (
        "import sys\nfrom mdlint_doi.formats.markdown.format import read\n"
        "from mdlint_doi.lint.settings import Settings\nfrom mdlint_doi.text.source import Source\n"
        "read(Source('a.md', '10.1000/1\\n\\n```{eval-rst}\\ntext\\n```\\n'), Settings())\n"
        "sys.exit('mdlint_doi.formats.rst.format' in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("before", "margin", "behind"),
    [
        ("[^n]: x\n\n", "    ", ""),
        ("[^n]: x\n\n    - y\n\n", "      ", ""),
        ("````{note}\n", "", "````\n"),
        ("`````{note}\n````{tip}\n", "", "````\n`````\n"),
    ],
)
def test_a_body_within_something_is_compared_as_docutils_reads_it(
    before: str, margin: str, behind: str
) -> None:
    """A simple table whose columns a fix would move stays as it is; a link beside none is fixed."""
    bar = f"{'=' * 33}  {'=' * 8}\n"
    row = "https://doi.org/doi:10.1007/978-3  http://doi.org/10.1000/182\n"
    for body, after in (
        (bar + row + bar, bar + row + bar),
        ("`t <http://dx.doi.org/10.1000/182>`__\n", "`t <https://doi.org/10.1000/182>`__\n"),
    ):
        text, fixed = (
            before + indent(f"```{{eval-rst}}\n{content}```\n", margin) + behind
            for content in (body, after)
        )
        assert fix_text(text, "markdown", Settings(offline=True)) == fixed
