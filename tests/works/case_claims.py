"""The cases of the shared folder, and of the sample beside this file -> claims and works."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import Claim, claim_of_fields
from mdlint_doi.works.folding import content, plain_tex, plain_title, words
from mdlint_doi.works.passage import claims
from mdlint_doi.works.runs import Passage, RunKind, TextRun
from mdlint_doi.works.work import Person, Titles, Work

Case = dict[str, Any]
NAME = Doi("10.5555", "case")
_NAMES = re.compile(
    r"[A-Z][\w'’-]+,?\s+(?:[A-Z]\.?[ -]?){1,3}(?![a-z])|\bet al\b|[A-Z]\.\s?[A-Z][a-z]"
)
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_SERIAL = re.compile(
    r"\d\s*\(\d+\)|\bvol(ume)?\b|\bpp?\.|\d\s*[-–]\s*\d|\d\s*:\s*\w?\d", re.IGNORECASE
)


def cases_in(path: Path) -> Iterator[Case]:
    """Yield the cases of a file."""
    for line in path.read_text("utf-8").splitlines():
        yield json.loads(line)


def claim_of(case: Case) -> Claim:
    """Return what a case's entry says, or its text."""
    if entry := case.get("entry"):
        title, people, year = entry["title"], entry["author"], entry["year"]
        return claim_of_fields(NAME, Span(0, 0), titles=[title], people=people, year=year)
    return claims(Passage(tuple(_runs(case))))[0]


def _runs(case: Case) -> Iterator[TextRun]:
    """Take the text of a case apart: what stood in links is known, and where the DOI stood."""
    text, own = _flat(case["text"]), _flat(case.get("own_link", ""))
    before = _flat(case.get("before", ""))
    if not (before and text.startswith(before)):
        words = text.split()
        before = " ".join(words[: len(words) - case.get("tail", 0)])
    doi = TextRun(RunKind.DOI, "10.5555/case", doi=NAME)
    if case.get("cite_key"):
        doi = TextRun(RunKind.CITE_KEY, "@doi:10.5555/case", doi=NAME)
    elif own:
        doi = TextRun(RunKind.LINK_TEXT, own, doi=NAME)
    marked = {_flat(title) for title in case.get("title_like", ())} - {own}
    yield from _links(before.removesuffix(own) + " ", marked)
    yield doi
    yield from _links(text[len(before) :], marked)


def _links(text: str, marked: set[str]) -> Iterator[TextRun]:
    """Yield plain text, and the marked strings in it that stand in no quotation marks."""
    known = "|".join(re.escape(title) for title in marked if len(title) > 3)
    for piece in re.split(f'(?<![“"«„])({known})', text) if known else [text]:
        yield TextRun(RunKind.LINK_TEXT if piece in marked else RunKind.PLAIN, piece)


def _flat(text: str) -> str:
    return " ".join(text.split())


def work_of(case: Case) -> Work:
    """Return the registered work of a case."""
    record = case["registered"]
    return Work(
        titles=Titles(main=(plain_tex(plain_title(record["title"])),)),
        people=tuple(Person(family=plain_tex(author)) for author in record.get("authors") or ()),
        years=(record["year"],) if record.get("year") else (),
        containers=(record["container"],) if record.get("container") else (),
    )


def is_full_reference(case: Case) -> bool:
    """Return whether a text has two of names, year and serial, and some length."""
    text = case.get("text", "")
    signs = bool(_YEAR.search(text)) + bool(_SERIAL.search(text)) + bool(_NAMES.search(text))
    return signs >= 2 and len(content(words(text))) >= 8 and not case.get("cite_key")
