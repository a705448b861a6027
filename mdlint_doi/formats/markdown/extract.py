r"""Markdown -> mentions and suppressions: what the linter looks at.

Linting works on the text as it is written, each DOI classified by the construct that covers it:
rendered tokens have already lost `\\_`, `&lt;` and `%2F`. Four steps, each only where the one
before found something: needles, block structure, inline markup, reading of names.

Markdown inside of an HTML block, where an element says that there is some.

To CommonMark an HTML block goes on to the next blank line. kramdown and Python-Markdown read what
stands in an element with the attribute `markdown` (`<div markdown="1">`), and MDX what stands in a
component, whose name begins with a capital (`<Aside>`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from mdlint_doi.commonmark.model import Block, ParserOptions
from mdlint_doi.commonmark.parse import parse
from mdlint_doi.formats.code import LANGUAGES, is_bibtex, read_block
from mdlint_doi.formats.markdown.collect import Collected, MarkdownCollector
from mdlint_doi.formats.markdown.front_matter import front_matter_end, front_matter_mentions
from mdlint_doi.formats.markdown.needles import look, places
from mdlint_doi.formats.markdown.regions import (
    WORD,
    code_regions,
    is_inside,
    left_alone,
    outside,
    overlaps,
)
from mdlint_doi.formats.markdown.roles import KNITTED
from mdlint_doi.formats.markdown.running import BlockText
from mdlint_doi.lint.directives import Suppression
from mdlint_doi.lint.document import Document, with_links_noted
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.notations import STANDARD, Notations
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from mdlint_doi.text.value import Value

_OPENING: Final = pattern(r"<(?P<name>[A-Za-z][A-Za-z0-9-]*+)(?P<attributes>.*)>", re.DOTALL)
_SAYS_SO: Final = pattern(r"\smarkdown(?:=[\"']?(?:1|block|span|true)[\"']?)?(?=[\s/]|\Z)")
_COMPONENT: Final = pattern(r"[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*")
RST_BODIES: Final = frozenset({"eval-rst"})
"""Directives whose body is reStructuredText."""
_DEEPEST: Final = 4
"""HTML blocks in the Markdown of others that are looked into; each is read once more."""


class Extraction(Value):
    """What a document holds for us.

    Attributes:
        mentions: its DOIs, in the order of the text.
        suppressions: its `mdlint-doi-…` comments, likewise.
        blocks: what was read in its blocks of BibTeX; the mentions are among the others.

    """

    mentions: tuple[Mention, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    blocks: tuple[Document, ...] = ()


def extract(
    source: Source,
    settings: Settings,
    notations: Notations = STANDARD,
) -> Extraction:
    """Return the DOIs and our comments in a Markdown document.

    Args:
        source: the document.
        settings: `check_code` is looked at.
        notations: what counts as a DOI.

    """
    start = front_matter_end(source.text)
    wanted, notations = look(source.text, notations)
    hidden = left_alone(source.text, start) if wanted else []
    wanted = outside(wanted, hidden)
    if not wanted:
        return Extraction()
    collector = MarkdownCollector(
        source,
        notations,
        code=settings.check_code,
    )
    if start:
        found = front_matter_mentions(source, start, notations)
        collector.found.mentions += [(0, mention) for mention in found]
    options = ParserOptions(
        code=settings.check_code,
        languages=LANGUAGES,
        directives=not source.name.lower().endswith(KNITTED),
        bodies=RST_BODIES,
        comment=WORD,
    )
    find_places = partial(places, notations=notations)
    reading = _Reading(collector, wanted, find_places, options, settings)
    reading.take(parse(source.text, wanted, start=start, options=options))
    return _extraction(collector.found, hidden).replace(blocks=tuple(reading.bibtex))


def documents_inside(text: str) -> Iterator[Block]:
    """Yield the bodies of `{eval-rst}` and the code in BibTeX that stand in a document."""
    start = front_matter_end(text)
    everything = range(start, len(text) + 1)
    options = ParserOptions(bodies=RST_BODIES, languages=LANGUAGES)
    for block in parse(text, everything, start=start, options=options):
        is_code = block.kind == "code" and is_bibtex(block.language, block.content.text)
        if is_code or block.kind == "body":
            yield block


class _Reading:
    """Hands blocks to the collector: each to the method for its kind."""

    def __init__(
        self,
        collector: MarkdownCollector,
        wanted: list[int],
        find_places: Callable[[str], list[int]],
        options: ParserOptions,
        settings: Settings,
    ) -> None:
        self._collector = collector
        self._settings = settings
        self._wanted = wanted
        self._find_places = find_places
        self._options = options
        self.bibtex: list[Document] = []
        self._kinds = {"code": collector.code, "comment": collector.comment}

    def take(self, blocks: Iterable[Block], depth: int = 0) -> None:
        """Take the blocks, and the Markdown in those of HTML, down to a depth."""
        for block in blocks:
            text = BlockText(block, self._wanted)
            if block.definition is not None:
                self._collector.definition(text, block.definition)
            elif block.kind == "html" and depth < _DEEPEST:
                self._html(block, text, depth)
            elif block.kind == "code" and is_bibtex(block.language, block.content.text):
                self._block(text)
            elif block.kind == "code" and not self._settings.check_code:
                continue
            elif block.kind == "body":
                self._body(text)  # no bound method is kept: a cycle would hold all that was found
            elif block.kind != "definition":
                self._kinds.get(block.kind, self._collector.block)(text)

    def _body(self, body: BlockText) -> None:
        """Take the body of MyST's `{eval-rst}`, a document of its own to MyST and docutils."""
        from mdlint_doi.formats.rst.collect import read_rst

        source, content = self._collector.source, body.content
        inner = read_rst(Source(source.name, content.text), self._settings)
        read = inner.within(source, content)
        found = self._collector.found
        # Which names need no link is known: each mention gets a number that no block has.
        found.mentions += [(body.number + at, one) for at, one in enumerate(read.mentions)]
        found.suppressions += read.suppressions

    def _block(self, block: BlockText) -> None:
        """Take a block of BibTeX, a bibliography of its own."""
        read = read_block(self._collector.source, block.content, self._settings)
        found = self._collector.found
        found.mentions += [(block.number + at, one) for at, one in enumerate(read.mentions)]
        found.suppressions += read.suppressions
        self.bibtex.append(read)

    def _html(self, block: Block, text: BlockText, depth: int) -> None:
        mentions = self._collector.found.mentions
        first = len(mentions)
        self._collector.block(text)
        inner = markdown_inside(block)
        if inner is None:
            return
        place = block.content.span(*inner)
        mentions[first:] = [one for one in mentions[first:] if not _is_in(one[1].written, place)]
        self.take(inner_blocks(block, inner, self._find_places, self._options), depth + 1)


