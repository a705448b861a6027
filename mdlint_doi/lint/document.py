"""A document with its DOIs, from a format for a file or from Sphinx for a page.

A DOI in running text needs no link if its block already contains a link to it; each mention has
this information.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from mdlint_doi.lint.model import Container, Edit, Form, Mention
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.scan.find import read
from mdlint_doi.names.spelling import Kind, Notations
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, moved
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.works.candidates import Cited
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
_DIRECTIVE: Final = pattern(r"\s*mdlint-doi-(?P<word>[\w-]+):?(?P<rest>(?:[\s,].*)?)\Z", re.DOTALL)
_REASON: Final = pattern(r"(?:\A|\s)--(?:\s|\Z)")
_SELECTOR: Final = pattern(r"[^\s,]+")
_MOST: Final = 200
"""Selectors of one comment; there are fewer rules."""
Insert = Callable[[Doi], Edit | None]
"""Returns what writes a DOI into a reference; None where that cannot be."""


class Claims:
    """The descriptions of works in a document, read at their first use.

    The span of each claim is that of its mention; a run that looks up no works reads none.
    """

    __slots__ = ("_by_span", "_made", "_make", "_places", "_repeated")

    def __init__(self, make: Callable[[], Iterable[Claim]] = tuple) -> None:
        """Take what reads them; a format may have none."""
        self._make = make
        self._made: tuple[Claim, ...] | None = None
        self._by_span: dict[Span, tuple[Claim, ...]] | None = None
        self._places: dict[Doi, list[int]] = {}
        self._repeated: dict[Span, Span] = {}

    def __call__(self) -> tuple[Claim, ...]:
        """Return the claims, in order."""
        if self._made is None:
            self._made = tuple(self._make())
            self._make = tuple
        return self._made

    def __reduce__(self) -> tuple[object, ...]:
        """Send the claims themselves to another process."""
        return _made, (self(),)

    def of(self, span: Span) -> tuple[Claim, ...]:
        """Return the claims at a mention: none, one, or one for each use of a link."""
        return self._index().get(span, ())

    def is_near(self, doi: Doi, span: Span, distance: int) -> bool:
        """Return whether a DOI stands within so many code points before or after a mention."""
        self._index()
        places = self._places.get(doi, [])
        at = bisect_left(places, span.start - distance)
        return at < len(places) and places[at] < span.end + distance

    def repeated(self, span: Span) -> Span | None:
        """Return the place of the first mention that says the same of the same DOI; None: it is.

        As in `doi:10.1000/182, https://doi.org/10.1000/182`, or in the fields `url` and `ee`.
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
                        first = self._repeated.get(before.span, before.span)
                        self._repeated[claim.span] = first
                    last[claim.doi] = claim
            self._by_span = {span: tuple(several) for span, several in found.items()}
        return self._by_span

    def __eq__(self, other: object) -> bool:
        """Return whether these are claims, too: they follow from text and mentions."""
        return isinstance(other, Claims)

    def __hash__(self) -> int:
        """Return the same for all: they are equal."""
        return 0


NO_CLAIMS: Final = Claims()


def _made(claims: tuple[Claim, ...]) -> Claims:
    return Claims(lambda: claims)


def _is_repeated(before: Claim, claim: Claim) -> bool:
    """Return whether two claims of one DOI are of one citation, or of one entry.

    Those of a citation are alike, with no words between.
    """
    stated = (before.titles, before.people, before.years)
    if before.span == claim.span or before.entry != claim.entry:
        return False
    if stated != (claim.titles, claim.people, claim.years):
        return False
    return claim.entry is not None or (0 <= claim.span.start - before.span.end < len(claim.words))


class Directive(StrEnum):
    """The words behind `mdlint-doi-`."""

    DISABLE = "disable"
    ENABLE = "enable"
    LINE = "disable-line"
    NEXT_LINE = "disable-next-line"
    FILE = "disable-file"
    UNKNOWN = "unknown"
    """Another word, a slip most likely; it is reported."""


