"""What a format makes of a file, and Sphinx of a page: the input of all that follows.

A bare name in running text needs no link where its block has one already: mentions know that.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.container import Container
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.notations import Notations
from mdlint_doi.names.scan.find import read
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, moved
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.lint.directives import Suppression
    from mdlint_doi.works.claim import Claim

_BLANKS: Final = " \t\r\n"
_LABEL: Final = pattern(r"\A[\s*_~(\[\"']*(?:doi:?\s*(?=https?:|(?:dx\.)?doi\.))?", re.IGNORECASE)
_AROUND: Final = (
    (pattern(r"\A\s*"), _BLANKS),
    (_LABEL, _BLANKS + "*_~.,;\"'"),
    (_LABEL, _BLANKS + "*_~.,;\"')]"),
)
"""What may stand around an address that is all of a link's text: blanks; and emphasis, marks of the
sentence, a label."""


class Claims:
    """What a document says of the works of its mentions, read when it is first asked for.

    The span of each claim is that of its mention; a run that asks for no works reads none.
    """

    __slots__ = ("_by_span", "_made", "_make", "_places", "_repeated")

    def __init__(self, make: Callable[[], Iterable[Claim]] | None = None) -> None:
        """Take what reads them; None: the format has none."""
        self._make = make
        self._made: tuple[Claim, ...] | None = None if make else ()
        self._by_span: dict[Span, tuple[Claim, ...]] | None = None
        self._places: dict[Doi, list[int]] = {}
        self._repeated: dict[Span, Claim] = {}

    def __call__(self) -> tuple[Claim, ...]:
        """Return the claims, in order."""
        if self._made is None and self._make is not None:
            self._made, self._make = tuple(self._make()), None
        return self._made or ()

    def __reduce__(self) -> tuple[object, ...]:
        """Send the claims themselves to another process."""
        return _made, (self(),)

    def of(self, span: Span) -> tuple[Claim, ...]:
        """Return what is said of a mention: nothing, one claim, or one for each use of a link."""
        return self._index().get(span, ())

    def is_near(self, doi: Doi, span: Span, distance: int) -> bool:
        """Return whether a DOI stands within so many code points before or behind a mention."""
        self._index()
        places = self._places.get(doi, [])
        at = bisect_left(places, span.start - distance)
        return at < len(places) and places[at] < span.end + distance

    def repeated(self, span: Span) -> Claim | None:
        """Return the claim before that of a mention, if that says the same of the same DOI.

        As in `doi:10.1000/182, https://doi.org/10.1000/182`, or in the fields `doi` and `url`.
        """
        self._index()
        return self._repeated.get(span)

    def _index(self) -> dict[Span, tuple[Claim, ...]]:
        if self._by_span is None:
            last: dict[Doi, Claim] = {}
            found: dict[Span, list[Claim]] = {}
            for claim in sorted(self(), key=lambda one: one.span):
                found.setdefault(claim.span, []).append(claim)
                if claim.doi is not None:
                    self._places.setdefault(claim.doi, []).append(claim.span.start)
                    if (before := last.get(claim.doi)) and _is_repeated(before, claim):
                        self._repeated[claim.span] = before
                    last[claim.doi] = claim
            self._by_span = {span: tuple(several) for span, several in found.items()}
        return self._by_span

    def __eq__(self, other: object) -> bool:
        """Return whether these are claims, too: they follow from text and mentions."""
        return isinstance(other, Claims)

    def __hash__(self) -> int:
        """Return the hash of all claims."""
        return 0


def _made(claims: tuple[Claim, ...]) -> Claims:
    return Claims(lambda: claims)


def _is_repeated(before: Claim, claim: Claim) -> bool:
    """Return whether two claims of one DOI are those of one citation.

    They say the same, and what they say does not stand between them once more.
    """
    if not 0 <= claim.span.start - before.span.end < len(claim.words):
        return False
    stated = (before.titles, before.people, before.years)
    return stated == (claim.titles, claim.people, claim.years)


NO_CLAIMS: Final = Claims()


class Document(Value):
    """A document as it was read.

    Attributes:
        source: its text.
        mentions: its DOIs, in order.
        suppressions: its `mdlint-doi-…` comments.
        problem: why it could not be read at all; empty if it could.
        unread_from: where it goes wrong, of a document that need not be readable: that is then a
            warning; None: an error.
        note: what a user should know of how it was read; empty without anything.
        claims: what it says of the works of its mentions.
        may_be_made_up: an entry may give a year to come, or names that stand for a name, so that
            its claims are worth reading where no works are asked for.

    """

    source: Source
    mentions: tuple[Mention, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    problem: str = ""
    note: str = ""
    claims: Claims = NO_CLAIMS
    may_be_made_up: bool = False
    unread_from: int | None = None

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.source.name

    def within(
        self, source: Source, places: PlacedText, container: Container | None = None
    ) -> Document:
        """Return a document that stands inside a file, with all its places in the file.

        Args:
            source: the file.
            places: the document's text, with its places in the file.
            container: of the mentions, where a text is written otherwise than in the document.

        """
        mentions = tuple([one.replace(context=one.around) for one in self.mentions])
        suppressions = tuple([one.with_lines_of(self.source) for one in self.suppressions])
        found = moved((mentions, suppressions), places, source)
        return Document(
            source,
            tuple(_in_container(one, container) for one in found[0]) if container else found[0],
            found[1],
            self.problem,
            self.note,
            Claims(lambda: moved(self.claims(), places, source)),
        )


def joined(source: Source, parts: Sequence[Document]) -> Document:
    """Return a file as one document that it is made of, each with its places in the file."""
    mentions = tuple([one for part in parts for one in part.mentions])
    suppressions = tuple([one for part in parts for one in part.suppressions])
    claims = Claims(lambda: chain.from_iterable([part.claims() for part in parts]))
    return Document(source, mentions, suppressions, claims=claims)


def _in_container(mention: Mention, container: Container) -> Mention:
    shown = tuple(one.replace(container=container) for one in mention.shown)
    own = mention.container
    return mention.replace(container=own.inside(container) if own else container, shown=shown)


def with_links_noted(mentions: Sequence[tuple[int, Mention]]) -> list[Mention]:
    """Return the mentions; bare names know whether their block links them, or names them before.

    Args:
        mentions: each with the number of its block: a paragraph, a title, a cell. In the order of
            the text.

    """
    if not any(_is_noted(one) for _, one in mentions):
        return [one for _, one in mentions]
    linked = {(block, one.doi) for block, one in mentions if _is_linked(one.form)}
    noted = []
    for block, one in mentions:
        if _is_noted(one) and one.doi:
            if (block, one.doi) in linked:
                one = one.replace(linked_in_block=True)  # noqa: PLW2901
            linked.add((block, one.doi))
        noted.append(one)
    return noted


def _is_noted(mention: Mention) -> bool:
    """Return whether it matters what else its block says; of an identifier also in a link."""
    is_identifier = mention.spelling.kind is Kind.IDENTIFIER
    return mention.form is Form.TEXT or (mention.form is Form.LINK_TEXT and is_identifier)


def _is_linked(form: Form) -> bool:
    """Return whether a reader can follow the mention, or a role makes it a link."""
    return form.is_link or form is Form.ROLE


def shown_address(text: PlacedText, target: Mention, notations: Notations) -> Mention | None:
    """Return the address that a link's text is; None if it is none of the target's name.

    Args:
        text: of the link, the markup's escapes undone.
        target: the mention that the link leads to.
        notations: what counts as a DOI.

    """
    for before, behind in _AROUND:
        start = len(text.text) - len(before.sub("", text.text, count=1))
        plain = text.part(start, max(start, len(text.text.rstrip(behind))))
        spelling = read(plain.text, notations.of_names)
        if spelling is None or spelling.kind is not Kind.LINK or spelling.doi is None:
            continue
        if spelling.doi == target.doi:
            return Mention(target.source, plain.whole, plain, Form.LINK_TEXT, spelling)
    return None
