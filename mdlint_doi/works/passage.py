"""Extract the description of the work for each DOI in a block of a document.

A passage is a block with a DOI: a paragraph, a list item, a table row. Only this module decides
which words belong to which DOI: the passage is split at its DOIs, and each piece becomes a claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from mdlint_doi.names.spelling import ARXIV_PREFIX
from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.author_list import author_list
from mdlint_doi.works.claim import Claim, ClaimedIn, TitleClaim, TitleKind
from mdlint_doi.works.labelled import heading_title, labelled_claim, labelled_claims
from mdlint_doi.works.references import (
    DETAILS,
    SERIAL,
    is_short_title,
    shape_of,
    title_sentences,
    title_words,
    years_of,
)
from mdlint_doi.works.runs import Passage, RunKind, TextRun
from mdlint_doi.works.work import Person

_FAR: Final = 60  # runs on either side of a DOI that are read, at most
_MOST: Final = 1600  # code points on either side that are read, at most
WORDS: Final = 140  # words of a citation, at most; longer texts are not references
_WHOLE: Final = 40  # words of a reference that begins with its DOI, at most
_WORD: Final = pattern(r"[^\W\d_]{2}")
_MARKED_WORDS: Final = 4  # words of a marked text that can be a title, at least
_REFERENCE_WORDS: Final = 3  # words before or after a DOI that may be its citation, at least
_CODE_SHARE: Final = 0.09  # the share of code's characters in a text that is not code, at most
_MARKUP_SHARE: Final = 0.03  # the same, for characters that are rare in sentences
_FEW_SIGNS: Final = 2  # a short text may contain this many more of them
TAIL: Final = 15  # words after a DOI that may belong to its citation, at most
_TITLE: Final = 400  # code points after the people in which the title begins
_MOST_TITLES: Final = 24  # titles of one claim, at most
_QUOTED: Final = pattern(
    r"""[“"«„‟](?P<marked>[^“”"«»„‟]{15,300})[”"»“]
      | (?<!\w)‘(?P<single>(?:[^‘’]|’(?![.,;:)\s]|\Z)){15,300})’(?=[.,;:)\s]|\Z)""",
    re.VERBOSE,
)
"""Matches a title in quotation marks. Within single ones, no apostrophe may end a word."""
_ADDRESS: Final = pattern(r"(?:https?:)?//[^\s<>\"]{1,2000}|\bwww\.[^\s<>\"]{1,2000}")
_CODE_SIGNS: Final = '{}="[]()_<>;|'
_MARKUP_SIGNS: Final = "{}=;<>|"
_SENTENCE_END: Final = pattern(r"[.;]\s|\n")
_OWN: Final = frozenset({RunKind.LINK_TEXT, RunKind.ROLE_TITLE})
"""The kinds of runs that are the text of a link to the DOI."""
_BORDERS: Final = frozenset({RunKind.BREAK, RunKind.CELL, RunKind.LABEL, RunKind.HEADING})
"""The runs that are borders of the text around them."""
_BORDER: Final = TextRun(RunKind.BREAK, "")
_KINDS: Final = {
    RunKind.LINK_TEXT: TitleKind.LINK_TEXT,
    RunKind.ROLE_TITLE: TitleKind.ROLE,
    RunKind.QUOTED: TitleKind.QUOTED,
    RunKind.EMPHASIS: TitleKind.EMPHASIZED,
}


class Segment(NamedTuple):
    """The part of a passage that belongs to one DOI.

    Attributes:
        run: the piece that is the DOI, or a link to it.
        before: the runs before it.
        after: the runs after it; up to the end of the sentence, if another DOI follows.
        is_certain: whether it is certain that these words belong to this DOI.
    """

    run: TextRun
    before: tuple[TextRun, ...]
    after: tuple[TextRun, ...]
    is_certain: bool


def segments(passage: Passage) -> Iterator[Segment]:
    """Yield the segment of each DOI, in order; mentions of the same DOI do not split the text."""
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
        # "10.1/a Smith. 10.1/b Jones." is split like "Smith 10.1/a. Jones 10.1/b.". Only words
        # before the first DOI, and none after the last, show that a reference ends with its DOI.
        is_own = runs[at].kind in _OWN and len(runs[at].text.split()) >= _MARKED_WORDS
        certain = not several or is_own or not (leading or trailing)
        yield Segment(runs[at], bounded(before, last=True), bounded(after), certain)


def _others_before(runs: tuple[TextRun, ...], places: list[int]) -> list[int]:
    """Return for each place that of the last different DOI before it; -1 if there is none."""
    others = [-1] if places else []
    for before, at in pairwise(places):
        others.append(before if runs[before].doi != runs[at].doi else others[-1])
    return others


def _up_to_sentence_end(runs: tuple[TextRun, ...]) -> tuple[TextRun, ...]:
    """Return the runs without those that belong to the citation of the next DOI."""
    for at, run in enumerate(runs):
        if run.kind in _BORDERS:
            return runs[:at]
        match = _SENTENCE_END.search(run.text[:_MOST]) if run.kind is RunKind.PLAIN else None
        if match:
            return (*runs[:at], run._replace(text=run.text[: match.start()]))
    return ()


def bounded(runs: tuple[TextRun, ...], *, last: bool = False) -> tuple[TextRun, ...]:
    """Return the first runs, or the last ones, with at most `_MOST` code points."""
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
    """Return whether runs have enough words for a reference."""
    return sum(len(run.text[:_MOST].split()) for run in runs[:_FAR]) >= _REFERENCE_WORDS


def claims(passage: Passage) -> list[Claim]:
    """Return the claim for each DOI in a passage, in order."""
    labelled = {claim.span: claim for claim in labelled_claims(passage)}
    if labelled:
        named = (run for run in passage.runs if run.doi is not None)
        return [labelled.get(run.span) or _of_other_part(run) for run in named]
    over = (run for run in passage.runs if run.kind is RunKind.HEADING)
    heading = " ".join(run.text for run in over)[:_TITLE]
    return [_claim(segment, heading) for segment in segments(_bare(passage))]


def _of_other_part(run: TextRun) -> Claim:
    """Return the claim for a DOI beside the one of the described work, such as that of its data."""
    caveat = "the DOI is in a part that does not describe the work"
    return Claim(run.doi, run.span, ClaimedIn.PROSE, caveat=caveat)


def _bare(passage: Passage) -> Passage:
    """Return a passage without the headings over it and the labels in it."""
    runs = (run for run in passage.runs if run.kind is not RunKind.HEADING or run.doi)
    return Passage(tuple(_BORDER if run.kind in _BORDERS and not run.doi else run for run in runs))


def claim_of_all(passage: Passage) -> Claim:
    """Return the claim of a passage without a DOI, read as one reference."""
    if (labelled := labelled_claim(passage)) is not None:
        return labelled
    end = TextRun(RunKind.DOI, "")
    return _claim(Segment(end, bounded(_bare(passage).runs), (), is_certain=True))


def _claim(segment: Segment, heading: str = "") -> Claim:
    """Return the claim of a segment; a heading over it is its title, if it has no other."""
    run = segment.run
    own = run.text if run.kind in _OWN else ""
    before, after = _flat(segment.before), _flat(segment.after)
    tail = after.split(" ")
    head = _joined(before, own)
    reach = TAIL if _WORD.search(before) else _WHOLE  # a link may be the title before the rest
    cited = _capped(_joined(head, " ".join(tail[:reach])))
    shape = shape_of(cited)
    if len(tail) > TAIL and shape_of(_capped(head)).is_reference:
        tail = tail[:TAIL]
    marked = _marked(segment, is_listed=shape.is_listed)
    sentences = (
        TitleClaim(TitleKind.SENTENCE, sentence)
        for sentence in title_sentences(cited, shape)
        if not any(title.text in sentence for title in marked)
    )
    titles: dict[str, TitleClaim] = {}  # without repeats
    for title in (*marked, *sentences):
        titles.setdefault(" ".join(title_words(title.text)), title)
    authors = author_list(cited, shape, [title.text for title in marked])
    is_listed = shape.is_listed or authors is not None
    is_reference = is_listed and bool(shape.years or shape.has_details)
    is_behind = reach > TAIL and is_reference and authors is not None and len(tail) <= reach
    placed = heading_title(heading) if not titles and is_reference else ""
    if placed:
        titles[placed] = TitleClaim(TitleKind.PLACED, placed)
        head = _joined(head, placed)
    text = _joined(head, " ".join(tail))
    behind = shape.places[0].end if shape.places else len(cited)
    return Claim(
        doi=run.doi,
        span=run.span,
        origin=ClaimedIn.PROSE,
        titles=tuple(titles.values())[:_MOST_TITLES],
        people=shape.people if authors is None else _with_others(authors.people, shape.people),
        has_more_people=authors is not None and authors.more,
        years=years_of(cited, [title.text for title in titles.values()]),
        volume=shape.place[0],
        pages=shape.place[1],
        words=_capped(text),
        link=own,
        has_details=shape.has_details,
        is_listed=is_listed,
        begins_with_people=authors is not None,
        is_behind_title=authors is not None and (authors.is_behind or bool(placed)),
        leading_people=shape.leading if authors is None else len(authors.people),
        behind_people=cited[authors.end if authors else behind :][:_TITLE],
        caveat=_caveat(segment, text, 0 if is_behind else len(tail), marked),
    )


def _with_others(authors: tuple[Person, ...], people: tuple[Person, ...]) -> tuple[Person, ...]:
    """Return the authors first, and then the other people in the text."""
    known = {word for person in authors for word in person.name.split()}
    return (*authors, *(person for person in people if known.isdisjoint(person.name.split())))


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _flat(runs: tuple[TextRun, ...]) -> str:
    """Return the text of runs as one line, without DOIs, citation keys, code and addresses."""
    pieces = [
        " | " if run.kind in _BORDERS else run.text
        for run in runs
        if run.kind not in {RunKind.CODE, RunKind.DOI, RunKind.CITE_KEY}
    ]
    return " ".join(_ADDRESS.sub(" ", "".join(pieces)).split())


def _capped(text: str) -> str:
    """Return the first words of a text, more than `WORDS`; such long texts get no verdict."""
    return " ".join(text[:3000].split(" ")[: 2 * WORDS])


def _marked(segment: Segment, *, is_listed: bool) -> list[TitleClaim]:
    """Return the texts that the author marked as titles, that of the link to the DOI first."""
    runs_around = (segment.run, *segment.before, *segment.after)
    marked = [
        TitleClaim(kind, " ".join(run.text[:1000].split()))
        for run in runs_around
        if (kind := _KINDS.get(run.kind))
        # In many styles, the emphasized text is the journal or the book.
        and not (run.kind is RunKind.EMPHASIS and SERIAL.search(run.text[:1000]))
    ]
    for runs in (segment.before, (segment.run,), segment.after):
        text = "".join(run.text for run in runs if run.kind is not RunKind.CODE)
        quoted = _QUOTED.finditer(" ".join(text.split()))
        marked += [
            TitleClaim(TitleKind.QUOTED, match["marked"] or match["single"]) for match in quoted
        ]
    run = segment.run  # the text of a link to an arXiv paper may be a short title
    own = " ".join(run.text.split()) if run.doi and run.doi.prefix == ARXIV_PREFIX else None
    return [
        title
        for title in marked
        if _can_be_title(title.text, is_listed=is_listed or title.text == own)
    ]


def _can_be_title(text: str, *, is_listed: bool) -> bool:
    if len(title_words(text)) < _MARKED_WORDS and not (is_listed and is_short_title(text)):
        return False
    if DETAILS.search(text) or looks_like_code(text):
        return False
    shape = shape_of(text)
    if shape.people and shape.years:
        return False  # the link's text is a citation: "the preprint (Smith et al., 2022)"
    return sum(len(place.cut(text)) for place in shape.places) * 3 < len(text)


def looks_like_code(text: str) -> bool:
    """Return whether a text contains many characters that are typical of code and markup."""
    # The borders of a table's cells and lines are no code.
    text = text.replace(" | ", " ")
    return any(
        sum(map(text.count, signs)) > share * len(text) + _FEW_SIGNS
        for signs, share in ((_CODE_SIGNS, _CODE_SHARE), (_MARKUP_SIGNS, _MARKUP_SHARE))
    )


def _caveat(segment: Segment, text: str, tail: int, marked: list[TitleClaim]) -> str:
    """Return why the words near a DOI cannot show a different work; empty if they can."""
    reasons = {
        "the DOI is in a citation key": segment.run.kind is RunKind.CITE_KEY,
        "it is uncertain which of several DOIs the words describe": not segment.is_certain,
        "the words are running text, not a reference": tail > TAIL and not marked,
        "the text is too long for a reference": len(text.split()) > WORDS,
        "the words look like code": looks_like_code(text),
    }
    return next((why for why, holds in reasons.items() if holds), "")
