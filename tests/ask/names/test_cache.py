"""The cache: what is believed, for how long, and that it never stands in the way."""

from __future__ import annotations

import json
import logging
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from ask.names.asking import asking, know, names, words
from handle_server import HandleServer

from mdlint_doi.ask.cache_file import DAMAGED, FILE_NAME, CacheFile, clear, statistics
from mdlint_doi.ask.readers.names_json import DAY, Stored
from mdlint_doi.ask.resolve import resolve
from mdlint_doi.ask.store import MOST_TEXT, AnsweredBy, Cache, CachedAnswers
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Found, HandleRecord, Missing

SERVER = "https://doi.org"
NOW = 1_800_000_000.0
FOUND = Found(HandleRecord("https://a.example/é", "10.1000/b", deleted=True), "Crossref")


def cache(
    folder: Path, now: float = NOW, max_age: float | None = None
) -> CachedAnswers[Doi, Stored]:
    """Return a cache whose clock stands."""
    return Cache(folder, SERVER, max_age, lambda: now)


def valid_days(folder: Path, days: float, max_age: float | None = None) -> int:
    """Return how many of 100 names, found `days` ago, are believed."""
    dois = names(100)
    with cache(folder) as kept:
        kept.write(dict.fromkeys(dois, FOUND))
    with cache(folder, NOW + days * DAY, max_age) as kept:
        return len(kept.read(dois))


def test_a_side_file_that_is_a_link_to_nothing(tmp_path: Path) -> None:
    """A stranger's folder may hold one: it is counted as nothing, and is no reason to fail."""
    (tmp_path / FILE_NAME).touch()
    (tmp_path / f"{FILE_NAME}-wal").symlink_to("nowhere")
    assert (statistics(tmp_path).size, statistics(tmp_path).groups) == (0, ())


@pytest.mark.parametrize(
    "outcome",
    [
        FOUND,
        Found(),
        Found(None, "Crossref"),
        Found(HandleRecord()),
        Missing(301),
        Missing(100, "x"),
    ],
)
def test_what_goes_in_comes_out(tmp_path: Path, outcome: Found | Missing) -> None:
    """An outcome comes back whole, under any spelling of its name, from another process."""
    with cache(tmp_path) as kept:
        kept.write({parse("10.1000/ABC"): outcome})
    with cache(tmp_path) as kept:
        assert kept.read([parse("10.1000/abc"), parse("10.1000/x")]) == {
            parse("10.1000/ABC"): outcome
        }


def test_servers_are_apart(tmp_path: Path) -> None:
    """What one server says is not believed of another."""
    with cache(tmp_path) as kept:
        kept.write({names(1)[0]: FOUND})
    with Cache(tmp_path, "http://127.0.0.1:8410", None, lambda: NOW) as other:
        assert other.read(names(1)) == {}


def test_found_is_believed_for_weeks(tmp_path: Path) -> None:
    """Found holds 24 days at least and 30 at most, and not all end on one day."""
    assert valid_days(tmp_path, 23.9) == 100
    assert 0 < valid_days(tmp_path, 27) < 100
    assert valid_days(tmp_path, 30) == 0


def test_max_age(tmp_path: Path) -> None:
    """The user's own limit holds exactly; 0 believes nothing."""
    assert valid_days(tmp_path, 6.9, max_age=7) == 100
    assert valid_days(tmp_path, 7.1, max_age=7) == 0
    assert valid_days(tmp_path, 300, max_age=365) == 100
    assert valid_days(tmp_path, 0, max_age=0) == 0


def test_missing_is_believed_for_a_day(tmp_path: Path) -> None:
    """Missing holds a day, whatever longer limit the user sets."""
    (doi,) = names(1)
    with cache(tmp_path) as kept:
        kept.write({doi: Missing()})
    for days, max_age, expected in ((0.9, None, 1), (1.1, None, 0), (1.1, 365, 0), (0.5, 0.1, 0)):
        with cache(tmp_path, NOW + days * DAY, max_age) as kept:
            assert len(kept.read([doi])) == expected


def test_clocks_that_jump(tmp_path: Path) -> None:
    """An entry of tomorrow is not believed; minutes between two clocks are no matter."""
    assert valid_days(tmp_path, -2) == 0
    assert valid_days(tmp_path, -0.001) == 100


