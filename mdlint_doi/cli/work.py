"""`mdlint-doi work`: what names are registered as, and how that was found."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from mdlint_doi.api.works import registered_works
from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.cli.named_dois import STDIN, add_named_dois, names_of, with_settings
from mdlint_doi.cli.options import add_work_settings
from mdlint_doi.cli.output import fail, write_out
from mdlint_doi.lint.settings import Settings
from mdlint_doi.report.safe import line
from mdlint_doi.report.works import as_json, as_text

EPILOG: Final = """\
exit codes:
  0  all DOIs are registered
  1  a DOI is not registered, or not valid
  2  usage or configuration
  3  with --strict: a work could not be looked up
  130  interrupted

examples:
  mdlint-doi work 10.1000/182                       title, people, year, retractions
  mdlint-doi work --output-format json - < dois.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_named_dois(parser, answer="some lines", strict="a work could not be looked up")
    add_work_settings(parser)


def run(arguments: argparse.Namespace) -> int:
    """Ask, print, and return the exit code: the first of 130, 2, 1, 3 that holds, or 0."""
    return with_settings(arguments, _run)


def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    wrong: list[str] = []
    names = list(dict.fromkeys(names_of(arguments.dois or [STDIN], wrong)))
    try:
        reports, messages, interrupted = registered_works(names, settings)
    except LookupSettingsError as error:
        return fail(str(error))
    for message in messages:
        write_out(sys.stderr, f"mdlint-doi: {line(message)}\n")
    if arguments.output_format == "json":
        objects = ",\n".join(f"  {as_json(one)}" for one in reports)
        write_out(sys.stdout, f"[\n{objects}\n]\n" if reports else "[]\n")
    else:
        pages = ("".join(f"{row}\n" for row in as_text(one)) for one in reports)
        write_out(sys.stdout, "\n".join(pages))
    if interrupted:
        return 130
    if wrong or any(one.word == "missing" for one in reports):
        return 1
    return 3 if settings.strict and any(one.word == "unknown" for one in reports) else 0
