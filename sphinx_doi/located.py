"""A mention together with where Sphinx says that it comes from."""

from __future__ import annotations

from dataclasses import dataclass

from mdlint_doi.lint.model import Mention
from sphinx_doi.origins import Origin


@dataclass(frozen=True, slots=True)
class Located:
    """One mention of a document.

    Attributes:
        mention: with places in its file, or in a text of its own where no file holds it.
        origin: file and part.
        in_file: whether the places are those of the file.

    """

    mention: Mention
    origin: Origin
    in_file: bool
