"""`mdlint-doi cache`: print where the cache is and how much it contains, or empty it."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mdlint_doi.ask.cache_file import clear, default_folder, statistics
from mdlint_doi.cli.options import add_configuration, add_option, settings_of
from mdlint_doi.cli.streams import fail, write_lines, write_out
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.report.safe import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mdlint_doi.ask.cache_file import Statistics


EPILOG: Final = """\
exit codes:
  0  done
  2  wrong usage, wrong settings, or a cache that cannot be emptied

examples:
  mdlint-doi cache stats   show how many answers the cache contains and how old they are
  mdlint-doi cache clear   remove all answers; the next run looks up all DOIs again
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    what = "dir: print the folder of the cache; clear: remove all entries; stats: count the entries"
    add_option(parser, "action", None, what, nargs="?", choices=("dir", "clear", "stats"))
    add_configuration(parser)


def run(arguments: argparse.Namespace) -> int:
    """Do the action; return the exit code."""
    if arguments.action is None:
        return fail("an argument is missing; give stats, clear or dir")
    try:
        settings = settings_of(arguments).settings
    except SettingsError as error:
        return fail(str(error))

    folder = Path(settings.cache_dir or default_folder())
    match arguments.action:
        case "dir":
            # Scripts need the exact path; on a terminal, it must not contain control characters.
            shown = visible(str(folder)) if sys.stdout.isatty() else str(folder)
            write_out(sys.stdout, f"{shown}\n")
        case "stats":
            write_lines(sys.stdout, _lines(statistics(folder)))
        case _:
            removed = clear(folder)
            if removed is None:
                return fail(f"the cache in {folder} cannot be emptied")
            write_out(sys.stdout, f"entries removed: {removed}\n")
    return 0


def _lines(statistics: Statistics) -> Iterator[str]:
    """Yield a line with the size of the cache, and one for each group of entries."""
    yield f"{visible(statistics.path)}: {statistics.size} bytes"
    for group in statistics.groups:
        days = f"answered {_day(group.oldest)} to {_day(group.newest)}"
        yield f"{visible(group.server)}: {group.count} {group.outcome}, {days}"
    if not statistics.groups:
        yield "no entries"


def _day(seconds: float) -> str:
    """Return the date of a Unix time, or `?` if a wrong clock wrote an impossible time."""
    try:
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return "?"
