"""Find the missing DOIs of the references in a text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mdlint_doi.ask.search import search
from mdlint_doi.formats import format_of
from mdlint_doi.formats.references import references_in
from mdlint_doi.lint.document import Document, LeftOut, Reference
from mdlint_doi.lint.settings import Settings
from mdlint_doi.report.model import unread_notes
from mdlint_doi.run.asking import registry_settings
from mdlint_doi.run.search import bounded, chosen, registered
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.source import Source
from mdlint_doi.text.value import Value
from mdlint_doi.works.candidates import MeantWork, identity
from mdlint_doi.works.labels import Label, split_label
from mdlint_doi.works.work import UnknownWork

_GOES_ON: Final = "  "
"""The begin of a line that belongs to the item above it."""
_BULLET: Final = pattern(r"\A(?:[-+•]++|\*(?!\*))\s*")


class SearchResult(Value):
    """The result of the search for one reference.

    Attributes:
        line: the line on which the reference begins, from 1.
        reference: the reference as written, on one line.
        why: the reason why there is no work, for the user; meaningful only if `work` is None.
        work: the registered work of the reference; None if it was not found.
    """

    line: int
    reference: str
    why: str
    work: MeantWork | None


def read_references(text: str, settings: Settings) -> Document:
    """Return references, which are BibTeX entries or lines, as a document.

    Lines become the items of a Markdown list. Lines that begin with different labels, such as
    `Title:` and `Authors:`, become one item.
    """
    if text.lstrip().startswith("@"):
        source = Source("references.bib", text)
    else:
        source = Source("references.md", "".join(_items(text)))
    return format_of(source.name).read(source, settings)


def _items(text: str) -> Iterator[str]:
    """Yield the lines of a Markdown list."""
    seen: set[Label] = set()
    for line in text.split("\n"):
        words = _BULLET.sub("", line.strip(), count=1)
        if not words:
            yield "\n"
            continue
        label, _ = split_label(words.lstrip("*_")) or (None, "")
        goes_on = bool(seen) and label is not None and label not in seen
        seen = {*(seen if goes_on else ()), *((label,) if label else ())}
        yield f"{_GOES_ON if goes_on else '- '}{words}\n"


async def search_references(
    document: Document, settings: Settings, *, most: int
) -> tuple[list[SearchResult], tuple[str, ...]]:
    """Find the DOIs of references in the cache or at Crossref.

    Args:
        document: the references, as `read_references` returns them.
        settings: servers, cache and limits.
        most: the most references to send; answers from the cache do not count.

    Returns:
        A result for each entry or each line with text, and sentences for the user about the
        services.

    Raises:
        LookupSettingsError: if a server cannot be used.
    """
    given = [
        (reference, "" if reference.left_out else identity(reference.cited) or "")
        for reference in references_in(document)
    ]
    cited = {key: reference.cited for reference, key in given if key}
    part = bounded(cited.values(), most, settings, everywhere=False)
    searched = await search(part.wanted, registry_settings(settings), everywhere=False)
    fits = dict(chosen(cited, searched.answers))
    works = (await registered(fits, settings)).works

    def why(reference: Reference, key: str) -> str:
        """Return the reason why a reference has no work."""
        answer = searched.answers.get(key)
        if isinstance(answer, UnknownWork):
            return f"not searched: {answer.cause}"
        if key in fits:
            return f"{fits[key].doi} fits, but is not registered or could not be looked up"
        if answer is not None:
            return "no registered work fits, or several fit equally well"
        if key and part.left:
            return f"not searched: one call searches for at most {most} references; call again"
        return f"not searched: this is a reference {reference.left_out or LeftOut.LITTLE}"

    results = []
    for reference, key in given:
        line = document.source.location(reference.span.start).line
        text = " ".join(document.source.text[reference.span.start : reference.span.end].split())
        results.append(SearchResult(line, text, why(reference, key), works.get(key)))
    results += [
        SearchResult(note.line or 1, "", f"not read completely: {note.message}", None)
        for note in unread_notes(document)
    ]
    lines = {result.line for result in results}
    results += [result for result in _others(document) if result.line not in lines]
    return sorted(results, key=lambda result: result.line), searched.messages


def _others(document: Document) -> Iterator[SearchResult]:
    """Yield the results for lines that may not be a reference without a DOI."""
    source = document.source
    is_list = source.name.endswith(".md")
    named = {
        source.location(mention.span.start).line for mention in document.mentions if mention.doi
    }
    items: list[tuple[int, list[str]]] = []
    for line, text in enumerate(source.text.split("\n"), 1):
        if is_list and text.startswith(_GOES_ON):
            first, texts = items[-1]
            texts += [*[""] * (line - first - len(texts)), text]
        elif text:
            items.append((line, [text.removeprefix("- ") if is_list else text]))
    for line, texts in items:
        if not named.isdisjoint(range(line, line + len(texts))):
            why = "not searched: the reference has a DOI; look up the DOI instead"
        elif is_list:
            why = "not searched: the line is not a reference with authors, year and title"
        else:
            continue
        yield SearchResult(line, " ".join(" ".join(texts).split()), why, None)
