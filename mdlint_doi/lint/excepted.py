"""Names that the settings except from the rules about names."""

from __future__ import annotations

from functools import lru_cache

from mdlint_doi.lint.rule import Facts
from mdlint_doi.lint.settings import DoiException
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.encode import fold


def exception_for(doi: Doi, facts: Facts) -> DoiException | None:
    """Return the exception that holds for a name today, if any."""
    if not facts.settings.exceptions:
        return None
    found = _by_key(facts.settings.exceptions).get(doi.key)
    expired = found and found.until and facts.today and facts.today > found.until
    return None if expired else found


@lru_cache(maxsize=8)
def _by_key(exceptions: tuple[DoiException, ...]) -> dict[str, DoiException]:
    return {fold(one.name): one for one in exceptions}
