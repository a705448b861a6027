"""`mdlint-doi record`: look up all DOIs of a project once, and write the outcomes to a file.

Suggestions for "did you mean" and works are also looked up and written, so that a build with the
file reports the same findings as this run. Old entries are kept, because a run may check only a
part of a project. `--prune` removes entries that no document needs. It removes nothing if a file,
or a part of one, could not be read or a DOI could not be checked: an entry may belong to it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from mdlint_doi.ask import records
from mdlint_doi.ask.event_loop import wait_for
from mdlint_doi.ask.planning import plan
from mdlint_doi.ask.readers.works_json import dump, is_kept
from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.ask.works import ask, known_names, left
from mdlint_doi.cli import options
from mdlint_doi.cli.streams import fail, progress, write_messages
from mdlint_doi.files.reading import FileProblem, in_words
from mdlint_doi.files.writing import save
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.settings import Settings, SettingsError
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Unknown, explained
from mdlint_doi.report.safe import line, visible
from mdlint_doi.report.summary import messages, troubles
from mdlint_doi.run.asking import learn, registry_settings
from mdlint_doi.run.bibliography import AnswersForEntries, BibliographyFile, Updated, update
from mdlint_doi.run.loop import documents_of
from mdlint_doi.run.request import STDIN, Task
from mdlint_doi.run.result import Tally, exit_code, is_undecided, result_of
from mdlint_doi.text.numbers import counted

if TYPE_CHECKING:
    from mdlint_doi.ask.readers.names_json import Stored
    from mdlint_doi.ask.store import Answer
    from mdlint_doi.works.work import WorkOutcome

_TRIES: Final = 20
_LONG: Final = 5.0  # seconds; longer look-ups of works are announced
_NOT_PRUNED: Final = "no entry was removed, because something could not be read or looked up"
_NO_WORKS: Final = "--offline is for --bibliography: it takes the works from the records file"
_NO_CHANGE: Final = "--offline does not change the records file, so --prune needs a run without it"
DEFAULT_FILE: Final = "doi-records.json"
EPILOG: Final = """\
exit codes:
  0  the file contains all DOIs that could be checked
  2  wrong usage, wrong settings, or a named file or all files of a named folder cannot be read
  3  no DOI could be checked, so nothing was written; with --offline: a DOI of the documents is
     not in the records file; with --strict: a DOI could not be checked, or a file or a part of
     one could not be read
  130  stopped with Ctrl-C; the answers so far are in the file

examples:
  mdlint-doi record docs/                     add the DOIs in docs/ to doi-records.json
  mdlint-doi record --prune .                 also remove DOIs that no document mentions
  mdlint-doi record --bibliography refs.bib . also write an entry for each work
  mdlint-doi check --offline --records doi-records.json .
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    options.add_paths(parser, "files and folders with DOIs; default: the current folder")
    group = parser.add_argument_group("records file")
    what = f"the records file; default: {DEFAULT_FILE}"
    options.add_option(group, "-o --output", "FILE", what, default=DEFAULT_FILE)
    options.add_flag(group, "--prune", "remove the entries that no document below PATH needs")
    group = parser.add_argument_group("bibliography")
    what = (
        "write an entry for each work that the documents mention to FILE: BibTeX for .bib, CSL JSON"
        " for .json; DOIs with an entry in a different bibliography are left out"
    )
    options.add_option(group, "--bibliography", "FILE", what)
    what = "with --bibliography: take the works from the records file, and send no request"
    options.add_flag(group, "--offline", what)
    options.add_strict(parser.add_argument_group("exit code"))
    options.add_lookup_settings(parser, always_online=True, depth=options.DEPTH_OF_GIVEN)
    options.add_configuration(parser)


