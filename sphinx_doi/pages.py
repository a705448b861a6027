"""What the environment keeps of a page, so that an unchanged page needs no second look.

Sources are kept without their text, which would double the environment; it comes back from the
files when look-ups or other settings ask for another check.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from mdlint_doi.lint.directives import Suppression
from mdlint_doi.lint.model import Finding, Form, Mention, Severity
from mdlint_doi.lint.rules.registry import Facts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.source import Source
from mdlint_doi.pipeline import Document, judge
from sphinx_doi.collect import Collected
from sphinx_doi.escapes import is_coarse
from sphinx_doi.files import Files, Origin
from sphinx_doi.located import Located
from sphinx_doi.suggest import role_for

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
        start: the offset in the source: two equal findings of one line are two.
        in_role: the finding is about a role's argument.

    """

    location: str
    code: str
    name: str
    severity: Severity
    message: str
    start: int = 0
    in_role: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """What a page takes from one file, or from one docstring.

    Attributes:
        origin: which one.
        source: of the mentions; without its text if `in_file`.
        mentions: in order.
        suppressions: the comments that switch rules off.
        in_file: whether places are those of the file.

    """

    origin: Origin
    source: Source
    mentions: tuple[Mention, ...]
    suppressions: tuple[Suppression, ...] = ()
    in_file: bool = True

    def document(self, files: Files) -> Document:
        """Return the part with its text."""
        file = files.get(self.origin.path) if self.in_file else None
        source = file.source if file else self.source
        mentions = tuple(mention._replace(source=source) for mention in self.mentions)
        return Document(source, mentions, self.suppressions)


@dataclass(frozen=True, slots=True)
class Page:
    """What is kept of one document.

    Attributes:
        parts: where its DOIs stand.
        notes: what an offline check said.
        settings: of that check; None before the first.

    """

    parts: tuple[Part, ...] = ()
    notes: tuple[Note, ...] = ()
    settings: Settings | None = None


def parts_of(collected: Collected) -> tuple[Part, ...]:
    """Return the mentions of a page, sorted into what they were written in."""
    parts = []
    ordered = sorted(collected.located, key=_belongs)
    for (in_file, origin, name, _), group in groupby(ordered, key=_belongs):
        mentions = sorted((one.mention for one in group), key=lambda mention: mention.span)
        source = Source(name, "") if in_file else mentions[0].source
        hollow = tuple(mention._replace(source=source) for mention in mentions)
        comments = collected.comments.get(origin, ()) if in_file else ()
        parts.append(Part(origin, source, hollow, comments, in_file))
    return tuple(parts)


def _belongs(located: Located) -> tuple[bool, Origin, str, int]:
    source = located.mention.source
    own = 0 if located.in_file else source.first_line
    return located.in_file, located.origin, source.name, own


def checked(page: Page, settings: Settings, facts: Facts, files: Files) -> Page:
    """Return the page with the notes that the rules make of it."""
    notes = [note for part in page.parts for note in _notes(part, part.document(files), facts)]
    return Page(page.parts, tuple(notes), settings)


def _notes(part: Part, document: Document, facts: Facts) -> list[Note]:
    advised: set[int] = set()
    return [note_of(one, part, document, advised) for one in findings_in(part, document, facts)]


def findings_in(part: Part, document: Document, facts: Facts) -> list[Finding]:
    """Return what is wrong with a part; without fixes where parts of a DOI have no own place."""
    found = judge(document, facts)
    vague = [one.span for one in document.mentions if not part.in_file or is_coarse(one.written)]
    if not vague:
        return found
    return [
        one.without_fix() if any(span.covers(one.span) for span in vague) else one for one in found
    ]


def note_of(finding: Finding, part: Part, document: Document, advised: set[int]) -> Note:
    """Return a finding as the log shows it.

    The first finding of a hard-coded link says which role to write instead; `advised` holds the
    places of the links for which that was said.
    """
    mention = next((one for one in document.mentions if one.span.covers(finding.span)), None)
    message = finding.message
    if mention is not None and mention.span.start not in advised and (role := advice(mention)):
        advised.add(mention.span.start)
        message = f"{message}; or write {role}"
    return Note(
        location_of(finding, part),
        finding.code,
        finding.name,
        finding.severity,
        message,
        finding.span.start,
        in_role=mention is not None and mention.form is Form.ROLE,
    )


def location_of(finding: Finding, part: Part) -> str:
    """Return where a finding is, as Sphinx writes it.

    The line is the file's, for docstrings, too; there it is left out where it is not known.
    """
    if not part.in_file and part.origin.part:
        return f"{part.origin.label}:" if not part.origin.path else part.origin.label
    line = finding.source.place(finding.span.start).line
    return f"{part.origin.label or finding.source.name}:{line}"


def advice(mention: Mention) -> str | None:
    """Return the role to write in place of a hard-coded link."""
    if mention.form not in _ROLE_HELPS or mention.doi is None:
        return None
    if mention.form is Form.DESTINATION and mention.title is None:  # around an image
        return None
    if mention.spelling.tail.cut(mention.spelling.text):
        return None
    return role_for(mention.doi, mention.title, mention.source.name)
