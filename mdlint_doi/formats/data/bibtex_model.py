"""What stands in a BibTeX file, as spans of it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span


class PartKind(Enum):
    """What a part of a value is: `{text}`, `"text"`, a number, or the name of a macro."""

    BRACED = "braced"
    QUOTED = "quoted"
    NUMBER = "number"
    MACRO = "macro"


class ValuePart(NamedTuple):
    """One part of a value; several are joined with `#`.

    Attributes:
        kind: how it is delimited.
        span: without its delimiters.

    """

    kind: PartKind
    span: Span

    @property
    def whole(self) -> Span:
        """Where it stands, delimiters included."""
        width = int(self.kind in {PartKind.BRACED, PartKind.QUOTED})
        return Span(self.span.start - width, self.span.end + width)


class BibField(NamedTuple):
    """A field of an entry, or a macro that `@string` defines.

    Attributes:
        name: where its name stands.
        parts: of the value, one at least.

    """

    name: Span
    parts: tuple[ValuePart, ...]

    @property
    def value(self) -> Span:
        """Where the value stands, delimiters included."""
        return Span(self.parts[0].whole.start, self.parts[-1].whole.end)

    @property
    def literal(self) -> bool:
        """Whether the value says all itself, without macros."""
        return not self.has(PartKind.MACRO)

    def has(self, kind: PartKind) -> bool:
        """Return whether a part of the value is of a kind."""
        return kind in [part.kind for part in self.parts]

    def text(self, source: str) -> PlacedText:
        """Return the value without its delimiters, a macro being its name."""
        if len(self.parts) == 1:
            return PlacedText.as_it_stands(source, self.parts[0].span)
        return PlacedText.joined([PlacedText.as_it_stands(source, one.span) for one in self.parts])


class BibProblem(NamedTuple):
    """What is wrong with a block, and where."""

    offset: int
    reason: str


class BibEntry(NamedTuple):
    """An entry.

    Attributes:
        span: from its `@` to behind what closes it.
        type: where its type stands: `article`.
        key: where its key stands; may be empty.
        fields: in order, those with one name as well.
        comments: between the fields, each from its `%` to the end of the line.
        problem: the first, if there is any; fields may be missing then.

    """

    span: Span
    type: Span
    key: Span
    fields: tuple[BibField, ...]
    comments: tuple[Span, ...]
    problem: BibProblem | None


class Macros(NamedTuple):
    """What a `@string` defines; attributes as for `BibEntry`."""

    span: Span
    fields: tuple[BibField, ...]
    comments: tuple[Span, ...]
    problem: BibProblem | None


class Preamble(NamedTuple):
    """A `@preamble`: all of it, and what stands in it."""

    span: Span
    content: Span
    problem: BibProblem | None


class Comment(NamedTuple):
    """Text between two blocks without the blanks around; or a `@comment` and what stands in it."""

    span: Span
    content: Span
    problem: BibProblem | None
