"""Find the parts of a Python script that are rendered as text, in a gallery or a notebook.

- Sphinx-Gallery (its page on the syntax of examples): a line that begins with `# %%` or, if the
  module's docstring has a title, with 20 `#` begins a text block, which consists of the next
  comment lines and is reStructuredText.
- Jupytext, recognized by its header or by one `[markdown]`. In the percent format, Markdown follows
  `# %% [markdown]`, as comments or as a string in three quotes. In the light format, which the
  header names, comments between blank lines are Markdown, unless they are between `# +` and `# -`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from tokenize import COMMENT, NL, STRING, TokenError, generate_tokens
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span, holds_any, is_inside

LINES: Final = pattern(r"[^\r\n]*(?:\r\n?|\n|\Z)")
_MARK: Final = pattern(r"^\#(?:[ \t]*%%|\#{19}|[ \t]---[ \t]*$)", re.MULTILINE)
"""A mark that every script with such parts contains."""
_PERCENT: Final = pattern(r"^\#[ \t]*%%", re.MULTILINE)
"""A mark that every script contains in which a cell is a string."""
_HEADER: Final = pattern(
    r"""
    (?>(?:\#(?:!|.*coding[:=])[^\r\n]*+[\r\n]++)*)  # what Python and the system read
    \#[ ]---[ \t]*+(?:\r\n?|\n)
    (?P<fields>(?>(?:\#(?![ ]---)[^\r\n]*+(?:\r\n?|\n))*))
    \#[ ]---
    """,
    re.VERBOSE,
)
_FORMAT: Final = pattern(r"^\#[ ]+format_name:[ ]*(\w+)", re.MULTILINE)
_TITLE: Final = pattern(
    r"""
    (?>(?:\#[^\r\n]*+|\s)*)  # comments, blank lines
    [rRuU]?(?P<quotes>\"{3}|'{3}) (?:(?!(?P=quotes)).)*?
    ^[ \t]*+([=~^*+#.`-])(?>\2{2,})[ \t]*+$
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
"""The module's docstring up to a line below or above a title."""
_CELL: Final = pattern(r"\#[ \t]*%%")
_MARKDOWN: Final = pattern(r"\#[ \t]*(?:%%|\+).*?\[(?:markdown|md)\]")
_GALLERY: Final = pattern(r"\#[ ]?%%")
_FRAME: Final = pattern(r"\#{20}")
_OF_NOTEBOOK: Final = "Markdown cell"
_OF_GALLERY: Final = "text block"
_OPEN: Final = pattern(r"\#[ \t]*\+(?:[ \t]|$)")
_CLOSE: Final = pattern(r"\#[ ]-[ \t]*$")
_LITERAL: Final = pattern(r"[rR]?(?P<quotes>\"{3}|'{3})(?P<text>.*)(?P=quotes)", re.DOTALL)


class ScriptCell(NamedTuple):
    """A part of a script that is rendered.

    Attributes:
        label: its name in messages.
        span: its span in the file; for a string, including its quotes.
        text: its text without `#`, with the place of each character.
        in_string: whether it is a string; otherwise it consists of comments.
    """

    label: str
    span: Span
    text: PlacedText
    in_string: bool = False

    @property
    def is_markdown(self) -> bool:
        """Whether it is Markdown; otherwise it is reStructuredText."""
        return self.label == _OF_NOTEBOOK

    def written(self, text: str, _around: str) -> str | None:
        """Return the written form of a text in this part; None if it cannot be written."""
        forbidden = "\r\n\0\f\"'\\" if self.in_string else "\r\n\0\f"
        return None if any(character in forbidden for character in text) else text


class Comments(NamedTuple):
    """The rendered parts of a script, and its other comments.

    Attributes:
        cells: the rendered parts, in order.
        others: the other comments, exactly as written.
    """

    cells: tuple[ScriptCell, ...] = ()
    others: tuple[str, ...] = ()


class _Line(NamedTuple):
    """A line that is a comment from its first column on, is blank, or begins with a string.

    Attributes:
        start: the offset in the file where the line begins.
        text: the comment; empty for the others.
        literal: the span of the string; None for the others.
    """

    start: int
    text: str
    literal: Span | None = None


_CODE: Final = _Line(-1, "", Span(0, 0))
"""Any other line."""


def read_cells(source: str, wanted: Sequence[int]) -> tuple[ScriptCell, ...]:
    """Return the rendered parts that contain one of the sorted offsets; `source` has no BOM."""
    may_be_strings = _PERCENT.search(source) is not None
    held = [at for at in wanted if may_be_strings or _is_in_comment(source, at)]
    # Without the mark of a string, comments are cells only if there is a header or a title.
    if not (held and (may_be_strings or _HEADER.match(source) or _TITLE.match(source))):
        return ()
    return tuple(
        cell
        for cell in read_comments(source).cells
        if holds_any(held, cell.span.start, cell.span.end)
    )


def _is_in_comment(source: str, at: int) -> bool:
    """Return whether the line of an offset is a comment from its first column on."""
    begin = max(source.rfind("\n", 0, at), source.rfind("\r", 0, at)) + 1
    return source.startswith("#", begin)


def read_comments(source: str) -> Comments:
    """Return all parts of a script that are rendered, and its other comments."""
    if not _MARK.search(source):
        return Comments()
    lines, others = _read(source)
    cells = tuple(_cells(source, lines))
    ranges = [(cell.span.start, cell.span.end) for cell in cells]
    return Comments(cells, tuple(text for at, text in others if not is_inside(at, ranges)))


def _read(source: str) -> tuple[dict[int, _Line], list[tuple[int, str]]]:
    """Return the lines that may belong to a cell, by their number, and all comments.

    A blank line is added after the last one.
    """
    starts = [match.start() for match in LINES.finditer(source)]
    parts = [match[0] for match in LINES.finditer(source)]
    lines: dict[int, _Line] = {}
    comments: list[tuple[int, str]] = []
    try:
        for token in generate_tokens(iter(parts).__next__):
            (row, column), start = token.start, starts[token.start[0] - 1]
            if token.type == COMMENT:
                comments.append((start + column, token.string))
                if not column:
                    lines[row] = _Line(start, token.string)
            elif token.type == NL and row not in lines and not parts[row - 1].strip():
                lines[row] = _Line(start, "")
            elif token.type == STRING and not column:
                end = starts[token.end[0] - 1] + token.end[1]
                lines[row] = _Line(start, "", Span(start, end))
    except (TokenError, SyntaxError):
        return {}, []
    return lines | {len(parts): _Line(len(source), "")}, comments


def _cells(source: str, lines: Mapping[int, _Line]) -> Iterator[ScriptCell]:
    header = _HEADER.match(source)
    fields = header["fields"] if header and "jupyter:" in header["fields"] else ""
    named = _FORMAT.search(fields)
    kind = named[1] if named else ""
    marks = [row for row, line in lines.items() if _CELL.match(line.text)]
    is_marked = any(_MARKDOWN.match(lines[row].text) for row in marks)
    if kind == "sphinx":
        yield from _gallery(source, lines, frames=True)
    elif kind in ("percent", "hydrogen") or is_marked or (fields and not kind and marks):
        yield from _percent(source, lines, marks)
    elif fields and header:
        yield from _light(source, lines, header.end())
    else:
        yield from _gallery(source, lines, frames=_TITLE.match(source) is not None)


def _gallery(source: str, lines: Mapping[int, _Line], *, frames: bool) -> Iterator[ScriptCell]:
    last = 0
    for row, line in lines.items():
        if row > last and (_GALLERY.match(line.text) or (frames and _FRAME.match(line.text))):
            block: list[_Line] = []
            last = row + 1
            while (below := lines.get(last)) and below.text:
                block.append(below)
                last += 1
            yield from _commented(source, block, _OF_GALLERY)


def _percent(source: str, lines: Mapping[int, _Line], marks: Iterable[int]) -> Iterator[ScriptCell]:
    for row in marks:
        if not _MARKDOWN.match(lines[row].text):
            continue
        block: list[_Line] = []
        at = row + 1
        while (line := lines.get(at)) and not (line.literal or _CELL.match(line.text)):
            block.append(line)
            at += 1
        if line and line.literal and not any(above.text for above in block):
            if found := _LITERAL.fullmatch(source, line.literal.start, line.literal.end):
                text = PlacedText.as_it_stands(source, Span(*found.span("text")))
                yield ScriptCell(_OF_NOTEBOOK, line.literal, text, in_string=True)
        else:
            yield from _commented(source, block, _OF_NOTEBOOK)


def _light(source: str, lines: Mapping[int, _Line], begin: int) -> Iterator[ScriptCell]:
    """Yield the paragraphs of comments after the header.

    The lines from `# +` to `# -` are one cell, which is code unless its first line states Markdown.
    """
    block: list[_Line] = []
    is_region = False
    is_text = True
    last = max(lines)
    for row in range(1, last + 1):
        line = lines.get(row, _CODE)
        if -1 < line.start < begin:
            continue
        is_first = is_region or not any(above.text for above in block)  # else a list item
        opens = is_first and _OPEN.match(line.text) is not None
        is_mark = opens or (is_region and _CLOSE.match(line.text) is not None) or row == last
        if is_mark or not (is_region or line.text or line.literal):
            if is_text:
                yield from _commented(source, block, _OF_NOTEBOOK)
            block = []
            is_text = not opens or _MARKDOWN.match(line.text) is not None
            is_region = opens
        else:
            block.append(line)
            is_text = is_text and not line.literal


def _commented(source: str, block: Sequence[_Line], label: str) -> Iterator[ScriptCell]:
    """Yield comment lines as a cell, without `#` and the indent; nothing if all are empty."""
    said = [at for at, line in enumerate(block) if line.text[1:].strip()]
    kept = block[said[0] : said[-1] + 1] if said else ()
    bodies = [line.text[1:] for line in kept if line.text[1:].strip()]
    depth = min((len(body) - len(body.lstrip()) for body in bodies), default=0)
    spans: list[tuple[int, int]] = []
    for line in kept:
        end = line.start + len(line.text)
        indent = depth if label == _OF_GALLERY else int(line.text[1:2].isspace())
        if label == _OF_GALLERY and not spans:  # its text must not begin with a blank
            indent = len(bodies[0]) - len(bodies[0].lstrip())
        spans.append((min(line.start + 1 + indent, end) if line.text else end, end))
    if spans:
        text = PlacedText.of_lines(source, spans)
        yield ScriptCell(label, Span(kept[0].start, spans[-1][1]), text)
