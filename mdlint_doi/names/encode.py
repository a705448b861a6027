"""A DOI name in every written form, as strings, and back.

Sources: DOI Handbook, "DOI Name Encoding Rules for URL Presentation"; ANSI/NISO Z39.84-2005
Appendix E; draft-lemieux-doi-uri-scheme-04 sections 2 and 3; draft-paskin-doi-uri-04
("normalization"). Everything works on UTF-8 bytes: what stands outside ASCII is always encoded.

`urllib.parse` could do the escaping, at the same speed; but loading it takes a good part of the
time that it takes to load all of `names`, on every start of the linter.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from mdlint_doi.text.pattern import pattern

Profile: TypeAlias = "Literal['handbook', 'strict']"

RESOLVER: Final = "https://doi.org/"
API: Final = "https://doi.org/api/handles/"
WHICH_RA: Final = "https://doi.org/doiRA/"

MANDATORY: Final = frozenset('%"# ?')  # Handbook, mandatory rules
RECOMMENDED: Final = frozenset("<>{}^[]`|\\+")  # Handbook, recommended rules

# What must be encoded: all but letters, digits, `-._~` and what the rule leaves alone beside them.
_HANDBOOK: Final = pattern(r"[^0-9A-Za-z\-._~():;,/!$&'*=@]+")
_STRICT: Final = pattern(r"[^0-9A-Za-z\-._~/]+")
_URN: Final = pattern(r"[^0-9A-Za-z\-._~():;,!$&'*=@]+")
_PASKIN: Final = pattern(r"[^0-9A-Za-z\-._~/!*'():;,@$+]+")

_ESCAPES: Final = pattern(r"(?:%[0-9A-Fa-f]{2})+")
_BAD_ESCAPE: Final = pattern(r"%(?![0-9A-Fa-f]{2})")
_DOT_SEGMENT: Final = pattern(r"(?<=/)(\.\.?)/")
_FINAL_DOT_SEGMENT: Final = pattern(r"/(\.\.?)\Z")
_FOLD: Final = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}
_UNFOLD: Final = {lower: lower - 32 for lower in range(ord("a"), ord("z") + 1)}


def link_path(name: str, profile: Profile = "handbook") -> str:
    """Return `name` as it stands behind `https://doi.org/` in a link.

    Profile `handbook` encodes what the Handbook's table names, controls and all outside ASCII;
    `strict` all but unreserved characters and the slash. One slash of each dot segment is
    encoded in both (Handbook, first note).
    """
    encoded = _HANDBOOK if profile == "handbook" else _STRICT
    return _guard_dot_segments(encoded.sub(_escape, name))


@lru_cache(maxsize=128)
def which_ra_path(name: str) -> str:
    """Return `name` as one member of a Which RA request: as the link, and `,` as `%2C`.

    It is asked for thrice before a request is sent.
    """
    return link_path(name).replace(",", "%2C")


def urn(prefix: str, suffix: str) -> str:
    """Return the URN of a name: a colon for its first slash, `%2F` for the rest (Handbook)."""
    return f"urn:doi:{_STRICT.sub(_escape, prefix)}:{_URN.sub(_escape, suffix)}"


def canonical_path(name: str) -> str:
    """Return the form for comparison: unreserved unescaped, the rest upper case (paskin-04)."""
    upper = name.upper() if name.isascii() else name.translate(_UNFOLD)
    return _guard_dot_segments(_PASKIN.sub(_escape, upper))


def decode(written: str) -> str:
    """Undo one level of percent-encoding; UTF-8.

    Raises:
        ValueError: where an escape has no two hexadecimal digits, or the bytes are not UTF-8.

    """
    if "%" not in written:
        return written
    if _BAD_ESCAPE.search(written):
        raise ValueError(written)
    return _ESCAPES.sub(
        lambda found: bytes.fromhex(found[0].replace("%", "")).decode("utf-8"), written
    )


def fold(name: str) -> str:
    """Return the key of a name: A-Z folded to a-z and nothing else.

    ANSI/NISO Z39.84 section 4; draft-lemieux section 2, notes 1 and 3: no other case mapping,
    no normalization of code points.
    """
    return name.lower() if name.isascii() else name.translate(_FOLD)


def _escape(found: re.Match[str]) -> str:
    return "%" + found[0].encode("utf-8").hex("%").upper()


def _guard_dot_segments(path: str) -> str:
    """Encode one slash of `/./` and `/../`: the one after, at the end the one before."""
    if "/." not in path:
        return path
    return _FINAL_DOT_SEGMENT.sub(r"%2F\1", _DOT_SEGMENT.sub(r"\1%2F", path))
