"""Whether a changed module is the same: its code by `ast`, its docstrings by docutils."""

from __future__ import annotations

import ast
import warnings
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from inspect import cleandoc
from typing import Final, NamedTuple

from mdlint_doi.formats.docstring.docstrings import (
    Docstring,
    Unreadable,
    docstring_spans,
    read_docstrings,
    strings,
)
from mdlint_doi.formats.rst.guard import SameDoctree, takes_too_long
from mdlint_doi.formats.same_page import with_inert_edits
from mdlint_doi.lint.edits import edits_of
from mdlint_doi.lint.guard import Cost, Guard, Inner, Readings, WorkBound, fix_within
from mdlint_doi.lint.model import Edit, Fix
from mdlint_doi.names.notations import PUBLISHERS, Notations
from mdlint_doi.text.span import Span

_COST: Final = Cost(0.3, 10, "\n;", begin=100, name=0)
"""What it costs (`lint.guard`) to read a module as code and to cut out its docstrings."""


class _Module(NamedTuple):
    """A module as it is compared.

    Attributes:
        code: its syntax tree, without docstrings.
        docstrings: what docutils would read.
        too_long: where docstrings stand that docutils would read for too long: none is fixed.

    """

    code: str
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

    def __init__(self, notations: Notations = PUBLISHERS, *, check_code: bool = False) -> None:
        """Take the settings: further resolvers, and whether DOIs in code are looked at."""
        self._work = WorkBound()
        self._same = SameDoctree(notations, check_code=check_code, work=self._work)
        self._modules = Readings(self._work, _COST, _read)

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after`, which is `before` with the `fixes`, is the same module.

        Raises:
            WorkError: if more would be read than a module's fixes may cost.

        """
        self._work.begin(before)
        old, edits = self._modules.of(before), edits_of(fixes)
        if old is None or old.has_too_long(edits):
            return False
        new, inert = map(self._modules.of, (after, with_inert_edits(before, edits)))
        if new is None or inert is None or old.code != new.code:
            return False
        if not len(old.docstrings) == len(new.docstrings) == len(inert.docstrings):
            return False
        texts = zip(old.docstrings, new.docstrings, inert.docstrings, strict=True)
        return all(
            one == two or self._same.compare(one, two, third, fixes) for one, two, third in texts
        )

    def inner(self, text: str) -> Sequence[Inner]:
        """Return the docstrings."""
        found = read_docstrings(text, range(len(text)), attributes=True)
        if isinstance(found, Unreadable):
            return ()
        return [Inner(one.span, one.text.text, self._same, _within(one)) for one in found]


def _within(docstring: Docstring) -> Callable[[Fix], Fix]:
    """Return what makes of a fix of the file one of a docstring's text."""
    return lambda fix: fix_within(docstring.text, fix, partial(_meant, docstring))


def _meant(docstring: Docstring, edit: Edit) -> str:
    """Return what a replacement says where it stands: in one of the docstring's literals."""
    for one in docstring.literals.literals:
        if one.start <= edit.span.start <= edit.span.end <= one.end and not one.is_raw:
            meant: str = ast.literal_eval(f"{one.quotes}{edit.replacement}{one.quotes}")
            return meant
    return edit.replacement


def _parsed(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _read(text: str) -> _Module | None:
    """Return what `ast` reads; None where that is no Python."""
    tree = _parsed(text)
    if tree is None:
        return None
    nodes = [node for _, node in strings(tree, attributes=True)]
    docstrings = tuple(cleandoc(str(node.value)) for node in nodes)
    too_long = tuple(
        span
        for span, shown in zip(docstring_spans(text, tree), docstrings, strict=True)
        if takes_too_long(shown)
    )
    for node in nodes:
        node.value = ""
    try:
        return _Module(ast.dump(tree), docstrings, too_long)
    except RecursionError:
        return None
