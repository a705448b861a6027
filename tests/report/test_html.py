from __future__ import annotations

import base64
import hashlib
import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from bs4 import BeautifulSoup

from mdlint_doi.lint.model import Finding, rule_address
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Cause, Found, HandleRecord, Missing, Unknown
from mdlint_doi.report import summary
from mdlint_doi.report.html import HOSTS, Overview, RunInfo, render
from mdlint_doi.report.html_assets import STYLE
from mdlint_doi.report.mentioned import (
    VERDICTS,
    DoiRow,
    Dois,
    LineOfFile,
    Mentioned,
    RegisteredWork,
    rows_of,
)
from mdlint_doi.report.model import PathNote, Report, Since
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.works.work import KnownWork, Person, Titles, Work

HOSTILE = "\"><script>alert(1)</script><img src=x onerror=alert(1)>\x1b[31m\u202e'&"


def finding(message: str = "wrong", name: str = "a.rst") -> Finding:
    """A finding in the second line."""
    source = Source(name, "one\ntwo\n")
    return Finding("DOI901", "not-registered", Severity.ERROR, message, source, Span(5, 7))


def page(overview: Overview) -> BeautifulSoup:
    """The rendered page, parsed."""
    return BeautifulSoup("\n".join(render(overview)), "html.parser")


ROWS = (
    DoiRow(parse("10.1000/good"), Found(agency="Crossref"), (LineOfFile("a.rst", 1),)),
    DoiRow(
        parse("10.1000/gone"),
        Missing(),
        tuple(LineOfFile("a.rst", line) for line in range(2, 8)),
        (parse("10.1000/good"),),
        findings=6,
    ),
    DoiRow(parse("10.99999/x"), Missing(301), (LineOfFile("b.rst", 1),), findings=1),
    DoiRow(parse("10.1000/slow"), Unknown(Cause.TIMEOUT, "5 s"), (LineOfFile("b.rst", 2),)),
    DoiRow(
        parse("10.1000/old"), Found(HandleRecord(alias="10.1000/new")), (LineOfFile("b.rst", 3),)
    ),
    DoiRow(parse("10.1000/new"), None, (LineOfFile("b.rst", 4),)),
)


def test_the_worst_comes_first_and_all_is_there() -> None:
    """Without any script each DOI has its row: verdict, link, places, suggestion."""
    rows = page(Overview("x", Report(), ROWS)).select("#table tbody tr")
    names = [row.find_all("td")[1].get_text() for row in rows]
    assert names == [
        *("10.1000/gone", "10.99999/x", "10.1000/slow", "10.1000/new", "10.1000/old"),
        "10.1000/good",
    ]
    gone = [cell.get_text(" ", strip=True) for cell in rows[0].find_all("td")]
    assert gone[0] == "not registered"
    assert gone[2:] == [
        "6",
        "a.rst:2 a.rst:3 4 more a.rst:4 a.rst:5 a.rst:6 a.rst:7",
        "10.1000/good",
    ]
    assert rows[0].select_one("td:nth-child(2) a")["href"] == "https://doi.org/10.1000/gone"  # type: ignore[index]
    told = " ".join(row.td.get_text(" ") for row in rows if row.td)
    assert "the prefix does not exist" in told
    assert "timeout: 5 s" in told
    assert "now 10.1000/new" in told


def test_works_have_columns_of_their_own() -> None:
    """Title, authors and year of each work that is known; what disagrees can be filtered for."""
    known = RegisteredWork("Roots & bulbs", "Marlowe, Óla", "2017")
    rows = (
        DoiRow(parse("10.1000/other"), Found(), work=known, is_other=True),
        DoiRow(parse("10.1000/bare"), Found()),
    )
    table = page(Overview("x", Report(), rows))
    heads = [head.get_text() for head in table.select("#table th")]
    assert heads[2:5] == ["Registered title", "Authors", "Year"]
    cells = [[cell.get_text() for cell in row.select("td")] for row in table.select("tbody tr")]
    assert cells[0][:5] == ["disagrees", "10.1000/other", *known]
    assert cells[1][2:5] == ["", "", ""]
    assert {len(row) for row in cells} == {len(heads)}
    assert [option["value"] for option in table.select("#verdict option")] == [
        "",
        "disagrees",
        "found",
    ]


