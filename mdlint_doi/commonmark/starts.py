"""Recognize the beginning of a block: one function for each kind, by the first character.

Sources: CommonMark 0.31 section 4; GitHub's tables; MyST's directives; Python-Markdown's and
Material's admonitions and tabs. Each function receives a line with an indent of less than four
columns. It returns None if its block does not begin there; "inside" if it opened a container and
the rest of the line is still to be read; "done" if the line was read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal

from mdlint_doi.commonmark.atoms import CLOSE_TAG, DECLARATION, OPEN_TAG
from mdlint_doi.commonmark.state import (
    CODE_INDENT,
    TITLE_LEVEL,
    BlockState,
    Box,
    Open,
    OpenLine,
    take_quote_mark,
)
from mdlint_doi.text.pattern import pattern

Step = Literal["inside", "done"]  # how much of the line was read
Start = Callable[[BlockState, OpenLine], Step | None]

_HEADING: Final = pattern(r"#{1,6}(?:[ \t]|\Z)")
_SETEXT: Final = pattern(r"(?:=+|-+)[ \t]*\Z")
_BULLET: Final = pattern(r"[-+*](?=[ \t]|\Z)")
_ORDERED: Final = pattern(r"([0-9]{1,9})[.)](?=[ \t]|\Z)")
_FENCE: Final = pattern(r"(`{3,})([^`]*)\Z|(~{3,})(.*)\Z")
COLONS: Final = pattern(r"(:{3,})(.*)\Z")
_FOOTNOTE: Final = pattern(r"\[\^[^\s\[\]]+\]:")
_MATH_END: Final = pattern(r"\$\$")
_ADMONITION: Final = pattern(r"(?:!!!|\?\?\?\+?|===[!+]?)[ \t]+(?=[\w\"'])")
DIRECTIVE: Final = pattern(r"[ \t]*\{([A-Za-z][\w:+.-]*)\}[ \t]*")
_BLOCK_TAGS: Final = frozenset(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details
    dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6
    head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option
    p param search section summary table tbody td tfoot th thead title tr track ul
    """.split()  # noqa: SIM905 - a list of sixty quoted words reads worse
)
"""Elements that begin an HTML block of kind 6, which a blank line ends (section 4.6)."""
_RAW_TAGS: Final = frozenset({"script", "pre", "style", "textarea"})
"""Elements that begin an HTML block of kind 1, which `_RAW_END` ends."""
_TAG_NAME: Final = pattern(r"</?([A-Za-z][A-Za-z0-9]*)(?=[\s>]|/>|\Z)")
_RAW_END: Final = pattern(r"</(?:script|pre|style|textarea)>", re.IGNORECASE)
_HTML_STARTS: Final = (  # beginning and end of the kinds 2, 3 and 5 of HTML blocks
    ("<!--", pattern("-->")),
    ("<?", pattern(r"\?>")),
    ("<![CDATA[", pattern(r"\]\]>")),
)
_DECLARATION_END: Final = pattern(">")
_HTML_LINE: Final = pattern(rf"(?:{OPEN_TAG}|{CLOSE_TAG})[ \t]*\Z")
"""The line that begins an HTML block of kind 7: one complete tag and nothing else."""

CODE_DIRECTIVES: Final = frozenset(
    """
    code code-block code-cell sourcecode highlight literalinclude raw eval-rst
    math amsmath doctest testcode testsetup testcleanup testoutput include embed
    bibliography tableofcontents contents index prompt command-output program-output
    mermaid graphviz digraph graph uml plantuml blockdiag seqdiag actdiag nwdiag plot altair-plot
    ipython ipython3 jupyter-execute jupyter-input jupyter-output thebe-button execute
    autosummary autoclass autofunction automodule automethod autodata autoattribute autoexception
    argparse click typer openapi redoc substitution-code-block tikz
    r python python3 py julia jl bash sh zsh shell sql stan rcpp css js javascript ojs dot node d3
    perl ruby cat awk sed scala go fortran c cc cpp haskell lua octave matlab sas stata html
    svg latex tex json yaml toml xml asis block bslib targets verbatim comment webr pyodide embed-r
    """.split()  # noqa: SIM905 - a list of a hundred quoted words reads worse
)
"""Names in braces after ```` ``` ```` whose body is not Markdown: MyST's and Sphinx's directives
for code, and the engines of knitr and Quarto. The body of any other directive is Markdown."""
_LANGUAGE: Final = pattern(r"[ \t]*\{?\.?([\w+-]+)")
_OF_CODE: Final = frozenset({"code", "code-block", "sourcecode", "raw"})
"""Directives whose argument is the language of their body."""
_RAW: Final = pattern(r"[ \t]*\{=([a-z]+)\}")
"""Pandoc's fence with text in an output format (Pandoc, "Extension: raw_attribute")."""
_MAX_DIRECTIVES: Final = 20
"""The most nested directives; each open directive takes time on every line in it."""


