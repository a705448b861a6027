r"""markdown-it-py's reading of a document as our blocks: what `commonmark.parse` is held against.

The block pass is markdown-it-py's own, with the plugins for what goes beyond CommonMark. It tells
lines, no columns; but each line of a block's text is the end of a line of the source, so that its
place follows. The bodies of MyST's directives are read as documents of their own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token
from markdown_it_inline import InlineReader
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin

from mdlint_doi.commonmark.destination import normalize_label
from mdlint_doi.commonmark.inline import parse_html
from mdlint_doi.commonmark.model import Block, Definition, Inline, ParserOptions, Target
from mdlint_doi.commonmark.starts import CODE_DIRECTIVES, DIRECTIVE, language_of
from mdlint_doi.text.placed_text import PlacedText

if TYPE_CHECKING:
    from mdlint_doi.commonmark.model import Kind

_BLANKS = " \t"
_LINE = re.compile(r"([^\r\n]*)(\r\n?|\n|\Z)")
_BAR = re.compile(r"(?<!\\)\|")
_BEFORE_LABEL = re.compile(r"(?:[ \t>]|[-*+][ \t]|[0-9]+[.)][ \t]|\[\^[^\]]*\]:)*")
_COLONS = re.compile(r":{3,}(.*)")


class Line(NamedTuple):
    """A line of text and where it begins in the document."""

    text: str
    start: int


class _Leaf(NamedTuple):
    kind: Kind
    content: PlacedText
    number: int
    definition: Definition | None = None
    language: str = ""


def parse(
    text: str,
    wanted: Sequence[int],
    *,
    start: int = 0,
    options: ParserOptions = ParserOptions(),  # noqa: B008 - it does not change
) -> Iterator[Block]:
    """Yield the blocks of a document, as `mdlint_doi.commonmark.parse.parse` does."""
    lines = [Line(found[1], found.start()) for found in _LINE.finditer(text, start)]
    reader = _Reader(options)
    reader.read(lines)
    inline = InlineReader(reader.references)
    leaves = sorted(reader.leaves, key=lambda leaf: leaf.kind != "definition")
    for leaf in leaves:
        whole = leaf.content.whole
        at = bisect_left(wanted, whole.start)
        if leaf.content.text and at < len(wanted) and wanted[at] < whole.end:
            markup = _inline(leaf, inline)
            yield Block(
                leaf.kind, leaf.content, markup, leaf.number, leaf.definition, leaf.language
            )


def _inline(leaf: _Leaf, reader: InlineReader) -> Inline:
    if leaf.kind == "html":
        return parse_html(leaf.content.text)  # a search for tags: it has no other reading
    is_text = leaf.kind in {"text", "cell"}
    return reader.read(leaf.content.text) if is_text else Inline()


class _Reader:
    """Reads lines, and those of directives in them."""

    def __init__(self, options: ParserOptions) -> None:
        self.leaves: list[_Leaf] = []
        self.references: dict[str, Any] = {}
        self._options = options

    def read(self, lines: Sequence[Line]) -> None:
        """Take the blocks of some lines."""
        env: dict[str, Any] = {}
        cells: Iterator[PlacedText] = iter(())
        before = mark = ""
        for token in _parser().parse("\n".join([line.text for line in lines]), env):
            here = lines[slice(*token.map)] if token.map else []
            if token.type == "tr_open":
                cells = _cells(here[0])
            elif before in {"th_open", "td_open"}:
                if cell := next(cells, None):  # a row may have fewer than the head
                    self._add("cell", cell, here)
            elif before == "heading_open" and "#" in mark:
                marks = here[0].text.index("#")
                self._add("text", _placed([_from(here[0], marks)]), here)
            elif here:
                self._token(token, here)
            before, mark = token.type, token.markup
        self._definitions(env.get("references", {}), lines)

    def _definitions(self, references: dict[str, Any], lines: Sequence[Line]) -> None:
        for label, one in references.items():
            if label not in self.references:  # of a directive's body, that around it may have one
                self.references[label] = one
                self._definition(label, lines[slice(*one["map"])])

    def _add(self, kind: Kind, content: PlacedText, lines: Sequence[Line]) -> None:
        self.leaves.append(_Leaf(kind, content, lines[0].start))

    def _token(self, token: Token, lines: Sequence[Line]) -> None:
        if token.type == "inline" and token.content:
            self._add("text", _text(token.content, lines), lines)
        elif token.type == "html_block":
            self._add("html", _literal(token.content, lines), lines)
        elif token.type == "myst_line_comment":
            for line in lines:
                self._add("comment", _text(line.text.lstrip(" \t>"), [line]), [line])
        elif token.type in {"fence", "code_block"}:
            self._code(token, lines)

    def _code(self, token: Token, lines: Sequence[Line]) -> None:
        is_fence = token.type == "fence"
        name = DIRECTIVE.match(token.info) if is_fence else None
        body = lines[1:] if is_fence else lines
        if name is None or not self._options.directives or name[1].lower() in CODE_DIRECTIVES:
            is_body = name and self._options.directives and name[1].lower() in self._options.bodies
            language = language_of(token.info)
            is_code = self._options.code or language in self._options.languages
            if token.content and (is_body or is_code):
                kind: Kind = "body" if is_body else "code"
                self._add(kind, _literal(token.content, body), body if is_body else lines)
                self.leaves[-1] = self.leaves[-1]._replace(language=language)
            return
        if title := token.info[name.end() :].strip():
            self._add("text", _placed([_from(lines[0], lines[0].text.index(title))]), lines)
        rows = token.content.removesuffix("\n").split("\n")
        self.read([_at_end(row, line) for row, line in zip(rows, body, strict=False)])

    def _definition(self, label: str, lines: Sequence[Line]) -> None:
        kept = []
        for line in lines:
            before = _BEFORE_LABEL.match(line.text)
            assert before is not None
            kept.append(Line(line.text[before.end() :], line.start + before.end()))
        content = _placed(kept)
        definition = _read_definition(label, content.text)
        self.leaves.append(_Leaf("definition", content, kept[0].start, definition))


def _read_definition(label: str, text: str) -> Definition:
    """Return where the parts stand of what markdown-it-py took for a definition."""
    behind = re.match(r"\[(?:[^\\\[\]]|\\.)*\]:[ \t]*\n?[ \t]*", text, re.DOTALL)
    assert behind is not None
    start = behind.end()
    found = _parser().helpers.parseLinkDestination(text, start, len(text))
    angle = text.startswith("<", start)
    target = Target(start + angle, found.pos - angle, found.pos, angle=angle)
    return Definition(normalize_label(label), 0, target, len(text), len(text))


def _text(content: str, lines: Sequence[Line]) -> PlacedText:
    """Return text whose lines have lost the blanks before them, and maybe some behind."""
    rows = content.split("\n")
    return _placed([_without_indent(row, line) for row, line in zip(rows, lines, strict=False)])


def _without_indent(row: str, line: Line) -> Line:
    text = row.lstrip(_BLANKS)
    return Line(text, line.start + len(line.text.rstrip()) - len(text.rstrip()))


def _literal(content: str, lines: Sequence[Line]) -> PlacedText:
    """Return text whose lines are as they are, but for the indent of what they stand in."""
    rows = content.removesuffix("\n").split("\n")
    return _placed([_at_end(row, line) for row, line in zip(rows, lines, strict=False)])


def _at_end(row: str, line: Line) -> Line:
    """Return a row that is the end of a line; blanks that a tab was made of are left out."""
    text = row if line.text.endswith(row) else row.lstrip(_BLANKS)
    return Line(text, line.start + len(line.text) - len(text))


def _from(line: Line, at: int) -> Line:
    return Line(line.text[at:], line.start + at)


def _placed(lines: Sequence[Line]) -> PlacedText:
    offsets: list[int] = []
    for line in lines:
        offsets += range(line.start, line.start + len(line.text) + 1)
    return PlacedText.of_offsets("\n".join([line.text for line in lines]), offsets)


def _cells(row: Line) -> Iterator[PlacedText]:
    r"""Yield the cells of a row; `\|` in them is a bar."""
    edges = [-1, *(bar.start() for bar in _BAR.finditer(row.text)), len(row.text)]
    spans = [(start + 1, end) for start, end in pairwise(edges)]
    first, end = spans[0]
    start = end - len(row.text[first:end].lstrip(" \t>"))
    spans[0] = start, end
    if _BEFORE_LABEL.fullmatch(row.text, start, end):
        del spans[0]
    for start, end in spans:
        yield _cell(row, start, end)


def _cell(row: Line, start: int, end: int) -> PlacedText:
    raw = row.text[start:end]
    at = start + len(raw) - len(raw.lstrip(_BLANKS))
    end = max(at, start + len(raw.rstrip(_BLANKS)))
    characters = ""
    offsets: list[int] = []
    while at < end:
        width = 1 + row.text.startswith("\\|", at)
        characters += row.text[at + width - 1]
        offsets.append(row.start + at)
        at += width
    return PlacedText.of_offsets(characters, [*offsets, row.start + end])


@cache
def _parser() -> MarkdownIt:
    """Return a parser that makes blocks alone."""
    parser = MarkdownIt("commonmark", {"maxNesting": 100})
    parser.enable(["table", "strikethrough"])
    parser.use(admon_plugin).use(myst_block_plugin).use(dollarmath_plugin).use(footnote_plugin)
    interrupted: Any = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    parser.block.ruler.before("fence", "colons", _colons, interrupted)
    parser.disable(["myst_target", "myst_block_break"])  # they hold nothing: text to us
    parser.core.ruler.enableOnly(["normalize", "block"])
    vars(parser).update(normalizeLink=str, validateLink=bool)
    return parser


def _colons(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Pass over the line of a colon fence; its title is text."""
    begin, stop = state.bMarks[start] + state.tShift[start], state.eMarks[start]
    found = _COLONS.match(state.src, begin, stop)
    if found is None or state.is_code_block(start):
        return False
    if not silent:
        name = DIRECTIVE.match(found[1])
        if title := found[1][name.end() if name else 0 :].strip():
            token = state.push("inline", "", 0)
            token.content, token.map, token.children = title, [start, start + 1], []
        state.line = start + 1
    return True
