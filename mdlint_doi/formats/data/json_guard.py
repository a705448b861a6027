"""Whether a changed JSON file holds the same but for DOIs, as `json` reads it."""

from __future__ import annotations

import json
from typing import Final

from mdlint_doi.formats.reached import Mask, Reading, SameContent
from mdlint_doi.lint.guard import Cost
from mdlint_doi.names.notations import STANDARD
from mdlint_doi.text.pattern import pattern

_COST: Final = Cost(0.3)
"""What a file costs (`lint.guard`)."""
_STRING: Final = pattern(r'"(?:[^"\\]++|\\.)*+"')


class SameData(SameContent):
    """Compares two JSON files."""

    def __init__(self) -> None:
        """Load nothing yet."""
        super().__init__(_COST, _loaded, (ValueError, RecursionError))

    def blocks(self, text: str) -> list[int]:
        """Return where strings begin and end: each is a JSON text by itself."""
        return [place for string in _STRING.finditer(text) for place in string.span()]


def _loaded(text: str) -> Reading[object]:
    mask = Mask(STANDARD)
    loaded = json.loads(text, parse_int=float, object_pairs_hook=list) if text else None
    return Reading(_masked(loaded, mask), mask.reached)


def _masked(value: object, mask: Mask) -> object:
    """Return the value, the DOIs in its strings masked; members are pairs."""
    if isinstance(value, str):
        return mask.value(value)
    if isinstance(value, list | tuple):
        return [_masked(one, mask) for one in value]
    return value
