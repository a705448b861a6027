"""Where a link to a DOI leads, and how that is written: the one place that says so.

A link that only resolves a name gets the canonical address, whatever is written:

- `…/api/handles/10.…` is the API's answer, pasted in place of the link; with parameters it is a
  request that somebody means, and stays, as does `…/doiRA/10.…`, which asks for the agency.
- `10/abc` is a shortDOI behind every resolver. One segment behind doi.org may be a page, and stays.
- A raw `#` or `?` that cuts a SICI short is a part of the name. Other queries and fragments stay,
  but for what only tracks readers (parameters: the documentation of the Handle.Net proxy).
- The parameters of a log-in page go. A `&` with anything else may be a part of the name.

Everything else leads elsewhere, and stays: a publisher's page, an OpenURL, a relative link.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.names.doi import RESOLVER, Doi, Profile, decode, link_path, parse
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
ENTITY_CODE: Final = r"(?:0{0,5}(?:34|38|4[01]|6[02]|9[13])|[xX]0{0,4}(?:2[2689]|3[cCeE]|5[bBdD]))"
"""What stands between `&#` and `;` for `"`, `&`, `()`, `<>`, `[]`: in a link it is no fragment."""
_CUT_BY_ENTITY: Final = pattern(rf"(?:(?<=&)#{ENTITY_CODE};[^#?]*+)+")
_OF_REQUEST: Final = frozenset({"url_ver", "url_ctx_fmt", "ctx_ver", "ctx_enc", "rfr_id", "sid"})
"""Parameters of an OpenURL about the request itself: its version, and who made it."""
_SICI_MARKS: Final = pattern(r"[<>:(]|%(?:3[ace]|28)", re.IGNORECASE)
_RESOLVING: Final = frozenset({Kind.LINK, Kind.PROXY, Kind.SCHEME})
_SERVICE: Final = pattern(r"/+(?:(?P<api>api/handles)|doira)/+", re.IGNORECASE)
# What a reader of Markdown or HTML takes for an entity: `&lt;`, `&#60;`.
_ENTITY: Final = pattern(r"&(?=#?[0-9A-Za-z]+;)")
_UPSETS_ROLE: Final = pattern(r"[`\\]|>\Z")
_FINAL_MARK: Final = pattern(r"[-._~]\Z")
_DEEPEST: Final = 32
_TAILS: Final = frozenset("?#&")


def without_trackers(tail: str) -> str:
    """Return a query and fragment without the parts that only track readers.

    One with words behind it stays as it is: they may be another DOI.
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
    """Return whether a query and fragment plainly do not belong to the name.

    They hold the proxy's own parameters, or trackers, or a text fragment, and nothing else. What
    begins with `&` may be the rest of a name that a log-in page was given raw.
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
    """Return whether another link or name stands in a query or fragment."""
    return _ANOTHER.search(tail) is not None


def is_of_page(spelling: Spelling) -> bool:
    """Return whether what stands behind the name belongs to a log-in page, not to the DOI link."""
    lead = spelling.lead.cut(spelling.text)
    if spelling.kind is not Kind.PROXY or "?" not in lead:
        return False
    return spelling.tail.cut(spelling.text)[:1] == "&" or _ENCODED.search(lead) is not None


def may_be_cut(spelling: Spelling) -> bool:
    """Return whether a name in a page's query may go on behind the `&`: `…:AA&E%3E2.3.CO;2`."""
    tail = spelling.tail.cut(spelling.text)
    return tail[:1] == "&" and is_of_page(spelling) and not _PARAMETERS.fullmatch(tail)


def _is_prose(tail: str) -> bool:
    return len(tail.split(maxsplit=1)) > 1


def whole_name(spelling: Spelling) -> Doi | None:
    """Return the name with its query and fragment if these could belong to it; else None."""
    tail = spelling.tail.cut(spelling.text)
    if tail[:1] not in {"#", "?"} or spelling.kind is not Kind.LINK:
        return None
    try:
        return parse(decode(spelling.name.cut(spelling.text) + tail))
    except ValueError:
        return None