@pytest.mark.parametrize(
    "text",
    ["", "x", "[]", "{}", '{"outcome": "unknown"}', '{"outcome": "found", "agency": 1}',
     '{"outcome": "missing", "code": 5}', '{"outcome": "found", "more": "x"}', "[" * 10_000],
)  # fmt: skip
def test_odd_entries(tmp_path: Path, text: str) -> None:
    """An entry that is none of ours is as if it were not there."""
    with cache(tmp_path) as kept:
        kept.write(dict.fromkeys(names(2), FOUND))
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("UPDATE answers SET outcome = ? WHERE key LIKE '%.0'", (text,))
    with cache(tmp_path) as kept:
        assert list(kept.read(names(2))) == names(2)[1:]
    assert statistics(tmp_path).groups


def test_second_run_asks_nothing(handle_server: HandleServer, tmp_path: Path) -> None:
    """Everything that was answered is answered again without a request, and says so."""
    dois = names(60)
    know(handle_server, dois[:50])
    first = resolve(dois, asking(handle_server, cache_dir=tmp_path))
    handle_server.forget()
    second = resolve(dois, asking(handle_server, cache_dir=tmp_path))
    assert handle_server.seen.connections == 0
    assert {answer.origin for answer in second.values()} == {AnsweredBy.CACHE}
    assert [answer.outcome for answer in second.values()] == [
        answer.outcome for answer in first.values()
    ]


def test_a_warm_run_imports_no_network(handle_server: HandleServer, tmp_path: Path) -> None:
    """Where the cache answers all, neither httpx nor asyncio is imported."""
    dois = names(3)
    know(handle_server, dois)
    resolve(dois, asking(handle_server, cache_dir=tmp_path))
    code = (
        "import sys; from pathlib import Path;"
        "from mdlint_doi.ask.resolve import resolve;"
        "from mdlint_doi.ask.settings import LookupSettings;"
        "from mdlint_doi.names.doi import parse;"
        f"s = LookupSettings({handle_server.url!r}, cache_dir=Path({str(tmp_path)!r}));"
        "a = resolve([parse('10.1000/name.0')], s);"
        "network = {'httpx', 'asyncio', 'ssl', 'logging'};"
        "print([x.origin for x in a.values()], network & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "[<AnsweredBy.CACHE: 'cache'>] set()\n"


def test_unknown_is_not_kept(handle_server: HandleServer, tmp_path: Path) -> None:
    """An outage is forgotten: the next run looks up all DOIs again."""
    dois = names(3)
    know(handle_server, dois)
    handle_server.fail("drop")
    resolve(dois, asking(handle_server, cache_dir=tmp_path))
    handle_server.heal()
    answers = resolve(dois, asking(handle_server, cache_dir=tmp_path))
    assert set(words(answers).values()) == {"found"}
    assert {answer.origin for answer in answers.values()} == {AnsweredBy.NETWORK}


def test_unconfirmed_is_not_kept(handle_server: HandleServer, tmp_path: Path) -> None:
    """What Which RA denied unasked is no knowledge."""
    dois = names(3)
    resolve(dois, asking(handle_server, cache_dir=tmp_path), confirm=False)
    assert resolve(dois, asking(handle_server, cache_dir=tmp_path, offline=True))
    assert statistics(tmp_path).groups == ()


def test_entries_without_a_record(handle_server: HandleServer, tmp_path: Path) -> None:
    """`read_records` asks for the records that Which RA did not, and keeps the Agency."""
    dois = names(30)
    know(handle_server, dois)
    resolve(dois, asking(handle_server, cache_dir=tmp_path))
    handle_server.forget()
    settings = asking(handle_server, cache_dir=tmp_path, read_records=True)
    answers = resolve(dois, settings)
    assert handle_server.seen.services == {"handles": 30}
    record = HandleRecord("https://publisher.example/10.1000/name.0")
    assert answers[dois[0]].outcome == Found(record, "Crossref")
    handle_server.forget()
    resolve(dois, settings)
    assert handle_server.seen.connections == 0


def test_no_cache(handle_server: HandleServer, tmp_path: Path) -> None:
    """Without a cache nothing is read and nothing written."""
    know(handle_server, names(1))
    resolve(names(1), asking(handle_server, cache_dir=tmp_path, use_cache=False))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "raw",
    [
        b"no database at all, but long enough to be read as one" * 100,
        b"SQLite format 3\0" + b"x" * 5000,
    ],
)
def test_damaged_file(tmp_path: Path, raw: bytes, caplog: pytest.LogCaptureFixture) -> None:
    """A damaged file is set aside with a note, and a new one works."""
    (tmp_path / FILE_NAME).write_bytes(raw)
    with cache(tmp_path) as kept:
        assert kept.read(names(1)) == {}
        kept.write({names(1)[0]: FOUND})
        assert kept.read(names(1)) == {names(1)[0]: FOUND}
    assert (tmp_path / DAMAGED).read_bytes() == raw
    assert "damaged" in caplog.text


