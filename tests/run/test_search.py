"""Runs of `mdlint-doi search` and of `check --max-searches`, from files to reports and files."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.command import NEVER_WAITS, Ran, config, mdlint_doi
from registries_server import RegistriesServer
from skipped_waits import skip_waits

from mdlint_doi.ask.event_loop import wait_for
from mdlint_doi.ask.resolve import Interrupted
from mdlint_doi.ask.settings import LookupSettings
from mdlint_doi.ask.store import Answer, AnsweredBy
from mdlint_doi.config.today import today
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Unknown
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task
from mdlint_doi.run.search import look_up_meant_works, search

TULIPS = "Root competition between tulips and hyacinths in sandy soils"
GLACIERS = "Melting of small glaciers in the northern valleys of the old world"
ROWS = (
    {"doi": "10.1000/tulips", "title": [TULIPS], "authors": ["Marlowe"], "year": 2017},
    {"doi": "10.65215/copy", "title": [TULIPS], "authors": ["Marlowe"], "year": 2017},
    {"doi": "10.1000/glaciers", "title": [GLACIERS], "authors": ["Okafor"], "year": 2009,
     "updated-by": [{"DOI": "10.1000/n", "type": "retraction", "updated": [[2012, 3, 4]]}]},
)  # fmt: skip
ITEM = f"- Marlowe, A. (2017). {TULIPS}. J. Imag. Bot. 12, 345-361."
ENTRY = "@article{%s,\n  author = {%s},\n  title = {%s},\n  year = {%s}\n}\n"
BIB = ENTRY % ("tulips", "Marlowe, Ada", TULIPS, 2017) + ENTRY % (
    "ice",
    "Okafor, B.",
    GLACIERS,
    2009,
)
REST = ENTRY % ("none", "Nobody, N.", "Something that nobody has registered so far", 2001)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[RegistriesServer]:
    """Return services that hold the rows; nobody waits between requests."""
    skip_waits(monkeypatch)
    with RegistriesServer(ROWS) as services:
        yield services


def run(server: RegistriesServer, folder: Path, *arguments: str) -> Ran:
    """Run the command in a folder."""
    url = server.url
    servers = [*config(server=url, crossref_server=url, datacite_server=url)]
    servers += [*config(cache_dir=folder / ".cache")]
    return mdlint_doi("search", *servers, *arguments, cwd=folder, command=NEVER_WAITS)


def task(server: RegistriesServer, folder: Path, **more: object) -> Task:
    """Return a task that searches a folder."""
    own = Settings(
        server=server.url,
        crossref_server=server.url,
        datacite_server=server.url,
        cache_dir=str(folder / ".cache"),
        select=("DOI921",),
    )
    return Task((str(folder),), own).replace(**more)


def test_proposals_are_hints_with_the_registered_work(
    server: RegistriesServer, tmp_path: Path
) -> None:
    """Nothing is written; the exit code is 0; hosts, counts and what is left out are told."""
    (tmp_path / "a.bib").write_text(BIB + REST + "@misc{web, title={A page}}\n")
    (tmp_path / "a.md").write_text(f"{ITEM}\n")
    (tmp_path / "b.ipynb").write_text('{"cells": [], "nbformat": 4, "nbformat_minor": 5}')
    ran = run(server, tmp_path)
    assert ran.code == 0
    assert (
        f"ice: the reference has no DOI; 10.1000/glaciers is registered with Crossref as"
        f' "{GLACIERS}" (Okafor 2009)' in ran.out
    )
    assert "; the work was retracted" in ran.out
    assert ran.out.count("DOI921 [missing-doi]") == 3
    assert "Skipped 1 reference " in ran.out
    assert "3 can be fixed with " in ran.out
    assert "sent references to 127.0.0.1" in ran.err
    assert "skipped 1 file in other formats" in ran.err
    assert "searching: 4 references, about 4 s (" in ran.err
    assert (tmp_path / "a.bib").read_text().count("doi") == 0


def test_they_are_written_only_with_both_switches(server: RegistriesServer, tmp_path: Path) -> None:
    """`--fix` alone writes nothing; a second run has nothing left to say."""
    (tmp_path / "a.bib").write_text(BIB)
    (tmp_path / "a.md").write_text(f"{ITEM}\n")
    assert run(server, tmp_path, "--fix").code == 0
    assert (tmp_path / "a.bib").read_text() == BIB
    patch = run(server, tmp_path, "--diff", "--unsafe-fixes")
    assert patch.code == 1
    assert "+  doi = {10.1000/tulips}" in patch.out
    ran = run(server, tmp_path, "--fix", "--unsafe-fixes")
    assert "0 requests, 3 answered from the cache" in ran.out
    assert "doi = {10.1000/tulips}\n}" in (tmp_path / "a.bib").read_text()
    assert (tmp_path / "a.md").read_text() == f"{ITEM} <https://doi.org/10.1000/tulips>\n"
    written = [(tmp_path / name).read_text() for name in ("a.bib", "a.md")]
    again = run(server, tmp_path, "--fix", "--unsafe-fixes", "--output-format", "json")
    assert json.loads(again.out) == []
    assert [(tmp_path / name).read_text() for name in ("a.bib", "a.md")] == written


def test_json_tells_all_of_a_proposal(server: RegistriesServer, tmp_path: Path) -> None:
    """As the other commands do: place, DOI, registered work, the edit and its safety."""
    (tmp_path / "a.bib").write_text(BIB)
    first, _ = json.loads(run(server, tmp_path, "--output-format", "json").out)
    assert (first["code"], first["severity"], first["where"]) == ("DOI921", "hint", "tulips")
    assert first["doi"] == "10.1000/tulips"
    assert first["registered"] == f'"{TULIPS}" (Marlowe 2017)'
    assert first["fix"]["safety"] == "unsafe"
    assert first["fix"]["edits"][0]["replacement"] == ",\n  doi = {10.1000/tulips}"


def test_comments_and_settings_switch_it_off(server: RegistriesServer, tmp_path: Path) -> None:
    """Where the rule does not hold, nothing is sent; a comment hides the proposal."""
    (tmp_path / "off").mkdir()
    (tmp_path / "off" / "a.bib").write_text(BIB)
    (tmp_path / "mdlint-doi.toml").write_text('[per-file-ignores]\n"off/*" = ["DOI921"]\n')
    ran = run(server, tmp_path)
    assert ran.out.startswith("Nothing was searched in ")
    assert " in 1 file." in ran.out.splitlines()[0]
    assert server.targets == []
    (tmp_path / "a.md").write_text(f"<!-- mdlint-doi-disable-next-line DOI921 -->\n{ITEM}\n")
    assert "DOI921" not in run(server, tmp_path, "a.md").out


def test_so_many_searches_and_the_rest_later(server: RegistriesServer, tmp_path: Path) -> None:
    """The next run goes on from the cache; strictly, what is left is a failure."""
    (tmp_path / "a.bib").write_text(BIB + REST)
    first = run(server, tmp_path, "--max-searches", "1", "--strict")
    assert first.code == 3
    assert "2 references are left for the next run" in first.out
    second = run(server, tmp_path, "--max-searches", "2", "--strict")
    assert second.code == 0
    assert "4 requests, 1 answered from the cache" in second.out
    assert mdlint_doi("search", "--max-searches", "0").code == 2


JOURNAL = "Journal of Imaginary Botany"
INVENTED = ENTRY % (
    *("none", "Nobody, N."),
    *("Whistling patterns of imaginary marmots across forgotten alpine meadows", 2001),
)


def with_journal(*entries: str) -> str:
    """Return entries as papers of one journal."""
    return "".join(entry.replace("\n}", f",\n  journal = {{{JOURNAL}}}\n}}") for entry in entries)


@pytest.fixture
def botany(server: RegistriesServer) -> RegistriesServer:
    """Return services that hold other works of the journal, too."""
    for number in range(3):
        row = {"doi": f"10.1000/o{number}", "title": [f"Notes {number}"], "authors": ["Bosc"]}
        server.add_row({**row, "year": 2001, "container": [JOURNAL]})
    return server


def test_what_differs_and_what_is_not_found(botany: RegistriesServer, tmp_path: Path) -> None:
    """Each is a hint that names the services; the latter is said on request only."""
    wrong = ENTRY % ("late", "Marlowe, Ada", TULIPS, 2011)
    (tmp_path / "a.bib").write_text(with_journal(wrong, INVENTED))
    usual = run(botany, tmp_path)
    assert usual.code == 0
    assert (
        f"DOI922 [differing-fields] hint: late: 10.1000/tulips is registered with Crossref as"
        f' "{TULIPS}" (Marlowe 2017); the reference differs in year (2011 instead of 2017)'
        in usual.out
    )
    assert " for 0, a similar work was found for 1." in usual.out
    assert "No DOI was found for 1 reference that --not-found may report." in usual.out
    assert "DOI923" not in usual.out
    ran = run(botany, tmp_path, "--not-found")
    assert (
        "DOI923 [work-not-found] hint: none: the work was not found in Crossref or DataCite"
        in ran.out
    )
    assert f'"{JOURNAL}"' in ran.out
    assert "a similar work was found for 1, no work was found for 1." in ran.out


@pytest.mark.parametrize("service", ["crossref", "datacite"])
def test_a_failure_is_not_the_lack_of_a_work(
    botany: RegistriesServer, tmp_path: Path, service: str
) -> None:
    """Whoever fails: nothing is said of the reference, and it counts as not searched."""
    (tmp_path / "a.bib").write_text(with_journal(INVENTED))
    botany.fail("500", service=service, times=99)
    ran = run(botany, tmp_path, "--not-found", "--strict")
    assert "DOI92" not in ran.out
    assert ran.code == 3


@pytest.mark.parametrize(
    ("entry", "reason"),
    [(INVENTED.replace("@article", "@book"), "of a kind that is often not registered"),
     (INVENTED.replace("@article", "@phdthesis"), "of a kind that is often not registered"),
     (INVENTED.replace("2001", "2002"), "in a journal or conference without other works"),
     (INVENTED.replace("2001", str(today().year)), "from this year or next year"),
     (INVENTED.replace("across forgotten alpine meadows", ""), "with too little information")],
)  # fmt: skip
def test_what_is_not_judged_is_counted_by_its_reason(
    botany: RegistriesServer, tmp_path: Path, entry: str, reason: str
) -> None:
    """None of these is ever said to be missing."""
    (tmp_path / "a.bib").write_text(with_journal(entry))
    ran = run(botany, tmp_path, "--not-found")
    assert "DOI92" not in ran.out.replace("DOI921", "")
    assert f" for 1 reference {reason}" in " ".join(ran.out.split())


def test_an_outage_is_no_verdict(server: RegistriesServer, tmp_path: Path) -> None:
    """What could not be searched is counted, and fails a strict run alone."""
    (tmp_path / "a.bib").write_text(BIB)
    server.fail("403", times=99)
    ran = run(server, tmp_path)
    assert ran.code == 0
    assert ran.out.startswith("Nothing was searched in ")
    assert " s: the search failed for 2 references" in ran.out
    assert "HTTP 403" in ran.err
    assert run(server, tmp_path, "--strict").code == 3


def test_offline_nothing_is_sent(server: RegistriesServer, tmp_path: Path) -> None:
    """The setting holds here, too: no request, no verdict, and the reason is said."""
    (tmp_path / "refs.bib").write_text(BIB)
    (tmp_path / "mdlint-doi.toml").write_text("offline = true\n")
    ran = run(server, tmp_path, "--strict", "refs.bib")
    assert (ran.code, server.targets) == (3, [])
    assert ran.out.startswith("Nothing was searched in ")
    assert "offline = true" in ran.err


def test_only_registered_names_are_proposed(server: RegistriesServer, tmp_path: Path) -> None:
    """The Handle API is asked; a failure there is counted and proposes nothing."""
    (tmp_path / "a.bib").write_text(BIB)
    server.fail("500", service="doi", times=99)
    report = search(task(server, tmp_path)).report
    assert report.findings == ()
    assert report.searches is not None
    assert (report.searches.searched, report.searches.unknown) == (2, 2)
    assert report.searches.unchecked == 2


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
def test_a_run_that_is_ended_goes_on(server: RegistriesServer, tmp_path: Path, name: str) -> None:
    """What was answered is in the cache, whether it was Ctrl-C or a kill."""
    is_kill = name == "SIGKILL"
    several = "".join(ENTRY % (f"k{at}", "Marlowe, A.", f"{TULIPS} {at}", 2017) for at in range(9))
    (tmp_path / "a.bib").write_text(several)
    url, answered = server.url, len(server.targets)
    servers = [*config(server=url, crossref_server=url, cache_dir=tmp_path / ".cache")]
    server.headers = {"x-rate-limit-limit": "1", "x-rate-limit-interval": "200ms"}
    command = [sys.executable, "-m", "mdlint_doi", "search", *servers, "."]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        while len(server.targets) - answered < 3 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(getattr(signal, name))
        out, _ = process.communicate(timeout=500)
    assert process.returncode == (-9 if is_kill else 130)
    if not is_kill:
        assert b"interrupted" in out
    server.headers = {"x-rate-limit-limit": "99", "x-rate-limit-interval": "10ms"}
    ran = run(server, tmp_path)
    assert "Searched for 9 references" in ran.out
    assert len(server.targets) - answered <= 28  # three each


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(("-",), "search does not read standard input"),
     (config(crossref_server="http://example.org"), "https"), (("--max-searches", "x"), "x")],
)  # fmt: skip
def test_what_cannot_be_done_is_refused(arguments: tuple[str, ...], words: str) -> None:
    """Before anything is read or sent."""
    ran = mdlint_doi("search", *arguments)
    assert ran.code == 2
    assert words in ran.err


def test_check_makes_no_search_of_its_own(server: RegistriesServer, tmp_path: Path) -> None:
    """Whoever selects the rule there is told where it is found; nothing is sent."""
    (tmp_path / "a.bib").write_text(BIB)
    ran = mdlint_doi("check", "--offline", "--extend-select", "DOI921", cwd=tmp_path)
    assert "DOI921 (missing-doi) is reported only by mdlint-doi search" in ran.err
    assert "DOI921" not in mdlint_doi("check", "--offline", "--select", "all", cwd=tmp_path).err


WRONG = f"Marlowe, A. (2017). {TULIPS}. J. Imag. Bot. 12, 345. https://doi.org/10.1000/%s\n"


@pytest.mark.parametrize("name", ["absent", "glaciers"])
def test_a_wrong_doi_brings_the_right_one(
    server: RegistriesServer, tmp_path: Path, name: str
) -> None:
    """Only where searches are allowed; neither message offers a fix of it."""
    (tmp_path / "a.md").write_text(WRONG % name)
    asked = task(server, tmp_path)
    asked = asked.replace(settings=asked.settings.replace(select=("DOI901", "DOI911")))
    assert "did you mean" not in check(asked).report.findings[0].message
    (finding,) = check(asked.replace(max_searches=5)).report.findings
    assert "; did you mean 10.1000/tulips, registered as" in finding.message
    assert finding.fix is None
    searches = [target for target in server.targets if "query." in target]
    assert len(searches) == 1


def test_more_wrong_dois_than_searches_are_told(server: RegistriesServer, tmp_path: Path) -> None:
    """What is not searched does not pass in silence; without a look-up nothing is searched."""
    other = f"Okafor, B. (2009). {GLACIERS}. Ice 1, 2. https://doi.org/10.1000/absent\n"
    (tmp_path / "a.md").write_text(f"{WRONG % 'absent'}\n{other}")
    asked = task(server, tmp_path, max_searches=1)
    asked = asked.replace(
        settings=asked.settings.replace(select=("DOI901",), depth=Depth.REGISTRATION)
    )
    notices = check(asked).report.notices
    (told,) = (notice for notice in notices if " --max-searches " in notice)
    assert told.startswith("1 citation ")
    (tmp_path / "a.md").write_text("[t](https://doi.org/10.1000/absent)\n")
    assert len(check(asked).report.findings) == 1
    from mdlint_doi.run.learned import Learned

    assert wait_for(look_up_meant_works((), Learned(), asked.settings, 5)) == Learned()


@pytest.mark.parametrize("is_ended", [True, False])
def test_ctrl_c_in_the_last_look_up_loses_no_finding(
    server: RegistriesServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_ended: bool,  # noqa: FBT001
) -> None:
    """What was learned before is reported; a DOI that could not be looked up is told, too."""

    async def fail(names: list[Doi], _: LookupSettings) -> dict[Doi, Answer]:
        answers = {doi: Answer(Unknown(Cause.INTERRUPTED), AnsweredBy.NETWORK) for doi in names}
        if is_ended:
            raise Interrupted(answers)
        return answers

    monkeypatch.setattr("mdlint_doi.run.search.aresolve", fail)
    (tmp_path / "a.md").write_text(WRONG % "absent")
    asked = task(server, tmp_path, max_searches=5)
    report = check(asked.replace(settings=asked.settings.replace(select=("DOI901",)))).report
    assert report.interrupted is is_ended
    (finding,) = report.findings
    assert "did you mean" not in finding.message
    assert [notice for notice in report.notices if notice.startswith("1 DOI ")]


@pytest.mark.parametrize("lie", ["control", "huge", "contradiction", "nulls"])
def test_a_lying_registry_puts_nothing_onto_the_terminal(
    server: RegistriesServer, tmp_path: Path, lie: str
) -> None:
    """What is printed of a registered work is one line without a control character."""
    (tmp_path / "a.bib").write_text(BIB)
    server.lie = lie
    report = search(task(server, tmp_path)).report
    assert all(finding.message.isprintable() for finding in report.findings)
    assert all(len(finding.message) < 1000 for finding in report.findings)


def test_a_file_that_hides_its_text_is_an_error(server: RegistriesServer, tmp_path: Path) -> None:
    """UTF-16 is told as by check, and nothing of it is searched."""
    (tmp_path / "a.bib").write_bytes(BIB.encode("utf-16"))
    (tmp_path / "b.bib").write_text("@article{broken, title = {x")
    report = search(task(server, tmp_path)).report
    assert [(Path(problem.path).name, problem.is_part) for problem in report.problems] == [
        ("a.bib", False),
        ("b.bib", True),
    ]
    assert server.targets == []
