"""Whole pages: the leaves and the inline markup that docutils and our readers find."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from docutils import nodes
from formats.rst.rst_oracle import Seen, parse_page, see_inline, see_ours

from mdlint_doi.formats.rst.blocks import outline
from mdlint_doi.formats.rst.explicit import read_target
from mdlint_doi.formats.rst.inline import parse_inline
from mdlint_doi.formats.rst.leaf import PROSE, BoxKind, LeafKind, RstBox, RstLeaf

_LITERAL_END = re.compile(r"(?<!\\)(\\\\)*::$")
_KINDS: dict[type[nodes.Node], LeafKind] = {
    nodes.title: LeafKind.TITLE,
    nodes.rubric: LeafKind.TITLE,
    nodes.term: LeafKind.TERM,
    nodes.field_name: LeafKind.NAME,
    nodes.line: LeafKind.LINE,
    nodes.attribution: LeafKind.ATTRIBUTION,
    nodes.literal_block: LeafKind.LITERAL,
    nodes.doctest_block: LeafKind.LITERAL,
    nodes.math_block: LeafKind.LITERAL,
    nodes.raw: LeafKind.LITERAL,
    nodes.comment: LeafKind.COMMENT,
    nodes.paragraph: LeafKind.TEXT,
    nodes.caption: LeafKind.TEXT,
}


class Page:
    """What is in a page.

    Attributes:
        leaves: kind and text of each leaf.
        inlines: the inline constructs.
        refused: texts that docutils shows in error messages instead of reading them.

    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.leaves: Counter[Seen] = Counter()
        self.inlines: Counter[Seen] = Counter()
        self.refused: list[str] = []

    def add_leaf(self, kind: LeafKind, text: str) -> None:
        """Count a leaf.

        docutils cuts math at blank lines.
        """
        parts = text.split("\n") if kind is LeafKind.LITERAL else [text.strip("\n")]
        self.leaves.update((kind.name, part) for part in parts if part.strip())

    def difference(self, ours: Page) -> dict[str, list[Seen]]:
        """Return what only one of the two has, but for what docutils refuses."""
        extra_leaves = list((ours.leaves - self.leaves).elements())
        extra_inlines = list((ours.inlines - self.inlines).elements())
        found = {
            "missed leaves": list((self.leaves - ours.leaves).elements()),
            "missed inlines": list((self.inlines - ours.inlines).elements()),
            "extra leaves": [seen for seen in extra_leaves if not self._is_refused(seen)],
            "extra inlines": [seen for seen in extra_inlines if not self._is_refused(seen)],
        }
        if any(seen[0] == "COMMENT" and seen[1][0] in "_|" for seen in ours.leaves):
            # docutils begins the comment that it makes of a bad target at the target's last line.
            found = {
                name: [part for part in seen if part[0] != "COMMENT"]
                for name, seen in found.items()
            }
        return {name: seen for name, seen in found.items() if seen}

    def _is_refused(self, seen: Seen) -> bool:
        lines = [line.strip() for line in seen[1].splitlines() if line.strip()]
        return any(all(line in refused for line in lines) for refused in self.refused)


def see_theirs(text: str) -> Page:
    """Return what docutils finds."""
    page = Page()
    _walk(page, parse_page(text))
    return page


def _walk(page: Page, node: nodes.Node) -> None:
    if isinstance(node, nodes.system_message):
        page.refused.append(node.astext())
    elif isinstance(node, nodes.substitution_definition):
        return
    elif isinstance(node, nodes.target) and not isinstance(node.parent, nodes.TextElement):
        _target(page, node)
    elif isinstance(node, nodes.Element):
        _leaf(page, node)


def _target(page: Page, node: nodes.target) -> None:
    names = node["names"] + node.get("dupnames", [])
    reference = nodes.fully_normalize_name(node.get("refname", ""))
    uri = node.get("refuri", "").removeprefix("mailto:")
    page.leaves["target", " ".join(names), uri, reference] += 1


def _leaf(page: Page, node: nodes.Element) -> None:
    kind = _KINDS.get(type(node))
    if isinstance(node, nodes.classifier):  # a part of its term's line
        page.inlines.update(_inlines(node))
    elif kind is None:
        for child in node.children:
            _walk(page, child)
    else:
        _text(page, node, kind)


def _text(page: Page, node: nodes.Element, kind: LeafKind) -> None:
    raw = node.rawsource or node.astext()
    if isinstance(node, nodes.math_block | nodes.raw):
        raw = node.astext()
    elif kind is LeafKind.TEXT and _LITERAL_END.search(raw):
        raw = raw[:-3].rstrip() if raw[-3] in " \n" else raw[:-1]
    raw = "\n".join(line.rstrip() for line in raw.split("\n"))
    if raw:
        page.add_leaf(kind, raw)
    if kind in PROSE:
        page.inlines.update(_inlines(node))


def _inlines(node: nodes.Element) -> Iterator[Seen]:
    for child in node.children:
        yield from see_inline(child)


def see_ours_page(text: str) -> Page:
    """Return what our reader finds."""
    page = Page()
    for leaf in outline(text, range(len(text))):
        if not _is_in(leaf.inside, BoxKind.SUBSTITUTION):
            _add_ours(page, leaf)
    return page


def _is_in(container: RstBox | None, kind: BoxKind) -> bool:
    while container is not None and container.kind is not kind:
        container = container.parent
    return container is not None


def _add_ours(page: Page, leaf: RstLeaf) -> None:
    if leaf.kind is LeafKind.TARGET:
        target = read_target(leaf.content.text, anonymous=leaf.name == "__")
        name = nodes.fully_normalize_name(target.name)
        uri = target.uri.text if target.uri else ""
        reference = nodes.fully_normalize_name(target.reference)
        page.leaves["target", name, uri, reference] += 1
    elif leaf.kind not in {LeafKind.MALFORMED, LeafKind.ARGUMENT, LeafKind.OPTION}:
        page.add_leaf(leaf.kind, leaf.content.text)
    if leaf.kind in PROSE:
        page.inlines.update(see_ours(parse_inline(leaf.content.text), leaf.content.text))
