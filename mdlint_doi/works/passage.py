"""A block of a document as its parser saw it -> its description of the work of each DOI in it.

A passage is a block that holds a DOI: a paragraph, a list item, a table row. Whose words are whose
is decided here alone: it is cut at its DOIs, and each piece makes a claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import pairwise
from typing import Final, NamedTuple

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.spelling import ARXIV_PREFIX
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import Claim, ClaimedIn, TitleClaim, TitleKind
from mdlint_doi.works.references import (
    DETAILS,
    SERIAL,
    is_short_title,
    shape_of,
    title_sentences,
    title_words,
)

_FAR: Final = 60  # runs on either side of a DOI that are looked at
_MOST: Final = 1600  # characters on either side, likewise
WORDS: Final = 140  # a citation is no longer than that; longer ones are running text
TAIL: Final = 15  # words behind a DOI that are still its citation
_NEARLY_FIRST: Final = 4  # code points before the people of a reference: a number, a bracket
_TITLE: Final = 400  # code points behind the people in which the title begins
_MOST_TITLES: Final = 24  # title claims of one citation
_QUOTED: Final = pattern('[“"«„‟]([^“”"«»„‟]{15,300})[”"»“]')
_ADDRESS: Final = pattern(r"(?:https?:)?//[^\s<>\"]{1,2000}|\bwww\.[^\s<>\"]{1,2000}")
_CODE_SIGNS: Final = '{}="[]()_<>;|'
_SENTENCE_END: Final = pattern(r"[.;]\s|\n")


class RunKind(Enum):
    """The kind of a run of a block."""

    PLAIN = "plain"
    EMPHASIS = "emphasis"
    QUOTED = "quoted"
    LINK_TEXT = "link text"
    ROLE_TITLE = "title of a role"
    DOI = "DOI"
    CITE_KEY = "citation key"  # `[@doi:10.1000/182]`: nobody wrote a reference there
    CODE = "code"
    BREAK = "break"  # the border of a table's cell, a line of its own


class TextRun(NamedTuple):
    """A piece of a block.

    Attributes:
        kind: what makes it a piece of its own.
        text: what the reader sees, markup undone.
        span: where it stands in the document.
        doi: the one that it is, or that a link's text leads to.
    """

    kind: RunKind
    text: str
    span: Span = Span(0, 0)
    doi: Doi | None = None


class Passage(NamedTuple):
    """The runs of one block, in order.

    Attributes:
        runs: the pieces of the block, in order.
    """

    runs: tuple[TextRun, ...]


class Segment(NamedTuple):
    """The part of a passage that belongs to one DOI.

    Attributes:
        run: the piece that is the DOI, or a link to it.
        before: the runs before it.
        after: the runs after it; up to the end of the sentence, if another DOI follows.
        is_certain: whose words these are is beyond doubt.
    """

    run: TextRun
    before: tuple[TextRun, ...]
    after: tuple[TextRun, ...]
    is_certain: bool


_OWN: Final = frozenset({RunKind.LINK_TEXT, RunKind.ROLE_TITLE})
"""Runs whose text is that of the link to the DOI."""
_KINDS: Final = {
    RunKind.LINK_TEXT: TitleKind.LINK_TEXT,
    RunKind.ROLE_TITLE: TitleKind.ROLE,
    RunKind.QUOTED: TitleKind.QUOTED,
    RunKind.EMPHASIS: TitleKind.EMPHASIZED,
}


def segments(passage: Passage) -> Iterator[Segment]:
    """Yield the segment of each DOI, in order; two mentions of one DOI share theirs."""
    runs = passage.runs
    places = [at for at, run in enumerate(runs) if run.doi]
    several = len({runs[at].doi for at in places}) > 1
    leading = several and not _has_words(runs[: places[0]])
    trailing = several and _has_words(runs[places[-1] + 1 :])
    firsts = _others_before(runs, places)
    mirrored = [len(runs) - 1 - at for at in reversed(places)]
    lasts = [len(runs) - 1 - at for at in reversed(_others_before(runs[::-1], mirrored))]
    for at, first, last in zip(places, firsts, lasts, strict=True):
        before = runs[max(first + 1, at - _FAR) : at]
        after = runs[at + 1 : min(last, at + 1 + _FAR)]
        if last < len(runs):
            after = _up_to_sentence_end(after)
        # "10.1/a Smith. 10.1/b Jones." and "Smith 10.1/a. Jones 10.1/b." cut alike: where both
        # ends have words, or none has, either may be meant.
        is_own = runs[at].kind in _OWN and len(runs[at].text.split()) >= 4
        certain = not several or is_own or not (leading or trailing)
        yield Segment(runs[at], bounded(before, last=True), bounded(after), certain)


def _others_before(runs: tuple[TextRun, ...], places: list[int]) -> list[int]:
    """Return for each place that of the last other DOI before it; -1 if there is none."""
    found = [-1] if places else []
    for before, at in pairwise(places):
        found.append(before if runs[before].doi != runs[at].doi else found[-1])
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


def claims(passage: Passage) -> list[Claim]:
    """Return what a passage says of each of its DOIs, in order."""
    return [_claim(segment) for segment in segments(passage)]


def claim_of_all(passage: Passage) -> Claim:
    """Return what a passage without a DOI says, taken as one reference."""
    end = TextRun(RunKind.DOI, "")
    return _claim(Segment(end, bounded(passage.runs), (), is_certain=True))


def _claim(segment: Segment) -> Claim:
    run = segment.run
    own = run.text if run.kind in _OWN else ""
    before, after = _flat(segment.before), _flat(segment.after)
    tail = after.split(" ")
    head = _joined(before, own)
    cited = _capped(_joined(head, " ".join(tail[:TAIL])))
    shape = shape_of(cited)
    if len(tail) > TAIL and shape_of(_capped(head)).is_reference:
        tail = tail[:TAIL]
    marked = _marked(segment, is_listed=shape.is_listed)
    sentences = (
        TitleClaim(TitleKind.SENTENCE, one)
        for one in title_sentences(cited, shape)
        if not any(other.text in one for other in marked)
    )
    titles: dict[str, TitleClaim] = {}  # each once
    for one in (*marked, *sentences):
        titles.setdefault(" ".join(title_words(one.text)), one)
    text = _joined(head, " ".join(tail))
    return Claim(
        doi=run.doi,
        span=run.span,
        origin=ClaimedIn.PROSE,
        titles=tuple(titles.values())[:_MOST_TITLES],
        people=shape.people,
        years=shape.years,
        volume=shape.place[0],
        pages=shape.place[1],
        words=_capped(text),
        link=own,
        has_details=shape.has_details,
        is_listed=shape.is_listed,
        begins_with_people=bool(shape.places) and shape.places[0].start <= _NEARLY_FIRST,
        leading_people=shape.leading,
        behind_people=cited[shape.places[0].end :][:_TITLE] if shape.places else "",
        caveat=_caveat(segment, text, len(tail), marked),
    )


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _flat(runs: tuple[TextRun, ...]) -> str:
    """Return the words of runs; code and addresses say nothing of a work."""
    pieces = [
        " | " if run.kind is RunKind.BREAK else run.text
        for run in runs
        if run.kind not in {RunKind.CODE, RunKind.DOI, RunKind.CITE_KEY}
    ]
    return " ".join(_ADDRESS.sub(" ", "".join(pieces)).split())


def _capped(text: str) -> str:
    """Return the first words of a text; it is much longer only where no verdict is possible."""
    return " ".join(text[:3000].split(" ")[: 2 * WORDS])


def _marked(segment: Segment, *, is_listed: bool) -> list[TitleClaim]:
    """Return the strings that the author marked as titles, those of the DOI's own link first."""
    runs_around = (segment.run, *segment.before, *segment.after)
    found = [
        TitleClaim(kind, " ".join(run.text[:1000].split()))
        for run in runs_around
        if (kind := _KINDS.get(run.kind))
        # Many styles emphasize the journal or the book.
        and not (run.kind is RunKind.EMPHASIS and SERIAL.search(run.text[:1000]))
    ]
    for runs in (segment.before, (segment.run,), segment.after):
        text = "".join(run.text for run in runs if run.kind is not RunKind.CODE)
        quoted = _QUOTED.findall(" ".join(text.split()))
        found += [TitleClaim(TitleKind.QUOTED, one) for one in quoted]
    run = segment.run  # a paper of arXiv is linked by its title, however short
    own = " ".join(run.text.split()) if run.doi and run.doi.prefix == ARXIV_PREFIX else None
    return [one for one in found if _can_be_title(one.text, is_listed=is_listed or one.text == own)]


