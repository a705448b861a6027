"""The guard of YAML: PyYAML must read the same tree except for DOIs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf
from typing import Final

import yaml

from mdlint_doi.formats.reached import WORD, Mask, Reading
from mdlint_doi.lint.edits import edits_of
from mdlint_doi.lint.guard import Cost, Guard, Readings, WorkBound
from mdlint_doi.lint.model import Fix
from mdlint_doi.names.spelling import STANDARD
from mdlint_doi.text.pattern import pattern

_COST: Final = Cost(0.5, 5, "\n,:[{-", begin=80)
"""The cost of a file (`lint.guard`)."""
_NAME: Final = "doi"
_TEXT: Final = "tag:yaml.org,2002:str"
_Event = tuple[object, ...]
_PART: Final = pattern(r"^(?:(?P<indent>[ ]*)-[ ]|[^\s#-])", re.MULTILINE)
"""An item of a list, or an outermost key."""


class SameTree(Guard):
    """Compares two YAML files."""

    def __init__(self) -> None:

        self._work = WorkBound()
        self._trees = Readings(self._work, _COST, _tree)

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after` has the tree of `before`, except for the DOIs that fixes state.

        Fixes that only insert text may have added fields for DOIs.
        """
        self._work.begin(before)
        try:
            old, new = self._trees.of(before), self._trees.of(after)
        except (yaml.YAMLError, ValueError, OverflowError, RecursionError):
            return False
        adds = all(edit.span.start == edit.span.end for edit in edits_of(fixes))
        return old.is_as_stated(new, fixes) and (
            old.content == new.content
            or (adds and _without_names(old.content) == _without_names(new.content))
        )

    def blocks(self, text: str) -> list[int]:
        """Return the offsets of outermost keys and outermost items; most can be compared alone."""
        starts: list[int] = []
        outermost: float = inf
        for part in _PART.finditer(text):
            indent = part["indent"]
            if indent is None or len(indent) <= outermost:
                starts.append(part.start())
                outermost = inf if indent is None else len(indent)
        return starts


def _without_names(events: Sequence[_Event]) -> list[_Event]:
    """Return the tree without the keys `doi` whose value is a DOI."""
    kept: list[_Event] = []
    at = 0
    while at < len(events):
        pair = events[at : at + 2]
        if len(pair) == 2 and pair[0][-1] == _NAME and pair[1][-1] == WORD and pair[0][-2] == _TEXT:
            at += 2
        else:
            kept.append(events[at])
            at += 1
    return kept


def _tree(text: str) -> Reading[list[_Event]]:
    """Return the tree as events; aliases stay aliases, so that they do not multiply the tree."""
    # The loader of libyaml takes a tenth of the time, and almost every PyYAML includes it.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    found: list[_Event] = []
    mask = Mask(STANDARD)
    while loader.check_event():
        event = loader.get_event()
        kind = type(event)
        anchor = getattr(event, "anchor", None)
        if isinstance(event, yaml.ScalarEvent):
            tag = event.tag or loader.resolve(yaml.ScalarNode, event.value, event.implicit)
            found.append((kind, anchor, tag, mask.value(event.value)))
        else:
            found.append((kind, anchor, getattr(event, "tag", None)))
    return Reading(found, mask.reached)
