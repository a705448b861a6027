"""The works of a records file: what the names are registered as, so that builds judge the same."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from mdlint_doi.ask.planning import plan
from mdlint_doi.ask.services.works_json import dump, is_kept
from mdlint_doi.ask.works import ask, left, what_is_known
from mdlint_doi.cli.output import write_out
from mdlint_doi.cli.progress import ProgressBar
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.run.asking import registry_settings

if TYPE_CHECKING:
    from mdlint_doi.ask.store import Answer


_LONG = 5.0
"""Seconds; what takes longer is announced."""


class RecordedWorks(NamedTuple):
    """What was learned of works.

    Attributes:
        members: what goes into the file, as JSON.
        unknown: how many works could not be learned.
        messages: the messages for the user.
        interrupted: Ctrl-C came meanwhile.

    """

    members: Mapping[Doi, object] = MappingProxyType({})
    unknown: int = 0
    messages: tuple[str, ...] = ()
    interrupted: bool = False

    def beside(
        self, before: Mapping[Doi, object], names: Mapping[Doi, object]
    ) -> dict[Doi, object]:
        """Return the works of the new file: these, and older ones of names that stay in it."""
        kept = {**before, **self.members}
        return {doi: one for doi, one in kept.items() if doi in names}


def record_works(answers: Mapping[Doi, Answer], settings: Settings, *, show: bool) -> RecordedWorks:
    """Ask for the works of all registered names, unless the settings forbid it.

    Raises:
        LookupSettingsError: for a server that can't be asked.

    """
    if not settings.asks_works:
        return RecordedWorks()
    asking = registry_settings(settings)
    leads = what_is_known({doi: answer.outcome for doi, answer in answers.items()})
    planned = plan(left(leads.names, asking), asking, agencies=leads.agencies)
    if planned.seconds > _LONG:
        write_out(sys.stderr, f"asking for works: {planned.announcement}\n")
    with _bar(show=show) as bar:
        asked = ask(
            leads.names, asking, agencies=leads.agencies, aliases=leads.aliases, progress=bar
        )
    kept = {doi: dump(one) for doi, one in asked.answers.items() if is_kept(one)}
    return RecordedWorks(
        members=kept,
        unknown=len(asked.answers) - len(kept),
        messages=asked.messages,
        interrupted=asked.interrupted,
    )


def _bar(*, show: bool) -> AbstractContextManager[ProgressBar | None]:
    if not show:
        return nullcontext()
    return ProgressBar("asking for works")
