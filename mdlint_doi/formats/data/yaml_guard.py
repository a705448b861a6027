"""Whether a changed YAML file has the same tree but for DOIs, as PyYAML reads it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from mdlint_doi.formats.reached import WORD, Mask, Reached, is_as_stated
from mdlint_doi.lint.applying import edits_of
from mdlint_doi.lint.guard import Guard
from mdlint_doi.lint.model import Fix
from mdlint_doi.text.pattern import pattern

_NAME: Final = "doi"
_TEXT: Final = "tag:yaml.org,2002:str"
_Event = tuple[object, ...]


class _Tree(NamedTuple):
    """A file as events, DOIs masked, and which these are, in order."""

    events: Sequence[_Event]
    reached: Sequence[Reached]


_PART: Final = pattern(r"^(?:[ ]{0,2}-[ ]|[^\s#-])", re.MULTILINE)
"""An item of a list that stands in no other, or a key of the file."""


class SameTree(Guard):
    """Compares two YAML files; the tree of the first is kept, since looks follow each other."""

    def __init__(self) -> None:
        """Read nothing yet."""
        self._before = ""
        self._tree: _Tree | None = None

    def __call__(
        self,
        before: str,
        after: str,
        fixes: Sequence[Fix],
    ) -> bool:
        """Return whether `after` has the tree of `before`, but for the DOIs that fixes state.

        Fixes that only put something in may have added fields for them.
        """
        import yaml

        try:
            if self._tree is None or before != self._before:
                self._tree, self._before = _tree(before), before
            old, new = self._tree, _tree(after)
        except (yaml.YAMLError, ValueError, OverflowError, RecursionError):
            return False
        if not is_as_stated(old.reached, new.reached, fixes):
            return False
        adds = all(edit.span.start == edit.span.end for edit in edits_of(fixes))
        return old.events == new.events or (
            adds and _without_names(old.events) == _without_names(new.events)
        )

    def blocks(self, text: str) -> list[int]:
        """Return where keys begin, and the items of lists: most are YAML by themselves."""
        return [part.start() for part in _PART.finditer(text)]


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


def _tree(text: str) -> _Tree:
    """Return the tree as events: an alias stays one, so that none of them multiplies a tree."""
    import yaml

    # That of libyaml takes a tenth of the time, and comes with almost every PyYAML.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    found: list[_Event] = []
    mask = Mask(publishers=False)
    while loader.check_event():
        event = loader.get_event()
        kind, anchor = type(event), getattr(event, "anchor", None)
        if isinstance(event, yaml.ScalarEvent):
            tag = event.tag or loader.resolve(yaml.ScalarNode, event.value, event.implicit)
            found.append((kind, anchor, tag, mask.value(event.value)))
        else:
            found.append((kind, anchor, getattr(event, "tag", None)))
    return _Tree(found, mask.reached)
