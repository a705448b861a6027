"""Read the DOI that the picture of a badge shows, from the address of the picture.

Zenodo makes such pictures (`https://zenodo.org/badge/DOI/10.5281/zenodo.1003149.svg`), and so does
shields.io (`https://img.shields.io/badge/DOI-10.1000%2F182-blue`), where `--` and `__` stand for a
hyphen and an underscore. The picture is not a link, and its address stays as it is.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.names.doi import decode
from mdlint_doi.text.pattern import pattern

_BADGE: Final = pattern(
    r"""
    (?:https?:)?// (?:
        (?:www\.)? zenodo\.org/badge/doi/ (?P<zenodo> 10(?:\.|%2e) [^?\#\s]+ ) \.svg
      | img\.shields\.io/badge/doi- (?P<shield> 10(?:\.|%2e) (?>(?:[^-?\#\s]|--)*) )
        - [\w.%]+
    ) (?: [?\#] .* )? \Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
_DOUBLED: Final = pattern("([-_])\\1")


def badge_name(address: str) -> str | None:
    """Return the DOI, as a text, that a badge shows; None if the address is not that of a badge."""
    found = _BADGE.match(address)
    if found is None:
        return None
    name = found["zenodo"] or _DOUBLED.sub(r"\1", found["shield"])
    return decode(name)
