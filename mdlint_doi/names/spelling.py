"""The notations that count as DOIs, and the parts of one written DOI.

Rules check a `Spelling`. Its parts are spans of `text`, in order, without gaps:
`scheme` + `host` + `lead` + `name` + `tail` == `text`; an absent part is empty.

| text                                        | scheme   | host       | lead                 |
|---------------------------------------------|----------|------------|----------------------|
| https://doi.org/10.1000/182                 | https:// | doi.org    | /                    |
| //dx.doi.org/doi:10.1000/182                | //       | dx.doi.org | /doi:                |
| https://doi.org/https://doi.org/10.1000/182 | https:// | doi.org    | /https://doi.org/    |
| doi: 10.1000/182                            |          |            | `doi: `              |
| info:doi/10.1000/182                        |          |            | info:doi/            |
| https://x.org/login?url=http://doi.org/10…  | https:// | x.org      | /login?url=http://…/ |
| 10.1000/182                                 |          |            |                      |

A DOI in an address is decoded once, or twice if the address is percent-encoded inside another one
(`…/login?qurl=https%3A%2F%2Fdoi.org%2F…`). A bare DOI may contain a literal escape, in lower case;
this one is registered: `10.1002/1522-239x(200205)113:1/2%3c7::aid-fedr7%3e3.0.co;2-5`. If a bare
DOI is the pasted end of a link, a program wrote the escapes, in upper case (RFC 3986 section 2.1),
or encoded the slash after the prefix. Without any slash, such a DOI has no other reading.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from mdlint_doi.names.doi import Doi, DoiSyntaxError, Reason, decode, parse
from mdlint_doi.text.pattern import bytes_pattern, pattern
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

ARXIV: Final = "arxiv"
ZENODO: Final = "zenodo"
IDENTIFIERS: Final = (ARXIV, ZENODO)
"""The identifiers that imply a DOI, by their words in the settings."""
ARXIV_PREFIX: Final = "10.48550"
ZENODO_PREFIX: Final = "10.5281"
REACH: Final = 120  # how many code points before a number may identify it
_WORD: Final = r"x(?:iv(?<![0-9]/arxiv)(?<![0-9]%2farxiv)|\}iv)"
"""Matches a part of the word arXiv, or of `ar{X}iv`, in a text in lower case.

