"""The command `mdlint-doi`: a thin shell around the library.

Only the module of the command that was asked for is imported: a hook must start fast.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import takewhile
from typing import Final, NoReturn, Protocol, TextIO

from mdlint_doi.cli.output import OutputError, fail, flush, write_out

COMMANDS: Final = {
    "check": "check the DOIs of files, and fix them with --fix",
    "resolve": "ask the DOI system about names",
    "work": "show what names are registered as: titles, people, retractions",
    "rule": "explain a rule, or list all of them",
    "record": "write the outcomes of a project's look-ups to a records file",
    "scan": "check the documents of Parquet files, any number of them",
    "cache": "show or clear the cache of look-ups",
    "completion": "print a script that completes commands in a shell",
}


_EPILOG: Final = """\
examples:
  mdlint-doi check docs/        what is wrong, DOIs looked up
  mdlint-doi check --fix docs/  fix it
  mdlint-doi rule DOI201        what a rule means
  mdlint-doi help check         all options and exit codes of a command"""


class Command(Protocol):
    """What the module of a command offers.

    Attributes:
        EPILOG: its exit codes and examples.

    """

    EPILOG: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the command's arguments."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the command; return the exit code."""


class Formatter(argparse.HelpFormatter):
    """Help as wide as the terminal.

    The parser makes one for every argument that it is given; argparse's own would import `shutil`,
    and with it three compressors, to learn a width that nobody asked for yet.
    """

    def __init__(self, prog: str) -> None:
        """Take the terminal's width, 80 without one."""
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    named = os.environ.get("COLUMNS", "")
    if named.isdecimal() and int(named):
        return int(named)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else 1).columns or 80
    except (OSError, ValueError):
        return 80


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and offer what may have been meant."""

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: None = None
    ) -> argparse.Namespace:
        """Return the arguments; of an option that there is not, the nearest is offered."""
        known, unknown = self.parse_known_args(args, namespace)
        if unknown:
            given = unknown[0].partition("=")[0]
            near = nearest(given, self._option_string_actions)
            self.error(f"there is no {unknown[0]}{near}")
        return known

    def error(self, message: str) -> NoReturn:
        """Print the error and a next step; exit 2."""
        from mdlint_doi.report.safe import line

        self.exit(2, f"{self.prog}: error: {line(message)} (see '{self.prog} --help')\n")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return "; did you mean …?" with what is written most like a word; empty if nothing is."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), n=1, cutoff=0.7)
    return f"; did you mean {near[0]}?" if near else ""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return the exit code.

    0 clean, 1 findings, 2 usage, configuration or unreadable files, 3 strict and undecided,
    130 interrupted.
    """
    # What was just imported is no garbage, and the work leaves few cycles: look rarely.
    gc.set_threshold(100_000, 50, 100)
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not (sys.stdout and sys.stderr):  # closed by who started this
        nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
        sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere
    try:
        namespace, command = _parse(arguments)
        code = command.run(namespace)
        flush(sys.stdout)
    except KeyboardInterrupt:
        sys.stderr.write("mdlint-doi: interrupted\n")
        return 130
    except BrokenPipeError:
        _drop(sys.stdout)
        return 1
    except OutputError as error:
        return _lost(error)
    return code


def _lost(error: OutputError) -> int:
    """Return the exit code for a report that nobody can read; say so, if that can be said."""
    _drop(sys.stdout)
    try:
        return fail(f"the output cannot be written: {error}")
    except (OutputError, BrokenPipeError):
        _drop(sys.stderr)
        return 2


def _drop(stream: TextIO) -> None:
    """Let what is still buffered not raise again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _parse(arguments: list[str]) -> tuple[argparse.Namespace, Command]:
    """Return the parsed arguments and the module that runs them."""
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:2], "--help"]
    if arguments and arguments[0] in COMMANDS:
        name = arguments[0]
        command: Command = import_module(f"mdlint_doi.cli.{name}")
        parser = Parser(
            prog=f"mdlint-doi {name}",
            description=f"{COMMANDS[name][:1].upper()}{COMMANDS[name][1:]}.",
            epilog=command.EPILOG,
            formatter_class=_RawFormatter,
            allow_abbrev=False,  # `--no` would change its meaning with the next option
        )
        command.add_arguments(parser)
        _refuse_files(parser, arguments[1:])
        return parser.parse_args(arguments[1:]), command
    parser = _top_parser()
    word = next((one for one in arguments if not one.startswith("-")), None)
    if word is not None:
        parser.error(_no_command(word, arguments))
    known = parser._option_string_actions  # noqa: SLF001
    if arguments and arguments[0] not in known:
        near = nearest(arguments[0], known)
        meant = near or f"; did you mean: mdlint-doi check {' '.join(arguments)}"
        parser.error(f"a command comes first{meant}")
    parser.parse_args(arguments)
    return parser.error(f"a command comes first: {', '.join(COMMANDS)}")


def _no_command(word: str, arguments: Sequence[str]) -> str:
    """Return what to say of a first word that is no command: a path most often."""
    if os.path.lexists(word) or "." in word or "/" in word:
        return f"a command comes first; did you mean: mdlint-doi check {' '.join(arguments)}"
    return f"there is no command {word}{nearest(word, COMMANDS)}"


def _refuse_files(parser: Parser, arguments: Sequence[str]) -> None:
    """Refuse an option that is the name of a file: a stranger may have named it so.

    Shells and hooks hand over the names that they find, and `--write-baseline=README.md` can be
    one of them.
    """
    for argument in takewhile(lambda one: one != "--", arguments):
        if argument.startswith("-") and argument != "-" and os.path.lexists(argument):
            parser.error(f"{argument} is a file; write ./{argument}, or -- before all files")


class _RawFormatter(Formatter, argparse.RawDescriptionHelpFormatter):
    """The same, with the epilog's lines as they are."""


class _Version(argparse.Action):
    """`--version`; the metadata is read only when it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help="print the version")

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        write_out(sys.stdout, f"mdlint-doi {version('sphinx-doi')}\n")
        parser.exit()


def _top_parser() -> Parser:
    """Return the parser that can only help, tell the version, or complain."""
    lines = "\n".join(f"  {name:12}{what}" for name, what in COMMANDS.items())
    parser = Parser(
        prog="mdlint-doi",
        usage="mdlint-doi [-h] [-V] COMMAND …",
        description="Makes DOIs in documentation correct.",
        epilog=f"commands:\n{lines}\n\n{_EPILOG}",
        formatter_class=_RawFormatter,
    )
    parser.add_argument("-V", "--version", action=_Version)
    return parser
