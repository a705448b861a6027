"""`mdlint-doi completion`: a script for a shell, made from the arguments of all commands.

It is written by `shtab`, which knows the three shells, and which only this command needs: the extra
`completion`. The script stands for itself, so that completing starts no Python.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from typing import Final

from mdlint_doi.cli.output import fail, write_out
from mdlint_doi.cli.parser import COMMANDS

SHELLS: Final = ("bash", "zsh", "fish")
EPILOG: Final = """\
exit codes:
  0  the script is printed
  2  usage, or the extra is missing: pip install shtab

examples:
  mdlint-doi completion bash > ~/.local/share/bash-completion/completions/mdlint-doi
  mdlint-doi completion zsh > ~/.zfunc/_mdlint-doi     with ~/.zfunc in fpath
  mdlint-doi completion fish > ~/.config/fish/completions/mdlint-doi.fish
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help="bash, zsh or fish")


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    try:
        import shtab
    except ImportError:
        return fail("completion needs one package more: pip install shtab")
    script = shtab.complete(_whole_parser(), arguments.shell)
    write_out(sys.stdout, f"{script.rstrip()}\n")
    return 0


def _whole_parser() -> argparse.ArgumentParser:
    """Return one parser with all commands, as no other command needs it."""
    import shtab

    parser = argparse.ArgumentParser(prog="mdlint-doi")
    parser.add_argument("-V", "--version", action="version", help="print the version")
    commands = parser.add_subparsers()
    for name, what in COMMANDS.items():
        command = commands.add_parser(name, help=what)
        import_module(f"mdlint_doi.cli.{name}").add_arguments(command)
        for action in command._actions:  # noqa: SLF001 - there is no other way to them
            if action.metavar in {"FILE", "PATH", "[FORMAT=]FILE"}:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
            elif action.metavar == "FOLDER":
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    return parser
