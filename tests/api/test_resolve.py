"""Questions to the DOI system from Python."""

from __future__ import annotations

import asyncio
import json
import pickle
import pydoc
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from handle_server import HandleServer
from registries_server import RegistriesServer

import mdlint_doi
from mdlint_doi import (
    Cause,
    Doi,
    DoiSyntaxError,
    Found,
    KnownWork,
    LookupFailedError,
    Missing,
    Outcome,
    Reason,
    Settings,
    Unknown,
    UnknownWork,
    parse,
)
from mdlint_doi.ask.settings import CHUNK
from mdlint_doi.lint.setting_types import Depth


async def gather(dois: list[str], settings: Settings) -> list[tuple[Doi, Outcome]]:
    """Return what `aiter_resolve` yields."""
    return [pair async for pair in mdlint_doi.aiter_resolve(dois, settings)]


def test_names_come_one_by_one_in_an_event_loop(handle_server: HandleServer) -> None:
    """`aiter_resolve` yields what `iter_resolve` does, chunk after chunk."""
    handle_server.add("10.1000/182", "ok")
    settings = Settings(server=handle_server.url, use_cache=False, depth=Depth.RECORDS)
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
@pytest.mark.parametrize("doi", ["10.1000/182", parse("10.1000/182")])
def test_one_name_is_refused(name: str, ask: Callable[[Any], Any], doi: object) -> None:
    """Of one text the letters would be asked; the error is there before anything is taken."""
    with pytest.raises(TypeError, match=rf"^{name}\(\) .*{name}\(\['10.1000/182'\]\)"):
        ask(doi)


def test_every_public_name_is_there() -> None:
    """Each name of `__all__` can be loaded, and is the value of that name."""
    for name in mdlint_doi.__all__:
        value = getattr(mdlint_doi, name)
        assert getattr(value, "__name__", name) == name
    assert {*dir(mdlint_doi)} <= {*mdlint_doi.__all__, "__version__"}
    for name in {*mdlint_doi.__all__} - {*dir(mdlint_doi)}:
        assert re.search(rf"\b{name}\b", mdlint_doi.__doc__ or ""), name


def test_help_is_read_to_its_end() -> None:
    """`help(mdlint_doi)` describes the functions, and of the classes those that everybody meets."""
    text = pydoc.plain(pydoc.render_doc(mdlint_doi))
    described = {*re.findall(r"^    class (\w+)", text, re.MULTILINE)}
    assert described
    assert described < {*dir(mdlint_doi)}
    assert "check_text(" in text
    assert "__match_args__" not in text.replace("__match_args__ = ('prefix', 'suffix')", "")


def test_a_text_that_is_no_doi_is_named() -> None:
    """The error says which of several it is."""
    for ask in (mdlint_doi.resolve, mdlint_doi.lookup_works):
        with pytest.raises(DoiSyntaxError, match=r"^'foo' ") as caught:
            ask(["10.1000/182", "foo"], Settings(offline=True))
        assert (caught.value.text, caught.value.reason) == ("foo", Reason.NOT_A_DOI)


def test_parse_points_to_normalize() -> None:
    """Another spelling is refused with the function that reads it; what is no text, by its type."""
    with pytest.raises(DoiSyntaxError, match=r"use normalize\(\), which returns 10\.1000/182"):
        mdlint_doi.parse("https://doi.org/10.1000/182")
    with pytest.raises(DoiSyntaxError, match="begins with"):
        mdlint_doi.parse("11.1000/182")
    with pytest.raises(TypeError, match=r"^parse\(\) .* NoneType"):
        mdlint_doi.parse(None)  # type: ignore[arg-type]


