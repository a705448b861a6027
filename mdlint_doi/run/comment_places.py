"""The places for a comment that turns a rule off: the lines that the comment applies to, by format.

In most formats, this is the line of the finding. A docstring is one construct, and so is a BibTeX
entry: BibTeX allows no comment inside an entry, but skips all text between two entries. In a
notebook, a line is a line of a cell, in whatever form the file is written.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Final, NamedTuple, TypeAlias

from mdlint_doi.file_formats import entry_of_document
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.lint.model import Finding
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Ranges, Span

_Place: TypeAlias = Callable[[Span], Span | None]
"""Returns the lines that a comment for a finding's span applies to; None: no comment can."""
_HEADING: Final = pattern(r"[ \t>]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*#{1,6}(?:[ \t]|\Z)")
_UNDERLINE: Final = pattern(r"[ \t>]*(?:=+|-+)[ \t]*\Z")
_CAPTION: Final = pattern(r"[ \t]*(?:Table)?:[ \t]", re.IGNORECASE)
"""The beginning of a table's caption (pandoc, "Extension: table_captions")."""
_TABLE: Final = pattern(r"[ \t>]*(?:[|+]|-{2,}[- \t|:]*\Z|[^|]*[ \t]\|)")
"""The beginning of a line in a pipe table, a grid table or a table with dashed lines."""
_FIGURE: Final = pattern(r"[ \t]*!\[[^\]]+\][(\[].*[)\]}][ \t]*\Z")
"""An image alone on a line, whose text may be a caption."""
_REACH: Final = 2_000
"""The number of code points around a line in which its neighbours are read."""


class Sides(NamedTuple):
    """The sides of a line of Markdown on which a comment changes nothing on the page.

    Attributes:
        behind: whether a comment may be at the end of the line.
        above: whether a comment may be on a line of its own above it.
    """

    behind: bool
    above: bool


def by_place(source: Source, found: Iterable[Finding]) -> Mapping[Span, list[Finding]]:
    """Return findings by the lines that a comment for them applies to; others are left out.

    Args:
        source: the file.
        found: the findings in the file.
    """
    wanted = sorted(finding.span.start for finding in found)
    special = {"python": _of_python, "bibtex": _of_bibtex, "notebook": _of_notebook}
    make = special.get(entry_of_document(source).name)
    place = make(source, wanted) if make else lambda span: source.line_span(span.start)
    lines: dict[Span, list[Finding]] = {}
    for finding in found:
        line = place(finding.span)
        if line is not None:
            lines.setdefault(line, []).append(finding)
    return lines


def sides(source: Source, line: Span) -> Sides:
    """Return the sides of a line on which a comment may be written, as far as its text shows them.

    GitHub, pandoc, Python-Markdown and Hugo read some lines differently. After a comment, an
    attribute list (`{#id .class}`) is text, an image alone in its paragraph is no figure (pandoc,
    "Extension: implicit_figures"), and Hugo takes the words of a comment in a heading into the
    heading's anchor. Between a table and a caption below it, there can be no comment at all.
    """
    text = line.cut(source.text)
    first, last = max(0, line.start - _REACH), line.end + _REACH
    above = source.text[first : line.start].splitlines()
    below = source.text[line.end : last].splitlines()[1:]
    # A line that the window cuts may look like a different one: `- item` like an underline.
    above = (above[1:] if first > 0 else above) or above
    below = (below[:-1] if last < len(source.text) else below) or below
    if _CAPTION.match(text):
        if _TABLE.match(_first_text(below)):
            return Sides(behind=False, above=True)
        if _TABLE.match(_first_text(reversed(above))):
            return Sides(behind=False, above=False)
    is_alone = not any(near and near[0].strip() for near in (above[::-1], below))
    is_figure = is_alone and _FIGURE.match(text) is not None
    is_heading = _HEADING.match(text) or _is_underlined(text, below)
    return Sides(not (is_figure or is_heading or text.rstrip().endswith("}")), above=True)


def _first_text(lines: Iterable[str]) -> str:
    """Return the first line that is not blank; an empty text if there is none."""
    return next((line for line in lines if line.strip()), "")


def _is_underlined(line: str, below: Iterable[str]) -> bool:
    """Return whether a line belongs to a heading with a line of `=` or `-` below it."""
    for near in takewhile(str.strip, below):
        if _UNDERLINE.match(near):
            return bool(line.strip())
    return False


def _of_python(source: Source, wanted: Sequence[int]) -> _Place:
    """Return the places in Python code: for a docstring, its last line.

    Programs that read the sections of a docstring could take a comment for a parameter.
    """
    from mdlint_doi.formats.docstring.docstrings import Unreadable, read_docstrings

    read = read_docstrings(source.text, wanted)
    docstrings = Ranges(
        () if isinstance(read, Unreadable) else (docstring.span for docstring in read)
    )

    def place(span: Span) -> Span:
        """Return the line of a place, or the last line of the docstring that contains it."""
        docstring = docstrings.covering(span)
        return source.line_span(docstring.end if docstring else span.start)

    return place


def _of_bibtex(source: Source, wanted: Sequence[int]) -> _Place:
    """Return the places in BibTeX: all lines of an entry, if nothing else is on them.

    bibtexparser must also find the end of the entry, so that no program reads the comments around
    it as part of an entry.
    """
    from mdlint_doi.formats.data.bibtex_block import BibEntry
    from mdlint_doi.formats.data.bibtex_syntax import read_blocks

    entries = [entry for entry in read_blocks(source.text) if isinstance(entry, BibEntry)]
    starts = [entry.span.start for entry in entries]
    held = sorted({bisect_right(starts, at) - 1 for at in wanted} - {-1})
    lines = [_lines_of(source, entries[at].span) for at in held if entries[at].problem is None]
    return Ranges(line for line in lines if line is not None).covering


def _lines_of(source: Source, entry: Span) -> Span | None:
    """Return the lines of a BibTeX entry; None if comments cannot stand around them."""
    from mdlint_doi.formats.data.bibtex_guard import is_one_entry

    first = source.line_span(entry.start)
    last = source.line_span(entry.end - 1)
    lines = Span(first.start, last.end)
    is_alone = lines.cut(source.text).strip() == entry.cut(source.text)
    return lines if is_alone and is_one_entry(entry.cut(source.text)) else None


def _of_notebook(source: Source, _: Sequence[int]) -> _Place:
    """Return the places in a notebook: the line of a Markdown cell where the finding begins."""
    from mdlint_doi.formats.notebook.cells import read_cells

    try:
        cells = read_cells(source.text, ("markdown",))
    except FormatSyntaxError:
        return lambda _: None
    starts = [cell.span.start for cell in cells]
    placed = {}

    def place(span: Span) -> Span | None:
        """Return the line of a place in a Markdown cell; None outside of these cells."""
        which = bisect_right(starts, span.start) - 1
        if which < 0 or not cells[which].span.covers(span):
            return None
        if which not in placed:
            placed[which] = cells[which].placed(source.text)
        text = placed[which].text
        at = placed[which].index(span.start)
        end = text.find("\n", at)
        end = end if end >= 0 else len(text)
        return placed[which].span(text.rfind("\n", 0, at) + 1, end)

    return place
