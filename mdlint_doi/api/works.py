"""What names are registered as: look-ups, then the records of the agencies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from mdlint_doi.api.resolve import dois_of
from mdlint_doi.ask.resolve import Interrupted, aresolve, resolve
from mdlint_doi.ask.works import aask_all, ask, left, what_is_known
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Cause, Found, Missing, Outcome, Unknown
from mdlint_doi.report.works import NameReport
from mdlint_doi.run.asking import lookup_settings, registry_settings
from mdlint_doi.works.work import UnknownWork, WorkOutcome

RegisteredAs: TypeAlias = WorkOutcome | Missing | Unknown


class NameReports(NamedTuple):
    """What is known of names.

    Attributes:
        reports: one a name.
        messages: what a user has to know, such as that a service refused us; often none.
        interrupted: Ctrl-C came; what was known by then is here.

    """

    reports: list[NameReport]
    messages: tuple[str, ...] = ()
    interrupted: bool = False


def lookup_works(
    dois: Iterable[Doi | str], settings: Settings | None = None
) -> dict[Doi, RegisteredAs]:
    """Return what DOIs are registered as: `KnownWork`, with title, people, years and retractions.

    A DOI that is not registered gives `Missing`, one that could not be checked `Unknown`. A
    registered one whose agency publishes no records gives `NotHeld`; `UnknownWork` says why a
    record could not be read.

    Args:
        dois: several; a text is read in any spelling.
        settings: servers, cache and records; None: the defaults.

    Raises:
        DoiSyntaxError: for a text that is not a DOI; it is named.
        LookupSettingsError: for a server or a records file that can't be used.
        RuntimeError: if DOIs have to be looked up within a running event loop.
        TypeError: for one DOI where several are expected.

    """
    reports = registered_works(dois_of(dois, "lookup_works"), settings or Settings())
    if reports.interrupted:
        raise KeyboardInterrupt
    return {one.doi: _registered_as(one.outcome, one.work) for one in reports.reports}


async def alookup_works(
    dois: Iterable[Doi | str], settings: Settings | None = None
) -> dict[Doi, RegisteredAs]:
    """Do what `lookup_works` does, within a running event loop."""
    settings = settings or Settings()
    answers = await aresolve(dois_of(dois, "alookup_works"), lookup_settings(settings))
    outcomes = {doi: one.outcome for doi, one in answers.items()}
    found, agencies, aliases = what_is_known(outcomes)
    asked = await aask_all(found, registry_settings(settings), agencies=agencies, aliases=aliases)
    return {doi: _registered_as(one, asked.answers.get(doi)) for doi, one in outcomes.items()}


def _registered_as(outcome: Outcome | None, work: WorkOutcome | None) -> RegisteredAs:
    if work is not None:
        return work
    return outcome if isinstance(outcome, Missing | Unknown) else UnknownWork(str(Cause.NO_RECORD))


def registered_works(names: Iterable[Doi], settings: Settings) -> NameReports:
    """Return what names are registered as, each once: records file, cache, then the network.

    Raises:
        LookupSettingsError: for a server or a records file that can't be used.
        RuntimeError: if names have to be asked for within a running event loop.

    """
    try:
        answers = resolve(names, lookup_settings(settings))
    except Interrupted as stopped:
        known = [
            NameReport(doi, one.outcome, source=one.origin) for doi, one in stopped.answers.items()
        ]
        return NameReports(known, interrupted=True)
    found = {
        doi: one.outcome.agency or ""
        for doi, one in answers.items()
        if isinstance(one.outcome, Found)
    }
    asking = registry_settings(settings)
    fresh = set(left(found, asking))
    asked = ask(found, asking, agencies={doi: one for doi, one in found.items() if one})
    kept = "records" if settings.records is not None else "cache"
    reports = [
        NameReport(
            doi,
            one.outcome,
            asked.answers.get(doi),
            source=one.origin,
            work_source="network" if doi in fresh else kept,
        )
        for doi, one in answers.items()
    ]
    return NameReports(reports, asked.messages, asked.interrupted)
