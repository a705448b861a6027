"""Regular expressions that are compiled at their first use.

Compiling them takes longer than reading a document, and most documents need only a few of them. A
test compiles all of them. Python 3.11 before 3.11.5 (Debian 12) matches possessive repetitions of
groups incorrectly (python/cpython#106052), so write an atomic group instead: `(?>(?:X)*)`.
Possessive repetitions of a letter or a class, such as `[a-z]*+`, work in all versions.
"""

from __future__ import annotations

import re
from typing import Any


class _Pattern:
    """Stands in for the compiled expression, and keeps each attribute after its first use."""

    def __init__(self, source: str | bytes, flags: int) -> None:
        self._parts: tuple[Any, int] = source, flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - each attribute has its own type
        if name.startswith("__"):
            raise AttributeError(name)  # `copy` and `pickle` look these up before `_parts` is set
        source, flags = self._parts
        value = source if name == "pattern" else getattr(compiled(source, flags), name)
        setattr(self, name, value)
        return value


def pattern(source: str, flags: re.RegexFlag | int = 0) -> re.Pattern[str]:
    """Return an expression that is not compiled yet; the arguments are those of `re.compile`."""
    return _Pattern(source, flags)  # type: ignore[return-value]


def bytes_pattern(source: bytes) -> re.Pattern[bytes]:
    """Return an expression for bytes that is not compiled yet."""
    return _Pattern(source, 0)  # type: ignore[return-value]


def compiled(source: str | bytes, flags: re.RegexFlag | int = 0) -> re.Pattern[Any]:
    """Return an expression compiled at once, for a source that is known only at run time."""
    return re.compile(source, flags)
