"""Where a link to a DOI should lead: any resolver's spelling -> the canonical, encoded address.

Only what leads to a resolver is touched. A publisher's page, a service that is handed a DOI, and
a relative link that looks like a bare name lead elsewhere, and stay.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from mdlint_doi.names.encode import RESOLVER, Profile, link_path
from mdlint_doi.names.scan import read
from mdlint_doi.names.spelling import Kind, Resolver, Spelling

_RESOLVED: Final = frozenset({Kind.LINK, Kind.PROXY, Kind.SCHEME})
_IN_TEXT: Final = _RESOLVED | {Kind.BARE}


@dataclass(frozen=True, slots=True)
class Target:
    """The address of one DOI.

    Attributes:
        href: the canonical link, percent-encoded.
        name: the DOI name, decoded.

    """

    href: str
    name: str


def target_of_link(
    href: str, servers: Collection[str] = (), profile: Profile = "handbook"
) -> Target | None:
    """Return where a link's destination should lead; None if it leads to no DOI.

    Args:
        href: the destination, its markup's escapes undone.
        servers: hosts beside the known ones that are resolvers; links to these keep their host.
        profile: which characters to encode.

    """
    if "10" not in href and "doi" not in href.lower():
        return None
    spelling = read(href, servers=servers)
    if spelling is None or spelling.kind not in _RESOLVED:
        return None
    return target(spelling, profile)


def target_in_text(spelling: Spelling, profile: Profile = "handbook") -> Target | None:
    """Return where a DOI in running text should lead; None for one that is none of ours."""
    return target(spelling, profile) if spelling.kind in _IN_TEXT else None


def target(spelling: Spelling, profile: Profile) -> Target | None:
    """Return the canonical address of a spelling, with its tail; None if it is no DOI name."""
    if spelling.doi is None:
        return None
    name = str(spelling.doi)
    base = RESOLVER
    if spelling.resolver is Resolver.CONFIGURED:
        base = f"{spelling.scheme.cut(spelling.text)}{spelling.host.cut(spelling.text)}/"
    if spelling.doi.is_short and not spelling.name.cut(spelling.text).startswith("10"):
        # `doi.org/abc` may be a page of doi.org as well as a shortDOI: keep it one segment.
        name = spelling.doi.suffix
    return Target(base + link_path(name, profile) + spelling.tail.cut(spelling.text), name)
