"""A .zenodo.json as a format: `doi`, related identifiers and references."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mdlint_doi.formats.values import may_hold_doi
from mdlint_doi.lint.document import Claims
from mdlint_doi.lint.model import Form

if TYPE_CHECKING:
    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.guard import Guard
    from mdlint_doi.lint.model import Mention
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.text.source import Source
    from mdlint_doi.works.claim import Claim

__all__ = ["may_hold_doi", "read", "same_page"]

_VALUES: Final = frozenset({"identifier", "id", "references", "notes"})


def read(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a .zenodo.json."""
    from mdlint_doi.formats.json_data.values import read_values

    document = read_values(source, settings, _choose)
    return document.replace(claims=Claims(lambda: _claims(source, document.mentions)))


def _claims(source: Source, mentions: Sequence[Mention]) -> Iterator[Claim]:
    from mdlint_doi.formats.json_data.claims import claims_in, of_zenodo

    return claims_in(source, mentions, of_zenodo)


def same_page(settings: Settings) -> Guard:  # noqa: ARG001 - the protocol of formats
    """Return the guard of fixes: `json` reads the same but for DOIs."""
    from mdlint_doi.formats.json_data.guard import SameData

    return SameData()


def _choose(names: tuple[str | int, ...]) -> Form | None:
    if names == ("doi",):
        return Form.FIELD
    words = [name for name in names if isinstance(name, str)]
    return Form.VALUE if words and words[-1] in _VALUES else None
