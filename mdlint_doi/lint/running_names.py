"""DOIs in running text, as the DOI system knows them: some are longer, and some are numbers.

In running text, nothing shows where a DOI ends, so the marks after it are left to the text. A few
registered DOIs end in such marks. If a DOI is not registered, but would be with some of the marks
after it, the longer DOI is meant. If both are registered, the shorter one is.

A decimal number before a slash and a number (`10.5000/15`) looks like a DOI. If no agency has the
prefix, it is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, TypeVar, cast

from mdlint_doi.lint.document import Claims
from mdlint_doi.lint.edits import link_text
from mdlint_doi.lint.model import Break, Form, Mention
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import encoded, markdown_destination
from mdlint_doi.names.outcome import Found, Missing, Outcome
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim

PREFIX_UNKNOWN: Final = 301
"""The response code for an unknown prefix (recorded from doi.org; see the Handle.Net codes)."""
_NUMBERS: Final = pattern(r"10\.[0-9]{4}/[0-9]+(?:\.[0-9]+)?")
_LABEL_BEFORE: Final = pattern(
    r"(?<![^\W_])doi(?:[\s:=*_~\"'`|>{}\[\]\\-]|</?\w{1,8}>){0,12}\Z", re.IGNORECASE
)
"""Matches a label before a DOI, with the markup between them."""
_REACH: Final = 120
_IN_TEXT: Final = frozenset({Form.TEXT, Form.VALUE})


class AnyMention(Protocol):
    """A mention, or the part of it that a run keeps."""

    @property
    def doi(self) -> Doi | None:
        """The DOI; None if the text is not a DOI."""

    @property
    def span(self) -> Span:
        """The span of the mention."""

    @property
    def longer(self) -> Sequence[Doi]:
        """The DOIs that end in marks after it, the shortest first."""

    def replace(self, **changes: Any) -> Self:  # noqa: ANN401 - each field has its own type
        """Return a copy with different values for some fields."""


class AnyDocument(Protocol):
    """A document with mentions and claims, or its draft."""

    @property
    def mentions(self) -> Sequence[AnyMention]:
        """Its mentions, in order."""

    @property
    def claims(self) -> Claims:
        """Its descriptions of their works."""

    def replace(self, **changes: Any) -> Self:  # noqa: ANN401 - each field has its own type
        """Return a copy with different values for some fields."""


_D = TypeVar("_D", bound=AnyDocument)


def as_registered(document: _D, outcomes: Mapping[Doi, Outcome]) -> _D:
    """Return a document, or a draft, with the DOIs that its mentions mean.

    Args:
        document: the document as it was read, or its draft.
        outcomes: the outcomes for its DOIs and for the longer ones.
    """
    mentions = list[AnyMention]()
    spans: dict[Span, tuple[Span, Doi]] = {}
    for mention in document.mentions:
        known = None if mention.doi is None else outcomes.get(mention.doi)
        if not isinstance(known, Missing):
            mentions.append(mention)
            continue
        doi = longer(mention, outcomes)
        if doi is not None:
            mentions.append(
                extended(mention, doi) if isinstance(mention, Mention) else mention.replace(doi=doi)
            )
            spans[mention.span] = mentions[-1].span, doi
        elif not (_has_no_prefix(known) and isinstance(mention, Mention) and is_number(mention)):
            mentions.append(mention)
    if len(mentions) == len(document.mentions) and not spans:
        return document
    old_claims = document.claims

    def claims() -> Iterator[Claim]:
        for claim in old_claims():
            span, doi = spans.get(claim.span, (claim.span, claim.doi))
            yield claim._replace(span=span, doi=doi)

    return document.replace(mentions=tuple(mentions), claims=Claims(claims))


def with_white_space(mention: Mention) -> Mention:
    """Return the mention of a DOI with white space in it or in its address as a broken one.

    `written` has no white space any more. The repair closes up the text in the document.
    """
    written, source = mention.written, mention.source.text
    broken = Break.LINE_BREAK if "\n" in written.whole.cut(source) else Break.GAP
    repair = written.text
    if mention.container is None:  # the escapes of the markup stay
        repair = "".join(span.cut(source) for span in written.spans(0, len(written.text)))
    return mention.replace(
        span=written.whole, form=Form.BROKEN, broken=broken, repair=repair, marks=None
    )


def is_number(mention: Mention) -> bool:
    """Return whether a text without label or link may be a decimal number, a slash and a number."""
    if mention.form not in _IN_TEXT or mention.spelling.kind is not Kind.BARE:
        return False
    field = mention.container
    if mention.form is Form.VALUE and field and field.text.text.strip() == mention.written.text:
        return False
    if not _NUMBERS.fullmatch(mention.spelling.text):
        return False
    start = mention.span.start
    return _LABEL_BEFORE.search(mention.source.text[max(0, start - _REACH) : start]) is None


def _has_no_prefix(known: Missing) -> bool:
    """Return whether no agency is known to have the prefix of an unregistered DOI."""
    return known.code == PREFIX_UNKNOWN or known.agency is None


def longer(mention: AnyMention, outcomes: Mapping[Doi, Outcome]) -> Doi | None:
    """Return the longer DOI that is meant; None if it is the DOI without the marks after it."""
    if mention.doi is None or not isinstance(outcomes.get(mention.doi), Missing):
        return None
    return next((doi for doi in mention.longer if isinstance(outcomes.get(doi), Found)), None)


def not_meant(
    mentions: Iterable[Mention], outcomes: Mapping[Doi, Outcome]
) -> tuple[set[Doi], dict[Doi, None]]:
    """Return the unregistered DOIs that no mention means, and the longer DOIs that some mean.

    Args:
        mentions: all mentions of unregistered DOIs, at least.
        outcomes: the outcomes for their DOIs and for the longer ones.
    """
    names, meant = set[Doi](), set[Doi]()
    others: dict[Doi, None] = {}
    for mention in mentions:
        known = None if mention.doi is None else outcomes.get(mention.doi)
        if mention.doi is None or not isinstance(known, Missing):
            continue
        names.add(mention.doi)
        doi = longer(mention, outcomes)
        if doi is not None:
            others[doi] = None
        elif not (_has_no_prefix(known) and is_number(mention)):
            meant.add(mention.doi)
    return names - meant, others


def extended(mention: Mention, doi: Doi) -> Mention:
    """Return a mention with one of its longer DOIs.

    A bare address is a link only as far as the page makes it one. If this is not exactly the longer
    DOI, the mention is broken (DOI401).
    """
    marks = cast("PlacedText", mention.marks)
    count = len(str(doi)) - len(str(mention.doi))
    written = PlacedText.joined([mention.written, marks.part(0, count)])
    end = len(written.text)
    spelling = mention.spelling.replace(
        text=written.text,
        name=Span(mention.spelling.name.start, end),
        tail=Span(end, end),
        doi=doi,
    )
    span = Span(mention.span.start, written.whole.end)
    mention = mention.replace(span=span, written=written, spelling=spelling, marks=None)
    if not (mention.form is Form.BARE_LINK or mention.broken is Break.TOO_LATE):
        return mention
    linked = count if mention.linked is None else mention.linked
    if count == linked:
        return mention.replace(form=Form.BARE_LINK, broken=None, repair=None)
    if count < linked and not mention.in_rst:
        return mention.replace(broken=Break.GOES_ON, repair=_repair(mention))
    broken = Break.TOO_EARLY if count > linked else Break.TOO_LATE
    return mention.replace(form=Form.BROKEN, broken=broken, repair=_repair(mention))


def _repair(mention: Mention) -> str:
    """Return the address of a DOI in running text, in a form that the page links as a whole."""
    address = encoded(mention.spelling)
    if mention.source.is_mdx:
        return f"[{link_text(str(mention.doi))}]({markdown_destination(address)})"
    return f"<{address}>"
