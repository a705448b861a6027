"""What is said in the leaves of reStructuredText: claims beside DOIs, and references without one.

The text is read once more, and only where works are asked for. A mention is found again in its leaf
by its place. A named target is said something of where a link refers to it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Final

from mdlint_doi.formats.named_places import NamedPlaces
from mdlint_doi.formats.reference_shape import YEAR, cited_in
from mdlint_doi.formats.rst.blocks import outline
from mdlint_doi.formats.rst.explicit import read_target
from mdlint_doi.formats.rst.inline import AtomKind, RstAtom
from mdlint_doi.formats.rst.leaf import PROSE, BoxKind, LeafKind, LeafText, RstBox, RstLeaf
from mdlint_doi.formats.rst.reader import linked_whole
from mdlint_doi.formats.runs import Cover, passages_of, run_of
from mdlint_doi.lint.document import Document, Reference
from mdlint_doi.lint.model import Edit, Form, Mention
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.scan.find import read
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.passage import Passage, RunKind, TextRun, claims

_USE: Final = pattern(r"`([^`<>]{1,300})`__?|([^\W_][\w.+:-]{0,100}?)__?(?!\w)")
_EMPHASIS: Final = frozenset({AtomKind.EMPHASIS, AtomKind.STRONG})
_TITLES: Final = frozenset({"title-reference", "title", "t", "emphasis", "strong", ""})
_PLAIN: Final = frozenset({"subscript", "sub", "superscript", "sup", "abbreviation", "abbr", "dfn"})
_NOTHING: Final = frozenset(
    {AtomKind.LITERAL, AtomKind.FOOTNOTE, AtomKind.CITATION, AtomKind.SUBSTITUTION}
)


def claims_in(
    text: str, mentions: Sequence[Mention], part: PlacedText | None = None
) -> list[Claim]:
    """Return what a text says of the work of each mention.

    Args:
        text: reStructuredText: a file or a docstring.
        mentions: of the file.
        part: the text with its places in the file; None: it is the whole file.

    """
    found = passages_in(part or PlacedText(text, 0), mentions)
    return [claim for one in found for claim in claims(one)]


def passages_in(part: PlacedText, mentions: Sequence[Mention]) -> Iterator[Passage]:
    """Yield the leaves that hold DOIs.

    Args:
        part: reStructuredText with its places in a file.
        mentions: of the file.

    """
    inside = _inside(sorted(mentions, key=lambda one: one.span), part.whole)
    if inside:
        yield from _passages(part.text, inside, part)


def _inside(mentions: list[Mention], span: Span) -> list[Mention]:
    first = bisect_left(mentions, span.start, key=lambda one: one.span.start)
    last = bisect_left(mentions, span.end, key=lambda one: one.span.start)
    return [one for one in mentions[first:last] if one.span.end <= span.end]


def _passages(text: str, mentions: list[Mention], part: PlacedText) -> Iterator[Passage]:
    wanted = [part.index(one.span.start) for one in mentions]
    targets = _targets(text, wanted, mentions, part)
    if targets:
        uses = _USE.finditer(text)
        wanted += [one.start() for one in uses if _normal(one[1] or one[2]) in targets]
    leaves = outline(text, sorted(wanted))
    rows = [leaf for leaf in leaves if _row(leaf) is not None]
    if rows:
        leaves = outline(text, sorted({*wanted, *_lines(text, rows)}))
    for row, group in groupby(leaves, key=_row):
        found = [
            passage
            for leaf in group
            if leaf.kind in PROSE
            for passage in _of_leaf(LeafText(leaf, 0, part), mentions, targets)
        ]
        if row is None:
            yield from found
        else:
            border = TextRun(RunKind.BREAK, "")
            yield Passage(tuple(run for one in found for run in (*one.runs, border)))


def _row(leaf: RstLeaf) -> RstBox | None:
    """Return the row of a table that a leaf stands in."""
    inside = leaf.inside
    while inside is not None and inside.kind is not BoxKind.ROW:
        inside = inside.parent
    return inside


def _lines(text: str, leaves: Iterable[RstLeaf]) -> Iterator[int]:
    """Yield the offsets of all that stands in the lines of leaves."""
    done = 0
    for leaf in leaves:
        start = max(done, text.rfind("\n", 0, leaf.span.start) + 1)
        end = text.find("\n", leaf.span.end)
        done = max(done, end if end >= 0 else len(text))
        yield from range(start, done)


def _targets(
    text: str, wanted: list[int], mentions: list[Mention], part: PlacedText
) -> dict[str, Mention]:
    """Return the mentions of named targets, by name."""
    definitions = [
        at for at, one in zip(wanted, mentions, strict=True) if one.form is Form.DEFINITION
    ]
    found: dict[str, Mention] = {}
    for leaf in outline(text, definitions) if definitions else ():
        if leaf.kind is LeafKind.TARGET and leaf.name != "__":
            name = read_target(leaf.content.text).name
            mention = next(iter(_inside(mentions, LeafText(leaf, 0, part).content.whole)), None)
            if mention is not None and name:
                found.setdefault(_normal(name), mention)
    return found


def targets_of(text: str, mentions: Iterable[Mention]) -> dict[str, Mention]:
    """Return the mentions of a file's named targets, by name."""
    ordered = sorted(mentions, key=lambda one: one.span)
    return _targets(text, [one.span.start for one in ordered], ordered, PlacedText(text, 0))


