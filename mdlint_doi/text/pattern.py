"""Regular expressions that are compiled when they are first used.

They take longer to compile than a document takes to read, and most documents need few of them; a
test compiles them all. Python 3.11 before 3.11.5, which Debian 12 has, matches possessive
repetitions of groups wrongly (python/cpython#106052): there they become atomic groups, the same.
"""

from __future__ import annotations

import re
import sys
from functools import cache
from importlib import import_module
from typing import Any, Final

_IS_WRONG: Final = sys.version_info < (3, 11, 5)


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
    """Return an expression, compiled so that this Python matches it rightly."""
    return _compiled_atomic(source, int(flags)) if _IS_WRONG else re.compile(source, flags)


@cache
def _compiled_atomic(source: str | bytes, flags: int) -> re.Pattern[Any]:
    """Return an expression with atomic groups in place of possessive repetitions.

    By the parts of `re`, as they are in Python 3.11: there is no other way to its tree.
    """
    parser, compiler = import_module("re._parser"), import_module("re._compiler")
    tree = parser.parse(source, flags)
    _make_atomic(tree)
    found: re.Pattern[Any] = compiler.compile(tree, flags)
    return found


def _make_atomic(tree: Any) -> None:  # noqa: ANN401 - nodes of `re` have no types
    """Change a tree: `X*+` becomes `(?>X*)`."""
    constants = import_module("re._constants")
    for at, (kind, value) in enumerate(tree):
        for part in value if isinstance(value, (list, tuple)) else [value]:
            for one in part if isinstance(part, list) else [part]:
                if hasattr(one, "getwidth"):
                    _make_atomic(one)
        if kind is constants.POSSESSIVE_REPEAT:
            inner = type(tree)(tree.state, [(constants.MAX_REPEAT, value)])
            tree[at] = (constants.ATOMIC_GROUP, inner)
