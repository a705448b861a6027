"""How blocks begin and end: expressions on the rest of one line.

Sources: CommonMark 0.31 section 4; GitHub's tables; MyST's directives; Python-Markdown's and
Material's admonitions and tabs. `match` them at the line's first character that is no blank, with
the line's end as `endpos`.

The rows of a table are cut into cells here, each without the backslash before `|`.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, undo

HEADING: Final = pattern(r"#{1,6}(?:[ \t]|\Z)")
SETEXT: Final = pattern(r"(?:=+|-+)[ \t]*\Z")
BULLET: Final = pattern(r"[-+*](?=[ \t]|\Z)")
ORDERED: Final = pattern(r"([0-9]{1,9})[.)](?=[ \t]|\Z)")
FENCE: Final = pattern(r"(`{3,})([^`]*)\Z|(~{3,})(.*)\Z")
COLONS: Final = pattern(r"(:{3,})(.*)\Z")
DELIMITERS: Final = pattern(r"\|?[ \t]*:?-++:?[ \t]*+(?:\|[ \t]*:?-++:?[ \t]*+)*+\|?[ \t]*\Z")
FOOTNOTE: Final = pattern(r"\[\^[^\s\[\]]+\]:")
MATH_END: Final = pattern(r"\$\$")
ADMONITION: Final = pattern(r"(?:!!!|\?\?\?\+?|===[!+]?)[ \t]+(?=[\w\"'])")
DIRECTIVE: Final = pattern(r"[ \t]*\{([A-Za-z][\w:+.-]*)\}[ \t]*")
_LANGUAGE: Final = pattern(r"[ \t]*\{?\.?([\w+-]+)")
_OF_CODE: Final = frozenset({"code", "code-block", "sourcecode"})
"""Directives whose argument is the language of their lines."""


def language_of(info: str) -> str:
    """Return what a fence says of its language, in lower case; empty where it says nothing.

    That is a word, Pandoc's `{.word}`, the argument of a directive for code, or else its name.
    """
    directive = DIRECTIVE.match(info)
    at = directive.end() if directive and directive[1].lower() in _OF_CODE else 0
    word = _LANGUAGE.match(info, at)
    return word[1].lower() if word else info[at:].strip().lower()


BLOCK_TAGS: Final = frozenset(
    """
    address article aside base basefont blockquote body caption center col colgroup dd details
    dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6
    head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option
    p param search section summary table tbody td tfoot th thead title tr track ul
    """.split(),  # noqa: SIM905 - a list of sixty quoted words reads worse
)
"""Elements that begin an HTML block of kind 6, which a blank line ends (section 4.6)."""
RAW_TAGS: Final = frozenset({"script", "pre", "style", "textarea"})
"""Elements that begin one of kind 1; `RAW_END` ends it."""
_ATTRIBUTE: Final = (
    r"\s+[A-Za-z_:][A-Za-z0-9_.:-]*+(?:\s*=\s*(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?+"
)
OPEN_TAG: Final = rf"<[A-Za-z][A-Za-z0-9-]*+(?:{_ATTRIBUTE})*+\s*+/?>"
CLOSE_TAG: Final = r"</[A-Za-z][A-Za-z0-9-]*+\s*+>"

TAG_NAME: Final = pattern(r"</?([A-Za-z][A-Za-z0-9]*)(?=[\s>]|/>|\Z)")
RAW_END: Final = pattern(r"</(?:script|pre|style|textarea)>", re.IGNORECASE)
HTML_STARTS: Final = (
    ("<!--", pattern("-->")),
    ("<?", pattern(r"\?>")),
    ("<![CDATA[", pattern(r"\]\]>")),
)
"""Beginning and end of the kinds 2, 3 and 5 of HTML blocks."""
DECLARATION: Final = pattern("<![A-Za-z]")
DECLARATION_END: Final = pattern(">")
HTML_LINE: Final = pattern(rf"(?:{OPEN_TAG}|{CLOSE_TAG})[ \t]*\Z")
"""Kind 7: one complete tag alone on its line."""

CODE_DIRECTIVES: Final = frozenset(
    """
    code code-block code-cell sourcecode highlight literalinclude parsed-literal raw eval-rst
    math amsmath csv-table doctest testcode testsetup testcleanup testoutput include embed
    bibliography tableofcontents contents index prompt command-output program-output
    mermaid graphviz digraph graph uml plantuml blockdiag seqdiag actdiag nwdiag plot altair-plot
    ipython ipython3 jupyter-execute jupyter-input jupyter-output thebe-button execute
    autosummary autoclass autofunction automodule automethod autodata autoattribute autoexception
    argparse click typer openapi redoc substitution-code-block tikz
    r python python3 py julia jl bash sh zsh shell sql stan rcpp css js javascript ojs dot node d3
    perl ruby cat awk sed scala go fortran c cc cpp haskell lua octave matlab sas stata html
    svg latex tex json yaml toml xml asis block bslib targets verbatim comment webr pyodide embed-r
    """.split(),  # noqa: SIM905 - a list of a hundred quoted words reads worse
)
"""Names behind ```` ``` ```` in braces whose body is no Markdown: MyST's and Sphinx's directives
for code, and the engines of knitr and Quarto. Every other name's body is Markdown."""


Piece = tuple[int, int]
"""Start and end in the source of a part of one line."""

_ESCAPED_BAR: Final = pattern(r"\\\|")
_BLANK: Final = " \t"


def cells(text: str, start: int, end: int) -> list[Piece]:
    """Return where each cell of the row `text[start:end]` stands, without blanks around it."""
    found: list[Piece] = []
    at, bar = start, text.find("|", start, end)
    while bar >= 0:
        if bar == start or text[bar - 1] != "\\":
            found.append(_stripped(text, at, bar))
            at = bar + 1
        bar = text.find("|", bar + 1, end)
    found.append(_stripped(text, at, end))
    if _is_empty(found[0]):
        del found[0]
    if found and _is_empty(found[-1]):
        del found[-1]
    return found


def cell_content(text: str, cell: Piece) -> PlacedText:
    """Return what a cell means: a backslash and a bar are a bar."""
    if text.find("\\", *cell) < 0:
        return PlacedText(text[slice(*cell)], cell[0])
    return undo(text, cell, _ESCAPED_BAR, lambda _: "|")


def is_delimiter_row(text: str, start: int, end: int) -> bool:
    """Return whether the line can part a table's head from its body."""
    return DELIMITERS.match(text, start, end) is not None


def begins_table(text: str, head: Piece, delimiters: Piece) -> bool:
    """Return whether the two lines are the head of a table."""
    if text.find("|", *head) < 0:
        return False
    columns = sum(1 for part in text[slice(*delimiters)].strip(" \t|").split("|") if part)
    return len(cells(text, *head)) == columns


def _stripped(text: str, start: int, end: int) -> Piece:
    while start < end and text[start] in _BLANK:
        start += 1
    while end > start and text[end - 1] in _BLANK:
        end -= 1
    return start, end


def _is_empty(cell: Piece) -> bool:
    return cell[0] == cell[1]
