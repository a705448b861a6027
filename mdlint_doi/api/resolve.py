"""Questions to the DOI system: which names are registered, and what a broken one may stand for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator

from mdlint_doi.ask import resolve as lookup
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.outcome import Found, Outcome
from mdlint_doi.names.suggest import candidates
from mdlint_doi.run.asking import lookup_settings


def resolve(dois: Iterable[Doi | str], settings: Settings | None = None) -> dict[Doi, Outcome]:
    """Ask the DOI system about names: records file, cache, then the network, each name once.

    Args:
        dois: names; a text is read in any spelling.
        settings: server, strategy, cache and records; None: the defaults.

    Raises:
        DoiSyntaxError: for a text that is no DOI name. Never for what a network does: that is
            `Unknown`.
        LookupSettingsError: for a records file that can't be used.
        TypeError: for one name where several are expected.

    """
    names = _names(dois, "resolve")
    answers = lookup.resolve(names, lookup_settings(settings or Settings()))
    return {doi: answer.outcome for doi, answer in answers.items()}


async def aresolve(
    dois: Iterable[Doi | str],
    settings: Settings | None = None,
) -> dict[Doi, Outcome]:
    """Do what `resolve` does, within a running event loop."""
    names = _names(dois, "aresolve")
    answers = await lookup.aresolve(names, lookup_settings(settings or Settings()))
    return {doi: answer.outcome for doi, answer in answers.items()}


def iter_resolve(
    dois: Iterable[Doi | str],
    settings: Settings | None = None,
) -> Iterator[tuple[Doi, Outcome]]:
    """Yield names and outcomes in the order of `dois`, in flat memory; else as `resolve`."""
    names = _names(dois, "iter_resolve")
    answers = lookup.iter_resolve(names, lookup_settings(settings or Settings()))
    return ((doi, answer.outcome) for doi, answer in answers)


def aiter_resolve(
    dois: Iterable[Doi | str],
    settings: Settings | None = None,
) -> AsyncIterator[tuple[Doi, Outcome]]:
    """Do what `iter_resolve` does, within a running event loop."""
    names = _names(dois, "aiter_resolve")
    answers = lookup.aiter_resolve(names, lookup_settings(settings or Settings()))
    return ((doi, answer.outcome) async for doi, answer in answers)


def suggest(doi: Doi | str, settings: Settings | None = None) -> list[Doi]:
    """Return the registered names that a broken name may stand for, the likeliest first.

    Args:
        doi: a name, or any text that was meant as one.
        settings: as for `resolve`.

    """
    names = [candidate.doi for candidate in candidates(doi)]
    outcomes = resolve(names, settings)
    return [name for name in names if isinstance(outcomes[name], Found)]


def _names(dois: Iterable[Doi | str], asker: str) -> Iterator[Doi]:
    """Return the names, read as they are taken; of a single one the letters would be asked.

    Raises:
        TypeError: for a single one, at once.

    """
    _refuse_one(dois, asker)
    return (normalize(doi) if isinstance(doi, str) else doi for doi in dois)


def _refuse_one(dois: object, asker: str) -> None:
    if isinstance(dois, str | bytes | Doi):
        one = str(dois) if isinstance(dois, Doi) else dois[:100]
        message = f"{asker}() takes several names; for one, {asker}([{one!r}])"
        raise TypeError(message)
