"""What `check` says of settings with which a clean run proves less than it seems."""

from __future__ import annotations

from collections.abc import Iterator

from mdlint_doi.lint.rule import Need
from mdlint_doi.lint.selection import Selection, rules_named
from mdlint_doi.lint.settings import Settings


def settings_notices(settings: Settings, *, searches: bool) -> Iterator[str]:
    """Yield sentences for who runs `check`.

    Args:
        settings: of the run.
        searches: whether `--max-searches` allows any.

    """
    rules = Selection.of(settings).rules
    if not rules:
        yield "no rule is selected, so nothing can be reported"
    elif settings.offline and not settings.records and all(rule.network for rule in rules):
        yield "the selected rules need look-ups, and this run makes none: nothing can be reported"
    if searches and settings.offline:
        yield "--max-searches: this run is offline, so nothing is searched"
    if settings.selects_default:
        return
    for rule in rules_named((*settings.select, *settings.extend_select)):
        if Need.SEARCH in rule.needs:
            yield f"{rule.code} ({rule.name}) is found by mdlint-doi search; check makes no search"
