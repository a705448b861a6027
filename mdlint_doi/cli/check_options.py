"""The arguments of `mdlint-doi check`, in the groups of its help: what is used most comes first."""

from __future__ import annotations

import os
from argparse import ArgumentTypeError
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from mdlint_doi.cli.options import add_configuration, add_formats, add_lookup_settings, add_rules
from mdlint_doi.report.formats import FORMATS

if TYPE_CHECKING:
    import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare all of them."""
    parser.add_argument(
        "paths",
        nargs="*",
        metavar="PATH",
        help="files, folders, or - for standard input; default: this folder",
    )
    add_fixes(parser)
    add_rules(parser)
    _add_searches(add_lookup_settings(parser))
    _add_output(parser)
    _add_files(parser)
    _add_hidden(parser)
    _add_exit_code(parser)
    add_configuration(parser).add_argument(
        "--show-settings", action="store_true", help="show the settings in use, and check nothing"
    )


def _add_files(parser: argparse.ArgumentParser) -> None:
    files = parser.add_argument_group("files")
    add_exclude(files)
    add_formats(files)
    files.add_argument(
        "--since", metavar="COMMIT", help="check only the lines changed since COMMIT in git"
    )
    files.add_argument(
        "--files-from",
        metavar="FILE",
        help="also check the paths listed in FILE (one per line, or NUL-separated); -: standard"
        " input",
    )
    files.add_argument(
        "--stdin-filename",
        metavar="NAME",
        help="check standard input, and report it under this name",
    )
    files.add_argument(
        "--jobs",
        type=_count,
        default=0,
        metavar="N",
        help="use at most N processes; default: one for each core",
    )


def add_exclude(files: argparse._ArgumentGroup) -> None:
    """Declare what leaves files out."""
    files.add_argument(
        "--exclude",
        action="append",
        default=[],
        metavar="PATTERN",
        help="also leave out these files: a pattern as in .gitignore, relative to this folder",
    )


def add_fixes(
    parser: argparse.ArgumentParser,
    *,
    fix: str = "fix what is safe to fix",
    unsafe: str = "with --fix or --diff: also apply fixes that are guesses",
) -> None:
    """Declare what writes.

    Args:
        parser: of the command.
        fix: what `--fix` does.
        unsafe: what `--unsafe-fixes` does.

    """
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help=fix)
    fixes.add_argument("--diff", action="store_true", help="print what --fix would do as a patch")
    fixes.add_argument("--unsafe-fixes", action="store_true", help=unsafe)


def add_report(output: argparse._ArgumentGroup, formats: Sequence[str]) -> None:
    """Declare where the report goes, what it looks like and how much it says.

    Args:
        output: the group of options.
        formats: in which the report can be written.

    """
    output.add_argument(
        "--output-format",
        choices=formats,
        metavar="FORMAT",
        help=f"{', '.join(formats)}; default: text",
    )
    output.add_argument(
        "-o",
        "--output",
        action="append",
        default=[],
        type=partial(_target, formats),
        metavar="[FORMAT=]FILE",
        help="write the report to FILE; .sarif, .json, .xml, .html and .md choose the format, as"
        " FORMAT= does; can be repeated",
    )
    amount = output.add_mutually_exclusive_group()
    amount.add_argument("-q", "--quiet", action="store_true", help="print findings and errors only")
    amount.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        help="also list the files that were checked, and each fix",
    )
    output.add_argument("--statistics", action="store_true", help="count the findings by rule")
    output.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        metavar="WHEN",
        help="auto (default: on a terminal), always, never",
    )


def _add_output(parser: argparse.ArgumentParser) -> None:
    output = parser.add_argument_group("output")
    add_report(output, FORMATS)
    output.add_argument(
        "--max-per-rule",
        type=_count,
        metavar="N",
        help="in text, show at most N findings of each rule and count the others; 0: show all;"
        " default: 5 if there are more than 200 findings",
    )
    output.add_argument(
        "--explain",
        action="store_true",
        help="print the evidence of each DOI911, how to except it and how to report a false one",
    )
    output.add_argument(
        "--dump",
        action="store_true",
        help="print each mention of a DOI as a line of JSON; the report goes to standard error",
    )


def _add_exit_code(parser: argparse.ArgumentParser) -> None:
    code = parser.add_argument_group("exit code")
    code.add_argument(
        "--fail-on",
        choices=("hint", "warning", "error"),
        metavar="SEVERITY",
        help="exit 1 for findings of this severity or worse: hint, warning (default), error",
    )
    code.add_argument("--exit-zero", action="store_true", help="exit 0 even with findings")
    code.add_argument(
        "--strict", action="store_true", default=None, help="exit 3 if a DOI could not be checked"
    )


def _add_searches(lookups: argparse._ArgumentGroup) -> None:
    lookups.add_argument(
        "--max-searches",
        type=_count,
        default=0,
        metavar="N",
        help="search Crossref for at most N works whose DOI is wrong; default: 0",
    )


def _add_hidden(parser: argparse.ArgumentParser) -> None:
    hidden = parser.add_argument_group("known findings")
    hidden.add_argument(
        "--add-suppressions",
        action="store_true",
        help="add a comment for each finding that switches it off, where the format has comments",
    )
    hidden.add_argument("--baseline", metavar="FILE", help="hide the findings that FILE lists")
    hidden.add_argument(
        "--write-baseline", metavar="FILE", help="write all current findings to FILE"
    )


def _count(text: str) -> int:
    if text.isdecimal() and text.isascii():
        return int(text)
    message = f"{text!a} is not valid; give a whole number from 0 on"
    raise ArgumentTypeError(message)


def _target(formats: Sequence[str], text: str) -> tuple[str | None, str]:
    """Return a format, None for that of `--output-format`, and a file."""
    name, equals, file = text.partition("=")
    named = (name, file) if equals and name in formats else (None, text)
    if equals and named[0] is None and os.sep not in name and "/" not in name:
        message = (
            f"{name!a} is not a format; valid: {', '.join(formats)} (a file of this name: ./{text})"
        )
        raise ArgumentTypeError(message)
    if not named[1] or named[1].endswith(("/", os.sep)):
        message = f"{text!a} is no file"
        raise ArgumentTypeError(message)
    return named
