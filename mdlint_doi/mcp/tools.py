"""The answers of the tools for language models: plain values for JSON, each with a verdict.

A tool receives texts, not paths, and writes no file except the cache. Text from documents and
registries is quoted. An answer has a limited number of results, and counts the others.
"""

from __future__ import annotations

import json
from asyncio import Lock
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, TypeAlias, TypeVar

from mdlint_doi.api import texts
from mdlint_doi.api.resolve import aregistered_works, aresolve
from mdlint_doi.api.search import SearchResult, read_references, search_references
from mdlint_doi.file_formats import by_name
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi, DoiSyntaxError
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.names.suggest import candidates
from mdlint_doi.report.bibliography import BIBLIOGRAPHIES, Bibliography, rendered
from mdlint_doi.report.model import NOT_READ, PathNote, unread_notes
from mdlint_doi.report.text import fix_hint
from mdlint_doi.report.works import NameReport, as_json, as_text
from mdlint_doi.run.check_thread import LEFT_OUT, CheckThread, digest
from mdlint_doi.run.check_thread import LONGEST as LONGEST_TEXT
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.works.work import KnownWork, retraction

Members: TypeAlias = dict[str, Any]
VERDICTS: Final = ("wrong", "doubtful", "could not be checked", "fine")
WRONG, DOUBTFUL, UNCHECKED, FINE = VERDICTS
"""The worst first. An answer has the verdict of its worst result."""
MOST: Final = 100
"""The most results of an answer."""
LONGEST: Final = 50_000
"""The most characters of a text that is returned with its fixes, and of a bibliography."""
_JSON: Final = "json"
"""The output format of `lookup` without a bibliography."""
_SEARCHED: Final = 20  # the most references to search for; each takes about a second
_MOST_OF_WORK: Final = 20  # the most authors, titles, notices or relations of a work
_SUGGESTED: Final = 3  # the most suggestions for a wrong DOI
_QUOTED: Final = 300  # the most characters of an argument in an answer
_Result = TypeVar("_Result")


class Calls:
    """The calls under way: they check texts in one thread, and send requests one after the other.

    Attributes:
        settings: the settings of all calls.
        turn: is held by the call that sends requests.
    """

    def __init__(self, settings: Settings, thread: CheckThread) -> None:
        """Use a thread for checks."""
        self.settings = settings
        self.turn = Lock()
        self._thread = thread

    async def checked(self, text: str, function: Callable[[], _Result]) -> _Result:
        """Return the result of a function about the text with this digest.

        Raises:
            ValueError: if an earlier check of the text did not end.
        """
        if self._thread.leaves_out(text):
            message = f"not checked: {LEFT_OUT}; give a different text"
            raise ValueError(message)
        return await self._thread.run(text, function)

    @asynccontextmanager
    async def requests(self, text: str) -> AsyncIterator[None]:
        """Wait for the turn to send requests about the text with this digest.

        If the work with their answers does not end, the text is left out later.
        """
        async with self.turn:
            with self._thread.check(text, is_limited=False):
                yield


async def check_text(text: str, format: str, calls: Calls) -> Members:  # noqa: A002 - the library's word
    """Return the findings about the DOIs of a text, and the text with its safe fixes.

    Raises:
        ValueError: for an unknown format, and for a text that is too long or was not checked.
        LookupSettingsError: if the server or the records file cannot be used.
    """
    settings = calls.settings
    key = digest(format, text)
    text = _valid(text)
    document = await calls.checked(key, lambda: texts.read_text(text, format, settings))
    async with calls.requests(key):
        judge = await texts.learned_judge(document, settings)
    findings = await calls.checked(key, lambda: texts.findings_of(document, judge))
    names = _names_to_look_up(document, findings)
    async with calls.requests(key):
        reports = await _reports(names[:MOST], settings)
    known: dict[Doi | None, Members] = {report.doi: _named(report) for report in reports}
    results = [_unread(note) for note in unread_notes(document)]
    results += [_finding(finding, known) for finding in findings]
    results += [known[doi] for doi in names if doi in known]
    unknown = len(names) - len(known)
    corrected, note = await calls.checked(
        key, lambda: _corrected(document, judge.facts, findings, format)
    )
    nothing = "" if results else "the text contains no DOIs"
    return {**_answer(results, nothing or note, unasked=unknown), "corrected": corrected}


