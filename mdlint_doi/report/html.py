"""The report as one web page: the findings by file, charts of counts, and a table of all DOIs.

The page begins with the findings. Most of them are folded, because a browser opens thousands of
folded findings at once. The page sends no request, and the policy in its head allows only one
script, which sorts and filters by the attributes `data-…`, and unfolds the target of a link and
all that is printed. Without this script, the whole report is still readable, with the worst first.
Text from documents and servers is escaped, and its hidden characters are made visible.
"""

from __future__ import annotations

import base64
import hashlib
import posixpath
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from itertools import compress, groupby
from pathlib import PurePath
from typing import Final, NamedTuple
from urllib.parse import quote

from mdlint_doi.lint.model import Finding, rule_address
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Missing, Outcome, Unknown
from mdlint_doi.report import safe
from mdlint_doi.report.html_assets import SCRIPT, STYLE
from mdlint_doi.report.mentioned import VERDICTS, DoiRow, LineOfFile, RegisteredWork
from mdlint_doi.report.model import Report
from mdlint_doi.report.summary import left_out, not_looked_up, troubles
from mdlint_doi.text.numbers import counted

_LABELS: Final = dict(VERDICTS)
_ORDER: Final = {name: at for at, (name, _) in enumerate(VERDICTS)}
_WIDTH: Final = 1000
_HEIGHT: Final = 36
_LEAST: Final = 6  # the least width of a slice, so that it is visible
_OPEN: Final = 200  # the number of findings, or DOIs, from which the rest is folded
_FOLDED: Final = 100  # the most findings that unfold together
_LINKED: Final = 5  # the most links from a DOI to its findings
_BEFORE: Final = 40  # the most code points of an excerpt before the span
_BEHIND: Final = 100  # the most code points of an excerpt from the span on
_SEVERITIES: Final = tuple(Severity)  # the worst first
_GOOD: Final = frozenset({"found", "alias", "unasked", "unknown"})  # verdicts that are no problem
_DOCSTRING: Final = ":docstring of "
"""Part of the path of a docstring that Sphinx read; its line numbers are not those of the file."""


class PlaceLinks(NamedTuple):
    """Links to the lines of files on the page of a code host.

    Attributes:
        page: the address of a file's page, up to its path: `https://github.com/a/b/blob/main/`.
        line: the part after the path, with `{}` for the line number: `#L{}`.
        root: the absolute path of the repository's top folder.
        folder: the absolute path of the folder to which the paths of a report are relative.
    """

    page: str
    line: str
    root: str
    folder: str

    def address(self, path: str, line: int) -> str | None:
        """Return the address of a line, given a path of the report; None outside the repository."""
        whole = posixpath.normpath(posixpath.join(self.folder, path))
        root = self.root.rstrip("/") + "/"
        if _DOCSTRING in path or not whole.startswith(root):
            return None
        name = quote(whole.removeprefix(root).encode("utf-8", "surrogateescape"))
        return self.page + name + self.line.format(line)


class Host(NamedTuple):
    """The form of a code host's addresses of lines.

    Attributes:
        middle: the part between the repository and the revision.
        line: the part after the path, with `{}` for the line.
    """

    middle: str
    line: str = "#L{}"

    def links(self, repository: str, revision: str, root: str, folder: str) -> PlaceLinks:
        """Return links to the files of a repository at a revision.

        Args:
            repository: the address of the repository's page.
            revision: a commit or branch.
            root: `PlaceLinks.root`.
            folder: `PlaceLinks.folder`.
        """
        page = f"{repository.rstrip('/')}/{self.middle}/{quote(revision)}/"
        return PlaceLinks(page, self.line, root, folder)


HOSTS: Final = {  # the supported code hosts, by host name
    "github.com": Host("blob"),
    "gitlab.com": Host("-/blob"),
    "codeberg.org": Host("src/commit"),
    "bitbucket.org": Host("src", "#lines-{}"),
}