def whole_sici(spelling: Spelling) -> Doi | None:
    """Return the whole name where a raw `#` or `?` cuts a SICI short; None where none does."""
    written, tail = spelling.name.cut(spelling.text), spelling.tail.cut(spelling.text)
    if spelling.doi is None or not is_rest_of_sici(written, tail):
        return None
    try:
        return parse(str(spelling.doi) + decode(tail))
    except ValueError:
        return None


def with_entities(spelling: Spelling) -> Spelling:
    """Return a link with all of a name that the `#` of an entity cuts, as in `x&#60;1::AID-A1`."""
    text, tail = spelling.text, spelling.tail
    entities = _CUT_BY_ENTITY.match(text, tail.start, tail.end)
    if entities is None or spelling.kind is not Kind.LINK:
        return spelling
    name = Span(spelling.name.start, entities.end())
    return spelling.replace(name=name, tail=Span(name.end, tail.end))


def loses_nothing(spelling: Spelling) -> bool:
    """Return whether a name written alone has all of it: no raw `#` or `?` may have cut it.

    An OpenURL (ANSI/NISO Z39.88) that says more of the work may ask for a part.
    """
    tail = spelling.tail.cut(spelling.text)
    if spelling.kind is not Kind.CARRIER:
        return not tail or is_wanted(tail) or whole_sici(spelling) is not None
    if tail[:1] not in {"", "&"}:
        return False
    before = spelling.lead.cut(spelling.text).partition("?")[2].split("&")[:-1]
    others = (one for one in (*before, *tail.split("&")) if one)
    return all(one.partition("=")[0].lower() in _OF_REQUEST for one in others)


def is_rest_of_sici(name: str, tail: str) -> bool:
    """Return whether a tail is the check character of a SICI, or holds the last part of one."""
    if tail[:1] not in {"#", "?"} or not _SICI_END.search((name + tail)[-len(";2-#") :]):
        return False
    return len(tail) == 1 or _SICI_MARKS.search(tail) is not None


class Link(Value):
    """The canonical link to a DOI.

    Attributes:
        href: the address, percent-encoded.
        doi: the name that it leads to.
        tail: the query and fragment at its end that are kept; mostly empty.
    """

    href: str
    doi: Doi
    tail: str = ""

    @property
    def name(self) -> str:
        """The DOI name, decoded."""
        return str(self.doi)


def may_name_doi(text: str, notations: Notations = STANDARD) -> bool:
    """Return whether a text can present a DOI at all: a cheap test before a closer look."""
    if "10" in text:
        return True
    lower = text.lower()
    return "doi" in lower or any(server in lower for server in notations.servers)


def canonical(spelling: Spelling, profile: Profile = "handbook") -> Link | None:
    """Return where a link leads.

    The name is encoded as the DOI Handbook says, "DOI Name Encoding Rules for URL Presentation".

    Args:
        spelling: the link as written, taken apart.
        profile: how the name is percent-encoded; see `Doi.url`.

    Returns:
        The canonical link; None if it leads to no DOI, or is a bare name.

    Raises:
        ValueError: for a profile that does not exist.
    """
    if not resolves(spelling):
        return None
    return _link(spelling, spelling.tail.cut(spelling.text), profile)


def canonical_of(
    destination: str, notations: Notations = STANDARD, profile: Profile = "handbook"
) -> Link | None:
    """Return where a destination leads.

    Args:
        destination: the address, with the escapes of its markup undone.
        notations: what counts as a DOI beside the standards.
        profile: how the name is percent-encoded; see `Doi.url`.

    Returns:
        The canonical link; None if it leads to no DOI.

    Raises:
        ValueError: for a profile that does not exist.
    """
    spelling = read(destination, notations) if may_name_doi(destination, notations) else None
    return None if spelling is None else canonical(spelling, profile)


