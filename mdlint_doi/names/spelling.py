"""One written DOI taken apart: scheme, host, what stands before the name, the name, the tail.

A `Spelling` is what the rules look at. Its parts are spans of `text`, in order, without gaps:
`scheme` + `host` + `lead` + `name` + `tail` == `text`; a part that is not there is empty.

| text                                        | scheme   | host       | lead                 |
|---------------------------------------------|----------|------------|----------------------|
| https://doi.org/10.1000/182                 | https:// | doi.org    | /                    |
| //dx.doi.org/doi:10.1000/182                | //       | dx.doi.org | /doi:                |
| https://doi.org/https://doi.org/10.1000/182 | https:// | doi.org    | /https://doi.org/    |
| doi: 10.1000/182                            |          |            | `doi: `              |
| info:doi/10.1000/182                        |          |            | info:doi/            |
| https://x.org/login?url=http://doi.org/10…  | https:// | x.org      | /login?url=http://…/ |
| 10.1000/182                                 |          |            |                      |
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final

from mdlint_doi.names.doi import Doi, DoiSyntaxError
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

short_span: Final = lru_cache(maxsize=2048)(Span)
"""Spans of spellings are short and alike: those of a hundred thousand names are a few hundred."""
NOWHERE: Final = Span(0, 0)


class Kind(StrEnum):
    """How the name is presented."""

    LINK = "link"
    """Behind a resolver's address: doi.org and its siblings, or a configured server."""
    PROXY = "proxy"
    """Behind a library's proxy of a resolver."""
    SCHEME = "scheme"
    """`doi:`, `DOI: `, `info:doi/`, `urn:doi:`, `hdl:`."""
    CARRIER = "carrier"
    """In a query or a service request of another service: OpenURL, `rtsp:`."""
    PUBLISHER = "publisher"
    """In a publisher's URL; in a field for the DOI, in any other address."""
    IDENTIFIER = "identifier"
    """A number of arXiv or a record of Zenodo, from which the name follows."""
    BARE = "bare"
    """The name alone."""


class Resolver(StrEnum):
    """Which resolver a link goes to."""

    DOI_ORG = "doi.org"
    LEGACY = "legacy"
    """dx.doi.org, www.doi.org, hdl.handle.net and other addresses of the same service."""
    PUBLISHER = "publisher"
    """A resolver that a publisher had of its own, such as doi.acm.org, for the name behind it."""
    CONFIGURED = "configured"
    """The server of the settings; exempt from the rules on host and scheme."""


class Spelling(Value):
    """One DOI as it is written, after the document's own escapes are undone.

    Attributes:
        text: the whole spelling.
        kind: how the name is presented.
        resolver: which resolver, for LINK; for PROXY the one behind the proxy; else None. A LINK
            without one goes to a host that is hardly another than doi.org with a slip.
        scheme: `https://`, `//` or empty.
        host: the host, with its port; empty without one.
        lead: all between host and name.
        name: the name as written, percent-encoding and all.
        tail: query, fragment or other parts behind the name that do not belong to it.
        encoded: the name stands in a URL, so that it is percent-encoded.
        doi: the name, decoded once; None if it is none.
        error: why it is none; None if it is one.

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
    meant: tuple[Doi | None, DoiSyntaxError | None],
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
