"""The baseline of a run: its file, its findings for each document, and its outdated entries.

The paths in the file are relative to its own folder, so they have the same meaning wherever a run
is started.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from mdlint_doi.config.toml_file import shown
from mdlint_doi.files.reading import FileProblem, read_bytes, refuse_marked_wide
from mdlint_doi.lint.baseline import (
    Baseline,
    BaselineError,
    Key,
    KnownFindings,
    counted,
    dump,
    is_fault_of_document,
    parse,
)
from mdlint_doi.lint.rule import Need
from mdlint_doi.lint.rules import by_code
from mdlint_doi.lint.selection import Selection
from mdlint_doi.lint.settings import Settings, SettingsError
from mdlint_doi.text import numbers

if TYPE_CHECKING:
    from mdlint_doi.report.model import Report


_MOST_BYTES: Final = 256 * 1024 * 1024
_SHOWN: Final = 3
_DOCSTRING: Final = "docstring of "
"""The start of a path that names an object; only a build of Sphinx reports its findings."""


class BaselineFile(NamedTuple):
    """A baseline and its file.

    Attributes:
        path: the path of the file, as the user wrote it.
        documents: the known findings, by the paths in the file.
    """

    path: str
    documents: Mapping[str, Baseline]

    def known(self, name: str) -> KnownFindings:
        """Return the known findings of a document with this name in the run."""
        path = relative(name, self.path)
        return KnownFindings(path, self.documents.get(path, {}))

    def only(self, names: Iterable[str]) -> BaselineFile:
        """Return the part about some documents."""
        paths = {relative(name, self.path) for name in names}
        return self._replace(
            documents={path: self.documents[path] for path in paths & self.documents.keys()}
        )


def read_baseline(path: str) -> BaselineFile:
    """Return the baseline of a file.

    Raises:
        SettingsError: if the file cannot be read or is not a baseline.
    """
    try:
        data = read_bytes(path, _MOST_BYTES)
        refuse_marked_wide(path, data)
        known = parse(data.decode("utf-8-sig"))
    except FileProblem as problem:
        how = (
            ""
            if os.path.lexists(path)
            else "; create the file with mdlint-doi check --write-baseline"
        )
        raise SettingsError(shown(path), "", problem.problem + how) from problem
    except UnicodeDecodeError as error:
        raise SettingsError(
            shown(path), "", "not UTF-8; write the file again with --write-baseline"
        ) from error
    except BaselineError as error:
        raise SettingsError(shown(path), "", str(error)) from error
    documents: dict[str, dict[Key, int]] = {}  # by path
    for key, count in known.items():
        documents.setdefault(key[0], {})[key] = count
    return BaselineFile(path, documents)


def write_baseline(path: str, report: Report, hidden: Baseline, before: str | None) -> Report:
    """Write the findings of a run to a baseline; return the report without them.

    After an incomplete run, nothing is written, and the report has a notice.

    Args:
        path: the file to write.
        report: the report of the run.
        hidden: the findings that are not in the report, because they are in the run's own baseline.
        before: the path of that baseline; None: there was none.

    Raises:
        FileProblem: if the file cannot be written.
    """
    if report.unprocessed or report.interrupted or not report.files:
        notice = f"{path} was not written, because not all files were checked"
        return report.replace(notices=(*report.notices, notice))
    from mdlint_doi.files.writing import save

    counts = counted(report.findings, lambda name: relative(name, path))
    folder = os.path.dirname(os.path.abspath(before or path))
    for (name, code, text), count in hidden.items():
        counts[relative(os.path.join(folder, name), path), code, text] += count
    save(path, dump(counts).encode("utf-8"))
    left = tuple(finding for finding in report.findings if not is_fault_of_document(finding))
    number = len(report.findings) - len(left) + report.hidden
    return report.replace(
        findings=left,
        notices=(*report.notices, f"wrote {numbers.counted(number, 'finding')} to {path}"),
        hidden=number,
    )


def relative(name: str, baseline: str) -> str:
    """Return a document's path relative to the baseline's folder, as a baseline has it."""
    folder = os.path.dirname(os.path.abspath(baseline))
    try:
        return os.path.relpath(name, folder).replace(os.sep, "/")
    except ValueError:  # a different drive
        return os.path.abspath(name).replace(os.sep, "/")


def _stale(
    baseline: BaselineFile, hidden: Baseline, report: Report, settings_of: Callable[[str], Settings]
) -> Iterator[Key]:
    """Yield the entries of a baseline that this run should have found again, but did not.

    Entries of documents that were not checked are left out, unless these no longer exist. So are
    entries of rules that this run could not apply.
    """
    checked = {relative(name, baseline.path) for name in report.files}
    folder = os.path.dirname(os.path.abspath(baseline.path))
    for path, counts in sorted(baseline.documents.items()):
        if path.startswith(_DOCSTRING):
            continue
        settings = settings_of(os.path.join(folder, path))
        gone = not os.path.lexists(os.path.join(folder, path))
        for key, count in sorted(counts.items()):
            if gone or (
                path in checked
                and hidden.get(key, 0) < count
                and _could_apply(key, report, settings)
            ):
                yield key


def _could_apply(key: Key, report: Report, settings: Settings) -> bool:
    """Return whether this run could apply the rule of an entry."""
    path, code, _ = key
    rule = by_code(code)
    if rule is None:
        return True
    if not Selection.of(settings, path).has(code) or Need.WHOLE_PROJECT in rule.needs:
        return False
    lookups = report.lookups
    if rule.network:
        return lookups is not None and not lookups.undecided
    return not (rule.silenced_by_lookup and lookups is not None)


def stale_notice(
    baseline: BaselineFile, hidden: Baseline, report: Report, settings_of: Callable[[str], Settings]
) -> str | None:
    """Return the notice about outdated entries; None if there are none."""
    keys = [*_stale(baseline, hidden, report, settings_of)]
    if not keys:
        return None
    named = "; ".join(" ".join(key) for key in keys[:_SHOWN])
    more = f" and {len(keys) - _SHOWN} more" if len(keys) > _SHOWN else ""
    verb = "1 entry is" if len(keys) == 1 else f"{len(keys)} entries are"
    return (
        f"{shown(baseline.path)}: {verb} no longer found ({named}{more}); write the baseline again"
    )
