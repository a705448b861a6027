"""The findings that a project does not want reported: those that the command wrote to a baseline.

A finding is the same in a build and in a run of the command: the file, the rule and the DOI. What
several pages include is one. Entries that are no longer found are the command's to tell, since a
build sees its own pages only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mdlint_doi.lint.baseline import Key, text_of
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.baseline import BaselineFile, read_baseline, relative
from sphinx_doi.checks.warnings import Note
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

    def new_findings(self, origin: Origin, findings: Iterable[Finding]) -> list[Finding]:
        """Return the findings of a text that are not known."""
        return [one for one in findings if not self._is_known(origin.path, one.code, text_of(one))]

    def new_notes(self, notes: Iterable[Note]) -> list[Note]:
        """Return the notes that are not known, in order."""
        known: dict[object, bool] = {}
        for note in notes:
            if note.key not in known:
                known[note.key] = self._is_known(note.where[0], note.code, note.text)
        return [note for note in notes if not known[note.key]]

    def _is_known(self, path: str, code: str, text: str) -> bool:
        if self._file is None:
            return False
        key = relative(path, self._file.path), code, text
        if self._left[key] <= 0:
            return False
        self._left[key] -= 1
        self.hidden += 1
        return True
