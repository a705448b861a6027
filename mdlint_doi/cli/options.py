"""The options that are settings, for all commands that need settings.

The command line goes over the environment, that over `pyproject.toml`, that over the defaults.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from mdlint_doi.config.keys import ALLOW_HOSTS, WHOLE_RUN
from mdlint_doi.config.load import Configuration, load
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.services import CROSSREF, DATACITE, Service

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping
    from pathlib import Path

    from mdlint_doi.config.nearest import Nearest
    from mdlint_doi.lint.settings import Settings


_KEYS: Final = ("select", "extend-select", "ignore", "check-code", *WHOLE_RUN)


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Declare the options; their destinations are the keys of the configuration file."""
    rules = add_rules(parser)
    rules.add_argument(
        "--formats",
        type=_words,
        action="extend",
        metavar="FORMATS",
        help="also check files of these formats in folders: csl, csl-yaml, ris, html, txt, rd,"
        " latex; no-python leaves out those of a format",
    )
    add_lookup_settings(parser)
    add_work_settings(parser)


def add_rules(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Declare the options that choose rules; return their group."""
    rules = parser.add_argument_group("rules")
    for name, what in (
        ("select", "check only these rules: codes, names, families (DOI2), default, all"),
        ("extend-select", "also check these rules"),
        ("ignore", "do not check these rules"),
    ):
        rules.add_argument(f"--{name}", type=_words, action="extend", metavar="RULES", help=what)
    rules.add_argument(
        "--check-code", action="store_true", default=None, help="also look into code"
    )
    return rules


def add_lookup_settings(
    parser: argparse.ArgumentParser, *, must_ask: bool = False
) -> argparse._ArgumentGroup:
    """Declare the options of look-ups and of the configuration file; return the former.

    With `must_ask`, those that answer without asking are left out.
    """
    lookups = parser.add_argument_group("look-ups")
    if not must_ask:
        _add_ways_not_to_ask(lookups)
    lookups.add_argument(
        "--server", metavar="URL", help="ask this server instead of https://doi.org"
    )
    lookups.add_argument(
        "--allow-host",
        type=_words,
        action="extend",
        default=[],
        metavar="HOST",
        help="allow the configuration file to name this host as a server",
    )
    lookups.add_argument(
        "--lookup",
        choices=("auto", "handles", "which-ra"),
        help="which service to ask; default: auto",
    )
    lookups.add_argument(
        "--concurrency",
        type=int,
        metavar="N",
        help="send at most N requests at the same time, 1 to 64; default: 10",
    )
    lookups.add_argument("--cache-dir", metavar="FOLDER", help="keep the cache in FOLDER")
    lookups.add_argument(
        "--no-cache",
        action="store_false",
        dest="use_cache",
        default=None,
        help="neither read nor write the cache",
    )
    lookups.add_argument(
        "--max-age",
        type=float,
        metavar="DAYS",
        help="reuse cached answers for DAYS days; default: 30",
    )
    files = parser.add_argument_group("configuration")
    files.add_argument("--config", metavar="FILE", help="read the settings of all files from FILE")
    files.add_argument("--isolated", action="store_true", help="read no configuration file")
    return lookups


def _add_ways_not_to_ask(lookups: argparse._ArgumentGroup) -> None:
    one_of_both = lookups.add_mutually_exclusive_group()
    one_of_both.add_argument(
        "--offline",
        action="store_true",
        default=None,
        help="open no connection; use a records file if there is one",
    )
    one_of_both.add_argument(
        "--online",
        action="store_false",
        dest="offline",
        default=None,
        help="look up DOIs, whatever the configuration says",
    )
    lookups.add_argument("--records", metavar="FILE", help="answer look-ups from this file")


def add_work_settings(parser: argparse.ArgumentParser) -> None:
    """Declare the options of what DOIs are registered as."""
    works = parser.add_argument_group("registered works")
    works.add_argument(
        "--works",
        choices=("auto", "off", "all"),
        help="ask Crossref and DataCite what DOIs are registered as; default: auto",
    )
    works.add_argument(
        "--contact",
        metavar="EMAIL",
        help="your e-mail address, sent to both, which then answer faster",
    )
    for service in (CROSSREF, DATACITE):
        _add_server(works, service)


def add_search_settings(parser: argparse.ArgumentParser) -> None:
    """Declare the options of searches."""
    searches = parser.add_argument_group("searches")
    searches.add_argument(
        "--contact",
        metavar="EMAIL",
        help="your e-mail address, sent to the services, which then allow more searches a second",
    )
    _add_server(searches, CROSSREF)
    _add_server(searches, DATACITE)


def _add_server(group: argparse._ArgumentGroup, service: Service) -> None:
    usual = f"ask this server instead of {service.address}"
    group.add_argument(f"--{service.key}", metavar="URL", help=usual)


def settings_of(arguments: argparse.Namespace) -> Configuration:
    """Return the settings of a run, their file, and the messages for the user.

    The file is the nearest at or above the current folder. Each document may have a nearer one,
    which `nearest_of` finds.

    Raises:
        SettingsError: naming the place, the key and what would be valid.

    """
    configuration = load(
        os.getcwd(),  # noqa: PTH109
        file=_path(arguments.config) if arguments.config else None,
        isolated=arguments.isolated,
        environ=environ_of(arguments),
        arguments=given_of(arguments),
    )
    records = configuration.settings.records
    if records is None or not os.fspath(records).endswith(".parquet"):
        return configuration
    return _with_verdicts(configuration, os.fspath(records))


def _with_verdicts(configuration: Configuration, path: str) -> Configuration:
    """Return the settings with a records file in Parquet, and what reads it.

    Raises:
        SettingsError: if there is nothing to read it with.

    """
    try:
        from mdlint_doi.corpora.verdicts import Verdicts
    except ImportError:
        problem = 'to read it, install pyarrow: pip install "sphinx-doi[arrow]"'
        raise SettingsError(path, "records", problem) from None
    settings = configuration.settings.replace(records=Verdicts(path))
    return configuration.replace(settings=settings)


def nearest_of(
    arguments: argparse.Namespace, configuration: Configuration, settings: Settings
) -> Nearest | None:
    """Return what finds the settings of each document; None where those of the run hold for all.

    Args:
        arguments: of the command.
        configuration: what `settings_of` returned.
        settings: of the run, for the keys that hold for all of it.

    """
    if arguments.config or arguments.isolated:
        return None
    from mdlint_doi.config.nearest import Nearest

    return Nearest(settings, configuration.path, given_of(arguments))


def environ_of(arguments: argparse.Namespace) -> Mapping[str, str]:
    """Return the environment, with the hosts that the command line allows."""
    hosts = getattr(arguments, "allow_host", ())
    if not hosts:
        return os.environ
    return {**os.environ, ALLOW_HOSTS: " ".join([os.environ.get(ALLOW_HOSTS, ""), *hosts])}


def given_of(arguments: argparse.Namespace) -> dict[str, object]:
    """Return the settings that the command line gives, keys in kebab-case; None: not given."""
    given = vars(arguments)
    return {key: given.get(key.replace("-", "_")) for key in _KEYS}


def _path(name: str) -> Path:
    from pathlib import Path

    return Path(name)


def _words(text: str) -> list[str]:
    return [word for word in text.replace(",", " ").split() if word]
