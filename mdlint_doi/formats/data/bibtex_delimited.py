r"""Where a value in braces or quotes ends.

As BibTeX reads, every brace counts, escaped or not, and a quote inside braces ends no value. Read
loosely, as bibtexparser does, `\{` and `\"` delimit nothing, and braces inside quotes are
characters.
"""

from __future__ import annotations

from typing import Final

from mdlint_doi.text.pattern import pattern

_BRACED: Final = pattern(r"\{[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+\}")
_QUOTED: Final = pattern(r'"[^{}"]*+(?:\{[^{}]*+\}[^{}"]*+)*+"')
_BRACE: Final = pattern(r"[{}]")
_BRACE_OR_QUOTE: Final = pattern(r'[{}"]')
_BARE_BRACE: Final = pattern(r"(?<!\\)[{}]")
_BARE_QUOTE: Final = pattern(r'(?<!\\)"')


def braced_end(text: str, at: int, limit: int, *, loose: bool) -> int:
    """Return where the text in braces that begins at `at` ends; -1 if not before `limit`."""
    if not loose and (flat := _BRACED.match(text, at, limit)):
        return flat.end()
    depth = 1
    marks = _BARE_BRACE if loose else _BRACE
    for mark in marks.finditer(text, at + 1, limit):
        depth += 1 if mark[0] == "{" else -1
        if depth == 0:
            return mark.end()
    return -1


def quoted_end(text: str, at: int, limit: int, *, loose: bool) -> int:
    """Return where the quoted text that begins at `at` ends; -1 if not before `limit`."""
    if loose:
        return _loosely_quoted_end(text, at, limit)
    if flat := _QUOTED.match(text, at, limit):
        return flat.end()
    depth = 0
    for mark in _BRACE_OR_QUOTE.finditer(text, at + 1, limit):
        if mark[0] != '"':
            depth += 1 if mark[0] == "{" else -1
        if depth < 0 or (mark[0] == '"' and depth == 0):
            return mark.end() if depth == 0 else -1
    return -1


def _loosely_quoted_end(text: str, at: int, limit: int) -> int:
    for mark in _BARE_QUOTE.finditer(text, at + 1, limit):
        around = text[mark.start() - 1 : mark.end() + 1]
        if around != '{"}':
            return mark.end()
    return -1