It does not match in a DOI such as 10.48550/arXiv.1706.03762, whose slash may be escaped. Every text
with an identifier matches this expression or one of the next two. All begin with a rare character,
which makes a search faster than `in`.
"""
_SLASH: Final = r"/(?:papers/|(?<=[a-z]/)[019][0-9]{6}(?![0-9/])|(?<=zenodo\.org/))"
"""Matches the slash before `papers/`, in an old arXiv number after its archive, or after Zenodo's
host. One search for all three takes as long as a search for one of them."""
SUBJECT: Final = (
    r"(?:cs|math|physics|stat|eess|q-bio|q-fin|econ|astro-ph|cond-mat|gr-qc|hep-[a-z]+|quant-ph"
    r"|nucl-[a-z]+|nlin)(?:\.[a-z-]+)?\]"
)
"""Matches an arXiv subject class after its opening bracket, as in `1706.03762 [math.FA]`."""
_LOOKS: Final = (_WORD, _SLASH, rf"\[{SUBJECT}")
_IN: Final[dict[type, list[Any]]] = {
    str: [pattern(look) for look in _LOOKS],
    bytes: [bytes_pattern(look.encode()) for look in _LOOKS],
}
short_span: Final = lru_cache(maxsize=2048)(Span)
"""Returns a cached `Span`: a hundred thousand spellings have only a few hundred different spans."""
NOWHERE: Final = Span(0, 0)
_URN: Final = pattern(r"(10(?:\.[0-9A-Za-z-]+)*):")
_BAD_ESCAPE: Final = pattern(r"%(?![0-9A-Fa-f]{2}).{0,2}", re.DOTALL)
_ESCAPES: Final = pattern(r"(?:%[0-9A-Fa-f]{2})+")
_BY_PROGRAM: Final = pattern(
    r"10\.[0-9.]+%2[Ff]"  # the slash is encoded
    r"|[^%]+(?:%[0-9A-F]{2}[^%]*)+\Z"
)
_SHORT: Final = pattern(r"[A-Za-z0-9]{3,8}")
Named = tuple[Doi | None, DoiSyntaxError | None]
"""A DOI, or the reason why there is none; exactly one of the two is set."""


class Notations(Value):
    """The notations of a DOI that are read.

    Attributes:
        servers: further resolvers: hosts with their ports, in lower case.
        publishers: whether addresses of publishers that imply a DOI count.
        identifiers: the identifiers that count, from `IDENTIFIERS`.
    """

    servers: tuple[str, ...] = ()
    publishers: bool = False
    identifiers: tuple[str, ...] = ()

    @property
    def without_publishers(self) -> Notations:
        """These notations without addresses of publishers."""
        return Notations(self.servers, identifiers=self.identifiers) if self.publishers else self

    @property
    def of_names(self) -> Notations:
        """These notations, limited to text that presents a DOI."""
        return Notations(self.servers) if self.publishers or self.identifiers else self

    def within(self, lower: str | bytes) -> Notations:
        """Return these notations, without identifiers if the lower-case text cannot contain any."""
        if not self.identifiers or any(look.search(lower) for look in _IN[type(lower)]):
            return self
        if not (self.servers or self.publishers):
            return STANDARD  # the usual case; creating a value takes as long as the search
        return Notations(self.servers, self.publishers)


STANDARD: Final = Notations()
PUBLISHERS: Final = Notations(publishers=True)
EVERY: Final = Notations(publishers=True, identifiers=IDENTIFIERS)


class Kind(StrEnum):
    """The way in which a DOI is written."""

    LINK = "link"  # after the address of a resolver: doi.org, its other hosts, a configured server
    PROXY = "proxy"  # after the address of a resolver that leads through a library's proxy
    SCHEME = "scheme"  # `doi:`, `DOI: `, `info:doi/`, `urn:doi:`, `hdl:`
    CARRIER = "carrier"  # in a request to a different service: an OpenURL, `rtsp:`
    PUBLISHER = "publisher"  # in a publisher's address; in a field for DOIs, in any other address
    IDENTIFIER = "identifier"  # implied by an arXiv number or a Zenodo record
    BARE = "bare"  # the DOI alone


class Resolver(StrEnum):
    """The resolver of a link."""

    DOI_ORG = "doi.org"
    LEGACY = "legacy"  # dx.doi.org, www.doi.org, hdl.handle.net: other hosts of the same service
    PUBLISHER = "publisher"  # a publisher's own, such as doi.acm.org
    CONFIGURED = "configured"  # from the settings; exempt from the rules on host and scheme


class Spelling(Value):
    """A written DOI, without the escapes of the document.

    Attributes:
        text: the whole spelling; all spans are offsets in it.
        kind: how the DOI is written: as a link, with a scheme, alone, and so on.
        resolver: the resolver of a `LINK` or a `PROXY`; None for other kinds, and for a `LINK` with
            a mistyped host.
        scheme: `https://` or `//`; an empty span if there is none.
        host: the host with its port; an empty span if there is none.
        lead: everything between host and DOI.
        name: the DOI as written, with its percent-encoding.
        tail: query, fragment or other text after the DOI that does not belong to it.
        encoded: whether the DOI is percent-encoded: it is in a URL, or alone without a slash.
        doi: the decoded DOI; None if the text is not a DOI.
        error: why the text is not a DOI; None if it is one.
    """

    text: str
    kind: Kind
    resolver: Resolver | None
    scheme: Span
    host: Span
    lead: Span
    name: Span
    tail: Span
    encoded: bool
    doi: Doi | None
    error: DoiSyntaxError | None = None

    keeps_places = True  # spans are offsets in `text`, not in the document


def spelled(  # noqa: PLR0913 - one for each part of a spelling
    text: str,
    kind: Kind,
    name: Span,
    meant: Named,
    *,
    host: Span = NOWHERE,
    resolver: Resolver | None = None,
    encoded: bool = True,
) -> Spelling:
    """Return a spelling from the spans of host and DOI, which determine the other spans."""
    return Spelling(
        text,
        kind,
        resolver,
        short_span(0, host.start),
        host,
        short_span(host.end, name.start),
        name,
        short_span(name.end, len(text)),
        encoded,
        *meant,
    )


def named(text: str, span: Span, *, levels: int, urn: bool = False, short: bool = False) -> Named:
    """Return the DOI at `span` of `text`, or the reason why there is none.

    `levels` is the number of layers of percent-encoding. With `urn`, a colon may replace the first
    slash (DOI Handbook, second note). With `short`, the text may be a shortDOI without its `10/`.
    """
    written = span.cut(text)
    if short and _SHORT.fullmatch(written):
        return Doi("10", written), None
    name = written
    for _ in range(levels):
        try:
            name = decode(name)
        except ValueError:
            return None, _bad_escape(text, span)
    if urn:
        name = _URN.sub(r"\1/", name, count=1)
    try:
        return parse(name), None
    except DoiSyntaxError as error:
        # After decoding, the offsets of the error are no longer those of the text.
        at = error.span.shift(span.start) if name == written else span
        return None, DoiSyntaxError(error.reason, text, at, error.advice)


def decoded(spelling: Spelling) -> Spelling:
    """Return the spelling of a bare DOI, with `doi` decoded if a program wrote the escapes."""
    if not _BY_PROGRAM.match(spelling.text, spelling.name.start):
        return spelling
    doi, error = named(spelling.text, spelling.name, levels=1)
    return spelling if doi is None else spelling.replace(doi=doi, error=error)


def _bad_escape(text: str, span: Span) -> DoiSyntaxError:
    bad = _BAD_ESCAPE.search(text, span.start, span.end) or _not_utf8(text, span)
    at = Span(*bad.span()) if bad else span
    advice = f"{at.cut(text)!a} is not percent-encoded UTF-8; write a literal '%' as '%25'"
    return DoiSyntaxError(Reason.BAD_ESCAPE, text, at, advice)


def _not_utf8(text: str, span: Span) -> re.Match[str] | None:
    for run in _ESCAPES.finditer(text, span.start, span.end):
        try:
            decode(run[0])
        except ValueError:
            return run
    return None
