"""Find the claims next to DOIs in reStructuredText, and references without a DOI.

The text is read a second time, and only if works are looked up. The description of a named target
is at the links that refer to it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final

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
from mdlint_doi.formats.rst.blocks import outline
from mdlint_doi.formats.rst.explicit import read_target
from mdlint_doi.formats.rst.inline import AtomKind, RstAtom
from mdlint_doi.formats.rst.leaf import PROSE, BoxKind, LeafKind, LeafText, RstBox, RstLeaf
from mdlint_doi.formats.rst.reader import linked_whole
from mdlint_doi.lint.document import Document, Reference
from mdlint_doi.lint.model import Edit, Form, Mention
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.scan.find import read
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source, line_spans
from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.gathered import gathered
from mdlint_doi.works.passage import claims
from mdlint_doi.works.runs import Passage, RunKind, TextRun

_USE: Final = pattern(r"`([^`<>]{1,300})`__?|([^\W_][\w.+:-]{0,100}?)__?(?!\w)")
_EMPHASIS: Final = frozenset({AtomKind.EMPHASIS, AtomKind.STRONG})
_TITLES: Final = frozenset({"title-reference", "title", "t", "emphasis", "strong", ""})
_PLAIN: Final = frozenset({"subscript", "sub", "superscript", "sup", "abbreviation", "abbr", "dfn"})
_NOTHING: Final = frozenset(
    {AtomKind.LITERAL, AtomKind.FOOTNOTE, AtomKind.CITATION, AtomKind.SUBSTITUTION}
)
_HEADINGS: Final = frozenset({LeafKind.TITLE, LeafKind.TERM})
_LINES_BEFORE: Final = 30  # lines before a DOI in which its reference may begin
_LINES_AFTER: Final = 12  # lines after it in which its reference may end
_HEAD: Final = 600  # code points at the beginning of a table in which its header is read
_MARKERS: Final = frozenset(f"{mark}{behind}" for mark in "-*+" for behind in (" ", ""))
_ROW_LINES: Final = 12  # lines of a table row that are read
_INITIAL: Final = pattern(r"[A-Z]\. +(?=[^\W\d_a-z][^\W\d_])")
"""The mark of an item that was meant as the initial of the first author: ".. [1] T. Roe"."""
_LINE_END: Final = TextRun(RunKind.BREAK, "")
_BOXES: Final = frozenset({BoxKind.ITEM, BoxKind.FOOTNOTE, BoxKind.CITATION})
"""Containers that may contain a reference."""


def claims_in(text: str, mentions: Sequence[Mention]) -> list[Claim]:
    """Return the claims of a file about the works of its mentions."""
    found = passages_in(PlacedText(text, 0), mentions)
    return [claim for passage in gathered(found) for claim in claims(passage)]


def passages_in(part: PlacedText, mentions: Sequence[Mention]) -> Iterator[Passage]:
    """Yield the passages with mentions in a part of a file; `mentions` are those of the file."""
    inside = mentions_inside(sorted(mentions, key=lambda mention: mention.span), part.whole)
    if inside:
        yield from _passages(part, inside, [part.index(mention.span.start) for mention in inside])


def _passages(part: PlacedText, inside: list[Mention], wanted: list[int]) -> Iterator[Passage]:
    """Yield the passages near wanted offsets in a part of a file, with the mentions in it."""
    text = part.text
    if targets := _targets(part, inside):
        wanted += [start for start, name in _uses(text) if name in targets]
    near = {*wanted, *_near(text, wanted)}
    rows = [row for leaf in outline(text, sorted(wanted)) if (row := _row(leaf)) is not None]
    near.update(_lines(text, rows))
    for row, group in groupby(outline(text, sorted(near)), key=_row):
        texts = [LeafText(leaf, 0, part) for leaf in group if leaf.kind in PROSE]
        if row is not None and row.kind is BoxKind.LINES:
            lines = [passage for leaf in texts for passage in _of_leaf(leaf, inside, targets)]
            yield Passage(tuple(run for line in lines for run in (*line.runs, _LINE_END)))
            continue
        if row is None:
            for leaf in texts:
                yield from _placed(text, leaf.leaf, _of_leaf(leaf, inside, targets))
            continue
        cells = groupby(texts, key=lambda leaf: _column(text, leaf.leaf, row))
        yield row_of(
            (column, [passage for leaf in leaves for passage in _of_leaf(leaf, inside, targets)])
            for column, leaves in cells
        )


def _near(text: str, wanted: Iterable[int]) -> Iterator[int]:
    """Yield the offset of each line near a wanted one, in which its reference may be."""
    lines = list(line_spans(text))
    starts = [start for start, _ in lines]
    done = -1
    for at in wanted:
        which = bisect_right(starts, at) - 1
        last = min(len(lines), which + _LINES_AFTER)
        for near in range(max(done + 1, which - _LINES_BEFORE), last):
            start, end = lines[near]
            yield max(start, end - 1)
            done = near


def _placed(text: str, leaf: RstLeaf, passages: Iterable[Passage]) -> Iterator[Passage]:
    """Yield passages with their level, the containers around them, and the name of their field."""
    level = int(leaf.kind in _HEADINGS)
    inside: list[int] = []
    name = ""
    box = leaf.inside
    while box is not None:
        inside.insert(0, box.start)
        if box.kind is BoxKind.FIELD and not inside[1:]:
            name = box.name
        box = box.parent
    if leaf.kind is LeafKind.TERM:
        inside.pop()
    box = leaf.inside
    initial = _INITIAL.match(text, box.start) if box and box.kind is BoxKind.ITEM else None
    for passage in passages:
        runs = (TextRun(RunKind.LABEL, name), *passage.runs) if name else passage.runs
        if initial:
            runs = (TextRun(RunKind.PLAIN, initial[0]), *runs)
        yield Passage(runs, tuple(inside), level, passage.place)


def _row(leaf: RstLeaf) -> RstBox | None:
    """Return the table row or the line block that contains a leaf; None if there is none.

    In a `list-table`, a row is an item, and a cell an item in it.
    """
    inside = leaf.inside
    while inside is not None and inside.kind not in {BoxKind.ROW, BoxKind.LINES}:
        around = inside.parent
        if _is_list_table(around) and inside.kind is BoxKind.ITEM:
            return inside
        inside = around
    return inside


def _is_list_table(box: RstBox | None) -> bool:
    return box is not None and box.kind is BoxKind.DIRECTIVE and box.name.lower() == "list-table"


def _column(text: str, leaf: RstLeaf, row: RstBox) -> int:
    """Return the number of the column in which a leaf of a table row is, from 0."""
    cell = leaf.inside
    while cell is not None and cell.parent != row:
        cell = cell.parent
    if cell is None:
        return 0
    if cell.kind is BoxKind.CELL:
        return int(cell.name)
    indent = cell.start - text.rfind("\n", 0, cell.start) - 1
    lines = text[row.start : cell.start].split("\n")[
        1:
    ]  # the first cell is in the row's first line
    return sum(
        line[:indent].isspace() and line[indent : indent + 2] in _MARKERS for line in lines
    ) + bool(lines)


def _lines(text: str, rows: Iterable[RstBox]) -> Iterator[int]:
    """Yield all offsets in table rows, and in the first lines of their tables."""
    done = 0
    for row in rows:
        if row.kind is BoxKind.LINES:
            continue
        around = row.parent
        first = around.start if around else 0
        head = text[first : first + _HEAD].rpartition("\n")[0]
        yield from range(first, first + len(head))
        start = end = row.start
        for _ in range(_ROW_LINES):
            end = text.find("\n", end) + 1 or len(text)
        yield from range(max(done, start), end)
        done = max(done, end)


def _targets(part: PlacedText, mentions: list[Mention]) -> dict[str, Mention]:
    """Return the mentions in named targets, by the name of the target."""
    definitions = [
        part.index(mention.span.start) for mention in mentions if mention.form is Form.DEFINITION
    ]
    found: dict[str, Mention] = {}
    for leaf in outline(part.text, definitions):
        if leaf.kind is LeafKind.TARGET and leaf.name != "__":
            name = read_target(leaf.content.text).name
            mention = next(
                iter(mentions_inside(mentions, LeafText(leaf, 0, part).content.whole)), None
            )
            if mention is not None and name:
                found.setdefault(folded(name), mention)
    return found


def _uses(text: str) -> Iterator[tuple[int, str]]:
    """Yield the offset of each possible reference to a target, and the target's name."""
    for use in _USE.finditer(text):
        yield use.start(), folded(use[1] or use[2])


