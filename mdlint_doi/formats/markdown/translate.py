"""Find the mentions and suppressions of a Markdown document.

There are four steps, each only if the previous one found something: the search for needles, the
block structure, the inline markup, and the reading of DOIs. The constructs of the document are
passed to the collector of mentions: those with explicit delimiters with their whole text; running
text is searched. Links and elements for code are read first, because they determine how the text in
them is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Final

from mdlint_doi.commonmark.model import Atom, Block, Definition, LinkNode, ParserOptions, Target
from mdlint_doi.commonmark.parse import parse
from mdlint_doi.formats import load
from mdlint_doi.formats.code import LANGUAGES, data_name, is_bibtex
from mdlint_doi.formats.markdown.broken import breaks
from mdlint_doi.formats.markdown.front_matter import front_matter_end, front_matter_mentions
from mdlint_doi.formats.markdown.inner import (
    DEEPEST,
    RAW_BODIES,
    RST_BODIES,
    inner_blocks,
    markdown_inside,
)
from mdlint_doi.formats.markdown.reader import KNITTED, MarkdownReader, mistyped_roles
from mdlint_doi.formats.markdown.regions import (
    COMMENT,
    MDX_COMMENT,
    Region,
    Under,
    anchor_end,
    attributes,
    code_regions,
    doi_attributes,
    outside,
    skipped_parts,
)
from mdlint_doi.formats.markdown.running import BlockText, Searcher, Stretch
from mdlint_doi.formats.markup import Collector, Delimited, Range
from mdlint_doi.formats.role_names import LINK_OPTIONS
from mdlint_doi.lint.document import WORD, Document, read_directive
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.needles import look, places
from mdlint_doi.names.spelling import STANDARD, Notations
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, placed_url
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Ranges, is_inside

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim

_OPENING_LINE: Final = pattern(r"[ \t>]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*[`~:]{3,}\{[A-Za-z]")
"""Matches the first line of a MyST directive."""
_OPTION: Final = pattern(r":(?P<name>[\w-]+):[ \t]*(?P<value>[^\n]*?)[ \t]*(?:\n|\Z)")
_BODIES: Final = {"eval-rst": "rst.format", "html": "html"}
"""The modules that read the body of a directive, by its language."""
_REFERENCES: Final = pattern(r"^references:", re.MULTILINE)
_LINK_DIRECTIVE: Final = "{button-link}"
_ARGUMENT: Final = pattern(rf"{re.escape(_LINK_DIRECTIVE)}[ \t]*\Z", re.IGNORECASE)
_LONGEST_NAME: Final = 40
"""Code points before an argument in which its directive is searched for."""


def extract(source: Source, settings: Settings, notations: Notations = STANDARD) -> Document:
    """Return the mentions and suppressions of a Markdown document."""
    start = front_matter_end(source.text)
    wanted, notations = look(source.text, notations)
    hidden = skipped_parts(source.text, start) if wanted else []
    comments = [span.start for span in hidden if MDX_COMMENT.match(source.text, span.start)]
    wanted = sorted([*outside(wanted, hidden), *comments])
    if not wanted:
        return Document(source)
    translator = MarkdownTranslator(source, settings, notations, wanted)
    translator.has_mdx_comments = bool(comments)
    if start:
        translator.front_matter(start)
    translator.take(parse(source.text, wanted, start=start, options=translator.options))
    return translator.collector.document(claims_of, hidden)


def claims_of(source: Source, mentions: Sequence[Mention], *, is_page: bool = False) -> list[Claim]:
    """Return the claims of a document; `is_page` is whether it is a page of HTML."""
    from mdlint_doi.formats.markdown import passages

    return (passages.claims_in_page if is_page else passages.claims_in)(source, mentions)


def documents_inside(text: str) -> Iterator[Block]:
    """Yield the bodies of `{eval-rst}` and the blocks of BibTeX in a document."""
    start = front_matter_end(text)
    options = ParserOptions(bodies=RST_BODIES, languages=LANGUAGES)
    for block in parse(text, range(start, len(text) + 1), start=start, options=options):
        is_code = block.kind == "code" and is_bibtex(block.language, block.content.text)
        if is_code or block.kind == "body":
            yield block


class MarkdownTranslator:
    """Passes the blocks of one document to its collector; definitions must come first."""

    def __init__(
        self, source: Source, settings: Settings, notations: Notations, wanted: list[int]
    ) -> None:
        """Receive the document, its settings and notations, and the sorted wanted offsets."""
        self.options = ParserOptions(
            code=settings.check_code,
            languages=LANGUAGES,
            directives=not source.name.lower().endswith(KNITTED),
            bodies=RST_BODIES | RAW_BODIES,
            comment=COMMENT,
            mdx=source.is_mdx,
        )
        self._source = source
        self._settings = settings
        self._notations = notations
        self._wanted = wanted
        self._reader = MarkdownReader(source, notations)
        self.collector = Collector(self._reader)
        self._searcher = Searcher(source, notations)
        self._has_links = _LINK_DIRECTIVE in source.text.lower()
        # The start of each picture in the current block that may be a badge, and its mention.
        self._badges: list[tuple[int, Mention | None]] = []
        self.has_mdx_comments = False

    def front_matter(self, end: int) -> None:
        """Read the front matter, which ends at an offset, and the references in it."""
        text = self._source.text[:end]
        entries: Sequence[Mention] = ()
        if _REFERENCES.search(text):
            entries = self.collector.references(PlacedText(text, 0), self._settings)
        read = Ranges(mention.span for mention in entries)
        for mention in front_matter_mentions(self._source, end, self._notations):
            if not read.overlap(mention.span):
                self.collector.mentions.append((0, mention))
        if self._wanted[0] < end and not self.collector.unread:
            from mdlint_doi.formats.markdown.front_matter_syntax import invalid_front_matter

            invalid = invalid_front_matter(text)
            self.collector.unread += [] if invalid is None else [invalid]

    def take(self, blocks: Iterable[Block], depth: int = 0) -> None:
        """Read blocks, and the Markdown in HTML blocks down to the depth `DEEPEST`."""
        for block in blocks:
            if block.definition is not None:
                self._definition(BlockText(block, self._wanted), block.definition)
            elif block.kind == "html" and depth < DEEPEST:
                self._html(block, depth)
            elif block.kind == "code":
                self._code_block(block)
            elif block.kind == "body":
                self._body(block)
            elif block.kind == "comment":
                end = len(block.content.text)
                self._comment(BlockText(block, self._wanted), (0, end), (1, end))
            elif block.kind != "definition":
                self.block(block)

    def _definition(self, block: BlockText, definition: Definition) -> None:
        whole = definition.start, definition.end
        place = _target(block, Form.DEFINITION, whole, definition.target)
        self.collector.definition(block, definition.label, place)

    def _html(self, block: Block, depth: int) -> None:
        mentions = self.collector.mentions
        first, known = len(mentions), len(self.collector.suppressions)
        self.block(block)
        inner = markdown_inside(block, mdx=self.options.mdx)
        if inner is None:
            return
        place = block.content.span(*inner)
        found = mentions[first:]
        mentions[first:] = [pair for pair in found if not place.covers(pair[1].written.whole)]
        comments = self.collector.suppressions
        comments[known:] = [
            suppression for suppression in comments[known:] if not place.covers(suppression.span)
        ]
        wanted = partial(places, notations=self._notations)
        self.take(inner_blocks(block, inner, wanted, self.options), depth + 1)

    def _code_block(self, block: Block) -> None:
        # These mentions show already whether they need a link, so each gets its own block number.
        name = data_name(block.language, block.content.text)
        if name is not None:
            self.collector.data(block.content, self._settings, name, count(block.number))
        elif self._settings.check_code:
            self._code(BlockText(block, self._wanted), 0, len(block.content.text))

    def _body(self, body: Block) -> None:
        """Read the body of MyST's `{eval-rst}`, or HTML in `{raw}`: a document of its own."""
        module = _BODIES.get(body.language)
        if module is None:
            return
        inner = load(module).read(Source(self._source.name, body.content.text), self._settings)
        self.collector.part(inner.within(self._source, body.content), count(body.number))

    def block(self, block: Block) -> None:
        """Read a block with its inline markup."""
        leaf = BlockText(block, self._wanted)
        if self._has_links and self._directive_link(leaf):
            return
        text, atoms = leaf.content.text, leaf.inline.atoms
        first = len(self.collector.mentions)
        under = code_regions(text, atoms) if atoms else []
        code = [(region.start, region.end) for region in under]
        hidden = [(region.start, region.end) for region in under if region.under == "raw"]
        for which, atom in enumerate(atoms):
            if not is_inside(atom.start, hidden):
                under += self._atom(leaf, which, atom)
        for link in leaf.inline.links:
            if not is_inside(link.start, hidden):
                under.append(Region(*link.text, self._link(leaf, link)))
        under += self._options(leaf)
        self._add_badges(leaf, under)
        self._running_text(leaf, under)
        self._mdx_comments(leaf, code)
        if not leaf.html:
            self.collector.settle(leaf, first, self._broken(leaf, code, first))

    def _options(self, block: BlockText) -> Iterator[Region]:
        """Read the addresses in the options of a directive, up to the ends of their lines."""
        text = block.content.text
        option = _OPTION.match(text)
        if option is None:
            return
        line = self._source.line_span(block.content.whole.start).start
        if not _OPENING_LINE.match(
            self._source.text, self._source.line_span(max(0, line - 1)).start
        ):
            return
        while option is not None:
            inner = option.span("value")
            if option["name"].lower() in LINK_OPTIONS and inner[0] < inner[1]:
                place = Delimited(
                    Form.DESTINATION, block.content.span(*inner), block.meant(*inner), angle=True
                )
                if self.collector.delimited(block, place):
                    yield Region(*inner, "doi")
            option = _OPTION.match(text, option.end())

    def _add_badges(self, block: BlockText, under: Sequence[Region]) -> None:
        """Add the mentions of the badges of a block, except those in a link to a DOI."""
        if not self._badges:
            return
        badges, self._badges = self._badges, []
        linked = sorted((region.start, region.end) for region in under if region.under == "doi")
        for at, mention in badges:
            if not is_inside(at, linked):
                self.collector.add(block, mention)

    def _directive_link(self, block: BlockText) -> bool:
        """Read the argument of a `button-link` directive; return whether it contains a DOI."""
        at = block.content.whole.start
        if not _ARGUMENT.search(self._source.text, max(0, at - _LONGEST_NAME), at):
            return False
        text = block.content.text
        inner = len(text) - len(text.lstrip()), len(text.rstrip())
        whole = block.content.span(*inner)
        written = block.meant(*inner)
        place = Delimited(Form.DESTINATION, whole, written, angle=True)
        mention = self._reader.delimited(block, place)
        self.collector.add(block, mention)
        return mention is not None

    def _atom(self, block: BlockText, which: int, atom: Atom) -> Iterable[Region]:
        whole = atom.start, atom.end
        if atom.kind == "tag":
            return self._tag(block, which, atom)
        if atom.kind == "autolink":
            span = block.content.span(*whole)
            written = block.meant(*atom.inner)
            self.collector.delimited(block, Delimited(Form.AUTOLINK, span, written))
        elif atom.kind == "role":
            self._role(block, atom)
        elif atom.kind == "comment":
            self._comment(block, whole, atom.inner)
        elif atom.kind == "code" and self._reads_code(block, atom):
            self._code(block, *atom.inner)
        return ()

    def _reads_code(self, block: BlockText, code: Atom) -> bool:
        """Return whether a code span is searched: always on request, or if a label announces it."""
        if self._settings.check_code:
            return True
        if not block.is_wanted(*code.inner):
            return False
        from mdlint_doi.formats.markdown.labelled_code import is_labelled

        return is_labelled(self._source.text, block, code)

    def _comment(self, block: BlockText, whole: Range, inner: Range) -> None:
        """Add the suppression in a comment, if there is one."""
        text = block.content.text[slice(*inner)]
        if WORD in text and (found := read_directive(text, block.content.at(inner[0]))):
            self.collector.suppressions.append(found.replace(span=block.content.span(*whole)))

    def _mdx_comments(self, block: BlockText, code: Sequence[Range]) -> None:
        """Add the suppressions in comments of MDX that are not in code or in a tag."""
        if not self.has_mdx_comments:
            return
        atoms = [(atom.start, atom.end) for atom in block.inline.atoms]
        for comment in MDX_COMMENT.finditer(block.content.text):
            if not (is_inside(comment.start(), code) or is_inside(comment.start(), atoms)):
                self._comment(block, comment.span(), comment.span("words"))

    def _role(self, block: BlockText, atom: Atom) -> None:
        """Read a `doi` role, or the address or the identifiers in a different role."""
        from mdlint_doi.formats.role_names import CITATION, CODE_ROLES, citation_keys, linked

        name = atom.name.lower()
        whole = (atom.start, atom.end)
        if name == "doi":
            self.collector.add(block, self._reader.role(block, whole, atom.inner))
            return
        mention = None
        if link := linked(name, block.content.text, *atom.inner):
            span = block.content.span(*whole)
            written = block.meant(*link[1])
            place = Delimited(Form.DESTINATION, span, written, text=link[0], angle=True)
            mention = self._reader.delimited(block, place)
        if mention is not None:
            self.collector.add(block, mention)
        elif CITATION.fullmatch(name):
            for key in citation_keys(block.content.text, *atom.inner):
                place = Delimited(Form.ROLE, block.content.span(*key), block.meant(*key))
                self.collector.add(block, self._reader.inert(block, place))
        elif name not in CODE_ROLES and self._notations.identifiers:
            found = self._searcher.text(block, Stretch(*atom.inner), Form.ROLE)
            self.collector.identifiers(block, found)

    def _code(self, block: BlockText, start: int, end: int) -> None:
        """Search code as running text."""
        if block.is_wanted(start, end):
            stretch = Stretch(start, end)
            found = self._searcher.text(block, stretch, Form.LINK_TEXT, backslashes=False)
            self.collector.code(block, found)

    def _tag(self, block: BlockText, which: int, tag: Atom) -> list[Region]:
        text = block.content.text
        found = list(attributes(text, tag))
        has_anchor = any(is_anchor for _, is_anchor in found)
        inner = tag.end, anchor_end(text, block.inline.atoms, which) if has_anchor else tag.end
        whole = block.content.span(tag.start, tag.end)
        under: list[Region] = []
        for value, is_anchor in found:
            shown = inner if is_anchor else None
            place = Delimited(Form.ATTRIBUTE, whole, placed_url(block.meant(*value)), text=shown)
            known = self.collector.delimited(block, place)
            if is_anchor:
                if known:
                    self.collector.note_shown(block, inner)
                under.append(Region(*inner, "doi" if known else "other"))
            elif not known:
                self._badges.append((tag.start, self._reader.badge(block, place)))
        for value in doi_attributes(text, tag):
            place = Delimited(Form.ATTRIBUTE, whole, block.meant(*value))
            self.collector.add(block, self._reader.inert(block, place))
        return under

    def _link(self, block: BlockText, link: LinkNode) -> Under:
        """Read a link, and return the kind of construct that it is around its text."""
        if link.target is None:
            # If there is no separate label, the text is the label and must not change.
            stays = link.end - link.text[1] <= len("][]")
            known = self.collector.reference(block, link.label, link.text, stays=stays)
            return "doi" if known else "other"
        form = Form.IMAGE if link.image else Form.DESTINATION
        place = _target(block, form, (link.start, link.end), link.target, link.text)
        if not self.collector.delimited(block, place):
            if link.image:
                self._badges.append((link.start, self._reader.badge(block, place)))
            return "other"
        self.collector.note_shown(block, link.text)
        return "doi"

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
            for mention in self._searcher.text(block, stretch, form, backslashes=not block.html):
                if mention.span.start >= done:
                    self.collector.add(block, mention)
                    done = mention.span.end

    def _broken(self, block: BlockText, code: list[Range], first: int) -> list[Mention]:
        """Return the broken mentions of a block; `first` is the index of its first mention."""
        found = self.collector.mentions[first:]
        broken = list(self._searcher.emphasized(block)) if block.inline.marks else []
        broken += mistyped_roles(block, found, self._reader)
        for broken_link in breaks(block.content.text, block.inline, self._notations):
            mention = self._reader.broken(block, broken_link)
            if mention and not is_inside(broken_link.whole[0], code):
                broken.append(mention)
        return broken


def _target(
    block: BlockText, form: Form, whole: Range, target: Target, text: Range | None = None
) -> Delimited:
    """Return the construct of a link, an image or a definition, with its destination."""
    written = block.meant(target.start, target.end, backslashes=True)
    return Delimited(form, block.content.span(*whole), written, text=text, angle=target.angle)
