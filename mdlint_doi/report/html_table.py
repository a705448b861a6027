"""The table of the web page: one row a DOI, worst first.

The attributes `data-…` are what the page's script sorts and filters by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Missing, Outcome, Unknown
from mdlint_doi.report import safe
from mdlint_doi.report.html_rows import VERDICTS, Place, Registered, Row
from mdlint_doi.report.place_links import PlaceLinks

_LABELS: Final = dict(VERDICTS)
_ORDER: Final = {name: at for at, (name, _) in enumerate(VERDICTS)}


def table(rows: Sequence[Row], links: PlaceLinks | None) -> Iterator[str]:
    """Yield the lines of the section with the table."""
    yield '<section aria-labelledby="dois"><h2 id="dois">DOIs</h2>'
    if not rows:
        yield "<p>No DOI was found.</p></section>"
        return
    yield from _controls(rows)
    yield '<div class="scroll" role="region" aria-labelledby="dois" tabindex="0">'
    yield '<table id="table"><thead><tr>'
    with_works = any(row.work for row in rows)
    works = ("Registered title", "Authors", "Year") if with_works else ()
    for name in ("Verdict", "DOI", *works, "Findings", "Places", "Suggestion"):
        yield f'<th scope="col">{name}</th>'
    yield "</tr></thead><tbody>"
    ordered = sorted(rows, key=lambda row: (_ORDER[row.verdict], -row.findings, row.doi.key))
    for row in ordered:
        yield from _row(row, links, with_works=with_works)
    yield "</tbody></table></div></section>"


def _controls(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the controls that need the script, which shows them."""
    yield '<form id="filters" hidden>'
    yield '<label>Filter <input type="search" id="words" autocomplete="off"></label>'
    yield '<label>Verdict <select id="verdict"><option value="">all</option>'
    present = {row.verdict for row in rows}
    for name, label in VERDICTS:
        if name in present:
            yield f'<option value="{name}">{label}</option>'
    yield "</select></label>"
    yield '<label><input type="checkbox" id="troubled"> with findings only</label>'
    yield f'<output id="shown" aria-live="polite">{len(rows)} of {len(rows)}</output>'
    yield "</form>"


def _row(row: Row, links: PlaceLinks | None, *, with_works: bool) -> Iterator[str]:
    verdict = row.verdict
    yield f'<tr data-verdict="{verdict}" data-findings="{row.findings}">'
    order, label = _ORDER[verdict], _LABELS[verdict]
    detail = f"<small>{shown(_detail(row.outcome))}</small>" if _detail(row.outcome) else ""
    yield f'<td data-key="{order}"><span class="verdict {verdict}">{label}</span>{detail}</td>'
    yield f'<td data-key="{escape(safe.visible(row.doi.key))}">{_link(row.doi)}</td>'
    if with_works:
        work = row.work or Registered("", "", "")
        yield f'<td class="title">{shown(work.title)}</td><td>{shown(work.people)}</td>'
        yield f'<td class="number">{shown(work.year)}</td>'
    yield f'<td data-key="{row.findings}" class="number">{row.findings or ""}</td>'
    first = shown(str(row.places[0])) if row.places else ""
    yield f'<td data-key="{first}" class="places">{_places(row.places, links)}</td>'
    yield f"<td>{' '.join(_link(doi) for doi in row.suggestions)}</td></tr>"


def _places(places: Sequence[Place], links: PlaceLinks | None) -> str:
    items = [f"<li>{place_link(str(place), place, links)}</li>" for place in places]
    if len(items) <= 3:
        return f"<ul>{''.join(items)}</ul>"
    rest = f"<summary>{len(items) - 2} more</summary><ul>{''.join(items[2:])}</ul>"
    return f"<ul>{''.join(items[:2])}</ul><details>{rest}</details>"


def place_link(text: str, place: Place, links: PlaceLinks | None) -> str:
    """Return a text for a place, as a link where the place has an address."""
    words = shown(text).replace("/", "/<wbr>")
    address = links.address(place.path, place.line) if links else None
    return f'<a href="{escape(address)}" rel="noreferrer">{words}</a>' if address else words


def _detail(outcome: Outcome | None) -> str:
    match outcome:
        case Found(record, agency):
            alias = f"now {record.alias}" if record and record.alias else ""
            return ", ".join(part for part in (agency or "", alias) if part)
        case Missing(code, agency):
            unknown = "the prefix does not exist" if code == 301 else ""
            return unknown or (f"prefix of {agency}" if agency else "")
        case Unknown(cause, detail):
            return f"{cause.value}: {detail}" if detail else cause.value
        case None:
            return ""


def _link(doi: Doi) -> str:
    return f'<a href="{escape(doi.url())}" rel="noreferrer">{shown(str(doi))}</a>'


def shown(text: str) -> str:
    """Return a text from a document or a server as HTML, harmless and not too long."""
    return escape(safe.line(text))
