r"""Find the docstrings of a Python module, with the place of each character in the file.

`ast` finds the docstrings and their places. The text at each place shows which characters are
escapes, and where one literal ends and the next begins: several literals with white space, comments
and line ends between them are one string. The text is cleaned as in PEP 257, which is what
`inspect.cleandoc` of Python 3.11 does.
"""

from __future__ import annotations

import ast
import gc
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, pairwise
from typing import Final, NamedTuple
from unicodedata import lookup

from mdlint_doi.formats.docstring.cells import ScriptCell
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import Piece, PlacedText
from mdlint_doi.text.span import Span, holds_any

_OPENING: Final = pattern(r"(?P<prefix>[rRuU]?)(?P<quotes>\"\"\"|'''|\"|')")
_GAP: Final = pattern(r"(?>(?:\s|\\\r?\n|\\\r|\#[^\r\n]*)*)")
_PIECE: Final = pattern(
    r"""
    (?P<plain>[^\\\r\n"']++)
  | (?P<line>\r\n?|\n)
  | \\(?:
        (?P<continued>\r\n?|\n)
      | (?P<octal>[0-7]{1,3})
      | x(?P<two>[0-9a-fA-F]{2})
      | u(?P<four>[0-9a-fA-F]{4})
      | U(?P<eight>[0-9a-fA-F]{8})
      | N\{(?P<name>[^{}]+)\}
      | (?P<letter>[\\'"abfnrtv])
    )
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_LETTERS: Final = dict(zip("\\'\"abfnrtv", "\\'\"\a\b\f\n\r\t\v", strict=True))
_TAB: Final = 8
_LINE_END: Final = pattern("\r\n?|\n")
"""A line end in Python source; `str.splitlines` splits in more places."""
_OWNERS: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Literal(NamedTuple):
    """One of the literals of which a string consists.

    Attributes:
        start: the offset in the file where its text begins, after the quotes.
        end: the offset in the file where its text ends.
        quotes: its quotation marks, one or three.
        is_raw: whether a backslash stands for itself.
    """

    start: int
    end: int
    quotes: str
    is_raw: bool


class Characters(NamedTuple):
    """The text of a string, and the place of each character.

    Attributes:
        text: the text as Python evaluates it.
        starts: the offset in the file where each character begins.
        ends: the offset in the file where each character ends.
        literals: the literals of which the string consists.
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    literals: tuple[Literal, ...]


class Docstring(NamedTuple):
    """A docstring.

    Attributes:
        name: the dotted name of the documented object; empty for the module.
        span: the span of the string in the file, including its quotes.
        text: the cleaned text, with the place of each character.
        literals: how the characters are written in the file.
    """

    name: str
    span: Span
    text: PlacedText
    literals: Characters


class Unreadable(NamedTuple):
    """The result for a file that this version of Python cannot parse.

    Attributes:
        offset: the offset of the error in the file.
    """

    offset: int


def read_docstrings(source: str, wanted: Sequence[int]) -> tuple[Docstring, ...] | Unreadable:
    """Return the docstrings of a module that contain a wanted offset, in order.

    Strings after assignments are among them, because Sphinx shows them as documentation. `source`
    has no byte order mark; `wanted` is sorted. The result is `Unreadable` if Python cannot parse
    the module.
    """
    with _without_collector():
        tree = parse_module(source)
        if isinstance(tree, Unreadable):
            return tree
        nodes = strings(tree)
        del tree
    found: list[Docstring] = []
    spans = spans_of(source, [node for _, node in nodes])
    for (name, _), span in zip(nodes, spans, strict=True):
        if holds_any(wanted, span.start, span.end):
            found.append(docstring_at(source, span, name))
    return tuple(found)


def docstring_at(source: str, span: Span, name: str = "") -> Docstring:
    """Return the docstring in a span, which includes prefix and quotes.

    Raises:
        ValueError: for an escape that Python refuses.
    """
    try:
        characters = _characters(source, span)
    except KeyError as error:
        raise ValueError(*error.args) from error
    return Docstring(name, span, _cleaned(characters), characters)


@contextmanager
def _without_collector() -> Iterator[None]:
    """Switch off Python's collector of cycles while there is a syntax tree.

    A tree has no cycles and is dropped at once. But it has so many objects that the collector would
    search all objects of the process; in a build of Sphinx that takes longer than the parsing.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def without_cells(
    docstrings: Sequence[Docstring], cells: Sequence[ScriptCell]
) -> tuple[Docstring, ...]:
    """Return the docstrings that are not cells; cells are read separately."""
    taken = {cell.span.start for cell in cells if cell.in_string}
    return tuple(docstring for docstring in docstrings if docstring.span.start not in taken)


def parse_module(source: str) -> ast.Module | Unreadable:
    """Return the syntax tree of a module; `Unreadable` if Python cannot parse it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about invalid escapes in the file
            return ast.parse(source)
    except SyntaxError as error:
        starts = _line_starts(source)
        line = starts[min(error.lineno or 1, len(starts)) - 1]
        return Unreadable(min(line + max((error.offset or 1) - 1, 0), len(source)))
    except (ValueError, RecursionError, MemoryError):
        return Unreadable(0)


def _line_starts(source: str) -> list[int]:
    return [0, *(end.end() for end in _LINE_END.finditer(source))]


def strings(tree: ast.Module) -> list[tuple[str, ast.Constant]]:
    """Return name and node of each docstring, without recursion: code may be nested deeply."""
    found: list[tuple[str, ast.Constant]] = []
    stack: list[tuple[str, ast.AST]] = [("", tree)]
    while stack:
        name, node = stack.pop()
        body = node.body if isinstance(node, _OWNERS) else []
        docstring = string_of(body[0]) if body else None
        if docstring is not None:
            found.append((name, docstring))
        if isinstance(node, ast.Module | ast.ClassDef):
            for before, statement in pairwise(body):
                string = string_of(statement)
                attribute = _assigned(before)
                if string and attribute:
                    found.append((_dotted(name, attribute), string))
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
                own = child.name if isinstance(child, _OWNERS[1:]) else ""
                stack.append((_dotted(name, own), child))
    return sorted(found, key=lambda pair: (pair[1].lineno, pair[1].col_offset))


def string_of(statement: ast.stmt) -> ast.Constant | None:
    """Return the string of which a statement consists; None for any other statement."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return statement.value if isinstance(statement.value.value, str) else None
    return None


def _assigned(statement: ast.stmt) -> str:
    """Return the first name to which a statement assigns; empty if there is none."""
    target: ast.expr | None = None
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign):
        target = statement.target
    return target.id if isinstance(target, ast.Name) else ""


def _dotted(*names: str) -> str:
    return ".".join(filter(None, names))


def spans_of(source: str, nodes: Iterable[ast.Constant]) -> list[Span]:
    """Return the spans of strings in the file, including their quotes."""
    starts = _line_starts(source)

    def offset(line: int, column: int) -> int:  # Python counts columns in UTF-8 bytes
        start = starts[line - 1]
        piece = source[start : start + column]
        if piece.isascii():
            return start + column
        return start + len(piece.encode(errors="surrogatepass")[:column].decode(errors="ignore"))

    found = []
    for node in nodes:
        end = offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
        found.append(Span(offset(node.lineno, node.col_offset), end))
    return found


def _characters(source: str, span: Span) -> Characters:
    """Return the characters of the string in a span, which includes prefix and quotes."""
    kept = _Kept()
    literals: list[Literal] = []
    at, end = span.start, span.end
    while opening := _OPENING.match(source, at, end):
        literal = _read_literal(source, opening, end, kept)
        literals.append(literal)
        at = literal.end + len(literal.quotes)
        gap = _GAP.match(source, at, end)
        at = gap.end() if gap else at
    text = "".join(kept.parts)
    return Characters(text, tuple(kept.starts), tuple(kept.ends), tuple(literals))


class _Kept:
    """The characters read so far, and the offsets where each of them begins and ends."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def add(self, text: str, start: int, end: int) -> None:
        self.parts.append(text)
        if len(text) == end - start:
            self.starts.extend(range(start, end))
            self.ends.extend(range(start + 1, end + 1))
        else:
            self.starts.extend([start] * len(text))
            self.ends.extend([end] * len(text))


def _read_literal(source: str, opening: re.Match[str], end: int, kept: _Kept) -> Literal:
    quotes = opening["quotes"]
    at = opening.end()
    is_raw = opening["prefix"] in {"r", "R"}
    while at < end and not source.startswith(quotes, at):
        piece = _PIECE.match(source, at, end)
        if piece is None:
            break
        behind = piece.end()
        if is_raw and source[at] == "\\":  # a quote after it is text as well
            behind = at + (1 if source[at + 1 : at + 2] in {"\r", "\n"} else 2)
            kept.add(source[at:behind], at, behind)
        else:
            kept.add(_value(piece), at, behind)
        at = behind
    return Literal(opening.end(), at, quotes, is_raw)


def _value(piece: re.Match[str]) -> str:
    kind = piece.lastgroup or "other"
    if kind in {"plain", "other", "line", "continued"}:
        return {"line": "\n", "continued": ""}.get(kind, piece[0])
    if kind == "letter":
        return _LETTERS[piece["letter"]]
    if kind == "name":
        return lookup(piece["name"])
    return chr(int(piece[kind], 8 if kind == "octal" else 16))


def _cleaned(characters: Characters) -> PlacedText:
    """Return the text as `inspect.cleandoc` of Python 3.11 cleans it, with its places."""
    text, indexes = _expand(characters.text)
    ends = [*accumulate(len(line) + 1 for line in text.split("\n"))]
    lines = [(start, end - 1) for start, end in pairwise([0, *ends])]
    indents = [end - start - len(text[start:end].lstrip()) for start, end in lines]
    filled = [at for at, line in enumerate(lines) if at and text[slice(*line)].strip()]
    least = min((indents[at] for at in filled), default=0)
    margins = [indents[0], *(least for _ in lines[1:])]
    cut = [
        (min(start + margin, end), end) for (start, end), margin in zip(lines, margins, strict=True)
    ]
    while cut and cut[-1][0] == cut[-1][1]:
        cut.pop()
    begin = next((at for at, (start, end) in enumerate(cut) if start < end), len(cut))
    return _placed(characters, text, indexes, cut[begin:])


def _expand(text: str) -> tuple[str, list[int]]:
    r"""Return a text with expanded tabs, and the old index of each character.

    As in `str.expandtabs`, a line also begins after `\r`.
    """
    if "\t" not in text:
        return text, list(range(len(text)))
    parts: list[str] = []
    indexes: list[int] = []
    column = 0
    for index, character in enumerate(text):
        size = _TAB - column % _TAB if character == "\t" else 1
        parts.append(" " * size if character == "\t" else character)
        indexes.extend([index] * size)
        column = 0 if character in "\r\n" else column + size
    return "".join(parts), indexes


def _placed(
    characters: Characters, text: str, indexes: list[int], lines: list[tuple[int, int]]
) -> PlacedText:
    """Return lines of a text with their places; `indexes` are the indexes in `characters`."""
    if not lines:
        return PlacedText("", characters.literals[0].start if characters.literals else 0)
    behind = [end + 1 for _, end in lines[:-1]] + [lines[-1][1]]  # with the line feeds between
    kept = [indexes[start:end] for (start, _), end in zip(lines, behind, strict=True)]
    first = characters.starts[kept[0][0]]
    ending = characters.ends[kept[-1][-1]]
    shown = "\n".join([text[start:end] for start, end in lines])
    if ending - first == len(shown):
        return PlacedText(shown, first)
    return PlacedText.of_pieces(shown, first, _pieces(characters, kept))


def _pieces(characters: Characters, lines: list[list[int]]) -> Iterator[Piece]:
    """Yield one piece for each line that is written literally, or one for each character.

    A backslash that continues a line belongs to no character.
    """
    starts, ends = characters.starts, characters.ends
    at = 0
    for line in lines:
        size = len(line)
        # Without tabs, which become several characters, no character is longer than its source.
        is_plain = line[-1] - line[0] == size - 1
        if is_plain and ends[line[-1]] - starts[line[0]] == size:
            yield Piece(at, starts[line[0]], ends[line[-1]])
        else:
            yield from (
                Piece(at + index, starts[character], ends[character])
                for index, character in enumerate(line)
            )
        at += size
