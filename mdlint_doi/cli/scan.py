"""`mdlint-doi scan`: documents of Parquet files in, a Parquet file of findings out."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.cli.options import add_lookup_settings, add_rules, settings_of
from mdlint_doi.cli.output import fail, write_out
from mdlint_doi.cli.progress import ProgressBar
from mdlint_doi.files.reading import FileProblem
from mdlint_doi.lint.settings import Settings, SettingsError
from mdlint_doi.report.safe import line

if TYPE_CHECKING:
    from mdlint_doi.corpora.scan import ScanRequest, ScanSummary


EPILOG: Final = """\
exit codes:
  0  the findings were written, if any
  2  usage, configuration, or a file that cannot be read or written
  3  with --strict: a DOI could not be checked
  130  interrupted; the same command goes on from there

examples:
  mdlint-doi scan docs.parquet --verdicts verdicts.parquet -o findings.parquet
  mdlint-doi scan part-*.parquet --offline -o findings.parquet
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "inputs",
        nargs="+",
        metavar="FILE",
        help="Parquet files with the columns path and text, and format if the path does not tell",
    )
    files = parser.add_argument_group("files")
    files.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="OUTPUT",
        help="write the findings there, as Parquet",
    )
    files.add_argument(
        "--verdicts",
        metavar="FILE",
        help="what is known of DOIs, as Parquet; the DOI system is asked about the others",
    )
    add_work(parser)
    code = parser.add_argument_group("exit code")
    code.add_argument(
        "--strict", action="store_true", default=None, help="exit 3 if a DOI could not be checked"
    )
    add_rules(parser)
    lookups = add_lookup_settings(parser, must_ask=True)
    lookups.add_argument("--offline", action="store_true", default=None, help="open no connection")


def add_work(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    """Declare how many processes a command may have, and whether it tells how far it is."""
    work = parser.add_argument_group("work")
    work.add_argument(
        "--jobs", type=_count, default=0, metavar="N", help="processes; default: one for each core"
    )
    work.add_argument("--no-progress", action="store_true", help="show no progress bar")
    return work


def run(arguments: argparse.Namespace) -> int:
    """Scan, and return the exit code."""
    try:
        from mdlint_doi.corpora.pool import use_system_memory
        from mdlint_doi.corpora.scan import folder_of, scan
    except ImportError:
        return fail('this needs Arrow: pip install "sphinx-doi[arrow]"')
    use_system_memory()
    output = Path(arguments.output)
    try:
        configuration = settings_of(arguments)
        for notice in configuration.notices:
            write_out(sys.stderr, f"mdlint-doi: {line(notice)}\n")
        settings = configuration.settings.replace(records=None, works="off")
        request = _request(arguments, settings)
        summary = scan(request, shows(arguments))
    except (SettingsError, FileProblem, LookupSettingsError) as error:
        return fail(str(error))
    except KeyboardInterrupt:
        where = line(str(folder_of(output)))
        message = f"interrupted; the same command goes on, from what is in {where}"
        write_out(sys.stderr, f"mdlint-doi: {message}\n")
        return 130
    write_out(sys.stderr, _in_words(arguments.output, summary))
    return 3 if settings.strict and summary.names.unknown else 0


def _request(arguments: argparse.Namespace, settings: Settings) -> ScanRequest:
    from mdlint_doi.corpora.scan import ScanRequest

    return ScanRequest(
        inputs=tuple(arguments.inputs),
        output=Path(arguments.output),
        settings=settings,
        verdicts=Path(arguments.verdicts) if arguments.verdicts else None,
        jobs=arguments.jobs or os.cpu_count() or 1,
    )


def shows(
    arguments: argparse.Namespace,
) -> Callable[[str], AbstractContextManager[Callable[[int, int], None]]]:
    """Return what shows the progress of a step: on a terminal only."""
    if arguments.no_progress or not sys.stderr.isatty():
        return lambda _: nullcontext(lambda _done, _total: None)
    return ProgressBar


def _in_words(output: str, summary: ScanSummary) -> str:
    names = summary.names
    lines = [f"{line(output)}: {summary.findings} findings in {summary.documents} documents"]
    if summary.problems:
        lines.append(f"{summary.problems} documents were not read, or not wholly; each has a row")
    if names.names:
        lines.append(
            f"{names.names} DOIs: {names.found} registered, {names.missing} not registered,"
            f" {names.unknown} could not be checked"
        )
    return "".join(f"{one}\n" for one in lines)


def _count(text: str) -> int:
    if text.isdecimal() and text.isascii():
        return int(text)
    message = f"{text!a} is not valid; give a whole number, 0 for one process for each core"
    raise argparse.ArgumentTypeError(message)
