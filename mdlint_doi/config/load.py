"""The sources of settings: the nearest file, the environment, the command line.

A settings file may come from a stranger, for example in a pull request. Its `server` must use
https, and its host must be a known one or one that the user allows; the report names it. Its cache
must be inside the folder of the file. The command line and the environment are trusted. A
`SettingsError` names the place, the key and the valid values. A `pyproject.toml` is parsed only if
it contains the name of the tool.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from os import PathLike
from typing import TYPE_CHECKING, Any, Final

from mdlint_doi.config.toml_file import TABLE, line_of, no_file, parse, read, shown, text_of
from mdlint_doi.lint.settings import Settings, SettingsError, settings_from
from mdlint_doi.services import SERVICES, servers
from mdlint_doi.text.likeness import closest
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from pathlib import Path

WHOLE_RUN: Final = (
    *("offline", "strict", "fail-on", "server"),
    *(key for key in servers() if key != "server"),
    *("contact", "depth", "concurrency", "records", "cache-dir", "use-cache"),
    *("max-age", "baseline", "formats", "read-as"),
)
"""Keys for all files of a run; they come from the settings nearest to the current folder."""
ENVIRONMENT: Final[Mapping[str, str]] = {
    **{key: server.variable for key, server in servers().items()},
    "contact": "MDLINT_DOI_CONTACT",
    "depth": "MDLINT_DOI_DEPTH",
    "cache-dir": "MDLINT_DOI_CACHE_DIR",
}
ALLOW_HOSTS: Final = "MDLINT_DOI_ALLOW_HOSTS"
"""The variable that allows further hosts for the settings of a repository."""
_PREFIX: Final = "MDLINT_DOI_"
_OF_CI: Final = frozenset({f"{_PREFIX}{name}" for name in ("ARGS", "PACKAGE", "PATHS")})
"""Variables of the project's CI steps, which the command does not read."""
_HOSTS: Final = frozenset(service.host for service in SERVICES)
"""The hosts that settings files may name."""
SERVERS: Final[Mapping[str, str]] = {key: server.address for key, server in servers().items()}
"""The settings for the addresses of services, and their defaults."""
_WIDE: Final = "\0".join(TABLE).encode()
"""The name of the tool in UTF-16 (files of PowerShell), in both byte orders."""
_NEARLY_OURS: Final = (
    rb"^[ \t]*\[[ \t]*"
    rb"(?!tool[ \t]*\.[ \t]*[\"']?mdlint-doi)"  # but not the right name
    rb"(?P<table>(?:tools?[ \t]*\.[ \t]*)?[\"']?(?:(?:mdlint|sphinx)[-_]?doi|mdlint))"
    rb"[\"']?[ \t]*[].]"
)
"""The line of a table with a wrong name: without `tool`, under `tools`, or a similar name."""
FILE: Final = "pyproject.toml"
FILES: Final = (".mdlint-doi.toml", "mdlint-doi.toml", FILE)
"""The files of a folder with settings; the first one that exists is used."""
OVERRIDES: Final = "config"
"""The key of the command line's settings for the table of `--config KEY = VALUE`."""
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
    """The settings of a run, and their sources.

    Attributes:
        settings: all sources merged.
        path: the settings file.
        notices: messages for the user about the settings file.
    """

    settings: Settings
    path: Path | None = None
    notices: tuple[str, ...] = ()


def find_settings(start: str | PathLike[str]) -> tuple[Settings, Path | None]:
    """Return the settings of the nearest file in or above `start`, and its path.

    Without a file, return the defaults and None.
    """
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
    """Return the settings of the file in a folder; None without a file."""
    for name in FILES:
        path = os.path.join(folder, name)
        # A broken link in place of this program's own file is reported, instead of being ignored.
        is_there = os.path.isfile if name == FILE else os.path.lexists
        if is_there(path) and (found := settings_in_file(path)):
            return found
    return None


def unread_in(folder: str) -> str | None:
    """Return the message about a `pyproject.toml` that is not a file; None if it is one."""
    path = os.path.join(folder, FILE)
    if os.path.isfile(path) or not os.path.lexists(path):
        return None
    return f"{shown(path)}: not used: {no_file(path)}"


def settings_in_file(name: str) -> FileSettings | None:
    """Return the settings of a file; None for a `pyproject.toml` without settings."""
    data = read(name)
    if os.path.basename(name) == FILE:
        if b"doi" in data or b"mdlint" in data or b"\0" in data:
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
    """Return the settings in a file; None for a `pyproject.toml` without settings."""
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
    """Return the settings of a run.

    The command line overrides the environment, and the environment overrides the file. The file is
    `file`, or the nearest one in or above `start`; `isolated` uses no file. The keys of `arguments`
    are in kebab-case; None means that an option is not given.
    """
    settings = Settings()
    path = file
    if file is not None:
        settings = read_settings(file)
    elif not isolated:
        settings, path = find_settings(start)
    merged = with_arguments(with_environment(settings, environ), arguments)
    notices = _unread_variables(environ)
    if path is not None:
        given = {**_overrides(arguments), **_given(arguments)}
        for key in SERVERS:
            notices += _server_notices(key, merged, path, environ, given)
    return Configuration(merged, path, notices)


def with_environment(settings: Settings, environ: Mapping[str, str]) -> Settings:
    """Return the settings, overridden by the environment; empty variables are ignored.

    Raises:
        SettingsError: for a value that is not valid, and for a variable that is named after a
            setting but is not read.
    """
    _refuse_variables(environ)
    for key, variable in ENVIRONMENT.items():
        if value := environ.get(variable):
            settings = _merged({key: value}, f"environment variable {variable}", settings)
    return settings


