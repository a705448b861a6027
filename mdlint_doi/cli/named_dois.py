"""DOIs as the arguments of a command, or one a line on standard input."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from mdlint_doi.cli.options import add_lookup_settings, settings_of
from mdlint_doi.cli.output import fail, write_out
from mdlint_doi.cli.standard_input import input_lines
from mdlint_doi.files.reading import FileProblem
from mdlint_doi.lint.settings import Settings, SettingsError
from mdlint_doi.names.doi import Doi, DoiSyntaxError
from mdlint_doi.report.safe import line as visible_line

STDIN: Final = "-"
DIRECTORY_CODE: Final = "10"


def add_named_dois(parser: argparse.ArgumentParser, *, answer: str, strict: str) -> None:
    """Declare the arguments of a command that asks about DOIs.

    Args:
        parser: of the command.
        answer: what the format `text` prints for each of them.
        strict: what `--strict` means, behind "exit 3 if".

    """
    parser.add_argument(
        "dois",
        nargs="*",
        metavar="DOI",
        help="a DOI in any spelling, or - for one a line on standard input; default: -",
    )
    output = parser.add_argument_group("output")
    output.add_argument(
        "--output-format",
        choices=("text", "json"),
        default="text",
        help=f"{answer} for each DOI, or an array; default: text",
    )
    code = parser.add_argument_group("exit code")
    code.add_argument("--strict", action="store_true", default=None, help=f"exit 3 if {strict}")
    add_lookup_settings(parser)


def with_settings(
    arguments: argparse.Namespace, ask: Callable[[argparse.Namespace, Settings], int]
) -> int:
    """Return the exit code of `ask`, which gets the settings of the run; 2 where it cannot be."""
    if not arguments.dois and sys.stdin is not None and sys.stdin.isatty():
        return fail("no DOI was given; name one, or write one a line to standard input")
    try:
        configuration = settings_of(arguments)
        for notice in configuration.notices:
            write_out(sys.stderr, f"mdlint-doi: {visible_line(notice)}\n")
        return ask(arguments, configuration.settings)
    except (SettingsError, FileProblem) as error:
        return fail(str(error))


def names_of(words: Iterable[str], wrong: list[str]) -> Iterator[Doi]:
    """Yield the names that are asked for; say what is none, and add it to `wrong`."""
    from mdlint_doi.names.normalize import normalize

    for text in _texts(words):
        try:
            doi = normalize(text)
        except DoiSyntaxError as error:
            why = str(error)
        else:
            if doi.prefix.partition(".")[0] == DIRECTORY_CODE:
                yield doi
                continue
            why = "a name from before 'doi:10.', which cannot be looked up"
        wrong[:] = [text]  # one is enough to know that there are any
        shown = visible_line(text, 200)
        write_out(sys.stderr, f"mdlint-doi: '{shown}' is no DOI: {visible_line(why)}\n")


def _texts(words: Iterable[str]) -> Iterator[str]:
    """Yield the arguments, with the lines of standard input where `-` stands; say so of none."""
    empty = True
    for word in words:
        if word != STDIN:
            empty = False
            yield word
            continue
        for raw in input_lines():
            if text := raw.decode("utf-8", "replace").strip():
                empty = False
                yield text
    if empty:
        write_out(sys.stderr, "note: standard input is empty, so nothing was looked up\n")
