"""Checks and fixes of one text, and the DOIs that its references lack."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mdlint_doi.api.given import AnyPath, path_of, settings_of
from mdlint_doi.formats.table import FORMATS, by_name, format_of, list_of, load
from mdlint_doi.lint.document import Document, LeftOut, Reference
from mdlint_doi.lint.engine import in_report_order
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.normalize import text_of
from mdlint_doi.run.asking import alearn, learn, registry_settings
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.run.judge import Judge
from mdlint_doi.text.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mdlint_doi.works.candidates import MeantWork


def check_text(
    text: str,
    format: str | None = None,  # noqa: A002 - the word of settings and options
    settings: Settings | None = None,
    *,
    path: AnyPath | None = None,
) -> list[Finding]:
    """Return what the rules find in a text, in order.

    DOIs are looked up unless the settings say `offline`; what could not be checked is a finding.

    Args:
        text: the document, without a byte order mark.
        format: what it is written in: markdown, rst, txt, python, notebook, html, bibtex, ris, cff,
            codemeta, zenodo, myst, quarto, csl, csl-yaml, rd or latex. None: what `path` says, or
            Markdown.
        settings: which rules, and where and how to ask; None: the defaults.
        path: what the file is called, for `Finding.path`; it is not read.

    Raises:
        ValueError: for an unknown format, or a path that tells none.
        LookupSettingsError: if the server or the records file cannot be used.
        RuntimeError: if DOIs have to be looked up within a running event loop.
        TypeError: for a value of the wrong type.
    """
    settings = settings_of(settings, "check_text")
    text = text_of(text, "check_text")
    name = None if path is None else path_of(path, "check_text")
    document = read_text(text, format, settings, name)
    return findings_of(document, _judge(document, settings))


async def acheck_text(
    text: str,
    format: str | None = None,  # noqa: A002 - as for `check_text`
    settings: Settings | None = None,
    *,
    path: AnyPath | None = None,
) -> list[Finding]:
    """Do what `check_text` does, within a running event loop: the rules run in a thread.

    Args:
        text: the document, without a byte order mark.
        format: as for `check_text`.
        settings: which rules, and where and how to ask; None: the defaults.
        path: the path of the file, for `Finding.path`; it is not read.

    Raises:
        ValueError: for an unknown format, or a path that does not show one.
        LookupSettingsError: if the server or the records file cannot be used.
        TypeError: for a value of the wrong type.
    """
    from asyncio import to_thread

    settings = settings_of(settings, "acheck_text")
    text = text_of(text, "acheck_text")
    name = None if path is None else path_of(path, "acheck_text")
    document = await to_thread(read_text, text, format, settings, name)
    judge = await alearned_judge(document, settings)
    return await to_thread(findings_of, document, judge)


def fix_text(
    text: str,
    format: str | None = None,  # noqa: A002 - as for `check_text`
    settings: Settings | None = None,
    *,
    path: AnyPath | None = None,
    unsafe: bool = False,
) -> str:
    """Return a text with its DOIs fixed; nothing else changes.

    Rd and LaTeX are not fixed. A look-up can make a fix safe.

    Args:
        text: the document, without a byte order mark.
        format: as for `check_text`.
        settings: which rules, and where and how to ask; None: the defaults.
        path: the path of the file, which is not read; it may show the format.
        unsafe: whether to apply fixes that are guesses as well.

    Raises:
        ValueError: for an unknown format, or a path that does not show one.
        LookupSettingsError: if the server or the records file cannot be used.
        RuntimeError: if DOIs have to be looked up within a running event loop.
        TypeError: for a value of the wrong type.
    """
    settings = settings_of(settings, "fix_text")
    text = text_of(text, "fix_text")
    name = None if path is None else path_of(path, "fix_text")
    document = read_text(text, format, settings, name)
    facts = _judge(document, settings).facts
    return with_fixes(document, facts, unsafe=unsafe, module=_module(format, name)).source.text


def _module(name: str | None, path: str | None = None) -> str:
    """Return the module that reads a format, or the format that a path tells.

    Raises:
        ValueError: for an unknown format, or a path that tells none.
    """
    if name is None and path is not None:
        entry, asked = list_of(path), f"unsupported kind of file: {path!a}"
    else:
        entry, asked = by_name(name or "markdown"), f"unknown format {name!a}"
    if entry is None:
        valid = ", ".join(repr(one.name) for one in FORMATS)
        message = f"{asked}; give format={valid}"
        raise ValueError(message)
    return entry.module


def read_text(text: str, name: str | None, settings: Settings, path: str | None = None) -> Document:
    """Return a text's DOIs.

    Raises:
        ValueError: for an unknown format, or a path that does not show one.
    """
    return load(_module(name, path)).read(Source(path or "<string>", text), settings)


async def alearned_judge(document: Document, settings: Settings) -> Judge:
    """Return what judges a document, after its look-ups.

    Raises:
        LookupSettingsError: if the server or the records file cannot be used.
    """
    from mdlint_doi.run.works import alearn_works

    learned = await alearn(document.mentions, settings)
    learned = await alearn_works([document], learned, settings)
    return Judge(settings, learned, mentions=document.mentions)


def _judge(document: Document, settings: Settings) -> Judge:
    """Return what judges a document, after its look-ups; raise as `check_text`."""
    learned = learn(document.mentions, settings)
    if learned.online:
        from mdlint_doi.run.works import learn_works

        learned = learn_works([document], learned, settings)
    if learned.interrupted:
        raise KeyboardInterrupt
    return Judge(settings, learned, mentions=document.mentions)


def findings_of(document: Document, judge: Judge) -> list[Finding]:
    """Return what the rules find in a document, in order."""
    return list(in_report_order(judge.of(document).findings))


class SearchResult(NamedTuple):
    """What the search for one reference came to.

    Attributes:
        line: the line on which the reference begins, from 1.
        reference: the reference as written, on one line.
        why: why there is no work, in words for the user; to be read only if `work` is None.
        work: the registered work that the reference means; None if none was found.
    """

    line: int
    reference: str
    why: str
    work: MeantWork | None


def search_text(
    references: str, settings: Settings, *, most: int
) -> tuple[list[SearchResult], tuple[str, ...]]:
    """Search the DOIs of references, one a line, or entries of BibTeX: in the cache, at Crossref.

    Args:
        references: the references.
        settings: servers, cache and limits.
        most: how many references are sent at most; those that the cache answers are not counted.

    Returns:
        A result for each line that is not blank, or for each entry that is read; and sentences for
        the user about the services.

    Raises:
        LookupSettingsError: if a server cannot be used.
        RuntimeError: if a service has to be asked within a running event loop.
    """
    from mdlint_doi.ask.search import search
    from mdlint_doi.formats.references import references_in
    from mdlint_doi.run.search import bounded, chosen, registered
    from mdlint_doi.works.candidates import identity
    from mdlint_doi.works.work import UnknownWork

    document = _of_references(references, settings)
    given = [
        (one, "" if one.left_out else identity(one.cited) or "") for one in references_in(document)
    ]
    cited = {key: one.cited for one, key in given if key}
    part = bounded(cited.values(), most, settings, everywhere=False)
    searched = search(part.wanted, registry_settings(settings), everywhere=False)
    fits = dict(chosen(cited, searched.answers))
    works = registered(fits, settings).works

    def why(one: Reference, key: str) -> str:
        """Return why a reference has no work."""
        answer = searched.answers.get(key)
        if isinstance(answer, UnknownWork):
            return f"not searched: {answer.cause}"
        if key in fits:
            return f"{fits[key].doi} fits, but could not be looked up, or is not registered"
        if answer is not None:
            return "no registered work fits, or more than one does"
        if key and part.left:
            return f"not searched: more than {most} at a time; ask again"
        return f"not searched: a reference {one.left_out or LeftOut.LITTLE}"

    results = []
    for one, key in given:
        line = document.source.location(one.span.start).line
        text = " ".join(document.source.text[one.span.start : one.span.end].split())
        results.append(SearchResult(line, text, why(one, key), works.get(key)))
    lines = {one.line for one in results}
    results += [one for one in _others(document) if one.line not in lines]
    return sorted(results, key=lambda one: one.line), searched.messages


def _of_references(text: str, settings: Settings) -> Document:
    """Return entries of BibTeX, or lines of which each is an item of Markdown."""
    if text.lstrip().startswith("@"):
        source = Source("references.bib", text)
    else:
        lines = (one.strip().lstrip("-*").lstrip() for one in text.split("\n"))
        source = Source("references.md", "".join(f"- {one}\n" if one else "\n" for one in lines))
    return format_of(source.name).read(source, settings)


def _others(document: Document) -> Iterator[SearchResult]:
    """Yield what is said of lines that may be no reference without a DOI."""
    source = document.source
    named = {source.location(one.span.start).line for one in document.mentions if one.doi}
    for line, text in enumerate(source.text.split("\n"), 1):
        if line in named:
            why = "not searched: it has a DOI; look that up"
        elif text and source.name.endswith(".md"):
            why = "not searched: no people, year and title were recognized"
        else:
            continue
        yield SearchResult(line, text.removeprefix("- ").strip(), why, None)
