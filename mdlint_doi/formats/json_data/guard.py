"""Whether a changed JSON file holds the same but for DOIs, as `json` reads it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from mdlint_doi.formats.values import masked
from mdlint_doi.lint.model import Edit


class SameData:
    """Compares two JSON files."""

    def __call__(
        self,
        before: str,
        after: str,
        edits: Sequence[Edit],  # noqa: ARG002 - the protocol of guards
    ) -> bool:
        """Return whether `after` holds the same as `before`, but for DOIs."""
        try:
            return _loaded(before) == _loaded(after)
        except (ValueError, RecursionError):
            return False

    def blocks(self, text: str) -> list[int]:  # noqa: ARG002 - the protocol of guards
        """Return where the file begins: its parts have no places to `json`."""
        return [0]


def _loaded(text: str) -> object:
    return _masked(json.loads(text, parse_int=float, object_pairs_hook=list) if text else None)


def _masked(value: object) -> object:
    """Return the value with one word for each DOI in its strings; members are pairs."""
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, list | tuple):
        return [_masked(one) for one in value]
    return value
