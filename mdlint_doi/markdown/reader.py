"""Places in a block -> mentions: the names are read, and each character gets its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from mdlint_doi.lint.model import Break, Form, Mention
from mdlint_doi.lint.source import Source, Written
from mdlint_doi.markdown.broken import Broken
from mdlint_doi.markdown.escapes import undo
from mdlint_doi.markdown.ground import Ground, Stretch
from mdlint_doi.markdown.splits import join_lines, url_reach, words_with_marks
from mdlint_doi.names.encode import link_path
from mdlint_doi.names.scan import Candidate, find, read
from mdlint_doi.names.span import Span
from mdlint_doi.names.spelling import Spelling

_WEB: Final = ("http://", "https://", "www.")
_BLANKS: Final = re.compile(r"[ \t]+(?=\S)")


class Reader:
    """Reads the names of one document."""

    def __init__(self, source: Source, servers: Collection[str], *, publishers: bool) -> None:
        """Take the document, further hosts that resolve, and if publishers' addresses count."""
        self.source = source
        self._servers = servers
        self._publishers = publishers

    def delimited(
        self,
        ground: Ground,
        whole: tuple[int, int],
        inner: tuple[int, int],
        form: Form,
        *,
        backslashes: bool = True,
        title: str | None = None,
        angle: bool = False,
        presented: bool = False,
    ) -> Mention | None:
        """Read all of `inner` as one DOI; None if it presents none.

        Args:
            ground: the block.
            whole: start and end of the construct in its text.
            inner: start and end of the DOI's text.
            form: of the mention.
            backslashes: whether the construct knows backslash escapes.
            title: of the mention.
            angle: of the mention.
            presented: the construct itself says that this is a DOI.

        """
        content = ground.content
        text, indexes = undo(content.text, *inner, backslashes=backslashes)
        spelling = self._read(text, presented=presented)
        if spelling is None:
            return None
        written = content.written(text, *inner, indexes)
        span = content.span(*whole)
        return Mention(self.source, span, written, form, spelling, title, angle=angle)

    def running(
        self,
        ground: Ground,
        stretch: Stretch,
        form: Form,
        *,
        backslashes: bool = True,
    ) -> Iterator[Mention]:
        """Search running text."""
        content = ground.content
        end = stretch.end
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
            if any(one.span.start < joint < one.span.end for joint in joints):
                yield self._split(ground, one, places)
                continue
            written = content.written(one.written, places[0], places[-1], places)
            if form is Form.TEXT and _is_web(one.written) and not ground.html:
                yield self._bare_link(ground, stretch, one, written)
            else:
                cited = content.text[max(0, places[0] - 1) : places[0]] == "@"
                yield self._found(written, form, one.spelling, linked=cited)

    def broken(self, ground: Ground, broken: Broken) -> Mention | None:
        """Read a broken link."""
        content = ground.content
        text, indexes = _joined(content.text, broken.pieces, backslashes=broken.text is not None)
        spelling = self._read(text)
        if spelling is None:
            return None
        written = content.written(text, broken.pieces[0][0], broken.pieces[-1][1], indexes)
        span = content.span(*broken.whole)
        repair = None
        if broken.repairable and spelling.doi:
            source = self.source.text
            target = _destination(spelling, angle=broken.angle)
            before, behind = written.whole
            repair = source[span.start : before] + target + source[behind : span.end]
            repair += "" if broken.closed else ")"
        title = ground.visible(*broken.text) if broken.text else None
        return Mention(
            self.source,
            span,
            written,
            Form.BROKEN,
            spelling,
            title,
            broken.kind,
            repair,
            broken.angle,
        )

    def emphasized(self, ground: Ground) -> Iterator[Mention]:
        """Read names that have emphasis in them: both underscores inside of the name."""
        content = ground.content
        marks = [start for start, end in ground.inline.marks if end - start == 1]
        for start, end in words_with_marks(content.text, ground.inline.marks):
            for one in find(content.text[start:end], servers=self._servers, publishers=False):
                first, last = start + one.span.start, start + one.span.end
                inside = sorted(at for at in marks if first < at < last - 1)
                if len(inside) < 2 or one.doi is None:  # noqa: PLR2004 - an opening and a closing
                    continue
                written = content.written(one.written, first, last, None)
                whole = content.text[first:last]
                repair = "".join(
                    f"\\{character}" if at in inside else character
                    for at, character in enumerate(whole, first)
                )
                yield self._break(written, one.spelling, Break.EMPHASIS, repair)

    def _read(self, text: str, *, presented: bool = False) -> Spelling | None:
        return read(
            text,
            servers=self._servers,
            publishers=self._publishers,
            presented=presented,
        )

    def _bare_link(
        self,
        ground: Ground,
        stretch: Stretch,
        one: Candidate,
        written: Written,
    ) -> Mention:
        """A URL that GitHub links: up to `<`, and with invisible characters at its end."""
        text = ground.content.text
        first, last = written.whole
        if "<" in self.source.text[first:last]:
            repair = _destination(one.spelling, angle=True) if one.doi else None
            return self._break(written, one.spelling, Break.BARE_ANGLE, repair)
        if stretch.is_url:
            behind = end = stretch.start + len(one.written)
            while end < stretch.end and unicodedata.category(text[end]) == "Cf":
                end += 1
            whole = (stretch.start, end)
            if end > behind and written.offsets is None:
                seen = self.delimited(ground, whole, whole, Form.BARE_LINK, backslashes=False)
                if seen:
                    return seen
        return self._found(written, Form.BARE_LINK, one.spelling)

    def _split(self, ground: Ground, one: Candidate, places: Sequence[int]) -> Mention:
        """A name over two lines: it comes to stand in the first one, the rest in the second."""
        content = ground.content
        written = content.written(one.written, places[0], places[-1], list(places))
        gap = next(at for at in range(1, len(places)) if places[at] - places[at - 1] > 1)
        start, end = content.span(places[gap - 1] + 1, places[gap])
        blanks = _BLANKS.match(content.text, places[-1])
        repair = one.written
        last = written.whole.end
        if blanks:
            repair += self.source.text[start:end].lstrip(" \t")
            last = content.end(blanks.end())
        return replace(
            self._break(written, one.spelling, Break.LINE_BREAK, repair),
            span=Span(written.whole.start, last),
        )

    def _break(
        self,
        written: Written,
        spelling: Spelling,
        kind: Break,
        repair: str | None,
    ) -> Mention:
        return Mention(
            self.source,
            written.whole,
            written,
            Form.BROKEN,
            spelling,
            broken=kind,
            repair=repair,
        )

    def _found(
        self,
        written: Written,
        form: Form,
        spelling: Spelling,
        *,
        linked: bool = False,
    ) -> Mention:
        """A name in running text; `linked`: a citation key, which becomes a link elsewhere."""
        return Mention(
            self.source,
            written.whole,
            written,
            form,
            spelling,
            linked_in_block=linked,
        )


def _places(one: Candidate, start: int, indexes: list[int] | None) -> Sequence[int]:
    """Return where each character of a candidate stands in its block, and where it ends."""
    first, last = one.span
    if indexes is None:
        return range(start + first, start + last + 1)
    return indexes[first : last + 1]


def _is_web(written: str) -> bool:
    return written[:8].lower().startswith(_WEB)


def _joined(
    text: str,
    pieces: Sequence[tuple[int, int]],
    *,
    backslashes: bool,
) -> tuple[str, list[int]]:
    """Return the pieces as one text without escapes, and where its characters stand."""
    parts: list[str] = []
    indexes: list[int] = []
    for start, end in pieces:
        part, places = undo(text, start, end, backslashes=backslashes)
        parts.append(part)
        indexes += places[:-1] if places else range(start, end)
    return "".join(parts), [*indexes, pieces[-1][1]]


def _destination(spelling: Spelling, *, angle: bool) -> str:
    """Return the link with its name encoded, so that it can stand in Markdown."""
    text = spelling.text
    name = link_path(str(spelling.doi))
    target = text[: spelling.name.start] + name + spelling.tail.cut(text)
    if angle or name.count("(") == name.count(")"):
        return target
    return f"<{target}>"