def test_a_column_that_nothing_stands_in_is_left_out() -> None:
    """A table has the columns that some row fills, each cell below its own head."""
    places = (LineOfFile("a.rst", 1),)
    work = RegisteredWork("", "", "2009")
    rows = (DoiRow(parse("10.1000/1"), Found(), places, work=work), DoiRow(parse("10.1000/2")))
    table = page(Overview("x", Report(), rows)).select_one("#table")
    assert table is not None
    lines = [[cell.get_text() for cell in row.select("th, td")] for row in table.select("tr")]
    assert lines == [
        ["Verdict", "DOI", "Year", "Places"],
        ["not looked up", "10.1000/2", "", ""],
        ["registered", "10.1000/1", "2009", "a.rst:1"],
    ]


def test_each_verdict_has_its_own_colour() -> None:
    """No two verdicts of the picture have the same rules of style."""
    looks = [
        tuple(sorted(re.findall(rf"\.{name}\b[^{{}}]*({{[^{{}}]*}})", STYLE)))
        for name, _ in VERDICTS
    ]
    assert len(set(looks)) == len(VERDICTS)


def test_what_a_hint_doubts_is_not_called_wrong() -> None:
    """A weak disagreement has a verdict of its own, which is not that of an error."""
    doi = parse("10.1000/182")
    mentions = (Mentioned("a.md", 1, 1, doi, "page", "text", "disagrees", "weak"),)
    (row,) = rows_of(Dois(mentions, {doi: Found()}), ())
    assert row.verdict == "may-disagree"
    strong = mentions[0]._replace(strength="strong")
    (row,) = rows_of(Dois((*mentions, strong), {doi: Found()}), ())
    assert row.verdict == "disagrees"


@pytest.mark.parametrize("work", [None, RegisteredWork("Roots", "Marlowe", "2017")])
def test_places_have_their_width_with_works_and_without(work: RegisteredWork | None) -> None:
    """The style names their column by what it is: with works it is another one."""
    table = page(Overview("x", Report(), (DoiRow(parse("10.1000/1"), Found(), work=work),)))
    (row,) = table.select("tbody tr")
    heads = [head.get_text() for head in table.select("#table th")]
    assert row.find_all("td")[heads.index("Places")]["class"] == ["places"]
    assert "td.places{min-width:" in str(table.style)


def test_people_of_large_works_are_counted() -> None:
    """Some are named; one more is named rather than counted."""
    doi = parse("10.1000/182")
    for number, expected in ((6, "A0, A1, A2, A3, A4, A5"), (7, "A0, A1, A2, A3, A4 and 2 others")):
        people = tuple(Person(f"A{at}") for at in range(number))
        work = Work(Titles(("Roots",)), people, years=(2019, 2017))
        mention = Mentioned("a.md", 1, 1, doi, "markdown", "text")
        told = Dois((mention,), {doi: Found()}, works={doi: KnownWork(work)})
        assert rows_of(told, ())[0].work == RegisteredWork("Roots", expected, "2017")


def test_what_is_odd_is_not_plain_green() -> None:
    """Aliases, deleted DOIs and those without a target are told apart from registered ones."""
    target = "https://publisher.example/1"
    rows = [
        DoiRow(parse("10.1000/1"), Found(HandleRecord(target))),
        DoiRow(parse("10.1000/2"), Found()),
        DoiRow(parse("10.1000/3"), Found(HandleRecord(target, deleted=True))),
        DoiRow(parse("10.1000/4"), Found(HandleRecord())),
        DoiRow(parse("10.1000/5"), Found(HandleRecord(target, alias="10.1000/1"))),
        DoiRow(parse("10/abc"), Found(HandleRecord(alias="10.1000/1"))),  # a shortDOI is one
    ]
    soup = page(Overview("x", Report(), rows))
    verdicts = [cell.get_text() for cell in soup.select("#table .verdict")]
    assert verdicts == ["deleted", "without a target", "alias", *["registered"] * 3]
    assert ".alias,.deleted,.no-target{--own:var(--odd)}" in STYLE


