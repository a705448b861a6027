"""Works that are asked while the names of the documents are still looked up.

Only of names that are asked in any case, whatever the look-ups bring: those of which a document
says something, or all. A run of fewer names than fill one list has nothing to gain.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from mdlint_doi.lint.document import Document
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, Outcome
from mdlint_doi.pipeline import Watch, registry_settings
from mdlint_doi.project.works import asks_works, claimed, excepted, judged_for_works

if TYPE_CHECKING:
    from mdlint_doi.lint.engine import SettingsOf
    from mdlint_doi.registries.beside import Beside


def begin_works(
    documents: Sequence[Document], settings: Settings, settings_of: SettingsOf
) -> Beside | None:
    """Return what asks for works from now on; None where nothing is to be asked beside."""
    if settings.offline or not asks_works(settings):
        return None
    judged = judged_for_works(documents, settings_of)
    mentioned = {one.doi for document in judged for one in document.mentions if one.doi}
    from mdlint_doi.registries.registry import MOST_NAMES

    if len(mentioned) <= MOST_NAMES:
        return None
    from mdlint_doi.registries.beside import Beside

    def wanted() -> Iterable[Doi]:
        names = mentioned if settings.works == "all" else claimed(judged)
        left_out = excepted(settings)
        return [one for one in names if not one.is_short and str(one).casefold() not in left_out]

    return Beside(registry_settings(settings), wanted)


def watch(beside: Beside | None) -> Watch | None:
    """Return what tells of each name that is registered."""
    if beside is None:
        return None

    def told(doi: Doi, outcome: Outcome) -> None:
        if isinstance(outcome, Found) and not (outcome.record and outcome.record.alias):
            beside.offer(doi, outcome.agency or "")

    return told
