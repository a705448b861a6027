"""Places in a block -> mentions: delimited names are read, each character gets its place."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from mdlint_doi.commonmark.destination import unescaped
from mdlint_doi.formats.markdown.broken import Broken
from mdlint_doi.formats.markdown.roles import is_myst
from mdlint_doi.formats.markdown.running import BlockText
from mdlint_doi.formats.unfinished import is_generated
from mdlint_doi.lint.model import Break, Form, Mention
from mdlint_doi.names.link import canonical, encoded, markdown_destination
from mdlint_doi.names.notations import Notations
from mdlint_doi.names.scan.find import read
from mdlint_doi.names.spelling import Kind, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, placed_url
from mdlint_doi.text.source import Source
from mdlint_doi.text.value import Value

_PROGRAM: Final = pattern(
    r"<%[^%<>\n]{1,80}%>|\{\{[^{}\n]{1,80}\}\}|\{%[^{}\n]{1,80}%\}"
    r"|`(?:r|\{[a-z]+\})[ ][^`\n]{1,80}`"
)
"""What a program will write into an address; its spaces break nothing."""


class Delimited(Value):
    """A construct whose whole inside is one DOI or none.

    Attributes:
        form: of the mention.
        whole: start and end of the construct in its block.
        inner: start and end of what stands in it.
        backslashes: whether it knows backslash escapes.
        title: of the mention, where no text stands for it.
        text: start and end of what a reader sees of it, which is the title; None without.
        angle: of the mention.
        presented: the construct itself says that this is a DOI.

    """

    form: Form
    whole: tuple[int, int]
    inner: tuple[int, int]
    backslashes: bool = False
    title: str | None = None
    text: tuple[int, int] | None = None
    angle: bool = False
    presented: bool = False


def _repaired(spelling: Spelling, kind: Break) -> str:
    """Return the target that was meant; a `doi:` that was a word before the name makes no link."""
    link = canonical(spelling) if spelling.kind is Kind.SCHEME and kind is Break.SPACE else None
    return encoded(spelling) if link is None else link.href


class MarkdownReader:
    """Reads the delimited names of one document.

    Attributes:
        source: the document.
        notations: what counts as a DOI.

    """

    def __init__(self, source: Source, notations: Notations) -> None:
        """Take the document and what counts as a DOI."""
        self.source = source
        self.notations = notations

    @cached_property
    def is_myst(self) -> bool:
        """Whether the document has a role or a directive of MyST."""
        return is_myst(self.source)

    def delimited(self, block: BlockText, one: Delimited) -> Mention | None:
        """Read a construct; None if it presents no DOI, or a template fills it in."""
        content = block.content
        inner = unescaped(content.text, *one.inner, backslashes=one.backslashes)
        if one.form is Form.ATTRIBUTE:
            inner = placed_url(inner)
        if is_generated(inner.text):
            return None
        spelling = self._read(inner.text, presented=one.presented)
        if spelling is None:
            return None
        written = inner.within(content)
        span = content.span(*one.whole)
        return Mention(
            self.source,
            span,
            written,
            one.form,
            spelling,
            block.visible(*one.text) if one.text else one.title,
            angle=one.angle,
        )

    def broken(self, block: BlockText, broken: Broken) -> Mention | None:
        """Read a broken link; None if what was meant is no DOI after all."""
        content = block.content
        inner = broken.pieces[0][0], broken.whole[1] - broken.closed
        if _PROGRAM.search(content.text, *inner):
            return self.delimited(block, Delimited(Form.TEXT, broken.whole, inner))
        backslashes = broken.text is not None
        name = PlacedText.joined(
            [unescaped(content.text, *piece, backslashes=backslashes) for piece in broken.pieces]
        )
        spelling = self._read(name.text)
        if spelling is None:
            return None
        written = name.within(content)
        span = content.span(*broken.whole)
        repair = None
        if broken.repairable and spelling.doi:
            source, (before, behind) = self.source.text, written.whole
            target = _repaired(spelling, broken.kind)
            target = target if broken.angle else markdown_destination(target)
            repair = source[span.start : before] + target + source[behind : span.end]
            repair += "" if broken.closed else ")"
        return Mention(
            self.source,
            span,
            written,
            Form.BROKEN,
            spelling,
            block.visible(*broken.text) if broken.text else None,
            broken.kind,
            repair,
            broken.angle,
        )

    def _read(self, text: str, *, presented: bool = False) -> Spelling | None:
        return read(
            text,
            self.notations,
            presented=presented,
        )
