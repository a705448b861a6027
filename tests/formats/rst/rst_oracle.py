"""What docutils makes of a text, in the shape of what our readers say of it.

Every role and every directive that docutils does not know is made known, as in a Sphinx project;
system messages are left out.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from textwrap import dedent
from types import SimpleNamespace
from typing import Any
from unittest import mock

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.languages import get_language
from docutils.parsers.rst import Directive, Parser, directives, roles, states
from docutils.statemachine import StringList
from docutils.utils import new_document

from mdlint_doi.formats.rst import directive as known
from mdlint_doi.formats.rst.inline import AtomKind, RstAtom, RstInline, meant

Seen = tuple[str, ...]
"""A construct: what it is and what it holds."""


def _generic_role(
    name: str,
    rawtext: str,
    text: str,
    *_: object,
    **__: object,
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    return [nodes.inline(rawtext, nodes.unescape(text), role=name or "")], []


def _role(name: str, *_: object) -> tuple[Callable[..., object], list[nodes.Node]]:
    del name
    return _generic_role, []


class Unknown(Directive):
    """A directive of which docutils knows nothing; made from our own table."""

    shape: known.Shape
    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> Sequence[nodes.Node]:
        """Return the content, parsed or not."""
        node = nodes.container()
        text = "\n".join(self.content)
        is_bare = re.match(r"\s*\.\. +\S+ ?:: *(\n|$)", self.block_text)
        if self.shape.argument is known.Argument.UNKNOWN and self.arguments and is_bare:
            lines = [*self.arguments[0].split("\n"), "", *self.content]
            if not self.options:
                lines = dedent(self.block_text.partition("\n")[2]).split("\n")
            self.content = StringList(lines, source="")
        if self.shape.argument is known.Argument.PROSE and self.arguments:
            children, _ = self.state.inline_text(self.arguments[0], self.lineno)
            node += nodes.title(self.arguments[0], "", *children)
        if self.shape.content is known.ContentKind.PROSE:
            self.state.nested_parse(
                self.content,
                self.content_offset,
                node,
                match_titles=self.shape.titles,
            )
        elif text:
            node += nodes.literal_block(text, text)
        return [node]


class _AnyOption(dict[str, Callable[[str], str]]):
    def __missing__(self, key: str) -> Callable[[str], str]:
        return str

    def __bool__(self) -> bool:
        return True


def _directive(
    name: str,
    language: Any,  # noqa: ANN401 - as docutils types it
    document: nodes.document,
) -> tuple[Any, list[Any]]:
    found, _ = _real_directive(name, language, document)
    shape = known.shape_of(name)
    if found is not None and name not in {"include", "meta", "role", "default-role", "title"}:
        return found, []
    none = shape.argument is known.Argument.NONE
    body = {
        "shape": shape,
        "optional_arguments": 0 if none else 1,
        "option_spec": _AnyOption() if shape.options else None,
    }
    return type("Made", (Unknown,), body), []


_real_directive = directives.directive


@contextlib.contextmanager
def generic() -> Iterator[None]:
    """Make every role and directive known."""
    with (
        mock.patch.object(roles, "role", _role),
        mock.patch.object(directives, "directive", _directive),
    ):
        yield


def new_page() -> nodes.document:
    """Return an empty document that reports nothing and reads no other file."""
    settings = get_default_settings(Parser)
    settings.report_level = settings.halt_level = 6
    settings.file_insertion_enabled = False
    settings.syntax_highlight = "none"
    settings.warning_stream = False
    return new_document("<text>", settings)


def parse_page(text: str) -> nodes.document:
    """Return the tree of a page as the parser makes it, without transforms."""
    page = new_page()
    with generic():
        Parser().parse(text, page)
    return page


class InlineParser:
    """docutils' reader of inline markup alone."""

    def __init__(self) -> None:
        """Make one document for all texts."""
        self._page = new_page()
        self._inliner = states.Inliner()
        self._inliner.init_customizations(self._page.settings)
        self._memo = SimpleNamespace(
            document=self._page,
            reporter=self._page.reporter,
            language=get_language("en", self._page.reporter),
            inliner=self._inliner,
        )

    def parse(self, text: str) -> list[Seen]:
        """Return the constructs of a block's text."""
        self._page = self._memo.document = new_page()
        self._memo.reporter = self._page.reporter
        found, _ = self._inliner.parse(text, 1, self._memo, nodes.paragraph())
        return [seen for node in found for seen in see_inline(node)]


def see_inline(node: nodes.Node) -> Iterator[Seen]:
    """Yield what an inline node is."""
    look = _LOOKS.get(type(node))
    if look is not None:
        yield from look(node)


def _reference(node: Any) -> Iterator[Seen]:  # noqa: ANN401
    if any(isinstance(child, nodes.substitution_reference) for child in node):
        yield "substitution", node.children[0].astext()
    elif "name" not in node:
        raw, uri = nodes.unescape(node.rawsource, restore_backslashes=True), node["refuri"]
        is_address = not raw.lower().startswith("mailto:")
        yield "url", uri.removeprefix("mailto:") if is_address else uri, raw
    elif "refuri" in node:
        uri = node["refuri"]
        yield "link", node.astext(), uri, str(node.rawsource.endswith("__"))
    else:
        yield "reference", node.astext(), str(node.rawsource.endswith("__"))


_LOOKS: dict[type[nodes.Node], Callable[[Any], Iterator[Seen]]] = {
    nodes.reference: _reference,
    nodes.emphasis: lambda node: iter([("emphasis", node.astext())]),
    nodes.strong: lambda node: iter([("strong", node.astext())]),
    nodes.literal: lambda node: iter([("literal", node.astext())]),
    nodes.inline: lambda node: iter([("role", node.get("role", ""), node.astext())]),
    nodes.footnote_reference: lambda node: iter([("footnote", node.rawsource)]),
    nodes.citation_reference: lambda node: iter([("citation", node.rawsource)]),
    nodes.substitution_reference: lambda node: iter([("substitution", node.astext())]),
    nodes.target: lambda node: iter(
        [] if node.get("refuri") or node.get("refname") else [("target", node.astext())],
    ),
    nodes.problematic: lambda node: iter([("problem", node.astext())]),
}


def see_ours(inline: RstInline, text: str) -> list[Seen]:
    """Return what our reader found in the shape of `see_inline`."""
    return [_see(atom, inline.escaped, text) for atom in inline.atoms]


def _see(atom: RstAtom, escaped: str, text: str) -> Seen:
    kind = atom.kind.name.lower()
    shown = meant(escaped, *atom.shown).text
    held: Seen
    match atom.kind:
        case AtomKind.LITERAL:
            held = (text[slice(*atom.inner)],)
        case AtomKind.ROLE:
            held = atom.name, meant(escaped, *atom.inner).text
        case AtomKind.URL:
            held = shown, text[atom.start : atom.end]
        case AtomKind.LINK:
            uri = meant(escaped, *(atom.target or (0, 0)), is_uri=True).text
            held = uri if atom.shown == atom.target else shown, uri, str(atom.anonymous)
        case AtomKind.REFERENCE:
            held = shown, str(atom.anonymous)
        case AtomKind.FOOTNOTE | AtomKind.CITATION | AtomKind.PROBLEM:
            held = (text[atom.start : atom.end],)
        case _:
            held = (shown,)
    return kind, *held
