"""What holds a DOI in a doctree: roles, links, targets, attributes, text.

Each construct knows what to look for in the source file, and makes a mention of the place where
that was found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Final, NamedTuple
from urllib.parse import unquote

from docutils import nodes
from docutils.utils import unescape as without_marks

from mdlint_doi.formats.role_words import role_word
from mdlint_doi.formats.rst.reader import SUBSTITUTION
from mdlint_doi.formats.rst.role_argument import role_for
from mdlint_doi.lint.model import Break, Form, Mention
from mdlint_doi.names.scan.find import Candidate
from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span
from mdlint_doi.text.url_text import url_text
from sphinx_doi.argument import Argument, split
from sphinx_doi.doctree.cut_urls import cut_mention
from sphinx_doi.doctree.escapes import doubled, escape2null, in_python, uri_at_end, written
from sphinx_doi.doctree.places import Match
from sphinx_doi.role import MARK
from sphinx_doi.role_place import language_in

Read = Callable[[str], Spelling | None]
"""Takes a whole text apart."""
Make = Callable[[Match], Mention | None]

_EMBEDDED: Final = pattern(r"`.*(?<!\0)<.*(?<!\0)>`__?", re.DOTALL)
_EMBEDDED_END: Final = pattern(r"\s*>`__?\Z")
_ROLE: Final = pattern(r":(?P<name>[^:`]+):(?P<rest>`.*)", re.DOTALL)
_ATTRIBUTE: Final = pattern(r"""\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)


class Construct(NamedTuple):
    """One construct.

    Attributes:
        needles: what to look for in the file, the likeliest first.
        mention: makes the mention of a needle that was found; None if it holds no DOI.

    """

    needles: tuple[str, ...]
    mention: Make


def role(node: nodes.Element, servers: tuple[str, ...]) -> Construct:
    """Return the construct of a `doi` role's node."""
    raw = node.rawsource or f":doi:`{node[MARK]}`"

    def mention(match: Match) -> Mention:
        here, argument = _argument(match, raw, servers)
        return Mention(
            match.source, match.span, here, Form.ROLE, argument.spelling, argument.title
        )  # fmt: skip

    prefixed = _ROLE.fullmatch(raw)
    myst = (f"{{{prefixed['name']}}}{prefixed['rest']}",) if prefixed else ()
    return Construct((raw, *myst, *doubled(raw)), mention)


def mistyped_role(text: str, inner: str, servers: tuple[str, ...]) -> Construct | None:
    """Return the construct of what was meant as a role; None if it holds no DOI.

    Args:
        text: the whole of it, ``DOI:`10.1000/182` ``.
        inner: what stands between the backticks.
        servers: hosts that count as resolvers beside the known ones.

    """
    doi = split(escape2null(inner), servers).doi
    if doi is None:
        return None

    def mention(match: Match) -> Mention:
        """Return the mention of what was meant as a role, with the role that repairs it."""
        here, argument = _argument(match, text, servers)
        return Mention(
            match.source,
            match.span,
            here,
            Form.BROKEN,
            argument.spelling,
            broken=Break.NO_ROLE,
            repair=role_for(doi, argument.title, language_in(match.source, match.span.start)),
        )

    return Construct((text, *doubled(text)), mention)


def _argument(match: Match, raw: str, servers: tuple[str, ...]) -> tuple[PlacedText, Argument]:
    """Return what stands between the backticks of a role, and where in the file its target does."""
    parsed = _as_parsed(match, raw)
    first, last = parsed.find("`") + 1, parsed.rfind("`")
    if parsed[first : first + 1] == "`" == parsed[last - 1]:  # a literal, meant as a role
        first, last = first + 1, last - 1
    inner = parsed[first:last]
    marked = inner if parsed.startswith("{") else escape2null(inner)
    argument = split(marked, servers)
    here = written(parsed[:first] + marked, argument.span.shift(first))
    return _in_file(match, here, parsed), argument


def reference(node: nodes.reference, read: Read) -> Construct | None:
    """Return the construct of a link; None for one whose target stands elsewhere.

    Args:
        node: of the link.
        read: takes a whole text apart.

    """
    raw, target = node.rawsource, node["refuri"]
    badge = node.next_node(nodes.image) is not None
    title = None if badge else node.astext() or None
    marked = escape2null(raw)
    if _EMBEDDED.fullmatch(marked):
        return Construct((raw, *doubled(raw)), _embedded(raw, target, title, read))
    if without_marks(marked) == target:
        return Construct((raw, *doubled(raw)), _bare(raw, read))
    # Sphinx gives nodes without a raw text their visible one, for translations.
    if raw.endswith("_") and raw != node.astext():
        return None
    return _generated(target, title, read)


def extlink(name: str, base: str, target: str, read: Read) -> Construct:
    """Return the construct of a role of `extlinks`, whose address is a matter of `conf.py`.

    Args:
        name: of the role.
        base: its address, with `%s` for what the page says.
        target: the whole address.
        read: takes a whole text apart.

    """
    head, _, tail = (one.replace("%%", "%") for one in base.partition("%s"))
    part = target.removeprefix(head).removesuffix(tail)

    def mention(match: Match) -> Mention | None:
        spelling, address = read(target), target
        if spelling is not None and spelling.kind in {Kind.LINK, Kind.PROXY}:
            # The pages answer for the names alone, and for what they write before them.
            address = f"https://doi.org/{target[min(len(head), spelling.name.start) :]}"
        here = PlacedText.coarse(address, match.span)
        return _mention(match, here, Form.DESTINATION, read)

    return Construct((f":{name}:`{part}`", f"{{{name}}}`{part}`", f"<{part}>`", target), mention)


