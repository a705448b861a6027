"""What the selected rules need: asked before the rules are imported.

A run over files without a DOI never imports them.
"""

from __future__ import annotations

from mdlint_doi.lint.rule import ON_REQUEST, Need
from mdlint_doi.lint.selection import Selection
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.spelling import Notations


def notations_of(settings: Settings, path: str | None = None) -> Notations:
    """Return what counts as a DOI, in a file or (None) in any; see `is_needed`."""
    found = settings.notations
    return found if is_needed(Need.PUBLISHERS, settings, path) else found.without_publishers


def is_needed(need: Need, settings: Settings, path: str | None = None) -> bool:
    """Return whether a selected rule needs something, in a file or (None) in any.

    The rules are imported only where the settings select others than the default ones; to read
    such settings has imported them already.
    """
    if need in ON_REQUEST and settings.selects_default:
        return False
    return Selection.of(settings, path).needs(need)
