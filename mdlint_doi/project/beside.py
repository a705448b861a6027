"""Works that are asked while the names of the documents are still looked up.

Only of names that are asked in any case, whatever the look-ups bring: those of which a document
says something, or all. A run of fewer names than fill one list has nothing to gain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from mdlint_doi.learn import Progress, Watch, learn, registry_settings
from mdlint_doi.lint.document import Document
from mdlint_doi.lint.engine import SettingsOf
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Outcome
from mdlint_doi.pipeline import Learned
from mdlint_doi.project.works import (
    Tell,
    claimed,
    excepted,
    judged_for_works,
    learn_works,
)

if TYPE_CHECKING:
    from mdlint_doi.ask.background import Background


def learn_all(  # noqa: PLR0913 - what is asked, and who hears of it
    documents: Sequence[Document],
    mentions: Sequence[Mention],
    settings: Settings,
    *,
    settings_of: SettingsOf | None = None,
    progress: Progress | None = None,
    tell: Tell | None = None,
) -> Learned:
    """Ask whether names are registered, and beside that as what.

    Args:
        documents: all of them.
        mentions: those whose names are asked.
        settings: of the run.
        settings_of: the settings of each document; None: those of the run.
        progress: called with how many names were answered, and how many there are.
        tell: takes how long it will be, if it will be long.

    Raises:
        LookupSettingsError: for a server or a records file that can't be used.

    """
    settings_of = settings_of or (lambda _: settings)
    beside = _begin(documents, settings, settings_of)
    with beside or nullcontext():
        learned = learn(mentions, settings, progress, settings_of, watch=_watch(beside))
        return learn_works(
            documents,
            learned,
            settings,
            settings_of=settings_of,
            progress=progress,
            tell=tell,
            beside=beside,
        )


def _begin(
    documents: Sequence[Document], settings: Settings, settings_of: SettingsOf
) -> Background | None:
    """Return what asks for works from now on; None where nothing is to be asked beside."""
    if settings.offline or not settings.asks_works:
        return None
    judged = judged_for_works(documents, settings_of)
    mentioned = {one.doi for document in judged for one in document.mentions if one.doi}
    from mdlint_doi.ask.services.listing import MOST_NAMES

    if len(mentioned) <= MOST_NAMES:
        return None
    from mdlint_doi.ask.background import Background

    def wanted() -> Iterable[Doi]:
        names = mentioned if settings.works == "all" else claimed(judged)
        left_out = excepted(settings)
        return [one for one in names if not one.is_short and str(one).casefold() not in left_out]

    return Background(registry_settings(settings), wanted)


def _watch(beside: Background | None) -> Watch | None:
    """Return what tells of each name that is registered."""
    if beside is None:
        return None

    def told(doi: Doi, outcome: Outcome) -> None:
        if isinstance(outcome, Found) and not (outcome.record and outcome.record.alias):
            beside.offer(doi, outcome.agency or "")

    return told