def _of_leaf(
    leaf: LeafText, mentions: list[Mention], targets: dict[str, Mention]
) -> Iterator[Passage]:
    covers = list(_covers(leaf, mentions_inside(mentions, leaf.content.whole), targets))
    size = len(leaf.content.text)
    for passage in passages_of(size, covers, (), lambda start, end: leaf.meant(start, end).text):
        yield passage._replace(place=leaf.content.whole)


def _covers(
    leaf: LeafText, mentions: list[Mention], targets: dict[str, Mention]
) -> Iterator[Cover]:
    atoms = {(atom.start, atom.end): atom for atom in leaf.atoms}
    places = []
    for mention in mentions:
        start = leaf.content.index(mention.span.start)
        end = max(start, leaf.content.index(mention.span.end))
        places.append(start)
        atom = atoms.get((start, end))
        text = mention.title
        if atom is not None and atom.kind is AtomKind.LINK:
            text = leaf.visible(*atom.shown)
        yield Cover(start, end, run_of(mention, text or ""))
    for atom in leaf.atoms:
        at = bisect_left(places, atom.start)
        if not (at < len(places) and places[at] < atom.end):
            yield Cover(atom.start, atom.end, _run(leaf, atom, targets))


def _run(leaf: LeafText, atom: RstAtom, targets: dict[str, Mention]) -> TextRun:
    text = leaf.meant(*atom.shown).text
    role = atom.name.lower() if atom.kind is AtomKind.ROLE else None
    if atom.kind in _EMPHASIS or role in _TITLES:
        return TextRun(RunKind.EMPHASIS, text)
    if atom.kind in _NOTHING or (role is not None and role not in _PLAIN):
        return TextRun(RunKind.CODE, text)
    if atom.kind is AtomKind.LINK:
        return TextRun(RunKind.LINK_TEXT, text)
    if atom.kind is AtomKind.REFERENCE:
        named = leaf.meant(*atom.target).text.removesuffix("_") if atom.target else text
        mention = None if atom.anonymous else targets.get(folded(named))
        return TextRun(RunKind.LINK_TEXT, text) if mention is None else run_of(mention, text)
    return TextRun(RunKind.PLAIN, text)


