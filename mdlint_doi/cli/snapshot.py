"""`mdlint-doi snapshot`: the registries' public files in, a file of verdicts out."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mdlint_doi.cli.output import fail, write_out
from mdlint_doi.cli.scan import add_work, shows
from mdlint_doi.files.reading import FileProblem
from mdlint_doi.report.safe import line

if TYPE_CHECKING:
    from mdlint_doi.corpora.snapshot import SnapshotSummary


EPILOG: Final = """\
exit codes:
  0  the verdicts were written
  2  usage, or a file that cannot be read or written
  130  interrupted; nothing was written

examples:
  mdlint-doi snapshot --crossref crossref/ --datacite dois/ -o verdicts.parquet
  mdlint-doi check --records verdicts.parquet docs/
"""
_TOLD: Final = 3
"""Files that are named of those that are none of records."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    files = parser.add_argument_group("files")
    for name, title in (("crossref", "Crossref"), ("datacite", "DataCite")):
        files.add_argument(
            f"--{name}",
            action="append",
            default=[],
            metavar="PATH",
            help=f"{title}'s public data file: a folder, a tar, or a part",
        )
    files.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="write the verdicts there, as Parquet"
    )
    files.add_argument(
        "--works",
        action="store_true",
        help="also keep what the DOIs are registered as: titles, people, retractions",
    )
    work = add_work(parser)
    work.add_argument(
        "--memory",
        type=_size,
        default=_size("2GB"),
        metavar="SIZE",
        help="what the sort may take before it uses the disk; default: 2GB",
    )


def run(arguments: argparse.Namespace) -> int:
    """Read, write, and return the exit code."""
    sources = [("crossref", Path(path)) for path in arguments.crossref]
    sources += [("datacite", Path(path)) for path in arguments.datacite]
    if not sources:
        return fail("nothing to read; give --crossref PATH or --datacite PATH")
    try:
        from mdlint_doi.corpora.snapshot import ScanLimits, SnapshotRequest, snapshot
    except ImportError:
        return fail('this needs Arrow and DuckDB: pip install "sphinx-doi[arrow]"')
    limits = ScanLimits(arguments.memory, arguments.jobs or os.cpu_count() or 1)
    request = SnapshotRequest(tuple(sources), Path(arguments.output), arguments.works, limits)
    try:
        summary = snapshot(request, shows(arguments))
    except FileProblem as error:
        return fail(str(error))
    write_out(sys.stderr, _in_words(arguments.output, summary))
    return 0


def _in_words(output: str, summary: SnapshotSummary) -> str:
    lines = [f"{line(output)}: {summary.names} DOIs of {summary.records} records"]
    if summary.passed_over:
        why = "without a DOI, or with one that is not registered"
        lines.append(f"{summary.passed_over} records were passed over: {why}")
    if summary.others:
        named = ", ".join(line(one) for one in summary.others[:_TOLD])
        more = len(summary.others) - _TOLD
        rest = f" and {more} more" if more > 0 else ""
        lines.append(f"not read, since they are no files of records: {named}{rest}")
    return "".join(f"{one}\n" for one in lines)


def _size(text: str) -> int:
    """Return the bytes that a size such as `2GB` or `500MB` is."""
    number, unit = text[:-2], text[-2:].upper()
    if number.isdecimal() and number.isascii() and unit in _UNITS and int(number):
        return int(number) << _UNITS[unit]
    message = f"{text!a} is no size; write 500MB or 2GB"
    raise argparse.ArgumentTypeError(message)


_UNITS: Final = {"MB": 20, "GB": 30}
