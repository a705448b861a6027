"""The result of a run: a report, and the texts that were fixed."""

from __future__ import annotations

import os
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mdlint_doi.file_formats import FORMATS
from mdlint_doi.files.discover import holds_documents, matching, suffixes_under
from mdlint_doi.files.reading import as_reported, encode
from mdlint_doi.report.model import PathNote, Report, Since
from mdlint_doi.run.request import STDIN, Task
from mdlint_doi.run.tally import Change, Tally
from mdlint_doi.text.numbers import counted
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mdlint_doi.lint.baseline import Key
    from mdlint_doi.lint.model import Finding
    from mdlint_doi.lint.settings import Settings


_LEFT_OUT: Final = "all files in it are excluded by 'exclude', by no-… in 'formats', or by git"
_NONE_READ: Final = "no file was checked: none of the named files could be read"
_KINDS: Final = 5
"""Kinds of files that are named where none was checked."""


class Result(Value):
    """A report, and what else a run came to.

    Attributes:
        report: what the output formats write.
        changes: the texts that were fixed, if they are not written to the files.
        hidden: how often each finding of the baseline occurs, by path, code and text.
    """

    report: Report
    changes: tuple[Change, ...] = ()
    hidden: Mapping[Key, int] = MappingProxyType({})

    def text_of(self, task: Task) -> bytes:
        """Return what standard input has become."""
        for change in self.changes:
            if change.before.name == task.stdin_name:
                return encode(change.after)
        return task.stdin


def result_of(task: Task, tally: Tally) -> Result:
    """Return what a run came to; say so where it checked nothing."""
    report = report_of(tally).replace(unsafe_fixes=task.unsafe)
    if task.nearest is not None:
        report = report.replace(notices=(*task.nearest.notices, *report.notices))
    if task.keeps_mentions:
        report = report.replace(dois=tally.dois())
    if not (report.files or report.errors or report.interrupted or tally.unchanged):
        report = _of_nothing(task, report)
    if task.since is not None:
        report = report.replace(since=Since(task.since.reference, tally.outside, tally.unchanged))
    elif task.baseline is not None and not report.interrupted:
        from mdlint_doi.run.baseline import stale_notice

        if notice := stale_notice(task.baseline, tally.hidden, report, task.settings_of):
            report = report.replace(notices=(*report.notices, notice))
    return Result(report, tuple(tally.changes), tally.hidden)


def report_of(tally: Tally) -> Report:
    """Return what is known of a run as all output formats take it, its findings in order."""
    findings: tuple[Finding, ...] = ()
    if tally.findings:
        from mdlint_doi.lint.engine import in_report_order

        findings = in_report_order(tally.findings)
    return Report(
        findings=findings,
        files=tuple([name for name in tally.files if name not in tally.broken]),
        skipped=tuple(tally.skipped),
        errors=tuple(tally.errors),
        notes=tuple(tally.notes),
        lookups=tally.lookups,
        works=tally.works,
        searches=tally.searches,
        registered=tally.registered,
        fixed=tuple(tally.fixed),
        interrupted=tally.interrupted,
        notices=tuple(tally.notices),
        suppressed=tally.suppressed,
        hidden=tally.known,
    )


def is_undecided(report: Report, settings: Settings) -> bool:
    """Return whether a run left something open, for which it fails if the settings are strict.

    Works count only if the works of all DOIs are looked up.
    """
    if report.warning or any(one.is_unread for one in report.skipped):
        return True
    if report.lookups is not None and report.lookups.undecided:
        return True
    return settings.looks_up_all_works and report.works is not None and report.works.unknown > 0


def _of_nothing(task: Task, report: Report) -> Report:
    """Return the report of a run that checked no file: it must not look like one without findings.

    What the settings, git or a comment of the user's leaves out is a note, as nobody wants it
    checked: a hook names the files that changed. Of all else it is said that nothing was read.
    """
    kinds = {one.path: one.is_unread or one.is_warning for one in report.skipped}
    named = [*_named(task)]
    unread = [one for one in named if kinds.get(one, True)]
    formats = [one for one in task.settings.formats if not one.startswith("no-")]
    left_out = [one for one in unread if one not in kinds and holds_documents(one, formats)]
    notes = tuple(PathNote(one, _LEFT_OUT) for one in left_out)
    if named and len(left_out) == len(unread):
        return report.replace(skipped=(*report.skipped, *notes))
    is_named = all(one in kinds for one in unread) and bool(unread)
    warning = _NONE_READ if is_named else _no_files(task)
    return report.replace(
        skipped=(*report.skipped, *notes), warning=warning, is_unread=bool(unread)
    )


def _named(task: Task) -> Iterator[str]:
    """Yield what is named, as reports name it; of a pattern what it matches."""
    for path in task.paths:
        if path == STDIN:
            yield task.stdin_name
        else:
            found = [] if os.path.lexists(path) else matching(path)
            yield from map(as_reported, found or [path])


def _no_files(task: Task) -> str:
    """Return what was looked for in folders where no file was checked, and what was there."""
    walked = [one for one in FORMATS if one.is_looked_for(task.settings.formats)]
    wanted = " ".join(pattern for entry in walked for pattern in entry.patterns)
    there = [
        f"{suffix or 'no suffix'}: {counted(count, 'file')}"
        for suffix, count in suffixes_under(path for path in task.paths if path != STDIN)
        if suffix not in wanted.split()
    ]
    more = f", and {counted(len(there) - _KINDS, 'other kind')}" if len(there) > _KINDS else ""
    kinds = f"{', '.join(there[:_KINDS])}{more}" if there else "no other files"
    suffixes = {one.partition(":")[0] for one in there}
    more_formats = ",".join(
        entry.name
        for entry in FORMATS
        if entry not in walked and not suffixes.isdisjoint(entry.patterns)
    )
    add = f"; add --formats {more_formats}" if more_formats else ""
    return f"no file was checked: the run looked for {wanted}, but found {kinds}{add}"
