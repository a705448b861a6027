"""Where settings come from: the nearest file, the environment, the command line.

A configuration file may be a stranger's, as that of a pull request: its `server` is taken over
https only, is one of few hosts or one that the user allows, and is named in the report; its cache
must lie inside its own folder. The command line and the environment are trusted. What goes wrong is
raised as `SettingsError`, which names the place, the key and what would be valid. A
`pyproject.toml` is parsed only if the tool's name is found in it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

from mdlint_doi.config.toml_file import TABLE, line_of, no_file, parse, read, shown
from mdlint_doi.lint.settings import Settings, SettingsError, settings_from
from mdlint_doi.services import SERVICES, servers
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from pathlib import Path

WHOLE_RUN: Final = (
    *("offline", "strict", "fail-on", "server"),
    *(key for key in servers() if key != "server"),
    *("contact", "works", "read-records", "concurrency", "records", "cache-dir", "use-cache"),
    *("max-age", "baseline", "formats"),
)
"""Keys that hold for all files of a run: those of the settings nearest to the current folder."""
ENVIRONMENT: Final[Mapping[str, str]] = {
    **{key: one.variable for key, one in servers().items()},
    "contact": "MDLINT_DOI_CONTACT",
    "works": "MDLINT_DOI_WORKS",
    "cache-dir": "MDLINT_DOI_CACHE_DIR",
}
ALLOW_HOSTS: Final = "MDLINT_DOI_ALLOW_HOSTS"
"""The variable that allows other servers than those which a repository may name."""
_HOSTS: Final = frozenset(one.host for one in SERVICES)  # whom a repository's settings may name
SERVERS: Final[Mapping[str, str]] = {key: one.address for key, one in servers().items()}
"""The settings that name whom to ask, and their defaults."""
_WIDE: Final = "\0".join(TABLE).encode()
"""The tool's name in UTF-16, as PowerShell writes files, whichever byte of a letter is first."""
_NEARLY_OURS: Final = (
    rb"^[ \t]*\[[ \t]*"
    rb"(?!tool[ \t]*\.[ \t]*[\"']?mdlint-doi)"  # not ours
    rb"(?P<table>(?:tools?[ \t]*\.[ \t]*)?[\"']?(?:mdlint|sphinx)[-_]doi)"
    rb"[\"']?[ \t]*[].]"
)
"""The line of a table without `tool`, under `tools`, or with another of our names."""
FILE: Final = "pyproject.toml"
FILES: Final = (".mdlint-doi.toml", "mdlint-doi.toml", FILE)
"""In the order in which they are looked for in a folder; the first one holds."""
OVERRIDES: Final = "config"
"""Of what the command line gives: the table of its `--config KEY = VALUE`."""
_ADDED_TO: Final = ("extend-select", "ignore", "formats")


class FileSettings(Value):
    """The settings of one file.

    Attributes:
        settings: the settings; the defaults for those that the file does not set.
        path: the path of the file.
        keys: the settings that the file sets.
    """

    settings: Settings
    path: Path
    keys: frozenset[str]


class Configuration(Value):
    """The settings of a run, and where they come from.

    Attributes:
        settings: all sources merged.
        path: the configuration file.
        notices: the messages for the user about it.
    """

    settings: Settings
    path: Path | None = None
    notices: tuple[str, ...] = ()


def find_settings(start: str | PathLike[str]) -> tuple[Settings, Path | None]:
    """Return the settings of the nearest file at or above `start`, and it; else defaults, None."""
    folder = os.path.abspath(start)  # does not follow links
    if not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    while (found := settings_in(folder)) is None:
        above = os.path.dirname(folder)
        if above == folder:
            return Settings(), None
        folder = above
    return found.settings, found.path


def settings_in(folder: str) -> FileSettings | None:
    """Return the settings that a folder's own file has; None if it has none."""
    for name in FILES:
        path = os.path.join(folder, name)
        # A file of ours that cannot be read is reported: a link that leads nowhere sets nothing.
        is_there = os.path.isfile if name == FILE else os.path.lexists
        if is_there(path) and (found := _settings_of(path)):
            return found
    return None


