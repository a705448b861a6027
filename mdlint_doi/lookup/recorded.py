"""What can answer look-ups as a records file does, without being read as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from mdlint_doi.names.doi import Doi

if TYPE_CHECKING:
    from mdlint_doi.lookup.stored import Stored
    from mdlint_doi.works.work import WorkOutcome


@runtime_checkable
class Recorded(Protocol):
    """A path, given as the setting `records`, that knows how its file is read.

    Both raise `LookupSettingsError` for a file that can't be used.
    """

    def __fspath__(self) -> str:
        """Return the path."""

    def outcomes(self, names: Iterable[Doi]) -> Mapping[Doi, Stored]:
        """Return what is known of names; the others are asked."""

    def works(self, names: Iterable[Doi]) -> Mapping[Doi, WorkOutcome]:
        """Return what names are registered as, as far as that is known."""
