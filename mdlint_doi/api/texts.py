"""Check and fix one text."""

from __future__ import annotations

import warnings

from mdlint_doi.api.given import AnyPath, format_of, path_of, settings_of
from mdlint_doi.ask.event_loop import in_thread, wait_for
from mdlint_doi.file_formats import FORMATS, FormatEntry, by_name, chosen_entry, list_of
from mdlint_doi.formats import load
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import in_report_order
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.normalize import text_of
from mdlint_doi.report.model import PathNote, unread_notes
from mdlint_doi.run.asking import alearn
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.run.judge import Judge
from mdlint_doi.text.source import Source


class UnreadWarning(UserWarning):
    """A text, or a part of it, could not be read, so a DOI in it was not checked.

    `warnings.simplefilter("error", UnreadWarning)` turns it into an exception.

    Attributes:
        notes: the places and the reasons.
    """

    def __init__(self, notes: tuple[PathNote, ...]) -> None:
        """Receive the places and the reasons, at least one."""
        self.notes = notes
        places = (":".join(map(str, filter(None, (note.path, note.line)))) for note in notes)
        told = (f"{place}: {note.message}" for place, note in zip(places, notes, strict=True))
        super().__init__(f"not read completely: {'; '.join(told)}")


def check_text(
    text: str,
    format: str | None = None,  # noqa: A002 - the word of settings and options
    settings: Settings | None = None,
    *,
    path: AnyPath | None = None,
) -> list[Finding]:
    """Return the findings of a text, in order.

    DOIs are looked up unless the setting `offline` is true. A DOI that could not be checked also
    gives a finding. A text, or a part of it, that could not be read gives an `UnreadWarning`.

    Args:
        text: the document, without a byte order mark.
        format: the format of the text: markdown, rst, txt, python, bibtex, notebook, cff, codemeta,
            zenodo, ro-crate, myst, quarto, csl, csl-yaml, ris, html, rd, latex, asciidoc, org,
            typst, po or cython. None: the format of `path`, or Markdown.
        settings: the rules, the servers and the limits; None: the defaults.
        path: the path of the file, for `Finding.path`; it is not read.

    Raises:
        ValueError: for an unknown format, or a path without a known format.
        LookupSettingsError: if the server or the records file cannot be used.
        TypeError: for a value of the wrong type.
    """
    settings = settings_of(settings, "check_text")
    text = text_of(text, "check_text")
    name = format_of(format, "check_text")
    place = None if path is None else path_of(path, "check_text")
    document, found = wait_for(_checked(text, name, settings, place))
    _warn(document)
    return found


async def acheck_text(
    text: str,
    format: str | None = None,  # noqa: A002 - as for `check_text`
    settings: Settings | None = None,
    *,
    path: AnyPath | None = None,
) -> list[Finding]:
    """Return the findings of a text as `check_text` does, within a running event loop.

    The rules run in a thread. The caller gets the same `UnreadWarning`.

    Args:
        text: the document, without a byte order mark.
        format: as for `check_text`.
        settings: the rules, the servers and the limits; None: the defaults.
        path: the path of the file, for `Finding.path`; it is not read.

    Raises:
        ValueError: for an unknown format, or a path without a known format.
        LookupSettingsError: if the server or the records file cannot be used.
        TypeError: for a value of the wrong type.
    """
    settings = settings_of(settings, "acheck_text")
    text = text_of(text, "acheck_text")
    name = format_of(format, "acheck_text")
    place = None if path is None else path_of(path, "acheck_text")
    document, found = await _checked(text, name, settings, place)
    _warn(document)
    return found


async def _checked(
    text: str, name: str | None, settings: Settings, path: str | None
) -> tuple[Document, list[Finding]]:
    """Return a text's DOIs, and its findings in order."""
    document = await in_thread(read_text, text, name, settings, path)
    judge = await learned_judge(document, settings)
    return document, await in_thread(findings_of, document, judge)


def fix_text(
    text: str,
    format: str | None = None,  # noqa: A002 - as for `check_text`
    settings: Settings | None = None,
    *,
    path: AnyPath | None = None,
    unsafe: bool = False,
) -> str:
    """Return a text with its DOIs fixed; nothing else changes.

    A format without fixes, such as LaTeX, leaves the text unchanged. A look-up can make a fix safe.
    A text, or a part of it, that could not be read gives an `UnreadWarning`.

    Args:
        text: the document, without a byte order mark.
        format: as for `check_text`.
        settings: the rules, the servers and the limits; None: the defaults.
        path: the path of the file, which gives the format; it is not read.
        unsafe: whether to apply fixes that are guesses.

    Raises:
        ValueError: for an unknown format, or a path without a known format.
        LookupSettingsError: if the server or the records file cannot be used.
        TypeError: for a value of the wrong type.
    """
    settings = settings_of(settings, "fix_text")
    text = text_of(text, "fix_text")
    name = format_of(format, "fix_text")
    place = None if path is None else path_of(path, "fix_text")
    document = read_text(text, name, settings, place)
    facts = wait_for(learned_judge(document, settings)).facts
    module = _entry(name, place, settings).module
    fixed = with_fixes(document, facts, unsafe=unsafe, module=module).source.text
    _warn(document)
    return fixed


def _warn(document: Document) -> None:
    """Warn the caller of a function of this module about a text that could not be read."""
    if document.unread:
        warnings.warn(UnreadWarning(tuple(unread_notes(document))), stacklevel=3)


def _entry(name: str | None, path: str | None, settings: Settings) -> FormatEntry:
    """Return a format, or the format of a path.

    Raises:
        ValueError: for an unknown format, or a path without a known format.
    """
    if name is None and path is not None:
        entry = chosen_entry(path, settings.read_as) or list_of(path)
        asked = f"unsupported kind of file: {path!a}"
    else:
        entry = by_name(name or "markdown")
        asked = f"unknown format {name!a}"
    if entry is None:
        valid = ", ".join(repr(entry.name) for entry in FORMATS)
        message = f"{asked}; give format={valid}"
        raise ValueError(message)
    return entry


def read_text(text: str, name: str | None, settings: Settings, path: str | None = None) -> Document:
    """Return a text's DOIs.

    Raises:
        ValueError: for an unknown format, or a path without a known format.
    """
    entry = _entry(name, path, settings)
    chosen = chosen_entry(path, settings.read_as) if path and name is None else None
    source = Source(path or "<string>", text, format=chosen.name if chosen else "")
    return load(entry.module).read(source, settings)


async def learned_judge(document: Document, settings: Settings) -> Judge:
    """Return the judge of a document, after the look-ups.

    Raises:
        LookupSettingsError: if the server or the records file cannot be used.
    """
    learned = await alearn(document.mentions, settings)
    if learned.online:
        from mdlint_doi.run.works import look_up_works

        learned = await look_up_works([document], learned, settings)
    if learned.interrupted:
        raise KeyboardInterrupt
    return Judge(settings, learned, mentions=document.mentions)


def findings_of(document: Document, judge: Judge) -> list[Finding]:
    """Return the findings of the rules in a document, in order."""
    return list(in_report_order(judge.of(document).findings))
