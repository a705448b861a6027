"""The content of a data file in any format: entries, and fields with their places.

A format finds entries. The next steps are shared: `mentions` and `claims` use the table of fields
in `meanings`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from mdlint_doi.lint.document import Insert, Suppression
from mdlint_doi.lint.model import Insertion, Write, shown
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

Path = tuple[str | int | None, ...]
"""The path to a value: names and indices, the outermost first; None for a key without a name."""


class Field(NamedTuple):
    """A value that may contain a DOI.

    Attributes:
        name: its name, as in the `Meaning` of the format.
        path: the path to it from its entry, as written.
        text: its value without the escapes of the format, with the place of each character.
        span: the span to underline if the value is empty.
        write: returns the written form of a text in this field; None if it cannot be written.
        insertion: returns how a field for the DOI can be added after this one; None if this is not
            possible.
    """

    name: str
    path: Path
    text: PlacedText
    span: Span
    write: Write
    insertion: Callable[[], Insertion] | None = None


class SearchedEntry(NamedTuple):
    """An entry that is a reference whose DOI can be searched for.

    Attributes:
        whole: the span of the whole entry.
        span: the span to underline.
        insert: returns the edit that writes a DOI into the entry.
    """

    whole: Span
    span: Span
    insert: Insert


class Entry(NamedTuple):
    """The part of a file about one work; in some formats, a file has only one entry.

    Attributes:
        key: its name in messages; empty if the entry is the whole file.
        fields: the fields that may contain a DOI.
        path: the path to it in the file.
        kind: its type in lower case; empty if it has none.
        has_name: whether it has a field for the DOI, even one that cannot be read.
        stated: the values that describe its work, each with its path; empty if they are not needed.
        parent: the key of the entry from which it inherits; empty if there is none.
        searched: how its DOI can be searched for; None if this is not possible or not needed.
        problem: the offset of the first error in its syntax, and its description; None if there is
            none.
    """

    key: str
    fields: tuple[Field, ...]
    path: Path = ()
    kind: str = ""
    has_name: bool = False
    stated: tuple[tuple[Path, str], ...] = ()
    parent: str = ""
    searched: SearchedEntry | None = None
    problem: tuple[int, str] | None = None

    @property
    def place(self) -> Span:
        """The span from the first to the last of `fields`, which must not be empty."""
        return Span(self.fields[0].span.start, self.fields[-1].span.end)


class Entries(Protocol):
    """The function with which a format finds entries."""

    def __call__(self, source: Source, *, full: bool) -> Iterator[Entry | Suppression]:
        """Yield the entries and the suppressions of a file.

        With `full`, entries include the values that describe their works, and how to search for
        their DOIs. Raises `FormatSyntaxError` if the file is not in the format.
        """


def dotted(path: Iterable[str | int | None]) -> str:
    """Return the path to a value in the usual notation, such as `references[2].doi`."""
    steps = (f"[{name}]" if isinstance(name, int) else f".{shown(str(name))}" for name in path)
    return "".join(steps).removeprefix(".")


def numbered(path: Path) -> str:
    """Return the name of an item without an `id`, which contains its number, from 1."""
    last = path[-1] if path else 0
    return f"item {last + 1 if isinstance(last, int) else last}"
