"""A block with its markup -> mentions, each with the place of every character of its DOI.

Explicit delimiters (a destination, an autolink, an attribute, a role) hold one DOI or none: their
whole text is read. Running text is searched. What stands under a link that goes to a resolver is
its title; under any other link a DOI is reported as link text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from mdlint_doi.commonmark.destination import unescaped
from mdlint_doi.commonmark.model import Atom, Definition, LinkNode, Target
from mdlint_doi.formats.code import in_code
from mdlint_doi.formats.markdown.broken import breaks
from mdlint_doi.formats.markdown.reader import Delimited, MarkdownReader, mistyped_roles
from mdlint_doi.formats.markdown.regions import (
    WORD,
    Region,
    Under,
    anchor_end,
    attributes,
    code_regions,
    is_inside,
    outermost,
    overlaps,
)
from mdlint_doi.formats.markdown.running import LONGEST, BlockText, Searcher, Stretch
from mdlint_doi.lint.document import (
    Document,
    Suppression,
    read_directive,
    shown_address,
    with_links_noted,
)
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.names.spelling import Kind, Notations
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_GUESSED: Final = frozenset({Kind.PUBLISHER, Kind.IDENTIFIER})
"""Of links whose text is looked at, too."""
_ADDRESS: Final = pattern(r"doi\\?\.org|https?://doi\b", re.IGNORECASE)
"""What the text of a link holds that is a resolver's address, or was to be."""

_LINK_DIRECTIVE: Final = "{button-link}"
_ARGUMENT: Final = pattern(rf"{re.escape(_LINK_DIRECTIVE)}[ \t]*\Z", re.IGNORECASE)
_LONGEST_NAME: Final = 40
"""How far before an argument its directive is looked for."""


