"""Runs that ask what names are registered as, over a real socket: from files to findings."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from cli.command import NEVER_WAITS, Ran, config, mdlint_doi
from registries_records import LIES
from registries_server import RegistriesServer
from run.registered import GLACIERS, ROWS, TULIPS

from mdlint_doi import Settings, check_paths
from mdlint_doi.ask import strategy
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.run import files, loop, parallel
from mdlint_doi.run.check import check as run_check
from mdlint_doi.run.request import Task, Wants
from mdlint_doi.run.result import Tally

RIGHT = f"Marlowe, A. (2017). {TULIPS}. J. Imag. Bot. 12, 345. https://doi.org/10.1000/tulips\n"
WRONG = f"Marlowe, A. (2017). {TULIPS}. J. Imag. Bot. 12, 345. https://doi.org/10.1000/glaciers\n"
ENTRY = (
    "@article{a, doi = {10.1000/glaciers}, url = {https://doi.org/10.1000/glaciers},\n"
    f"author = {{Marlowe, A.}}, year = 2017, title = {{{TULIPS}}}}}"
)


@pytest.fixture
def server() -> Iterator[RegistriesServer]:
    """Return services that hold the rows."""
    with RegistriesServer(ROWS) as services:
        yield services


def settings(server: RegistriesServer, folder: Path, **more: object) -> Settings:
    """Return settings that ask the server for all."""
    url = server.url
    own = Settings(server=url, crossref_server=url, datacite_server=url, cache_dir=str(folder))
    return own.replace(select=("DOI91",), **more)


def found(
    server: RegistriesServer, folder: Path, text: str, page: str = "page.md", **more: object
) -> list[str]:
    """Return the codes that a text brings."""
    path = folder / page
    path.write_text(text, encoding="utf-8")
    result = check_paths([path], settings(server, folder / "cache", **more))
    return [finding.code for finding in result.findings]


def check(server: RegistriesServer, folder: Path, *arguments: str) -> Ran:
    """Run `mdlint-doi check` in a folder."""
    url = server.url
    return mdlint_doi(
        *("check", "--isolated", "--select", "DOI91", "--depth", "works"),
        *config(cache_dir="cache", server=url, crossref_server=url, datacite_server=url),
        *arguments,
        cwd=folder,
        command=NEVER_WAITS,
    )


def test_another_work_is_reported(server: RegistriesServer, tmp_path: Path) -> None:
    """A wrong DOI under a right reference is; the right one is not."""
    assert found(server, tmp_path, RIGHT) == []
    assert found(server, tmp_path, WRONG) == ["DOI911"]


@pytest.mark.parametrize(
    "text",
    [WRONG.replace("https", "doi:10.1000/glaciers, https"), ENTRY],
)
def test_one_citation_is_reported_once(server: RegistriesServer, tmp_path: Path, text: str) -> None:
    """A citation that gives a DOI twice is one error; two citations are two."""
    page = "page.bib" if text.startswith("@") else "page.md"
    assert found(server, tmp_path, text, page=page) == ["DOI911"]
    assert found(server, tmp_path, f"{text}\n{text}", page=page) == ["DOI911"] * 2


def test_a_retraction_is_reported_though_nothing_is_said(
    server: RegistriesServer, tmp_path: Path
) -> None:
    """Few names are all asked; `registration` asks nobody, and neither does an offline run."""
    assert found(server, tmp_path, "See doi:10.1000/gone.\n") == ["DOI912"]
    server.forget()
    assert found(server, tmp_path / "..", "See doi:10.1000/gone.\n", depth=Depth.REGISTRATION) == []
    assert not server.requests["crossref list"]


@pytest.mark.parametrize(
    ("kind", "code"), [("retraction", "DOI912"), ("expression_of_concern", "DOI913")]
)
def test_what_is_said_against_a_work_is_confirmed(
    server: RegistriesServer, tmp_path: Path, kind: str, code: str
) -> None:
    """An answer to a list may be another work's: it is asked for alone before anybody is told."""
    notice = {"DOI": "10.1000/notice", "type": kind, "updated": [[2012, 3, 4]]}
    server.add_row({**ROWS[2], "updated-by": [notice]})
    assert found(server, tmp_path, "See doi:10.1000/gone.\n") == [code]
    assert server.requests["crossref single"] == 1