_OFFLINE = Settings(offline=True)
_UNTYPED: Any = mdlint_doi
"""The library as a caller without a type checker sees it."""


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: _UNTYPED.find(None), "find() takes a string, not NoneType"),
        (lambda: _UNTYPED.find(b"x"), "find() takes a string, not bytes"),
        (lambda: _UNTYPED.check_text(b"x"), "check_text() takes a string, not bytes"),
        (lambda: _UNTYPED.check_text("x", path=3), "check_text() takes a path, not int"),
        (lambda: _UNTYPED.fix_text(None), "fix_text() takes a string, not NoneType"),
        (
            lambda: _UNTYPED.check_text("x", settings={"offline": True}),
            "check_text() takes Settings, not dict; write Settings(offline=True, …)",
        ),
        (lambda: _UNTYPED.suggest(None), "suggest() takes a string, not NoneType"),
        (lambda: _UNTYPED.suggest("10.1000/a.", 3), "suggest() takes Settings, not int"),
        (lambda: _UNTYPED.resolve(None), "resolve() takes an iterable of DOIs, not NoneType"),
        (
            lambda: _UNTYPED.resolve([None], _OFFLINE),
            "resolve() takes strings and Doi objects, not NoneType",
        ),
        (lambda: _UNTYPED.resolve([], "x"), "resolve() takes Settings, not str"),
        (lambda: _UNTYPED.iter_resolve([], 1), "iter_resolve() takes Settings, not int"),
        (lambda: _UNTYPED.lookup_works(3), "lookup_works() takes an iterable of DOIs, not int"),
        (lambda: _UNTYPED.lookup_values([], "x"), "lookup_values() takes Settings, not str"),
        (
            lambda: _UNTYPED.check_paths(None),
            "check_paths() takes an iterable of paths, not NoneType",
        ),
        (lambda: _UNTYPED.check_paths([3]), "check_paths() takes a path, not int"),
        (lambda: _UNTYPED.check_paths([b"a.md"]), "check_paths() takes a path, not bytes"),
        (lambda: _UNTYPED.check_paths(["a"], root=3), "check_paths() takes a path, not int"),
        (lambda: _UNTYPED.fix_paths(["a"], "x"), "fix_paths() takes Settings, not str"),
        (lambda: _UNTYPED.load_settings(None), "load_settings() takes a path, not NoneType"),
        (lambda: asyncio.run(_UNTYPED.acheck_text(1)), "acheck_text() takes a string, not int"),
        (lambda: asyncio.run(_UNTYPED.aresolve([], 1)), "aresolve() takes Settings, not int"),
        (
            lambda: _UNTYPED.check_text("", _OFFLINE),
            "check_text() takes the name of a format, not S",
        ),
        (lambda: _UNTYPED.fix_text("", format=3), "fix_text() takes the name of a format, not int"),
        (lambda: _UNTYPED.aiter_resolve([], 1), "aiter_resolve() takes Settings, not int"),
        (
            lambda: asyncio.run(_UNTYPED.alookup_works(1)),
            "alookup_works() takes an iterable of DOIs",
        ),
        (lambda: asyncio.run(_UNTYPED.alookup_values([], 1)), "alookup_values() takes Settings"),
        (
            lambda: asyncio.run(_UNTYPED.acheck_paths(1)),
            "acheck_paths() takes an iterable of paths",
        ),
    ],
)
def test_a_value_of_a_wrong_type_is_named(call: Callable[[], object], message: str) -> None:
    """The error names the function that was called, what it takes, and the type it was given."""
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value).startswith(message)


def test_a_path_may_be_a_path(tmp_path: Path) -> None:
    """The name of a text is a text or an object with `__fspath__`."""
    (finding,) = mdlint_doi.check_text(
        "<http://doi.org/10.1000/182>", path=tmp_path / "a.md", settings=_OFFLINE
    )
    assert finding.path == str(tmp_path / "a.md")


def test_dois_sort_and_go_into_json() -> None:
    """In the order of their keys, as they compare; as their texts."""
    dois = [parse(text) for text in ("10.1000/b", "10.1000/A", "10.1000/a0")]
    assert [str(doi) for doi in sorted(dois)] == ["10.1000/A", "10.1000/a0", "10.1000/b"]
    assert json.dumps(dois[:1], default=str) == '["10.1000/b"]'
    with pytest.raises(TypeError):
        dois[0] < 1  # noqa: B015


