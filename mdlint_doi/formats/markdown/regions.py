r"""Parts of a block that are code, or stand under a link; parts of a text that are no page.

The latter are comments, code and mathematics of programs that Markdown goes through.

Liquid (Jekyll) takes out `{% comment %}` and shows what stands in `{% raw %}` and `{% highlight %}`
as it is, as Hexo does `{% codeblock %}`; Jinja's and Nunjucks' comments are `{# … #}`. Hugo's
comments are `{{/* … */}}`, `{{%/* … */%}}` and `{{</* … */>}}` show what calls a shortcode, and
`{{< highlight >}}` holds code; Handlebars' comments are `{{! … }}`, MDX's `{/* … */}`.

Mathematics stands between `$$` in one paragraph, between `$` around one word (Pandoc's rule: blanks
stand between prices), in `\(` and `\[` around a command of TeX (without one, they are escaped
brackets), and in the environments of amsmath. A construct that is not closed does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal

from mdlint_doi.commonmark.model import Atom
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span, is_inside
from mdlint_doi.text.value import Value

_SIGNS: Final = {"{": ("%", "#", "{", "/*"), "$": ("",), "\\": ("(", "[", "begin{")}
"""What each of them begins with, by its first character: one character is found much faster."""
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
"""It begins with one of three characters, so that the search runs from one to the next of them."""
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
WORD: Final = "mdlint-doi-"
"""What each of our comments holds."""
Under = Literal["raw", "code", "doi", "other"]
"""What a piece of text stands under: an element whose content is no page, an element for code
(only its text is left alone), a link to a resolver, another link or an image."""
_NAME: Final = pattern(r"</?([A-Za-z][A-Za-z0-9-]*)")
_ATTRIBUTE: Final = pattern(
    r"""
    \s (?P<name> [A-Za-z_:][A-Za-z0-9_.:-]*+ ) \s*=\s*
    (?: "(?P<double>[^"]*+)" | '(?P<single>[^']*+)' | (?P<plain>[^\s"'=<>`]++) )  # the value
    """,
    re.VERBOSE,
)
_CODE: Final = frozenset({"code", "pre", "kbd", "samp", "tt"})
"""Elements for code: a link in them is a link, but text is not looked at."""
_RAW: Final = frozenset({"script", "style", "textarea", "math", "svg", "template"})
"""Elements whose content is no page."""
_TARGETS: Final = frozenset({"href", "src"})
COMPONENT: Final = pattern(r"[A-Z][A-Z0-9]*+[a-z][A-Za-z0-9]*+")
"""The name of a component of MDX or Vue; an element of HTML is written in letters of one size."""
_ADDRESS: Final = pattern(r"(?:https?:)?//\S++", re.IGNORECASE)
_IDENTITIES: Final = frozenset({"id", "key", "xmlns"})
"""Attributes by which something is found again, whatever they look like."""


class Region(Value):
    """A part of a block, and what it stands under.

    Attributes:
        start: the offset in the block's text where it begins.
        end: the offset after it.
        under: the element that it stands in.
    """

    start: int
    end: int
    under: Under


def attributes(text: str, tag: Atom) -> Iterator[tuple[tuple[int, int], bool]]:
    """Yield where the URLs of a tag stand, its `href` and `src`; whether it's that of a link.

    A component calls its attributes as it likes: there, each that is an address is yielded.
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


def _is_component(text: str, tag: Atom) -> bool:
    name = _NAME.match(text, tag.start)
    return name is not None and COMPONENT.fullmatch(name[1]) is not None


def tag_name(text: str, tag: Atom) -> str:
    """Return the name of an opening or closing tag, in lower case."""
    match = _NAME.match(text, tag.start)
    return match[1].lower() if match else ""


def code_regions(text: str, atoms: list[Atom]) -> list[Region]:
    """Return the parts that stand in an HTML element for code, or for no page at all."""
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
    """Return where the element of the anchor `atoms[which]` ends: its content, not its tag."""
    behind = (atoms[index] for index in range(which + 1, len(atoms)))
    ends = (one.start for one in behind if one.kind == "tag" and tag_name(text, one) == "a")
    return next(ends, len(text))


def left_alone(text: str, start: int = 0) -> list[Span]:
    """Return the parts of `text[start:]` that are no page, in order."""
    present = ((first, ends) for first, ends in _SIGNS.items() if first in text)
    if not any(first + end in text for first, ends in present for end in ends):
        return []
    found: list[Span] = []
    absent: dict[str, int] = {}  # what does not end before an offset
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
    """Return whether mathematics stands between two signs, and no prices or escaped brackets."""
    if kind in {"math", "word"}:
        return text.find("](", start, end) < 0
    return _COMMAND.search(text, start, end) is not None


def outside(wanted: Iterable[int], parts: list[Span]) -> list[int]:
    """Return the sorted offsets that stand in none of the parts, which are in order."""
    return [at for at in wanted if not is_inside(at, parts)]
