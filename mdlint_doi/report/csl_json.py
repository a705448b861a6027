"""Bibliographic data as CSL JSON, for pandoc, Quarto, manubot, citeproc and Zotero.

Source: citation-style-language/schema, `csl-data.json` of CSL 1.0.2.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from mdlint_doi.report.bibtex import note
from mdlint_doi.report.safe import encodable
from mdlint_doi.works.citation import Citation
from mdlint_doi.works.work import Person


def render(citations: Iterable[Citation]) -> str:
    """Return an array with an item for each work."""
    items = [item(citation) for citation in citations]
    return encodable(json.dumps(items, ensure_ascii=False, indent=2))


def item(citation: Citation) -> dict[str, object]:
    """Return the item of a work, without empty members, in the order of the schema."""
    members = {
        "id": citation.key,
        "type": citation.type.csl,
        "title": citation.title,
        "author": [_name(person) for person in citation.authors],
        "editor": [_name(person) for person in citation.editors],
        "issued": _issued(citation.date),
        "container-title": citation.container,
        "collection-title": citation.series,
        "edition": citation.edition,
        "volume": citation.volume,
        "issue": citation.issue,
        "page": citation.pages,
        "publisher": citation.publisher,
        "publisher-place": citation.place,
        "ISBN": citation.isbn,
        "version": citation.version,
        "note": note(citation.replace(version="")),
        "DOI": str(citation.doi),
    }
    return {name: value for name, value in members.items() if value}


def _name(person: Person) -> dict[str, str]:
    if person.group:
        return {"literal": person.group}
    parts = {"family": person.family, "given": person.given, "suffix": person.suffix}
    return {name: value for name, value in parts.items() if value}


def _issued(date: str) -> dict[str, list[list[int]]]:
    return {"date-parts": [[*map(int, date.split("-"))]]} if date else {}
