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
"""The text that may surround an address in the text of a link, in three grades.

It consists of blanks; then also of emphasis, punctuation and a label; then also of brackets.
"""
_PREFIX: Final = "mdlint-doi-"
_DIRECTIVE: Final = pattern(rf"\s*{_PREFIX}(?P<word>[\w-]+):?(?P<rest>(?:[\s,].*)?)\Z", re.DOTALL)
_NEARLY: Final = pattern(
    r"\s*(?P<written>mdlint[-_ ]?doi[-_: ]{1,2}(?:disable|enable|ignore)"
    r"(?:[-_ ]?(?:next[-_ ]?)?(?:line|file))?)(?=[\s,:=]|\Z)",
    re.IGNORECASE,
)
"""Matches a comment that is meant for mdlint-doi, in a spelling that it does not read."""
WORD: Final = "mdlint"
"""The word in each comment for mdlint-doi, also if the rest is misspelt."""
_REASON: Final = pattern(r"(?:\A|\s)--(?:\s|\Z)")
_SELECTOR: Final = pattern(r"[^\s,]+")
_MOST: Final = 200
"""The maximum number of selectors that are read in a comment; there are fewer rules."""
Insert = Callable[[Doi], Edit | None]
"""Returns the edit that adds a DOI to a reference; None if this is not possible."""


class Claims:
    """The descriptions of works in a document, which are read when they are first used.

    The span of each claim is that of its mention. A run without look-ups of works reads none.
    """

    __slots__ = ("_by_span", "_made", "_make", "_places", "_repeated")

    def __init__(self, make: Callable[[], Iterable[Claim]] = tuple) -> None:
        """Keep the function that reads the claims; by default, there are none."""
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
        """Pickle the claims instead of the function, for work in several processes."""
        return _made, (self(),)

    def of(self, span: Span) -> tuple[Claim, ...]:
        """Return the claims at a mention: none, one, or one for each use of a link."""
        return self._index().get(span, ())

    def is_near(self, doi: Doi, span: Span, distance: int) -> bool:
        """Return whether a DOI is at most so many code points before or after a mention."""
        self._index()
        places = self._places.get(doi, [])
        at = bisect_left(places, span.start - distance)
        return at < len(places) and places[at] < span.end + distance

    def repeated(self, span: Span) -> Span | None:
        """Return the span of the first mention in the same citation or entry, for a repeated one.

        A DOI is repeated in `doi:10.1000/182, https://doi.org/10.1000/182`, or in the fields `url`
        and `ee`. The result is None for a mention that does not repeat another one.
        """
        self._index()
        return self._repeated.get(span)

    def _index(self) -> dict[Span, tuple[Claim, ...]]:
        if self._by_span is None:
            last: dict[Doi, Claim] = {}
            found: dict[Span, list[Claim]] = {}
            for claim in sorted(self(), key=lambda claim: claim.span):
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
        """Return True for all claims, because they follow from the text and the mentions."""
        return isinstance(other, Claims)

    def __hash__(self) -> int:
        """Return the same hash for all claims, because they are equal."""
        return 0


NO_CLAIMS: Final = Claims()


def _made(claims: tuple[Claim, ...]) -> Claims:
    """Return descriptions that are already read; for unpickling."""
    return Claims(lambda: claims)


def _is_repeated(before: Claim, claim: Claim) -> bool:
    """Return whether two claims about one DOI are of one citation, or of one entry.

    The claims of one citation state the same, and there is no further text between them.
    """
    stated = (before.titles, before.people, before.years)
    if before.span == claim.span or before.entry != claim.entry:
        return False
    if stated != (claim.titles, claim.people, claim.years):
        return False
    return claim.entry is not None or (0 <= claim.span.start - before.span.end < len(claim.words))


class Directive(StrEnum):
    """The words that may follow `mdlint-doi-` in a comment."""

    DISABLE = "disable"
    ENABLE = "enable"
    LINE = "disable-line"
    NEXT_LINE = "disable-next-line"
    FILE = "disable-file"
    UNKNOWN = "unknown"
    """Any other word, which is probably mistyped; it is reported."""


