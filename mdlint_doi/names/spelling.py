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

Names are decoded here alone: once, or twice where one address stands percent-encoded inside another
(`…/login?qurl=https%3A%2F%2Fdoi.org%2F…`). A registered bare DOI holds a literal escape, in lower
case: `10.1002/1522-239x(200205)113:1/2%3c7::aid-fedr7%3e3.0.co;2-5`. In the pasted end of a link a
program wrote them, in upper case (RFC 3986 section 2.1), or encoded the slash after the prefix.
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
"""The identifiers from which a DOI follows: the words of the setting."""
ARXIV_PREFIX: Final = "10.48550"
ZENODO_PREFIX: Final = "10.5281"
REACH: Final = 120  # code points before a number that tell what it is
_WORD: Final = r"x(?:iv(?<![0-9]/arxiv)(?<![0-9]%2farxiv)|\}iv)"
"""arXiv's word or TeX's, in lower case, where it is not the beginning of a suffix, as in
10.48550/arXiv.1706.03762, the slash escaped or not; it or what follows stands in each text with a
number. Each expression begins with a rare letter: so a search is faster than `in`."""
_SLASH: Final = r"/(?:papers/|(?<=[a-z]/)[019][0-9]{6}(?![0-9/])|(?<=zenodo\.org/))"
"""The slash of a page of papers, of an old number, which stands after the letters of an archive,
or of Zenodo's host: a search for three costs as much as one for any of them."""
SUBJECT: Final = (
    r"(?:cs|math|physics|stat|eess|q-bio|q-fin|econ|astro-ph|cond-mat|gr-qc|hep-[a-z]+|quant-ph"
    r"|nucl-[a-z]+|nlin)(?:\.[a-z-]+)?\]"
)
"""A subject of arXiv in brackets, after the first: `[math.FA]` makes a number before it one."""
_LOOKS: Final = (_WORD, _SLASH, rf"\[{SUBJECT}")
_IN: Final[dict[type, list[Any]]] = {
    str: [pattern(look) for look in _LOOKS],
    bytes: [bytes_pattern(look.encode()) for look in _LOOKS],
}
short_span: Final = lru_cache(maxsize=2048)(Span)
"""Spans of spellings are short and alike: those of a hundred thousand names are a few hundred."""
NOWHERE: Final = Span(0, 0)
_URN: Final = pattern(r"(10(?:\.[0-9A-Za-z-]+)*):")
_BAD_ESCAPE: Final = pattern(r"%(?![0-9A-Fa-f]{2}).{0,2}", re.DOTALL)
_ESCAPES: Final = pattern(r"(?:%[0-9A-Fa-f]{2})+")
_BY_PROGRAM: Final = pattern(
    r"10\.[0-9.]+%2[Ff]"  # the slash itself
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
        """Return the same, without identifiers where a text, in lower case, can hold none."""
        if not self.identifiers or any(look.search(lower) for look in _IN[type(lower)]):
            return self
        if not (self.servers or self.publishers):
            return STANDARD  # of most files; to make a value takes as long as the look
        return Notations(self.servers, self.publishers)


STANDARD: Final = Notations()
PUBLISHERS: Final = Notations(publishers=True)
EVERY: Final = Notations(publishers=True, identifiers=IDENTIFIERS)


class Kind(StrEnum):
    """The way in which a DOI is written."""

    LINK = "link"  # behind a resolver's address: doi.org and its siblings, or a configured server
    PROXY = "proxy"  # behind a library's proxy of a resolver
    SCHEME = "scheme"  # `doi:`, `DOI: `, `info:doi/`, `urn:doi:`, `hdl:`
    CARRIER = "carrier"  # in a query or a service request of another service: OpenURL, `rtsp:`
    PUBLISHER = "publisher"  # in a publisher's URL; in a field for the DOI, in any other address
    IDENTIFIER = "identifier"  # a number of arXiv or a record of Zenodo, from which it follows
    BARE = "bare"  # the name alone


class Resolver(StrEnum):
    """The resolver of a link."""

    DOI_ORG = "doi.org"
    LEGACY = "legacy"  # dx.doi.org, www.doi.org, hdl.handle.net: addresses of the same service
    PUBLISHER = "publisher"  # one that a publisher had, such as doi.acm.org, for the name behind it
    CONFIGURED = "configured"  # of the settings; exempt from the rules on host and scheme


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
        encoded: whether the DOI is in a URL and therefore percent-encoded.
        doi: the DOI, decoded once; None if the text is not a DOI.
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

    keeps_places = True  # in `text`


def spelled(  # noqa: PLR0913 - what a spelling is made of
    text: str,
    kind: Kind,
    name: Span,
    meant: Named,
    *,
    host: Span = NOWHERE,
    resolver: Resolver | None = None,
    encoded: bool = True,
) -> Spelling:
    """Return a spelling by the places of host and name, between which the other parts lie."""
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
    """Return what `span` of `text` names, under so many layers of percent-encoding.

    With `urn`, a colon may stand for the first slash (DOI Handbook, second note); with `short`, the
    whole may be a shortDOI.
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
        # Behind escapes only the place of the whole name is sure.
        at = error.span.shift(span.start) if name == written else span
        return None, DoiSyntaxError(error.reason, text, at, error.advice)


def decoded(spelling: Spelling) -> Spelling:
    """Return a bare DOI with its escapes undone if a program wrote them; else the same value."""
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
