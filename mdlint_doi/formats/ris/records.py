"""The records of a RIS file -> mentions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from mdlint_doi.formats.ris.syntax import RisRecord, read_records
from mdlint_doi.formats.values import name_mention, value_mentions, with_twins
from mdlint_doi.lint.container import Container, as_it_stands
from mdlint_doi.lint.document import Claims, Document
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim

_NAME: Final = "DO"
_VALUES: Final = frozenset({"UR", "LK", "L2", "N1"})


def read_references(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a list of references."""
    mentions: list[Mention] = []
    keys: list[str] = []
    for number, record in enumerate(read_records(source.text), 1):
        key = _key(record, source.text) or f"record {number}"
        found = _mentions(source, settings, record, key)
        mentions += found
        keys += [key] * len(found)
    told = tuple(with_twins(mentions, keys))
    return Document(source, told, claims=Claims(lambda: _claims(source, told)))


def _claims(source: Source, mentions: Sequence[Mention]) -> Iterator[Claim]:
    from mdlint_doi.formats.ris.claims import claims_in

    return claims_in(source, mentions)


def _key(record: RisRecord, text: str) -> str:
    keys = (field.value.cut(text) for field in record.fields if field.name.cut(text) == "ID")
    return next(keys, "")


def _mentions(source: Source, settings: Settings, record: RisRecord, key: str) -> list[Mention]:
    text = source.text
    fields = [(field.name.cut(text), field) for field in record.fields]
    lacks = not any(tag == _NAME for tag, _ in fields)
    found: list[Mention] = []
    for tag, field in fields:
        written = field.text(text)
        container = Container(f"{shown(key)}, {tag}", written, as_it_stands, lacks_doi=lacks)
        if tag == _NAME:
            # An empty value has no width; its tag is underlined.
            one = name_mention(source, field.name, written, container)
            found += [] if one is None else [one]
        elif tag in _VALUES:
            found += value_mentions(source, written, container, settings.servers)
    return found
