"""Fix documents one after the other, and write them.

Writing a file takes some milliseconds, as long as judging and fixing the next document, so several
files are written while other documents are judged. One thread does everything else, in the order of
the documents, so a report does not depend on the speed of the disk.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from operator import attrgetter
from typing import TYPE_CHECKING, Final, Self

from mdlint_doi.files.reading import FileProblem, encode
from mdlint_doi.files.writing import Replacement, without_ctrl_c
from mdlint_doi.formats import format_of, load
from mdlint_doi.lint.baseline import KnownFindings
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.fixing import fix_until_stable
from mdlint_doi.lint.model import Edit, Finding, detached
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.report.model import NoteKind, PathNote
from mdlint_doi.run.files import is_stdin, roots_of, sources, texts
from mdlint_doi.run.judge import judged, keep, reported_lines
from mdlint_doi.run.result import Change, Judged, Tally
from mdlint_doi.text.changed_lines import ChangedLines
from mdlint_doi.text.source import Source
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.run.request import Task


_NOTHING: Final = KnownFindings()
_GIVEN_UP: Final = (
    "not fixed: the text is too long to check that the fixes change nothing else; split long"
    " paragraphs, or make some fixes by hand"
)
_UNGUARDED: Final = "not fixed: docutils, which checks the fixes, cannot be imported; install it"
_HARMFUL: Final = "the fix could change more than the DOI; edit the text by hand"
_TOLD: Final = 3
"""The most places that a note about refused fixes names."""
FLUSHES: Final = 8
"""Files that are flushed to the disk at the same time; file systems write them together."""
WAITING: Final = 32
"""The most documents that wait for their files."""
CODE_POINTS: Final = 1_000_000
"""The most code points of these documents, to limit the memory."""


class _Fixed(Value):
    """A document with its fixes, which is reported once its file is written.

    Attributes:
        document: the document as it was read.
        facts: the facts by which it was judged.
        known: the findings of a baseline.
        lines: the lines that are fixed; None: all.
        result: the result of the fixes.
        file: receives the new text; None: no file is written.
        flushed: is done when the new text is on the disk; None: no thread flushes it.
    """

    document: Document
    facts: RunFacts
    known: KnownFindings
    lines: ChangedLines | None
    result: Judged
    file: Replacement | None
    flushed: Future[None] | None

    @property
    def is_changed(self) -> bool:
        """Whether a fix was made."""
        return self.result.source.text != self.document.source.text


class Fixes:
    """The fixes of a run; a context manager that writes and reports all of them at its end."""

    def __init__(self, task: Task, tally: Tally) -> None:
        """Start without documents; the tally receives the results."""
        self._task = task
        self._tally = tally
        self._roots = roots_of(task)
        self._waiting: deque[_Fixed] = deque()
        self._size = 0  # code points of the waiting documents
        self._threads: ThreadPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Write the waiting files, even after Ctrl-C; a second Ctrl-C leaves the rest unchanged."""
        try:
            self.settle()
        finally:
            if self._threads is not None:
                self._threads.shutdown(cancel_futures=True)
            for fixed in self._waiting:
                if fixed.file is not None:
                    fixed.file.discard()

    def current(self, found: Iterable[Source]) -> Iterator[Source]:
        """Yield documents; one whose file waits under another name is written and read again."""
        for source in found:
            if self._waits(source):
                self.settle()
                again = Tally()
                yield from sources(texts([source.name], again), again)
                self._tally.problems += again.problems
            else:
                yield source

    def _waits(self, source: Source) -> bool:
        files = [fixed.file for fixed in self._waiting if fixed.file is not None]
        if not files or is_stdin(self._task, source.name):
            return False
        try:
            status = os.stat(source.name)
        except OSError:
            return False
        return any(file.replaces(status) for file in files)

    def take(self, document: Document, facts: RunFacts, known: KnownFindings) -> bool:
        """Fix a document, which is written and reported while others are read.

        Returns:
            Whether the file had no findings before fixes and the baseline.
        """
        task, source = self._task, document.source
        lines = reported_lines(task, source)
        if task.suppress and not source.is_read_in_part:
            from mdlint_doi.run.suppressing import with_suppressions

            result = with_suppressions(document, facts, known, lines)
        else:
            result = with_fixes(document, facts, unsafe=task.unsafe, known=known, lines=lines)
        with without_ctrl_c():
            file = None
            if source.text != result.source.text and not self._is_wanted(source):
                file = Replacement(source.name, encode(source), result.source, self._roots)
            fixed = _Fixed(document, facts, known, lines, result, file, self._flushed(file))
            self._waiting.append(fixed)
            self._size += len(source.text)
        while len(self._waiting) > WAITING or self._size > CODE_POINTS:
            self._settle_first()
        return not (
            result.findings or result.fixed or fixed.is_changed or result.outside or known.counts
        )

    def _is_wanted(self, source: Source) -> bool:
        """Return whether the new text goes into the result instead of the file."""
        return self._task.dry or is_stdin(self._task, source.name)

    def _flushed(self, file: Replacement | None) -> Future[None] | None:
        """Flush the new text in a thread; None if there is no file, or no thread can be started."""
        if file is None:
            return None
        if self._threads is None:
            self._threads = ThreadPoolExecutor(FLUSHES)
        try:
            return self._threads.submit(file.flush)
        except RuntimeError:
            return None

    def settle(self) -> None:
        """Write and report all waiting documents."""
        while self._waiting:
            self._settle_first()

    def _settle_first(self) -> None:
        fixed = self._waiting[0]
        if fixed.flushed is not None:
            fixed.flushed.result()  # during this wait, Ctrl-C is most likely
        with without_ctrl_c():
            self._waiting.popleft()
            self._size -= len(fixed.document.source.text)
            if fixed.result.note:
                self._tally.notes.append(PathNote(fixed.document.source.name, fixed.result.note))
            result = self._written(fixed) if fixed.is_changed else fixed.result
            keep(self._task, fixed.document, fixed.facts, result, self._tally)

    def _written(self, fixed: _Fixed) -> Judged:
        """Write a document; return the remaining findings, all of them if writing failed."""
        before, tally = fixed.document.source, self._tally
        try:
            notice = None if fixed.file is None else fixed.file.finish()
            if notice:
                tally.notices.append(notice)
        except FileProblem as problem:
            tally.problem(problem, NoteKind.UNWRITTEN)
            return judged(fixed.document, fixed.facts, fixed.known, fixed.lines)
        tally.fixed += detached(fixed.result.fixed)
        tally.suppressed += fixed.result.suppressed
        if self._is_wanted(before):
            tally.changes.append(Change(before, fixed.result.source))
        return fixed.result


