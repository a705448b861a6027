"""The strings of a JSON data file -> mentions: which of them are looked at, the format says."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from mdlint_doi.formats.json_strings import JsonString, written_like
from mdlint_doi.formats.json_text import DEEPEST_FIELD, JsonPath, strings
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.values import name_mention, value_mentions, with_twins
from mdlint_doi.lint.container import Container
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source

Names = tuple[str | int, ...]


class Value(NamedTuple):
    """A string of the file.

    Attributes:
        names: the way to it.
        string: at its place.
        form: FIELD or VALUE.

    """

    names: Names
    string: JsonString
    form: Form


class Item(NamedTuple):
    """An entry of a file that is a list of them; otherwise the file.

    Attributes:
        key: how messages call it; empty for the file.
        has_doi: whether it has a field for the name.

    """

    key: str
    has_doi: bool = True


def read_values(
    source: Source,
    settings: Settings,
    choose: Callable[[Names], Form | None],
    item_of: Callable[[Iterable[tuple[Names, str]]], Callable[[Names], Item]] | None = None,
) -> Document:
    """Return the DOIs of a JSON file.

    Args:
        source: the file.
        settings: `servers` is looked at.
        choose: says of the way to a string whether it is looked at, and as what.
        item_of: of all strings, says which entry one belongs to; None: the file is one.

    """
    try:
        placed = strings(source.text, deepest=DEEPEST_FIELD)
        every = [(_names(path), string) for path, string in placed]
    except FormatSyntaxError as error:
        line = source.location(min(error.offset, len(source.text))).line
        return Document(source, problem=f"no JSON: {error.reason} (line {line})")
    chosen = [
        Value(names, string, form) for names, string in every if (form := choose(names)) is not None
    ]
    item = item_of((names, string.text) for names, string in every) if item_of else None
    mentions: list[Mention] = []
    keys: list[str] = []
    for value in chosen:
        owner = item(value.names) if item else Item("")
        found = _mentions(source, settings, value, owner)
        mentions += found
        keys += [owner.key] * len(found)
    told = with_twins(mentions, keys) if item else mentions
    return Document(source, tuple(told))


def _mentions(source: Source, settings: Settings, value: Value, item: Item) -> list[Mention]:
    placed = value.string.placed(source.text)
    label = f"{shown(item.key)}, {value.names[-1]}" if item.key else dotted(value.names)
    container = Container(label, placed, written_like, lacks_doi=not item.has_doi)
    if value.form is Form.FIELD:
        one = name_mention(source, value.string.span, placed, container)
        return [] if one is None else [one]
    return list(value_mentions(source, placed, container, settings.servers))


def _names(path: JsonPath | None) -> Names:
    return path.names if path is not None else ()


def dotted(names: Iterable[str | int | None]) -> str:
    """Return the way to a value as people write it: `references[2].doi`."""
    steps = (f"[{name}]" if isinstance(name, int) else f".{shown(str(name))}" for name in names)
    return "".join(steps).removeprefix(".")
