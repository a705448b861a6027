"""The report as SARIF 2.1.0 (OASIS), for code scanning services.

Columns count Unicode code points (section 3.14.17 `columnKind`), fixes consist of regions to delete
and texts to insert (section 3.57), and results keep a fingerprint across runs (section 3.27.17).
Relative paths are based on `%SRCROOT%`, as code scanning requires. The output is ASCII, with one
result on each line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final
from urllib.parse import quote

from mdlint_doi.lint.model import Finding, Safety, rule_address
from mdlint_doi.lint.rule import Rule
from mdlint_doi.lint.rules import RULES
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report import safe
from mdlint_doi.report.gitlab import fingerprints
from mdlint_doi.report.model import PathNote, Report
from mdlint_doi.text.numbers import counted
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.text.version import VERSION

SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
FINGERPRINT: Final = "doiFinding/v1"

_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "note"}
_FIXES: Final = {Safety.SAFE: "Safe fix", Safety.UNSAFE: "Unsafe fix: check it before you apply it"}

Json = dict[str, Any]


def render(report: Report, rules: Sequence[Rule] = RULES, version: str = VERSION) -> Iterator[str]:
    """Yield the lines of the log: one run, with the descriptions of `rules`."""
    places = {rule.code: at for at, rule in enumerate(rules)}
    prints = fingerprints(report.findings)
    driver = {
        "name": "mdlint-doi",
        "version": version,
        "informationUri": "https://github.com/sphinx-doi/sphinx-doi",
        "rules": [_rule(rule) for rule in rules],
    }
    yield f'{{"$schema": "{SCHEMA}", "version": "2.1.0", "runs": [{{'
    yield '"columnKind": "unicodeCodePoints", "newlineSequences": ["\\r\\n", "\\n", "\\r"],'
    yield f'"tool": {{"driver": {safe.json_line(driver)}}},'
    yield f'"invocations": [{safe.json_line(_invocation(report))}],'
    yield '"results": ['
    last = len(report.findings) - 1
    for at, (finding, fingerprint) in enumerate(zip(report.findings, prints, strict=True)):
        result = safe.json_line(_result(finding, places.get(finding.code), fingerprint))
        yield result + ("" if at == last else ",")
    yield "]}]}"


def _rule(rule: Rule) -> Json:
    text = f"{rule.summary}\n\n{rule.why}\n\nFix: {rule.fix.value}."
    address = rule_address(rule.code)
    return {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.why},
        "helpUri": address,
        "help": {
            "text": f"{text}\n\n{address}",
            "markdown": f"{text}\n\n[{rule.code} with examples]({address})",
        },
        "defaultConfiguration": {"level": _LEVELS[rule.severity], "enabled": rule.default},
        "properties": {"fix": rule.fix.value, "network": rule.network},
    }


def _invocation(report: Report) -> Json:
    notes = [_notification(_LEVELS[problem.severity], problem) for problem in report.problems]
    notes += [_notification("note", note) for note in (*report.skipped, *report.notes)]
    notes += [
        {"level": "note", "message": {"text": safe.line(notice)}} for notice in report.notices
    ]
    if report.lookups is not None and report.lookups.undecided:
        text = f"{counted(report.lookups.undecided, 'DOI')} could not be checked"
        notes.append({"level": "warning", "message": {"text": text}})
    notes += [_notification("note", note) for note in report.works.unjudged] if report.works else []
    is_good = not report.is_broken and not report.interrupted
    return {"executionSuccessful": is_good, "toolExecutionNotifications": notes}


def _notification(level: str, note: PathNote) -> Json:
    place: Json = {"artifactLocation": _artifact(note.path)}
    if note.line is not None:
        place["region"] = {"startLine": note.line}
    return {
        "level": level,
        "message": {"text": safe.line(note.message)},
        "locations": [{"physicalLocation": place}],
    }


def _result(finding: Finding, rule: int | None, fingerprint: str) -> Json:
    file = _artifact(finding.source.name)
    place = {"artifactLocation": file, "region": _region(finding.source, finding.span)}
    result: Json = {
        "ruleId": finding.code,
        "level": _LEVELS[finding.severity],
        "message": {"text": safe.message(finding.whole_message)},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {FINGERPRINT: fingerprint},
    }
    if rule is not None:
        result["ruleIndex"] = rule
    if finding.fix is not None:
        replacements = [
            {
                "deletedRegion": _region(finding.source, edit.span),
                "insertedContent": {"text": edit.replacement},
            }
            for edit in finding.fix.edits
        ]
        change = {"artifactLocation": file, "replacements": replacements}
        words = _FIXES[finding.fix.safety]
        result["fixes"] = [{"description": {"text": words}, "artifactChanges": [change]}]
    return result


def _region(source: Source, span: Span) -> Json:
    start, end = source.locations(span)
    region = {"startLine": start.line, "startColumn": start.column}
    return region | {"endLine": end.line, "endColumn": end.column}


@lru_cache(maxsize=8)
def _artifact(path: str) -> Mapping[str, str]:
    """Return the location of a file: a URI (RFC 3986); a relative one is below the source root."""
    # Whether all lone surrogates represent bytes (PEP 383).
    is_raw = not any("\ud800" <= c <= "\udfff" and not "\udc80" <= c <= "\udcff" for c in path)
    data = path.removeprefix("./").encode("utf-8", "surrogateescape" if is_raw else "replace")
    uri = quote(data, safe="/")
    if path.startswith("/"):
        return {"uri": f"file://{uri}"}
    if path[1:3] in {":/", ":\\"}:
        return {"uri": "file:///" + uri.replace("%3A", ":", 1).replace("%5C", "/")}
    return {"uri": uri, "uriBaseId": "%SRCROOT%"}
