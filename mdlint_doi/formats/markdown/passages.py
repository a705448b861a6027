"""Find the claims in a Markdown document: the descriptions of works next to their DOIs.

The document is parsed a second time, and only if works are looked up; mentions are found again by
their place. The description of a link reference definition is at the links that refer to it. This
module also finds list items and footnotes that look like a reference but have no DOI; in an item,
only the first paragraph counts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import groupby
from typing import Final

from mdlint_doi.commonmark.destination import unescaped
from mdlint_doi.commonmark.model import Atom, Block, Definition, LinkNode, ParserOptions
from mdlint_doi.commonmark.parse import html_block, parse
from mdlint_doi.formats.markdown.front_matter import front_matter_end
from mdlint_doi.formats.markdown.front_matter_claims import front_matter_passage
from mdlint_doi.formats.markdown.inner import DEEPEST, RST_BODIES, inner_blocks, markdown_inside
from mdlint_doi.formats.markdown.regions import (
    COMMENT,
    code_regions,
    outside,
    skipped_parts,
    tag_name,
)
from mdlint_doi.formats.markdown.running import LONGEST, PLACE, SHOWN, BlockText
from mdlint_doi.formats.references import (
    YEAR,
    Cover,
    NamedPlaces,
    described_in,
    first_cited,
    folded,
    mentions_inside,
    passages_of,
    row_of,
    run_of,
)
from mdlint_doi.formats.rst.passages import passages_in
from mdlint_doi.lint.document import Document, Reference
from mdlint_doi.lint.model import Edit, Form, Mention
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import bare_address
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source, line_spans
from mdlint_doi.text.span import Span, holds_any
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.gathered import gathered
from mdlint_doi.works.passage import claims
from mdlint_doi.works.runs import Passage, RunKind, TextRun

_BORDERS: Final = frozenset({"td", "th"})
_ENDS: Final = frozenset(
    (
        *("p", "div", "li", "ul", "ol", "dl", "dt", "dd", "tr", "table", "hr", "section"),
        *("blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "summary", "details", "figcaption"),
    )
)
"""Elements that are blocks, and so end a passage."""
_EMPHASIS: Final = frozenset({"em", "i", "b", "strong", "cite", "q"})
_LABEL: Final = pattern(r"\[([^\[\]]{1,999})\]")
_ITEM: Final = pattern(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+(?:\[[ xX]\][ \t]+)?")
_FOOTNOTE: Final = pattern(r"[ \t>]*\[\^[^\[\]\s]{1,200}\]:[ \t]*")
_LINE_END: Final = pattern(r"(?: {2,}|\\)\n")
"""A hard line break (CommonMark, section 6.7)."""
_LINES_BEFORE: Final = 30  # lines before a DOI in which its reference may begin
_LINES_AFTER: Final = 12  # lines after it in which its reference may end
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "summary", "dt"})


def claims_in(source: Source, mentions: Sequence[Mention]) -> list[Claim]:
    """Return the claims of a document about the works of its mentions, in order of the text."""
    start = front_matter_end(source.text)
    in_front = [mention for mention in mentions if mention.span.start < start]
    in_text = [mention for mention in mentions if mention.span.start >= start]
    front = front_matter_passage(source, start, in_front) if in_front else None
    found = claims(front) if front is not None else []
    if in_text:
        wanted = _wanted(source.text, in_text, _labels_of(source.text, in_text))
        options = ParserOptions(bodies=RST_BODIES, comment=COMMENT, mdx=source.is_mdx)
        blocks = parse(source.text, wanted, start=start, options=options)
        passages = gathered(_Reading(in_text, options, source.text).take(blocks))
        found += [claim for passage in passages for claim in claims(passage)]
    return found


def claims_in_page(source: Source, mentions: Sequence[Mention]) -> list[Claim]:
    """Return the claims of a page of HTML, which is read as one block of HTML."""
    reading = _Reading(list(mentions), ParserOptions())
    passages = gathered(reading.of_block(html_block(source.text)))
    return [claim for passage in passages for claim in claims(passage)]


def _wanted(text: str, mentions: Sequence[Mention], labels: Collection[str]) -> list[int]:
    """Return the offsets of the mentions, of the lines near them, and of links to them."""
    found = _near(text, (mention.span.start for mention in mentions))
    if labels:
        uses = _LABEL.finditer(text)
        found.update(use.start() for use in uses if folded(use[1]) in labels)
    return sorted(found)


def _near(text: str, offsets: Iterable[int]) -> set[int]:
    """Return some offsets, and those of the lines near them.

    A table row is needed as a whole, and so is the first row of its table.
    """
    found: set[int] = set()
    lines = list(line_spans(text))
    starts = [start for start, _ in lines]
    done = -1  # the last line whose neighbours are included
    table = -2  # the last line of a table whose header is included
    for at in offsets:
        found.add(at)
        which = bisect_right(starts, at) - 1
        for near in range(
            max(done + 1, which - _LINES_BEFORE), min(len(lines), which + _LINES_AFTER)
        ):
            start, end = lines[near]
            is_row = text.find("|", start, end) >= 0
            found.update(range(start, end) if is_row else (max(start, end - 1),))
            done = near
        start, end = lines[which]
        if text.find("|", start, end) < 0:
            continue
        found.update(range(start, end))
        first = which
        while first > 0 and first - 1 > table and text.find("|", *lines[first - 1]) >= 0:
            first -= 1
        if first - 1 != table:
            found.update(range(*lines[first]))
        table = which
    return found


def _labels_of(text: str, mentions: Iterable[Mention]) -> set[str]:
    """Return the labels of link reference definitions that lead to DOIs, normalized."""
    starts = (mention.span.start for mention in mentions if mention.form is Form.DEFINITION)
    return {folded(label[1]) for at in starts if (label := _LABEL.match(text, at))}


class _Reading:
    def __init__(self, mentions: list[Mention], options: ParserOptions, source: str = "") -> None:
        self._source = source
        self._numbered: tuple[tuple[int, ...], int] | None = None  # the last one, and its column
        self._mentions = sorted(mentions, key=lambda mention: mention.span)
        self._options = options
        self._definitions: dict[str, Mention] = {}

    def take(self, blocks: Iterable[Block], depth: int = 0) -> Iterator[Passage]:
        """Yield the passages of blocks; those of a table row are one passage."""
        for (_, kind), group in groupby(blocks, key=lambda block: (block.number, block.kind)):
            if kind == "cell":
                yield row_of((cell.column, self.of_block(cell)) for cell in group)
                continue
            for block in group:
                if block.definition is not None:
                    self._define(block, block.definition)
                elif kind == "text":
                    yield from self.of_block(block)
                elif kind == "html":
                    yield from self._html(block, depth)
                elif kind == "body":
                    yield from passages_in(block.content, self._mentions)

    def _define(self, block: Block, definition: Definition) -> None:
        for mention in self._inside(block.content.span(definition.start, definition.end))[:1]:
            self._definitions.setdefault(definition.label, mention)

    def _html(self, block: Block, depth: int) -> Iterator[Passage]:
        inner = markdown_inside(block, mdx=self._options.mdx) if depth < DEEPEST else None
        if inner is None:
            yield from self.of_block(block)
            return
        content = block.content.part(*inner)
        wanted = [content.index(mention.span.start) for mention in self._inside(content.whole)]
        yield from self.take(inner_blocks(block, inner, lambda _: wanted, self._options), depth + 1)

    def of_block(self, block: Block) -> Iterator[Passage]:
        """Yield the passages of one block."""
        reader = BlockRuns(BlockText(block, ()), self._definitions)
        covers = reader.covers(self._inside(block.content.whole))
        text = block.content.text
        for passage in passages_of(len(text), covers, reader.emphasis(), reader.shown):
            level = block.level or passage.level
            place = block.content.whole
            yield passage._replace(inside=self._inside_of(block), level=level, place=place)

    def _inside_of(self, block: Block) -> tuple[int, ...]:
        """Return the containers of a block, with the numbered item over an indented bullet.

        Below "10. Title", two or three blanks are too few for CommonMark, but mean an inner list.
        """
        inside = block.inside
        if not inside or not self._source:
            return inside
        *around, start = inside
        column = start - self._source.rfind("\n", 0, start)
        if self._source[start].isdigit():
            self._numbered = inside, column
        elif (over := self._numbered) and over[0][:-1] == tuple(around) and column > over[1] + 1:
            return (*over[0], start)
        return inside

    def _inside(self, span: Span) -> list[Mention]:
        return mentions_inside(self._mentions, span)


class BlockRuns:
    """Finds the parts of one block that are not plain words."""

    def __init__(self, block: BlockText, definitions: dict[str, Mention]) -> None:
        self._block = block
        self._text = block.content.text
        self._atoms = block.inline.atoms
        self._links = {(link.start, link.end): link for link in block.inline.links}
        self._images = {link.start: link.end for link in block.inline.links if link.image}
        self._definitions = definitions

    def covers(self, mentions: Sequence[Mention]) -> Iterator[Cover]:
        """Yield the mentions, links and code, and the elements that end a passage or a cell."""
        named = [self._mention(mention) for mention in mentions]
        yield from named
        places = [cover.start for cover in named]
        for link in self._links.values():
            yield from self._link(link, places)
        for atom in self._atoms:
            # A DOI in code is read only if the code is nothing but this DOI.
            if not (atom.kind == "code" and holds_any(places, atom.start, atom.end)):
                yield from self._atom(atom)
        for end in _LINE_END.finditer(self._text) if not self._block.html else ():
            yield Cover(*end.span(), TextRun(RunKind.BREAK, ""))
        for region in code_regions(self._text, self._atoms):
            text = self._text[region.start : region.end]
            yield Cover(region.start, region.end, TextRun(RunKind.CODE, text))

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
        """Return the visible text of a range, with line ends but without images."""
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
        if (link := self._links.get((start, end))) is not None:
            text = "" if link.image else self.shown(*link.text)
            return Cover(start, end, run_of(mention, text))
        if mention.form is Form.ATTRIBUTE and mention.title is None:
            return Cover(start, end, run_of(mention, ""))
        if mention.form is Form.ATTRIBUTE:  # of a link, whose text extends to the next `a` tag
            which = bisect_left(self._closing, end)
            close = min([*self._closing[which : which + 1], len(self._text), end + LONGEST])
            return Cover(start, close, run_of(mention, self.shown(end, close)))
        is_key = mention.form is Form.TEXT and self._text[max(0, start - 1) : start] == "@"
        return Cover(start, end, run_of(mention, is_key=is_key))

    @cached_property
    def _closing(self) -> list[int]:
        """The offsets of the tags that begin or end a link."""
        tags = (atom for atom in self._atoms if atom.kind == "tag")
        return [tag.start for tag in tags if tag_name(self._text, tag) == "a"]

    def _link(self, link: LinkNode, names: list[int]) -> Iterator[Cover]:
        """Yield the cover of a link, but not of an image or a link that contains a mention."""
        if link.image or holds_any(names, link.start, link.end):
            return
        mention = self._definitions.get(link.label) if link.target is None else None
        text = self.shown(*link.text)
        run = run_of(mention, text) if mention else TextRun(RunKind.LINK_TEXT, text)
        yield Cover(link.start, link.end, run)

    def _atom(self, atom: Atom) -> Iterator[Cover]:
        if atom.kind in {"code", "role"}:
            text = self._text[slice(*atom.inner)]
            yield Cover(atom.start, atom.end, TextRun(RunKind.CODE, text))
        elif atom.kind == "tag":
            name = tag_name(self._text, atom)
            is_closing = self._text.startswith("</", atom.start)
            if name in _ENDS:
                level = is_closing and name in _HEADINGS
                yield Cover(atom.start, atom.end, None, level=int(level))
            elif name in _BORDERS:
                kind = RunKind.BREAK if is_closing else RunKind.CELL
                yield Cover(atom.start, atom.end, TextRun(kind, ""))
            elif name == "br":
                yield Cover(atom.start, atom.end, TextRun(RunKind.BREAK, ""))


def references_in(document: Document) -> Iterator[Reference]:
    """Yield the references in a document that have no DOI."""
    source = document.source
    text = document.source.text
    start = front_matter_end(text)
    if start and not any(mention.span.start < start for mention in document.mentions):
        front = front_matter_passage(source, start, ())
        yield from described_in(source, () if front is None else (front,), ())
    wanted = [year.start() for year in YEAR.finditer(text, start)]
    wanted = outside(wanted, skipped_parts(text, start)) if wanted else []
    if not wanted:
        return
    named = NamedPlaces(document.mentions)
    numbered = NamedPlaces(document.mentions, identifiers=True)
    labels = _labels_of(text, document.mentions)
    options = ParserOptions(comment=COMMENT, mdx=source.is_mdx)
    found: list[Reference] = []
    for block in parse(text, wanted, start=start, options=options):
        if not named.any_in(block.content.whole) and _is_item(source, block):
            uses = _LABEL.finditer(block.content.text)
            refers = any(folded(use[1]) in labels for use in uses)
            reference = None if refers else _reference(source, block, numbered)
            found += () if reference is None else (reference,)
    blocks = parse(text, sorted(_near(text, wanted)), start=start, options=options)
    reading = _Reading(list(document.mentions), options, text)
    yield from found
    yield from described_in(source, gathered(reading.take(blocks)), found)


def _is_item(source: Source, block: Block) -> bool:
    """Return whether a block is the first paragraph of a list item or a footnote."""
    if block.kind != "text":
        return False
    start = block.content.whole.start
    begin = source.line_span(start).start
    marked = any(
        expression.fullmatch(source.text, begin, start) for expression in (_ITEM, _FOOTNOTE)
    )
    return marked or _FOOTNOTE.match(block.content.text) is not None


def _reference(source: Source, block: Block, numbered: NamedPlaces) -> Reference | None:
    """Return the reference in the first passage of a block; None if it is not a reference."""
    content = block.content
    passages = _Reading([], ParserOptions()).of_block(block)
    found = first_cited(passages, content.whole, numbered)
    if found is None:
        return None
    mark = _FOOTNOTE.match(content.text)
    skipped = mark.end() if mark else 0
    line = content.text[skipped:].partition("\n")[0].rstrip()
    span = content.span(skipped, skipped + len(line))
    insert = partial(_insert, content, source.is_mdx)
    return Reference(source, span, found[0], insert, left_out=found[1])


def _insert(content: PlacedText, is_bare: bool, doi: Doi) -> Edit | None:  # noqa: FBT001
    """Return the edit that adds a link to the DOI after the last word."""
    address = bare_address(doi.url())
    end = content.end(len(content.text.rstrip()))
    return Edit(Span(end, end), f" {address}" if is_bare else f" <{doi.url()}>")
