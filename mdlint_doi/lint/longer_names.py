"""DOIs that end in a mark: the marks after an unregistered DOI in running text may belong to it.

In running text, nothing shows where a DOI ends, so the marks after it are left to the text. A few
registered DOIs end in such marks. If a DOI is not registered, but would be with some of the marks
after it, the longer DOI is meant. If both are registered, the shorter one is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, TypeVar, cast

from mdlint_doi.lint.document import Claims
from mdlint_doi.lint.model import Break, Form, Mention
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import bare_address, encoded
from mdlint_doi.names.outcome import Found, Missing, Outcome
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim

_NO_AUTOLINK: Final = ".mdx"
"""The end of the names of files in which `<…>` is a tag."""


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
    """Return a document, or a draft, in which mentions have the longer DOIs that are meant.

    Args:
        document: the document as it was read, or its draft.
        outcomes: the outcomes for its DOIs and for the longer ones.
    """
    meant = {at: doi for at, one in enumerate(document.mentions) if (doi := longer(one, outcomes))}
    if not meant:
        return document
    mentions = list(document.mentions)
    spans: dict[Span, tuple[Span, Doi]] = {}
    for at, doi in meant.items():
        old = mentions[at]
        mentions[at] = extended(old, doi) if isinstance(old, Mention) else old.replace(doi=doi)
        spans[old.span] = mentions[at].span, doi
    old_claims = document.claims

    def claims() -> Iterator[Claim]:
        for claim in old_claims():
            span, doi = spans.get(claim.span, (claim.span, claim.doi))
            yield claim._replace(span=span, doi=doi)

    return document.replace(mentions=tuple(mentions), claims=Claims(claims))


def longer(mention: AnyMention, outcomes: Mapping[Doi, Outcome]) -> Doi | None:
    """Return the longer DOI that is meant; None if it is the DOI without the marks after it."""
    if mention.doi is None or not isinstance(outcomes.get(mention.doi), Missing):
        return None
    return next((one for one in mention.longer if isinstance(outcomes.get(one), Found)), None)


def read_longer(
    mentions: Iterable[AnyMention], outcomes: Mapping[Doi, Outcome]
) -> dict[Doi, set[Doi]]:
    """Return the unregistered DOIs of which each mention means a longer one, with the longer ones.

    Args:
        mentions: all mentions of unregistered DOIs, at least.
        outcomes: the outcomes for their DOIs and for the longer ones.
    """
    found: dict[Doi, set[Doi]] = {}
    others = set[Doi]()
    for one in mentions:
        doi = longer(one, outcomes)
        if one.doi is not None and doi is not None:
            found.setdefault(one.doi, set()).add(doi)
        elif one.doi is not None:
            others.add(one.doi)
    return {doi: names for doi, names in found.items() if doi not in others}


def extended(mention: Mention, doi: Doi) -> Mention:
    """Return a mention with one of its longer DOIs.

    A bare address is a link only as far as the page makes it one. If this is not exactly the longer
    DOI, the mention is broken (DOI401). HTML itself makes no link of an address.
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
    if count == mention.linked or mention.in_html:
        return mention.replace(form=Form.BARE_LINK, broken=None, repair=None)
    broken = Break.TOO_EARLY if count > mention.linked else Break.TOO_LATE
    return mention.replace(form=Form.BROKEN, broken=broken, repair=_repair(mention))


def _repair(mention: Mention) -> str:
    """Return the address of a DOI in running text, in a form that the page links as a whole."""
    address = encoded(mention.spelling)
    if mention.source.name.lower().endswith(_NO_AUTOLINK):
        return bare_address(address)
    return f"<{address}>"
