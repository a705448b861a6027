"""Collect the mentions of a document with markup, in any syntax.

Each syntax has a translator, which passes its constructs to the `Collector` one by one, and a
`Reader`, which recognizes how the syntax breaks a DOI.

Constructs with explicit delimiters (a destination, an autolink, an attribute, an option) contain
one DOI or none: their whole text is read. The text of a link to a resolver is its title; in any
other link, a DOI is reported as link text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, ClassVar, Final, Protocol

from mdlint_doi.formats.badge import badge_name
from mdlint_doi.formats.code import DataName, in_code, read_block, read_entries
from mdlint_doi.lint.document import (
    Claims,
    Document,
    Suppression,
    Unread,
    shown_address,
    with_links_noted,
)
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.placeholders import is_generated
from mdlint_doi.lint.running_names import with_white_space
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.scan.find import read
from mdlint_doi.names.scan.white_space import closed_up
from mdlint_doi.names.spelling import Kind, Notations, Spelling
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span, overlaps
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim

Range = tuple[int, int]
"""Start and end in the text of a leaf."""
ClaimsIn = Callable[[Source, Sequence[Mention]], Iterable["Claim"]]
"""A function that returns the claims of a document about the works of its mentions."""
_GUESSED: Final = frozenset({Kind.PUBLISHER, Kind.IDENTIFIER})
"""Kinds of DOIs in links whose text is searched for further DOIs."""


class TextLeaf(Protocol):
    """A block of text that contains no other block."""

    @property
    def number(self) -> int:
        """A number that leaves share if a reader sees them as one block."""

    @property
    def content(self) -> PlacedText:
        """Its text with places in the document, without the markers of the blocks around it."""

    def visible(self, start: int, end: int) -> str:
        """Return the visible text of a range, on one line."""

    def address(self, start: int, end: int) -> PlacedText | None:
        """Return the text of a link without escapes; None if it cannot be an address."""


class Delimited(Value):
    """A construct whose content is one DOI or none.

    Attributes:
        form: the form of the mention.
        whole: the span of the construct in the document.
        written: its content without escapes, with its places in the document.
        title: the title of the mention, if `text` is None.
        text: start and end of the visible text, which is the title; None if there is no such text.
        angle: whether no bracket ends the destination, because it is in `<…>` or extends to the end
            of the line.
        presented: whether the construct itself shows that its content is a DOI.
    """

    form: Form
    whole: Span
    written: PlacedText
    title: str | None = None
    text: Range | None = None
    angle: bool = False
    presented: bool = False


class Reader:
    """Reads the DOIs of one document; each syntax adds how it breaks a DOI."""

    in_rst: ClassVar[bool] = False

    def __init__(self, source: Source, notations: Notations) -> None:
        """Receive the document, and the notations that count as DOIs."""
        self.source = source
        self.notations = notations

    def delimited(self, leaf: TextLeaf, construct: Delimited) -> Mention | None:
        """Return the mention in a construct; None if it presents no DOI or is from a template."""
        written = construct.written
        spelling = self.spelling(written.text, presented=construct.presented)
        if spelling is None or spelling.doi is None:
            closed = closed_up(written).text
            seen = self.spelling(closed.text) if closed is not written else None
            if seen is not None and seen.doi is not None:
                written, spelling = closed, seen
        if spelling is None or is_generated(written.text):
            return None
        title = leaf.visible(*construct.text) if construct.text else construct.title
        source, angle, in_rst = self.source, construct.angle, self.in_rst
        mention = Mention(
            source,
            construct.whole,
            written,
            construct.form,
            spelling,
            title,
            angle=angle,
            in_rst=in_rst,
        )
        return mention if written is construct.written else with_white_space(mention)

    def badge(self, leaf: TextLeaf, construct: Delimited) -> Mention | None:
        """Return the mention of the DOI that a picture shows; None if it is not a badge.

        No edit can change it, because its text is a part of the address of the picture.
        """
        name = badge_name(construct.written.text) if "/badge/" in construct.written.text else None
        if name is None:
            return None
        written = PlacedText.coarse(name, construct.written.whole)
        return self.inert(leaf, construct.replace(written=written))

    def inert(self, leaf: TextLeaf, construct: Delimited) -> Mention | None:
        """Return the mention of a DOI that cannot be a link, such as that of a component."""
        mention = self.delimited(leaf, construct.replace(form=Form.LINK_TEXT))
        return mention and mention.replace(linked_in_block=True)

    def spelling(self, text: str, *, presented: bool = False) -> Spelling | None:
        """Return the spelling of a whole text; None if it presents no DOI."""
        return read(text, self.notations, presented=presented)


class Collector:
    """Collects mentions leaf by leaf; definitions come first, because links refer to them."""

    def __init__(self, reader: Reader) -> None:
        """Receive the reader of the document."""
        self.mentions: list[tuple[int, Mention]] = []  # in no order; with the leaf's number
        self.suppressions: list[Suppression] = []
        self.unread: list[Unread] = []
        self._reader = reader
        self._data: list[Document] = []  # blocks of data, and references in front matter
        self._definitions: dict[str, int | None] = {}  # index of the mention, by label
        self._titles: dict[int, str] = {}  # by definition: the first link text with a digit
        # By definition: the link texts that are addresses.
        self._shown: defaultdict[int, list[Mention]] = defaultdict(list)

    def document(self, claims_in: ClaimsIn, hidden: Sequence[Span] = ()) -> Document:
        """Return the document, without mentions in `hidden`, which does not appear on the page."""
        for index, title in self._titles.items():
            self._change(index, title=title)
        for index, shown in self._shown.items():
            self._change(index, shown=tuple(shown))
        kept = [pair for pair in self.mentions if not overlaps(pair[1].written.whole, hidden)]
        mentions = tuple(with_links_noted(sorted(kept, key=lambda pair: pair[1].span)))
        suppressions = tuple(sorted(self.suppressions, key=lambda suppression: suppression.span))
        unread = tuple(
            [part for part in self.unread if not (part.span and overlaps(part.span, hidden))]
        )
        # The function must not refer to `self`: a reference cycle would keep all results alive.
        source = self._reader.source
        data = tuple(self._data)
        claims = Claims(lambda: _claims(source, mentions, data, claims_in))
        return Document(source, mentions, suppressions, unread, claims)

    def _change(self, index: int, **fields: object) -> None:
        number, mention = self.mentions[index]
        self.mentions[index] = number, mention.replace(**fields)

    def add(self, leaf: TextLeaf, mention: Mention | None) -> bool:
        """Add a mention; return whether the text of its link is a title, and not another DOI."""
        if mention is None:
            return False
        self.mentions.append((leaf.number, mention))
        return mention.spelling.kind not in _GUESSED

    def delimited(self, leaf: TextLeaf, construct: Delimited) -> bool:
        """Add the mention in a construct, if there is one; return the same as `add`."""
        return self.add(leaf, self._reader.delimited(leaf, construct))

    def note_shown(self, leaf: TextLeaf, text: Range) -> None:
        """Note in the last mention that its link text is an address of the same DOI, if it is."""
        shown = self._address(leaf, text, self.mentions[-1][1])
        if shown is not None:
            self._change(-1, shown=(shown,))

    def _address(self, leaf: TextLeaf, text: Range, target: Mention) -> Mention | None:
        """Return the mention in a link text; None unless it is an address of the target's DOI."""
        address = leaf.address(*text)
        if address is None:
            return None
        return shown_address(address, target, self._reader.notations)

    def definition(self, leaf: TextLeaf, label: str, construct: Delimited) -> None:
        """Add the target of a label; if there are several, the last one counts."""
        index = len(self.mentions)
        self._definitions[label] = index if self.delimited(leaf, construct) else None

    def reference(self, leaf: TextLeaf, label: str, text: Range, *, stays: bool) -> bool:
        """Note a link that refers to a definition; return whether its text is a title.

        Args:
            leaf: the leaf that contains the link.
            label: the label of the definition.
            text: start and end of the link's text.
            stays: whether the text must not change, because other places refer to it.
        """
        index = self._definitions.get(label)
        if index is None:
            return False
        title = leaf.visible(*text)
        if index not in self._titles and any(map(str.isdigit, title)):
            self._titles[index] = title
        shown = None if stays else self._address(leaf, text, self.mentions[index][1])
        if shown is not None:
            self._shown[index].append(shown)
        return True

    def code(self, leaf: TextLeaf, found: Iterable[Mention]) -> None:
        """Add mentions in code, which are not reported as unlinked: code cannot contain links."""
        for mention in found:
            self.add(leaf, in_code(mention))

    def identifiers(self, leaf: TextLeaf, found: Iterable[Mention]) -> None:
        """Add those of the mentions that are identifiers."""
        for mention in found:
            if mention.spelling.kind is Kind.IDENTIFIER:
                self.add(leaf, mention)

    def part(self, read: Document, numbers: Iterable[int]) -> None:
        """Add the content of a part that is a document of its own.

        Their places are those in this document. `numbers` contains the leaf's number for each
        mention.
        """
        self.mentions += zip(numbers, read.mentions, strict=False)
        self.suppressions += read.suppressions
        self.unread += read.unread

    def data(
        self, content: PlacedText, settings: Settings, name: DataName, numbers: Iterable[int]
    ) -> None:
        """Read a block of data, and add its mentions; for `numbers` see `part`."""
        found = read_block(self._reader.source, content, settings, name)
        self.part(found, numbers)
        self._data.append(found)

    def references(self, content: PlacedText, settings: Settings) -> Sequence[Mention]:
        """Read the references in front matter, and return their mentions, which were added."""
        found = read_entries(self._reader.source, content, settings, "REFERENCES")
        if any(part.is_whole for part in found.unread):
            self.unread += [part.replace(is_whole=False) for part in found.unread]
            return ()
        self.part(found, repeat(0))
        self._data.append(found)
        return found.mentions

    def settle(self, leaf: TextLeaf, first: int, others: Iterable[Mention] = ()) -> None:
        """Replace the mentions from the index `first` on that overlap a broken one by this one.

        `others` are broken mentions that were not added yet.
        """
        found = self.mentions[first:]
        broken = [*others, *(mention for _, mention in found if mention.form is Form.BROKEN)]
        if broken:
            kept = _outermost(broken)
            spans = [mention.span for mention in kept]
            whole = [pair for pair in found if not overlaps(pair[1].span, spans)]
            self.mentions[first:] = [*whole, *((leaf.number, mention) for mention in kept)]


def _outermost(mentions: list[Mention]) -> list[Mention]:
    """Return the mentions that do not overlap an earlier or a longer one."""
    kept: list[Mention] = []
    for mention in sorted(mentions, key=lambda mention: (mention.span.start, -mention.span.end)):
        if not kept or mention.span.start >= kept[-1].span.end:
            kept.append(mention)
    return kept


def _claims(
    source: Source, mentions: Sequence[Mention], data: Sequence[Document], claims_in: ClaimsIn
) -> list[Claim]:
    prose = [mention for mention in mentions if not mention.in_example]
    return [*claims_in(source, prose), *(claim for block in data for claim in block.claims())]
