"""A cache in which one byte is another one: noted, set aside or left alone, and never a crash."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from ask.works.samples import asking
from cli.command import config
from registries_server import RegistriesServer
from waiting import ask, search

from mdlint_doi.ask import cache_log
from mdlint_doi.ask.cache_file import DAMAGED, FILE_NAME
from mdlint_doi.ask.search import SearchedReference
from mdlint_doi.ask.settings import RegistrySettings
from mdlint_doi.ask.store import Answer, AnsweredBy, Cache
from mdlint_doi.cli import main
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.outcome import Found, Missing
from mdlint_doi.run.clean_files import CleanFiles
from mdlint_doi.run.draft import Draft
from mdlint_doi.run.learned import Learned
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Tally
from mdlint_doi.text.span import Span
from mdlint_doi.works.claim import claim_of_fields, query_of

NAMES = [parse(f"10.1000/{number}") for number in range(3)]
WORKS = [parse(f"10.3000/{number}") for number in range(3)]
TITLE = "Root competition between tulips and hyacinths in sandy soils"
PAGE = "See [one](https://doi.org/10.1000/0) and [two](https://doi.org/10.1000/1).\n"
BYTES = 150
"""How many bytes are changed, one at a time."""
NOTES = ("was damaged", "is not used", "cannot be used", "cannot be written")


class Run:
    """All that reads and writes the cache of one folder, without a network."""

    def __init__(self, folder: Path, registries: RegistriesServer) -> None:
        """Name the folder, and the services whose answers are kept there."""
        self.folder = folder
        self.path = folder / FILE_NAME
        self._works = asking(registries, folder, lookup={"offline": True})
        settings = Settings(server=registries.url, cache_dir=str(folder), depth=Depth.REGISTRATION)
        self.task = Task(("page.md",), settings)

    def fill(self) -> None:
        """Keep names, works, a search and a clean file."""
        answer = Answer(Found(), AnsweredBy.NETWORK)
        online = self._works.replace(lookup=self._works.lookup.replace(offline=False))
        self._names({**dict.fromkeys(NAMES, Found()), parse("10.1000/gone"): Missing()})
        self._ask(online)
        with CleanFiles(self.task) as memory:
            list(memory.others([("page.md", PAGE.encode())], Tally()))
            draft = Draft("page.md", names=(NAMES[0],))
            memory.take(draft, Learned({NAMES[0]: answer}), is_clean=True)

    def go(self) -> dict[Doi, Found | Missing]:
        """Read everything, write a name, and read it back."""
        self._ask(self._works)
        with CleanFiles(self.task) as memory:
            list(memory.others([("page.md", PAGE.encode())], Tally()))
        return self._names({NAMES[0]: Found()})

    def _names(self, outcomes: dict[Doi, Found | Missing]) -> dict[Doi, Found | Missing]:
        with Cache(self.folder, self.task.settings.server) as cache:
            cache.read(NAMES)
            cache.write(outcomes)
            return cache.read(NAMES)

    @staticmethod
    def _ask(settings: RegistrySettings) -> None:
        claim = claim_of_fields(None, Span(0, 0), titles=[TITLE], people="Marlowe", year="2017")
        query = query_of(claim)
        assert query is not None
        ask(WORKS, settings, agencies=dict.fromkeys(WORKS, "Crossref"))
        search([SearchedReference(query, claim)], settings)


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[Run]:
    """Return a folder with a small cache that holds something of each kind."""
    rows = [
        {"doi": str(doi), "title": [TITLE], "authors": ["Marlowe"], "year": 2017} for doi in WORKS
    ]
    with RegistriesServer(rows) as server:
        runs = Run(tmp_path, server)
        runs.fill()
        yield runs


def test_any_byte(
    runs: Run, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    """Look-ups, `cache stats` and `cache clear` go on; what they can't use is noted."""
    sound = runs.path.read_bytes()
    chance = Random(1)
    places = [place for place, byte in enumerate(sound) if byte]
    for place in chance.sample(places, BYTES):
        damaged = bytearray(sound)
        damaged[place] = chance.choice([0x9E, sound[place] ^ 1 << chance.randrange(8)])
        for path in runs.folder.iterdir():
            path.unlink()
        runs.path.write_bytes(damaged)
        cache_log.warn_once.cache_clear()  # a run says a thing once; these are many runs
        caplog.clear()
        action = chance.choice(["stats", "clear"])
        code = main(["cache", action, "--isolated", *config(cache_dir=runs.folder)])
        assert code == 0 or "cannot be emptied" in capsys.readouterr().err
        kept = runs.go()
        assert NAMES[0] in kept or caplog.messages
        assert all(any(note in message for note in NOTES) for message in caplog.messages)
        if action == "stats" and any("was damaged" in message for message in caplog.messages):
            assert (runs.folder / DAMAGED).read_bytes() == damaged
