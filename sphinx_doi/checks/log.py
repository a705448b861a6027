"""Log the findings, the advice and the progress of a build."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from logging import WARNING, LogRecord, getLogger
from typing import TYPE_CHECKING, Final

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging
from sphinx.util.display import progress_message

from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.report import safe
from mdlint_doi.report.model import LookupCounts, PathNote
from mdlint_doi.run.learned import Learned
from mdlint_doi.text.numbers import counted
from sphinx_doi import options
from sphinx_doi.checks.notes import Note
from sphinx_doi.page.origins import shown_path

if TYPE_CHECKING:
    from sphinx_doi.citations import Citations

logger = logging.getLogger(__name__)
_MESSAGE: Final = "looking up DOIs"
_MOST_NAMES: Final = 10  # the most DOIs in a warning about missing works
_TENTHS: Final = 10  # the steps of the progress in a file, as percentages
_CELLS: Final = 40  # the steps of the progress on a terminal, as a bar


def log_notes(notes: Iterable[Note], config: Config, settings: Settings) -> None:
    """Log each note in one line, even if several pages show it.

    The type of a line, such as `doi.unusual-address`, can be listed in `suppress_warnings`. A note
    that must not fail a build is logged as information, because `-W` would turn a warning into an
    error; its severity precedes the message. With `strict`, a DOI that could not be checked gives a
    warning.
    """
    for note in _shown(notes, config):
        _log_line(note, fails=_fails(note, settings))


def log_unchanged(notes: Iterable[Note], config: Config) -> None:
    """Log the number of findings on pages that a build did not read."""
    number = len(_shown(notes, config))
    if number:
        what = "1 finding" if number == 1 else f"{number} findings"
        logger.info("sphinx_doi: not shown: %s on unchanged pages; -b doi lists all findings", what)


def _shown(notes: Iterable[Note], config: Config) -> list[Note]:
    """Return the notes that are not suppressed, each once."""
    first: dict[object, Note] = {}
    for note in notes:
        if not is_suppressed(note.name, config):
            first.setdefault(note.key, note)
    return [*first.values()]


def _fails(note: Note, settings: Settings) -> bool:
    """Return whether a note is logged as a warning."""
    reaches = note.severity.reaches(Severity(settings.fail_on)) and not note.unchecked
    is_open = note.unchecked == "registration" or (note.unchecked and settings.looks_up_all_works)
    return reaches or (settings.strict and bool(is_open))


def _log_line(note: Note, *, fails: bool) -> None:
    """Log a note."""
    # The severity precedes the message of a hint, and of a note that does not fail the build.
    word = "" if fails and note.severity is not Severity.HINT else f"{note.severity.value}: "
    said = f"{word}{note.code} {note.message}"
    if note.advice:
        said += f"; or write {note.advice}"
    text, location = safe.line(said), safe.visible(note.location)
    if fails:
        logger.warning("%s", text, location=location, type="doi", subtype=note.name)
    else:
        logger.info("%s: %s [doi.%s]", location, text, note.name)


def log_unread(problems: Iterable[PathNote], *, strict: bool) -> None:
    """Log what could not be read: BibTeX files, which sphinxcontrib-bibtex may read, and parts.

    A part that could not be read is a warning only in a `strict` build.
    """
    for problem in problems:
        text, place = safe.line(problem.message), safe.visible(problem.path)
        place += f":{problem.line or 1}"
        if problem.fails or strict:
            logger.warning("%s", text, location=place, type="doi", subtype="unread-bibliography")
        else:
            logger.info("%s: not read: %s [doi.unread-bibliography]", place, text)


def is_suppressed(rule: str, config: Config) -> bool:
    """Return whether the project's `suppress_warnings` lists a rule, or all rules."""
    return logging.is_suppressed_warning("doi", rule, config.suppress_warnings)


