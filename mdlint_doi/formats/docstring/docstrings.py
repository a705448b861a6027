r"""The docstrings of a Python module, and where each character of them stands in the file.

`ast` says which strings are docstrings and where they stand; what stands there says which
characters are escapes, which line ends are continued, and where one literal ends and the next
begins. The text is cleaned as PEP 257 wants it, that is as `inspect.cleandoc` does, so that it
begins at the first column and can be read as reStructuredText or Markdown.

Docstrings without the indent of the code (PEP 257), as `inspect.cleandoc` of Python 3.11.

String literals -> their characters, with where each stands in the file.

A literal may be raw, have one quote or three, continue a line with a backslash, and several of
them with white space, comments and line ends between them are one string.
"""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mdlint_doi.formats.docstring.cells import ScriptCell
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import Piece, PlacedText
from mdlint_doi.text.span import Span

_OPENING: Final = pattern(r"(?P<prefix>[rRuU]?)(?P<quotes>\"\"\"|'''|\"|')")
_GAP: Final = pattern(r"(?:\s|\\\r?\n|\\\r|\#[^\r\n]*)*+")
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
_LETTERS: Final = {
    "\\": "\\",
    "'": "'",
    '"': '"',
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
}


class Literal(NamedTuple):
    """One of the literals that a string is made of.

    Attributes:
        start: where the text in it begins in the file, behind the quotes.
        end: where it ends.
        quotes: one or three.
        is_raw: whether a backslash is a backslash.

    """

    start: int
    end: int
    quotes: str
    is_raw: bool


