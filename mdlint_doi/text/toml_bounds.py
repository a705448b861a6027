"""What Python's reader of TOML can bear: `tomllib` takes time by the square of a key's parts."""

from __future__ import annotations

from typing import Final

from mdlint_doi.text.pattern import pattern

MOST_PARTS: Final = 32
"""Parts of a dotted key (TOML 1.0, "Keys")."""
_LONG_KEY: Final = pattern(
    rf"""(?<![\w.-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){{{MOST_PARTS}}}"""
)


def has_long_key(toml: str) -> bool:
    """Return whether a key has more parts than are read."""
    return _LONG_KEY.search(toml) is not None
