"""The command `mdlint-doi`: a thin shell around the library.

Only the module of the command that was asked for is imported: a hook must start fast.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

COMMANDS: Final = {
    "check": "check Markdown files, and fix them with --fix",
    "resolve": "ask the DOI system about names",
    "rule": "explain a rule, or list all of them",
    "record": "write the outcomes of a project's look-ups to a records file",
    "cache": "show or clear the cache of look-ups",
}


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Print the error and a next step; exit 2."""
        self.exit(2, f"{self.prog}: error: {message} (see '{self.prog} --help')\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return the exit code.

    0 clean, 1 findings, 2 usage, configuration or unreadable files, 3 strict and undecided,
    130 interrupted.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        namespace, command = _parse(arguments)
        code: int = command.run(namespace)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("mdlint-doi: interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader has gone; what is still buffered must not raise again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def _parse(arguments: list[str]) -> tuple[argparse.Namespace, _Command]:
    """Return the parsed arguments and the module that runs them."""
    if arguments and arguments[0] in COMMANDS:
        name = arguments[0]
        command = import_module(f"mdlint_doi.cli.{name}")
        parser = Parser(prog=f"mdlint-doi {name}", description=COMMANDS[name] + ".")
        command.add_arguments(parser)
        return parser.parse_args(arguments[1:]), command
    _top_parser().parse_args(arguments)
    raise AssertionError


def _top_parser() -> Parser:
    """Return the parser that can only help, tell the version, or complain."""
    lines = "\n".join(f"  {name:9}{what}" for name, what in COMMANDS.items())
    parser = Parser(
        prog="mdlint-doi",
        description="Makes DOIs in Markdown documentation correct.",
        epilog=f"commands:\n{lines}\n\n'mdlint-doi COMMAND --help' tells more.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version)
    parser.add_argument("command", choices=list(COMMANDS), metavar="COMMAND")
    return parser