def log_not_checked(counts: LookupCounts | None) -> None:
    """Log how many DOIs could not be checked, where Sphinx logs warnings.

    It is not a warning, which would fail a build with `-W`: an outage is not a mistake of the
    project. Sphinx counts a warning, or makes it an error, in a filter of its handler, and each
    record of the logger passes this filter. So the record goes to the handler itself.
    """
    if counts is None or not counts.undecided:
        return
    asked = counted(counts.asked, "DOI")
    what = f"{counts.undecided} of {asked} could not be checked"
    if counts.undecided == counts.asked:
        what = f"none of {asked} could be checked"
    if counts.lock_file:
        why = f"not in {counts.lock_file}; run mdlint-doi record"
    else:
        why = ", ".join(f"{cause.value} ({number})" for cause, number in counts.unknown)
    said = f"sphinx_doi: {safe.line(f'{what}: {why}')}"
    record = LogRecord(logger.name, WARNING, __file__, 0, said, (), None)
    for handler in getLogger(logging.NAMESPACE).handlers:
        if isinstance(handler, logging.WarningStreamHandler):
            handler.emit(record)


def log_without_works(shown: Iterable[Doi], citations: Citations | None, location: str) -> None:
    """Log the DOIs of works that pages show, but whose data are not in the records file.

    Args:
        shown: the DOIs.
        citations: the works in the records file; None without one.
        location: where the project asks for the works.
    """
    lacking = [str(doi) for doi in shown if citations is None or not citations.text(doi)]
    if not lacking:
        return
    what = counted(len(lacking), "DOI")
    where = shown_path(citations.path) if citations else "a records file (set doi_records)"
    names = ", ".join(lacking[:_MOST_NAMES])
    names += f" and {more} more" if (more := len(lacking) - _MOST_NAMES) > 0 else ""
    text = f"no work in {where} for {what}, so pages show only the DOI: {names}"
    text += "; run mdlint-doi record"
    said, place = safe.visible(text), safe.visible(location)
    logger.warning("%s", said, location=place, type="doi", subtype="citation")


def log_advice(advised: Iterable[tuple[str, str]]) -> None:
    """Log one line about links that could be roles; with -v, also log each location and role.

    Args:
        advised: the location and the role for each link.
    """
    hard_coded = list(dict.fromkeys(advised))
    if not hard_coded:
        return
    logger.info(
        "sphinx_doi: %s could be written as a shorter role, such as %s (-v lists all links)",
        counted(len(hard_coded), "DOI link"),
        safe.line(hard_coded[0][1]),
    )
    for location, role in hard_coded:
        logger.verbose(
            "%s: this hard-coded DOI link could be written as %s",
            safe.visible(location),
            safe.line(role),
        )


def looked_up(app: Sphinx, mentions: Sequence[Mention], settings: Settings) -> Learned:
    """Return the answers about DOIs, and show the progress; no answers if look-ups fail."""
    from mdlint_doi.run.asking import learn

    learned = Learned()
    with options.reporting_unusable(app), looking_up() as progress:
        learned = learn(mentions, settings, progress)
        log_not_checked(learned.counts(settings))
    return learned


@contextmanager
def looking_up() -> Iterator[Callable[[int, int], None]]:
    """Log the start and the success of look-ups; the context's value shows the progress."""
    with progress_message(_MESSAGE):
        yield _Progress(_CELLS if sys.stdout.isatty() else _TENTHS)


class _Progress:
    """Shows the progress; it is called with the number of answers and the number of DOIs."""

    def __init__(self, steps: int) -> None:
        self._steps = steps
        self._shown = 0

    def __call__(self, done: int, total: int) -> None:
        """Show the progress if it has reached the next step."""
        step = done * self._steps // total if total else self._steps
        if step <= self._shown:
            return
        self._shown = step
        if self._steps == _TENTHS:
            logger.info("%d%% ", step * 100 // self._steps, nonl=True)
        else:  # the new line is never shorter than the one that it overwrites
            bar = f"[{'#' * step:<{self._steps}}]"
            logger.info("\r%s... %s %d/%d ", _MESSAGE, bar, done, total, nonl=True)
