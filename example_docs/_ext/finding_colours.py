"""Show findings in sessions and examples in the colours of the terminal.

The lexers for `console` and `text` give each part of a finding its own token. `conf.py` contains
the colours for light and dark pages, and `manual.css` assigns them to the parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from pygments.lexer import Lexer
from pygments.lexers.shell import BashSessionLexer
from pygments.token import Generic, Text, _TokenType

from mdlint_doi.lint.rules import by_code

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_Piece: TypeAlias = tuple[int, _TokenType, str]
_FINDING: Final = re.compile(
    r"(?P<path>[^\s:]+(?=:\d+:\d+: DOI\d{3} \[))?(?P<place>:\d+:\d+: )?(?P<code>DOI\d{3})(?= \[)"
)
_CARETS: Final = re.compile(r"(?P<margin> *\| +)(?P<carets>\^+)\s*")
_EXCERPT: Final = re.compile(r"(?P<margin> *\d* \|)(?= |\n|$)")
_FIX: Final = re.compile(r" +=( (?:unsafe )?fix\b.*\n?)")
_GOOD: Final = re.compile(r"No (?:new )?problems found.*\n?")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the lexers for the languages `console` and `text`."""
    app.add_lexer("console", Session)
    app.add_lexer("text", Findings)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


class Session(BashSessionLexer):
    """A shell session whose output may contain findings."""

    def get_tokens_unprocessed(self, text: str) -> Iterator[_Piece]:
        """Yield the tokens of a session."""
        severity = ""
        for place, token, line in super().get_tokens_unprocessed(text):
            if token is Generic.Output:
                severity = _severity(line) or severity
                yield from _pieces(place, line, Generic.Output, severity)
            else:
                yield place, token, line


class Findings(Lexer):
    """A plain text that may contain findings."""

    name = "Findings"
    aliases: ClassVar[list[str]] = ["findings"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[_Piece]:
        """Yield the tokens of a text."""
        severity, place = "", 0
        for line in text.splitlines(keepends=True):
            severity = _severity(line) or severity
            yield from _pieces(place, line, Text, severity)
            place += len(line)


def _severity(line: str) -> str:
    """Return the severity of the finding that begins in a line, such as `Error`; else empty."""
    found = _FINDING.match(line)
    rule = by_code(found["code"]) if found else None
    return rule.severity.value.title() if rule else ""


def _pieces(place: int, line: str, plain: _TokenType, severity: str) -> Iterator[_Piece]:
    """Yield the tokens of a line; parts without a colour get the token type `plain`.

    Args:
        place: the offset of the line in the text.
        line: the line.
        plain: the token type of parts without a colour.
        severity: the severity of the finding that the line belongs to; empty: none.
    """
    at = 0
    for start, end, name in _parts(line, severity):
        if start > at:
            yield place + at, plain, line[at:start]
        yield place + start, getattr(Generic.Output, name), line[start:end]
        at = end
    if at < len(line):
        yield place + at, plain, line[at:]


def _parts(line: str, severity: str) -> Iterator[tuple[int, int, str]]:
    """Yield the start, end and name of each coloured part of a line."""
    if found := _FINDING.match(line):
        if found["path"]:
            yield (*found.span("path"), "Path")
        yield (*found.span("code"), severity)
    elif found := _CARETS.fullmatch(line):
        yield (*found.span("margin"), "Margin")
        yield (*found.span("carets"), severity)
    elif found := _FIX.fullmatch(line):
        yield (*found.span(1), "Good")
    elif found := _GOOD.fullmatch(line):
        yield (*found.span(), "Good")
    elif found := _EXCERPT.match(line):
        yield (*found.span("margin"), "Margin")
