"""Whether a changed JSON file holds the same but for DOIs, as `json` reads it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from mdlint_doi.formats.reached import Mask, is_as_stated
from mdlint_doi.lint.guard import Guard
from mdlint_doi.lint.model import Fix


class SameData(Guard):
    """Compares two JSON files."""

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after` holds the same as `before`, but for the DOIs that fixes state."""
        was, now = Mask(publishers=False), Mask(publishers=False)
        try:
            is_same = _loaded(before, was) == _loaded(after, now)
        except (ValueError, RecursionError):
            return False
        return is_same and is_as_stated(was.reached, now.reached, fixes)


def _loaded(text: str, mask: Mask) -> object:
    loaded = json.loads(text, parse_int=float, object_pairs_hook=list) if text else None
    return _masked(loaded, mask)


def _masked(value: object, mask: Mask) -> object:
    """Return the value, the DOIs in its strings masked; members are pairs."""
    if isinstance(value, str):
        return mask.value(value)
    if isinstance(value, list | tuple):
        return [_masked(one, mask) for one in value]
    return value
