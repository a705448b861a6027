"""Which nodes of a doctree may hold a DOI, and which are no prose."""

from __future__ import annotations

from typing import Final

from docutils import nodes
from sphinx import addnodes

from mdlint_doi.text.pattern import pattern

OF_INTEREST: Final = (
    *(nodes.reference, nodes.target, nodes.inline, nodes.comment, nodes.raw),
    addnodes.toctree,
)
"""Links, roles, targets, comments, raw HTML, tables of contents."""
OWN_COMMENT: Final = "mdlint-doi-"
OUTPUTS: Final = frozenset({"cell_output", "nboutput", "output_area"})
"""The classes of notebooks' outputs: MyST-NB and jupyter-sphinx, nbsphinx."""
NAMED_TARGET: Final = pattern(r"(?:\.\. _|__ |\.\. __)")
"""How the text of a named target begins."""
_NOT_PROSE: Final = (
    nodes.FixedTextElement,
    nodes.comment,
    nodes.literal,
    nodes.math,
    nodes.raw,
    nodes.system_message,
    addnodes.desc_signature,
)


def is_left_out(element: nodes.Element) -> bool:
    """Return whether an element holds code, mathematics or comments."""
    return isinstance(element, _NOT_PROSE)
