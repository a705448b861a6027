"""What `check` says of its run: the details of `--verbose`, and settings that prove little."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mdlint_doi.config.load import Configuration
from mdlint_doi.config.toml_file import shown
from mdlint_doi.lint.rule import Need
from mdlint_doi.lint.selection import Selection, rules_named
from mdlint_doi.lint.settings import Settings

if TYPE_CHECKING:
    from mdlint_doi.report.model import Report
    from mdlint_doi.run.request import Task

_PROXIES: Final = ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")


def details(configuration: Configuration, task: Task, report: Report) -> tuple[str, ...]:
    """Return how a run came about, a line each."""
    settings = task.settings
    path = configuration.path
    lines = [f"settings of the run: {shown(path) if path else 'the defaults, from no file'}"]
    if task.nearest is not None:
        lines += [f"settings of files near it: {shown(one)}" for one in task.nearest.files()]
    lines.append(f"look-ups: {_asked(settings)}")
    if settings.records:
        lines.append(f"records: {settings.records}")
    if settings.baseline:
        lines.append(f"baseline: {settings.baseline}")
    return (*lines, *(f"checked: {name}" for name in report.files))


def _asked(settings: Settings) -> str:
    """Return who is asked, and which variables name a proxy; not its address, nor a password."""
    if settings.offline:
        return "none, offline"
    proxies = [name for name in _PROXIES if os.environ.get(name)]
    return f"{settings.server}{f', by the proxy in {proxies[0]}' if proxies else ''}"


def settings_notices(settings: Settings, *, searches: bool) -> Iterator[str]:
    """Yield sentences for who runs `check`.

    Args:
        settings: of the run.
        searches: whether `--max-searches` allows any.

    """
    rules = Selection.of(settings).rules
    if not rules:
        yield "no rule is selected, so nothing can be reported"
    elif settings.offline and not settings.records and all(rule.network for rule in rules):
        yield "the selected rules need look-ups, and this run makes none: nothing can be reported"
    if searches and settings.offline:
        yield "--max-searches: this run is offline, so nothing is searched"
    if settings.selects_default:
        return
    for rule in rules_named((*settings.select, *settings.extend_select)):
        if Need.SEARCH in rule.needs:
            yield f"{rule.code} ({rule.name}) is found by mdlint-doi search; check makes no search"
