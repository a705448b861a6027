"""Whether a changed RIS file has the same lines but for DOIs.

No library that could be asked comes with this program. So the lines themselves are compared, by
other means than those of the reader: as many, each with its tag, each value the same but for DOIs.
"""

from __future__ import annotations

from typing import Final

from mdlint_doi.formats.reached import Mask, Reading, SameContent
from mdlint_doi.lint.guard import Cost
from mdlint_doi.names.notations import STANDARD

_TAG: Final = len("DO  - ")
_COST: Final = Cost(0.5, 5, "\n")
"""What a file costs (`lint.guard`)."""


class SameLines(SameContent):
    """Compares two RIS files."""

    def __init__(self) -> None:
        """Read nothing yet."""
        super().__init__(_COST, _lines)

    def blocks(self, text: str) -> list[int]:
        """Return where the lines begin."""
        starts, at = [], 0
        for line in text.splitlines(keepends=True):
            starts.append(at)
            at += len(line)
        return starts


def _lines(text: str) -> Reading[list[tuple[str, str]]]:
    """Return the tag and the value of each line, the DOIs in it masked."""
    mask = Mask(STANDARD)
    lines = text.splitlines(keepends=True)
    return Reading([(line[:_TAG], mask.value(line[_TAG:])) for line in lines], mask.reached)
