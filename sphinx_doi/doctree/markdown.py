"""Markdown files behind a doctree: the Markdown front end reads them, as the command does.

The parser of MyST gives blocks' lines only, and links that are normalized already. So what a
Markdown file says is taken from its text, with exact columns and with the constructs that became
no link at all. The doctree adds what that reading leaves out: `{eval-rst}`, and what directives
made; and it says which mentions of an included file are really in the document.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from mdlint_doi.lint.directives import Suppression
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.text.span import Ranges
from sphinx_doi.doctree.claims import MARKDOWN
from sphinx_doi.doctree.mentions import PageMention
from sphinx_doi.doctree.places import Files
from sphinx_doi.doctree.walk import Origin


def is_markdown(path: str) -> bool:
    """Return whether a file is Markdown, by its name."""
    return path.endswith(MARKDOWN)


def with_markdown(
    found: list[PageMention],
    main: Origin,
    files: Files,
    settings: Settings,
) -> tuple[list[PageMention], dict[Origin, tuple[Suppression, ...]]]:
    """Return the mentions with those of Markdown files replaced, and these files' comments.

    Args:
        found: what the doctree shows.
        main: the document's own file.
        files: of the build.
        settings: of the build.

    """
    shown: dict[str, list[PageMention]] = defaultdict(list)
    for one in found:
        if not one.origin.part and is_markdown(one.origin.path):
            shown[one.origin.path].append(one)
    if is_markdown(main.path):
        shown.setdefault(main.path, [])
    if not shown:
        return found, {}
    from mdlint_doi.project.documents import read_document

    result = [one for one in found if one.origin.part or one.origin.path not in shown]
    comments: dict[Origin, tuple[Suppression, ...]] = {}
    for path, of_file in shown.items():
        file = files.get(path)
        if file is None:
            result += of_file
            continue
        document = read_document(file.source, settings)
        origin = Origin(path)
        comments[origin] = document.suppressions
        mentions = list(document.mentions)
        if origin != main:
            mentions = [*_included(mentions, of_file)]
        result += [PageMention(mention, origin) for mention in mentions]
        result += _left_out(mentions, of_file)
    return result, comments


def _included(mentions: Iterable[Mention], shown: list[PageMention]) -> Iterator[Mention]:
    """Yield the mentions of the part of a file that a document includes."""
    names: set[Doi | None] = {one.mention.doi for one in shown}
    places = [one.mention.span for one in shown if one.origin.in_file]
    start = min((place.start for place in places), default=0)
    end = max((place.end for place in places), default=-1)
    for mention in mentions:
        if mention.doi in names or start <= mention.span.start < end:
            yield mention


def _left_out(mentions: list[Mention], shown: list[PageMention]) -> Iterator[PageMention]:
    """Yield what the doctree shows and the reading of the text has not."""
    names = {mention.doi for mention in mentions}
    spans = Ranges(mention.span for mention in mentions)
    for one in shown:
        in_file = one.origin.in_file
        if not (spans.overlap(one.mention.span) if in_file else one.mention.doi in names):
            yield one
