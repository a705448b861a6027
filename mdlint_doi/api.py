"""The functions that work on whole texts and on the DOI system, for tool builders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mdlint_doi.config.today import today_for
from mdlint_doi.lint.model import Finding
from mdlint_doi.lint.rule import Facts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Outcome
from mdlint_doi.pipeline import Document, Learned, facts_of, lookup_settings
from mdlint_doi.project.documents import judged, read_markdown, with_fixes
from mdlint_doi.text.source import Source


def check_markdown(text: str, settings: Settings | None = None) -> list[Finding]:
    """Return what the offline rules find in a Markdown text, in order.

    Args:
        text: the document, without a byte order mark.
        settings: which rules; None: the defaults. Nothing is looked up.

    """
    document, facts = _document(text, settings)
    return list(judged(document, facts).findings)


def fix_markdown(text: str, settings: Settings | None = None, *, unsafe: bool = False) -> str:
    """Return a Markdown text with its DOIs fixed; nothing else changes.

    Args:
        text: the document, without a byte order mark.
        settings: which rules; None: the defaults. Nothing is looked up.
        unsafe: fix by guesses, too.

    """
    document, facts = _document(text, settings)
    return with_fixes(document, facts, unsafe=unsafe).source.text


def _document(text: str, settings: Settings | None) -> tuple[Document, Facts]:
    settings = (settings or Settings())._replace(offline=True, records=None)
    document = read_markdown(Source("<string>", text), settings)
    return document, facts_of(settings, Learned(), document.mentions, today_for(settings))


def resolve(dois: Iterable[Doi | str], settings: Settings | None = None) -> dict[Doi, Outcome]:
    """Ask the DOI system about names: records file, cache, then the network, each name once.

    Args:
        dois: names; a text is read in any spelling.
        settings: server, strategy, cache and records; None: the defaults.

    Raises:
        DoiSyntaxError: for a text that is no DOI name. Never for what a network does: that is
            `Unknown`.

    """
    from mdlint_doi.lookup import resolve as lookup

    answers = lookup.resolve(_names(dois), lookup_settings(settings or Settings()))
    return {doi: answer.outcome for doi, answer in answers.items()}


async def aresolve(
    dois: Iterable[Doi | str],
    settings: Settings | None = None,
) -> dict[Doi, Outcome]:
    """Do what `resolve` does, within a running event loop."""
    from mdlint_doi.lookup import resolve as lookup

    answers = await lookup.aresolve(_names(dois), lookup_settings(settings or Settings()))
    return {doi: answer.outcome for doi, answer in answers.items()}


def iter_resolve(
    dois: Iterable[Doi | str],
    settings: Settings | None = None,
) -> Iterator[tuple[Doi, Outcome]]:
    """Yield names and outcomes as they come in, in flat memory."""
    from mdlint_doi.lookup import resolve as lookup

    for doi, answer in lookup.iter_resolve(_names(dois), lookup_settings(settings or Settings())):
        yield doi, answer.outcome


def suggest(doi: Doi | str, settings: Settings | None = None) -> list[Doi]:
    """Return the registered names that a broken name may stand for, the likeliest first.

    Args:
        doi: a name, or any text that was meant as one.
        settings: as for `resolve`.

    """
    from mdlint_doi.names.rewrites.suggest import candidates

    names = [candidate.doi for candidate in candidates(doi)]
    outcomes = resolve(names, settings)
    return [name for name in names if isinstance(outcomes[name], Found)]


def _names(dois: Iterable[Doi | str]) -> Iterator[Doi]:
    from mdlint_doi.names.normalize import normalize

    return (normalize(doi) if isinstance(doi, str) else doi for doi in dois)
