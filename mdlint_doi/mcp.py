"""Tools for language models over the Model Context Protocol: check a text, look up, search.

A tool is a call of the library. It takes texts, not paths, and writes no file but the cache.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from mdlint_doi.api import texts
from mdlint_doi.api.resolve import registered_works, resolve
from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.formats.table import by_name, load
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi, DoiSyntaxError
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.outcome import Missing
from mdlint_doi.report.text import fix_hint
from mdlint_doi.report.works import NameReport, as_json, as_text
from mdlint_doi.text.source import Source
from mdlint_doi.text.version import VERSION
from mdlint_doi.works.work import KnownWork, retraction

Members: TypeAlias = dict[str, Any]
WRONG, UNCHECKED, FINE = VERDICTS = ("wrong", "could not be checked", "fine")
_INSTRUCTIONS: Final = """\
Verdicts are "fine", "wrong" and "could not be checked", which says nothing for or against. Check
every reference that you write from memory, and never make up a DOI: search for it."""


class Tools:
    """The tools; their docstrings are what the model reads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def check_text(self, text: str, format: str = "markdown") -> Members:  # noqa: A002 - the library's word
        """Check the DOIs of a text: registered, of the work that the text cites, not retracted?

        Args:
            text: such as a paragraph, a list of references, or a BibTeX file.
            format: markdown, rst, bibtex, cff, codemeta, zenodo, myst, quarto, csl, csl-yaml, ris,
                html, latex, notebook, python, rd or txt.
        """
        with _errors():
            findings = texts.check_text(text, format, self._settings)
        entry = by_name(format)
        document = load(entry.module if entry else "").read(Source("text", text), self._settings)
        said = {one.doi for one in findings if _verdict(one) != FINE}
        rest = dict.fromkeys(one.doi for one in document.mentions if one.doi not in said)
        results = [*map(_finding, findings), *self._works(one for one in rest if one)]
        return _answer(results, document.problem or "it contains no DOI" * (not results))

    def lookup(self, dois: list[str]) -> Members:
        """Look up what DOIs are registered as. Compare it with what you mean to cite.

        Args:
            dois: in any spelling, such as 10.1000/182 or https://doi.org/10.1000/182.
        """
        names, results = [], []
        for given in dois:
            try:
                names.append(normalize(given))
            except DoiSyntaxError as error:
                results.append({"verdict": WRONG, "doi": given, "why": f"not a DOI: {error}"})
        return _answer([*results, *self._works(dict.fromkeys(names))])

    def search(self, references: str) -> Members:
        """Search the DOIs of references that have none. What is not found may be made up.

        Args:
            references: one a line, or entries of BibTeX.
        """
        with _errors():
            found, notes = texts.search_text(references, self._settings, most=20)  # a second each
        return _answer([*map(_reference, found)], "; ".join(notes) or "no reference" * (not found))

    def _works(self, names: Iterable[Doi]) -> list[Members]:
        with _errors():
            if self._settings.asks_works:
                return list(map(_named, registered_works(names, self._settings).reports))
            answers = resolve(names, self._settings)
            return [_named(NameReport(doi, one, None)) for doi, one in answers.items()]


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except (ValueError, LookupSettingsError) as error:
        raise ToolError(str(error)) from error


def _answer(results: list[Members], note: str = "") -> Members:
    """Return an answer with the worst verdict; where nothing was checked, nothing is fine."""
    verdicts = [one["verdict"] for one in results] or [UNCHECKED]
    return {"verdict": min(verdicts, key=VERDICTS.index), "note": note, "results": results}


def _verdict(finding: Finding) -> str:
    return UNCHECKED if finding.undecided else WRONG if finding.fails(Severity.WARNING) else FINE


def _finding(one: Finding) -> Members:
    return {
        "verdict": _verdict(one),
        "doi": one.doi and str(one.doi),
        "line": one.line,
        "rule": f"{one.code} {one.name}",
        "why": one.whole_message,
        "fix": one.fix and fix_hint(one.source, one.fix, unsafe_fixes=True),
    }


def _named(report: NameReport) -> Members:
    members: Members = json.loads(as_json(report))
    verdict = WRONG if isinstance(report.outcome, Missing) else UNCHECKED
    if isinstance(report.work, KnownWork):
        verdict = WRONG if retraction(report.work.work) else FINE
    return {"verdict": verdict, "why": " ".join(" ".join(as_text(report)).split()), **members}


def _reference(one: texts.SearchResult) -> Members:
    said = {"line": one.line, "reference": one.reference[:300]}
    if one.work is None:
        return {**said, "verdict": UNCHECKED, "why": one.why}
    return {**said, **_named(NameReport(one.work.doi, None, KnownWork(one.work.work)))}


def serve(settings: Settings) -> None:
    """Serve the tools on standard input and output until the client goes away."""
    server = MCPServer("mdlint-doi", instructions=_INSTRUCTIONS, version=VERSION, log_level="ERROR")
    tools = Tools(settings)
    for tool in (tools.check_text, tools.lookup, tools.search):
        server.add_tool(tool, annotations=ToolAnnotations(read_only_hint=True))
    server.run("stdio")
