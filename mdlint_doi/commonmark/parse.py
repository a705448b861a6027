"""Parse Markdown into the blocks around wanted offsets, with inline markup and exact places.

The parser supports CommonMark 0.31 with GitHub's tables, bare URLs and footnotes, MyST's roles,
directives and comments, Material's admonitions and tabs, and math. The tests compare it with
markdown-it-py, which starts more slowly (10.7 against 6.8 times a bare interpreter) and limits
nesting. This parser does not recurse.

Blocks are found as in CommonMark's appendix "A parsing strategy", in one pass over the lines; no
tree is built. Outside containers, a plain block before a blank line does not affect the next
blocks, so one expression, `_BLOCKS`, skips runs of such blocks without wanted offsets. It skips a
list only if a line without indent follows, which closes the list. Uncertain lines (comments,
definitions, setext underlines) do not match, and are read one by one. Its repetitions are
possessive, except one: a run of list items gives back its last item, at most once. While a
container is open, a run can begin only at a line that closes all open blocks.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from mdlint_doi.commonmark.destination import read_definition
from mdlint_doi.commonmark.inline import parse_html, parse_inline
from mdlint_doi.commonmark.model import Block, Inline, ParserOptions
from mdlint_doi.commonmark.starts import COLONS, STARTS, language_of
from mdlint_doi.commonmark.state import (
    CODE_INDENT,
    DELIMITERS,
    BlockState,
    Leaf,
    Open,
    OpenLine,
    Outline,
    begins_table,
    cell_content,
    cells,
)
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import has_lone_cr, line_ends, line_spans

__all__ = ["cells", "html_block", "language_of", "parse"]

_INLINE: Final = frozenset({"text", "cell"})
_PLAIN: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz(\"'@,;/&")
"""A line that begins with one of these can only begin a paragraph or continue one."""
_WORTH_SKIPPING: Final = 1000  # code points that take as long to read as `_BLOCKS` to compile
_LARGE: Final = 10_000  # code points of a document for which `_BLOCKS` is always compiled
_WORTH_TRYING: Final = 80  # code points that are worth a match of `_BLOCKS`
_TEXT: Final = r"""
    [A-Za-z("'@,;/&\\{] | [^\x00-\x7f] | \*{1,2}[A-Za-z] | `{1,2}[^`\r\n] | !\[ | \$[^$\r\n]
  | \[[^\]\^\r\n]*+\][^:\r\n] | [0-9]++[^0-9.)\r\n] | :{1,2}[^:\r\n]