def unread_in(folder: str) -> str | None:
    """Return what to say of a folder's `pyproject.toml` that is no file; None if there is none."""
    path = os.path.join(folder, FILE)
    if os.path.isfile(path) or not os.path.lexists(path):
        return None
    return f"{shown(path)}: not used: {no_file(path)}"


def _settings_of(name: str) -> FileSettings | None:
    """Return the settings of a file; None of a `pyproject.toml` that has none."""
    data = read(name)
    if os.path.basename(name) == FILE:
        if b"doi" in data or b"\0" in data:
            _refuse_unread(data, name)
        if TABLE.encode() not in data:
            return None
    from pathlib import Path

    path = Path(name)
    if (table := _table_of(data, path)) is None:
        return None
    return FileSettings(_file_settings(table, path, data), path, frozenset(map(str, table)))


def read_settings(path: Path) -> Settings:
    """Return the settings of a `pyproject.toml`, or a TOML file with them at its top level.

    Raises:
        SettingsError: if the file cannot be read, has no table of settings, or a setting is not
            valid.
    """
    data = read(path)
    table = _table_of(data, path)
    if table is None:
        raise SettingsError(shown(path), "", f"there is no table [tool.{TABLE}]")
    return _file_settings(table, path, data)


def _table_of(data: bytes, path: Path) -> Any:  # noqa: ANN401 - what should be a table
    """Return the settings in a file; None where it is a `pyproject.toml` that has none."""
    table = parse(data, path)
    tool = table.get("tool", {})
    if isinstance(tool, dict) and TABLE in tool:
        return tool[TABLE]
    return None if path.name == FILE else table


def load(
    start: str | PathLike[str],
    *,
    file: Path | None = None,
    isolated: bool = False,
    environ: Mapping[str, str],
    arguments: Mapping[str, object],
) -> Configuration:
    """Return the settings of a run: command line over environment over file over defaults.

    The file is `file`, or else the nearest one from `start` on; none if `isolated`. The arguments
    are those of the command line, keys in kebab-case; None: not given.
    """
    settings, path = Settings(), file
    if file is not None:
        settings = read_settings(file)
    elif not isolated:
        settings, path = find_settings(start)
    merged = with_arguments(with_environment(settings, environ), arguments)
    notices: tuple[str, ...] = ()
    if path is not None:
        given = {**_overrides(arguments), **_given(arguments)}
        for key in SERVERS:
            notices += _server_notices(key, merged, path, environ, given)
    return Configuration(merged, path, notices)


def with_environment(settings: Settings, environ: Mapping[str, str]) -> Settings:
    """Return the settings with those of the environment over them; empty variables count not."""
    for key, variable in ENVIRONMENT.items():
        if value := environ.get(variable):
            settings = _merged({key: value}, f"environment variable {variable}", settings)
    return settings


def with_arguments(settings: Settings, arguments: Mapping[str, object]) -> Settings:
    """Return the settings with those of the command line over them.

    First the pairs of `--config`, each in place of what there was; over them the options.
    `select` puts the file's `select`, `extend-select` and `ignore` aside: who names rules there
    wants these. Without it, `extend-select` and `ignore` are added to those of the file.
    """
    settings = _merged(_overrides(arguments), "--config", settings)
    table = _given(arguments)
    if "select" in table:
        settings = settings.replace(extend_select=(), ignore=())
    for key in _ADDED_TO:
        given = table.get(key)
        if isinstance(given, list | tuple):
            table[key] = [*getattr(settings, key.replace("-", "_")), *given]
    return _merged(table, "command line", settings)


def _given(arguments: Mapping[str, object]) -> dict[str, object]:
    """Return the options that were given."""
    return {key: one for key, one in arguments.items() if one is not None and key != OVERRIDES}


def _overrides(arguments: Mapping[str, object]) -> dict[str, object]:
    pairs = arguments.get(OVERRIDES)
    return pairs if isinstance(pairs, dict) else {}


