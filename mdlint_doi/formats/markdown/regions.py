r"""Find the parts of a block that are code or in a link, and the parts of a text to skip.

The parts to skip are comments, code and mathematics of programs that process Markdown.

Liquid (Jekyll) removes `{% comment %}`, and shows the content of `{% raw %}` and `{% highlight %}`
unchanged, as Hexo does with `{% codeblock %}`. Comments are `{# … #}` in Jinja and Nunjucks,
`{{/* … */}}` in Hugo, `{{! … }}` in Handlebars, and `{/* … */}` in MDX. In Hugo, `{{%/* … */%}}`
and `{{</* … */>}}` show the call of a shortcode, and `{{< highlight >}}` contains code.

Mathematics is enclosed in `$$` in one paragraph, in `$` around one word (Pandoc's rule: there are
blanks between prices), in `\(…\)` and `\[…\]` around a TeX command (without one, these are escaped
brackets), or in an environment of amsmath. A construct that is not closed is not skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal

from mdlint_doi.commonmark.model import Atom
from mdlint_doi.lint.document import WORD
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span, is_inside
from mdlint_doi.text.value import Value

_SIGNS: Final = {"{": ("%", "#", "{", "/*"), "$": ("",), "\\": ("(", "[", "begin{")}
"""How these parts begin, by their first character: a single character is found much faster."""
_TAGS: Final = ("comment", "raw", "highlight", "verbatim", "code", "codeblock", "katex", "math")
_SHORTCODES: Final = ("highlight", "comment", "math", "katex")
_BLANK_LINE: Final = r"(?:\r\n?|\n)[ \t]*+(?:\r|\n)"
_OPENING: Final = pattern(
    rf"""
    \{{ (?<!`\{{) (?:
        %-?\s*+(?P<liquid>{"|".join(_TAGS)})\b[^%}}]{{0,200}}+%\}}
      | \{{[%<]\s*+(?P<shortcode>{"|".join(_SHORTCODES)})\b[^%<>{{}}]{{0,200}}+[%>]\}}\}}
      | (?P<jinja>\#++[-+\s])
      | (?P<hugo>\{{[%<]?/\*)
      | (?P<dashes>\{{!--) | (?P<handlebars>\{{!)
      | (?P<mdx>/\*)
    )
    | \$ (?: (?<![`\\$]\$) (?P<math>\$)(?!\$) | (?<![^\s>(\[{{"'*]\$) (?P<word>)(?=[^\s$]) )
    | \\ (?<!`\\) (?:
        \\?+ (?: (?P<inline>\() | (?P<display>\[) )
      | begin\{{(?P<amsmath>(?:equation|align|alignat|flalign|gather|multline|eqnarray)\*?)\}} )
    """,
    re.VERBOSE,
)
"""It begins with one of three characters, so that the search skips to the next of them."""
_ENDS: Final = {
    **{tag: pattern(rf"\{{%-?\s*+end{tag}\s*+-?%\}}") for tag in _TAGS},
    **{f"/{name}": pattern(rf"\{{\{{[%<]\s*+/\s*+{name}\s*+[%>]\}}\}}") for name in _SHORTCODES},
    "jinja": pattern(r"\#\}"),
    "hugo": pattern(r"\*/[%>]?\}\}"),
    "handlebars": pattern(r"\}\}"),
    "dashes": pattern(r"--\}\}"),
    "mdx": pattern(r"\*/\s*+\}"),
    "math": pattern(rf"(?<![\\$])(?P<sign>\$\$)(?!\$)|{_BLANK_LINE}"),
    "word": pattern(r"(?P<sign>(?<!\\)\$)(?![0-9$])|[\s`]"),
    "inline": pattern(rf"\\(?P<sign>\))|{_BLANK_LINE}"),
    "display": pattern(rf"\\(?P<sign>\])|{_BLANK_LINE}"),
    "amsmath": pattern(r"\\end\{[a-z]+\*?\}"),
}
_OF_PARAGRAPH: Final = frozenset({"math", "word", "inline", "display"})
_COMMAND: Final = pattern(r"\\[A-Za-z]{2}")
COMMENT: Final = "mdlint-doi-"
"""The text that a MyST comment must contain to interrupt a paragraph."""
MDX_COMMENT: Final = pattern(rf"\{{/\*(?P<words>\s*{WORD}(?>(?:[^*]|\*(?!/))*))\*/\s*\}}")
"""A suppression comment in MDX, which has no comments of HTML."""
Under = Literal["raw", "code", "doi", "other"]
"""The construct around a text: an element whose content is skipped, an element for code (of which
only the text is skipped), a link or image that leads to a DOI, or any other link or image."""
_NAME: Final = pattern(r"</?([A-Za-z][A-Za-z0-9-]*)")
_ATTRIBUTE: Final = pattern(
    r"""
    \s (?P<name> [A-Za-z_:][A-Za-z0-9_.:-]*+ ) \s*=\s*
    (?: "(?P<double>[^"]*+)" | '(?P<single>[^']*+)' | (?P<plain>[^\s"'=<>`]++) )  # the value
    """,
    re.VERBOSE,
)
_CODE: Final = frozenset({"code", "pre", "kbd", "samp", "tt"})
"""Elements for code: their text is not searched, but links in them are read."""
_RAW: Final = frozenset({"script", "style", "textarea", "math", "svg", "template"})
"""Elements whose content is skipped."""
_TARGETS: Final = frozenset({"href", "src"})
COMPONENT: Final = pattern(r"[A-Z][A-Z0-9]*+[a-z][A-Za-z0-9]*+")
"""The name of a component of MDX or Vue; names of HTML elements do not mix upper and lower case."""
_CALL: Final = pattern(
    r"""
    \{ (?:
        \{ [%<]?+ \s*+ (?P<macro>[A-Za-z][A-Za-z0-9_.-]*+)? [^{}]*+ \}\}  # of Hugo, or of Jinja
      | % -?\s*+ (?P<liquid>[A-Za-z][A-Za-z0-9_.-]*+)? (?>(?:[^{}%]|%(?!\}))*) %\}
      | [#:.] [^{}]*+ \}  # an attribute list
      )
    | < (?P<component>[A-Z][A-Za-z0-9.]*+) [^<>]*+ > \s*+ [^\s<>]++ \s*+ </ (?P=component) \s*+ >
    """,
    re.VERBOSE,
)
"""A shortcode, a macro or an attribute list, or a component that contains only one word."""
_ADDRESS: Final = pattern(r"(?:https?:)?//\S++", re.IGNORECASE)
_DOIS: Final = frozenset({"doi", "data-doi"})
"""Attributes for a DOI, of components and of programs that show badges."""
_IDENTITIES: Final = frozenset({"id", "key", "xmlns"})
"""Attributes that identify something, even if their value looks like an address."""


class Region(Value):
    """A part of a block, and the construct around it.

    Attributes:
        start: the offset in the block's text where it begins.
        end: the offset after it.
        under: the construct around it.
    """

    start: int
    end: int
    under: Under


class Call(Value):
    """A shortcode, a macro, an attribute list or a component; its arguments are not running text.

    Attributes:
        start: the offset in the block's text where it begins.
        end: the offset after it.
        name: its name; empty if it has none.
    """

    start: int
    end: int
    name: str


def calls(text: str) -> list[Call]:
    """Return the calls in a text, in order."""
    return [
        Call(match.start(), match.end(), match[match.lastgroup] if match.lastgroup else "")
        for match in _CALL.finditer(text)
    ]


def attributes(text: str, tag: Atom) -> Iterator[tuple[tuple[int, int], bool]]:
    """Yield the ranges of the URLs of a tag, each with whether it is the address of a link.

    These are `href` and `src`. In a component, whose attributes may have any name, they are all
    attributes whose value is an address.
    """
    is_anchor = tag_name(text, tag) == "a"
    is_component = _is_component(text, tag)
    for match in _ATTRIBUTE.finditer(text, tag.start, tag.end):
        name = match["name"].lower()
        span = match.span(match.lastgroup or "plain")
        if name in _TARGETS:
            yield span, is_anchor and name == "href"
        elif is_component and name not in _IDENTITIES and _ADDRESS.fullmatch(text, *span):
            yield span, False


def doi_attributes(text: str, tag: Atom) -> Iterator[tuple[int, int]]:
    """Yield the ranges of the values of a tag that are DOIs by the name of their attribute."""
    if text.find("doi", tag.start, tag.end) < 0:
        return
    for match in _ATTRIBUTE.finditer(text, tag.start, tag.end):
        span = match.span(match.lastgroup or "plain")
        if match["name"].lower() in _DOIS and not _ADDRESS.fullmatch(text, *span):
            yield span


def _is_component(text: str, tag: Atom) -> bool:
    name = _NAME.match(text, tag.start)
    return name is not None and COMPONENT.fullmatch(name[1]) is not None


def tag_name(text: str, tag: Atom) -> str:
    """Return the name of an opening or closing tag, in lower case."""
    match = _NAME.match(text, tag.start)
    return match[1].lower() if match else ""


def code_regions(text: str, atoms: list[Atom]) -> list[Region]:
    """Return the parts in HTML elements for code, or in elements whose content is skipped."""
    found: list[Region] = []
    opened: tuple[str, int] | None = None
    for atom in atoms:
        if atom.kind != "tag":
            continue
        name = tag_name(text, atom)
        closing = text.startswith("</", atom.start)
        if opened is None and name in _CODE | _RAW and not closing:
            opened = None if text.startswith("/>", atom.end - 2) else (name, atom.end)
        elif opened is not None and closing and name == opened[0]:
            found.append(Region(opened[1], atom.start, "code" if name in _CODE else "raw"))
            opened = None
    if opened is not None:
        found.append(Region(opened[1], len(text), "code" if opened[0] in _CODE else "raw"))
    return found


def anchor_end(text: str, atoms: list[Atom], which: int) -> int:
    """Return the offset where the content of the anchor `atoms[which]` ends."""
    behind = (atoms[index] for index in range(which + 1, len(atoms)))
    ends = (atom.start for atom in behind if atom.kind == "tag" and tag_name(text, atom) == "a")
    return next(ends, len(text))


def skipped_parts(text: str, start: int = 0) -> list[Span]:
    """Return the parts of `text[start:]` to skip, in order."""
    present = ((first, ends) for first, ends in _SIGNS.items() if first in text)
    if not any(first + end in text for first, ends in present for end in ends):
        return []
    found: list[Span] = []
    absent: dict[str, int] = {}  # by construct: an offset before which none of them ends
    at = start
    while opening := _OPENING.search(text, at):
        at = opening.end()
        kind = opening["liquid"] or opening.lastgroup or ""
        kind = f"/{opening['shortcode']}" if opening["shortcode"] else kind
        if at < absent.get(kind, 0):
            continue
        end = _ENDS[kind].search(text, at)
        if end is None or (kind in _OF_PARAGRAPH and not end["sign"]):
            absent[kind] = end.start() if end else len(text) + 1
            continue
        if kind not in _OF_PARAGRAPH or _is_math(kind, text, at, end.start()):
            found.append(Span(opening.start(), end.end()))
        at = end.end()
    return found


def _is_math(kind: str, text: str, start: int, end: int) -> bool:
    """Return whether two signs enclose mathematics, and are not prices or escaped brackets."""
    if kind in {"math", "word"}:
        return text.find("](", start, end) < 0
    return _COMMAND.search(text, start, end) is not None


def outside(wanted: Iterable[int], parts: list[Span]) -> list[int]:
    """Return the offsets that are in none of the sorted parts."""
    ranges = [(part.start, part.end) for part in parts]
    return [at for at in wanted if not is_inside(at, ranges)]
