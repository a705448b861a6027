"""`mdlint-doi corpus`: `scan` checks the documents of Parquet files, `snapshot` makes verdicts."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.cli import options
from mdlint_doi.cli.parser import usage_of
from mdlint_doi.cli.progress import progress_bar
from mdlint_doi.cli.streams import fail, say, write_messages
from mdlint_doi.files.reading import FileProblem
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.report.safe import line
from mdlint_doi.text.numbers import counted
from mdlint_doi.text.version import installation

if TYPE_CHECKING:
    from mdlint_doi.corpora.scan import ScanSummary
    from mdlint_doi.corpora.snapshot import SnapshotSummary


EPILOG: Final = """\
exit codes:
  0  the file was written
  2  wrong usage, wrong settings, a file that cannot be read or written, or an input without
     a document that can be read
  3  scan with --strict: a DOI could not be checked, or a document or a part of one could not
     be read
  130  stopped with Ctrl-C; run the same scan again to continue (a snapshot starts anew)

examples:
  mdlint-doi corpus scan part-*.parquet --offline -o findings.parquet
  mdlint-doi corpus snapshot --crossref crossref/ --datacite dois/ -o verdicts.parquet
  mdlint-doi corpus scan docs.parquet --verdicts verdicts.parquet -o findings.parquet
  mdlint-doi corpus scan --help
