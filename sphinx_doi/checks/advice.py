"""Which role can stand in place of a hard-coded link, in the language of the place: rST or MyST.

None can stand in the options and arguments of directives (`:target:`, `:link:`), in other roles
(badges), around an image. The mention does not say which of these a link is, so the file does.
"""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.formats.rst.role_argument import Language, role_for
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from sphinx_doi.page.files import PageFiles

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
_OPTIONS: Final = 30
"""Lines of options that are looked at."""
_LINE: Final = 1000
"""Code points before a link that are looked at."""


def advice(mention: Mention, files: PageFiles) -> str | None:
    """Return the role to write in place of a hard-coded link; None where none can stand."""
    if not (mention.in_rst or files.has_markdown_role(mention.source.name)):
        return None
    is_identifier = mention.spelling.kind is Kind.IDENTIFIER
    if is_identifier or mention.doi is None or mention.spelling.tail.cut(mention.spelling.text):
        return None
    language = _language_at(mention)
    return None if language is None else role_for(mention.doi, mention.title, language)


def _language_at(mention: Mention) -> Language | None:
    """Return the language of a role that can stand in place of a link; None where none can."""
    if mention.form not in _FORMS or mention.in_html or mention.source.name.endswith(".po"):
        return None
    if mention.form is Form.DESTINATION and mention.title is None:  # around an image
        return None
    source, start = mention.source, mention.span.start
    line = source.line_span(start)
    before = source.text[max(line.start, start - _LINE) : start]
    if mention.in_rst:
        return "rst" if _stands_in_rst(mention, before) else None
    return "myst" if _stands_in_myst(mention, before) else None


def _stands_in_myst(mention: Mention, before: str) -> bool:
    written = mention.span.cut(mention.source.text)
    if _IMAGE.search(written) or written.startswith("{"):  # another role
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
