"""A block with its markup -> mentions, each with the place of every character of its DOI.

Explicit delimiters (a destination, an autolink, an attribute, a role) hold one DOI or none: their
whole text is read. Running text is searched. What stands under a link that goes to a resolver is
its title; under any other link a DOI is reported as link text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.source import Source
from mdlint_doi.lint.suppression import Suppression
from mdlint_doi.markdown import regions
from mdlint_doi.markdown.destination import Target, read_definition
from mdlint_doi.markdown.escapes import undo
from mdlint_doi.markdown.ground import Ground, Stretch
from mdlint_doi.markdown.inline import Atom, AtomKind, Link
from mdlint_doi.markdown.pragmas import read_comment
from mdlint_doi.markdown.regions import Region, Under
from mdlint_doi.markdown.roles import split_role
from mdlint_doi.names.scan import find, read

_WEB: Final = ("http://", "https://", "www.")
_ROLE: Final = "doi"


@dataclass(slots=True)
class Collected:
    """What a document brought so far.

    Attributes:
        mentions: in no order, each with the number of its block.
        suppressions: our comments.
        definitions: of each label, the index of its mention; None where it goes elsewhere.
        titles: of each label that goes to a resolver, the visible text of its first use that
            holds a digit.

    """

    mentions: list[tuple[int, Mention]] = field(default_factory=list)
    suppressions: list[Suppression] = field(default_factory=list)
    definitions: dict[str, int | None] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)


class Collector:
    """Takes blocks, one after the other; definitions first, since links refer to them."""

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
        self._servers = servers
        self._publishers = publishers
        self._code = code

    def definition(self, ground: Ground) -> None:
        """Take a link reference definition."""
        definition = read_definition(ground.content.text, 0)
        if definition is None or definition.label in self.found.definitions:
            return
        whole = definition.start, definition.end
        index = len(self.found.mentions)
        known = self._target(ground, whole, definition.target, Form.DEFINITION, None)
        self.found.definitions[definition.label] = index if known else None

    def block(self, ground: Ground) -> None:
        """Take a block with its inline markup."""
        text, atoms = ground.content.text, ground.inline.atoms
        under = regions.code_regions(text, atoms)
        hidden = [(region.start, region.end) for region in under]
        for which, atom in enumerate(atoms):
            if not _is_inside(atom.start, hidden):
                under += self._atom(ground, which, atom)
        for link in ground.inline.links:
            if not _is_inside(link.start, hidden):
                under.append(Region(*link.text, self._link(ground, link)))
        self._running_text(ground, under)

    def code(self, ground: Ground) -> None:
        """Take a block of code as running text."""
        self._search(ground, Stretch(0, len(ground.content.text)), Form.TEXT, backslashes=False)

    def comment(self, ground: Ground) -> None:
        """Take a MyST comment."""
        end = len(ground.content.text)
        self._comment(ground, (0, end), (1, end))

    def _atom(self, ground: Ground, which: int, atom: Atom) -> list[Region]:
        whole = atom.start, atom.end
        if atom.kind is AtomKind.AUTOLINK:
            self._delimited(ground, whole, atom.inner, Form.AUTOLINK, backslashes=False)
        elif atom.kind is AtomKind.ROLE and atom.name.lower() == _ROLE:
            self._role(ground, atom)
        elif atom.kind is AtomKind.COMMENT:
            self._comment(ground, whole, atom.inner)
        elif atom.kind is AtomKind.CODE and self._code:
            self._search(ground, Stretch(*atom.inner), Form.TEXT, backslashes=False)
        elif atom.kind is AtomKind.TAG:
            return self._tag(ground, which, atom)
        return []

    def _comment(self, ground: Ground, whole: tuple[int, int], inner: tuple[int, int]) -> None:
        if suppression := read_comment(ground.content, whole, inner):
            self.found.suppressions.append(suppression)

    def _role(self, ground: Ground, atom: Atom) -> None:
        title, start, end = split_role(ground.content.text, *atom.inner, self._servers)
        self._delimited(
            ground,
            (atom.start, atom.end),
            (start, end),
            Form.ROLE,
            backslashes=False,
            title=title,
            presented=True,
        )

    def _tag(self, ground: Ground, which: int, tag: Atom) -> list[Region]:
        text, under = ground.content.text, []
        for one in regions.attributes(text, tag):
            end = regions.anchor_end(text, ground.inline.atoms, which) if one.is_anchor else 0
            known = self._delimited(
                ground,
                (tag.start, tag.end),
                (one.start, one.end),
                Form.ATTRIBUTE,
                backslashes=False,
                title=ground.visible(tag.end, end) if one.is_anchor else None,
            )
            if one.is_anchor:
                under.append(Region(tag.end, end, Under.DOI if known else Under.OTHER))
        return under

    def _link(self, ground: Ground, link: Link) -> Under:
        """Take a link and say what its text stands under."""
        if link.target is None:
            return self._reference(ground, link)
        form = Form.IMAGE if link.image else Form.DESTINATION
        whole = link.start, link.end
        known = self._target(ground, whole, link.target, form, link.text)
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
        whole: tuple[int, int],
        target: Target,
        form: Form,
        text: tuple[int, int] | None,
    ) -> bool:
        title = ground.visible(*text) if text else None
        inner = target.start, target.end
        return self._delimited(ground, whole, inner, form, title=title, angle=target.angle)

    def _delimited(
        self,
        ground: Ground,
        whole: tuple[int, int],
        inner: tuple[int, int],
        form: Form,
        *,
        backslashes: bool = True,
        title: str | None = None,
        angle: bool = False,
        presented: bool = False,
    ) -> bool:
        """Read all of `inner` as a DOI; False if it is none."""
        text, indexes = undo(ground.content.text, *inner, backslashes=backslashes)
        spelling = read(
            text,
            servers=self._servers,
            publishers=self._publishers,
            presented=presented,
        )
        if spelling is None:
            return False
        content = ground.content
        written = content.written(text, *inner, indexes)
        span = content.span(*whole)
        mention = Mention(self.source, span, written, form, spelling, title, angle=angle)
        self.found.mentions.append((ground.block, mention))
        return True

    def _running_text(self, ground: Ground, under: list[Region]) -> None:
        under.sort(key=lambda region: region.start)
        ends = dict.fromkeys(Under, 0)
        at = 0
        for stretch in ground.stretches():
            while at < len(under) and under[at].start <= stretch.start:
                ends[under[at].under] = max(ends[under[at].under], under[at].end)
                at += 1
            if max(ends[Under.CODE], ends[Under.DOI]) > stretch.start:
                continue
            form = Form.LINK_TEXT if ends[Under.OTHER] > stretch.start else Form.TEXT
            self._search(ground, stretch, form, backslashes=not (ground.html or stretch.is_url))

    def _search(self, ground: Ground, stretch: Stretch, form: Form, *, backslashes: bool) -> None:
        """Look for DOIs in running text."""
        content = ground.content
        if not ground.is_wanted(content.at(stretch.start), content.end(stretch.end)):
            return
        text, indexes = undo(content.text, stretch.start, stretch.end, backslashes=backslashes)
        for one in find(text, servers=self._servers, publishers=self._publishers):
            if stretch.is_url and one.span.start:
                continue
            first, last = one.span
            if indexes is None:
                part, start, end = None, stretch.start + first, stretch.start + last
            else:
                part, start, end = indexes[first : last + 1], indexes[first], indexes[last]
            written = content.written(one.written, start, end, part)
            shown = self._form(form, one.written, html=ground.html)
            mention = Mention(self.source, written.whole, written, shown, one.spelling)
            self.found.mentions.append((ground.block, mention))

    @staticmethod
    def _form(form: Form, written: str, *, html: bool) -> Form:
        is_web = written[:8].lower().startswith(_WEB)
        return Form.BARE_LINK if form is Form.TEXT and is_web and not html else form


def _is_inside(at: int, regions_: list[tuple[int, int]]) -> bool:
    index = bisect_right(regions_, (at, at + 1)) - 1
    return index >= 0 and regions_[index][1] > at
