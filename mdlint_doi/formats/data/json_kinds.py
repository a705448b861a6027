"""Recognize the data format of a JSON text by its members, for files whose names do not show it.

Sources: the schema of CSL's input data, codemeta.json's `@context`, the metadata of a deposit at
Zenodo.
"""

from __future__ import annotations

import json
from typing import Final

_TYPES: Final = frozenset(
    {
        *("article", "article-journal", "article-magazine", "article-newspaper", "bill", "book"),
        *("broadcast", "chapter", "classic", "collection", "dataset", "document", "entry"),
        *("entry-dictionary", "entry-encyclopedia", "event", "figure", "graphic", "hearing"),
        *("interview", "legal_case", "legislation", "manuscript", "map", "motion_picture"),
        *("musical_score", "pamphlet", "paper-conference", "patent", "performance", "periodical"),
        *("personal_communication", "post", "post-weblog", "regulation", "report", "review"),
        *("review-book", "software", "song", "speech", "standard", "thesis", "treaty", "webpage"),
    }
)
_OF_ITEMS: Final = frozenset({"DOI", "issued", "container-title"})
"""Members of items whose type is a registry's word, such as `journal-article`."""
_OF_DEPOSITS: Final = frozenset({"title", "description", "license", "related_identifiers"})


def json_kind(text: str | bytes) -> str | None:
    """Return the format of a text: `csl`, `codemeta` or `zenodo`; None for any other text.

    An empty list is regarded as CSL JSON.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(data, list):
        return "csl" if not data or any(map(_is_item, data)) else None
    if not isinstance(data, dict):
        return None
    if "codemeta" in json.dumps(data.get("@context", "")).lower():
        return "codemeta"
    if "upload_type" in data or ("creators" in data and not _OF_DEPOSITS.isdisjoint(data)):
        return "zenodo"
    return "csl" if _is_item(data) else None


def _is_item(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    return isinstance(kind, str) and (kind in _TYPES or not _OF_ITEMS.isdisjoint(value))