"""
_LINE: Final = r"[^\n]*+\n"
_HTML: Final = r"</?(?!(?i:script|pre|style|textarea))[A-Za-z]"
_BLANK: Final = r"(?:\r?\n)"
_REST: Final = rf"(?![-+*>0-9.)\ \t]*+(?:\[[^\]\n]*+\]:|:{{3}})){_LINE}"
"""The rest of a line that begins no definition and no colon fence, even in inner containers."""
_BULLET: Final = rf"""[-*+] (?:
    [ ](?=\S){_REST} (?>(?:(?:[ ]{{2}}|\t){_REST})*)
  | [ ]{{3}}(?=\S){_REST} (?>(?:(?:[ ]{{4}}|\t){_REST})*)
)"""
"""A list item with the lines that are indented enough to be in it; others may begin a block."""
_NUMBER: Final = rf"""[0-9] (?:
    [.)][ ](?=\S){_REST} (?>(?:(?:[ ]{{3}}|\t){_REST})*)
  | [0-9][.)][ ](?=\S){_REST} (?>(?:(?:[ ]{{4}}|\t){_REST})*)
)"""
_BLOCKS: Final = pattern(
    rf"""(?>(?:
        {_BLANK}
      | (?>(?:(?:{_TEXT}|{_HTML}) {_LINE})+) (?>{_BLANK}+)
      | (?>(?:(?:{_TEXT}) {_LINE})+) (?=\#{{1,6}}[ \t] | `{{3,}}[^`\n]*+\n | :{{3}})
      | \#{{1,6}}[ \t]{_LINE}
      | (?>(?:\|{_LINE})+) (?>{_BLANK}+)
      | (?>(?:>{_REST})+) (?>{_BLANK}+)
      | (?:{_BULLET}|{_NUMBER})+ (?: (?>{_BLANK}+) (?=\S) | (?=:{{3}} | [-*+][ \t]) )
      | [ ]{{4}}{_LINE}
      | <!(?=--)[^-]*+(?>(?:-(?!->)[^-]*+)*)-->{_LINE}
      | (?P<fence>`{{3,}}) (?!`) (?![ \t]*\{{) [^`\n]*+\n
            (?>(?:(?![ ]{{0,3}}(?P=fence)){_LINE})*) [ ]{{0,3}}(?P=fence)`*+[ \t]*+\r?\n
    )*)""",
    re.VERBOSE,
)


def parse(
    text: str,
    wanted: Sequence[int],
    *,
    start: int = 0,
    options: ParserOptions = ParserOptions(),  # noqa: B008 - it is immutable
) -> Iterator[Block]:
    """Yield the blocks that contain a wanted offset: definitions first, then the others in order.

    `wanted` is sorted. `start` is the offset where Markdown begins, for example after front matter.
    """
    found = outline(text, start, wanted, options)
    for leaf in sorted(found.leaves, key=lambda leaf: leaf.kind != "definition"):
        yield _block(text, leaf, found.labels)


def html_block(text: str) -> Block:
    """Return one block for a text that consists of HTML."""
    whole = PlacedText(text, 0)
    content = PlacedText.of_lines(text, list(line_spans(text))) if "\r" in text else whole
    return Block("html", content, parse_html(content.text), 0)


def _block(text: str, leaf: Leaf, labels: Collection[str]) -> Block:
    kind = leaf.kind
    if kind == "cell":
        content = cell_content(text, leaf.pieces[0])
    else:
        content = PlacedText.of_lines(text, leaf.pieces)
    if kind in _INLINE:
        inline = parse_inline(content.text, labels)
    else:
        inline = parse_html(content.text) if kind == "html" else Inline()
    definition = read_definition(content.text, 0) if kind == "definition" else None
    return Block(
        kind,
        content,
        inline,
        leaf.block,
        definition,
        leaf.language,
        leaf.inside,
        leaf.level,
        leaf.column,
        leaf.head,
        leaf.is_indented,
    )


def outline(text: str, start: int, wanted: Sequence[int], options: ParserOptions) -> Outline:
    """Return the leaves of `text[start:]` with wanted offsets, and the labels of definitions."""
    state = BlockState(text, wanted, options)
    at = start
    size = len(text)
    line_end = line_ends(text)
    may_skip = not options.code and not options.mdx and not has_lone_cr(text)
    was_empty = False
    least = _WORTH_SKIPPING if size - start < _LARGE else _WORTH_TRYING
    while at < size:
        if may_skip:
            at = _pass_over(state, at, wanted, least)
        end, behind = line_end(at)
        is_empty = end == at
        is_more = is_empty and was_empty and (state.leaf is None or not options.code)
        if not is_more:
            _take(state, at, end)
        was_empty = is_empty
        at = behind
    state.close_leaf()
    return Outline(tuple(state.leaves), frozenset(state.labels))


def _pass_over(state: BlockState, at: int, wanted: Sequence[int], least: int) -> int:
    """Return the offset of the next line to read; if lines are skipped, close the open blocks."""
    if state.leaf is not None and state.leaf.kind == "fence" and not state.boxes:
        if state.leaf.language in state.options.languages:
            return at
        found = state.text.find(state.leaf.closing, at)
        return len(state.text) if found < 0 else max(at, state.text.rfind("\n", at, found) + 1)
    if not (state.leaf is None and not state.boxes) and not _closes_all(state, at):
        return at
    behind = _skip(state, at, wanted, least)
    if behind > at:
        state.matched = 0
        state.enter()
    return behind


def _closes_all(state: BlockState, at: int) -> bool:
    """Return whether the line at an offset closes all containers and continues no paragraph."""
    character = state.text[at]
    if not state.boxes or state.boxes[0].kind == "directive" or character in " \t\r\n>":
        return False
    if not state.is_text_open:
        return True
    return character in "-*+#" and state.text[at + 1 : at + 2] in {" ", "\t"}


def _skip(state: BlockState, at: int, wanted: Sequence[int], least: int) -> int:
    """Return the offset after the blocks from `at` that contain no wanted offset."""
    index = bisect_left(wanted, at)
    limit = len(state.text)
    if index < len(wanted):
        limit = wanted[index]
    elif not state.comes_later("]:", at):
        return limit
    blocks = _BLOCKS.match(state.text, at, limit) if limit - at > least else None
    return blocks.end() if blocks else at


def _take(state: BlockState, first: int, end: int) -> None:
    if state.boxes or not _is_plain(state, first, end):
        _read(state, OpenLine(state.text, first, end))


def _is_plain(state: BlockState, first: int, end: int) -> bool:
    """Add a line outside containers if it can only be text; return whether it was added."""
    leaf, character = state.leaf, state.text[first : first + 1]
    if leaf is None:
        if character not in _PLAIN:
            return False
        state.leaf = Open("paragraph", [(first, end)])
    elif first < end and (
        (leaf.kind == "paragraph" and character in _PLAIN)
        or (leaf.kind == "table" and character == "|")
    ):
        leaf.pieces.append((first, end))
    else:
        return False
    return True


def _read(state: BlockState, line: OpenLine) -> None:
    if not _match_boxes(state, line):
        return
    leaf = state.leaf
    if leaf is not None and state.matched == len(state.boxes) and _goes_on(state, leaf, line):
        return
    while not line.blank:
        if line.indent >= CODE_INDENT and not state.options.mdx:
            if state.is_text_open:
                break
            _add_indented(state, line)
            return
        steps = (start(state, line) for start in STARTS.get(line.text[line.next], ()))
        step = next(filter(None, steps), None)
        if step == "done":
            return
        if step is None:
            break
    _add_text(state, line)


def _match_boxes(state: BlockState, line: OpenLine) -> bool:
    """Find the containers that the line continues; return False if it ends a directive."""
    state.matched = 0
    for box in state.boxes:
        if box.closing and box.ends(line):
            state.enter()
            return False
        if not box.goes_on(line):
            if box.kind == "admonition":
                state.enter()
            break
        state.matched += 1
    return True


def _goes_on(state: BlockState, leaf: Open, line: OpenLine) -> bool:
    """Return whether the line belongs to an open leaf that takes all lines until its end."""
    if leaf.kind in {"fence", "body"}:
        closes = leaf.until is not None and leaf.until.match(line.text, line.next, line.end)
        if closes and (line.indent < CODE_INDENT or state.options.mdx):
            state.close_leaf()
        else:
            line.skip(min(line.indent, leaf.width))
            leaf.pieces.append((line.pos, line.end))
        return True
    if leaf.kind not in {"html", "math"}:
        return False
    if leaf.until is None and line.blank:
        state.close_leaf()
        return True
    if leaf.until is None and state.colons and line.indent < CODE_INDENT:
        colons = COLONS.match(line.text, line.next, line.end)
        if colons and not colons[2].strip():
            state.close_leaf()  # the end of a directive also ends the HTML in it
            return False
    leaf.pieces.append((line.pos, line.end))
    if leaf.until and leaf.until.search(line.text, line.pos, line.end):
        state.close_leaf()
    return True


def _add_indented(state: BlockState, line: OpenLine) -> None:
    if state.leaf is None or state.leaf.kind != "indented":
        state.enter()
        state.leaf = Open("indented", [])
    line.skip(CODE_INDENT)
    state.leaf.pieces.append((line.pos, line.end))


def _add_text(state: BlockState, line: OpenLine) -> None:
    piece = line.next, line.end
    leaf = state.leaf
    all_matched = state.matched == len(state.boxes)
    if line.blank:
        if not all_matched or (leaf and leaf.kind != "indented"):
            state.close_leaf()
            del state.boxes[state.matched :]
    elif leaf and leaf.kind == "paragraph":
        leaf.pieces.append(piece)
        if all_matched and DELIMITERS.match(line.text, *piece):
            _begin_table(state, leaf)
    elif leaf and leaf.kind == "table" and all_matched:
        leaf.pieces.append(piece)
    else:
        state.enter()
        state.leaf = Open("paragraph", [piece])


def _begin_table(state: BlockState, leaf: Open) -> None:
    """Begin a table with the last two lines of a paragraph, if they are its head."""
    head, delimiters = leaf.pieces[-2:]
    if not begins_table(state.text, head, delimiters):
        return
    if before := leaf.pieces[:-2]:
        state.leaf = Open("paragraph", before)
        state.close_leaf()
    state.leaf = Open("table", [head, delimiters])
