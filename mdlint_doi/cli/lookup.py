"""`mdlint-doi lookup`: print the works and the targets of DOIs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import Final

from mdlint_doi.api.resolve import registered_works
from mdlint_doi.ask.resolve import Interrupted, iter_resolve
from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.cli import options
from mdlint_doi.cli.streams import fail, input_lines, say, write_lines, write_messages, write_out
from mdlint_doi.files.reading import FileProblem
from mdlint_doi.lint.settings import Settings, SettingsError
from mdlint_doi.names.doi import Doi, DoiSyntaxError
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.outcome import Found, Missing, Unknown, chosen
from mdlint_doi.report.bibliography import BIBLIOGRAPHIES, Bibliography, rendered
from mdlint_doi.report.safe import line
from mdlint_doi.report.works import NameReport, as_json, as_text
from mdlint_doi.run.asking import lookup_settings
from mdlint_doi.run.request import STDIN
from mdlint_doi.works.work import UnknownWork

EPILOG: Final = """\
exit codes:
  0  all DOIs are registered, or could not be checked
  1  a DOI is not registered, or a text is not a DOI
  2  wrong usage or wrong settings
  3  with --strict: a DOI could not be checked, or (with --depth all) a work could not be read
  130  stopped with Ctrl-C

examples:
  mdlint-doi lookup 10.1000/182                   target, title, authors, year, retractions
  mdlint-doi lookup --output-format bibtex 10.1000/182   the entry for a .bib file
  mdlint-doi lookup --depth registration - < dois.txt   one line for each DOI, any number of them
  mdlint-doi lookup --values 10.1000/182          every value of the handle record
  mdlint-doi lookup --values --type URL 10.1000/182   only the values of one type
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    what = "a DOI in any form, or - (the default) to read DOIs from standard input, one per line"
    options.add_option(parser, "dois", "DOI", what, nargs="*")
    what = (
        "print all values of the handle record (index, type, TTL, timestamp, data) instead of the"
        " work, then all targets if there are several; the answer always comes from the server"
    )
    options.add_flag(parser, "--values", what)
    what = "with --values: print only the values of this type, such as URL; can be repeated"
    options.add_option(parser, "--type", "TYPE", what, **options.ANY_NUMBER)
    what = "with --values: print only the value with this index; can be repeated"
    options.add_option(
        parser, "--index", "N", what, **options.ANY_NUMBER, type=options.whole_number
    )
    what = (
        "json: an array with an object for each DOI; bibtex or csl-json: the works as a"
        " bibliography; default: text"
    )
    options.add_json(parser, what, others=BIBLIOGRAPHIES)
    options.add_lookup_settings(parser, depth=options.DEPTH_OF_GIVEN)
    options.add_strict(parser.add_argument_group("exit code"))
    options.add_configuration(parser)


def run(arguments: argparse.Namespace) -> int:
    """Look up DOIs and print the results; return the exit code.

    It is the first of 130, 2, 1, 3 whose condition holds (see `EPILOG`), else 0.
    """
    if not arguments.dois and sys.stdin is not None and sys.stdin.isatty():
        return fail("no DOI was given; give one, or write one per line to standard input")
    if (arguments.type or arguments.index) and not arguments.values:
        return fail("--type and --index choose values of the handle record; add --values")
    try:
        configuration = options.settings_of(arguments)
        for notice in configuration.notices:
            say(notice)
        if arguments.output_format in BIBLIOGRAPHIES:
            if arguments.values or not configuration.settings.looks_up_works:
                wanted = f"--output-format {arguments.output_format}"
                return fail(f"{wanted} prints works; leave out --values, and use --depth works")
            return _print_bibliography(arguments, configuration.settings)
        return _run(arguments, configuration.settings)
    except (SettingsError, FileProblem, LookupSettingsError) as error:
        return fail(str(error))


