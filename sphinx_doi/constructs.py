"""What holds a DOI in a doctree: roles, links, targets, attributes, text.

Each construct knows what to look for in the source file, and how to read itself off the place
where that was found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape
from typing import Final
from urllib.parse import unquote

from docutils import nodes
from docutils.utils import unescape as without_marks

from mdlint_doi.lint.model import Break, Form, Mention
from mdlint_doi.lint.source import Source, Written
from mdlint_doi.names import scan
from mdlint_doi.names.span import Span
from mdlint_doi.names.spelling import Spelling
from sphinx_doi.argument import split
from sphinx_doi.escapes import coarse, escape2null, uri_at_end, written
from sphinx_doi.role import MARK
from sphinx_doi.suggest import role_for

Read = Callable[[str], Spelling | None]
Place = Callable[[Source, Span, Read], Mention | None]

_EMBEDDED: Final = re.compile(r"`.*(?<!\0)<.*(?<!\0)>`__?", re.DOTALL)
_EMBEDDED_END: Final = re.compile(r"\s*>`__?\Z")
_ROLE: Final = re.compile(r":(?P<name>[^:`]+):(?P<rest>`.*)", re.DOTALL)
_ATTRIBUTE: Final = re.compile(r"""\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_WORD: Final = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Construct:
    """One construct.

    Attributes:
        needles: what to look for in the file, the likeliest first.
        place: makes the mention from the file and the place of a needle.

    """

    needles: tuple[str, ...]
    place: Place


def role(node: nodes.Element, servers: tuple[str, ...]) -> Construct:
    """Return the construct of a `doi` role's node."""
    raw = node.rawsource or f":doi:`{node[MARK]}`"

    def place(source: Source, span: Span, _: Read) -> Mention:
        text = span.cut(source.text)
        first, last = text.find("`") + 1, text.rfind("`")
        inner = text[first:last]
        marked = inner if text.startswith("{") else escape2null(inner)
        argument = split(marked, servers)
        target = written(marked, argument.span, span.start + first)
        return Mention(source, span, target, Form.ROLE, argument.spelling, argument.title)

    prefixed = _ROLE.fullmatch(raw)
    myst = (f"{{{prefixed['name']}}}{prefixed['rest']}",) if prefixed else ()
    return Construct((raw, *myst, *_doubled(raw)), place)


def reference(node: nodes.reference) -> Construct | None:
    """Return the construct of a link; None for one whose target stands elsewhere."""
    raw, target = node.rawsource, node["refuri"]
    title = node.astext() or None
    if not raw:
        return _generated(target, title)
    marked = escape2null(raw)
    if _EMBEDDED.fullmatch(marked):
        return Construct((raw, *_doubled(raw)), _embedded(target, title))
    if without_marks(marked) == target:
        return Construct((raw, *_doubled(raw)), _bare)
    return None


def definition(node: nodes.target) -> Construct:
    """Return the construct of a named target, `.. _name: https://…`."""
    target = node["refuri"]

    def place(source: Source, span: Span, read: Read) -> Mention | None:
        marked = escape2null(span.cut(source.text))
        end = len(marked.rstrip())
        text = uri_at_end(marked, target, end, span.start) or coarse(target, span)
        return _mention(source, span, text, Form.DEFINITION, read)

    return Construct((node.rawsource, target), place)


def text(candidate: scan.Candidate, form: Form) -> Construct:
    """Return the construct of a DOI in running text."""

    def place(source: Source, span: Span, _: Read) -> Mention:
        here = Written(candidate.written, span.start)
        if span.end - span.start != len(candidate.written):
            here = coarse(candidate.written, span)
        return Mention(source, span, here, form, candidate.spelling)

    return Construct((candidate.written,), place)


def attributes(html: str, read: Read) -> Iterator[Construct]:
    """Yield the constructs of the attributes in raw HTML that point at a DOI."""
    for match in _ATTRIBUTE.finditer(html):
        raw = match[1] or match[2] or ""
        if read(unescape(raw)) is not None:
            yield Construct((raw,), _attribute)


def _attribute(source: Source, span: Span, read: Read) -> Mention | None:
    raw = span.cut(source.text)
    value = unescape(raw)
    here = Written(value, span.start) if value == raw else coarse(value, span)
    return _mention(source, span, here, Form.ATTRIBUTE, read)


def _embedded(target: str, title: str | None) -> Place:
    def place(source: Source, span: Span, read: Read) -> Mention | None:
        marked = escape2null(span.cut(source.text))
        closing = _EMBEDDED_END.search(marked)
        end = closing.start() if closing else len(marked)
        here = uri_at_end(marked, target, end, span.start) or coarse(target, span)
        return _mention(source, span, here, Form.DESTINATION, read, title, angle=True)

    return place


def _bare(source: Source, span: Span, read: Read) -> Mention | None:
    """Read a URL in running text, and see whether docutils cut it short."""
    marked = escape2null(span.cut(source.text))
    here = written(marked, Span(0, len(marked)), span.start)
    mention = _mention(source, span, here, Form.BARE_LINK, read, here.text)
    word = _WORD.match(source.text, span.start)
    whole = word[0] if word else ""
    if mention is None or len(whole) == len(marked):
        return mention
    longer = next(iter(scan.find(whole, publishers=False)), None)
    if longer is None or longer.span.start or longer.span.end <= len(marked):
        return mention
    if longer.doi is None or longer.doi == mention.doi:
        return mention
    cut = Span(span.start, span.start + longer.span.end)
    return Mention(
        source, cut, Written(longer.written, cut.start), Form.BROKEN, longer.spelling,
        broken=Break.BARE_ANGLE if "<" in longer.written else Break.PARENTHESIS,
        repair=role_for(longer.doi, None, source.name),
    )  # fmt: skip


def _generated(target: str, title: str | None) -> Construct:
    """Return the construct of a link that a directive or a Markdown parser made."""

    def place(source: Source, span: Span, read: Read) -> Mention | None:
        here = Written(span.cut(source.text), span.start)
        form = Form.AUTOLINK if title == here.text else Form.DESTINATION
        return _mention(source, span, here, form, read, title)

    decoded = unquote(target)
    others = (decoded,) if decoded != target and "\ufffd" not in decoded else ()
    return Construct((target, *others), place)


def _mention(
    source: Source,
    span: Span,
    here: Written,
    form: Form,
    read: Read,
    title: str | None = None,
    *,
    angle: bool = False,
) -> Mention | None:
    spelling = read(here.text)
    if spelling is None:
        return None
    return Mention(source, span, here, form, spelling, title, angle=angle)


def _doubled(raw: str) -> tuple[str, ...]:
    """Return the text as it stands in a Python string that is not raw."""
    return (raw.replace("\\", "\\\\"),) if "\\" in raw else ()
