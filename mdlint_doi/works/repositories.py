"""Repositories of preprints, and the prefixes under which they register: data.

A reference that names one of them means no copy elsewhere. Sources: the repositories' own pages on
citing their preprints.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from mdlint_doi.text.pattern import pattern

PREFIXES: Final = MappingProxyType(
    {
        "arxiv": ("10.48550",),
        "biorxiv": ("10.1101", "10.64898"),
        "medrxiv": ("10.1101", "10.64898"),
        "chemrxiv": ("10.26434",),
        "psyarxiv": ("10.31234",),
        "socarxiv": ("10.31235",),
        "eartharxiv": ("10.31223",),
        "osf": ("10.31219", "10.17605"),
        "ssrn": ("10.2139",),
        "research square": ("10.21203",),
        "techrxiv": ("10.36227",),
    }
)
"""A repository, by its name in lower case, and its prefixes."""
_NAMED: Final = pattern(
    r"(?i)\b(?:(" + "|".join(PREFIXES) + r")|\w{0,12}rxiv\w{0,4}|preprints?|hal-\d)\b"
)


def named_in(text: str, start: int = 0) -> list[str]:
    """Return the repositories that a text names from some place on; empty strings for others.

    A text that speaks of a preprint without a place has one of the latter.
    """
    return [(one[1] or "").lower() for one in _NAMED.finditer(text[:4000], start)]


def may_hold(prefix: str, named: list[str]) -> bool:
    """Return whether a preprint with a prefix may be in one of the repositories that are named."""
    known = [PREFIXES[name] for name in named if name]
    return not known or any(prefix in prefixes for prefixes in known)
