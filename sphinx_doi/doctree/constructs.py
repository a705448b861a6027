"""What holds a DOI in a doctree: roles, links, targets, attributes, text.

Each construct knows what to look for in the source file, and how to read itself off the place
where that was found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Final, NamedTuple
from urllib.parse import unquote

from docutils import nodes
from docutils.utils import unescape as without_marks

from mdlint_doi.lint.model import Break, Form, Mention
from mdlint_doi.names.scan.find import Candidate, find
from mdlint_doi.names.spelling import Spelling
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from sphinx_doi.argument import split
from sphinx_doi.doctree.escapes import doubled, escape2null, in_python, uri_at_end, written
from sphinx_doi.role import MARK
from sphinx_doi.role_text import role_for

Read = Callable[[str], Spelling | None]

_EMBEDDED: Final = re.compile(r"`.*(?<!\0)<.*(?<!\0)>`__?", re.DOTALL)
_EMBEDDED_END: Final = re.compile(r"\s*>`__?\Z")
_ROLE: Final = re.compile(r":(?P<name>[^:`]+):(?P<rest>`.*)", re.DOTALL)
_ATTRIBUTE: Final = re.compile(r"""\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_WORD: Final = re.compile(r"\S{1,500}")


class Seen(NamedTuple):
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
        """The construct as it stands in the file."""
        return self.span.cut(self.source.text)

    @property
    def is_in_brackets(self) -> bool:
        """Whether it stands in `<…>`."""
        text, span = self.source.text, self.span
        return text[span.start - 1 : span.start] == "<" and text[span.end : span.end + 1] == ">"

    def meant(self, raw: str) -> str:
        """Return the text as the parser saw it, `raw` where a Python string doubles backslashes."""
        return raw if self.text in doubled(raw) else self.text

    def placed(self, here: PlacedText, meant: str) -> PlacedText:
        """Return what stands `here` in `meant` with its places in the file."""
        if meant != self.text:
            here = in_python(here, meant)
        return here.within(PlacedText(self.text, self.span.start))

    def mention(self, here: PlacedText, form: Form, title: str | None = None) -> Mention | None:
        """Return the mention of the DOI that stands `here`; None if there is none."""
        spelling = self.read(here.text)
        if spelling is None:
            return None
        # No bracket ends these: in rST they stand in `<…>`, or up to the end of the line.
        angle = form in {Form.DESTINATION, Form.DEFINITION}
        return Mention(self.source, self.span, here, form, spelling, title, angle=angle)


Place = Callable[[Seen], Mention | None]


class Construct(NamedTuple):
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
        meant = seen.meant(raw)
        first, last = meant.find("`") + 1, meant.rfind("`")
        inner = meant[first:last]
        marked = inner if meant.startswith("{") else escape2null(inner)
        argument = split(marked, servers)
        marked = meant[:first] + marked
        here = seen.placed(written(marked, argument.span.shift(first)), meant)
        return Mention(
            seen.source, seen.span, here, Form.ROLE, argument.spelling, argument.title
        )  # fmt: skip

    prefixed = _ROLE.fullmatch(raw)
    myst = (f"{{{prefixed['name']}}}{prefixed['rest']}",) if prefixed else ()
    return Construct((raw, *myst, *doubled(raw)), place)


def reference(node: nodes.reference) -> Construct | None:
    """Return the construct of a link; None for one whose target stands elsewhere."""
    raw, target = node.rawsource, node["refuri"]
    badge = node.next_node(nodes.image) is not None
    title = None if badge else node.astext() or None
    marked = escape2null(raw)
    if _EMBEDDED.fullmatch(marked):
        return Construct((raw, *doubled(raw)), _embedded(raw, target, title))
    if without_marks(marked) == target:
        return Construct((raw, *doubled(raw)), _bare(raw))
    # Sphinx gives nodes without a raw text their visible one, for translations.
    if raw.endswith("_") and raw != node.astext():
        return None
    return _generated(target, title)


def definition(node: nodes.target) -> Construct:
    """Return the construct of a named target, `.. _name: https://…`."""
    target = node["refuri"]

    def place(seen: Seen) -> Mention | None:
        meant = seen.meant(raw)
        here = uri_at_end(escape2null(meant), target, len(meant.rstrip()))
        here = seen.placed(here, meant) if here else PlacedText.coarse(target, seen.span)
        return seen.mention(here, Form.DEFINITION)

    raw = node.rawsource
    return Construct((raw, *doubled(raw), target), place)


def entry(target: str) -> Construct:
    """Return the construct of a link in a table of contents, where no role can stand."""

    def place(seen: Seen) -> Mention | None:
        return seen.mention(PlacedText(seen.text, seen.span.start), Form.DEFINITION)

    return Construct((target,), place)


def text(candidate: Candidate, form: Form) -> Construct:
    """Return the construct of a DOI in running text."""

    def place(seen: Seen) -> Mention:
        here = PlacedText(candidate.written, seen.span.start)
        if len(seen.text) != len(candidate.written):
            here = PlacedText.coarse(candidate.written, seen.span)
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
    here = PlacedText(value, seen.span.start) if same else PlacedText.coarse(value, seen.span)
    return seen.mention(here, Form.ATTRIBUTE)


def _embedded(raw: str, target: str, title: str | None) -> Place:
    def place(seen: Seen) -> Mention | None:
        meant = seen.meant(raw)
        closing = _EMBEDDED_END.search(meant)
        here = uri_at_end(escape2null(meant), target, closing.start()) if closing else None
        here = seen.placed(here, meant) if here else PlacedText.coarse(target, seen.span)
        return seen.mention(here, Form.DESTINATION, title)

    return place


def _bare(raw: str) -> Place:
    def place(seen: Seen) -> Mention | None:
        meant = seen.meant(raw)
        here = seen.placed(written(escape2null(meant), Span(0, len(meant))), meant)
        form = Form.AUTOLINK if seen.is_in_brackets else Form.BARE_LINK
        mention = seen.mention(here, form, here.text)
        longer = _longer(seen)
        if mention is None or longer is None or longer.doi in {None, mention.doi}:
            return mention
        return _cut(seen, longer)

    return place


def _longer(seen: Seen) -> Candidate | None:
    """Return the DOI of which docutils took only the beginning for a URL; None if it took all."""
    word = _WORD.match(seen.source.text, seen.span.start)
    if word is None or word.end() <= seen.span.end:
        return None
    first = next(iter(find(word[0], publishers=False)), None)
    if first is None or first.span.start or first.span.end <= len(seen.text):
        return None
    return first


def _cut(seen: Seen, longer: Candidate) -> Mention:
    span = Span(seen.span.start, seen.span.start + longer.span.end)
    return Mention(
        seen.source,
        span,
        PlacedText(longer.written, span.start),
        Form.BROKEN,
        longer.spelling,
        broken=Break.BARE_ANGLE if "<" in longer.written else Break.PARENTHESIS,
        repair=role_for(longer.doi, None, seen.source.name) if longer.doi else None,
    )


def _generated(target: str, title: str | None) -> Construct:
    """Return the construct of a link that a directive or a Markdown parser made."""

    def place(seen: Seen) -> Mention | None:
        here = PlacedText(seen.text, seen.span.start)
        form = Form.DESTINATION
        if title == here.text:
            form = Form.AUTOLINK if seen.is_in_brackets else Form.BARE_LINK
        return seen.mention(here, form, title)

    decoded = unquote(target)
    others = (decoded,) if decoded != target and "\ufffd" not in decoded else ()
    return Construct((target, *others), place)
