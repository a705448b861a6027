"""The records of a RIS file and their fields, as spans of the file; and as entries.

As in the RIS format of Research Information Systems (2001): a line is a tag of two characters, two
blanks, `-` and a value, and a record goes from `TY` to `ER`. A line without a tag goes on with the
value of the one before it. What programs write beside that is taken, too: a record without `TY` or
without `ER`, and text before the first tag, which is nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mdlint_doi.formats.data.entry import Entry, Field
from mdlint_doi.formats.data.meanings import RIS
from mdlint_doi.lint.document import as_it_stands
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
        name: where its tag stands: `DO`.
        value: where its value stands, without the blanks around; over line ends if it goes on.

    """

    name: Span
    value: Span

    def text(self, source: str) -> PlacedText:
        """Return the value, with its line ends."""
        return PlacedText.as_it_stands(source, self.value)


class RisRecord(NamedTuple):
    """A record.

    Attributes:
        span: from its first tag to the end of its last line that is not blank.
        fields: in order, `TY` and `ER` among them.
        closed: whether `ER` ends it.

    """

    span: Span
    fields: tuple[RisField, ...]
    closed: bool


def entries(source: Source, *, full: bool) -> Iterator[Entry]:
    """Yield the records of a list of references: see `Entries`."""
    for number, record in enumerate(read_records(source.text), 1):
        yield _entry(source.text, record, number, full=full)


def _entry(text: str, record: RisRecord, number: int, *, full: bool) -> Entry:
    fields = [(one.name.cut(text), one) for one in record.fields]
    stated = [((tag,), " ".join(one.value.cut(text).split())) for tag, one in fields if full]
    return Entry(
        next((one.value.cut(text) for tag, one in fields if tag == "ID"), "") or f"record {number}",
        # An empty value has no width; its tag is underlined.
        tuple(
            Field(tag, (tag,), one.text(text), one.name, as_it_stands)
            for tag, one in fields
            if tag in _HOLDERS
        ),
        has_name=any(tag == RIS.name for tag, _ in fields),
        stated=tuple(stated),
    )


def read_records(text: str) -> Iterator[RisRecord]:
    """Yield the records of a RIS file in order; any text is one.

    Args:
        text: of the file, without a BOM.

    """
    fields: list[RisField] = []
    for field in _fields(text):
        tag = field.name.cut(text)
        if tag == "TY" and fields:
            yield _record(fields, closed=False)
            fields = []
        fields.append(field)
        if tag == "ER":
            yield _record(fields, closed=True)
            fields = []
    if fields:
        yield _record(fields, closed=False)


def _record(fields: list[RisField], *, closed: bool) -> RisRecord:
    return RisRecord(Span(fields[0].name.start, fields[-1].value.end), tuple(fields), closed)


def _fields(text: str) -> Iterator[RisField]:
    name: Span | None = None
    start = end = 0
    for line in _LINE.finditer(text):
        tag = _TAG.match(text, *line.span())
        # What follows `ER` without a tag belongs to no field.
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
