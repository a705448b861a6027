"""The guard of Python files: a changed module must be the same except for DOIs.

The code is compared with `ast`, docstrings with docutils, and comments with `tokenize`; cells are
compared with docutils or markdown-it-py.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from inspect import cleandoc
from typing import Final, NamedTuple

from mdlint_doi.formats.docstring.cells import ScriptCell, read_comments
from mdlint_doi.formats.docstring.docstrings import (
    Docstring,
    Unreadable,
    parse_module,
    read_docstrings,
    spans_of,
    string_of,
    strings,
    without_cells,
)
from mdlint_doi.formats.markdown.same_page import SameMarkdown
from mdlint_doi.formats.reached import with_inert_edits
from mdlint_doi.formats.rst.guard import SameDoctree, takes_too_long
from mdlint_doi.lint.edits import edits_of
from mdlint_doi.lint.guard import Cost, Guard, Inner, Readings, WorkBound, fix_within
from mdlint_doi.lint.model import Edit, Fix
from mdlint_doi.names.spelling import PUBLISHERS, Notations
from mdlint_doi.text.span import Ranges, Span, is_inside

_COST: Final = Cost(0.3, 10, "\n;", begin=100, name=0)
"""The cost (`lint.guard`) of reading a module as code and of cutting out its docstrings."""


class _Module(NamedTuple):
    code: object  # its syntax tree and its comments, without docstrings and cells
    docstrings: tuple[str, ...]  # the docstrings that docutils reads
    cells: tuple[ScriptCell, ...]  # the parts of a script that are rendered
    too_long: tuple[Span, ...]  # parts that take docutils too long, so that no fix is made


class SameModule(Guard):
    """Compares two Python modules."""

    def __init__(self, notations: Notations = PUBLISHERS, *, check_code: bool = False) -> None:
        """Receive the notations that count as DOIs, and whether DOIs in code are compared."""
        self._work = WorkBound()
        self._same = SameDoctree(notations, check_code=check_code, work=self._work)
        self._same_page = SameMarkdown(notations, check_code=check_code, work=self._work)
        self._modules = Readings(self._work, _COST, _read)

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after`, which is `before` with the `fixes`, is the same module."""
        self._work.begin(before)
        old = self._modules.of(before)
        edits = edits_of(fixes)
        too_long = [(span.start, span.end) for span in old.too_long] if old else []
        if old is None or any(is_inside(edit.span.start, too_long) for edit in edits):
            return False
        new, inert = map(self._modules.of, (after, with_inert_edits(before, edits)))
        if new is None or inert is None or old.code != new.code:
            return False
        if not len(old.docstrings) == len(new.docstrings) == len(inert.docstrings):
            return False
        texts = zip(old.docstrings, new.docstrings, inert.docstrings, strict=True)
        return all(
            text == new_text or self._same.compare(text, new_text, inert_text, fixes)
            for text, new_text, inert_text in texts
        ) and self._same_cells(old, new, inert, fixes)

    def _same_cells(self, old: _Module, new: _Module, inert: _Module, fixes: Sequence[Fix]) -> bool:
        if not len(old.cells) == len(new.cells) == len(inert.cells):
            return False
        inside = _by_cell(old.cells, fixes)
        for cell, new_cell, inert_cell in zip(old.cells, new.cells, inert.cells, strict=True):
            before, after = cell.text.text, new_cell.text.text
            is_same = cell.label == new_cell.label and cell.in_string == new_cell.in_string
            if is_same and before != after and cell.is_markdown:
                within = [fix_within(cell.text, fix) for fix in inside.get(cell.span, ())]
                is_same = self._same_page(before, after, within)
            elif is_same and before != after:
                is_same = self._same.compare(before, after, inert_cell.text.text, fixes)
            if not is_same:
                return False
        return True

    def inner(self, text: str) -> Sequence[Inner]:
        """Return the docstrings and the cells."""
        read = read_docstrings(text, range(len(text)))
        if isinstance(read, Unreadable):
            return ()
        cells = read_comments(text).cells
        docstrings = without_cells(read, cells)
        found = []
        for docstring in docstrings:
            fixed = partial(fix_within, docstring.text, meant=partial(_meant, docstring))
            found.append(Inner(docstring.span, docstring.text.text, self._same, fixed))
        for cell in cells:
            guard: Guard = self._same_page if cell.is_markdown else self._same
            fixed = partial(fix_within, cell.text)
            found.append(Inner(cell.span, cell.text.text, guard, fixed))
        return found


def _by_cell(cells: Iterable[ScriptCell], fixes: Iterable[Fix]) -> Mapping[Span, Sequence[Fix]]:
    """Return the fixes in each cell, by the span of the cell, in their order in `fixes`."""
    spans = Ranges(cell.span for cell in cells)
    found: dict[Span, list[Fix]] = {}
    for fix in fixes:
        span = spans.covering(fix.edits[0].span)
        if span is not None:
            found.setdefault(span, []).append(fix)
    return found


def _meant(docstring: Docstring, edit: Edit) -> str:
    """Return the meaning of a replacement in its place, one of the docstring's literals."""
    for literal in docstring.literals.literals:
        if literal.start <= edit.span.start <= edit.span.end <= literal.end and not literal.is_raw:
            meant: str = ast.literal_eval(f"{literal.quotes}{edit.replacement}{literal.quotes}")
            return meant
    return edit.replacement


def _read(text: str) -> _Module | None:
    """Return the parts of a module that are compared; None if Python cannot parse it."""
    tree = parse_module(text)
    if isinstance(tree, Unreadable):
        return None
    cells, comments = read_comments(text)
    nodes = [node for _, node in strings(tree)]
    spans = spans_of(text, nodes)
    taken = {cell.span.start for cell in cells if cell.in_string}
    shown = {
        span: cleandoc(str(node.value))
        for span, node in zip(spans, nodes, strict=True)
        if span.start not in taken
    }
    shown |= {cell.span: cell.text.text for cell in cells if not cell.is_markdown}
    too_long = tuple(
        sorted(span for span, shown_text in shown.items() if takes_too_long(shown_text))
    )
    docstrings = tuple(shown[span] for span in spans if span in shown)
    statements = tree.body if taken else []
    in_code = [node for node in map(string_of, statements) if node is not None]
    in_cells = zip(in_code, spans_of(text, in_code), strict=True)
    for node in (*nodes, *(node for node, span in in_cells if span.start in taken)):
        node.value = ""
    try:
        return _Module((ast.dump(tree), comments), docstrings, cells, too_long)
    except RecursionError:
        return None
