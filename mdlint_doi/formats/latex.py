r"""LaTeX as a format, which is not fixed; its macros also occur in R documentation.

The argument of `\doi` is only the DOI, because the macro adds the resolver. The argument of `\url`
or `\href` is an address, whose escapes are undone. Everything else is running text. Code, comments
and the names of macros become a blank, so that no DOI extends across them. Each character keeps its
place.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from mdlint_doi.formats.parts import Parts, read_parts
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names import needles
from mdlint_doi.names.scan.find import read as read_spelling
from mdlint_doi.names.spelling import STANDARD, Kind, Notations
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, undo
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

__all__ = ["may_hold_doi", "read", "same_page"]

_ARGUMENT: Final = r"\{(?>(?:[^{}\\\r\n]|\\.|\{[^{}\r\n]*+\})*)\}"
_TEX: Final = pattern(
    rf"""
      (?P<comment> %[^\r\n]*+ )
    | (?P<literal> \\begin\s*+\{{(?P<name>
        verbatim\*? | Verbatim\*? | BVerbatim | alltt | lstlisting | minted | comment
        | filecontents\*? )\}} )
    | (?P<code> \\(?:verb|lstinline)\*?(?P<mark>[^\sA-Za-z*{{])[^\r\n]{{0,300}}?(?P=mark) )
    | \\doi\s*+(?P<doi>{_ARGUMENT})
    | \\(?:url|nolinkurl|href)\s*+(?>(?:\[[^\]\r\n]{{0,200}}+\])?)(?P<url>{_ARGUMENT})
    | (?P<escape> \{{\\[_%#&$]\}} | \\[_%#&${{}}] | \\textunderscore(?:\{{\}}|\ |(?![A-Za-z])) )
    | (?P<nothing> \\[-/] | \\allowbreak(?![A-Za-z])\ ?+ )
    | (?P<macro> \\(?:[A-Za-z@]++\*?|.) )
    | (?P<open> \{{ ) | (?P<close> \}} )
    | (?P<blank> ~ | \#[1-9] )""",
    re.VERBOSE | re.DOTALL,
)
_RD_TOKENS: Final = rf"""
      \\doi(?P<doi>{_ARGUMENT})
    | \\(?:url|href)(?P<url>{_ARGUMENT})
    | \\verb(?P<verb>{_ARGUMENT})
    | (?P<escape> \\[%{{}}] )
    | (?P<opaque> \\(?:code|verb|preformatted|examples|usage|dontrun|donttest
        |dontshow|eqn|deqn|Sexpr|newcommand|renewcommand|enc)
        (?>(?:\[[^\]\r\n]{{0,200}}+\])?)(?=\{{) )
    | (?P<macro> \\(?:[A-Za-z]++|.) )
    | (?P<open> \{{ ) | (?P<close> \}} )"""
_ROXYGEN: Final = pattern(_RD_TOKENS, re.VERBOSE | re.DOTALL)
_RD: Final = pattern(rf"(?P<comment> %[^\r\n]*+ ) | {_RD_TOKENS}", re.VERBOSE | re.DOTALL)
_ESCAPE: Final = pattern(r"\{\\([_%#&$])\}|\\([_%#&${}~])|\\textunderscore(?:\{\}| |(?![A-Za-z]))")
_RD_ESCAPE: Final = pattern(r"\\([%{}\\])")
_RD_LABEL: Final = pattern(r"(?:doi|DOI):(?=10\.)")
"""The label that R removes from the argument of `\\doi`."""
_NO_LABEL: Final = pattern(r"(?!)")
_PARAMETER: Final = pattern(r"(?<!\\)#[1-9]|\\[A-Za-z]{2}")


class Dialect(NamedTuple):
    """The syntax of a language.

    Attributes:
        tokens: matches everything that is not plain text: macros, comments, braces and escapes.
        escape: matches an escape in an argument.
        label: matches the text before a DOI that the macro `doi` removes.
    """

    tokens: re.Pattern[str]
    escape: re.Pattern[str]
    label: re.Pattern[str] = _NO_LABEL


LATEX: Final = Dialect(_TEX, _ESCAPE)
RD: Final = Dialect(_RD, _RD_ESCAPE, _RD_LABEL)
ROXYGEN: Final = Dialect(_ROXYGEN, _RD_ESCAPE, _RD_LABEL)
"""In roxygen2, `%` does not begin a comment, because roxygen2 escapes it."""


def may_hold_doi(data: bytes, notations: Notations = STANDARD) -> bool:
    r"""Return whether a file may contain a DOI; the argument of `\doi` may be a shortDOI."""
    return b"\\doi" in data or needles.may_hold_doi(data, notations)


def read(source: Source, settings: Settings) -> Document:
    """Return the mentions and suppressions of a document."""
    return read_macros(source, settings, LATEX)


def same_page(settings: Settings) -> None:
    """Return no guard: nothing is fixed, because only TeX knows what macros do with arguments."""


def read_macros(source: Source, settings: Settings, dialect: Dialect) -> Document:
    """Return the mentions of a file, and the suppressions in its comments."""
    return read_parts(source, read_tex(source.text, dialect), settings, "%", _said)


def _said(text: str) -> str:
    """Return what readers see of a piece of a file."""
    from mdlint_doi.formats.parts_passages import plain_latex

    return plain_latex(text)


def read_tex(text: str, dialect: Dialect) -> Parts:
    """Return the parts of a text; every text can be read."""
    return _Reader(text, dialect).read()


class _Reader:
    def __init__(self, text: str, dialect: Dialect) -> None:
        self._parts: list[PlacedText] = []
        self._names: list[PlacedText] = []
        self._addresses: list[PlacedText] = []
        self._comments: list[Span] = []
        self._text = text
        self._dialect = dialect
        self._depth = 0
        self._code_depth: int | None = None
        self._absent: set[str] = set()

    def read(self) -> Parts:
        """Return the parts of the text, which is read from left to right in one pass."""
        at = 0
        while token := self._dialect.tokens.search(self._text, at):
            self._keep(at, token.start())
            at = self._take(token.lastgroup or "", token)
        self._keep(at, len(self._text))
        running = PlacedText.joined(self._parts or [PlacedText("", 0)])
        names, addresses = tuple(self._names), tuple(self._addresses)
        return Parts(running, names, addresses, tuple(self._comments))

    def _keep(self, start: int, end: int) -> None:
        if end > start and self._code_depth is None:
            self._parts.append(PlacedText(self._text[start:end], start))

    def _take(self, kind: str, token: re.Match[str]) -> int:
        """Read a token, and return the offset at which to continue."""
        if kind == "comment":
            self._comments.append(Span(*token.span()))
        elif kind in ("open", "close"):
            self._put(" ", token)
            self._depth = max(0, self._depth + (1 if kind == "open" else -1))
            if kind == "close" and self._code_depth is not None and self._depth <= self._code_depth:
                self._code_depth = None
        elif kind == "literal":
            return self._literal(token)
        elif self._code_depth is None:
            self._take_text(kind, token)
        return token.end()

    def _take_text(self, kind: str, token: re.Match[str]) -> None:
        is_argument = kind in ("url", "verb", "doi")
        argument = self._argument(token, kind) if is_argument else None
        if kind == "escape":  # `\_`, `{\_}`, `\{`, `\textunderscore`
            escape = token[0]
            letter = escape.lstrip("{\\")[:1] or escape[-1]
            self._put("_" if "text" in escape else letter, token)
        elif kind != "nothing":
            if argument is not None and kind == "doi":
                label = self._dialect.label.match(argument.text)
                start = label.end() if label else 0
                self._names.append(argument.part(start, len(argument.text)))
            elif argument is not None and (kind == "url" or _is_address(argument.text)):
                self._addresses.append(argument)
            self._put("arXiv:" if token[0].lower() == "\\arxiv" else " ", token)
            if kind == "opaque":
                self._code_depth = self._depth

    def _put(self, text: str, token: re.Match[str]) -> None:
        if self._code_depth is None:
            start = token.start()
            place = PlacedText(text, start)
            if token.end() - start != len(text):
                place = PlacedText.of_offsets(text, (start, token.end()))
            self._parts.append(place)

    def _literal(self, token: re.Match[str]) -> int:
        r"""Skip an environment with code, and return the offset of its `\end`.

        If there is no `\end`, skip only the `\begin`.
        """
        name = token["name"]
        end = -1 if name in self._absent else self._text.find(f"\\end{{{name}}}", token.end())
        if end < 0:
            self._absent.add(name)
            return token.end()
        self._put(" ", token)
        return end

    def _argument(self, token: re.Match[str], kind: str) -> PlacedText | None:
        """Return the text in the braces without escapes; None if it has a macro or parameter."""
        start, end = token.span(kind)
        if _PARAMETER.search(self._text, start, end):
            return None

        def meaning(escape: re.Match[str]) -> str:
            return next((group for group in escape.groups() if group), "_")

        return undo(self._text, (start + 1, end - 1), self._dialect.escape, meaning)


def _is_address(text: str) -> bool:
    """Return whether the argument of a macro for code is only the address of a DOI."""
    spelling = read_spelling(text.strip())
    return spelling is not None and spelling.kind is Kind.LINK
