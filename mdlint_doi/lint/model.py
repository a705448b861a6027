"""The values that pass between the steps of a run: mentions, findings and fixes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, Literal

from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi, DoiSyntaxError
from mdlint_doi.names.link import whole_sici
from mdlint_doi.names.scan.name_end import longer_names
from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Location, Source
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

Write = Callable[[str, str], str | None]
"""Returns the written form of a text, given the text around its place in the file, or None."""
Unchecked = Literal["", "registration", "work"]
"""The look-up that failed; empty if none did."""
MANUAL: Final = "https://github.com/sphinx-doi/sphinx-doi/blob/main/example_docs"
_DENSE: Final = 100
"""If a document has fewer code points for each finding, the findings keep the whole document."""
_BEHIND: Final = 60
"""The number of code points after a mention that rules may use."""
_WRITTEN: Final = frozenset({Kind.BARE, Kind.SCHEME, Kind.LINK, Kind.PROXY})
"""The kinds of spellings in which the DOI itself is the last part of the text."""
_LINE_END: Final = pattern(r"[ \t]*+[\r\n][ \t\r\n]*+")
LIMIT: Final = 120
"""The maximum length of a quotation in a message, in code points."""


class Form(StrEnum):
    """The construct of the document that contains the DOI."""

    DESTINATION = "destination"
    """The target of an inline link, `[t](here)` or `[t](<here>)`; an embedded target in rST."""
    DEFINITION = "definition"
    """The target of a link reference definition, `[label]: here`; a named target in rST."""
    IMAGE = "image"
    """The source of an image, `![t](here)`."""
    AUTOLINK = "autolink"
    """`<https://…>` or `<doi:…>`."""
    BARE_LINK = "bare-link"
    """A URL in running text that GitHub, linkify or docutils turns into a link."""
    ATTRIBUTE = "attribute"
    """`href` or `src` of an HTML element."""
    ROLE = "role"
    """The argument of a `doi` role, without its explicit title."""
    FRONT_MATTER = "front-matter"
    """A scalar of the YAML front matter."""
    FIELD = "field"
    """A field of a data file for a DOI alone, such as BibTeX's `doi`."""
    VALUE = "value"
    """A different field of a data file, such as `url` or `note`, which may have a link or a DOI."""
    LINK_TEXT = "link-text"
    """The visible text of a link that does not lead to a resolver."""
    TEXT = "text"
    """Running text that is not a link."""
    BROKEN = "broken"
    """A DOI that the document's own syntax cuts or changes."""

    @property
    def is_link(self) -> bool:
        """Whether the construct is a link, in which the DOI must be encoded as a URL."""
        return self not in _NO_LINKS


_NO_LINKS = frozenset(
    {Form.ROLE, Form.FRONT_MATTER, Form.FIELD, Form.VALUE, Form.LINK_TEXT, Form.TEXT, Form.BROKEN}
)


class Break(StrEnum):
    """How a document's syntax breaks a DOI (form BROKEN)."""

    ANGLE_IN_AUTOLINK = "angle-in-autolink"
    """`<` inside `<…>` or `(<…>)`, so there is no link."""
    BARE_ANGLE = "bare-angle"
    """`<` ends a bare URL, so the link leads to a different DOI."""
    PARENTHESIS = "parenthesis"
    """An unbalanced `)` ends, or an unbalanced `(` prevents, a destination."""
    TOO_EARLY = "too-early"
    """A bare URL in rST ends at a letter outside ASCII, before `abc_` or before `|`."""
    TOO_LATE = "too-late"
    """A bare URL in rST includes the `]_` after it."""
    GOES_ON = "goes-on"
    """GitHub's link to a bare URL in Markdown includes text after the DOI (form BARE_LINK)."""
    SPACE = "space"
    """A raw space in a destination, so there is no link."""
    ROLE_TITLE = "role-title"
    """A role reads a SICI as `title <target>`."""
    NO_ROLE = "no-role"
    """A role is mistyped, as in ``DOI:`10.1000/182` `` in rST, so there is no link."""
    NO_LINK = "no-link"
    """Markup that was meant as a link is incomplete, so there is no link."""
    LOOSE = "loose"
    """Brackets in Markdown were meant as a link; they are text, even if the address is a link."""
    GAP = "gap"
    """White space in the DOI or its address, in running text or in a field."""
    LINE_BREAK = "line-break"
    """The DOI continues on the next line."""
    EMPHASIS = "emphasis"
    """A `_` or `*` in the DOI is read as an emphasis marker."""