def test_other_agencies_and_outages_are_no_verdict(
    server: RegistriesServer, tmp_path: Path
) -> None:
    """What cannot be learned never speaks against a citation; it is a hint."""
    text = f"[{TULIPS}](https://doi.org/10.2000/medra)\n"
    assert found(server, tmp_path, text) == []
    server.fail("500", service="crossref")
    assert found(server, tmp_path, WRONG) == ["DOI916"]


@pytest.mark.parametrize("lie", LIES)
def test_lies_accuse_nobody(server: RegistriesServer, tmp_path: Path, lie: str) -> None:
    """Whatever an answer says that is not so, right references stay right, then and later."""
    server.lie = lie
    text = RIGHT + f"\nOkafor, B. (2009). {GLACIERS}. Ice 3, 4. https://doi.org/10.1000/glaciers\n"
    assert {*found(server, tmp_path, text)} <= {"DOI916", "DOI917"}
    server.lie = ""
    assert {*found(server, tmp_path, text)} <= {"DOI916", "DOI917"}


def test_an_accusation_is_asked_twice(server: RegistriesServer, tmp_path: Path) -> None:
    """The list's answer is confirmed by one for that name alone."""
    found(server, tmp_path, WRONG + RIGHT)
    assert server.requests["crossref list"] == 1
    assert server.requests["crossref single"] == 1


def test_many_names_of_which_nothing_is_said_are_left_out(
    server: RegistriesServer, tmp_path: Path
) -> None:
    """`auto` asks for the claimed one alone, and says what `all` would take."""
    rows = [{"doi": f"10.1000/{number}", "title": ["T"], "year": 2000} for number in range(201)]
    for row in rows:
        server.add_row(row)
    links = "".join(f"<https://doi.org/{row['doi']}>\n" for row in rows)
    (tmp_path / "page.md").write_text(f"{links}\n{WRONG}")
    ran = check(server, tmp_path, "page.md")
    assert " 1 DOI: 1 found.\nCompared 1 reference: 1 " in ran.out
    assert "201 DOIs, because" in ran.out
    assert ": --depth all " in ran.out
    ran = check(server, tmp_path, "--depth", "all", "page.md")
    assert " 202 DOIs: 202 found." in ran.out


def test_they_are_counted_where_nothing_else_is_asked(
    server: RegistriesServer, tmp_path: Path
) -> None:
    """A page of links alone: no work is asked for, and the summary says how many were skipped."""
    names = [f"10.1000/{number}" for number in range(201)]
    for name in names:
        server.add_row({"doi": name, "title": ["T"], "year": 2000})
    (tmp_path / "page.md").write_text("".join(f"<https://doi.org/{name}>\n" for name in names))
    ran = check(server, tmp_path, "page.md")
    assert "201 DOIs, because" in ran.out
    assert not [request for request in server.requests if request.startswith("crossref")]


def test_strict_counts_unknown_works_with_all_only(
    server: RegistriesServer, tmp_path: Path
) -> None:
    """An outage of Crossref makes exit code 3 where all works are asked."""
    (tmp_path / "page.md").write_text(RIGHT)
    server.fail("500", service="crossref")
    assert check(server, tmp_path, "--strict", "page.md").code == 0
    assert check(server, tmp_path, "--strict", "--depth", "all", "page.md").code == 3


def test_dump_and_explanation(server: RegistriesServer, tmp_path: Path) -> None:
    """The dump says whether they agree; the explanation has the line that excepts the DOI."""
    (tmp_path / "page.md").write_text(RIGHT + "\n" + WRONG)
    ran = check(server, tmp_path, "--dump", "--explain", "page.md")
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert [row["agreement"] for row in lines] == ["agrees", "disagrees"]
    assert [row["strength"] for row in lines] == [None, "strong"]
    assert [row["retracted"] for row in lines] == [False, False]
    assert [row["agency"] for row in lines] == ["Crossref", "Crossref"]
    assert lines[1]["reason"].startswith("different authors, different title")
    assert [difference["field"] for difference in lines[1]["differences"]][:2] == [
        "authors",
        "title",
    ]
    assert '"10.1000/glaciers" = "the reason"' in ran.err
    assert lines[0]["reason"]
    right, wrong = (line for line in ran.err.splitlines() if "conclusion: " in line)
    assert right.endswith(f": {lines[0]['reason']}")
    assert wrong.endswith(" (a warning)")
    reported = check(server, tmp_path, "--output-format", "json", "page.md")
    (finding,) = json.loads(reported.out)
    place = f"page.md:{finding['line']}:{finding['column']}: 10.1000/glaciers"
    assert place in ran.err
    assert "shown once" in ran.err
    ran = check(server, tmp_path, "--output-format", "json", "page.md")
    assert "shown once" not in ran.err
    assert json.loads(ran.out)[0]["registered"] == f'"{GLACIERS}" (Okafor 2009)'


