"""Where a role can stand in place of a link, and in which language: rST or MyST.

None can stand in the options and arguments of directives (`:target:`, `:link:`), in other roles
(badges), around an image. The doctree has lost which of these a link was, so the file says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from mdlint_doi.formats.rst.role_argument import Language
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Ranges, Span

_MARKDOWN: Final = (".md", ".markdown", ".ipynb", ".mdx", ".qmd", ".Rmd", ".rmd")
_FORMS: Final = frozenset({Form.DESTINATION, Form.AUTOLINK, Form.BARE_LINK})
_IMAGE: Final = pattern(r"!\[|<img\b|\{image\}", re.IGNORECASE)
_OPTION: Final = pattern(r"\s*:[\w-]+:\s+\S*\Z")
_YAML_OPTION: Final = pattern(r"\s*(?:target|link|url):\s+\S*\Z")
_ADMONITIONS: Final = (
    r"(?:admonition|attention|caution|danger|error|hint|important|note|rubric|seealso|tip|topic"
    r"|warning|deprecated|version[\w-]+|centered|card|dropdown|details)"
)
"""Directives whose argument is text."""
_MYST_ARGUMENT: Final = pattern(rf"\s*(?:`{{3,}}|~{{3,}}|:{{3,}})\{{(?!{_ADMONITIONS}\}})[^}}]*\}}")
_RST_ARGUMENT: Final = pattern(rf"\s*\.\. (?:\|[^|]*\| )?(?!{_ADMONITIONS}::)[\w:.+-]+::\s")
_DIRECTIVE: Final = pattern(r"\s*\.\. (?:\|[^|]*\| )?[\w:.+-]+::")
_MYST_ROLE: Final = pattern(r"\{[\w:.+-]+\}`[^`]*\Z")
_RST_ROLE: Final = pattern(r":[\w.+-]+:`[^`]*\Z")
_FENCE: Final = pattern(r"\s*(`{3,}|~{3,}|:{3,})")
_OPTIONS: Final = 30
"""Lines of options that are looked at."""
_LINE: Final = 1000
"""Code points before a link that are looked at."""


def language_of(path: str) -> Language:
    """Return the language of a file's roles; a translated message has that of its document."""
    return "myst" if path.partition(":<translated>")[0].endswith(_MARKDOWN) else "rst"


def language_in(source: Source, start: int) -> Language:
    """Return the language of the roles around an offset."""
    language = language_of(source.name)
    if language == "myst" and "{eval-rst}" in source.text:
        here = Span(start, start + 1)
        return "rst" if _in_rst(source.text).overlap(here) else "myst"
    return language


def language_at(mention: Mention) -> Language | None:
    """Return the language of a role that can stand in place of a link; None where none can.

    Args:
        mention: with the text of its file as source, or of what no file holds.

    """
    if mention.form not in _FORMS or mention.in_html or mention.source.name.endswith(".po"):
        return None
    if mention.form is Form.DESTINATION and mention.title is None:  # around an image
        return None
    source, start = mention.source, mention.span.start
    language = language_in(source, start)
    line = source.line_span(start)
    before = source.text[max(line.start, start - _LINE) : start]
    stands = _stands_in_rst if language == "rst" else _stands_in_myst
    return language if stands(mention, before) else None


def _stands_in_myst(mention: Mention, before: str) -> bool:
    if _IMAGE.search(mention.span.cut(mention.source.text)):
        return False
    patterns = (_OPTION, _YAML_OPTION)
    if any(one.match(before) for one in patterns) and mention.form is not Form.DESTINATION:
        return False
    return not (_MYST_ARGUMENT.match(before) or _MYST_ROLE.search(before))


def _stands_in_rst(mention: Mention, before: str) -> bool:
    if _RST_ARGUMENT.match(before) or _RST_ROLE.search(before):
        return False
    if mention.form is Form.DESTINATION and not _is_link_of_rst(mention):
        return False
    return not (_OPTION.match(before) and _is_option(mention.source, mention.span.start))


def _is_link_of_rst(mention: Mention) -> bool:
    """Return whether the text is a link with its target, or comes from no file at all."""
    text = mention.span.cut(mention.source.text)
    return text.endswith("_") or mention.span == Span(0, len(mention.source.text))


def _is_option(source: Source, start: int) -> bool:
    """Return whether a field is an option: nothing but fields stands between it and a directive."""
    line = source.line_span(start)
    for _ in range(_OPTIONS):
        line = source.line_span(max(line.start - 1, 0))
        text = line.cut(source.text)
        if _DIRECTIVE.match(text):
            return True
        if not text.lstrip().startswith(":"):
            return False
    return False


@lru_cache(maxsize=4)
def _in_rst(text: str) -> Ranges:
    """Return the contents of the `eval-rst` directives of a MyST file."""
    found, fence, begin, is_rst = [], "", 0, False
    for start, line in _lines(text):
        match = _FENCE.match(line)
        if match is None:
            continue
        if not fence:
            fence, begin, is_rst = match[1], start, "{eval-rst}" in line
        elif match[1].startswith(fence) and not line[match.end() :].strip():
            found += [Span(begin, start)] if is_rst else []
            fence = ""
    return Ranges([*found, Span(begin, len(text))] if fence and is_rst else found)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, line
        start += len(line)