def _can_be_title(text: str, *, is_listed: bool) -> bool:
    if len(title_words(text)) < 4 and not (is_listed and is_short_title(text)):
        return False
    if DETAILS.search(text) or looks_like_code(text):
        return False
    shape = shape_of(text)
    if shape.people and shape.years:
        return False  # the link's text is a citation: "the preprint (Smith et al., 2022)"
    return sum(len(place.cut(text)) for place in shape.places) * 3 < len(text)


def looks_like_code(text: str) -> bool:
    """Return whether a text is full of the signs of programs, tables and markup."""
    return sum(map(text.count, _CODE_SIGNS)) > 0.09 * len(text) + 2 or (
        sum(map(text.count, "{}=;<>|")) > 0.03 * len(text) + 2
    )


def _caveat(segment: Segment, text: str, tail: int, marked: list[TitleClaim]) -> str:
    """Return why words beside a DOI are no witness against a work."""
    reasons = {
        "the DOI is in a citation key": segment.run.kind is RunKind.CITE_KEY,
        "it is uncertain which of several DOIs the words describe": not segment.is_certain,
        "the words are running text, not a reference": tail > TAIL and not marked,
        "the text is too long for a reference": len(text.split()) > WORDS,
        "the words look like code": looks_like_code(text),
    }
    return next((why for why, holds in reasons.items() if holds), "")