def test_damage_in_the_middle(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A page that is overwritten with noise harms this file only."""
    dois = names(5000)
    with cache(tmp_path) as kept:
        kept.write(dict.fromkeys(dois, FOUND))
    path = tmp_path / FILE_NAME
    raw = bytearray(path.read_bytes())
    raw[8192 : len(raw) // 2] = b"\xff" * (len(raw) // 2 - 8192)
    path.write_bytes(raw)
    with cache(tmp_path) as kept:
        kept.read(dois)
        kept.write(dict.fromkeys(dois, FOUND))
        assert len(kept.read(dois)) == 5000
    assert len(caplog.records) == 1


def test_a_byte_that_is_no_letter(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A damaged byte in one entry does not take the cache away for good, from all names."""
    doi, other = names(2)
    with Cache(tmp_path, "https://doi.org") as cache:
        cache.write({doi: Found(), other: Found()})
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database, database:
        change = "UPDATE answers SET outcome = CAST(x'7bff' AS TEXT) WHERE key = ?"
        database.execute(change, (doi.key,))
    with Cache(tmp_path, "https://doi.org") as cache:
        assert cache.read([doi]) == {}
        cache.write({doi: Missing()})
        assert cache.read([doi]) == {doi: Missing()}
    assert (tmp_path / DAMAGED).is_file()
    assert "Could not decode" in caplog.text


def test_a_damaged_byte_that_sqlite_quotes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A byte that is no letter, in the text of a table: the file is set aside, a new one works."""
    with cache(tmp_path) as kept:
        kept.write({names(1)[0]: FOUND})
    raw = (tmp_path / FILE_NAME).read_bytes()
    damaged = raw.replace(b"CREATE TABLE answers", b"CREATE\x9eTABLE answers")
    (tmp_path / FILE_NAME).write_bytes(damaged)
    assert statistics(tmp_path).groups == ()
    with cache(tmp_path) as kept:
        kept.write({names(1)[0]: FOUND})
        assert kept.read(names(1)) == {names(1)[0]: FOUND}
    assert (tmp_path / DAMAGED).read_bytes() == damaged != raw
    (note,) = caplog.messages
    assert "the cache was damaged" in note


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("byte", [b"\0", b",", b"~"])
def test_a_damaged_byte_in_a_key(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, number: int, byte: bytes
) -> None:
    """A search for the key may end at another one, which nobody asked for: that is damage."""
    with cache(tmp_path) as kept:
        kept.write(dict.fromkeys(names(3), FOUND))
    key = names(3)[number].key.encode()
    raw = (tmp_path / FILE_NAME).read_bytes()
    (tmp_path / FILE_NAME).write_bytes(raw.replace(key, byte.join(key.rsplit(b".", 1))))
    with cache(tmp_path) as kept:
        for _ in range(2):
            assert kept.read(names(3)).keys() <= {*names(3)}
            kept.write(dict.fromkeys(names(3), FOUND))
    assert (tmp_path / DAMAGED).exists() == ("a different key" in caplog.text)


def test_what_cannot_be_had_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Names, works and searches open the same file: one line says that it cannot be used."""
    (tmp_path / FILE_NAME).mkdir()
    for server in ("https://doi.org", "works", "search"):
        with Cache(tmp_path, server) as cache:
            assert cache.read(names(1)) == {}
    assert caplog.text.count("cannot be used") == 1


def test_a_lock_is_waited_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where another program holds the file, the second one who opens it does not wait again."""
    with Cache(tmp_path, "https://doi.org") as cache:
        cache.write({names(1)[0]: Missing()})
    waits: list[float] = []
    connect = sqlite3.connect

    def noted(*args: object, timeout: float, **named: object) -> sqlite3.Connection:
        waits.append(timeout)
        return connect(*args, timeout=timeout / 100, **named)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", noted)
    with closing(connect(tmp_path / FILE_NAME, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("BEGIN EXCLUSIVE")
        for server in ("https://doi.org", "works", "search"):
            with Cache(tmp_path, server) as cache:
                assert cache.read(names(1)) == {}
        database.execute("ROLLBACK")
    for _ in range(2):
        with Cache(tmp_path, "https://doi.org") as cache:
            assert cache.read(names(1)) == {names(1)[0]: Missing()}
    assert waits == [5.0, 0.2, 0.2, 0.2, 5.0]


def test_file_of_another_format(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A database of a later version is left as it is: it is not damaged."""
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("CREATE TABLE answers (mine)")
    with cache(tmp_path) as kept:
        kept.write({names(1)[0]: FOUND})
        assert kept.read(names(1)) == {}
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (99,)
        assert connection.execute("SELECT * FROM answers").fetchall() == []
    assert not (tmp_path / DAMAGED).exists()
    assert "(format 99" in caplog.text


@pytest.mark.parametrize("folder", ["/proc/nowhere", "file/below"])
def test_folder_that_cannot_be(
    tmp_path: Path, folder: str, handle_server: HandleServer, caplog: pytest.LogCaptureFixture
) -> None:
    """Where no cache can be, the run goes on, and says so once."""
    (tmp_path / "file").write_text("")
    dois = names(250)
    know(handle_server, dois)
    settings = asking(handle_server, cache_dir=tmp_path / folder, read_records=True)
    assert set(words(resolve(dois, settings)).values()) == {"found"}
    assert caplog.text.count("cannot be used") == 1


def test_a_file_where_the_folder_should_be(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told in words, and once, though several parts of a run open the cache."""
    (tmp_path / "file").write_text("")
    for _ in range(2):
        with cache(tmp_path / "file") as kept:
            assert kept.read(names(1)) == {}
    (told,) = [record.message for record in caplog.records]
    assert told.endswith(
        f"cannot be used: {tmp_path / 'file'} is not a folder; DOIs are looked up again"
    )


def test_read_only_folder(tmp_path: Path) -> None:
    """A cache that cannot be written is read, and the note says so once."""
    with cache(tmp_path) as kept:
        kept.write({names(1)[0]: FOUND})
    code = (
        "import os; from pathlib import Path;"
        "from mdlint_doi.ask.store import Cache; from mdlint_doi.names.doi import parse;"
        f"f = Path({str(tmp_path)!r}); print(os.access(f, os.W_OK), end=' ');"
        f"c = Cache(f, {SERVER!r}, None, lambda: {NOW}); d = parse('10.1000/name.0');"
        "r = c.read([d]); c.write(r); c.write(r); print(len(r), len(c.read([d])))"
    )
    # Root may write everywhere, unless the capability CAP_DAC_OVERRIDE is dropped.
    drop = (
        "import ctypes, os, sys; ctypes.CDLL(None).prctl(24, 1, 0, 0, 0);"
        "os.execv(sys.executable, [sys.executable, '-c', sys.argv[1]])"
    )
    tmp_path.chmod(0o555)
    try:
        command = [sys.executable, "-c", drop, code]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    finally:
        tmp_path.chmod(0o755)
    if done.stdout.startswith("True"):
        pytest.skip("this user can write everywhere")
    assert done.stdout == "False 1 1\n"
    assert done.stderr.count("cannot be written") == 1
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_no_room_for_a_cache(tmp_path: Path) -> None:
    """Where the disk is full before the file is made, one line says so; later there is a cache."""
    code = (
        "import resource;"
        "from mdlint_doi.ask.store import Cache; from mdlint_doi.names.doi import parse;"
        "from mdlint_doi.names.outcome import Found;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (9_000, 9_000)); d = parse('10.1000/a')\n"
        "for server in 'ab':\n"
        f"    c = Cache({str(tmp_path)!r}, server); print(c.read([d])); c.write({{d: Found()}})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "{}\n{}\n"
    assert done.stderr.count("\n") == 1
    assert "cannot be used" in done.stderr
    with cache(tmp_path) as kept:
        kept.write({names(1)[0]: FOUND})
        assert kept.read(names(1)) == {names(1)[0]: FOUND}


def test_an_entry_that_would_fill_the_memory(tmp_path: Path) -> None:
    """An entry of many megabytes, in a stranger's file, is not read."""
    with cache(tmp_path) as kept:
        kept.write(dict.fromkeys(names(2), FOUND))
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database, database:
        change = "UPDATE answers SET outcome = outcome || printf('%.*c', ?, ' ') WHERE key = ?"
        database.execute(change, (MOST_TEXT, names(2)[0].key))
    with cache(tmp_path) as kept:
        assert kept.read(names(2)) == {names(2)[1]: FOUND}


def test_full_disk(tmp_path: Path) -> None:
    """A disk that is full costs what is new, and nothing that was there."""
    with cache(tmp_path) as kept:
        kept.write({names(1)[0]: FOUND})
    code = (
        "import resource; from pathlib import Path;"
        "from mdlint_doi.ask.store import Cache; from mdlint_doi.names.doi import parse;"
        "from mdlint_doi.names.outcome import Found;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000));"
        f"c = Cache(Path({str(tmp_path)!r}), {SERVER!r}, None, lambda: {NOW});"
        "c.write({parse(f'10.1000/more.{n}'): Found() for n in range(20_000)});"
        "print(len(c.read([parse('10.1000/name.0'), parse('10.1000/more.1')])))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
    assert "cannot be written" in done.stderr
    with cache(tmp_path) as kept:
        assert kept.read(names(1)) == {names(1)[0]: FOUND}
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 60_000


WRITER = """
import sys
from pathlib import Path
from mdlint_doi.ask.store import Cache
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Found
folder, number, rounds = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
with Cache(folder, "https://doi.org") as cache:
    for turn in range(rounds):
        dois = [parse(f"10.1000/{number}.{turn}.{n}") for n in range(50)]
        cache.write(dict.fromkeys(dois, Found()))
        assert len(cache.read(dois)) == 50
        print(turn, flush=True)
"""


def test_a_side_file_that_goes_while_the_cache_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another run that closes the cache takes SQLite's files away: that is no reason to fail."""
    own = CacheFile.parts
    monkeypatch.setattr(CacheFile, "parts", lambda self: [*own(self), f"{self.path}-gone"])
    file = CacheFile(tmp_path)
    assert file.use(lambda connection: connection.execute("SELECT 1").fetchone(), None) == (1,)
    file.close()


def test_parallel_processes(tmp_path: Path) -> None:
    """Processes that begin a cache together, and write together, lose nothing."""
    folder = tmp_path / "new"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(folder), str(number), "10"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for number in range(6)
    ]
    for writer in writers:
        _, errors = writer.communicate(timeout=500)
        assert (writer.returncode, errors) == (0, b"")
    (group,) = statistics(folder).groups
    assert group.count == 6 * 10 * 50


def test_killed_while_writing(tmp_path: Path) -> None:
    """A process that is killed leaves a sound file with all that it had finished."""
    for number in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), str(number), "100000"],
            stdout=subprocess.PIPE,
            text=True,
        ) as writer:
            assert writer.stdout is not None
            turn = [int(writer.stdout.readline()) for _ in range(5)][-1]
            time.sleep(0.003 * number)
            writer.send_signal(signal.SIGKILL)
        with Cache(tmp_path, SERVER) as kept:
            dois = [parse(f"10.1000/{number}.{turn}.{n}") for n in range(50)]
            assert len(kept.read(dois)) == 50
    assert not (tmp_path / DAMAGED).exists()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_statistics_and_clear(tmp_path: Path) -> None:
    """The entries are counted by server and outcome, and can all be removed."""
    assert statistics(tmp_path).groups == ()
    assert clear(tmp_path) == 0
    assert list(tmp_path.iterdir()) == []
    with cache(tmp_path) as kept:
        kept.write({**dict.fromkeys(names(3), FOUND), **dict.fromkeys(names(2, "10.2"), Missing())})
    counted = statistics(tmp_path)
    groups = [(group.server, group.outcome, group.count, group.newest) for group in counted.groups]
    assert groups == [(SERVER, "found", 3, NOW), (SERVER, "missing", 2, NOW)]
    assert counted.size > 0
    assert clear(tmp_path) == 5
    assert statistics(tmp_path).groups == ()


def test_old_entries_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large cache loses the entries that nobody may believe any more."""
    monkeypatch.setattr("mdlint_doi.ask.store._PRUNE_AT", 0)
    with cache(tmp_path) as kept:
        kept.write(dict.fromkeys(names(3), FOUND))
    with cache(tmp_path, NOW + 401 * DAY) as kept:
        kept.write(dict.fromkeys(names(2, "10.2"), FOUND))
    (group,) = statistics(tmp_path).groups
    assert group.count == 2


def test_data_only(tmp_path: Path) -> None:
    """An entry is JSON text that anybody can read."""
    with cache(tmp_path) as kept:
        kept.write({parse("10.1000/X"): FOUND})
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        row = connection.execute("SELECT server, key, outcome, answered FROM answers").fetchone()
    assert (row[0], row[1], row[3]) == (SERVER, "10.1000/x", NOW)
    assert json.loads(row[2])["target"] == "https://a.example/é"


def test_notes_go_to_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Notes are warnings of this package's log, which print to standard error by themselves."""
    (tmp_path / FILE_NAME).write_bytes(b"x" * 5000)
    with cache(tmp_path) as kept:
        kept.read(names(1))
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert record.name.startswith("mdlint_doi.")
