"""The items of a JSON data file -> claims: CSL JSON, and the record of a .zenodo.json.

The file is read once more, and only where works are asked for.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from mdlint_doi.formats.json_strings import JsonString
from mdlint_doi.formats.json_text import DEEPEST_FIELD, strings
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.runs import Cover, passages_of, run_of
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.text.source import Source
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.claims import claims
from mdlint_doi.works.fields import claim_of_fields
from mdlint_doi.works.work import Person

Names = tuple[str | int, ...]
Way = Callable[[Mention, Names, object], Iterator[Claim]]
"""From a mention, the way to its string and the whole file to what is said of it there."""

_MOST_PEOPLE: Final = 200


def claims_in(source: Source, mentions: Sequence[Mention], way: Way) -> Iterator[Claim]:
    """Yield what a file says of the works of its mentions.

    Args:
        source: the file.
        mentions: its DOIs, in order.
        way: of its format.

    """
    if not mentions:
        return
    try:
        every = strings(source.text, deepest=DEEPEST_FIELD)
        placed = [(one, path.names if path else ()) for path, one in every]
        data = json.loads(source.text)
    except (FormatSyntaxError, ValueError, RecursionError):
        return
    starts = [one.span.start for one, _ in placed]
    named = (one for one in mentions if one.doi is not None)
    for at, group in groupby(named, lambda one: bisect_right(starts, one.span.start) - 1):
        if at < 0:
            continue
        string, names = placed[at]
        inside = list(group)
        if " " in string.text.strip():
            written = [one for one in inside if one.form is Form.VALUE]
            yield from _of_text(source, string, written)
            inside = [one for one in inside if one.form is not Form.VALUE]
        for mention in inside:
            yield from way(mention, names, data)


def _of_text(source: Source, string: JsonString, mentions: Sequence[Mention]) -> Iterator[Claim]:
    """Yield what a string says that is a whole reference: those of a .zenodo.json are."""
    content = string.placed(source.text)
    covers = []
    for mention in mentions:
        start = content.index(mention.span.start)
        end = max(start, content.index(mention.span.end - 1) + 1)
        covers.append(Cover(start, end, run_of(mention, "")))
    text = content.text
    for passage in passages_of(len(text), covers, (), lambda first, last: text[first:last]):
        yield from claims(passage)


def of_csl(mention: Mention, names: Names, data: object) -> Iterator[Claim]:
    """Yield what a CSL item says of the work of its `DOI`, or of its `URL` where it has none."""
    item = _at(data, names[:-1])
    is_url = names[-1:] == ("URL",) and isinstance(item, dict) and not item.get("DOI")
    if not isinstance(item, dict) or not (names[-1:] == ("DOI",) or is_url):
        return
    people = _list(item.get("author")) or _list(item.get("editor"))
    yield claim_of_fields(
        mention.doi,
        mention.span,
        titles=[one for name in ("title", "original-title") if (one := _text(item.get(name)))],
        people=[_csl_person(one) for one in people if isinstance(one, dict)],
        year=_csl_year(item.get("issued")),
        container=_text(item.get("container-title")),
        volume=_text(item.get("volume")),
        pages=_text(item.get("page")),
        note=_text(item.get("note")),
    )


def of_zenodo(mention: Mention, names: Names, data: object) -> Iterator[Claim]:
    """Yield what a .zenodo.json says of the work of its own `doi`."""
    if names != ("doi",) or not isinstance(data, dict):
        return
    people = (
        _text(one.get("name")) for one in _list(data.get("creators")) if isinstance(one, dict)
    )
    yield claim_of_fields(
        mention.doi,
        mention.span,
        titles=[one for one in (_text(data.get("title")),) if one],
        people=" and ".join(one.replace(" and ", " ") for one in people if one),
        year=_text(data.get("publication_date")),
        note=_text(data.get("notes")),
    )


def _csl_person(one: dict[str, object]) -> Person:
    particle = _text(one.get("non-dropping-particle"))
    family = " ".join(part for part in (particle, _text(one.get("family"))) if part)
    return Person(family, _text(one.get("given")), _text(one.get("literal")))


def _csl_year(issued: object) -> str:
    if not isinstance(issued, dict):
        return ""
    parts = _list(issued.get("date-parts"))
    first = parts[0] if parts and isinstance(parts[0], list) else []
    return " ".join(_text(one) for one in (*first[:1], issued.get("raw"), issued.get("literal")))


def _at(data: object, names: Names) -> object:
    for name in names:
        if isinstance(data, dict) and isinstance(name, str):
            data = data.get(name)
        elif isinstance(data, list) and isinstance(name, int) and name < len(data):
            data = data[name]
        else:
            return None
    return data


def _list(value: object) -> list[object]:
    return value[:_MOST_PEOPLE] if isinstance(value, list) else []


def _text(value: object) -> str:
    """Return a string, or a number as one; anything else says nothing."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""
