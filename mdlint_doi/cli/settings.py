"""`mdlint-doi settings`: explain a setting, and show its value and where the value comes from."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator
from textwrap import fill
from typing import TYPE_CHECKING, Final

from mdlint_doi.cli.options import (
    UNSET,
    add_configuration,
    add_option,
    as_toml,
    given_of,
    settings_of,
)
from mdlint_doi.cli.parser import nearest
from mdlint_doi.cli.streams import columns, fail, say, write_lines
from mdlint_doi.config.load import ENVIRONMENT, OVERRIDES, place_of, settings_in_file
from mdlint_doi.lint.model import MANUAL
from mdlint_doi.lint.settings import Settings, SettingsError
from mdlint_doi.report.safe import line
from mdlint_doi.services import servers

if TYPE_CHECKING:
    from mdlint_doi.config.load import Configuration

EPILOG: Final = """\
exit codes:
  0  the settings were printed
  2  wrong usage, wrong settings, or there is no such setting

examples:
  mdlint-doi settings          print all settings in use, and where each value comes from
  mdlint-doi settings depth    explain a setting
"""
_WIDTH: Final = 88
_PAGE: Final = "reference/settings.md"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_option(parser, "key", "KEY", "a setting; default: all settings", nargs="?")
    add_configuration(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a setting, or all settings; return the exit code."""
    keys = _keys()
    wanted = (arguments.key or "").strip().lower().replace("_", "-").removeprefix("doi-")
    if wanted and wanted not in keys:
        return fail(f"unknown setting {arguments.key!a}{nearest(wanted, keys)}")
    try:
        configuration = settings_of(arguments)
        pairs = given_of(arguments).get(OVERRIDES)
        given = pairs if isinstance(pairs, dict) else {}
        origins = {key: origin(key, configuration, given) for key in ([wanted] if wanted else keys)}
    except SettingsError as error:
        return fail(str(error))
    for notice in configuration.notices:
        say(notice)
    values = dict(zip(keys, as_toml(configuration.settings), strict=True))
    if wanted:
        width = min(columns(sys.stdout) or _WIDTH, _WIDTH)
        write_lines(sys.stdout, _explained(wanted, values[wanted], origins[wanted], width))
    else:
        write_lines(sys.stdout, (f"{values[key]}  # {origins[key]}" for key in keys))
    return 0


def origin(key: str, configuration: Configuration, given: dict[str, object]) -> str:
    """Return where the value of a setting comes from, in words.

    Args:
        key: the setting.
        configuration: the settings, and their file.
        given: the settings of `--config KEY = VALUE`.
    """
    if key in given:
        return "from --config"
    variable = ENVIRONMENT.get(key, "")
    if os.environ.get(variable):
        return f"from the environment variable {variable}"
    path = configuration.path
    own = None if path is None else settings_in_file(str(path))
    if path is not None and own is not None and key in own.keys:
        return f"from {line(place_of(path, key))}"
    return "the default"


def _explained(key: str, value: str, where: str, width: int) -> Iterator[str]:
    """Yield the lines about a setting."""
    yield value.removeprefix("# ")
    yield f"  {where}"
    yield ""
    text = f"{_description(key)[:1].upper()}{_description(key)[1:]}"
    yield fill(text, width, break_long_words=False, break_on_hyphens=False)
    yield ""
    defaults = dict(zip(_keys(), as_toml(Settings()), strict=True))
    yield f"Default: {UNSET.get(key, defaults[key])}"
    if key in ENVIRONMENT:
        yield f"Environment variable: {ENVIRONMENT[key]}"
    yield f"{MANUAL}/{_PAGE}#{key}"


def _keys() -> list[str]:
    """Return the names of all settings, in the order of their fields."""
    return [field.replace("_", "-") for field in Settings.__match_args__]


def _description(key: str) -> str:
    """Return the meaning of a setting, from the docstring of `Settings` or the services' table.

    What the docstring adds about `None` and about other objects of Python is left out.
    """
    text = " ".join((Settings.__doc__ or "").partition("Attributes:")[2].split())
    field = key.replace("-", "_")
    names = "|".join(re.escape(name) for name in Settings.__match_args__)
    found = re.search(rf"(?:^| ){field}: (.*?)(?= (?:{names}): | Each further service|$)", text)
    if found:
        return f"{found[1].partition('; None:')[0].removesuffix('.')}.".replace("`", "'")
    service = servers()[key]
    return f"the base address of {service.name}, a service that returns registered works."
