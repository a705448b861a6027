r"""Read one block of a BibTeX file: key, fields and comments of an entry, as spans of the file.

One expression reads each usual key and one each usual field; others are read step by step. Between
fields, `%` begins a comment, as in biber; a field may follow a missing comma. In the strict way of
reading, which is BibTeX's, every brace counts even if it is escaped, and a quote inside braces does
not end a value. In the loose way, which is bibtexparser's, `\{` and `\"` are not delimiters, and
braces in quotes are text.

A broken entry has a problem, and is read as far as possible: a value without braces ends at the
comma or with its line, a closing brace before further fields does not close the entry, and of an
entry without an end, each field on a line of its own is read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import compiled, pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

_GAP: Final = pattern(r"(?>(?:\s++|(%)[^\r\n]*+)*)")
_BLANK: Final = pattern(r"\s*+")
_COMMENT: Final = pattern(r"%[^\r\n]*+")
_KEY: Final = {
    "}": pattern(r'(?>(?:[^,={}]|(?<!\s)=(?!\s*+[{"]))*)'),
    ")": pattern(r'(?>(?:[^,={})]|(?<!\s)=(?!\s*+[{"]))*)'),
}
"""A key, by the character that closes the block; a name before `=` and a value is not a key."""
_WORDS: Final = {"}": pattern(r'[^={},"]*+'), ")": pattern(r'[^={},")]*+')}
"""The text before an `=`, or other text up to a delimiter, by the closing character."""
_BARE: Final = {"}": pattern(r'[^\s={},"#]++'), ")": pattern(r'[^\s={},"#)]++')}
_WORD: Final = pattern(r"[0-9]++|[^\W\d][\w.:+*&?/-]*+")
"""A number, or the name of a macro."""
_ADDRESS: Final = pattern(r"[A-Za-z]++:(?://|10\.)|.*(?<![0-9])10\.[0-9]{3,}/", re.IGNORECASE)
"""A word that is an address or a DOI, and hardly the name of a macro."""
_AFTER_WORD: Final = pattern(r"""\s*+(?:[,#%)}]|\Z|[^\s={},"#%]++\s*+=)""")
"""What may follow a number or a macro; after a missing comma, this is a field."""
_UNDELIMITED: Final = pattern(r"(?>(?:[^\r\n,{}]|,(?!\s|\Z)|\{[^{}\r\n]*+\})*)")
"""A value without braces or quotes, up to a comma or to the end of its line."""
FIELD_HEAD: Final = r"""[A-Za-z][\w-]*+\s*+=\s*+[{"]"""
"""The beginning of a field whose value is in braces or quotes."""
_GOES_ON: Final = pattern(rf"[\s,]{{0,200}}+{FIELD_HEAD}")
_AFTER_NAME: Final = ".:;"
"""Characters with which no name of a field ends."""
_ODD_NAME: Final = pattern(r"""["'{]\s*+([A-Za-z][\w-]*+)\s*+["'}]\s*+=""")
_NO_EQUALS: Final = pattern(r"""([A-Za-z][\w-]*+)\s*+:?+\s*+(?=[{"])""")
_ON_A_LINE: Final = pattern(
    r"""(?:[,\r\n]|\A)[ \t]*+([A-Za-z][\w-]*+)[ \t]*+=[ \t]*+[{"]++([^{}"\r\n]*+)"""
)
"""A field and the text of its value up to the next delimiter, in an entry without an end."""
_USUAL_KEY: Final = pattern(r"""\s*+([^\s={}(),"#%]++)\s*+,""")
"""A usual key, with its comma."""
_KEY_BEFORE_NAME: Final = pattern(r"""[^\s={}(),"#%]++(?=\s++[^\s={}(),"#%]++\s*+\Z)""")
"""A key without a comma, before the name of a field."""
_NO_BRACE: Final = r"[\0-z|~-\U0010ffff]*+"
"""It matches the same as `[^{}]*+` in a third of the time, and reads most of a file."""
_USUAL_FIELD: Final = rf"""
    (?P<name> [^\s={{}},"%]++ (?<![.:;])) \s*+ = \s*+
    (?: \{{ (?P<braced> {_NO_BRACE}  (?>(?:\{{{_NO_BRACE}\}}{_NO_BRACE})*))  \}}
      | "  (?P<quoted> [^{{}}"]*+ (?>(?:\{{{_NO_BRACE}\}}[^{{}}"]*+)*)) "
      | (?P<number> [0-9]++)
      | (?P<macro> [a-zA-Z]++) )
    \s*+ (?: , | (?=\}}) )"""
"""A usual field in a block with braces, with its comma."""
_GROUP: Final = pattern(r"\(\?P<\w+>")
_MARK: Final = pattern(r"[{})]")
_BARE_MARK: Final = pattern(r"(?<!\\)[{})]")
_BRACED: Final = pattern(r"\{[^{}]*+(?>(?:\{[^{}]*+\}[^{}]*+)*)\}")
_QUOTED: Final = pattern(r'"[^{}"]*+(?>(?:\{[^{}]*+\}[^{}"]*+)*)"')
_BRACE: Final = pattern(r"[{}]")
_BRACE_OR_QUOTE: Final = pattern(r'[{}"]')
_BARE_BRACE: Final = pattern(r"(?<!\\)[{}]")
_BARE_QUOTE: Final = pattern(r'(?<!\\)"')


class PartKind(Enum):
    """The kind of a part of a value: `{text}`, `"text"`, a number, the name of a macro, or none.

    `BARE` is text without delimiters, which BibTeX cannot read.
    """

    BRACED = "braced"
    QUOTED = "quoted"
    NUMBER = "number"
    MACRO = "macro"
    BARE = "bare"


class ValuePart(NamedTuple):
    """One part of a value; several are joined with `#`.

    Attributes:
        kind: how it is delimited.
        span: its span in the file, without its delimiters.
    """

    kind: PartKind
    span: Span

    @property
    def whole(self) -> Span:
        """Its span in the file, including its delimiters."""
        width = int(self.kind in {PartKind.BRACED, PartKind.QUOTED})
        return Span(self.span.start - width, self.span.end + width)


class BibField(NamedTuple):
    """A field of an entry, or a macro that `@string` defines.

    Attributes:
        name: the span of its name in the file.
        parts: the parts of its value, at least one.
    """

    name: Span
    parts: tuple[ValuePart, ...]

    @property
    def value(self) -> Span:
        """The span of the value in the file, including its delimiters."""
        return Span(self.parts[0].whole.start, self.parts[-1].whole.end)

    @property
    def literal(self) -> bool:
        """Whether the value contains no macros."""
        return not self.has(PartKind.MACRO)

    def has(self, kind: PartKind) -> bool:
        """Return whether a part of the value is of a kind."""
        return kind in [part.kind for part in self.parts]

    def text(self, source: str) -> PlacedText:
        """Return the value without its delimiters; of a macro, the name."""
        if len(self.parts) == 1:
            return PlacedText.as_it_stands(source, self.parts[0].span)
        return PlacedText.joined(
            [PlacedText.as_it_stands(source, part.span) for part in self.parts]
        )


class BibProblem(NamedTuple):
    """The problem of a block, and its place.

    Attributes:
        offset: the offset of the problem in the file.
        reason: the description for the user.
    """

    offset: int
    reason: str


class BibEntry(NamedTuple):
    """An entry.

    Attributes:
        span: its span in the file, from `@` to the end of the closing delimiter.
        type: the span of its type, such as `article`.
        key: the span of its key, which may be empty.
        fields: its fields in order; a name may occur more than once.
        comments: the comments between the fields, each from its `%` to the end of the line.
        problem: the first problem, because of which fields may be missing; None if there is none.
    """

    span: Span
    type: Span
    key: Span
    fields: tuple[BibField, ...]
    comments: tuple[Span, ...]
    problem: BibProblem | None


class Macros(NamedTuple):
    """A `@string`, which defines macros.

    Attributes:
        span: its span in the file, from `@` to the end of the closing delimiter.
        fields: the macros in order, each with its value.
        comments: the comments between the macros.
        problem: the first problem; None if there is none.
    """

    span: Span
    fields: tuple[BibField, ...]
    comments: tuple[Span, ...]
    problem: BibProblem | None


class Preamble(NamedTuple):
    """A `@preamble`.

    Attributes:
        span: its span in the file, from `@` to the end of the closing delimiter.
        content: the span of the text between its delimiters.
        problem: the first problem; None if there is none.
    """

    span: Span
    content: Span
    problem: BibProblem | None


class Comment(NamedTuple):
    """A `@comment`, or the text between two blocks without the blanks around it.

    Attributes:
        span: its span in the file.
        content: the span of the text in a `@comment`; otherwise the same as `span`.
        problem: the first problem; None if there is none.
    """

    span: Span
    content: Span
    problem: BibProblem | None


_KINDS: Final = {kind.value: kind for kind in PartKind}


class BibBlock:
    """One block while it is read."""

    def __init__(
        self,
        text: str,
        block: re.Match[str],
        limit: int,
        wanted: frozenset[str] | None,
        *,
        loose: bool,
    ) -> None:
        self.text = text
        self.at = block.end()  # the offset to read next; in the end, that after the block
        self.limit = limit  # the offset where the next block begins
        self.loose = loose  # whether to read as bibtexparser does
        self.closed = False  # whether its end was found
        self.key = Span(self.at, self.at)  # of an entry
        self.fields: list[BibField] = []
        self.comments: list[Span] = []
        self.problem: BibProblem | None = None  # the first problem
        self._block = block
        self._wanted = wanted
        self._closing = ")" if block[2] == "(" else "}"
        self._words = _WORDS[self._closing]
        self._bare = _BARE[self._closing]
        self._gap = _BLANK if loose else _GAP

    def again(self) -> BibBlock:
        """Return the same block, to be read loosely, not beyond the end that was found."""
        limit = self.at if self.closed else self.limit
        return BibBlock(self.text, self._block, limit, self._wanted, loose=True)

    def left_out(self) -> Iterator[Span]:
        """Yield the parts of the text that may contain fields that were not wanted."""
        at = self.key.end
        for field in self.fields:
            yield Span(at, field.name.start)
            at = field.parts[-1].span.end
        yield Span(at, self.at)

    def with_all_fields(self) -> BibBlock:
        """Return the same block, to be read in the same way with all its fields."""
        return BibBlock(self.text, self._block, self.limit, None, loose=self.loose)

    def content(self) -> Span:
        """Move past a block without fields, and return the span of its content."""
        start = self.at
        depth = 0
        marks = _BARE_MARK if self.loose else _MARK
        for mark in marks.finditer(self.text, start, self.limit):
            if depth == 0 and mark[0] == self._closing:
                self.at = mark.end()
                return trimmed(self.text, start, mark.start())
            if mark[0] == "{":
                depth += 1
            elif mark[0] == "}" and depth:
                depth -= 1
        if not self.loose:
            self.loose = True
            return self.content()
        self.at = self.limit
        self._problem(self._block.start(), "the block is not closed")
        return trimmed(self.text, start, self.limit)

    def entry(self) -> BibEntry:
        """Return the entry that was read."""
        span = Span(self._block.start(), self.at)
        fields, comments = tuple(self.fields), tuple(self.comments)
        return BibEntry(span, Span(*self._block.span(1)), self.key, fields, comments, self.problem)

    def macros(self) -> Macros:
        """Return the definitions of macros that were read."""
        span = Span(self._block.start(), self.at)
        return Macros(span, tuple(self.fields), tuple(self.comments), self.problem)

    def read(self, *, keyed: bool) -> None:
        """Read the key, if `keyed`, and the fields up to the end."""
        if keyed:
            self._read_key()
        self._read_usual_fields()
        while (following := self._following()) and not self._ends(following):
            if following == ",":
                self._problem(self.at, "there is an extra comma")
                self.at += 1
            elif following == self._closing:
                self._problem(self.at, f"there is a {following} before further fields")
                self.at += 1
            else:
                self._read_field()
            self._read_usual_fields()
        if following:
            self.at += 1
            self.closed = True
        else:
            self._problem(self._block.start(), f"the entry is not closed with {self._closing}")
            self._read_lines()

    def _ends(self, following: str) -> bool:
        """Return whether the next character closes the block, and no field comes after it."""
        goes_on = _GOES_ON.match(self.text, self.at + 1, self.limit)
        return following == self._closing and goes_on is None

    def _read_lines(self) -> None:
        """Read the block again by lines, because it has no end: a value may contain other fields.

        Fields whose values contain no other field stay.
        """
        lines = [
            BibField(
                Span(*line.span(1)),
                (ValuePart(PartKind.BARE, trimmed(self.text, *line.span(2))),),
            )
            for line in _ON_A_LINE.finditer(self.text, self._block.end(), self.limit)
        ]
        starts = [field.name.start for field in lines]
        kept = [
            field
            for field in self.fields
            if bisect_right(starts, field.name.start) == bisect_right(starts, field.value.end - 1)
        ]
        known = {field.name.start for field in kept}
        kept += [field for field in lines if field.name.start not in known]
        self.fields = []
        for field in sorted(kept, key=lambda field: field.name.start):
            if not self.fields or field.name.start >= self.fields[-1].value.end:
                self.fields.append(field)

    def _read_key(self) -> None:
        """Read the key and its comma, usually with one expression."""
        if usual := _USUAL_KEY.match(self.text, self.at, self.limit):
            self.key = Span(*usual.span(1))
            self.at = usual.end()
            return
        while self._following() == "{":
            self._problem(self.at, "there is a second {")
            self.at += 1
        end = self._end(_KEY[self._closing])
        if self.text[end : end + 1] == "=" and end < self.limit:
            key = _KEY_BEFORE_NAME.match(self.text, self.at, end)
            if key is None:
                self._problem(self.at, "the entry has no key")
                return
            self._problem(self.at, "a comma is expected after the key")
            end = key.end()
        self.key = Span(self.at, self.at + len(self.text[self.at : end].rstrip()))
        self.at = end
        self._separator("a comma is expected after the key")

    def _separator(self, otherwise: str) -> None:
        """Move past a comma; without one, note a problem unless the block ends here."""
        following = self._following()
        if following == ",":
            self.at += 1
        elif following and following != self._closing:
            self._problem(self.at, otherwise)

    def _read_usual_fields(self) -> None:
        """Read fields as long as the expression for usual fields matches."""
        if self.loose or self._closing == ")":
            return
        text, at, limit, wanted = self.text, self.at, self.limit, self._wanted
        following = _usual_fields(wanted)
        field = following.match(text, at, limit)
        while field is not None:
            at = field.end()
            kind = field.lastgroup
            if kind is None:
                break
            if wanted is None or field["name"].lower() in wanted:
                part = ValuePart(_KINDS[kind], Span(*field.span(kind)))
                self.fields.append(BibField(Span(*field.span("name")), (part,)))
            field = following.match(text, at, limit)
        self.at = at

    def _read_field(self) -> None:
        """Read a field, or skip text that is not a field."""
        end = self._end(self._words)
        written = self.text[self.at : end].rstrip()
        if end == self.limit or self.text[end] != "=":
            found = _ODD_NAME.match(self.text, self.at, self.limit)
            found = found or _NO_EQUALS.match(self.text, self.at, self.limit)
            if found is not None:
                self._problem(self.at, "a field is written as name = {value}")
                self.at = found.end()
                self._read_value(Span(*found.span(1)))
                self._separator("a comma is missing")
                return
            self._problem(self.at, "a field is expected")
            self.at = end
            self._skip()
            return
        words = written.split()
        if len(words) != 1:
            self._problem(self.at, "a name is expected" if words else "a field has no name")
        stop = self.at + len(written)
        if words and words[-1][-1] in _AFTER_NAME:
            self._problem(self.at, f"a field name ends in {words[-1][-1]}")
            words[-1] = words[-1].rstrip(_AFTER_NAME)
            stop = self.at + len(written.rstrip(_AFTER_NAME))
        name = Span(stop - len(words[-1]) if words else stop, stop)
        self.at = end + 1
        self._read_value(name)
        self._separator("a comma is missing")

    def _read_value(self, name: Span) -> None:
        parts: list[ValuePart] = []
        while (following := self._following()) == "=":
            self._problem(self.at, "there is an extra =")
            self.at += 1
        end = self.at
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
            self.fields.append(BibField(name, tuple(parts)))

    def _part(self, first: str) -> ValuePart | None:
        """Return the part of a value that begins here, and move past it; None if there is none."""
        start = self.at
        if first in '{"':
            is_braced = first == "{"
            read = _braced_end if is_braced else _quoted_end
            end = read(self.text, start, self.limit, loose=self.loose)
            self.at = self.limit if end < 0 else end
            kind = PartKind.BRACED if is_braced else PartKind.QUOTED
            return None if end < 0 else ValuePart(kind, Span(start + 1, end - 1))
        end = self._end(self._bare)
        word = self.text[start:end]
        is_word = _WORD.fullmatch(word) and not _ADDRESS.match(word)
        if is_word and _AFTER_WORD.match(self.text, end, self.limit):
            self.at = end
            kind = PartKind.NUMBER if first.isdigit() else PartKind.MACRO
            return ValuePart(kind, Span(start, end))
        value = trimmed(self.text, start, self._end(_UNDELIMITED))
        if value.start == value.end:
            return None
        self._problem(start, "the value is not in braces")
        self.at = value.end
        return ValuePart(PartKind.BARE, value)

    def _skip(self) -> None:
        """Skip a value or character that belongs to no field, unless it is a comma or the end."""
        first = self._following()
        if first and first in '{"':
            self._part(first)
        elif first and first not in (",", self._closing):
            self.at += 1

    def _following(self) -> str:
        """Move past blanks and comments; return the next character, or nothing at the limit."""
        if gap := self._gap.match(self.text, self.at, self.limit):
            if gap.lastindex:
                comments = _COMMENT.finditer(self.text, self.at, gap.end())
                self.comments += (Span(*comment.span()) for comment in comments)
            self.at = gap.end()
        return self.text[self.at] if self.at < self.limit else ""

    def _end(self, run: re.Pattern[str]) -> int:
        found = run.match(self.text, self.at, self.limit)
        return found.end() if found else self.at

    def _problem(self, offset: int, reason: str) -> None:
        self.problem = self.problem or BibProblem(offset, reason)


@lru_cache(maxsize=16)
def _usual_fields(wanted: frozenset[str] | None) -> re.Pattern[str]:
    """Return an expression for the next usual field that is wanted, and the fields before it.

    If no wanted field follows, it matches the fields that are not wanted, and no group.
    """
    if wanted is None:
        return re.compile(rf"\s*+ {_USUAL_FIELD}", re.VERBOSE)
    names = "|".join(map(re.escape, sorted(wanted)))
    other = rf"\s*+ (?! (?i:{names}) [\s=] ) {_GROUP.sub('(?:', _USUAL_FIELD)}"
    return compiled(rf"(?>(?: {other} )*) (?: \s*+ {_USUAL_FIELD} | )", re.VERBOSE)


def trimmed(text: str, start: int, end: int) -> Span:
    """Return the span of `text[start:end]` without the blanks around it."""
    blank = _BLANK.match(text, start, end)
    start = blank.end() if blank else start
    return Span(start, start + len(text[start:end].rstrip()))


def _braced_end(text: str, at: int, limit: int, *, loose: bool) -> int:
    """Return the offset after the text in braces that begins at `at`; -1 if not before `limit`."""
    if not loose and (flat := _BRACED.match(text, at, limit)):
        return flat.end()
    depth = 1
    marks = _BARE_BRACE if loose else _BRACE
    for mark in marks.finditer(text, at + 1, limit):
        depth += 1 if mark[0] == "{" else -1
        if depth == 0:
            return mark.end()
    return -1


def _quoted_end(text: str, at: int, limit: int, *, loose: bool) -> int:
    """Return the offset after the quoted text that begins at `at`; -1 if not before `limit`."""
    if loose:
        quotes = (quote.end() for quote in _BARE_QUOTE.finditer(text, at + 1, limit))
        return next((end for end in quotes if text[end - 2 : end + 1] != '{"}'), -1)
    if flat := _QUOTED.match(text, at, limit):
        return flat.end()
    depth = 0
    for mark in _BRACE_OR_QUOTE.finditer(text, at + 1, limit):
        if mark[0] != '"':
            depth += 1 if mark[0] == "{" else -1
        if depth < 0 or (mark[0] == '"' and depth == 0):
            return mark.end() if depth == 0 else -1
    return -1
