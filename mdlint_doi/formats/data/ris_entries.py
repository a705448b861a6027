"""Find the records of a RIS file and their fields, as spans of the file, and as entries.

In the RIS format of Research Information Systems (2001), a line consists of a tag of two
characters, two blanks, `-` and a value, and a record extends from `TY` to `ER`. Here these two may
be missing. A line without a tag continues the value of the line before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mdlint_doi.formats.data.entry import Entry, Field
from mdlint_doi.formats.data.meanings import RIS
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.values import may_present
from mdlint_doi.lint.model import as_it_stands
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_LINE: Final = pattern(r"[^\r\n]++")
_TAG: Final = pattern(r"([A-Z][A-Z0-9])  -(?:[ \t]++|\Z)")
_HOLDERS: Final = RIS.holders


class RisField(NamedTuple):
    """A field of a record.

    Attributes:
        name: the span of its tag, such as `DO`.
        value: the span of its value, without surrounding blanks; it may contain line ends.
    """

    name: Span
    value: Span

    def text(self, source: str) -> PlacedText:
        """Return the value, with its line ends."""
        return PlacedText.as_it_stands(source, self.value)


def entries(source: Source, *, full: bool) -> Iterator[Entry]:
    """Yield the records of a file, as in `Entries`.

    Raises:
        FormatSyntaxError: if no line of a text that is not blank has a tag.
    """
    text = source.text
    if text.strip() and not any(_TAG.match(text, *line.span()) for line in _LINE.finditer(text)):
        reason = "no line has a tag, such as TY  - JOUR"
        raise FormatSyntaxError(0, reason)
    for number, record in enumerate(read_records(text), 1):
        fields = [(field.name.cut(text), field) for field in record]
        own = next((field.value.cut(text) for tag, field in fields if tag == "ID"), "")
        stated = [
            ((tag,), " ".join(field.value.cut(text).split())) for tag, field in fields if full
        ]
        yield Entry(
            own or f"record {number}",
            # An empty value has no width; its tag is underlined.
            tuple(
                Field(tag, (tag,), field.text(text), field.name, as_it_stands)
                for tag, field in fields
                if tag in _HOLDERS
                or (RIS.counted_in(tag) and may_present(text, field.value.start, field.value.end))
            ),
            has_name=any(tag == RIS.name for tag, _ in fields),
            stated=tuple(stated),
        )


def read_records(text: str) -> Iterator[tuple[RisField, ...]]:
    """Yield the fields of each record, from `TY` to `ER` if they are present."""
    fields: list[RisField] = []
    for field in _fields(text):
        tag = field.name.cut(text)
        if tag == "TY" and fields:
            yield tuple(fields)
            fields = []
        fields.append(field)
        if tag == "ER":
            yield tuple(fields)
            fields = []
    if fields:
        yield tuple(fields)


def _fields(text: str) -> Iterator[RisField]:
    name: Span | None = None
    start = end = 0
    for line in _LINE.finditer(text):
        tag = _TAG.match(text, *line.span())
        # Text after `ER` without a tag belongs to no field.
        if name is not None and (tag or name.cut(text) == "ER"):
            yield RisField(name, Span(start, end))
            name = None
        if tag:
            name = Span(*tag.span(1))
            start = end = tag.end()
        first = tag.end() if tag else line.start()
        written = text[first : line.end()].strip()
        if written:
            first = text.index(written, first)
            start = first if start == end else start
            end = first + len(written)
    if name is not None:
        yield RisField(name, Span(start, end))
