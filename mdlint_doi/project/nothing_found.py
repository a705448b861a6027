"""What is said where no file was checked: it must not look like a run that found nothing wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from mdlint_doi.files.discover import suffixes_under
from mdlint_doi.files.paths import as_reported
from mdlint_doi.formats.table import FORMATS
from mdlint_doi.project.request import STDIN

if TYPE_CHECKING:
    from mdlint_doi.project.request import Task
    from mdlint_doi.report.model import PathNote


_KINDS: Final = 5
"""Kinds of files that are named where none was checked."""


def nothing_found(task: Task, skipped: Iterable[PathNote]) -> str:
    """Return what was looked for where no file was checked, and what was there instead.

    Nothing where a file was named that is passed over: a hook names those that changed.
    """
    named = {task.stdin_name, *map(as_reported, task.paths)}
    if any(one.path in named for one in skipped):
        return ""
    walked = [one for one in FORMATS if one.walked or one.name in task.settings.formats]
    wanted = " ".join(pattern for entry in walked for pattern in entry.patterns)
    there = [
        f"{suffix or 'without suffix'}: {count} {'file' if count == 1 else 'files'}"
        for suffix, count in suffixes_under(path for path in task.paths if path != STDIN)
        if suffix not in wanted.split()
    ]
    more = f", and {len(there) - _KINDS} other kinds" if len(there) > _KINDS else ""
    found = f"there were {', '.join(there[:_KINDS])}{more}" if there else "there were no others"
    return f"no file was checked; looked for {wanted}; {found}"
