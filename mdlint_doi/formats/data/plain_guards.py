"""The guards of JSON and RIS: a changed file must have the same content except for DOIs.

JSON is compared as `json` reads it. No library for RIS is installed with this program, so the lines
of RIS files are compared: there must be as many lines, with the same tags and the same values
except for DOIs.
"""

from __future__ import annotations

import json
from itertools import accumulate
from typing import Final

from mdlint_doi.formats.reached import Mask, Reading, SameContent
from mdlint_doi.lint.guard import Cost
from mdlint_doi.names.spelling import STANDARD
from mdlint_doi.text.pattern import pattern

_COST_OF_JSON: Final = Cost(0.3)
_COST_OF_RIS: Final = Cost(0.5, 5, "\n")
"""The costs of a file (`lint.guard`)."""
_STRING: Final = pattern(r'"(?>(?:[^"\\]++|\\.)*)"')
_TAG: Final = pattern(r"[A-Z][A-Z0-9]  -")


class SameData(SameContent):
    """Compares two JSON files."""

    def __init__(self) -> None:
        super().__init__(_COST_OF_JSON, _loaded, (ValueError, RecursionError))

    def blocks(self, text: str) -> list[int]:
        """Return the offsets where strings begin and end; each string is a JSON text itself."""
        return [place for string in _STRING.finditer(text) for place in string.span()]


def _loaded(text: str) -> Reading[object]:
    mask = Mask(STANDARD)
    loaded = json.loads(text, parse_int=float, object_pairs_hook=list) if text else None
    return Reading(_masked(loaded, mask), mask.reached)


def _masked(value: object, mask: Mask) -> object:
    """Return the value with the DOIs in its strings masked; members are pairs."""
    if isinstance(value, str):
        return mask.value(value)
    if isinstance(value, list | tuple):
        return [_masked(item, mask) for item in value]
    return value


class SameLines(SameContent):
    """Compares two RIS files."""

    def __init__(self) -> None:
        super().__init__(_COST_OF_RIS, _lines)

    def blocks(self, text: str) -> list[int]:
        """Return the offsets of the lines."""
        return [0, *accumulate(map(len, text.splitlines(keepends=True)))][:-1]


def _lines(text: str) -> Reading[list[tuple[str, str]]]:
    """Return the tag of each line and its value with DOIs masked; a continued line has no tag."""
    mask = Mask(STANDARD)
    found: list[tuple[str, str]] = []
    for line in text.splitlines(keepends=True):
        tag = _TAG.match(line)
        size = tag.end() if tag else 0
        found.append((line[:size], mask.value(line[size:])))
    return Reading(found, mask.reached)
