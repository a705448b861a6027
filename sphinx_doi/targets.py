"""The target that belongs in the output in place of what an author wrote."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from mdlint_doi.names.decode_name import decoded
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.scan import find
from mdlint_doi.names.spelling import Kind, Spelling

_LEADS_ELSEWHERE: Final = ("/api/handles/", "/doira/", "/ra/")
_RESOLVING: Final = frozenset({Kind.LINK, Kind.PROXY, Kind.SCHEME})
_SICI_END: Final = ";2-"


def read(text: str, servers: tuple[str, ...] = (), *, publishers: bool = False) -> Spelling | None:
    """Return what `mdlint_doi.names.scan.find.read` says of a text."""
    return _read(text, servers, publishers) if servers or may_name_doi(text) else None


@lru_cache(maxsize=512)
def _read(text: str, servers: tuple[str, ...], publishers: bool) -> Spelling | None:  # noqa: FBT001
    """Read a text; kept, since most texts of a page are wanted several times."""
    return find.read(text, servers=servers, publishers=publishers)


def forget() -> None:
    """Forget what was read of a page.

    Python looks through all objects that are kept, again and again, for garbage: in a build that
    takes a sixth of the time, and what would be kept of thousands of links shows in it.
    """
    _read.cache_clear()


@lru_cache(maxsize=8192)
def canonical_target(target: str) -> str:
    """Return the link that belongs in the output in place of `target`; often `target` itself.

    Kept, unlike what is read, since strings cost next to nothing: it is cheapest to learn when
    the page is read, and wanted when that is written.
    """
    spelling = resolved(target)
    if spelling is None:
        return target
    doi, tail = meant(spelling)
    return target if doi is None else doi.url() + tail


def resolved(target: str, servers: tuple[str, ...] = ()) -> Spelling | None:
    """Return the spelling of a link that does nothing but resolve a DOI name; None of others.

    Args:
        target: of the link.
        servers: hosts that count as resolvers beside the known ones.

    """
    spelling = read(target, servers)
    return spelling if spelling is not None and _is_resolved(spelling) else None


def may_name_doi(text: str) -> bool:
    """Return whether it is worth a closer look: a cheap test for long lists of links."""
    return "10" in text or "doi" in text.lower()


def meant(spelling: Spelling) -> tuple[Doi | None, str]:
    """Return the name, and what follows it and stays in the link.

    A SICI's check character may be `#` or `?` (ANSI/NISO Z39.56), which a browser reads as the
    beginning of a fragment or a query: nothing else can follow `;2-`. Roles that encode nothing
    were given names with the escapes of a link, and made links that work; so a bare name with
    escapes that a program wrote (see `mdlint_doi.names.decode_name`) is linked without them. The
    rules take the role at its word and report it.
    """
    if spelling.kind is Kind.BARE and "%" in spelling.text:
        spelling = decoded(spelling)
    doi, tail = spelling.doi, spelling.tail.cut(spelling.text)
    if doi is not None and tail in {"#", "?"} and doi.suffix.endswith(_SICI_END):
        return Doi(doi.prefix, doi.suffix + tail), ""
    return doi, tail


def _is_resolved(spelling: Spelling) -> bool:
    """Return whether the link only resolves a name: no API, no other service, no page."""
    if spelling.kind not in _RESOLVING:
        return False
    lead = spelling.lead.cut(spelling.text).lower()
    if any(path in lead for path in _LEADS_ELSEWHERE):
        return False
    # Behind doi.org a single word is a shortDOI or an ordinary page: only a scheme tells.
    short = spelling.doi is not None and spelling.doi.is_short
    return not (short and spelling.kind is Kind.LINK)