def references_in(document: Document) -> Iterator[Reference]:
    """Yield the references in a document that have no DOI."""
    source = document.source
    wanted = [year.start() for year in YEAR.finditer(source.text)]
    named = NamedPlaces(document.mentions)
    numbered = NamedPlaces(document.mentions, identifiers=True)
    mentions = sorted(document.mentions, key=lambda mention: mention.span)
    targets = _targets(PlacedText(source.text, 0), mentions)
    seen: set[RstBox] = set()
    found: list[Reference] = []
    for leaf in outline(source.text, wanted):
        inside = leaf.inside
        if leaf.kind is not LeafKind.TEXT or inside is None or inside.kind not in _BOXES:
            continue
        uses = _uses(leaf.content.text) if targets else ()
        refers = named.any_in(leaf.span) or any(name in targets for _, name in uses)
        is_first = inside not in seen
        seen.add(inside)
        reference = _reference(source, leaf, numbered) if is_first and not refers else None
        found += () if reference is None else (reference,)
    yield from found
    passages = _passages(PlacedText(source.text, 0), mentions, wanted)
    yield from described_in(source, gathered(passages), found)


def _reference(source: Source, leaf: RstLeaf, numbered: NamedPlaces) -> Reference | None:
    """Return the reference in the first passage of a leaf; None if it is not a reference."""
    content = leaf.content
    inside = leaf.inside
    found = first_cited(_of_leaf(LeafText(leaf, 0), [], {}), leaf.span, numbered)
    if found is None:
        return None
    line = content.span(0, len(content.text.partition("\n")[0].rstrip()))
    where = inside.name if inside and inside.kind is BoxKind.CITATION else ""
    insert = partial(_insert, content)
    return Reference(source, line, found[0], insert, where=where, left_out=found[1])


def _insert(content: PlacedText, doi: Doi) -> Edit | None:
    """Return the edit that adds the address after the last word, so that docutils links it all."""
    end = content.end(len(content.text.rstrip()))
    spelling = read(doi.url())
    address = linked_whole(spelling) if spelling is not None else None
    return Edit(Span(end, end), f" {address or f'`{doi.url()} <{doi.url()}>`__'}")
