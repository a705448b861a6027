"""A document as a list of what stands where: the form in which our reader and another are compared.

Every block is a line of tuples with offsets in the document. Nothing is folded: the lines of code
and HTML are compared character by character, and of inline markup each end. Left out is what
says nothing, blanks around a paragraph's lines; and bare URLs, which are GitHub's and not
markdown-it-py's: the mentions in them are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mdlint_doi.commonmark.model import Atom, Block, LinkNode
from mdlint_doi.text.span import Span

Shown = tuple[object, ...]

_LITERAL = {"code", "html"}
_HTML = {"tag", "comment", "other_html"}


def shown(blocks: Iterable[Block]) -> list[Shown]:
    """Return blocks in the order of the text; those that hold nothing are left out."""
    found = (_block(block) for block in blocks)
    return sorted((block for block in found if any(block[1:])), key=lambda block: str(block[1]))


def _block(block: Block) -> Shown:
    if block.kind in _LITERAL:
        return block.kind, tuple(_lines(block))
    if block.definition is not None:
        target, text = block.definition.target, block.content.text
        place = block.content.span(target.start, target.end)
        return "DEFINITION", _ends(place), text[target.start : target.end], target.angle
    return block.kind, tuple(_text(block)), tuple(_markup(block))


def _lines(block: Block) -> Iterator[Shown]:
    """Yield the lines that hold something; of an indent with tabs its place alone."""
    at = 0
    for line in block.content.text.split("\n"):
        blanks = len(line) - len(line.lstrip(" \t"))
        kept = blanks if "\t" in line[:blanks] else 0
        if line.strip(" \t"):
            yield block.content.at(at + kept), line[kept:]
        at += len(line) + 1


def _text(block: Block) -> Iterator[Shown]:
    at = 0
    for line in block.content.text.split("\n"):
        if line.strip():
            blanks = len(line) - len(line.lstrip())
            yield block.content.at(at + blanks), line.strip()
        at += len(line) + 1


def _markup(block: Block) -> list[Shown]:
    inline = block.inline
    found = [_atom(block, atom) for atom in inline.atoms if atom.kind != "url"]
    found += (_link(block, link) for link in inline.links)
    for start, end in inline.marks:
        found += (("mark", block.content.at(index)) for index in range(start, end))
    return sorted(found, key=str)


def _atom(block: Block, atom: Atom) -> Shown:
    content = block.content
    inner = None if atom.kind in _HTML else _ends(content.span(*atom.inner))
    return atom.kind, *_ends(content.span(atom.start, atom.end)), inner, atom.name


def _link(block: Block, link: LinkNode) -> Shown:
    content, target = block.content, link.target
    goal: object = link.label
    if target:
        goal = target.start < target.end and _ends(content.span(target.start, target.end))
    kind = "image" if link.image else "link"
    whole, text = content.span(link.start, link.end), content.span(*link.text)
    return kind, *_ends(whole), _ends(text), goal


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end