class Insertion(Value):
    """The place where an entry can get a `doi` field, and the text around the DOI in this field.

    Attributes:
        place: the empty span at which the field is inserted.
        before: the text before the DOI: `doi = {`.
        behind: the text after the DOI.
    """

    place: Span
    before: str
    behind: str


class Container(Value):
    """The part of a data file that contains a mention: a field of an entry, or a notebook's cell.

    Attributes:
        label: the name of the part in messages: `smith2019, doi`; `cell 3`.
        text: the text of the part, with the place of each character; edits may replace only text in
            these pieces.
        write: returns the written form of a text in this part; None if there is none.
        key: the key of the entry that contains the part; empty if entries have no keys.
        lacks_doi: whether the part belongs to an entry that has no field for the DOI.
        insertion: how such a field can be added to the entry; None if this is not possible.
        entry: the span of the entry that contains the part; None outside of data files.
        is_address: whether the part is a field for an address, which should contain nothing else.
        may_cite_others: whether the part is a field whose DOIs may belong to other works.
        is_tex: whether TeX may read the part, because styles print it as it is.
    """

    label: str
    text: PlacedText
    write: Write
    key: str = ""
    lacks_doi: bool = False
    insertion: Insertion | None = None
    entry: Span | None = None
    is_address: bool = False
    may_cite_others: bool = False
    is_tex: bool = False

    def written(self, source: str, span: Span, text: str) -> str | None:
        """Return the written form of a text that replaces a span; None if there is none."""
        added = self.insertion
        if added is not None and span == added.place:
            name = self.write(text, "")
            return None if name is None else f"{added.before}{name}{added.behind}"
        around = self._around(span)
        return None if around is None else self.write(text, _cut(source, around))

    def inside(self, outer: Container) -> Container:
        """Return this part of a document that is inside `outer`, a part of a file."""
        return _Inside(
            f"{outer.label}, {self.label}",
            *(self.text, self.write, self.key, self.lacks_doi, None, self.entry),
            *(self.is_address, self.may_cite_others, self.is_tex, self, outer),
        )

    def _around(self, span: Span) -> Span | None:
        """Return the adjacent pieces that contain a span, as one span; None if they do not."""
        pieces = self.text.all_pieces
        at = bisect_right(pieces, span.start, key=lambda piece: piece.start) - 1
        if at < 0:
            return None
        start, end = pieces[at].start, pieces[at].end
        while end < span.end and at + 1 < len(pieces) and pieces[at + 1].start == end:
            at += 1
            end = pieces[at].end
        return Span(start, end) if span.end <= end else None


class _Inside(Container):
    """A part of a document inside a file, such as a field of an entry in a docstring or a cell.

    A text is written first for the inner part, then for the outer one.

    Attributes:
        field: the part of the inner document.
        outer: the part of the file that contains the inner document.
    """

    field: Container | None = None
    outer: Container | None = None

    def written(self, source: str, span: Span, text: str) -> str | None:
        """Return the written form of a text that replaces a span of the file; None if none is."""
        inner = self.field.written(source, span, text) if self.field else text
        return inner if inner is None or not self.outer else self.outer.written(source, span, inner)


@lru_cache(maxsize=1)
def _cut(source: str, around: Span) -> str:
    """Return the text of a span; cached, because the same object keeps its hash for later use."""
    return around.cut(source)


def as_it_stands(text: str, _around: str) -> str:
    """Return a text unchanged, for parts of files without escapes."""
    return text


