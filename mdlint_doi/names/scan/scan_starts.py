"""Find the places in running text that may be a DOI, and the labels and addresses before them.

Two fast searches for literals find places: `10` with a dot, and `doi` in upper and lower case. The
characters to the left of a place (up to 512) show whether it is part of an address or label. A bare
DOI does not begin inside a longer number, word or path (`110.1234/x`, `v10.1000/2`,
`data/10.1000/x`) or after a currency sign. There may be several addresses and labels before a DOI:
`doi:http://dx.doi.org.proxy.X/`, `https://doi.org/api/handles/`, `https://doi.org/urn:doi:`.

Labels: draft-lemieux section 2 (`doi:`), draft-paskin-04 (any case), DOI Handbook, second note
(`urn:doi:`), RFC 4452 (`info:doi/`); `hdl:` and `info:hdl/` are the Handle System's own.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from mdlint_doi.names.hosts import ADDRESS, EZID, ResolverHost, is_slip, service
from mdlint_doi.names.spelling import Notations
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

LABEL: Final = pattern(
    r"""
    (?: (?P<urn> urn(?::|%3a) (?: doi(?::|%3a) | (?=10[.%]) ) )
      | info:eu-repo/semantics/altidentifier/doi/
      | (?P<handle> info (?::|%3a) hdl (?:/|%2f) | hdl (?::|%3a) )
      | info (?::|%3a) doi (?:/|%2f)
      | doi (?: (?:\ |%20)? (?: [:：=] | %3a ) (?: /{1,2} (?=10[.%/]) )?
            | (?P<loose> [ \t]+ (?=10[./]) | \.?\ ? (?=10\.\d{4}) )
            | /{1,2} (?=10[.%]) )
    )
    (?:[ \t\xa0]|%20)*
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Matches one label and the blanks after it.

