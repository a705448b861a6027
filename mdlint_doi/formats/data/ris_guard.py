"""Whether a changed RIS file has the same lines but for DOIs.

No library that could be asked comes with this program. So the lines themselves are compared, by
other means than those of the reader: as many, each with its tag, each value the same but for DOIs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mdlint_doi.formats.reached import Mask, is_as_stated
from mdlint_doi.lint.guard import Guard
from mdlint_doi.lint.model import Fix

_TAG: Final = len("DO  - ")


class SameLines(Guard):
    """Compares two RIS files."""

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after` has the lines of `before`, but for the DOIs that fixes state."""
        was, now = Mask(publishers=False), Mask(publishers=False)
        if _lines(before, was) != _lines(after, now):
            return False
        return is_as_stated(was.reached, now.reached, fixes)

    def blocks(self, text: str) -> list[int]:
        """Return where the lines begin."""
        starts, at = [], 0
        for line in text.splitlines(keepends=True):
            starts.append(at)
            at += len(line)
        return starts


def _lines(text: str, mask: Mask) -> list[tuple[str, str]]:
    """Return the tag and the value of each line, the DOIs in it masked."""
    return [(line[:_TAG], mask.value(line[_TAG:])) for line in text.splitlines(keepends=True)]
