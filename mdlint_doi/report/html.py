"""The report as one web page: counts as a picture, a table of all DOIs, the findings by file.

Self-contained: no request leaves it, and the policy in its head lets nothing run but the one
script that sorts and filters; without a script the whole is there to read, worst first. Light and
dark follow the reader's system. Everything from documents and servers is shown with hidden
characters visible, and escaped.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

from mdlint_doi.lint.model import Finding, Severity
from mdlint_doi.report.html_assets import SCRIPT, STYLE
from mdlint_doi.report.html_chart import Slice, bars, chart
from mdlint_doi.report.html_table import VERDICTS, Row, counted, shown, table, verdict_of
from mdlint_doi.report.model import Report


@dataclass(frozen=True, slots=True)
class Overview:
    """All that the page shows.

    Attributes:
        title: the project's name.
        report: of the run.
        rows: the DOIs, each once.
        advice: `path:line` and the role to write there in place of a link.

    """

    title: str
    report: Report
    rows: Sequence[Row] = ()
    advice: Sequence[tuple[str, str]] = field(default=())


def render(overview: Overview) -> Iterator[str]:
    """Yield the lines of the page."""
    title = f"DOIs in {shown(overview.title)}" if overview.title else "DOIs"
    yield "<!doctype html>"
    yield '<html lang="en">'
    yield from _head(title)
    yield "<body>"
    yield f"<header><h1>{title}</h1>"
    yield f"<p>{_summary(overview)}</p></header>"
    yield "<main>"
    yield from _picture(overview)
    yield from _rules(overview.report.findings)
    yield from table(overview.rows)
    yield from _findings(overview.report.findings)
    yield from _advice(overview.advice)
    yield "</main>"
    yield f"<script>{SCRIPT}</script>"
    yield "</body>"
    yield "</html>"


def _head(title: str) -> Iterator[str]:
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    yield "<head>"
    yield '<meta charset="utf-8">'
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield '<meta name="referrer" content="no-referrer">'
    yield f"<title>{title}</title>"
    yield f"<style>{STYLE}</style>"
    yield "</head>"


def _summary(overview: Overview) -> str:
    report = overview.report
    counts = [(report.count(severity), severity.value) for severity in Severity]
    kinds = ", ".join(counted(number, word) for number, word in counts if number)
    found = f"Found {kinds}." if kinds else "No problem found."
    size = f"{counted(len(overview.rows), 'DOI')} in {counted(len(report.files), 'file')}."
    stopped = " Interrupted: the rest was not checked." if report.interrupted else ""
    return f"<strong>{found}</strong> {size}{stopped}"


def _picture(overview: Overview) -> Iterator[str]:
    verdicts = [verdict_of(row.outcome) for row in overview.rows]
    slices = [Slice(name, label, verdicts.count(name)) for name, label in VERDICTS[::-1]]
    if overview.rows:
        yield '<section aria-labelledby="registered"><h2 id="registered">Registered?</h2>'
        yield from chart(slices, "DOIs by verdict")
        yield "</section>"


def _rules(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield how often each rule speaks, the busiest first."""
    if not findings:
        return
    counts = Counter((finding.code, finding.name) for finding in findings)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    yield '<section aria-labelledby="rules"><h2 id="rules">Findings by rule</h2>'
    yield from bars([(code, name, count) for (code, name), count in ordered], "Findings by rule")
    yield "</section>"


def _findings(findings: Iterable[Finding]) -> Iterator[str]:
    yield '<section aria-labelledby="findings"><h2 id="findings">Findings</h2>'
    groups = groupby(findings, key=lambda finding: finding.path)
    empty = True
    for name, group in groups:
        empty = False
        yield f'<h3>{shown(name)}</h3><ul class="findings">'
        for finding in group:
            yield (
                f'<li class="{finding.severity.value}"><span class="place">{finding.line}:'
                f"{finding.column}</span> <b>{finding.severity.value}</b> "
                f'<abbr title="{escape(finding.name)}">{escape(finding.code)}</abbr> '
                f"{shown(finding.told)}</li>"
            )
        yield "</ul>"
    if empty:
        yield "<p>None.</p>"
    yield "</section>"


def _advice(advice: Sequence[tuple[str, str]]) -> Iterator[str]:
    if not advice:
        return
    yield '<section aria-labelledby="advice"><h2 id="advice">Links that could be roles</h2>'
    yield "<p>The role encodes the name, checks it, and is shorter.</p>"
    yield f'<details><summary>{counted(len(advice), "link")}</summary><ul class="findings">'
    for place, role in advice:
        yield f'<li><span class="place">{shown(place)}</span> <code>{shown(role)}</code></li>'
    yield "</ul></details></section>"
