"""Whether a changed YAML file has the same tree but for DOIs, as PyYAML composes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mdlint_doi.formats.values import masked
from mdlint_doi.lint.model import Edit

if TYPE_CHECKING:
    import yaml


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
            return _composed(before) == _composed(after)
        except (yaml.YAMLError, ValueError, OverflowError, RecursionError):
            return False

    def blocks(self, text: str) -> list[int]:  # noqa: ARG002 - the protocol of guards
        """Return where the file begins."""
        return [0]


def _composed(text: str) -> list[object]:
    import yaml

    return [_tree(node) for node in yaml.compose_all(text, Loader=yaml.SafeLoader)]


def _tree(node: yaml.Node | None) -> object:
    """Return a node as plain lists: tag, and what is in it."""
    import yaml

    if isinstance(node, yaml.ScalarNode):
        return [node.tag, masked(node.value)]
    if isinstance(node, yaml.SequenceNode):
        return [node.tag, [_tree(one) for one in node.value]]
    if isinstance(node, yaml.MappingNode):
        return [node.tag, [[_tree(key), _tree(value)] for key, value in node.value]]
    return None
