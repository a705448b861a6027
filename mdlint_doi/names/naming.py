"""A written name -> the name it stands for, or the reason why it is none.

Decoding is done here and nowhere else: once, or twice where one address stands percent-encoded
inside another (`…/login?qurl=https%3A%2F%2Fdoi.org%2F…`), and never because the result looks
better.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from mdlint_doi.names import encode
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.errors import DoiSyntaxError, Reason
from mdlint_doi.names.span import Span

_URN: Final = re.compile(r"(10(?:\.[0-9A-Za-z-]+)*):")
_BAD_ESCAPE: Final = re.compile(r"%(?![0-9A-Fa-f]{2}).{0,2}", re.DOTALL)
_ESCAPES: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_SHORT: Final = re.compile(r"[A-Za-z0-9]{3,8}")


class Named(NamedTuple):
    """A name, or why there is none: exactly one of the two is set."""

    doi: Doi | None
    error: DoiSyntaxError | None


def named(text: str, span: Span, *, levels: int, urn: bool = False, short: bool = False) -> Named:
    """Return what `span` of `text` names.

    Args:
        text: the whole spelling, for the error.
        span: where the name stands.
        levels: how many layers of percent-encoding lie over it.
        urn: a colon may stand for the first slash (DOI Handbook, second note).
        short: one segment of 3 to 8 letters and digits is a shortDOI.

    """
    written = span.cut(text)
    if short and _SHORT.fullmatch(written):
        return Named(Doi("10", written), None)
    name = written
    for _ in range(levels):
        try:
            name = encode.decode(name)
        except ValueError:
            return Named(None, _bad_escape(text, span))
    if urn:
        name = _URN.sub(r"\1/", name, count=1)
    try:
        return Named(parse(name), None)
    except DoiSyntaxError as error:
        return Named(None, _placed(error, text, span, exact=name == written))


def _placed(error: DoiSyntaxError, text: str, span: Span, *, exact: bool) -> DoiSyntaxError:
    """Return the error about the whole text; behind escapes only the whole name is sure."""
    at = error.span.shift(span.start) if exact else span
    return DoiSyntaxError(error.reason, text, at, error.advice)


def _bad_escape(text: str, span: Span) -> DoiSyntaxError:
    bad = _BAD_ESCAPE.search(text, span.start, span.end) or _not_utf8(text, span)
    at = Span(*bad.span()) if bad else span
    advice = f"{ascii(at.cut(text))} is no percent-encoded UTF-8; a literal '%' is written '%25'"
    return DoiSyntaxError(Reason.BAD_ESCAPE, text, at, advice)


def _not_utf8(text: str, span: Span) -> re.Match[str] | None:
    for run in _ESCAPES.finditer(text, span.start, span.end):
        try:
            encode.decode(run[0])
        except ValueError:
            return run
    return None
