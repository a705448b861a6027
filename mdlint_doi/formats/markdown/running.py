"""Find the mentions in running text, where nothing delimits them.

A line end or emphasis cuts some DOIs in two. A line end is considered a cut if the part before it
is not a complete DOI and the next line begins with a possible rest. Such a part ends with
`doi.org/10.`, with the slash after the prefix, or with a mark after letters alone
(`10.1016/j.cell.`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import Final
from unicodedata import category

from mdlint_doi.commonmark.destination import bare_link_end, meant, unescaped
from mdlint_doi.commonmark.model import AtomKind, Block
from mdlint_doi.formats.markdown.regions import Call, calls
from mdlint_doi.lint.edits import link_text
from mdlint_doi.lint.model import Break, Form, Mention
from mdlint_doi.lint.placeholders import goes_on, unfinished
from mdlint_doi.names.link import encoded, markdown_destination, resolves
from mdlint_doi.names.scan.find import Candidate, find, read
from mdlint_doi.names.scan.name_end import marks_after
from mdlint_doi.names.scan.white_space import (
    BEFORE_CUT,
    BEGIN,
    LABELLED,
    closed_up,
    spaced_end,
)
from mdlint_doi.names.spelling import REACH, Notations, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span, holds_any, overlaps
from mdlint_doi.text.value import Value

LONGEST: Final = 1000
"""The most code points of a link's text that are read, because images may be nested in it."""
PLACE: Final = itemgetter(0, 1)
"""A function that returns start and end of a part of `BlockText.markup`."""
SHOWN: Final = frozenset({"code", "autolink", "url", "math"})
_ADDRESS: Final = pattern(r"doi\\?\.org|https?://doi\b", re.IGNORECASE)
"""A part of a link's text that is a resolver's address, or was meant to be one."""
_QUOTES: Final = frozenset("\"'`")
_BEFORE_STRING: Final = frozenset("{=")
_WEB: Final = ("http://", "https://", "www.")
_BLANKS: Final = pattern(r"[ \t]+(?=\S)")
_CUT_END: Final = pattern(rf"(?:{BEGIN}|{LABELLED})\Z", re.IGNORECASE)
_LONGEST: Final = 80
_REACH: Final = 1000
_LONGEST_URL: Final = 2 * _REACH
"""The most code points of a bare URL whose end is searched for."""
_NEXT_WORD: Final = pattern(r"[ \t]*\n[ \t]*\S+")
_RUN: Final = pattern(r"(?:(?!<(?:https?|doi):)\S)+", re.IGNORECASE)
_PLAIN: Final = pattern(r"[^\s<>`\[\]]+")


