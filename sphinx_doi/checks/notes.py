"""What the environment keeps of a page, so that an unchanged page needs no second look."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Finding, Form, Mention, Severity
from mdlint_doi.lint.rule import Facts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.pipeline import judge
from sphinx_doi.doctree.mentions import Collected
from sphinx_doi.doctree.page_parts import Part, documents_of, parts_of
from sphinx_doi.doctree.ranges import Ranges
from sphinx_doi.doctree.source_files import Files
from sphinx_doi.role_text import role_for

_ROLE_HELPS: Final = frozenset({Form.DESTINATION, Form.AUTOLINK, Form.BARE_LINK})


@dataclass(frozen=True, slots=True)
class Note:
    """A finding as the build's log shows it.

    Attributes:
        location: as in all warnings of Sphinx, `path:line`.
        code: the rule's code.
        name: the rule's name, the warning's subtype.
        severity: decides between warning and info.
        message: what is wrong and what to do.
        where: file and offset, or place, offset and the text that no file holds: two equal findings
            of one line are two, and one that several docstrings or pages show is one.
        in_role: the finding is about a role's argument.

    """

    location: str
    code: str
    name: str
    severity: Severity
    message: str
    where: tuple[str, int, str]
    in_role: bool = False

    @property
    def key(self) -> tuple[str, str, tuple[str, int, str]]:
        """Equal for what is told once."""
        return self.code, self.message, self.where


@dataclass(frozen=True, slots=True)
class Page:
    """What is kept of one document.

    Attributes:
        packed: its parts, pickled: an ordinary build looks at them once. Thousands of objects more
            cost each build that loads the environment, and each collection of garbage.
        advice: place and role of each link that could be a role.
        notes: what an offline check said.
        settings: of that check; None before the first.

    """

    packed: bytes = b""
    advice: tuple[tuple[str, str], ...] = ()
    notes: tuple[Note, ...] = ()
    settings: Settings | None = None

    @property
    def parts(self) -> tuple[Part, ...]:
        """Where the document's DOIs stand."""
        # Sphinx pickles the environment just so, and trusts its own folder.
        return pickle.loads(self.packed) if self.packed else ()  # noqa: S301


def page_of(collected: Collected, settings: Settings, facts: Facts, files: Files) -> Page:
    """Return what is kept of a document that was just read, and checked offline."""
    parts = parts_of(collected)
    if not parts:
        return Page()
    packed = pickle.dumps(parts, pickle.HIGHEST_PROTOCOL)
    return _checked(Page(packed), parts, settings, facts, files)


def checked(page: Page, settings: Settings, facts: Facts, files: Files) -> Page:
    """Return the page with the notes that the rules make of it, and the advice."""
    return _checked(page, page.parts, settings, facts, files)


def _checked(
    page: Page,
    parts: Sequence[Part],
    settings: Settings,
    facts: Facts,
    files: Files,
) -> Page:
    documents = [*documents_of(parts, files)]
    notes = tuple(note for part, document in documents for note in _notes(part, document, facts))
    advised = tuple(
        (_place(part, document, mention.span.start), role)
        for part, document in documents
        for mention in document.mentions
        if (role := advice(mention))
    )
    return replace(page, advice=advised, notes=notes, settings=settings)


def _notes(part: Part, document: Document, facts: Facts) -> list[Note]:
    found = findings_in(part, document, facts)
    if not found:
        return []
    notes = Notes(part, document)
    return [notes.of(one) for one in found]


def findings_in(part: Part, document: Document, facts: Facts) -> list[Finding]:
    """Return what is wrong with a part; without fixes where parts of a DOI have no own place."""
    found = judge(document, facts)
    if not found:
        return []
    vague = Ranges(
        one.span for one in document.mentions if not part.in_file or one.written.is_coarse
    )
    return [one.without_fix() if vague.covering(one.span) else one for one in found]


class Notes:
    """Makes the notes of one part.

    The first finding of a hard-coded link says which role to write instead.
    """

    def __init__(self, part: Part, document: Document) -> None:
        """Take the part and what stands in it."""
        self._part = part
        self._document = document
        self._spans = Ranges(mention.span for mention in document.mentions)
        self._mentions = {one.span: one for one in reversed(document.mentions)}
        self._advised: set[int] = set()

    def of(self, finding: Finding) -> Note:
        """Return a finding as the log shows it."""
        span = self._spans.covering(finding.span)
        mention = self._mentions[span] if span is not None else None
        location = _place(self._part, self._document, finding.span.start)
        text = "" if self._part.in_file else self._document.source.text
        return Note(
            location,
            finding.code,
            finding.name,
            finding.severity,
            finding.message + (self._advice(mention) if mention is not None else ""),
            (location if text else self._part.origin.path, finding.span.start, text),
            in_role=mention is not None and mention.form is Form.ROLE,
        )

    def _advice(self, mention: Mention) -> str:
        if mention.span.start in self._advised or not (role := advice(mention)):
            return ""
        self._advised.add(mention.span.start)
        return f"; or write {role}"


def _place(part: Part, document: Document, start: int) -> str:
    """Return where an offset is, as Sphinx writes it.

    The line is the file's, for docstrings, too; there it is left out where it is not known.
    """
    if not part.in_file and part.origin.part:
        return f"{part.origin.label}:" if not part.origin.path else part.origin.label
    line = document.source.location(start).line
    return f"{part.origin.label or document.source.name}:{line}"


def advice(mention: Mention) -> str | None:
    """Return the role to write in place of a hard-coded link."""
    if mention.form not in _ROLE_HELPS or mention.doi is None:
        return None
    if mention.form is Form.DESTINATION and mention.title is None:  # around an image
        return None
    if mention.spelling.tail.cut(mention.spelling.text):
        return None
    return role_for(mention.doi, mention.title, mention.source.name)
