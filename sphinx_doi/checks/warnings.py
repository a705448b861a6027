"""The findings of a build as its log shows them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from sphinx.config import Config
from sphinx.util import logging

from mdlint_doi.formats.rst.role_text import role_for
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Finding, Form, Mention, Severity
from mdlint_doi.lint.rule import Facts
from mdlint_doi.pipeline import judge
from mdlint_doi.report import safe
from mdlint_doi.report.model import LookupCounts
from mdlint_doi.text.ranges import Ranges
from sphinx_doi.doctree.mentions import PageMentions
from sphinx_doi.doctree.places import Files
from sphinx_doi.doctree.walk import Origin

logger = logging.getLogger(__name__)

_NOT_CHECKED: Final = "not-checked"
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
        where: file and offset, or location, offset and the text that no file holds: two equal
            findings of one line are two, and one that several docstrings or pages show is one.
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
        """Equal for notes of which the log shows the first."""
        return self.code, self.message, self.where

    @property
    def is_bad_role(self) -> bool:
        """Whether a role names no DOI, so that the page has no link."""
        return self.in_role and self.name == "invalid-name"


class PageNotes(NamedTuple):
    """What the rules say of a page.

    Attributes:
        notes: the findings.
        advice: location and role of each link that could be a role.

    """

    notes: tuple[Note, ...] = ()
    advice: tuple[tuple[str, str], ...] = ()


def page_notes(page: PageMentions, facts: Facts, files: Files) -> PageNotes:
    """Return the notes that the rules make of a page, and the advice."""
    documents = [*page.with_texts(files)]
    notes: list[Note] = []
    for origin, document in documents:
        found = findings_in(origin, document, facts)
        notes += notes_of(origin, document, found) if found else ()
    advised = tuple(
        (_location(origin, document, mention.span.start), role)
        for origin, document in documents
        for mention in document.mentions
        if (role := advice(mention))
    )
    return PageNotes(tuple(notes), advised)


def findings_in(origin: Origin, document: Document, facts: Facts) -> list[Finding]:
    """Return what is wrong with a document; without fixes where a part of a DOI has no span."""
    found = judge(document, facts)
    if not found:
        return []
    coarse = Ranges(
        one.span for one in document.mentions if not origin.in_file or one.written.is_coarse
    )
    return [one.without_fix() if coarse.covering(one.span) else one for one in found]


def notes_of(origin: Origin, document: Document, findings: Iterable[Finding]) -> Iterator[Note]:
    """Yield the findings of a document as the log shows them.

    The first finding of a hard-coded link says which role to write instead.
    """
    spans = Ranges(mention.span for mention in document.mentions)
    mentions = {one.span: one for one in reversed(document.mentions)}
    advised: set[int] = set()
    text = "" if origin.in_file else document.source.text
    for finding in findings:
        span = spans.covering(finding.span)
        mention = None if span is None else mentions[span]
        message = finding.message
        if mention and mention.span.start not in advised and (role := advice(mention)):
            advised.add(mention.span.start)
            message += f"; or write {role}"
        location = _location(origin, document, finding.span.start)
        yield Note(
            location,
            finding.code,
            finding.name,
            finding.severity,
            message,
            (location if text else origin.path, finding.span.start, text),
            in_role=mention is not None and mention.form is Form.ROLE,
        )


def advice(mention: Mention) -> str | None:
    """Return the role to write in place of a hard-coded link."""
    if mention.form not in _ROLE_HELPS or mention.doi is None:
        return None
    if mention.form is Form.DESTINATION and mention.title is None:  # around an image
        return None
    if mention.spelling.tail.cut(mention.spelling.text):
        return None
    return role_for(mention.doi, mention.title, mention.source.name)


def _location(origin: Origin, document: Document, start: int) -> str:
    """Return where an offset is, as Sphinx writes it.

    The line is the file's, for docstrings, too; there it is left out where it is not known.
    """
    if not origin.in_file and origin.part:
        return f"{origin.label}:" if not origin.path else origin.label
    line = document.source.location(start).line
    return f"{origin.label or document.source.name}:{line}"


def log_notes(notes: Iterable[Note], config: Config, *, strict: bool = False) -> None:
    """Log the notes, none left out; what several pages show is logged once.

    Args:
        notes: of all pages.
        config: the project's.
        strict: what could not be checked is a warning.

    """
    first: dict[object, Note] = {}
    for note in notes:
        first.setdefault(note.key, note)
    for note in first.values():
        text, location = safe.line(f"{note.code} {note.message}"), safe.visible(note.location)
        if note.severity is not Severity.HINT or (strict and note.name == _NOT_CHECKED):
            logger.warning("%s", text, location=location, type="doi", subtype=note.name)
        elif not logging.is_suppressed_warning("doi", note.name, config.suppress_warnings):
            logger.info("%s: %s [doi.%s]", location, text, note.name)


def tell_not_checked(counts: LookupCounts | None) -> None:
    """Say once what could not be checked, also where only warnings are shown.

    It goes to standard error and not to the log: a warning would fail a build with `-W`, and an
    outage is no fault of the project. With `strict` there are warnings beside it.
    """
    if counts is None or not counts.undecided:
        return
    if counts.undecided == counts.asked:
        what = f"none of {counts.asked} DOI(s) could be checked"
    else:
        what = f"{counts.undecided} of {counts.asked} DOI(s) could not be checked"
    if counts.lock_file:
        why = f"not in {counts.lock_file}; run mdlint-doi record"
    else:
        why = ", ".join(f"{cause.value} {number}" for cause, number in counts.unknown)
    sys.stderr.write(f"sphinx_doi: {safe.line(f'{what}: {why}')}\n")


def log_advice(advised: Iterable[tuple[str, str]]) -> None:
    """Log in one line that links could be roles; each of them with -v.

    Args:
        advised: location and role of each link.

    """
    hard_coded = list(dict.fromkeys(advised))
    if not hard_coded:
        return
    logger.info(
        "sphinx_doi: %d DOI link(s) are written out; the role is shorter, e.g. %s (all: -v)",
        len(hard_coded),
        safe.line(hard_coded[0][1]),
    )
    for location, role in hard_coded:
        logger.verbose(
            "%s: hard-coded DOI link, could be %s", safe.visible(location), safe.line(role)
        )
