"""Descriptions of works in formats with prose: passages, and references without a DOI.

Each format marks the parts of a block's text that are links, DOIs, code or emphasis. These parts,
and the plain words between them, are the runs of a passage (`works.passage`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from mdlint_doi.file_formats import by_name, chosen_entry, list_of
from mdlint_doi.formats import load
from mdlint_doi.lint.document import Document, LeftOut, Reference, never
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span, holds_any
from mdlint_doi.works.candidates import Cited
from mdlint_doi.works.claim import query_of
from mdlint_doi.works.labelled import labelled_claim
from mdlint_doi.works.passage import WORDS, claim_of_all
from mdlint_doi.works.runs import Passage, RunKind, TextRun

if TYPE_CHECKING:
    from mdlint_doi.file_formats import FormatEntry, ReadAs

_READERS: Final = {
    "data.formats:BIBTEX": "data.formats:BIBTEX",
    "data.formats:CFF": "data.formats:CFF",
    "markdown.format": "markdown.passages",
    "rst.format": "rst.passages",
    "rst.txt": "rst.passages",
}
"""For the `module` of a format, the module that finds its references, as a name for `load`."""
YEAR: Final = pattern(r"(?<![0-9])(?:1[5-9]|20)[0-9]{2}(?![0-9])")
"""A year, which every reference contains."""
_FEWEST: Final = 6
"""The fewest words of a reference: names, a year and a title."""
_NAME: Final = pattern(
    r"<?(?:(?:https?:)?//\S+|(?:\bdoi:?\s*|\b(?:dx\.)?doi\.org/)?\b10\.\d{3,9}(?:\.\d+)*/\S+)"
)
"""An address or a DOI in the text of a link, which does not describe the work."""
_WORD: Final = pattern(r"[^\W\d_]{2}")


def are_read(path: str, read_as: Sequence[ReadAs] = ()) -> bool:
    """Return whether a file is searched for references, by its name and the setting `read-as`."""
    return _reader(chosen_entry(path, read_as) or list_of(path)) is not None


def references_in(document: Document) -> list[Reference]:
    """Return the references of a document that have no DOI, in order."""
    place = _reader(by_name(document.source.format) or list_of(document.source.name))
    if place is None or document.is_unread:
        return []
    reader: Any = load(place)
    found: Iterable[Reference] = reader.references_in(document)
    return sorted(found, key=lambda reference: reference.span)


def _reader(entry: FormatEntry | None) -> str | None:
    return _READERS["markdown.format"] if entry is None else _READERS.get(entry.module)


def mentions_inside(mentions: Sequence[Mention], span: Span) -> list[Mention]:
    """Return the mentions in a part of the document; `mentions` is in order of the text."""
    first = bisect_left(mentions, span.start, key=_start)
    last = bisect_left(mentions, span.end, key=_start)
    return [mention for mention in mentions[first:last] if mention.span.end <= span.end]


def _start(mention: Mention) -> int:
    return mention.span.start


def folded(label: str) -> str:
    """Return the label of a definition in the form in which labels are compared."""
    return " ".join(label.split()).casefold()


class NamedPlaces:
    """The places of mentions of one kind: of DOIs, or of identifiers."""

    def __init__(self, mentions: Iterable[Mention], *, identifiers: bool = False) -> None:
        """Receive a document's mentions, in any order.

        With `identifiers`, only identifiers count; otherwise, only DOIs do.
        """
        self._starts = sorted(
            mention.span.start
            for mention in mentions
            if mention.doi is not None and (mention.spelling.kind is Kind.IDENTIFIER) is identifiers
        )

    def any_in(self, span: Span) -> bool:
        """Return whether one of them begins in a part of the document."""
        return holds_any(self._starts, span.start, span.end)


def cited_in(passage: Passage, span: Span, *, numbered: bool) -> tuple[Cited, LeftOut] | None:
    """Return the work that a passage without a DOI cites, and why it is not searched for.

    None if the passage is not a reference. `numbered` is whether it contains an identifier, which
    implies the DOI.
    """
    claim = claim_of_all(passage)._replace(span=span)
    size = len(claim.words.split())
    if claim.caveat or query_of(claim) is None or not _FEWEST <= size <= WORDS:
        return None
    return Cited(claim), LeftOut.ARXIV if numbered else LeftOut.NO


def first_cited(
    passages: Iterable[Passage], span: Span, numbered: NamedPlaces
) -> tuple[Cited, LeftOut] | None:
    """Return the work that the first passage of a block cites, as in `cited_in`."""
    first = next(iter(passages), None)
    return None if first is None else cited_in(first, span, numbered=numbered.any_in(span))


def described_in(
    source: Source, passages: Iterable[Passage], others: Iterable[Reference]
) -> Iterator[Reference]:
    """Yield the references without a DOI whose parts have labels, headers or a heading over them.

    `passages` are gathered from several blocks. Passages that contain one of the `others` are left
    out. No fix adds a DOI, because the form of the new part is not known.
    """
    known = sorted(reference.span.start for reference in others)
    for passage in passages:
        place = passage.place
        if place is None or passage.dois or holds_any(known, place.start, place.end):
            continue
        claim = labelled_claim(passage)
        if claim is not None and query_of(claim) is not None:
            size = len(place.cut(source.text).partition("\n")[0].rstrip())
            span = Span(place.start, place.start + size)
            yield Reference(source, span, Cited(claim._replace(span=span)), never)


class Cover(NamedTuple):
    """A part of a block's text that is one run.

    Attributes:
        start: the offset in the block's text where it begins.
        end: the offset after it.
        run: the run; None if the passage ends there, and the next one begins.
        level: the level of the heading that ends there; 0 if none does.
    """

    start: int
    end: int
    run: TextRun | None
    level: int = 0


def passages_of(
    size: int,
    covers: Iterable[Cover],
    emphasis: Iterable[tuple[int, int]],
    shown: Callable[[int, int], str],
) -> Iterator[Passage]:
    """Yield the passages of a block, usually one.

    `size` is the length of the block's text. Covers and emphasized ranges may be in any order; of
    covers that overlap, only the outermost counts. `shown` returns the visible text of a range that
    is in no cover.
    """
    kept: list[Cover] = []
    for cover in sorted(covers, key=lambda cover: (cover.start, -cover.end)):
        if not kept or cover.start >= kept[-1].end:
            kept.append(cover)
    ranges = _emphasis(emphasis, kept)
    runs: list[TextRun] = []
    at = 0
    for cover in (*kept, Cover(size, size, None)):
        runs += _words(at, cover.start, ranges, shown)
        at = cover.end
        if cover.run is not None:
            runs.append(cover.run)
        elif runs:
            yield Passage(tuple(runs), level=cover.level)
            runs = []


def row_of(cells: Iterable[tuple[int, Iterable[Passage]]]) -> Passage:
    """Return the passages in the cells of a table row, each with its column, as one passage."""
    begin = TextRun(RunKind.CELL, "")
    runs: list[TextRun] = []
    places: list[Span] = []
    done = 0
    for column, passages in cells:
        runs += [begin] * (column + 1 - done)
        done = column + 1
        for passage in passages:
            runs += passage.runs
            places += () if passage.place is None else (passage.place,)
    place = Span(places[0].start, places[-1].end) if places else None
    return Passage(tuple(runs), place=place)


def _emphasis(ranges: Iterable[tuple[int, int]], covers: list[Cover]) -> deque[tuple[int, int]]:
    """Return the outermost emphasized ranges without a DOI; those with one are not titles."""
    kept: deque[tuple[int, int]] = deque()
    names = iter([cover for cover in covers if cover.run is None or cover.run.doi is not None])
    name = next(names, None)
    for start, end in sorted(ranges, key=lambda bounds: (bounds[0], -bounds[1])):
        while name is not None and name.end <= start:
            name = next(names, None)
        holds_name = name is not None and name.start < end
        if not holds_name and (not kept or start >= kept[-1][1]):
            kept.append((start, end))
    return kept


def _words(
    start: int, end: int, emphasis: deque[tuple[int, int]], shown: Callable[[int, int], str]
) -> Iterator[TextRun]:
    """Yield the runs between two covers; emphasized ranges before these runs are removed."""
    at = start
    while at < end:
        while emphasis and emphasis[0][1] <= at:
            emphasis.popleft()
        first, last = emphasis[0] if emphasis else (end, end)
        kind = RunKind.EMPHASIS if first <= at else RunKind.PLAIN
        stop = min(end, last if first <= at else first)
        if text := shown(at, stop):
            yield TextRun(kind, text)
        at = stop


def run_of(mention: Mention, text: str | None = None, *, is_key: bool = False) -> TextRun:
    """Return the run of a mention; `is_key` is whether the mention is the key of a citation.

    `text` is the visible text of its link or the title of its role; None for the mention's title.
    """
    if is_key:
        return TextRun(RunKind.CITE_KEY, "", mention.span, mention.doi)
    seen = mention.title if text is None else text
    said = _NAME.sub(" ", seen or "")
    if not _WORD.search(said):
        return TextRun(RunKind.DOI, "", mention.span, mention.doi)
    kind = RunKind.ROLE_TITLE if mention.form is Form.ROLE else RunKind.LINK_TEXT
    return TextRun(kind, said, mention.span, mention.doi)
