"""What stands in one block of Markdown: DOIs, links, code and emphasis, as runs for `works`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from mdlint_doi.commonmark.escapes import unescaped
from mdlint_doi.commonmark.model import Atom, Link
from mdlint_doi.formats.markdown.block_text import LONGEST, PLACE, SHOWN, BlockText
from mdlint_doi.formats.markdown.regions import code_regions, tag_name
from mdlint_doi.formats.runs import Cover, run_of
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.works.passage import Run, RunKind

_BORDERS: Final = frozenset({"td", "th"})
_ENDS: Final = frozenset(
    (
        *("p", "div", "li", "ul", "ol", "dl", "dt", "dd", "tr", "table", "hr", "section"),
        *("blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "summary", "details", "figcaption"),
    )
)
"""Elements that are blocks of their own."""
_EMPHASIS: Final = frozenset({"em", "i", "b", "strong", "cite", "q"})
_LINE: Final = "br"


class BlockRuns:
    """Finds in one block what is something of its own."""

    def __init__(self, block: BlockText, definitions: dict[str, Mention]) -> None:
        self._block = block
        self._text = block.content.text
        self._atoms = block.inline.atoms
        self._links = {(one.start, one.end): one for one in block.inline.links}
        self._images = {one.start: one.end for one in block.inline.links if one.image}
        self._definitions = definitions

    def covers(self, mentions: Sequence[Mention]) -> Iterator[Cover]:
        """Yield the parts that are runs of their own."""
        named = []
        for mention in mentions:
            cover = self._mention(mention)
            named.append(cover)
            yield cover
        places = [cover.start for cover in named]
        for link in self._links.values():
            yield from self._link(link, places)
        for atom in self._atoms:
            yield from self._atom(atom)
        for region in code_regions(self._text, self._atoms):
            kind = RunKind.CODE
            if region.under in {"raw", "code"}:
                yield Cover(
                    region.start, region.end, Run(kind, self._text[region.start : region.end])
                )

    def emphasis(self) -> Iterator[tuple[int, int]]:
        """Yield the ranges between the marks of emphasis, and in the elements for it."""
        marks = iter(self._block.inline.marks)
        for opener, closer in zip(marks, marks, strict=True):
            if self._text[opener[0]] != "~":
                yield opener[1], closer[0]
        opened: dict[str, int] = {}
        for atom in self._atoms:
            if atom.kind == "tag" and (name := tag_name(self._text, atom)) in _EMPHASIS:
                if not self._text.startswith("</", atom.start):
                    opened[name] = atom.end
                elif name in opened:
                    yield opened.pop(name), atom.start

    def shown(self, start: int, end: int) -> str:
        """Return what a reader sees of a range, line ends kept, pictures left out."""
        pieces = []
        at = start
        parts = self._block.markup
        for which in range(bisect_left(parts, (start, start), key=PLACE), len(parts)):
            first, last, kind = parts[which]
            if first >= end:
                break
            if first > at:
                pieces.append(self._plain(at, first))
            if kind in SHOWN and first >= at:
                pieces.append(self._text[first:last].strip("`<>$"))
            at = max(at, last, self._images.get(first, 0))
        if at < end:
            pieces.append(self._plain(at, end))
        return "".join(pieces)

    def _plain(self, start: int, end: int) -> str:
        return unescaped(self._text, start, end, backslashes=not self._block.html).text

    def _mention(self, mention: Mention) -> Cover:
        content = self._block.content
        start = content.index(mention.span.start)
        end = max(start, content.index(mention.span.end))
        link = self._links.get((start, end))
        if link is not None:
            text = "" if link.image else self.shown(*link.text)
            return Cover(start, end, run_of(mention, text))
        if mention.form is Form.ATTRIBUTE:
            return self._attribute(mention, start, end)
        is_key = mention.form is Form.TEXT and self._text[max(0, start - 1) : start] == "@"
        return Cover(start, end, run_of(mention, is_key=is_key))

    def _attribute(self, mention: Mention, start: int, end: int) -> Cover:
        if mention.title is None:
            return Cover(start, end, run_of(mention, ""))
        which = bisect_left(self._closing, end)
        close = min([*self._closing[which : which + 1], len(self._text), end + LONGEST])
        return Cover(start, close, run_of(mention, self.shown(end, close)))

    @cached_property
    def _closing(self) -> list[int]:
        """Where a tag stands that opens or closes a link."""
        tags = (one for one in self._atoms if one.kind == "tag")
        return [one.start for one in tags if tag_name(self._text, one) == "a"]

    def _link(self, link: Link, names: list[int]) -> Iterator[Cover]:
        """Yield a link that goes elsewhere; not if a DOI stands in its text."""
        mention = self._definitions.get(link.label) if link.target is None else None
        at = bisect_left(names, link.start)
        if at < len(names) and names[at] < link.end:
            return
        text = "" if link.image else self.shown(*link.text)
        if mention is not None and not link.image:
            yield Cover(link.start, link.end, run_of(mention, text))
        elif not link.image:
            yield Cover(link.start, link.end, Run(RunKind.LINK_TEXT, text))

    def _atom(self, atom: Atom) -> Iterator[Cover]:
        if atom.kind in {"code", "role"}:
            text = self._text[slice(*atom.inner)]
            yield Cover(atom.start, atom.end, Run(RunKind.CODE, text))
        elif atom.kind == "tag":
            name = tag_name(self._text, atom)
            if name in _ENDS:
                yield Cover(atom.start, atom.end, None)
            elif name in _BORDERS:
                yield Cover(atom.start, atom.end, Run(RunKind.BREAK, ""))
            elif name == _LINE:
                yield Cover(atom.start, atom.end, Run(RunKind.PLAIN, "\n"))
