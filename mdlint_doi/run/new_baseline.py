"""`--write-baseline`: the findings of a run become those that a baseline holds."""

from __future__ import annotations

import os

from mdlint_doi.files.writing import save
from mdlint_doi.lint.baseline import counted, dump, is_documents
from mdlint_doi.report.model import Report
from mdlint_doi.run.baseline import relative
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Result
from mdlint_doi.text import numbers


def write_baseline(path: str, report: Report, result: Result, task: Task) -> Report:
    """Write the findings of a run that knows them all to a baseline; return it with the others.

    Raises:
        FileProblem: if the file cannot be written.
    """
    if report.errors or report.interrupted or not report.files:
        notice = f"{path} was not written: not all files were checked"
        return report.replace(notices=(*report.notices, notice))
    counts = counted(report.findings, lambda name: relative(name, path))
    before = os.path.dirname(os.path.abspath(task.settings.baseline or path))
    for (name, code, text), count in result.hidden.items():
        name = relative(os.path.join(before, name), path)  # noqa: PLW2901
        counts[name, code, text] += count
    save(path, dump(counts).encode("utf-8"))
    left = tuple(one for one in report.findings if not is_documents(one))
    number = len(report.findings) - len(left) + report.hidden
    return report.replace(
        findings=left,
        notices=(*report.notices, f"{numbers.counted(number, 'finding')} written to {path}"),
        hidden=0,
    )