class Mention(Value):
    """One place where a document presents a DOI; each format produces these values.

    Attributes:
        source: the document.
        span: the whole construct in the source, such as `[text](https://doi.org/…)`.
        written: the text of the DOI without the markup's escapes, with the place of each character.
        form: the construct that contains the DOI.
        spelling: the parts of `written.text`.
        title: the visible text of a link, or the explicit title of a role; for an identifier in an
            entry, a different identifier of the same entry; None if there is none.
        broken: how the document's syntax breaks the DOI, for `Form.BROKEN`; `written` is then the
            whole DOI as far as it is visible. For a bare link, `Break.GOES_ON`.
        repair: the text that should replace `span`, if it is broken and the whole DOI is visible.
        angle: whether the destination is enclosed in `<…>`.
        linked_in_block: for `Form.TEXT`: whether the same block links the same DOI or contains it
            before, or cannot contain a link; for an identifier: whether its block or entry contains
            the same DOI.
        in_html: whether the block is HTML, in which brackets do not make a link.
        in_rst: whether the document is reStructuredText.
        markup_unknown: whether the markup of the document is unknown: a docstring may be Markdown
            instead of reStructuredText.
        container: the part of a data file that contains the mention; None in a document.
        shown: for a link whose text is a resolver's address of the same DOI, the mention of this
            address; for a definition, such addresses in the texts of its references.
        context: the code point before the mention and up to 60 after it, if its document is a part
            of a file; None: they are read from `source`.
        in_example: whether the mention is in a code block that readers copy and may have to
            complete.
        argument_of: the name of the shortcode, macro or component of which the mention is an
            argument; empty if it has no name, as an attribute list; None in other text.
        marks: for a DOI in running text, the marks after it, which may be a part of the DOI; None:
            there are none, or the markup shows where the DOI ends.
        linked: for a bare link, how many of these marks the page includes in the link; None if it
            makes no link.
    """

    source: Source
    span: Span
    written: PlacedText
    form: Form
    spelling: Spelling
    title: str | None = None
    broken: Break | None = None
    repair: str | None = None
    angle: bool = False
    linked_in_block: bool = False
    in_html: bool = False
    in_rst: bool = False
    markup_unknown: bool = False
    container: Container | None = None
    shown: tuple[Mention, ...] = ()
    context: tuple[str, str] | None = None
    in_example: bool = False
    argument_of: str | None = None
    marks: PlacedText | None = None
    linked: int | None = None

    @property
    def longer(self) -> tuple[Doi, ...]:
        """The DOIs that end in one or more of the marks after it, the shortest first.

        There are none if the DOI is only implied, or if query or fragment follow it.
        """
        spelling, doi = self.spelling, self.doi
        is_broken = self.form is Form.BROKEN and self.broken is not Break.TOO_LATE
        has_tail = spelling.tail.end > spelling.tail.start
        if doi is None or self.marks is None or is_broken or has_tail:
            return ()
        return longer_names(doi, self.marks.text) if spelling.kind in _WRITTEN else ()

    @property
    def around(self) -> tuple[str, str]:
        """The code point before the mention and the two after it, if they exist."""
        before, behind = self.surroundings
        return before, behind[:2]

    @property
    def surroundings(self) -> tuple[str, str]:
        """The code point before the mention, and all code points after it that a rule may use."""
        if self.context is not None:
            return self.context
        text, start, end = self.source.text, self.span.start, self.span.end
        return text[max(0, start - 1) : start], text[end : end + _BEHIND]

    @property
    def location(self) -> Location:
        """The line and the column where the mention begins."""
        return self.source.location(self.span.start)

    @property
    def doi(self) -> Doi | None:
        """The DOI that a reader of the document reaches; None if the text is not a DOI.

        This is the whole DOI even for a SICI that the document's syntax or an unencoded `#` cuts.
        """
        whole = whole_sici(self.spelling) if self.form is Form.BROKEN else None
        return whole or self.spelling.doi

    @property
    def error(self) -> DoiSyntaxError | None:
        """The reason why the text is not a DOI; None if it is one."""
        return self.spelling.error


