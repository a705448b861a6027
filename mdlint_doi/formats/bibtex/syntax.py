r"""The blocks of a BibTeX file and the fields of its entries, as spans of the file.

As BibTeX reads (Patashnik, BibTeXing, 1988) where it can: every brace counts, escaped or not, and a
quote inside braces ends no value. An entry that goes wrong that way is read once more as
bibtexparser reads: `\{` and `\"` delimit nothing, and braces inside quotes are characters. What
goes wrong either way is a problem, but no reason to lose the rest:

- A block does not go on past the next line that begins with one, so an entry with a brace too few
  costs the others nothing.
- Between fields, `%` begins a comment up to the end of the line, as for biber.
- What stands after a missing comma is a field all the same.

Each character is looked at a bounded number of times, and nothing here calls itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

_BLOCK: Final = pattern(r"@[ \t]*+([\w-]++)\s*+([{(])")
_LINE_BLOCK: Final = pattern(r"[\r\n][^\S\r\n]*+(@)[ \t]*+[\w-]++\s*+[{(]")
_GAP: Final = pattern(r"(?:\s++|(%)[^\r\n]*+)*+")
_BLANK: Final = pattern(r"\s*+")
_COMMENT: Final = pattern(r"%[^\r\n]*+")
_KEY: Final = {
    "}": pattern(r'(?:[^,={}]|(?<!\s)=(?!\s*+[{"]))*+'),
    ")": pattern(r'(?:[^,={})]|(?<!\s)=(?!\s*+[{"]))*+'),
}
"""A key, by the character that closes the block; an `=` before a value means that there is none."""
_WORDS: Final = {"}": pattern(r'[^={},"]*+'), ")": pattern(r'[^={},")]*+')}
"""What stands before an `=`, or other text up to what may follow."""
_BARE: Final = {"}": pattern(r'[^\s={},"#]++'), ")": pattern(r'[^\s={},"#)]++')}
_FIELD: Final = pattern(
    r"""\s*+ ([^\s={},"%]++) \s*+ = \s*+
    (?: \{ (?P<braced> [^{}]*+  (?:\{[^{}]*+\}[^{}]*+)*+)  \}
      | "  (?P<quoted> [^{}"]*+ (?:\{[^{}]*+\}[^{}"]*+)*+) "
      | (?P<number> [0-9]++)
      | (?P<macro> [a-zA-Z]++) )
    \s*+ (?: , | (?=\}) )""",
    re.VERBOSE,
)
"""A field as nearly all are, in a block in braces, with its comma."""
_BRACED: Final = pattern(r"\{[^{}]*+(?:\{[^{}]*+\}[^{}]*+)*+\}")
_QUOTED: Final = pattern(r'"[^{}"]*+(?:\{[^{}]*+\}[^{}"]*+)*+"')
_BRACE: Final = pattern(r"[{}]")
_BRACE_OR_QUOTE: Final = pattern(r'[{}"]')
_BARE_BRACE: Final = pattern(r"(?<!\\)[{}]")
_BARE_QUOTE: Final = pattern(r'(?<!\\)"')
_NO_BRACES: Final = pattern(r"[^{}]++")
_MARK: Final = pattern(r"[{})]")
_BARE_MARK: Final = pattern(r"(?<!\\)[{})]")


class PartKind(Enum):
    """What a part of a value is: `{text}`, `"text"`, a number, or the name of a macro."""

    BRACED = "braced"
    QUOTED = "quoted"
    NUMBER = "number"
    MACRO = "macro"


_KINDS: Final = {kind.value: kind for kind in PartKind}
_DELIMITED: Final = frozenset({PartKind.BRACED.value, PartKind.QUOTED.value})
_span: Final = Span._make


class Part(NamedTuple):
    """One part of a value; several are joined with `#`.

    Attributes:
        kind: how it is delimited.
        span: without its delimiters.

    """

    kind: PartKind
    span: Span


class Field(NamedTuple):
    """A field of an entry, or a macro that `@string` defines.

    Attributes:
        name: where its name stands.
        value: where its value stands, delimiters included.
        parts: of the value.

    """

    name: Span
    value: Span
    parts: tuple[Part, ...]

    @property
    def literal(self) -> bool:
        """Whether the value says all itself, without macros."""
        return all(part.kind is not PartKind.MACRO for part in self.parts)

    def text(self, source: str) -> PlacedText:
        """Return the value without its delimiters, a macro being its name."""
        return PlacedText.joined([PlacedText.as_it_stands(source, one.span) for one in self.parts])


class Problem(NamedTuple):
    """What is wrong with a block, and where."""

    offset: int
    reason: str


class Entry(NamedTuple):
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
    fields: tuple[Field, ...]
    comments: tuple[Span, ...]
    problem: Problem | None


class Macros(NamedTuple):
    """What a `@string` defines; attributes as for `Entry`."""

    span: Span
    fields: tuple[Field, ...]
    comments: tuple[Span, ...]
    problem: Problem | None


class Preamble(NamedTuple):
    """A `@preamble`: all of it, and what stands in it."""

    span: Span
    content: Span
    problem: Problem | None


class Comment(NamedTuple):
    """Text between two blocks without the blanks around; or a `@comment` and what stands in it."""

    span: Span
    content: Span
    problem: Problem | None


def read_blocks(text: str) -> Iterator[Entry | Macros | Preamble | Comment]:
    """Yield what stands in a BibTeX file, in order; any text is one."""
    limits = [block.start(1) for block in _LINE_BLOCK.finditer(text)]
    at = loose_until = 0
    while block := _BLOCK.search(text, at):
        yield from _between(text, at, block.start())
        following = bisect_right(limits, block.start())
        limit = limits[following] if following < len(limits) else len(text)
        reader = _Block(text, block, limit, loose=block.start() < loose_until)
        kind = block[1].lower()
        if kind in ("comment", "preamble"):
            content = reader.content()
            make = Comment if kind == "comment" else Preamble
            yield make(Span(block.start(), reader.at), content, reader.problem)
        else:
            reader = _read(reader, keyed=kind != "string")
            yield reader.entry() if kind != "string" else reader.macros()
            if reader.loose and reader.limit == limit:
                loose_until = limit
        at = reader.at
    yield from _between(text, at, len(text))


def _read(reader: _Block, *, keyed: bool) -> _Block:
    """Read a block as BibTeX does, and if that goes wrong, as bibtexparser does.

    A block without an end is not tried again and again: up to its limit, all others are read in
    the second way at once.
    """
    reader.read(keyed=keyed)
    if reader.loose or reader.problem is None:
        return reader
    again = reader.again()
    again.read(keyed=keyed)
    return again if again.problem is None or not reader.closed else reader


def _between(text: str, start: int, end: int) -> Iterator[Comment]:
    span = _trimmed(text, start, end)
    if span.end > span.start:
        yield Comment(span, span, None)


class _Block:
    """One block, while it is read.

    Attributes:
        at: what is read next; in the end, what stands behind the block.
        limit: where another block begins.
        loose: whether to read as bibtexparser does.
        closed: whether its end was found.
        key: of an entry.
        problem: the first.

    """

    def __init__(self, text: str, block: re.Match[str], limit: int, *, loose: bool) -> None:
        self.text = text
        self.at = block.end()
        self.limit = limit
        self.loose = loose
        self.closed = False
        self.key = Span(self.at, self.at)
        self.fields: list[Field] = []
        self.comments: list[Span] = []
        self.problem: Problem | None = None
        self._block = block
        self._closing = "}" if block[2] == "{" else ")"
        self._words = _WORDS[self._closing]
        self._bare = _BARE[self._closing]
        self._gap = _BLANK if loose else _GAP

    def again(self) -> _Block:
        """Return the same block, to be read in the other way, no further than it went this time."""
        limit = self.at if self.closed else self.limit
        return _Block(self.text, self._block, limit, loose=True)

    def content(self) -> Span:
        """Step over all of a block without fields; return what stands in it."""
        start = self.at
        depth = 0
        marks = _BARE_MARK if self.loose else _MARK
        for mark in marks.finditer(self.text, start, self.limit):
            if depth == 0 and mark[0] == self._closing:
                self.at = mark.end()
                return _trimmed(self.text, start, mark.start())
            depth += 1 if mark[0] == "{" else -1 if mark[0] == "}" and depth else 0
        if not self.loose:
            self.loose = True
            return self.content()
        self.at = self.limit
        self._problem(self._block.start(), "the block has no end")
        return _trimmed(self.text, start, self.limit)

    def entry(self) -> Entry:
        """Return what was read, as an entry."""
        span = Span(self._block.start(), self.at)
        fields, comments = tuple(self.fields), tuple(self.comments)
        return Entry(span, Span(*self._block.span(1)), self.key, fields, comments, self.problem)

    def macros(self) -> Macros:
        """Return what was read, as definitions of macros."""
        span = Span(self._block.start(), self.at)
        return Macros(span, tuple(self.fields), tuple(self.comments), self.problem)

    def read(self, *, keyed: bool) -> None:
        """Read key and fields up to the end."""
        if keyed:
            self._read_key()
            self._separator("a comma is expected behind the key")
        self._read_usual_fields()
        while (following := self._following()) and following != self._closing:
            if following == ",":
                self._problem(self.at, "a comma too many")
                self.at += 1
            else:
                self._read_field()
            self._read_usual_fields()
        if following:
            self.at += 1
            self.closed = True
        else:
            self._problem(self._block.start(), f"the entry is not closed with {self._closing}")

    def _read_key(self) -> None:
        self._following()
        end = self._end(_KEY[self._closing])
        if self.text[end : end + 1] == "=" and end < self.limit:
            self._problem(self.at, "the entry has no key")
            return
        self.key = Span(self.at, self.at + len(self.text[self.at : end].rstrip()))
        self.at = end

    def _separator(self, otherwise: str) -> None:
        """Step over a comma; nothing is missing at the end of the block."""
        following = self._following()
        if following == ",":
            self.at += 1
        elif following and following != self._closing:
            self._problem(self.at, otherwise)

    def _read_usual_fields(self) -> None:
        """Read as many fields as one expression can."""
        if self.loose or self._closing == ")":
            return
        text, at, limit = self.text, self.at, self.limit
        while field := _FIELD.match(text, at, limit):
            kind = field.lastgroup or "braced"
            value = start, end = field.span(kind)
            if kind in _DELIMITED:
                start, end = start - 1, end + 1
            parts = (Part(_KINDS[kind], _span(value)),)
            self.fields.append(Field(_span(field.span(1)), Span(start, end), parts))
            at = field.end()
        self.at = at

    def _read_field(self) -> None:
        """Read a field, or step over what is none."""
        end = self._end(self._words)
        written = self.text[self.at : end].rstrip()
        if end == self.limit or self.text[end] != "=":
            self._problem(self.at, "a field is expected")
            self.at = end
            self._skip()
            return
        words = written.split()
        if len(words) != 1:
            self._problem(self.at, "a name is expected" if words else "a field has no name")
        stop = self.at + len(written)
        name = Span(stop - len(words[-1]) if words else stop, stop)
        self.at = end + 1
        self._read_value(name)
        self._separator("a comma is missing")

    def _read_value(self, name: Span) -> None:
        parts: list[Part] = []
        following = self._following()
        start = end = self.at
        while following:
            part = self._part(following)
            if part is None:
                self._problem(end, "the value is not complete")
                break
            parts.append(part)
            end = self.at
            following = self._following()
            if following != "#":
                break
            self.at += 1
            following = self._following()
        if parts:
            self.fields.append(Field(name, Span(start, end), tuple(parts)))

    def _part(self, first: str) -> Part | None:
        """Return the part of a value that begins here, and step over it; None if there is none."""
        start = self.at
        if first in '{"':
            end = self._braced() if first == "{" else self._quoted()
            if end < 0:
                self.at = self.limit
                return None
            self.at = end
            kind = PartKind.BRACED if first == "{" else PartKind.QUOTED
            return Part(kind, Span(start + 1, end - 1))
        self.at = self._end(self._bare)
        if self.at == start:
            return None
        kind = PartKind.NUMBER if first.isdigit() else PartKind.MACRO
        return Part(kind, Span(start, self.at))

    def _skip(self) -> None:
        """Step over what stands here and belongs to nothing, up to a comma or the end."""
        first = self._following()
        if not first or first in (",", self._closing):
            return
        if first in '{"':
            self._part(first)
        else:
            self.at += 1

    def _following(self) -> str:
        """Step over blanks and comments; return the next character, empty at the limit."""
        gap = self._gap.match(self.text, self.at, self.limit)
        if gap is not None:
            if gap.lastindex:
                comments = _COMMENT.finditer(self.text, self.at, gap.end())
                self.comments += (Span(*comment.span()) for comment in comments)
            self.at = gap.end()
        return self.text[self.at] if self.at < self.limit else ""

    def _end(self, run: re.Pattern[str]) -> int:
        found = run.match(self.text, self.at, self.limit)
        return found.end() if found else self.at

    def _braced(self) -> int:
        """Return where the text in braces that begins here ends; -1 if it does not."""
        if not self.loose and (flat := _BRACED.match(self.text, self.at, self.limit)):
            return flat.end()
        depth = 1
        marks = _BARE_BRACE if self.loose else _BRACE
        for mark in marks.finditer(self.text, self.at + 1, self.limit):
            depth += 1 if mark[0] == "{" else -1
            if depth == 0:
                return mark.end()
        return -1

    def _quoted(self) -> int:
        """Return where the quoted text that begins here ends; -1 if it does not."""
        if self.loose:
            return self._loosely_quoted()
        if flat := _QUOTED.match(self.text, self.at, self.limit):
            return flat.end()
        depth = 0
        for mark in _BRACE_OR_QUOTE.finditer(self.text, self.at + 1, self.limit):
            if mark[0] != '"':
                depth += 1 if mark[0] == "{" else -1
            if depth < 0 or (mark[0] == '"' and depth == 0):
                return mark.end() if depth == 0 else -1
        return -1

    def _loosely_quoted(self) -> int:
        for mark in _BARE_QUOTE.finditer(self.text, self.at + 1, self.limit):
            around = self.text[mark.start() - 1 : mark.end() + 1]
            if around != '{"}':
                return mark.end()
        return -1

    def _problem(self, offset: int, reason: str) -> None:
        self.problem = self.problem or Problem(offset, reason)


def without_braces(text: PlacedText) -> PlacedText:
    """Return a text without its braces: `{{10.1000/{ABC}}}` as it is printed."""
    parts = [text.part(*run.span()) for run in _NO_BRACES.finditer(text.text)]
    return PlacedText.joined(parts) if parts else PlacedText("", text.start)


def _trimmed(text: str, start: int, end: int) -> Span:
    """Return a span without the blanks around what stands in it."""
    blank = _BLANK.match(text, start, end)
    start = blank.end() if blank else start
    return Span(start, start + len(text[start:end].rstrip()))
