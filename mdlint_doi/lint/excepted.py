"""Names that the settings except from the rules about names."""

from __future__ import annotations

from functools import lru_cache

from mdlint_doi.lint.rule import Facts
from mdlint_doi.lint.settings import DoiException
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.encode import fold


def exception_for(doi: Doi, facts: Facts) -> DoiException | None:
    """Return the exception that holds for a name today, if any."""
    found = _named(doi, facts)
    return None if found is None or _is_over(found, facts) else found


def expired_exception_for(doi: Doi, facts: Facts) -> DoiException | None:
    """Return the exception that held for a name before today, if any."""
    found = _named(doi, facts)
    return found if found is not None and _is_over(found, facts) else None


def _named(doi: Doi, facts: Facts) -> DoiException | None:
    exceptions = facts.settings.exceptions
    return _by_key(exceptions).get(doi.key) if exceptions else None


def _is_over(exception: DoiException, facts: Facts) -> bool:
    return bool(exception.until and facts.today and facts.today > exception.until)


@lru_cache(maxsize=8)
def _by_key(exceptions: tuple[DoiException, ...]) -> dict[str, DoiException]:
    return {fold(one.name): one for one in exceptions}
