"""The scalars of a CITATION.cff -> mentions; its comments -> suppressions.

Source: the Citation File Format 1.2.0. `doi`, `collection-doi` and the value of an identifier of
type `doi` hold the bare name; its schema allows nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mdlint_doi.formats.json_data.values import dotted
from mdlint_doi.formats.yaml_text import Path, Style, YamlScalar
from mdlint_doi.formats.yaml_values import Wanted, scalar_mentions, scalars_of, suppressions_of
from mdlint_doi.lint.document import Claims, Document
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim

_NAMES: Final = frozenset({"doi", "collection-doi"})
_VALUES: Final = frozenset(
    {
        "url",
        "repository",
        "repository-code",
        "repository-artifact",
        "license-url",
        "message",
        "notes",
        "value",
    }
)


def read_citation(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a CITATION.cff, and our comments."""
    scalars = scalars_of(source)
    if isinstance(scalars, Document):
        return scalars
    types = {one.path[:-1]: one.value for one in scalars if _is_type(one)}
    mentions: list[Mention] = []
    for one in scalars:
        form = None if one.is_key or one.style is Style.ALIAS else _form(one.path, types)
        if form is not None:
            wanted = Wanted(form, dotted(one.path))
            mentions += scalar_mentions(source, settings, one, wanted)
    comments = tuple(suppressions_of(source.text, scalars))
    claims = Claims(lambda: _claims(source, mentions))
    return Document(source, tuple(mentions), comments, claims=claims)


def _claims(source: Source, mentions: Sequence[Mention]) -> Iterator[Claim]:
    from mdlint_doi.formats.cff.claims import claims_in

    return claims_in(source, mentions)


def _is_type(scalar: YamlScalar) -> bool:
    return not scalar.is_key and scalar.path[-1:] == ("type",)


def _form(path: Path, types: dict[Path, str]) -> Form | None:
    last = path[-1] if path else None
    if last in _NAMES:
        return Form.FIELD
    if last == "value":
        return Form.FIELD if types.get(path[:-1]) == "doi" else Form.VALUE
    return Form.VALUE if last in _VALUES else None
