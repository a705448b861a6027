"""Comments that switch rules off on a line, where the findings are and a format has comments.

What a comment does in its place is not guessed: the text with it is checked, and the comment stays
only if its findings go, nothing comes, and the page stays as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html.parser import HTMLParser
from typing import Final, TypeAlias

from mdlint_doi.formats.reached import SamePage
from mdlint_doi.formats.table import format_of, read_as
from mdlint_doi.lint.baseline import KnownFindings
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.engine import merged
from mdlint_doi.lint.guard import WorkError
from mdlint_doi.lint.model import Edit, Finding
from mdlint_doi.lint.rule import RunFacts
from mdlint_doi.lint.rules.suppressions import OWN
from mdlint_doi.run.judge import Judged, judge, judged_apart, read_document
from mdlint_doi.text.changed_lines import ChangedLines
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Ranges, Span

_LONGEST: Final = 300_000
"""Code points of a document that is checked once more for this."""
_TRIES: Final = 100
"""Times that it is read and judged at most: some comments for each, of which most are right."""
_Wanted: TypeAlias = tuple[Edit, Sequence[Finding]]
"""A comment, and the findings that it is to switch off."""
BEHIND: Final[Mapping[str, str]] = {
    "markdown": " <!-- {} -->",
    "html": " <!-- {} -->",
    "cff": "  # {}",
    "csl-yaml": "  # {}",
    "python": "  # {}",
    "latex": " % {}",
}
"""How a comment is written at the end of a line, by the names of formats."""
ABOVE: Final[Mapping[str, str]] = {"markdown": "<!-- {} -->\n", "rst": ".. {}\n\n"}
"""How one is written above a line, where it cannot stand at its end."""
_SHOWN: Final = (
    " <!-- WORDS -->|<!-- WORDS -->\\n"  # at the end of a line, above one
    "|<code>WORDS</code>|<comment[^<>]*>WORDS</comment>"  # in a doctree
)
"""What a page has of a comment, as guards make it."""


def with_suppressions(
    document: Document, facts: RunFacts, known: KnownFindings, lines: ChangedLines | None
) -> Judged:
    """Return a document with a comment for each finding that one can switch off, and what is left.

    What could not be checked is no finding to switch off, nor is what is wrong with a comment.
    """
    found = judged_apart(document, facts, known, lines)
    wanted = [one for one in found.findings if not one.undecided and one.code not in OWN]
    edits: list[Edit] = []
    places = _by_line(document.source, wanted)
    waiting = [([*_edits(document.source, *one)], one[1]) for one in places.items()]
    trial = _Trial(document, facts)
    while waiting and len(document.source.text) <= _LONGEST:
        tried = [(one[0], some) for one, some in waiting if one]
        done = {id(some): edit for edit, some in trial.effective(edits, tried)}
        edits += done.values()
        waiting = [(one[1:], some) for one, some in waiting if one and id(some) not in done]
    if not edits:
        return found.replace(findings=merged(found.findings))
    after = trial.with_edits(edits)
    left = judged_apart(read_document(after, facts.settings), facts, known, None)
    before, findings = Counter(map(_in_words, found.findings)), []
    for one in left.findings:  # those of the lines that are told, as they were
        if before[_in_words(one)]:
            before[_in_words(one)] -= 1
            findings.append(one)
    findings = merged(findings)
    number = len(merged(found.findings)) - len(findings)
    return Judged(after, findings, hidden=found.hidden, outside=found.outside, suppressed=number)


def suppressing_edit(document: Document, facts: RunFacts, finding: Finding) -> Edit | None:
    """Return the edit that adds a comment for a finding; None where none does it."""
    if len(document.source.text) > _LONGEST:
        return None
    found = finding.each
    for line in _by_line(document.source, found):
        for edit in _edits(document.source, line, found):
            if _Trial(document, facts).effective([], [(edit, found)]):
                return edit
    return None


def why_left(finding: Finding) -> str:
    """Return why no comment was added for a finding, as words behind how many there are."""
    if finding.undecided:
        return "that could not be checked"
    if finding.code in OWN:
        return "about a comment"
    if _form(finding.source) not in {*BEHIND, *ABOVE}:
        return "where the format has no comments"
    return (
        "where a comment would change the page or hide more, or the file has more than"
        f" {_LONGEST:,} characters"
    )


class _Trial:
    """Tries comments in a document, as often as it takes, but not for ever."""

    def __init__(self, document: Document, facts: RunFacts) -> None:
        self._document, self._facts, self._left = document, facts, _TRIES

    def effective(self, before: Sequence[Edit], wanted: Sequence[_Wanted]) -> Sequence[_Wanted]:
        """Return those of the wanted edits that do what they are for, in a text with those before.

        All at once where that goes; else each half for itself.
        """
        if not wanted or self._left <= 0:
            return ()
        self._left -= 1
        if self._is_effective(before, wanted):
            return wanted
        if len(wanted) == 1:
            return ()
        half = len(wanted) // 2
        first = self.effective(before, wanted[:half])
        before = [*before, *(edit for edit, _ in first)]
        return [*first, *self.effective(before, wanted[half:])]

    def _is_effective(self, before: Sequence[Edit], wanted: Sequence[_Wanted]) -> bool:
        """Return whether all findings go, nothing comes, and readers see nothing of it."""
        old = self.with_edits(before)
        new = self.with_edits([*before, *(edit for edit, _ in wanted)])
        gone = Counter(_in_words(one) for _, found in wanted for one in found)
        if self._found(new) != self._found(old) - gone:
            return False
        try:
            return _is_unseen(old, new, self._facts, [edit for edit, _ in wanted])
        except (WorkError, RecursionError):  # too much for the library that guards it
            return False

    def with_edits(self, edits: Sequence[Edit]) -> Source:
        """Return the document with edits, given in any order."""
        source = self._document.source
        in_order = sorted(edits, key=lambda one: one.order)
        return source.replace(text=apply_edits(source.text, in_order))

    def _found(self, source: Source) -> Counter[tuple[str, str]]:
        document = read_document(source, self._facts.settings)
        return Counter(map(_in_words, judge(document, self._facts)))


def _form(source: Source) -> str:
    """Return the name of a document's format; empty where it allows no comments that we read."""
    if source.name.lower().endswith(".mdx"):
        return ""
    return read_as(source.name).name


