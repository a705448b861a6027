"""Parse a delimited text: the destination of a link, an autolink, the argument of a role.

Nothing is trimmed, because the delimiters show where the DOI ends. The following texts present a
DOI and get a spelling even if the DOI is wrong:

- after a resolver: `10` and a dot or slash, encoded or not. On doi.org and dx.doi.org, also a
  number and a slash (a handle, or a DOI without `10.`), one segment of 3 to 8 letters and digits (a
  shortDOI), a segment that can only be the end of a DOI (`zenodo.1234567`), and a placeholder.
  www.doi.org and hdl.handle.net also serve other pages and handles, so only `10.` counts there;
- after `doi:`, `urn:doi:` and `info:doi/`: a number or a placeholder; after `hdl:`, only `10.`;
- a `doi:` URI with any prefix of draft-paskin-00 section 2.3 (`doi:1.23/…`, `doi:alpha-beta/…`),
  but not in running text, where `doi:` and two words with a slash are hardly ever a URI;
- in an OpenURL (`id=`, `rft_id=`) or a service request (`rtsp:`): `doi:10.` and `info:doi/10.`;
- after a mistyped address of the resolver: `10.` (see `mistyped`);
- alone: `10.`, a registrant code of three digits or more, and a slash; with `presented`, any text.

A raw `?` or `#` ends a DOI in an address, but is part of it in a `doi:` URI (draft-lemieux section
2) and in a bare DOI. Addresses and URIs are decoded once; a bare DOI is not decoded, because a
registered one contains a literal `%3c`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from sys import intern
from typing import Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.hosts import ADDRESS, service
from mdlint_doi.names.scan.scan_starts import Lead, lead_from, mistyped
from mdlint_doi.names.spelling import (
    STANDARD,
    Kind,
    Notations,
    Resolver,
    Spelling,
    named,
    short_span,
    spelled,
)
from mdlint_doi.text.pattern import pattern

_TEN: Final = pattern(
    r"(?:[\s\u00ad\u200b-\u200f\u2060\ufeff]|%(?:20|0[9ad]|e2%80%8b))*10(?:[./]|%2[ef]|\Z)",
    re.IGNORECASE,
)
_LONG_NUMBER: Final = pattern(r"[^/%]*?(?:\.|[0-9]{4})")
_NUMBER: Final = pattern(
    r"(?=[^/%]*\d)[.\doil|][\doqil|.,:;_\u00b7-]*(?:/|%2f)\S|\d+\.\d+(?:/|%2f)\Z", re.IGNORECASE
)
_WORD_AS_PREFIX: Final = pattern(r"[A-Za-z][A-Za-z0-9.-]+(?:/|%2[Ff])[^\s/]")
"""Matches words of at least two letters, because `doi:n/a` is not a URI."""
_SHORT_NUMBERS: Final = pattern(r"[1-9][0-9]{0,2}(?:\.[0-9]{1,3})+(?:/|%2[Ff])")
_ADDRESS_AS_NAME: Final = pattern(r"https?(?::|%3a)|www\.", re.IGNORECASE)
_SHORT: Final = pattern(r"[A-Za-z0-9]{3,8}")
_REST_OF_NAME: Final = pattern(
    r"(?=(?:[^\d]*\d){3})(?:[A-Za-z0-9._();:-]|%(?:28|29|3[abAB])){9,}(?<!\.\w\w\w)(?<!\.html)"
)
_PLACEHOLDER: Final = pattern(
    r"""
      placeholder
    | x{2,}+\.?x*+/\S+                                             # xx.xxxx/…
    | (?: (?:your|insert|add|enter|put|some) [-_]* )? doi
      (?: (?<=[-_]doi)                                             # your-doi
        | [-_]* (?:here|number|name|goes|placeholder|todo|tbd|pending|id|x{3,}+) )+  # doi-goes-here
    """,
    re.IGNORECASE | re.VERBOSE,
)
_BARE: Final = pattern(r"\s*10\.[0-9]{3,}(?:\.[0-9]+)*(?:/|%2f)", re.IGNORECASE)
_NETWORK: Final = pattern(r"10(?:\.[0-9]{1,3}){3}(?:/|%2f)", re.IGNORECASE)
_PLAIN: Final = pattern(  # a DOI alone or after the resolver that has no other reading
    r"(https?://(?:dx\.|www\.)?doi\.org/)?(10\.[0-9]{4,9})/([A-Za-z0-9._()/;:-]+)"
)
_NO_ESCAPE: Final = pattern(r"%(?![0-9A-Fa-f]{2})")
_TAIL: Final = pattern(r"[?#]")
_QUERY_TAIL: Final = pattern(r"[&#?]")


def read(
    text: str, notations: Notations = STANDARD, *, presented: bool = False, in_text: bool = False
) -> Spelling | None:
    """Return the spelling of a whole text; None if it presents no DOI.

    Args:
        text: a delimited piece of a document, without the escapes of the document.
        notations: the notations that count as DOIs beyond the standards.
        presented: whether the place, such as a role, presents the text as a DOI; then the result is
            never None.
        in_text: whether the piece was cut out of running text, where `doi:` may be a label: a `%`
            that begins no escape is then a character of the DOI.

    Returns:
        The spelling. If the text is meant as a DOI but is not one, `doi` is None, and `error` is
        the reason.
    """
    if not notations.servers:
        if plain := _PLAIN.fullmatch(text):
            return _plain(plain)
        if text.startswith("10.") and _BARE.match(text) and not _NETWORK.match(text):
            return _bare(text)  # no known scheme, label or host begins with `10.`
    spelling = _spelling(text, notations.servers, in_text=in_text)
    if spelling is None and notations.publishers:
        from mdlint_doi.names.publisher_links import read_publisher

        spelling = read_publisher(text)
    if spelling is None and notations.identifiers:
        from mdlint_doi.names.repository_numbers import read_identifier

        spelling = read_identifier(text, notations.identifiers)
    return _bare(text) if spelling is None and presented else spelling


def _spelling(text: str, servers: Collection[str], *, in_text: bool) -> Spelling | None:
    address = ADDRESS.match(text)
    known = address is not None and service(address["host"], servers) is not None
    if not known and (slip := mistyped(text)):
        return _mistyped(text, slip)
    if address and (address["scheme"] or known):
        return _address(text, address, servers)
    lead = lead_from(text, 0, servers)
    is_old_uri = _is_old_uri(text, lead)
    if lead.label and (not in_text if is_old_uri else _is_named(text[lead.end :], lead)):
        name = short_span(lead.end, len(text))
        is_encoded = not (lead.loose or (in_text and _NO_ESCAPE.search(text, lead.end)))
        meant = named(text, name, levels=int(is_encoded), urn=lead.urn)
        return spelled(text, Kind.SCHEME, name, meant, encoded=is_encoded)
    return _bare(text) if _BARE.match(text) and not _NETWORK.match(text) else None


def _address(text: str, address: re.Match[str], servers: Collection[str]) -> Spelling | None:
    host = short_span(*address.span("host"))
    found = service(address["host"], servers)
    kind, start, levels, tail, end = Kind.LINK, host.end, 1, _TAIL, len(text)
    if found is None:
        from mdlint_doi.names.publisher_links import carrier

        carried = carrier(text, host)
        if carried is None:
            return None
        kind, start, levels = carried.kind, carried.start, carried.levels
        tail, end = _QUERY_TAIL, len(text) if carried.end is None else carried.end
    elif found.proxied:
        kind = Kind.PROXY
    lead = Lead(start)
    if found is None or text.startswith("/", start):
        lead = lead_from(text, start, servers, found)
    ends = tail.search(text, lead.end, end)
    name = short_span(lead.end, ends.start() if ends else end)
    if lead.end == start or not _is_named(name.cut(text), lead):
        return None
    behind = lead.service if kind is Kind.PROXY else found
    short = lead.service is not None and not lead.label
    meant = named(text, name, levels=levels, urn=lead.urn, short=short)
    return spelled(text, kind, name, meant, host=host, resolver=behind.resolver if behind else None)


def _plain(found: re.Match[str]) -> Spelling:
    """Return the spelling of a plain DOI, or of a plain link to one."""
    text = found.string
    address, prefix, suffix = found.groups()
    name = short_span(found.start(2), len(text))
    meant = (Doi(intern(prefix), suffix), None)
    if address is None:
        return spelled(text, Kind.BARE, name, meant, encoded=False)
    host = short_span(address.index("//") + len("//"), len(address) - 1)
    resolver = Resolver.DOI_ORG if host.cut(address) == "doi.org" else Resolver.LEGACY
    return spelled(text, Kind.LINK, name, meant, host=host, resolver=resolver)


def _mistyped(text: str, found: re.Match[str]) -> Spelling:
    """Return the spelling of a link to a mistyped resolver, `found` by `mistyped`.

    If the host itself is mistyped (group `near`), the spelling has no resolver.
    """
    host = short_span(*found.span(found.lastgroup or "host"))
    ends = _TAIL.search(text, found.end())
    name = short_span(found.end(), ends.start() if ends else len(text))
    is_legacy = found["host"] is not None and found["host"].lower() != "doi.org"
    resolver = Resolver.LEGACY if is_legacy else Resolver.DOI_ORG
    is_near = found["near"] is not None
    meant = named(text, name, levels=1)
    return spelled(text, Kind.LINK, name, meant, host=host, resolver=None if is_near else resolver)


def _bare(text: str) -> Spelling:
    """Return the spelling of a DOI alone; without a slash, an encoded one separates its parts."""
    name = short_span(0, len(text))
    meant = named(text, name, levels=0)
    if "%" in text and "/" not in text:
        decoded = named(text, name, levels=1)
        if decoded[0] is not None:
            return spelled(text, Kind.BARE, name, decoded)
    return spelled(text, Kind.BARE, name, meant, encoded=False)


def _is_old_uri(text: str, lead: Lead) -> bool:
    """Return whether a text is a `doi:` URI whose prefix is a word or a number other than `10.`.

    A number before a code of four digits is a mistyped `10.` instead: `doi:1.1016/…`.
    """
    if not lead.label or lead.service or lead.handle or lead.urn or text[lead.end - 1] != ":":
        return False
    number = _SHORT_NUMBERS.match(text, lead.end)
    word = _WORD_AS_PREFIX.match(text, lead.end)
    if number is not None:
        return not text.startswith("10.", lead.end)
    return word is not None and _PLACEHOLDER.fullmatch(text, lead.end) is None


def _is_named(name: str, lead: Lead) -> bool:
    """Return whether `name` after `lead` is meant as a DOI, even a wrong one."""
    if name.startswith("10.") or _TEN.match(name):
        return True
    found = lead.service
    if lead.handle or (found and (found.has_pages or found.has_handles)):
        return False
    if _PLACEHOLDER.fullmatch(name):
        return True
    number = _NUMBER.match(name) is not None
    if found is None:
        return lead.label and number and _LONG_NUMBER.match(name) is not None
    if number or _ADDRESS_AS_NAME.match(name):
        return number or not lead.label
    return bool(_SHORT.fullmatch(name) or _REST_OF_NAME.fullmatch(name))
