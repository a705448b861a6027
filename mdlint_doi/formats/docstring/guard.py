"""Whether a changed module is the same: its code by `ast`, its docstrings by docutils."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Collection, Sequence

from mdlint_doi.formats.docstring.docstrings import Unreadable, read_docstrings, strings
from mdlint_doi.formats.rst.guard import SameDoctree, takes_too_long
from mdlint_doi.formats.same_page import with_inert_edits
from mdlint_doi.lint.model import Edit


class SameModule:
    """Compares two Python modules."""

    def __init__(self, servers: Collection[str] = (), *, check_code: bool = False) -> None:
        """Take the settings: further resolvers, and whether DOIs in code are looked at."""
        self._same = SameDoctree(servers, check_code=check_code)
        self._before: tuple[str, list[str]] = ("", [])

    def __call__(self, before: str, after: str, edits: Sequence[Edit]) -> bool:
        """Return whether `after`, which is `before` with the `edits`, is the same module."""
        code = _code(before)
        if code is None or code != _code(after):
            return False
        old, new = self._docstrings_before(before), _docstrings(after)
        pairs = zip(old, new, strict=False)
        if any(one != other and takes_too_long(one) for one, other in pairs):
            return False
        inert = _docstrings(with_inert_edits(before, edits))
        if not len(old) == len(new) == len(inert):
            return False
        return all(
            one == other or self._same.compare(one, other, third)
            for one, other, third in zip(old, new, inert, strict=True)
        )

    def _docstrings_before(self, text: str) -> list[str]:
        """Return the docstrings of a text that fixes are tried on, many times in a row."""
        if text != self._before[0]:
            self._before = text, _docstrings(text)
        return self._before[1]

    def blocks(self, text: str) -> Sequence[int]:
        """Return the begin alone: a part of a module may be no Python."""
        del text
        return (0,)


def _code(text: str) -> str | None:
    """Return the module's syntax tree without its docstrings; None if it is no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        for _, node in strings(tree, attributes=True):
            node.value = ""
        return ast.dump(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _docstrings(text: str) -> list[str]:
    found = read_docstrings(text, range(len(text)), attributes=True)
    return [] if isinstance(found, Unreadable) else [one.text.text for one in found]
