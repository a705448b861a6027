"""Decide where a link to a DOI leads, and how it is written; no other module does this.

A link that only resolves a DOI gets the canonical address, whatever its spelling:

- `…/api/handles/10.…` is the address of the API's answer, pasted instead of the link. With
  parameters, it is an intended request and stays; so does `…/doiRA/10.…`, a request for the agency.
- `10/abc` is a shortDOI after every resolver. A single segment after doi.org may be a page, and
  stays.
- An unencoded `#` or `?` that cuts a SICI is a part of the DOI. Other queries and fragments stay,
  except for tracking parameters (source: the documentation of the Handle.Net proxy).
- The parameters of a log-in page are removed. A `&` with other text may be a part of the DOI.

All other links lead elsewhere and stay: a publisher's page, an OpenURL, a relative link.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.names.doi import RESOLVER, Doi, Profile, decode, link_path, parse
from mdlint_doi.names.markup_escapes import ENTITY_CODE
from mdlint_doi.names.scan.find import Candidate, find, read, unescaped
from mdlint_doi.names.spelling import STANDARD, Kind, Notations, Resolver, Spelling, decoded
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

PROXY_PARAMETERS: Final = frozenset(
    {"noredirect", "urlappend", "locatt", "type", "auth", "ignore_aliases", "index", "cert"}
)

_TRACKER: Final = pattern(
    r"""(?: utm_\w+ | mtm_\w+ | pk_\w+ | hsa_\w+ | mc_[ce]id
        | (?:gcl|fbcl|dcl|mscl|ttcl|yc|twcl)id | gclsrc | igshid | _ga | _gl
        | _hsenc | _hsmi | mkt_tok | wt\.mc_id | ref_src | spm )
        (?: =.* )?""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_TEXT_FRAGMENT: Final = pattern(r":~:text=", re.IGNORECASE)
# The end of a SICI (ANSI/NISO Z39.56): version 2 of the standard, and the check character.
_SICI_END: Final = pattern(r";2-.\Z", re.DOTALL)
_PARAMETERS: Final = pattern(
    r"(?>(?:&(?:amp;)?[\w.-]++(?>(?:=[^&#;,|]*+)?))+)(?:#[^;,|]*+)?", re.DOTALL
)
_ENCODED: Final = pattern(r"https?%", re.IGNORECASE)
_ANOTHER: Final = pattern(r"//|\b10\.[0-9]|\b(?:doi:|www\.)", re.IGNORECASE)
_CUT_BY_ENTITY: Final = pattern(rf"(?:(?<=&)#{ENTITY_CODE};[^#?]*+)+")
_OF_REQUEST: Final = frozenset({"url_ver", "url_ctx_fmt", "ctx_ver", "ctx_enc", "rfr_id", "sid"})
"""Parameters of an OpenURL about the request itself: its version and its source."""
_SICI_MARKS: Final = pattern(r"[<>:(]|%(?:3[ace]|28)", re.IGNORECASE)
_RESOLVING: Final = frozenset({Kind.LINK, Kind.PROXY, Kind.SCHEME})
_SERVICE: Final = pattern(r"/+(?:(?P<api>api/handles)|doira)/+", re.IGNORECASE)
# Text that is an entity in Markdown and HTML: `&lt;`, `&#60;`.
_ENTITY: Final = pattern(r"&(?=#?[0-9A-Za-z]+;)")
_UPSETS_ROLE: Final = pattern(r"[`\\]|>\Z")
_FINAL_MARK: Final = pattern(r"[-._~]\Z")
_DEEPEST: Final = 32
_TAILS: Final = frozenset("?#&")


def without_trackers(tail: str) -> str:
    """Return a query and fragment without the parts that only track readers.

    A text with words after it stays unchanged, because they may be a second DOI.
    """
    if _is_prose(tail):
        return tail
    head, mark, fragment = tail.partition("#")
    if found := _TEXT_FRAGMENT.search(fragment):
        fragment = fragment[: found.start()]
        mark = mark if fragment else ""
    if head.startswith("?"):
        kept = [part for part in head[1:].split("&") if not _TRACKER.fullmatch(part)]
        head = f"?{'&'.join(kept)}" if kept else ""
    return head + mark + fragment


