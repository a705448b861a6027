"""Find the mentions of a page, each with its place in the file where it was written.

The DOIs that the page shows (`shown`) are grouped by origin; a translation has its place in the
catalogue. The format of each file reads its mentions, and those whose DOI the page shows are kept.
The remaining DOIs are searched for in the text of the file (CSV tables, Cython, comments of
Python), in `conf.py` and in bibliographies. A DOI that none of these contains becomes a separate
text at the line of its block.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from docutils import nodes

from mdlint_doi.formats.rst.translate import read_rst
from mdlint_doi.lint.document import Suppression, with_links_noted
from mdlint_doi.lint.model import Break, Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.scan.find import find
from mdlint_doi.names.spelling import Spelling
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from sphinx_doi.page.configured import Configured
from sphinx_doi.page.files import PageFile, PageFiles
from sphinx_doi.page.mentions import PageMention, PageMentions
from sphinx_doi.page.shown import PageContent, Shown, Spellings, content_of, key_of
from sphinx_doi.page.walk import Origin, read_origin

_NEAR: Final = 1000  # the most code points before or after a place that are read with it
_ADDRESSES: Final = frozenset({Form.BARE_LINK, Form.AUTOLINK})
"""The forms of an address alone, from which a directive or a parser may make a link."""


class PageReader:
    """Reads the pages of a build, for the extension and its builders."""

    def __init__(
        self,
        settings: Settings,
        files: PageFiles,
        configured: Configured = Configured(),  # noqa: B008
    ) -> None:
        """Use the settings, the files, and the texts that `conf.py` inserts into pages."""
        self.settings = settings  # the settings of the build
        self.files = files  # the files of pages
        self.configured = configured  # the texts that `conf.py` inserts into pages
        self.spellings = Spellings(settings)  # the parser of DOIs

    @property
    def choices(self) -> tuple[object, ...]:
        """The settings that decide which mentions a page has."""
        return self.spellings.notations, self.settings.check_code

    def mentions(self, doctree: nodes.document) -> PageMentions:
        """Return the mentions and the comments of a page, without those of `entries_of`."""
        self.files.begin()
        extlinks, check_code = self.configured.extlinks, self.settings.check_code
        content = content_of(doctree, self.spellings, extlinks, check_code=check_code)
        main = read_origin(doctree.get("source"))
        return _Sources(main, self).mentions(content)


class _Sources:
    """Finds the mentions of one page in the sources of its texts."""

    def __init__(self, main: Origin, reader: PageReader) -> None:
        self._main = main  # the file of the page itself
        self._files = reader.files
        self._configured = reader.configured
        self._settings = reader.settings
        self._uses: Counter[tuple[str, ...]] = Counter()  # how often each text was used
        self._of_conf: set[object] = set()  # the keys of DOIs in texts of `conf.py`

    def mentions(self, content: PageContent) -> PageMentions:
        """Return the mentions of the page, and the suppression comments in its files."""
        found: list[PageMention] = []
        comments: dict[Origin, tuple[Suppression, ...]] = {}
        left: list[tuple[int, PageMention]] = []
        for origin, of_origin in self._by_origin(content, found):
            file = self._files.get(origin.path)
            kept = _Kept(of_origin)
            if file is not None:
                kept.read(file, origin, keeps_all=self._keeps_all(origin))
                comments[origin] = file.suppressions_of(origin.part)
            for one in of_origin:
                if one.is_prose and not kept.covers(one):
                    made = self._search(one, file, kept)
                    left += [(one.place.block, made)] if made else []
            if origin.is_configured:
                self._of_conf.update(key_of(one.spelling) for one in kept.mentions)
            here = origin._replace(in_file=not origin.is_configured)
            found += (PageMention(one, here) for one in kept.mentions)
        noted = with_links_noted([(block, one.mention) for block, one in left])
        found += (one._replace(mention=new) for (_, one), new in zip(left, noted, strict=True))
        return PageMentions.of(found, {one: of_one for one, of_one in comments.items() if of_one})

    def _written(self, origin: Origin) -> Origin:
        """Return the origin with the written file in place of a file that was generated from it."""
        return origin._replace(path=self._configured.origin(origin.path))

    def _by_origin(
        self, content: PageContent, found: list[PageMention]
    ) -> Iterator[tuple[Origin, list[Shown]]]:
        """Yield each origin with its DOIs, `conf.py` first; add translated DOIs to `found`."""
        by_origin: dict[Origin, list[Shown]] = defaultdict(list)
        for each in content.shown:
            origin = self._written(each.place.origin)
            one = each._replace(place=each.place._replace(origin=origin))
            translation = self._translation(one) if one.is_translated else None
            if translation is None:
                by_origin[origin].append(one)
            else:
                found.append(translation)
        also = [self._main] if self._keeps_all(self._main) else []
        for origin in (*also, *map(self._written, sorted(content.commented))):
            by_origin.setdefault(origin, [])
        yield from sorted(by_origin.items(), key=lambda pair: not pair[0].is_configured)

    def _keeps_all(self, origin: Origin) -> bool:
        """Return whether all mentions of a file are kept, even if the page does not show them.

        This applies to a page's own Markdown file, because the doctree lacks some of its text.
        """
        return origin == self._main and self._files.is_markdown(origin.path)

    def _translation(self, one: Shown) -> PageMention | None:
        """Return the mention of a translated text; None if no catalogue contains it."""
        nth = self._nth_use(one)
        line = self._configured.translated_at(self._main.path, self._files, one.written, nth)
        if line is None:
            return None
        return self._alone(one, Origin(line.path, in_file=False), line.number)

    def _search(self, one: Shown, file: PageFile | None, kept: _Kept) -> PageMention | None:
        """Search for a DOI that the format did not read; return its mention, or None if known."""
        place = file.find(one.written, one.place.line) if file is not None else None
        if file is None or place is None:
            return self._elsewhere(one, kept)
        if place.mention is not None and not kept.is_role(place.mention):
            kept.keep(place.mention)
        elif not place.is_copy:
            mention = _mention_at(file.source, place.span, one, self._settings)
            return PageMention(self._in_language(mention, one.place.origin), one.place.origin)
        return None

    def _elsewhere(self, one: Shown, kept: _Kept) -> PageMention | None:
        """Return a mention in a separate text; None if `conf.py` or a BibTeX entry contains it."""
        origin = one.place.origin
        is_markdown = self._files.is_markdown(origin.path)
        if (is_markdown and kept.names(one)) or one.key in self._of_conf:
            return None
        if any(_is_in(file, one) for _, file in self._files.bibliographies()):
            return None
        file = self._files.get(origin.path) if is_markdown else None
        used = None
        if file is not None and self._configured.substitutions:
            nth = self._nth_use(one)
            used = self._configured.substituted_at(file.source, one.written, nth)
        return self._alone(one, origin._replace(in_file=False), used or one.place.line or 1)

    def _alone(self, one: Shown, origin: Origin, line: int) -> PageMention:
        """Return a mention whose source is its own text, at a line of an origin."""
        source = Source(origin.name, one.written[0], first_line=line)
        whole = Span(0, len(source.text))
        mention = _mention_at(source, whole, one, self._settings)
        return PageMention(self._in_language(mention, origin), origin)

    def _in_language(self, mention: Mention, origin: Origin) -> Mention:
        return mention.replace(in_rst=not self._files.is_markdown(origin.path))

    def _nth_use(self, one: Shown) -> int:
        """Return how often this text was requested before, and count this time."""
        self._uses[one.written] += 1
        return self._uses[one.written] - 1


class _Kept:
    """The mentions of one file that are kept, because a page shows their DOIs."""

    def __init__(self, shown: Sequence[Shown]) -> None:
        self.mentions: list[Mention] = []  # the kept mentions, in the order of their finding
        self._wanted = {_name(one.spelling) for one in shown if one.is_prose}
        self._wanted_keys = {one.key for one in shown if one.is_prose}
        self._literals = {_name(one.spelling) for one in shown if not one.is_prose}
        # Roles whose raw text begins with a backtick, without a name: the default role.
        self._roles = {
            one.key for one in shown if one.form is Form.ROLE and one.written[0][0] == "`"
        }
        self._texts = {one.spelling.text for one in shown}
        self._sizes = {len(text) for text in self._texts}
        self._places: set[tuple[Span, Form]] = set()
        self._keys: set[object] = set()
        self._names: set[object] = set()
        self._broken: list[str] = []

    def read(self, file: PageFile, origin: Origin, *, keeps_all: bool) -> None:
        """Keep the mentions of a file that the page shows.

        For a docstring, its own mentions come first; the rest of the file is searched only for DOIs
        that are still missing.

        Args:
            file: the file.
            origin: the file or docstring.
            keeps_all: whether to keep all mentions, shown or not.
        """
        is_lacking = False
        for mentions in file.mentions_of(origin.part):
            for one in mentions:
                if keeps_all or (self._is_lacking(one) if is_lacking else self._is_shown(one)):
                    self.keep(one)
            is_lacking = not self._wanted_keys <= self._keys
            if not is_lacking:
                break

    def keep(self, mention: Mention) -> None:
        """Keep a mention, once."""
        place = mention.span, mention.form
        if place in self._places:
            return
        self._places.add(place)
        self.mentions.append(mention)
        self._keys.add(key_of(mention.spelling))
        self._names.add(_name(mention.spelling))
        if mention.form is Form.BROKEN:
            insort(self._broken, mention.written.text)
            insort(self._broken, mention.span.cut(mention.source.text))

    def covers(self, one: Shown) -> bool:
        """Return whether a kept mention accounts for a DOI of the page in its written form."""
        if one.is_extlink:
            return False
        if one.key in self._keys or (one.is_text and self.names(one)):
            return True
        at = bisect_left(self._broken, one.spelling.text)
        return at < len(self._broken) and self._broken[at].startswith(one.spelling.text)

    def names(self, one: Shown) -> bool:
        """Return whether a kept mention has the DOI that the page shows, in any form."""
        return _name(one.spelling) in self._names

    def is_role(self, mention: Mention) -> bool:
        """Return whether a mention that seems to lack its role is the default role of the page."""
        return mention.broken is Break.NO_ROLE and key_of(mention.spelling) in self._roles

    def _is_shown(self, mention: Mention) -> bool:
        """Return whether the page shows the DOI of a mention, or the part that markup left."""
        name = _name(mention.spelling)
        if mention.form is not Form.BROKEN or self.is_role(mention):
            return name in self._wanted and not self.is_role(mention)
        texts = mention.written.text, mention.span.cut(mention.source.text)
        beginnings = (text[:size] for text in texts for size in self._sizes)
        return (
            name in self._wanted or name in self._literals or not self._texts.isdisjoint(beginnings)
        )

    def _is_lacking(self, mention: Mention) -> bool:
        key = key_of(mention.spelling)
        return key in self._wanted_keys and key not in self._keys


def _name(spelling: Spelling) -> object:
    return spelling.text if spelling.doi is None else spelling.doi


def _mention_at(source: Source, span: Span, one: Shown, settings: Settings) -> Mention:
    """Return the mention for a DOI of the page at a span of a source.

    If the lines around the span, read as reStructuredText, contain this DOI, it is their mention.

    Args:
        source: the text with the DOI.
        span: the place of its written form.
        one: the DOI as the page shows it.
        settings: the settings for reading.
    """
    line = source.line_span(span.start)
    end = max(span.end, min(source.line_span(max(span.end - 1, 0)).end, span.end + _NEAR))
    around = Span(max(line.start, span.start - _NEAR), end)
    inner = PlacedText.as_it_stands(source.text, around)
    document = read_rst(Source(source.name, inner.text), settings).within(source, inner)
    for mention in document.mentions:
        if mention.span.overlaps(span) and _is_read_as(mention, one):
            is_made = mention.form in _ADDRESSES and one.title != mention.written.text
            return mention.replace(form=one.form, title=one.title) if is_made else mention
    text = one.spelling.text
    at = source.text.find(text, *span)
    written = PlacedText(text, at) if at >= 0 else PlacedText.coarse(text, span)
    form = Form.BARE_LINK if one.form is Form.DESTINATION and one.title == text else one.form
    angle = form in {Form.DESTINATION, Form.DEFINITION}
    return Mention(source, span, written, form, one.spelling, one.title, angle=angle)


def _is_read_as(mention: Mention, one: Shown) -> bool:
    """Return whether a mention that was read is the DOI that the page shows."""
    if one.is_extlink:
        return False
    if mention.form is Form.BROKEN and one.form is not Form.ROLE:
        return mention.doi == one.doi or mention.written.text.startswith(one.spelling.text)
    if key_of(mention.spelling) != one.key:
        return False
    if one.form is Form.ROLE or one.is_text:
        return mention.form is one.form
    return mention.form.is_link


def _is_in(bibliography: PageFile, one: Shown) -> bool:
    """Return whether a DOI of a page, or its invalid text, comes from an entry of a BibTeX file."""
    text = bibliography.source.text
    found = (
        each for part in one.written for mark in (True, False) for each in find(part, markup=mark)
    )
    names = (re.escape(str(each.doi)) for each in found if each.doi)
    if any(re.search(rf"{name}(?![^\W_])", text) for name in names):
        return True
    name = _name_as_written(one.spelling)
    fields = bibliography.document.mentions if name in text else ()
    return any(field.doi is None and _name_as_written(field.spelling) == name for field in fields)


def _name_as_written(spelling: Spelling) -> str:
    return spelling.name.cut(spelling.text)
