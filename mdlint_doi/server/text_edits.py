"""Two texts -> the edits that make one of the other, as small as is found quickly.

An editor keeps cursor, folds and marks where nothing is edited, so a whole document is replaced
only where nothing better is found in time that grows with the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from typing import Final

from mdlint_doi.lint.model import Edit
from mdlint_doi.text.span import Span

_COMPARED: Final = 400
"""Lines that are compared each with each: a part with more is replaced as a whole."""


def edits_between(before: str, after: str) -> list[Edit]:
    """Return edits that make `after` of `before`, in order."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = list(accumulate(map(len, old), initial=0))
    edits = []
    for first, last, lines in _changed(old, new):
        edit = _trimmed(starts[first], before[starts[first] : starts[last]], "".join(lines))
        if edit is not None:
            edits.append(edit)
    return edits


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, Sequence[str]]]:
    """Yield parts that differ: from and to which old line, and the new lines."""
    if len(old) == len(new):  # as most fixes leave it
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            if one != other:
                yield at, at + 1, (other,)
        return
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    middle, others = old[head : len(old) - tail], new[head : len(new) - tail]
    if len(middle) > _COMPARED or len(others) > _COMPARED:
        yield head, len(old) - tail, others
        return
    matcher = SequenceMatcher(None, middle, others, autojunk=False)
    for tag, first, last, from_, to in matcher.get_opcodes():
        if tag != "equal":
            yield head + first, head + last, others[from_:to]


def _trimmed(start: int, old: str, new: str) -> Edit | None:
    """Return the edit without what both texts begin and end with; None if they are the same."""
    if old == new:
        return None
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    # The halves of a line end stay together.
    head -= old[:head].endswith("\r")
    end, new_end = len(old) - tail, len(new) - tail
    if old[end : end + 1] == "\n" and "\r" in {old[end - 1 : end], new[new_end - 1 : new_end]}:
        tail -= 1
    return Edit(Span(start + head, start + len(old) - tail), new[head : len(new) - tail])


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return with how many equal items two sequences begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
