"""The content of a data file, in any format: entries, and their fields at their places.

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
"""The way to a value: names and indices, the outermost first; None for what is no name."""


class Field(NamedTuple):
    """A value that may hold a DOI.

    Attributes:
        name: its name, as in the `Meaning` of the format.
        path: the path to it from its entry, as written.
        text: its value with the place of each character, the escapes of the format undone.
        span: what to underline if the value is empty.
        write: returns a text as it is written in this field; None if it cannot be.
        insertion: returns how the entry could get a field for the DOI after this one; None: it
            cannot.
    """

    name: str
    path: Path
    text: PlacedText
    span: Span
    write: Write
    insertion: Callable[[], Insertion] | None = None


class SearchedEntry(NamedTuple):
    """An entry as a reference whose DOI could be searched.

    Attributes:
        whole: where the whole entry stands.
        span: what to underline.
        insert: returns the edit that writes a DOI into the entry.
    """

    whole: Span
    span: Span
    insert: Insert


class Entry(NamedTuple):
    """The part of a file about one work; some formats have one entry a file.

    Attributes:
        key: how messages call it; empty if the entry is the whole file.
        fields: the fields that may hold a DOI.
        path: the path to it in the file.
        kind: its type in lower case; empty if it has none.
        has_name: whether it has a field for the DOI, even one that cannot be read.
        stated: the values that describe its work, each with the path to it; empty where they are
            not needed.
        parent: the key of the entry that it inherits from; empty: there is none.
        searched: how its DOI can be searched; None where it cannot be, or where that is not needed.
        problem: the offset where its syntax goes wrong, and what is wrong; None: nothing is.
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
        """From its first field that may hold a DOI to its last; there is one."""
        return Span(self.fields[0].span.start, self.fields[-1].span.end)


class Entries(Protocol):
    """How a format finds entries."""

    def __call__(self, source: Source, *, full: bool) -> Iterator[Entry | Suppression]:
        """Yield the entries of a file and our comments in it.

        With `full` the entries hold what they state, and how they are searched for. Raises
        `FormatSyntaxError` if the file is not of the format.
        """


def dotted(path: Iterable[str | int | None]) -> str:
    """Return the way to a value as people write it: `references[2].doi`."""
    steps = (f"[{name}]" if isinstance(name, int) else f".{shown(str(name))}" for name in path)
    return "".join(steps).removeprefix(".")


def numbered(path: Path) -> str:
    """Return how an item without an `id` is called: by its number from 1."""
    last = path[-1] if path else 0
    return f"item {last + 1 if isinstance(last, int) else last}"
