"""Whether a changed JSON file holds the same but for DOIs, as `json` reads it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

from mdlint_doi.formats.values import masked
from mdlint_doi.lint.model import Edit
from mdlint_doi.lint.work import Cost, Readings, Work
from mdlint_doi.text.pattern import pattern

_COST: Final = Cost(0.3)
"""What a file costs (`lint.work`)."""
_STRING: Final = pattern(r'"(?:[^"\\]++|\\.)*+"')


class SameData:
    """Compares two JSON files."""

    def __init__(self) -> None:
        """Load nothing yet."""
        self._work = Work()
        self._values = Readings(self._work, _COST, _loaded)

    def __call__(
        self,
        before: str,
        after: str,
        edits: Sequence[Edit],  # noqa: ARG002 - the protocol of guards
    ) -> bool:
        """Return whether `after` holds the same as `before`, but for DOIs.

        Raises:
            WorkError: if more would be read than a file's fixes may cost.

        """
        self._work.begin(before)
        try:
            return self._values.of(before) == self._values.of(after)
        except (ValueError, RecursionError):
            return False

    def blocks(self, text: str) -> list[int]:
        """Return where strings begin and end: each is a JSON text by itself."""
        return [place for string in _STRING.finditer(text) for place in string.span()]


def _loaded(text: str) -> object:
    return _masked(json.loads(text, parse_int=float, object_pairs_hook=list) if text else None)


def _masked(value: object) -> object:
    """Return the value with one word for each DOI in its strings; members are pairs."""
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, list | tuple):
        return [_masked(one) for one in value]
    return value
