"""A block with its markup -> mentions, each with the place of every character of its DOI.

Explicit delimiters (a destination, an autolink, an attribute, a role) hold one DOI or none: their
whole text is read. Running text is searched. What stands under a link that goes to a resolver is
its title; under any other link a DOI is reported as link text.

The address that a link shows: its text, where that is one of the name that it leads to.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from mdlint_doi.commonmark.destination import unescaped
from mdlint_doi.commonmark.model import Atom, Definition, LinkNode, Target
from mdlint_doi.formats.code import in_code
from mdlint_doi.formats.markdown import regions
from mdlint_doi.formats.markdown.broken import breaks
from mdlint_doi.formats.markdown.reader import Delimited, MarkdownReader
from mdlint_doi.formats.markdown.regions import (
    Region,
    is_inside,
    outermost,
    overlaps,
    read_comment,
)
from mdlint_doi.formats.markdown.roles import cut_role, may_lack_role, split_role
from mdlint_doi.formats.markdown.running import LONGEST, BlockText, Searcher, Stretch
from mdlint_doi.lint.directives import Suppression
from mdlint_doi.lint.document import shown_address
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.notations import Notations
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.formats.markdown.regions import Under

_ROLE: Final = "doi"
_GUESSED: Final = frozenset({Kind.PUBLISHER, Kind.IDENTIFIER})
"""Of links whose text is looked at, too."""
_ADDRESS: Final = pattern(r"doi\\?\.org|https?://doi\b", re.IGNORECASE)
"""What the text of a link holds that is a resolver's address, or was to be."""

_LINK_DIRECTIVE: Final = "{button-link}"
_ARGUMENT: Final = pattern(rf"{re.escape(_LINK_DIRECTIVE)}[ \t]*\Z", re.IGNORECASE)
_LONGEST_NAME: Final = 40
"""How far before an argument its directive is looked for."""


class Collected:
    """What a document brought so far.

    Attributes:
        mentions: in no order, each with the number of its block.
        suppressions: our comments.
        definitions: of each label, the index of its mention; None where it goes elsewhere.
        titles: of each label that goes to a resolver, the visible text of its first use that
            holds a digit.
        shown: of each such label, the texts of its uses that are addresses of the same name.

    """

    __slots__ = ("definitions", "mentions", "shown", "suppressions", "titles")

    def __init__(self) -> None:
        """Begin with nothing."""
        self.mentions: list[tuple[int, Mention]] = []
        self.suppressions: list[Suppression] = []
        self.definitions: dict[str, int | None] = {}
        self.titles: dict[str, str] = {}
        self.shown: dict[str, list[Mention]] = {}


