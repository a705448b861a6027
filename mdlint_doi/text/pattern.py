"""Regular expressions that are compiled when they are first used.

The expressions of this program take longer to compile than a document takes to read, and most
documents need few of them. The price: a wrong expression is found when it is used, not when its
module is imported; a test compiles them all.
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
        value = getattr(re.compile(*self._parts), name)
        setattr(self, name, value)
        return value


def pattern(source: str, flags: re.RegexFlag | int = 0) -> re.Pattern[str]:
    """Return an expression, not yet compiled.

    Args:
        source: as for `re.compile`.
        flags: likewise.

    """
    lazy: Any = _Pattern(source, flags)
    return lazy  # type: ignore[no-any-return]


def bytes_pattern(source: bytes) -> re.Pattern[bytes]:
    """Return an expression for bytes, not yet compiled."""
    lazy: Any = _Pattern(source, 0)
    return lazy  # type: ignore[no-any-return]
