"""codemeta.json as a format: its identifiers and links, but never its `@context`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mdlint_doi.formats.values import may_hold_doi
from mdlint_doi.lint.model import Form

if TYPE_CHECKING:
    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.guard import Guard
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.text.source import Source

__all__ = ["may_hold_doi", "read", "same_page"]

_VALUES: Final = frozenset(
    {"@id", "id", "identifier", "sameAs", "url", "relatedLink", "citation", "referencePublication"}
)
_PROPERTY: Final = "value"
"""In `identifier`: `{"@type": "PropertyValue", "propertyID": "doi", "value": …}`."""


def read(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a codemeta.json."""
    from mdlint_doi.formats.json_data.values import read_values

    return read_values(source, settings, _choose)


def same_page(settings: Settings) -> Guard:  # noqa: ARG001 - the protocol of formats
    """Return the guard of fixes: `json` reads the same but for DOIs."""
    from mdlint_doi.formats.json_data.guard import SameData

    return SameData()


def _choose(names: tuple[str | int, ...]) -> Form | None:
    words = [name for name in names if isinstance(name, str)]
    if not words or "@context" in words:
        return None
    if words[-1] in _VALUES or (words[-1] == _PROPERTY and "identifier" in words):
        return Form.VALUE
    return None
