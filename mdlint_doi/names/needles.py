"""Find the places in a text of any format that may be a DOI, or a comment for mdlint-doi.

The prefilter, on bytes, and the extractor, on text, use the same expressions, so that the prefilter
misses nothing. Each expression begins with a literal, which is fast for a file without DOIs.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from mdlint_doi.names.spelling import STANDARD, Notations
from mdlint_doi.text.pattern import bytes_pattern, pattern

_DOT: Final = r"(?:\\?\.|%2[Ee]|&#46;|&#[xX]2[eE];|&period;)"
_SLASH: Final = r"(?:\\?/|%2[Ff]|&#47;|&#[xX]2[fF];|&sol;)"
NAME: Final = rf"10{_DOT}[0-9]{{3,}}+(?>(?:{_DOT}[0-9]++)*)(?:({_SLASH})|)"
"""Matches the prefix of a DOI, escaped or not, with a registrant code of at least three digits.

`find` accepts a shorter code only after a label. Group 1 is the slash. A run of numbers and dots
without a slash also matches, but without the group: no part of it is a prefix, and if it were not
matched as a whole, the search would start again at each `10.` in it.
"""
DOI: Final = (
    r"doi(?:\\?\.org|-org|[-_: ]{1,2}(?:disable|enable|ignore)|[ ]?[:=]"
    r"|\\:|&#58;|&colon;|%|/[0-9.]|\}`|[ \t]+10/"
    r"|\.?[ \t\r\n]{1,9}\.?org/"  # see `scan.white_space`
    "|\uff1a)"
)
"""Matches `doi` in a host, scheme, label, role or comment for mdlint-doi.

The searched text must be in lower case.
"""
HANDLE: Final = r"hdl(?:[.-]handle[.-]net|:|%3a)"

_NAME: Final = pattern(NAME)
_NAME_BYTES: Final = bytes_pattern(NAME.encode("ascii"))
_DOI: Final = pattern(DOI)
_DOI_BYTES: Final = bytes_pattern(DOI.encode())
_HANDLE: Final = pattern(HANDLE)
_HANDLE_BYTES: Final = bytes_pattern(HANDLE.encode("ascii"))
_ANY_CASE: Final = pattern(f"{DOI}|{HANDLE}", re.IGNORECASE)


def may_hold_doi(data: bytes, notations: Notations = STANDARD) -> bool:
    """Return whether a file may contain a DOI; false only if `places` finds nothing.

    Args:
        data: the bytes of the file, in UTF-8.
        notations: the notations that count as DOIs beyond the standards.
    """
    lower = data.lower()
    if _DOI_BYTES.search(lower) or _HANDLE_BYTES.search(lower):
        return True
    if any(match.lastindex for match in _NAME_BYTES.finditer(data)):
        return True
    if any(server.encode() in lower for server in notations.servers):
        return True
    if notations.publishers and any(
        word.encode() in lower and re.search(host.encode(), lower) for word, host in _hosts()
    ):
        return True
    return bool(notations.within(lower).identifiers)


def places(text: str, notations: Notations = STANDARD) -> list[int]:
    """Return the sorted offsets of possible DOIs and comments for mdlint-doi."""
    return look(text, notations)[0]


def look(text: str, notations: Notations) -> tuple[list[int], Notations]:
    """Return the result of `places`, and the notations that the text may contain.

    Args:
        text: a text in any format.
        notations: the notations that count as DOIs beyond the standards.
    """
    found = [match.start() for match in _NAME.finditer(text) if match.lastindex]
    lower = text.lower()
    is_same_size = len(lower) == len(text)
    if is_same_size:
        found += [match.start() for match in _DOI.finditer(lower)]
        if "hdl" in lower:
            found += [match.start() for match in _HANDLE.finditer(lower)]
    else:
        found += [match.start() for match in _ANY_CASE.finditer(text)]
    for server in notations.servers:
        found += [match.start() for match in re.finditer(re.escape(server), text, re.IGNORECASE)]
    for word, host in _hosts() if notations.publishers else ():
        if word in lower and is_same_size:
            found += [match.start() for match in re.finditer(host, lower)]
        elif word in lower:
            found += [match.start() for match in re.finditer(host, text, re.IGNORECASE)]
    held = notations.within(lower)
    if held.identifiers:
        from mdlint_doi.names.repository_numbers import identifiers

        known = identifiers(text, held.identifiers)
        found += [span.start + spelling.name.start for span, spelling in known]
    found.sort()
    return found, held


@cache
def _hosts() -> tuple[tuple[str, str], ...]:
    """Return the longest label, and an expression for the host, of publishers with short addresses.

    Their addresses contain only the end of a DOI. Addresses of other publishers contain the whole
    DOI, which `NAME` matches. The expression allows hyphens for dots, as a library's proxy writes.
    """
    from mdlint_doi.names.publisher_links import RULES

    hosts = [rule.host.split(".") for rule in RULES]
    return tuple(
        (max(labels, key=len), rf"(?:{_DOT}|\\?-)".join(map(re.escape, labels))) for labels in hosts
    )