class MarkdownCollector:
    """Takes blocks, one after the other; definitions first, since links refer to them.

    Attributes:
        source: the document.
        found: what it brought so far.

    """

    def __init__(self, source: Source, notations: Notations, *, code: bool) -> None:
        """Take the document and what counts as a DOI.

        Args:
            source: the document.
            notations: what counts as a DOI.
            code: whether DOIs in code spans count.

        """
        self.source = source
        self.found = Collected()
        self._reader = MarkdownReader(source, notations)
        self._searcher = Searcher(source, notations)
        self._notations = notations
        self._code = code
        self._has_links = _LINK_DIRECTIVE in source.text.lower()

    def definition(self, block: BlockText, definition: Definition) -> None:
        """Take a link reference definition."""
        index = len(self.found.mentions)
        whole = definition.start, definition.end
        known = self._target(block, Form.DEFINITION, whole, definition.target)
        self.found.definitions[definition.label] = index if known else None

    def block(self, block: BlockText) -> None:
        """Take a block with its inline markup."""
        if self._has_links and self._directive_link(block):
            return
        text, atoms = block.content.text, block.inline.atoms
        first = len(self.found.mentions)
        under = regions.code_regions(text, atoms) if atoms else []
        code = [(region.start, region.end) for region in under]
        hidden = [(region.start, region.end) for region in under if region.under == "raw"]
        for which, atom in enumerate(atoms):
            if not is_inside(atom.start, hidden):
                under += self._atom(block, which, atom)
        for link in block.inline.links:
            if not is_inside(link.start, hidden):
                under.append(Region(*link.text, self._link(block, link)))
        self._running_text(block, under)
        if not block.html:
            self._replace(block, first, self._broken(block, code, first))

    def code(self, block: BlockText) -> None:
        """Take a block of code as running text."""
        self._code_text(block, 0, len(block.content.text))

    def comment(self, block: BlockText) -> None:
        """Take a MyST comment."""
        end = len(block.content.text)
        self._comment(block, (0, end), (1, end))

    def _directive_link(self, block: BlockText) -> bool:
        """Take the argument of a directive that links to it; return whether that holds a DOI."""
        at = block.content.whole.start
        if not _ARGUMENT.search(self.source.text, max(0, at - _LONGEST_NAME), at):
            return False
        text = block.content.text
        inner = len(text) - len(text.lstrip()), len(text.rstrip())
        mention = self._reader.delimited(
            block, Delimited(Form.DESTINATION, inner, inner, angle=True)
        )
        self._add(block, mention)
        return mention is not None

    def _add(self, block: BlockText, mention: Mention | None) -> bool:
        """Take a mention; return whether text under its link is its title, not a DOI of its own."""
        if mention is None:
            return False
        self.found.mentions.append((block.number, mention))
        return mention.spelling.kind not in _GUESSED

    def _atom(self, block: BlockText, which: int, atom: Atom) -> list[Region]:
        whole = atom.start, atom.end
        if atom.kind == "tag":
            return self._tag(block, which, atom)
        if atom.kind == "autolink":
            one = Delimited(Form.AUTOLINK, whole, atom.inner)
            self._add(block, self._reader.delimited(block, one))
        elif atom.kind == "role":
            self._role(block, atom)
        elif atom.kind == "comment":
            self._comment(block, whole, atom.inner)
        elif atom.kind == "code" and self._code:
            self._code_text(block, *atom.inner)
        return []

    def _comment(self, block: BlockText, whole: tuple[int, int], inner: tuple[int, int]) -> None:
        if suppression := read_comment(block.content, whole, inner):
            self.found.suppressions.append(suppression)

    def _role(self, block: BlockText, atom: Atom) -> None:
        """Take a `doi` role, the address of another one, or the identifiers in it."""
        from mdlint_doi.formats.role_names import CODE_ROLES, linked

        name, whole = atom.name.lower(), (atom.start, atom.end)
        link = linked(name, block.content.text, *atom.inner)
        one = link and Delimited(Form.DESTINATION, whole, link[1], text=link[0], angle=True)
        mention = self._reader.delimited(block, one) if one else None
        if name == _ROLE:
            self._add(block, self._doi_role(block, whole, atom.inner))
        elif mention is not None:
            self._add(block, mention)
        elif name not in CODE_ROLES and self._notations.identifiers:
            for found in self._searcher.text(block, Stretch(*atom.inner), Form.ROLE):
                if found.spelling.kind is Kind.IDENTIFIER:
                    self._add(block, found)

    def _doi_role(
        self, block: BlockText, whole: tuple[int, int], inner: tuple[int, int]
    ) -> Mention | None:
        text = block.content.text
        title, start, end = split_role(text, *inner, self._notations)
        if cut := cut_role(text, whole, (start, end)):
            return self._reader.broken(block, cut)
        one = Delimited(Form.ROLE, whole, (start, end), title=title, presented=True)
        return self._reader.delimited(block, one)

    def _code_text(self, block: BlockText, start: int, end: int) -> None:
        """Take code, where nothing can be a link: no name in it is left unlinked."""
        stretch = Stretch(start, end)
        if self._is_wanted(block, stretch):
            for one in self._searcher.text(block, stretch, Form.LINK_TEXT, backslashes=False):
                self._add(block, in_code(one))

    def _tag(self, block: BlockText, which: int, tag: Atom) -> list[Region]:
        text = block.content.text
        found = list(regions.attributes(text, tag))
        inner = tag.end, tag.end
        if any(one.is_anchor for one in found):
            inner = tag.end, regions.anchor_end(text, block.inline.atoms, which)
        under: list[Region] = []
        for one in found:
            value = one.start, one.end
            place = Delimited(
                Form.ATTRIBUTE, (tag.start, tag.end), value, text=inner if one.is_anchor else None
            )
            known = self._add(block, self._reader.delimited(block, place))
            if one.is_anchor:
                if known:
                    self._note_shown(block, inner)
                under.append(Region(*inner, "doi" if known else "other"))
        return under

    def _link(self, block: BlockText, link: LinkNode) -> Under:
        """Take a link and say what its text stands under."""
        if link.target is None:
            return self._reference(block, link)
        form = Form.IMAGE if link.image else Form.DESTINATION
        whole = link.start, link.end
        if not self._target(block, form, whole, link.target, link.text):
            return "other"
        self._note_shown(block, link.text)
        return "doi"

    def _note_shown(self, block: BlockText, text: tuple[int, int]) -> None:
        """Let the last mention know of the address that its link's text is, if that names it."""
        number, mention = self.found.mentions[-1]
        shown = self._address(block, text, mention)
        if shown is not None:
            self.found.mentions[-1] = number, mention.replace(shown=(shown,))

    def _address(self, block: BlockText, text: tuple[int, int], target: Mention) -> Mention | None:
        """Return the address that a link's text is; None if it is none of the target's name."""
        if text[1] > text[0] + LONGEST or not _ADDRESS.search(block.content.text, *text):
            return None
        whole = unescaped(block.content.text, *text, backslashes=not block.html)
        return shown_address(whole.within(block.content), target, self._notations)

    def _reference(self, block: BlockText, link: LinkNode) -> Under:
        index = self.found.definitions.get(link.label)
        if index is None:
            return "other"
        title = block.visible(*link.text)
        if link.label not in self.found.titles and any(map(str.isdigit, title)):
            self.found.titles[link.label] = title
        # Without a label of its own the text is the label, and has to stay as it is.
        if link.end - link.text[1] > len("][]"):
            shown = self._address(block, link.text, self.found.mentions[index][1])
            if shown is not None:
                self.found.shown.setdefault(link.label, []).append(shown)
        return "doi"

    def _target(
        self,
        block: BlockText,
        form: Form,
        whole: tuple[int, int],
        target: Target,
        text: tuple[int, int] | None = None,
    ) -> bool:
        inner = target.start, target.end
        one = Delimited(form, whole, inner, backslashes=True, text=text, angle=target.angle)
        return self._add(block, self._reader.delimited(block, one))

    def _running_text(self, block: BlockText, under: list[Region]) -> None:
        under.sort(key=lambda region: region.start)
        at = hidden = linked = done = 0
        for stretch in block.stretches():
            while at < len(under) and under[at].start <= stretch.start:
                if under[at].under == "other":
                    linked = max(linked, under[at].end)
                else:
                    hidden = max(hidden, under[at].end)
                at += 1
            if hidden > stretch.start or not self._is_wanted(block, stretch):
                continue
            form = Form.LINK_TEXT if linked > stretch.start else Form.TEXT
            for one in self._searcher.text(block, stretch, form, backslashes=not block.html):
                if one.span.start >= done:
                    self._add(block, one)
                    done = one.span.end

    @staticmethod
    def _is_wanted(block: BlockText, stretch: Stretch) -> bool:
        return block.is_wanted(*block.content.span(stretch.start, stretch.end))

    def _broken(self, block: BlockText, code: list[tuple[int, int]], first: int) -> list[Mention]:
        found = list(self._searcher.emphasized(block)) if block.inline.marks else []
        if may_lack_role(block.content.text):
            from mdlint_doi.formats.markdown.mistyped_roles import mistyped_roles

            found += mistyped_roles(block, self.found.mentions[first:], self._reader)
        for one in breaks(block.content.text, block.inline, self._notations):
            mention = self._reader.broken(block, one)
            if mention and not is_inside(one.whole[0], code):
                found.append(mention)
        return found

    def _replace(self, block: BlockText, first: int, broken: list[Mention]) -> None:
        """Let what is broken stand for all that was read in its place."""
        mentions = self.found.mentions
        broken += [one for _, one in mentions[first:] if one.form is Form.BROKEN]
        if not broken:
            return
        kept = outermost(broken)
        spans = [one.span for one in kept]
        whole = [pair for pair in mentions[first:] if not overlaps(pair[1].span, spans)]
        mentions[first:] = [*whole, *((block.number, one) for one in kept)]