def _others(environ: Mapping[str, str]) -> list[str]:
    """Return the variables with the prefix of this program that nothing reads, in order."""
    known = {*ENVIRONMENT.values(), ALLOW_HOSTS, *_OF_CI}
    names = (name for name, value in environ.items() if name.startswith(_PREFIX) and value)
    return sorted(name for name in names if name not in known)


def _refuse_variables(environ: Mapping[str, str]) -> None:
    """Refuse variables for settings that are not read from the environment, such as `offline`."""
    keys = {name: name.removeprefix(_PREFIX).lower().replace("_", "-") for name in _others(environ)}
    if not keys:
        return
    valid = _keys()
    for name, key in keys.items():
        if key in valid:
            where = f"environment variable {name}"
            option = "add --offline, or " if key == "offline" else ""
            problem = (
                f"this variable is not read; {option}set {key} in a settings file or with --config"
            )
            raise SettingsError(where, "", problem)


def _unread_variables(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return messages about the other variables that nothing reads."""
    known = [name.removeprefix(_PREFIX) for name in (*ENVIRONMENT.values(), ALLOW_HOSTS)]
    valid = f" (valid: {', '.join(_PREFIX + name for name in known)})"
    nearest = ((name, closest(name.removeprefix(_PREFIX), known)) for name in _others(environ))
    return tuple(
        f"environment variable {name} is not read"
        f"{f'; did you mean {_PREFIX}{near}?' if near else valid}"
        for name, near in nearest
    )


def with_arguments(settings: Settings, arguments: Mapping[str, object]) -> Settings:
    """Return the settings, overridden by the command line.

    Each pair of `--config` replaces a setting; options override these pairs. The option `select`
    replaces `select`, `extend-select` and `ignore` of the file. Without it, the options
    `extend-select` and `ignore` are added to those of the file.
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
    return {
        key: value for key, value in arguments.items() if value is not None and key != OVERRIDES
    }


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
        raise SettingsError(where, f"tool.{TABLE}", "a table is required")
    try:
        return _with_paths(settings_from(table, where), path.parent, where)
    except SettingsError as error:
        line = line_of(error.key, data.decode("utf-8"), TABLE, error.problem)
        place = where if line is None else f"{where}:{line}"
        raise SettingsError(place, error.key, error.problem) from error


def place_of(path: Path, key: str) -> str:
    """Return `path:line` of a setting in a file, or the path if the line is not found."""
    line = line_of(key, text_of(read(path), path), TABLE)
    return shown(path) if line is None else f"{shown(path)}:{line}"


def _with_paths(settings: Settings, folder: Path, where: str) -> Settings:
    """Return the settings with paths from the folder of the file; refuse a cache outside it."""
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
            f"set cache-dir with --config or {ENVIRONMENT['cache-dir']}"
        )
        raise SettingsError(where, "cache-dir", problem)
    return settings.replace(cache_dir=str(cache))


def _refuse_unread(data: bytes, name: str) -> None:
    """Refuse a `pyproject.toml` with settings that would be ignored without a message."""
    if _WIDE in data:
        raise SettingsError(shown(name), "", "not UTF-8, but UTF-16; convert the file to UTF-8")
    if not re.search(_NEARLY_OURS, data, re.MULTILINE):
        return
    whole: object = parse(data, name)
    for found in re.finditer(_NEARLY_OURS, data, re.MULTILINE):
        table = found["table"].decode()
        named = whole
        for key in table.split("."):
            named = named.get(key.strip(" \t\"'")) if isinstance(named, dict) else None
        if isinstance(named, dict) and _is_meant(table, named):  # else, it is part of a text
            line = data.count(b"\n", 0, found.start()) + 1
            where = f"{shown(name)}:{line}"
            raise SettingsError(where, table, f"this table has no effect; write [tool.{TABLE}]")


def _is_meant(table: str, named: Mapping[str, object]) -> bool:
    """Return whether a table is meant for this program; another one may have the name `mdlint`."""
    return "doi" in table or bool(named and named.keys() <= _keys())


def _keys() -> set[str]:
    """Return the keys of all settings."""
    return {field.replace("_", "-") for field in Settings.__match_args__}


def _server_notices(
    key: str,
    settings: Settings,
    path: Path,
    environ: Mapping[str, str],
    arguments: Mapping[str, object],
) -> tuple[str, ...]:
    """Return the message about a server; refuse the server of a file if it is not allowed."""
    server = _server_of(settings, key)
    if arguments.get(key):
        if not settings.offline or arguments.get("offline"):
            return ()
        return (f"{server} is not used, because {shown(path)} sets offline; add --online",)
    if environ.get(ENVIRONMENT[key]):
        return ()
    refuse_server(settings, path, environ, key)
    if server == SERVERS[key] or settings.offline:
        return ()
    what = "look-ups go" if key == "server" else "requests for works go"
    return (f"{what} to {server} instead of {SERVERS[key]}, as set in {shown(path)}",)


def refuse_server(
    settings: Settings, path: Path, environ: Mapping[str, str], key: str = "server"
) -> None:
    """Refuse a server from `key` of a file that the user did not allow.

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
    raise SettingsError(place_of(path, key), key, problem)


def _server_of(settings: Settings, key: str) -> str:
    return str(getattr(settings, key.replace("-", "_")))
