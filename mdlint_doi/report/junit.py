"""The report as JUnit XML, which every build service can show.

A file is a test suite, a finding a test case that failed; a hint is one that passed and has
something to say; a clean file is one passing case. Text is made visible before it is written:
XML 1.0 (section 2.2) has no way to carry most control characters, not even escaped.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET  # writing only

from mdlint_doi.lint.model import Finding, Severity
from mdlint_doi.report import safe
from mdlint_doi.report.model import PathNote, Report
from mdlint_doi.report.text import finding_lines

_NAME = "mdlint-doi"


def render(report: Report) -> Iterator[str]:
    """Yield the lines of the document, ASCII only."""
    root = ET.Element("testsuites", {"name": _NAME})
    by_file: dict[str, list[Finding]] = {name: [] for name in report.files}
    for finding in report.findings:
        by_file.setdefault(finding.path, []).append(finding)
    for name, findings in by_file.items():
        _suite(root, name, findings)
    for note in report.errors:
        _note(root, note, "error")
    for note in report.skipped:
        _note(root, note, "skipped")
    for key in ("tests", "failures", "errors", "skipped"):
        root.set(key, str(sum(int(suite.get(key, "0")) for suite in root)))
    if report.elapsed is not None:
        root.set("time", f"{report.elapsed:.3f}")
    ET.indent(root)
    yield '<?xml version="1.0" encoding="utf-8"?>'
    yield from ET.tostring(root, encoding="us-ascii").decode("ascii").split("\n")


def _suite(root: ET.Element, name: str, findings: list[Finding]) -> None:
    failures = sum(finding.severity is not Severity.HINT for finding in findings)
    suite = _suite_element(root, name, tests=max(1, len(findings)), failures=failures)
    for finding in findings:
        _case(suite, finding)
    if not findings:
        _case_element(suite, name, "DOIs")


def _case(suite: ET.Element, finding: Finding) -> None:
    title = f"{finding.code} {finding.name} at {finding.line}:{finding.column}"
    case = _case_element(suite, finding.path, title)
    text = "\n".join(finding_lines(finding))
    if finding.severity is Severity.HINT:
        ET.SubElement(case, "system-out").text = text
        return
    attributes = {"type": finding.severity.value, "message": safe.line(finding.told)}
    ET.SubElement(case, "failure", attributes).text = text


def _note(root: ET.Element, note: PathNote, kind: str) -> None:
    count = {"error": "errors", "skipped": "skipped"}[kind]
    suite = _suite_element(root, note.path, tests=1, **{count: 1})
    case = _case_element(suite, note.path, "file")
    ET.SubElement(case, kind, {"message": safe.line(note.message)})


def _suite_element(root: ET.Element, name: str, **counts: int) -> ET.Element:
    numbers = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0} | counts
    attributes = {"name": safe.visible(name)} | {key: str(n) for key, n in numbers.items()}
    return ET.SubElement(root, "testsuite", attributes)


def _case_element(suite: ET.Element, path: str, name: str) -> ET.Element:
    shown = safe.visible(path)
    return ET.SubElement(suite, "testcase", {"classname": shown, "name": name, "file": shown})
