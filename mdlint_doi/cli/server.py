"""`mdlint-doi server`: a language server for editors, on standard input and output."""

from __future__ import annotations

import argparse
import os
from typing import Final

from mdlint_doi.cli.options import add_flag, add_settings, file_of, given_of
from mdlint_doi.cli.streams import fail
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.text.version import VERSION

EPILOG: Final = """\
exit codes:
  0  the editor ended it
  1  the client disconnected
  2  usage

examples:
  mdlint-doi server              what an editor starts; the manual has recipes for six
  mdlint-doi server --offline    look nothing up
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    what = "speak on standard input and output, as it does in any case; some editors say so"
    add_flag(parser.add_argument_group("editor"), "--stdio", what)
    add_settings(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the editor goes away."""
    from mdlint_doi.server.projects import EditorOptions
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