class Searcher:
    """Searches the running text of one document."""

    def __init__(self, source: Source, notations: Notations) -> None:
        """Receive the document, and the notations that count as DOIs."""
        self._source = source
        self._notations = notations

    def text(
        self, block: BlockText, stretch: Stretch, form: Form, *, backslashes: bool = True
    ) -> Iterator[Mention]:
        """Return the mentions in a stretch of a block, in order; in TEXT, a URL is a bare link.

        `backslashes` is whether backslash escapes are undone; they never are in a bare URL.
        """
        known = [*unfinished(block.content.text, stretch.start, stretch.end)]
        found = self._names(block, stretch, form, known, backslashes=backslashes)
        if not known:
            return found
        mentions = [*found]
        for span in known:
            plain = unescaped(block.content.text, span.start, span.end)
            spelling = read(plain.text, self._notations.of_names)
            if spelling is not None:
                mentions.append(self._mention(form, plain.within(block.content), spelling))
        return iter(sorted(mentions, key=lambda mention: mention.span))

    def _names(
        self,
        block: BlockText,
        stretch: Stretch,
        form: Form,
        known: list[Span],
        *,
        backslashes: bool,
    ) -> Iterator[Mention]:
        """Yield the mentions in a stretch of text, except those in the known placeholders."""
        content, end = block.content, stretch.end
        if stretch.is_url or stretch.joins_url:
            end = _url_reach(content.text, stretch.start, end)
        backslashes = backslashes and not stretch.is_url
        running = unescaped(content.text, stretch.start, end, backslashes=backslashes)
        joined = closed_up(running)
        running, joints = joined.text, joined.joints
        is_other = stretch.is_url
        at = block.content.at(stretch.start)
        before = self._source.text[max(0, at - REACH) : at]
        for candidate in find(running.text, self._notations, before=before):
            if is_other and candidate.span.start:
                break
            is_other = False
            name = running.part(candidate.span.start, candidate.span.end)
            is_joined = holds_any(joints, candidate.span.start + 1, candidate.span.end)
            begin = candidate.span.start + (0 if is_joined else candidate.spelling.name.start)
            if running.at(begin) >= stretch.end:
                break  # it begins in a URL, which is a stretch of its own
            if goes_on(content.text, name.whole.end) or overlaps(name.whole, known):
                continue
            if is_joined:
                yield self._split(block, candidate, name)
                continue
            mention = self._whole(block, stretch, form, candidate, name)
            marks = marks_after(running, candidate.span.end)
            yield mention if marks is None else _with_marks(mention, marks, block, stretch)

    def _whole(
        self, block: BlockText, stretch: Stretch, form: Form, candidate: Candidate, name: PlacedText
    ) -> Mention:
        written = name.within(block.content)
        is_web = form is Form.TEXT and candidate.written[:8].lower().startswith(_WEB)
        if is_web and not block.html:
            return self._bare_link(block, stretch, candidate, name)
        if is_web and written.whole.cut(self._source.text) == candidate.written:
            # GitHub links them after Markdown, in the page (github/markup, README, step 4).
            form = Form.BARE_LINK
        is_citation = block.content.text[max(0, name.start - 1) : name.start] == "@"
        mention = self._mention(form, written, candidate.spelling)
        return mention.replace(
            linked_in_block=is_citation,
            in_html=block.html,
            argument_of=block.called_around(name.start),
        )

    def emphasized(self, block: BlockText) -> Iterator[Mention]:
        """Yield DOIs with emphasis in them: both underscores are inside the DOI."""
        marks = {start for start, end in block.inline.marks if end - start == 1}
        text = block.content.text
        for start, end in _words_with_marks(text, block.inline.marks):
            for candidate in find(text[start:end], self._notations.of_names):
                first, last = start + candidate.span.start, start + candidate.span.end
                inside = [at for at in range(first + 1, last - 1) if at in marks]
                if len(inside) < 2 or candidate.doi is None:
                    continue
                written = block.content.part(first, last)
                shown = (f"\\{text[at]}" if at in inside else text[at] for at in range(first, last))
                yield self._broken(written, candidate.spelling, Break.EMPHASIS, "".join(shown))

    def _bare_link(
        self, block: BlockText, stretch: Stretch, candidate: Candidate, name: PlacedText
    ) -> Mention:
        """Return the mention of a URL, which GitHub may link up to a different place."""
        written, spelling = name.within(block.content), candidate.spelling
        if "<" in written.whole.cut(self._source.text):
            repair = encoded(spelling) if spelling.doi else None
            rest = block.content.text[name.whole.end : name.whole.end + _REACH]
            before = block.content.text[max(0, name.start - 1) : name.start]
            is_enclosed = before == "<" and rest.startswith(">")  # an autolink after the repair
            if repair and not is_enclosed and bare_link_end(repair + rest, 0) > len(repair):
                repair = self._delimited(block, repair, spelling)
            return self._broken(written, spelling, Break.BARE_ANGLE, repair)
        if not stretch.is_url or candidate.span.start:
            mention = self._mention(Form.BARE_LINK, written, spelling)
            return mention.replace(argument_of=block.called_around(stretch.start))
        text, end = block.content.text, name.whole.end
        linked = bare_link_end(text, stretch.start, _LONGEST_URL)
        if end < linked and not name.pieces:
            end = _invisible_end(text, end, linked)
            whole = block.content.part(stretch.start, end)
            seen = read(whole.text, self._notations.of_names) if end > name.whole.end else None
            if seen:
                written, spelling = whole, seen
        mention = self._mention(Form.BARE_LINK, written, spelling)
        mention = mention.replace(argument_of=block.called_around(stretch.start))
        is_whole = end >= linked or candidate.doi is None or not resolves(spelling)
        is_argument = mention.argument_of is not None or self._is_string(text, stretch.start, end)
        if is_whole or is_argument or block.is_code_for_github:
            return mention
        repair = self._delimited(block, written.whole.cut(self._source.text), candidate.spelling)
        return mention.replace(broken=Break.GOES_ON, repair=repair)

    def _is_string(self, text: str, start: int, end: int) -> bool:
        """Return whether a URL is all of a string in a program of MDX: `href={"https://…"}`."""
        before = text[max(0, start - 2) : start]
        is_quoted = before[-1:] in _QUOTES and text[end : end + 1] == before[-1:]
        return is_quoted and (self._source.is_mdx or before[:1] in _BEFORE_STRING)

    def _delimited(self, block: BlockText, written: str, spelling: Spelling) -> str:
        """Return a link whose delimiters show where it ends."""
        address = encoded(spelling) if "\\" in written else written
        if block.cell or self._source.is_mdx:
            return f"[{link_text(str(spelling.doi))}]({markdown_destination(address)})"
        return f"<{address}>"

    def _split(self, block: BlockText, candidate: Candidate, name: PlacedText) -> Mention:
        """Return the mention of a DOI with white space in it.

        If it is on two lines, the repair moves the DOI to the first line, and the text after it to
        the second.
        """
        content = block.content
        written = name.within(block.content)
        if "\n" not in written.whole.cut(self._source.text):
            is_target = content.text[max(0, name.start - 2) : name.start] == "]("
            repair = None if is_target else candidate.written  # more words may follow in the target
            return self._broken(written, candidate.spelling, Break.GAP, repair)
        end = name.whole.end
        blanks = _BLANKS.match(content.text, end)
        repair, last = candidate.written, written.whole.end
        if blanks:  # at least one line end cuts the DOI
            gaps = ((before.end, behind.start) for before, behind in pairwise(name.pieces))
            before, behind = next(gap for gap in gaps if "\n" in content.text[slice(*gap)])
            line_end = Span(content.end(before), content.at(behind))
            repair += line_end.cut(self._source.text).lstrip(" \t")
            last = content.end(blanks.end())
        mention = self._broken(written, candidate.spelling, Break.LINE_BREAK, repair)
        return mention.replace(span=Span(written.whole.start, last))

    def _broken(
        self, written: PlacedText, spelling: Spelling, kind: Break, repair: str | None
    ) -> Mention:
        mention = self._mention(Form.BROKEN, written, spelling)
        return mention.replace(broken=kind, repair=repair)

    def _mention(self, form: Form, written: PlacedText, spelling: Spelling) -> Mention:
        return Mention(self._source, written.whole, written, form, spelling)


