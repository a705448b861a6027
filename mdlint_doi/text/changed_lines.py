"""The lines of a text that are new since an earlier version, and how edits move them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

from mdlint_doi.text.value import Value


class Hunk(NamedTuple):
    """New lines, or the place of removed lines.

    Attributes:
        first: the first new line, from 1; for removed lines, the line before them.
        size: the number of new lines; 0 for removed lines.
    """

    first: int
    size: int

    @property
    def last(self) -> int:
        """The last new line; for removed lines, the line before them."""
        return self.first + max(self.size, 1) - 1


class LineEdit(NamedTuple):
    """The lines of an edit.

    Attributes:
        first: the line where it begins.
        last: the line where it ends.
        more: the number of lines that the edit adds; negative if it removes lines.
    """

    first: int
    last: int
    more: int


class ChangedLines(Value):
    """The hunks of one text, as in `git diff --unified=0`.

    Attributes:
        hunks: the hunks, in order of their lines; they do not overlap.
    """

    hunks: tuple[Hunk, ...] = ()

    def touch(self, first: int, last: int) -> bool:
        """Return whether a line from `first` to `last` is new, or lines between them were removed.

        Both numbers count from 1.
        """
        at = bisect_left(self.hunks, first, key=lambda hunk: hunk.last)
        return any(
            hunk.first < last or (hunk.size > 0 and hunk.first == last)
            for hunk in self.hunks[at : at + 2]
        )

    def after(self, edits: Iterable[LineEdit]) -> ChangedLines:
        """Return the hunks after edits, which are in order of their lines.

        An edit that adds or removes lines moves the hunks after it, and enlarges those that it
        overlaps. It does not add hunks.
        """
        made = [edit for edit in edits if edit.more]
        if not made:
            return self
        moved = [0, *accumulate(edit.more for edit in made)]
        firsts, lasts = [edit.first for edit in made], [edit.last for edit in made]
        hunks = []
        for hunk in self.hunks:
            at, behind = bisect_left(lasts, hunk.first), bisect_right(firsts, hunk.last)
            first = min([hunk.first, *firsts[at:behind]]) + moved[at]
            last = max([hunk.last, *lasts[at:behind]]) + moved[behind]
            hunks.append(Hunk(first, last - first + 1 if hunk.size else 0))
        return ChangedLines(tuple(hunks))
