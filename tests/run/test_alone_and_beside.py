"""A document has the same findings alone and beside others, again, from the cache, in processes.

Rules that compare files are left out. The limits of large runs are lifted: those of handle records
and works by `depth = "all"`, and that of similar DOIs, because most runs have fewer wrong DOIs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest
from registries_server import RegistriesServer
from run.test_both_ways import EXAMPLES, made
from skipped_waits import skip_waits

from mdlint_doi.lint.rule import Need
from mdlint_doi.lint.rules import RULES
from mdlint_doi.lint.setting_types import Depth
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.report.model import Report
from mdlint_doi.run import loop, parallel, similar
from mdlint_doi.run.check import check
from mdlint_doi.run.files import paths_of
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Tally

APART: Final = tuple(
    rule.code
    for rule in RULES
    if rule.counted or rule.needs & {Need.WHOLE_PROJECT, Need.FOLDER, Need.SEARCH}
)
"""Rules that compare documents, and those that are reported once for all of them."""
TITLES: Final = (
    "Root competition between tulips and hyacinths in sandy soils",
    "Melting of small glaciers in the northern valleys",
)
COMMENTS: Final = ("", "", "DOI901", "DOI911", "retracted", "DOI2", "DOI3 DOI9")
_TWICE: Final = 20
"""The number of documents that are checked alone a second time."""
Told = Counter[tuple[str, str, str, int, int, str]]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[RegistriesServer]:
    """Return services without works; start processes after the first document."""
    monkeypatch.setattr(loop, "ENOUGH", 1)
    monkeypatch.setattr(parallel, "FILES", 32)
    monkeypatch.setattr(similar, "MOST", 1_000_000)
    skip_waits(monkeypatch)
    with RegistriesServer() as services:
        yield services


def register(server: RegistriesServer, dois: list[Doi], chance: Random) -> None:
    """Let most of the DOIs be registered; some works are retracted, some DOIs are aliases.

    As in life, an alias and a prefix belong to one agency.
    """
    registered: dict[str, list[str]] = {}
    agencies = ("Crossref", "Crossref", "DataCite", "CNKI")
    for doi in dois:
        row: dict[str, object] = {
            "doi": str(doi),
            "agency": agencies[sum(map(ord, doi.prefix)) % len(agencies)],
            "title": [chance.choice(TITLES)],
            "authors": [chance.choice(("Marlowe", "Okafor"))],
            "year": chance.choice((2009, 2017)),
        }
        if chance.random() < 0.1 and row["agency"] == "Crossref":
            notice = {"DOI": "10.1000/notice", "type": "retraction", "updated": [[2012, 3, 4]]}
            row["updated-by"] = [notice]
        same = registered.setdefault(doi.prefix, [])
        match chance.random():
            case number if number < 0.1 and same:
                server.add_alias(str(doi), chance.choice(same))
            case number if number < 0.7:
                server.add_row(row)
                same.append(str(doi))


def told(report: Report) -> Told:
    """Return the findings without their texts of files."""
    return Counter(
        (
            finding.path,
            finding.code,
            finding.severity.value,
            finding.span.start,
            finding.span.end,
            finding.message,
        )
        for finding in report.findings
    )


def counts(report: Report) -> tuple[object, ...]:
    """Return what a summary counts; only a run that lists them has all `unjudged` places."""
    works = report.works
    return report.lookups, works and works.replace(unjudged=())


def same_everywhere(folder: Path, settings: Settings, every: list[str], alone: list[str]) -> None:
    """Check all documents in four ways, and some of them alone."""
    task = Task(tuple(every), settings, jobs=1)
    first = check(task).report
    assert len({finding.code for finding in first.findings}) > 3
    again = check(task).report
    assert told(again) == told(first)
    assert counts(again) == counts(first)
    for other in (
        task.replace(jobs=4),
        task.replace(settings=settings.replace(use_cache=False), jobs=4),
        task.replace(settings=settings.replace(cache_dir=str(folder / "new"))),
    ):
        report = check(other).report
        assert told(report) == told(first)
        assert counts(report) == counts(first)
    works = []
    for at, path in enumerate(alone):
        mine = Counter({key: number for key, number in told(first).items() if key[0] == path})
        reports = [
            check(task.replace(paths=(path,))).report for _ in range(2 if at < _TWICE else 1)
        ]
        assert all(told(report) == mine for report in reports), path
        works.append(reports[-1].works)
    if len(alone) == len(every):
        assert first.works is not None
        known = [part for part in works if part is not None]
        for field in ("compared", "differing", "not_judged", "other_works", "details"):
            total = sum(getattr(part, field) for part in known)
            assert getattr(first.works, field) == total, field


def settings_for(server: RegistriesServer, folder: Path) -> Settings:
    """Return settings that select all rules about one document, and ask for everything."""
    url = server.url
    return Settings(
        select=("all",),
        ignore=APART,
        depth=Depth.ALL,
        server=url,
        crossref_server=url,
        datacite_server=url,
        cache_dir=str(folder / "cache"),
        formats=("txt", "html", "latex"),
    )


def dois_in(every: list[str], settings: Settings) -> list[Doi]:
    """Return the DOIs that a run over the documents looks up."""
    found = check(
        Task(tuple(every), settings.replace(offline=True), keeps_mentions=True)
    ).report.dois
    assert found is not None
    return [*dict.fromkeys(mention.doi for mention in found.mentions if mention.doi is not None)]


def generated(folder: Path, seeds: range) -> list[str]:
    """Write documents of several rules' examples, some with a comment, and return their paths."""
    paths = []
    for seed in seeds:
        chance = Random(seed)
        document = made(chance.choice(EXAMPLES), chance)
        suffix = Path(document.name).suffix
        text = document.source.text
        word = chance.choice(COMMENTS)
        if word and suffix == ".md":
            text = f"<!-- mdlint-doi-disable {word} -->\n\n{text}"
        path = folder / f"{seed:04}{suffix if suffix != '.json' else '.md'}"
        path.write_text(re.sub(r"10\.1000/", f"10.{1000 + seed % 7}/", text), encoding="utf-8")
        paths.append(str(path))
    return paths


@pytest.mark.parametrize(
    "seeds",
    [
        range(40),
        *(pytest.param(range(at, at + 250), marks=pytest.mark.slow) for at in range(0, 2000, 250)),
    ],
    ids=str,
)
def test_generated_documents(server: RegistriesServer, tmp_path: Path, seeds: range) -> None:
    """Of the examples of all rules, registered or not, with and without comments."""
    every = generated(tmp_path, seeds)
    settings = settings_for(server, tmp_path)
    register(server, dois_in(every, settings), Random(seeds.start))
    same_everywhere(tmp_path, settings, every, every)


@pytest.mark.slow
def test_real_documents(server: RegistriesServer, shared: Path, tmp_path: Path) -> None:
    """Of the corpus, with most of its DOIs registered as other works."""
    settings = settings_for(server, tmp_path).replace(ignore=(*APART, "DOI901"))
    every = [*paths_of(Task((str(shared / "corpus"),), settings), Tally())]
    asked = dois_in(every, settings)
    register(server, asked, Random(1))
    with_doi = sorted({*every})
    same_everywhere(tmp_path, settings, every, Random(2).sample(with_doi, 200))