def is_wanted(tail: str) -> bool:
    """Return whether a query and fragment certainly do not belong to the DOI.

    They contain only parameters of the proxy, trackers or a text fragment. A part that begins with
    `&` may be the rest of an unencoded DOI in the address of a log-in page.
    """
    if tail[:1] == "&" or _is_prose(tail):
        return False
    query, _, fragment = tail.removeprefix("?").partition("#")
    if fragment and not _TEXT_FRAGMENT.match(fragment):
        return False
    parts = query.split("&") if tail.startswith("?") else []
    return bool(parts or fragment) and all(
        part.partition("=")[0].lower() in PROXY_PARAMETERS or _TRACKER.fullmatch(part)
        for part in parts
    )


def holds_address(tail: str) -> bool:
    """Return whether a query or fragment contains a second link or DOI."""
    return _ANOTHER.search(tail) is not None


def is_of_page(spelling: Spelling) -> bool:
    """Return whether the text after the DOI belongs to a log-in page, not to the DOI link."""
    lead = spelling.lead.cut(spelling.text)
    if spelling.kind is not Kind.PROXY or "?" not in lead:
        return False
    return spelling.tail.cut(spelling.text)[:1] == "&" or _ENCODED.search(lead) is not None


def may_be_cut(spelling: Spelling) -> bool:
    """Return whether a DOI in a query may continue after the `&`, as in `…:AA&E%3E2.3.CO;2`."""
    tail = spelling.tail.cut(spelling.text)
    return tail[:1] == "&" and is_of_page(spelling) and not _PARAMETERS.fullmatch(tail)


def _is_prose(tail: str) -> bool:
    return len(tail.split(maxsplit=1)) > 1


def whole_name(spelling: Spelling) -> Doi | None:
    """Return the DOI with its query and fragment if these may belong to it; otherwise None."""
    tail = spelling.tail.cut(spelling.text)
    if tail[:1] not in {"#", "?"} or spelling.kind is not Kind.LINK:
        return None
    try:
        return parse(decode(spelling.name.cut(spelling.text) + tail))
    except ValueError:
        return None


def whole_sici(spelling: Spelling) -> Doi | None:
    """Return the whole DOI if an unencoded `#` or `?` cuts a SICI; otherwise None."""
    written, tail = spelling.name.cut(spelling.text), spelling.tail.cut(spelling.text)
    if spelling.doi is None or not is_rest_of_sici(written, tail):
        return None
    try:
        return parse(str(spelling.doi) + decode(tail))
    except ValueError:
        return None


def with_entities(spelling: Spelling) -> Spelling:
    """Return a link with the whole DOI if the `#` of an entity cuts it, as in `x&#60;1::AID-A1`."""
    text, tail = spelling.text, spelling.tail
    entities = _CUT_BY_ENTITY.match(text, tail.start, tail.end)
    if entities is None or spelling.kind is not Kind.LINK:
        return spelling
    name = Span(spelling.name.start, entities.end())
    return spelling.replace(name=name, tail=Span(name.end, tail.end))


def loses_nothing(spelling: Spelling) -> bool:
    """Return whether the DOI can replace the whole text: an unencoded `#` or `?` did not cut it.

    In an OpenURL (ANSI/NISO Z39.88), further parameters about the work may request a part of it.
    """
    tail = spelling.tail.cut(spelling.text)
    if spelling.kind is not Kind.CARRIER:
        return not tail or is_wanted(tail) or whole_sici(spelling) is not None
    if tail[:1] not in {"", "&"}:
        return False
    before = spelling.lead.cut(spelling.text).partition("?")[2].split("&")[:-1]
    others = (parameter for parameter in (*before, *tail.split("&")) if parameter)
    return all(parameter.partition("=")[0].lower() in _OF_REQUEST for parameter in others)