class MarkdownCollector:
    """Takes blocks, one after the other; definitions first, since links refer to them."""

    def __init__(self, source: Source, notations: Notations, *, code: bool) -> None:
        """Take the document, what counts as a DOI, and whether DOIs in code spans count."""
        self.source = source
        self.mentions: list[tuple[int, Mention]] = []  # in no order; the number of the block
        self.suppressions: list[Suppression] = []
        self._definitions: dict[str, int | None] = {}  # which mention; None: it goes elsewhere
        self._titles: dict[str, str] = {}  # of a label: the first text of a use with a digit
        self._shown: dict[str, list[Mention]] = {}  # texts of its uses that are addresses
        self._reader = MarkdownReader(source, notations)
        self._searcher = Searcher(source, notations)
        self._notations = notations
        self._code = code
        self._has_links = _LINK_DIRECTIVE in source.text.lower()

    def document(self, hidden: list[Span]) -> Document:
        """Return the document as it was read, without what stands in parts that are no page."""
        for label, title in self._titles.items():
            self._change(self._definitions[label], title=title)
        for label, addresses in self._shown.items():
            self._change(self._definitions[label], shown=tuple(addresses))
        kept = [pair for pair in self.mentions if not overlaps(pair[1].written.whole, hidden)]
        mentions = with_links_noted(sorted(kept, key=lambda pair: pair[1].span))
        suppressions = sorted(self.suppressions, key=lambda one: one.span)
        return Document(self.source, tuple(mentions), tuple(suppressions))

    def _change(self, which: int | None, **fields: object) -> None:
        if which is not None:
            number, mention = self.mentions[which]
            self.mentions[which] = number, mention.replace(**fields)

    def add_all(self, read: Document, number: int) -> None:
        """Take what was read in a part that is a document of its own, at its places in this one.

        Which of its names need no link is known: each mention gets a number that no block has.
        """
        self.mentions += [(number + at, one) for at, one in enumerate(read.mentions)]
        self.suppressions += read.suppressions

    def definition(self, block: BlockText, definition: Definition) -> None:
        """Take a link reference definition."""
        index = len(self.mentions)
        whole = (definition.start, definition.end)
        known = self._target(block, Form.DEFINITION, whole, definition.target)
        self._definitions[definition.label] = index if known else None

    def block(self, block: BlockText) -> None:
        """Take a block with its inline markup."""
        if self._has_links and self._directive_link(block):
            return
        text, atoms = block.content.text, block.inline.atoms
        first = len(self.mentions)
        under = code_regions(text, atoms) if atoms else []
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
            self._broken(block, code, first)

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
        place = Delimited(Form.DESTINATION, inner, inner, angle=True)
        mention = self._reader.delimited(block, place)
        self._add(block, mention)
        return mention is not None

    def _add(self, block: BlockText, mention: Mention | None) -> bool:
        """Take a mention; return whether text under its link is its title, not a DOI of its own."""
        if mention is None:
            return False
        self.mentions.append((block.number, mention))
        return mention.spelling.kind not in _GUESSED

    def _atom(self, block: BlockText, which: int, atom: Atom) -> Iterable[Region]:
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
        return ()

    def _comment(self, block: BlockText, whole: tuple[int, int], inner: tuple[int, int]) -> None:
        """Take what a comment switches on or off, if it is one for us."""
        text = block.content.text[slice(*inner)]
        if WORD in text and (found := read_directive(text, block.content.at(inner[0]))):
            self.suppressions.append(found.replace(span=block.content.span(*whole)))

    def _role(self, block: BlockText, atom: Atom) -> None:
        """Take a `doi` role, the address of another one, or the identifiers in it."""
        from mdlint_doi.formats.role_names import CODE_ROLES, linked

        name, whole = atom.name.lower(), (atom.start, atom.end)
        link = linked(name, block.content.text, *atom.inner)
        one = link and Delimited(Form.DESTINATION, whole, link[1], text=link[0], angle=True)
        mention = self._reader.delimited(block, one) if one else None
        if name == "doi":
            self._add(block, self._reader.role(block, whole, atom.inner))
        elif mention is not None:
            self._add(block, mention)
        elif name not in CODE_ROLES and self._notations.identifiers:
            for found in self._searcher.text(block, Stretch(*atom.inner), Form.ROLE):
                if found.spelling.kind is Kind.IDENTIFIER:
                    self._add(block, found)

    def _code_text(self, block: BlockText, start: int, end: int) -> None:
        """Take code, where nothing can be a link: no name in it is left unlinked."""
        if block.is_wanted(start, end):
            stretch = Stretch(start, end)
            for one in self._searcher.text(block, stretch, Form.LINK_TEXT, backslashes=False):
                self._add(block, in_code(one))

    def _tag(self, block: BlockText, which: int, tag: Atom) -> list[Region]:
        text = block.content.text
        found = list(attributes(text, tag))
        has_anchor = any(is_anchor for _, is_anchor in found)
        inner = tag.end, anchor_end(text, block.inline.atoms, which) if has_anchor else tag.end
        under: list[Region] = []
        for value, is_anchor in found:
            shown = inner if is_anchor else None
            place = Delimited(Form.ATTRIBUTE, (tag.start, tag.end), value, text=shown)
            known = self._add(block, self._reader.delimited(block, place))
            if is_anchor:
                if known:
                    self._note_shown(block, inner)
                under.append(Region(*inner, "doi" if known else "other"))
        return under

    def _link(self, block: BlockText, link: LinkNode) -> Under:
        """Take a link and say what its text stands under."""
        if link.target is None:
            return self._reference(block, link)
        form = Form.IMAGE if link.image else Form.DESTINATION
        if not self._target(block, form, (link.start, link.end), link.target, link.text):
            return "other"
        self._note_shown(block, link.text)
        return "doi"

    def _reference(self, block: BlockText, link: LinkNode) -> Under:
        index = self._definitions.get(link.label)
        if index is None:
            return "other"
        title = block.visible(*link.text)
        if link.label not in self._titles and any(map(str.isdigit, title)):
            self._titles[link.label] = title
        # Without a label of its own the text is the label, and has to stay as it is.
        if link.end - link.text[1] > len("][]"):
            shown = self._address(block, link.text, self.mentions[index][1])
            if shown is not None:
                self._shown.setdefault(link.label, []).append(shown)
        return "doi"

    def _note_shown(self, block: BlockText, text: tuple[int, int]) -> None:
        """Let the last mention know of the address that its link's text is, if that names it."""
        shown = self._address(block, text, self.mentions[-1][1])
        if shown is not None:
            self._change(-1, shown=(shown,))

    def _address(self, block: BlockText, text: tuple[int, int], target: Mention) -> Mention | None:
        """Return the address that a link's text is; None if it is none of the target's name."""
        if text[1] > text[0] + LONGEST or not _ADDRESS.search(block.content.text, *text):
            return None
        whole = unescaped(block.content.text, *text, backslashes=not block.html)
        return shown_address(whole.within(block.content), target, self._notations)

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
            if hidden > stretch.start or not block.is_wanted(stretch.start, stretch.end):
                continue
            form = Form.LINK_TEXT if linked > stretch.start else Form.TEXT
            for one in self._searcher.text(block, stretch, form, backslashes=not block.html):
                if one.span.start >= done:
                    self._add(block, one)
                    done = one.span.end

    def _broken(self, block: BlockText, code: list[tuple[int, int]], first: int) -> None:
        """Let what is broken stand for all that was read in its place, from the mention `first`."""
        found = self.mentions[first:]
        broken = list(self._searcher.emphasized(block)) if block.inline.marks else []
        broken += mistyped_roles(block, found, self._reader)
        for one in breaks(block.content.text, block.inline, self._notations):
            mention = self._reader.broken(block, one)
            if mention and not is_inside(one.whole[0], code):
                broken.append(mention)
        broken += [one for _, one in found if one.form is Form.BROKEN]
        if broken:
            kept = outermost(broken)
            spans = [one.span for one in kept]
            whole = [pair for pair in found if not overlaps(pair[1].span, spans)]
            self.mentions[first:] = [*whole, *((block.number, one) for one in kept)]
