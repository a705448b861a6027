"""CSL JSON as a format: `DOI`, `URL` and `note` of each item."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mdlint_doi.formats.values import may_hold_doi
from mdlint_doi.lint.document import Claims
from mdlint_doi.lint.model import Form

if TYPE_CHECKING:
    from mdlint_doi.formats.json_data.values import Item, Names
    from mdlint_doi.lint.document import Document
    from mdlint_doi.lint.guard import Guard
    from mdlint_doi.lint.model import Mention
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.text.source import Source
    from mdlint_doi.works.claim import Claim

__all__ = ["may_hold_doi", "read", "same_page"]

_FORMS: Final = {"DOI": Form.FIELD, "URL": Form.VALUE, "note": Form.VALUE}


def read(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a list of items."""
    from mdlint_doi.formats.json_data.values import read_values

    document = read_values(source, settings, _choose, _items)
    return document.replace(claims=Claims(lambda: _claims(source, document.mentions)))


def _claims(source: Source, mentions: Sequence[Mention]) -> Iterator[Claim]:
    from mdlint_doi.formats.json_data.claims import claims_in, of_csl

    return claims_in(source, mentions, of_csl)


def same_page(settings: Settings) -> Guard:  # noqa: ARG001 - the protocol of formats
    """Return the guard of fixes: `json` reads the same but for DOIs."""
    from mdlint_doi.formats.json_data.guard import SameData

    return SameData()


def _choose(names: Names) -> Form | None:
    return _FORMS.get(str(names[-1])) if len(names) in (1, 2) else None


def _items(strings: Iterable[tuple[Names, str]]) -> Callable[[Names], Item]:
    """Return what says which item a string belongs to, by its `id` or its number from 1."""
    from mdlint_doi.formats.json_data.values import Item

    ids: dict[Names, str] = {}
    named: set[Names] = set()
    for names, text in strings:
        if names and names[-1] == "id":
            ids[names[:-1]] = text
        elif names and names[-1] == "DOI":
            named.add(names[:-1])

    def item(names: Names) -> Item:
        number = names[0] if len(names) > 1 else 0
        at = names[:-1]
        key = ids.get(at) or f"item {number + 1 if isinstance(number, int) else number}"
        return Item(key, at in named)

    return item