def test_the_run_is_told() -> None:
    """Time, version, whom it asked, and the records file stand at the top."""
    settings = Settings(records="/home/me/doi-records.json")
    run = RunInfo.of(settings, datetime(2026, 11, 22, 2, 5, tzinfo=UTC), "1.2.3")
    head = page(Overview("x", Report(), run=run)).select_one("header .run")
    assert head is not None
    assert head.get_text() == (
        "mdlint-doi 1.2.3 · 2026-11-22 02:05 UTC · records file doi-records.json"
        " · server https://doi.org"
    )
    offline = RunInfo.of(Settings(offline=True), run.time, "1.2.3")
    assert "no connection" in page(Overview("x", Report(), run=offline)).get_text()


def test_places_and_rules_are_links() -> None:
    """Each place leads to its line where the host is known; each code leads to its rule."""
    links = HOSTS["github.com"].links("https://github.com/o/r", "main", "/r", "/r/docs")
    report = Report(findings=(finding(),))
    soup = page(Overview("x", report, ROWS, [(LineOfFile("c.rst", 9), ":doi:`x`")], links=links))
    places = {str(link["href"]) for link in soup.select("a[href*=blob]:not(.rule)")}
    line = "https://github.com/o/r/blob/main/docs/{}#L{}".format
    assert {line("a.rst", 2), line("a.rst", 7), line("b.rst", 4), line("c.rst", 9)} <= places
    rules = [str(link["href"]) for link in soup.select("a.rule")]
    assert rules == [rule_address("DOI901")] * 2
    assert not page(Overview("x", report, ROWS)).select("td:nth-child(4) a, .place a")


def test_the_picture_says_its_numbers() -> None:
    """Slices are in proportion and none vanishes; the same numbers stand in words."""
    rows = [DoiRow(Doi("10.1000", str(at)), Found()) for at in range(999)]
    soup = page(Overview("x", Report(), [*rows, DoiRow(parse("10.1000/x"), Missing())]))
    picture = soup.select_one("svg.chart")
    assert picture is not None
    assert picture["aria-label"] == "DOIs by verdict: 999 registered, 1 not registered"
    widths = [float(str(slice_["width"])) for slice_ in picture.find_all("rect")]
    assert sum(widths) == pytest.approx(1000, abs=0.2)
    assert min(widths) > 4
    numbers = [item.get_text(" ", strip=True) for item in soup.select(".legend li")]
    assert numbers == ["999 registered 100 %", "0 could not be checked 0 %", "1 not registered 0 %"]


def test_findings_by_rule_and_by_file() -> None:
    """Each finding stands under its file with its place, and is counted for its rule."""
    report = Report(findings=(finding("one"), finding("two"), finding("three", "b.rst")))
    soup = page(Overview("x", report))
    counted = [row.get_text(" ", strip=True) for row in soup.select(".bars tr")]
    assert counted == ["DOI901 not-registered 3"]
    assert [head.get_text() for head in soup.find_all("h3")] == ["a.rst", "b.rst"]
    items = [item.get_text(" ", strip=True) for item in soup.select(".findings li")]
    assert items == [f"2:2 error DOI901 {message} t wo" for message in ("one", "two", "three")]


def test_the_page_begins_with_the_findings() -> None:
    """The head links to each section, and the findings come before everything else."""
    report = Report(findings=(finding(), finding(name="b.rst")))
    soup = page(Overview("x", report, ROWS, [(LineOfFile("c.rst", 9), ":doi:`x`")]))
    heads = [head.get_text() for head in soup.select("main h2")]
    assert heads[:2] == ["Findings", "Findings by rule"]
    links = {str(link["href"]): link.get_text() for link in soup.select("header nav a")}
    assert links == {
        "#findings": "2 findings in 2 files",
        "#rules": "by rule",
        "#dois": "6 DOIs",
        "#advice": "1 link that could be roles",
    }
    assert all(soup.select_one(name) for name in links)
    assert not page(Overview("x", Report(), ROWS)).select("header nav")


def test_files_with_errors_come_first() -> None:
    """Files are in order of their worst finding; the findings of a file stay in order."""
    hint = finding("a hint").replace(severity=Severity.HINT)
    warning = finding("a warning", "b.rst").replace(severity=Severity.WARNING)
    report = Report(findings=(hint, warning, finding("late", "b.rst"), finding("c", "c.rst")))
    soup = page(Overview("x", report))
    heads = [head.get_text(" ", strip=True) for head in soup.select("summary")]
    assert heads == ["b.rst 1 error, 1 warning", "c.rst 1 error", "a.rst 1 hint"]
    messages = [str(item).partition("</a> ")[2][:8] for item in soup.select(".findings li")]
    assert messages == ["a warnin", "late<pre", "c<pre>t<", "a hint<p"]