def _merged(table: Mapping[str, object], where: str, base: Settings) -> Settings:
    if not table:
        return base
    return settings_from(table, where, base=base, trusted=True)


def _file_settings(table: object, path: Path, data: bytes) -> Settings:
    where = shown(path)
    if not isinstance(table, dict):
        raise SettingsError(where, f"tool.{TABLE}", "a table is needed")
    try:
        return _with_paths(settings_from(table, where), path.parent, where)
    except SettingsError as error:
        line = line_of(error.key, data.decode("utf-8"), TABLE, error.problem)
        place = where if line is None else f"{where}:{line}"
        raise SettingsError(place, error.key, error.problem) from error


def _with_paths(settings: Settings, folder: Path, where: str) -> Settings:
    """Return the settings with paths relative to the file's folder; the cache has to be in it."""
    from pathlib import Path

    if settings.records is not None:
        settings = settings.replace(records=str(folder / settings.records))
    if settings.baseline is not None:
        settings = settings.replace(baseline=str(folder / settings.baseline))
    if settings.cache_dir is None:
        return settings
    cache = folder / settings.cache_dir
    if not Path(os.path.realpath(cache)).is_relative_to(os.path.realpath(folder)):
        problem = (
            f"{settings.cache_dir!a} is outside the folder of this file; "
            f"give it with --config or {ENVIRONMENT['cache-dir']}"
        )
        raise SettingsError(where, "cache-dir", problem)
    return settings.replace(cache_dir=str(cache))


def _refuse_unread(data: bytes, name: str) -> None:
    """Refuse a `pyproject.toml` whose settings would be missed in silence."""
    if _WIDE in data:
        raise SettingsError(shown(name), "", "not UTF-8, but UTF-16; convert it to UTF-8")
    if not re.search(_NEARLY_OURS, data, re.MULTILINE):
        return
    whole: object = parse(data, name)
    for found in re.finditer(_NEARLY_OURS, data, re.MULTILINE):
        table = found["table"].decode()
        named = whole
        for key in table.split("."):
            named = named.get(key.strip(" \t\"'")) if isinstance(named, dict) else None
        if isinstance(named, dict):  # else the line is one of a text
            line = data.count(b"\n", 0, found.start()) + 1
            where = f"{shown(name)}:{line}"
            raise SettingsError(where, table, f"this table has no effect; write [tool.{TABLE}]")


def _server_notices(
    key: str,
    settings: Settings,
    path: Path,
    environ: Mapping[str, str],
    arguments: Mapping[str, object],
) -> tuple[str, ...]:
    """Return what to say of a server; refuse that of a file which its user did not allow."""
    server = _server_of(settings, key)
    if arguments.get(key):
        if not settings.offline or arguments.get("offline"):
            return ()
        return (f"{server} is not asked: {shown(path)} says offline; add --online",)
    if environ.get(ENVIRONMENT[key]):
        return ()
    refuse_server(settings, path, environ, key)
    if server == SERVERS[key] or settings.offline:
        return ()
    what = "look-ups go" if key == "server" else "requests for works go"
    return (f"{what} to {server} instead of {SERVERS[key]}: {shown(path)} says so",)


def refuse_server(
    settings: Settings, path: Path, environ: Mapping[str, str], key: str = "server"
) -> None:
    """Refuse a server, named by `key` of a file, that the user did not allow: it would be asked.

    Raises:
        SettingsError: if the server is not allowed.
    """
    server = _server_of(settings, key)
    if server == SERVERS[key] or settings.offline:
        return
    named = environ.get(ALLOW_HOSTS, "").lower().replace(",", " ").split()
    host = server.partition("://")[2].partition("/")[0].lower()
    bare = re.sub(r":\d+$", "", host)
    if {host, bare} & _HOSTS.union(named):
        return
    problem = f"{bare} is not a trusted host; to trust it, set {ALLOW_HOSTS}={bare}"
    raise SettingsError(shown(path), key, problem)


def _server_of(settings: Settings, key: str) -> str:
    return str(getattr(settings, key.replace("-", "_")))
