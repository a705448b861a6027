"""The mentions and notes of pages in the environment, and the baseline.

Sphinx stores, merges and purges the data of a domain. A build and a run of the command identify a
finding by the same file, rule and DOI. A docstring is identified by its object, because an
installed package has a different path on each machine; and by its file, if the command read it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError

from mdlint_doi.config.today import today
from mdlint_doi.lint.baseline import Key, dump, is_fault_of_document, text_of
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings, SettingsError
from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.report.safe import line
from mdlint_doi.run.baseline import BaselineFile, read_baseline, relative
from mdlint_doi.text.version import VERSION
from sphinx_doi.checks.notes import JudgedDocument, Note, PageNotes
from sphinx_doi.page.files import PageFiles
from sphinx_doi.page.mentions import PageMentions
from sphinx_doi.page.origins import Origin
from sphinx_doi.page.reader import PageReader

if TYPE_CHECKING:
    from sphinx_doi.citations import Citations

NAME: Final = "sphinx_doi"
DATA_VERSION: Final = 19
"""The version of the stored data. A test fails if a stored class changes without it. Pages from a
different version are read again."""
_BY_PAGE = ("mentions", "notes", "unread", "links", "scopes")
_MENTIONS, _NOTES, _UNREAD, _LINKS, _SCOPES = _BY_PAGE
"""The data of each page: its packed mentions; its notes and the facts on which they depend; whether
it may have DOIs whose mentions were not needed yet; the DOIs to which it links, if any page shows
works; the scopes of its lists of references."""
_CHOICES = "choices"
"""The common data of all pages: the choices of the reader."""
_READ_WITH, _WRITTEN_WITH = "read-with", "written-with"
"""The digest of the records file from which pages took texts; for each builder, this digest and the
DOIs of the project when it wrote lists of references."""


class BuildBaseline:
    """The baseline of a build, in which each entry hides one finding."""

    def __init__(self, file: BaselineFile | None = None) -> None:
        """Use the entries of a file; without a file, there are none."""
        self._file = file
        self._left: Counter[Key] = Counter()  # the entries that have not hidden a finding yet
        for counts in file.documents.values() if file else ():
            self._left.update(counts)
        self.hidden = 0  # the number of findings that were hidden so far

    @classmethod
    def of(cls, settings: Settings) -> BuildBaseline:
        """Return the baseline of the settings.

        Raises:
            ConfigError: if it cannot be read, or is not a baseline.
        """
        if settings.baseline is None:
            return cls()
        try:
            return cls(read_baseline(settings.baseline))
        except SettingsError as error:
            raise ConfigError(line(str(error))) from error

    def without_known(self, judged: JudgedDocument, files: PageFiles) -> JudgedDocument:
        """Return a document without the findings in the baseline."""
        origin, _, findings = judged
        if self._file is None:
            return judged
        names = (
            (files.baseline_name(origin, finding.span.start), origin.path) for finding in findings
        )
        new = [
            finding
            for finding, documents in zip(findings, names, strict=True)
            if not self._is_known(documents, finding.code, text_of(finding))
        ]
        return judged._replace(findings=new)

    def new_notes(self, notes: list[Note]) -> list[Note]:
        """Return the notes that are not in the baseline, in order."""
        if self._file is None:
            return notes
        known: dict[object, bool] = {}
        for note in notes:
            if note.key not in known:
                documents = note.document, note.where.path
                known[note.key] = self._is_known(documents, note.code, note.text)
        return [note for note in notes if not known[note.key]]

    def dump(
        self, findings: Iterable[tuple[Origin, Finding]], files: PageFiles, folder: str
    ) -> str:
        """Return a baseline with all findings, as JSON.

        Its paths are relative to the baseline in use; without one, to `folder`.
        """
        path = self._file.path if self._file else f"{folder}/baseline"
        counts = Counter(
            (
                _shown(files.baseline_name(origin, finding.span.start), path),
                finding.code,
                text_of(finding),
            )
            for origin, finding in findings
            if is_fault_of_document(finding)
        )
        return dump(counts)

    def _is_known(self, documents: Iterable[str], code: str, text: str) -> bool:
        """Return whether the baseline has an unused entry for a finding, and use it.

        The document of the finding may have several names, and the entry may have any of them.
        """
        path = self._file.path if self._file else ""
        for document in dict.fromkeys(documents):
            key = _shown(document, path), code, text
            if self._left[key] > 0:
                self._left[key] -= 1
                self.hidden += 1
                return True
        return False


def _shown(document: str, baseline: str) -> str:
    """Return the name of a document in a baseline."""
    if os.path.isabs(document):
        return relative(document, baseline)
    return document.replace("logue>", "log>")  # `<rst_prologue>` in some versions of Sphinx


class PageLinks(NamedTuple):
    """The DOIs to which a page links.

    Attributes:
        names: the DOIs, each once.
        shown: those of which a link shows the work, or the DOI if the work is not known.
    """

    names: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()


class BuildFacts(NamedTuple):
    """The facts about one build, which are not stored.

    Attributes:
        reader: the reader of pages, with the settings.
        baseline: the findings that the build does not report.
        rewrites_links: whether the output gets canonical links.
        is_tex: whether the output is LaTeX.
        takes_links: whether the builder checks DOI links itself instead of Sphinx's linkcheck.
        keeps_links: whether the builder reports links, so that they stay as written.
        shows_addresses: whether the output has links, or prints their addresses.
        lists_works: whether pages have lists of references, and the builder writes them.
        citations: the works that pages show; None if they show none.
    """

    reader: PageReader
    baseline: BuildBaseline
    rewrites_links: bool = False
    is_tex: bool = False
    takes_links: bool = False
    keeps_links: bool = False
    shows_addresses: bool = True
    lists_works: bool = False
    citations: Citations | None = None


class DoiDomain(Domain):
    """The DOIs of a project.

    The domain is a store: Sphinx saves its data, merges those of parallel processes, and removes
    those of deleted pages. Attributes of the environment would need a handler for each of these
    steps, and a version of their own. It has no roles, objects or index; `doi` is a role without a
    domain, so that authors write it without a prefix.
    """

    name = NAME
    label = "DOIs"
    initial_data: ClassVar[dict[str, Any]] = {
        **{table: {} for table in (*_BY_PAGE, _WRITTEN_WITH)},
        **dict.fromkeys((_CHOICES, _READ_WITH)),
    }
    data_version = DATA_VERSION

    def __init__(self, env: BuildEnvironment) -> None:
        """Begin without settings, which `events.start` reads when the builder starts."""
        super().__init__(env)
        self.build = BuildFacts(PageReader(Settings(), PageFiles(Settings())), BuildBaseline())
        self.docnames_read: Collection[str] = ()  # the pages that this build reads

    @property
    def reader(self) -> PageReader:
        """The reader of pages in this build."""
        return self.build.reader

    @property
    def baseline(self) -> BuildBaseline:
        """The baseline of this build."""
        return self.build.baseline

    def keep_unread(self, docname: str) -> None:
        """Store that a page may have DOIs; its mentions come from its doctree if necessary."""
        self.data[_UNREAD][docname] = True

    def keep_mentions(self, docname: str, mentions: PageMentions) -> None:
        """Store the mentions of a page that was read."""
        if mentions.documents:
            self.data[_MENTIONS][docname] = mentions.packed()

    def keep_notes(self, docname: str, notes: PageNotes, settings: Settings) -> None:
        """Store the notes about a page under these settings."""
        self.data[_NOTES][docname] = notes, _ground(settings)

    def mentions(self, docname: str) -> PageMentions:
        """Return the mentions of a page."""
        if docname in self.data[_UNREAD]:
            found = self.reader.mentions(self.env.get_doctree(docname))
            del self.data[_UNREAD][docname]
            if found.documents:
                self.data[_MENTIONS][docname] = found.packed()
            return found
        packed = self.data[_MENTIONS].get(docname)
        return PageMentions.unpacked(packed) if packed else PageMentions()

    def notes(self, docname: str, settings: Settings) -> PageNotes | None:
        """Return the notes of a page; None if it has none under these settings."""
        notes, ground = self.data[_NOTES].get(docname, (None, None))
        return cast("PageNotes", notes) if ground == _ground(settings) else None

    def keep_links(self, docname: str, links: PageLinks) -> None:
        """Store the links of a page."""
        self.data[_LINKS][docname] = links

    def keep_scope(self, docname: str, scope: str) -> None:
        """Store the scope of a list of references on a page."""
        self.data[_SCOPES].setdefault(docname, {})[scope] = None

    @property
    def lists(self) -> list[tuple[str, str]]:
        """The page and the scope of each list of references, in order."""
        found: dict[str, Iterable[str]] = self.data[_SCOPES]
        return [(docname, scope) for docname in sorted(found) for scope in found[docname]]

    def links(self) -> dict[str, PageLinks]:
        """Return the stored links of pages, in the order of their names."""
        found: dict[str, PageLinks] = self.data[_LINKS]
        return {docname: found[docname] for docname in sorted(found)}

    def complete_links(self, read: Callable[[nodes.document], PageLinks]) -> None:
        """Store the links of all pages with DOIs; most builds need none of them."""
        for docname in self.docnames():
            if docname not in self.data[_LINKS]:
                self.keep_links(docname, read(self.env.get_doctree(docname)))

    def linked(self, docname: str, scope: str) -> tuple[Doi, ...]:
        """Return the DOIs to which a page or, with the scope `project`, all pages link."""
        pages = self.links()
        here = pages.values() if scope == "project" else [pages.get(docname, PageLinks())]
        return tuple(dict.fromkeys(parse(name) for page in here for name in page.names))

    def with_changed_texts(self) -> list[str]:
        """Return the pages with texts from a records file that has changed since it was read."""
        digest = self.build.citations and self.build.citations.digest
        if self.data[_READ_WITH] == digest:
            return []
        self.data[_READ_WITH] = digest
        return [docname for docname, page in self.links().items() if page.shown]

    def with_changed_works(self, builder: str) -> list[str]:
        """Return the pages that a builder must write again, because of the works that they show."""
        digest = self.build.citations and self.build.citations.digest
        names = tuple(doi.key for doi in self.linked("", "project"))
        before = self.data[_WRITTEN_WITH].get(builder)
        self.data[_WRITTEN_WITH][builder] = digest, names
        if before == (digest, names):
            return []
        if before is not None and before[0] == digest:
            return [docname for docname, scope in self.lists if scope == "project"]
        shown = [docname for docname, page in self.links().items() if page.shown]
        return sorted({*shown, *(docname for docname, _ in self.lists)})

    @property
    def is_outdated(self) -> bool:
        """Whether a reader with different settings for mentions read the pages."""
        return self.data[_CHOICES] not in {None, self.reader.choices}

    def keep_choices(self) -> None:
        """Store the choices of the reader of the pages."""
        self.data[_CHOICES] = self.reader.choices

    def docnames(self) -> list[str]:
        """Return the names of the documents with DOIs, in order."""
        return sorted({*self.data[_MENTIONS], *self.data[_UNREAD]})

    def read_docnames(self) -> list[str]:
        """Return the names of the documents whose mentions are stored."""
        return sorted(self.data[_MENTIONS])

    def clear_doc(self, docname: str) -> None:
        """Remove the data of a page."""
        for table in _BY_PAGE:
            self.data[table].pop(docname, None)

    def merge_domaindata(self, docnames: Iterable[str], otherdata: dict[str, Any]) -> None:
        """Add the data from a parallel process."""
        for table in _BY_PAGE:
            theirs = otherdata[table]
            self.data[table].update({name: theirs[name] for name in docnames if name in theirs})

    def resolve_any_xref(  # noqa: PLR0913, PLR0917 - Sphinx's protocol
        self,
        env: BuildEnvironment,  # noqa: ARG002
        fromdocname: str,  # noqa: ARG002
        builder: Builder,  # noqa: ARG002
        target: str,  # noqa: ARG002
        node: addnodes.pending_xref,  # noqa: ARG002
        contnode: nodes.Element,  # noqa: ARG002
    ) -> list[tuple[str, nodes.reference]]:
        """Return nothing: no cross-reference leads to a DOI."""
        return []


def _ground(settings: Settings) -> tuple[object, ...]:
    """Return the facts on which notes depend, including the day if exceptions end."""
    ends = any(exception.until for exception in settings.exceptions)
    return VERSION, settings, today() if ends else None


def domain_of(env: BuildEnvironment) -> DoiDomain:
    """Return the domain of a build."""
    return cast("DoiDomain", env.get_domain(NAME))