def test_most_findings_are_folded() -> None:
    """Some hundred findings are open, those of a long file unfold by the hundred, none is lost."""
    findings = [finding(f"m{at}", "a.rst") for at in range(250)]
    findings += [finding("m", f"b{at}.rst") for at in range(100)]
    soup = page(Overview("x", Report(findings=tuple(findings))))
    assert len(soup.select(".file li")) == 350
    assert len(soup.select(".file[open] li")) == 200
    assert [len(file.select("li")) for file in soup.select(".file")][:4] == [100, 100, 50, 1]
    heads = [head.get_text().strip() for head in soup.select("summary")]
    assert heads[1:4] == [
        "a.rst 250 errors, 101 to 200", "a.rst 250 errors, 201 to 250", "b0.rst 1 error"
    ]  # fmt: skip
    rows = [DoiRow(Doi("10.1000", str(at)), Found()) for at in range(300)]
    (table,) = page(Overview("x", Report(), rows)).select("details")
    assert not table.has_attr("open")
    assert page(Overview("x", Report(), rows[:9])).select("details[open] #table")


def test_a_doi_links_to_its_findings() -> None:
    """The row of a DOI has a link to each finding about it, or to the first of many."""
    doi = parse("10.1000/gone")
    others = [finding(str(at)).replace(doi=doi) for at in range(7)]
    hint = finding("h", "z.rst").replace(doi=parse("10.1000/good"), severity=Severity.HINT)
    single = finding("one", "y.rst").replace(doi=parse("10.99999/x"))
    soup = page(Overview("x", Report(findings=(hint, *others, single)), ROWS))
    rows = {row.find_all("td")[1].get_text(): row for row in soup.select("#table tbody tr")}
    cells = {name: row.select_one(".count") for name, row in rows.items()}
    told = {name: cell.get_text(" ", strip=True) for name, cell in cells.items() if cell}
    assert told["10.1000/gone"] == "6 see 1 2 3 4 5 …"
    assert (told["10.99999/x"], told["10.1000/good"], told["10.1000/slow"]) == ("1", "hint", "")
    for name, message in (("10.1000/gone", "0"), ("10.99999/x", "one"), ("10.1000/good", "h")):
        link = rows[name].select_one(".count a")
        target = soup.select_one(str(link["href"])) if link else None
        assert target is not None
        assert f"DOI901 {message}" in target.get_text(" ", strip=True)


def test_an_excerpt_shows_the_place() -> None:
    """It is the line, cut around the span, with the span marked; a tab is a blank."""
    text = f"{'a' * 200}\tsee 10.1000/182 {'b' * 200}\n"
    source = Source("a.rst", text)
    at = text.index("10.1000")
    long = Finding(
        "DOI901", "not-registered", Severity.ERROR, "m", source, Span(at, at + len("10.1000/182"))
    )
    (excerpt,) = page(Overview("x", Report(findings=(long,)))).select("pre")
    assert excerpt.get_text() == f"…{'a' * 35} see 10.1000/182 {'b' * 88}…"
    assert [mark.get_text() for mark in excerpt.select("mark")] == ["10.1000/182"]
    empty = long.replace(span=Span(0, 0))
    assert not page(Overview("x", Report(findings=(empty,)))).select("pre")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_has_contrast(theme: str) -> None:
    """Text on each ground, and in excerpts and marks, has a contrast of 4.5:1 (WCAG 2.2, 1.4.3)."""
    light, dark = re.findall(r":root\{([^}]*--ground[^}]*)\}", STYLE)
    names = dict(re.findall(r"--(\w+):(#[0-9a-f]{3,6})", light if theme == "light" else dark))
    inks = ("ink", "soft", "link", "found", "missing", "unknown", "unasked", "odd")
    pairs = [*((ink, "ground") for ink in inks), ("ink", "mark")]
    pairs += [(ink, "raised") for ink in ("ink", "soft", "link")]
    ratios = {pair: _contrast(*(names[name] for name in pair)) for pair in pairs}
    assert {pair: ratio for pair, ratio in ratios.items() if ratio < 4.5} == {}