@dataclass(frozen=True, slots=True)
class RunInfo:
    """Information about the run that the page shows below its title."""

    time: datetime  # the start of the run, in UTC
    version: str  # the version of this package
    server: str | None = None  # the server that received look-ups; None: the run was offline
    records: str | None = None  # the name of the records file; None: there was none

    @classmethod
    def of(cls, settings: Settings, time: datetime, version: str) -> RunInfo:
        """Return the information about a run with these settings."""
        server = None if settings.offline else settings.server
        records = PurePath(settings.records).name if settings.records else None
        return cls(time, version, server, records)


@dataclass(frozen=True, slots=True)
class Overview:
    """The whole content of the page."""

    title: str  # the project's name; empty: not known
    report: Report
    rows: Sequence[DoiRow] = ()  # one row for each distinct DOI
    advice: Sequence[tuple[LineOfFile, str]] = ()  # lines with a link, and the role to write there
    run: RunInfo | None = None
    links: PlaceLinks | None = None  # links to the lines; None: the code host is not known


def render(overview: Overview) -> Iterator[str]:
    """Yield the lines of the page."""
    title = f"DOIs in {shown(overview.title)}" if overview.title else "DOIs"
    digest = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    yield f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{STYLE}</style>
</head>
<body>
<header><h1>{title}</h1>
<p>{_summary(overview)}</p>"""
    if overview.run:
        yield f'<p class="run">{_run(overview.run)}</p>'
    yield from _contents(overview)
    yield "</header>\n<main>"
    findings = _in_order(overview.report.findings)
    yield from _findings(findings, overview.links)
    yield from _rules(overview.report.findings)
    yield from _picture(overview.rows)
    yield from _table(overview.rows, overview.links, _by_doi(findings if overview.rows else ()))
    yield from _advice(overview.advice, overview.links)
    yield f"</main>\n<script>{SCRIPT}</script>\n</body>\n</html>"


def _summary(overview: Overview) -> str:
    report = overview.report
    counts = [(report.count(severity), severity.value) for severity in Severity]
    kinds = ", ".join(counted(number, word) for number, word in counts if number)
    found = f"Found {kinds}." if kinds else _clean(overview.rows)
    if not report.files and (report.problems or report.warning):
        found = "Nothing was checked."
    elif report.problems and not kinds:
        found = "No problems were found in the parts that could be read."
    size = f"{counted(len(overview.rows), 'DOI')} in {counted(len(report.files), 'file')}."
    rest = [*map(escape, left_out(report)), *not_looked_up(report)]
    rest += map(escape, troubles(report.replace(color=False)))
    if report.interrupted:
        rest.append("The run was interrupted, so not everything was checked.")
    return " ".join([f"<strong>{found}</strong>", size, *rest])


def _clean(rows: Sequence[DoiRow]) -> str:
    """Return the sentence for a run without findings; it claims no more than the verdicts show."""
    verdicts = [row.verdict for row in rows]
    if odd := sum(verdict not in _GOOD for verdict in verdicts):
        verb = "is" if odd == 1 else "are"
        return f"No problems were reported, but {counted(odd, 'DOI')} {verb} marked below."
    limit = " in the DOIs that could be checked" if "unknown" in verdicts else ""
    return f"No problems found{limit}."


def _run(run: RunInfo) -> str:
    time = f"{run.time:%Y-%m-%d %H:%M} UTC"
    pieces = [
        f"mdlint-doi {shown(run.version)}",
        f'<time datetime="{run.time:%Y-%m-%dT%H:%M}Z">{time}</time>',
        f"records file {shown(run.records)}" if run.records else "",
        f"server {shown(run.server)}" if run.server else "no connection was opened",
    ]
    return " · ".join(piece for piece in pieces if piece)


def _picture(rows: Sequence[DoiRow]) -> Iterator[str]:
    """Yield a bar with a slice for each verdict, and its legend.

    A verdict without DOIs has no slice; the legend shows it only if it is one of the three main
    verdicts.
    """
    if not rows:
        return
    counts = Counter(row.verdict for row in rows)
    slices = [(name, label, counts[name]) for name, label in VERDICTS[::-1]]
    drawn = [part for part in slices if part[2]]
    words = ", ".join(f"{count} {label}" for _, label, count in drawn)
    yield (
        '<section aria-labelledby="registered"><h2 id="registered">Registered?</h2>\n<figure>\n'
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'preserveAspectRatio="none" aria-label="DOIs by verdict: {escape(words)}">'
    )
    at = 0.0
    widths = [max(_LEAST, _WIDTH * count / len(rows)) for _, _, count in drawn]
    scale = _WIDTH / sum(widths)
    for (name, label, count), width in zip(drawn, widths, strict=True):
        yield (
            f'<rect class="{name}" x="{at:.1f}" y="0" width="{width * scale:.1f}"'
            f' height="{_HEIGHT}"><title>{count} {escape(label)}</title></rect>'
        )
        at += width * scale
    yield "</svg>"
    yield '<figcaption><ul class="legend">'
    for name, label, count in slices:
        if count or name in {"found", "missing", "unknown"}:
            yield (
                f'<li><span class="key {name}" aria-hidden="true"></span><b>{count}</b>'
                f" {escape(label)} <small>{100 * count / len(rows):.0f} %</small></li>"
            )
    yield "</ul></figcaption></figure>\n</section>"


def _rules(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield the number of findings of each rule with a bar, the largest number first."""
    if not findings:
        return
    counts = Counter((finding.code, finding.name) for finding in findings)
    most = max(counts.values())
    yield '<section aria-labelledby="rules"><h2 id="rules">Findings by rule</h2>'
    yield '<table class="bars"><caption class="unseen">Findings by rule</caption><tbody>'
    for (code, name), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        rule = f'<a class="rule" href="{escape(rule_address(code))}">{code}</a>'
        yield (
            f'<tr><th scope="row">{rule} {escape(name)}</th>'
            f'<td class="number">{count}</td><td class="bar"><svg viewBox="0 0 {_WIDTH} 10" '
            'preserveAspectRatio="none" aria-hidden="true">'
            f'<rect width="{max(_LEAST, _WIDTH * count / most):.1f}" height="10"></rect></svg>'
            "</td></tr>"
        )
    yield "</tbody></table>\n</section>"