Group `urn`: a colon may separate prefix and suffix. Group `handle`: the label also introduces other
handles. Group `loose`: the label is a word of the text, not a scheme.
"""
_SCHEME: Final = r"(?: hh?t{1,3}ps? [:;.]{0,2} | t{1,3}ps? [:;.]{1,2} )"
"""Matches `http:`, even mistyped; without `h`, a mark is required, as `tp/` may be a folder."""
_NAME: Final = r"(?=10(?:\.|%2e)[0-9]{4,9}(?:[./]|%2f))"
_MISTYPED: Final = pattern(
    rf"""
    (?P<scheme> (?: (?: {_SCHEME} [/\\]{{1,3}} )+ | // )? )
    (?: (?P<host> (?:dx\.|www\.)? doi\.org ) [:.,;|\\]? /* {_NAME}
      | (?P<near> (?<=://) [a-z.,-]{{5,15}} ) /+ {_NAME}
      | (?<=/) (?P<word> doi ) [:/.] /* {_NAME}
      | (?P<none> (?<=://) ) {_NAME} )
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Matches a mistyped address of the resolver before a DOI.

Groups: `host` in `https//doi.org/`, `https://doi.org10.…`, `doi.org:10.…`; `near` for a host such
as `doi.ogr`; `word` in `https://doi:10.…`; `none` in `https://10.…`.
"""
_ENCODED_ADDRESS: Final = pattern(
    r"https?(?::|%3a)(?:/|%2f)+(?P<host>[a-z0-9.-]+)(?:/|%2f)", re.IGNORECASE
)
_SERVICE_PATH: Final = pattern(r"(?:api/handles|doira)/", re.IGNORECASE)
_RECORD_PATH: Final = pattern(r"id/(?=doi(?::|%3a))", re.IGNORECASE)
_SURPLUS: Final = pattern(
    rf"""
    (?: [:;,_|-] | \#/ | \?doi= | https?:?/* (?:dx\.)? doi\.org/+
      | (?: abs | abstract | full | pdf | epdf | handle | resolve ) / )
    {_NAME}
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Matches surplus text between doi.org and a DOI; no page of doi.org has such an address."""
_SLASHES: Final = pattern(r"/+")
_CORE: Final = pattern(
    r"""
    10 (?:\\?\.|%2[Ee]) [0-9]{3,9}+ (?!(?:[0-9]|\\\.|%2[Ee]))
    (?>(?: \.[0-9]++ (?!\\\.|%2[Ee]) )*)      # what is followed by an escaped dot may begin a name
    (?: (?P<slash> (?:\\?/|%2[Ff]) (?=\S) ) | )
    """,
    re.VERBOSE,
)
"""Matches the prefix of a bare DOI; without group `slash`, numbers and dots that are no prefix.

Such a run is matched as a whole. Otherwise, the search would start again at each `10.` in it.
"""
_WORDS: Final = ("doi", "DOI", "Doi", "dOI", "DOi", "doI", "dOi", "DoI")
_BEHIND_WORD: Final = frozenset(".-:\uff1a=% \t\xa0/1")
"""The characters after `doi` that may make it a host, a scheme or a label."""
_HEAD: Final = pattern(
    r"""
      (?P<address>
        (?: (?i:https?) | (?<![0-9A-Za-z]) (?i:rtsp|ftp) ) :\\?/
      | (?<![\w:/.-]) // (?=[0-9A-Za-z])
      | (?<![\w.@/%-]) (?i: hh?t{1,3}ps? [:;.]{0,2} | t{1,3}ps? [:;.]{1,2} ) /{1,3}
        (?=[0-9A-Za-z.]{0,4}(?i:doi\.org))
      | (?<![\w.@/%-]) (?i:(?:dx\.|www\.)? doi\.org) [:.,;]? (?=10\.)
      | (?<=@) (?<![\w.%-]@) (?i:(?:dx\.|www\.)? doi\.org) /  # a citation key of Pandoc
      | (?<![\w.@/%-]) (?>(?:[0-9A-Za-z-]+\.)+) [A-Za-z]{2,} (?::[0-9]+)? /
      )
    | (?<![0-9A-Za-z])
      (?i: urn: (?:doi:|10) | info: (?:doi/|hdl/|eu-repo/) | hdl: | doi (?=[^.\-]|\.\ ?10\.) )
    """,
    re.VERBOSE,  # a range takes ten times as long to compile where case is ignored
)
_HTTP: Final = pattern("(?P<address>https?:/)")
"""Matches the beginning of most addresses; if it does, the long expression is not compiled."""
_HEAD_LENGTH: Final = 12
_LONGEST_HOST: Final = 64
_REACH: Final = 512
_RUN: Final = pattern(
    r"[^\s<>\"'`(){}\[\]|\ufffd\u2018-\u201f\u00ab\u00bb\u3000-\u3011\uff01-\uff0f\uff1b-\uff20]*"
)
_ASCII_RUN: Final = pattern(r"[^\s<>\"'`(){}\[\]|]*")
"""The same for ASCII texts, which are the most common; it compiles five times as fast."""


def places(text: str, notations: Notations) -> list[int]:
    """Return the sorted offsets of places that may be in a DOI, its label or its address."""
    found = [core.start() for core in _CORE.finditer(text) if core["slash"]]
    for word in _WORDS:
        at = text.find(word)
        while at >= 0:
            if text[at + 3 : at + 4] in _BEHIND_WORD:
                found.append(at)
            at = text.find(word, at + 3)
    for server in notations.servers:
        found += [host.start() for host in re.finditer(re.escape(server), text, re.IGNORECASE)]
    if notations.publishers:
        from mdlint_doi.names.publisher_links import sites

        found += sites(text)
    found.sort()
    return found


class Heads:
    """The addresses and labels in a text; failed searches are remembered and not repeated."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._run = _ASCII_RUN if text.isascii() else _RUN
        self._vain = 0

    def head(self, done: int, at: int) -> re.Match[str] | None:
        """Return the beginning of the address or label around `at`, or None.

        Group `address` is set for an address. The text before `done` does not count.
        """
        run = self._run.match(self._text[max(done, at - _REACH) : at][::-1])
        left = at - (run.end() if run else 0)
        begin, end = max(left, self._vain), at + _HEAD_LENGTH
        found = _HTTP.match(self._text, begin, end) or _HEAD.search(self._text, begin, end)
        if found and found.start() <= at:
            return found
        self._vain = at - _LONGEST_HOST
        return None


def stands_alone(text: str, at: int) -> bool:
    """Return whether a bare DOI may begin at `at`, given the character before it."""
    core = _CORE.match(text, at)
    if core is None or not core["slash"]:
        return False
    before = text[at - 1 : at]
    if before in {"/", ".", "-", "+", "\\", "%", "$", "€", "£"}:
        return False
    if before == "_":
        return not text[at - 2 : at - 1].isalnum()
    return not before.isalnum() or (before >= "\u0e00" and before.isalpha())


def mistyped(text: str, start: int = 0) -> re.Match[str] | None:
    """Return the match of a mistyped address of the resolver before a DOI, or None.

    Group `scheme` is the scheme; one of `host`, `word`, `none` and `near` is the host.
    """
    found = _MISTYPED.match(text, start)
    near = found["near"] if found else None
    return found if near is None or is_slip(near) else None


class Lead(Value):
    """The labels and addresses before a DOI.

    Attributes:
        end: the offset where the DOI begins.
        service: the innermost resolver; None if there is none.
        urn: whether the DOI is written as a URN, with a colon for its first slash.
        label: whether there is a label.
        loose: whether the label is a word of the text (`DOI 10.…`) and not a scheme.
        handle: whether other handles are possible here.
    """

    end: int
    service: ResolverHost | None = None
    urn: bool = False
    label: bool = False
    loose: bool = False
    handle: bool = False


def lead_from(
    text: str, start: int, servers: Collection[str] = (), found: ResolverHost | None = None
) -> Lead:
    """Return the labels and addresses from `start` on, up to the DOI.

    `servers` are further resolvers; `found` is the resolver whose host ends at `start`, if any.
    """
    if found is not None and text.startswith("/10", start):  # nearly always
        return Lead(start + 1, found)
    lead = Lead(start, found)
    after = _step(text, lead, servers)
    while after.end != lead.end:
        lead = after
        after = _step(text, lead, servers)
    return after


def _step(text: str, lead: Lead, servers: Collection[str]) -> Lead:
    at = lead.end
    if text.startswith("10", at):  # nearly always the DOI itself; this saves six searches
        return lead
    if not text.startswith("/", at) and (label := LABEL.match(text, at)):
        return Lead(
            label.end(),
            lead.service,
            urn=label["urn"] is not None,
            label=True,
            loose=label["loose"] is not None or label[0][-1:] in " \t\xa0",
            handle=label["handle"] is not None,
        )
    if lead.service and (more := _path(text, at, lead.service)):
        return lead.replace(end=more.end())
    address = ADDRESS.match(text, at)
    if address and text[address.end() : address.end() + 1] != "/":
        address = None
    address = address or _ENCODED_ADDRESS.match(text, at)
    found = service(address["host"], servers) if address else None
    if address is None or found is None:
        return lead
    slashes = _SLASHES.match(text, address.end()) or address
    return Lead(slashes.end(), found, label=lead.label)


def _path(text: str, at: int, found: ResolverHost) -> re.Match[str] | None:
    """Return a match of a path before the DOI: slashes, a service, or surplus text; or None."""
    path = _SLASHES.match(text, at) or _SERVICE_PATH.match(text, at)
    if path is None and found.host == EZID:
        return _RECORD_PATH.match(text, at)
    if path is None and not (found.has_pages or found.has_handles):
        path = _SURPLUS.match(text, at)
    return path