class Suppression(Value):
    """One `mdlint-doi-…` comment in a document.

    Attributes:
        directive: the word after `mdlint-doi-`.
        selectors: codes, names or families as written, each with its span; empty for all rules. For
            an unknown directive, the word itself.
        span: the span of the whole comment.
        lines: the lines to which `-line` or `-next-line` applies, if they are lines of a document
            inside a file; None if they are lines of the file.
    """

    directive: Directive
    selectors: tuple[tuple[str, Span], ...]
    span: Span
    lines: tuple[Span, ...] | None = None

    def with_lines_of(self, source: Source) -> Suppression:
        """Return the comment with the lines of its own document to which it applies."""
        if self.lines is not None:
            return self
        return self.replace(lines=tuple(_lines(self, source)))


def _lines(suppression: Suppression, source: Source) -> Iterator[Span]:
    """Yield the lines to which a comment about its own or the next line applies."""
    if suppression.directive not in {Directive.LINE, Directive.NEXT_LINE}:
        return
    starts = source.line_starts
    first, last = (
        source.location(at).line - source.first_line
        for at in (suppression.span.start, max(suppression.span.start, suppression.span.end - 1))
    )
    lines = range(first, last + 1) if suppression.directive is Directive.LINE else (last + 1,)
    yield from (source.line_span(starts[line]) for line in lines if line < len(starts))


def read_directive(text: str, offset: int) -> Suppression | None:
    """Return the suppression in a comment; None if the comment is not for mdlint-doi.

    Selectors follow the word, separated by commas or spaces. The text after ` -- ` is a reason,
    which is not read.

    Args:
        text: the text inside the comment.
        offset: the offset of this text in the document.
    """
    match = _DIRECTIVE.match(text)
    span = Span(offset, offset + len(text))
    if match is None:
        nearly = _NEARLY.match(text)
        if nearly is None:
            return None
        at = Span(*nearly.span("written")).shift(offset)
        return Suppression(Directive.UNKNOWN, ((nearly["written"], at),), span)
    word = match["word"]
    if word not in set(Directive) - {Directive.UNKNOWN}:
        written = f"{_PREFIX}{word}"
        at = Span(match.start("word") - len(_PREFIX), match.end("word")).shift(offset)
        return Suppression(Directive.UNKNOWN, ((written, at),), span)
    reason = _REASON.search(text, match.start("rest"))
    end = reason.start() if reason else len(text)
    selectors = tuple(
        (selector[0], Span(*selector.span()).shift(offset))
        for selector in islice(_SELECTOR.finditer(text, match.start("rest"), end), _MOST)
    )
    return Suppression(Directive(word), selectors, span)


class Unread(Value):
    """A document, or a part of it, that could not be read; a DOI in it is not known.

    Attributes:
        reason: the reason and what to do, in one line.
        span: the place of the first error; None: no place is known.
        is_whole: whether nothing of the document could be read.
    """

    reason: str
    span: Span | None = None
    is_whole: bool = False


