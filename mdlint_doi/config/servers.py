"""Whom a repository's settings may name as a server.

A configuration file may be a stranger's pull request. So its servers are few hosts, or ones that
the user allows, and are named in the report.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from mdlint_doi.config.keys import ALLOW_HOSTS, ENVIRONMENT
from mdlint_doi.config.toml_file import shown
from mdlint_doi.lint.settings import Settings, SettingsError
from mdlint_doi.services import SERVICES, servers

HOSTS: Final = frozenset(one.host for one in SERVICES)
"""Whom a repository's settings may name."""
SERVERS: Final[Mapping[str, str]] = {key: one.address for key, one in servers().items()}
"""The settings that name whom to ask, and their defaults."""


def server_notices(
    key: str,
    settings: Settings,
    path: Path,
    environ: Mapping[str, str],
    arguments: Mapping[str, object],
) -> tuple[str, ...]:
    """Return what to say of a server; refuse that of a file which its user did not allow."""
    if arguments.get(key):
        return _offline_notices(key, settings, path, arguments)
    if environ.get(ENVIRONMENT[key]):
        return ()
    refuse_server(settings, path, environ, key)
    return _notices(key, settings, path)


def refuse_server(
    settings: Settings,
    path: Path,
    environ: Mapping[str, str],
    key: str = "server",
) -> None:
    """Refuse a server of a repository's file that its user did not allow: it would be asked.

    Args:
        settings: of the run; offline, nobody is asked.
        path: the file that names the server.
        environ: of the process; it may allow more hosts.
        key: the setting that names it.

    Raises:
        SettingsError: says how to allow it.

    """
    server = _server_of(settings, key)
    if server == SERVERS[key] or settings.offline:
        return
    named = environ.get(ALLOW_HOSTS, "").replace(",", " ").split()
    host = server.partition("://")[2].partition("/")[0].lower()
    bare = re.sub(r":\d+$", "", host)
    if {host, bare} & (HOSTS | {one.lower() for one in named}):
        return
    problem = f"{bare} is not a trusted host; to trust it, set {ALLOW_HOSTS}={bare}"
    raise SettingsError(shown(path), key, problem)


def _server_of(settings: Settings, key: str) -> str:
    return str(getattr(settings, key.replace("-", "_")))


def _offline_notices(
    key: str, settings: Settings, path: Path, arguments: Mapping[str, object]
) -> tuple[str, ...]:
    """Return what to say to who names a server that is not asked."""
    if not settings.offline or arguments.get("offline"):
        return ()
    server = _server_of(settings, key)
    return (f"{server} is not asked: {shown(path)} says offline; add --online",)


def _notices(key: str, settings: Settings, path: Path) -> tuple[str, ...]:
    server = _server_of(settings, key)
    if server == SERVERS[key] or settings.offline:
        return ()
    what = "look-ups go" if key == "server" else "requests for works go"
    return (f"{what} to {server} instead of {SERVERS[key]}: {shown(path)} says so",)
