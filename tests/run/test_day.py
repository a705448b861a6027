"""Each run knows the day: no verdict depends on whether something else asked for it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from handle_server import HandleServer

from mdlint_doi import Settings, check_paths, check_text
from mdlint_doi.config.today import today
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.setting_types import Depth, DoiException
from mdlint_doi.run.draft import draft_of
from mdlint_doi.run.judge import may_be_made_up, read_document
from mdlint_doi.run.request import Task, Wants
from mdlint_doi.text.source import Source

DAY = date(2026, 11, 23)
EXCEPTIONS = ((), (DoiException("10.1000/182", "registered next month"),))


def test_the_day_is_that_of_the_clock() -> None:
    """It is the day in UTC, with the fields of a date."""
    before = datetime.now(tz=UTC).date()
    day = today()
    assert before <= date(day.year, day.month, day.day) <= datetime.now(tz=UTC).date()


@pytest.mark.parametrize("exceptions", EXCEPTIONS)
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.md", "See arXiv:1609.02943 now.\n"),
        ("page.rst", "See arXiv:1609.02943 now.\n"),
        ("refs.bib", "@misc{a, eprint = {1609.02943}, archivePrefix = {arXiv}}\n"),
    ],
)
def test_an_old_arxiv_number_is_not_too_new(
    handle_server: HandleServer,
    tmp_path: Path,
    name: str,
    text: str,
    exceptions: tuple[DoiException, ...],
) -> None:
    """An unregistered number of years ago is a warning, with and without exceptions."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    own = Settings(server=handle_server.url, use_cache=False, depth=Depth.REGISTRATION)
    (found,) = check_paths([path], own.replace(exceptions=exceptions)).findings
    assert (found.code, found.severity.value) == ("DOI901", "warning")
    assert "arXiv registers a DOI for every paper" in found.message


@pytest.mark.parametrize(
    ("back", "severity"), [(0, "hint"), (1, "hint"), (2, "warning"), (14, "warning")]
)
def test_a_new_arxiv_number(
    handle_server: HandleServer, tmp_path: Path, back: int, severity: str
) -> None:
    """Only a number of this month or the last one may be too new."""
    day = today()
    year, month = divmod(day.year * 12 + day.month - 1 - back, 12)
    path = tmp_path / "page.md"
    path.write_text(f"See arXiv:{year % 100:02}{month + 1:02}.12345 now.\n", encoding="utf-8")
    own = Settings(server=handle_server.url, use_cache=False, depth=Depth.REGISTRATION)
    (found,) = check_paths([path], own).findings
    assert (found.code, found.severity.value) == ("DOI901", severity)


@pytest.mark.parametrize("exceptions", EXCEPTIONS)
def test_a_number_of_the_future(
    handle_server: HandleServer, tmp_path: Path, exceptions: tuple[DoiException, ...]
) -> None:
    """A number of a month years ahead is impossible, in Markdown and offline, and told once."""
    text = "See arXiv:7501.00001 now.\n"
    own = Settings(offline=True, exceptions=exceptions)
    (found,) = check_text(text, settings=own)
    assert (found.code, "in the future" in found.message) == ("DOI106", True)
    path = tmp_path / "page.md"
    path.write_text(text, encoding="utf-8")
    online = own.replace(
        offline=False, server=handle_server.url, use_cache=False, depth=Depth.REGISTRATION
    )
    assert [finding.code for finding in check_paths([path], online).findings] == ["DOI106"]


@pytest.mark.parametrize(
    ("year", "ignore", "is_reported"),
    [(2026, (), False), (2027, (), False), (2028, (), True), (2028, ("DOI505",), False)],
)
@pytest.mark.parametrize(
    "field", ["year = {{{}}}", "year = {}", "date = {{{}-01-02}}", 'year = "{}"']
)
def test_only_reported_years_cost(
    field: str, year: int, ignore: tuple[str, ...], *, is_reported: bool
) -> None:
    """A bibliography is judged again only for years that the rule reports: later than next year."""
    text = f"@book{{m, doi = {{10.1000/182}}, pages = {{2999}}, {field.format(year)}}}\n"
    settings = Settings(ignore=ignore)
    document = read_document(Source("refs.bib", text), settings)
    facts = RunFacts(settings=settings, today=DAY, online=True)
    assert may_be_made_up(document, facts) == is_reported
    task = Task(("refs.bib",), settings, today=DAY)
    wants = Wants(names=True, writing=False, claims=True, all_last=False)
    draft = draft_of(document, task, wants, facts)
    assert (draft.findings is None) == is_reported


def test_the_year_is_that_of_the_run() -> None:
    """What is in the future moves with the day; no year of a release is a limit."""
    text = "@book{m, doi = {10.1000/182}, author = {Marlowe, Ada}, year = {2107}}\n"
    document = read_document(Source("refs.bib", text), Settings())
    for day, is_reported in ((date(2105, 12, 31), True), (date(2106, 1, 1), False)):
        assert may_be_made_up(document, RunFacts(today=day)) == is_reported