class Document(Value):
    """A document with its mentions and comments.

    Attributes:
        source: the document's text.
        mentions: its mentions of DOIs, in order of the text.
        suppressions: its `mdlint-doi-…` comments.
        unread: the parts that could not be read, or the whole document.
        claims: its descriptions of the works with these DOIs.
        may_name_nobody: whether an entry may state placeholders for names, so that the claims are
            needed even if no works are looked up.
        latest_year: the latest year that an entry may state, for the same reason; 0: none is known.
    """

    source: Source
    mentions: tuple[Mention, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    unread: tuple[Unread, ...] = ()
    claims: Claims = NO_CLAIMS
    may_name_nobody: bool = False
    latest_year: int = 0

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.source.name

    @property
    def is_unread(self) -> bool:
        """Whether nothing of it could be read."""
        return any(part.is_whole for part in self.unread)

    def within(
        self, source: Source, places: PlacedText, container: Container | None = None
    ) -> Document:
        """Return this document, which is inside a file, with all offsets in the file.

        Args:
            source: the file.
            places: the document's text, with the offsets of its characters in the file.
            container: the part of the file that contains the document, if a text has a different
                written form there; otherwise None.
        """
        mentions = tuple(
            [mention.replace(context=mention.surroundings) for mention in self.mentions]
        )
        suppressions = tuple(
            [suppression.with_lines_of(self.source) for suppression in self.suppressions]
        )
        unread = tuple([part.replace(is_whole=False) for part in self.unread])
        mentions, suppressions, unread = moved((mentions, suppressions, unread), places, source)
        if container:
            mentions = tuple([_in_container(mention, container) for mention in mentions])
        claims = Claims(lambda: moved(self.claims(), places, source))
        return Document(source, mentions, suppressions, unread, claims)


def joined(source: Source, parts: Sequence[Document]) -> Document:
    """Return a file as one document, given the documents in it, with offsets in the file."""
    mentions = tuple([mention for part in parts for mention in part.mentions])
    suppressions = tuple([suppression for part in parts for suppression in part.suppressions])
    unread = tuple([passage for part in parts for passage in part.unread])
    claims = Claims(lambda: chain.from_iterable([part.claims() for part in parts]))
    return Document(source, mentions, suppressions, unread, claims)


def _in_container(mention: Mention, container: Container) -> Mention:
    shown = tuple(address.replace(container=container) for address in mention.shown)
    own = mention.container
    return mention.replace(container=own.inside(container) if own else container, shown=shown)


def with_links_noted(mentions: Sequence[tuple[int, Mention]]) -> list[Mention]:
    """Return the mentions with `linked_in_block` set.

    It is set if the block also links the DOI, or contains it before. `mentions` contains each
    mention with the number of its block (a paragraph, a title, a cell), in the order of the text.
    """
    if not any(_is_noted(mention) for _, mention in mentions):
        return [mention for _, mention in mentions]
    # Readers can follow these links, and those that roles create.
    linked = {
        (block, mention.doi)
        for block, mention in mentions
        if mention.form.is_link or mention.form is Form.ROLE
    }
    noted = []
    for block, mention in mentions:
        if _is_noted(mention) and mention.doi:
            if (block, mention.doi) in linked:
                mention = mention.replace(linked_in_block=True)  # noqa: PLW2901
            linked.add((block, mention.doi))
        noted.append(mention)
    return noted


def _is_noted(mention: Mention) -> bool:
    """Return whether `linked_in_block` applies: to running text, and to an identifier in a link."""
    is_identifier = mention.spelling.kind is Kind.IDENTIFIER
    return mention.form is Form.TEXT or (mention.form is Form.LINK_TEXT and is_identifier)


def shown_address(text: PlacedText, target: Mention, notations: Notations) -> Mention | None:
    """Return the mention of the address in a link's text; None unless it has the target's DOI.

    Args:
        text: the text of the link, without the escapes of the markup.
        target: the mention in the target of the link.
        notations: the notations that count as DOIs.
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
    """The reference is searched."""
    KIND = "of a kind that usually has no DOI (web page, manual)"
    ARXIV = "with an arXiv number, which gives the DOI: 10.48550/arXiv.NUMBER"
    LITTLE = "without an author, a year or a title"


class Reference(Value):
    """A reference without a DOI, as a format reads it.

    Attributes:
        source: the document.
        span: the span to underline.
        cited: its description of the work.
        insert: returns the edit that adds a DOI to it.
        where: the name of its part of a data file in messages; empty in a document.
        left_out: why it is not searched; `LeftOut.NO` if it is searched.
    """

    source: Source
    span: Span
    cited: Cited
    insert: Insert
    where: str = ""
    left_out: LeftOut = LeftOut.NO


def never(_doi: Doi) -> None:
    """Return None instead of an edit, for references whose end in the source is not known."""