def with_fixes(  # noqa: PLR0913 - independent options
    document: Document,
    facts: RunFacts,
    *,
    unsafe: bool = False,
    module: str | None = None,
    known: KnownFindings = _NOTHING,
    lines: ChangedLines | None = None,
) -> Judged:
    """Return a document with its DOIs fixed, and the remaining findings.

    Args:
        document: the document as it was read.
        facts: the facts of the run, with the settings of the document.
        unsafe: whether to apply fixes that are guesses as well.
        module: the `module` of the format; None: the document's name decides.
        known: findings of a baseline, which are not fixed.
        lines: the lines to fix; None: all.
    """
    found = judged(document, facts, known, lines)
    if not any(finding.is_fixable(unsafe=unsafe) for finding in found.findings):
        return found
    source, settings = document.source, facts.settings
    document_format = load(module) if module else format_of(source.name)
    guard = document_format.same_page(settings)
    if guard is None:
        return found.replace(note=_UNGUARDED)
    rounds = _Rounds(
        found,
        lambda new, now: judged(document_format.read(new, settings), facts, known, now),
        lines,
    )
    fixed = fix_until_stable(source, rounds.check, guard, unsafe=unsafe, follow=rounds.follow)
    note = _GIVEN_UP if fixed.given_up else _refused(fixed.refused)
    last = rounds.last
    harmful = {finding.fix.edits for finding in fixed.refused if finding.fix}
    left = [
        finding.without_fix() if finding.fix and finding.fix.edits in harmful else finding
        for finding in fixed.findings
    ]
    applied = sorted(fixed.applied, key=attrgetter("order"))
    return last.replace(source=fixed.source, findings=left, fixed=applied, note=note)


class _Rounds:
    """Judges a document after each round of fixes, and follows the lines to fix."""

    def __init__(
        self,
        found: Judged,
        judge_text: Callable[[Source, ChangedLines | None], Judged],
        lines: ChangedLines | None,
    ) -> None:
        """Start with the findings before the first round, and a function that judges a new text."""
        self._first = self.last = found  # `last`: for the latest text
        self._judge_text = judge_text
        self._lines = {found.source.text: lines}

    def check(self, source: Source) -> Sequence[Finding]:
        """Return the findings of a text of the document."""
        is_first = source is self._first.source
        lines = self._lines[source.text]
        self.last = self._first if is_first else self._judge_text(source, lines)
        return self.last.findings

    def follow(self, source: Source, edits: Sequence[Edit], changed: Source) -> None:
        """Move the lines to fix as the edits of a round do."""
        lines = self._lines[source.text]
        if lines is not None:
            from mdlint_doi.run.since import moved

            lines = moved(lines, source, edits)
        self._lines[changed.text] = lines


def _refused(findings: Sequence[Finding]) -> str:
    """Return the note about refused fixes and the reason; empty if there are none."""
    if not findings:
        return ""
    told = [f"{finding.code} at line {finding.line}" for finding in findings[:_TOLD]]
    more = len(findings) - len(told)
    rest = f" and {more} more" if more else ""
    return f"not fixed: {', '.join(told)}{rest}: {_HARMFUL}"
