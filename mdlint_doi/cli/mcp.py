"""`mdlint-doi mcp`: serve tools to a language model's client, on standard input and output."""

from __future__ import annotations

import argparse
from typing import Final

from mdlint_doi.cli.options import add_settings, settings_of
from mdlint_doi.cli.streams import fail, say
from mdlint_doi.files.reading import FileProblem
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.text.version import installation

EPILOG: Final = """\
exit codes:
  0  the client ended the connection
  2  wrong usage, wrong settings, or the extra mcp is not installed

examples:
  mdlint-doi mcp      the command that a client starts; the manual shows where to configure it
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_settings(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client disconnects; return the exit code."""
    try:
        from mdlint_doi.mcp.server import serve

        configuration = settings_of(arguments)
    except ImportError:
        return fail(f"the tools need an additional package; {installation('mcp')}")
    except (SettingsError, FileProblem) as error:
        return fail(str(error))
    for notice in configuration.notices:
        say(notice)
    serve(configuration.settings)
    return 0