def _is_in(written: PlacedText, place: Span) -> bool:
    return place.start <= written.whole.start and written.whole.end <= place.end


def _extraction(found: Collected, hidden: list[Span]) -> Extraction:
    for label, title in found.titles.items():
        index = found.definitions[label]
        if index is not None:
            block, mention = found.mentions[index]
            found.mentions[index] = block, mention.replace(title=title)
    for label, addresses in found.shown.items():
        index = found.definitions[label]
        if index is not None:
            block, mention = found.mentions[index]
            found.mentions[index] = block, mention.replace(shown=tuple(addresses))
    shown = [pair for pair in found.mentions if not overlaps(pair[1].written.whole, hidden)]
    mentions = with_links_noted(sorted(shown, key=lambda pair: pair[1].span))
    suppressions = sorted(found.suppressions, key=lambda one: one.span)
    return Extraction(tuple(mentions), tuple(suppressions))


def markdown_inside(block: Block) -> tuple[int, int] | None:
    """Return the start and end of the Markdown in an HTML block's text; None without any.

    Comments, scripts and code hold none.
    """
    text, tags = block.content.text, block.inline.atoms
    code = [(region.start, region.end) for region in code_regions(text, tags)]
    for tag in tags:
        if tag.kind != "tag" or not text[tag.start + 1].isalpha():
            continue
        if is_inside(tag.start, code):
            continue
        opening = _OPENING.fullmatch(text, tag.start, tag.end)
        if opening and _holds_markdown(opening["name"], opening["attributes"]):
            end = text.rfind(f"</{opening['name']}", tag.end)
            return tag.end, end if end >= 0 else len(text)
    return None


def _holds_markdown(name: str, attributes: str) -> bool:
    says_so = "markdown" in attributes and _SAYS_SO.search(attributes)
    is_component = name[0].isupper() and _COMPONENT.fullmatch(name)
    return bool(says_so or is_component) and not attributes.endswith("/")


def inner_blocks(
    block: Block,
    inner: tuple[int, int],
    places: Callable[[str], Sequence[int]],
    options: ParserOptions,
) -> Iterator[Block]:
    """Yield the blocks of the Markdown in an HTML block, at their places in the document.

    Args:
        block: the HTML block.
        inner: where in its text the Markdown stands.
        places: returns what is wanted in a text.
        options: how Markdown is read.

    """
    content = block.content.part(*inner)
    for one in parse(content.text, places(content.text), options=options):
        placed = one.content.within(content)
        yield one.replace(content=placed, number=placed.whole.start)