class Characters(NamedTuple):
    """The text of a string and where it stands.

    Attributes:
        text: as Python evaluates it.
        starts: where each character begins in the file.
        ends: where it ends there.
        literals: those that it is made of.

    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    literals: tuple[Literal, ...]


class _Reading:
    def __init__(self, source: str) -> None:
        self.source = source
        self.parts: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []

    def keep(self, text: str, start: int, end: int) -> None:
        self.parts.append(text)
        if len(text) == end - start:
            self.starts.extend(range(start, end))
            self.ends.extend(range(start + 1, end + 1))
        else:
            self.starts.extend([start] * len(text))
            self.ends.extend([end] * len(text))


def read_literals(source: str, start: int, end: int) -> Characters:
    """Return the characters of a string.

    Args:
        source: the text of the file.
        start: where its first literal begins, with prefix.
        end: behind the last one.

    """
    reading = _Reading(source)
    literals: list[Literal] = []
    at = start
    while opening := _OPENING.match(source, at, end):
        literal = _read_literal(reading, opening, end)
        literals.append(literal)
        at = literal.end + len(literal.quotes)
        gap = _GAP.match(source, at, end)
        at = gap.end() if gap else at
    text = "".join(reading.parts)
    return Characters(text, tuple(reading.starts), tuple(reading.ends), tuple(literals))


def _read_literal(reading: _Reading, opening: re.Match[str], end: int) -> Literal:
    source, quotes = reading.source, opening["quotes"]
    is_raw = opening["prefix"] in {"r", "R"}
    at = opening.end()
    while at < end and not source.startswith(quotes, at):
        piece = _PIECE.match(source, at, end)
        if piece is None:
            break
        if is_raw and source[at] == "\\":
            at = _keep_raw(reading, at)
            continue
        reading.keep(_value(piece), at, piece.end())
        at = piece.end()
    return Literal(opening.end(), at, quotes, is_raw)


def _keep_raw(reading: _Reading, at: int) -> int:
    """Keep a backslash of a raw literal, and a quote behind it."""
    following = reading.source[at + 1 : at + 2]
    size = 1 if following in {"\r", "\n"} else 2
    reading.keep(reading.source[at : at + size], at, at + size)
    return at + size


def _value(piece: re.Match[str]) -> str:
    kind = piece.lastgroup or "other"
    if kind in {"plain", "other"}:
        return piece.group()
    if kind in {"line", "continued"}:
        return "\n" if kind == "line" else ""
    if kind == "letter":
        return _LETTERS[piece["letter"]]
    if kind == "name":
        from unicodedata import lookup

        return lookup(piece["name"])
    return chr(int(piece[kind], 8 if kind == "octal" else 16))


_TAB: Final = 8
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


def without_cells(
    docstrings: Sequence[Docstring], cells: Sequence[ScriptCell]
) -> tuple[Docstring, ...]:
    """Return docstrings but for one that is a cell itself, in another language."""
    taken = {one.span.start for one in cells if one.in_string}
    return tuple(one for one in docstrings if one.span.start not in taken)


class Unreadable(NamedTuple):
    """A file that is no Python, or no Python of this version.

    Attributes:
        offset: where Python stops.

    """

    offset: int


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
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of invalid escapes: they are the file's business
            return ast.parse(source)
    except SyntaxError as error:
        starts = [0, *(end.end() for end in _LINE_END.finditer(source))]
        line = starts[min(error.lineno or 1, len(starts)) - 1]
        return Unreadable(min(line + max((error.offset or 1) - 1, 0), len(source)))
    except (ValueError, RecursionError, MemoryError):
        return Unreadable(0)


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


def cell_strings(source: str, tree: ast.Module, cells: Sequence[ScriptCell]) -> list[ast.Constant]:
    """Return the strings that are cells of a script."""
    starts = {one.span.start for one in cells if one.in_string}
    found = [("", node) for one in tree.body if (node := _string(one))] if starts else []
    spans = _spans(source, found)
    return [node for (_, node), one in zip(found, spans, strict=True) if one.start in starts]


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


class _Expanded(NamedTuple):
    text: str
    indexes: list[int]


def clean(characters: Characters) -> PlacedText:
    """Return the cleaned text with its places.

    Tabs become blanks, the first line loses its indent, the others the indent that all of them
    have, and blank lines at both ends are left out.
    """
    text, indexes = _expand(characters.text)
    lines = _lines(text)
    least = min(
        (
            end - start - len(text[start:end].lstrip())
            for start, end in lines[1:]
            if text[start:end].strip()
        ),
        default=0,
    )
    first, end = lines[0]
    cut = [(first + end - first - len(text[first:end].lstrip()), end)]
    cut += [(min(start + least, end), end) for start, end in lines[1:]]
    while cut and cut[-1][0] == cut[-1][1]:
        cut.pop()
    begin = next((i for i, (start, end) in enumerate(cut) if start < end), len(cut))
    return _written(characters, text, indexes, cut[begin:])


def _expand(text: str) -> _Expanded:
    r"""Expand tabs as `str.expandtabs` does; `\r` begins a line for it, too."""
    if "\t" not in text:
        return _Expanded(text, list(range(len(text))))
    parts: list[str] = []
    indexes: list[int] = []
    column = 0
    for index, character in enumerate(text):
        size = _TAB - column % _TAB if character == "\t" else 1
        parts.append(" " * size if character == "\t" else character)
        indexes.extend([index] * size)
        column = 0 if character in "\r\n" else column + size
    return _Expanded("".join(parts), indexes)


def _lines(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    start = 0
    for line in text.split("\n"):
        found.append((start, start + len(line)))
        start += len(line) + 1
    return found


def _written(
    characters: Characters,
    text: str,
    indexes: list[int],
    lines: list[tuple[int, int]],
) -> PlacedText:
    if not lines:
        at = characters.literals[0].start if characters.literals else 0
        return PlacedText("", at)
    kept: list[int] = []
    for start, end in lines:
        kept += indexes[start : end + ((start, end) != lines[-1])]
    first, ending = characters.starts[kept[0]], characters.ends[kept[-1]]
    shown = "\n".join([text[start:end] for start, end in lines])
    if ending - first == len(shown):
        return PlacedText(shown, first)
    return PlacedText.of_pieces(shown, first, _pieces(characters, kept, _sizes(lines)))


def _sizes(lines: list[tuple[int, int]]) -> list[int]:
    """Return how many characters lines have, with the line feeds between them."""
    return [end - start + (at < len(lines)) for at, (start, end) in enumerate(lines, 1)]


def _pieces(characters: Characters, kept: list[int], sizes: list[int]) -> Iterator[Piece]:
    """Yield where the characters of lines stand: one for one, or each by itself.

    A backslash that continues a line belongs to no character.
    """
    starts, ends = characters.starts, characters.ends
    at = 0
    for size in sizes:
        line = kept[at : at + size]
        # Without a tab, which is several characters, none is narrower than what stands there.
        is_plain = line and line[-1] - line[0] == size - 1
        if is_plain and ends[line[-1]] - starts[line[0]] == size:
            yield Piece(at, starts[line[0]], ends[line[-1]])
        else:
            yield from (Piece(at + i, starts[one], ends[one]) for i, one in enumerate(line))
        at += size
