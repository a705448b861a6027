"""Whether a changed RIS file has the same lines but for DOIs.

No library that could be asked comes with this program. So the lines themselves are compared, by
other means than those of the reader: as many, each with its tag, each value the same but for DOIs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mdlint_doi.formats.values import masked
from mdlint_doi.lint.model import Edit
from mdlint_doi.lint.work import Cost, Work

_TAG: Final = len("DO  - ")
_COST: Final = Cost(0.5, 5, "\n")
"""What a file costs (`lint.work`)."""


class SameLines:
    """Compares two RIS files."""

    def __init__(self) -> None:
        """Read nothing yet."""
        self._work = Work()

    def __call__(
        self,
        before: str,
        after: str,
        edits: Sequence[Edit],  # noqa: ARG002 - the protocol of guards
    ) -> bool:
        """Return whether `after` has the lines of `before`, but for DOIs.

        Raises:
            WorkError: if more would be read than a file's fixes may cost.

        """
        self._work.begin(before)
        self._work.spend(_COST.of(after))
        old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
        return len(old) == len(new) and all(map(_is_same, old, new))

    def blocks(self, text: str) -> list[int]:
        """Return where the lines begin."""
        starts, at = [], 0
        for line in text.splitlines(keepends=True):
            starts.append(at)
            at += len(line)
        return starts


def _is_same(old: str, new: str) -> bool:
    if old == new:
        return True
    return old[:_TAG] == new[:_TAG] and masked(old[_TAG:]) == masked(new[_TAG:])
