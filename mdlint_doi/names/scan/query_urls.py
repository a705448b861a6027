"""Addresses of other services that carry a DOI: OpenURL, service requests, a proxy's log-in.

Sources: draft-paskin-00 section 2.3, examples (e) and (f); ANSI/NISO Z39.88 (`rft_id`). The
log-in page of a library's proxy takes the address behind it, plain or percent-encoded. So do search
engines and mail programs that count or check what their users follow; a search for an address is
one that was copied out of the wrong field.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.names.hosts import LOGIN_WORDS
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

_REQUEST: Final = pattern(
    r"(?:[?&](?:rft[_.])?id=|\?)"
    r"(?=(?:info(?::|%3a)doi(?:/|%2f)|doi(?::|%3a))(?:10|%2531))",
    re.IGNORECASE,
)
_LOG_IN: Final = pattern(r"[?&](?:q?url|target)=(?=(?P<encoded>https?%3a)|https?:)", re.IGNORECASE)
_ADDRESS: Final = pattern(r"https?(?::|%3a)", re.IGNORECASE)
_REDIRECTORS: Final = pattern(
    r"""(?:\A|\.) (?: google\.[a-z]{2,3}(?:\.[a-z]{2})? | bing\.com | duckduckgo\.com
      | yandex\.[a-z]{2,3} | facebook\.com | instagram\.com | youtube\.com
      | safelinks\.protection\.outlook\.com | statics\.teams\.cdn\.office\.net | slack-redir\.net
      | urldefense\.(?:com|us) | linkedin\.com | vk\.com
      | link\.(?:zhihu|juejin|csdn)\.(?:com|cn|net) ) (?::[0-9]*)? \Z""",
    re.VERBOSE | re.IGNORECASE,
)
_WANTED: Final = pattern(
    r"[?&](?:q|u|url|uddg|to|target)=(?=(?P<encoded>https?%3a)|https?:|(?:dx\.)?doi\.org)",
    re.IGNORECASE,
)
_TOOL: Final = pattern(
    r"[^?#]*?(?:\btranslat|\bshar(?:e|ing)|/(?:plugins|dialog|s2)/)", re.IGNORECASE
)
"""A page that does something with the address: it shares it, or translates what is behind it."""
_SEARCH: Final = pattern(r"/(?:search|scholar)\?|/\?q=", re.IGNORECASE)


_REWRITTEN: Final = pattern(r"urldefense\.(?:com|us)/v3/__(?=https?://)", re.IGNORECASE)
_UNCHANGED: Final = "__;!!"
"""What a filter of mails makes of an address, and what it puts behind one without letters that it
replaced; others are left alone."""


class Carrier(Value):
    """An address that carries a DOI in its query, or one that leads on to it.

    Attributes:
        kind: CARRIER, or PROXY for a log-in page.
        start: where the value begins.
        levels: layers of percent-encoding over a name in it.
        end: where the value ends, if not before, at `&`, `#` or `?`; None: with the address.

    """

    kind: Kind
    start: int
    levels: int = 1
    end: int | None = None


def carrier(text: str, host: Span) -> Carrier | None:
    """Return where in an address of another host a DOI begins to be presented, or None."""
    if rewritten := _REWRITTEN.match(text, host.start):
        end = text.find(_UNCHANGED, rewritten.end())
        return Carrier(Kind.PROXY, rewritten.end(), end=end) if end >= 0 else None
    if "?" not in text:
        return None
    if is_redirector(host.cut(text)):
        return _redirected(text, host)
    if request := _REQUEST.search(text, host.end):
        return Carrier(Kind.CARRIER, request.end())
    entrance = _LOG_IN.search(text, host.end)
    if entrance and _is_log_in(text, host.start, entrance.start()):
        return Carrier(Kind.PROXY, entrance.end(), 2 if entrance["encoded"] else 1)
    return None


def _is_log_in(text: str, start: int, end: int) -> bool:
    """Return whether an address is a log-in page, and not a link to one in an archive."""
    return bool(LOGIN_WORDS.search(text, start, end)) and not _ADDRESS.search(text, start, end)


def _redirected(text: str, host: Span) -> Carrier | None:
    wanted = _WANTED.search(text, host.end)
    if wanted is None or _TOOL.match(text, host.start):
        return None
    # A search shows results; a redirector's address leads on to the DOI.
    kind = Kind.CARRIER if _SEARCH.match(text, host.end) else Kind.PROXY
    return Carrier(kind, wanted.end(), 2 if wanted["encoded"] else 1)


def is_redirector(host: str) -> bool:
    """Return whether a host belongs to a search engine, or a service that counts its users."""
    return _REDIRECTORS.search(host) is not None
