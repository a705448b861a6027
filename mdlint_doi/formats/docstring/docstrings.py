r"""The docstrings of a Python module, and where each character of them stands in the file.

`ast` says which strings are docstrings and where they stand; what stands there says which
characters are escapes, which line ends are continued, and where one literal ends and the next
begins. The text is cleaned as PEP 257 wants it, that is as `inspect.cleandoc` does, so that it
begins at the first column and can be read as reStructuredText or Markdown.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mdlint_doi.formats.docstring.cleaning import clean
from mdlint_doi.formats.docstring.literals import Characters, read_literals
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

Owner = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
_LINE_END: Final = pattern("\r\n?|\n")
"""Where Python ends a line; `splitlines` knows other places."""
_OWNERS: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Docstring(NamedTuple):
    """A docstring.

    Attributes:
        name: the dotted name of what it documents; empty for the module.
        span: of the literal in the file, with its quotes.
        text: the cleaned text, with the place of each of its characters.
        literals: how the characters are written; see `edits`.

    """

    name: str
    span: Span
    text: PlacedText
    literals: Characters


class Unreadable(NamedTuple):
    """A file that is no Python, or no Python of this version.

    Attributes:
        line: where, from 1.
        message: what Python says.

    """

    line: int
    message: str


def read_docstrings(
    source: str,
    wanted: Sequence[int],
    *,
    attributes: bool = False,
) -> tuple[Docstring, ...] | Unreadable:
    """Return the docstrings of a module that hold something wanted, in order.

    Args:
        source: the decoded text of the file, without a byte order mark.
        wanted: sorted offsets; a docstring that holds none of them is left out.
        attributes: return strings behind assignments, too: Sphinx shows them as documentation.

    """
    tree = _parse(source)
    if isinstance(tree, Unreadable):
        return tree
    nodes = strings(tree, attributes=attributes)
    found: list[Docstring] = []
    for (name, _), span in zip(nodes, _spans(source, nodes), strict=True):
        which = bisect_left(wanted, span.start)
        if which < len(wanted) and wanted[which] < span.end:
            characters = read_literals(source, span.start, span.end)
            found.append(Docstring(name, span, clean(characters), characters))
    return tuple(found)


def _parse(source: str) -> ast.Module | Unreadable:
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of invalid escapes: they are the file's business
            return ast.parse(source)
    except SyntaxError as error:
        return Unreadable(error.lineno or 1, error.msg)
    except (ValueError, RecursionError, MemoryError) as error:
        return Unreadable(1, str(error) or type(error).__name__)


def strings(tree: ast.Module, *, attributes: bool) -> list[tuple[str, ast.Constant]]:
    """Return name and node of each docstring; no recursion, since code may be nested deeply."""
    found: list[tuple[str, ast.Constant]] = []
    stack: list[tuple[str, ast.AST]] = [("", tree)]
    while stack:
        name, node = stack.pop()
        if isinstance(node, _OWNERS):
            found.extend(_own(name, node))
        if attributes and isinstance(node, ast.Module | ast.ClassDef):
            found.extend(_of_attributes(name, node))
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
                own = child.name if isinstance(child, _OWNERS[1:]) else ""
                stack.append((".".join(filter(None, (name, own))), child))
    return sorted(found, key=lambda each: (each[1].lineno, each[1].col_offset))


def docstring_spans(source: str, tree: ast.Module) -> list[Span]:
    """Return where docstrings stand in the file, with their quotes; those of attributes, too."""
    return _spans(source, strings(tree, attributes=True))


def _spans(source: str, nodes: Sequence[tuple[str, ast.Constant]]) -> list[Span]:
    places = _Places(source)
    return [places.span(node) for _, node in nodes]


def _own(name: str, owner: Owner) -> Iterator[tuple[str, ast.Constant]]:
    string = _string(owner.body[0]) if owner.body else None
    if string is not None:
        yield name, string


def _of_attributes(
    name: str, owner: ast.Module | ast.ClassDef
) -> Iterator[tuple[str, ast.Constant]]:
    for before, statement in zip(owner.body, owner.body[1:], strict=False):
        string = _string(statement)
        attribute = _assigned(before)
        if string is not None and attribute:
            yield ".".join(filter(None, (name, attribute))), string


def _assigned(statement: ast.stmt) -> str:
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    return targets[0].id if targets and isinstance(targets[0], ast.Name) else ""


def _string(statement: ast.stmt) -> ast.Constant | None:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return statement.value if isinstance(statement.value.value, str) else None
    return None


class _Places:
    """Lines and UTF-8 columns -> offsets."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._starts = [0, *(end.end() for end in _LINE_END.finditer(source))]

    def span(self, node: ast.Constant) -> Span:
        start = self._offset(node.lineno, node.col_offset)
        return Span(start, self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0))

    def _offset(self, line: int, column: int) -> int:
        start = self._starts[line - 1]
        piece = self._source[start : start + column]
        if piece.isascii():
            return start + column
        return start + len(piece.encode(errors="surrogatepass")[:column].decode(errors="ignore"))
