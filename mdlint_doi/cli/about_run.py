"""What `check` says of its settings: all of them, and those with which it proves little."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mdlint_doi.config.load import Configuration
from mdlint_doi.config.toml_file import shown
from mdlint_doi.lint.rule import Need
from mdlint_doi.lint.selection import Selection, rules_named
from mdlint_doi.lint.settings import Settings
from mdlint_doi.report.safe import json_line, line
from mdlint_doi.run.files import paths_of
from mdlint_doi.run.result import Tally

if TYPE_CHECKING:
    from mdlint_doi.lint.settings import DoiException
    from mdlint_doi.run.request import Task

_PROXIES: Final = ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")


def settings_in_use(configuration: Configuration, task: Task) -> Iterator[str]:
    """Yield the settings of a run, and of files whose own are nearer, as lines of TOML."""
    path = configuration.path
    yield f"# settings of the run: {line(shown(path)) if path else 'the defaults, from no file'}"
    yield f"# look-ups: {line(_asked(task.settings))}"
    yield from _as_toml(task.settings)
    if task.nearest is None:
        return
    for name in paths_of(task, Tally()):
        task.nearest.of_file(name)  # which meets the files that are nearer
    for one in task.nearest.files():
        near = task.nearest.of_folder(str(one.parent)).settings
        yield ""
        yield f"# {line(shown(one.parent))}/ and below: {line(shown(one))}"
        yield from _as_toml(near)


def _as_toml(settings: Settings) -> Iterator[str]:
    for field in Settings.__match_args__:
        value, key = getattr(settings, field), field.replace("_", "-")
        if value is None:
            yield f"# {key} is not set"
        elif key == "per-file-ignores":
            pairs = (f"{_value(one.pattern)} = {_value(one.selectors)}" for one in value)
            yield f"{key} = {{{', '.join(pairs)}}}"
        elif key == "exceptions":
            pairs = (f"{_value(one.name)} = {_exception(one)}" for one in value)
            yield f"{key} = {{{', '.join(pairs)}}}"
        else:
            yield f"{key} = {_value(value)}"


def _exception(one: DoiException) -> str:
    until = f", until = {one.until.isoformat()}" if one.until else ""
    return f"{{reason = {_value(one.reason)}{until}}}"


def _value(value: object) -> str:
    """Return a value as TOML; its strings are those of JSON, and its lists."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    return json_line(value)


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
