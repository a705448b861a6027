"""What the look-ups of a run came to."""

from __future__ import annotations

from collections import Counter

from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.outcome import Found, Missing, Unknown
from mdlint_doi.pipeline import Learned
from mdlint_doi.report.model import LookupCounts


def lookup_counts(learned: Learned, settings: Settings) -> LookupCounts | None:
    """Return what the look-ups of a run came to, candidates not counted."""
    if not learned.online:
        return None
    outcomes = [answer.outcome for answer in learned.answers.values()]
    causes = Counter(one.cause for one in outcomes if isinstance(one, Unknown))
    found = [one for one in outcomes if isinstance(one, Found)]
    return LookupCounts(
        asked=len(outcomes),
        found=len(found),
        missing=sum(isinstance(one, Missing) for one in outcomes),
        unknown=tuple(sorted(causes.items())),
        records_read=sum(one.record is not None for one in found),
        not_checked=tuple(
            doi for doi, answer in learned.answers.items() if isinstance(answer.outcome, Unknown)
        ),
        lock_file=settings.lock_file,
    )
