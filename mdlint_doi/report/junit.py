"""The report as JUnit XML, which every build service can show.

A file is a test suite, and a finding is a failed test case. A finding that does not fail the run,
such as a hint, is a passed case with output. A file without findings is one passed case. A file, or
a part of it, that was not read is a case with an error, or a skipped one. Invisible
characters are made visible, because XML 1.0 (section 2.2) cannot represent most control characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree import ElementTree as ET  # writing only

from mdlint_doi.lint.model import Finding
from mdlint_doi.report import safe
from mdlint_doi.report.model import Report
from mdlint_doi.report.text import finding_lines

_COUNTS = ("tests", "failures", "errors", "skipped")


def render(report: Report) -> Iterator[str]:
    """Yield the lines of the document, ASCII only."""
    suites = [*_suites(report)]
    root = ET.Element("testsuites", {"name": "mdlint-doi"})
    for key in _COUNTS:
        root.set(key, str(sum(int(suite.get(key, "0")) for suite, _ in suites)))
    if report.elapsed is not None:
        root.set("time", f"{report.elapsed:.3f}")
    yield '<?xml version="1.0" encoding="utf-8"?>'
    if not suites:
        yield _written(root)
        return
    yield _opening(root)
    for suite, cases in suites:
        yield f"  {_opening(suite)}"
        for case in cases:
            yield from f"    {_written(case)}".split("\n")
        yield "  </testsuite>"
    yield "</testsuites>"


def _written(element: ET.Element) -> str:
    text = ET.tostring(element, encoding="unicode")
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii")


def _opening(element: ET.Element) -> str:
    """Return the opening tag of an empty element."""
    return _written(element).removesuffix(" />") + ">"


def _suites(report: Report) -> Iterator[tuple[ET.Element, Iterable[ET.Element]]]:
    """Yield the element of each file, and its cases, which are created lazily to save memory."""
    by_file: dict[str, list[Finding]] = {name: [] for name in report.files}
    for finding in report.findings:
        by_file.setdefault(finding.path, []).append(finding)
    plain = Report(fail_on=report.fail_on)
    for name, findings in by_file.items():
        failures = sum(map(plain.fails, findings))
        suite = _suite_element(name, tests=max(1, len(findings)), failures=failures)
        cases = (_case(finding, plain) for finding in findings)
        yield suite, cases if findings else [_case_element(name, "DOIs")]
    for note in (*report.problems, *report.skipped):
        count, kind = ("errors", "error") if note.fails else ("skipped", "skipped")
        case = _case_element(note.path, "part of the file" if note.is_part else "file")
        place = "" if note.line is None else f"line {note.line}: "
        _add(case, kind, {"message": f"{place}{safe.line(note.message)}"})
        yield _suite_element(note.path, tests=1, **{count: 1}), [case]


def _case(finding: Finding, plain: Report) -> ET.Element:
    place, _ = finding.ends
    title = f"{finding.code} {finding.name} at {place.line}:{place.column}"
    case = _case_element(finding.path, title)
    text = "\n".join(finding_lines(finding, plain))
    attributes = {"type": finding.severity.value, "message": safe.message(finding.whole_message)}
    if plain.fails(finding):
        _add(case, "failure", attributes, text)
    else:
        _add(case, "system-out", {}, text)
    return case


def _suite_element(name: str, **counts: int) -> ET.Element:
    numbers = dict.fromkeys(_COUNTS, 0) | counts
    attributes = {"name": safe.visible(name)} | {key: str(n) for key, n in numbers.items()}
    return ET.Element("testsuite", attributes)


def _case_element(path: str, name: str) -> ET.Element:
    shown = safe.visible(path)
    return ET.Element("testcase", {"classname": shown, "name": name, "file": shown})


def _add(case: ET.Element, kind: str, attributes: dict[str, str], text: str | None = None) -> None:
    """Add the result to a case, on a line of its own."""
    result = ET.SubElement(case, kind, attributes)
    result.text = text
    case.text = "\n      "
    result.tail = "\n    "
