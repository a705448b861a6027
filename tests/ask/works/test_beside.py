"""Works that are asked while names are still looked up, over a real socket."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import sleep

import pytest
from ask.works.samples import asking
from registries_server import RegistriesServer
from waiting import ask

from mdlint_doi.ask.background import Background
from mdlint_doi.ask.event_loop import wait_for
from mdlint_doi.ask.resolve import Progress
from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.ask.works import Asked
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.works.work import KnownWork, UnknownWork

CROSSREF = tuple(parse(f"10.1000/a{number}") for number in range(120))
DATACITE = tuple(parse(f"10.5072/b{number}") for number in range(70))
ODD = (parse("10.1000/with,comma"), parse("10.1000/nobody-holds-this"))
AGENCIES = dict.fromkeys((*CROSSREF, *ODD), "Crossref") | dict.fromkeys(DATACITE, "DataCite")
ALL = tuple(AGENCIES)


@pytest.fixture
def server() -> Iterator[RegistriesServer]:
    """Return services that hold the names, but for the last."""
    rows = [
        {"doi": str(doi), "agency": agency, "title": ["Roots of trees"], "year": 2020}
        for doi, agency in list(AGENCIES.items())
        if doi != ODD[1]
    ]
    with RegistriesServer(rows) as registries:
        yield registries


def until(is_so: Callable[[], bool]) -> None:
    """Wait for what another thread does."""
    for _ in range(3000):
        if is_so():
            return
        sleep(0.01)
    pytest.fail("nothing was asked")


def finished(
    beside: Background, names: Iterable[Doi] = ALL, progress: Progress | None = None
) -> Asked:
    """Return what was learned of names."""
    return wait_for(beside.asked(names, agencies=AGENCIES, aliases={}, progress=progress))


def test_full_lists_do_not_wait(server: RegistriesServer, tmp_path: Path) -> None:
    """A list is asked when it is full, and what fills none at the end."""
    with Background(asking(server, tmp_path), lambda: CROSSREF[:60]) as beside:
        for doi in CROSSREF[:60]:
            beside.offer(doi, "Crossref")
        until(lambda: bool(server.lists))
        until(lambda: len(beside.left(CROSSREF[:60])) == 10)
        assert server.lists == [50]
        asked = finished(beside, CROSSREF[:60])
    assert server.lists == [50, 10]
    assert list(asked.answers) == list(CROSSREF[:60])
    assert all(isinstance(answer, KnownWork) for answer in asked.answers.values())


def test_as_many_requests_as_at_the_end(server: RegistriesServer, tmp_path: Path) -> None:
    """Whatever comes in between: the answers are the same, and so are the requests."""
    expected = ask(ALL, asking(server, tmp_path / "one"), agencies=AGENCIES)
    requests = dict(server.requests)
    server.forget()
    steps: list[tuple[int, int]] = []
    with Background(asking(server, tmp_path / "two"), lambda: ALL) as beside:
        for pair in zip(ALL, reversed(ALL), strict=True):
            for doi in pair:
                beside.offer(doi, AGENCIES[doi])
        asked = finished(beside, progress=lambda *step: steps.append(step))
    assert {doi: type(answer) for doi, answer in asked.answers.items()} == {
        doi: type(answer) for doi, answer in expected.answers.items()
    }
    assert dict(server.requests) == requests
    assert sorted(server.lists, reverse=True) == [50, 50, 50, 21, 20]
    assert steps[-1] == (len(ALL), len(ALL))
    assert sum(asked.requests.values()) == sum(expected.requests.values())


def test_who_waits_for_the_end(server: RegistriesServer, tmp_path: Path) -> None:
    """Names that were not wanted, and those whose agency nobody told."""
    with Background(asking(server, tmp_path), lambda: CROSSREF[:100]) as beside:
        for doi in CROSSREF[:60]:
            beside.offer(doi, "")
        for doi in CROSSREF[100:]:
            beside.offer(doi, "Crossref")
        for doi in CROSSREF[40:99]:
            beside.offer(doi, "Crossref")
        until(lambda: bool(server.lists))
        assert server.lists == [50]
        asked = finished(beside, CROSSREF)
    assert [*server.lists] == [50, 50, 20]
    assert len(asked.answers) == len(CROSSREF)


def test_what_is_known_is_not_asked(server: RegistriesServer, tmp_path: Path) -> None:
    """The cache is read first; names that turn out not to be wanted have no answer."""
    settings = asking(server, tmp_path)
    ask(CROSSREF, settings, agencies=AGENCIES)
    server.forget()
    with Background(settings, lambda: CROSSREF) as beside:
        for doi in CROSSREF:
            beside.offer(doi, "Crossref")
        asked = finished(beside, CROSSREF[:3])
    assert list(asked.answers) == list(CROSSREF[:3])
    assert not server.requests


def test_nothing_is_left_behind(server: RegistriesServer, tmp_path: Path) -> None:
    """Who leaves early stops the thread, whatever it does; a second stop does nothing."""
    with Background(asking(server, tmp_path), lambda: CROSSREF) as beside:
        for doi in CROSSREF:
            beside.offer(doi, "Crossref")
    beside.offer(CROSSREF[0], "Crossref")
    with Background(asking(server, tmp_path), list) as beside:
        pass
    assert not beside._thread.is_alive()


def test_ctrl_c(server: RegistriesServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was answered by then is told; the rest was interrupted."""
    with Background(asking(server, tmp_path), lambda: CROSSREF) as beside:
        for doi in CROSSREF[:60]:
            beside.offer(doi, "Crossref")
        until(lambda: len(beside.left(CROSSREF)) == 70)
        server.fail("503")
        join, joins = beside._join, iter([KeyboardInterrupt])

        def interrupted() -> None:
            for error in joins:
                raise error
            join()

        monkeypatch.setattr(beside, "_join", interrupted)
        asked = finished(beside, CROSSREF)
    assert asked.interrupted
    assert sum(isinstance(answer, KnownWork) for answer in asked.answers.values()) == 50
    assert sum(isinstance(answer, UnknownWork) for answer in asked.answers.values()) == 70


def test_settings_that_cannot_be_used(server: RegistriesServer, tmp_path: Path) -> None:
    """What is wrong with a records file is raised where the answers are awaited."""
    settings = asking(server, tmp_path)
    broken = tmp_path / "records.json"
    broken.write_text("{", encoding="utf-8")
    settings = settings.replace(lookup=settings.lookup.replace(records=str(broken)))
    with (
        Background(settings, lambda: CROSSREF) as beside,
        pytest.raises(LookupSettingsError, match="records"),
    ):
        finished(beside)
