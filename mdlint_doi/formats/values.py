"""Find the mentions in values: in fields for a DOI, and in other fields.

The data formats, R documentation and LaTeX use this module. A `Container` contains the name of the
field.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.lint.model import Container, Form, Mention
from mdlint_doi.lint.running_names import with_white_space
from mdlint_doi.names.needles import may_hold_doi as may_hold_name
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.names.scan.name_end import marks_after
from mdlint_doi.names.scan.white_space import closed_up
from mdlint_doi.names.spelling import EVERY, STANDARD, Notations, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span, holds_any

_TEMPLATE: Final = pattern(
    r"\{\{[^A-Za-z{}]*+[A-Za-z][^{}]*+\}\}|\{%[^{}]*%\}|\$\{[A-Za-z_][^{}]*\}|<%"
)
"""An expression of Jinja, Liquid or cookiecutter, whose result is not known."""
_MARKUP: Final = pattern(
    r"""
    (?: (?:doi|DOI)\s*:?\s* )?
    (?: \\(?:url|nolinkurl|path|doi|texttt|mbox|href)\s*
        \{(?P<macro>(?>(?:[^{}\r\n]|\{[^{}\r\n]*\})*))\}
        (?: \s*\{(?P<words>[^{}\r\n]*)\} )?
      | \{?\\(?:tt|ttfamily|sf|small|em|it)\s+(?P<switch>[^{}\s]+)\}?
      | <(?P<angles>[^<>\s]+)>
      | \[(?P<title>[^\]\r\n]*)\]\(<?(?P<target>[^<>\s]+)>?\)
      | <a\s[^<>]*?href\s*=\s*["']?(?P<href>[^"'<>\s]+)["']?[^<>]*>(?P<content>[^<>]*)</a>
      | (?P<quote>["'`]{1,2}|\u201c|\u2018)(?P<quoted>[^\s"'`\u201d\u2019]+)["'`\u201d\u2019]{1,2}
      | \((?P<round>\S+)\)
      | \[(?P<square>\S+)\]
    )[.,;]?""",
    re.VERBOSE,
)
"""Matches markup around a DOI or its address, in TeX, Markdown and HTML."""
_ADDRESSES: Final = ("macro", "switch", "angles", "target", "href", "quoted", "round", "square")
"""Its groups with a DOI or an address."""
_SHOWN: Final = ("words", "title", "content")
"""Its groups with the text of a link."""
_DEEPEST: Final = 3
"""The most layers of markup that are read."""
_LONGEST: Final = 1000
"""The most code points of a value in which markup is read."""
_HINT: Final = pattern(r"10|[dD][oO][iI]")
"""A part that each text with a DOI contains."""
_NUMBERED: Final = ("eprint", "abs/")
"""A data file with arXiv numbers contains one of these, in lower case, or the word arXiv."""
_SHORT_NAMES: Final = (b"DO  - ", b'"10/')
"""The tag of RIS for a DOI, and the beginning of a shortDOI in JSON."""
_ESCAPED_ASCII: Final = re.compile(rb"\\u00[2-7]")
"""The beginning of an escape in JSON for an ASCII character."""


def may_hold_doi(data: bytes, notations: Notations = STANDARD) -> bool:
    """Return whether a data file may have a field for a DOI, even an empty one, or any DOI."""
    if (
        b"doi" in data
        or b"DOI" in data
        or any(name in data for name in _SHORT_NAMES)
        or _ESCAPED_ASCII.search(data)
    ):
        return True
    if may_hold_name(data, notations) or b"doi" in data.lower():
        return True
    return bool(notations.identifiers) and any(word.encode() in data.lower() for word in _NUMBERED)


def may_contain_identifiers(text: str) -> bool:
    """Return whether a data file may contain identifiers, which imply a DOI."""
    lower = text.lower()
    return any(word in lower for word in _NUMBERED) or bool(EVERY.within(lower).identifiers)


def name_mention(
    source: Source, span: Span, written: PlacedText, container: Container
) -> Mention | None:
    """Return the mention of a field that is only for a DOI, even if its value is not a DOI.

    None if a template fills in the value, or if it presents no DOI. The mention of an empty value
    is at `span`, which includes the delimiters.
    """
    text = trimmed(written)
    if _is_template(text.text):
        return None
    inside = inside_markup(text.text)
    spelling = read_name(inside.cut(text.text))
    if spelling is None:
        return None
    whole = text.whole if text.text else span
    name = text if inside == Span(0, len(text.text)) else text.part(inside.start, inside.end)
    return Mention(source, whole, name, Form.FIELD, spelling, container=container)


def read_name(text: str) -> Spelling | None:
    """Return the spelling of the value of a field that is only for a DOI, without markup."""
    return read_value(text) or read(text, presented=True)


def inside_markup(text: str) -> Span:
    """Return the span of the DOI or address in a value that is only markup around it.

    It is the whole value if there is no such markup, or if the markup contains no DOI. A link may
    have its DOI as its text, or words, but not a different DOI.
    """
    whole = inside = Span(0, len(text))
    for _ in range(_DEEPEST if len(text) <= _LONGEST else 0):
        markup = _MARKUP.fullmatch(text, inside.start, inside.end)
        if markup is None:
            break
        name = next(group for group in _ADDRESSES if markup[group] is not None)
        start = markup.end(name) - len(markup[name].lstrip())
        inside = Span(start, start + len(markup[name].strip()))
        shown = next((markup[group] for group in _SHOWN if markup[group]), "")
        found, other = read_value(inside.cut(text)), read_value(shown.strip())
        if found is not None and other is not None and found.doi != other.doi:
            return whole
    spelling = read_value(inside.cut(text)) if inside != whole else None
    # With a space, it may be two DOIs.
    is_name = spelling is not None and " " not in spelling.name.cut(spelling.text)
    return inside if is_name else whole


def read_value(text: str) -> Spelling | None:
    """Return the spelling of a value that is a DOI or a page's address with one, or None."""
    spelling = read(text)
    if spelling is None and "10." in text and "/" in text:
        from mdlint_doi.names.work_pages import read_whole_name

        spelling = read_whole_name(text)
    return spelling


def value_mentions(  # noqa: PLR0913 - independent options
    source: Source,
    written: PlacedText,
    container: Container,
    notations: Notations,
    before: str = "",
    *,
    is_note: bool = False,
) -> Iterator[Mention]:
    """Yield the mentions in any other value: the whole value is a DOI, or it is searched.

    Args:
        source: the file.
        written: the value without escapes.
        container: the field.
        notations: the notations that count as DOIs.
        before: is read as if it came before the value, and shows the kind of a number in it.
        is_note: whether the value is a note, which is running text even if it is only one word.
    """
    text = trimmed(written)
    # In a field that is an aside, words may follow without a blank, and `{{` protects capitals.
    may_cite_others = container.may_cite_others
    if not may_contain_doi(text.text, notations) or (
        not may_cite_others and _is_template(text.text)
    ):
        return
    is_whole = not (may_cite_others or is_note) and " " not in text.text
    whole = read(text.text, notations.without_publishers) if is_whole else None
    if whole is not None:
        yield Mention(source, text.whole, text, Form.VALUE, whole, container=container)
        return
    joined = closed_up(text)
    text, joints = joined.text, joined.joints
    for candidate in find(text.text, notations.without_publishers, before=before):
        span, spelling = candidate.span, candidate.spelling
        part, marks = text.part(span.start, span.end), marks_after(text, span.end)
        mention = Mention(source, part.whole, part, Form.VALUE, spelling, container=container)
        if joints and holds_any(joints, span.start + 1, span.end):
            yield with_white_space(mention)
        else:
            yield mention if marks is None else mention.replace(marks=marks)


def page_mentions(source: Source, written: PlacedText, container: Container) -> list[Mention]:
    """Return the mention, if any, in a value that is the address of a publisher's page."""
    text = trimmed(written)
    spelling = None if " " in text.text or _is_template(text.text) else read_value(text.text)
    if spelling is None:
        return []
    return [Mention(source, text.whole, text, Form.VALUE, spelling, container=container)]


def may_present(text: str, start: int = 0, end: int | None = None) -> bool:
    """Return whether a part of a text may contain the address of a DOI, or a label before one."""
    return text.find("10.", start, end) >= 0 or text.find("doi", start, end) >= 0


def may_contain_doi(text: str, notations: Notations = STANDARD) -> bool:
    """Return whether a text may contain a DOI; this quick test skips most texts."""
    return bool(notations.servers or notations.identifiers) or _HINT.search(text) is not None


def _is_template(text: str) -> bool:
    return ("{" in text or "<" in text) and _TEMPLATE.search(text) is not None


def trimmed(text: PlacedText) -> PlacedText:
    """Return a text without the blanks around it."""
    stripped = text.text.strip()
    if len(stripped) == len(text.text):
        return text
    start = len(text.text) - len(text.text.lstrip())
    return text.part(start, start + len(stripped))
