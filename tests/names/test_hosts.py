"""Which hosts are resolvers, which are proxies of one, and which only look so."""

from __future__ import annotations

import pytest

from mdlint_doi.names.hosts import service
from mdlint_doi.names.spelling import Resolver


@pytest.mark.parametrize(
    ("host", "resolver", "behind", "proxied"),
    [
        ("doi.org", Resolver.DOI_ORG, "doi.org", False),
        ("DOI.ORG", Resolver.DOI_ORG, "doi.org", False),
        ("doi.org.", Resolver.DOI_ORG, "doi.org", False),
        ("doi.org:443", Resolver.DOI_ORG, "doi.org", False),
        ("dx.doi.org:80", Resolver.LEGACY, "dx.doi.org", False),
        ("www.doi.org", Resolver.LEGACY, "www.doi.org", False),
        ("hdl.handle.net", Resolver.LEGACY, "hdl.handle.net", False),
        ("doi-org.ezproxy.example.edu", Resolver.DOI_ORG, "doi.org", True),
        ("doi-org.libproxy2.example.ac.uk", Resolver.DOI_ORG, "doi.org", True),
        ("doi-org.lama.univ-amu.fr", Resolver.DOI_ORG, "doi.org", True),
        ("doi-org.proxy-ub.rug.nl", Resolver.DOI_ORG, "doi.org", True),
        ("dx-doi-org.proxy.example.edu", Resolver.LEGACY, "dx.doi.org", True),
        ("0-doi-org.lib.rivier.edu", Resolver.DOI_ORG, "doi.org", True),
        ("0-www-doi-org.lib.example.edu", Resolver.LEGACY, "www.doi.org", True),
        ("0-dx.doi.org.serlib0.example.ac.uk", Resolver.LEGACY, "dx.doi.org", True),
        ("dx.doi.org.proxy.example.edu:2048", Resolver.LEGACY, "dx.doi.org", True),
        ("doi.org.ezproxy.example.edu", Resolver.DOI_ORG, "doi.org", True),
        ("doi.org.proxy.edu", Resolver.DOI_ORG, "doi.org", True),
        ("hdl-handle-net.proxy.example.edu", Resolver.LEGACY, "hdl.handle.net", True),
    ],
)
def test_resolvers(host: str, resolver: Resolver, behind: str, proxied: bool) -> None:  # noqa: FBT001
    """Addresses of the DOI proxy server, and libraries' rewritings of them."""
    found = service(host)
    assert found is not None
    assert (found.resolver, found.host, found.proxied) == (resolver, behind, proxied)


@pytest.mark.parametrize(
    "host",
    [
        *("notadoi.org", "doi.org.uk", "doi.org.co.uk", "poi.org", "dx.doi.net", "doi.org.com"),
        *("shortdoi.org", "doi.com", "xdoi.org", "doi-org.com", "doi-org", "doi.org-x.com", ""),
        *(
            "doi.org:8080",
            "my.doi.org",
            "handle.net",
            "doi.org.example.com",
            "dxdoi.org",
            "a.doi-org.b.c",
        ),
    ],
)
def test_traps(host: str) -> None:
    """Hosts that only look like it; a mention there is no DOI link, and no fix may touch it."""
    assert service(host) is None


def test_servers() -> None:
    """A server of the settings counts with its port, and only so."""
    found = service("LOCALHOST:8410", ["localhost:8410"])
    assert found is not None
    assert found.resolver is Resolver.CONFIGURED
    assert service("localhost", ["localhost:8410"]) is None