def run(arguments: argparse.Namespace) -> int:
    """Look up DOIs and write the file; return the exit code.

    It is the first of 130, 2, 3, 0 whose condition holds (see `EPILOG`).
    """
    is_offline, arguments.offline = arguments.offline, False  # has priority over the settings file
    if is_offline and (arguments.prune or not arguments.bibliography):
        return fail(_NO_CHANGE if arguments.prune else _NO_WORKS)
    try:
        configuration = options.settings_of(arguments)
        _note(configuration.notices)
        # The file to update must not answer the look-ups itself.
        settings = configuration.settings.replace(records=None)
        path = Path(arguments.output)
        # A file that cannot be updated or used is reported before any request is sent.
        before = _records_to_use(path) if is_offline else _read_records(path)
        bibliography = BibliographyFile(arguments.bibliography) if arguments.bibliography else None
        nearest = options.nearest_of(arguments, configuration, settings)
        # Standard input is not read.
        named = tuple(path for path in arguments.paths if path != STDIN)
        task = Task(named, settings, nearest=nearest)
        tally = Tally()
        documents = documents_of(task, tally)
        report = result_of(task, tally).report
        write_messages(messages(report))
        if not report.files:
            shown = ", ".join(map(visible, arguments.paths))
            why = "no document was read, so nothing was recorded and the file is unchanged"
            write_messages([f"{shown}: {why}"])
            return exit_code(report, settings, fails=False)
        are_all_read = not is_undecided(report, settings)
        if bibliography is not None and isinstance(before, records.RecordsFile):
            code = _from_records(bibliography, task, documents, before, are_all_read=are_all_read)
            return exit_code(report, settings, fails=False) or code
        answers, interrupted = _learn(task, documents)
        outcomes = {doi: answer.outcome for doi, answer in answers.items()}
        known = {
            doi: outcome for doi, outcome in outcomes.items() if not isinstance(outcome, Unknown)
        }
        unknown = [outcome for outcome in outcomes.values() if isinstance(outcome, Unknown)]
        works = _asked_works(answers, settings)
        interrupted = interrupted or works.interrupted
        if unknown and not known:
            done = "was not changed" if path.exists() else "was not written"
            nothing = f"{visible(arguments.output)} {done}: there were no answers"
            write_messages([nothing, *_causes(unknown)])
            return 130 if interrupted else 3
        undecided = bool(unknown) or interrupted or is_undecided(report, settings)
        written = write_records(path, known, works, prune=arguments.prune and not undecided)
        if bibliography is not None:
            known_now = AnswersForEntries(outcomes, works.outcomes)
            _update(bibliography, task, documents, known_now, are_all_read=are_all_read)
    except (SettingsError, LookupSettingsError, FileProblem) as error:
        return fail(str(error))
    total = f"{visible(arguments.output)}: {counted(written.names, 'DOI')}"
    total += f", {counted(written.works, 'work')}" if written.works else ""
    write_messages([total, *_causes(unknown)])
    if arguments.prune and undecided:
        write_messages([_NOT_PRUNED])
    write_messages(troubles(report))
    _note(works.messages)
    strictly = unknown or (works.unknown if settings.looks_up_all_works else 0)
    code = exit_code(report.replace(interrupted=interrupted), settings, fails=False)
    return code or (3 if settings.strict and strictly else 0)


def _update(
    file: BibliographyFile,
    task: Task,
    documents: Sequence[Document],
    answers: AnswersForEntries,
    *,
    are_all_read: bool,
) -> Updated:
    """Write the bibliography of documents, and print its size and the DOIs without an entry."""
    updated = update(file, task, documents, answers, are_all_read=are_all_read)
    write_messages(map(line, updated.messages))
    return updated


def _records_to_use(path: Path) -> records.RecordsFile:
    """Return the records file that gives the works.

    Raises:
        FileProblem: if it does not exist.
        LookupSettingsError: if it cannot be used.
    """
    if not path.exists():
        why = "does not exist; first run the command without --offline"
        raise FileProblem(str(path), why)
    return records.RecordsFile(path)


def _from_records(
    file: BibliographyFile,
    task: Task,
    documents: Sequence[Document],
    known: records.RecordsFile,
    *,
    are_all_read: bool,
) -> int:
    """Write the bibliography from the records file; return the exit code."""
    answers = AnswersForEntries(known.outcomes(()), known.works(()))
    updated = _update(file, task, documents, answers, are_all_read=are_all_read)
    unrecorded = updated.unrecorded
    if unrecorded:
        others = len(unrecorded) - 1
        names = f"{unrecorded[0]} and {others} more" if others else unrecorded[0]
        message = (
            f"{counted(others + 1, 'DOI')} of the documents cannot be found in the records file"
            f" ({names}); run the command without --offline to look {'them' if others else 'it'} up"
        )
        write_messages([line(message)])
    settings = task.settings
    is_open = settings.strict and settings.looks_up_all_works and bool(updated.unread)
    return 3 if unrecorded or is_open else 0


def _note(messages: Sequence[str]) -> None:
    write_messages(f"note: {line(message)}" for message in messages)


