"""What stands before a name: addresses, labels, and any pile of them.

`https://doi.org/`, `doi:`, `https://doi.org/https://doi.org/`, `doi:http://dx.doi.org.proxy.X/`,
`https://doi.org/api/handles/`, `https://doi.org/urn:doi:`. Each step takes one of them and goes
on behind it, so that any number of them is read in one pass.

Labels: draft-lemieux section 2 (`doi:`), draft-paskin-04 (any case), DOI Handbook, second note
(`urn:doi:`), RFC 4452 (`info:doi/`); `hdl:` and `info:hdl/` are the Handle System's own.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from mdlint_doi.names.hosts import Service, is_slip, service
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.value import Value

LABEL: Final = pattern(
    r"""
    (?: (?P<urn> urn(?::|%3a) (?: doi(?::|%3a) | (?=10[.%]) ) )
      | info:eu-repo/semantics/altidentifier/doi/
      | (?P<handle> info (?::|%3a) hdl (?:/|%2f) | hdl (?::|%3a) )
      | info (?::|%3a) doi (?:/|%2f)
      | doi (?: (?:\ |%20)? (?: [:：=] | %3a ) (?: /{1,2} (?=10[.%/]) )?
            | (?P<loose> [ \t]+ (?=10[./]) | \.?\ ? (?=10\.\d{4}) )
            | / (?=10[.%]) )
    )
    (?:[ \t\xa0]|%20)*
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""One label and the blanks behind it.

Groups: `urn` (a colon separates prefix and suffix), `handle` (not only DOI names stand behind it),
`loose` (a word of the text, no scheme).
"""

ADDRESS: Final = pattern(
    r"(?P<scheme>(?>(?:(?i:https?|rtsp|ftp):/{0,3})+)|//)?"
    r"(?P<host>(?>[0-9A-Za-z][0-9A-Za-z._~-]*)(?::[0-9]{0,5})?)(?=[/?#]|\Z)",
)
"""Scheme and host of an address; without a scheme the host must be known to mean anything."""

_SCHEME: Final = r"(?: hh?t{1,3}ps? [:;.]{0,2} | t{1,3}ps? [:;.]{1,2} )"
"""`http:` with a slip. Without `h` and a mark it may be anything: `tp/` is a folder's name."""
_NAME: Final = r"(?=10(?:\.|%2e)[0-9]{4,9}(?:[./]|%2f))"
_MISTYPED: Final = pattern(
    rf"""
    (?P<scheme> (?: (?: {_SCHEME} [/\\]{{1,3}} )+ | // )? )
    (?: (?P<host> (?:dx\.|www\.)? doi\.org ) [:.,;|\\]? /* {_NAME}
      | (?P<near> (?<=://) [a-z.,-]{{5,15}} ) /+ {_NAME}
      | (?<=/) (?P<word> doi ) [:/.] /* {_NAME}
      | (?P<none> (?<=://) ) {_NAME} )
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""The resolver's address with a slip of the keys, where a name stands behind it: `https//doi.org/`,
`https://doi.org10.…`, `doi.org:10.…`, `doi.org.10.…`, `https://doi:10.…`, `https://10.…`. Whether
`near` is the resolver's host with a slip, `hosts.is_slip` tells."""

_ENCODED_ADDRESS: Final = pattern(
    r"https?(?::|%3a)(?:/|%2f)+(?P<host>[a-z0-9.-]+)(?:/|%2f)", re.IGNORECASE
)
_SERVICE_PATH: Final = pattern(r"(?:api/handles|doira)/", re.IGNORECASE)
_SURPLUS: Final = pattern(
    rf"""
    (?: [:;,_|-] | \#/ | \?doi= | https?:?/* (?:dx\.)? doi\.org/+
      | (?: abs | abstract | full | pdf | epdf | handle | resolve ) / )
    {_NAME}
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""What has slipped in between doi.org and a name. No page there has a name behind it."""
_SLASHES: Final = pattern(r"/+")


def mistyped(text: str, start: int = 0) -> re.Match[str] | None:
    """Return the resolver's address with a slip that a name stands behind, or None.

    Group `scheme` is its scheme; one of `host`, `word`, `none` and `near` its host.
    """
    found = _MISTYPED.match(text, start)
    if found is None or (found["near"] is not None and not is_slip(found["near"])):
        return None
    return found


class Lead(Value):
    """What was read before a name.

    Attributes:
        end: where the name begins.
        service: the innermost resolver that was named, if any.
        urn: the name is written as a URN, with a colon for its first slash.
        label: a label was read.
        loose: the label is a word of the text (`DOI 10.…`), no scheme.
        handle: handles other than DOI names may stand here, too.

    """

    end: int
    service: Service | None = None
    urn: bool = False
    label: bool = False
    loose: bool = False
    handle: bool = False


def lead_from(
    text: str,
    start: int,
    servers: Collection[str] = (),
    found: Service | None = None,
) -> Lead:
    """Read labels and addresses from `start` on, as many as there are.

    Args:
        text: the text.
        start: where to begin.
        servers: further hosts that resolve.
        found: the resolver whose host ends at `start`.

    """
    if found is not None and text.startswith("/10", start):  # nearly always
        return Lead(start + 1, found)
    lead = Lead(start, found)
    while True:
        after = _step(text, lead, servers)
        if after.end == lead.end:
            return after
        lead = after


def _step(text: str, lead: Lead, servers: Collection[str]) -> Lead:
    at = lead.end
    if text.startswith("10", at):  # the name itself, nearly always: saves six searches
        return lead
    if not text.startswith("/", at) and (label := LABEL.match(text, at)):
        return Lead(
            label.end(),
            lead.service,
            urn=label["urn"] is not None,
            label=True,
            loose=label["loose"] is not None or label[0][-1:] in " \t\xa0",
            handle=label["handle"] is not None,
        )
    if lead.service and (more := _path(text, at, lead.service)):
        return lead.replace(end=more.end())
    address = ADDRESS.match(text, at)
    if address and text[address.end() : address.end() + 1] != "/":
        address = None
    address = address or _ENCODED_ADDRESS.match(text, at)
    found = service(address["host"], servers) if address else None
    if address is None or found is None:
        return lead
    return Lead(_past_slashes(text, address.end()), found, label=lead.label)


def _path(text: str, at: int, found: Service) -> re.Match[str] | None:
    """Return what of a resolver's path is no name: slashes, a service, what has slipped in."""
    path = _SLASHES.match(text, at) or _SERVICE_PATH.match(text, at)
    if path is None and not (found.has_pages or found.has_handles):
        path = _SURPLUS.match(text, at)
    return path


def _past_slashes(text: str, at: int) -> int:
    slashes = _SLASHES.match(text, at)
    return slashes.end() if slashes else at
