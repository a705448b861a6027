"""Reading the tables that stand beside the tests, and how to compare."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mdlint_doi.names.doi import API, WHICH_RA, Doi, DoiSyntaxError, fold, parse
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.scan.find import find

HERE = Path(__file__).parent
NOT_ASKED = ("CONFLICT", "REPAIR", "optional", "registrant-letters", "existence")
"""Cases on which sources disagree, or which need a look-up."""


@dataclass(frozen=True, slots=True)
class Case:
    """One line of `cases.jsonl`."""

    input: str
    kind: str
    expect: str | bool | None
    note: str

    @property
    def asked(self) -> bool:
        """Whether everyone agrees on the answer."""
        return not any(word in self.note for word in NOT_ASKED)


def cases_in(path: Path) -> Iterator[Case]:
    """Yield the cases of a file."""
    for line in path.read_text("utf-8").splitlines():
        case = json.loads(line)
        yield Case(case["input"], case["kind"], case["expect"], case["note"])


def nasty_names(shared: Path) -> list[str]:
    """Return the real names with awkward characters, all of them."""
    lines = (shared / "spec/nasty_dois.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line)["doi"] for line in lines]


def lines_in(name: str) -> list[str]:
    """Return the lines of a table beside this file, without comments."""
    lines = (HERE / name).read_text("utf-8").split("\n")
    return [line for line in lines if line and not line.startswith("#")]


def answer(case: Case) -> str | bool | None:
    """Return what the program says."""
    match case.kind:
        case "encode":
            return _encoded(parse(case.input), case.note.split("form=")[1].split(";")[0].split()[0])
        case "validate":
            return _parsed(case.input) is not None
        case "extract":
            return next(
                (str(candidate.doi) for candidate in find(case.input) if candidate.doi), None
            )
    try:
        doi = normalize(case.input)
    except DoiSyntaxError:
        return None
    return doi.canonical_uri if "form=paskin04" in case.note else str(doi)


def same(case: Case, got: str | bool | None) -> bool:  # noqa: FBT001 - some cases ask yes or no
    """Return whether an answer is the expected one: names compare as NISO says."""
    if case.kind in {"encode", "validate"} or "form=" in case.note or got is None:
        return got == case.expect
    return isinstance(case.expect, str) and fold(str(got)) == fold(case.expect)


def _encoded(doi: Doi, form: str) -> str:
    return {
        "https": doi.url(),
        "doi-uri": doi.uri,
        "handle-api": API + doi.api_path,
        "doira": WHICH_RA + doi.which_ra_path,
    }[form]


def _parsed(text: str) -> Doi | None:
    try:
        return parse(text)
    except DoiSyntaxError:
        return None
