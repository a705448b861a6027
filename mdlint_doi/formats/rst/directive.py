"""Divide directives into argument, options and content, as docutils does.

docutils uses each directive's class, which is not available here, so a table describes the
well-known directives. An unknown directive contains prose, as admonitions, cards and tabs do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from functools import lru_cache
from typing import Final, NamedTuple

from mdlint_doi.formats.rst.leaf import BoxKind, LeafKind
from mdlint_doi.formats.rst.lists import FIELD, read_quotes
from mdlint_doi.formats.rst.state import Frame, Line, RstState, known_first, trimmed
from mdlint_doi.text.pattern import compiled

Cell = list[Line]
_DELIMITERS: Final = {"space": " ", "tab": "\t"}


class Argument(Enum):
    """The kind of the text after the two colons."""

    NONE = auto()  # nothing: the content begins there
    PLAIN = auto()  # a name, a path, a URI: no markup
    PROSE = auto()  # a title: inline markup
    UNKNOWN = auto()  # a name if it is on the same line, else nothing


class ContentKind(Enum):
    """The kind of the content below it."""

    PROSE = auto()
    QUOTE = auto()  # prose with an attribution
    LITERAL = auto()
    CSV = auto()  # comma-separated values, with markup in each


class Shape(NamedTuple):
    """The parts of a directive.

    Attributes:
        argument: the kind of the argument after the colons.
        content: the kind of the content below the directive.
        options: whether it has options.
        titles: whether sections may begin in it.
    """

    argument: Argument
    content: ContentKind = ContentKind.PROSE
    options: bool = True
    titles: bool = False


_UNKNOWN: Final = Shape(Argument.UNKNOWN)
# The parts of well-known directives.
_SHAPES: Final = {
    "attention caution danger error hint important note tip warning seealso todo compound "
    "line-block hlist acks grid tab-set tabs contributors": Shape(Argument.NONE),
    "epigraph highlights pull-quote": Shape(Argument.NONE, ContentKind.QUOTE, options=False),
    "header footer replace": Shape(Argument.NONE, options=False),
    "admonition topic sidebar rubric table list-table centered title versionadded versionchanged "
    "deprecated versionremoved deprecated-removed dropdown card grid-item-card tab-item tab "
    "group-tab collapse details button-link": Shape(Argument.PROSE),
    "figure container class": Shape(Argument.PLAIN),
    "only ifconfig": Shape(Argument.PLAIN, titles=True),
    "csv-table": Shape(Argument.PROSE, ContentKind.CSV),
    "code code-block sourcecode raw literalinclude include highlight doctest testcode testsetup "
    "testcleanup testoutput plot ipython prompt graphviz digraph graph mermaid uml tikz aafig "
    "jupyter-execute jupyter-input jupyter-output program-output command-output exec exec_code "
    "altair-plot bokeh-plot toctree bibliography productionlist unicode date autosummary role "
    "default-role code-tab tabularcolumns image sectnum target-notes video youtube": Shape(
        Argument.PLAIN, ContentKind.LITERAL
    ),
    "contents": Shape(Argument.PROSE, ContentKind.LITERAL),
    "math parsed-literal": Shape(Argument.NONE, ContentKind.LITERAL),
    "meta": Shape(Argument.NONE, ContentKind.LITERAL, options=False),
}
_KNOWN: Final = {name: shape for names, shape in _SHAPES.items() for name in names.split()}


def shape_of(name: str) -> Shape:
    """Return the parts of the directive with a name."""
    return _KNOWN.get(name.lower(), _UNKNOWN)


def directive(state: RstState, frame: Frame, lines: list[Line], *, titles: bool) -> None:
    """Read the parts of a directive, whose name is that of the frame's container.

    `lines` are the rest of the line after the two colons and the lines below, without indent.
    `titles` is whether sections may begin in its content.
    """
    name = frame.inside.name if frame.inside else ""
    shape = shape_of(name)
    has_first = lines[0][0] < lines[0][1]
    if not has_first:
        del lines[0]
    argument, option_lines, content = _divide(state, lines, shape)
    options = [*_options(state, option_lines)]
    is_table = shape.content is ContentKind.CSV
    for option, value in options:
        if not (is_table and option == "header"):
            state.add(LeafKind.OPTION, value, frame, option)
    if shape.argument is Argument.NONE or (shape.argument is Argument.UNKNOWN and not has_first):
        content = [*argument, *content]
    else:
        kind = LeafKind.TITLE if shape.argument is Argument.PROSE else LeafKind.ARGUMENT
        state.add(kind, argument, frame, name)
    if is_table:
        _read_table(state, frame, content, options)
    elif shape.content is ContentKind.PROSE:
        state.nested(content, frame, titles=titles and shape.titles)
    elif shape.content is ContentKind.QUOTE:
        read_quotes(state, frame, content)
    else:
        state.add(LeafKind.LITERAL, trimmed(content), frame, name)


def _divide(
    state: RstState, lines: list[Line], shape: Shape
) -> tuple[list[Line], list[Line], list[Line]]:
    """Return the lines before the first option, the lines of options, and those of the content."""
    if not shape.options and shape.argument is Argument.NONE:
        return [], [], lines
    blank = next((at for at, (start, end) in enumerate(lines) if start >= end), len(lines))
    first = blank
    if shape.options:
        first = next((at for at in range(blank) if FIELD.match(state.text, *lines[at])), blank)
    return lines[:first], lines[first:blank], lines[blank:]


def _options(state: RstState, lines: list[Line]) -> Iterator[tuple[str, list[Line]]]:
    """Yield name and value of each option; lines that are not an option have no name."""
    at = 0
    while at < len(lines):
        field = FIELD.match(state.text, *lines[at])
        if field is None:
            yield "", lines[at:]
            return
        block = known_first(state.text, lines, at, field.end())
        yield field[1], block.lines
        at = block.behind


def _read_table(
    state: RstState, frame: Frame, content: list[Line], options: list[tuple[str, list[Line]]]
) -> None:
    delimiter = ","
    for name, value in options:
        if name == "delim":
            delimiter = state.text[slice(*value[0])].strip() or delimiter
    for part in (*(value for name, value in options if name == "header"), content):
        for row in csv_rows(state.text, part, delimiter) if state.holds_wanted(part) else ():
            in_row = state.container(BoxKind.ROW, row[0][0][0], frame)
            for column, cell in enumerate(row):
                inside = state.container(BoxKind.CELL, cell[0][0], in_row, str(column))
                state.nested(cell, inside)


class _Expressions(NamedTuple):
    plain: re.Pattern[str]
    quoted: re.Pattern[str]
    rest: re.Pattern[str]


@lru_cache(maxsize=8)
def _expressions(delimiter: str) -> _Expressions:
    """Return expressions for a cell without quotes, one with quotes, and the rest of the latter."""
    plain = f"[^{re.escape(delimiter)}]*"
    quoted = r'((?>(?:[^"]|"")*))("?)' + plain
    return _Expressions(re.compile(f" *({plain})"), compiled(f' *"{quoted}'), compiled(quoted))


def csv_rows(text: str, lines: Sequence[Line], delimiter: str) -> Iterator[list[Cell]]:
    """Yield the cells of each row of a `csv-table`; `delimiter` is the value of its option.

    They are read as with Python's `csv` and `skipinitialspace`: a quoted cell may contain
    delimiters and line ends. A doubled quote stays doubled.
    """
    expressions = _expressions(_DELIMITERS.get(delimiter, delimiter[:1]))
    row: list[Cell] = []
    is_open = False
    for start, end in lines:
        if start >= end and not is_open:
            continue
        is_open = _read_line(text, (start, end), row, expressions, is_open=is_open)
        if not is_open:
            yield row
            row = []
    if row:
        yield row


def _read_line(
    text: str, line: Line, row: list[Cell], expressions: _Expressions, *, is_open: bool
) -> bool:
    """Add the cells of a line to a row; return whether the last one continues on the next line."""
    at, end = line
    while at <= end:
        expression = expressions.rest if is_open else expressions.quoted
        match = expression.match(text, at, end) or expressions.plain.match(text, at, end)
        if match is None:
            break
        if is_open:
            row[-1].append(match.span(1))
        else:
            row.append([match.span(1)])
        is_open = match.re is not expressions.plain and not match[2]
        at = match.end() + 1
        if is_open:
            break
    return is_open