def canonical_in_text(candidate: Candidate, profile: Profile = "handbook") -> Link | None:
    """Return where a DOI in running text should lead; None for one that leads elsewhere.

    Args:
        candidate: a DOI that `find` found.
        profile: how the name is percent-encoded; see `Doi.url`.

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
    """Return where the resolver's address at the start of `text` leads.

    Args:
        text: running text.
        notations: what counts as a DOI beside the standards.
        profile: how the name is percent-encoded; see `Doi.url`.

    Returns:
        The canonical link, and the address as written; None if no such address stands there.

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
    """Return where a role leads whose argument is so written; None if that names no DOI.

    Roles that encode nothing were given names with the escapes of a link, and made links that work;
    so a raw name with escapes that a program wrote (see `spelling`) is linked without them.

    Args:
        spelling: the argument of the role, taken apart.
    """
    if not spelling.encoded and "%" in spelling.text:
        spelling = decoded(spelling)
    doi = whole_sici(spelling) or spelling.doi
    return None if doi is None else Link(doi.url(), doi)


def dropped_in_role(spelling: Spelling) -> str:
    """Return the query and fragment of a link that a role does not keep; empty: nothing is lost.

    What only tracks readers, or belongs to a log-in page, is no loss.
    """
    if spelling.doi is None or whole_sici(spelling) or is_of_page(spelling):
        return ""
    return without_trackers(spelling.tail.cut(spelling.text))


def resolves(spelling: Spelling) -> bool:
    """Return whether a link so written does nothing but resolve a name, be that a wrong one."""
    if spelling.kind is Kind.LINK and spelling.resolver is None:
        return False  # a host that is hardly another than doi.org is for a person to judge
    return spelling.kind in _RESOLVING and not asks_service(spelling)


def asks_service(spelling: Spelling) -> bool:
    """Return whether an address asks the resolver's host something else than to resolve a name."""
    service = _SERVICE.fullmatch(spelling.text, *spelling.lead)
    if service is None or not spelling.encoded:
        return False
    tail = without_trackers(spelling.tail.cut(spelling.text))
    has_parameters = tail[:1] == "?" and len(tail) > 1 and whole_sici(spelling) is None
    return service["api"] is None or has_parameters


def may_be_page(spelling: Spelling) -> bool:
    """Return whether a link to a shortDOI may as well be one to a page of doi.org."""
    doi = spelling.doi
    return doi is not None and doi.is_short and spelling.name.cut(spelling.text) == doi.suffix


def encoded(spelling: Spelling) -> str:
    """Return a link as it is written, but for the name, which is encoded; a bare name as it is."""
    text = spelling.text
    if not spelling.encoded:
        return text
    whole = whole_sici(spelling)
    tail = "" if whole else spelling.tail.cut(text)
    return text[: spelling.name.start] + link_path(str(whole or spelling.doi)) + tail


def markdown_destination(address: str) -> str:
    """Return an encoded address as it stands behind `](` or `]:` in Markdown.

    It goes in `<…>` where its parentheses do not pair off (CommonMark section 6.3).
    """
    address = without_entities(address)
    return address if is_balanced(address) else f"<{address}>"


def bare_address(address: str) -> str:
    """Return an encoded address as it stands in running text, where a link ends by itself.

    Where it would end too early, all of the name is encoded that may be, and a mark at its end.
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
    """Return an encoded address in which nothing is an entity of Markdown or HTML."""
    return _ENTITY.sub("%26", address)


def is_balanced(text: str) -> bool:
    """Return whether parentheses pair off, 32 deep at most (CommonMark, "Link destination")."""
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if not 0 <= depth < _DEEPEST:
            return False
    return depth == 0


def role_argument(doi: Doi) -> str | None:
    """Return the name as it stands in a `doi` role; None where that would lead elsewhere."""
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
