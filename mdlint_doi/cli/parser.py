"""The commands, and the parser of the command line."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from itertools import takewhile
from types import ModuleType
from typing import Final, NoReturn, TextIO

from mdlint_doi.cli.commands import COMMANDS, MEANT_COMMANDS
from mdlint_doi.cli.streams import cells, write_messages, write_out
from mdlint_doi.report.safe import line
from mdlint_doi.text.likeness import closest
from mdlint_doi.text.version import VERSION

_MEANT: Final = {
    "--format": "--output-format",
    "--reporter": "--output-format",
    "--write": "--fix",
    "--in-place": "--fix",
    "--silent": "--quiet",
    "--threads": "--jobs",
    "--workers": "--jobs",
    "--dry-run": "--diff",
    "--autofix": "--fix",
    "--no-network": "--offline",
}
"""Options of other programs, with the option to suggest."""
_INSTEAD: Final = {
    "--no-cache": 'write --config "use-cache = false"',
    "--no-color": "write --color never",
    "--timeout": "a look-up ends by itself after a few seconds without an answer",
    "--retries": "failed requests are repeated automatically",
    "--email": "write --config \"contact = 'me@example.org'\"",
    "--mailto": "write --config \"contact = 'me@example.org'\"",
    "--proxy": "set the environment variable HTTPS_PROXY",
    "--insecure": "set SSL_CERT_FILE to a file with the certificates to trust",
    "--recursive": "folders are always searched recursively",
    "--include": "name the files, or add --formats",
    "--version": "run mdlint-doi --version",
    "--list-rules": "run mdlint-doi rule",
    "--init": "run mdlint-doi init",
    "--lsp": "run mdlint-doi server",
}
"""Options of other programs for which there is no option, with what to do instead."""
_EPILOG: Final = """\
examples:
  mdlint-doi check docs/        report problems; look up all DOIs
  mdlint-doi check --fix docs/  also fix problems
  mdlint-doi rule DOI201        explain a rule
  mdlint-doi help check         show all options and exit codes of a command"""


argparse._ = str  # type: ignore[attr-defined]
"""Keep argparse from translating its words: it would import `locale`, and all texts are English."""
_REPEATED: Final = {"*": "[{0} ...]", "+": "{0} [{0} ...]", "?": "[{0}]"}


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """A help formatter as wide as the terminal.

    argparse's own way to find the width imports `shutil` and three compression modules.
    """

    def __init__(self, prog: str) -> None:
        """Use the width of the terminal, or 80 columns without one."""
        width = cells(sys.__stdout__) or 80
        super().__init__(prog, max_help_position=27, width=width - 2)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        """Return `-o, --output FILE`, the form that Python 3.13 prints, in every version."""
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        value = self._format_args(action, action.dest.upper())
        return f"{', '.join(action.option_strings)} {value}"


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line and suggest the option that was probably meant."""

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: None = None
    ) -> argparse.Namespace:
        """Return the arguments; for an unknown option, exit with an error that suggests another."""
        known, unknown = self.parse_known_args(args, namespace)
        if unknown:
            if not unknown[0].startswith("-"):
                self.error(f"unexpected argument '{unknown[0]}'")
            self.error(f"unknown option '{unknown[0]}'{self._meant(unknown[0].partition('=')[0])}")
        return known

    def _meant(self, option: str) -> str:
        """Return a suggestion for an unknown option; empty if there is none."""
        from mdlint_doi.lint.setting_values import READERS

        known = self._option_string_actions
        usual = _MEANT.get(option, option)
        if usual in known:
            return f"; did you mean '{usual}'?"
        if option in _INSTEAD:
            return f"; {_INSTEAD[option]}"
        if "--config" in known and usual.removeprefix("--") in READERS:
            return f"; write {_pair(usual.removeprefix('--'))}"
        return nearest(option, known)

    def error(self, message: str) -> NoReturn:
        """Print the error and how to get help; exit with code 2."""
        self.exit(2, f"{self.prog}: error: {line(message)} (see '{self.prog} --help')\n")

    def _print_message(self, message: str, file: TextIO | None = None) -> None:  # type: ignore[override]
        """Print help or an error through the functions of `streams`, which raise if that fails."""
        if file is None or file is sys.stderr:
            write_messages(message.splitlines())
        else:
            write_out(file, message)


def _pair(key: str) -> str:
    """Return `--config` with a setting, and with the value that the option of a flag stands for."""
    from mdlint_doi.lint.settings import Settings
    from mdlint_doi.text.value import defaults_of

    default = defaults_of(Settings)[key.replace("-", "_")]
    value = "…" if not isinstance(default, bool) else str(not default).lower()
    return f'--config "{key} = {value}"'