def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Print each result as soon as it arrives, so that memory stays flat; return the exit code."""
    wrong: list[str] = []
    names = _names(arguments.dois or [STDIN], wrong, settings)
    is_json = arguments.output_format == "json"
    before = "["
    is_missing = is_undecided = interrupted = False
    try:
        for report in _reports(names, settings, arguments):
            if is_json:
                write_out(sys.stdout, f"{before}\n  {as_json(report)}")
                before = ","
            else:
                write_lines(sys.stdout, as_text(report))
            is_missing |= isinstance(report.outcome, Missing)
            is_undecided |= isinstance(report.outcome, Unknown) or (
                settings.looks_up_all_works and isinstance(report.work, UnknownWork)
            )
    except KeyboardInterrupt:
        interrupted = True
    if is_json:
        write_out(sys.stdout, "[]\n" if before == "[" else "\n]\n")
    if interrupted:
        return 130
    if wrong or is_missing:
        return 1
    return 3 if settings.strict and is_undecided else 0


def _print_bibliography(arguments: argparse.Namespace, settings: Settings) -> int:
    """Print the works of DOIs in the order of the input; return the exit code."""
    wrong: list[str] = []
    names = [*dict.fromkeys(_names(arguments.dois or [STDIN], wrong, settings))]
    reports: list[NameReport] = []
    interrupted = False
    try:
        reports.extend(_reports(names, settings, arguments))
    except KeyboardInterrupt:
        interrupted = True
    bibliography = Bibliography.of((report.doi, report.outcome, report.work) for report in reports)
    order = {doi: place for place, doi in enumerate(names)}
    entries = sorted(bibliography.citations, key=lambda citation: order[citation.doi])
    if entries or arguments.output_format != "bibtex":  # an empty file, or an empty array
        write_lines(sys.stdout, rendered(entries, arguments.output_format))
    for message in bibliography.messages:
        say(message)
    if interrupted:
        return 130
    if wrong or any(isinstance(report.outcome, Missing) for report in reports):
        return 1
    is_undecided = any(isinstance(report.outcome, Unknown) for report in reports) or (
        settings.looks_up_all_works
        and any(isinstance(report.work, UnknownWork) for report in reports)
    )
    return 3 if settings.strict and is_undecided else 0


def _reports(
    names: Iterable[Doi], settings: Settings, arguments: argparse.Namespace
) -> Iterator[NameReport]:
    """Yield the report on each DOI as soon as it is known.

    Raises:
        KeyboardInterrupt: after Ctrl-C, once the reports so far were yielded.
    """
    if arguments.values:
        from mdlint_doi.ask.strategy import ask_values

        for doi, outcome in ask_values(names, lookup_settings(settings)):
            record = outcome.record if isinstance(outcome, Found) else None
            values = chosen((record and record.values) or (), arguments.type, arguments.index)
            if record and not values:
                say(f"note: the handle record of {line(str(doi))} has no such value")
            yield NameReport(doi, outcome, values=values)
    elif settings.looks_up_works:
        answers = registered_works(dict.fromkeys(names), settings)
        for message in answers.messages:
            say(message)
        yield from answers.reports
        if answers.interrupted:
            raise KeyboardInterrupt
    else:
        yield from _short_reports(names, settings)


def _short_reports(names: Iterable[Doi], settings: Settings) -> Iterator[NameReport]:
    """Yield reports without works, in flat memory for any number of DOIs."""
    try:
        for doi, answer in iter_resolve(names, lookup_settings(settings), agencies=True):
            yield NameReport(doi, answer.outcome, source=answer.origin)
    except Interrupted as stopped:
        for doi, answer in stopped.answers.items():
            yield NameReport(doi, answer.outcome, source=answer.origin)
        raise KeyboardInterrupt from None


def _names(words: Iterable[str], wrong: list[str], settings: Settings) -> Iterator[Doi]:
    """Yield the requested DOIs; report each text that is not a DOI, and store it in `wrong`.

    A DOI may contain commas, so a text with commas is several DOIs only if it is not registered.
    """
    for text in _texts(words):
        try:
            doi = normalize(text)
        except DoiSyntaxError as error:
            why = str(error)
        else:
            if doi.prefix.partition(".")[0] == "10":
                parts = _parts(text)
                if parts and _is_missing(doi, settings):
                    say(f"note: {line(str(doi))} is not registered; looking up {len(parts)} DOIs")
                    yield from parts
                else:
                    yield doi
                continue
            why = "a DOI begins with '10.'"
        wrong[:] = [text]  # only whether it is empty matters, so keep one
        say(f"'{line(text, 200)}' is not a DOI: {why}")


def _parts(text: str) -> list[Doi]:
    """Return the DOIs that commas separate in a text; empty if some part is not a DOI."""
    words = text.split(",")
    try:
        found = [normalize(word.strip()) for word in words] if len(words) > 1 else []
    except DoiSyntaxError:
        return []
    return found if all(doi.prefix.startswith("10.") for doi in found) else []


def _is_missing(doi: Doi, settings: Settings) -> bool:
    answers = dict(iter_resolve([doi], lookup_settings(settings)))
    return isinstance(answers[doi].outcome, Missing)


def _texts(words: Iterable[str]) -> Iterator[str]:
    """Yield the arguments, with the lines of standard input for `-`; print a note if none comes."""
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
        write_messages(["note: standard input is empty, so nothing was looked up"])