def is_rest_of_sici(name: str, tail: str) -> bool:
    """Return whether a tail is the check character of a SICI, or contains the last part of one."""
    if tail[:1] not in {"#", "?"} or not _SICI_END.search((name + tail)[-len(";2-#") :]):
        return False
    return len(tail) == 1 or _SICI_MARKS.search(tail) is not None


class Link(Value):
    """The canonical link to a DOI.

    Attributes:
        href: the address, percent-encoded.
        doi: the DOI.
        tail: the query and fragment to keep; usually empty.
    """

    href: str
    doi: Doi
    tail: str = ""

    @property
    def name(self) -> str:
        """The decoded DOI."""
        return str(self.doi)


def may_name_doi(text: str, notations: Notations = STANDARD) -> bool:
    """Return quickly whether a text may contain a DOI."""
    if "10" in text:
        return True
    lower = text.lower()
    return "doi" in lower or any(server in lower for server in notations.servers)


def canonical(spelling: Spelling, profile: Profile = "handbook") -> Link | None:
    """Return the canonical link for a written link.

    The DOI is encoded according to the DOI Handbook, "DOI Name Encoding Rules for URL
    Presentation".

    Args:
        spelling: the parts of the written link.
        profile: the percent-encoding; see `Doi.url`.

    Returns:
        The canonical link; None if it leads to no DOI, or is a DOI alone.

    Raises:
        ValueError: for a profile that does not exist.
    """
    if not resolves(spelling):
        return None
    return _link(spelling, spelling.tail.cut(spelling.text), profile)


def canonical_of(
    destination: str, notations: Notations = STANDARD, profile: Profile = "handbook"
) -> Link | None:
    """Return the canonical link for the destination of a link.

    Args:
        destination: the address, with the escapes of its markup undone.
        notations: the notations that count as DOIs beyond the standards.
        profile: the percent-encoding; see `Doi.url`.

    Returns:
        The canonical link; None if it leads to no DOI.

    Raises:
        ValueError: for a profile that does not exist.
    """
    spelling = read(destination, notations) if may_name_doi(destination, notations) else None
    return None if spelling is None else canonical(spelling, profile)


def canonical_in_text(candidate: Candidate, profile: Profile = "handbook") -> Link | None:
    """Return the canonical link for a DOI in running text; None for any other address.

    Args:
        candidate: a DOI that `find` found.
        profile: the percent-encoding; see `Doi.url`.

    Raises:
        ValueError: for a profile that does not exist.
    """
    spelling = candidate.spelling
    if spelling.kind is not Kind.BARE and not resolves(spelling):
        return None
    return _link(spelling, unescaped(spelling.tail.cut(spelling.text)).text, profile)


def canonical_at_start(
    text: str, notations: Notations = STANDARD, profile: Profile = "handbook"
) -> tuple[Link, str] | None:
    """Return the canonical link for an address of the resolver at the start of `text`.

    Args:
        text: running text.
        notations: the notations that count as DOIs beyond the standards.
        profile: the percent-encoding; see `Doi.url`.

    Returns:
        The canonical link and the written address; None without such an address.

    Raises:
        ValueError: for a profile that does not exist.
    """
    if not may_name_doi(text, notations):
        return None
    for candidate in find(text, notations.of_names):
        found = canonical_in_text(candidate, profile)
        return (found, candidate.written) if found and candidate.span.start == 0 else None
    return None


def canonical_in_role(spelling: Spelling) -> Link | None:
    """Return the canonical link for the argument of a role; None if it is not a DOI.

    Arguments with the escapes of a link work in roles that do not encode. So a bare DOI with
    escapes from a program (see `spelling`) is decoded.

    Args:
        spelling: the parts of the argument.
    """
    if not spelling.encoded and "%" in spelling.text:
        spelling = decoded(spelling)
    doi = whole_sici(spelling) or spelling.doi
    return None if doi is None else Link(doi.url(), doi)


