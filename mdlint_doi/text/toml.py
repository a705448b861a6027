"""Read TOML with `tomllib`, whose time grows with the square of the number of parts of a key."""

from __future__ import annotations

import tomllib
from typing import Any, Final

from mdlint_doi.text.pattern import pattern

_MOST_PARTS: Final = 32
"""The most parts of a dotted key (TOML 1.0, "Keys") that are accepted."""
_LONG_KEY: Final = pattern(
    rf"""(?<![\w.-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{_MOST_PARTS}}}"""
)


class LongKeyError(ValueError):
    """A key has too many parts."""


def loads(toml: str) -> dict[str, Any]:
    """Return the table that a TOML text contains.

    Raises:
        LongKeyError: if a key has more than 32 parts.
        ValueError: if the text is not TOML; the message contains the place.
        RecursionError: if the text is nested too deeply.
    """
    if _LONG_KEY.search(toml):
        message = f"a key has more than {_MOST_PARTS} parts"
        raise LongKeyError(message)
    return tomllib.loads(toml)