class Safety(StrEnum):
    """Whether `--fix` applies a fix, or only `--unsafe-fixes`."""

    SAFE = "safe"
    """The DOI stays the same by the standards, or look-ups show that exactly one DOI is meant."""
    UNSAFE = "unsafe"
    """The fix is a guess."""


FIX_MARKS: Final = {Safety.SAFE: "[*] ", Safety.UNSAFE: "[?] "}
"""The marks before the message of a finding with a fix."""


class Edit(Value):
    """A replacement of a span by a new text.

    Attributes:
        span: the span to replace; if it is empty, the text is inserted there.
        replacement: the new text.
    """

    span: Span
    replacement: str

    @property
    def order(self) -> tuple[int, int, str]:
        """The key for sorting edits."""
        return self.span.start, self.span.end, self.replacement

    @property
    def growth(self) -> int:
        """The number of code points by which the edit lengthens the text."""
        return len(self.replacement) - (self.span.end - self.span.start)


class Fix(Value):
    """Edits that are applied together; they are sorted and do not overlap.

    Attributes:
        edits: the edits, in order.
        safety: whether the fix is certain or a guess.
        doi: the DOI that a reader reaches there after the edits.
        was: the DOI that a reader reached there before the edits; None if there was no DOI, or only
            a part of one because of the document's syntax.
    """

    edits: tuple[Edit, ...]
    safety: Safety
    doi: Doi | None = None
    was: Doi | None = None

    def to_dict(self, first: int = 0) -> dict[str, Any]:
        """Return the safety and the edits; offsets count from `first`."""
        edits = [
            {
                "start": first + edit.span.start,
                "end": first + edit.span.end,
                "replacement": edit.replacement,
            }
            for edit in self.edits
        ]
        return {"safety": self.safety.value, "edits": edits}

    def shifted(self, by: int) -> Fix:
        """Return the fix with its spans moved by `by` code points."""
        edits = tuple(Edit(edit.span.shift(by), edit.replacement) for edit in self.edits)
        return self.replace(edits=edits)


