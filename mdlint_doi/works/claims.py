"""A passage -> what it says of the work of each DOI in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.names.notations import ARXIV_PREFIX
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.claim import Claim, ClaimedIn, TitleClaim, TitleKind
from mdlint_doi.works.passage import Passage, RunKind, Segment, TextRun, bounded, segments
from mdlint_doi.works.references import (
    DETAILS,
    SERIAL,
    ReferenceShape,
    is_short_title,
    shape_of,
    title_sentences,
    title_words,
)

WORDS: Final = 140
"""A citation is no longer than that; longer ones are running text."""
TAIL: Final = 15
"""Words behind a DOI that are still its citation."""
_NEARLY_FIRST: Final = 4
"""Code points before the people of a reference: a number, a bracket."""
_MOST: Final = 24
"""Title claims of one citation."""
_QUOTED: Final = pattern('[“"«„‟]([^“”"«»„‟]{15,300})[”"»“]')
_ADDRESS: Final = pattern(r"(?:https?:)?//[^\s<>\"]{1,2000}|\bwww\.[^\s<>\"]{1,2000}")
_CODE_SIGNS: Final = '{}="[]()_<>;|'
_KINDS: Final = {
    RunKind.LINK_TEXT: TitleKind.LINK_TEXT,
    RunKind.ROLE_TITLE: TitleKind.ROLE,
    RunKind.QUOTED: TitleKind.QUOTED,
    RunKind.EMPHASIS: TitleKind.EMPHASIZED,
}


def claims(passage: Passage) -> list[Claim]:
    """Return what a passage says of each of its DOIs, in order."""
    return [_claim(segment) for segment in segments(passage)]


def claim_of_all(passage: Passage) -> Claim:
    """Return what a passage without a DOI says, taken as one reference."""
    end = TextRun(RunKind.DOI, "")
    return _claim(Segment(end, bounded(passage.runs), (), is_certain=True))


def _claim(segment: Segment) -> Claim:
    run = segment.run
    own = run.text if run.kind in {RunKind.LINK_TEXT, RunKind.ROLE_TITLE} else ""
    before, after = _flat(segment.before), _flat(segment.after)
    tail = after.split(" ")
    head = _joined(before, own)
    cited = _capped(_joined(head, " ".join(tail[:TAIL])))
    shape = shape_of(cited)
    if len(tail) > TAIL and shape_of(_capped(head)).is_reference:
        tail = tail[:TAIL]
    marked = _marked(segment, is_listed=shape.is_listed)
    text = _joined(head, " ".join(tail))
    return Claim(
        doi=run.doi,
        span=run.span,
        origin=ClaimedIn.PROSE,
        titles=tuple(_unique([*marked, *_sentences(cited, shape, marked)]))[:_MOST],
        people=shape.people,
        years=shape.years,
        words=_capped(text),
        link=own,
        has_details=shape.has_details,
        is_listed=shape.is_listed,
        begins_with_people=bool(shape.places) and shape.places[0].start <= _NEARLY_FIRST,
        caveat=_caveat(segment, text, len(tail), marked),
    )


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _flat(runs: tuple[TextRun, ...]) -> str:
    """Return the words of runs; code and addresses say nothing of a work."""
    pieces = []
    for run in runs:
        if run.kind is RunKind.BREAK:
            pieces.append(" | ")
        elif run.kind is not RunKind.CODE and run.kind not in {RunKind.DOI, RunKind.CITE_KEY}:
            pieces.append(run.text)
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
        if (kind := _KINDS.get(run.kind)) and not _is_emphasized_serial(run)
    ]
    for runs in (segment.before, (segment.run,), segment.after):
        text = "".join(run.text for run in runs if run.kind is not RunKind.CODE)
        quoted = _QUOTED.findall(" ".join(text.split()))
        found += [TitleClaim(TitleKind.QUOTED, one) for one in quoted]
    run = segment.run  # a paper of arXiv is linked by its title, however short
    own = " ".join(run.text.split()) if run.doi and run.doi.prefix == ARXIV_PREFIX else None
    return [one for one in found if _can_be_title(one.text, is_listed=is_listed or one.text == own)]


def _is_emphasized_serial(run: TextRun) -> bool:
    """Return whether it is a journal or a book, which many styles emphasize."""
    return run.kind is RunKind.EMPHASIS and SERIAL.search(run.text[:1000]) is not None


def _can_be_title(text: str, *, is_listed: bool) -> bool:
    if len(title_words(text)) < 4 and not (is_listed and is_short_title(text)):
        return False
    if DETAILS.search(text) or looks_like_code(text):
        return False
    shape = shape_of(text)
    if shape.people and shape.years:
        return False  # the link's text is a citation: "the preprint (Smith et al., 2022)"
    return sum(len(place.cut(text)) for place in shape.places) * 3 < len(text)


def _sentences(text: str, shape: ReferenceShape, marked: list[TitleClaim]) -> Iterator[TitleClaim]:
    for one in title_sentences(text, shape):
        if not any(other.text in one for other in marked):
            yield TitleClaim(TitleKind.SENTENCE, one)


def _unique(found: list[TitleClaim]) -> list[TitleClaim]:
    """Leave out what is said again, or as a part of something longer."""
    kept: dict[str, TitleClaim] = {}
    for one in found:
        kept.setdefault(" ".join(title_words(one.text)), one)
    return list(kept.values())


def looks_like_code(text: str) -> bool:
    """Return whether a text is full of the signs of programs, tables and markup."""
    return sum(map(text.count, _CODE_SIGNS)) > 0.09 * len(text) + 2 or (
        sum(map(text.count, "{}=;<>|")) > 0.03 * len(text) + 2
    )


def _caveat(segment: Segment, text: str, tail: int, marked: list[TitleClaim]) -> str:
    """Return why words beside a DOI are no witness against a work."""
    if segment.run.kind is RunKind.CITE_KEY:
        return "a citation key"
    if not segment.is_certain:
        return "several DOIs, and it is not certain whose the words are"
    if tail > TAIL and not marked:
        return "running text, not a reference"
    if len(text.split()) > WORDS:
        return "too long for a reference"
    if looks_like_code(text):
        return "code"
    return ""