def _contrast(colour: str, other: str) -> float:
    """Return the contrast of two colours (WCAG 2.2, "contrast ratio")."""
    low, high = sorted(map(_luminance, (colour, other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_hostile_texts_stay_texts() -> None:
    """Whatever stands in names, paths, messages, titles and servers' words is text."""
    row = DoiRow(
        Doi("10.1000", HOSTILE),
        Unknown(Cause.BAD_ANSWER, HOSTILE),
        (LineOfFile(HOSTILE, 1),),
        (Doi("10.1000", HOSTILE),),
        findings=1,
    )
    report = Report(findings=(finding(HOSTILE, HOSTILE),), files=(HOSTILE,))
    text = "\n".join(render(Overview(HOSTILE, report, [row], [(LineOfFile(HOSTILE, 1), HOSTILE)])))
    soup = BeautifulSoup(text, "html.parser")
    assert len(soup.find_all("script")) == 1
    assert soup.find_all("img") == []
    assert not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e]", text)
    for element in soup.select("*"):
        assert not [name for name in element.attrs if name.startswith("on")]
    for link in soup.select('a:not(.rule, [href^="#"])'):
        assert str(link["href"]).startswith("https://doi.org/10.1000/%22%3E%3Cscript")


def test_nothing_is_loaded_from_anywhere() -> None:
    """The page asks for nothing; its policy forbids that, and lets the one script run."""
    text = "\n".join(render(Overview("x", Report(findings=(finding(),)), ROWS)))
    soup = BeautifulSoup(text, "html.parser")
    assert not soup.find_all(["link", "img", "iframe", "object", "embed"])
    assert not re.search(r"url\(|@import|src=", text)
    script = soup.script
    policy = soup.find("meta", attrs={"http-equiv": "Content-Security-Policy"})
    assert script is not None
    assert policy is not None
    digest = base64.b64encode(hashlib.sha256(str(script.string).encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in str(policy["content"])
    assert "default-src 'none'" in str(policy["content"])


def test_it_is_well_formed_and_named() -> None:
    """All elements are closed, the page has a language and a title, headings go down by one."""
    text = "\n".join(render(Overview("Small & <fine>", Report(findings=(finding(),)), ROWS)))
    void = {"meta", "input", "wbr"}
    stack: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, _: object) -> None:
            if tag not in void:
                stack.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert stack.pop() == tag

    Checker().feed(text)
    assert stack == []
    soup = BeautifulSoup(text, "html.parser")
    assert soup.title is not None
    assert soup.title.get_text() == "DOIs in Small & <fine>"
    assert soup.html is not None
    assert soup.html["lang"] == "en"
    levels = [int(head.name[1]) for head in soup.find_all(re.compile("^h[1-6]$"))]
    assert levels[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))
    ids = [element["id"] for element in soup.select("[id]")]
    assert len(ids) == len(set(ids))
    for label in soup.select("[aria-labelledby]"):
        assert label["aria-labelledby"] in ids


def test_an_empty_project_has_a_page() -> None:
    """No DOI, no finding: a page that says so."""
    text = page(Overview("", Report())).get_text(" ")
    assert "No problems found." in text
    assert "No DOIs were found." in text


def test_the_headline_says_what_was_not_checked() -> None:
    """A page that stands alone claims no more than the summary does."""
    lost = (PathNote("a.md", "no such file"),)
    report = Report(problems=lost)
    said = page(Overview("", report)).select_one("header p")
    assert said is not None
    _, *told = summary.render(report)
    assert said.get_text() == " ".join(["Nothing was checked. 0 DOIs in 0 files.", *told])
    since = Since("<b>", findings=2, files=1)
    report = Report(files=("b.md",), problems=lost, hidden=3, since=since, offline=True)
    said = page(Overview("", report)).select_one("header p")
    assert said is not None
    _, *lines = summary.render(report)
    assert len(lines) == 5
    first = "No problems were found in the parts that could be read."
    assert said.get_text() == " ".join([f"{first} 0 DOIs in 1 file.", *lines])


def test_no_finding_is_no_praise_of_bad_names() -> None:
    """A rule that is switched off leaves red rows; the headline does not say that all is well."""
    rows = (DoiRow(parse("10.1000/a"), Missing(1), ()), DoiRow(parse("10.1000/b"), None, ()))
    text = page(Overview("", Report(), rows)).get_text(" ")
    assert "No problems were reported, but 1 DOI is marked below." in text
