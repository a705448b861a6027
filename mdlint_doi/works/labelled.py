"""Read a reference whose parts have labels: headers of a table, names of fields, "Title:".

Such a reference is like an entry in a `.bib` file: its labels state which words are the title and
who the authors are. A heading over it is in the place of a title, if no label names one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from mdlint_doi.text.pattern import pattern
from mdlint_doi.works.claim import Claim, TitleClaim, TitleKind, claim_of_fields
from mdlint_doi.works.labels import Label, label_of, split_label
from mdlint_doi.works.people import are_names, listed_people
from mdlint_doi.works.references import YEAR, place_of, shape_of, title_words
from mdlint_doi.works.runs import Passage, RunKind, TextRun
from mdlint_doi.works.work import Person

_LINE_END: Final = pattern(r"\n|[ \t][|·•][ \t](?=[^\W\d_][^:：|\n]{0,38}[:：])")
"""The end of a line, or a mark between two labelled values on one line."""
_LAST_END: Final = pattern(r"(?:\n|[ \t][|·•])[ \t]*\Z")
_ADDRESS: Final = pattern(r"(?:https?:)?//[^\s<>\"]{1,2000}|\bwww\.[^\s<>\"]{1,2000}")
_SILENT: Final = frozenset({RunKind.CODE, RunKind.DOI, RunKind.CITE_KEY, RunKind.LABEL})
"""Runs whose text does not describe the work."""
_BEGINS: Final = frozenset({RunKind.BREAK, RunKind.CELL, RunKind.LABEL, RunKind.HEADING})
"""Runs at which a part begins."""
_WORDS: Final = frozenset({RunKind.PLAIN, RunKind.EMPHASIS})
_AROUND: Final = " \t\r\n.,;:–—-*_\"“”„«»‘’'()[]|"
_NUMBER: Final = pattern(r"\W{0,3}(?:\d{1,3}(?:\.\d{1,3}){0,3}|[A-Z])[.):\]]?\s+")
"""The number of a heading: "3. Roots", "[2] Roots"."""
_VENUE_END: Final = pattern(r"\s*[,(]?\s*(?:\bvol\b|\d).*")
_COLONS: Final = (":", "：")
_ENDS: Final = ":：.,;–—-"
_MOST_BLANKS: Final = 40
_LEAST_FIELDS: Final = 2
_LEAST_WORDS: Final = 4  # of a heading that is a title; shorter ones are names of sections
_MOST_WORDS: Final = 60
_MOST_NAME: Final = 6  # words of a name; a longer text is none
_OTHER_ROLE: Final = pattern(
    r"present|speak|contact|maintain|review|edit|translat|supervis|owner|lead|respons|student",
    re.IGNORECASE,
)
"""Matches headers over the names of people who are not the authors."""
_PLACES: Final = frozenset({Label.DOI, Label.TITLE})
"""The parts whose DOI is that of the described work."""
_DESCRIBING: Final = frozenset({Label.TITLE, Label.AUTHORS, Label.YEAR, Label.VENUE})


class LabelledPart(NamedTuple):
    """A part of a passage.

    Attributes:
        label: the part of a reference that its label names; None if it has no label, or an unknown
            one.
        runs: its runs, without the label.
        name: the words of its label, known or not; empty if it has none.
    """

    label: Label | None
    runs: tuple[TextRun, ...]
    name: str = ""

    @property
    def text(self) -> str:
        """The words that describe the work, on one line."""
        said = "".join(run.text for run in self.runs if run.kind not in _SILENT)
        return " ".join(_ADDRESS.sub(" ", said[:8000]).split())


def parts_of(runs: Sequence[TextRun]) -> list[LabelledPart]:
    """Return the parts of a passage: at each label and at each break, a part begins."""
    parts = _Parts()
    for at, run in enumerate(runs):
        if run.kind in _BEGINS and run.doi is None:
            name = run.text if run.kind is RunKind.LABEL else ""
            parts.begin(label_of(name), name)
        elif run.kind is RunKind.EMPHASIS and (label := _label_in_bold(runs, at)):
            parts.begin(label, run.text, is_bold=True)
        elif run.kind in _WORDS:
            parts.take_lines(run)
        else:
            parts.take_other(run)
    parts.close()
    return parts.found


class _Parts:
    """The parts so far, and the open one."""

    def __init__(self) -> None:
        self.found: list[LabelledPart] = []
        self._runs: list[TextRun] = []
        self._label: Label | None = None
        self._name = ""
        self._is_bold = False  # whether only a label in bold stands in the open part
        self._is_ended = False  # whether the last line ended behind the last run

    def begin(self, label: Label | None, name: str, *, is_bold: bool = False) -> None:
        """Close the open part, and begin one with a label."""
        self.close()
        self._label, self._name, self._is_bold = label, name, is_bold
        self._is_ended = False

    def take(self, run: TextRun) -> None:
        """Add a run to the open part."""
        self._runs.append(run)
        self._is_bold = False

    def take_other(self, run: TextRun) -> None:
        """Add a run that is not words; a DOI on a line of its own is a part."""
        if run.kind is RunKind.DOI and self._is_ended:
            self.begin(None, "")
        self.take(run)

    def take_lines(self, run: TextRun) -> None:
        """Add a run of words; a line of it may begin with a label."""
        for number, line in enumerate(_LINE_END.split(run.text)):
            text = line.lstrip(f" \t{_ENDS}") if self._is_bold else line
            begins = number > 0 or not (
                self._name or any(earlier.text.strip() for earlier in self._runs)
            )
            labelled = split_label(text) if begins else None
            if labelled is not None:
                label, text = labelled
                self.begin(label, label.value)
            if text.strip():
                self.take(run._replace(text=f" {text}" if number else text))
        self._is_ended = _LAST_END.search(run.text[-_MOST_BLANKS:]) is not None

    def close(self) -> None:
        """Close the open part."""
        if self._runs or self._name:
            self.found.append(LabelledPart(self._label, tuple(self._runs), self._name))
        self._runs.clear()


def _label_in_bold(runs: Sequence[TextRun], at: int) -> Label | None:
    """Return the label that an emphasized text is: `**Title:** …`, `**Title**: …`."""
    text = runs[at].text.strip()
    label = label_of(text)
    behind = runs[at + 1].text.lstrip() if at + 1 < len(runs) else ""
    return label if text.endswith(_COLONS) or behind.startswith(_COLONS) else None


def begins_with_label(passage: Passage) -> Label | None:
    """Return the label with which a passage begins; None if it begins with none.

    A passage that is nothing but a DOI needs no label.
    """
    parts = parts_of(passage.runs[:4])
    first = next((part for part in parts if part.runs or part.name), None)
    if first is None or first.label is not None:
        return first.label if first else None
    return Label.DOI if passage.dois and not passage.text.strip(_AROUND) else None


def labelled_claims(passage: Passage) -> list[Claim]:
    """Return the claims of a reference with labels; none if it is not one.

    The labels must name two parts that describe the work, or one under a heading. The DOI must be
    in a part for it, in the title, or alone.
    """
    parts = _with_content(passage, parts_of(passage.runs))
    described = {part.label for part in parts if part.label in _DESCRIBING and part.text}
    names = [(part, run) for part in parts for run in part.runs if run.doi is not None]
    own = [run for part, run in names if part.label in _PLACES]
    named = any(
        part.label is Label.DOI or (described and not (part.name or part.text)) for part, _ in names
    )
    if not own and len({run.doi for _, run in names}) == 1:
        own = [run for part, run in names if not part.name or _is_linked_title(part, run)]
    if not own or len({run.doi for run in own}) > 1:
        return []
    claim = _claim(passage, parts)
    if claim is None or len(described) + named + _is_placed(claim) < _LEAST_FIELDS:
        return []
    return [claim._replace(doi=run.doi, span=run.span) for run in own]


def _is_linked_title(part: LabelledPart, run: TextRun) -> bool:
    """Return whether a part under an unknown label is a title that leads to the DOI."""
    return part.label is None and run.kind is RunKind.LINK_TEXT and _is_title(run.text)


def _with_content(passage: Passage, parts: list[LabelledPart]) -> list[LabelledPart]:
    """Return the parts of a table row, with a label for authors and a year without one.

    The form of the text shows what it is: a list of names, a number.
    """
    is_row = any(run.kind in {RunKind.CELL, RunKind.LABEL} for run in passage.runs)
    if not is_row:
        return parts
    known = {part.label for part in parts}
    free = [part.label is None and not _OTHER_ROLE.search(part.name) for part in parts]
    names = [at for at, part in enumerate(parts) if free[at] and are_names(part.text)]
    several = [at for at in names if len(listed_people(parts[at].text)[0]) > 1]
    names = several or names  # "J. Bot." may be a name, too
    years = [at for at, part in enumerate(parts) if free[at] and YEAR.fullmatch(part.text)]
    has_title = Label.TITLE in known or any(
        _is_title(part.text) for at, part in enumerate(parts) if free[at] and at not in names
    )
    labelled = list(parts)
    if Label.AUTHORS not in known and len(names) == 1 and has_title:
        labelled[names[0]] = parts[names[0]]._replace(label=Label.AUTHORS)
    if Label.YEAR not in known and len(years) == 1:
        labelled[years[0]] = parts[years[0]]._replace(label=Label.YEAR)
    return labelled


def labelled_claim(passage: Passage) -> Claim | None:
    """Return the claim of a reference with labels that has no DOI; None if it is not one."""
    parts = _with_content(passage, parts_of(passage.runs))
    described = {part.label for part in parts if part.label in _DESCRIBING and part.text}
    return _claim(passage, parts) if len(described) >= _LEAST_FIELDS else None


def _is_placed(claim: Claim) -> bool:
    return any(title.kind is TitleKind.PLACED for title in claim.titles)


def _claim(passage: Passage, parts: Sequence[LabelledPart]) -> Claim | None:
    """Return the claim of the labelled parts; None if neither title nor authors are stated."""
    stated: dict[Label, str] = {}
    for part in parts:
        if part.label is not None and part.text:
            stated.setdefault(part.label, part.text)
    title = stated.get(Label.TITLE, "").strip(_AROUND)
    if len(title.split()) > _MOST_WORDS:
        return None
    people, more = _people(stated.get(Label.AUTHORS, ""))
    venue = stated.get(Label.VENUE, "")
    place = place_of(venue)
    year = stated.get(Label.YEAR) or stated.get(Label.AUTHORS, "")
    claim = claim_of_fields(
        None,
        passage.runs[0].span,
        titles=[title] if title else [],
        people=people,
        has_more_people=more,
        year=" ".join(match[0] for match in YEAR.finditer(year)),
        container=_venue(venue),
        volume=stated.get(Label.VOLUME, "") or place[0],
        number=stated.get(Label.ISSUE, ""),
        pages=stated.get(Label.PAGES, "") or place[1],
        note=" ".join(part.text for part in parts if part.label is None),
    )
    if not title:
        placed = next(_placed_titles(passage, parts), None)
        if placed is None and not people:
            return None
        titles = (TitleClaim(TitleKind.PLACED, placed),) if placed else ()
        claim = claim._replace(titles=titles, words=f"{claim.words} {placed or ''}")
    return claim if claim.titles or claim.people else None


def _people(text: str) -> tuple[tuple[Person, ...], bool]:
    """Return the authors in a part, and whether there are more; nobody if it is another text."""
    people, more = listed_people(text)
    is_list = all(len(f"{person.family} {person.given}".split()) <= _MOST_NAME for person in people)
    return (people, more) if is_list else ((), False)


def _venue(text: str) -> str:
    """Return the name of the journal, without volume, year and pages behind it."""
    return _VENUE_END.sub("", text).strip(_AROUND)


def _placed_titles(passage: Passage, parts: Sequence[LabelledPart]) -> Iterator[str]:
    """Yield the texts in the place of a title: a heading, or an unnamed part of enough words."""
    for run in passage.runs:
        if run.kind is RunKind.HEADING and (title := heading_title(run.text)):
            yield title
    unnamed = [part.text for part in parts if part.label is None]
    for text in sorted(unnamed, key=len, reverse=True):
        if _is_title(text):
            yield text.strip(_AROUND)


def heading_title(text: str) -> str:
    """Return the title that a heading is, without its number; empty if it is none."""
    bare = " ".join(text.split())
    number = _NUMBER.match(bare)
    title = (bare[number.end() :] if number else bare).strip(_AROUND)
    return title if not bare.endswith(_COLONS) and _is_title(title) else ""


def _is_title(text: str) -> bool:
    """Return whether a text has as many words as a title, and is not a whole reference."""
    is_long = _LEAST_WORDS <= len(title_words(text)) <= _MOST_WORDS
    if not is_long or YEAR.search(text) is None:
        return is_long
    return not shape_of(text).is_reference
