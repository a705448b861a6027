"""The items of a CSL YAML file -> mentions.

Source: Pandoc's manual, "Specifying bibliographic data": a list of items, or one under the key
`references`; the variables are those of CSL JSON.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mdlint_doi.formats.values import with_twins
from mdlint_doi.formats.yaml_text import Path, Style
from mdlint_doi.formats.yaml_values import Wanted, scalar_mentions, scalars_of, suppressions_of
from mdlint_doi.lint.document import Claims, Document
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim

_NAME: Final = "doi"
_FORMS: Final = {_NAME: Form.FIELD, "url": Form.VALUE, "note": Form.VALUE}
"""Pandoc reads `DOI` and `doi` alike."""


def read_items(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a list of items, and our comments."""
    scalars = scalars_of(source)
    if isinstance(scalars, Document):
        return scalars
    values = [one for one in scalars if not one.is_key and one.style is not Style.ALIAS]
    ids = {one.path[:-1]: one.value for one in values if one.path[-1:] == ("id",)}
    named = {one.path[:-1] for one in values if _last(one.path) == _NAME}
    mentions: list[Mention] = []
    keys: list[str] = []
    for one in values:
        form = _FORMS.get(_last(one.path)) if _is_of_item(one.path) else None
        if form is not None:
            key = ids.get(one.path[:-1]) or _numbered(one.path)
            label = f"{shown(key)}, {one.path[-1]}"
            wanted = Wanted(form, label, one.path[:-1] not in named)
            found = list(scalar_mentions(source, settings, one, wanted))
            mentions += found
            keys += [key] * len(found)
    suppressions = tuple(suppressions_of(source.text, scalars))
    told = tuple(with_twins(mentions, keys))
    return Document(source, told, suppressions, claims=Claims(lambda: _claims(source, told)))


def _claims(source: Source, mentions: Sequence[Mention]) -> Iterator[Claim]:
    from mdlint_doi.formats.csl_yaml.claims import claims_in

    return claims_in(source, mentions)


def _last(path: Path) -> str:
    return str(path[-1]).lower() if path else ""


def _is_of_item(path: Path) -> bool:
    return len(path) == 2 or (len(path) == 3 and path[0] == "references")


def _numbered(path: Path) -> str:
    """Return how an item without `id` is called: by its number from 1."""
    number = path[-2]
    return f"item {number + 1 if isinstance(number, int) else number}"
