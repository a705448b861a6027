"""Markdown files behind a doctree: the Markdown front end reads them, as the command does.

The parser of MyST gives blocks' lines only, and links that are normalized already. So what a
Markdown file says is taken from its text, with exact columns and with the constructs that became
no link at all. The doctree adds what that reading leaves out: `{eval-rst}`, and what directives
made; and it says which mentions of an included file are really in the document.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from mdlint_doi.lint.directives import Suppression
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from sphinx_doi.doctree.docutils_source import Origin
from sphinx_doi.doctree.located import Located
from sphinx_doi.doctree.ranges import Ranges
from sphinx_doi.doctree.source_files import Files

_SUFFIXES: Final = (".md", ".markdown", ".mdx", ".qmd", ".Rmd", ".rmd")


def is_markdown(path: str) -> bool:
    """Return whether a file is Markdown, by its name."""
    return path.endswith(_SUFFIXES)


def with_markdown(
    located: list[Located],
    main: Origin,
    files: Files,
    settings: Settings,
) -> tuple[list[Located], dict[Origin, tuple[Suppression, ...]]]:
    """Return the mentions with those of Markdown files replaced, and these files' comments.

    Args:
        located: what the doctree shows.
        main: the document's own file.
        files: of the build.
        settings: of the run.

    """
    seen: dict[Origin, list[Located]] = defaultdict(list)
    for one in located:
        if not one.origin.part and is_markdown(one.origin.path):
            seen[one.origin].append(one)
    if is_markdown(main.path):
        seen.setdefault(main, [])
    if not seen:
        return located, {}
    from mdlint_doi.project.documents import read_document

    result = [one for one in located if one.origin not in seen]
    comments: dict[Origin, tuple[Suppression, ...]] = {}
    for origin, shown in seen.items():
        file = files.get(origin.path)
        if file is None:
            result += shown
            continue
        document = read_document(file.source, settings)
        comments[origin] = document.suppressions
        mentions = list(document.mentions)
        if origin != main:
            mentions = [*_included(mentions, shown)]
        result += [Located(mention, origin, in_file=True) for mention in mentions]
        result += _left_out(mentions, shown)
    return result, comments


def _included(mentions: Iterable[Mention], shown: list[Located]) -> Iterator[Mention]:
    """Yield the mentions of the part of a file that a document includes."""
    names: set[Doi | None] = {one.mention.doi for one in shown}
    places = [one.mention.span for one in shown if one.in_file]
    start = min((place.start for place in places), default=0)
    end = max((place.end for place in places), default=-1)
    for mention in mentions:
        if mention.doi in names or start <= mention.span.start < end:
            yield mention


def _left_out(mentions: list[Mention], shown: list[Located]) -> Iterator[Located]:
    """Yield what the doctree shows and the reading of the text has not."""
    names = {mention.doi for mention in mentions}
    spans = Ranges(mention.span for mention in mentions)
    for one in shown:
        if not (spans.overlap(one.mention.span) if one.in_file else one.mention.doi in names):
            yield one
