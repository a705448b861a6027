"""Find the mentions in the docstrings and cells of a Python module, and its suppressions.

A new text in a docstring is written so that Python reads it from its literal: if the literal is not
raw, backslashes are doubled, and quotes get a backslash. An edit is refused if its text cannot be
written in the literal, or if a backslash continues a line in the replaced part.

Python does not define how docstrings are rendered: Sphinx reads them as reStructuredText,
mkdocstrings and others as Markdown. A fix may write the markup of one of the two only if the module
itself uses it, and no markup of the other.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter
from tokenize import COMMENT, TokenError, generate_tokens
from typing import Final

from mdlint_doi.formats.docstring.cells import LINES, read_cells
from mdlint_doi.formats.docstring.docstrings import (
    Characters,
    Docstring,
    Unreadable,
    read_docstrings,
    without_cells,
)
from mdlint_doi.formats.markdown.format import read as read_markdown
from mdlint_doi.formats.rst.translate import read_rst
from mdlint_doi.lint.document import (
    Directive,
    Document,
    Suppression,
    Unread,
    joined,
    read_directive,
)
from mdlint_doi.lint.model import Break, Container, Form, Mention, as_it_stands
from mdlint_doi.lint.selection import notations_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.needles import places
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_WORD: Final = "mdlint-doi-"
_RST: Final = pattern(
    r"""
      :[A-Za-z][\w.+:-]{0,40}:`                     # a role, also a mistyped one
    | `[^`<>\n]+<[^`<>\s]+>`_                        # a link
    | ^[ \t]*\.\.[ ](?: [A-Za-z][\w.+:-]{0,40}::     # a directive
        | \[ [^\]\n]{1,40} \]                        # a footnote, a citation
        | _[^\n:]{1,80}: )                           # a target
    """,
    re.VERBOSE | re.MULTILINE,
)
_MARKDOWN: Final = pattern(
    r"""
      \]\( (?: https?: | mailto: | doi: | \.{0,2}/ | [\#<] )   # a link
    | `\]\[                                          # a reference of mkdocstrings
    | ^[ \t]*(?: ``` | ~~~[^~] | !!![ ] )            # a block of code, an admonition
    """,
    re.VERBOSE | re.MULTILINE,
)
_MYST_ROLE: Final = pattern(r"\{[\w-]+\}`")
_NEVER: Final = frozenset("\r\n\0")
"""Characters that are never written into a literal."""


class InDocstring(Container):
    """A docstring that contains a mention.

    Attributes:
        characters: how the docstring is written in the file.
    """

    characters: Characters = Characters("", (), (), ())

    def written(self, source: str, span: Span, text: str) -> str | None:
        """Return the written form of a text that replaces a span; None if it cannot be written."""
        del source
        return replacement(self.characters, span.start, span.end, text)


def read_module(source: Source, settings: Settings) -> tuple[Document, tuple[Docstring, ...]]:
    """Return the mentions and suppressions of a module, and the docstrings that may contain any."""
    wanted = places(source.text, notations_of(settings, source.name))
    read = read_docstrings(source.text, wanted)
    if isinstance(read, Unreadable):
        # The file may be written for a later version of Python, or for Python 2.
        reason = (
            f"Python {sys.version_info.major}.{sys.version_info.minor}, which runs mdlint-doi,"
            " cannot read this file; use the Python version that the file is for, or exclude the"
            " file"
        )
        place = Span(read.offset, read.offset)
        return Document(source, unread=(Unread(reason, place, is_whole=True),)), ()
    cells = read_cells(source.text, wanted)
    docstrings = without_cells(read, cells)
    parts = []
    for docstring in docstrings:
        label = f"docstring of {docstring.name or 'the module'}"
        parts.append((docstring.span, of_docstring(source, docstring, label, settings)))
    for cell in cells:
        if cell.is_markdown:
            document = read_markdown(Source(source.name, cell.text.text), settings)
        else:
            document = _read_rst(source, cell.text, settings)
        within = Container(cell.label, cell.text, cell.written)
        parts.append((cell.span, document.within(source, cell.text, within)))
    document = joined(source, [part for _, part in sorted(parts, key=itemgetter(0))])
    comments = _suppressions(source, [docstring.span for docstring in docstrings])
    suppressions = sorted(
        [*document.suppressions, *comments], key=lambda suppression: suppression.span
    )
    return document.replace(suppressions=tuple(suppressions)), docstrings


def of_docstring(source: Source, docstring: Docstring, label: str, settings: Settings) -> Document:
    """Return the mentions in a docstring; messages name it by its label."""
    container = InDocstring(label, docstring.text, as_it_stands, characters=docstring.literals)
    document = _read_rst(source, docstring.text, settings)
    return document.within(source, docstring.text, container)


def _read_rst(source: Source, text: PlacedText, settings: Settings) -> Document:
    """Return a part of a module read as reStructuredText; its mentions show if this is a guess."""
    document = read_rst(Source(source.name, text.text), settings)
    if not document.mentions or _shows_rst(source.text):
        return document
    return document.replace(mentions=tuple(map(_of_unknown_markup, document.mentions)))


def _shows_rst(source: str) -> bool:
    """Return whether a module has markup of reStructuredText, and none of Markdown."""
    return _RST.search(source) is not None and _MARKDOWN.search(source) is None


def _of_unknown_markup(mention: Mention) -> Mention:
    """Return a mention in a text that may be Markdown, in which MyST's roles are not mistyped."""
    if mention.broken is Break.NO_LINK:  # in Markdown, it is code: no link either
        return mention.replace(form=Form.TEXT, broken=None, repair=None, markup_unknown=True)
    if mention.broken is Break.TOO_LATE and _is_text_of_link(mention):
        return mention.replace(
            form=Form.LINK_TEXT, broken=None, markup_unknown=True, linked_in_block=True
        )
    if mention.broken is not Break.NO_ROLE:
        return mention.replace(markup_unknown=True)
    if _MYST_ROLE.match(mention.source.text, mention.span.start):
        return mention.replace(form=Form.ROLE, broken=None, repair=None, markup_unknown=True)
    return mention.replace(repair=None, markup_unknown=True)


def _is_text_of_link(mention: Mention) -> bool:
    """Return whether an address is the text of a link in Markdown, `[https://…](https://…)`."""
    end = mention.written.whole.end
    return mention.source.text.startswith("](", end)


def _suppressions(source: Source, docstrings: Sequence[Span]) -> Iterator[Suppression]:
    """Yield the suppressions in comments of the code.

    `disable-line` on the last line of a docstring, after its quotes, applies to the whole
    docstring.
    """
    for start, text in _comments(source.text):
        found = read_directive(text[1:], start + 1)
        if found is None:
            continue
        whole = Span(start, start + len(text))
        if found.directive is Directive.LINE:
            line = source.line_span(start)
            ends = (span.start for span in docstrings if line.start <= span.end <= start)
            whole = Span(next(ends, start), whole.end)
        yield found.replace(span=whole)


def _comments(text: str) -> Iterator[tuple[int, str]]:
    """Yield the offset and text of each comment that may contain a suppression."""
    if _WORD not in text:
        return

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
    """Return the text to write in place of a range of the file; None if it cannot be written.

    `characters` are those of the string that contains the range; `text` is the new text as Python
    evaluates it.
    """
    around = (
        string for string in characters.literals if string.start <= start <= end <= string.end
    )
    literal = next(around, None)
    if literal is None or not _is_whole(characters, start, end):
        return None
    if _holds_continuation(characters, start, end) or not _NEVER.isdisjoint(text):
        return None
    quote = literal.quotes[0]
    if literal.is_raw:
        is_bad = quote in text or (end == literal.end and text.endswith("\\"))
        return None if is_bad else text
    return text.replace("\\", "\\\\").replace(quote, "\\" + quote)


def _is_whole(characters: Characters, start: int, end: int) -> bool:
    """Return whether a range of the file begins and ends between characters, not inside one."""
    starts, ends = characters.starts, characters.ends
    first = bisect_right(starts, start) - 1
    last = bisect_left(ends, end)
    is_inside_first = first >= 0 and starts[first] < start < ends[first]
    is_inside_last = last < len(ends) and starts[last] < end < ends[last]
    return not (is_inside_first or is_inside_last)


def _holds_continuation(characters: Characters, start: int, end: int) -> bool:
    """Return whether a backslash continues a line in a range, for Python or for docutils."""
    first, last = bisect_left(characters.starts, start), bisect_left(characters.ends, end)
    starts, ends = characters.starts[first + 1 : last + 1], characters.ends[first:last]
    is_one_line = all(behind == begin for begin, behind in zip(starts, ends, strict=True))
    return not is_one_line or "\\\n" in characters.text[first : last + 1]
