"""Whether a changed module is the same: its code by `ast`, its docstrings by docutils."""

from __future__ import annotations

import ast
import warnings
from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

from mdlint_doi.formats.docstring.docstrings import (
    Docstring,
    Unreadable,
    read_docstrings,
    strings,
)
from mdlint_doi.formats.rst.guard import SameDoctree, takes_too_long
from mdlint_doi.formats.same_page import with_inert_edits
from mdlint_doi.lint.applying import edits_of
from mdlint_doi.lint.fixing import WorkError
from mdlint_doi.lint.guard import Guard, Inner
from mdlint_doi.lint.model import Edit, Fix
from mdlint_doi.text.span import Span

WORK: Final = (1_500_000, 5)
"""Code points that may be read to compare a module: so many, and so many for each of its own. Each
look reads all of it, as code and as docstrings, at 2 to 3 seconds a million."""


class _Module(NamedTuple):
    """A text that fixes are tried on, many times in a row.

    Attributes:
        text: the module.
        code: its syntax tree; None if it is no Python.
        docstrings: what docutils would read.
        too_long: where docstrings stand that docutils would read for too long: none is fixed.

    """

    text: str
    code: str | None
    docstrings: tuple[str, ...]
    too_long: tuple[Span, ...]

    def has_too_long(self, edits: Sequence[Edit]) -> bool:
        """Return whether one of some edits is in a docstring that is too long."""
        starts = [span.start for span in self.too_long]
        for edit in edits if starts else ():
            at = bisect_right(starts, edit.span.start)
            if at and edit.span.start < self.too_long[at - 1].end:
                return True
        return False


class SameModule(Guard):
    """Compares two Python modules."""

    def __init__(self, servers: Collection[str] = (), *, check_code: bool = False) -> None:
        """Take the settings: further resolvers, and whether DOIs in code are looked at."""
        self._same = SameDoctree(servers, check_code=check_code)
        self._before: _Module | None = None
        self._left: int | None = None

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after`, which is `before` with the `fixes`, is the same module.

        Raises:
            WorkError: if more would be read than a module's fixes may have.

        """
        if self._left is None:
            base, each = WORK
            self._left = base + each * len(before)
            self._same.begin(before)
        module, edits = self._module(before), edits_of(fixes)
        if module.has_too_long(edits):
            return False
        self._left -= len(after)
        if self._left < 0:
            raise WorkError
        if module.code is None or module.code != _code(after):
            return False
        old, new = module.docstrings, _docstrings(after)
        inert = _docstrings(with_inert_edits(before, edits))
        if not len(old) == len(new) == len(inert):
            return False
        return all(
            one == other or self._same.compare(one, other, third, fixes)
            for one, other, third in zip(old, new, inert, strict=True)
        )

    def inner(self, text: str) -> Sequence[Inner]:
        """Return the docstrings."""
        return [Inner(one.span, one.text.text, self._same, _within(one)) for one in _read(text)]

    def _module(self, text: str) -> _Module:
        if self._before is None or text != self._before.text:
            found = _read(text)
            too_long = tuple(one.span for one in found if takes_too_long(one.text.text))
            shown = tuple(one.text.text for one in found)
            self._before = _Module(text, _code(text), shown, too_long)
        return self._before


def _within(docstring: Docstring) -> Callable[[Fix], Fix]:
    """Return what makes of a fix of the file one of a docstring's text."""

    def within(fix: Fix) -> Fix:
        """Return the fix with its places in the docstring, and with what Python means."""
        edits = []
        for one in fix.edits:
            start, end = map(docstring.text.index, one.span)
            edits.append(Edit(Span(start, end), _meant(docstring, one)))
        return fix.replace(edits=tuple(edits))

    return within


def _meant(docstring: Docstring, edit: Edit) -> str:
    """Return what a replacement says where it stands: in one of the docstring's literals."""
    for one in docstring.literals.literals:
        if one.start <= edit.span.start <= edit.span.end <= one.end and not one.is_raw:
            meant: str = ast.literal_eval(f"{one.quotes}{edit.replacement}{one.quotes}")
            return meant
    return edit.replacement


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


def _docstrings(text: str) -> tuple[str, ...]:
    return tuple(one.text.text for one in _read(text))


def _read(text: str) -> tuple[Docstring, ...]:
    found = read_docstrings(text, range(len(text)), attributes=True)
    return () if isinstance(found, Unreadable) else found
