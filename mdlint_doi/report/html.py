"""The report as one web page: counts as a picture, a table of all DOIs, the findings by file.

Self-contained: no request leaves it, and the policy in its head lets nothing run but the one
script that sorts and filters; without a script the whole is there to read, worst first. Light and
dark follow the reader's system. Everything from documents and servers is shown with hidden
characters visible, and escaped.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

from mdlint_doi.lint.model import Finding, Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.record import Found, Missing, Outcome, Unknown
from mdlint_doi.report import safe
from mdlint_doi.report.html_assets import SCRIPT, STYLE
from mdlint_doi.report.html_chart import Slice, chart
from mdlint_doi.report.model import Report


@dataclass(frozen=True, slots=True)
class Row:
    """One DOI of the project.

    Attributes:
        doi: the name, as it is first written.
        outcome: what the DOI system said; None where it was not asked.
        places: `path:line` of each mention, in order.
        suggestions: registered names that may be meant.
        findings: how many findings there are about it, hints not counted.

    """

    doi: Doi
    outcome: Outcome | None = None
    places: tuple[str, ...] = ()
    suggestions: tuple[Doi, ...] = ()
    findings: int = 0


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


_VERDICTS = (
    ("missing", "not registered"),
    ("unknown", "could not be checked"),
    ("unasked", "not looked up"),
    ("found", "registered"),
)
_LABELS = dict(_VERDICTS)
_ORDER = {name: at for at, (name, _) in enumerate(_VERDICTS)}


def render(overview: Overview) -> Iterator[str]:
    """Yield the lines of the page."""
    title = f"DOIs in {_text(overview.title)}" if overview.title else "DOIs"
    yield "<!doctype html>"
    yield '<html lang="en">'
    yield from _head(title)
    yield "<body>"
    yield f"<header><h1>{title}</h1>"
    yield f"<p>{_summary(overview)}</p></header>"
    yield "<main>"
    yield from _picture(overview)
    yield from _table(overview.rows)
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
    kinds = ", ".join(_count(number, word) for number, word in counts if number)
    found = f"Found {kinds}." if kinds else "No problem found."
    size = f"{_count(len(overview.rows), 'DOI')} in {_count(len(report.files), 'file')}."
    stopped = " Interrupted: the rest was not checked." if report.interrupted else ""
    return f"<strong>{found}</strong> {size}{stopped}"


def _picture(overview: Overview) -> Iterator[str]:
    verdicts = [_verdict(row.outcome) for row in overview.rows]
    slices = [Slice(name, label, verdicts.count(name)) for name, label in _VERDICTS[::-1]]
    if overview.rows:
        yield '<section aria-labelledby="registered"><h2 id="registered">Registered?</h2>'
        yield from chart(slices, "DOIs by verdict")
        yield "</section>"


def _table(rows: Sequence[Row]) -> Iterator[str]:
    yield '<section aria-labelledby="dois"><h2 id="dois">DOIs</h2>'
    if not rows:
        yield "<p>No DOI was found.</p></section>"
        return
    yield from _controls(rows)
    yield '<div class="scroll" role="region" aria-labelledby="dois" tabindex="0">'
    yield '<table id="table"><thead><tr>'
    for name in ("Verdict", "DOI", "Findings", "Places", "Suggestion"):
        yield f'<th scope="col">{name}</th>'
    yield "</tr></thead><tbody>"
    ordered = sorted(
        rows, key=lambda row: (_ORDER[_verdict(row.outcome)], -row.findings, row.doi.key)
    )
    for row in ordered:
        yield from _row(row)
    yield "</tbody></table></div></section>"


def _controls(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the controls that need the script, which shows them."""
    yield '<form id="filters" hidden>'
    yield '<label>Filter <input type="search" id="words" autocomplete="off"></label>'
    yield '<label>Verdict <select id="verdict"><option value="">all</option>'
    present = {_verdict(row.outcome) for row in rows}
    for name, label in _VERDICTS:
        if name in present:
            yield f'<option value="{name}">{label}</option>'
    yield "</select></label>"
    yield '<label><input type="checkbox" id="troubled"> with findings only</label>'
    yield f'<output id="shown" aria-live="polite">{len(rows)} of {len(rows)}</output>'
    yield "</form>"


def _row(row: Row) -> Iterator[str]:
    verdict = _verdict(row.outcome)
    yield f'<tr data-verdict="{verdict}" data-findings="{row.findings}">'
    order, label = _ORDER[verdict], _LABELS[verdict]
    detail = f"<small>{_text(_detail(row.outcome))}</small>" if _detail(row.outcome) else ""
    yield f'<td data-key="{order}"><span class="verdict {verdict}">{label}</span>{detail}</td>'
    yield f'<td data-key="{escape(safe.visible(row.doi.key))}">{_link(row.doi)}</td>'
    yield f'<td data-key="{row.findings}" class="number">{row.findings or ""}</td>'
    yield f'<td data-key="{_text(row.places[0] if row.places else "")}">{_places(row.places)}</td>'
    yield f"<td>{' '.join(_link(doi) for doi in row.suggestions)}</td></tr>"


def _places(places: Sequence[str]) -> str:
    shown = [f"<li>{_text(place)}</li>" for place in places]
    if len(shown) <= 3:
        return f"<ul>{''.join(shown)}</ul>"
    rest = f"<summary>{len(shown) - 2} more</summary><ul>{''.join(shown[2:])}</ul>"
    return f"<ul>{''.join(shown[:2])}</ul><details>{rest}</details>"


def _findings(findings: Iterable[Finding]) -> Iterator[str]:
    yield '<section aria-labelledby="findings"><h2 id="findings">Findings</h2>'
    groups = groupby(findings, key=lambda finding: finding.source.name)
    empty = True
    for name, group in groups:
        empty = False
        yield f'<h3>{_text(name)}</h3><ul class="findings">'
        for finding in group:
            place = finding.source.place(finding.span.start)
            yield (
                f'<li class="{finding.severity.value}"><span class="place">{place.line}:'
                f"{place.column}</span> <b>{finding.severity.value}</b> "
                f'<abbr title="{escape(finding.name)}">{escape(finding.code)}</abbr> '
                f"{_text(finding.message)}</li>"
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
    yield f'<details><summary>{_count(len(advice), "link")}</summary><ul class="findings">'
    for place, role in advice:
        yield f'<li><span class="place">{_text(place)}</span> <code>{_text(role)}</code></li>'
    yield "</ul></details></section>"


def _verdict(outcome: Outcome | None) -> str:
    match outcome:
        case Found():
            return "found"
        case Missing():
            return "missing"
        case Unknown():
            return "unknown"
        case None:
            return "unasked"


def _detail(outcome: Outcome | None) -> str:
    match outcome:
        case Found(record, agency):
            parts = [agency or "", "deleted" if record and record.deleted else ""]
            parts.append(f"alias of {record.alias}" if record and record.alias else "")
            return ", ".join(part for part in parts if part)
        case Missing(code, agency):
            unknown = "the prefix does not exist" if code == 301 else ""
            return ", ".join(part for part in (unknown, agency or "") if part)
        case Unknown(cause, detail):
            return f"{cause.value}: {detail}" if detail else cause.value
        case None:
            return ""


def _link(doi: Doi) -> str:
    return f'<a href="{escape(doi.url())}" rel="noreferrer">{_text(str(doi))}</a>'


def _text(text: str) -> str:
    return escape(safe.line(text))


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