def language_of(info: str) -> str:
    """Return the language of a fence from the text after its marks, in lower case; empty if none.

    It is a word, Pandoc's `{.word}`, the argument of a directive for code, or the directive's name.
    """
    directive = DIRECTIVE.match(info)
    at = directive.end() if directive and directive[1].lower() in _OF_CODE else 0
    word = _LANGUAGE.match(info, at)
    return word[1].lower() if word else info[at:].strip().lower()


def _quote(state: BlockState, line: OpenLine) -> Step:
    start = line.next
    take_quote_mark(line)
    state.enter()
    state.push(Box("quote", start))
    return "inside"


def _heading(state: BlockState, line: OpenLine) -> Step | None:
    heading = _HEADING.match(line.text, line.next, line.end)
    if heading is None:
        return None
    state.enter()
    level = len(heading[0].rstrip(" \t"))
    state.add("text", [(line.next, line.end)], level=level)
    return "done"


def _setext(state: BlockState, line: OpenLine) -> Step | None:
    is_underline = state.in_paragraph and _SETEXT.match(line.text, line.next, line.end)
    if not is_underline or state.has_only_definitions():
        return None
    state.close_leaf(level=1 if line.text[line.next] == "=" else 2)
    return "done"


def _ruler(state: BlockState, line: OpenLine) -> Step | None:
    if not state.is_ruler(line):
        return None
    state.enter()
    return "done"


def _bullet(state: BlockState, line: OpenLine) -> Step | None:
    marker = _BULLET.match(line.text, line.next, line.end)
    return _item(state, line, marker.end()) if marker else None


def _ordered(state: BlockState, line: OpenLine) -> Step | None:
    marker = _ORDERED.match(line.text, line.next, line.end)
    if marker is None or (state.in_paragraph and int(marker[1]) != 1):
        return None
    return _item(state, line, marker.end())


def _item(state: BlockState, line: OpenLine, marker_end: int) -> Step | None:
    if state.in_paragraph and not line.text[marker_end : line.end].strip(" \t"):
        return None
    width, start = line.indent + marker_end - line.next, line.next
    line.take(marker_end)
    fresh = line.blank
    pad = 1 if fresh or line.indent > CODE_INDENT else line.indent
    line.skip(pad)
    state.enter()
    state.push(Box("item", start, width + pad, fresh=fresh))
    return "inside"


def _fence(state: BlockState, line: OpenLine) -> Step | None:
    match = _FENCE.match(line.text, line.next, line.end)
    if match is None:
        return None
    run = match[1] or match[3]
    info_at = match.start(2 if match[1] else 4)
    state.enter()
    name = DIRECTIVE.match(line.text, info_at, line.end)
    if name is None or _is_code(state, name[1]):
        state.leaf = _open_code(state, line, run, name, info_at)
        return "done"
    state.push(Box("directive", line.next, line.indent, _closing(run)))
    if name.end() < line.end:
        state.add("text", [(name.end(), line.end)], level=TITLE_LEVEL)
    return "done"


def _closing(run: str) -> re.Pattern[str]:
    """Return an expression for the rest of a line that closes a fence opened by `run`."""
    return re.compile(rf"{run[0]}{{{len(run)},}}[ \t]*\Z")


def _is_code(state: BlockState, directive: str) -> bool:
    is_deep = sum(box.closing is not None for box in state.boxes) >= _MAX_DIRECTIVES
    return is_deep or not state.options.directives or directive.lower() in CODE_DIRECTIVES


