"""A block with its markup -> mentions, each with the place of every character of its DOI.

Explicit delimiters (a destination, an autolink, an attribute, a role) hold one DOI or none: their
whole text is read. Running text is searched. What stands under a link that goes to a resolver is
its title; under any other link a DOI is reported as link text.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from mdlint_doi.commonmark.destination import Target, read_definition
from mdlint_doi.commonmark.found import Atom, AtomKind, Link
from mdlint_doi.formats.markdown import regions
from mdlint_doi.formats.markdown.block_text import Ground, Stretch
from mdlint_doi.formats.markdown.broken import breaks
from mdlint_doi.formats.markdown.pragmas import read_comment
from mdlint_doi.formats.markdown.ranges import is_inside, outermost, overlaps
from mdlint_doi.formats.markdown.reader import Delimited, Reader
from mdlint_doi.formats.markdown.regions import Region, Under
from mdlint_doi.formats.markdown.roles import cut_role, split_role
from mdlint_doi.formats.markdown.running import Searcher
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.suppression import Suppression
from mdlint_doi.text.source import Source

_ROLE: Final = "doi"


class Collected:
    """What a document brought so far.

    Attributes:
        mentions: in no order, each with the number of its block.
        suppressions: our comments.
        definitions: of each label, the index of its mention; None where it goes elsewhere.
        titles: of each label that goes to a resolver, the visible text of its first use that
            holds a digit.

    """

    __slots__ = ("definitions", "mentions", "suppressions", "titles")

    def __init__(self) -> None:
        """Begin with nothing."""
        self.mentions: list[tuple[int, Mention]] = []
        self.suppressions: list[Suppression] = []
        self.definitions: dict[str, int | None] = {}
        self.titles: dict[str, str] = {}


class Collector:
    """Takes blocks, one after the other; definitions first, since links refer to them.

    Attributes:
        source: the document.
        found: what it brought so far.

    """

    def __init__(
        self,
        source: Source,
        *,
        servers: Collection[str],
        publishers: bool,
        code: bool,
    ) -> None:
        """Take the document and what counts as a DOI.

        Args:
            source: the document.
            servers: further hosts that count as resolvers.
            publishers: whether publishers' addresses count.
            code: whether DOIs in code spans count.

        """
        self.source = source
        self.found = Collected()
        self._reader = Reader(source, servers, publishers=publishers)
        self._searcher = Searcher(source, servers, publishers=publishers)
        self._servers = servers
        self._code = code

    def definition(self, ground: Ground) -> None:
        """Take a link reference definition."""
        definition = read_definition(ground.content.text, 0)
        if definition is None:
            return
        index = len(self.found.mentions)
        whole = definition.start, definition.end
        known = self._target(ground, Form.DEFINITION, whole, definition.target)
        self.found.definitions[definition.label] = index if known else None

    def block(self, ground: Ground) -> None:
        """Take a block with its inline markup."""
        text, atoms = ground.content.text, ground.inline.atoms
        first = len(self.found.mentions)
        under = regions.code_regions(text, atoms)
        code = [(region.start, region.end) for region in under]
        hidden = [(region.start, region.end) for region in under if region.under is Under.RAW]
        for which, atom in enumerate(atoms):
            if not is_inside(atom.start, hidden):
                under += self._atom(ground, which, atom)
        for link in ground.inline.links:
            if not is_inside(link.start, hidden):
                under.append(Region(*link.text, self._link(ground, link)))
        self._running_text(ground, under)
        if not ground.html:
            self._replace(ground, first, self._broken(ground, code))

    def code(self, ground: Ground) -> None:
        """Take a block of code as running text."""
        self._code_text(ground, 0, len(ground.content.text))

    def comment(self, ground: Ground) -> None:
        """Take a MyST comment."""
        end = len(ground.content.text)
        self._comment(ground, (0, end), (1, end))

    def _add(self, ground: Ground, mention: Mention | None) -> bool:
        if mention is not None:
            self.found.mentions.append((ground.block, mention))
        return mention is not None

    def _atom(self, ground: Ground, which: int, atom: Atom) -> list[Region]:
        whole = atom.start, atom.end
        if atom.kind is AtomKind.TAG:
            return self._tag(ground, which, atom)
        if atom.kind is AtomKind.AUTOLINK:
            one = Delimited(Form.AUTOLINK, whole, atom.inner)
            self._add(ground, self._reader.delimited(ground, one))
        elif atom.kind is AtomKind.ROLE and atom.name.lower() == _ROLE:
            self._add(ground, self._role(ground, whole, atom.inner))
        elif atom.kind is AtomKind.COMMENT:
            self._comment(ground, whole, atom.inner)
        elif atom.kind is AtomKind.CODE and self._code:
            self._code_text(ground, *atom.inner)
        return []

    def _comment(self, ground: Ground, whole: tuple[int, int], inner: tuple[int, int]) -> None:
        if suppression := read_comment(ground.content, whole, inner):
            self.found.suppressions.append(suppression)

    def _role(
        self, ground: Ground, whole: tuple[int, int], inner: tuple[int, int]
    ) -> Mention | None:
        text = ground.content.text
        title, start, end = split_role(text, *inner, self._servers)
        if cut := cut_role(text, whole, (start, end)):
            return self._reader.broken(ground, cut)
        one = Delimited(Form.ROLE, whole, (start, end), title=title, presented=True)
        return self._reader.delimited(ground, one)

    def _code_text(self, ground: Ground, start: int, end: int) -> None:
        """Take code, where nothing can be a link: no name in it is left unlinked."""
        stretch = Stretch(start, end)
        if self._is_wanted(ground, stretch):
            for one in self._searcher.text(ground, stretch, Form.LINK_TEXT, backslashes=False):
                self._add(ground, one.replace(form=Form.TEXT, linked_in_block=True))

    def _tag(self, ground: Ground, which: int, tag: Atom) -> list[Region]:
        text = ground.content.text
        under: list[Region] = []
        for one in regions.attributes(text, tag):
            end = regions.anchor_end(text, ground.inline.atoms, which) if one.is_anchor else 0
            title = ground.visible(tag.end, end) if one.is_anchor else None
            value = one.start, one.end
            place = Delimited(Form.ATTRIBUTE, (tag.start, tag.end), value, title=title)
            known = self._add(ground, self._reader.delimited(ground, place))
            if one.is_anchor:
                under.append(Region(tag.end, end, Under.DOI if known else Under.OTHER))
        return under

    def _link(self, ground: Ground, link: Link) -> Under:
        """Take a link and say what its text stands under."""
        if link.target is None:
            return self._reference(ground, link)
        form = Form.IMAGE if link.image else Form.DESTINATION
        whole = link.start, link.end
        known = self._target(ground, form, whole, link.target, ground.visible(*link.text))
        return Under.DOI if known else Under.OTHER

    def _reference(self, ground: Ground, link: Link) -> Under:
        if self.found.definitions.get(link.label) is None:
            return Under.OTHER
        title = ground.visible(*link.text)
        if link.label not in self.found.titles and any(map(str.isdigit, title)):
            self.found.titles[link.label] = title
        return Under.DOI

    def _target(
        self,
        ground: Ground,
        form: Form,
        whole: tuple[int, int],
        target: Target,
        title: str | None = None,
    ) -> bool:
        inner = target.start, target.end
        one = Delimited(form, whole, inner, backslashes=True, title=title, angle=target.angle)
        return self._add(ground, self._reader.delimited(ground, one))

    def _running_text(self, ground: Ground, under: list[Region]) -> None:
        under.sort(key=lambda region: region.start)
        at = hidden = linked = done = 0
        for stretch in ground.stretches():
            while at < len(under) and under[at].start <= stretch.start:
                if under[at].under is Under.OTHER:
                    linked = max(linked, under[at].end)
                else:
                    hidden = max(hidden, under[at].end)
                at += 1
            if hidden > stretch.start or not self._is_wanted(ground, stretch):
                continue
            form = Form.LINK_TEXT if linked > stretch.start else Form.TEXT
            for one in self._searcher.text(ground, stretch, form, backslashes=not ground.html):
                if one.span.start >= done:
                    self._add(ground, one)
                    done = one.span.end

    @staticmethod
    def _is_wanted(ground: Ground, stretch: Stretch) -> bool:
        return ground.is_wanted(*ground.content.span(stretch.start, stretch.end))

    def _broken(self, ground: Ground, code: list[tuple[int, int]]) -> list[Mention]:
        found = list(self._searcher.emphasized(ground))
        for one in breaks(ground.content.text, ground.inline, self._servers):
            mention = self._reader.broken(ground, one)
            if mention and not is_inside(one.whole[0], code):
                found.append(mention)
        return found

    def _replace(self, ground: Ground, first: int, broken: list[Mention]) -> None:
        """Let what is broken stand for all that was read in its place."""
        mentions = self.found.mentions
        broken += [one for _, one in mentions[first:] if one.form is Form.BROKEN]
        if not broken:
            return
        kept = outermost(broken)
        spans = [one.span for one in kept]
        whole = [pair for pair in mentions[first:] if not overlaps(pair[1].span, spans)]
        mentions[first:] = [*whole, *((ground.block, one) for one in kept)]
