"""What names are registered as: look-ups, then the records of the agencies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mdlint_doi.ask.resolve import Interrupted, resolve
from mdlint_doi.ask.works import ask, left
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found
from mdlint_doi.report.works import NameReport
from mdlint_doi.run.asking import lookup_settings, registry_settings


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
