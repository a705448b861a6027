"""What the command answers in the cells of the matrix, with the DOI system on loopback."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from carriers.cells import ALIASES, KINDS, STATES, TARGET, Cell
from carriers.writers import fold
from cli.command import NEVER_WAITS, mdlint_doi
from registries_server import RegistriesServer

Verdict = Literal["right", "false", "silent", "hint", "not judged"]
_WORK: Final = {
    "agency": "Crossref",
    "title": ["Tides of the northern sea"],
    "authors": ["Okafor"],
    "given": ["Ada"],
    "year": 2014,
    "container": ["Journal of Made Tests"],
    "type": "journal-article",
}
_RETRACTED: Final = {
    "updated-by": [
        {
            "DOI": "10.5321/notice.1",
            "type": "retraction",
            "source": "publisher",
            "label": "Retraction",
            "updated": [[2020, 1, 2]],
        }
    ]
}
_FORMATS: Final = "txt,csl,csl-yaml,ris,html,rd,latex,asciidoc,org,typst,po,cython,ro-crate"
_IN_TEXT: Final = frozenset({"text", "page", "link"})


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of the command in one cell.

    Attributes:
        cell: the cell.
        findings: the findings, as in the JSON report.
        dois: the DOIs that were read.
    """

    cell: Cell
    findings: Sequence[Mapping[str, Any]]
    dois: Sequence[str]

    @property
    def verdict(self) -> Verdict:
        """Whether it is what was expected."""
        cell = self.cell
        is_told = any(finding["severity"] != "hint" for finding in self.findings)
        if cell.expected == "any":
            return "not judged"
        if cell.expected == "told":
            return self._of_fault(is_told=is_told)
        if is_told:
            return "false"
        if cell.expected == "nothing":
            return "right"
        if self.findings:
            return "hint"
        return "right" if self._is_read() else "silent"

    def _of_fault(self, *, is_told: bool) -> Verdict:
        """Return the verdict where a warning is due."""
        codes = {finding["code"] for finding in self.findings}
        if not codes:
            return "silent"
        if self.cell.codes and codes.isdisjoint(self.cell.codes):
            return "false" if is_told else "hint"
        return "right" if is_told else "hint"

    def _is_read(self) -> bool:
        """Return whether the DOI was read; in text, the mark at its end may be the sentence's."""
        right, read = fold(self.cell.name), [fold(doi) for doi in self.dois]
        return right in read or (self.cell.carrier.rule in _IN_TEXT and right[:-1] in read)

    def __str__(self) -> str:
        """Return the cell, its text and the answer, for the report of a failing test."""
        cell = self.cell
        said = "; ".join(
            f"{finding['code']} {finding['severity']}: {finding['message']}"
            for finding in self.findings
        )
        return (
            f"{self.verdict}: {cell} (expected: {cell.expected}, {cell.because})\n"
            f"  {cell.carrier.file}: {cell.text!r}\n  read: {', '.join(self.dois)}\n  said: {said}"
        )


def answers(cells: Sequence[Cell], folder: Path) -> list[Answer]:
    """Write a file for each cell, check all in one run, and return the answers.

    Args:
        cells: the cells.
        folder: an empty folder.
    """
    for number, cell in enumerate(cells):
        path = folder / f"{number:05d}" / cell.carrier.file
        path.parent.mkdir()
        path.write_text(cell.text, "utf-8")
    with RegistriesServer(_works()) as server:
        for kind in ALIASES:
            for state in ("registered", "retracted"):
                digit = STATES[state]
                server.add_alias(KINDS[kind].format(n=digit), TARGET.format(n=digit))
        services = ("server", "crossref-server", "datacite-server")
        settings = [*(f'{name} = "{server.url}"' for name in services), "use-cache = false"]
        ran = mdlint_doi(
            *("check", "--isolated", "--depth", "all", "--formats", _FORMATS, "--dump", "-q"),
            *(word for setting in settings for word in ("--config", setting)),
            *("-o", "json=report.json", "."),
            cwd=folder,
            command=NEVER_WAITS,
        )
    assert ran.code in {0, 1}, ran.err
    findings: list[list[Mapping[str, Any]]] = [[] for _ in cells]
    for finding in json.loads((folder / "report.json").read_text("utf-8")):
        if finding["path"]:
            findings[int(finding["path"][:5])].append(finding)
    dois: list[list[str]] = [[] for _ in cells]
    for row in map(json.loads, ran.out.splitlines()):
        if row["doi"]:
            dois[int(row["path"][:5])].append(row["doi"])
    return [Answer(*columns) for columns in zip(cells, findings, dois, strict=True)]


def _works() -> list[dict[str, Any]]:
    """Return the works of all DOIs that are registered."""
    works = []
    for kind, pattern in KINDS.items():
        for state in ("registered", "retracted"):
            name = (TARGET if kind in ALIASES else pattern).format(n=STATES[state])
            retraction = _RETRACTED if state == "retracted" else {}
            if kind != "number":
                works.append({"doi": name, **_WORK, **retraction})
    return works
