"""Ctrl-C and sudden death: what was answered is printed or kept, and nothing is damaged."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from ask.names.asking import asking, know, names, words
from cli.command import config
from handle_server import HandleServer

from mdlint_doi.ask import resolve as batch
from mdlint_doi.ask.cache_file import statistics
from mdlint_doi.ask.resolve import Interrupted, aresolve, resolve
from mdlint_doi.cli import main
from mdlint_doi.names.doi import Doi


def press_ctrl_c_after(server: HandleServer, requests: int) -> threading.Thread:
    """Send SIGINT to this process once the server has seen so many requests."""

    def wait() -> None:
        while len(server.targets) < requests:
            time.sleep(0.002)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def asked_dois(server: HandleServer) -> list[Doi]:
    """Return names that the server knows; it answers the first hundred of them."""
    dois = names(200)
    know(server, dois[:190])
    keep_waiting(server, dois[100:])
    return dois


def keep_waiting(server: HandleServer, dois: list[Doi]) -> None:
    """Let the server answer nothing about names, so that no run is over before it is ended."""
    for doi in dois:
        server.fail("hang", str(doi))


def test_ctrl_c(handle_server: HandleServer, tmp_path: Path) -> None:
    """Interrupted carries all names: what was answered, and the rest as Unknown."""
    dois = asked_dois(handle_server)
    thread = press_ctrl_c_after(handle_server, 20)
    settings = asking(handle_server, read_records=True, concurrency=2, cache_dir=tmp_path)
    with pytest.raises(Interrupted) as caught:
        resolve(dois, settings)
    thread.join()
    found = [doi for doi, word in words(caught.value.answers).items() if word == "found"]
    assert list(caught.value.answers) == dois
    assert set(words(caught.value.answers).values()) == {"found", "interrupted"}
    assert 10 < len(found) <= 100
    kept = resolve(dois, asking(handle_server, cache_dir=tmp_path, offline=True))
    assert [doi for doi, word in words(kept).items() if word == "found"] == found


def test_ctrl_c_while_lists_are_asked(handle_server: HandleServer, tmp_path: Path) -> None:
    """The same holds while Which RA is asked."""
    dois = names(1000)
    know(handle_server, dois)
    keep_waiting(handle_server, dois[-1:])
    thread = press_ctrl_c_after(handle_server, 12)
    with pytest.raises(Interrupted) as caught:
        resolve(dois, asking(handle_server, cache_dir=tmp_path))
    thread.join()
    counted = list(words(caught.value.answers).values())
    assert counted.count("found") % 50 == 0
    assert 0 < counted.count("found") < 1000


def test_missing_names_are_kept_though_their_agency_is_not_known(
    handle_server: HandleServer,
) -> None:
    """Names that wait for their Agency have their verdict when Ctrl-C comes."""
    handle_server.fail("hang", service="ra")
    thread = press_ctrl_c_after(handle_server, 4)
    with pytest.raises(Interrupted) as caught:
        resolve(names(3), asking(handle_server))
    thread.join()
    assert set(words(caught.value.answers).values()) == {"missing"}


def test_cancelled_task(handle_server: HandleServer, tmp_path: Path) -> None:
    """A cancelled `aresolve` keeps what was answered, and ends."""
    dois = asked_dois(handle_server)

    def wait() -> None:
        while len(handle_server.targets) < 20:
            time.sleep(0.002)

    press = threading.Thread(target=wait)

    async def cancelled() -> None:
        press.start()
        settings = asking(handle_server, read_records=True, concurrency=2, cache_dir=tmp_path)
        task = asyncio.create_task(aresolve(dois, settings))
        await asyncio.to_thread(press.join)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    kept = words(resolve(dois, asking(handle_server, cache_dir=tmp_path, offline=True)))
    assert 10 < list(kept.values()).count("found") <= 100


def test_ctrl_c_before_there_is_an_answer(
    handle_server: HandleServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No records file is made of nothing; the exit code says that the run was stopped."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("<https://doi.org/10.1000/name.0>\n")
    keep_waiting(handle_server, names(1))
    thread = press_ctrl_c_after(handle_server, 1)
    options = config(server=handle_server.url, cache_dir=str(tmp_path / "cache"))
    code = main(["record", "--isolated", *options])
    thread.join()
    assert (code, (tmp_path / "doi-records.json").exists()) == (130, False)


def start(server: HandleServer, *arguments: str, code: str = "") -> subprocess.Popen[bytes]:
    """Start `mdlint-doi resolve` on 2,000 names, after some code; wait until it is at work.

    The server knows them, and never answers about the last of them.
    """
    know(server, names(2000))
    keep_waiting(server, names(2000)[-4:])
    script = f"import sys; from mdlint_doi.cli import main\n{code}\nsys.exit(main(sys.argv[1:]))"
    process = subprocess.Popen(
        [sys.executable, "-c", script, "lookup", "--depth", "records", "--isolated",
         *config(server=server.url, concurrency=4), *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write("\n".join(map(str, names(2000))).encode())
    process.stdin.close()
    process.stdin = None
    while len(server.targets) < 450:
        time.sleep(0.005)
        assert process.poll() is None
    return process


def test_ctrl_c_at_the_command(handle_server: HandleServer) -> None:
    """The command prints what is known, and exits 130; its JSON is whole."""
    process = start(handle_server, "--output-format", "json")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=500)
    assert (process.returncode, err) == (130, b"")
    causes = [entry["cause"] for entry in json.loads(out)]
    assert len(causes) == 2000
    assert causes.count(None) >= 400
    assert set(causes) == {None, "interrupted"}


SECONDS = """
from itertools import count
from mdlint_doi.ask import resolve as batch
batch.monotonic = count(step=2).__next__
"""
"""A clock on which two seconds pass each time that somebody looks at it."""


def test_kill(handle_server: HandleServer, tmp_path: Path) -> None:
    """Where the answers come slowly, a killed command has kept them, but for fewer than 200."""
    process = start(handle_server, *config(cache_dir=tmp_path), code=SECONDS)
    answered = len(handle_server.targets) - 4
    process.kill()
    process.communicate(timeout=500)
    kept = words(resolve(names(2000), asking(handle_server, cache_dir=tmp_path, offline=True)))
    assert list(kept.values()).count("found") > answered - 200


def test_what_a_kill_costs(
    handle_server: HandleServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At any time, fewer than 200 answers are not kept yet, or they came within one second."""
    now = 0.0
    at_risk: list[int] = []

    def noted(done: int, _: int) -> None:
        nonlocal now
        at_risk.append(done - sum(group.count for group in statistics(tmp_path).groups))
        if done >= 300:
            now += 1.5 if done == 300 else 0.01

    know(handle_server, names(600))
    monkeypatch.setattr(batch, "monotonic", lambda: now)
    resolve(names(600), asking(handle_server, cache_dir=tmp_path), progress=noted)
    assert at_risk[0] == 0  # nothing is answered
    assert at_risk[1:301] == [*range(1, 301)]
    assert at_risk[301:501] == [*range(200)]
    assert at_risk[501:] == [*range(100)]
