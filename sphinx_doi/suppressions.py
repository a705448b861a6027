"""`.. mdlint-doi-disable DOI201` and its kin: comments that switch rules off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_doi.files import Files, Origin

if TYPE_CHECKING:
    from mdlint_doi.lint.suppression import Suppression


def suppressions_in(
    doctree: nodes.document,
    files: Files,
) -> dict[Origin, tuple[Suppression, ...]]:
    """Return the comments of a document that are meant for the checks, by source."""
    return {}
