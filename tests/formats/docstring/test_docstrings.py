"""Docstrings: the text that Python sees, and where each character stands."""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linear import is_linear

from mdlint_doi.formats.docstring.docstrings import Docstring, Unreadable, read_docstrings
from mdlint_doi.formats.docstring.extract import replacement

FIXTURE = Path(__file__).parent / "fixtures" / "docstrings.py.txt"
_PIECES = (
    *("a", " ", "  ", "\n", "\n    ", "\n\n", "\t", "\\n", "\\\\", '\\"', "\\'", "\\\n", "\\x41"),
    *(
        "\\u00e9",
        "\\U0001f600",
        "\\N{EN DASH}",
        "\\101",
        "\\7",
        "\\q",
        "é",
        "日",
        "'",
        '"',
        "#",
        "\r\n",
    ),
    *("10.1000/182", "\\t", "\\N", "{", "}", "\\r"),
    # Python 3.13 keeps a form feed at the start of a line.
    *(() if sys.version_info >= (3, 13) else ("\f",)),
)


def _read(source: str) -> tuple[Docstring, ...]:
    found = read_docstrings(source, range(len(source)))
    assert not isinstance(found, Unreadable)
    return found


def _expected(source: str) -> list[str]:
    owners = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, owners)]
    found = [
        (node.body[0].lineno, text)
        for node in nodes
        if (text := ast.get_docstring(node)) is not None
    ]
    return [text for _, text in sorted(found)]


def _stands(source: str, docstring: Docstring) -> bool:
    """Return whether each character is that of the source, or an escape, a tab, a line end."""
    text = docstring.text
    return all(
        source[text.at(index)] in {character, "\\"}
        or (source[text.at(index)], character) in {("\t", " "), ("\r", "\n")}
        for index, character in enumerate(text.text)
    )


@pytest.mark.filterwarnings("ignore:.*invalid escape", "ignore:.*invalid octal")
@given(
    prefix=st.sampled_from(("", "r", "R", "u", "U")),
    quotes=st.sampled_from(('"""', "'''", '"', "'")),
    pieces=st.lists(
        st.lists(st.sampled_from(_PIECES), max_size=8).map("".join), min_size=1, max_size=3
    ),
    gap=st.sampled_from((" ", "", "\\\n  ", " \\\r\n")),
)
def test_same_as_python(prefix: str, quotes: str, pieces: list[str], gap: str) -> None:
    """The text is that of `ast.get_docstring`; each character stands at its place."""
    literals = gap.join(f"{prefix}{quotes}{piece}{quotes}" for piece in pieces)
    source = f"class É:\n\tdef f(self):\n\t\t{literals}\n"
    found = read_docstrings(source, range(len(source)))
    if isinstance(found, Unreadable):
        with pytest.raises((SyntaxError, ValueError)):
            ast.parse(source)
        return
    assert [docstring.text.text for docstring in found] == _expected(source)
    assert all(_stands(source, docstring) for docstring in found)


def test_fixture() -> None:
    """Module, classes and functions are named; f-strings and bytes are no docstrings."""
    source = FIXTURE.read_text(encoding="utf-8")
    found = _read(source)
    assert [docstring.name for docstring in found] == ["", "A", "A.f", "A.f.inner", "g", "joined"]
    assert [docstring.text.text for docstring in found] == _expected(source)
    assert all(_stands(source, docstring) for docstring in found)


def test_wanted() -> None:
    """A docstring that holds nothing wanted is left out."""
    source = '"""one"""\ndef f():\n    """two"""\n'
    found = read_docstrings(source, [source.index("two")])
    assert not isinstance(found, Unreadable)
    assert [(docstring.name, docstring.text.text) for docstring in found] == [("f", "two")]


