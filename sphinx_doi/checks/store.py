"""What a build knows of its pages: what the environment keeps of them, and the known findings.

A domain's data Sphinx stores, merges and purges. The domain also holds the reader of the build and
the baseline, so that the extension and its builders use one.

A finding is the same in a build and in a run of the command: the file, the rule and the DOI. What
several pages include is one. A docstring is known by its object, since an installed package lies
elsewhere on each machine; where the command read its file, by that, too. Entries that are no longer
found are the command's to tell, since a build sees its own pages only.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from typing import Any, ClassVar, Final, cast

from docutils import nodes
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError

from mdlint_doi.lint.baseline import Key, dump, is_documents, text_of
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings, SettingsError
from mdlint_doi.report.safe import line
from mdlint_doi.run.baseline import BaselineFile, read_baseline, relative
from sphinx_doi.checks.notes import Note, PageNotes
from sphinx_doi.page.files import PageFiles
from sphinx_doi.page.mentions import PageMentions
from sphinx_doi.page.reader import PageReader
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
            ConfigError: if it cannot be read, or is none.

        """
        if settings.baseline is None:
            return cls()
        try:
            return cls(read_baseline(settings.baseline))
        except SettingsError as error:
            raise ConfigError(line(str(error))) from error

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


NAME: Final = "sphinx_doi"
_MENTIONS: Final = "mentions"
_NOTES: Final = "notes"
_SETTINGS: Final = "settings"
_UNREAD: Final = "unread"
_RIGHT: Final = "right"
_BY_PAGE: Final = (_MENTIONS, _NOTES, _SETTINGS, _UNREAD, _RIGHT)
_CHOICES: Final = "choices"


class DoiDomain(Domain):
    """The DOIs of a project; it has no roles or objects of its own.

    Attributes:
        reader: of this build; it is not stored.
        baseline: likewise.
        has_late_links: whether links may come into a page behind its reading; likewise.

    """

    name = NAME
    label = "DOIs"
    initial_data: ClassVar[dict[str, Any]] = {table: {} for table in _BY_PAGE} | {_CHOICES: None}
    data_version = 8

    def __init__(self, env: BuildEnvironment) -> None:
        """Begin with the defaults; the project's settings are read when the builder is there."""
        super().__init__(env)
        self.reader = PageReader(Settings(), PageFiles(Settings()))
        self.baseline = Baseline()
        self.has_late_links = True

    @property
    def _packed(self) -> dict[str, bytes]:
        return cast("dict[str, bytes]", self.data[_MENTIONS])

    @property
    def _notes(self) -> dict[str, PageNotes]:
        return cast("dict[str, PageNotes]", self.data[_NOTES])

    @property
    def _settings(self) -> dict[str, Settings]:
        """The settings under which the notes of a page were made."""
        return cast("dict[str, Settings]", self.data[_SETTINGS])

    @property
    def _unread(self) -> dict[str, bool]:
        """The pages that hold DOIs, of which nobody wanted the mentions yet."""
        return cast("dict[str, bool]", self.data[_UNREAD])

    @property
    def _right(self) -> dict[str, bool]:
        """The pages all of whose links are canonical already."""
        return cast("dict[str, bool]", self.data[_RIGHT])

    def keep_right(self, docname: str) -> None:
        """Keep that no link of a page, as it was read, has to be rewritten."""
        self._right[docname] = True

    def is_right(self, docname: str) -> bool:
        """Return whether no link of a page, as it was read, has to be rewritten."""
        return docname in self._right

    def keep_unread(self, docname: str) -> None:
        """Keep that a page may hold DOIs; its mentions come from its doctree if they are wanted."""
        self.clear_doc(docname)
        self._unread[docname] = True

    def keep_mentions(self, docname: str, mentions: PageMentions) -> None:
        """Keep what a page that was just read holds."""
        self.clear_doc(docname)
        if mentions.documents:
            self._packed[docname] = mentions.packed()

    def keep_notes(self, docname: str, notes: PageNotes, settings: Settings) -> None:
        """Keep what the rules say of a page under these settings."""
        self._notes[docname] = notes
        self._settings[docname] = settings

    def mentions(self, docname: str) -> PageMentions:
        """Return what a page holds."""
        if docname in self._unread:
            found = self.reader.mentions(self.env.get_doctree(docname))
            del self._unread[docname]
            if found.documents:
                self._packed[docname] = found.packed()
            return found
        packed = self._packed.get(docname)
        return PageMentions.unpacked(packed) if packed else PageMentions()

    def notes(self, docname: str, settings: Settings) -> PageNotes | None:
        """Return the notes of a page; None if it has none under these settings."""
        return self._notes[docname] if self._settings.get(docname) == settings else None

    @property
    def is_read_otherwise(self) -> bool:
        """Whether the pages were read by a reader that looks for other mentions than this one."""
        return self.data[_CHOICES] not in {None, self.reader.choices}

    def keep_choices(self) -> None:
        """Keep by which reader the pages were read."""
        self.data[_CHOICES] = self.reader.choices

    def docnames(self) -> list[str]:
        """Return the names of the documents that hold something, in order."""
        return sorted({**self._packed, **self._unread})

    def read_docnames(self) -> list[str]:
        """Return the names of those of them whose mentions are at hand."""
        return sorted(self._packed)

    def clear_doc(self, docname: str) -> None:
        """Forget a page."""
        for table in _BY_PAGE:
            self.data[table].pop(docname, None)

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        """Take over what another process found."""
        for table in _BY_PAGE:
            theirs = otherdata[table]
            self.data[table].update({name: theirs[name] for name in docnames if name in theirs})

    def resolve_any_xref(
        self,
        *args: object,  # noqa: ARG002 - Sphinx asks all domains
        **kwargs: object,  # noqa: ARG002
    ) -> list[tuple[str, nodes.reference]]:
        """Return nothing: no cross-reference leads to a DOI."""
        return []


def domain_of(env: BuildEnvironment) -> DoiDomain:
    """Return the domain of a build."""
    return cast("DoiDomain", env.get_domain(NAME))
