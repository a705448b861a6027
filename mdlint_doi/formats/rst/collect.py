"""reStructuredText -> mentions and suppressions: what the linter looks at.

Three steps, each only where the one before found something: needles, block structure, inline
markup; no docutils. A role, an embedded URI, a target, an option hold one DOI or none: their whole
text is read. Text between the markup is searched.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from mdlint_doi.commonmark.destination import unescaped
from mdlint_doi.formats.code import LANGUAGES, OF_CODE, in_code, is_bibtex, read_block
from mdlint_doi.formats.markdown.regions import outermost, overlaps
from mdlint_doi.formats.role_names import CODE_ROLES, LINK_DIRECTIVE, PROSE_ROLES, linked
from mdlint_doi.formats.rst.blocks import outline
from mdlint_doi.formats.rst.explicit import read_comment, read_target, read_uri
from mdlint_doi.formats.rst.inline import AtomKind, Range, RstAtom
from mdlint_doi.formats.rst.leaf import PROSE, BoxKind, LeafKind, LeafText
from mdlint_doi.formats.rst.reader import RstReader
from mdlint_doi.formats.rst.role_argument import FIELD, WORD_AND_BACKTICKS, introduction
from mdlint_doi.lint.document import Claims, Document, Suppression, with_links_noted
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.selection import notations_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.needles import look
from mdlint_doi.names.spelling import Kind as SpellingKind
from mdlint_doi.names.spelling import Notations
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, placed_url
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim

_DOI: Final = "doi"
_GUESSED: Final = frozenset({SpellingKind.PUBLISHER, SpellingKind.IDENTIFIER})
"""Of links whose text is looked at, too."""
_LINK_OPTIONS: Final = frozenset({"target", "link", "url"})
"""Options of images, figures, cards and buttons whose value may be a URI."""
_RAW_HTML: Final = pattern(r"\.\.[ ]+raw[ ]*::[^\n]*\bhtml", re.IGNORECASE)
_LANGUAGE: Final = pattern(r"\.\.[ ]+[\w-]+[ ]*::[ ]*([\w+-]*)")
_ROLE_DEFINITION: Final = pattern(r"^[ \t]*\.\.[ ]+role::[ ]+([\w:+.-]+)", re.MULTILINE)
_USE: Final = pattern("`([^`<>]+)`_")
_ATTRIBUTE: Final = pattern(r"""\b(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_ENTRY: Final = pattern(
    r"^[^\n<]*<(?P<titled>[^<>\n]+)>[ ]*$|^[ ]*(?P<plain>[^\s<>]+)[ ]*$", re.MULTILINE
)


class RstCollector:
    """Takes leaves, one after the other; targets first, since links refer to them."""

    def __init__(
        self, source: Source, settings: Settings, notations: Notations, *, links: bool
    ) -> None:
        """Take the file, and whether a name in its text can be made a link."""
        self.source = source  # the text: a file, a docstring or the body of a directive
        # in no order, each with the number of its leaf
        self.mentions: list[tuple[int, Mention]] = []
        self.suppressions: list[Suppression] = []  # our comments
        self.bibtex: list[Document] = []  # what was read in blocks of BibTeX
        self._settings = settings
        self._reader = RstReader(source, notations)
        self._notations = notations
        self._code = settings.check_code
        self._links = links
        self._targets: dict[str, int | None] = {}
        self._shown: dict[int, list[Mention]] = defaultdict(list)  # of targets

    def take(self, leaves: Sequence[LeafText]) -> None:
        """Take the leaves of the text, in order."""
        for leaf in leaves:
            if leaf.leaf.kind is LeafKind.TARGET:
                self._target(leaf)
        for leaf in leaves:
            self._leaf(leaf)
        for index, shown in self._shown.items():
            number, mention = self.mentions[index]
            self.mentions[index] = number, mention.replace(shown=tuple(shown))

    def _leaf(self, leaf: LeafText) -> None:
        kind, name = leaf.leaf.kind, leaf.leaf.name.lower()
        if kind is LeafKind.TITLE and name == LINK_DIRECTIVE:
            self._address(leaf)
        elif kind in PROSE:
            self._prose(leaf)
        elif kind is LeafKind.LITERAL:
            self._literal(leaf, name)
        elif kind is LeafKind.OPTION and name in _LINK_OPTIONS:
            self._address(leaf)
        elif kind is LeafKind.COMMENT:
            found = read_comment(leaf.content, self.source)
            self.suppressions += [found] if found else []

    def _add(self, leaf: LeafText, mention: Mention | None) -> bool:
        """Take a mention; return whether text under its link is its title, not a DOI of its own."""
        if mention is None:
            return False
        self.mentions.append((leaf.number, mention))
        return mention.spelling.kind not in _GUESSED

    def _target(self, leaf: LeafText) -> None:
        target = read_target(leaf.content.text, anonymous=leaf.leaf.name == "__")
        if target.uri is None:
            return
        written = leaf.of_meant(target.uri)
        mention = self._reader.whole(Form.DEFINITION, leaf.content.whole, written)
        name = " ".join(target.name.lower().split())
        index = len(self.mentions)
        self._targets.setdefault(name, index if self._add(leaf, mention) else None)

    def _address(self, leaf: LeafText) -> None:
        uri = read_uri(leaf.escaped, 0, len(leaf.escaped))
        if uri.text:
            written = leaf.of_meant(uri)
            self._add(leaf, self._reader.whole(Form.DESTINATION, written.whole, written))

    def _literal(self, leaf: LeafText, name: str) -> None:
        inside = leaf.leaf.inside
        if name == "raw" and inside and _RAW_HTML.match(self.source.text, inside.start):
            self._html(leaf)
        elif name == "toctree":
            self._entries(leaf)
        elif _is_bibtex(self.source.text, leaf):
            read = read_block(self.source, leaf.content, self._settings)
            self.mentions += [(leaf.number, one) for one in read.mentions]
            self.suppressions += read.suppressions
            self.bibtex.append(read)
            return
        elif name == "parsed-literal":
            for atom in leaf.atoms:
                self._atom(leaf, atom)
        if self._code and name not in {"raw", "toctree"}:
            self._code_text(leaf, 0, len(leaf.content.text))

    def _html(self, leaf: LeafText) -> None:
        text = leaf.content.text
        for match in _ATTRIBUTE.finditer(text):
            start, end = match.span(match.lastindex or 0)
            value = placed_url(unescaped(text, start, end, backslashes=False))
            if value.text:
                written, whole = value.within(leaf.content), leaf.content.span(*match.span())
                self._add(leaf, self._reader.whole(Form.ATTRIBUTE, whole, written))

    def _entries(self, leaf: LeafText) -> None:
        """Take the links in a table of contents."""
        for match in _ENTRY.finditer(leaf.content.text):
            written = leaf.content.part(*match.span(match.lastgroup or 0))
            self._add(leaf, self._reader.whole(Form.DEFINITION, written.whole, written))

    def _code_text(self, leaf: LeafText, start: int, end: int) -> None:
        """Take code, where nothing can be a link: no name in it is left unlinked."""
        for one in self._reader.search(leaf.content.part(start, end), Form.TEXT):
            self._add(leaf, in_code(one))

    def _prose(self, leaf: LeafText) -> None:
        first = len(self.mentions)
        at = 0
        for atom in leaf.atoms:
            self._text(leaf, at, atom.start, Form.TEXT)
            self._atom(leaf, atom)
            at = atom.end
        self._text(leaf, at, len(leaf.content.text), Form.TEXT)
        if self._links:
            self._mistyped(leaf)
            for _, one in self.mentions[first:]:
                if one.form is Form.TEXT:
                    self._add(leaf, self._reader.without_backticks(one))
        self._keep_outermost(first)

    def _text(self, leaf: LeafText, start: int, end: int, form: Form) -> None:
        if start < end:
            for one in self._reader.search(leaf.meant(start, end), form):
                self._add(leaf, one if self._links else one.replace(linked_in_block=True))

    def _atom(self, leaf: LeafText, atom: RstAtom) -> None:
        match atom.kind:
            case AtomKind.ROLE:
                self._role(leaf, atom)
            case AtomKind.LINK:
                self._link(leaf, atom)
            case AtomKind.URL:
                self._url(leaf, atom)
            case AtomKind.REFERENCE:
                self._reference(leaf, atom)
            case AtomKind.LITERAL if self._code:
                self._code_text(leaf, *atom.inner)
            case AtomKind.EMPHASIS | AtomKind.STRONG | AtomKind.TARGET:
                self._text(leaf, *atom.inner, Form.TEXT)
            case _:
                pass

    def _role(self, leaf: LeafText, atom: RstAtom) -> None:
        name = atom.name.lower()
        if name == _DOI:
            self._add(leaf, self._reader.role(leaf, (atom.start, atom.end), atom.inner))
        elif name in PROSE_ROLES:
            self._text(leaf, *atom.inner, Form.TEXT)
        elif (
            (parts := linked(name, leaf.escaped, *atom.inner))
            and name not in self._own_roles
            and self._add_link(leaf, atom, *parts) is not None
        ):
            return
        elif name not in CODE_ROLES and self._notations.identifiers:
            for one in self._reader.search(leaf.meant(*atom.inner), Form.ROLE):
                if one.spelling.kind is SpellingKind.IDENTIFIER:
                    self._add(leaf, one)

    @cached_property
    def _own_roles(self) -> frozenset[str]:
        """The roles that the document defines itself; these mark their text, and no more."""
        return frozenset(one[1].lower() for one in _ROLE_DEFINITION.finditer(self.source.text))

    @cached_property
    def _used_names(self) -> frozenset[str]:
        """What references name in backquotes."""
        return frozenset(_USE.findall(self.source.text))

    def _link(self, leaf: LeafText, atom: RstAtom) -> None:
        mention = self._add_link(leaf, atom, atom.shown, atom.target or atom.inner)
        if mention is None or mention.spelling.kind in _GUESSED:
            self._text(leaf, *atom.shown, Form.LINK_TEXT)

    def _add_link(
        self, leaf: LeafText, atom: RstAtom, shown: Range, target: Range
    ) -> Mention | None:
        """Take a link, with the address that its text is; return its mention."""
        whole = leaf.content.span(atom.start, atom.end)
        title = leaf.shown(*shown)
        written = leaf.meant(*target, is_uri=True)
        mention = self._reader.whole(Form.DESTINATION, whole, written, title)
        if mention is not None and shown != target:
            mention = mention.replace(shown=tuple(self._address_shown(mention, leaf, atom, shown)))
        self._add(leaf, mention)
        return mention

    def _url(self, leaf: LeafText, atom: RstAtom) -> None:
        mention = self._reader.url(leaf, atom.start, atom.end) if atom.name else None
        self._add(leaf, mention)
        if mention is None:
            self._text(leaf, atom.start, atom.end, Form.LINK_TEXT)

    def _reference(self, leaf: LeafText, atom: RstAtom) -> None:
        title = leaf.shown(*atom.shown)
        name = title if atom.target is None else leaf.shown(*atom.target).removesuffix("_")
        index = None if atom.anonymous else self._targets.get(name.lower())
        if index is None:
            self._text(leaf, *atom.shown, Form.LINK_TEXT)
            return
        number, mention = self.mentions[index]
        if mention.title is None and any(map(str.isdigit, title)):
            self.mentions[index] = number, mention.replace(title=title)
        if atom.target is not None:  # else the text is the target's name, and has to stay as it is
            self._shown[index] += self._address_shown(mention, leaf, atom, atom.shown)

    def _address_shown(
        self, mention: Mention, leaf: LeafText, atom: RstAtom, text: Range
    ) -> Iterator[Mention]:
        """Yield the address that a link's text is, if it is one of its target's name.

        The text names the link, unless two underscores end it, and has to stay for who uses that.
        """
        if atom.anonymous or leaf.shown(*text) not in self._used_names:
            yield from self._reader.shown(leaf.meant(*text), mention)

    def _mistyped(self, leaf: LeafText) -> None:
        """Take what was meant as a `doi` role."""
        text, at = leaf.escaped, 0
        for atom in leaf.atoms:
            self._words_and_backticks(leaf, at, atom.start)
            ticks = "``" if atom.kind is AtomKind.LITERAL else "`"
            # Interpreted text without a role, on either side.
            is_plain = atom.kind is AtomKind.ROLE and not atom.name
            if ticks == "``" or (is_plain and text[atom.start] == "`" == text[atom.end - 1]):
                start = _role_begin(leaf, atom, ticks, at)
                if start is not None:
                    self._add(leaf, self._reader.mistyped(leaf, (start, atom.end), atom.inner))
            at = atom.end
        self._words_and_backticks(leaf, at, len(text))

    def _words_and_backticks(self, leaf: LeafText, start: int, end: int) -> None:
        for match in WORD_AND_BACKTICKS.finditer(leaf.escaped, start, end):
            self._add(leaf, self._reader.mistyped(leaf, match.span(), match.span("inner")))

    def _keep_outermost(self, first: int) -> None:
        """Let what is broken stand for all that was read in its place."""
        found = self.mentions[first:]
        broken = [one for _, one in found if one.form is Form.BROKEN]
        if broken:
            kept = outermost(broken)
            spans = [one.span for one in kept]
            others = [pair for pair in found if not overlaps(pair[1].span, spans)]
            self.mentions[first:] = [*others, *((found[0][0], one) for one in kept)]


def _role_begin(leaf: LeafText, atom: RstAtom, ticks: str, at: int) -> int | None:
    """Return where the word begins that was to make a role of an atom; None if none was."""
    inside = leaf.leaf.inside
    is_field = inside is not None and inside.kind is BoxKind.FIELD
    if atom.start == 0 and ticks == "`" and is_field and inside:
        return 0 if inside.name.strip().lower() == FIELD else None
    if atom.start == at:
        return None
    start = introduction(leaf.content.text, atom.start, ticks)
    return start if start is not None and start >= at else None


def _is_bibtex(text: str, leaf: LeafText) -> bool:
    """Return whether a literal block is in BibTeX: it says so, or its directive does."""
    language, inside = leaf.leaf.name.lower(), leaf.leaf.inside
    if language in OF_CODE and inside is not None:
        said = _LANGUAGE.match(text, inside.start)
        language = said[1].lower() if said else ""
    elif language == "literal":
        language = ""
    return language in LANGUAGES and is_bibtex(language, leaf.content.text)


def documents_inside(text: str) -> Iterator[PlacedText]:
    """Yield the code in BibTeX that stands in a document."""
    wanted = [one.start() for one in re.finditer("@", text)]
    for at, leaf in enumerate(outline(text, wanted)):
        found = LeafText(leaf, at)
        if leaf.kind is LeafKind.LITERAL and _is_bibtex(text, found):
            yield found.content


def read_rst(source: Source, settings: Settings, *, links: bool = True) -> Document:
    """Return the DOIs and our comments in a text: a file, a docstring, the body of a directive.

    Of the settings `check_code`, the server and the selection are looked at; `links` says whether
    a name in the text can be made a link.
    """
    wanted, notations = look(source.text, notations_of(settings, source.name))
    leaves = [LeafText(leaf, at) for at, leaf in enumerate(outline(source.text, wanted))]
    collector = RstCollector(source, settings, notations, links=links)
    collector.take(leaves)
    mentions = tuple(with_links_noted(sorted(collector.mentions, key=lambda pair: pair[1].span)))
    suppressions = tuple(sorted(collector.suppressions, key=lambda one: one.span))
    claims = Claims(lambda: _claims(source.text, mentions, collector.bibtex))
    return Document(source, mentions, suppressions, claims=claims)


def _claims(text: str, mentions: Sequence[Mention], blocks: Sequence[Document]) -> Sequence[Claim]:
    from mdlint_doi.formats.rst.passages import claims_in

    prose = [one for one in mentions if not one.in_example]
    return [*claims_in(text, prose), *(claim for block in blocks for claim in block.claims())]
