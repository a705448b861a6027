"""The findings that a project does not want reported: a baseline, of the command or of a build.

A finding is the same in a build and in a run of the command: the file, the rule and the DOI. What
several pages include is one. A docstring is known by its object, since an installed package lies
elsewhere on each machine; where the command read its file, by that, too. Entries that are no longer
found are the command's to tell, since a build sees its own pages only.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable

from mdlint_doi.lint.baseline import Key, dump, is_documents, text_of
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.baseline import BaselineFile, read_baseline, relative
from sphinx_doi.checks.warnings import Note
from sphinx_doi.page.files import PageFiles
from sphinx_doi.page.walk import Origin


class Baseline:
    """What a build leaves out; each entry as often as it is written down.

    Attributes:
        hidden: how many findings were left out so far.

    """

    def __init__(self, file: BaselineFile | None = None) -> None:
        """Take what a file holds; nothing without one."""
        self._file = file
        self._left: Counter[Key] = Counter()
        for counts in file.documents.values() if file else ():
            self._left.update(counts)
        self.hidden = 0

    @classmethod
    def of(cls, settings: Settings) -> Baseline:
        """Return the baseline that the settings name.

        Raises:
            SettingsError: if it cannot be read, or is none.

        """
        if settings.baseline is None:
            return cls()
        return cls(read_baseline(settings.baseline))

    def new_findings(
        self, origin: Origin, findings: Iterable[Finding], files: PageFiles
    ) -> list[Finding]:
        """Return the findings of a text that are not known."""
        if self._file is None:
            return [*findings]
        return [
            one
            for one in findings
            if not self._is_known(
                (files.known_as(origin, one.span.start), origin.path), one.code, text_of(one)
            )
        ]

    def new_notes(self, notes: list[Note]) -> list[Note]:
        """Return the notes that are not known, in order."""
        if self._file is None:
            return notes
        known: dict[object, bool] = {}
        for note in notes:
            if note.key not in known:
                documents = note.document, note.where[0]
                known[note.key] = self._is_known(documents, note.code, note.text)
        return [note for note in notes if not known[note.key]]

    def dump(
        self, findings: Iterable[tuple[Origin, Finding]], files: PageFiles, folder: str
    ) -> str:
        """Return a baseline of all findings, the known ones, too.

        Args:
            findings: each with where it was written.
            files: of the build.
            folder: that paths are relative to, if no baseline is set.

        """
        path = self._file.path if self._file else f"{folder}/baseline"
        counts = Counter(
            (_shown(files.known_as(origin, one.span.start), path), one.code, text_of(one))
            for origin, one in findings
            if is_documents(one)
        )
        return dump(counts)

    def _is_known(self, documents: Iterable[str], code: str, text: str) -> bool:
        """Return whether a finding is known in a document, by one of the names that this has."""
        path = self._file.path if self._file else ""
        for document in dict.fromkeys(documents):
            key = _shown(document, path), code, text
            if self._left[key] > 0:
                self._left[key] -= 1
                self.hidden += 1
                return True
        return False


def _shown(document: str, baseline: str) -> str:
    """Return a document as a baseline has it; what is no file has no place, either."""
    if os.path.isabs(document):  # noqa: PTH117
        return relative(document, baseline)
    return document.replace("logue>", "log>")  # `<rst_prologue>`, in other versions of Sphinx