async def lookup(given: Sequence[str], output_format: str, calls: Calls) -> Members:
    """Return the registered works of DOIs, in the given order and including repeated DOIs.

    Raises:
        ValueError: for an unknown output format.
        LookupSettingsError: if the server or the records file cannot be used.
    """
    if output_format not in {_JSON, *BIBLIOGRAPHIES}:
        known = ", ".join((_JSON, *BIBLIOGRAPHIES))
        message = f"there is no output format {output_format[:_QUOTED]!r}; choose one of {known}"
        raise ValueError(message)
    read = [(text, _doi(text)) for text in map(_valid, given[:MOST])]
    names = dict.fromkeys(doi for _, doi in read if isinstance(doi, Doi))
    async with calls.turn:
        found = await _reports(names, calls.settings)
        reports = {report.doi: report for report in found}
        wrong = [text for text, doi in read if _is_wrong(doi, reports)]
        meant = await _meant(wrong, calls.settings)
    results = [_looked_up(text, doi, reports, meant.get(text, ())) for text, doi in read]
    unasked = len(given) - len(read)
    if output_format == _JSON:
        return _answer(results, unasked=unasked)
    entries, note = _bibliography([reports[doi] for doi in names], output_format)
    return {**_answer(results, note, unasked=unasked), "bibliography": entries}


async def search(references: str, calls: Calls) -> Members:
    """Return the missing DOIs of references.

    Raises:
        ValueError: if the text is too long or was not checked.
        LookupSettingsError: if a server cannot be used.
    """
    settings = calls.settings
    key = digest("", references)
    text = _valid(references)
    document = await calls.checked(key, lambda: read_references(text, settings))
    async with calls.requests(key):
        found, notes = await search_references(document, settings, most=_SEARCHED)
    nothing = "" if found else "the text contains no references"
    return _answer([*map(_reference, found)], "; ".join(notes) or nothing)


def _bibliography(reports: Iterable[NameReport], output_format: str) -> tuple[str | None, str]:
    """Return the entries of works, sorted by DOI, and a note about the DOIs without an entry."""
    found = Bibliography.of((report.doi, report.outcome, report.work) for report in reports)
    entries = "".join(f"{part}\n" for part in rendered(found.citations, output_format))
    if len(entries) > LONGEST:
        why = f"the entries are longer than {LONGEST:,} characters; look up fewer DOIs at a time"
        return None, why
    return entries, "; ".join(found.messages)


def _valid(text: str) -> str:
    """Return a text with U+FFFD in place of lone surrogates.

    Raises:
        ValueError: if the text is too long.
    """
    if len(text) > LONGEST_TEXT:
        message = f"the text is longer than {LONGEST_TEXT:,} characters; use mdlint-doi check"
        raise ValueError(message)
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _answer(results: Sequence[Members], note: str = "", *, unasked: int = 0) -> Members:
    """Return an answer with the worst verdict.

    If there are more than `MOST` results, the worst ones are shown. An answer without results is
    not "fine".

    Args:
        results: all results.
        note: explains the answer; may be empty.
        unasked: the number of DOIs without a result, because they were not looked up.
    """
    verdicts = [result["verdict"] for result in results] + [UNCHECKED] * (unasked or not results)
    shown = sorted(range(len(results)), key=lambda at: VERDICTS.index(results[at]["verdict"]))
    shown = sorted(shown[:MOST])
    left_out = Counter(results[at]["verdict"] for at in {*range(len(results))}.difference(shown))
    left_out[UNCHECKED] += unasked
    return {
        "verdict": min(verdicts, key=VERDICTS.index),
        "note": note,
        "results": [results[at] for at in shown],
        "left_out": {verdict: left_out[verdict] for verdict in VERDICTS if left_out[verdict]},
    }


def _names_to_look_up(document: Document, findings: Iterable[Finding]) -> list[Doi]:
    """Return the DOIs for which no finding gives a verdict."""
    judged = {finding.doi for finding in findings if _verdict(finding) is not None}
    names = dict.fromkeys(mention.doi for mention in document.mentions if mention.doi is not None)
    return [doi for doi in names if doi not in judged]


def _verdict(finding: Finding) -> str | None:
    """Return the verdict of a finding; None for a hint about the writing of a DOI."""
    if finding.unchecked:
        return UNCHECKED
    if finding.fails(Severity.WARNING):
        return WRONG
    return DOUBTFUL if finding.code.startswith("DOI9") else None


