"""Whether a changed YAML file has the same tree but for DOIs, as PyYAML reads it."""

from __future__ import annotations

from collections.abc import Sequence

from mdlint_doi.formats.values import masked
from mdlint_doi.lint.model import Edit


class SameTree:
    """Compares two YAML files."""

    def __call__(
        self,
        before: str,
        after: str,
        edits: Sequence[Edit],  # noqa: ARG002 - the protocol of guards
    ) -> bool:
        """Return whether `after` has the tree of `before`, but for DOIs."""
        import yaml

        try:
            return _events(before) == _events(after)
        except (yaml.YAMLError, ValueError, OverflowError, RecursionError):
            return False

    def blocks(self, text: str) -> list[int]:  # noqa: ARG002 - the protocol of guards
        """Return where the file begins."""
        return [0]


def _events(text: str) -> list[tuple[object, ...]]:
    """Return the tree as events: an alias stays one, so that none of them multiplies a tree."""
    import yaml

    loader = yaml.SafeLoader(text)
    found: list[tuple[object, ...]] = []
    while loader.check_event():
        event = loader.get_event()  # type: ignore[no-untyped-call]
        kind, anchor = type(event), getattr(event, "anchor", None)
        if isinstance(event, yaml.ScalarEvent):
            tag = event.tag or loader.resolve(yaml.ScalarNode, event.value, event.implicit)  # type: ignore[no-untyped-call]
            found.append((kind, anchor, tag, masked(event.value)))
        else:
            found.append((kind, anchor, getattr(event, "tag", None)))
    return found
