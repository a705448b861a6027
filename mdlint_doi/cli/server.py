"""`mdlint-doi server`: run a language server for editors, on standard input and output."""

from __future__ import annotations

import argparse
import os
from typing import Final

from mdlint_doi.cli.options import add_flag, add_settings, file_of, given_of
from mdlint_doi.cli.streams import fail
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.server.projects import EditorOptions
from mdlint_doi.text.version import VERSION

EPILOG: Final = """\
exit codes:
  0  the editor stopped the server
  1  the editor disconnected without stopping the server
  2  wrong usage or wrong settings

examples:
  mdlint-doi server              the command that an editor starts; see the manual for recipes
  mdlint-doi server --offline    start the server without look-ups
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    what = "has no effect; accepted because some editors add this option"
    add_flag(parser.add_argument_group("editor"), "--stdio", what)
    add_settings(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the editor disconnects; return the exit code."""
    from mdlint_doi.server.server import serve

    try:
        options = EditorOptions(
            file=file_of(arguments),
            isolated=arguments.isolated,
            arguments=given_of(arguments),
            environ=os.environ,
        )
    except SettingsError as error:
        return fail(str(error))
    return serve(VERSION, options)