def _with_marks(mention: Mention, marks: PlacedText, block: BlockText, stretch: Stretch) -> Mention:
    """Return a mention with the marks after it, and how many of them GitHub's link includes."""
    linked = None
    if stretch.is_url and not block.is_code_for_github:
        end = bare_link_end(block.content.text, stretch.start, _LONGEST_URL)
        linked = max(0, min(end, marks.whole.end) - marks.start)
    return mention.replace(marks=marks.within(block.content), linked=linked)


def _invisible_end(text: str, start: int, end: int) -> int:
    """Return the offset after the invisible characters with which `text[start:end]` begins."""
    while start < end and not text[start].isascii() and category(text[start]) == "Cf":
        start += 1
    return start


def _url_reach(text: str, start: int, end: int) -> int:
    """Return the offset up to which a bare URL was probably meant; GitHub links it up to `end`."""
    run = _RUN.match(text, end, end + _REACH)
    reach = run.end() if run else end
    behind = spaced_end(text, start, reach)
    if behind > reach:
        run = _RUN.match(text, behind, behind + _REACH)
        return run.end() if run else behind
    is_cut = reach > start and text[reach - 1] in BEFORE_CUT
    if is_cut and _CUT_END.search(text, max(start, reach - _LONGEST), reach):
        word = _NEXT_WORD.match(text, reach)
        return word.end() if word else reach
    return reach


