"""What markdown-it-py and our reader see in a document, in one common form.

A document is a list of leaves in order: `code`, `html` and `text`, each with its content on one
line; a text has its links, images, code spans, HTML and emphasis marks in order, too. White space
is folded, since the two differ in what they keep of it where nothing depends on it.
"""

from __future__ import annotations

import re
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdlint_doi.commonmark.content import Content
from mdlint_doi.commonmark.found import Atom, AtomKind
from mdlint_doi.commonmark.leaf import Kind, Leaf

from mdlint_doi.commonmark.blocks import outline
from mdlint_doi.commonmark.destination import read_definition
from mdlint_doi.commonmark.inline import parse_inline

Mark = tuple[str, str]
Block = tuple[str, str, tuple[Mark, ...]]

_HEADING = re.compile(r"#{1,6}(?:[ \t]+|$)")
_CLOSING = re.compile(r"(?:^|[ \t]+)#+[ \t]*$")
_HTML = {AtomKind.TAG, AtomKind.COMMENT, AtomKind.OTHER_HTML}


def by_markdown_it(text: str) -> list[Block]:
    """Return the document as markdown-it-py reads it: CommonMark and tables."""
    parser = MarkdownIt("commonmark").enable("table")
    vars(parser).update(normalizeLink=str, validateLink=bool)
    blocks: list[Block] = []
    for token in parser.parse(text):
        if token.type == "inline":
            marks: list[Mark] = []
            _walk(token.children or [], marks)
            blocks.append(("text", _folded(token.content), tuple(marks)))
        elif token.type in {"fence", "code_block"}:
            blocks.append(("code", _folded(token.content), ()))
        elif token.type == "html_block":
            blocks.append(("html", _folded(token.content), ()))
    return [block for block in blocks if block[1]]


def _walk(tokens: list[Token], marks: list[Mark]) -> None:
    for token in tokens:
        if token.type == "link_open":
            marks.append(("link", str(token.attrs["href"])))
        elif token.type == "image":
            marks.append(("image", str(token.attrs["src"])))
            _walk(token.children or [], marks)
        elif token.type == "code_inline":
            marks.append(("code", _folded(token.content)))
        elif token.type == "html_inline":
            marks.append(("html", _folded(token.content)))
        elif token.type in {"em_open", "em_close", "strong_open", "strong_close"}:
            marks.append(("mark", token.markup))


def by_us(text: str) -> list[Block]:
    """Return the document as our reader sees it."""
    structure = outline(text, 0, range(len(text) + 1), code=True)
    targets: dict[str, str] = {}
    for leaf in structure.leaves:
        if leaf.kind is Kind.DEFINITION:
            content = Content.of_lines(text, leaf.pieces)
            one = read_definition(content.text, 0)
            assert one is not None
            targets[one.label] = undo(content.text, one.target.start, one.target.end)[0]
    blocks = [_block(text, leaf, targets) for leaf in structure.leaves]
    return [block for block in blocks if block[1]]


def _block(text: str, leaf: Leaf, targets: dict[str, str]) -> Block:
    make: Any = Content.of_runs if leaf.kind is Kind.CELL else Content.of_lines
    content = make(text, leaf.pieces)
    _check_places(text, content)
    if leaf.kind is Kind.CODE:
        return "code", _folded(content.text), ()
    if leaf.kind is Kind.HTML:
        return "html", _folded(content.text), ()
    if leaf.kind is Kind.DEFINITION:
        return "text", "", ()
    shown = content.text
    heading = _HEADING.match(shown)
    if heading and text[leaf.pieces[0][0]] == "#":
        shown = _CLOSING.sub("", shown[heading.end() :])
    shown = shown.strip(" \t\n")
    return "text", _folded(shown), tuple(_marks(shown, targets))


def _check_places(text: str, content: Content) -> None:
    """Check that each character of a block stands where the block says."""
    for index, character in enumerate(content.text):
        found = text[content.at(index)]
        assert found == character or (character == "\n" and found == "\r")


def _marks(text: str, targets: dict[str, str]) -> list[Mark]:
    inline = parse_inline(text, targets)
    marks = [(atom.start, _mark(text, atom)) for atom in inline.atoms]
    for link in inline.links:
        target = link.target
        href = undo(text, target.start, target.end)[0] if target else targets[link.label]
        marks.append((link.start, ("image" if link.image else "link", href)))
    marks += [(start, ("mark", text[start:end])) for start, end in inline.marks]
    return [mark for _, mark in sorted(marks)]


def _mark(text: str, atom: Atom) -> Mark:
    inner = text[slice(*atom.inner)]
    if atom.kind is AtomKind.AUTOLINK:
        return "link", inner
    if atom.kind in {AtomKind.CODE, AtomKind.ROLE}:
        return "code", _folded(inner)
    if atom.kind in _HTML:
        return "html", _folded(text[atom.start : atom.end])
    return atom.kind.name, inner


def _folded(text: str) -> str:
    return " ".join(text.split())
