"""What a data file holds, whatever it is written in: entries, and their fields at their places.

A format finds entries. What is made of them is shared: `mentions` and `claims`, by what
`meanings` says of the fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from mdlint_doi.lint.container import Insertion, Write
from mdlint_doi.lint.document import Insert, Suppression
from mdlint_doi.lint.model import shown
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

Path = tuple[str | int | None, ...]
"""The way to a value: names and indices, the outermost first; None for what is no name."""


class Field(NamedTuple):
    """A value that may hold a DOI."""

    name: str  # as the format's `Meaning` has it
    path: Path  # the way to it from its entry, as written
    text: PlacedText  # of the value, with its places, the format's escapes undone
    span: Span  # what to underline where the value is empty
    write: Write  # how a text is written there
    # returns how the entry could get a field for the DOI behind this one
    insertion: Callable[[], Insertion] | None = None


class SearchedEntry(NamedTuple):
    """An entry as a reference whose DOI could be searched."""

    whole: Span  # all of the entry
    span: Span  # what to underline
    insert: Insert  # how it gets a DOI


class Entry(NamedTuple):
    """What a file says of one work; some formats have one entry a file."""

    key: str  # how messages call it; empty where it is the file
    fields: tuple[Field, ...]  # those that may hold a DOI
    path: Path = ()  # the way to it in the file
    kind: str = ""  # its type, in lower case; empty where it has none
    has_name: bool = False  # whether it has a field for the DOI, be it one that cannot be read
    # the values that speak of its work, each with the way to it; only where asked for
    stated: tuple[tuple[Path, str], ...] = ()
    parent: str = ""  # the key of the entry from which it inherits; empty without one
    # how its DOI is searched; None where it is not, and where that is not asked for
    searched: SearchedEntry | None = None
    problem: tuple[int, str] | None = None  # where its syntax goes wrong, and how

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
