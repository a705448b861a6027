"""The shared cases -> claims and works."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.span import Span
from mdlint_doi.works.claim import Claim
from mdlint_doi.works.claims import claims
from mdlint_doi.works.fields import claim_of_fields
from mdlint_doi.works.markup import plain_tex, plain_title
from mdlint_doi.works.passage import Passage, Run, RunKind
from mdlint_doi.works.people import people_of
from mdlint_doi.works.work import Person, Titles, Work

NAME = Doi("10.5555", "case")
QUOTES = "“”\"«»„"


def cases_in(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text("utf-8").splitlines():
        yield json.loads(line)


def claim_of(case: dict[str, Any]) -> Claim:
    """Return what a case's text or entry says."""
    if "entry" in case:
        entry = case["entry"]
        return claim_of_fields(
            NAME, Span(0, 0), titles=[entry["title"]], people=entry["author"], year=entry["year"]
        )
    text, own = " ".join(case["text"].split()), " ".join(case["own_link"].split())
    before = " ".join(case.get("before", "").split())
    kind = RunKind.CITE_KEY if case["cite_key"] else RunKind.DOI
    if before and text.startswith(before):
        head, tail = before, text[len(before) :]
    elif own and own in text:
        head, _, tail = text.partition(own)
    else:
        words = text.split()
        cut = len(words) - case["tail"]
        head, tail = " ".join(words[:cut]), " ".join(words[cut:])
    doi = Run(kind, "10.5555/case", doi=NAME)
    if own and not case["cite_key"]:
        doi = Run(RunKind.LINK_TEXT, own, doi=NAME)
        head = head.removesuffix(own)
    marked = {" ".join(one.split()) for one in case["title_like"]} - {own}
    runs = (*_runs(head + " ", marked), doi, *_runs(" " + tail, marked))
    return claims(Passage(runs))[0]


def _runs(text: str, marked: set[str]) -> Iterator[Run]:
    """Yield plain text, and the marked strings in it as what they are: other links."""
    links = [re.escape(one) for one in marked if len(one) > 3]
    for piece in re.split(f"({'|'.join(links)})", text) if links else [text]:
        quoted = f"{piece}" in marked and re.search(f"[{QUOTES}]{re.escape(piece)}[{QUOTES}]", text)
        link = piece in marked and not quoted
        yield Run(RunKind.LINK_TEXT if link else RunKind.PLAIN, piece)


def work_of(case: dict[str, Any]) -> Work:
    """Return the registered work of a case."""
    record = case["registered"]
    year = record.get("year")
    return Work(
        titles=Titles(main=(plain_tex(plain_title(record["title"])),)),
        people=tuple(Person(family=plain_tex(one)) for one in record.get("authors") or []),
        years=(year,) if year else (),
        containers=(record["container"],) if record.get("container") else (),
    )
