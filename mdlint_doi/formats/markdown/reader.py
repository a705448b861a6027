"""Read the DOIs in delimited constructs of a block, with their places.

MyST's `doi` role contains a DOI, or a title and a DOI in angle brackets, which also occur in SICIs:
the DOI begins after the first `<` from which a DOI extends to the final `>`, as in `sphinx_doi`.

Some text was meant as a role: ``:doi:`10.1000/182` ``, which in Markdown is a word and a code span,
and ``{doi} `10.1000/182` `` in a document with MyST roles. A label before a code span, as in
``DOI:`10.1000/182` ``, is prose. For DOIs without backticks see `formats.role_names`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from mdlint_doi.formats.markdown.broken import Broken
from mdlint_doi.formats.markdown.running import BlockText
from mdlint_doi.formats.markup import Delimited, Reader
from mdlint_doi.lint.model import Break, Form, Mention
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import canonical, encoded, markdown_destination
from mdlint_doi.names.scan.find import read
from mdlint_doi.names.spelling import STANDARD, Kind, Notations
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

_LONGEST: Final = 2000
_RUN: Final = pattern(r"\S+")
_WORDS: Final = pattern(r"\S[ \t]+\S")
"""Two words on one line, which are not a DOI that a line end has cut."""
KNITTED: Final = (".qmd", ".rmd")
"""Suffixes of documents in which a fence with a name in braces is a program to run."""
_MYST: Final = pattern(
    r"\{[A-Za-z][\w:.+-]*\}`[^`\n]|^[ \t>]*(?:`{3,}|~{3,}|:{3,})\{[A-Za-z]", re.MULTILINE
)
_ROLE_WORD: Final = pattern(r":doi:[`1]|\{doi\}[ 1]")
"""A word that may have been meant as a role, in a place where no MyST role begins."""
_BEFORE_CODE: Final = pattern(r"(?<![\w:`}\\])(?::doi:|(?P<myst>\{doi\}[ ]))\Z", re.IGNORECASE)
_LENGTH: Final = 7
_MARKUP: Final = pattern(r"[\[\]*`<>\\]")
_PROGRAM: Final = pattern(
    r"<%[^%<>\n]{1,80}%>|\{\{[^{}\n]{1,80}\}\}|\{%[^{}\n]{1,80}%\}"
    r"|`(?:r|\{[a-z]+\})[ ][^`\n]{1,80}`"
)
"""An expression of a template in an address; its spaces do not break the address."""


class MarkdownReader(Reader):
    """Reads the DOIs of one Markdown document."""

    @cached_property
    def is_myst(self) -> bool:
        """Whether the document has a role or a directive of MyST."""
        knitted = self.source.name.lower().endswith(KNITTED)
        return not knitted and _MYST.search(self.source.text) is not None

    def role(
        self, block: BlockText, whole: tuple[int, int], inner: tuple[int, int]
    ) -> Mention | None:
        """Return the mention in a `doi` role, which is broken if a line end is in the DOI."""
        text = block.content.text
        title, start, end = split_role(text, *inner, self.notations)
        if text.find("\n", start, end) >= 0 and not _WORDS.search(text, start, end):
            pieces = tuple(run.span() for run in _RUN.finditer(text, start, end))
            if _reads("".join([text[slice(*piece)] for piece in pieces]), STANDARD):
                return self.broken(block, Broken(Break.LINE_BREAK, whole, pieces))
        span = block.content.span(*whole)
        written = block.meant(start, end)
        name = Delimited(Form.ROLE, span, written, title=title, presented=True)
        return self.delimited(block, name)

    def broken(self, block: BlockText, broken: Broken) -> Mention | None:
        """Return the mention of a broken link; None if it does not present a DOI after all."""
        span = block.content.span(*broken.whole)
        inner = broken.pieces[0][0], broken.whole[1] - broken.closed
        if _PROGRAM.search(block.content.text, *inner):
            template = block.meant(*inner)
            return self.delimited(block, Delimited(Form.TEXT, span, template))
        backslashes = broken.text is not None
        written = PlacedText.joined(
            [block.meant(*piece, backslashes=backslashes) for piece in broken.pieces]
        )
        spelling = read(written.text, self.notations)
        if spelling is None:
            return None
        repair = None
        if broken.repairable and spelling.doi:
            target = encoded(spelling)
            # A `doi:` that was a separate word before the DOI does not make a link.
            if spelling.kind is Kind.SCHEME and broken.kind is Break.SPACE:
                link = canonical(spelling)
                target = target if link is None else link.href
            target = target if broken.angle else markdown_destination(target)
            source, before, behind = self.source.text, written.whole.start, written.whole.end
            opening, closing = source[span.start : before], source[behind : span.end]
            opening, closing = broken.around or (opening, closing + ")" * (not broken.closed))
            repair = opening + target + closing
        title = block.visible(*broken.text) if broken.text else None
        kind = broken.kind
        angle = broken.angle
        form = Form.BROKEN
        return Mention(self.source, span, written, form, spelling, title, kind, repair, angle)


def split_role(
    text: str, start: int, end: int, notations: Notations
) -> tuple[str | None, int, int]:
    """Return the explicit title, if any, and the range of the DOI in `text[start:end]`."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if text[end - 1 : end] != ">" or end - start > _LONGEST:
        return None, start, end
    at = text.find("<", start + 1, end)
    while at >= 0:
        if _reads(text[at + 1 : end - 1], notations):
            return " ".join(text[start:at].split()), at + 1, end - 1
        at = text.find("<", at + 1, end)
    if _reads(text[start:end], notations):
        return None, start, end
    at = text.rfind("<", start + 1, end)
    return (" ".join(text[start:at].split()), at + 1, end - 1) if at >= 0 else (None, start, end)


