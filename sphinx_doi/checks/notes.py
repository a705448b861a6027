"""Notes for the log: findings about pages and `extlinks`, and links that could be roles.

A role is not possible in options and arguments of directives (`:target:`, `:link:`), in other roles
(badges), around an image, and in files that PyPI also shows. A mention does not contain this
information, so it is determined from the text around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from mdlint_doi.formats.rst.role_argument import role_for
from mdlint_doi.lint.baseline import text_of
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Finding, Form, Mention, Unchecked
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.severity import Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.spelling import Kind
from mdlint_doi.run.learned import NOTHING_LEARNED, Learned
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Ranges, Span
from mdlint_doi.text.value import Value
from sphinx_doi.page.files import PageFiles
from sphinx_doi.page.mentions import PageMentions
from sphinx_doi.page.origins import Origin, shown_path
from sphinx_doi.page.reader import PageReader
from sphinx_doi.page.shown import sample_addresses

_MISMATCH: Final = "text-target-mismatch"
_WITHOUT_LINK: Final = frozenset({"invalid-name", "split-doi"})
"""The names of rules that report a role without a link."""
_FORMS: Final = frozenset({Form.DESTINATION, Form.AUTOLINK, Form.BARE_LINK})
_IMAGE: Final = pattern(r"!\[|<img\b|\{image\}", re.IGNORECASE)
_OPTION: Final = pattern(r"\s*:[\w-]+:\s+\S*\Z")
_YAML_OPTION: Final = pattern(r"\s*(?:target|link|url):\s+\S*\Z")
_ADMONITIONS: Final = (  # directives whose argument may contain roles
    r"(?:admonition|attention|caution|danger|error|hint|important|note|rubric|seealso|tip|topic"
    r"|warning|deprecated|version[\w-]+|centered|card|dropdown|details)"
)
_MYST_ARGUMENT: Final = pattern(  # no backtick may be in the first line of a fence of backticks
    rf"\s*(?:`{{3,}}\{{|(?:~{{3,}}|:{{3,}})\{{(?!{_ADMONITIONS}\}}))[^}}]*\}}"
)
_RST_ARGUMENT: Final = pattern(rf"\s*\.\. (?:\|[^|]*\| )?(?!{_ADMONITIONS}::)[\w:.+-]+::\s")
_DIRECTIVE: Final = pattern(r"\s*\.\. (?:\|[^|]*\| )?[\w:.+-]+::")
_FENCE: Final = pattern(r"\s*(?:`{3,}|~{3,}|:{3,})[ \t]*(?:\{(?P<name>[^}]*)\}|\S*)")
_MYST_ROLE: Final = pattern(r"\{[\w:.+-]+\}`[^`]*\Z")
_RST_ROLE: Final = pattern(r":[\w.+-]+:`[^`]*\Z")
_CATALOG: Final = ".po"
_OPTIONS: Final = 30  # the most lines before a field to search for its directive
_LINE: Final = 1000  # the most code points before a link to examine


class NotePlace(Value):
    """The place of a finding, which separates equal findings in one line.

    Text from one file has one place, even if several docstrings or pages show it.

    Attributes:
        path: the file; for a text without a file, the location in the log.
        offset: the number of code points before it, in the file or in the text.
        text: the text if no file contains it; otherwise empty.
    """

    path: str
    offset: int
    text: str = ""


class Note(Value):
    """A finding in the log of a build.

    Attributes:
        location: `path:line`, as in all warnings of Sphinx.
        code: the rule's code, `DOI201`.
        name: the rule's name, which is the warning's subtype.
        severity: the severity, which together with `fail-on` decides between a warning and
            information.
        message: the problem and the solution.
        where: the place of the finding.
        document: the path, or the object of a docstring, in the finding's key in a baseline.
        text: the text in this key; the third part is the code.
        in_role: whether the finding is about a role's argument.
        advice: the role to write instead of the link, if only its spelling is wrong.
        unchecked: the look-up that failed, so that the page may be correct; empty: none.
    """

    location: str
    code: str
    name: str
    severity: Severity
    message: str
    where: NotePlace
    document: str
    text: str
    in_role: bool = False
    advice: str | None = None
    unchecked: Unchecked = ""

    @property
    def key(self) -> tuple[str, str, NotePlace]:
        """The key of equal notes, of which the log shows only the first."""
        return self.code, self.message, self.where

    @property
    def is_bad_role(self) -> bool:
        """Whether it is about a role without a DOI, so that the page has no link."""
        return self.in_role and self.name in _WITHOUT_LINK


class PageNotes(NamedTuple):
    """The notes and the advice about a page.

    Attributes:
        notes: the findings.
        advice: the location and the role for each link that could be a role.
    """

    notes: tuple[Note, ...] = ()
    advice: tuple[tuple[str, str], ...] = ()


def facts_of(
    settings: Settings, learned: Learned = NOTHING_LEARNED, mentions: Sequence[Mention] = ()
) -> RunFacts:
    """Load the rules, and return their facts for a check.

    Args:
        settings: the settings of the build.
        learned: the answers of look-ups; none for an offline check.
        mentions: all mentions of the project, for rules that compare them; empty: there are none.
    """
    from mdlint_doi.run.judge import Judge

    return Judge(settings, learned, mentions=mentions).facts


class JudgedDocument(NamedTuple):
    """The findings about a file, a docstring or an address in `conf.py`.

    Attributes:
        origin: where the document comes from, and what part of the page shows it.
        document: the document as it was read.
        findings: its findings, in order.
    """

    origin: Origin
    document: Document
    findings: list[Finding]


def page_notes(page: PageMentions, facts: RunFacts, files: PageFiles) -> PageNotes:
    """Return the notes and the advice about a page."""
    documents = [judged(*pair, facts) for pair in page.with_texts(files)]
    return PageNotes(
        tuple(note for document in documents for note in notes_of(document, files)),
        tuple(
            (_location(document.origin, document.document, mention.span.start), role)
            for document in documents
            for mention, role in advised(document, files)
        ),
    )


def judged(origin: Origin, document: Document, facts: RunFacts) -> JudgedDocument:
    """Return a document with its findings; a finding has no fix if the exact spans are unknown."""
    from mdlint_doi.run import judge

    found = [*judge.judged(document, facts).findings]
    if found:
        coarse = Ranges(
            mention.span
            for mention in document.mentions
            if not origin.in_file or origin.path.endswith(_CATALOG) or mention.written.is_coarse
        )
        found = [
            finding.without_fix() if coarse.covering(finding.span) else finding for finding in found
        ]
    return JudgedDocument(origin, document, found)


def advised(judged: JudgedDocument, files: PageFiles) -> Iterator[tuple[Mention, str]]:
    """Yield links that could be roles, each with the role, except those to wrong DOIs."""
    wrong = _wrong_names(judged.findings)
    for mention in judged.document.mentions:
        if mention.doi not in wrong and (role := _advice(mention, judged.origin, files)):
            yield mention, role


def _wrong_names(findings: Iterable[Finding]) -> set[Doi | None]:
    """Return the DOIs that would also be wrong in a role, such as those that are not registered."""
    return {
        finding.doi for finding in findings if not (_is_on_spelling(finding) or finding.unchecked)
    }


def _is_on_spelling(finding: Finding) -> bool:
    """Return whether a finding is about the spelling of a DOI, so that a role could solve it."""
    return finding.code.startswith(("DOI2", "DOI3", "DOI4")) and finding.name != _MISMATCH


def _advice(mention: Mention, origin: Origin, files: PageFiles) -> str | None:
    """Return the role to write in place of a hard-coded link; None if a role is not possible."""
    if not files.is_for_sphinx(origin):
        return None
    if not (mention.in_rst or files.has_markdown_role(mention.source.name)):
        return None
    is_identifier = mention.spelling.kind is Kind.IDENTIFIER
    if is_identifier or mention.doi is None or mention.spelling.tail.cut(mention.spelling.text):
        return None
    if mention.form not in _FORMS or mention.in_html or mention.source.name.endswith(_CATALOG):
        return None
    source, start = mention.source, mention.span.start
    before = source.text[max(source.line_span(start).start, start - _LINE) : start]
    can_stand = _stands_in_rst if mention.in_rst else _stands_in_myst
    is_image = mention.form is Form.DESTINATION and mention.title is None
    if is_image or not can_stand(mention, before):
        return None
    title = mention.title if mention.title and mention.title.strip() else None
    return role_for(mention.doi, title, "rst" if mention.in_rst else "myst")


def _stands_in_myst(mention: Mention, before: str) -> bool:
    written = mention.span.cut(mention.source.text)
    if _IMAGE.search(written) or written.startswith("{"):  # a different role
        return False
    if _is_entry(mention.source, mention.span.start):
        return False
    may_be_option = mention.form is not Form.DESTINATION
    if may_be_option and (_OPTION.match(before) or _YAML_OPTION.match(before)):
        return False
    return not (_MYST_ARGUMENT.match(before) or _MYST_ROLE.search(before))


def _is_entry(source: Source, start: int) -> bool:
    """Return whether an address in MyST is an entry of a table of contents."""
    line = source.line_span(start)
    for _ in range(_OPTIONS):
        if not line.start:
            break
        line = source.line_span(line.start - 1)
        fence = _FENCE.match(line.cut(source.text))
        if fence:
            return fence["name"] == "toctree"
    return False


def _stands_in_rst(mention: Mention, before: str) -> bool:
    if _RST_ARGUMENT.match(before) or _RST_ROLE.search(before):
        return False
    source = mention.source
    span = mention.span
    # A link that contains its target, or a text without a file.
    is_link = span.cut(source.text).endswith("_") or span == Span(0, len(source.text))
    if mention.form is Form.DESTINATION and not is_link:
        return False
    return not (_OPTION.match(before) and _is_option(source, span.start))


def _is_option(source: Source, start: int) -> bool:
    """Return whether only fields are between a field and a directive, or the start of the page.

    Such a field is an option, or a piece of metadata.
    """
    line = source.line_span(start)
    for _ in range(_OPTIONS):
        if not line.start:
            return True
        line = source.line_span(max(line.start - 1, 0))
        text = line.cut(source.text)
        if _DIRECTIVE.match(text):
            return True
        if not text.lstrip().startswith(":"):
            return False
    return False


def notes_of(judged: JudgedDocument, files: PageFiles) -> Iterator[Note]:
    """Yield the findings of a document as notes."""
    origin, document, findings = judged
    if not findings:
        return
    spans = Ranges(mention.span for mention in document.mentions)
    mentions = {mention.span: mention for mention in reversed(document.mentions)}
    text = "" if origin.in_file else document.source.text
    wrong = _wrong_names(findings)
    for finding in findings:
        start = finding.span.start
        span = spans.covering(finding.span)
        mention = None if span is None else mentions[span]
        location = _location(origin, document, start)
        path = location if text else origin.path
        is_advised = mention and _is_on_spelling(finding) and mention.doi not in wrong
        yield Note(
            location=location,
            code=finding.code,
            name=finding.name,
            severity=finding.severity,
            message=finding.message,
            where=NotePlace(path, start, text),
            document=files.baseline_name(origin, start),
            text=text_of(finding),
            in_role=mention is not None and _is_role(mention),
            advice=_advice(mention, origin, files) if mention and is_advised else None,
            unchecked=finding.unchecked,
        )


def _is_role(mention: Mention) -> bool:
    """Return whether a mention is a role, including one whose DOI is split by a line end."""
    is_cut = mention.form is Form.BROKEN and mention.span.cut(mention.source.text).endswith("`")
    return is_cut or mention.form is Form.ROLE


def _location(origin: Origin, document: Document, start: int) -> str:
    """Return the location of an offset in Sphinx's form: `path:line`, or a docstring's object."""
    if not origin.in_file and origin.part:
        return f"{origin.label}:" if not origin.path else origin.label
    line = document.source.location(start).line
    return f"{origin.label or document.source.name}:{line}"


def judge_extlinks(reader: PageReader) -> Iterator[JudgedDocument]:
    """Yield the findings about resolvers in `extlinks` and in MyST's URL schemes."""
    for base, setting in reader.project.addresses:
        mention = _mention(base, setting, reader)
        if mention is not None:
            origin = Origin(reader.project.conf, in_file=False)
            document = Document(mention.source, (mention,))
            found = judged(origin, document, facts_of(reader.settings))
            head = base.find("%s")
            yield found._replace(
                findings=[finding for finding in found.findings if finding.span.end <= head]
            )


def _mention(base: str, setting: str, reader: PageReader) -> Mention | None:
    """Return the mention that an address gives with a sample DOI; None if it is not a resolver."""
    for address in sample_addresses(base):
        spelling = reader.spellings.read(address)
        if spelling is not None and spelling.doi is not None:
            line = reader.project.line_in_conf(base.removesuffix("%s"), setting)
            source = Source(shown_path(reader.project.conf), address, first_line=line)
            whole = Span(0, len(address))
            return Mention(source, whole, PlacedText(address, 0), Form.DESTINATION, spelling)
    return None
