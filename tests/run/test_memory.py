"""Clean files are passed by while nothing changes that the verdict hangs on."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from time import time

import pytest
from cli.command import TELLS_PARSED, Ran, config, mdlint_doi
from handle_server import HandleServer

from mdlint_doi import acheck_paths, check_paths
from mdlint_doi.ask.cache_file import FILE_NAME
from mdlint_doi.ask.store import Answer, AnsweredBy, Cache
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Found
from mdlint_doi.run.clean_files import WORKS_DAYS, CleanFiles
from mdlint_doi.run.draft import Draft
from mdlint_doi.run.learned import Learned, WorksLearned
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Tally
from mdlint_doi.works.work import KnownWork, Titles, Work

CLEAN_ROWS = "WHERE server LIKE 'clean files:%'"
CLEAN = "See [one](https://doi.org/10.1000/1) and [two](https://doi.org/10.1000/2).\n"


@pytest.fixture(autouse=True)
def _known(handle_server: HandleServer) -> None:
    for name in ("10.1000/1", "10.1000/2", "10.1000/3"):
        handle_server.add(name)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """Return a clean file."""
    path = tmp_path / "page.md"
    path.write_text(CLEAN)
    return path


def check(server: HandleServer, folder: Path, *words: str | Path) -> tuple[Ran, bool]:
    """Check a folder's pages; tell whether any was read by the parser."""
    fixed = ("check", "--isolated", *config(server=server.url, cache_dir=folder / "cache"))
    pages = sorted(folder.glob("*.md"))
    ran = mdlint_doi(*fixed, *words, *pages, cwd=folder, command=TELLS_PARSED)
    *lines, last = ran.err.splitlines()
    return Ran(ran.code, ran.out, "\n".join(lines)), last == "PARSED True"


def said(ran: Ran) -> list[str]:
    """Return what a run printed, without the time that it took."""
    return [re.sub(r" in \d+\.\d s\.$", "", line) for line in ran.out.splitlines()]


@pytest.mark.parametrize("words", [(), ("--fix",), ("--depth", "records"), ("--statistics",)])
def test_a_clean_file_is_not_parsed_again(
    handle_server: HandleServer, tmp_path: Path, page: Path, words: tuple[str, ...]
) -> None:
    """The report is the same, counts of names included, and no rule and no parser is loaded."""
    page.with_name("other.md").write_text(CLEAN.replace("/2)", "/3)"))
    first, parsed = check(handle_server, tmp_path, *words)
    assert parsed
    assert "3 registered" in first.out
    again, parsed = check(handle_server, tmp_path, *words)
    assert not parsed
    assert (said(again), again.code) == (said(first), 0)