def _by_line(source: Source, found: Iterable[Finding]) -> Mapping[Span, Sequence[Finding]]:
    """Return findings by the line of their comment: of a docstring the last, for all of it.

    A comment of reStructuredText inside could be a parameter to those who read its sections.
    """
    docstrings = Ranges(())
    if _form(source) == "python":
        from mdlint_doi.formats.docstring.docstrings import Unreadable, read_docstrings

        wanted = sorted(one.span.start for one in found)
        read = read_docstrings(source.text, wanted)
        docstrings = Ranges(() if isinstance(read, Unreadable) else (one.span for one in read))
    lines: dict[Span, list[Finding]] = {}
    for one in found:
        docstring = docstrings.covering(one.span)
        line = source.line_span(docstring.end if docstring else one.span.start)
        lines.setdefault(line, []).append(one)
    return lines


def _edits(source: Source, line: Span, found: Sequence[Finding]) -> Iterator[Edit]:
    """Yield the comments that could switch off the findings of a line, the best one first."""
    codes, form = ", ".join(sorted({one.code for one in found})), _form(source)
    if form in BEHIND:
        words = BEHIND[form].format(f"mdlint-doi-disable-line {codes}")
        yield Edit(Span(line.end, line.end), words)
        if (row := source.text[line.start : line.end].rstrip()).endswith("|"):
            inside = line.start + len(row) - 1
            yield Edit(Span(inside, inside), f"{words.lstrip()} ")
    if form in ABOVE:
        text = source.text[line.start : line.end]
        indent = text[: len(text) - len(text.lstrip(" \t"))]
        words = ABOVE[form].format(f"mdlint-doi-disable-next-line {codes}")
        is_windows = source.text.startswith("\r\n", line.end)
        words = words.replace("\n", "\r\n") if is_windows else words
        yield Edit(Span(line.start, line.start), f"{indent}{words}")


def _is_unseen(old: Source, new: Source, facts: RunFacts, edits: Iterable[Edit]) -> bool:
    """Return whether readers see nothing of comments: they break no table, definition or tag."""
    guard = format_of(old.name).same_page(facts.settings)
    added = [edit.replacement for edit in edits]
    if isinstance(guard, SamePage):
        if not guard(old.text, old.text, ()):
            return False
        pages = [guard.html(text) for text in (old.text, new.text)]
        for words in {one.strip().removeprefix("<!-- ").removesuffix(" -->") for one in added}:
            comment = _SHOWN.replace("WORDS", re.escape(words.removeprefix(".. ")))
            pages = [re.sub(comment, "", page) for page in pages]
        return pages[0] == pages[1]
    if added[0].strip().endswith("-->"):
        return _comments(new.text) == _comments(old.text) + len(added)
    return guard is None or guard(old.text, new.text, ())


def _comments(text: str) -> int:
    """Return how many comments a page of HTML has."""
    parser = _Comments()
    parser.feed(text)
    return parser.count


class _Comments(HTMLParser):
    """Counts comments."""

    count = 0

    def handle_comment(self, data: str) -> None:
        del data
        self.count += 1


def _in_words(finding: Finding) -> tuple[str, str]:
    return finding.code, finding.message
