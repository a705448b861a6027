"""Values -> mentions: a field for the name, and others that may hold one.

Shared by the formats of data, R's files and LaTeX. A `Container` has the name of the field.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.model import Container, Form, Mention
from mdlint_doi.names.needles import may_hold_doi as may_hold_name
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.names.spelling import EVERY, STANDARD, Notations, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_TEMPLATE: Final = pattern(
    r"\{\{[^A-Za-z{}]*+[A-Za-z][^{}]*+\}\}|\{%[^{}]*%\}|\$\{[A-Za-z_][^{}]*\}|<%"
)
"""An expression of Jinja, Liquid or cookiecutter: what will stand there nobody can tell."""
_HINT: Final = pattern(r"10|[dD][oO][iI]")
"""What each text with a DOI holds."""
_NUMBERED: Final = ("eprint", "abs/")
"""In lower case, one of them stands in a data file with numbers of arXiv, or the word itself."""
_ESCAPED_ASCII: Final = re.compile(rb"\\u00[2-7]")
"""A letter of ASCII as JSON need not write it."""


def may_hold_doi(data: bytes, notations: Notations = STANDARD) -> bool:
    """Return whether a data file has a field for a DOI, an empty one too, or a DOI elsewhere."""
    if b"doi" in data or b"DOI" in data or _ESCAPED_ASCII.search(data):
        return True
    if may_hold_name(data, notations) or b"doi" in data.lower():
        return True
    return bool(notations.identifiers) and any(word.encode() in data.lower() for word in _NUMBERED)


def may_hold_numbers(text: str) -> bool:
    """Return whether a data file may hold identifiers, from which a DOI follows."""
    lower = text.lower()
    return any(word in lower for word in _NUMBERED) or bool(EVERY.within(lower).identifiers)


def name_mention(
    source: Source, span: Span, written: PlacedText, container: Container
) -> Mention | None:
    """Return the mention of a field for the DOI alone, even if there is no DOI in it.

    None where a template fills it in. An empty value is at `span`, that of its delimiters.
    """
    text = trimmed(written)
    if _is_template(text.text):
        return None
    spelling = read_value(text.text) or read(text.text, presented=True)
    if spelling is None:
        return None
    whole = text.whole if text.text else span
    return Mention(source, whole, text, Form.FIELD, spelling, container=container)


def read_value(text: str) -> Spelling | None:
    """Return the name that a value is, or holds for certain as another site's address; or None."""
    spelling = read(text)
    if spelling is None and "10." in text and "/" in text:
        from mdlint_doi.names.work_pages import read_whole_name

        spelling = read_whole_name(text)
    return spelling


def value_mentions(
    source: Source,
    written: PlacedText,
    container: Container,
    notations: Notations,
    before: str = "",
) -> Iterator[Mention]:
    """Yield the DOIs of any other value: all of it is one, or it is searched.

    Its escapes are undone; `before` is read as if it stood before the value, and shows the kind of
    a number in it.
    """
    text = trimmed(written)
    # In a field for something else, words may follow without a blank, and `{{` keeps letters.
    is_aside = container.is_aside
    if not may_be_there(text.text, notations) or (not is_aside and _is_template(text.text)):
        return
    is_whole = not is_aside and " " not in text.text
    whole = read(text.text, notations.without_publishers) if is_whole else None
    if whole is not None:
        yield Mention(source, text.whole, text, Form.VALUE, whole, container=container)
        return
    for one in find(text.text, notations.without_publishers, before=before):
        part = text.part(*one.span)
        yield Mention(source, part.whole, part, Form.VALUE, one.spelling, container=container)


def page_mentions(source: Source, written: PlacedText, container: Container) -> list[Mention]:
    """Return the DOI of a value that is the address of a publisher's page, if one stands in it."""
    text = trimmed(written)
    spelling = None if " " in text.text or _is_template(text.text) else read_value(text.text)
    if spelling is None:
        return []
    return [Mention(source, text.whole, text, Form.VALUE, spelling, container=container)]


def may_present(text: str, start: int = 0, end: int | None = None) -> bool:
    """Return whether a part of a text may hold the address of a DOI, or a label before one."""
    return text.find("10.", start, end) >= 0 or text.find("doi", start, end) >= 0


def may_be_there(text: str, notations: Notations = STANDARD) -> bool:
    """Return whether a text may hold a DOI; quick, to pass by what holds none."""
    return bool(notations.servers or notations.identifiers) or _HINT.search(text) is not None


def _is_template(text: str) -> bool:
    return ("{" in text or "<" in text) and _TEMPLATE.search(text) is not None


def trimmed(text: PlacedText) -> PlacedText:
    """Return a text without the blanks around."""
    stripped = text.text.strip()
    if len(stripped) == len(text.text):
        return text
    start = len(text.text) - len(text.text.lstrip())
    return text.part(start, start + len(stripped))
