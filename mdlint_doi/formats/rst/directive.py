"""A directive's argument, options and content, as docutils divides them."""

from __future__ import annotations

from mdlint_doi.formats.rst.content import Line
from mdlint_doi.formats.rst.csv_table import csv_rows
from mdlint_doi.formats.rst.directives import Argument, ContentKind, Shape
from mdlint_doi.formats.rst.indents import known_first
from mdlint_doi.formats.rst.leaf import Box, Kind
from mdlint_doi.formats.rst.lists import FIELD
from mdlint_doi.formats.rst.quotes import read_quotes
from mdlint_doi.formats.rst.state import Frame, State


def read_directive(state: State, frame: Frame, lines: list[Line], *, titles: bool) -> None:
    """Read what stands in a directive.

    Args:
        state: what is read.
        frame: for what stands in it; its container has the name.
        lines: behind the two colons and below, without indent.
        titles: whether sections may begin in its content.

    """
    name = frame.inside.name if frame.inside else ""
    shape = state.shape_of(name)
    has_first = lines[0][0] < lines[0][1]
    if not has_first:
        del lines[0]
    argument, options, content = _divide(state, lines, shape)
    if shape.options:
        _read_options(state, frame, options)
    if shape.argument is Argument.NONE or (shape.argument is Argument.UNKNOWN and not has_first):
        content = [*argument, *content]
    else:
        kind = Kind.TITLE if shape.argument is Argument.PROSE else Kind.ARGUMENT
        state.add(kind, argument, frame, name)
    if shape.content is ContentKind.PROSE:
        state.nested(content, frame, titles=titles and shape.titles)
    elif shape.content is ContentKind.QUOTE:
        read_quotes(state, frame, content)
    else:
        _read_plain(state, frame, content, shape.content)


def _divide(
    state: State,
    lines: list[Line],
    shape: Shape,
) -> tuple[list[Line], list[Line], list[Line]]:
    """Return the lines before the first option, those of options, and those of the content."""
    if not shape.options and shape.argument is Argument.NONE:
        return [], [], lines
    blank = next((at for at, (start, end) in enumerate(lines) if start >= end), len(lines))
    first = blank
    if shape.options:
        first = next((at for at in range(blank) if FIELD.match(state.text, *lines[at])), blank)
    return lines[:first], lines[first:blank], lines[blank:]


def _read_options(state: State, frame: Frame, lines: list[Line]) -> None:
    at = 0
    while at < len(lines):
        field = FIELD.match(state.text, *lines[at])
        if field is None:
            state.add(Kind.ARGUMENT, lines[at:], frame)
            return
        block = known_first(state.text, lines, at, field.end())
        if field[1] == "header":
            _read_rows(state, frame, block.lines)  # of a CSV table
        else:
            state.add(Kind.OPTION, block.lines, frame, field[1])
        at = block.behind


def _read_plain(state: State, frame: Frame, lines: list[Line], kind: ContentKind) -> None:
    """Read content that is no prose, or a table of cells."""
    first = next((at for at, (start, end) in enumerate(lines) if start < end), len(lines))
    lines = lines[first:]
    if kind is ContentKind.LITERAL:
        while lines and lines[-1][0] >= lines[-1][1]:
            lines.pop()
        state.add(Kind.LITERAL, lines, frame, frame.inside.name if frame.inside else "")
    else:
        _read_rows(state, frame, lines)


def _read_rows(state: State, frame: Frame, lines: list[Line]) -> None:
    if not state.holds_wanted(lines):
        return
    for row in csv_rows(state.text, lines):
        in_row = state.container(Box.ROW, row[0][0][0], frame)
        for cell in row:
            state.nested(cell, state.container(Box.CELL, cell[0][0], in_row))
