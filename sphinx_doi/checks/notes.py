"""What the rules say of pages, of `extlinks` and of links that could be roles: notes for the log.

No role can stand in the options and arguments of directives (`:target:`, `:link:`), in other roles
(badges), around an image. The mention does not say which of these a link is, so the file does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from mdlint_doi.config.today import today_for
from mdlint_doi.formats.rst.role_argument import Language, role_for
from mdlint_doi.lint.baseline import text_of
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.facts import RunFacts
from mdlint_doi.lint.model import Finding, Form, Mention
from mdlint_doi.lint.settings import Settings, Severity
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Ranges, Span
from mdlint_doi.text.value import Value
from sphinx_doi.page.files import PageFiles
from sphinx_doi.page.mentions import PageMentions
from sphinx_doi.page.reader import PageReader
from sphinx_doi.page.walk import Origin, shown_path

_FORMS: Final = frozenset({Form.DESTINATION, Form.AUTOLINK, Form.BARE_LINK})
_IMAGE: Final = pattern(r"!\[|<img\b|\{image\}", re.IGNORECASE)
_OPTION: Final = pattern(r"\s*:[\w-]+:\s+\S*\Z")
_YAML_OPTION: Final = pattern(r"\s*(?:target|link|url):\s+\S*\Z")
_ADMONITIONS: Final = (
    r"(?:admonition|attention|caution|danger|error|hint|important|note|rubric|seealso|tip|topic"
    r"|warning|deprecated|version[\w-]+|centered|card|dropdown|details)"
)
"""Directives whose argument is text."""
_MYST_ARGUMENT: Final = pattern(rf"\s*(?:`{{3,}}|~{{3,}}|:{{3,}})\{{(?!{_ADMONITIONS}\}})[^}}]*\}}")
_RST_ARGUMENT: Final = pattern(rf"\s*\.\. (?:\|[^|]*\| )?(?!{_ADMONITIONS}::)[\w:.+-]+::\s")
_DIRECTIVE: Final = pattern(r"\s*\.\. (?:\|[^|]*\| )?[\w:.+-]+::")
_MYST_ROLE: Final = pattern(r"\{[\w:.+-]+\}`[^`]*\Z")
_RST_ROLE: Final = pattern(r":[\w.+-]+:`[^`]*\Z")
_OPTIONS: Final = 30
"""Lines of options that are looked at."""
_LINE: Final = 1000
"""Code points before a link that are looked at."""


def advice(mention: Mention, files: PageFiles) -> str | None:
    """Return the role to write in place of a hard-coded link; None where none can stand."""
    if not (mention.in_rst or files.has_markdown_role(mention.source.name)):
        return None
    is_identifier = mention.spelling.kind is Kind.IDENTIFIER
    if is_identifier or mention.doi is None or mention.spelling.tail.cut(mention.spelling.text):
        return None
    language = _language_at(mention)
    return None if language is None else role_for(mention.doi, mention.title, language)


def _language_at(mention: Mention) -> Language | None:
    """Return the language of a role that can stand in place of a link; None where none can."""
    if mention.form not in _FORMS or mention.in_html or mention.source.name.endswith(".po"):
        return None
    if mention.form is Form.DESTINATION and mention.title is None:  # around an image
        return None
    source, start = mention.source, mention.span.start
    line = source.line_span(start)
    before = source.text[max(line.start, start - _LINE) : start]
    if mention.in_rst:
        return "rst" if _stands_in_rst(mention, before) else None
    return "myst" if _stands_in_myst(mention, before) else None


def _stands_in_myst(mention: Mention, before: str) -> bool:
    written = mention.span.cut(mention.source.text)
    if _IMAGE.search(written) or written.startswith("{"):  # another role
        return False
    patterns = (_OPTION, _YAML_OPTION)
    if any(one.match(before) for one in patterns) and mention.form is not Form.DESTINATION:
        return False
    return not (_MYST_ARGUMENT.match(before) or _MYST_ROLE.search(before))


def _stands_in_rst(mention: Mention, before: str) -> bool:
    if _RST_ARGUMENT.match(before) or _RST_ROLE.search(before):
        return False
    if mention.form is Form.DESTINATION and not _is_link_of_rst(mention):
        return False
    return not (_OPTION.match(before) and _is_option(mention.source, mention.span.start))


def _is_link_of_rst(mention: Mention) -> bool:
    """Return whether the text is a link with its target, or comes from no file at all."""
    text = mention.span.cut(mention.source.text)
    return text.endswith("_") or mention.span == Span(0, len(mention.source.text))


def _is_option(source: Source, start: int) -> bool:
    """Return whether a field is an option: nothing but fields stands between it and a directive."""
    line = source.line_span(start)
    for _ in range(_OPTIONS):
        line = source.line_span(max(line.start - 1, 0))
        text = line.cut(source.text)
        if _DIRECTIVE.match(text):
            return True
        if not text.lstrip().startswith(":"):
            return False
    return False


NOT_CHECKED: Final = "not-checked"
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
    return {one.doi for one in findings if not _is_on_spelling(one) and one.name != NOT_CHECKED}


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


_SAMPLES: Final = ("10.1000/182", "182")
"""What a page may put into an address: a name, or the end of one."""


class JudgedAddress(NamedTuple):
    """What is wrong with one address."""

    origin: Origin
    document: Document
    findings: list[Finding]


def judge_extlinks(reader: PageReader, folder: Path) -> list[JudgedAddress]:
    """Return what is wrong with the resolver in the project's `extlinks`.

    Args:
        reader: of the build.
        folder: that of `conf.py`.

    """
    if not reader.configured.extlinks:
        return []
    facts = offline_facts(reader.settings)
    path = folder / "conf.py"
    judged = []
    for name, base in reader.configured.extlinks.items():
        # A role `doi` of `extlinks` is replaced by ours, so that no page has its address.
        mention = None if name == "doi" else _mention(base, path, reader)
        if mention is None:
            continue
        origin = Origin(str(path), in_file=False)
        document = Document(mention.source, (mention,))
        head = base.find("%s")
        found = findings_in(origin, document, facts)
        judged.append(
            JudgedAddress(origin, document, [one for one in found if one.span.end <= head])
        )
    return judged


def _mention(base: str, path: Path, reader: PageReader) -> Mention | None:
    """Return the mention that an address makes of a sample; None if it is no resolver's."""
    for sample in _SAMPLES:
        address = base.replace("%s", sample).replace("%%", "%")
        spelling = reader.spellings.read(address)
        if spelling is not None and spelling.doi is not None:
            source = Source(shown_path(str(path)), address, first_line=_line(base, path))
            whole = Span(0, len(address))
            return Mention(source, whole, PlacedText(address, 0), Form.DESTINATION, spelling)
    return None


def place_of_address(base: str, path: Path) -> str:
    """Return `path:line` of an address in `conf.py`, as Sphinx writes it."""
    return f"{shown_path(str(path))}:{_line(base, path)}"


def _line(base: str, path: Path) -> int:
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    at = text.find(base)
    at = text.find("extlinks") if at < 0 else at
    return text.count("\n", 0, max(at, 0)) + 1