def test_both_colours_remember(
    handle_server: HandleServer, tmp_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check that is awaited stores clean files, and does not read them again; nor do others."""
    settings = Settings(server=handle_server.url, cache_dir=str(tmp_path / "cache"))
    first = asyncio.run(acheck_paths([page], settings))
    monkeypatch.setattr("mdlint_doi.run.loop.read_document", None)
    assert asyncio.run(acheck_paths([page], settings)) == first
    assert check_paths([page], settings) == first
    assert first.ok


def test_only_other_files_are_parsed(
    handle_server: HandleServer, tmp_path: Path, page: Path
) -> None:
    """Beside clean files that are known, a new one is judged, and each name counted once."""
    check(handle_server, tmp_path)
    page.with_name("new.md").write_text(CLEAN.replace("https://doi", "https://dx.doi", 1))
    ran, parsed = check(handle_server, tmp_path)
    assert parsed
    assert ran.out.count("DOI201") == 1
    assert "in 1 of 2 files" in ran.out
    assert "Looked up 2 DOIs: 2 registered" in ran.out


@pytest.mark.parametrize(
    "text",
    [
        CLEAN.replace("https://doi", "http://doi"),
        CLEAN.replace("/2)", "/none)"),
        f"{CLEAN}<!-- mdlint-doi-disable-line DOI201 -->\n",
    ],
)
def test_what_is_not_clean_is_reported_each_time(
    handle_server: HandleServer, tmp_path: Path, page: Path, text: str
) -> None:
    """Findings, missing names and useless comments do not go away."""
    page.write_text(text)
    first, _ = check(handle_server, tmp_path)
    again, parsed = check(handle_server, tmp_path)
    assert parsed
    assert "[" in first.out
    assert (said(again), again.code) == (said(first), first.code)


def test_a_change_of_anything_is_seen(
    handle_server: HandleServer, tmp_path: Path, page: Path
) -> None:
    """Text, name, settings and the cache's answers: each is part of what was judged."""
    check(handle_server, tmp_path)
    assert check(handle_server, tmp_path)[1] is False
    assert check(handle_server, tmp_path, "--ignore", "DOI105")[1]
    assert check(handle_server, tmp_path, *config(max_age=0))[1]
    with closing(sqlite3.connect(tmp_path / "cache" / FILE_NAME)) as connection, connection:
        connection.execute('UPDATE answers SET outcome = \'{"outcome": "found"}\'')
    assert check(handle_server, tmp_path)[1], "the cache holds something else by now"
    assert check(handle_server, tmp_path)[1] is False
    page.write_text(f"{CLEAN} ")
    assert check(handle_server, tmp_path)[1]
    page.rename(page.with_name("renamed.md"))
    assert check(handle_server, tmp_path)[1]


def test_a_name_that_is_no_longer_registered_is_reported(
    handle_server: HandleServer, tmp_path: Path, page: Path
) -> None:
    """When an answer grows too old it is asked for again, and the file judged again."""
    check(handle_server, tmp_path)
    handle_server.add("10.1000/2", "missing")
    with closing(sqlite3.connect(tmp_path / "cache" / FILE_NAME)) as connection, connection:
        connection.execute("UPDATE answers SET answered = answered - 31 * 86400")
    ran, _ = check(handle_server, tmp_path)
    assert "DOI901" in ran.out
    assert page.name in ran.out


def test_nothing_is_remembered_of_a_run_that_left_names_open(
    handle_server: HandleServer, tmp_path: Path, page: Path
) -> None:
    """A file is known to be clean only when every name of the run was decided."""
    page.with_name("other.md").write_text(CLEAN.replace("/2)", "/broken)"))
    handle_server.fail("wrong-echo", "10.1000/broken")
    check(handle_server, tmp_path)
    assert check(handle_server, tmp_path)[1]


def test_a_fixed_file_is_judged_once_more(
    handle_server: HandleServer, tmp_path: Path, page: Path
) -> None:
    """What was judged before the fixes says nothing of the text after them."""
    page.write_text(CLEAN.replace("https://doi", "https://dx.doi"))
    assert check(handle_server, tmp_path, "--fix")[1]
    assert page.read_text() == CLEAN
    assert check(handle_server, tmp_path, "--fix")[1]
    assert check(handle_server, tmp_path, "--fix")[1] is False


def entry(**members: object) -> str:
    """Return an entry of a clean file, with these members instead of its own."""
    usual = {"answers": {}, "works": {}, "oldest": 0.0, "citations": {}}
    return json.dumps({**usual, **members})


@pytest.mark.parametrize(
    "text",
    [
        *("no JSON", "[1]", "[" * 100_000, "null", "{}"),
        entry(answers={"10.1000/1": 5}),
        entry(answers={"10.9/x": "{}"}),
        entry(works={"10.1000/1": []}),
        entry(oldest="9"),
        entry(citations={"agrees": "1"}),
        entry(citations=5),
    ],
)
def test_an_odd_entry_is_none(
    handle_server: HandleServer, tmp_path: Path, page: Path, text: str
) -> None:
    """What a stranger put into the cache is data, and no reason to fail."""
    first, _ = check(handle_server, tmp_path)
    with closing(sqlite3.connect(tmp_path / "cache" / FILE_NAME)) as connection, connection:
        changed = connection.execute(f"UPDATE answers SET outcome = ? {CLEAN_ROWS}", (text,))
        assert changed.rowcount == 1
    again, parsed = check(handle_server, tmp_path)
    assert parsed
    assert said(again) == said(first)


@pytest.mark.parametrize("complete", [True, False])
def test_a_work_that_was_not_asked_leaves_a_file_open(tmp_path: Path, *, complete: bool) -> None:
    """Too many works are left out; what they would bring is not known then."""
    settings = Settings(cache_dir=str(tmp_path), depth=Depth.ALL)
    task, file = Task(("page.md",), settings), ("page.md", CLEAN.encode())
    doi = parse("10.1000/1")
    answers = {doi: Answer(Found(), AnsweredBy.NETWORK)}
    with Cache(str(tmp_path), settings.server) as cache:
        cache.write({doi: Found()})
    learned = Learned(answers, online=True, works=WorksLearned(complete=complete))
    with CleanFiles(task) as memory:
        assert list(memory.others([file], Tally())) == [file]
        memory.take(Draft("page.md", names=(doi,)), learned, is_clean=True)
    with CleanFiles(task) as memory:
        assert list(memory.others([file], Tally())) == ([] if complete else [file])


def test_a_file_rests_on_its_own_works(tmp_path: Path) -> None:
    """A file stays clean for as long as its own works are valid, not those of other files."""
    settings = Settings(cache_dir=str(tmp_path))
    task, file = Task(("page.md",), settings), ("page.md", CLEAN.encode())
    own, other = parse("10.1000/1"), parse("10.1000/2")
    found = Answer(Found(), AnsweredBy.NETWORK)
    works = {
        own: KnownWork(Work(Titles(("A title",)), as_of=time())),
        other: KnownWork(Work(Titles(("A title",)), as_of=time() - (WORKS_DAYS + 1) * 86_400)),
    }
    with Cache(str(tmp_path), settings.server) as cache:
        cache.write({own: Found()})
    learned = Learned({own: found}, online=True, works=WorksLearned(works, complete=True))
    with CleanFiles(task) as memory:
        assert list(memory.others([file], Tally())) == [file]
        memory.take(Draft("page.md", names=(own,)), learned, is_clean=True)
    with CleanFiles(task) as memory:
        assert list(memory.others([file], Tally())) == []


def test_old_entries_go(handle_server: HandleServer, tmp_path: Path, page: Path) -> None:
    """The cache holds no clean file for more than a month; `cache clear` empties it."""
    check(handle_server, tmp_path)
    path = tmp_path / "cache" / FILE_NAME
    count = f"SELECT count(*) FROM answers {CLEAN_ROWS}"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE answers SET answered = answered - 31 * 86400")
    page.write_text(f"{CLEAN}\n")
    check(handle_server, tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(count).fetchone() == (1,)
    mdlint_doi("cache", "clear", "--isolated", *config(cache_dir=tmp_path / "cache"))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute(count).fetchone() == (0,)