def test_growth() -> None:
    """Eight times the docstring takes eight times the work, and not 64 times."""
    for unit in ("a", "\\\\", "\n", " ", "\n  ", "\\\n", "\\x41", "'", "\t", '" "', "\\N{DASH}"):
        small, large = ('"' * 3 + unit * size + '"' * 3 for size in (5_000, 40_000))
        assert is_linear(lambda text: read_docstrings(text, range(len(text))), small, large), unit


def test_attributes() -> None:
    """A string behind an assignment documents it."""
    source = "x = 1\n'of x'\nclass A:\n    y: int = 2\n    'of y'\n    'of nothing'\n"
    found = read_docstrings(source, range(len(source)))
    assert not isinstance(found, Unreadable)
    assert [(docstring.name, docstring.text.text) for docstring in found] == [
        ("x", "of x"),
        ("A.y", "of y"),
    ]


def test_definitions_in_statements() -> None:
    """Whatever a definition stands in: a branch, a handler, a case, a loop."""
    heads = ("if a:", "try:\n    pass\nexcept a:", "match a:\n  case 1:", "for a in b:", "with a:")
    for head in heads:
        source = f'{head}\n    def f():\n        """10.1000/182"""\n'
        assert [(docstring.name, docstring.text.text) for docstring in _read(source)] == [
            ("f", "10.1000/182")
        ], head


@pytest.mark.parametrize(("source", "offset"), [("a = 1\ndef f(:\n", 12), ("\0", 0), ("'", 0)])
def test_unreadable(source: str, offset: int) -> None:
    """A file that is no Python is told with the place where Python stops."""
    found = read_docstrings(source, range(len(source)))
    assert isinstance(found, Unreadable)
    assert found.offset == offset


def test_deep_code() -> None:
    """Code that is nested too deeply is told, too."""
    assert isinstance(read_docstrings("(" * 100_000, [0]), Unreadable)
    assert isinstance(read_docstrings("x" + "+x" * 100_000, [0]), Unreadable | tuple)


def test_standard_library() -> None:
    """The docstrings of real modules are those that Python reads."""
    for path in sorted(Path(ast.__file__).parent.glob("*.py"))[:60]:
        source = path.read_bytes().decode("utf-8", "replace")
        assert [docstring.text.text for docstring in _read(source)] == _expected(source), path


@given(
    prefix=st.sampled_from(("", "r")),
    quotes=st.sampled_from(('"""', "'")),
    text=st.text(alphabet="a\\\"'nx1\n{}é", max_size=8),
    before=st.sampled_from(("", "a", "\\\\", "é")),
    behind=st.sampled_from(("", "b", " b")),
)
def test_edits(prefix: str, quotes: str, text: str, before: str, behind: str) -> None:
    """What is written is what Python reads then, and nothing else changes; or it is refused."""
    source = f"{prefix}{quotes}{before}DOI{behind}{quotes}\n"
    (docstring,) = _read(source)
    start = source.index("DOI")
    new = replacement(docstring.literals, start, start + 3, text)
    if new is None:
        return
    fixed = source[:start] + new + source[start + 3 :]
    old = docstring.literals.text
    (after,) = _read(fixed)
    assert after.literals.text == old.replace("DOI", text)


def test_edits_inside_of_an_escape() -> None:
    """A part of an escape is no character: it is not replaced."""
    source = '"""a\\x41b"""'
    (docstring,) = _read(source)
    at = source.index("x41")
    assert replacement(docstring.literals, at, at + 3, "c") is None
    assert replacement(docstring.literals, at - 1, at + 3, "c") == "c"


@pytest.mark.parametrize("switch", [gc.enable, gc.disable])
def test_the_collector_of_cycles_is_left_as_it_was(switch: Callable[[], None]) -> None:
    """It rests while there is a syntax tree; whoever switched it off keeps it so."""
    switch()
    before = gc.isenabled()
    try:
        for source in ('"""10.1000/a"""\n', "def (:\n"):
            read_docstrings(source, [3])
            assert gc.isenabled() is before
    finally:
        gc.enable()