def nearest(word: str, known: Iterable[str]) -> str:
    """Return "; did you mean …?" with the known word most similar to `word`; empty if none is."""
    near = closest(word, known)
    return f"; did you mean '{near}'?" if near else ""


def parsed(name: str, command: ModuleType, arguments: Sequence[str]) -> argparse.Namespace:
    """Return the parsed arguments of a command; exit after an error or the help.

    Args:
        name: the name of the command.
        command: its module. It has `EPILOG`, the exit codes and examples at the end of the help;
            `add_arguments`, which declares the arguments; and `run`, which returns the exit code.
        arguments: the arguments after the name.
    """
    parser = Parser(
        prog=f"mdlint-doi {name}",
        description=f"{COMMANDS[name][:1].upper()}{COMMANDS[name][1:]}.",
        epilog=command.EPILOG,
        formatter_class=_Formatter,
        allow_abbrev=False,  # `--no` would change its meaning with the next option
    )
    command.add_arguments(parser)
    parser.usage = usage_of(parser)
    for argument in takewhile(lambda word: word != "--", arguments):
        # Shells and hooks pass the names of files as they find them, and a contributor may have
        # added a file named `--write-baseline=README.md`.
        if argument.startswith("-") and argument != "-" and os.path.lexists(argument):
            parser.error(f"{argument} is a file; write ./{argument}, or write -- before the files")
    return parser.parse_args(arguments)


def usage_of(parser: argparse.ArgumentParser) -> str:
    """Return the usage line: the positional arguments and required options, all else as OPTIONS."""
    words = [f"{parser.prog} [OPTIONS]"]
    for action in parser._actions:  # noqa: SLF001 - argparse has no public access
        if not action.option_strings:
            words.append(
                _REPEATED.get(str(action.nargs), "{0}").format(action.metavar or action.dest)
            )
        elif action.required:
            words.append(f"{action.option_strings[0]} {action.metavar}")
    return " ".join(words)


def refuse(arguments: Sequence[str]) -> NoReturn:
    """Exit, because the arguments do not begin with a command: print help, a script or an error."""
    parser = _top_parser()
    known = parser._option_string_actions  # noqa: SLF001
    word = next((argument for argument in arguments if not argument.startswith("-")), None)
    if arguments and arguments[0].partition("=")[0] in known:
        shell = parser.parse_args(arguments).completion  # --help and --version exit here
        from mdlint_doi.cli.completion import script

        write_out(sys.stdout, script(shell))
        parser.exit()
    checked = f"; did you mean 'mdlint-doi check {' '.join(arguments)}'?"
    if word is not None and not (os.path.lexists(word) or "." in word or "/" in word):
        parser.error(f"unknown command '{word}'{_meant_command(word)}")
    if word is not None:  # a path
        parser.error(f"the first argument must be a command{checked}")
    if arguments:
        meant = nearest(arguments[0], known) or checked
        parser.error(f"the first argument must be a command{meant}")
    write_messages(parser.format_help().splitlines())
    parser.exit(2)


def _meant_command(word: str) -> str:
    """Return "; did you mean …?" with a command for a word; for a rule, the command `rule`."""
    if meant := MEANT_COMMANDS.get(word.lower()):
        return f"; did you mean '{meant}'?"
    if near := nearest(word, COMMANDS):
        return near
    from mdlint_doi.lint.rules import rules_named

    named = rules_named((word,))
    return f"; did you mean 'rule {named[0].code}'?" if named else ""


def _top_parser() -> Parser:
    """Return the parser for arguments without a command: help, the version, or an error."""
    lines = "\n".join(f"  {name:12}{what}" for name, what in COMMANDS.items())
    parser = Parser(
        prog="mdlint-doi",
        usage="mdlint-doi COMMAND [OPTIONS]",
        description="Finds broken DOIs in documentation and fixes them.",
        epilog=f"commands:\n{lines}\n\n{_EPILOG}",
        formatter_class=_Formatter,
    )
    version = f"mdlint-doi {VERSION}"
    what = "print the version"
    parser.add_argument("-V", "--version", action="version", version=version, help=what)
    shells = ("bash", "zsh", "fish", "powershell")
    what = f"print a script that completes commands, options and rules in {', '.join(shells)}"
    parser.add_argument("--completion", choices=shells, metavar="SHELL", help=what)
    return parser
