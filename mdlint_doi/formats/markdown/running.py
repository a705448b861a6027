"""Running text -> mentions: what is searched for, and not delimited by anything."""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from mdlint_doi.commonmark.escapes import undo
from mdlint_doi.formats.markdown.block_text import Ground, Stretch
from mdlint_doi.formats.markdown.reader import TEMPLATE
from mdlint_doi.formats.markdown.split_names import join_lines, url_reach, words_with_marks
from mdlint_doi.lint.model import Break, Form, Mention
from mdlint_doi.names.link import encoded
from mdlint_doi.names.scan.find import Candidate, find, read
from mdlint_doi.names.spelling import Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source, Written
from mdlint_doi.text.span import Span

_WEB: Final = ("http://", "https://", "www.")
_GOES_ON: Final = pattern(
    rf"[._/-]*(?:{TEMPLATE.pattern})|[._/-]+(?:\{{[A-Za-z_]|[<\[][A-Z]{{2}}[A-Z _-]*[>\]]|%[sd])",
)
"""The name goes on with what a template or a reader is to fill in."""
_BLANKS: Final = pattern(r"[ \t]+(?=\S)")


class Searcher:
    """Searches the running text of one document."""

    def __init__(self, source: Source, servers: Collection[str], *, publishers: bool) -> None:
        """Take the document, further hosts that resolve, and if publishers' addresses count."""
        self._source = source
        self._servers = servers
        self._publishers = publishers

    def text(
        self,
        ground: Ground,
        stretch: Stretch,
        form: Form,
        *,
        backslashes: bool = True,
    ) -> Iterator[Mention]:
        """Yield the DOIs in a stretch of text.

        Args:
            ground: the block.
            stretch: the part of it.
            form: TEXT, where a URL becomes a link by itself; or LINK_TEXT.
            backslashes: whether backslash escapes are undone; never in a bare URL.

        """
        content, end = ground.content, stretch.end
        if stretch.is_url:
            end = url_reach(content.text, stretch.start, end)
            backslashes = False
        text, indexes = undo(content.text, stretch.start, end, backslashes=backslashes)
        text, indexes, joints = join_lines(text, stretch.start, indexes)
        is_other = stretch.is_url
        for one in find(text, servers=self._servers, publishers=self._publishers):
            if is_other and one.span.start:
                break
            is_other = False
            places = _places(one, stretch.start, indexes)
            if places[0] >= stretch.end:
                break
            if _GOES_ON.match(content.text, places[-1]):
                continue
            if _is_between(joints, *one.span):
                yield self._split(ground, one, places)
            else:
                yield self._whole(ground, stretch, form, one, places)

    def _whole(
        self,
        ground: Ground,
        stretch: Stretch,
        form: Form,
        one: Candidate,
        places: Sequence[int],
    ) -> Mention:
        written = ground.content.written(one.written, places[0], places[-1], places)
        if form is Form.TEXT and one.written[:8].lower().startswith(_WEB) and not ground.html:
            return self._bare_link(ground, stretch, one, written)
        is_citation = ground.content.text[max(0, places[0] - 1) : places[0]] == "@"
        mention = self._mention(form, written, one.spelling)
        return mention.replace(linked_in_block=is_citation, in_html=ground.html)

    def emphasized(self, ground: Ground) -> Iterator[Mention]:
        """Yield names that have emphasis in them: both underscores inside of the name."""
        marks = {start for start, end in ground.inline.marks if end - start == 1}
        text = ground.content.text
        for start, end in words_with_marks(text, ground.inline.marks):
            for one in find(text[start:end], servers=self._servers, publishers=False):
                first, last = start + one.span.start, start + one.span.end
                inside = [at for at in range(first + 1, last - 1) if at in marks]
                if len(inside) < 2 or one.doi is None:
                    continue
                written = ground.content.written(one.written, first, last)
                shown = ("\\" * (at in inside) + text[at] for at in range(first, last))
                yield self._broken(written, one.spelling, Break.EMPHASIS, "".join(shown))

    def _bare_link(
        self,
        ground: Ground,
        stretch: Stretch,
        one: Candidate,
        written: Written,
    ) -> Mention:
        """Take a URL that GitHub links: up to `<`, and with invisible characters at its end."""
        spelling = one.spelling
        if "<" in written.whole.cut(self._source.text):
            repair = encoded(spelling) if spelling.doi else None
            return self._broken(written, spelling, Break.BARE_ANGLE, repair)
        if stretch.is_url and written.offsets is None and not one.span.start:
            text, begin = ground.content.text, stretch.start
            end = known = begin + one.span.end
            while end < stretch.end and unicodedata.category(text[end]) == "Cf":
                end += 1
            seen = read(text[begin:end], servers=self._servers) if end > known else None
            if seen:
                written, spelling = ground.content.written(seen.text, begin, end), seen
        return self._mention(Form.BARE_LINK, written, spelling)

    def _split(self, ground: Ground, one: Candidate, places: Sequence[int]) -> Mention:
        """Take a name over two lines: it moves to the first, what follows to the second."""
        content = ground.content
        written = content.written(one.written, places[0], places[-1], places)
        gap = next(
            at for at in range(1, len(places)) if "\n" in content.text[places[at - 1] : places[at]]
        )
        blanks = _BLANKS.match(content.text, places[-1])
        repair, last = one.written, written.whole.end
        if blanks:
            line_end = Span(content.end(places[gap - 1] + 1), content.at(places[gap]))
            repair += line_end.cut(self._source.text).lstrip(" \t")
            last = content.end(blanks.end())
        mention = self._broken(written, one.spelling, Break.LINE_BREAK, repair)
        return mention.replace(span=Span(written.whole.start, last))

    def _broken(
        self,
        written: Written,
        spelling: Spelling,
        kind: Break,
        repair: str | None,
    ) -> Mention:
        mention = self._mention(Form.BROKEN, written, spelling)
        return mention.replace(broken=kind, repair=repair)

    def _mention(self, form: Form, written: Written, spelling: Spelling) -> Mention:
        return Mention(self._source, written.whole, written, form, spelling)


def _places(one: Candidate, start: int, indexes: list[int] | None) -> Sequence[int]:
    """Return where each character of a candidate stands in its block, and where it ends."""
    first, last = one.span
    if indexes is None:
        return range(start + first, start + last + 1)
    return indexes[first : last + 1]


def _is_between(joints: list[int], start: int, end: int) -> bool:
    """Return whether a gap was closed inside of a range."""
    at = bisect_right(joints, start)
    return at < len(joints) and joints[at] < end
