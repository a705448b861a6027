"""Each case is a way in which real files are written, or go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from formats import laws

from mdlint_doi.formats.data.bibtex_block import BibEntry, Comment, Macros, PartKind, Preamble
from mdlint_doi.formats.data.bibtex_syntax import read_blocks

CASES = Path(__file__).parent / "cases.bib"


def entries(text: str) -> list[BibEntry]:
    """Return the entries of a text."""
    return [block for block in read_blocks(text) if isinstance(block, BibEntry)]


def fields(text: str) -> list[tuple[str, str]]:
    """Return the fields of all entries of a text."""
    return [
        (field.name.cut(text), field.text(text).text)
        for entry in entries(text)
        for field in entry.fields
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("@a{k, doi = {10.1/2}}", [("doi", "10.1/2")], id="braces"),
        pytest.param('@a{k, doi = "10.1/2"}', [("doi", "10.1/2")], id="quotes"),
        pytest.param("@a{k, doi = 10, t = jan}", [("doi", "10"), ("t", "jan")], id="bare"),
        pytest.param("@a{k,doi={10.1/2},}", [("doi", "10.1/2")], id="comma-at-the-end"),
        pytest.param("@a(k, doi = {10.1/(2)})", [("doi", "10.1/(2)")], id="parentheses"),
        pytest.param("@ a\t{ k ,\tdoi\t=\t{x}\t}", [("doi", "x")], id="tabs"),
        pytest.param("@a{k,\r\n doi = {x},\r\n}\r\n", [("doi", "x")], id="crlf"),
        pytest.param("@a{k,\r doi = {x},\r}\r@b{l, n = 1}", [("doi", "x"), ("n", "1")], id="cr"),
        pytest.param("@a\n{k, doi = {x}}", [("doi", "x")], id="type-on-a-line"),
        pytest.param("@a{k, DOI = {x}, doi = {y}}", [("DOI", "x"), ("doi", "y")], id="twice"),
        pytest.param('@a{k, t = {a "b" c}}', [("t", 'a "b" c')], id="quotes-in-braces"),
        pytest.param('@a{k, t = "a {"}b{"} c"}', [("t", 'a {"}b{"} c')], id="braced-quotes"),
        pytest.param('@a{k, t = "{5" disk}", d = 1}', [("t", '{5" disk}'), ("d", "1")], id="inch"),
        pytest.param(r'@a{k, t = "{\"o}", d = 1}', [("t", r"{\"o}"), ("d", "1")], id="umlaut"),
        pytest.param(r'@a{k, t = "G\"o", d = 1}', [("t", r"G\"o"), ("d", "1")], id="bare-umlaut"),
        pytest.param(r"@a{k, t = {a \{ b}, d = 1}", [("t", r"a \{ b"), ("d", "1")], id="escaped"),
        pytest.param(
            r'@a{k, t = "a {"} \{ b", d = 1}', [("t", r'a {"} \{ b'), ("d", "1")], id="both"
        ),
        pytest.param(r"@a{k, t = {C:\}, d = 1}", [("t", "C:\\"), ("d", "1")], id="backslash"),
        pytest.param("@a{k, m = {a@b.org}, d = 1}", [("m", "a@b.org"), ("d", "1")], id="at"),
        pytest.param("@a{k, m = {see @b{x} y}}", [("m", "see @b{x} y")], id="entry-in-a-value"),
        pytest.param("@a{k, p = {1} # {--} # {2}}", [("p", "1--2")], id="joined"),
        pytest.param("@a{k, t = {a\n  b}}", [("t", "a\n  b")], id="lines"),
        pytest.param("@a{k, t = {a {b {c {d}}}}}", [("t", "a {b {c {d}}}")], id="deep"),
        pytest.param("@a{k, doi = {}}", [("doi", "")], id="empty"),
        pytest.param("@a{k, % doi = {old}, {\n doi = {x}}", [("doi", "x")], id="comment"),
        pytest.param("@a{k,\n doi = {x}, % why {\n n = 1}", [("doi", "x"), ("n", "1")], id="why"),
        pytest.param("@a{k, u = {a%20b}, d = 1}", [("u", "a%20b"), ("d", "1")], id="percent"),
    ],
)
def test_fields(text: str, expected: list[tuple[str, str]]) -> None:
    """What is right, or taken by one of the programs that read such files, has no problem."""
    assert fields(text) == expected
    assert [entry.problem for entry in entries(text)] == [None] * len(entries(text))
    laws.bibtex(text)


@pytest.mark.parametrize(
    ("text", "expected", "at"),
    [
        pytest.param("@a{k, t = {x}\n doi = {y}}", [("t", "x"), ("doi", "y")], "doi", id="comma"),
        pytest.param("@a{k, t = {x} {z}, doi = {y}}", [("t", "x"), ("doi", "y")], "{z", id="hash"),
        pytest.param("@a{k,, doi = {y}}", [("doi", "y")], ", d", id="two-commas"),
        pytest.param(r"@a{k,, t = {C:\}, d = 1}", [("t", "C:\\"), ("d", "1")], ", t", id="path"),
        pytest.param("@a{k doi = {y}}", [("doi", "y")], "k doi", id="no-comma-behind-the-key"),
        pytest.param("@a{doi = {y}}", [("doi", "y")], "doi", id="no-key"),
        pytest.param("@a{k, a doi = {y}}", [("doi", "y")], "a doi", id="two-names"),
        pytest.param("@a{k, = {x}, doi = {y}}", [("", "x"), ("doi", "y")], "= {x", id="no-name"),
        pytest.param("@a{k, t = , doi = {y}}", [("doi", "y")], ", doi", id="no-value"),
        pytest.param("@a{k, doi = {y}, t}", [("doi", "y")], "t}", id="name-alone"),
        pytest.param("@a{k, doi = {y}", [("doi", "y")], "@a", id="no-end"),
    ],
)
def test_faults(text: str, expected: list[tuple[str, str]], at: str) -> None:
    """A fault is told where it is, and costs no other field."""
    assert fields(text) == expected
    (entry,) = entries(text)
    assert entry.problem is not None
    assert text[entry.problem.offset :].startswith(at)
    laws.bibtex(text)


def test_an_entry_without_an_end_ends_before_the_next() -> None:
    """A brace too few spoils one entry, however it is indented; its fields are still read."""
    text = "@a{k, doi = {x}, t = {y,\n\n  @b{l, doi = {z}}\n"
    first, second = entries(text)
    assert first.problem is not None
    assert second.problem is None
    assert first.span.end == second.span.start
    assert fields(text) == [("doi", "x"), ("t", "y,"), ("doi", "z")]


def test_blocks_of_all_kinds() -> None:
    """The fixture's blocks, in order; what stands between entries and in them is a comment."""
    text = CASES.read_text(encoding="utf-8")
    found: list[tuple[str, str]] = []
    for block in read_blocks(text):
        match block:
            case BibEntry():
                found.append((block.type.cut(text), block.key.cut(text)))
                found += [("comment in it", comment.cut(text)) for comment in block.comments]
            case Macros():
                found += [("macro", field.name.cut(text)) for field in block.fields]
            case Comment():
                found.append(("comment", block.content.cut(text)))
            case Preamble():
                found.append(("preamble", block.content.cut(text)))
    assert found == [
        ("comment", "Our references.\n% mdlint-doi-disable-file DOI201"),
        ("macro", "jcp"),
        ("preamble", r'"\newcommand{\x}{y}"'),
        ("comment", "jabref-meta: databaseType:bibtex;"),
        ("Article", "Smith:2019+a/b"),
        ("comment in it", "% mdlint-doi-disable-next-line DOI501"),
        ("misc", "naïve key"),
        ("comment", "the end"),
    ]
    laws.bibtex(text)


def test_a_macro_is_no_text() -> None:
    """A value with a macro is not literal, and says which of its parts is one."""
    text = '@a{k, m = "10~" # jan, y = 2000 # {a}}'
    month, year = entries(text)[0].fields
    assert not month.literal
    assert year.literal
    assert [part.kind for part in month.parts] == [PartKind.QUOTED, PartKind.MACRO]
    assert [part.kind for part in year.parts] == [PartKind.NUMBER, PartKind.BRACED]
    assert month.value.cut(text) == '"10~" # jan'


@pytest.mark.parametrize("head", ["@comment(", "@preamble("])
def test_a_brace_too_many_opens_nothing(head: str) -> None:
    """In a block without fields the next parenthesis outside of braces ends it all the same."""
    assert fields(f"{head} a }} b ) @misc{{k, doi = {{x}}}}") == [("doi", "x")]
    assert fields(f"{head} {{a ) b}} c ) @misc{{k, doi = {{y}}}}") == [("doi", "y")]
