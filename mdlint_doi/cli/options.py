"""The options that are settings, for all commands that need settings.

An option goes over the pairs of `--config`, these over the environment, that over the nearest file,
and that over the defaults.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from mdlint_doi.config.load import OVERRIDES, WHOLE_RUN, Configuration, load
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.text.pattern import pattern

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence
    from pathlib import Path

    from mdlint_doi.config.nearest import Nearest
    from mdlint_doi.lint.settings import Settings


_KEYS: Final = ("select", "extend-select", "ignore", *WHOLE_RUN)
_OPTION: Final = "--config"
_PAIR: Final = pattern(r"""[ \t]*["']?[A-Za-z0-9_-]+["']?[ \t]*(?:\.[^=]*)?=""")
"""How a setting begins: `key =` or `table.key =`. A file of such a name is given as `./key=`."""


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Declare all of them; their destinations are the keys of the configuration file."""
    add_formats(add_rules(parser))
    add_lookup_settings(parser)
    add_configuration(parser)


def add_rules(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Declare the options that choose rules; return their group."""
    rules = parser.add_argument_group("rules (codes, names, families such as DOI2, default, all)")
    for name, what in (
        ("select", "check only these rules"),
        ("extend-select", "also check these rules"),
        ("ignore", "do not check these rules"),
    ):
        rules.add_argument(f"--{name}", type=_words, action="extend", metavar="RULES", help=what)
    return rules


def add_formats(group: argparse._ArgumentGroup) -> None:
    """Declare which further formats are looked for in folders."""
    group.add_argument(
        "--formats",
        type=_words,
        action="extend",
        metavar="FORMATS",
        help="also check files of these formats in folders: csl, csl-yaml, ris, html, txt, rd,"
        " latex; no-python leaves out those of a format",
    )


def add_lookup_settings(
    parser: argparse.ArgumentParser, *, must_ask: bool = False
) -> argparse._ArgumentGroup:
    """Declare the options of look-ups; return their group.

    With `must_ask`, those that answer without asking are left out.
    """
    lookups = parser.add_argument_group("look-ups")
    if not must_ask:
        _add_ways_not_to_ask(lookups)
    add_works(lookups)
    add_read_records(lookups)
    return lookups


def _add_ways_not_to_ask(lookups: argparse._ArgumentGroup) -> None:
    one_of_both = lookups.add_mutually_exclusive_group()
    one_of_both.add_argument(
        "--offline",
        action="store_true",
        default=None,
        help="open no connection; answer from --records, if given",
    )
    one_of_both.add_argument(
        "--online",
        action="store_false",
        dest="offline",
        default=None,
        help="look up DOIs, whatever the configuration says",
    )
    lookups.add_argument("--records", metavar="FILE", help="answer look-ups from this file")


def add_works(lookups: argparse._ArgumentGroup) -> None:
    """Declare whether the agencies are asked."""
    lookups.add_argument(
        "--works",
        choices=("auto", "off", "all"),
        help="ask Crossref and DataCite what DOIs are registered as; default: auto",
    )


def add_read_records(lookups: argparse._ArgumentGroup) -> None:
    """Declare whether the record of every name is read."""
    lookups.add_argument(
        "--read-records",
        action="store_true",
        default=None,
        help="also find aliases and deleted DOIs: read the record of every DOI",
    )


def add_configuration(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Declare where settings come from; return the group of these options."""
    files = parser.add_argument_group("configuration")
    files.add_argument(
        "--config",
        action="append",
        default=[],
        metavar="CONFIG",
        help="a TOML file to read the settings from, or one setting as 'KEY = VALUE', which"
        " overrides files and environment: --config 'max-age = 7'; can be repeated",
    )
    files.add_argument("--isolated", action="store_true", help="read no configuration file")
    return files


def settings_of(arguments: argparse.Namespace) -> Configuration:
    """Return the settings of a run, their file, and the messages for the user.

    The file is the nearest at or above the current folder. Each document may have a nearer one,
    which `nearest_of` finds.

    Raises:
        SettingsError: naming the place, the key and what would be valid.

    """
    configuration = load(
        os.getcwd(),  # noqa: PTH109
        file=file_of(arguments),
        isolated=arguments.isolated,
        environ=os.environ,
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
    if arguments.isolated or file_of(arguments):
        return None
    from mdlint_doi.config.nearest import Nearest

    return Nearest(settings, configuration.path, given_of(arguments))


def file_of(arguments: argparse.Namespace) -> Path | None:
    """Return the file that `--config` names, if it names one.

    Raises:
        SettingsError: if it names several.

    """
    files = [one for one in arguments.config if not _PAIR.match(one)]
    if not files:
        return None
    if len(files) > 1:
        raise SettingsError(_OPTION, "", f"two files: {files[0]}, {files[1]}; name one")
    from pathlib import Path

    return Path(files[0])


def given_of(arguments: argparse.Namespace) -> dict[str, object]:
    """Return the settings that the command line gives, keys in kebab-case; None: not given.

    Raises:
        SettingsError: for a pair of `--config` that is none.

    """
    options = vars(arguments)
    given = {key: options.get(key.replace("-", "_")) for key in _KEYS}
    if pairs := [one for one in arguments.config if _PAIR.match(one)]:
        given[OVERRIDES] = _overrides(pairs)
    return given


def _overrides(pairs: Sequence[str]) -> dict[str, object]:
    from mdlint_doi.config.toml_file import parse

    table: dict[str, object] = {}
    for pair in pairs:
        try:
            table |= parse(pair.encode("utf-8", "surrogateescape"), _OPTION)
        except SettingsError as error:
            problem = (
                f"{pair}: {error.problem}; write KEY = VALUE as in a TOML file, text in quotes"
            )
            raise SettingsError(_OPTION, "", problem) from error
    return table


def _words(text: str) -> list[str]:
    return [word for word in text.replace(",", " ").split() if word]
