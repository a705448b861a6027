"""Find the mentions of a page, each with its place in the file where it was written.

The DOIs that the page shows (`shown`) are grouped by origin; a translation has its place in the
catalogue. The format of each file reads its mentions, and those whose DOI the page shows are kept.
The remaining DOIs are searched for in the text of the file (CSV tables, Cython, comments of
Python), in `conf.py` and in bibliographies. A DOI that none of these contains becomes a separate
text at the line of its block.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from docutils import nodes

from mdlint_doi.formats.rst.translate import read_rst
from mdlint_doi.lint.document import Suppression, with_links_noted
from mdlint_doi.lint.model import Break, Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.spelling import Kind
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from sphinx_doi.page.catalog import Catalog
from sphinx_doi.page.files import MODULE, PageFile, PageFiles
from sphinx_doi.page.mentions import PageMention, PageMentions
from sphinx_doi.page.origins import BIBLIOGRAPHY, Origin, Project, is_generated, read_origin
from sphinx_doi.page.shown import PageContent, Shown, Spellings, content_of, key_of, name_of, typed

_NEAR: Final = 1000  # the most code points before or after a place that are read with it
_ADDRESSES: Final = frozenset({Form.BARE_LINK, Form.AUTOLINK})
"""The forms of an address alone, from which a directive or a parser may make a link."""


class PageReader:
    """Reads the pages of a build, for the extension and its builders."""

    def __init__(
        self,
        settings: Settings,
        files: PageFiles,
        project: Project = Project(),  # noqa: B008 - immutable
    ) -> None:
        """Use the settings, the files, and the facts that show where texts were written."""
        self.settings = settings  # the settings of the build
        self.files = files  # the files of pages
        self.project = project  # the facts that show where texts were written
        self.spellings = Spellings(settings)  # the parser of DOIs

    @property
    def choices(self) -> tuple[object, ...]:
        """The settings that decide which mentions a page has."""
        return self.spellings.notations, self.settings.check_code

    def mentions(self, doctree: nodes.document) -> PageMentions:
        """Return the mentions and the comments of a page, without those of `entries_of`."""
        self.files.begin()
        check_code = self.settings.check_code
        content = content_of(doctree, self.spellings, self.project, check_code=check_code)
        main = read_origin(doctree.get("source") or "")
        return _Sources(main, self).mentions(content)


class _Sources:
    """Finds the mentions of one page in the sources of its texts."""

    def __init__(self, main: Origin, reader: PageReader) -> None:
        self._main = main  # the file of the page itself
        self._files = reader.files
        self._project = reader.project
        self._settings = reader.settings
        self._of_conf: set[object] = set()  # the keys of DOIs in `rst_prolog` and `rst_epilog`

    def mentions(self, content: PageContent) -> PageMentions:
        """Return the mentions of the page, and the suppression comments in its files."""
        found: list[PageMention] = []
        comments: dict[Origin, tuple[Suppression, ...]] = {}
        left: list[tuple[int, PageMention]] = []
        for origin, of_origin in self._by_origin(content):
            file = self._file(origin)
            kept = _Kept(of_origin, content.data.get(origin, ()))
            if file is not None:
                keeps = self._is_in_language if self._keeps_all(origin) else None
                kept.read(file, origin, keeps)
                comments[origin] = file.suppressions_of(origin.part)
            for shown in of_origin:
                if shown.is_prose and not kept.covers(shown):
                    made = self._search(shown, file, kept)
                    left += [(shown.place.block, made)] if made else []
            if origin.is_configured:
                self._of_conf.update(key_of(mention.spelling) for mention in kept.mentions)
            here = origin._replace(in_file=not origin.is_configured)
            found += (PageMention(mention, here) for mention in kept.mentions)
        noted = with_links_noted([(block, page_mention.mention) for block, page_mention in left])
        found += (
            page_mention._replace(mention=new)
            for (_, page_mention), new in zip(left, noted, strict=True)
        )
        return PageMentions.of(
            found,
            {origin: suppressions for origin, suppressions in comments.items() if suppressions},
        )

    def _by_origin(self, content: PageContent) -> Iterator[tuple[Origin, list[Shown]]]:
        """Yield each origin with its DOIs, `conf.py` first."""
        by_origin: dict[Origin, list[Shown]] = defaultdict(list)
        for shown in content.shown:
            origin = self._translated(shown) if shown.is_translated else shown.place.origin
            if origin == BIBLIOGRAPHY:
                continue
            by_origin[origin].append(shown._replace(place=shown.place._replace(origin=origin)))
        also = [self._main] if self._keeps_all(self._main) else []
        for origin in (*also, *sorted({*content.commented, *content.data})):
            by_origin.setdefault(origin, [])
        yield from sorted(by_origin.items(), key=lambda pair: not pair[0].is_configured)

    def _keeps_all(self, origin: Origin) -> bool:
        """Return whether all mentions of a file are kept, even if the page does not show them.

        This applies to a page's own file, because the doctree lacks some of its text: fields at the
        top, BibTeX in code, definitions that nothing uses, the content of unknown directives.
        """
        path = self._main.path
        is_page = origin == self._main and self._files.is_page(path)
        return is_page and not is_generated(path, self._project)

    @cached_property
    def _catalogs(self) -> Mapping[Origin, Catalog]:
        """The message catalogues of the page, in the language of its parser."""
        path = self._main.path
        is_markdown = self._files.is_markdown(path) and self._files.has_markdown_role(path)
        language = "markdown" if is_markdown else "rst"
        found = (
            (catalog_path, self._files.get(catalog_path))
            for catalog_path in self._project.catalogs_of(path)
        )
        return {
            Origin(catalog_path): Catalog(file, self._settings, language)
            for catalog_path, file in found
            if file
        }

    def _file(self, origin: Origin) -> PageFile | None:
        return self._catalogs.get(origin) or self._files.get(origin.path)

    def _translated(self, shown: Shown) -> Origin:
        """Return the catalogue with a translated text, or its origin if none contains it."""
        for origin, catalog in self._catalogs.items():
            if catalog.may_contain(shown.written):
                return origin
        return shown.place.origin

    def _is_in_language(self, mention: Mention) -> bool:
        """Return whether a mention is in the language of the build: no translation replaces it."""
        if mention.doi is None or mention.in_example:
            return True
        return not any(mention.doi in catalog.replaced for catalog in self._catalogs.values())

    def _search(self, shown: Shown, file: PageFile | None, kept: _Kept) -> PageMention | None:
        """Search for a DOI that the format did not read; return its mention, or None if known."""
        written, line, is_above = shown.written, shown.place.line, shown.place.is_above
        place = file.find(written, line, is_above=is_above) if file is not None else None
        if file is None or place is None:
            return self._elsewhere(shown, kept)
        if place.mention is not None and not kept.is_whole(place.mention):
            kept.keep(place.mention)
        elif not place.is_copy:
            return self._at(shown, shown.place.origin, file.source, place.span)
        return None

    def _elsewhere(self, shown: Shown, kept: _Kept) -> PageMention | None:
        """Return the mention of a DOI that its origin does not contain.

        It may be in `conf.py`: a substitution, or a setting of another extension such as
        `nbsphinx_prolog`; or in a file that a directive such as `raw` reads. None means that it is
        reported elsewhere: in `rst_prolog` or a BibTeX entry. Everything else has the nearest line
        of the page.
        """
        origin = shown.place.origin
        # Markdown shows typography, and a role such as `arxiv` writes the address of its number.
        is_changed = self._files.is_markdown(origin.path) or shown.spelling.kind is Kind.IDENTIFIER
        if (is_changed and kept.names(shown)) or shown.key in self._of_conf:
            return None
        if any(name_of(shown.spelling) in file.names for _, file in self._files.bibliographies()):
            return None
        line = self._line_in_conf(shown.written)
        if line is not None:
            return self._alone(shown, Origin(self._project.conf), line)
        if found := self._in_read_file(shown):
            return found
        file = self._file(origin)
        place = file.find([str(shown.doi)], shown.place.line) if file and shown.doi else None
        if file and place and place.mention is None and not place.is_copy:
            # A program made the address of the DOI alone, such as an option of a directive.
            return self._alone(shown, origin, file.source.location(place.span.start).line)
        has_file = file is not None or origin.part
        origin = origin if has_file else self._main
        return self._alone(shown, origin, shown.place.line or 1)

    def _in_read_file(self, shown: Shown) -> PageMention | None:
        """Return the mention in a file that a directive of the page reads, but no node names.

        Modules are left out, because autodoc names them.
        """
        for path in self._project.read_by(self._main.path):
            file = None if path.endswith(MODULE) else self._files.get(path)
            place = file.find(shown.written, None) if file is not None else None
            if file is not None and place is not None:
                return self._at(shown, Origin(path), file.source, place.span)
        return None

    def _line_in_conf(self, texts: Sequence[str]) -> int | None:
        """Return the line in `conf.py` of one of some texts, or of the setting with such a text."""
        conf = self._files.get(self._project.conf)
        place = conf.find(texts, None) if conf is not None else None
        if conf is not None and place is not None:
            return conf.source.location(place.span.start).line
        for setting, value in self._project.inserted.items():
            if any(text in value for text in texts):
                return self._project.line_in_conf(texts[0], setting)
        return None

    def _alone(self, shown: Shown, origin: Origin, line: int) -> PageMention:
        """Return a mention whose source is its own text, at a line of an origin."""
        origin = origin._replace(in_file=False)
        source = Source(origin.name, shown.written[0], first_line=line)
        return self._at(shown, origin, source, Span(0, len(source.text)))

    def _at(self, shown: Shown, origin: Origin, source: Source, span: Span) -> PageMention:
        mention = _mention_at(source, span, shown, self._settings)
        is_markdown = self._files.is_markdown(shown.place.origin.path)
        if is_markdown and mention.form is Form.TEXT and mention.spelling.kind is Kind.LINK:
            mention = mention.replace(form=Form.BARE_LINK)  # as the format reads an address
        return PageMention(mention.replace(in_rst=not is_markdown), origin)


class _Kept:
    """The mentions of one file that are kept, because a page shows their DOIs."""

    def __init__(self, dois: Sequence[Shown], data: Sequence[str] = ()) -> None:
        self._data = data  # the blocks of data that the page shows
        self.mentions: list[Mention] = []  # the kept mentions, in the order of their finding
        self._wanted = {name_of(shown.spelling) for shown in dois if shown.is_prose}
        self._wanted_keys = {shown.key for shown in dois if shown.is_prose}
        self._literals = {name_of(shown.spelling) for shown in dois if not shown.is_prose}
        # Roles whose raw text begins with a backtick, without a name: the default role.
        self._roles = {
            shown.key for shown in dois if shown.form is Form.ROLE and shown.written[0][0] == "`"
        }
        self._entries = {shown.doi for shown in dois if shown.form is Form.DEFINITION}
        self._texts = {shown.spelling.text for shown in dois}
        self._sizes = {len(text) for text in self._texts}
        self._places: set[tuple[Span, Form]] = set()
        self._keys: set[object] = set()
        self._names: set[object] = set()
        self._broken: list[str] = []

    def read(self, file: PageFile, origin: Origin, keeps: Callable[[Mention], bool] | None) -> None:
        """Keep the mentions of a file that the page shows.

        For a docstring, its own mentions come first; the rest of the file is searched only for DOIs
        that are still missing.

        Args:
            file: the file.
            origin: the file or docstring.
            keeps: returns whether to keep a mention that the page does not show; None: keeps none.
        """
        is_lacking = False
        for mentions in file.mentions_of(origin.part):
            for mention in mentions:
                is_kept = self._is_lacking(mention) if is_lacking else self._is_shown(mention)
                if is_kept or (keeps is not None and not self.is_whole(mention) and keeps(mention)):
                    self.keep(mention)
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
        self._names.add(name_of(mention.spelling))
        if mention.form is Form.BROKEN:
            insort(self._broken, mention.written.text)
            insort(self._broken, mention.span.cut(mention.source.text))

    def covers(self, shown: Shown) -> bool:
        """Return whether a kept mention accounts for a DOI of the page in its written form."""
        if shown.is_extlink:
            return False
        if shown.key in self._keys or (shown.is_text and self.names(shown)):
            return True
        at = bisect_left(self._broken, shown.spelling.text)
        return at < len(self._broken) and self._broken[at].startswith(shown.spelling.text)

    def names(self, shown: Shown) -> bool:
        """Return whether a kept mention has the DOI that the page shows, in any form.

        The page may show dashes, quotes and dots of MyST's `replacements` and `smartquotes`.
        """
        name = name_of(shown.spelling)
        return name in self._names or (
            not str(name).isascii() and typed(str(name)) in map(typed, map(str, self._names))
        )

    def is_whole(self, mention: Mention) -> bool:
        """Return whether the page shows a DOI as a whole that the format reads as broken.

        It is the default role of the page, or an entry of a table of contents in MyST.
        """
        if mention.broken is Break.NO_ROLE:
            return key_of(mention.spelling) in self._roles
        return mention.form is Form.BROKEN and mention.doi in self._entries

    def _is_shown(self, mention: Mention) -> bool:
        """Return whether the page shows the DOI of a mention, or the part that markup left."""
        if mention.in_example:
            written = mention.span.cut(mention.source.text)
            return any(written in block for block in self._data)
        name = name_of(mention.spelling)
        if mention.form is not Form.BROKEN or self.is_whole(mention):
            return name in self._wanted and not self.is_whole(mention)
        texts = mention.written.text, mention.span.cut(mention.source.text)
        beginnings = (text[:size] for text in texts for size in self._sizes)
        return (
            name in self._wanted or name in self._literals or not self._texts.isdisjoint(beginnings)
        )

    def _is_lacking(self, mention: Mention) -> bool:
        key = key_of(mention.spelling)
        return key in self._wanted_keys and key not in self._keys


def _mention_at(source: Source, span: Span, shown: Shown, settings: Settings) -> Mention:
    """Return the mention for a DOI of the page at a span of a source.

    If the lines around the span, read as reStructuredText, contain this DOI, it is their mention.

    Args:
        source: the text with the DOI.
        span: the place of its written form.
        shown: the DOI as the page shows it.
        settings: the settings for reading.
    """
    line = source.line_span(span.start)
    end = max(span.end, min(source.line_span(max(span.end - 1, 0)).end, span.end + _NEAR))
    around = Span(max(line.start, span.start - _NEAR), end)
    inner = PlacedText.as_it_stands(source.text, around)
    document = read_rst(Source(source.name, inner.text), settings).within(source, inner)
    for mention in document.mentions:
        if mention.span.overlaps(span) and _is_read_as(mention, shown):
            is_made = mention.form in _ADDRESSES and shown.title != mention.written.text
            return mention.replace(form=shown.form, title=shown.title) if is_made else mention
    text = shown.spelling.text
    at = source.text.find(text, span.start, span.end)
    written = PlacedText(text, at) if at >= 0 else PlacedText.coarse(text, span)
    form = Form.BARE_LINK if shown.form is Form.DESTINATION and shown.title == text else shown.form
    angle = form in {Form.DESTINATION, Form.DEFINITION}
    return Mention(source, span, written, form, shown.spelling, shown.title, angle=angle)


def _is_read_as(mention: Mention, shown: Shown) -> bool:
    """Return whether a mention that was read is the DOI that the page shows."""
    if shown.is_extlink:
        return False
    if mention.form is Form.BROKEN and shown.form is Form.DEFINITION:
        return False  # an entry of a table of contents is no markup
    if mention.form is Form.BROKEN and shown.form is not Form.ROLE:
        return mention.doi == shown.doi or mention.written.text.startswith(shown.spelling.text)
    if key_of(mention.spelling) != shown.key:
        return False
    if shown.form is Form.ROLE or shown.is_text:
        return mention.form is shown.form
    return mention.form.is_link
