"""What a run comes to: a report, and the texts that were fixed."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mdlint_doi.files.discover import suffixes_under
from mdlint_doi.files.reading import as_reported, encode
from mdlint_doi.formats.table import FORMATS
from mdlint_doi.report.model import PathNote, Report, Since
from mdlint_doi.run.request import STDIN, Task
from mdlint_doi.run.tally import Change, Tally
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mdlint_doi.lint.baseline import Key
    from mdlint_doi.lint.model import Finding


_KINDS: Final = 5
"""Kinds of files that are named where none was checked."""


class Result(Value):
    """A report, and what else a run came to.

    Attributes:
        report: what the output formats write.
        changes: the texts that were fixed, where they are not in the files.
        hidden: as in `Tally`.
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
        report = report.replace(warning=_no_files(task, report.skipped))
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
        hidden=sum(tally.hidden.values()),
    )


def _no_files(task: Task, skipped: Iterable[PathNote]) -> str:
    """Return what was looked for where no file was checked, and what was there instead.

    It must not look like a run that found nothing wrong. Nothing where a file was named that is
    passed over: a hook names those that changed.
    """
    named = {task.stdin_name, *map(as_reported, task.paths)}
    if any(one.path in named for one in skipped):
        return ""
    walked = [one for one in FORMATS if one.is_looked_for(task.settings.formats)]
    wanted = " ".join(pattern for entry in walked for pattern in entry.patterns)
    there = [
        f"{suffix or 'without suffix'}: {count} {'file' if count == 1 else 'files'}"
        for suffix, count in suffixes_under(path for path in task.paths if path != STDIN)
        if suffix not in wanted.split()
    ]
    more = f", and {len(there) - _KINDS} other kinds" if len(there) > _KINDS else ""
    found = f"there were {', '.join(there[:_KINDS])}{more}" if there else "there were no others"
    suffixes = {one.partition(":")[0] for one in there}
    more_formats = ",".join(
        entry.name
        for entry in FORMATS
        if entry not in walked and not suffixes.isdisjoint(entry.patterns)
    )
    add = f"; add --formats {more_formats}" if more_formats else ""
    return f"no file was checked; looked for {wanted}; {found}{add}"
