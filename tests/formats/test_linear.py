"""No text makes a reader slower than its length: no work grows faster than its text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from linear import is_linear

from mdlint_doi.formats.data.bibtex_block import BibEntry, Macros
from mdlint_doi.formats.data.bibtex_syntax import read_blocks
from mdlint_doi.formats.data.ris_entries import read_records
from mdlint_doi.formats.html import read as read_html
from mdlint_doi.formats.json_text import JsonString, strings, written_like
from mdlint_doi.formats.latex import LATEX, RD, ROXYGEN, read_tex
from mdlint_doi.formats.notebook.cells import read_cells
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.yaml_reader import read_scalars
from mdlint_doi.lint.model import Container
from mdlint_doi.lint.placeholders import unfinished
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

pytestmark = pytest.mark.slow
SIZE = 20_000


def _bibtex(text: str) -> None:
    for block in read_blocks(text):
        for field in block.fields if isinstance(block, BibEntry | Macros) else ():
            field.text(text).spans(0, 1)


def _json(text: str) -> None:
    for _, string in strings(text):
        string.placed(text).spans(0, 1)


def _written(text: str) -> None:
    written_like(text, text)


def _notebook(text: str) -> None:
    for cell in read_cells(text):
        cell.placed(text).spans(0, 1)


def _yaml(text: str) -> None:
    for _ in read_scalars(text):
        pass


def _tex(text: str) -> None:
    for dialect in (LATEX, RD, ROXYGEN):
        read_tex(text, dialect).running.spans(0, 1)


def _html(text: str) -> None:
    read_html(Source("a.html", text), Settings())


def _ris(text: str) -> None:
    for _ in read_records(text):
        pass


def _done(read: Callable[[str], None], text: str) -> None:
    try:
        read(text)
    except FormatSyntaxError as error:
        assert error.offset <= len(text)  # noqa: PT017


CASES: tuple[tuple[Callable[[str], None], tuple[str, ...], tuple[str, ...]], ...] = (
    (
        _bibtex,
        ("", "@a{k, ", "@a{k, x = {", '@a{k, x = "', "@a(k, x = {"),
        (
            *(
                "@",
                "@a{",
                "@a{k,",
                "@a(",
                "\n@a{",
                "@a\n",
                "{",
                "}",
                '"',
                "{}",
                "a",
                "a ",
                " ",
                "\n",
            ),
            *("a=", "a={", "a={},", 'a="', "=", "#", ",", "a a", "\\", "\\{", '{"}', '"{', "%\n"),
            *("@a{k, x={\\{}}", '@a{k, x="\\""}', "x = {}\n", "= ", "@comment{", "@comment{}", "%"),
            *("@preamble{", "1 ", "1#", "{{}", "{{{}}}", ")", "@a(k)", "\r", "\t@", "-", "% ", "("),
            *("@a{k, a b={}}", "@string{a=", "@a{k,, x={\\}}"),
        ),
    ),
    (
        _json,
        ("", '["', "[", '{"a":'),
        (
            *("[", "{", '"', "[]", "[],", '"a",', '"\\n",', "\\n", "\\u00e9", " ", "1", "\\", "a"),
            *("\\ud83d\\ude00", '{"a":', "[[],", '{"a":1},', '[{"a":', "\ud800", "1,", "-"),
        ),
    ),
    (_written, ("",), ('"', "\\", "\\n", "é", "\\u00e9", "\\/", "/", "\\ud83d", "a")),
    (
        _notebook,
        ("", '{"cells": [', '{"worksheets": [{"cells": ['),
        (
            *('{"cell_type": "markdown", "source": ["a\\n", "b"]},', "[", "{", '{"cells": ['),
            *('{"cell_type": "code", "outputs": [[[[1]]]]},', '{"source": {"a":', "[],", "1,"),
        ),
    ),
    (
        _yaml,
        ("", "a: ", "- ", "[", "'", '"', "a: |\n  "),
        (
            *(
                "[",
                "{",
                "- ",
                "a: ",
                "? ",
                "a\n",
                "- a\n",
                "a: b\n",
                "&a ",
                "*a ",
                "!t ",
                " ",
                "\n",
            ),
            *("'", '"', "\\", "a, ", "[],", "---\n", "|\n", "a", "\t", "&", "%", ": ", "é", "#"),
            "- - - \n",
        ),
    ),
    (
        _tex,
        ("", "\\code{"),
        (
            "\\url{a",
            "\\href[",
            "\\verb|",
            "{",
            "\\",
            "%",
            "\\begin{verbatim}",
            "\\code{",
            "10.1000/",
        ),
    ),
    (_html, ("", "<pre>"), ("<", "<!--", '<a href="', "<script>", "10.1000/1 ", "{{", "\r")),
    (
        _ris,
        ("", "TY  - a\n"),
        ("TY  - a\n", "AB  - ", "\n", " ", "ER  - \n", "a\n", "A", "-", "\r"),
    ),
)


def _cases() -> Iterator[object]:
    for read, befores, units in CASES:
        for unit in units:
            yield pytest.param(read, befores, unit, id=f"{read.__name__}-{unit!a}")


@pytest.mark.parametrize(("read", "befores", "unit"), [*_cases()])
def test_growth(read: Callable[[str], None], befores: tuple[str, ...], unit: str) -> None:
    """Eight times the text takes eight times the work, and not 64 times."""
    for before in befores:
        small, large = (before + unit * (size // len(unit)) for size in (SIZE // 8, SIZE))
        assert is_linear(lambda text: _done(read, text), small, large), before


def test_placeholders_are_looked_for_where_they_may_begin() -> None:
    """Of a part of a text, no more is read than that part, though none of the rest has any."""

    def in_lines(text: str) -> None:
        for at in range(0, len(text), 30):
            assert list(unfinished(text, at, at + 30)) == []

    assert is_linear(in_lines, "a" * 50_000, "a" * 400_000)


def test_a_string_is_read_once_for_all_fixes_in_it() -> None:
    """A string as long as its file, with a fix at each DOI: its escapes are looked at once."""

    def fixed(source: str) -> None:
        placed = JsonString(source[1:-1], Span(0, len(source))).placed(source)
        container = Container("", placed, written_like)
        for at in range(1, len(source) - 1, 40):
            assert container.written(source, Span(at, at + 1), "\u00e9") == "\u00e9"

    assert is_linear(fixed, f'"{"a" * 5_000}"', f'"{"a" * 40_000}"')
