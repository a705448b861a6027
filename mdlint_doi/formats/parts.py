"""Find the mentions in the parts of a text whose syntax is only taken apart, never rewritten.

LaTeX, R documentation, AsciiDoc, Org, Typst and message catalogues use this module. Their readers
find running text, and the addresses that the syntax delimits; both keep the places of their
characters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from mdlint_doi.formats.values import may_contain_doi, name_mention, trimmed
from mdlint_doi.lint.document import WORD, Claims, Document, Suppression, read_directive
from mdlint_doi.lint.model import Container, Form, Mention, as_it_stands
from mdlint_doi.lint.running_names import with_white_space
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.names.scan.name_end import marks_after
from mdlint_doi.names.scan.white_space import closed_up
from mdlint_doi.names.spelling import Notations
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span, holds_any

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim


class Parts(NamedTuple):
    """The parts of a text.

    Attributes:
        running: the running text.
        names: the arguments of the macro `doi`, with their places.
        addresses: the addresses that the syntax delimits, with their places.
        comments: the spans of the comments, including the mark that begins them.
    """

    running: PlacedText
    names: tuple[PlacedText, ...] = ()
    addresses: tuple[PlacedText, ...] = ()
    comments: tuple[Span, ...] = ()


def read_parts(
    source: Source,
    parts: Parts,
    settings: Settings,
    mark: str,
    said: Callable[[str], str] | None = None,
) -> Document:
    """Return the mentions in the parts of a file, and the suppressions in its comments.

    Args:
        source: the file.
        parts: its parts.
        settings: define what counts as a DOI.
        mark: the characters that begin a comment.
        said: returns what readers see of a piece of the file; None: no works are described in it.
    """
    suppressions = tuple(_suppressions(source.text, parts, mark))
    mentions = mentions_of(source, parts, settings.notations)
    if said is None:
        return Document(source, mentions, suppressions)
    claims = Claims(partial(_claims, source.text, mentions, said))
    return Document(source, mentions, suppressions, claims=claims)


def _claims(text: str, mentions: Sequence[Mention], said: Callable[[str], str]) -> Sequence[Claim]:
    from mdlint_doi.formats.parts_passages import claims_in

    return claims_in(text, mentions, said)


def mentions_of(
    source: Source, parts: Parts, notations: Notations, block: PlacedText | None = None
) -> tuple[Mention, ...]:
    """Return the mentions of a text, in order.

    `block` is the text with its places in the file; None if the text is the whole file.
    """
    found: list[Mention] = []
    for name in parts.names:
        written = name if block is None else name.within(block)
        if written.text.strip():
            container = Container("\\doi", written, as_it_stands)
            mention = name_mention(source, written.whole, written, container)
            found += () if mention is None else (mention,)
    for address in parts.addresses:
        text = trimmed(address)
        spelling = read(text.text, notations.without_publishers)
        if spelling is None or (spelling.doi is None and closed_up(text).joints):
            found += _in_text(source, address, notations, block)
        else:
            written = text if block is None else text.within(block)
            found.append(Mention(source, written.whole, written, Form.VALUE, spelling))
    found += _in_text(source, parts.running, notations, block)
    return tuple(sorted(found, key=lambda mention: mention.span))


def _in_text(
    source: Source, running: PlacedText, notations: Notations, block: PlacedText | None
) -> Iterator[Mention]:
    """Yield the mentions in running text."""
    if not may_contain_doi(running.text, notations):
        return
    joined = closed_up(running)
    running, joints = joined.text, joined.joints
    for candidate in find(running.text, notations.without_publishers, markup=False):
        span = candidate.span
        written, marks = running.part(span.start, span.end), marks_after(running, span.end)
        if block is not None:
            written, marks = written.within(block), marks and marks.within(block)
        mention = Mention(
            source, written.whole, written, Form.VALUE, candidate.spelling, marks=marks
        )
        is_joined = bool(joints) and holds_any(joints, span.start + 1, span.end)
        yield with_white_space(mention) if is_joined else mention


def _suppressions(text: str, parts: Parts, mark: str) -> Iterator[Suppression]:
    for span in parts.comments:
        if text.find(WORD, span.start, span.end) >= 0:
            inside = span.cut(text).lstrip(mark)
            found = read_directive(inside.rstrip(), span.end - len(inside))
            if found is not None:
                yield found