def test_references_are_counted(server: RegistriesServer, tmp_path: Path) -> None:
    """Each citation once, by what is reported of it; those at other agencies by their agency."""
    bare = "See doi:10.1000/gone.\n"
    held = "".join(f"[{TULIPS}](https://doi.org/10.2000/{name})\n\n" for name in ("medra", "k"))
    server.add_row({**ROWS[3], "doi": "10.2000/k", "title": ["Other"]})
    twice = WRONG.replace("https", "doi:10.1000/glaciers, https")
    (tmp_path / "page.md").write_text(f"{RIGHT}\n{twice}\n{bare}\n{held}")
    ran = check(server, tmp_path, "page.md")
    assert "Compared 2 references: 1 disagrees " in ran.out
    assert "could not be judged" not in ran.out  # a bare link is no reference
    assert "2 DOIs registered with CNKI." in ran.out
    dumped = check(server, tmp_path, "--dump", "page.md")
    lines = [json.loads(line) for line in dumped.out.splitlines()]
    assert [row["agency"] for row in lines[-2:]] == ["CNKI", "CNKI"]
    assert [row["reason"] for row in lines[-2:]] == [None, None]
    excepted = '[exceptions]\n"10.1000/glaciers" = "a translation"\n'
    (tmp_path / "own.toml").write_text(excepted)
    url = config(server=server.url, crossref_server=server.url, datacite_server=server.url)
    ran = mdlint_doi(
        *("check", "--config", "own.toml", *config(use_cache=False), *url),
        *("--depth", "works", "page.md"),
        cwd=tmp_path,
    )
    assert "Compared 2 references: 1 differs, but this is not reported" in ran.out


def test_what_is_not_judged_is_listed(server: RegistriesServer, tmp_path: Path) -> None:
    """With `-v`, and in SARIF, each reference that was not judged has its place and the reason."""
    software = ENTRY.replace("article", "software").replace("Marlowe", "Okafor")
    (tmp_path / "page.md").write_text(f"{WRONG}\n  Bee (2011). doi:10.1000/gone.\n")
    (tmp_path / "a.bib").write_text(software)
    paths = ("a.bib", "page.md")
    shown = check(server, tmp_path, "-v", *paths).out.splitlines()
    lines = [line.strip().split(": ") for line in shown if "not judged: " in line]
    assert [parts[:-1] for parts in lines] == [
        ["a.bib:1:21", "not judged", "10.1000/glaciers"],
        ["page.md:3:15", "not judged", "10.1000/gone"],
    ]
    assert len({parts[-1] for parts in lines}) == 2
    assert "not judged:" not in check(server, tmp_path, *paths).out
    sarif = json.loads(check(server, tmp_path, "--output-format", "sarif", *paths).out)
    notes = sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"]
    texts = [note["message"]["text"] for note in notes if "locations" in note]
    assert texts == [": ".join(parts[2:]) for parts in lines]


def test_what_an_entry_differs_in_is_explained(server: RegistriesServer, tmp_path: Path) -> None:
    """Each field is shown from both sides, and what to send if that is a false alarm."""
    year = ENTRY.replace("glaciers", "tulips").replace("2017", "2009")
    for text, lines in (
        (
            ENTRY,
            ["authors: Marlowe | registered: Okafor", "different work, strong: 10.1000/glaciers"],
        ),
        (year, ["year: 2009 | registered: 2017", "differs in year (a hint)", "details, weak: "]),
    ):
        (tmp_path / "a.bib").write_text(text)
        said = check(server, tmp_path, "--explain", "a.bib").err
        assert [line for line in lines if line not in said] == [], said


