"""The functions that wait, in a program that already runs an event loop, such as a notebook."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from ask.names.asking import know, names
from handle_server import HandleServer

import mdlint_doi
from mdlint_doi import Settings
from mdlint_doi.ask.event_loop import EventLoop, event_loop, to_end, wait_for
from mdlint_doi.lint.setting_types import Depth

TEXT = "See https://doi.org/10.1000/nobody and https://doi.org/10.1000/name-1.\n"


@pytest.fixture
def settings(handle_server: HandleServer) -> Settings:
    """Return settings that ask the server."""
    know(handle_server, names(3))
    return Settings(server=handle_server.url, use_cache=False, depth=Depth.REGISTRATION)


def functions(settings: Settings, folder: Path) -> Iterator[Callable[[], Any]]:
    """Yield calls of all functions that look up DOIs and return when they are done."""
    page = folder / "page.md"
    page.write_text(TEXT)
    dois = names(3)
    yield lambda: mdlint_doi.check_text(TEXT, settings=settings)
    yield lambda: mdlint_doi.fix_text(TEXT, settings=settings)
    yield lambda: mdlint_doi.check_paths([page], settings)
    yield lambda: mdlint_doi.fix_paths([page], settings)
    yield lambda: mdlint_doi.resolve(dois, settings)
    yield lambda: list(mdlint_doi.iter_resolve(dois, settings))
    yield lambda: mdlint_doi.lookup_values(dois, settings)
    yield lambda: mdlint_doi.suggest(f"{dois[0]}.", settings)


def test_they_return_the_same(settings: Settings, tmp_path: Path) -> None:
    """A running event loop changes no answer, and is the running one afterwards."""

    async def within(call: Callable[[], Any]) -> Any:  # noqa: ANN401
        answer = call()
        await asyncio.sleep(0)
        return answer

    for call in functions(settings, tmp_path):
        assert asyncio.run(within(call)) == call()


def test_pandas_in_a_notebook(settings: Settings) -> None:
    """The recipe's look-up of a column works in a cell."""

    async def cell() -> dict[str, str]:
        outcomes = mdlint_doi.resolve(iter(map(str, names(3))), settings)
        return {str(doi): type(outcome).__name__ for doi, outcome in outcomes.items()}

    assert set(asyncio.run(cell()).values()) == {"Found"}


def test_both_colours_report_progress_and_findings(settings: Settings) -> None:
    """What is awaited has the findings of what waits."""
    awaited = asyncio.run(mdlint_doi.acheck_text(TEXT, settings=settings))
    assert awaited == mdlint_doi.check_text(TEXT, settings=settings)
    assert [finding.code for finding in awaited] == ["DOI901", "DOI901"]


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
def test_ctrl_c_in_a_notebook() -> None:
    """It ends the wait, and what is awaited in the thread is cancelled."""
    ended = list[str]()

    async def asking() -> None:
        await event_loop()
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("asking")

    async def cell() -> None:
        wait_for(asking())

    begun = time.monotonic()
    loop = asyncio.new_event_loop()
    with pytest.raises(KeyboardInterrupt):
        loop.run_until_complete(cell())
    loop.close()
    assert ended == ["asking"]
    assert time.monotonic() - begun < 30


def test_without_requests_there_is_no_event_loop() -> None:
    """A coroutine that needs none is run to its end without `asyncio`."""

    async def add(left: int, right: int) -> int:
        return left + right

    async def fail() -> None:
        raise ValueError

    with EventLoop() as loop:
        assert loop.wait_for(add(1, 2)) == 3
        with pytest.raises(ValueError, match=r"^$"):
            loop.wait_for(fail())
        assert loop._loop is None


def test_several_coroutines_share_an_event_loop() -> None:
    """So that connections of one serve the next."""
    loops = list[asyncio.AbstractEventLoop]()

    async def ask() -> None:
        await event_loop()
        loops.append(asyncio.get_running_loop())

    with EventLoop() as loop:
        loop.wait_for(ask())
        loop.wait_for(ask())
    assert loops[0] is loops[1]
    assert loops[0].is_closed()


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
def test_ctrl_c_between_requests() -> None:
    """Ctrl-C after the last answer, or before the first request, ends these requests."""
    asked: list[str] = []

    def press() -> None:
        os.kill(os.getpid(), signal.SIGINT)

    async def last() -> None:
        asked.append("last")
        press()

    async def other() -> None:
        asked.append("other")

    async def after() -> bool:
        return await to_end(last)

    async def before() -> bool:
        await event_loop()
        press()
        return await to_end(other)

    assert (wait_for(after()), wait_for(before()), asked) == (True, True, ["last"])
