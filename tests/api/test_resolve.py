"""Questions to the DOI system from Python."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from handle_server import HandleServer

import mdlint_doi
from mdlint_doi import Doi, Found, Missing, Outcome, Settings, parse
from mdlint_doi.ask.resolve import CHUNK


async def gather(dois: list[str], settings: Settings) -> list[tuple[Doi, Outcome]]:
    """Return what `aiter_resolve` yields."""
    return [pair async for pair in mdlint_doi.aiter_resolve(dois, settings)]


def test_names_come_one_by_one_in_an_event_loop(handle_server: HandleServer) -> None:
    """`aiter_resolve` yields what `iter_resolve` does, chunk after chunk."""
    handle_server.add("10.1000/182", "ok")
    settings = Settings(server=handle_server.url, use_cache=False, read_records=True)
    asked = ["10.1000/182", "doi:10.1000/x", "10.1000/182"]
    answers = asyncio.run(gather(asked, settings))
    assert answers == list(mdlint_doi.iter_resolve(asked, settings))
    assert [type(outcome) for _, outcome in answers] == [Found, Missing]


def test_many_names_are_held_in_part() -> None:
    """No more than a chunk is taken of names that never end."""
    taken = 0

    def endless() -> Any:  # noqa: ANN401
        nonlocal taken
        while True:
            taken += 1
            yield f"10.1000/{taken}"

    async def first() -> Doi:
        async for doi, _ in mdlint_doi.aiter_resolve(endless(), Settings(offline=True)):
            return doi
        raise AssertionError

    assert asyncio.run(first()) == parse("10.1000/1")
    assert taken == CHUNK


def _wait(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda dois: asyncio.run(function(dois))


@pytest.mark.parametrize(
    ("name", "ask"),
    [
        ("resolve", mdlint_doi.resolve),
        ("aresolve", _wait(mdlint_doi.aresolve)),
        ("iter_resolve", mdlint_doi.iter_resolve),
        ("aiter_resolve", mdlint_doi.aiter_resolve),
    ],
)
@pytest.mark.parametrize("one", ["10.1000/182", parse("10.1000/182")])
def test_one_name_is_refused(name: str, ask: Callable[[Any], Any], one: object) -> None:
    """Of one text the letters would be asked; the error is there before anything is taken."""
    with pytest.raises(TypeError, match=rf"^{name}\(\) .*{name}\(\['10.1000/182'\]\)"):
        ask(one)


def test_every_public_name_is_there() -> None:
    """Each name of `__all__` can be loaded, and is the value of that name."""
    for name in mdlint_doi.__all__:
        value = getattr(mdlint_doi, name)
        assert getattr(value, "__name__", name) == name
    assert {*mdlint_doi.__all__} <= {*dir(mdlint_doi)}
