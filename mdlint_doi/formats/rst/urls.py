r"""Standalone URLs and mail addresses, exactly as far as docutils links them.

docutils searches one expression for both, and where the scheme of what it finds is unknown
(`doi:10.1000/182` is such a find) it gives up and links nothing more up to the next markup.
That expression takes time in the square of the text's length; here each colon and each `@` is
looked at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from mdlint_doi.formats.rst.characters import (
    CLOSERS,
    CLOSING_DELIMITERS,
    DELIMITERS,
    OPENERS,
    SCHEMES,
)
from mdlint_doi.text.pattern import pattern

PREFIX: Final = pattern(rf"[\s{OPENERS}{DELIMITERS}]")
"""What markup may stand behind."""
SUFFIX: Final = rf"(?:$|(?=[\s\0{CLOSING_DELIMITERS}{DELIMITERS}{CLOSERS}]))"
"""What may stand behind markup."""

_CHARACTER: Final = r"[-_.!~*'()[\];/:@&=+$,%a-zA-Z0-9\0]"
_LAST: Final = rf"(?:[_~*/=+a-zA-Z0-9]|{_CHARACTER}(?=>))"
_PART: Final = rf"{_CHARACTER}*{_LAST}"
_MAIL: Final = r"[-_!~*'{|}/#?^`&=+$%a-zA-Z0-9\0]"

_MARK: Final = pattern(r":|(?<!\0)@")
_REST: Final = pattern(rf"{_PART}(?:\?{_PART})?(?:\#{_PART})?{SUFFIX}")
_HOST: Final = pattern(rf"@{_MAIL}+(?:\.{_MAIL}*)*{_LAST}{SUFFIX}")
_ADDRESS: Final = pattern(rf"{_MAIL}+(?:\.{_MAIL}+)*(?<!\0)@{_MAIL}+(?:\.{_MAIL}*)*{_LAST}{SUFFIX}")
_SCHEME: Final = pattern(r"[a-zA-Z][a-zA-Z0-9.+-]*:")

_ALPHANUMERICS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
"""Behind none of these may markup begin."""
_SCHEME_CHARACTERS: Final = _ALPHANUMERICS | frozenset(".+-")
_MAIL_CHARACTERS: Final = (_SCHEME_CHARACTERS | frozenset("_!~*'{|}/#?^`&=$%\0")) - frozenset(".")


class Url(NamedTuple):
    """A URL or a mail address, linked or not.

    Attributes:
        start: where it begins.
        end: where it ends.
        scheme: in lower case; empty for a mail address.

    """

    start: int
    end: int
    scheme: str

    @property
    def is_known(self) -> bool:
        """Whether docutils makes it a link."""
        return not self.scheme or self.scheme in SCHEMES


def find_urls(escaped: str, start: int, end: int) -> Iterator[Url]:
    """Yield what docutils links in a run of text between two constructs.

    Args:
        escaped: the text of a block; see `escapes`.
        start: where the run begins.
        end: where it ends; nothing behind is seen.

    """
    found = _first(escaped, start, end)
    while found is not None and found.is_known:
        # docutils looks at the text before a find again, as one that ends there.
        yield from find_urls(escaped, start, found.start)
        yield found
        start = found.end
        found = _first(escaped, start, end)


def begins_with_url(escaped: str, start: int, end: int) -> bool:
    """Return whether a URL of any scheme, or a mail address, stands at `start`."""
    scheme = _SCHEME.match(escaped, start, end)
    if scheme and _REST.match(escaped, scheme.end(), end):
        return True
    return _ADDRESS.match(escaped, start, end) is not None


def may_begin(escaped: str, at: int, start: int) -> bool:
    """Return whether markup may begin at `at` in a text that begins at `start`."""
    return at == start or PREFIX.match(escaped, at - 1) is not None


def _first(escaped: str, start: int, end: int) -> Url | None:
    for mark in _MARK.finditer(escaped, start, end):
        at = mark.start()
        if escaped[at] == "@":
            found = _address(escaped, at, start, end)
            if found is not None:
                return found
        elif (begin := _scheme_start(escaped, at, start)) >= 0:
            rest = _REST.match(escaped, at + 1, end)
            # Where it fails, no other scheme begins before its run of characters ends: the rest
            # could have ended in that. So no character is tried twice.
            if rest:
                return Url(begin, rest.end(), escaped[begin:at].lower())
    return None


def _scheme_start(escaped: str, colon: int, start: int) -> int:
    """Return the first place where the scheme before a colon may begin, or -1."""
    begin, at = -1, colon
    while at > start and escaped[at - 1] in _SCHEME_CHARACTERS:
        at -= 1
        if at > start and escaped[at - 1] in _ALPHANUMERICS:
            continue
        if escaped[at].isalpha() and may_begin(escaped, at, start):
            begin = at
    return begin


def _address(escaped: str, sign: int, start: int, end: int) -> Url | None:
    begin, at = -1, sign
    while at > start:
        character = escaped[at - 1]
        if character in _MAIL_CHARACTERS:
            at -= 1
            begin = at if may_begin(escaped, at, start) else begin
        elif character == "." and at < sign and escaped[at] != ".":
            at -= 1
        else:
            break
    host: re.Match[str] | None = _HOST.match(escaped, sign, end) if begin >= 0 else None
    return Url(begin, host.end(), "") if host else None
