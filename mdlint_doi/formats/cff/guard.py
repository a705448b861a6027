"""Whether a changed YAML file has the same tree but for DOIs, as PyYAML reads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mdlint_doi.formats.values import WORD, masked
from mdlint_doi.lint.model import Edit

_NAME: Final = "doi"
_TEXT: Final = "tag:yaml.org,2002:str"
_Event = tuple[object, ...]


class SameTree:
    """Compares two YAML files."""

    def __call__(
        self,
        before: str,
        after: str,
        edits: Sequence[Edit],
    ) -> bool:
        """Return whether `after` has the tree of `before`, but for DOIs.

        Edits that only put something in may have added fields for them.
        """
        import yaml

        try:
            old, new = _events(before), _events(after)
            if old == new:
                return True
            adds = all(edit.span.start == edit.span.end for edit in edits)
            return adds and _without_names(old) == _without_names(new)
        except (yaml.YAMLError, ValueError, OverflowError, RecursionError):
            return False

    def blocks(self, text: str) -> list[int]:  # noqa: ARG002 - the protocol of guards
        """Return where the file begins."""
        return [0]


def _without_names(events: list[_Event]) -> list[_Event]:
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


def _events(text: str) -> list[_Event]:
    """Return the tree as events: an alias stays one, so that none of them multiplies a tree."""
    import yaml

    loader = yaml.SafeLoader(text)
    found: list[_Event] = []
    while loader.check_event():
        event = loader.get_event()  # type: ignore[no-untyped-call]
        kind, anchor = type(event), getattr(event, "anchor", None)
        if isinstance(event, yaml.ScalarEvent):
            tag = event.tag or loader.resolve(yaml.ScalarNode, event.value, event.implicit)  # type: ignore[no-untyped-call]
            found.append((kind, anchor, tag, masked(event.value)))
        else:
            found.append((kind, anchor, getattr(event, "tag", None)))
    return found