def test_details_fail_where_that_is_asked_for(server: RegistriesServer, tmp_path: Path) -> None:
    """With `--fail-on hint`; an outage does not, and `--exit-zero` and `--strict` are theirs."""
    hinted = "Quill et al., J. Imag. Bot., 12, 345-361, 2003, doi:10.1000/glaciers\n"
    (tmp_path / "page.md").write_text(hinted)
    ran = check(server, tmp_path, "page.md")
    assert (ran.code, "DOI911 [other-work] hint: 10.1000" in ran.out) == (0, True)
    assert "No problems found, 1 hint: 1 file checked" in ran.out
    assert "Compared 1 reference: 1 disagrees " in ran.out
    assert "(a hint)" in check(server, tmp_path, "--explain", "page.md").err
    ran = check(server, tmp_path, "--fail-on", "hint", "page.md")
    assert (ran.code, "Found 1 hint in 1 of 1 file" in ran.out) == (1, True)
    assert "1 of 1 finding counts " in ran.out
    assert check(server, tmp_path, "--fail-on=hint", "--exit-zero", "page.md").code == 0
    server.fail("500", service="crossref")
    options = (*config(use_cache=False), "--fail-on", "hint", "page.md")
    ran = check(server, tmp_path, *options)
    assert (ran.code, "DOI916 [not-checked] hint: " in ran.out) == (0, True)
    assert check(server, tmp_path, "--strict", "--depth=all", *options).code == 3


def test_clean_files_are_remembered(server: RegistriesServer, tmp_path: Path) -> None:
    """Within a week a clean file is passed by, and nobody is asked."""
    (tmp_path / "page.md").write_text(RIGHT)
    assert check(server, tmp_path, "page.md").code == 0
    server.forget()
    ran = check(server, tmp_path, "page.md")
    assert (ran.code, sum(server.requests.values())) == (0, 0)
    assert "Looked up 1 DOI: 1 registered" in ran.out


@pytest.mark.parametrize("options", [(), ("--verbose",), ("--output-format", "json"), ("--fix",)])
def test_second_run_reports_the_same(
    server: RegistriesServer, tmp_path: Path, options: tuple[str, ...]
) -> None:
    """With all files clean, or some, the counts of works and citations are those of the first."""
    unjudged = "See [this](https://doi.org/10.1000/glaciers), from 2009.\n"
    bare = "See [this](https://doi.org/10.1000/glaciers).\n"
    medra = bare.replace("1000/glaciers", "2000/medra")
    names = {"right.md": RIGHT, "same.md": RIGHT, "unjudged.md": unjudged, "medra.md": medra}
    for name, text in names.items():
        (tmp_path / name).write_text(text)

    def reported() -> str:
        ran = check(server, tmp_path, *options, *names)
        return re.sub(r"in \d+\.\d s|\"seconds\": [0-9.]+|note: sent the DOIs.*\n", "", ran.out)

    first = reported()
    server.forget()
    assert reported() == first
    assert not server.requests
    (tmp_path / "right.md").write_text(f"{RIGHT}\n")
    assert reported() == first
    assert "Compared 0" not in first


def test_a_new_retraction_is_found_on_the_eighth_day(
    server: RegistriesServer, tmp_path: Path
) -> None:
    """Until then neither the clean file nor the work is asked for again."""
    (tmp_path / "page.md").write_text(RIGHT)
    assert check(server, tmp_path, "page.md").code == 0
    notice = {"DOI": "10.1000/notice", "type": "retraction", "updated": [[2026, 11, 1]]}
    server.add_row({**ROWS[0], "updated-by": [notice]})
    server.forget()
    _grow_old(tmp_path / "cache", 6.9)
    assert (check(server, tmp_path, "page.md").code, sum(server.requests.values())) == (0, 0)
    _grow_old(tmp_path / "cache", 0.2)
    assert "DOI912" in check(server, tmp_path, "page.md").out


def test_a_clean_file_rests_on_its_oldest_work(server: RegistriesServer, tmp_path: Path) -> None:
    """It is judged again when the first of its works is a week old, however new the others are."""
    (tmp_path / "first.md").write_text(RIGHT)
    assert check(server, tmp_path, "first.md").code == 0
    _grow_old(tmp_path / "cache", 6.0)
    other = f"Okafor, B. (2009). {GLACIERS}. J. Imag. Bot. https://doi.org/10.1000/glaciers\n"
    (tmp_path / "both.md").write_text(f"{RIGHT}\n{other}")
    assert check(server, tmp_path, "both.md").code == 0
    notice = {"DOI": "10.1000/notice", "type": "retraction", "updated": [[2026, 11, 1]]}
    server.add_row({**ROWS[0], "updated-by": [notice]})
    _grow_old(tmp_path / "cache", 2.0)
    assert "DOI912" in check(server, tmp_path, "both.md").out


