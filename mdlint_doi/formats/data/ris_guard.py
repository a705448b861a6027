"""Whether a changed RIS file has the same lines but for DOIs.

No library that could be asked comes with this program. So the lines themselves are compared, by
other means than those of the reader: as many, each with its tag, each value the same but for DOIs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mdlint_doi.formats.reached import Mask, Reading
from mdlint_doi.lint.guard import Cost, Guard, Readings, WorkBound
from mdlint_doi.lint.model import Fix

_TAG: Final = len("DO  - ")
_COST: Final = Cost(0.5, 5, "\n")
"""What a file costs (`lint.work`)."""


class SameLines(Guard):
    """Compares two RIS files."""

    def __init__(self) -> None:
        """Read nothing yet."""
        self._work = WorkBound()
        self._files = Readings(self._work, _COST, _lines)

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after` has the lines of `before`, but for the DOIs that fixes state.

        Raises:
            WorkError: if more would be read than a file's fixes may cost.

        """
        self._work.begin(before)
        old, new = self._files.of(before), self._files.of(after)
        return old.content == new.content and old.is_as_stated(new, fixes)

    def blocks(self, text: str) -> list[int]:
        """Return where the lines begin."""
        starts, at = [], 0
        for line in text.splitlines(keepends=True):
            starts.append(at)
            at += len(line)
        return starts


def _lines(text: str) -> Reading[list[tuple[str, str]]]:
    """Return the tag and the value of each line, the DOIs in it masked."""
    mask = Mask(publishers=False)
    lines = text.splitlines(keepends=True)
    return Reading([(line[:_TAG], mask.value(line[_TAG:])) for line in lines], mask.reached)
