r"""Markdown -> mentions and suppressions: what the linter looks at.

Linting works on the text as it is written, each DOI classified by the construct that covers it:
rendered tokens have already lost `\\_`, `&lt;` and `%2F`. Four steps, each only where the one
before found something: needles, block structure, inline markup, reading of names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from mdlint_doi.commonmark.model import Block, Kind, Options
from mdlint_doi.commonmark.parse import parse
from mdlint_doi.formats.markdown.block_text import BlockText
from mdlint_doi.formats.markdown.collect import Collected, Collector
from mdlint_doi.formats.markdown.front_matter import front_matter_end, front_matter_mentions
from mdlint_doi.formats.markdown.needles import places
from mdlint_doi.formats.markdown.pragmas import WORD
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.lint.suppression import Suppression
from mdlint_doi.text.source import Source

_KNITTED: Final = (".qmd", ".rmd")
"""Documents in which a fence with a name in braces is a program to run."""


class Extraction(NamedTuple):
    """What a document holds for us.

    Attributes:
        mentions: its DOIs, in the order of the text.
        suppressions: its `mdlint-doi-…` comments, likewise.

    """

    mentions: tuple[Mention, ...] = ()
    suppressions: tuple[Suppression, ...] = ()


def extract(
    source: Source,
    settings: Settings,
    *,
    servers: Collection[str] = (),
    publishers: bool = False,
) -> Extraction:
    """Return the DOIs and our comments in a Markdown document.

    Args:
        source: the document.
        settings: `check_code` is looked at.
        servers: hosts, beside the known ones, that count as resolvers.
        publishers: whether a publisher's address that carries a DOI counts.

    """
    wanted = places(source.text, servers=servers, urls=publishers)
    if not wanted:
        return Extraction()
    collector = Collector(
        source,
        servers=servers,
        publishers=publishers,
        code=settings.check_code,
    )
    start = front_matter_end(source.text)
    if start:
        found = front_matter_mentions(source, start, servers=servers, publishers=publishers)
        collector.found.mentions += [(0, mention) for mention in found]
    options = Options(
        code=settings.check_code,
        directives=not source.name.lower().endswith(_KNITTED),
        comment=WORD,
    )
    _collect(collector, parse(source.text, wanted, start=start, options=options), wanted)
    return _extraction(collector.found)


def _collect(collector: Collector, blocks: Iterable[Block], wanted: list[int]) -> None:
    take = {Kind.CODE: collector.code, Kind.COMMENT: collector.comment}
    for block in blocks:
        text = BlockText(block, wanted)
        if block.definition is not None:
            collector.definition(text, block.definition)
        elif block.kind is not Kind.DEFINITION:
            take.get(block.kind, collector.block)(text)


def _extraction(found: Collected) -> Extraction:
    for label, title in found.titles.items():
        index = found.definitions[label]
        if index is not None:
            block, mention = found.mentions[index]
            found.mentions[index] = block, mention.replace(title=title)
    mentions = sorted(_related(found.mentions), key=lambda mention: mention.span)
    suppressions = sorted(found.suppressions, key=lambda one: one.span)
    return Extraction(tuple(mentions), tuple(suppressions))


def _related(mentions: list[tuple[int, Mention]]) -> list[Mention]:
    """Mark the names in running text that their block links, or names before."""
    linked = {(block, one.doi) for block, one in mentions if one.form.is_link}
    result = []
    for block, one in sorted(mentions, key=lambda pair: pair[1].span):
        key = block, one.doi
        if one.form is Form.TEXT and one.doi:
            if key in linked and not one.linked_in_block:
                one = one.replace(linked_in_block=True)  # noqa: PLW2901
            linked.add(key)
        result.append(one)
    return result
