"""Whether a changed JSON file holds the same but for DOIs, as `json` reads it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from mdlint_doi.formats.reached import Mask, Reading
from mdlint_doi.lint.guard import Cost, Guard, Readings, WorkBound
from mdlint_doi.lint.model import Fix
from mdlint_doi.text.pattern import pattern

_COST: Final = Cost(0.3)
"""What a file costs (`lint.work`)."""
_STRING: Final = pattern(r'"(?:[^"\\]++|\\.)*+"')


class SameData(Guard):
    """Compares two JSON files."""

    def __init__(self) -> None:
        """Load nothing yet."""
        self._work = WorkBound()
        self._values = Readings(self._work, _COST, _loaded)

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after` holds the same as `before`, but for the DOIs that fixes state.

        Raises:
            WorkError: if more would be read than a file's fixes may cost.

        """
        self._work.begin(before)
        try:
            old, new = self._values.of(before), self._values.of(after)
        except (ValueError, RecursionError):
            return False
        return old.content == new.content and old.is_as_stated(new, fixes)

    def blocks(self, text: str) -> list[int]:
        """Return where strings begin and end: each is a JSON text by itself."""
        return [place for string in _STRING.finditer(text) for place in string.span()]


def _loaded(text: str) -> Reading[object]:
    mask = Mask(publishers=False)
    loaded = json.loads(text, parse_int=float, object_pairs_hook=list) if text else None
    return Reading(_masked(loaded, mask), mask.reached)


def _masked(value: object, mask: Mask) -> object:
    """Return the value, the DOIs in its strings masked; members are pairs."""
    if isinstance(value, str):
        return mask.value(value)
    if isinstance(value, list | tuple):
        return [_masked(one, mask) for one in value]
    return value