def _reads(text: str, notations: Notations) -> bool:
    spelling = read(text, notations.of_names)
    return spelling is not None and spelling.doi is not None


def mistyped_roles(
    block: BlockText, mentions: Iterable[tuple[int, Mention]], reader: MarkdownReader
) -> Iterator[Mention]:
    """Yield the mentions that were meant as a role; `mentions` are all those of the block."""
    text = block.content.text
    lower = text.lower()
    if not ((":doi:" in lower or "{doi}" in lower) and _ROLE_WORD.search(lower)):
        return
    from mdlint_doi.formats.role_names import role_word

    document, is_myst = reader.source.text, reader.is_myst
    for atom in block.inline.atoms:
        word = None
        if atom.kind == "code":
            word = _BEFORE_CODE.search(text, max(0, atom.start - _LENGTH), atom.start)
        if word is None or (word["myst"] and not is_myst):
            continue
        title, start, end = split_role(text, *atom.inner, reader.notations)
        span = block.content.span(word.start(), atom.end)
        written = block.meant(start, end)
        place = Delimited(Form.BROKEN, span, written, presented=True)
        found = reader.delimited(block, place)
        if found is not None and found.doi is not None:
            repair = _repair(found.doi, title, is_myst=is_myst)
            yield found.replace(broken=Break.NO_ROLE, repair=repair)
    for _, mention in mentions:
        begin = role_word(document, mention.span.start) if mention.form is Form.TEXT else None
        if begin is not None and mention.doi is not None:
            says_so = is_myst or document.startswith("{", begin)
            repair = _repair(mention.doi, None, is_myst=says_so)
            span = Span(begin, mention.span.end)
            yield mention.replace(form=Form.BROKEN, span=span, broken=Break.NO_ROLE, repair=repair)


def _repair(doi: Doi, title: str | None, *, is_myst: bool) -> str | None:
    """Return the role that was meant, or a link if the document is not MyST; or None."""
    if is_myst:
        from mdlint_doi.formats.rst.role_argument import role_for

        return role_for(doi, title, "myst")
    shown = title or str(doi)
    return None if _MARKUP.search(shown) else f"[{shown}]({markdown_destination(doi.url())})"
