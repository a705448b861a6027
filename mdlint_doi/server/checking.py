"""Check one document as the command checks its file, without requests."""

from __future__ import annotations

from collections.abc import Sequence

from mdlint_doi.file_formats import FORMATS, Wanted
from mdlint_doi.files.discover import passed_over, why_excluded
from mdlint_doi.formats import format_of
from mdlint_doi.lint.baseline import KnownFindings
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import in_report_order
from mdlint_doi.lint.fixing import Fixable, accepted
from mdlint_doi.lint.model import Edit, Finding
from mdlint_doi.lint.selection import RunFacts, notations_of
from mdlint_doi.run.check_thread import LONGEST
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.run.judge import Judge, read_document
from mdlint_doi.run.learned import Learned
from mdlint_doi.run.request import Task
from mdlint_doi.run.result import Judged
from mdlint_doi.text.source import Source
from mdlint_doi.text.value import Value


class Checked(Value):
    """A document and its findings.

    Attributes:
        document: the document as it was read.
        facts: the answers about its DOIs at the time of the check.
        findings: the findings, in order.
        online: whether all its DOIs were looked up.
    """

    document: Document
    facts: RunFacts
    findings: tuple[Finding, ...]
    online: bool = False

    @property
    def source(self) -> Source:
        """The text that was checked."""
        return self.document.source


def why_not(name: str, task: Task, file: str | None) -> str | None:
    """Return why a document is not read, in the words of the command; None if it is read.

    Args:
        name: the path or name of the document.
        task: finds its settings, and the excluded files.
        file: the file that contains it; None: it is not saved in a file.

    Raises:
        SettingsError: if the settings cannot be used.
    """
    if file is not None and (reason := why_excluded(file, task.excludes)) is not None:
        return reason
    # The user opened a document without a file on purpose, so every format is checked.
    wanted = [entry.name for entry in FORMATS] if file is None else task.settings_of(name).formats
    return passed_over(name, Wanted(wanted, task.settings_of(name).read_as))


def why_unread(size: int | None) -> str | None:
    """Return why a document is not read because of its size; None if it is read.

    Args:
        size: the number of code points; None: the text is not known.
    """
    if size is None:
        return "a change to the text could not be read; close the document and open it again"
    if size > LONGEST:
        return f"the document is longer than {LONGEST:,} characters; use mdlint-doi check instead"
    return None


def read(source: Source, task: Task) -> Document:
    """Return the document with its mentions; a quick test skips text that cannot contain a DOI."""
    settings = task.settings_of(source.name)
    data = source.text.encode("utf-8")
    notations = notations_of(settings)
    if not format_of(source.name, settings.read_as).may_hold_doi(data, notations):
        return Document(source)
    return read_document(source, settings)


def check(document: Document, task: Task, learned: Learned) -> Checked:
    """Return a document with its findings.

    Args:
        document: the document as it was read.
        task: finds its settings.
        learned: the answers of look-ups.
    """
    settings = task.settings_of(document.source.name)
    judge = Judge(settings, learned, mentions=document.mentions)
    found = judge.of(document, _known(document, task))
    return Checked(document, judge.facts, in_report_order(found.findings), learned.online)


def fixed(checked: Checked, task: Task) -> Judged:
    """Return the document as `--fix` would write it."""
    return with_fixes(checked.document, checked.facts, known=_known(checked.document, task))


def harmless_edits(checked: Checked, finding: Finding) -> Sequence[Edit]:
    """Return the edits of the finding's fix; empty if they could change more than the DOI."""
    guard = format_of(checked.source.name).same_page(checked.facts.settings)
    if finding.fix is None or guard is None:
        return ()
    chosen = [Fixable(finding, finding.fix)]
    kept = accepted(checked.source.text, chosen, guard, set())
    return finding.fix.edits if kept else ()


def _known(document: Document, task: Task) -> KnownFindings:
    return task.baseline.known(document.source.name) if task.baseline else KnownFindings()