def _unread(note: PathNote) -> Members:
    """Return the result for a text, or a part of one, that could not be read."""
    about = {"verdict": UNCHECKED, "doi": None, "line": note.line or 1, "rule": NOT_READ}
    return {**about, "why": note.message, "fix": None}


def _finding(finding: Finding, known: Mapping[Doi | None, Members]) -> Members:
    """Return a finding; a hint about the writing of a DOI has the verdict of the look-up."""
    looked_up = known[finding.doi]["verdict"] if finding.doi in known else UNCHECKED
    return {
        "verdict": _verdict(finding) or looked_up,
        "doi": finding.doi and str(finding.doi),
        "line": finding.line,
        "rule": f"{finding.code} {finding.name}",
        "why": finding.whole_message,
        "fix": finding.fix and fix_hint(finding.source, finding.fix, unsafe_fixes=True),
    }


def _corrected(
    document: Document, facts: RunFacts, findings: Iterable[Finding], name: str
) -> tuple[str | None, str]:
    """Return a text with its safe fixes, or None without changes; and a note about it."""
    entry = by_name(name)
    is_fixable = any(finding.is_fixable() for finding in findings)
    if not is_fixable or entry is None or not entry.is_fixed or document.is_unread:
        return None, ""
    if len(document.source.text) > LONGEST:
        return (
            None,
            f"the text is longer than {LONGEST:,} characters, so the corrected text is left out",
        )
    fixed = with_fixes(document, facts, module=entry.module)
    is_changed = fixed.source.text != document.source.text
    return fixed.source.text if is_changed else None, fixed.note


async def _reports(names: Iterable[Doi], settings: Settings) -> list[NameReport]:
    """Return a report for each DOI, without repeats."""
    if settings.looks_up_works:
        return (await aregistered_works(names, settings)).reports
    return [
        NameReport(doi, outcome, None) for doi, outcome in (await aresolve(names, settings)).items()
    ]


def _named(report: NameReport) -> Members:
    members: Members = json.loads(as_json(report))
    verdict = WRONG if isinstance(report.outcome, Missing) else UNCHECKED
    if isinstance(report.work, KnownWork):
        verdict = WRONG if retraction(report.work.work) else FINE
        members["work"] = _short(members["work"])
    return {"verdict": verdict, "why": " ".join(" ".join(as_text(report)).split()), **members}


def _short(work: Members) -> Members:
    """Return a work with the first authors, titles and relations, and the number left out."""
    more = {
        name: len(value) - _MOST_OF_WORK
        for name, value in work.items()
        if isinstance(value, list) and len(value) > _MOST_OF_WORK
    }
    short = {name: work[name][:_MOST_OF_WORK] for name in more}
    return {**work, **short, "left_out": more} if more else work


def _doi(text: str) -> Doi | DoiSyntaxError:
    try:
        return normalize(text)
    except DoiSyntaxError as error:
        return error


def _is_wrong(doi: Doi | DoiSyntaxError, reports: Mapping[Doi, NameReport]) -> bool:
    """Return whether a text is not a DOI, or its DOI is not registered."""
    return isinstance(doi, DoiSyntaxError) or isinstance(reports[doi].outcome, Missing)


async def _meant(given: Iterable[str], settings: Settings) -> dict[str, list[str]]:
    """Return the registered DOIs that each wrong one may mean, the likeliest first."""
    possible = {text: [candidate.doi for candidate in candidates(text)] for text in given}
    every = dict.fromkeys(doi for group in possible.values() for doi in group)
    outcomes = await aresolve(every, settings)
    return {
        text: [str(doi) for doi in group if isinstance(outcomes[doi], Found)][:_SUGGESTED]
        for text, group in possible.items()
    }


def _looked_up(
    text: str,
    doi: Doi | DoiSyntaxError,
    reports: Mapping[Doi, NameReport],
    meant: Sequence[str],
) -> Members:
    """Return the result for one of the given texts, with the text itself."""
    about = {"given": text[:_QUOTED], "did_you_mean": [*meant]}
    if isinstance(doi, DoiSyntaxError):
        return {**about, "verdict": WRONG, "doi": None, "why": f"not a DOI: {doi}"}
    return {**about, **_named(reports[doi])}


def _reference(result: SearchResult) -> Members:
    about = {"line": result.line, "reference": result.reference[:_QUOTED]}
    if result.work is None:
        return {**about, "verdict": UNCHECKED, "why": result.why}
    return {**about, **_named(NameReport(result.work.doi, None, KnownWork(result.work.work)))}
