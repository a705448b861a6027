"""What rules need beside a mention, and whether a run may need it.

Most of it costs something: look-ups, a second look for publishers' addresses, reading all files
before the first is judged. So it is asked for before the rules are imported, which a run over
files without a DOI never does.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mdlint_doi.lint.settings import Settings


class Need(StrEnum):
    """What a rule cannot speak without."""

    LOOKUP = "look-up"
    """What the DOI system says of the name."""
    PUBLISHERS = "publishers"
    """Publishers' addresses that hold a DOI; they are mentions for these rules alone."""
    WHOLE_PROJECT = "whole project"
    """All documents of the run."""
    WORKS = "works"
    """What the name is registered as."""
    CLAIMS = "claims"
    """What the document says of the work."""
    SEARCH = "search"
    """A search for the DOIs that references lack; `mdlint-doi search` alone makes it."""


ON_REQUEST: Final = frozenset({Need.PUBLISHERS, Need.WHOLE_PROJECT})
"""What no rule needs that is on by default; a test holds it."""


def is_needed(need: Need, settings: Settings, path: str | None = None) -> bool:
    """Return whether a selected rule needs something, in a file or (None) in any.

    The rules are imported only where the settings select others than the default ones; to read
    such settings has imported them already.
    """
    if need in ON_REQUEST and settings.selects_default:
        return False
    from mdlint_doi.lint.selection import Selection

    return Selection.of(settings, path).needs(need)
