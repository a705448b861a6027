"""The web page of a report in a browser: sorting, filtering, and how wide it is."""

from __future__ import annotations

import json
from pathlib import Path

from browser.chromium import drive, needs_chromium

from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Cause, Found, Missing, Outcome, Unknown
from mdlint_doi.report.html import Overview, render
from mdlint_doi.report.mentioned import DoiRow, LineOfFile, RegisteredWork
from mdlint_doi.report.model import Report
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

pytestmark = needs_chromium

ROWS = (
    DoiRow(parse("10.1000/b9"), Found(), (LineOfFile("z.rst", 1),), findings=2),
    DoiRow(parse("10.1000/a10"), Missing(), (LineOfFile("y.rst", 10),), findings=1),
    DoiRow(parse("10.1000/a9"), Unknown(Cause.TIMEOUT), (LineOfFile("y.rst", 9),)),
)
SCRIPT = """
const page = document.createElement("iframe");
page.addEventListener("load", async () => {
  const report = page.contentDocument;
  const names = () => [...report.querySelectorAll("#table tbody tr")]
    .filter(row => !row.hidden).map(row => row.cells[1].textContent.slice(8));
  const type = (id, value) => {
    const field = report.getElementById(id);
    if (typeof value === "boolean") field.checked = value; else field.value = value;
    field.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const head = at => report.querySelectorAll("#table th")[at];
  const told = {first: names(), controls: !report.getElementById("filters").hidden};
  head(1).querySelector("button").click();
  told.byName = names();
  told.sort = head(1).getAttribute("aria-sort");
  head(1).querySelector("button").click();
  told.byNameDown = names();
  head(3).querySelector("button").click();
  told.byPlace = names();
  told.sortGone = head(1).getAttribute("aria-sort");
  type("words", "A1 y.rst");
  told.filtered = names();
  told.shown = report.getElementById("shown").value;
  type("words", "");
  type("verdict", "unknown");
  told.unknown = names();
  type("verdict", "");
  type("troubled", true);
  told.troubled = names();
  await fetch("/", {method: "POST", body: JSON.stringify(told)});
});
page.src = "report.html";
document.body.append(page);
"""


def test_the_table_sorts_and_filters(tmp_path: Path) -> None:
    """Columns sort both ways, numbers as numbers; words, verdict and findings filter."""
    text = "\n".join(render(Overview("x", Report(), ROWS)))
    (tmp_path / "report.html").write_text(text, encoding="utf-8")
    told = json.loads(drive(tmp_path, SCRIPT, tmp_path / "profile"))
    assert told == {
        "controls": True,
        "first": ["a10", "a9", "b9"],
        "byName": ["a9", "a10", "b9"],
        "sort": "ascending",
        "byNameDown": ["b9", "a10", "a9"],
        "byPlace": ["a9", "a10", "b9"],
        "sortGone": None,
        "filtered": ["a10"],
        "shown": "1 of 3",
        "unknown": ["a9"],
        "troubled": ["a10", "b9"],
    }


FOLDED = """
const page = document.createElement("iframe");
page.width = 1280;
page.addEventListener("load", async () => {
  const report = page.contentDocument;
  const view = page.contentWindow;
  const target = report.getElementById("f600");
  const isOpen = () => target.closest("details").open;
  const told = {before: isOpen(), height: report.documentElement.scrollHeight < 30000};
  report.querySelector('#table a[href="#f600"]').click();
  await new Promise(done => setTimeout(done, 200));
  told.after = isOpen();
  const place = target.getBoundingClientRect();
  told.seen = place.height > 0 && Math.abs(place.top) < view.innerHeight;
  const folded = () => report.querySelectorAll("details:not([open])").length;
  const count = folded();
  view.dispatchEvent(new Event("beforeprint"));
  told.printed = folded();
  view.dispatchEvent(new Event("afterprint"));
  told.foldedAgain = folded() === count && count > 0;
  await fetch("/", {method: "POST", body: JSON.stringify(told)});
});
page.src = "report.html";
document.body.append(page);
"""


def test_links_and_printing_unfold(tmp_path: Path) -> None:
    """A link from a DOI opens the file of its finding; all is unfolded while it is printed."""
    findings = tuple(
        Finding(
            *("DOI901", "not-registered", Severity.ERROR, f"wrong {at}"),
            *(Source(f"docs/{at // 50}.md", "see 10.1000/x\n"), Span(4, 13)),
            doi=parse(f"10.1000/{at}"),
        )
        for at in range(1000)
    )
    rows = [DoiRow(parse(f"10.1000/{at}"), Missing(), findings=1) for at in range(1000)]
    text = "\n".join(render(Overview("x", Report(findings=findings), rows)))
    (tmp_path / "report.html").write_text(text, encoding="utf-8")
    told = json.loads(drive(tmp_path, FOLDED, tmp_path / "profile"))
    assert told == {
        "before": False,
        "height": True,
        "after": True,
        "seen": True,
        "printed": 0,
        "foldedAgain": True,
    }


WIDTHS = """
const told = [];
const look = async width => {
  const page = document.createElement("iframe");
  page.width = width;
  await new Promise(done => {
    page.addEventListener("load", done, {once: true});
    page.src = "report.html";
    document.body.append(page);
  });
  const report = page.contentDocument;
  const over = [report.documentElement, ...report.querySelectorAll("main *:not(.unseen)")]
    .filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth);
  told.push([width, over.map(one => `${one.tagName} ${one.className}`)]);
};
look(320).then(() => look(400)).then(() => look(1280))
  .then(() => fetch("/", {method: "POST", body: JSON.stringify(told)}));
"""


def test_it_fits_telephones_and_screens(tmp_path: Path) -> None:
    """Nothing is wider than the page, with long names, paths and titles."""
    title = "Root competition between tulips and hyacinths " * 4
    work = RegisteredWork(title, "Marlowe " * 9, "2009")
    places = tuple(
        LineOfFile("documentation/source/user_guide/modeling/index.rst", n) for n in range(1, 4)
    )
    name, meant = f"10.1000/{'(199507)51:4<>1.0.CO;2-' * 3}", (parse("10.1000/182"),)
    outcomes: tuple[Outcome, ...] = (Found(), Missing(), Unknown(Cause.TIMEOUT, "5 s" * 30))
    rows = [
        DoiRow(parse(f"{name}{n}"), outcome, places, meant, findings=2, work=work)
        for n, outcome in enumerate(outcomes)
    ]
    text = "\n".join(render(Overview("a_project_with_a_name_of_one_long_word", Report(), rows)))
    (tmp_path / "report.html").write_text(text, encoding="utf-8")
    told = json.loads(drive(tmp_path, WIDTHS, tmp_path / "profile"))
    assert told == [[320, []], [400, []], [1280, []]]