def _learn(task: Task, documents: Sequence[Document]) -> tuple[dict[Doi, Answer], bool]:
    """Return the answers for all DOIs and their suggestions, and whether Ctrl-C interrupted."""
    mentions = [mention for document in documents for mention in document.mentions]
    with progress() as bar:
        learned = learn(mentions, task.settings, bar, task.settings_of)
    # "Not registered" from Which RA alone rules out a suggestion, but is not a verdict to record.
    candidates = {
        doi: answer
        for doi, answer in learned.candidates.items()
        if not (isinstance(answer.outcome, Unknown) and answer.outcome.cause is Cause.UNCONFIRMED)
    }
    return {**candidates, **learned.answers}, learned.interrupted


def _causes(unknown: list[Unknown]) -> list[str]:
    """Return a line for each cause why DOIs could not be checked and are not in the file."""
    causes = Counter((str(reason.cause), explained(reason)) for reason in unknown)
    return [
        f"{counted(count, 'DOI')} could not be checked ({cause}): {line(words)}"
        for (cause, words), count in sorted(causes.items())
    ]


class RecordedWorks(NamedTuple):
    """The works that were looked up.

    Attributes:
        outcomes: the answers, by DOI.
        members: the JSON value of each work, by DOI.
        unknown: how many works could not be read.
        messages: sentences for the user, for example that a service refused requests.
        interrupted: whether Ctrl-C ended the run; the works are then those known so far.
    """

    outcomes: Mapping[Doi, WorkOutcome] = MappingProxyType({})
    members: Mapping[Doi, object] = MappingProxyType({})
    unknown: int = 0
    messages: tuple[str, ...] = ()
    interrupted: bool = False


def _asked_works(answers: Mapping[Doi, Answer], settings: Settings) -> RecordedWorks:
    """Look up the works of all registered DOIs, unless the settings turn this off."""
    if not settings.looks_up_works:
        return RecordedWorks()
    asking = registry_settings(settings)
    leads = known_names({doi: answer.outcome for doi, answer in answers.items()})
    planned = plan(left(leads.names, asking), asking, agencies=leads.agencies)
    if planned.seconds > _LONG:
        write_messages([f"looking up works: {planned.announcement}"])
    with progress("looking up works") as bar:
        asked = wait_for(
            ask(leads.names, asking, agencies=leads.agencies, aliases=leads.aliases, progress=bar)
        )
    kept = {doi: dump(outcome) for doi, outcome in asked.answers.items() if is_kept(outcome)}
    unknown = len(asked.answers) - len(kept)
    return RecordedWorks(asked.answers, kept, unknown, asked.messages, asked.interrupted)


class Written(NamedTuple):
    """The size of the records file.

    Attributes:
        names: the number of DOIs with an outcome.
        works: the number of these DOIs that also have a work.
    """

    names: int
    works: int


def write_records(
    path: Path, known: Mapping[Doi, Stored], works: RecordedWorks, *, prune: bool
) -> Written:
    """Write outcomes and works to a records file; unless `prune`, keep its existing entries.

    Another run may write the same file for a different part of the project. So the file is read
    again right before it is written, and the attempt is repeated if it changed in between.

    Raises:
        FileProblem: if the file cannot be written.
        LookupSettingsError: if the existing file is not a records file.
    """
    for _ in range(_TRIES):
        there = _bytes(path)
        before = _read_records(path)
        outcomes = dict(known) if prune else {**before.outcomes, **known}
        kept = {**before.works, **works.members}
        kept = {doi: entry for doi, entry in kept.items() if doi in outcomes}
        text = records.render(outcomes, kept)
        if save(path, text.encode("utf-8"), lambda there=there: _bytes(path) == there):  # type: ignore[misc]
            return Written(len(outcomes), len(kept))
    raise FileProblem(str(path), "other programs keep changing the file; run the command again")


def _read_records(path: Path) -> records.Records:
    """Return the content of a records file; empty if it does not exist but can be created."""
    try:
        is_there = path.exists()
    except OSError as error:
        raise FileProblem(str(path), in_words(error)) from None
    if not path.parent.is_dir():
        raise FileProblem(str(path), f"not written: the folder {path.parent} does not exist")
    return records.read(path) if is_there else records.Records({}, {})


def _bytes(path: Path) -> bytes | None:
    with suppress(OSError):
        return path.read_bytes()
    return None
