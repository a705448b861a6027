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
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.span import Span
from mdlint_doi.names.spelling import Spelling
from sphinx_doi.argument import split
from sphinx_doi.escapes import coarse, escape2null, uri_at_end, written
from sphinx_doi.role import MARK
from sphinx_doi.suggest import role_for

Read = Callable[[str], Spelling | None]

_EMBEDDED: Final = re.compile(r"`.*(?<!\0)<.*(?<!\0)>`__?", re.DOTALL)
_EMBEDDED_END: Final = re.compile(r"\s*>`__?\Z")
_ROLE: Final = re.compile(r":(?P<name>[^:`]+):(?P<rest>`.*)", re.DOTALL)
_ATTRIBUTE: Final = re.compile(r"""\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_WORD: Final = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Seen:
    """A construct found.

    Attributes:
        source: the file, or a text of its own.
        span: where the construct stands in it.
        read: takes a whole text apart.

    """

    source: Source
    span: Span
    read: Read

    @property
    def text(self) -> str:
        """The construct as written."""
        return self.span.cut(self.source.text)

    @property
    def is_in_brackets(self) -> bool:
        """Whether it stands in `<…>`."""
        text, span = self.source.text, self.span
        return text[span.start - 1 : span.start] == "<" and text[span.end : span.end + 1] == ">"

    def mention(self, here: Written, form: Form, title: str | None = None) -> Mention | None:
        """Return the mention of the DOI that stands `here`; None if there is none."""
        spelling = self.read(here.text)
        if spelling is None:
            return None
        angle = form is Form.DESTINATION  # rST has these in `<…>` only
        return Mention(self.source, self.span, here, form, spelling, title, angle=angle)


Place = Callable[[Seen], Mention | None]


@dataclass(frozen=True, slots=True)
class Construct:
    """One construct.

    Attributes:
        needles: what to look for in the file, the likeliest first.
        place: makes the mention of a needle that was found.

    """

    needles: tuple[str, ...]
    place: Place


def role(node: nodes.Element, servers: tuple[str, ...]) -> Construct:
    """Return the construct of a `doi` role's node."""
    raw = node.rawsource or f":doi:`{node[MARK]}`"

    def place(seen: Seen) -> Mention:
        meant = raw if seen.text in _doubled(raw) else seen.text
        first, last = meant.find("`") + 1, meant.rfind("`")
        inner = meant[first:last]
        marked = inner if meant.startswith("{") else escape2null(inner)
        argument = split(marked, servers)
        here = written(marked, argument.span, seen.span.start + first)
        if len(meant) != len(seen.text):
            here = coarse(here.text, seen.span)
        return Mention(
            seen.source, seen.span, here, Form.ROLE, argument.spelling, argument.title
        )  # fmt: skip

    prefixed = _ROLE.fullmatch(raw)
    myst = (f"{{{prefixed['name']}}}{prefixed['rest']}",) if prefixed else ()
    return Construct((raw, *myst, *_doubled(raw)), place)


def reference(node: nodes.reference) -> Construct | None:
    """Return the construct of a link; None for one whose target stands elsewhere."""
    raw, target = node.rawsource, node["refuri"]
    badge = node.next_node(nodes.image) is not None
    title = None if badge else node.astext() or None
    marked = escape2null(raw)
    if _EMBEDDED.fullmatch(marked):
        return Construct((raw, *_doubled(raw)), _embedded(target, title))
    if without_marks(marked) == target:
        return Construct((raw, *_doubled(raw)), _bare)
    # Sphinx gives nodes without a raw text their visible one, for translations.
    if raw.endswith("_") and raw != node.astext():
        return None
    return _generated(target, title)


def definition(node: nodes.target) -> Construct:
    """Return the construct of a named target, `.. _name: https://…`."""
    target = node["refuri"]

    def place(seen: Seen) -> Mention | None:
        marked = escape2null(seen.text)
        here = uri_at_end(marked, target, len(marked.rstrip()), seen.span.start)
        return seen.mention(here or coarse(target, seen.span), Form.DEFINITION)

    return Construct((node.rawsource, target), place)


def text(candidate: scan.Candidate, form: Form) -> Construct:
    """Return the construct of a DOI in running text."""

    def place(seen: Seen) -> Mention:
        here = Written(candidate.written, seen.span.start)
        if len(seen.text) != len(candidate.written):
            here = coarse(candidate.written, seen.span)
        return Mention(seen.source, seen.span, here, form, candidate.spelling)

    return Construct((candidate.written,), place)


def attributes(html: str, read: Read) -> Iterator[Construct]:
    """Yield the constructs of the attributes in raw HTML that point at a DOI."""
    for match in _ATTRIBUTE.finditer(html):
        raw = match[1] or match[2] or ""
        if read(unescape(raw)) is not None:
            yield Construct((raw,), _attribute)


def _attribute(seen: Seen) -> Mention | None:
    value = unescape(seen.text)
    same = value == seen.text
    here = Written(value, seen.span.start) if same else coarse(value, seen.span)
    return seen.mention(here, Form.ATTRIBUTE)


def _embedded(target: str, title: str | None) -> Place:
    def place(seen: Seen) -> Mention | None:
        marked = escape2null(seen.text)
        closing = _EMBEDDED_END.search(marked)
        end = closing.start() if closing else len(marked)
        here = uri_at_end(marked, target, end, seen.span.start) or coarse(target, seen.span)
        return seen.mention(here, Form.DESTINATION, title)

    return place


def _bare(seen: Seen) -> Mention | None:
    """Read a URL in running text, and see whether docutils cut it short."""
    marked = escape2null(seen.text)
    here = written(marked, Span(0, len(marked)), seen.span.start)
    form = Form.AUTOLINK if seen.is_in_brackets else Form.BARE_LINK
    mention = seen.mention(here, form, here.text)
    word = _WORD.match(seen.source.text, seen.span.start)
    if mention is None or word is None or len(word[0]) <= len(marked):
        return mention
    longer = next(iter(scan.find(word[0], publishers=False)), None)
    if longer is None or longer.span.start or longer.span.end <= len(marked):
        return mention
    if longer.doi is None or longer.doi == mention.doi:
        return mention
    return _cut(seen, longer, longer.doi)


def _cut(seen: Seen, longer: scan.Candidate, doi: Doi) -> Mention:
    span = Span(seen.span.start, seen.span.start + longer.span.end)
    return Mention(
        seen.source,
        span,
        Written(longer.written, span.start),
        Form.BROKEN,
        longer.spelling,
        broken=Break.BARE_ANGLE if "<" in longer.written else Break.PARENTHESIS,
        repair=role_for(doi, None, seen.source.name),
    )


def _generated(target: str, title: str | None) -> Construct:
    """Return the construct of a link that a directive or a Markdown parser made."""

    def place(seen: Seen) -> Mention | None:
        here = Written(seen.text, seen.span.start)
        form = Form.DESTINATION
        if title == here.text:
            form = Form.AUTOLINK if seen.is_in_brackets else Form.BARE_LINK
        return seen.mention(here, form, title)

    decoded = unquote(target)
    others = (decoded,) if decoded != target and "\ufffd" not in decoded else ()
    return Construct((target, *others), place)


def _doubled(raw: str) -> tuple[str, ...]:
    """Return the text as it stands in a Python string that is not raw."""
    return (raw.replace("\\", "\\\\"),) if "\\" in raw else ()
