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
from datetime import datetime
from html import escape
from itertools import groupby
from pathlib import PurePath
from typing import Final

from mdlint_doi.lint.model import Finding, Severity
from mdlint_doi.lint.settings import Settings
from mdlint_doi.report.html_assets import SCRIPT, STYLE
from mdlint_doi.report.html_chart import Slice, bars, chart
from mdlint_doi.report.html_rows import VERDICTS, Place, Row
from mdlint_doi.report.html_table import place_link, shown, table
from mdlint_doi.report.model import Report
from mdlint_doi.report.place_links import PlaceLinks
from mdlint_doi.report.rule_address import rule_address
from mdlint_doi.report.summary import counted

_GOOD: Final = frozenset({"found", "alias", "unasked", "unknown"})
"""Verdicts that accuse no DOI."""


@dataclass(frozen=True, slots=True)
class Run:
    """When a page was made, by what, and who answered.

    Attributes:
        time: when the run began, in UTC.
        version: of this package.
        server: who was asked; None: nobody.
        records: the records file that answered; None: there was none.

    """

    time: datetime
    version: str
    server: str | None = None
    records: str | None = None

    @classmethod
    def of(cls, settings: Settings, time: datetime, version: str) -> Run:
        """Return what a page tells of a run with these settings."""
        server = None if settings.offline else settings.server
        records = PurePath(settings.records).name if settings.records else None
        return cls(time, version, server, records)


@dataclass(frozen=True, slots=True)
class Overview:
    """All that the page shows.

    Attributes:
        title: the project's name.
        report: of the run.
        rows: the DOIs, each once.
        advice: places and the role to write there instead of a link.
        run: when and how it was made.
        links: where the places can be looked at; None if that is not known.

    """

    title: str
    report: Report
    rows: Sequence[Row] = ()
    advice: Sequence[tuple[Place, str]] = field(default=())
    run: Run | None = None
    links: PlaceLinks | None = None


def render(overview: Overview) -> Iterator[str]:
    """Yield the lines of the page."""
    title = f"DOIs in {shown(overview.title)}" if overview.title else "DOIs"
    yield "<!doctype html>"
    yield '<html lang="en">'
    yield from _head(title)
    yield "<body>"
    yield f"<header><h1>{title}</h1>"
    yield f"<p>{_summary(overview)}</p>"
    if overview.run:
        yield f'<p class="run">{_run(overview.run)}</p>'
    yield "</header>"
    yield "<main>"
    yield from _picture(overview)
    yield from _rules(overview.report.findings)
    yield from table(overview.rows, overview.links)
    yield from _findings(overview.report.findings, overview.links)
    yield from _advice(overview.advice, overview.links)
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
    found = f"Found {kinds}." if kinds else _clean(overview.rows)
    size = f"{counted(len(overview.rows), 'DOI')} in {counted(len(report.files), 'file')}."
    stopped = " Interrupted: the rest was not checked." if report.interrupted else ""
    return f"<strong>{found}</strong> {size}{stopped}"


def _clean(rows: Sequence[Row]) -> str:
    """Return that nothing is reported, and no more than the table below bears out."""
    verdicts = [row.verdict for row in rows]
    if odd := sum(one not in _GOOD for one in verdicts):
        verb = "is" if odd == 1 else "are"
        return f"No problem reported, though {counted(odd, 'DOI')} {verb} marked below."
    return f"No problem found{' in what could be checked' * ('unknown' in verdicts)}."


def _run(run: Run) -> str:
    time = f"{run.time:%Y-%m-%d %H:%M} UTC"
    pieces = [
        f"mdlint-doi {shown(run.version)}",
        f'<time datetime="{run.time:%Y-%m-%dT%H:%M}Z">{time}</time>',
        f"records file {shown(run.records)}" if run.records else "",
        f"server {shown(run.server)}" if run.server else "no connection opened",
    ]
    return " · ".join(piece for piece in pieces if piece)


def _picture(overview: Overview) -> Iterator[str]:
    verdicts = [row.verdict for row in overview.rows]
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


def _findings(findings: Iterable[Finding], links: PlaceLinks | None) -> Iterator[str]:
    yield '<section aria-labelledby="findings"><h2 id="findings">Findings</h2>'
    groups = groupby(findings, key=lambda finding: finding.path)
    empty = True
    for name, group in groups:
        empty = False
        yield f'<h3>{shown(name)}</h3><ul class="findings">'
        for finding in group:
            yield _finding(finding, links)
        yield "</ul>"
    if empty:
        yield "<p>None.</p>"
    yield "</section>"


def _finding(finding: Finding, links: PlaceLinks | None) -> str:
    place = Place(finding.path, finding.line)
    where = place_link(f"{finding.line}:{finding.column}", place, links)
    rule = (
        f'<a class="rule" href="{escape(rule_address(finding.code))}" '
        f'title="{escape(finding.name)}" rel="noreferrer">{escape(finding.code)}</a>'
    )
    kind = finding.severity.value
    return (
        f'<li class="{kind}"><span class="place">{where}</span> <b>{kind}</b> {rule} '
        f"{shown(finding.told)}</li>"
    )


def _advice(advice: Sequence[tuple[Place, str]], links: PlaceLinks | None) -> Iterator[str]:
    if not advice:
        return
    yield '<section aria-labelledby="advice"><h2 id="advice">Links that could be roles</h2>'
    yield "<p>The role encodes the name, checks it, and is shorter.</p>"
    yield f'<details><summary>{counted(len(advice), "link")}</summary><ul class="findings">'
    for place, role in advice:
        where = place_link(str(place), place, links)
        yield f'<li><span class="place">{where}</span> <code>{shown(role)}</code></li>'
    yield "</ul></details></section>"
