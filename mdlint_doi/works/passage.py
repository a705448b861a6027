"""A block of a document as its parser saw it, and its cut at the DOIs in it.

A format or the doctree makes one `Passage` of each block that holds a DOI: a paragraph, a list
item, a footnote, a table row, a citation. Whose words are whose is decided here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span


class RunKind(Enum):
    """What a run of a block is."""

    PLAIN = "plain"
    EMPHASIS = "emphasis"
    QUOTED = "quoted"
    LINK_TEXT = "link text"
    ROLE_TITLE = "title of a role"
    DOI = "DOI"
    CITE_KEY = "citation key"
    """A DOI as a key, `[@doi:10.1000/182]`: nobody wrote a reference there."""
    CODE = "code"
    BREAK = "break"
    """The border of a table's cell, a line of its own."""


class TextRun(NamedTuple):
    """A piece of a block.

    Attributes:
        kind: what it is.
        text: what the reader sees, markup undone.
        span: where it stands in the document.
        doi: of a DOI or key, that one; of a link's text, the one that it leads to, if any.

    """

    kind: RunKind
    text: str
    span: Span = Span(0, 0)
    doi: Doi | None = None


class Passage(NamedTuple):
    """The runs of one block, in order."""

    runs: tuple[TextRun, ...]


class Segment(NamedTuple):
    """The part of a passage that belongs to one DOI.

    Attributes:
        run: the DOI's run.
        before: the runs before it.
        after: the runs behind it; to the end of the sentence, if another DOI follows.
        is_certain: whose words these are is beyond doubt.

    """

    run: TextRun
    before: tuple[TextRun, ...]
    after: tuple[TextRun, ...]
    is_certain: bool


_FAR: Final = 60
"""Runs on either side of a DOI that are looked at."""
_MOST: Final = 1600
"""Characters on either side, likewise."""
_SENTENCE_END: Final = pattern(r"[.;]\s|\n")


def segments(passage: Passage) -> Iterator[Segment]:
    """Yield the segment of each DOI, in order.

    A segment reaches from the DOI before to the end of the sentence, if another DOI follows. Two
    mentions of one DOI share theirs.
    """
    runs = passage.runs
    places = [at for at, run in enumerate(runs) if run.doi]
    several = len({runs[at].doi for at in places}) > 1
    leading = several and not _has_words(runs[: places[0]])
    trailing = several and _has_words(runs[places[-1] + 1 :])
    firsts = _others_before(runs, places)
    lasts = [len(runs) - 1 - at for at in reversed(_others_before(runs[::-1], _mirrored(runs)))]
    for at, first, last in zip(places, firsts, lasts, strict=True):
        before = runs[max(first + 1, at - _FAR) : at]
        after = runs[at + 1 : min(last, at + 1 + _FAR)]
        if last < len(runs):
            after = _up_to_sentence_end(after)
        # "10.1/a Smith. 10.1/b Jones." and "Smith 10.1/a. Jones 10.1/b." cut alike: where both
        # ends have words, or none has, either may be meant.
        certain = not several or _is_own(runs[at]) or not (leading or trailing)
        yield Segment(runs[at], bounded(before, last=True), bounded(after), certain)


def _mirrored(runs: tuple[TextRun, ...]) -> list[int]:
    """Return the places of DOIs, counted from the end."""
    return [at for at, run in enumerate(reversed(runs)) if run.doi]


def _others_before(runs: tuple[TextRun, ...], places: list[int]) -> list[int]:
    """Return for each place that of the last other DOI before it; -1 if there is none."""
    found: list[int] = []
    for number, at in enumerate(places):
        if not number:
            found.append(-1)
        elif runs[places[number - 1]].doi != runs[at].doi:
            found.append(places[number - 1])
        else:
            found.append(found[-1])
    return found


def _up_to_sentence_end(runs: tuple[TextRun, ...]) -> tuple[TextRun, ...]:
    """Leave out what belongs to the citation of the next DOI."""
    for at, run in enumerate(runs):
        if run.kind is RunKind.BREAK:
            return runs[:at]
        found = _SENTENCE_END.search(run.text[:_MOST]) if run.kind is RunKind.PLAIN else None
        if found:
            return (*runs[:at], run._replace(text=run.text[: found.start()]))
    return ()


def bounded(runs: tuple[TextRun, ...], *, last: bool = False) -> tuple[TextRun, ...]:
    """Return the first runs, or the last ones: as many characters as are looked at."""
    kept: list[TextRun] = []
    left = _MOST
    for run in reversed(runs) if last else runs:
        if left <= 0:
            break
        text = run.text[-left:] if last else run.text[:left]
        kept.append(run if text == run.text else run._replace(text=text))
        left -= len(text)
    return tuple(reversed(kept)) if last else tuple(kept)


def _has_words(runs: tuple[TextRun, ...]) -> bool:
    """Return whether a few words stand there, such as a reference needs."""
    return sum(len(run.text[:_MOST].split()) for run in runs[:_FAR]) >= 3


def _is_own(run: TextRun) -> bool:
    return run.kind in {RunKind.LINK_TEXT, RunKind.ROLE_TITLE} and len(run.text.split()) >= 4
