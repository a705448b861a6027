"""Prefixes whose records copy other works: data, and the reason for each.

A search that names title and authors of a well-known work finds such copies before the work itself.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

BOGUS_PREFIXES: Final = MappingProxyType(
    {
        "10.65215": (
            "279 preprints of 2025, eight of them exact copies of 'Attention Is All You Need' with"
            " its authors; they take ranks 1 to 7 of a search that names them"
        ),
    }
)
"""A prefix, and what was seen there."""
