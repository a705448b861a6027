"""What begins a block: one function for each kind, found by the line's first character.

Each is called with the line's cursor at its indent, less than four columns. It returns None where
its block does not begin here; "inside" where a container was opened and the rest of the line
is still to be looked at; "done" where the line is used up.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal

from mdlint_doi.commonmark import patterns
from mdlint_doi.commonmark.state import (
    CODE_INDENT,
    BlockState,
    Box,
    Open,
    OpenLine,
    take_quote_mark,
)

Step = Literal["inside", "done"]

"""What became of a line: it is still to be looked at, or it is used up."""

Start = Callable[[BlockState, OpenLine], Step | None]


_MAX_DIRECTIVES: Final = 20
"""Directives in directives; their lines do not get longer, so each one is work for every line."""


def _quote(state: BlockState, line: OpenLine) -> Step:
    take_quote_mark(line)
    state.enter()
    state.push(Box("quote"))
    return "inside"


def _heading(state: BlockState, line: OpenLine) -> Step | None:
    if not patterns.HEADING.match(line.text, line.next, line.end):
        return None
    state.enter()
    state.add("text", [(line.next, line.end)])
    return "done"


def _setext(state: BlockState, line: OpenLine) -> Step | None:
    if not state.in_paragraph or not patterns.SETEXT.match(line.text, line.next, line.end):
        return None
    if state.has_only_definitions():
        return None
    state.close_leaf()
    return "done"


def _ruler(state: BlockState, line: OpenLine) -> Step | None:
    if not state.is_ruler(line):
        return None
    state.enter()
    return "done"


def _bullet(state: BlockState, line: OpenLine) -> Step | None:
    marker = patterns.BULLET.match(line.text, line.next, line.end)
    return _item(state, line, marker.end()) if marker else None


def _ordered(state: BlockState, line: OpenLine) -> Step | None:
    marker = patterns.ORDERED.match(line.text, line.next, line.end)
    if marker is None or (state.in_paragraph and int(marker[1]) != 1):
        return None
    return _item(state, line, marker.end())


def _item(state: BlockState, line: OpenLine, marker_end: int) -> Step | None:
    if state.in_paragraph and not line.text[marker_end : line.end].strip(" \t"):
        return None
    width = line.indent + marker_end - line.next
    line.take(marker_end)
    fresh = line.blank
    pad = 1 if fresh or line.indent > CODE_INDENT else line.indent
    line.skip(pad)
    state.enter()
    state.push(Box("item", width + pad, fresh=fresh))
    return "inside"


def _fence(state: BlockState, line: OpenLine) -> Step | None:
    match = patterns.FENCE.match(line.text, line.next, line.end)
    if match is None:
        return None
    run = match[1] or match[3]
    state.enter()
    info = 2 if match[1] else 4
    _open_body(state, line, run, match.start(info))
    return "done"


def _closing(run: str) -> re.Pattern[str]:
    """Return what closes a fence that such a run opens."""
    return re.compile(rf"{run[0]}{{{len(run)},}}[ \t]*\Z")


def _is_code(state: BlockState, directive: str) -> bool:
    is_deep = sum(box.closing is not None for box in state.boxes) >= _MAX_DIRECTIVES
    return is_deep or not state.options.directives or directive.lower() in patterns.CODE_DIRECTIVES


def _open_code(
    state: BlockState, line: OpenLine, run: str, directive: re.Match[str] | None, info_at: int
) -> Open:
    """Return the leaf of a fence whose lines are no Markdown."""
    is_body = (
        directive and state.options.directives and directive[1].lower() in state.options.bodies
    )
    leaf = Open("body" if is_body else "fence", [], _closing(run), line.indent, run)
    leaf.language = patterns.language_of(line.text[info_at : line.end])
    return leaf


def _open_body(state: BlockState, line: OpenLine, run: str, info_at: int) -> None:
    """Open a fence as code, or as a directive whose body is Markdown."""
    name = patterns.DIRECTIVE.match(line.text, info_at, line.end)
    if name is None or _is_code(state, name[1]):
        state.leaf = _open_code(state, line, run, name, info_at)
        return
    state.push(Box("directive", line.indent, _closing(run)))
    if name.end() < line.end:
        state.add("text", [(name.end(), line.end)])


def _colons(state: BlockState, line: OpenLine) -> Step | None:
    """A colon fence: Markdown goes on inside as it would without, but for a code directive."""
    match = patterns.COLONS.match(line.text, line.next, line.end)
    if match is None:
        return None
    state.enter()
    name = patterns.DIRECTIVE.match(line.text, match.start(2), line.end)
    if name and _is_code(state, name[1]):
        state.leaf = _open_code(state, line, match[1], name, match.start(2))
    elif match.start(2) < line.end:
        state.colons += name is not None
        state.add("text", [(name.end() if name else match.start(2), line.end)])
    elif state.colons:
        state.colons -= 1
    return "done"


def _html(state: BlockState, line: OpenLine) -> Step | None:
    if tag := patterns.TAG_NAME.match(line.text, line.next, line.end):
        name, behind = tag[1].lower(), tag.end()
        if name in patterns.RAW_TAGS and tag[0][1] != "/" and line.text[behind : behind + 1] != "/":
            return _open_html(state, line, patterns.RAW_END)
        if name in patterns.BLOCK_TAGS:
            return _open_html(state, line, None)
    else:
        for begins, ends in patterns.HTML_STARTS:
            if line.text.startswith(begins, line.next, line.end):
                return _open_html(state, line, ends)
        if patterns.DECLARATION.match(line.text, line.next, line.end):
            return _open_html(state, line, patterns.DECLARATION_END)
    return _html_line(state, line)


def _html_line(state: BlockState, line: OpenLine) -> Step | None:
    if state.is_text_open or not patterns.HTML_LINE.match(line.text, line.next, line.end):
        return None
    return _open_html(state, line, None)


def _open_html(state: BlockState, line: OpenLine, ends: re.Pattern[str] | None) -> Step:
    state.enter()
    state.leaf = Open("html", [(line.pos, line.end)], ends)
    if ends and ends.search(line.text, line.next, line.end):
        state.close_leaf()
    return "done"


def _footnote(state: BlockState, line: OpenLine) -> Step | None:
    match = patterns.FOOTNOTE.match(line.text, line.next, line.end)
    if match is None or state.in_table:  # MyST reads a row, and code in the indented lines behind
        return None
    line.take(match.end())
    state.enter()
    state.push(Box("footnote", CODE_INDENT))
    return "inside"


def _admonition(state: BlockState, line: OpenLine) -> Step | None:
    match = patterns.ADMONITION.match(line.text, line.next, line.end)
    if match is None:
        return None
    state.enter()
    state.add("text", [(match.end(), line.end)])
    state.push(Box("admonition", CODE_INDENT))
    return "done"


def _comment(state: BlockState, line: OpenLine) -> Step | None:
    """A MyST comment; in a paragraph or table only one that is asked for: others may be prose."""
    if (state.is_text_open or state.in_table) and line.text.find(
        state.options.comment, line.next, line.end
    ) < 0:
        return None
    state.enter()
    state.add("comment", [(line.next, line.end)])
    return "done"


def _math(state: BlockState, line: OpenLine) -> Step | None:
    """A `$$` block, if it is closed at all: two lone signs must not hide the rest."""
    if not line.text.startswith("$$", line.next):
        return None
    behind = line.next + 2
    if line.text.find("$$", behind, line.end) >= 0:
        if not line.text[: line.end].rstrip(" \t").endswith("$$"):
            return None
        state.enter()
        return "done"
    if not state.has_math_end(line.end):
        return None
    state.enter()
    state.leaf = Open("math", [], patterns.MATH_END)
    return "done"


STARTS: Final[dict[str, tuple[Start, ...]]] = {
    ">": (_quote,),
    "#": (_heading,),
    "=": (_setext, _admonition),
    "-": (_setext, _ruler, _bullet),
    "*": (_ruler, _bullet),
    "_": (_ruler,),
    "+": (_bullet,),
    **dict.fromkeys("0123456789", (_ordered,)),
    "`": (_fence,),
    "~": (_fence,),
    ":": (_colons,),
    "<": (_html,),
    "[": (_footnote,),
    "!": (_admonition,),
    "?": (_admonition,),
    "%": (_comment,),
    "$": (_math,),
}
