"""Add comments that turn rules off on a line with findings, if the format has comments.

The effect of a comment is tested: the text with the comment is checked, and the comment is kept
only if its findings disappear, no new finding appears, and the page stays the same.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from html.parser import HTMLParser
from itertools import accumulate, compress
from typing import Final, NamedTuple, TypeAlias

from mdlint_doi.file_formats import comments_of, entry_of_document
from mdlint_doi.formats import format_of
from mdlint_doi.formats.reached import SamePage
from mdlint_doi.lint.baseline import KnownFindings
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.guard import Cost, Readings, WorkBound, WorkError
from mdlint_doi.lint.model import Edit, Finding
from mdlint_doi.lint.rules.suppressions import OWN
from mdlint_doi.lint.selection import RunFacts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.comment_places import Sides, by_place, sides
from mdlint_doi.run.judge import judge, judged, read_document
from mdlint_doi.run.result import Judged
from mdlint_doi.text.changed_lines import ChangedLines
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_LONGEST: Final = 300_000
"""The most code points of a document that gets comments; it is judged again for each try."""
_TRIES: Final = 100
"""The most tries for a document; each has several comments, most of which work."""
_IN_VAIN: Final = 4
"""Tries in a row that may fail, in addition to those for halving all lines down to one."""
_MARKDOWN: Final = frozenset({"markdown", "notebook"})
"""The formats whose lines are Markdown."""
_Wanted: TypeAlias = tuple[Edit, Sequence[Finding]]
"""A comment, and the findings that it should turn off."""
_Words: TypeAlias = tuple[str, str]
"""A finding's code and its message."""
_WORDS: Final = pattern(r"mdlint-doi-[\w-]+(?: \w+,?)*")
"""The words of an added comment."""
_SHOWN: Final = (
    " <!-- WORDS -->|<!-- WORDS -->\\n"  # at the end of a line, above one
    r"|<p>\{/\* WORDS \*/\}</p>\n| \{/\* WORDS \*/\}|\{/\* WORDS \*/\}\n"  # in MDX
    "|<code>WORDS</code>|<comment[^<>]*>WORDS</comment>"  # in a doctree
)
"""The trace of a comment on a page, as guards render it."""


def with_suppressions(
    document: Document, facts: RunFacts, known: KnownFindings, lines: ChangedLines | None
) -> Judged:
    """Return a document with comments that turn off findings, and the remaining findings.

    A DOI that could not be checked gets no comment, nor does a finding about a comment.
    """
    found = judged(document, facts, known, lines)
    wanted = [
        finding for finding in found.findings if not finding.unchecked and finding.code not in OWN
    ]
    edits: list[Edit] = []
    places = by_place(document.source, wanted)
    waiting = [([*_edits(document.source, line, group)], group) for line, group in places.items()]
    trial = _Trial(document, facts)
    while waiting and len(document.source.text) <= _LONGEST:
        tried = [(choices[0], group) for choices, group in waiting if choices]
        done = {id(group): edit for edit, group in trial.effective(edits, tried)}
        edits += done.values()
        waiting = [
            (choices[1:], group) for choices, group in waiting if choices and id(group) not in done
        ]
    if not edits:
        return found
    after = trial.with_edits(edits)
    left = judged(read_document(after, facts.settings), facts, known, None)
    before = Counter(map(_in_words, found.findings))
    findings = []
    for finding in left.findings:  # only those that were reported before
        if before[_in_words(finding)]:
            before[_in_words(finding)] -= 1
            findings.append(finding)
    number = len(found.findings) - len(findings)
    return found.replace(source=after, findings=findings, suppressed=number)


def suppressing_edit(document: Document, facts: RunFacts, finding: Finding) -> Edit | None:
    """Return the edit that adds a comment for a finding; None if no comment works."""
    if len(document.source.text) > _LONGEST:
        return None
    found = (finding,)
    for line in by_place(document.source, found):
        for edit in _edits(document.source, line, found):
            if _Trial(document, facts).effective([], [(edit, found)]):
                return edit
    return None


def why_left(finding: Finding) -> str:
    """Return the reason why findings got no comment, as words after their number."""
    if finding.unchecked:
        return "not checked"
    if finding.code in OWN:
        return "about a comment"
    if not any(comments_of(finding.source)):
        return "in a format without comments"
    return (
        "at a place where a comment would change the page or hide other findings, or in a file of"
        f" more than {_LONGEST:,} characters; --write-baseline FILE hides such findings"
    )


