"""What counts as a DOI in a build, and where a link to one leads."""

from __future__ import annotations

from functools import lru_cache

from mdlint_doi.lint.facts import notations_of
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.link import canonical, may_name_doi
from mdlint_doi.names.notations import STANDARD, Notations
from mdlint_doi.names.scan import find
from mdlint_doi.names.scan.find import Candidate
from mdlint_doi.names.spelling import Spelling


class Spellings:
    """Takes texts apart, as the settings say.

    Attributes:
        notations: what counts as a DOI.

    """

    def __init__(self, settings: Settings) -> None:
        """Take the settings."""
        self.notations = notations_of(settings)

    def may_present(self, text: str) -> bool:
        """Return whether a whole text can present a DOI at all."""
        return self.notations.publishers or self.may_hold(text)

    def read(self, text: str) -> Spelling | None:
        """Return the spelling that a whole text is; None if it presents no DOI."""
        return _read(text, self.notations) if self.may_present(text) else None

    def candidates(self, text: str) -> list[Candidate]:
        """Return the DOIs in running text."""
        return find.find(text, self.notations) if self.may_hold(text) else []

    def may_hold(self, text: str) -> bool:
        """Return whether running text can present a DOI at all."""
        return may_name_doi(text, self.notations) or bool(
            self.notations.within(text.lower()).identifiers
        )


@lru_cache(maxsize=8192)
def canonical_target(target: str) -> str:
    """Return the link that belongs in the output in place of `target`; often `target` itself.

    Kept, since it is wanted when a page is read and again when that is written.
    """
    spelling = _read(target, STANDARD) if may_name_doi(target) else None
    link = None if spelling is None else canonical(spelling)
    return target if link is None else link.href


@lru_cache(maxsize=1024)
def _read(text: str, notations: Notations) -> Spelling | None:
    """Return the spelling that a whole text is.

    Kept for the links of a page or a few, since each is looked at twice when its page is read.
    More are not: Python looks through all objects that are kept, again and again, for garbage.
    """
    return find.read(text, notations)