def _words_with_marks(text: str, marks: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield start and end of each word that has an underscore inside which is markup."""
    done = 0
    for start, end in sorted(marks):
        if start < done or end - start > 1 or text[start] != "_":
            continue
        first = start
        while first > done and _PLAIN.match(text[first - 1]):
            first -= 1
        word = _PLAIN.match(text, first)
        done = word.end() if word else end
        if first < start and done > end:
            yield first, done


class Stretch(Value):
    """A part of a block without markup inside, or a bare URL as far as GitHub links it.

    Attributes:
        start: the offset in the block's text where it begins.
        end: the offset after it.
        is_url: whether it is a bare URL that GitHub links.
        joins_url: whether a bare URL follows without a blank, so that a DOI may continue there.
    """

    start: int
    end: int
    is_url: bool = False
    joins_url: bool = False


class BlockText:
    """A block and its markup."""

    def __init__(self, block: Block, wanted: Sequence[int]) -> None:
        """Receive the block, and the sorted wanted offsets in the source."""
        self.content = block.content
        self.inline = block.inline
        self.number = block.number  # the same for one block, or for one table row
        self.html = block.kind == "html"  # in its text, Markdown makes no links
        self.cell = block.kind == "cell"
        self.column = block.column
        self.head = block.head  # where the header of a cell's table begins
        self.is_code_for_github = block.is_indented
        self._wanted = wanted
        self._seen = (0, 0), ""

    def meant(self, start: int, end: int, *, backslashes: bool = False) -> PlacedText:
        """Return a part without references and, if requested, without backslash escapes."""
        text = unescaped(self.content.text, start, end, backslashes=backslashes)
        return text.within(self.content)

    def is_wanted(self, start: int, end: int) -> bool:
        """Return whether a wanted offset is in a range of the block's text."""
        span = self.content.span(start, end)
        return holds_any(self._wanted, span.start, span.end)

    @cached_property
    def markup(self) -> list[tuple[int, int, AtomKind | None]]:
        """The parts that are not running text, in order: start, end, kind of atom or None."""
        parts: list[tuple[int, int, AtomKind | None]]
        parts = [(atom.start, atom.end, atom.kind) for atom in self.inline.atoms]
        parts += [(start, end, None) for start, end in self.inline.marks]
        for link in self.inline.links:
            parts += [(link.start, link.text[0], None), (link.text[1], link.end, None)]
        return sorted(parts, key=PLACE)

    def stretches(self) -> Iterator[Stretch]:
        """Yield the running text between the markup."""
        at = 0
        for start, end, kind in self.markup:
            if start > at:
                joins_url = kind == "url" and not self.content.text[start - 1].isspace()
                yield Stretch(at, start, joins_url=joins_url)
            if kind == "url" and start >= at:
                yield Stretch(start, end, is_url=True)
            at = max(at, end)
        if at < len(self.content.text):
            yield Stretch(at, len(self.content.text))

    @cached_property
    def _calls(self) -> list[Call]:
        return calls(self.content.text)

    def called_around(self, at: int) -> str | None:
        """Return the name of the shortcode or component around an offset; None if there is none."""
        index = bisect_left(self._calls, at, key=lambda call: call.end)
        is_inside = index < len(self._calls) and self._calls[index].start < at
        return self._calls[index].name if is_inside else None

    def address(self, start: int, end: int) -> PlacedText | None:
        """Return a link's text without escapes; None if it cannot be a resolver's address."""
        if end > start + LONGEST or not _ADDRESS.search(self.content.text, start, end):
            return None
        return self.meant(start, end, backslashes=not self.html)

    def visible(self, start: int, end: int) -> str:
        """Return the visible text of `text[start:end]` on one line, cut if it is long."""
        if self._seen[0] != (start, end):  # a tag may have many addresses for one text
            self._seen = (start, end), self._visible(start, end)
        return self._seen[1]

    def _visible(self, start: int, end: int) -> str:
        text = self.content.text
        markup = self.markup
        at = start
        pieces = []
        cut = "…" if end > start + LONGEST else ""
        end = min(end, start + LONGEST)
        for index in range(bisect_left(markup, (start, start), key=PLACE), len(markup)):
            first, last, kind = markup[index]
            if first >= end:
                break
            if first > at:
                pieces.append(meant(text, at, first))
            if kind in SHOWN:
                pieces.append(text[first:last].strip("`<>$"))
            at = max(at, last)
        if at < end:
            pieces.append(meant(text, at, end))
        return " ".join("".join(pieces).split()) + cut
