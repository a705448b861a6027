r"""A text of TeX or R documentation, taken apart -> mentions.

The argument of `\doi` is the bare name, since the macro puts the resolver before it. All else is
running text, in which a name and an address are as good.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mdlint_doi.formats.tex.tokens import Tex
from mdlint_doi.formats.values import may_be_there, name_mention
from mdlint_doi.lint.directives import Suppression, read_directive
from mdlint_doi.lint.document import Container, as_it_stands
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.notations import Notations
from mdlint_doi.names.scan.find import find
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_MACRO: Final = "\\doi"


def mentions_of(
    source: Source, read: Tex, notations: Notations, block: PlacedText | None = None
) -> Iterator[Mention]:
    """Yield the DOIs of a text.

    Args:
        source: the file.
        read: the text.
        notations: what counts as a DOI.
        block: the same text with its places in the file; None: it is the whole file.

    """
    for name in read.names:
        written = name if block is None else name.within(block)
        if written.text.strip():
            container = Container(_MACRO, written, as_it_stands)
            mention = name_mention(source, written.whole, written, container)
            if mention is not None:
                yield mention
    yield from _running(source, read.running, notations, block)


def _running(
    source: Source, running: PlacedText, notations: Notations, block: PlacedText | None
) -> Iterator[Mention]:
    if not may_be_there(running.text, Span(0, len(running.text)), notations):
        return
    for one in find(running.text, notations.without_publishers, markup=False):
        written = running.part(*one.span)
        written = written if block is None else written.within(block)
        yield Mention(source, written.whole, written, Form.VALUE, one.spelling)


def comments_of(text: str, comments: Sequence[Span]) -> Iterator[Suppression]:
    """Yield what comments that begin with `%` switch on or off."""
    for span in comments:
        if text.find("mdlint-doi-", *span) >= 0:
            inside = span.cut(text).lstrip("%")
            found = read_directive(inside.rstrip(), span.end - len(inside))
            if found is not None:
                yield found
