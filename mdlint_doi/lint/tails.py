"""What follows the name in a DOI link: query and fragment.

The proxy's own parameters are those of the Handle.Net proxy documentation.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.text.pattern import pattern

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


def is_wanted(tail: str) -> bool:
    """Return whether a query and fragment plainly do not belong to the name.

    They hold the proxy's own parameters, or trackers, or a text fragment, and nothing else.
    """
    query, _, fragment = tail.removeprefix("?").partition("#")
    if fragment and not _TEXT_FRAGMENT.match(fragment):
        return False
    parts = query.split("&") if tail.startswith("?") else []
    return bool(parts or fragment) and all(
        part.partition("=")[0].lower() in PROXY_PARAMETERS or _TRACKER.fullmatch(part)
        for part in parts
    )


def without_trackers(tail: str) -> str:
    """Return query and fragment without what only counts readers."""
    head, mark, fragment = tail.partition("#")
    if found := _TEXT_FRAGMENT.search(fragment):
        fragment = fragment[: found.start()]
        mark = mark if fragment else ""
    if head.startswith("?"):
        kept = [part for part in head[1:].split("&") if not _TRACKER.fullmatch(part)]
        head = f"?{'&'.join(kept)}" if kept else ""
    return head + mark + fragment
