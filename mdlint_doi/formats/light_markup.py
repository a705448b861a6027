r"""AsciiDoc, Org and Typst as formats: running text, and the marks that end an address in it.

One expression for each format matches everything that is not plain text. Code and comments become a
blank, so that no DOI extends across them. Nothing is fixed, because no library in Python could
check a fix.

Sources: the AsciiDoc Language documentation, "Links" and "Passthroughs", and Asciidoctor's
expressions for inline links and titles of two lines (`rx.rb`); Org Syntax, sections "Links",
"Blocks" and "Comments"; the reference of Typst, "Syntax", and the function `link`.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from mdlint_doi.formats.parts import Parts, read_parts
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names import needles
from mdlint_doi.names.spelling import STANDARD, Notations
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, undo
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_ASCIIDOC: Final = pattern(
    r"""
      ^(?P<block> (?P<fence> -{4,}+ | \.{4,}+ | /{4,}+ | \+{4,}+ | `{3}(?!`) )
        (?: [ \t]*+(?=\r?$) | (?<=```)[^\r\n`]++ ) )
    | ^(?P<comment> //(?!/)[^\r\n]*+ )
    | (?:link:)? \+{2,3}(?P<plus> (?>(?:[^\s+]|\+(?!\+))+) )\+{2,3}(?=\[)
    | (?:link:)? \$\$(?P<dollars> [^\s$]++ )\$\$(?=\[)
    | link:pass:\[(?P<passed>[^\s\[\]]++)\](?=\[)
    | image::?(?P<picture>[^\s\[\]]++)(?=\[)
    | (?:link:)?(?P<target> (?:https?://|doi:)[^\s\[\]<>"]++ )(?=\[)
    | \{[\w-]{1,60}\}/?(?P<name> 10\.[^\s\[\]<>"]++ )(?=\[)
    | (?<![\w-])link="?(?P<attribute> https?://[^\s\[\],"]++ )
    | (?P<code> (?<![\w`"'])`(?![\s`])[^`\r\n]{1,300}+`(?![\w`]) )
    """,
    re.VERBOSE | re.MULTILINE,
)
_ORG: Final = pattern(
    r"""
      ^[ \t]*+(?P<block> \#\+begin_(?P<fence> src | example | comment | export ) (?!\w)[^\r\n]*+ )
    | ^[ \t]*+(?P<comment> \#(?:[ \t][^\r\n]*+)?(?=\r?$) )
    | ^[ \t]*+(?P<code> :[ \t][^\r\n]*+ )
    | \[\[(?P<target> (?>(?:[^\[\]\\\r\n]|\\.)+) )\](?=[\[\]])
    | (?P<keys> \[cite(?:/[\w/-]{1,60})?:[^\[\]\r\n]*+\] )
    | (?<![^\s\-('"{])(?P<verbatim> (?P<mark>[=~])(?!\s)[^\r\n]{1,300}?(?<!\s)(?P=mark)
        (?![^\s\-.,:!?;'")}\[\\]) )
    """,
    re.VERBOSE | re.MULTILINE | re.IGNORECASE,
)
_TYPST: Final = pattern(
    r"""
      (?P<block> (?P<fence> /\* | `{3,} ) )
    | (?P<code> `[^`]*+` )
    | (?<![\w-])link\(\s*+"(?P<target> (?>(?:[^"\\\r\n]|\\.)*) )"
    | (?P<kept> https?://[^\s"\]<>`\\]*+ )
    | (?P<comment> //[^\r\n]*+ )
    | \\(?P<letter> [!-/:-@\[-`{-~] )
    | (?P<blank> ~ | \\(?=\s) )
    """,
    re.VERBOSE,
)
_ESCAPE: Final = pattern(r"\\(.)")
_NO_ESCAPE: Final = pattern(r"(?!)")
_TARGETS: Final = frozenset({"plus", "dollars", "passed", "target", "name", "attribute"})
"""The groups that contain an address."""
_REACH: Final = 400
"""The most code points before the underline of a title that are searched for the title."""
_NO_TITLE: Final = pattern(r"[\W_]*|\[.*\]\s*|(?://|:|\.).*")
"""Matches a line that is no title, and after which a title may stand."""
_CLOSED_BY: Final = {"/*": "*/"}
"""The ends of blocks in Typst that differ from their beginnings."""


class _Syntax(NamedTuple):
    """The syntax of a format.

    Attributes:
        tokens: matches everything that is not plain text.
        end: the expression for the end of a block, with `{}` for the text that began it.
        comment: the characters that begin a comment.
        escape: matches an escape in an address; group 1 is the character.
        flags: the flags of `end`.
        underlines: the characters that begin a block, and may also underline a title.
    """

    tokens: re.Pattern[str]
    end: str
    comment: str
    escape: re.Pattern[str] = _NO_ESCAPE
    flags: re.RegexFlag = re.MULTILINE
    underlines: str = ""


def _said(text: str) -> str:
    """Return what readers see of a piece of a file."""
    from mdlint_doi.formats.parts_passages import without_marks

    return without_marks(text)


class LightMarkup:
    """A `Format` for a markup language with few marks."""

    def __init__(self, syntax: _Syntax) -> None:
        """Receive the syntax."""
        self._syntax = syntax

    def may_hold_doi(self, data: bytes, notations: Notations = STANDARD) -> bool:
        """Return whether a file may contain a DOI or a suppression."""
        return b"10." in data or needles.may_hold_doi(data, notations)

    def read(self, source: Source, settings: Settings) -> Document:
        """Return the mentions and suppressions of a document."""
        parts = _Reading(source.text, self._syntax).parts()
        return read_parts(source, parts, settings, self._syntax.comment, _said)

    def same_page(self, settings: Settings) -> None:
        """Return no guard: nothing is fixed."""


ASCIIDOC: Final = LightMarkup(_Syntax(_ASCIIDOC, r"^{}[ \t]*\r?$", "/", underlines="-+"))
ORG: Final = LightMarkup(
    _Syntax(_ORG, r"^[ \t]*\#\+end_{}\b", "#", _ESCAPE, re.MULTILINE | re.IGNORECASE)
)
TYPST: Final = LightMarkup(_Syntax(_TYPST, "{}", "/", _ESCAPE))


class _Reading:
    """One reading of a text, from left to right."""

    def __init__(self, text: str, syntax: _Syntax) -> None:
        self._text = text
        self._syntax = syntax
        self._running: list[PlacedText] = []
        self._addresses: list[PlacedText] = []
        self._comments: list[Span] = []
        self._unclosed: set[str] = set()

    def parts(self) -> Parts:
        """Return the parts of the text."""
        at = 0
        while token := self._syntax.tokens.search(self._text, at):
            self._keep(at, token.start())
            at = max(self._take(token), token.start() + 1)
        self._keep(at, len(self._text))
        running = PlacedText.joined(self._running or [PlacedText("", 0)])
        return Parts(running, (), tuple(self._addresses), tuple(self._comments))

    def _keep(self, start: int, end: int) -> None:
        if start < end:
            self._running.append(PlacedText(self._text[start:end], start))

    def _take(self, token: re.Match[str]) -> int:
        """Read a token, and return the offset at which to continue."""
        kind = next((name for name in (*_TARGETS, "block") if _has(token, name)), token.lastgroup)
        if kind == "kept":
            self._keep(*token.span())
        elif kind == "letter":
            self._put(token["letter"], token.start(), token.end())
        elif kind == "block":
            return self._block(token)
        else:
            self._put(" ", token.start(), token.end())
        if kind == "comment":
            self._comments.append(Span(*token.span("comment")))
        elif kind in _TARGETS:
            span = token.span(kind)
            escape = self._syntax.escape
            self._addresses.append(undo(self._text, span, escape, lambda found: found[1]))
        return token.end()

    def _put(self, text: str, start: int, end: int) -> None:
        """Add a text that stands for a range of another length."""
        self._running.append(PlacedText.of_offsets(text, (start, end)))

    def _block(self, token: re.Match[str]) -> int:
        """Skip a block of code or a comment; skip only its first line if it has no end."""
        fence = token["fence"].lower()
        if fence[0] in self._syntax.underlines and self._is_underline(token.start(), len(fence)):
            self._put(" ", *token.span())
            return token.end()
        closing = re.escape(_CLOSED_BY.get(fence, fence))
        end = None
        if fence not in self._unclosed:
            expression = re.compile(self._syntax.end.format(closing), self._syntax.flags)
            end = expression.search(self._text, token.end())
        if end is None:
            self._unclosed.add(fence)
        last = end.end() if end else token.end()
        self._put(" ", token.start(), last)
        return last

    def _is_underline(self, start: int, length: int) -> bool:
        """Return whether a line of marks underlines a title, which is about as long."""
        lines = self._text[max(0, start - _REACH) : start].splitlines()
        title = lines[-1].rstrip() if lines else ""
        if abs(len(title) - length) > 1 or _NO_TITLE.fullmatch(title):
            return False
        return len(lines) == 1 or _NO_TITLE.fullmatch(lines[-2]) is not None


def _has(token: re.Match[str], name: str) -> bool:
    return name in token.re.groupindex and token[name] is not None