class _Found(NamedTuple):
    """The findings of a text with some comments.

    Attributes:
        words: how often each finding occurs, by its words.
        places: the findings, each with the offset where it begins.
    """

    words: Counter[_Words]
    places: Collection[tuple[_Words, int]]


class _Trial:
    """Tries comments in a document, a limited number of times."""

    def __init__(self, document: Document, facts: RunFacts) -> None:
        self._document = document
        self._facts = facts
        self._guard = format_of(document.name).same_page(facts.settings)
        self._left = _TRIES
        self._found = Readings(WorkBound(), Cost(0, name=0), self._judged)  # tries are the limit

    def effective(self, before: Sequence[Edit], wanted: Sequence[_Wanted]) -> Sequence[_Wanted]:
        """Return the wanted edits that have the desired effect, in a text with the edits `before`.

        First, all edits are tried together. If this fails, parts are tried: the largest waiting
        part, its first part and so on, until one has the effect or cannot be divided.
        """
        done: list[_Wanted] = []
        waiting = [wanted]
        in_vain = 0
        while waiting:
            part = waiting.pop(max(range(len(waiting)), key=lambda at: len(waiting[at])))
            while part and self._left > 0 and in_vain < len(wanted).bit_length() + _IN_VAIN:
                edits = [*before, *(edit for edit, _ in done)]
                in_vain += 1
                if self._is_effective(edits, part):
                    done += part
                    in_vain = 0
                    break
                part, others = self._parts(edits, part)
                waiting += [others] if others else []
        return done

    def _parts(
        self, before: Sequence[Edit], wanted: Sequence[_Wanted]
    ) -> tuple[Sequence[_Wanted], Sequence[_Wanted]]:
        """Return two parts of edits that failed together; both are empty to give up.

        Edits without an effect usually do no harm, so the first part has the edits with an effect.
        """
        edits = [*before, *(edit for edit, _ in wanted)]
        left = _left(wanted, self._found.of(self.with_edits(edits).text), edits)
        if all(left) or len(wanted) == 1:
            return (), ()
        if not any(left):
            half = len(wanted) // 2
            return wanted[:half], wanted[half:]
        gone = [not is_left for is_left in left]
        return [*compress(wanted, gone)], [*compress(wanted, left)]

    def _is_effective(self, before: Sequence[Edit], wanted: Sequence[_Wanted]) -> bool:
        """Return whether edits remove their findings, add none, and leave the page unchanged."""
        self._left -= 1
        added = [edit for edit, _ in wanted]
        old = self.with_edits(before).text
        new = self.with_edits([*before, *added]).text
        gone = Counter(_in_words(finding) for _, found in wanted for finding in found)
        if self._found.of(new).words != self._found.of(old).words - gone:
            return False
        try:
            return self._is_unseen(old, new, added)
        except (WorkError, RecursionError):  # too much work for the guard
            return False

    def _is_unseen(self, old: str, new: str, edits: Sequence[Edit]) -> bool:
        """Return whether the page stays the same; the guard remembers pages of earlier tries."""
        added = [edit.replacement for edit in edits]
        try:
            return self._is_same(old, new, added)
        except WorkError:  # all tries together were too much work
            self._guard = format_of(self._document.name).same_page(self._facts.settings)
            return self._is_same(old, new, added)

    def _is_same(self, old: str, new: str, added: Sequence[str]) -> bool:
        """Return whether comments leave all tables, definitions and tags unchanged."""
        guard = self._guard
        form = entry_of_document(self._document.source).name
        if isinstance(guard, SamePage):
            return _is_same_page(guard, old, new, added)
        if form == "bibtex":
            return _entries(old) == _entries(new)  # text between entries is a comment
        if form == "notebook":
            return _is_same_notebook(old, new, self._facts.settings, added)
        if added[0].strip().endswith("-->"):
            return _comments(new) == _comments(old) + len(added)
        return guard is None or guard(old, new, ())

    def with_edits(self, edits: Sequence[Edit]) -> Source:
        """Return the document with edits, in any order."""
        source = self._document.source
        in_order = sorted(edits, key=lambda edit: edit.order)
        return source.replace(text=apply_edits(source.text, in_order))

    def _judged(self, text: str) -> _Found:
        source = self._document.source.replace(text=text)
        found = judge(read_document(source, self._facts.settings), self._facts)
        places = {(_in_words(finding), finding.span.start) for finding in found}
        return _Found(Counter(map(_in_words, found)), places)