def _open_code(
    state: BlockState, line: OpenLine, run: str, directive: re.Match[str] | None, info_at: int
) -> Open:
    """Return the leaf of a fence whose lines are not Markdown."""
    is_body = (
        directive and state.options.directives and directive[1].lower() in state.options.bodies
    )
    raw = _RAW.match(line.text, info_at, line.end) if "raw" in state.options.bodies else None
    leaf = Open("body" if is_body or raw else "fence", [], _closing(run), line.indent, run)
    leaf.language = raw[1] if raw else language_of(line.text[info_at : line.end])
    return leaf


def _colons(state: BlockState, line: OpenLine) -> Step | None:
    """Read the first or last line of a colon fence; only code between them is read differently."""
    match = COLONS.match(line.text, line.next, line.end)
    if match is None:
        return None
    state.enter()
    name = DIRECTIVE.match(line.text, match.start(2), line.end)
    if name and _is_code(state, name[1]):
        state.leaf = _open_code(state, line, match[1], name, match.start(2))
    elif match.start(2) < line.end:
        if name is not None:
            state.colons += 1
        begin = name.end() if name else match.start(2)
        state.add("text", [(begin, line.end)], level=TITLE_LEVEL)
    elif state.colons:
        state.colons -= 1
    return "done"


def _html(state: BlockState, line: OpenLine) -> Step | None:
    if tag := _TAG_NAME.match(line.text, line.next, line.end):
        name = tag[1].lower()
        behind = tag.end()
        if name in _RAW_TAGS and tag[0][1] != "/" and line.text[behind : behind + 1] != "/":
            return _open_html(state, line, _RAW_END)
        if name in _BLOCK_TAGS:
            return _open_html(state, line, None)
    else:
        for begins, ends in _HTML_STARTS:
            if line.text.startswith(begins, line.next, line.end):
                return _open_html(state, line, ends)
        if DECLARATION.match(line.text, line.next, line.end):
            return _open_html(state, line, _DECLARATION_END)
    if state.is_text_open or not _HTML_LINE.match(line.text, line.next, line.end):
        return None
    return _open_html(state, line, None)


def _open_html(state: BlockState, line: OpenLine, ends: re.Pattern[str] | None) -> Step:
    state.enter()
    state.leaf = Open("html", [(line.pos, line.end)], ends)
    if ends and ends.search(line.text, line.next, line.end):
        state.close_leaf()
    return "done"


def _footnote(state: BlockState, line: OpenLine) -> Step | None:
    match = _FOOTNOTE.match(line.text, line.next, line.end)
    if match is None or state.in_table:  # in a table, MyST reads a row, and then code
        return None
    start = line.next
    line.take(match.end())
    state.enter()
    state.push(Box("footnote", start, CODE_INDENT))
    return "inside"


def _admonition(state: BlockState, line: OpenLine) -> Step | None:
    match = _ADMONITION.match(line.text, line.next, line.end)
    if match is None:
        return None
    state.enter()
    state.add("text", [(match.end(), line.end)], level=TITLE_LEVEL)
    state.push(Box("admonition", line.next, CODE_INDENT))
    return "done"


def _comment(state: BlockState, line: OpenLine) -> Step | None:
    """Read a MyST comment; in a paragraph or table, only one with the text in the options.

    Other lines that begin with `%` may be prose there.
    """
    if (state.is_text_open or state.in_table) and line.text.find(
        state.options.comment, line.next, line.end
    ) < 0:
        return None
    state.enter()
    state.add("comment", [(line.next, line.end)])
    return "done"


def _math(state: BlockState, line: OpenLine) -> Step | None:
    """Read a `$$` block, but only if it is closed: an unclosed `$$` must not hide the rest."""
    if not line.text.startswith("$$", line.next):
        return None
    behind = line.next + 2
    if line.text.find("$$", behind, line.end) >= 0:
        if not line.text[: line.end].rstrip(" \t").endswith("$$"):
            return None
        state.enter()
        return "done"
    if not state.comes_later("$$", line.end):
        return None
    state.enter()
    state.leaf = Open("math", [], _MATH_END)
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
