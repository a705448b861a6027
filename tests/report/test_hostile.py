"""Nothing that a stranger writes into a path, a document or a name gets out raw."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mdlint_doi.lint.model import Edit, Finding, Fix, Safety
from mdlint_doi.lint.severity import Severity
from mdlint_doi.report import formats, sarif
from mdlint_doi.report.github import ANNOTATIONS, summary
from mdlint_doi.report.model import PathNote, Report
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

PIECES = (
    "\x1b[31m",
    "\x1b]8;;http://evil\x1b\\",
    "\x9b1m",
    "\u202e",
    "\u2066",
    "\n::error file=x::gotcha",
    "\r\n::add-mask::s",
    "%0A::error::",
    "%25",
    "::stop-commands::t",
    "##[error]",
    "##vso[task.complete]",
    "]]>",
    "<script>alert(1)</script>",
    "<!--",
    '"&quot;',
    "|`*_[x](javascript:alert(1))",
    "\x00",
    "\x85\u2028",
    "\ufeff",
    "\ufffe",
    "a",
    " ",
    "漢",
    ",line=99",
)
FORBIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}

hostile = st.lists(st.sampled_from(PIECES), max_size=8).map("".join)
paths = st.lists(st.sampled_from((*PIECES, "\udce9", "/", "../")), min_size=1, max_size=8).map(
    "".join,
)


@st.composite
def reports(draw: st.DrawFn) -> Report:
    """Draw a report whose every text is hostile."""
    findings = []
    for _ in range(draw(st.integers(0, 4))):
        text = draw(hostile) + "10.1000/182" + draw(hostile)
        start = draw(st.integers(0, len(text)))
        span = Span(start, draw(st.integers(start, len(text))))
        fix = Fix((Edit(span, draw(hostile)),), draw(st.sampled_from(Safety)))
        severity = draw(st.sampled_from(Severity))
        source = Source(draw(paths), text)
        message = draw(hostile)
        findings.append(
            Finding("DOI201", "unusual-address", severity, message, source, span, None, fix)
        )
    note = PathNote(draw(paths), draw(hostile), 1, 2)
    names = tuple(dict.fromkeys(finding.source.name for finding in findings))
    return Report(tuple(findings), names, (note,), (note,), notices=(draw(hostile),))


def _sarif(report: Report) -> str:
    return "\n".join(sarif.render(report, (), "1"))


def _format(name: str) -> Callable[[Report], str]:
    return lambda report: formats.render(report, name, statistics=True)


OUTPUTS: dict[str, Callable[[Report], str]] = {
    **{name: _format(name) for name in formats.FORMATS if name != "sarif"},
    "sarif": _sarif,
    "summary": summary,
    "messages": formats.messages,
}


@pytest.mark.parametrize("name", OUTPUTS)
@settings(max_examples=50)
@given(report=reports())
def test_no_output_holds_a_character_that_hides_or_moves(name: str, report: Report) -> None:
    """Line feeds of the format itself are the only controls, and UTF-8 can carry all."""
    text = OUTPUTS[name](report)
    assert not {unicodedata.category(c) for c in text.replace("\n", "")} & FORBIDDEN
    text.encode("utf-8")


@pytest.mark.parametrize(
    "name", [*(report.name for report in formats.REPORTS if report.for_people), "messages"]
)
@settings(max_examples=50)
@given(report=reports())
def test_no_log_line_is_a_command_that_we_did_not_write(name: str, report: Report) -> None:
    """A build service finds our annotations in the log and no other command."""
    lines = OUTPUTS[name](report).splitlines()
    commands = [line for line in lines if line.strip().startswith("::")]
    expected = len(report.findings) + len(report.problems)
    assert len(commands) == (expected if name == "github" else 0)
    assert not [line for line in lines if re.search(r"##(vso|teamcity)?\[", line)]


@given(report=reports())
def test_a_github_command_says_what_was_meant(report: Report) -> None:
    """Read as the runner reads it, each command has our properties and one message."""
    lines = [line for line in formats.render(report, "github").splitlines() if line[:2] == "::"]
    for line in lines[: len(report.problems)]:
        assert re.match(r"::warning file=[^,]*,line=1,title=not-read::", line)
    for line, finding in zip(lines[len(report.problems) :], report.findings, strict=True):
        head, _, data = line[2:].partition("::")
        level, _, listed = head.partition(" ")
        properties = dict(part.split("=", 1) for part in listed.split(","))
        assert level in {"error", "warning", "notice"}
        assert properties.keys() <= {"file", "line", "col", "endColumn", "endLine", "title"}
        assert properties["line"] == str(finding.source.location(finding.span.start).line)
        assert properties["title"] == "DOI201 unusual-address"
        assert "%0A" in data  # the fix, which we put on a line of its own
        assert data.count("%0A") == 1


@given(report=reports())
def test_json_gives_back_what_was_found(report: Report) -> None:
    """The message and the edits are exact; only lone surrogates of paths are not."""
    entries = json.loads(formats.render(report, "json"))
    assert [entry["code"] for entry in entries[: len(report.problems)]] == ["not-read"]
    entries = entries[len(report.problems) :]
    for entry, finding in zip(entries, report.findings, strict=True):
        assert entry["message"] == finding.message
        [edit] = entry["fix"]["edits"]
        assert finding.fix
        assert edit["replacement"] == finding.fix.edits[0].replacement
        assert Span(edit["start"], edit["end"]) == finding.span
        assert entry["path"].replace("\\udce9", "\udce9") == finding.source.name


@given(report=reports())
def test_junit_is_xml_without_foreign_elements(report: Report) -> None:
    """Only our elements and attributes are in the tree, and the counts are right."""
    root = ET.fromstring(formats.render(report, "junit"))
    tags = {"testsuites", "testsuite", "testcase", "failure", "error", "skipped", "system-out"}
    assert {element.tag for element in root.iter()} <= tags
    hints = sum(finding.severity is Severity.HINT for finding in report.findings)
    assert len(list(root.iter("failure"))) == len(report.findings) - hints
    assert root.get("failures") == str(len(report.findings) - hints)
    assert root.get("tests") == str(len(list(root.iter("testcase"))))


@given(report=reports())
def test_the_summary_is_plain_text_for_markdown(report: Report) -> None:
    """Whatever the texts hold: no HTML, no link, nobody called, rows of as many cells as the head.

    The comment for a change is as harmless.
    """
    for text, cells in ((summary(report), {4, 6}), (formats.render(report, "markdown"), {5})):
        assert not re.search(r"(&#64;|&#35;|www)(?!<!-- -->)", text)
        plain = re.sub(r"\[DOI\d+\]\(https://[\w./-]+( '[a-z-]+')?\)|<!--[ a-z-]+-->", "", text)
        assert not set("<>[]`*@\\!") & set(plain)
        rows = [line for line in text.splitlines() if line.startswith("|")]
        assert {line.count("|") for line in rows} <= cells


def test_a_summary_stays_below_githubs_limit() -> None:
    """GitHub takes 1 MiB for a step, and shows nothing of more."""
    worst = "\U000e0001" * 2000
    source = Source(worst, "10.1000/182")
    finding = Finding("DOI201", "unusual-address", Severity.ERROR, worst, source, Span(0, 2))
    notes = (PathNote(worst, worst),) * 1000
    report = Report((finding,) * 1000, (worst,), notes, notes)
    assert len(summary(report).encode()) < 1 << 20
    comment = formats.render(report, "markdown")
    assert 50_000 < len(comment) < 65_536
    assert " more findings." in comment.rpartition("Not shown here: ")[2]


def test_findings_beyond_githubs_limit_are_in_the_log() -> None:
    """Ten of a level are annotations; the rest is listed, after a sentence that says so."""
    source = Source("a.md", "10.1000/182")

    def finding(severity: Severity) -> Finding:
        return Finding("DOI201", "unusual-address", severity, "m", source, Span(0, 2))

    report = Report((finding(Severity.ERROR),) * 12 + (finding(Severity.HINT),) * 3)
    lines = formats.render(report, "github").splitlines()
    assert sum(line.startswith("::error ") for line in lines) == ANNOTATIONS
    assert sum(line.startswith("::notice ") for line in lines) == 3
    assert sum(line.startswith("a.md:1:1: DOI201") for line in lines) == 2
    assert any("without an annotation: 2" in line for line in lines)


def test_junit_loses_no_finding_of_an_unsorted_report() -> None:
    """A file's findings come together, wherever they stand in the report."""
    findings = tuple(
        Finding("DOI201", "x", Severity.ERROR, "m", Source(path, "10.1000/182"), Span(0, 2))
        for path in ("a.md", "b.md", "a.md")
    )
    root = ET.fromstring(formats.render(Report(findings, ("b.md", "a.md")), "junit"))
    suites = [(suite.get("name"), suite.get("failures")) for suite in root.iter("testsuite")]
    assert suites == [("b.md", "1"), ("a.md", "2")]