"""
_JOBS: Final = "a whole number; 0 means one process for each core"
_NEEDS: Final = f"this command needs Dask and DuckDB; {installation('corpus')}"
_UNITS: Final = {"MB": 20, "GB": 30}
_NOT_RECORDS: Final = 3  # the most files without records that a message names


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the actions of the command, and the arguments of each."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    for name, what, add in (
        ("scan", "check any number of documents in Parquet files or folders", _add_scan),
        (
            "snapshot",
            "create verdicts from the public data files of Crossref and DataCite",
            _add_snapshot,
        ),
    ):
        subparser = actions.add_parser(
            name,
            help=what,
            description=f"{what[:1].upper()}{what[1:]}.",
            allow_abbrev=False,
            formatter_class=parser.formatter_class,
        )
        add(subparser)
        subparser.usage = usage_of(subparser)


def _add_scan(parser: argparse.ArgumentParser) -> None:
    what = (
        "Parquet files with the columns path and text (and format, if the path does not show the"
        " format), or folders of documents"
    )
    options.add_option(parser, "inputs", "FILE", what, nargs="+")
    files = parser.add_argument_group("files")
    what = "write the findings to this file"
    options.add_option(files, "-o --output", "OUTPUT", what, required=True)
    what = "a Parquet file with verdicts on DOIs; other DOIs are looked up"
    options.add_option(files, "--verdicts", "FILE", what)
    work = parser.add_argument_group("work")
    options.add_jobs(work, valid=_JOBS)
    what = "use the workers of the Dask cluster at ADDRESS, such as tcp://10.0.0.5:8786"
    options.add_option(work, "--scheduler", "ADDRESS", what)
    _add_memory(work)
    options.add_rules(parser)
    lookups = parser.add_argument_group("look-ups")
    options.add_flag(lookups, "--offline", "do not open connections", is_setting=True)
    what = (
        "registration or works (default): look up only whether DOIs are registered; records or all:"
        " also read all handle records, to find aliases and deleted DOIs"
    )
    options.add_depth(lookups, what)
    options.add_strict(parser.add_argument_group("exit code"))
    options.add_configuration(parser)


def _add_snapshot(parser: argparse.ArgumentParser) -> None:
    files = parser.add_argument_group("files")
    for name, title in (("crossref", "Crossref"), ("datacite", "DataCite")):
        what = f"the public data file of {title}: a folder, a tar file or one part; can be repeated"
        options.add_option(files, f"--{name}", "PATH", what, **options.ANY_NUMBER)
    options.add_option(files, "-o --output", "FILE", "write the verdicts to FILE", required=True)
    what = "also keep the registered works: titles, authors, retractions"
    options.add_flag(files, "--works", what)
    work = parser.add_argument_group("work")
    options.add_jobs(work, valid=_JOBS)
    _add_memory(work)


def _add_memory(group: options.Group) -> None:
    what = "sort with at most this much memory, and use the disk for the rest; default: 2GB"
    options.add_option(group, "--memory", "SIZE", what, type=_size, default=_size("2GB"))


def _size(text: str) -> int:
    """Return the number of bytes of a size such as `2GB` or `500MB`."""
    number, unit = text[:-2], text[-2:].upper()
    if number.isdecimal() and number.isascii() and unit in _UNITS and int(number):
        return int(number) << _UNITS[unit]
    message = f"{text!a} is not a size; write, for example, 500MB or 2GB"
    raise argparse.ArgumentTypeError(message)


def run(arguments: argparse.Namespace) -> int:
    """Scan documents or create a snapshot; return the exit code."""
    if arguments.action == "snapshot":
        return _snapshot(arguments)
    try:
        from mdlint_doi.corpora.scan import ScanRequest, folder_of, scan
        from mdlint_doi.corpora.workers import use_system_memory
    except ImportError:
        return fail(_NEEDS)
    use_system_memory()
    output = Path(arguments.output)
    try:
        configuration = options.settings_of(arguments)
        for notice in configuration.notices:
            say(notice)
        settings = configuration.settings.replace(records=None)
        request = ScanRequest(
            inputs=tuple(arguments.inputs),
            output=output,
            settings=settings,
            verdicts=Path(arguments.verdicts) if arguments.verdicts else None,
            jobs=arguments.jobs or os.cpu_count() or 1,
            scheduler=arguments.scheduler,
            root=configuration.path and configuration.path.parent,
            memory=arguments.memory,
        )
        summary = scan(request, _shows, say if sys.stderr.isatty() else _nothing)
    except (SettingsError, FileProblem, LookupSettingsError) as error:
        return fail(str(error))
    except KeyboardInterrupt:
        where = line(str(folder_of(output)))
        say(f"interrupted; the results are in {where}; run the same command again to continue")
        return 130
    write_messages(_found(arguments.output, summary))
    if summary.lost:
        return 2
    is_open = summary.names.unknown or summary.unread or summary.parts
    return 3 if settings.strict and is_open else 0


def _found(output: str, summary: ScanSummary) -> Iterator[str]:
    names = summary.names
    found, documents = (
        counted(summary.findings, "finding"),
        counted(summary.documents, "document"),
    )
    yield f"{line(output)}: {found} in {documents}"
    rows = "each has a row with the reason in the output"
    if summary.unread:
        yield f"{counted(summary.unread, 'document')} could not be read; {rows}"
    if summary.parts:
        yield f"{counted(summary.parts, 'document')} could not be read completely; {rows}"
    for path in summary.lost:
        yield f"error: {line(path)}: it contains no document that could be read"
    if names.names:
        yield (
            f"{counted(names.names, 'DOI')}: {names.found} registered,"
            f" {names.missing} not registered, {names.unknown} could not be checked"
        )


def _snapshot(arguments: argparse.Namespace) -> int:
    sources = [("crossref", Path(path)) for path in arguments.crossref]
    sources += [("datacite", Path(path)) for path in arguments.datacite]
    if not sources:
        return fail("there is nothing to read; give --crossref PATH or --datacite PATH")
    try:
        from mdlint_doi.corpora.database import DatabaseLimits
        from mdlint_doi.corpora.snapshot import SnapshotRequest, snapshot
    except ImportError:
        return fail(_NEEDS)
    limits = DatabaseLimits(arguments.memory, arguments.jobs or os.cpu_count() or 1)
    request = SnapshotRequest(tuple(sources), Path(arguments.output), arguments.works, limits)
    try:
        summary = snapshot(request, _shows)
    except FileProblem as error:
        return fail(str(error))
    write_messages(_made(arguments.output, summary))
    return 0


def _made(output: str, summary: SnapshotSummary) -> Iterator[str]:
    names, records = counted(summary.names, "DOI"), counted(summary.records, "record")
    yield f"{line(output)}: {names} from {records}"
    if summary.passed_over:
        why = "without a DOI or with a DOI that is not registered"
        yield f"skipped {counted(summary.passed_over, 'record')} {why}"
    if summary.others:
        named = ", ".join(map(line, summary.others[:_NOT_RECORDS]))
        more = len(summary.others) - _NOT_RECORDS
        rest = f" and {more} more" if more > 0 else ""
        yield f"skipped files that do not contain records: {named}{rest}"


def _shows(what: str) -> AbstractContextManager[Callable[[int, int], None]]:
    """Return a progress bar for a step; it shows nothing if standard error is not a terminal."""
    is_shown = sys.stderr.isatty()
    return progress_bar(what) if is_shown else nullcontext(lambda _done, _total: None)


def _nothing(_: str) -> None:
    """Discard a message."""
