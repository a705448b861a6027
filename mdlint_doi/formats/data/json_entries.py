"""The entries of JSON data files: CSL's items, and a .zenodo.json or codemeta.json as one entry."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Final

from mdlint_doi.formats.data.entry import Entry, Field, Path, numbered
from mdlint_doi.formats.data.meanings import CODEMETA, CSL_JSON, ZENODO, Meaning
from mdlint_doi.formats.json_text import DEEPEST_FIELD, JsonString, strings, written_like
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.values import may_present
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source

_HOLDERS: Final = CSL_JSON.holders
_NO_TEXT: Final = {
    CSL_JSON.name: pattern(rf'(?<!\\)"{CSL_JSON.name}"\s*+:\s*+(?=[-\d{{\[tf])'),
    ZENODO.name: pattern(rf'(?<!\\)"{ZENODO.name}"\s*+:\s*+(?=[-\d{{tf])'),
}
"""The names of DOIs before a number, an object or another value that is not text, or null."""


def of_items(source: Source, *, full: bool) -> Iterator[Entry]:
    """Yield the items of CSL JSON, which is a list or a single item, as in `Entries`."""
    ids: dict[Path, str] = {}
    items: dict[Path, list[Field]] = {}
    for path, string in _strings(source):
        owner = path[:-1]
        name = path[-1] if path else None
        if name == "id":
            ids[owner] = string.text
        elif isinstance(name, str) and len(path) in (1, 2) and _is_read(name, string.text):
            field = _field(source, name, (name,), string)
            items.setdefault(owner, []).append(field)
    yield from () if full else _without_text(source, CSL_JSON)
    data = _loaded(source) if full else None
    for owner, fields in items.items():
        yield Entry(
            ids.get(owner) or numbered(owner),
            tuple(fields),
            owner,
            has_name=any(field.name == CSL_JSON.name for field in fields),
            stated=tuple(_leaves(_at(data, owner))),
        )


def _without_text(source: Source, meaning: Meaning) -> Iterator[Entry]:
    """Yield, for each value of a field for the DOI that is not text, its problem."""
    look = _NO_TEXT.get(meaning.name)
    for match in look.finditer(source.text) if look else ():
        yield Entry("", (), problem=(match.end(), f"the value of {meaning.name} is not text"))


def _is_read(name: str, text: str) -> bool:
    return name in _HOLDERS or (bool(CSL_JSON.counted_in(name)) and may_present(text))


def _whole(meaning: Meaning, source: Source, *, full: bool) -> Iterator[Entry]:
    fields = [
        _field(source, name, path, string)
        for path, string in _strings(source)
        if (name := _name_in(path, meaning)) is not None
    ]
    yield from () if full else _without_text(source, meaning)
    yield Entry("", tuple(fields), stated=tuple(_leaves(_loaded(source))) if full else ())


of_zenodo: Final = partial(_whole, ZENODO)
of_codemeta: Final = partial(_whole, CODEMETA)
"""Functions that yield a .zenodo.json or a codemeta.json as one entry, as in `Entries`."""


def _name_in(path: Path, meaning: Meaning) -> str | None:
    """Return the name of the field to which a string belongs; None if the string is not read.

    `@context` does not describe the work. An identifier may be
    `{"@type": "PropertyValue", "propertyID": "doi", "value": …}`.
    """
    if "@context" in path:
        return None
    if meaning.name and path == (meaning.name,):
        return meaning.name
    word = next((name for name in reversed(path) if isinstance(name, str)), "")
    word = "identifier" if word == "value" and "identifier" in path else word
    return word if word in meaning.texts else None


def _field(source: Source, name: str, path: Path, string: JsonString) -> Field:
    return Field(name, path, string.placed(source.text), string.span, written_like)


def _strings(source: Source) -> list[tuple[Path, JsonString]]:
    every = strings(source.text, deepest=DEEPEST_FIELD)
    return [(path.names if path is not None else (), string) for path, string in every]


def _loaded(source: Source) -> object:
    try:
        return json.loads(source.text)
    except (ValueError, RecursionError) as error:  # also a number with too many digits
        raise FormatSyntaxError(0, str(error)) from None


def _at(data: object, path: Path) -> object:
    for name in path:
        if isinstance(data, dict):
            data = data.get(name)
        elif isinstance(data, list) and isinstance(name, int) and name < len(data):
            data = data[name]
        else:
            return None
    return data


def _leaves(data: object, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield the strings and whole numbers in a value, each with its path."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from _leaves(value, (*path, name))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _leaves(value, (*path, index))
    elif isinstance(data, str):
        yield path, data
    elif isinstance(data, int) and not isinstance(data, bool):
        yield path, str(data)