def _in_order(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings by file, those of files with errors first."""
    worst: dict[str, int] = {}
    for finding in findings:
        rank = _SEVERITIES.index(finding.severity)
        worst[finding.path] = min(rank, worst.get(finding.path, rank))
    first = {path: at for at, path in enumerate(worst)}
    return sorted(findings, key=lambda finding: (worst[finding.path], first[finding.path]))


def _contents(overview: Overview) -> Iterator[str]:
    """Yield links to the sections, with their sizes, and to the first finding of each severity."""
    findings = overview.report.findings
    links = []
    if findings:
        files = len({finding.path for finding in findings})
        size = f"{counted(len(findings), 'finding')} in {counted(files, 'file')}"
        links += [("findings", size), ("rules", "by rule")]
    if overview.rows:
        links += [("dois", counted(len(overview.rows), "DOI"))]
    if overview.advice:
        links += [("advice", f"{counted(len(overview.advice), 'link')} that could be roles")]
    if len(links) > 1:
        items = "".join(f'<li><a href="#{name}">{words}</a></li>' for name, words in links)
        yield f'<nav aria-label="Contents"><ul>{items}</ul></nav>'


def _findings(findings: Sequence[Finding], links: PlaceLinks | None) -> Iterator[str]:
    """Yield the findings by file, folded, except for the first ones."""
    yield '<section aria-labelledby="findings"><h2 id="findings">Findings</h2>'
    left = _OPEN
    numbers = iter(range(1, len(findings) + 1))
    for name, group in groupby(findings, key=lambda finding: finding.path):
        every = list(group)
        for start in range(0, len(every), _FOLDED):
            some = every[start : start + _FOLDED]
            is_open = left > 0
            left -= len(some)
            yield f'<details{" open" if is_open else ""} class="file"><summary>'
            part = f", {start + 1} to {start + len(some)}" if len(every) > _FOLDED else ""
            path = shown(name).replace("/", "/<wbr>")
            yield f"<h3>{path}</h3> <small>{_counts(every)}{part}</small></summary>"
            yield '<ul class="findings">'
            yield from (_finding(finding, next(numbers), links) for finding in some)
            yield "</ul></details>"
    if not findings:
        yield "<p>None.</p>"
    yield "</section>"


def _counts(findings: Sequence[Finding]) -> str:
    counts = Counter(finding.severity for finding in findings)
    return ", ".join(
        counted(counts[severity], severity.value) for severity in _SEVERITIES if counts[severity]
    )


def _finding(finding: Finding, number: int, links: PlaceLinks | None) -> str:
    place = LineOfFile(finding.path, finding.line)
    where = _place_link(f"{finding.line}:{finding.column}", place, links)
    kind = finding.severity.value
    address = escape(rule_address(finding.code))
    return (
        f'<li id="f{number}" class="{kind}"><span class="place">{where}</span> <b>{kind}</b> '
        f'<a class="rule" href="{address}" title="{escape(finding.name)}"'
        f">{escape(finding.code)}</a> {shown(finding.whole_message)}"
        f"{_excerpt(finding)}</li>"
    )


def _excerpt(finding: Finding) -> str:
    """Return the first line of a finding, cut around its span, which is marked."""
    source, span = finding.source, finding.span
    line = source.line_at(span.start)
    start, end = line.start, line.end
    if end - start > _BEFORE + _BEHIND:
        start, end = max(start, span.start - _BEFORE), min(end, span.start + _BEHIND)
    inside = min(max(span.end, span.start), end)
    before, marked, behind = (
        escape(safe.visible(source.text[first:last].replace("\t", " ")))
        for first, last in ((start, span.start), (span.start, inside), (inside, end))
    )
    before = f"…{before}" if start > line.start else before.lstrip()
    behind = f"{behind}…" if end < line.end else behind
    text = f"{before}<mark>{marked}</mark>{behind}"
    return f"<pre>{text}</pre>" if marked else ""


def _advice(advice: Sequence[tuple[LineOfFile, str]], links: PlaceLinks | None) -> Iterator[str]:
    if not advice:
        return
    yield '<section aria-labelledby="advice"><h2 id="advice">Links that could be roles</h2>'
    yield "<p>A role is shorter than a link, and it encodes and checks the DOI.</p>"
    yield f'<details><summary>{counted(len(advice), "link")}</summary><ul class="findings">'
    for place, role in advice:
        where = _place_link(str(place), place, links)
        yield f'<li><span class="place">{where}</span> <code>{shown(role)}</code></li>'
    yield "</ul></details></section>"


def _by_doi(findings: Sequence[Finding]) -> Mapping[Doi, Sequence[int]]:
    """Return the numbers of the findings about each DOI."""
    numbers: dict[Doi, list[int]] = {}
    for number, finding in enumerate(findings, 1):
        if finding.doi is not None:
            numbers.setdefault(finding.doi, []).append(number)
    return numbers


def _table(
    rows: Sequence[DoiRow], links: PlaceLinks | None, numbers: Mapping[Doi, Sequence[int]]
) -> Iterator[str]:
    yield '<section aria-labelledby="dois"><h2 id="dois">DOIs</h2>'
    if not rows:
        yield "<p>No DOIs were found.</p></section>"
        return
    yield """\
<form id="filters" hidden>
<label>Filter <input type="search" id="words" autocomplete="off"></label>
<label>Verdict <select id="verdict"><option value="">all</option>"""
    present = {row.verdict for row in rows}
    yield from (
        f'<option value="{name}">{label}</option>' for name, label in VERDICTS if name in present
    )
    yield f"""\
</select></label>
<label><input type="checkbox" id="troubled"> only with findings</label>
<output id="shown" aria-live="polite">{len(rows)} of {len(rows)}</output>
</form>
<details{"" if len(rows) > _OPEN else " open"}><summary>{counted(len(rows), "DOI")}</summary>
<div class="scroll" role="region" aria-labelledby="dois" tabindex="0">
<table id="table"><thead><tr>"""
    works = [row.work for row in rows if row.work]
    columns = {
        "Verdict": True,
        "DOI": True,
        "Registered title": any(work.title for work in works),
        "Authors": any(work.people for work in works),
        "Year": any(work.year for work in works),
        "Findings": any(row.findings or row.doi in numbers for row in rows),
        "Places": True,
        "Suggestion": any(row.suggestions for row in rows),
    }  # from a column's heading to whether any row has a value in it
    yield from (f'<th scope="col">{name}</th>' for name, used in columns.items() if used)
    yield "</tr></thead><tbody>"
    for row in sorted(rows, key=lambda row: (_ORDER[row.verdict], -row.findings, row.doi.key)):
        yield f'<tr data-verdict="{row.verdict}" data-findings="{row.findings}">'
        yield from compress(_cells(row, links, numbers.get(row.doi, ())), columns.values())
        yield "</tr>"
    yield "</tbody></table></div></details></section>"


def _cells(row: DoiRow, links: PlaceLinks | None, numbers: Sequence[int]) -> Iterator[str]:
    order = _ORDER[row.verdict]
    label = _LABELS[row.verdict]
    said = _detail(row.outcome)
    detail = f"<small>{shown(said)}</small>" if said else ""
    yield f'<td data-key="{order}"><span class="verdict {row.verdict}">{label}</span>{detail}</td>'
    yield f"<td>{_link(row.doi)}</td>"
    work = row.work or RegisteredWork("", "", "")
    yield f'<td class="title">{shown(work.title)}</td>'
    yield f"<td>{shown(work.people)}</td>"
    yield f'<td class="number">{shown(work.year)}</td>'
    linked = _linked(row.findings, numbers)
    yield f'<td data-key="{row.findings}" class="number count">{linked}</td>'
    yield f'<td class="places">{_places(row.places, links)}</td>'
    yield f'<td class="meant">{" ".join(_link(doi) for doi in row.suggestions)}</td>'


def _linked(problems: int, numbers: Sequence[int]) -> str:
    """Return the number of findings, with links to the first ones; hints are not counted."""
    words = str(problems or ("hint" if numbers else ""))
    if len(numbers) < 2:
        return "".join(f'<a href="#f{number}">{words}</a>' for number in numbers) or words
    items = (
        f'<a href="#f{number}" aria-label="finding {at}">{at}</a>'
        for at, number in enumerate(numbers[:_LINKED], 1)
    )
    more = " …" if len(numbers) > _LINKED else ""
    return f"{words}<small>see {' '.join(items)}{more}</small>"


def _places(places: Sequence[LineOfFile], links: PlaceLinks | None) -> str:
    if len(places) == 1:
        return _place_link(str(places[0]), places[0], links)
    items = [f"<li>{_place_link(str(place), place, links)}</li>" for place in places]
    if len(items) <= 3:
        return f"<ul>{''.join(items)}</ul>"
    rest = f"<summary>{len(items) - 2} more</summary><ul>{''.join(items[2:])}</ul>"
    return f"<ul>{''.join(items[:2])}</ul><details>{rest}</details>"


def _place_link(text: str, place: LineOfFile, links: PlaceLinks | None) -> str:
    """Return a text as HTML, with a link to the line if its address is known."""
    words = shown(text)
    address = links.address(place.path, place.line) if links else None
    return f'<a href="{escape(address)}">{words}</a>' if address else words


def _detail(outcome: Outcome | None) -> str:
    match outcome:
        case Found(record, agency):
            alias = f"now {record.alias}" if record and record.alias else ""
            return ", ".join(part for part in (agency or "", alias) if part)
        case Missing(301):
            return "the prefix does not exist"
        case Missing(agency=agency):
            return f"prefix of {agency}" if agency else ""
        case Unknown(cause, detail):
            return f"{cause.value}: {detail}" if detail else cause.value
        case None:
            return ""


def _link(doi: Doi) -> str:
    return f'<a href="{escape(doi.url())}">{shown(str(doi))}</a>'


def shown(text: str) -> str:
    """Return a text from a document or a server as HTML: escaped, visible and shortened."""
    return escape(safe.line(text))