def names_one_of(text: str, targets: Mapping[str, Mention]) -> bool:
    """Return whether a text may refer to one of some targets."""
    uses = _USE.finditer(text) if targets else ()
    return any(_normal(one[1] or one[2]) in targets for one in uses)


def _normal(name: str) -> str:
    return " ".join(name.split()).casefold()


def passages_of_leaf(leaf: LeafText) -> Iterator[Passage]:
    """Yield the passages of a leaf without a DOI."""
    return _of_leaf(leaf, [], {})


def _of_leaf(
    leaf: LeafText, mentions: list[Mention], targets: dict[str, Mention]
) -> Iterator[Passage]:
    covers = list(_covers(leaf, _inside(mentions, leaf.content.whole), targets))

    def shown(start: int, end: int) -> str:
        return leaf.meant(start, end).text

    return passages_of(len(leaf.content.text), covers, (), shown)


def _covers(
    leaf: LeafText, mentions: list[Mention], targets: dict[str, Mention]
) -> Iterator[Cover]:
    atoms = {(one.start, one.end): one for one in leaf.atoms}
    places = []
    for mention in mentions:
        start = leaf.content.index(mention.span.start)
        end = max(start, leaf.content.index(mention.span.end))
        places.append(start)
        atom = atoms.get((start, end))
        text = mention.title
        if atom is not None and atom.kind is AtomKind.LINK:
            text = leaf.shown(*atom.shown)
        yield Cover(start, end, run_of(mention, text or ""))
    for atom in leaf.atoms:
        at = bisect_left(places, atom.start)
        if not (at < len(places) and places[at] < atom.end):
            yield Cover(atom.start, atom.end, _run(leaf, atom, targets))


def _run(leaf: LeafText, atom: RstAtom, targets: dict[str, Mention]) -> TextRun:
    text = leaf.meant(*atom.shown).text
    if atom.kind in _EMPHASIS or (atom.kind is AtomKind.ROLE and atom.name.lower() in _TITLES):
        return TextRun(RunKind.EMPHASIS, text)
    if atom.kind in _NOTHING or (atom.kind is AtomKind.ROLE and atom.name.lower() not in _PLAIN):
        return TextRun(RunKind.CODE, text)
    if atom.kind is AtomKind.LINK:
        return TextRun(RunKind.LINK_TEXT, text)
    if atom.kind is AtomKind.REFERENCE:
        named = leaf.meant(*atom.target).text.removesuffix("_") if atom.target else text
        mention = None if atom.anonymous else targets.get(_normal(named))
        return TextRun(RunKind.LINK_TEXT, text) if mention is None else run_of(mention, text)
    return TextRun(RunKind.PLAIN, text)


_BOXES: Final = frozenset({BoxKind.ITEM, BoxKind.FOOTNOTE, BoxKind.CITATION})


def references_in(document: Document) -> Iterator[Reference]:
    """Yield the references without a DOI."""
    source = document.source
    wanted = [one.start() for one in YEAR.finditer(source.text)]
    named = NamedPlaces(document.mentions)
    numbered = NamedPlaces(document.mentions, identifiers=True)
    targets = targets_of(source.text, document.mentions)
    seen: set[RstBox] = set()
    for leaf in outline(source.text, wanted):
        inside = leaf.inside
        if leaf.kind is not LeafKind.TEXT or inside is None or inside.kind not in _BOXES:
            continue
        refers = named.any_in(leaf.span) or names_one_of(leaf.content.text, targets)
        if inside not in seen and not refers:
            reference = _reference(source, leaf, numbered.any_in(leaf.span))
            if reference is not None:
                yield reference
        seen.add(inside)


def _reference(source: Source, leaf: RstLeaf, numbered: bool) -> Reference | None:  # noqa: FBT001
    text = LeafText(leaf, 0)
    passage = next(iter(passages_of_leaf(text)), None)
    found = cited_in(passage, leaf.span, numbered=numbered) if passage is not None else None
    if found is None:
        return None
    cited, left_out = found
    content = text.content
    line = content.text.partition("\n")[0].rstrip()
    where = leaf.inside.name if leaf.inside is not None else ""
    return Reference(
        source,
        content.span(0, len(line)),
        cited,
        partial(_insert, content),
        where=where if leaf.inside and leaf.inside.kind is BoxKind.CITATION else "",
        left_out=left_out,
    )


def _insert(content: PlacedText, doi: Doi) -> Edit | None:
    """Return what puts the address behind the last word, so that docutils links all of it."""
    end = content.end(len(content.text.rstrip()))
    spelling = read(doi.url())
    address = linked_whole(spelling) if spelling is not None else None
    if address is None:
        return Edit(Span(end, end), f" `{doi.url()} <{doi.url()}>`__")
    return Edit(Span(end, end), f" {address}")
