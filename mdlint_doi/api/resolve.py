"""Questions to the DOI system: which DOIs are registered, and what a broken one may stand for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator

from mdlint_doi.ask import resolve as lookup
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi, DoiSyntaxError
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.outcome import Found, LookupFailedError, Outcome, Unknown
from mdlint_doi.names.suggest import candidates
from mdlint_doi.run.asking import lookup_settings


def resolve(dois: Iterable[Doi | str], settings: Settings | None = None) -> dict[Doi, Outcome]:
    """Return whether DOIs are registered: `Found`, `Missing`, or `Unknown` where nobody answers.

    The records file is asked first, then the cache, then the DOI system; each DOI once.

    Args:
        dois: several; a text is read in any spelling.
        settings: server, cache and records; None: the defaults.

    Raises:
        DoiSyntaxError: for a text that is not a DOI; it is named. Never for what a network does:
            that is `Unknown`.
        LookupSettingsError: for a records file that can't be used.
        TypeError: for one DOI where several are expected.

    """
    names = dois_of(dois, "resolve")
    answers = lookup.resolve(names, lookup_settings(settings or Settings()))
    return {doi: answer.outcome for doi, answer in answers.items()}


async def aresolve(
    dois: Iterable[Doi | str],
    settings: Settings | None = None,
) -> dict[Doi, Outcome]:
    """Do what `resolve` does, within a running event loop."""
    names = dois_of(dois, "aresolve")
    answers = await lookup.aresolve(names, lookup_settings(settings or Settings()))
    return {doi: answer.outcome for doi, answer in answers.items()}


def iter_resolve(
    dois: Iterable[Doi | str],
    settings: Settings | None = None,
) -> Iterator[tuple[Doi, Outcome]]:
    """Yield DOIs and outcomes in the order of `dois`, in flat memory; else as `resolve`."""
    names = dois_of(dois, "iter_resolve")
    answers = lookup.iter_resolve(names, lookup_settings(settings or Settings()))
    return ((doi, answer.outcome) for doi, answer in answers)


def aiter_resolve(
    dois: Iterable[Doi | str],
    settings: Settings | None = None,
) -> AsyncIterator[tuple[Doi, Outcome]]:
    """Do what `iter_resolve` does, within a running event loop."""
    names = dois_of(dois, "aiter_resolve")
    answers = lookup.aiter_resolve(names, lookup_settings(settings or Settings()))
    return ((doi, answer.outcome) async for doi, answer in answers)


def suggest(doi: Doi | str, settings: Settings | None = None) -> list[Doi]:
    """Return the registered DOIs that a broken one may stand for, the likeliest first.

    Args:
        doi: a DOI, or any text that was meant as one.
        settings: as for `resolve`.

    Raises:
        LookupFailedError: if none is known to be registered, and not all could be checked.
        LookupSettingsError: for a records file that can't be used.

    """
    names = [candidate.doi for candidate in candidates(doi)]
    outcomes = resolve(names, settings)
    found = [name for name in names if isinstance(outcomes[name], Found)]
    unknown = [one for one in outcomes.values() if isinstance(one, Unknown)]
    if unknown and not found:
        raise LookupFailedError(unknown[0])
    return found


def dois_of(dois: Iterable[Doi | str], asker: str) -> Iterator[Doi]:
    """Return the DOIs, read as they are taken; of a single one the letters would be asked.

    Raises:
        TypeError: for a single one, at once.
        DoiSyntaxError: for a text that is not a DOI, which the message names.

    """
    _refuse_one(dois, asker)
    return map(_doi, dois)


def _refuse_one(dois: object, asker: str) -> None:
    if isinstance(dois, str | bytes | Doi):
        one = str(dois) if isinstance(dois, Doi) else dois[:100]
        message = f"{asker}() takes several DOIs; for one, {asker}([{one!r}])"
        raise TypeError(message)


def _doi(given: Doi | str) -> Doi:
    if isinstance(given, Doi):
        return given
    try:
        return normalize(given)
    except DoiSyntaxError as error:
        advice = f"{given[:100]!r} is not a DOI: {error.advice}"
        raise DoiSyntaxError(error.reason, given, error.span, advice) from None
