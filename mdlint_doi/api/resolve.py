"""Look up DOIs: whether they are registered, their works, and suggestions for broken ones."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TypeAlias

from mdlint_doi.api.given import settings_of, several
from mdlint_doi.ask import resolve as lookup
from mdlint_doi.ask.event_loop import wait_for
from mdlint_doi.ask.readers.which_ra import may_ask
from mdlint_doi.ask.works import ask, known_names, left
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi, DoiSyntaxError, parse_or_none
from mdlint_doi.names.normalize import normalize, text_of
from mdlint_doi.names.outcome import Cause, Found, LookupFailedError, Missing, Outcome, Unknown
from mdlint_doi.names.suggest import candidates
from mdlint_doi.names.typos import typos
from mdlint_doi.report.works import NameReport
from mdlint_doi.run.asking import lookup_settings, registry_settings
from mdlint_doi.text.value import Value
from mdlint_doi.works.work import UnknownWork, WorkOutcome

RegisteredAs: TypeAlias = WorkOutcome | Missing | Unknown


def resolve(dois: Iterable[Doi | str], settings: Settings | None = None) -> dict[Doi, Outcome]:
    """Return whether DOIs are registered: `Found`, `Missing`, or `Unknown` without an answer.

    The answers come from the records file, then from the cache, and then from the DOI system.
    Each DOI is looked up only once.

    Args:
        dois: several DOIs; a text may have any spelling.
        settings: server, cache and records; None: the defaults.

    Raises:
        DoiSyntaxError: for a text that is not a DOI; the message quotes the text. A failure of
            the network gives `Unknown` instead.
        LookupSettingsError: if the server or the records file cannot be used.
        TypeError: for a single DOI, or a value of the wrong type.
    """
    names = dois_of(dois, "resolve")
    answers = lookup.resolve(names, lookup_settings(settings_of(settings, "resolve")))
    return {doi: answer.outcome for doi, answer in answers.items()}


async def aresolve(
    dois: Iterable[Doi | str], settings: Settings | None = None
) -> dict[Doi, Outcome]:
    """Return the outcomes of DOIs as `resolve` does, within a running event loop.

    Args:
        dois: several DOIs; a text may have any spelling.
        settings: server, cache and records; None: the defaults.

    Raises:
        DoiSyntaxError: for a text that is not a DOI; the message quotes the text.
        LookupSettingsError: if the server or the records file cannot be used.
        TypeError: for a single DOI, or a value of the wrong type.
    """
    names = dois_of(dois, "aresolve")
    answers = await lookup.aresolve(names, lookup_settings(settings_of(settings, "aresolve")))
    return {doi: answer.outcome for doi, answer in answers.items()}


def iter_resolve(
    dois: Iterable[Doi | str], settings: Settings | None = None
) -> Iterator[tuple[Doi, Outcome]]:
    """Yield DOIs with outcomes in the order of `dois`; only a few are in memory at a time.

    Args:
        dois: several DOIs; a text may have any spelling.
        settings: server, cache and records; None: the defaults.

    Raises:
        DoiSyntaxError: for a text that is not a DOI, when it is read; the message quotes the text.
        LookupSettingsError: if the server or the records file cannot be used.
        TypeError: for a single DOI, or a value of the wrong type.
    """
    names = dois_of(dois, "iter_resolve")
    answers = lookup.iter_resolve(names, lookup_settings(settings_of(settings, "iter_resolve")))
    return ((doi, answer.outcome) for doi, answer in answers)


def aiter_resolve(
    dois: Iterable[Doi | str], settings: Settings | None = None
) -> AsyncIterator[tuple[Doi, Outcome]]:
    """Yield DOIs with outcomes as `iter_resolve` does, within a running event loop.

    Args:
        dois: several DOIs; a text may have any spelling.
        settings: server, cache and records; None: the defaults.

    Raises:
        DoiSyntaxError: for a text that is not a DOI, when it is read; the message quotes the text.
        LookupSettingsError: if the server or the records file cannot be used.
        TypeError: for a single DOI, or a value of the wrong type.
    """
    names = dois_of(dois, "aiter_resolve")
    answers = lookup.aiter_resolve(names, lookup_settings(settings_of(settings, "aiter_resolve")))
    return ((doi, answer.outcome) async for doi, answer in answers)


def suggest(doi: Doi | str, settings: Settings | None = None) -> list[Doi]:
    """Return the registered DOIs that a broken one may stand for, the most likely first.

    Args:
        doi: a DOI, or any text that may represent one.
        settings: as for `resolve`.

    Raises:
        LookupFailedError: if no registered DOI was found, and some could not be checked.
        LookupSettingsError: if the server or the records file cannot be used.
        TypeError: for a value of the wrong type.
    """
    written = doi if isinstance(doi, Doi) else text_of(doi, "suggest")
    names = [candidate.doi for candidate in candidates(written)]
    outcomes = resolve(names, settings_of(settings, "suggest"))
    found = [name for name in names if isinstance(outcomes[name], Found)]
    unknown = [outcome for outcome in outcomes.values() if isinstance(outcome, Unknown)]
    if unknown and not found:
        raise LookupFailedError(unknown[0])
    return found or _without_typo(written, settings_of(settings, "suggest"))


def _without_typo(written: Doi | str, settings: Settings) -> list[Doi]:
    """Return the registered DOIs that differ by a single typo, unless there are several numbers."""
    doi = parse_or_none(str(written))
    likely = [typo for typo in typos(doi) if may_ask(typo.doi)] if doi else []
    if not likely:
        return []
    asking = lookup_settings(settings)
    answers = lookup.resolve((typo.doi for typo in likely), asking, confirm=False)
    found = [typo for typo in likely if isinstance(answers[typo.doi].outcome, Found)]
    clear = [typo.doi for typo in found if not typo.is_number]
    return clear or ([found[0].doi] if len(found) == 1 else [])


def dois_of(dois: Iterable[Doi | str], asker: str) -> Iterator[Doi]:
    """Return an iterator over the DOIs; each text is parsed on demand.

    Args:
        dois: several DOIs; a text may have any spelling.
        asker: the name of the function, for messages.

    Raises:
        DoiSyntaxError: for a text that is not a DOI; the message quotes the text.
        TypeError: for a single DOI; raised immediately.
    """
    given: object = dois
    if isinstance(given, str | bytes | Doi):
        text = str(given) if isinstance(given, Doi) else given[:100]
        message = f"{asker}() takes an iterable of DOIs; for one DOI, write {asker}([{text!r}])"
        raise TypeError(message)
    return (_doi(written, asker) for written in several(dois, asker, "DOIs"))


def _doi(given: object, asker: str) -> Doi:
    if isinstance(given, Doi):
        return given
    if not isinstance(given, str):
        message = f"{asker}() takes strings and Doi objects, not {type(given).__name__}"
        raise TypeError(message)
    try:
        return normalize(given)
    except DoiSyntaxError as error:
        advice = f"{given[:100]!r} is not a DOI: {error.advice}"
        raise DoiSyntaxError(error.reason, given, error.span, advice) from None


def lookup_values(
    dois: Iterable[Doi | str], settings: Settings | None = None
) -> dict[Doi, Outcome]:
    """Return the outcomes of DOIs with all values of the handle records, `Found.record.values`.

    Each DOI is requested from the server, because the cache and records files do not contain
    these values.

    Args:
        dois: several DOIs; a text may have any spelling.
        settings: the server; offline, all outcomes are `Unknown`. None: the defaults.

    Raises:
        DoiSyntaxError: for a text that is not a DOI; the message quotes the text.
        LookupSettingsError: if a server cannot be used.
        TypeError: for a single DOI, or a value of the wrong type.
    """
    from mdlint_doi.ask.strategy import ask_values

    asking = lookup_settings(settings_of(settings, "lookup_values"))
    return dict(ask_values(dois_of(dois, "lookup_values"), asking))


async def alookup_values(
    dois: Iterable[Doi | str], settings: Settings | None = None
) -> dict[Doi, Outcome]:
    """Return the outcomes of DOIs as `lookup_values` does, within a running event loop.

    Args:
        dois: several DOIs; a text may have any spelling.
        settings: the server; offline, all outcomes are `Unknown`. None: the defaults.

    Raises:
        DoiSyntaxError: for a text that is not a DOI; the message quotes the text.
        LookupSettingsError: if a server cannot be used.
        TypeError: for a single DOI, or a value of the wrong type.
    """
    from mdlint_doi.ask.strategy import aask_values

    names = dois_of(dois, "alookup_values")
    return await aask_values(names, lookup_settings(settings_of(settings, "alookup_values")))


class NameReports(Value):
    """The answers about DOIs.

    Attributes:
        reports: one report for each DOI.
        messages: sentences for the user, for example about a service that refused requests.
        interrupted: whether Ctrl-C ended the run; the reports are then incomplete.
    """

    reports: list[NameReport]
    messages: tuple[str, ...] = ()
    interrupted: bool = False


def lookup_works(
    dois: Iterable[Doi | str], settings: Settings | None = None
) -> dict[Doi, RegisteredAs]:
    """Return the works of DOIs: `KnownWork` with title, authors, years and retractions.

    A DOI that is not registered gives `Missing`; one that could not be checked gives `Unknown`. A
    registered DOI gives `NotHeld` if its agency publishes no records, and `UnknownWork` with the
    reason if its record could not be read.

    Args:
        dois: several DOIs; a text may have any spelling.
        settings: servers, cache and records; None: the defaults.

    Raises:
        DoiSyntaxError: for a text that is not a DOI; the message quotes the text.
        LookupSettingsError: if the server or the records file cannot be used.
        TypeError: for a single DOI, or a value of the wrong type.
    """
    names = dois_of(dois, "lookup_works")
    return _works(registered_works(names, settings_of(settings, "lookup_works")))


async def alookup_works(
    dois: Iterable[Doi | str], settings: Settings | None = None
) -> dict[Doi, RegisteredAs]:
    """Return the works of DOIs as `lookup_works` does, within a running event loop.

    Args:
        dois: several DOIs; a text may have any spelling.
        settings: servers, cache and records; None: the defaults.

    Raises:
        DoiSyntaxError: for a text that is not a DOI; the message quotes the text.
        LookupSettingsError: if the server or the records file cannot be used.
        TypeError: for a single DOI, or a value of the wrong type.
    """
    names = dois_of(dois, "alookup_works")
    return _works(await aregistered_works(names, settings_of(settings, "alookup_works")))


def _works(reports: NameReports) -> dict[Doi, RegisteredAs]:
    if reports.interrupted:
        raise KeyboardInterrupt
    return {report.doi: _registered_as(report.outcome, report.work) for report in reports.reports}


def _registered_as(outcome: Outcome | None, work: WorkOutcome | None) -> RegisteredAs:
    if work is not None:
        return work
    return outcome if isinstance(outcome, Missing | Unknown) else UnknownWork(str(Cause.NO_RECORD))


def registered_works(names: Iterable[Doi], settings: Settings) -> NameReports:
    """Return what `aregistered_works` returns, to a caller that is not a coroutine."""
    return wait_for(aregistered_works(names, settings))


async def aregistered_works(names: Iterable[Doi], settings: Settings) -> NameReports:
    """Return the works of DOIs, without repeats; after Ctrl-C, those so far.

    Raises:
        LookupSettingsError: if the server or the records file cannot be used.
    """
    try:
        answers = await lookup.aresolve(names, lookup_settings(settings))
    except lookup.Interrupted as stopped:
        found = stopped.answers.items()
        reports = [NameReport(doi, answer.outcome, source=answer.origin) for doi, answer in found]
        return NameReports(reports, interrupted=True)
    registered, agencies, aliases = known_names(
        {doi: answer.outcome for doi, answer in answers.items()}
    )
    asking = registry_settings(settings)
    fresh = set(left(registered, asking))
    asked = await ask(registered, asking, agencies=agencies, aliases=aliases)
    kept = "records" if settings.records is not None else "cache"
    reports = [
        NameReport(
            doi,
            answer.outcome,
            asked.answers.get(doi),
            source=answer.origin,
            work_source="network" if doi in fresh else kept,
        )
        for doi, answer in answers.items()
    ]
    return NameReports(reports, asked.messages, asked.interrupted)
