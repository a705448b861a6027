"""Regular expressions that are compiled when they are first used.

They take longer to compile than a document takes to read, and most documents need few of them; a
test compiles them all. Python 3.11 before 3.11.5, which Debian 12 has, matches possessive
repetitions of groups wrongly (python/cpython#106052): write an atomic group, `(?>(?:X)*)`. Those of
one letter or a class, `[a-z]*+`, are right everywhere.
"""

from __future__ import annotations

import re
from typing import Any


class _Pattern:
    """Looks like the compiled expression; what was asked of it once is at hand from then on."""

    def __init__(self, source: str | bytes, flags: int) -> None:
        self._parts: tuple[Any, int] = source, flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a pattern has
        if name.startswith("__"):
            raise AttributeError(name)  # `copy` and `pickle` ask before there are parts
        source, flags = self._parts
        value = source if name == "pattern" else getattr(compiled(source, flags), name)
        setattr(self, name, value)
        return value


def pattern(source: str, flags: re.RegexFlag | int = 0) -> re.Pattern[str]:
    """Return an expression, not yet compiled; source and flags are those of `re.compile`."""
    return _Pattern(source, flags)  # type: ignore[return-value]


def bytes_pattern(source: bytes) -> re.Pattern[bytes]:
    """Return an expression for bytes, not yet compiled."""
    return _Pattern(source, 0)  # type: ignore[return-value]


def compiled(source: str | bytes, flags: re.RegexFlag | int = 0) -> re.Pattern[Any]:
    """Return an expression that is compiled now, as its parts are known only now."""
    return re.compile(source, flags)