def _left(wanted: Iterable[_Wanted], found: _Found, edits: Iterable[Edit]) -> list[bool]:
    """Return, for each wanted edit, whether one of its findings remains in the text with edits."""
    in_order = sorted(edits, key=lambda edit: edit.order)
    ends = [edit.span.end for edit in in_order]
    growth = [0, *accumulate(edit.growth for edit in in_order)]

    def place_of(at: int) -> int:
        """Return the offset in the text with the edits for an offset in the document."""
        done = bisect_right(ends, at)
        moved = at + growth[done]
        if done < len(in_order) and in_order[done].span.start <= at:  # in an entry between comments
            moved += in_order[done].replacement.find("\n") + 1  # the line of the comment above
        return moved

    def is_left(finding: Finding) -> bool:
        return (_in_words(finding), place_of(finding.span.start)) in found.places

    return [any(map(is_left, several)) for _, several in wanted]


def _edits(source: Source, line: Span, found: Sequence[Finding]) -> Iterator[Edit]:
    """Yield the comments that could turn off the findings of a line, the best one first."""
    comment_behind, comment_above = comments_of(source)
    codes = ", ".join(sorted({finding.code for finding in found}))
    entry = entry_of_document(source)
    if entry.name == "bibtex" and "\n" in line.cut(source.text):
        yield _around(source, line, codes, comment_above)
        return
    side = sides(source, line) if entry.name in _MARKDOWN else Sides(behind=True, above=True)
    text = line.cut(source.text)
    end = line.start + len(text.rstrip())
    behind = comment_behind.format(f"mdlint-doi-disable-line {codes}") if side.behind else ""
    if behind:
        yield Edit(Span(line.end, line.end), behind)
        if text.rstrip().endswith("|"):
            yield Edit(Span(end - 1, end - 1), f"{behind.lstrip()} ")
    if comment_above and side.above:
        indent = text[: len(text) - len(text.lstrip(" \t"))]
        words = comment_above.format(f"mdlint-doi-disable-next-line {codes}")
        is_windows = source.text.startswith("\r\n", line.end)
        words = words.replace("\n", "\r\n") if is_windows else words
        yield Edit(Span(line.start, line.start), f"{indent}{words}")
    if behind and end < line.end:  # a row of a table, with blanks at its end
        yield Edit(Span(end, end), behind)


def _around(source: Source, lines: Span, codes: str, comment: str) -> Edit:
    """Return the comments above and below an entry, which apply to all its lines."""
    text = lines.cut(source.text)
    end = "\r\n" if "\r\n" in text else "\n"
    above = comment.format(f"mdlint-doi-disable {codes}").strip() + end
    below = end + comment.format(f"mdlint-doi-enable {codes}").strip()
    return Edit(lines, f"{above}{text}{below}")


def _is_same_page(guard: SamePage, old: str, new: str, added: Sequence[str]) -> bool:
    """Return whether two texts give the same page, apart from the added comments."""
    if not guard(old, old, ()):
        return False
    pages = [guard.html(text) for text in (old, new)]
    for words in {match[0] for replacement in added for match in _WORDS.finditer(replacement)}:
        comment = _SHOWN.replace("WORDS", re.escape(words))
        pages = [re.sub(comment, "", page) for page in pages]
    return pages[0] == pages[1]


def _is_same_notebook(old: str, new: str, settings: Settings, added: Sequence[str]) -> bool:
    """Return whether each cell gives the same page; comments need no escaping in JSON."""
    from mdlint_doi.formats.notebook.cells import read_cells

    guard = format_of("cell.md").same_page(settings)
    pairs = zip(read_cells(old), read_cells(new), strict=True)
    return isinstance(guard, SamePage) and all(
        before.text == after.text or _is_same_page(guard, before.text, after.text, added)
        for before, after in pairs
    )


def _entries(text: str) -> list[str]:
    """Return the blocks of a bibliography, without comments."""
    from mdlint_doi.formats.data.bibtex_block import Comment
    from mdlint_doi.formats.data.bibtex_syntax import read_blocks

    return [block.span.cut(text) for block in read_blocks(text) if not isinstance(block, Comment)]


def _comments(text: str) -> int:
    """Return the number of comments in an HTML page."""
    parser = _Comments()
    parser.feed(text)
    return parser.count


class _Comments(HTMLParser):
    """Counts comments."""

    count = 0

    def handle_comment(self, data: str) -> None:
        del data
        self.count += 1


def _in_words(finding: Finding) -> _Words:
    return finding.code, finding.message
