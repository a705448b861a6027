"""Find the mentions and suppressions of a text in reStructuredText, without docutils.

There are three steps, each only if the previous one found something: the search for needles, the
block structure, and the inline markup. The constructs of the text are passed to the collector of
mentions: roles, embedded URIs, targets and options with their whole text; the text between the
markup is searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, Final

from mdlint_doi.formats import load
from mdlint_doi.formats.code import OF_CODE, DataName, data_name
from mdlint_doi.formats.markup import Collector, Delimited, Range
from mdlint_doi.formats.role_names import (
    CITATION,
    CODE_ROLES,
    LINK_DIRECTIVE,
    LINK_OPTIONS,
    PROSE_ROLES,
    citation_keys,
    linked,
)
from mdlint_doi.formats.rst.blocks import outline
from mdlint_doi.formats.rst.explicit import read_comment, read_target, read_uri
from mdlint_doi.formats.rst.inline import AtomKind, RstAtom
from mdlint_doi.formats.rst.leaf import PROSE, BoxKind, LeafKind, LeafText
from mdlint_doi.formats.rst.reader import RstReader
from mdlint_doi.formats.rst.role_argument import FIELD, WORD_AND_BACKTICKS, introduction
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.selection import notations_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.needles import look
from mdlint_doi.names.spelling import Notations
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim

_Link = tuple[Range, Range]
"""The ranges of text and address of a link, in its leaf."""
_DOI: Final = "doi"
_RAW_HTML: Final = pattern(r"\.\.[ ]+raw[ ]*::[^\n]*\bhtml", re.IGNORECASE)
_LANGUAGE: Final = pattern(r"\.\.[ ]+[\w-]+[ ]*::[ ]*([\w+-]*)")
_ROLE_DEFINITION: Final = pattern(r"^[ \t]*\.\.[ ]+role::[ ]+([\w:+.-]+)", re.MULTILINE)
_DEFAULT_ROLE: Final = "default-role::"
_SHORT_DOI: Final = pattern(r"10/[A-Za-z0-9]{3,8}")
_SHORT_FIELD: Final = pattern(r"^[ \t]*:doi:[ \t]+(?=10/)", re.MULTILINE | re.IGNORECASE)
"""Matches the mark of a field that may contain a shortDOI."""
_USE: Final = pattern("`([^`<>]+)`_")
_ENTRY: Final = pattern(
    r"^[^\n<]*<(?P<titled>[^<>\n]+)>[ ]*$|^[ ]*(?P<plain>[^\s<>]+)[ ]*$", re.MULTILINE
)


def read_rst(source: Source, settings: Settings, *, links: bool = True) -> Document:
    """Return the mentions and suppressions of a text: a file, a docstring, or a directive's body.

    `links` is whether DOIs in the text can be made links.
    """
    wanted, notations = look(source.text, notations_of(settings, source.name))
    if wanted:
        wanted = sorted([*wanted, *(match.end() for match in _SHORT_FIELD.finditer(source.text))])
    leaves = [LeafText(leaf, at) for at, leaf in enumerate(outline(source.text, wanted))]
    translator = RstTranslator(source, settings, notations, links=links)
    translator.take(leaves)
    return translator.collector.document(_claims)


def _claims(source: Source, mentions: Sequence[Mention]) -> list[Claim]:
    from mdlint_doi.formats.rst.passages import claims_in

    return claims_in(source.text, mentions)


def documents_inside(text: str) -> Iterator[PlacedText]:
    """Yield the blocks of BibTeX in a document."""
    wanted = [match.start() for match in re.finditer("@", text)]
    for at, leaf in enumerate(outline(text, wanted)):
        found = LeafText(leaf, at)
        if leaf.kind is LeafKind.LITERAL and _data_name(text, found) == "BIBTEX":
            yield found.content


class RstTranslator:
    """Passes the leaves of a text (a file, docstring or directive's body) to its collector."""

    def __init__(
        self, source: Source, settings: Settings, notations: Notations, *, links: bool
    ) -> None:
        """Receive the text, and whether DOIs in it can be made links."""
        self._source = source
        self._settings = settings
        self._notations = notations
        self._links = links
        self._reader = RstReader(source, notations)
        self.collector = Collector(self._reader)

    def take(self, leaves: Sequence[LeafText]) -> None:
        """Read the leaves of the text, in order."""
        for leaf in reversed(leaves):  # the first target with a name counts
            if leaf.leaf.kind is LeafKind.TARGET:
                self._target(leaf)
        for leaf in leaves:
            self._leaf(leaf)

    def _target(self, leaf: LeafText) -> None:
        target = read_target(leaf.content.text, anonymous=leaf.leaf.name == "__")
        if target.uri is None:
            return
        written = leaf.of_meant(target.uri)
        place = Delimited(Form.DEFINITION, leaf.content.whole, written, angle=True)
        self.collector.definition(leaf, " ".join(target.name.lower().split()), place)

    def _leaf(self, leaf: LeafText) -> None:
        kind = leaf.leaf.kind
        name = leaf.leaf.name.lower()
        if kind is LeafKind.TITLE and name == LINK_DIRECTIVE:
            self._uri(leaf)
        elif kind in PROSE:
            self._prose(leaf)
        elif kind is LeafKind.LITERAL:
            self._literal(leaf, name)
        elif kind is LeafKind.OPTION and name in LINK_OPTIONS:
            self._uri(leaf)
        elif kind is LeafKind.COMMENT:
            found = read_comment(leaf.content, self._source)
            self.collector.suppressions += [found] if found else []

    def _uri(self, leaf: LeafText) -> None:
        """Read a leaf that is an address."""
        uri = read_uri(leaf.escaped, 0, len(leaf.escaped))
        if uri.text:
            written = leaf.of_meant(uri)
            place = Delimited(Form.DESTINATION, written.whole, written, angle=True)
            self.collector.delimited(leaf, place)

    def _literal(self, leaf: LeafText, name: str) -> None:
        inside = leaf.leaf.inside
        if name == "raw" and inside and _RAW_HTML.match(self._source.text, inside.start):
            self._html(leaf)
        elif name == "toctree":
            self._entries(leaf)
        elif data := _data_name(self._source.text, leaf):
            self.collector.data(leaf.content, self._settings, data, repeat(leaf.number))
            return
        elif name == "parsed-literal":
            for atom in leaf.atoms:
                self._atom(leaf, atom)
        if self._settings.check_code and name not in {"raw", "toctree"}:
            self._code(leaf, 0, len(leaf.content.text))

    def _html(self, leaf: LeafText) -> None:
        """Read HTML, which is a document of its own."""
        inner = load("html").read(Source(self._source.name, leaf.content.text), self._settings)
        self.collector.part(inner.within(self._source, leaf.content), repeat(leaf.number))

    def _entries(self, leaf: LeafText) -> None:
        """Read the links in a `toctree`."""
        for match in _ENTRY.finditer(leaf.content.text):
            written = leaf.content.part(*match.span(match.lastgroup or 0))
            place = Delimited(Form.DEFINITION, written.whole, written, angle=True)
            self.collector.delimited(leaf, place)

    def _code(self, leaf: LeafText, start: int, end: int) -> None:
        found = self._reader.search(leaf.content.part(start, end), Form.TEXT)
        self.collector.code(leaf, found)

    def _prose(self, leaf: LeafText) -> None:
        first = len(self.collector.mentions)
        if self._short_doi(leaf):
            return
        at = 0
        for atom in leaf.atoms:
            if not self._goes_on_in_url(leaf, at, atom):
                self._text(leaf, (at, atom.start))
                no_link = self._reader.no_link(leaf, atom) if self._is_no_link(atom) else None
                if no_link is None:
                    self._atom(leaf, atom)
                self.collector.add(leaf, no_link)
            at = atom.end
        self._text(leaf, (at, len(leaf.content.text)))
        if self._links:
            self._mistyped(leaf)
            for _, mention in self.collector.mentions[first:]:
                if mention.form is Form.TEXT:
                    self.collector.add(leaf, self._reader.without_backticks(mention))
        self.collector.settle(leaf, first)

    def _short_doi(self, leaf: LeafText) -> bool:
        """Read a shortDOI that is all of a field named DOI; return whether it is one."""
        inside = leaf.leaf.inside
        is_field = inside is not None and inside.kind is BoxKind.FIELD
        if not (is_field and inside and inside.name.strip().lower() == FIELD):
            return False
        if not _SHORT_DOI.fullmatch(leaf.content.text):
            return False
        place = Delimited(Form.TEXT, leaf.content.whole, leaf.content, presented=True)
        self.collector.delimited(leaf, place)
        return True

    def _goes_on_in_url(self, leaf: LeafText, at: int, atom: RstAtom) -> bool:
        """Read text before a URL, and return whether a DOI in this text includes the URL."""
        text = leaf.content.text
        if atom.kind is not AtomKind.URL or at == atom.start or text[atom.start - 1].isspace():
            return False
        limit = leaf.content.at(atom.start)
        found = [*self._reader.search(leaf.meant(at, atom.end), Form.TEXT)]
        begun = [
            mention for mention in found if mention.written.at(mention.spelling.name.start) < limit
        ]
        if not begun or begun[-1].written.whole.end <= limit:
            return False
        for mention in begun:
            self.collector.add(
                leaf, mention if self._links else mention.replace(linked_in_block=True)
            )
        return True

    def _text(self, leaf: LeafText, part: Range, form: Form = Form.TEXT) -> None:
        if part[0] < part[1]:
            for mention in self._reader.search(leaf.meant(*part), form):
                self.collector.add(
                    leaf, mention if self._links else mention.replace(linked_in_block=True)
                )

    def _atom(self, leaf: LeafText, atom: RstAtom) -> None:
        match atom.kind:
            case AtomKind.ROLE:
                self._role(leaf, atom)
            case AtomKind.LINK:
                link = atom.shown, atom.target or atom.inner
                if not self._link(leaf, atom, link, self._read_link(leaf, atom, link)):
                    self._text(leaf, atom.shown, Form.LINK_TEXT)
            case AtomKind.URL:
                self._url(leaf, atom)
            case AtomKind.REFERENCE:
                self._reference(leaf, atom)
            case AtomKind.LITERAL if self._settings.check_code:
                self._code(leaf, *atom.inner)
            case AtomKind.EMPHASIS | AtomKind.STRONG | AtomKind.TARGET:
                self._text(leaf, atom.inner)
            case _:
                pass

    def _is_no_link(self, atom: RstAtom) -> bool:
        """Return whether a phrase in backquotes may be a link that lacks a part."""
        if not self._links:
            return False
        if atom.kind is AtomKind.ROLE:
            return not atom.name and not self._has_default_role
        return atom.kind is AtomKind.REFERENCE and atom.target is None

    def _role(self, leaf: LeafText, atom: RstAtom) -> None:
        """Read a `doi` role, or the text, address or identifiers in a different role."""
        name = atom.name.lower()
        if name == _DOI:
            whole = atom.start, atom.end
            self.collector.add(leaf, self._reader.role(leaf, whole, atom.inner))
            return
        if name in PROSE_ROLES:
            self._text(leaf, atom.inner)
            return
        link = linked(name, leaf.escaped, *atom.inner)
        mention = None
        if link and name not in self._own_roles:
            mention = self._read_link(leaf, atom, link)
        if link and mention is not None:
            self._link(leaf, atom, link, mention)
        elif CITATION.fullmatch(name):
            for key in citation_keys(leaf.escaped, *atom.inner):
                place = Delimited(Form.ROLE, leaf.content.span(*key), leaf.meant(*key))
                self.collector.add(leaf, self._reader.inert(leaf, place))
        elif name not in CODE_ROLES and self._notations.identifiers:
            found = self._reader.search(leaf.meant(*atom.inner), Form.ROLE)
            self.collector.identifiers(leaf, found)

    @cached_property
    def _has_default_role(self) -> bool:
        return _DEFAULT_ROLE in self._source.text

    @cached_property
    def _own_roles(self) -> frozenset[str]:
        """The roles that the document defines itself, which only mark their text."""
        return frozenset(
            definition[1].lower() for definition in _ROLE_DEFINITION.finditer(self._source.text)
        )

    @cached_property
    def _used_names(self) -> frozenset[str]:
        """The names in references with backquotes."""
        return frozenset(_USE.findall(self._source.text))

    def _read_link(self, leaf: LeafText, atom: RstAtom, link: _Link) -> Mention | None:
        text, target = link
        whole = leaf.content.span(atom.start, atom.end)
        written = leaf.meant(*target, is_uri=True)
        place = Delimited(Form.DESTINATION, whole, written, text=text, angle=True)
        return self._reader.delimited(leaf, place)

    def _link(self, leaf: LeafText, atom: RstAtom, link: _Link, mention: Mention | None) -> bool:
        """Add the mention of a link; return whether the link's text is its title."""
        is_title = self.collector.add(leaf, mention)
        text, target = link
        # Unless two underscores end the link, its text is a name that references may use.
        may_change = text != target and (atom.anonymous or not self._is_used(leaf, text))
        if mention is not None and may_change:
            self.collector.note_shown(leaf, text)
        return is_title

    def _is_used(self, leaf: LeafText, text: Range) -> bool:
        """Return whether a reference uses the text of a link as its name."""
        return leaf.visible(*text) in self._used_names

    def _url(self, leaf: LeafText, atom: RstAtom) -> None:
        mention = self._reader.url(leaf, atom.start, atom.end) if atom.name else None
        self.collector.add(leaf, mention)
        if mention is None:
            self._text(leaf, (atom.start, atom.end), Form.LINK_TEXT)

    def _reference(self, leaf: LeafText, atom: RstAtom) -> None:
        if atom.target is None:
            label = leaf.visible(*atom.shown)
            stays = True
        else:
            label = leaf.visible(*atom.target).removesuffix("_")
            stays = self._is_used(leaf, atom.shown)
        if atom.anonymous or not self.collector.reference(
            leaf, label.lower(), atom.shown, stays=stays
        ):
            self._text(leaf, atom.shown, Form.LINK_TEXT)

    def _mistyped(self, leaf: LeafText) -> None:
        """Add the mentions that were meant as a `doi` role."""
        text, at = leaf.escaped, 0
        for atom in leaf.atoms:
            self._words_and_backticks(leaf, at, atom.start)
            ticks = "``" if atom.kind is AtomKind.LITERAL else "`"
            # Interpreted text that has no role before it or after it.
            is_plain = atom.kind is AtomKind.ROLE and not atom.name
            if ticks == "``" or (is_plain and text[atom.start] == "`" == text[atom.end - 1]):
                start = _role_begin(leaf, atom, ticks, at)
                if start is not None:
                    self.collector.add(
                        leaf, self._reader.mistyped(leaf, (start, atom.end), atom.inner)
                    )
            at = atom.end
        self._words_and_backticks(leaf, at, len(text))

    def _words_and_backticks(self, leaf: LeafText, start: int, end: int) -> None:
        for match in WORD_AND_BACKTICKS.finditer(leaf.escaped, start, end):
            self.collector.add(leaf, self._reader.mistyped(leaf, match.span(), match.span("inner")))


def _role_begin(leaf: LeafText, atom: RstAtom, ticks: str, at: int) -> int | None:
    """Return the index of the word that was meant to make a role of an atom; None if none."""
    inside = leaf.leaf.inside
    is_field = inside is not None and inside.kind is BoxKind.FIELD
    if atom.start == 0 and ticks == "`" and is_field and inside:
        return 0 if inside.name.strip().lower() == FIELD else None
    if atom.start == at:
        return None
    start = introduction(leaf.content.text, atom.start, ticks)
    return start if start is not None and start >= at else None


def _data_name(text: str, leaf: LeafText) -> DataName | None:
    """Return the format of a literal block, by its text and the language of its directive."""
    language = leaf.leaf.name.lower()
    inside = leaf.leaf.inside
    if language in OF_CODE and inside is not None:
        said = _LANGUAGE.match(text, inside.start)
        language = said[1].lower() if said else ""
    elif language == "literal":
        language = ""
    return data_name(language, leaf.content.text)