def definition(node: nodes.target, read: Read) -> Construct:
    """Return the construct of a named target, `.. _name: https://…`."""
    target = node["refuri"]

    def mention(match: Match) -> Mention | None:
        parsed = _as_parsed(match, raw)
        here = uri_at_end(escape2null(parsed), target, len(parsed.rstrip()))
        here = _in_file(match, here, parsed) if here else PlacedText.coarse(target, match.span)
        return _mention(match, here, Form.DEFINITION, read)

    raw = node.rawsource
    return Construct((raw, *doubled(raw), target), mention)


def entry(target: str, read: Read) -> Construct:
    """Return the construct of a link in a table of contents, where no role can stand."""

    def mention(match: Match) -> Mention | None:
        return _mention(match, PlacedText(match.text, match.span.start), Form.DEFINITION, read)

    return Construct((target,), mention)


def text(candidate: Candidate, form: Form) -> Construct:
    """Return the construct of a DOI in running text; a substitution may complete the name."""

    def mention(match: Match) -> Mention | None:
        """Return the DOI where the text was found; None if it goes on."""
        in_rst = language_in(match.source, match.span.start) == "rst"
        if in_rst and SUBSTITUTION.match(match.source.text, match.span.end):
            return None
        here = PlacedText(candidate.written, match.span.start)
        if len(match.text) != len(candidate.written):
            here = PlacedText.coarse(candidate.written, match.span)
        found = Mention(match.source, match.span, here, form, candidate.spelling)
        return _without_backticks(found) or found

    return Construct((candidate.written,), mention)


def _without_backticks(mention: Mention) -> Mention | None:
    """Return a name that was meant as a role, but for the backticks; None for any other."""
    start = mention.span.start
    word = role_word(mention.source.text, start) if mention.form is Form.TEXT else None
    if word is None or mention.doi is None:
        return None
    return mention.replace(
        span=Span(word, mention.span.end),
        form=Form.BROKEN,
        broken=Break.NO_ROLE,
        repair=role_for(mention.doi, None, language_in(mention.source, start)),
    )


def attributes(html: str, read: Read) -> Iterator[Construct]:
    """Yield the constructs of the attributes in raw HTML that point at a DOI."""
    for match in _ATTRIBUTE.finditer(html):
        raw = match[1] or match[2] or ""
        if read(url_text(unescape(raw))) is not None:
            yield Construct((raw,), lambda match: _attribute(match, read))


def _attribute(match: Match, read: Read) -> Mention | None:
    value = url_text(unescape(match.text))
    same = value == match.text
    here = PlacedText(value, match.span.start) if same else PlacedText.coarse(value, match.span)
    return _mention(match, here, Form.ATTRIBUTE, read)


def _embedded(raw: str, target: str, title: str | None, read: Read) -> Make:
    def mention(match: Match) -> Mention | None:
        """Return the mention in an embedded target."""
        parsed = _as_parsed(match, raw)
        closing = _EMBEDDED_END.search(parsed)
        here = uri_at_end(escape2null(parsed), target, closing.start()) if closing else None
        here = _in_file(match, here, parsed) if here else PlacedText.coarse(target, match.span)
        return _mention(match, here, Form.DESTINATION, read, title)

    return mention


def _bare(raw: str, read: Read) -> Make:
    def mention(match: Match) -> Mention | None:
        """Return the mention of a bare URL, or of the DOI of which it is the beginning."""
        parsed = _as_parsed(match, raw)
        here = _in_file(match, written(escape2null(parsed), Span(0, len(parsed))), parsed)
        form = Form.AUTOLINK if match.is_in_brackets else Form.BARE_LINK
        found = _mention(match, here, form, read, here.text)
        return None if found is None else cut_mention(match, found) or found

    return mention


def _generated(target: str, title: str | None, read: Read) -> Construct:
    """Return the construct of a link that a directive or a Markdown parser made."""

    def mention(match: Match) -> Mention | None:
        here = PlacedText(match.text, match.span.start)
        form = Form.DESTINATION
        if title == here.text:
            form = Form.AUTOLINK if match.is_in_brackets else Form.BARE_LINK
        return _mention(match, here, form, read, title)

    decoded = unquote(target)
    others = (decoded,) if decoded != target and "\ufffd" not in decoded else ()
    return Construct((target, *others), mention)


def _mention(
    match: Match, here: PlacedText, form: Form, read: Read, title: str | None = None
) -> Mention | None:
    """Return the mention of the DOI that stands `here`; None if there is none."""
    spelling = read(here.text)
    if spelling is None:
        return None
    # No bracket ends these: in rST they stand in `<…>`, or up to the end of the line.
    angle = form in {Form.DESTINATION, Form.DEFINITION}
    return Mention(match.source, match.span, here, form, spelling, title, angle=angle)


def _as_parsed(match: Match, raw: str) -> str:
    """Return the text as the parser read it: `raw` where a Python string doubles backslashes."""
    return raw if match.text in doubled(raw) else match.text


def _in_file(match: Match, here: PlacedText, parsed: str) -> PlacedText:
    """Return what stands `here` in the parsed text, with its offsets in the file."""
    if parsed != match.text:
        here = in_python(here, parsed)
    return here.within(PlacedText(match.text, match.span.start))