def dropped_in_role(spelling: Spelling) -> str:
    """Return the query and fragment of a link that a role drops; empty if nothing is lost.

    Trackers and parameters of a log-in page are no loss.
    """
    if spelling.doi is None or whole_sici(spelling) or is_of_page(spelling):
        return ""
    return without_trackers(spelling.tail.cut(spelling.text))


def resolves(spelling: Spelling) -> bool:
    """Return whether a written link only resolves a DOI, even a wrong one."""
    if spelling.kind is Kind.LINK and spelling.resolver is None:
        return False  # a mistyped host is only probably doi.org
    return spelling.kind in _RESOLVING and not asks_service(spelling)


def asks_service(spelling: Spelling) -> bool:
    """Return whether an address uses the host of the resolver for a different service."""
    service = _SERVICE.fullmatch(spelling.text, spelling.lead.start, spelling.lead.end)
    if service is None or not spelling.encoded:
        return False
    tail = without_trackers(spelling.tail.cut(spelling.text))
    has_parameters = tail[:1] == "?" and len(tail) > 1 and whole_sici(spelling) is None
    return service["api"] is None or has_parameters


def may_be_page(spelling: Spelling) -> bool:
    """Return whether a link to a shortDOI may be a link to a page of doi.org."""
    doi = spelling.doi
    return doi is not None and doi.is_short and spelling.name.cut(spelling.text) == doi.suffix


def encoded(spelling: Spelling) -> str:
    """Return a written link with its DOI encoded; a DOI alone stays unchanged."""
    text = spelling.text
    if spelling.kind is Kind.BARE or not spelling.encoded:
        return text
    whole = whole_sici(spelling)
    tail = "" if whole else spelling.tail.cut(text)
    return text[: spelling.name.start] + link_path(str(whole or spelling.doi)) + tail


def markdown_destination(address: str) -> str:
    """Return an encoded address for the place after `](` or `]:` in Markdown.

    It is in `<…>` if its parentheses are not balanced (CommonMark section 6.3).
    """
    address = without_entities(address)
    return address if is_balanced(address) else f"<{address}>"


def bare_address(address: str) -> str:
    """Return an encoded address for running text, where nothing marks the end of a link.

    If it would end too early, all permitted characters and a final mark are encoded.
    """
    address = without_entities(address)
    found = canonical_at_start(address)
    if found is not None and found[1] == address:
        return address
    link = canonical_of(address)
    if link is None:
        return address
    path = link_path(link.name, "strict")
    if _FINAL_MARK.search(path) and not link.tail:
        path = f"{path[:-1]}%{ord(path[-1]):02X}"
    return RESOLVER + path + link.tail


def without_entities(address: str) -> str:
    """Return an encoded address without text that is an entity of Markdown or HTML."""
    return _ENTITY.sub("%26", address)


def is_balanced(text: str) -> bool:
    """Return whether parentheses are balanced, and less than 32 deep (CommonMark section 6.3)."""
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if not 0 <= depth < _DEEPEST:
            return False
    return depth == 0


def role_argument(doi: Doi) -> str | None:
    """Return the DOI for a `doi` role; None if the role would lead elsewhere."""
    name = str(doi)
    if _UPSETS_ROLE.search(name):
        return None
    read_back = read(name) if "%" in name else None
    link = None if read_back is None else canonical_in_role(read_back)
    return name if link is None or link.name == name else None


def _link(spelling: Spelling, tail: str, profile: Profile) -> Link | None:
    whole = whole_sici(spelling)
    doi = whole or spelling.doi
    if doi is None or may_be_cut(spelling):
        return None
    if whole or tail[:1] not in _TAILS or is_of_page(spelling):
        tail = ""
    elif not holds_address(tail):
        tail = without_trackers(tail)
    path = link_path(doi.suffix if may_be_page(spelling) else str(doi), profile)
    base = RESOLVER
    if spelling.resolver is Resolver.CONFIGURED and spelling.kind is Kind.LINK:
        scheme, colon, _ = spelling.scheme.cut(spelling.text).partition(":")
        base = f"{scheme.lower() + colon if colon else ''}//{spelling.host.cut(spelling.text)}/"
    return Link(base + path + tail, doi, tail)
