"""The matrix: each reference in each shape, right and with each mistake, and what is said of it."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random
from typing import Final, Literal

from shapes.reference import OF_LISTS, TRUTHS, Reference, filled, references, works

from mdlint_doi.lint import engine
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.works.work import KnownWork

Said = Literal["warning", "hint", "nothing"]
_ABOUT_WORKS: Final = frozenset({"DOI911", "DOI917", "DOI919"})
_SEED: Final = 61
_SETTINGS: Final = Settings(select=("default",))


@dataclass(frozen=True, slots=True)
class Shape:
    """A way to write a reference; `shapes.toml` has the meanings."""

    label: str
    text: str
    file: str = "a.md"
    kind: Literal["reference", "entry", "sentence"] = "reference"
    write: Literal["plain", "notebook"] = "plain"


@dataclass(frozen=True, slots=True)
class Cell:
    """A shape with a truth, and the documents for it, one for each reference that shows it.

    Attributes:
        shape: the shape.
        truth: what is right or wrong.
        texts: the documents.
    """

    shape: Shape
    truth: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the command says about the documents of a cell.

    Attributes:
        cell: the cell.
        said: what it says about each document.
        messages: the messages about each document.
    """

    cell: Cell
    said: tuple[Said, ...]
    messages: tuple[tuple[str, ...], ...]

    @property
    def is_right(self) -> bool:
        """Whether the references are right."""
        return self.cell.truth.startswith("right")

    def share(self, *said: Said) -> float:
        """Return the share of the documents of which one of these is said."""
        return sum(map(Counter(self.said).__getitem__, said)) / len(self.said)

    def __str__(self) -> str:
        """Return the cell, the counts, and the first document that shows them."""
        counts = Counter(self.said)
        wanted = "hint" if self.is_right else "nothing"
        at = self.said.index(wanted) if wanted in self.said else 0
        return (
            f"{self.cell.shape.label} | {self.cell.truth}: {counts['warning']} warnings, "
            f"{counts['hint']} hints, {counts['nothing']} silent\n"
            f"  {self.cell.texts[at]!r}\n  {'; '.join(self.messages[at])}"
        )


def cells() -> list[Cell]:
    """Return all cells that have documents."""
    table = tomllib.loads(Path(__file__).with_name("shapes.toml").read_text("utf-8"))
    shapes = [Shape(**row) for row in table["shape"]]
    every = references()
    found = (
        Cell(shape, truth, tuple(_texts(shape, truth, every, table["styles"])))
        for shape in shapes
        for truth in TRUTHS
    )
    return [cell for cell in found if cell.texts]


def _texts(
    shape: Shape, truth: str, every: Sequence[Reference], styles: Mapping[str, str]
) -> Iterator[str]:
    """Yield the documents that show a truth, those of the right references for `right`."""
    draw = Random(f"{_SEED} {truth}")
    for right, other in zip(every, (*every[1:], every[0]), strict=True):
        changed = TRUTHS[truth](right, other, draw)
        before, text = (filled(shape.text, reference, styles) for reference in (right, changed))
        shows_all = all(family.lower() in before.lower() for family in right.families)
        if truth == "right" or (text != before and (shows_all or truth not in OF_LISTS)):
            yield _notebook(text) if shape.write == "notebook" else f"{text}\n"


def _notebook(text: str) -> str:
    cell = {"cell_type": "markdown", "metadata": {}, "source": [text]}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def answers(cells: Iterable[Cell]) -> list[Answer]:
    """Return what a run says about the documents of some cells, if all works are known."""
    known = {doi: KnownWork(work, confirmed=True) for doi, work in works()}
    found: list[Answer] = []
    for cell in cells:
        about = [_findings(cell.shape.file, text, known) for text in cell.texts]
        messages = (tuple(finding.message for finding in some) for some in about)
        found.append(Answer(cell, tuple(map(_said, about)), tuple(messages)))
    return found


def _findings(name: str, text: str, known: Mapping[Doi, KnownWork]) -> list[Finding]:
    """Return the findings about works in a document."""
    document = read_document(Source(name, text), _SETTINGS)
    facts = RunFacts(
        settings=_SETTINGS,
        outcomes=dict.fromkeys(known, Found()),
        works=known,
        claims=document.claims,
        works_complete=True,
        today=date(2026, 11, 23),
    )
    found = engine.findings(document.mentions, facts)
    return [finding for finding in found if finding.code in _ABOUT_WORKS]


def _said(findings: Sequence[Finding]) -> Said:
    if any(finding.severity is not Severity.HINT for finding in findings):
        return "warning"
    return "hint" if findings else "nothing"
