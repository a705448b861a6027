"""Checks and fixes of one text."""

from __future__ import annotations

from mdlint_doi.config.today import today_for
from mdlint_doi.formats.table import FORMATS, by_name, load
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.facts import RunFacts
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.asking import alearn, learn
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.run.judge import facts_of, in_order, judge
from mdlint_doi.run.learned import Learned
from mdlint_doi.text.source import Source

_MARKDOWN = "markdown"


def check_text(
    text: str,
    format: str = _MARKDOWN,  # noqa: A002 - the word of settings and options
    settings: Settings | None = None,
) -> list[Finding]:
    """Return what the rules find in a text, in order.

    Names are looked up unless the settings say `offline`; what could not be checked is a finding.

    Args:
        text: the document, without a byte order mark.
        format: what it is written in: `markdown`.
        settings: which rules, and where and how to ask; None: the defaults.

    Raises:
        ValueError: for an unknown format.
        LookupSettingsError: for a records file that can't be used.
        RuntimeError: if names have to be asked for within a running event loop.

    """
    settings = settings or Settings()
    document = _read(text, format, settings)
    return _findings(document, settings, _learned(document, settings))


async def acheck_text(
    text: str,
    format: str = _MARKDOWN,  # noqa: A002 - as for `check_text`
    settings: Settings | None = None,
) -> list[Finding]:
    """Do what `check_text` does, within a running event loop: the rules run in a thread."""
    from asyncio import to_thread

    from mdlint_doi.run.works import alearn_works

    settings = settings or Settings()
    document = await to_thread(_read, text, format, settings)
    learned = await alearn(document.mentions, settings)
    learned = await alearn_works([document], learned, settings)
    return await to_thread(_findings, document, settings, learned)


def fix_text(
    text: str,
    format: str = _MARKDOWN,  # noqa: A002 - as for `check_text`
    settings: Settings | None = None,
    *,
    unsafe: bool = False,
) -> str:
    """Return a text with its DOIs fixed; nothing else changes.

    Args:
        text: the document, without a byte order mark.
        format: what it is written in: `markdown`.
        settings: as for `check_text`; a look-up can make a fix safe.
        unsafe: fix by guesses, too.

    Raises:
        ValueError: for an unknown format.
        LookupSettingsError: for a records file that can't be used.
        RuntimeError: if names have to be asked for within a running event loop.

    """
    settings = settings or Settings()
    document = _read(text, format, settings)
    facts = _facts(document, settings, _learned(document, settings))
    return with_fixes(document, facts, unsafe=unsafe, module=_module(format)).source.text


def check_markdown(text: str, settings: Settings | None = None) -> list[Finding]:
    """Return what the offline rules find in a Markdown text, in order.

    Args:
        text: the document, without a byte order mark.
        settings: which rules; None: the defaults. Nothing is looked up.

    """
    return check_text(text, _MARKDOWN, _offline(settings))


def fix_markdown(text: str, settings: Settings | None = None, *, unsafe: bool = False) -> str:
    """Return a Markdown text with its DOIs fixed; nothing else changes.

    Args:
        text: the document, without a byte order mark.
        settings: which rules; None: the defaults. Nothing is looked up.
        unsafe: fix by guesses, too.

    """
    return fix_text(text, _MARKDOWN, _offline(settings), unsafe=unsafe)


def _offline(settings: Settings | None) -> Settings:
    return (settings or Settings()).replace(offline=True, records=None)


def _module(name: str) -> str:
    """Return the module that reads a format.

    Raises:
        ValueError: if there is none; names those there are.

    """
    entry = by_name(name)
    if entry is None:
        valid = ", ".join(repr(one.name) for one in FORMATS)
        message = f"format {name!a} is not known; give {valid}"
        raise ValueError(message)
    return entry.module


def _read(text: str, name: str, settings: Settings) -> Document:
    return load(_module(name)).read(Source("<string>", text), settings)


def _learned(document: Document, settings: Settings) -> Learned:
    learned = learn(document.mentions, settings)
    if learned.online:
        from mdlint_doi.run.works import learn_works

        learned = learn_works([document], learned, settings)
    if learned.interrupted:
        raise KeyboardInterrupt
    return learned


def _facts(document: Document, settings: Settings, learned: Learned) -> RunFacts:
    return facts_of(settings, learned, document.mentions, today_for(settings))


def _findings(document: Document, settings: Settings, learned: Learned) -> list[Finding]:
    return list(in_order(judge(document, _facts(document, settings, learned))))
