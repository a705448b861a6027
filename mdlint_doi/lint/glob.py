"""Patterns of paths as regular expressions that take time in proportion.

A stranger writes the patterns and the names of the files, and `*a*a*a*a*b` would try all ways to
share out a long name among its stars. But a star may take as little as it can: whatever comes
behind it then has the most room left. So all wildcards but the last of a name, and all `**/` but
the last of a path, are atomic.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from mdlint_doi.text.pattern import pattern

_PIECE: Final = pattern(
    r"""(?P<folders>(?:(?<![^/])\*\*+/)+) | (?P<all>(?<![^/])\*\*+(?![^/]))
    | (?P<star>\*+) | (?P<any>\?) | \[(?P<class>!?\]?[^\]]*)\] | .""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED_IN_CLASS: Final = str.maketrans({mark: f"\\{mark}" for mark in "\\[]^&~|"})
_WILD: Final = {"folders": "(?:.+/)?", "all": ".*", "star": "[^/]*", "any": "[^/]"}
_TOKEN: Final = pattern(
    r"""(?P<star>(?:\[\^/\]\*)+)
    | (?P<many>\(\?:/\.\+\)\?|\(\?:\.\+/\)\?)
    | (?P<bound>/|\(\?P<.*|\(\?:\(\?P<.*|\(\?:/\.\*\)\?.*|\$.*|\.\*.*)
    | (?P<atom>\\.|\[\^?\]?(?:\\.|[^]\\])*\]\+?|.)""",
    re.VERBOSE | re.DOTALL,
)
_ONE: Final = {"(?:/.+)?": "(?:/[^/]*)*?", "(?:.+/)?": "(?:[^/]*/)*?"}


@lru_cache(maxsize=256)
def matcher(glob: str) -> re.Pattern[str]:
    """Return the regular expression that a path has to match in full.

    As in a gitignore file, a pattern without a slash inside matches at any depth, and one that
    matches a folder matches all below. A path may be absolute or relative to any folder, so the
    beginning of a pattern with a slash may match at every slash of the path.

    Raises:
        re.error: for a pattern with a class of characters that is none.

    """
    anchored = glob.removeprefix("./").strip("/")
    inner = "".join(map(_translated, _PIECE.finditer(anchored)))
    inner = inner.removeprefix("(?:.+/)?")
    return re.compile(linear(rf"(?:.+/)?{inner}(?:/.*)?"), re.DOTALL)


def linear(regex: str) -> str:
    """Return what matches the same paths as the regular expression of a glob, without hanging.

    Args:
        regex: made of `[^/]*` for a star, `[^/]` and classes, `(?:.+/)?` before a name and
            `(?:/.+)?` before a slash for any number of folders, and literals: as `matcher` and
            `pathspec` write it.

    """
    made: list[str] = []
    star = many = None
    for token in _TOKEN.finditer(regex):
        if token.lastgroup == "star" and star is not None:
            made[star] = "(?>[^/]*?"
            made.append(")")
        elif token.lastgroup == "many" and many is not None:
            made[many] = f"(?>{_ONE[made[many]]}"
            made.append(")" if token[0].endswith("/)?") else "(?=/))")
        if token.lastgroup != "atom":
            star = len(made) if token.lastgroup == "star" else None
        if token.lastgroup == "many":
            many = len(made)
        made.append("[^/]*" if token.lastgroup == "star" else token[0])
    if many is not None:
        made[many] = _ONE[made[many]]
    return "".join(made)


def _translated(piece: re.Match[str]) -> str:
    """Return the regular expression of one piece of a glob."""
    if piece.lastgroup is None:
        return re.escape(piece[0])
    if piece.lastgroup != "class":
        return _WILD[piece.lastgroup]
    inside = piece["class"]
    negated = inside.startswith("!")
    return f"[{'^' if negated else ''}{inside[negated:].translate(_ESCAPED_IN_CLASS)}]"
