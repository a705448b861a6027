"""Where a link to a DOI should lead: any resolver's spelling -> the canonical, encoded address.

Only what leads to a resolver is touched. A publisher's page, a service that is handed a DOI, and
a relative link that looks like a bare name lead elsewhere, and stay.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.encode import RESOLVER, Profile, decode, link_path
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.names.spelling import Kind, Resolver, Spelling
from mdlint_doi.text.pattern import pattern

_RESOLVED: Final = frozenset({Kind.LINK, Kind.PROXY, Kind.SCHEME})
# The end of a SICI (ANSI/NISO Z39.56), medium, version and check character, that a raw `#` or `?`
# before it or as the check character makes a fragment or a query.
_SICI_CUT: Final = pattern(r";2-[#?]\Z|[#?].*;2-.\Z", re.DOTALL)
_IN_TEXT: Final = _RESOLVED | {Kind.BARE}


class Target(NamedTuple):
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


def target_of_address(
    text: str, servers: Collection[str] = (), profile: Profile = "handbook"
) -> tuple[Target, str] | None:
    """Return where the resolver's address that `text` begins with leads, and how it is written.

    None if `text` begins with no such address; it ends where it would in running text.
    """
    if "10" not in text and "doi" not in text.lower():
        return None
    for candidate in find(text, servers=servers, publishers=False):
        found = target_in_text(candidate.spelling, profile)
        return (found, candidate.written) if found and candidate.span.start == 0 else None
    return None


def target(spelling: Spelling, profile: Profile) -> Target | None:
    """Return the canonical address of a spelling, with its tail; None if it is no DOI name."""
    written, tail = spelling.name.cut(spelling.text), spelling.tail.cut(spelling.text)
    doi = spelling.doi
    if tail and _SICI_CUT.search(written + tail):
        doi, tail = _whole(written + tail) or doi, ""
    if doi is None:
        return None
    base = RESOLVER
    if spelling.resolver is Resolver.CONFIGURED:
        base = f"{spelling.scheme.cut(spelling.text)}{spelling.host.cut(spelling.text)}/"
    # `doi.org/abc` may be a page of doi.org as well as a shortDOI: it stays one segment.
    segment = doi.is_short and not written.startswith("10")
    path = link_path(doi.suffix if segment else str(doi), profile)
    return Target(base + path + tail, str(doi))


def _whole(written: str) -> Doi | None:
    try:
        return parse(decode(written))
    except ValueError:
        return None
