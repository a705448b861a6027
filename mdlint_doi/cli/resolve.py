"""`mdlint-doi resolve`: ask about names, print an answer for each; any number, in flat memory."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, assert_never

from mdlint_doi.ask.resolve import Interrupted, iter_resolve
from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.cli.named_dois import STDIN, add_named_dois, names_of, with_settings
from mdlint_doi.cli.output import fail, write_out
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, HandleRecord, Missing, Unknown, explained_in_full
from mdlint_doi.report.safe import json_line
from mdlint_doi.report.safe import line as visible_line
from mdlint_doi.run.asking import lookup_settings

if TYPE_CHECKING:
    from mdlint_doi.ask.store import Answer


EPILOG: Final = """\
exit codes:
  0  all DOIs are registered
  1  a DOI is not registered, or not valid
  2  usage or configuration
  3  with --strict: a DOI could not be checked
  130  interrupted

examples:
  mdlint-doi resolve 10.1000/182 https://dx.doi.org/10.1000/456
  mdlint-doi resolve --output-format json - < dois.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_named_dois(parser, answer="a line", strict="a DOI could not be checked")


def run(arguments: argparse.Namespace) -> int:
    """Ask, print, and return the exit code: the first of 130, 2, 1, 3 that holds, or 0."""
    return with_settings(arguments, _run)


@dataclass(slots=True)
class _Tally:
    """What decides the exit code."""

    bad: bool = False
    unknown: bool = False
    wrong: list[str] = field(default_factory=list)

    def note(self, answer: Answer) -> None:
        self.bad |= isinstance(answer.outcome, Missing)
        self.unknown |= isinstance(answer.outcome, Unknown)


def _run(arguments: argparse.Namespace, settings: Settings) -> int:
    tally = _Tally()
    names = names_of(arguments.dois or [STDIN], tally.wrong)
    printer = _Printer(as_json=arguments.output_format == "json")
    interrupted = False
    try:
        for doi, answer in iter_resolve(names, lookup_settings(settings), agencies=True):
            tally.note(answer)
            printer.put(doi, answer)
    except LookupSettingsError as error:
        return fail(str(error))
    except Interrupted as stopped:
        interrupted = True
        for doi, answer in stopped.answers.items():
            printer.put(doi, answer)
    except KeyboardInterrupt:
        interrupted = True
    printer.end()
    if interrupted:
        return 130
    if tally.bad or tally.wrong:
        return 1
    return 3 if tally.unknown and settings.strict else 0


class _Printer:
    """Writes answers as they come, so that none is held."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._count = 0

    def put(self, doi: Doi, answer: Answer) -> None:
        if self._as_json:
            lead = "," if self._count else "["
            write_out(sys.stdout, f"{lead}\n  {json_line(_members(doi, answer))}")
        else:
            write_out(sys.stdout, f"{visible_line(str(doi))}  {_words(answer)}\n")
        self._count += 1

    def end(self) -> None:
        if self._as_json:
            write_out(sys.stdout, "\n]\n" if self._count else "[]\n")


def _words(answer: Answer) -> str:
    """Return an answer as the rest of a line."""
    match answer.outcome:
        case Found(record, agency):
            verdict, more = "found", _where(record)
        case Missing(code, agency):
            verdict = "missing"
            more = "its prefix is not registered" if code == 301 else "not registered"
        case Unknown() as unknown:
            return f"unknown  {visible_line(explained_in_full(unknown))}"
        case other:
            assert_never(other)
    by = f"Agency {agency}, " if agency else ""
    return f"{verdict}  {visible_line(more)}{'  ' * bool(more)}({visible_line(by)}{answer.origin})"


def _where(record: HandleRecord | None) -> str:
    """Return where a registered name leads."""
    if record is None:
        return ""
    if record.alias is not None:
        return f"alias of {record.alias}"
    if record.target is None:
        return "leads nowhere"
    return f"{record.target}{' (deleted)' * record.deleted}"


def _members(doi: Doi, answer: Answer) -> dict[str, str | int | None]:
    """Return an answer as JSON members."""
    outcome = answer.outcome
    record = outcome.record if isinstance(outcome, Found) else None
    return {
        "doi": str(doi),
        "outcome": type(outcome).__name__.lower(),
        "code": outcome.code if isinstance(outcome, Missing) else None,
        "target": record.target if record else None,
        "alias": record.alias if record else None,
        "agency": None if isinstance(outcome, Unknown) else outcome.agency,
        "cause": str(outcome.cause) if isinstance(outcome, Unknown) else None,
        "source": str(answer.origin),
    }
