r"""Parts of a document that are no page: comments and code of programs that Markdown goes through.

Liquid (Jekyll) takes out `{% comment %}` and shows what stands in `{% raw %}` and `{% highlight %}`
as it is, as Hexo does `{% codeblock %}`; Jinja's and Nunjucks' comments are `{# … #}`. Hugo's
comments are `{{/* … */}}`, `{{%/* … */%}}` and `{{</* … */>}}` show what calls a shortcode, and
`{{< highlight >}}` holds code; Handlebars' comments are `{{! … }}`, MDX's `{/* … */}`.

A `$$` and the next one in the same paragraph hold mathematics, wherever in a line they stand. So do
a `$` and its partner around one word (Pandoc's rule, without blanks: between prices some stand),
`\(` and `\[` with theirs around a command of TeX (without one, they are escaped brackets), and the
environments of amsmath.

What is not closed is nothing of the kind, and neither is a tag alone in a code span, of which a
manual speaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_SIGNS: Final = ("{%", "{#", "{{", "{/*", "$", "\\(", "\\[", "\\begin{")
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
_LINK: Final = "]("


def left_alone(text: str, start: int = 0) -> list[Span]:
    """Return the parts of `text[start:]` that are no page, in order."""
    if not any(sign in text for sign in _SIGNS):
        return []
    found: list[Span] = []
    absent: dict[str, int] = {}  # what does not end before an offset
    at = start
    while opening := _OPENING.search(text, at):
        at = opening.end()
        kind = _kind(opening)
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


def _kind(opening: re.Match[str]) -> str:
    """Return the key of what ends it."""
    if opening["shortcode"]:
        return f"/{opening['shortcode']}"
    return opening["liquid"] or opening.lastgroup or ""


def _is_math(kind: str, text: str, start: int, end: int) -> bool:
    """Return whether mathematics stands between two signs that may be something else.

    Prices stand in pairs, too: "$$" between two names of restaurants. And programs that write
    Markdown escape brackets.
    """
    if kind in {"math", "word"}:
        return text.find(_LINK, start, end) < 0
    return _COMMAND.search(text, start, end) is not None


def outside(wanted: Iterable[int], parts: list[Span]) -> list[int]:
    """Return the sorted offsets that stand in none of the parts, which are in order."""
    if not parts:
        return list(wanted)
    kept = []
    which = 0
    for at in wanted:
        while which < len(parts) and parts[which].end <= at:
            which += 1
        if which == len(parts) or at < parts[which].start:
            kept.append(at)
    return kept
