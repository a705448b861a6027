"""The parts of a block that are something of their own, and the words between -> runs.

Shared by the formats that hold prose. Each says which parts of a block's text are links, DOIs,
code, emphasis; what is between them are plain words.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.passage import Passage, RunKind, TextRun

_NAME: Final = pattern(
    r"<?(?:(?:https?:)?//\S+|(?:\bdoi:?\s*|\b(?:dx\.)?doi\.org/)?\b10\.\d{3,9}(?:\.\d+)*/\S+)"
)
"""An address or a DOI in the text of a link: nothing that is said of a work."""
_WORD: Final = pattern(r"[^\W\d_]{2}")


class Cover(NamedTuple):
    """A part of a block's text that is one run."""

    start: int
    end: int
    run: TextRun | None  # None: the passage ends there, and another begins


def passages_of(
    size: int,
    covers: Iterable[Cover],
    emphasis: Iterable[tuple[int, int]],
    shown: Callable[[int, int], str],
) -> Iterator[Passage]:
    """Yield the passages of a block, most often one, by the size of its text.

    Covers and emphasized ranges come in any order; of covers that overlap the outermost counts.
    `shown` returns what a reader sees of a range that no cover holds.
    """
    kept: list[Cover] = []
    for one in sorted(covers, key=lambda one: (one.start, -one.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    ranges = _emphasis(emphasis, kept)
    runs: list[TextRun] = []
    at = 0
    for cover in (*kept, Cover(size, size, None)):
        runs += _words(at, cover.start, ranges, shown)
        at = cover.end
        if cover.run is not None:
            runs.append(cover.run)
        elif runs:
            yield Passage(tuple(runs))
            runs = []


def _emphasis(ranges: Iterable[tuple[int, int]], covers: list[Cover]) -> deque[tuple[int, int]]:
    """Return the outermost emphasized ranges; one that holds a DOI presents no title."""
    kept: deque[tuple[int, int]] = deque()
    names = iter([one for one in covers if one.run is None or one.run.doi is not None])
    name = next(names, None)
    for start, end in sorted(ranges, key=lambda one: (one[0], -one[1])):
        while name is not None and name.end <= start:
            name = next(names, None)
        holds_name = name is not None and name.start < end
        if not holds_name and (not kept or start >= kept[-1][1]):
            kept.append((start, end))
    return kept


def _words(
    start: int, end: int, emphasis: deque[tuple[int, int]], shown: Callable[[int, int], str]
) -> Iterator[TextRun]:
    """Yield what stands between two covers; the ranges before them are taken off."""
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
    """Return the run of a mention, or of one that is the key of a citation.

    `text` is what a reader sees of its link, or the title of its role; None: what the mention says.
    """
    if is_key:
        return TextRun(RunKind.CITE_KEY, "", mention.span, mention.doi)
    said = _NAME.sub(" ", mention.title or "" if text is None else text)
    if not _WORD.search(said):
        return TextRun(RunKind.DOI, "", mention.span, mention.doi)
    kind = RunKind.ROLE_TITLE if mention.form is Form.ROLE else RunKind.LINK_TEXT
    return TextRun(kind, said, mention.span, mention.doi)