class Finding(Value):
    """One problem in one place.

    Attributes:
        code: the rule's code, `DOI201`.
        name: the rule's name, `unusual-address`.
        severity: the severity of this finding, which may be lower than the severity of its rule.
        message: one line that includes the solution, without control characters from the document.
        source: the document.
        span: the span to underline.
        doi: the DOI that the finding is about; None if there is none.
        fix: the fix; None if there is none.
        where: the part of a data file that contains the problem: `smith2019, doi`; empty in a
            document.
        unchecked: the look-up that failed, `registration` or `work`, so that the finding is not a
            fault of the document; empty if none failed.
    """

    code: str
    name: str
    severity: Severity
    message: str
    source: Source
    span: Span
    doi: Doi | None = None
    fix: Fix | None = None
    where: str = ""
    unchecked: Unchecked = ""

    def fails(self, least: Severity) -> bool:
        """Return whether the finding fails a run, given the lowest severity that fails it.

        Failed look-ups do not fail a run here; the setting `strict` controls this.
        """
        return self.severity.reaches(least) and not self.unchecked

    def __str__(self) -> str:
        """Return `path:line:column: CODE [name] message`, as the format `concise` prints it."""
        place = f"{self.path}:{self.line}:{self.column}"
        word = "hint: " if self.severity is Severity.HINT else ""
        mark = FIX_MARKS[self.fix.safety] if self.fix else ""
        return f"{place}: {self.code} [{self.name}] {word}{mark}{self.whole_message}"

    @property
    def whole_message(self) -> str:
        """The message, after the name of the part of a data file, if there is one."""
        return f"{self.where}: {self.message}" if self.where else self.message

    @property
    def path(self) -> str:
        """The path of the document, as the caller passed it."""
        return self.source.name

    @property
    def line(self) -> int:
        """The line where the finding begins, from 1."""
        return self.source.location(self.span.start).line

    @property
    def column(self) -> int:
        """The column where the finding begins, in code points, from 1."""
        return self.source.location(self.span.start).column

    @property
    def end_line(self) -> int:
        """The line where the finding ends, from 1."""
        return self.source.location(self.span.end).line

    @property
    def end_column(self) -> int:
        """The column after the last code point of the finding, from 1."""
        return self.source.location(self.span.end).column

    @property
    def ends(self) -> tuple[Location, Location]:
        """The locations where the finding begins, and after its last code point."""
        return self.source.locations(self.span)

    @property
    def order(self) -> tuple[str, int, int, str]:
        """The key for sorting findings."""
        source, start, end = self.source, self.span.start, self.span.end
        return source.name, source.first_offset + start, source.first_offset + end, self.code

    def detached(self) -> Finding:
        """Return the finding with only its own lines as the source, to release the document."""
        edits = self.fix.edits if self.fix else ()
        spans = [self.span, *(edit.span for edit in edits)]
        source = self.source.lines(min(spans).start, max(span.end for span in spans))
        by = self.source.first_offset - source.first_offset
        if not by:
            return self.replace(source=source)
        return self.replace(
            source=source,
            span=self.span.shift(by),
            fix=self.fix and self.fix.shifted(by),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the finding for `--output-format json`, without `registered` and `fixed`."""
        start, end = self.ends
        return {
            "path": self.path,
            "line": start.line,
            "column": start.column,
            "end_line": end.line,
            "end_column": end.column,
            "code": self.code,
            "name": self.name,
            "rule_url": rule_address(self.code),
            "severity": self.severity.value,
            "message": self.message,
            "where": self.where or None,
            "doi": None if self.doi is None else str(self.doi),
            "url": None if self.doi is None else self.doi.url(),
            "fix": None if self.fix is None else self.fix.to_dict(self.source.first_offset),
        }

    def is_fixable(self, *, unsafe: bool = False) -> bool:
        """Return whether `--fix` would fix the finding, with `--unsafe-fixes` if `unsafe`."""
        return self.fix is not None and (unsafe or self.fix.safety is Safety.SAFE)

    def without_fix(self) -> Finding:
        """Return the finding without its fix."""
        return self.replace(fix=None)


def rule_address(code: str) -> str:
    """Return the address of the manual page for the rule with this code, such as `DOI201`."""
    return f"{MANUAL}/rules/{code}.md"


def detached(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings of a document with only their own lines as sources.

    If nearly every line has a finding, these lines would need more memory than the document, so the
    findings keep it.
    """
    dense = sum({id(finding.source): len(finding.source.text) for finding in findings}.values())
    if dense < _DENSE * len(findings):
        return list(findings)
    return [finding.detached() for finding in findings]


def shown(text: str, limit: int = LIMIT) -> str:
    """Return `text` on one line, with `U+200B` for invisible characters.

    A long text loses its middle, if possible between words. A line end with the blanks around it
    becomes a space.
    """
    if "\n" in text or "\r" in text:
        text = _LINE_END.sub(" ", text)
    if len(text) > limit:
        half = limit // 2 - 1
        before, after = text[:half], text[-half:]
        end, start = before.rfind(" ", half // 2) + 1, after.find(" ", 0, half // 2)
        text = f"{before[: end or half]}…{after[max(start, 0) :]}"
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else f"U+{ord(character):04X}" for character in text
    )


def shown_name(mention: Mention) -> str:
    """Return the DOI of a mention, after its identifier if it has one: `arXiv:N (10.48550/…)`."""
    doi = mention.doi
    name = shown(str(mention.doi))
    if doi is None or mention.spelling.kind is not Kind.IDENTIFIER:
        return name
    site, _, number = doi.suffix.partition(".")
    return f"{'arXiv:' if site == 'arXiv' else 'zenodo.org/records/'}{number} ({name})"
