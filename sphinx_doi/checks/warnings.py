"""The findings of a build as its log shows them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

from sphinx.config import Config
from sphinx.util import logging

from mdlint_doi.config.today import today_for
from mdlint_doi.lint.baseline import text_of
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.facts import RunFacts
from mdlint_doi.lint.model import Finding, Form, Mention
from mdlint_doi.lint.settings import Settings, Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.report import safe
from mdlint_doi.report.model import LookupCounts, PathNote
from mdlint_doi.text.span import Ranges
from mdlint_doi.text.value import Value
from sphinx_doi.checks.advice import advice
from sphinx_doi.page.files import PageFiles
from sphinx_doi.page.mentions import PageMentions
from sphinx_doi.page.walk import Origin

logger = logging.getLogger(__name__)

_NOT_CHECKED: Final = "not-checked"
_MISMATCH: Final = "text-target-mismatch"
_WITHOUT_LINK: Final = frozenset({"invalid-name", "split-doi"})
"""What is wrong with a role that makes no link."""


class Note(Value):
    """A finding as the build's log shows it.

    Attributes:
        location: as in all warnings of Sphinx, `path:line`.
        code: the rule's code.
        name: the rule's name, the warning's subtype.
        severity: decides between warning and info, with the setting `fail-on`.
        message: what is wrong and what to do.
        where: file and offset, or location, offset and the text that no file holds: two equal
            findings of one line are two, and one that several docstrings or pages show is one.
        link: file and offset of the link or role that the finding is about, as in `where`: all
            that is wrong with one is one line of the log.
        document: what a baseline knows the place by: a path, or a docstring's object.
        text: what a baseline knows the finding by, beside these and the code.
        in_role: the finding is about a role's argument.
        advice: the role to write in place of the link, where its spelling is all that is wrong.
        undecided: something could not be checked, and nothing is said against the page.

    """

    location: str
    code: str
    name: str
    severity: Severity
    message: str
    where: tuple[str, int, str]
    link: tuple[str, int, str]
    document: str
    text: str
    in_role: bool = False
    advice: str | None = None
    undecided: bool = False

    @property
    def key(self) -> tuple[str, str, tuple[str, int, str]]:
        """Equal for notes of which the log shows the first."""
        return self.code, self.message, self.where

    @property
    def is_bad_role(self) -> bool:
        """Whether a role names no DOI, so that the page has no link."""
        return self.in_role and self.name in _WITHOUT_LINK


class PageNotes(NamedTuple):
    """What the rules say of a page.

    Attributes:
        notes: the findings.
        advice: location and role of each link that could be a role.

    """

    notes: tuple[Note, ...] = ()
    advice: tuple[tuple[str, str], ...] = ()


def offline_facts(settings: Settings) -> RunFacts:
    """Return what the rules may know where nothing is asked; loads them."""
    from mdlint_doi.run.judge import facts_of
    from mdlint_doi.run.learned import Learned

    return facts_of(settings, Learned(), (), today_for(settings))


def page_notes(page: PageMentions, facts: RunFacts, files: PageFiles) -> PageNotes:
    """Return the notes that the rules make of a page, and the advice."""
    documents = [*page.with_texts(files)]
    notes: list[Note] = []
    links: list[tuple[str, str]] = []
    for origin, document in documents:
        found = findings_in(origin, document, facts)
        notes += notes_of(origin, document, found, files) if found else ()
        links += advised(origin, document, found, files)
    return PageNotes(tuple(notes), tuple(links))


def advised(
    origin: Origin, document: Document, findings: Iterable[Finding], files: PageFiles
) -> Iterator[tuple[str, str]]:
    """Yield where a role could stand, and which; of no name with something wrong with itself."""
    wrong = wrong_names(findings)
    for mention in document.mentions:
        if mention.doi not in wrong and (role := advice(mention, files)):
            yield _location(origin, document, mention.span.start), role


def wrong_names(findings: Iterable[Finding]) -> set[Doi | None]:
    """Return the names that a role would only repeat: not registered, aliases, placeholders."""
    return {one.doi for one in findings if not _is_on_spelling(one) and one.name != _NOT_CHECKED}


def _is_on_spelling(finding: Finding) -> bool:
    """Return whether a role could be the answer: it is known which name, and that it is right."""
    return finding.code.startswith(("DOI2", "DOI3", "DOI4")) and finding.name != _MISMATCH


def findings_in(origin: Origin, document: Document, facts: RunFacts) -> list[Finding]:
    """Return what is wrong with a document; without fixes where a part of a DOI has no span."""
    from mdlint_doi.run.judge import judge

    found = judge(document, facts)
    if not found:
        return []
    coarse = Ranges(
        one.span for one in document.mentions if not origin.in_file or one.written.is_coarse
    )
    return [one.without_fix() if coarse.covering(one.span) else one for one in found]


def notes_of(
    origin: Origin, document: Document, findings: Sequence[Finding], files: PageFiles
) -> Iterator[Note]:
    """Yield the findings of a document as the log shows them."""
    spans = Ranges(mention.span for mention in document.mentions)
    mentions = {one.span: one for one in reversed(document.mentions)}
    text = "" if origin.in_file else document.source.text
    wrong = wrong_names(findings)
    for finding in findings:
        span = spans.covering(finding.span)
        mention = None if span is None else mentions[span]
        location = _location(origin, document, finding.span.start)
        place = location if text else origin.path
        link = finding.span if mention is None else mention.span
        yield Note(
            location,
            finding.code,
            finding.name,
            finding.severity,
            finding.message,
            (place, finding.span.start, text),
            (place, link.start, text),
            files.known_as(origin, finding.span.start),
            text_of(finding),
            in_role=mention is not None and _is_role(mention),
            advice=advice(mention, files)
            if mention and _is_on_spelling(finding) and mention.doi not in wrong
            else None,
            undecided=finding.undecided,
        )


def _is_role(mention: Mention) -> bool:
    """Return whether a mention is a role, also one in whose name a line ends."""
    if mention.form is not Form.BROKEN:
        return mention.form is Form.ROLE
    return mention.span.cut(mention.source.text).endswith("`")


def _location(origin: Origin, document: Document, start: int) -> str:
    """Return where an offset is, as Sphinx writes it.

    The line is the file's, for docstrings, too; there it is left out where it is not known.
    """
    if not origin.in_file and origin.part:
        return f"{origin.label}:" if not origin.path else origin.label
    line = document.source.location(start).line
    return f"{origin.label or document.source.name}:{line}"


def log_notes(notes: Iterable[Note], config: Config, settings: Settings) -> None:
    """Log the notes: all that is wrong with one link in one line, what several pages show once.

    The first of them gives the line its type, `doi.legacy-resolver`. What fails no build is no
    warning, which `-W` would make an error: its severity stands before its message.

    Args:
        notes: in order.
        config: of the project, whose `suppress_warnings` holds for each of them.
        settings: `fail-on`, and with `strict` what could not be checked is a warning.

    """
    first: dict[object, Note] = {}
    for note in notes:
        if not is_suppressed(note.name, config):
            first.setdefault(note.key, note)
    lines: dict[tuple[bool, object, str], list[Note]] = {}
    for note in first.values():
        lines.setdefault((_fails(note, settings), note.link, note.location), []).append(note)
    for (fails, *_), together in lines.items():
        _log_line(together, fails=fails)


def _fails(note: Note, settings: Settings) -> bool:
    """Return whether a note is a warning of Sphinx."""
    if settings.strict and note.name == _NOT_CHECKED:
        return True
    return note.severity.reaches(Severity(settings.fail_on)) and not note.undecided


def _log_line(notes: list[Note], *, fails: bool) -> None:
    """Log what is wrong with one link, in the order of the codes as in all reports."""
    notes = sorted(notes, key=attrgetter("code"))
    note = notes[0]
    said = [f"{_word(one, fails=fails)}{one.code} {one.message}" for one in notes]
    roles = [one.advice for one in notes if one.advice]
    said += [f"or write {roles[0]}"] if roles else []
    text, location = safe.line("; ".join(said)), safe.visible(note.location)
    if fails:
        logger.warning("%s", text, location=location, type="doi", subtype=note.name)
    else:
        logger.info("%s: %s [doi.%s]", location, text, note.name)


def _word(note: Note, *, fails: bool) -> str:
    """Return the severity as it stands before a message: of hints, and of what fails no build."""
    is_plain = fails and note.severity is not Severity.HINT
    return "" if is_plain else f"{note.severity.value}: "


def log_unread(errors: Iterable[PathNote]) -> None:
    """Log the BibTeX files that could not be read; sphinxcontrib-bibtex may read them."""
    for one in errors:
        text, place = safe.line(one.message), safe.visible(one.path)
        logger.warning("%s: %s", place, text, type="doi", subtype="unread-bibliography")


def is_suppressed(rule: str, config: Config) -> bool:
    """Return whether the project's `suppress_warnings` names a rule, or all of ours."""
    return logging.is_suppressed_warning("doi", rule, config.suppress_warnings)


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
        why = ", ".join(f"{cause.value} ({number})" for cause, number in counts.unknown)
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
