"""Gather the blocks of a document that describe one work together into one passage.

A table row has the words of its header. Labelled items of a list belong together ("- **Title:** …",
"- **DOI:** …"), and so do an item and the items below it. A heading, a summary or a term is over
the block that follows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from mdlint_doi.works.labelled import begins_with_label
from mdlint_doi.works.labels import Label, label_of
from mdlint_doi.works.references import shape_of
from mdlint_doi.works.runs import Passage, RunKind, TextRun

_BREAK: Final = TextRun(RunKind.BREAK, "")
_LABELS: Final = 2  # known labels in the header of a table, at least
_PAIR: Final = 2  # cells of a row that is a label and a value
_FEW: Final = 3  # words beside a DOI that is not in a reference of its own
_MOST_BLOCKS: Final = 12
_MOST_WORDS: Final = 140
_MOST_OVER: Final = 40  # words of a heading


def gathered(passages: Iterable[Passage]) -> Iterator[Passage]:
    """Yield the passages of a document, those that describe one work as one, in order."""
    blocks = list(_with_headers(passages))
    at = 0
    while at < len(blocks):
        end = _labelled(blocks, at) or _nested(blocks, at) or _linked_heading(blocks, at) or at + 1
        runs = list(_over(blocks, at, is_several=end > at + 1))
        for block in blocks[at:end]:
            runs += (*block.runs, _BREAK)
        if end == at + 1:
            runs.pop()
        yield blocks[at]._replace(runs=tuple(runs))
        at = end


def _with_headers(passages: Iterable[Passage]) -> Iterator[Passage]:
    """Yield passages with the words of the header at each cell of a table."""
    header: list[str] = []
    for passage in passages:
        cells = _cells(passage)
        if not cells:
            if passage.text or passage.dois:  # not the blanks between two rows in HTML
                header = []
                yield passage
            continue
        words = [" ".join("".join(run.text for run in cell).split()) for cell in cells]
        known = [label_of(text) for text in words]
        if not passage.dois and sum(label is not None for label in known) >= _LABELS:
            header = words
        elif header:
            yield passage._replace(runs=tuple(_named(passage, header)))
        elif len(cells) == _PAIR and known[0] is not None:
            yield passage._replace(runs=(TextRun(RunKind.LABEL, words[0]), *cells[1]))
        else:
            yield passage


def _cells(passage: Passage) -> list[list[TextRun]]:
    """Return the runs in each cell of a table row; none if the passage is not a row."""
    cells: list[list[TextRun]] = []
    for run in passage.runs:
        if run.kind is RunKind.CELL:
            cells.append([])
        elif cells:
            cells[-1].append(run)
    return cells


def _named(passage: Passage, header: Sequence[str]) -> Iterator[TextRun]:
    column = -1
    for run in passage.runs:
        if run.kind is RunKind.CELL:
            column += 1
            name = header[column] if column < len(header) else ""
            yield TextRun(RunKind.LABEL, name)
        else:
            yield run


def _labelled(blocks: Sequence[Passage], at: int) -> int:
    """Return the number of the block after labelled items of one list; 0 if there are none."""
    first = begins_with_label(blocks[at])
    if first is None or blocks[at].level:
        return 0
    seen: set[Label | None] = {first}
    end = at + 1
    while end < min(len(blocks), at + _MOST_BLOCKS) and _are_beside(blocks[at], blocks[end]):
        label = begins_with_label(blocks[end])
        is_next = label is first or (label is Label.DOI and label in seen)
        is_other = label is None and len(blocks[end].text.split()) > _FEW and blocks[end].dois
        if is_next or is_other:
            break
        seen.add(label)
        end += 1
    return end if len(seen - {None}) > 1 or end == at + 1 else 0


def _are_beside(block: Passage, other: Passage) -> bool:
    """Return whether two blocks are items of one list, fields of one list, or rows of one table."""
    is_item = bool(other.inside) or begins_with_label(other) is not None
    same = len(block.inside) == len(other.inside) and block.inside[:-1] == other.inside[:-1]
    return same and is_item and not other.level


def _nested(blocks: Sequence[Passage], at: int) -> int:
    """Return the number of the block after an item with its DOI below it; 0 if there is none."""
    parent = blocks[at]
    if not parent.inside or parent.level or parent.dois:
        return 0
    depth = len(parent.inside)
    end = at + 1
    while end < len(blocks) and blocks[end].inside[:depth] == parent.inside:
        end += 1
    below = blocks[at + 1 : end]
    if not below or len(below) >= _MOST_BLOCKS:
        return 0
    if begins_with_label(below[0]) not in {None, Label.DOI}:
        return 0
    named = [block for block in below if block.dois]
    if len(named) != 1 or len(named[0].dois) > 1 or len(named[0].text.split()) > _FEW:
        return 0
    size = sum(len(block.text.split()) for block in blocks[at:end])
    return end if size <= _MOST_WORDS else 0


def _linked_heading(blocks: Sequence[Passage], at: int) -> int:
    """Return the number of the block after a heading with a DOI and its authors; 0 if none."""
    heading = blocks[at]
    if not (heading.level and heading.dois) or at + 1 >= len(blocks):
        return 0
    below = blocks[at + 1]
    if below.level or below.dois or below.inside != heading.inside:
        return 0
    text = below.text
    shape = shape_of(text) if len(text.split()) <= _MOST_OVER else None
    is_rest = shape is not None and shape.is_reference and shape.places[0].start == 0
    return at + 2 if is_rest else 0


def _over(blocks: Sequence[Passage], at: int, *, is_several: bool) -> Iterator[TextRun]:
    """Yield what is over a block: the item around it, a heading, or a line in bold before a list.

    A paragraph has only a heading directly over it.
    """
    block = blocks[at]
    for before in (blocks[which] for which in range(at - 1, max(-1, at - 3), -1)):
        if before.dois or block.inside[: len(before.inside)] != before.inside:
            return
        is_around = len(before.inside) < len(block.inside) or is_several
        if not (before.level or is_around) or len(before.text.split()) > _MOST_OVER:
            return
        yield TextRun(RunKind.HEADING, before.text.lstrip("# \t").rstrip("# \t"))
        if before.level or not is_several:
            return