class Suppression(Value):
    """One comment as it stands in a document.

    Attributes:
        directive: which word follows `mdlint-doi-`.
        selectors: codes, names or families as written, each with its span; empty: all rules. For
            an unknown directive, the word itself.
        span: the whole comment.
        lines: the lines that `-line` or `-next-line` holds for, where these are not lines of the
            file but of a text that a string holds; None otherwise.
    """

    directive: Directive
    selectors: tuple[tuple[str, Span], ...]
    span: Span
    lines: tuple[Span, ...] | None = None

    def with_lines_of(self, source: Source) -> Suppression:
        """Return the comment with the lines that it holds for, in the document that it is of."""
        if self.lines is not None:
            return self
        return self.replace(lines=tuple(_lines(self, source)))


def _lines(one: Suppression, source: Source) -> Iterator[Span]:
    if one.directive not in {Directive.LINE, Directive.NEXT_LINE}:
        return
    starts = source.line_starts
    first, last = (
        source.location(at).line - source.first_line
        for at in (one.span.start, max(one.span.start, one.span.end - 1))
    )
    lines = range(first, last + 1) if one.directive is Directive.LINE else (last + 1,)
    yield from (source.line_span(starts[line]) for line in lines if line < len(starts))


def read_directive(text: str, offset: int) -> Suppression | None:
    """Return what a comment asks for, by its inside and where that begins; None: it is not for us.

    Selectors follow the word, with commas or spaces between them. The text after ` -- ` is a
    reason, which is not read.
    """
    match = _DIRECTIVE.match(text)
    if match is None:
        return None
    span = Span(offset, offset + len(text))
    word = match["word"]
    if word not in set(Directive) - {Directive.UNKNOWN}:
        at = Span(*match.span("word")).shift(offset)
        return Suppression(Directive.UNKNOWN, ((word, at),), span)
    reason = _REASON.search(text, match.start("rest"))
    end = reason.start() if reason else len(text)
    selectors = tuple(
        (one[0], Span(*one.span()).shift(offset))
        for one in islice(_SELECTOR.finditer(text, match.start("rest"), end), _MOST)
    )
    return Suppression(Directive(word), selectors, span)


class Document(Value):
    """A document as it was read.

    Attributes:
        source: the document's text.
        mentions: its mentions of DOIs, in order of the text.
        suppressions: its `mdlint-doi-…` comments.
        problem: why it could not be read at all; empty: it could.
        note: what the user should know about how it was read; empty: nothing.
        claims: its descriptions of the works of its mentions.
        may_be_made_up: whether an entry may state a year to come, or placeholders for names, so
            that its claims are needed even where no works are looked up.
        unread_from: the offset where it goes wrong, for a document that need not be readable: the
            problem is then a warning; None otherwise.
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

        `places` is its text, with its places in the file; `container` that of the mentions, where
        a text is written otherwise than in the document.
        """
        mentions = tuple([one.replace(context=one.surroundings) for one in self.mentions])
        suppressions = tuple([one.with_lines_of(self.source) for one in self.suppressions])
        mentions, suppressions = moved((mentions, suppressions), places, source)
        if container:
            mentions = tuple([_in_container(one, container) for one in mentions])
        claims = Claims(lambda: moved(self.claims(), places, source))
        return Document(source, mentions, suppressions, self.problem, self.note, claims)


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
    """Return the mentions; DOIs alone know whether their block links them, or has them before.

    `mentions` has each with the number of its block (a paragraph, a title, a cell), in the order of
    the text.
    """
    if not any(_is_noted(one) for _, one in mentions):
        return [one for _, one in mentions]
    # A reader can follow these, or a role makes them links.
    linked = {
        (block, one.doi) for block, one in mentions if one.form.is_link or one.form is Form.ROLE
    }
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


class LeftOut(StrEnum):
    """Why a reference without a DOI is not searched; the value is part of the summary."""

    NO = ""
    """It is searched."""
    KIND = "of a kind that usually has no DOI (web page, manual)"
    ARXIV = "with an arXiv number, which gives the DOI: 10.48550/arXiv.NUMBER"
    LITTLE = "without an author, a year or a title"


class Reference(Value):
    """A reference without a DOI, as a format reads it.

    Attributes:
        source: the document.
        span: what to underline.
        cited: its description of the work.
        insert: returns the edit that writes a DOI into it.
        where: the part of a data file that it is, as messages call it; empty in a document.
        left_out: why it is not searched; `LeftOut.NO`: it is.
    """

    source: Source
    span: Span
    cited: Cited
    insert: Insert
    where: str = ""
    left_out: LeftOut = LeftOut.NO


def never(_doi: Doi) -> None:
    """Write nothing: for references whose end is not known letter by letter."""