def test_no_network_is_no_empty_list(handle_server: HandleServer) -> None:
    """`suggest` raises where it could not ask; where all was answered, an empty list is meant."""
    with pytest.raises(LookupFailedError, match="offline") as caught:
        mdlint_doi.suggest("10.1000/182.", Settings(offline=True))
    assert caught.value.unknown.cause is Cause.OFFLINE
    assert pickle.loads(pickle.dumps(caught.value)).unknown == caught.value.unknown
    settings = Settings(server=handle_server.url, use_cache=False)
    assert mdlint_doi.suggest("10.1000/182.", settings) == []
    handle_server.add("10.1000/182", "ok")
    assert mdlint_doi.suggest("10.1000/182.", settings) == [parse("10.1000/182")]


def test_values_of_records(handle_server: HandleServer) -> None:
    """All values have what draft-lemieux-04 shows in figure 1; in an event loop, too."""
    handle_server.add("10.1000/182", url="https://a.example/")
    settings = Settings(server=handle_server.url)
    dois = ["https://doi.org/10.1000/182", "10.1000/none"]
    found, missing = mdlint_doi.lookup_values(dois, settings).values()
    assert isinstance(found, Found)
    assert found.record is not None
    assert found.record.values is not None
    url, admin = found.record.values
    assert (url.index, url.type, url.format, url.data) == (1, "URL", "string", "https://a.example/")
    assert (url.ttl, url.timestamp) == (86400, "2020-01-02T03:04:05Z")
    assert (admin.index, admin.type, admin.format) == (100, "HS_ADMIN", "admin")
    assert isinstance(admin.data, dict)
    assert missing == Missing()
    again = asyncio.run(mdlint_doi.alookup_values(dois, settings))
    assert list(again.values()) == [found, missing]


def test_values_are_not_kept(handle_server: HandleServer) -> None:
    """The records that `resolve` returns have none, and an offline run says that it cannot ask."""
    handle_server.add("10.1000/182")
    settings = Settings(server=handle_server.url, use_cache=False, depth=Depth.RECORDS)
    (outcome,) = mdlint_doi.resolve(["10.1000/182"], settings).values()
    assert isinstance(outcome, Found)
    assert outcome.record is not None
    assert outcome.record.values is None
    (offline,) = mdlint_doi.lookup_values(["10.1000/182"], Settings(offline=True)).values()
    assert isinstance(offline, Unknown)


def test_works_are_looked_up(tmp_path: Path) -> None:
    """Each DOI has its work, or why there is none; within an event loop, too."""
    records = tmp_path / "records.json"
    found = {"outcome": "found", "agency": "Crossref"}
    known = {"10.1000/182": found, "10.1000/183": {"outcome": "missing", "code": 100}}
    records.write_text(json.dumps({"version": 1, "records": known}))
    settings = Settings(records=str(records), offline=True)
    dois = ["https://doi.org/10.1000/182", "10.1000/183", "10.1000/184"]
    works = mdlint_doi.lookup_works(dois, settings)
    assert [type(answer) for answer in works.values()] == [UnknownWork, Missing, Unknown]
    assert asyncio.run(mdlint_doi.alookup_works(dois, settings)) == works


def test_works_of_aliases_need_no_second_record() -> None:
    """The work of an alias is the other name's; its handle record is asked for once, either way."""
    dois = ["10.1000/old", "10.1000/new"]
    with RegistriesServer([{"doi": "10.1000/new", "title": "A title"}]) as server:
        server.add_alias("10.1000/old", "10.1000/new")
        own = Settings(server=server.url, crossref_server=server.url, datacite_server=server.url)
        settings = own.replace(use_cache=False, depth=Depth.RECORDS)
        works = mdlint_doi.lookup_works(dois, settings)
        known = [answer.work for answer in works.values() if isinstance(answer, KnownWork)]
        assert [work.titles.main for work in known] == [("A title",)] * len(dois)
        assert len(
            [target for target in server.targets if target.startswith("/api/handles/")]
        ) == len(dois)
        asked, server.targets = sorted(server.targets), []
        asyncio.run(mdlint_doi.alookup_works(dois, settings))
        assert sorted(server.targets) == asked
