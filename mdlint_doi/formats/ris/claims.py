"""The records of a RIS file -> claims: what each says of the work of its DOI.

The file is read once more, and only where works are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.formats.ris.syntax import read_records
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.text.source import Source
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.fields import claim_of_fields

_TITLES: Final = ("TI", "T1", "CT")
_PEOPLE: Final = ("AU", "A1")
_EDITORS: Final = ("A2", "ED", "A3")
_YEARS: Final = ("PY", "Y1", "DA")
_CONTAINERS: Final = ("JO", "T2", "JF", "JA", "BT")
_LINKS: Final = ("UR", "LK", "L2")
_MOST: Final = 200


def claims_in(source: Source, mentions: Sequence[Mention]) -> Iterator[Claim]:
    """Yield what the records say of the works of the mentions in them, in order."""
    text, at = source.text, 0
    for record in read_records(text):
        fields: dict[str, list[str]] = {}
        while at < len(mentions) and mentions[at].span.start < record.span.end:
            if not fields:
                for one in record.fields:
                    fields.setdefault(one.name.cut(text), []).append(one.value.cut(text))
            if _names_work(mentions[at]):
                yield _claim(mentions[at], fields)
            at += 1


def _names_work(mention: Mention) -> bool:
    container = mention.container
    if mention.doi is None or container is None:
        return False
    tag = container.label.rpartition(", ")[2]
    return mention.form is Form.FIELD or (container.lacks_doi and tag in _LINKS)


def _claim(mention: Mention, fields: dict[str, list[str]]) -> Claim:
    people = _all(fields, _PEOPLE) or _all(fields, _EDITORS)
    return claim_of_fields(
        mention.doi,
        mention.span,
        titles=_all(fields, _TITLES)[:3],
        people=" and ".join(one.replace(" and ", " ") for one in people[:_MOST]),
        year=" ".join(_all(fields, _YEARS)),
        container=next(iter(_all(fields, _CONTAINERS)), ""),
        volume=next(iter(fields.get("VL", ())), ""),
        pages=next(iter(fields.get("SP", ())), ""),
        note=" ".join(fields.get("N1", ())),
    )


def _all(fields: dict[str, list[str]], tags: Sequence[str]) -> list[str]:
    return [" ".join(one.split()) for tag in tags for one in fields.get(tag, ()) if one.strip()]
