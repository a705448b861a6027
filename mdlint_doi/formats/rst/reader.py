"""Read the DOIs in the constructs and the running text of a leaf."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Final

from mdlint_doi.formats.markup import Reader
from mdlint_doi.formats.role_names import role_word
from mdlint_doi.formats.rst.inline import RstAtom, parse_inline
from mdlint_doi.formats.rst.leaf import LeafText
from mdlint_doi.formats.rst.role_argument import closed, role_for, split
from mdlint_doi.lint.model import Break, Form, Mention
from mdlint_doi.lint.placeholders import goes_on, is_generated, unfinished
from mdlint_doi.lint.running_names import with_white_space
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.link import bare_address, encoded, may_name_doi, resolves
from mdlint_doi.names.scan.find import find
from mdlint_doi.names.scan.name_end import marks_after
from mdlint_doi.names.scan.white_space import closed_up, spaced_end
from mdlint_doi.names.spelling import REACH, Spelling
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span, holds_any, overlaps

_WORD: Final = pattern(r"\S{1,500}")
SUBSTITUTION: Final = pattern(r"[._/-]*(?:\\[ ])?\|[A-Za-z]")
"""The text after an incomplete DOI that a substitution will complete."""
_BRACKETS: Final = re.compile(r"[()\[\]]")
_FINAL: Final = re.compile(r"[^A-Za-z0-9]\Z")
_SECOND: Final = pattern(r"(?<=[^=/?#&])https?://(?:dx\.|www\.)?doi\.org/")
"""A second address directly after a DOI, and not in a path or a query."""
_OPENING: Final = pattern("(?<!\0)<")
_MOST_OPENINGS: Final = 5
_ANONYMOUS_TARGET: Final = pattern(r"^[ \t]*(?:__[ ]|\.\.[ ]__:)", re.MULTILINE)
_REFERENCE_END: Final = pattern(r"[)\]]__?\Z")
"""The end of a reference, if brackets enclose a URL."""


class RstReader(Reader):
    """Reads the DOIs of one text in reStructuredText."""

    in_rst = True

    def spelling(self, text: str, *, presented: bool = False) -> Spelling | None:
        """Return the spelling of a whole text; None if it presents no DOI."""
        if not self._may_hold_name(text):
            return None
        return super().spelling(text, presented=presented)

    def search(self, running: PlacedText, form: Form) -> Iterator[Mention]:
        """Yield the mentions in running text."""
        if not self._may_hold_name(running.text):
            return
        joined = closed_up(running)
        running, joints = joined.text, joined.joints
        known = [*unfinished(running.text, 0, len(running.text))]
        for span in known:
            yield from self._placeholder(running.part(span.start, span.end), form)
        at = running.whole.start
        before = self.source.text[max(0, at - REACH) : at]
        for candidate in find(running.text, self.notations, before=before):
            written = running.part(candidate.span.start, candidate.span.end)
            if not (
                SUBSTITUTION.match(self.source.text, written.whole.end)
                or goes_on(self.source.text, written.whole.end)
                or overlaps(candidate.span, known)
            ):
                mention = self._mention(form, written.whole, written, candidate.spelling)
                if joints and holds_any(joints, candidate.span.start + 1, candidate.span.end):
                    yield with_white_space(mention)
                else:
                    yield mention.replace(marks=marks_after(running, candidate.span.end))

    def _placeholder(self, written: PlacedText, form: Form) -> Iterator[Mention]:
        spelling = self.spelling(written.text)
        if spelling is not None:
            yield self._mention(form, written.whole, written, spelling)

    def role(
        self, leaf: LeafText, whole: tuple[int, int], inner: tuple[int, int]
    ) -> Mention | None:
        """Return the mention in a `doi` role; None if a template fills it in."""
        argument = split(leaf.escaped[slice(*inner)], self.notations)
        at = argument.span.shift(inner[0])
        written = leaf.meant(at.start, at.end)
        if is_generated(written.text):
            return None
        span = leaf.content.span(*whole)
        is_cut = argument.doi is None and "\n" in written.text
        if is_cut and (spelling := closed(written.text, self.notations)):
            return self._cut_role(span, written, spelling)
        return self._mention(Form.ROLE, span, written, argument.spelling, argument.title)

    def _cut_role(self, span: Span, written: PlacedText, spelling: Spelling) -> Mention:
        """Return the mention in a role whose DOI a line end cuts."""
        pieces = [written.part(*word.span()) for word in _WORD.finditer(written.text)]
        mention = self._mention(Form.BROKEN, span, PlacedText.joined(pieces), spelling)
        text = self.source.text
        inner = "".join(piece.whole.cut(text) for piece in pieces)
        repair = text[span.start : written.whole.start] + inner + text[written.whole.end : span.end]
        return mention.replace(broken=Break.LINE_BREAK, repair=repair)

    def mistyped(
        self, leaf: LeafText, whole: tuple[int, int], inner: tuple[int, int]
    ) -> Mention | None:
        """Return the mention in a text that was meant as a role; None if it contains no DOI."""
        argument = split(leaf.escaped[slice(*inner)], self.notations)
        if argument.doi is None:
            return None
        at = argument.span.shift(inner[0])
        written = leaf.meant(at.start, at.end)
        span = leaf.content.span(*whole)
        mention = self._mention(Form.BROKEN, span, written, argument.spelling)
        repair = role_for(argument.doi, argument.title, "rst")
        return mention.replace(broken=Break.NO_ROLE, repair=repair)

    def without_backticks(self, mention: Mention) -> Mention | None:
        """Return a mention as a role that lacks backticks; None if it was not meant as a role."""
        word = role_word(self.source.text, mention.span.start)
        if word is None or mention.doi is None:
            return None
        span = Span(word, mention.span.end)
        repair = role_for(mention.doi, None, "rst")
        return mention.replace(form=Form.BROKEN, span=span, broken=Break.NO_ROLE, repair=repair)

    def no_link(self, leaf: LeafText, atom: RstAtom) -> Mention | None:
        """Return the mention in a phrase that was meant as a link to a DOI; None if it was not.

        An underscore, the blank before `<` or the address is missing, or `<` in a SICI ends it.
        """
        text, (start, end) = leaf.escaped, atom.inner
        if text[atom.end - 1] not in "`_" or text[start - 1] != "`":
            return None
        if text[end - 1] == ">":
            return self._without_link(leaf, atom)
        if not atom.anonymous or self._has_anonymous_target:
            return None
        return self._without_address(leaf, atom)

    @cached_property
    def _has_anonymous_target(self) -> bool:
        return _ANONYMOUS_TARGET.search(self.source.text) is not None

    def _without_link(self, leaf: LeafText, atom: RstAtom) -> Mention | None:
        text, (start, end) = leaf.escaped, atom.inner
        for opening in islice(_OPENING.finditer(text, start, end), _MOST_OPENINGS):
            target = leaf.meant(opening.end(), end - 1, is_uri=True)
            spelling = self.spelling(target.text)
            if spelling is None or spelling.doi is None or not resolves(spelling):
                continue
            span = leaf.content.span(atom.start, atom.end)
            title = leaf.content.text[start : opening.start()].strip()
            address = encoded(spelling)
            # A single underscore would make the title a name, which must be unique.
            repair = f"`{title} <{address}>`__" if title else f"`<{address}>`__"
            mention = self._mention(Form.BROKEN, span, target, spelling, title or None)
            return mention.replace(broken=Break.NO_LINK, repair=repair)
        return None

    def _without_address(self, leaf: LeafText, atom: RstAtom) -> Mention | None:
        """Return the mention in an anonymous reference of a document without such targets."""
        shown = leaf.meant(*atom.inner)
        found = find(shown.text, self.notations.of_names)
        if len(found) != 1 or found[0].doi is None:
            return None
        span = leaf.content.span(atom.start, atom.end)
        written = shown.part(found[0].span.start, found[0].span.end)
        title = leaf.content.text[slice(*atom.inner)]
        repair = f"`{title} <{found[0].doi.url()}>`__"
        mention = self._mention(Form.BROKEN, span, written, found[0].spelling, title)
        return mention.replace(broken=Break.NO_LINK, repair=repair)

    def url(self, leaf: LeafText, start: int, end: int) -> Mention | None:
        """Return the mention in a URL as far as docutils links it; None if it presents no DOI."""
        written = leaf.meant(start, end)
        spelling = self.spelling(written.text)
        text = leaf.content.text
        is_whole = spelling is not None and spelling.doi is not None
        spaced = None if is_whole else self._spaced(leaf, start, end)
        if spelling is None or spaced is not None or SUBSTITUTION.match(text, end):
            return spaced
        if going_on := [*unfinished(text, start, start + 1)]:
            return next(
                self._placeholder(leaf.meant(going_on[0].start, going_on[0].end), Form.TEXT), None
            )
        if goes_on(text, end):
            return None
        is_whole_word = end == len(text) or text[end].isspace()
        cut = None if is_whole_word else self._cut(leaf, start, written.text, spelling.doi)
        if cut is not None:
            return cut
        stop = _reference_start(written.text) or self._first_end(written.text)
        if stop is not None:
            # The URL extends beyond the DOI, and it is not certain what was meant there.
            name = written.part(0, stop)
            known = self.spelling(name.text)
            mention = self._mention(Form.BROKEN, written.whole, name, known) if known else None
            return mention and mention.replace(broken=Break.TOO_LATE)
        is_in_brackets = text[start - 1 : start] == "<" and text[end : end + 1] == ">"
        form = Form.AUTOLINK if is_in_brackets else Form.BARE_LINK
        mention = self._mention(form, written.whole, written, spelling, written.text)
        marks = None if is_in_brackets else marks_after(leaf.content, end)
        return mention.replace(marks=marks, linked=0)

    def _first_end(self, url: str) -> int | None:
        """Return the end of the DOI before a second address in a URL; None if there is no second.

        Such a URL is often a link in Markdown, `[https://…](https://…)`.
        """
        second = _SECOND.search(url)
        if second is None:
            return None
        first = find(url[: second.start()], self.notations.of_names)
        return first[0].span.end if first else second.start()

    def _spaced(self, leaf: LeafText, start: int, end: int) -> Mention | None:
        """Return the mention of a DOI after a URL and white space; None if there is none."""
        text = leaf.content.text
        behind = spaced_end(text, start, end)
        word = _WORD.match(text, behind) if behind > end else None
        if word is None:
            return None
        running = closed_up(leaf.meant(start, word.end())).text
        first = next(iter(find(running.text, self.notations.of_names)), None)
        if first is None or first.span.start:
            return None
        written = running.part(first.span.start, first.span.end)
        return with_white_space(
            self._mention(Form.BARE_LINK, written.whole, written, first.spelling)
        )

    def _cut(self, leaf: LeafText, start: int, url: str, doi: Doi | None) -> Mention | None:
        """Return the mention of a DOI of which docutils links only the beginning; None if all."""
        word = _WORD.match(leaf.content.text, start)
        meant = leaf.meant(*word.span()) if word else leaf.meant(start, start)
        first = next(iter(find(meant.text, self.notations.of_names)), None)
        if first is None or first.span.start or first.span.end <= len(url):
            return None
        if first.doi in {None, doi}:
            return None
        written = meant.part(first.span.start, first.span.end)
        rest = meant.text[first.span.end :]
        mention = self._mention(Form.BROKEN, written.whole, written, first.spelling)
        if rest.startswith("<") and ">" not in rest:  # the DOI continues on the next line
            return mention.replace(broken=Break.LINE_BREAK)
        repair = linked_whole(first.spelling)
        kind = cut_by(first.written)
        return mention.replace(broken=kind, repair=None if repair == first.written else repair)

    def _mention(
        self,
        form: Form,
        span: Span,
        written: PlacedText,
        spelling: Spelling,
        title: str | None = None,
    ) -> Mention:
        return Mention(self.source, span, written, form, spelling, title, in_rst=True)

    def _may_hold_name(self, text: str) -> bool:
        is_wanted = self.notations.publishers or self.notations.identifiers
        return bool(is_wanted) or may_name_doi(text, self.notations)


def _reference_start(url: str) -> int | None:
    """Return the offset of a `]_` at the end of a URL without the opening bracket; None if none."""
    match = _REFERENCE_END.search(url)
    if match is None:
        return None
    opening, closing = ("(", ")") if match[0][0] == ")" else ("[", "]")
    return match.start() if url.count(opening) < url.count(closing) else None


def cut_by(written: str) -> Break:
    """Return the kind of break that ends the link to a DOI in running text too early."""
    if "<" in written:
        return Break.BARE_ANGLE
    return Break.PARENTHESIS if _BRACKETS.search(written) else Break.TOO_EARLY


def linked_whole(spelling: Spelling) -> str | None:
    """Return the address of a DOI in a form that docutils links completely; None if impossible."""
    if spelling.doi is None:
        return None
    address = bare_address(encoded(spelling))
    for variant in (address, _FINAL.sub(lambda last: f"%{ord(last[0]):02X}", address)):
        atoms = parse_inline(variant).atoms
        if len(atoms) == 1 and (atoms[0].start, atoms[0].end) == (0, len(variant)):
            return variant
    return None
