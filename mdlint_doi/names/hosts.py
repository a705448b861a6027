"""Find the hosts that resolve DOIs: doi.org, its other addresses, and libraries' proxies.

A library's proxy rewrites a host in one of four ways (`publisher_links` handles a fifth one,
`…/login?url=`):

    doi-org.ezproxy.example.edu      dots changed to hyphens, then the library's own name
    dx.doi.org.ezproxy.example.edu   the library's name appended, often with a port
    0-doi-org.lib.example.edu        the same two with `0-` before them
    0-dx.doi.org.lib.example.edu

`doi.org.uk` is a different site, so the appended name must have three labels, or have two and
contain the name of a proxy. There is one limitation: a proxy at `doi.org.x.edu` is not recognized.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from mdlint_doi.names.spelling import Resolver
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

ADDRESS: Final = pattern(
    r"(?P<scheme>(?>(?:(?i:https?|rtsp|ftp):/{0,3})+)|//)?"
    r"(?P<host>(?>[0-9A-Za-z][0-9A-Za-z._~-]*)(?::[0-9]{0,5})?)(?=[/?#]|\Z)"
)
"""Matches the scheme and host of an address; without a scheme, only known hosts count."""
LOGIN_WORDS: Final = pattern(  # parts of the names of libraries' proxies
    r"proxy|prx|ezp|\blib|biblio|bib\b|idm\b|oclc|openathens|login|remote|libguides", re.IGNORECASE
)

HANDLE_NET: Final = "hdl.handle.net"

_RESOLVERS: Final = {
    "doi.org": Resolver.DOI_ORG,
    "dx.doi.org": Resolver.LEGACY,
    "www.doi.org": Resolver.LEGACY,
    "www.dx.doi.org": Resolver.LEGACY,
    HANDLE_NET: Resolver.LEGACY,
}
EZID: Final = "ezid.cdlib.org"
"""A host that registered DOIs for libraries and shows their records: `/id/doi:10.5060/D2SD00F`."""
META_RESOLVERS: Final = frozenset({"identifiers.org", "n2t.net"})
"""Hosts that resolve identifiers of many kinds, each after its label: `/doi:10.1000/182`."""
_PUBLISHERS: Final = frozenset(
    {"doi.acm.org", "doi.wiley.com", "doi.ieeecomputersociety.org", EZID, *META_RESOLVERS}
)
"""Hosts of publishers that only resolve the DOI in the path; two of them no longer answer."""
_UNNAMED: Final = META_RESOLVERS | {EZID}
"""Hosts whose names do not show that they resolve DOIs."""
_PROXIED: Final = pattern(
    r"""
    (?:\d-)?
    (?: (?P<hyphens> (?:dx-|www-)?doi-org | hdl-handle-net )
      | (?P<dots> (?:dx\.|www\.)?doi\.org | hdl\.handle\.net )
    )
    (?P<rest> (?:\.[a-z0-9-]+){2,} )
    """,
    re.VERBOSE,
)
_DEFAULT_PORT: Final = pattern(r":(?:80|443)?\Z")
_SLIPS: Final = (
    *("doi.com", "dx.doi.com", "doi.net", "dx.doi", "dx.org"),
    *("doi.org.org", "dx.doi.org.org", "www.dxdoi.org"),
)
"""Mistyped hosts of the resolver that differ in more than one letter."""


class ResolverHost(Value):
    """The resolver at a host.

    Attributes:
        resolver: the kind of resolver.
        host: the resolver's own host, such as `dx.doi.org`, even if a proxy rewrites it.
        proxied: whether the host is the proxy of a library.
    """

    resolver: Resolver
    host: str
    proxied: bool = False

    @property
    def has_pages(self) -> bool:
        """Whether addresses without a DOI are ordinary pages, as on www.doi.org."""
        return self.host == "www.doi.org" or self.resolver is Resolver.PUBLISHER

    @property
    def has_handles(self) -> bool:
        """Whether it also resolves other handles, as hdl.handle.net does."""
        return self.host == HANDLE_NET


def service(host: str, servers: Collection[str] = ()) -> ResolverHost | None:
    """Return the resolver at `host`, or None; `servers` are further resolvers.

    All hosts include their ports, if any. Case, a final dot and a default port in `host` do not
    count.
    """
    name = host.lower()
    if name in servers:
        return ResolverHost(Resolver.CONFIGURED, name)
    if "doi" not in name and "handle" not in name and name not in _UNNAMED:
        return None
    if ":" in name:
        name = _DEFAULT_PORT.sub("", name)
    name = name.removesuffix(".")
    resolver = Resolver.PUBLISHER if name in _PUBLISHERS else _RESOLVERS.get(name)
    if resolver is not None:
        return ResolverHost(resolver, name)
    return _proxied(name.partition(":")[0])


def is_slip(host: str) -> bool:
    """Return whether a host is the resolver with one missing, added, wrong or swapped letter.

    The first letter must be right, because a different one makes a different word (`poi.org`). A
    wrong letter is not accepted in `doi` for the same reason.
    """
    name = host.lower()
    return name in _SLIPS or any(_is_one_off(name, good) for good in _RESOLVERS)


def _is_one_off(host: str, good: str) -> bool:
    """Return whether a host is a good one with one missing, added, wrong or swapped letter."""
    at = 0
    while at < min(len(host), len(good)) and host[at] == good[at]:
        at += 1
    rest, wanted = host[at:], good[at:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    is_wrong = "doi" in host and rest[1:] == wanted[1:]
    return (
        host != good
        and at > 0
        and (is_wrong or wanted in {rest[1:], swapped} or wanted[1:] == rest)
    )


def _proxied(name: str) -> ResolverHost | None:
    found = _PROXIED.fullmatch(name)
    if found is None:
        return None
    hyphens, dots, rest = found["hyphens"], found["dots"], found["rest"]
    if dots and rest.count(".") < 3 and not LOGIN_WORDS.search(rest):
        return None
    behind = dots or hyphens.replace("-", ".")
    return ResolverHost(_RESOLVERS[behind], behind, proxied=True)