def _grow_old(folder: Path, days: float) -> None:
    """Let all that a cache holds be older."""
    (file,) = folder.glob("*.sqlite3")
    seconds = days * 86_400
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE answers SET answered = answered - ?", (seconds,))


def test_work_shows_what_is_registered(server: RegistriesServer, tmp_path: Path) -> None:
    """As text and as JSON; what is not registered makes exit code 1."""
    url = server.url
    own = config(server=url, crossref_server=url, datacite_server=url, use_cache=False)
    options = ("--isolated", "--depth", "works", *own)
    ran = mdlint_doi("lookup", *options, "10.1000/gone", cwd=tmp_path)
    assert ran.code == 0
    assert '"A study of bees in winter gardens"' in ran.out
    assert "retraction by 10.1000/notice, 2012-03-04" in ran.out
    names = ("10.1000/none", "10.2000/medra", "10.1000/tulips")
    ran = mdlint_doi(
        "lookup",
        *options,
        *config(use_cache=False),
        "--output-format",
        "json",
        *names,
        cwd=tmp_path,
    )
    told = json.loads(ran.out)
    assert ran.code == 1
    assert [row["work"] and row["work"]["outcome"] for row in told] == [None, "not-held", "known"]
    assert told[2]["work"]["titles"] == [TULIPS]


def test_works_are_asked_beside_look_ups(server: RegistriesServer, tmp_path: Path) -> None:
    """More references than fill a list bring the same findings and requests, asked at once."""
    lines = []
    for number in range(70):
        doi, title = f"10.1000/many{number}", f"Roots of wild tulips in garden number {number}"
        row = {"doi": doi, "title": [title], "authors": ["Marlowe"], "year": 2017}
        server.add_row(row)
        lines.append(f"- Marlowe, A. (2017). {title}. Bulbs 1, 2-3. https://doi.org/{doi}\n")
    lines.append(f"- {WRONG}")
    lines.append("- See doi:10.1000/gone, and doi:10.1000/not-registered\n")
    assert found(server, tmp_path, "".join(lines)) == ["DOI911", "DOI912"]
    assert sorted(server.lists) == [22, 50]
    text = "".join(lines)
    assert found(server, tmp_path / "..", text, "all.md", depth=Depth.ALL) == ["DOI911", "DOI912"]
    assert sorted(server.lists) == [22, 22, 50, 50]


@pytest.mark.parametrize("jobs", [1, 2])
def test_documents_are_judged_at_first_or_at_last(
    server: RegistriesServer, tmp_path: Path, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The report is the same with documents that are judged before anything is asked of works.

    Those that nothing touches are read once, in any number of processes.
    """
    comment = "<!-- mdlint-doi-disable-line DOI912 -->"
    texts = (RIGHT, WRONG, "See doi:10.1000/gone.\n", f"See doi:10.1000/gone. {comment}\n", RIGHT)
    for number, text in enumerate(texts):
        (tmp_path / f"{number}.md").write_text(text)
    (tmp_path / "refs.bib").write_text(ENTRY)
    asking = settings(server, tmp_path, use_cache=False)
    monkeypatch.setattr(strategy, "FEW", 0)
    task = Task((str(tmp_path),), asking, jobs=jobs)
    own = Wants.of
    with monkeypatch.context() as patch:
        patch.setattr(Wants, "of", lambda task: own(task).replace(all_last=True))
        at_last = run_check(task)
    monkeypatch.setattr(loop, "ENOUGH", 1)
    monkeypatch.setattr(parallel, "TEXTS", 2)
    again: list[str] = []
    monkeypatch.setattr(loop, "texts", lambda paths, tally: texts_of(again, paths, tally))
    assert run_check(task).report == at_last.report
    assert {Path(path).name for path in again} == {"1.md", "2.md", "3.md", "refs.bib"}
    assert {finding.code for finding in at_last.report.findings} == {"DOI911", "DOI912"}


def texts_of(names: list[str], paths: Iterable[str], tally: Tally) -> Iterator[files.Text]:
    """Return texts that are read, and note their names."""
    wanted = [*paths]
    names += wanted
    return files.texts(wanted, tally)
