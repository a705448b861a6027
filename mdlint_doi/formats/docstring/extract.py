"""A Python module -> the mentions in its docstrings and cells, and suppressions.

Our comments in Python code: `# mdlint-doi-disable DOI201`.

A piece of a docstring's text, written so that Python reads it in its literal.

A backslash is doubled where the literal is not raw; a quote that would end the literal gets a
backslash; a character that can't stand there is refused, and so is what would join two lines that
a backslash parts.
"""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Final

from mdlint_doi.formats.docstring.cells import LINES, ScriptCell, read_cells
from mdlint_doi.formats.docstring.docstrings import (
    Docstring,
    Unreadable,
    read_docstrings,
    without_cells,
)
from mdlint_doi.formats.docstring.literals import Characters, Literal
from mdlint_doi.formats.markdown.format import read as read_markdown
from mdlint_doi.formats.markdown.needles import places
from mdlint_doi.formats.rst.collect import read_rst
from mdlint_doi.lint.directives import Directive, Suppression, read_directive
from mdlint_doi.lint.document import Container, Document, as_it_stands, joined
from mdlint_doi.lint.facts import notations_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_WORD: Final = "mdlint-doi-"


class InDocstring(Container):
    """A docstring that a mention stands in.

    Attributes:
        characters: how it is written.

    """

    characters: Characters = Characters("", (), (), ())

    def written(self, source: str, span: Span, text: str) -> str | None:
        """Return how a text is written in place of a span of the file; None if it cannot be."""
        del source
        return replacement(self.characters, span.start, span.end, text)


def read_module(source: Source, settings: Settings) -> Document:
    """Return the DOIs in docstrings and cells, and our comments in them and beside them."""
    return read_objects(source, settings)[0]


def read_objects(source: Source, settings: Settings) -> tuple[Document, tuple[Docstring, ...]]:
    """Return what `read_module` does, and the docstrings that may hold something of it."""
    wanted = places(source.text, notations_of(settings, source.name))
    read = read_docstrings(source.text, wanted, attributes=True)
    if isinstance(read, Unreadable):
        return Document(source, problem=_unreadable(), unread_from=read.offset), ()
    cells = read_cells(source.text, wanted)
    found = without_cells(read, cells)
    parts = [(one.span, _read(one, source, settings)) for one in found]
    parts += [(one.span, _read_cell(one, source, settings)) for one in cells]
    document = joined(source, [part for _, part in sorted(parts, key=itemgetter(0))])
    comments = read_comments(source, [docstring.span for docstring in found])
    suppressions = sorted([*document.suppressions, *comments], key=lambda one: one.span)
    return document.replace(suppressions=tuple(suppressions)), found


def _unreadable() -> str:
    """Return what to tell: the file may be written for a later Python than runs here, or for 2."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return (
        f"cannot be read as Python {version}, which runs here; run mdlint-doi under the Python that"
        " it is for, or exclude it"
    )


def _read(docstring: Docstring, source: Source, settings: Settings) -> Document:
    document = read_rst(Source(source.name, docstring.text.text), settings)
    return document.within(source, docstring.text, _container(docstring))


def _read_cell(cell: ScriptCell, source: Source, settings: Settings) -> Document:
    read = read_markdown if cell.is_markdown else read_rst
    document = read(Source(source.name, cell.text.text), settings)
    return document.within(source, cell.text, Container(cell.label, cell.text, cell.written))


def _container(docstring: Docstring) -> InDocstring:
    label = f"docstring of {docstring.name or 'the module'}"
    return InDocstring(label, docstring.text, as_it_stands, characters=docstring.literals)


def read_comments(source: Source, docstrings: Sequence[Span]) -> Iterator[Suppression]:
    """Yield what comments switch on or off.

    `disable-line` on the last line of a docstring, behind its quotes, holds for all of it.

    Args:
        source: a Python module.
        docstrings: where they stand, with their quotes.

    """
    for start, text in _comments(source.text):
        found = read_directive(text[1:], start + 1)
        if found is None:
            continue
        whole = Span(start, start + len(text))
        if found.directive is Directive.LINE:
            line = source.line_span(start)
            ends = (one.start for one in docstrings if line.start <= one.end <= start)
            whole = Span(next(ends, start), whole.end)
        yield found.replace(span=whole)


def _comments(text: str) -> Iterator[tuple[int, str]]:
    """Yield where the comments begin that may be for us, and the comments."""
    if _WORD not in text:
        return
    from tokenize import COMMENT, TokenError, generate_tokens

    lines = [match[0] for match in LINES.finditer(text)]
    starts = [match.start() for match in LINES.finditer(text)]
    try:
        for token in generate_tokens(iter(lines).__next__):
            if token.type == COMMENT and _WORD in token.string:
                row, column = token.start
                yield starts[row - 1] + column, token.string
    except (TokenError, SyntaxError):
        return


def replacement(characters: Characters, start: int, end: int, text: str) -> str | None:
    """Return what to write in the place of `source[start:end]`; None where it can't be written.

    Args:
        characters: of the string that holds the range.
        start: where the range begins in the file.
        end: where it ends; both in the same literal.
        text: what the docstring shall say there.

    """
    literal = _literal(characters, start, end)
    if literal is None or not _is_whole(characters, start, end):
        return None
    if _holds_continuation(characters, start, end):
        return None
    if literal.is_raw:
        return _raw(literal, text, ends=end == literal.end)
    written = text.replace("\\", "\\\\")
    written = written.replace(literal.quotes[0], "\\" + literal.quotes[0])
    return None if any(character in "\r\n\0" for character in text) else written


def _literal(characters: Characters, start: int, end: int) -> Literal | None:
    for literal in characters.literals:
        if literal.start <= start <= end <= literal.end:
            return literal
    return None


def _is_whole(characters: Characters, start: int, end: int) -> bool:
    """Return whether a range of the file begins and ends with characters, not inside of one."""
    first = bisect_right(characters.starts, start) - 1
    last = bisect_left(characters.ends, end)
    is_inside_first = first >= 0 and characters.starts[first] < start < characters.ends[first]
    is_inside_last = (
        last < len(characters.ends) and characters.starts[last] < end < characters.ends[last]
    )
    return not (is_inside_first or is_inside_last)


def _holds_continuation(characters: Characters, start: int, end: int) -> bool:
    """Return whether a backslash ends a line in a range: to Python, or to docutils behind it."""
    first, last = bisect_left(characters.starts, start), bisect_left(characters.ends, end)
    starts, ends = characters.starts[first + 1 : last + 1], characters.ends[first:last]
    is_one_line = all(behind == begin for begin, behind in zip(starts, ends, strict=True))
    return not is_one_line or "\\\n" in characters.text[first : last + 1]


def _raw(literal: Literal, text: str, *, ends: bool) -> str | None:
    is_bad = literal.quotes[0] in text or any(character in "\r\n\0" for character in text)
    return None if is_bad or (ends and text.endswith("\\")) else text
