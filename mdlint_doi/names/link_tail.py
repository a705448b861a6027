"""What stands behind the name in a link: query and fragment, which are its own or belong to it.

The proxy's own parameters are those of the Handle.Net proxy documentation.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.encode import decode
from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

PROXY_PARAMETERS: Final = frozenset(
    {"noredirect", "urlappend", "locatt", "type", "auth", "ignore_aliases", "index", "cert"},
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
_PARAMETERS: Final = pattern(r"(?:&(?:amp;)?[\w.-]++(?:=[^&#;,|]*+)?+)++(?:#[^;,|]*+)?", re.DOTALL)
_ENCODED: Final = pattern(r"https?%", re.IGNORECASE)
_ANOTHER: Final = pattern(r"//|\b10\.[0-9]|\b(?:doi:|www\.)", re.IGNORECASE)
ENTITY_CODE: Final = r"(?:0{0,5}(?:34|38|4[01]|6[02]|9[13])|[xX]0{0,4}(?:2[2689]|3[cCeE]|5[bBdD]))"
"""What stands between `&#` and `;` for `"`, `&`, `()`, `<>`, `[]`: in a link it is no fragment."""
_CUT_BY_ENTITY: Final = pattern(rf"(?:(?<=&)#{ENTITY_CODE};[^#?]*+)+")
_OF_REQUEST: Final = frozenset(
    {"url_ver", "url_ctx_fmt", "ctx_ver", "ctx_enc", "rfr_id", "sid"},
)
"""Parameters of an OpenURL that are about the request itself: its version, and who made it."""
_SICI_MARKS: Final = pattern(r"[<>:(]|%(?:3[ace]|28)", re.IGNORECASE)


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
    """Return whether what stands behind the name belongs to a log-in page, not to the DOI link.

    The page's own parameters do, and all that stands behind an address that is encoded as a whole.
    """
    lead = spelling.lead.cut(spelling.text)
    if spelling.kind is not Kind.PROXY or "?" not in lead:
        return False
    return spelling.tail.cut(spelling.text)[:1] == "&" or _ENCODED.search(lead) is not None


def may_be_cut(spelling: Spelling) -> bool:
    """Return whether a name in a page's query may go on behind the `&` that ends it there.

    Names with a raw `&` or `&lt;` are given to log-in pages as they are: `…:AA&E%3E2.3.CO;2`.
    """
    tail = spelling.tail.cut(spelling.text)
    return tail[:1] == "&" and is_of_page(spelling) and not _PARAMETERS.fullmatch(tail)


def _is_prose(tail: str) -> bool:
    return len(tail.split(maxsplit=1)) > 1


def whole_name(spelling: Spelling) -> Doi | None:
    """Return the name with its query and fragment, if these could belong to it.

    None where nothing follows the name, or where the two together are no name.
    """
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

    An OpenURL that says more than the DOI may ask for a part of the work, or another edition.
    """
    if spelling.kind is Kind.CARRIER:
        return not _says_more(spelling)
    tail = spelling.tail.cut(spelling.text)
    return not tail or is_wanted(tail) or whole_sici(spelling) is not None


def _says_more(spelling: Spelling) -> bool:
    """Return whether a query that carries a DOI says more of the work (ANSI/NISO Z39.88)."""
    before = spelling.lead.cut(spelling.text).partition("?")[2].split("&")[:-1]
    behind = spelling.tail.cut(spelling.text)
    if behind[:1] not in {"", "&"}:
        return True
    others = (one for one in (*before, *behind.split("&")) if one)
    return any(one.partition("=")[0].lower() not in _OF_REQUEST for one in others)


def is_rest_of_sici(name: str, tail: str) -> bool:
    """Return whether a tail is the check character of a SICI, or holds the last part of one."""
    if tail[:1] not in {"#", "?"} or not _SICI_END.search((name + tail)[-len(";2-#") :]):
        return False
    return len(tail) == 1 or _SICI_MARKS.search(tail) is not None
