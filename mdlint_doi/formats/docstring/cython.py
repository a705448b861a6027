"""Cython files as a format: their docstrings are read, and nothing is fixed.

Cython is not Python, so `ast` cannot read it, and Python's `tokenize` stops at some of its numbers.
A docstring is a string that is a statement by itself; other strings are not read.

Source: the language reference of Python, section 2.4, "Literals"; Cython's documentation, "Language
Basics".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.formats.docstring.docstrings import Docstring, docstring_at
from mdlint_doi.formats.docstring.extract import of_docstring
from mdlint_doi.formats.docstring.format import may_hold_doi
from mdlint_doi.lint.document import Document, Suppression, Unread, joined, read_directive
from mdlint_doi.lint.selection import notations_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.needles import places
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span, holds_any

__all__ = ["may_hold_doi", "read", "same_page"]

_TOKEN: Final = pattern(
    r"""
      (?P<comment> \#[^\r\n]*+ )
    | (?P<string> [A-Za-z]{0,2}(?:
        \"\"\" (?>(?:[^"\\]|\\.|"(?!""))*) \"\"\" | \'\'\' (?>(?:[^'\\]|\\.|'(?!''))*) \'\'\'
      | "(?!"") (?>(?:[^"\\\r\n]|\\.)*) " | '(?!'') (?>(?:[^'\\\r\n]|\\.)*) ' ) )
    | (?P<unclosed> \"\"\" | \'\'\' | ["'] )
    | (?P<open> [\[({] ) | (?P<close> [\])}] )
    | (?P<word> [A-Za-z_][\w]*+ )""",
    re.VERBOSE | re.DOTALL,
)
"""Matches what shows where strings begin and end."""
_BEHIND: Final = pattern(r"[ \t]*+(?:\#[^\r\n]*+)?(?:[\r\n]|\Z)")
_NO_END: Final = "the string has no end; add its quotes, so that the text after it is read"
_NOT_CLOSED: Final = "the bracket is not closed; close it, so that the docstrings after it are read"
_BLANKS: Final = " \t\f\ufeff"
_PREFIXES: Final = ("", "r", "u")


def read(source: Source, settings: Settings) -> Document:
    """Return the mentions in the docstrings of a file, and the suppressions in its comments."""
    wanted = places(source.text, notations_of(settings, source.name))
    suppressions: list[Suppression] = []
    parts: list[Document] = []
    unread: list[Unread] = []
    for found in _statements(source.text):
        if isinstance(found, Docstring):
            if holds_any(wanted, found.span.start, found.span.end):
                parts.append(of_docstring(source, found, "docstring", settings))
        elif isinstance(found, Unread):
            unread.append(found)
        elif (directive := read_directive(found.cut(source.text)[1:], found.start + 1)) is not None:
            suppressions.append(directive)
    document = joined(source, parts)
    every = sorted(
        [*document.suppressions, *suppressions], key=lambda suppression: suppression.span
    )
    return document.replace(suppressions=tuple(every), unread=(*document.unread, *unread))


def same_page(settings: Settings) -> None:
    """Return no guard: nothing is fixed, because no library in Python could check a fix."""


def _statements(text: str) -> Iterator[Docstring | Unread | Span]:
    """Yield the strings that are statements by themselves, and the spans of the comments.

    An `Unread` stands for a string that cannot be read, and for all that follows a string or
    bracket without an end.
    """
    depth = 0
    outermost = Span(0, 0)
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "comment":
            yield Span(*token.span())
        elif kind == "open":
            outermost = outermost if depth else Span(*token.span())
            depth += 1
        elif kind == "close":
            depth = max(0, depth - 1)
        elif kind == "unclosed":
            yield Unread(_NO_END, Span(*token.span()))
            return
        elif kind == "string" and not depth and _is_statement(text, *token.span()):
            yield _docstring(text, Span(*token.span()))
    if depth:
        yield Unread(_NOT_CLOSED, outermost)


def _docstring(text: str, span: Span) -> Docstring | Unread:
    try:
        return docstring_at(text, span)
    except ValueError:
        return Unread("the docstring contains an escape that Python refuses", span)


def _is_statement(text: str, start: int, end: int) -> bool:
    """Return whether a string is all that its lines contain, and no line continues before it."""
    begin = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    if text[begin:start].strip(_BLANKS) or not _BEHIND.match(text, end):
        return False
    prefix = text[start:end].partition('"')[0].partition("'")[0]
    is_continued = text[max(0, begin - 3) : begin].rstrip("\r\n").endswith("\\")
    return prefix.lower() in _PREFIXES and not is_continued
