"""What counts as a DOI in a build, and where a link to one leads."""

from __future__ import annotations

from functools import lru_cache

from mdlint_doi.lint.facts import is_needed
from mdlint_doi.lint.rule import Need
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.link import canonical, may_name_doi
from mdlint_doi.names.scan import find
from mdlint_doi.names.scan.find import Candidate
from mdlint_doi.names.spelling import Spelling


class Spellings:
    """Takes texts apart, as the settings say.

    Attributes:
        servers: hosts that count as resolvers, with the known ones.
        publishers: whether publishers' addresses count, from which a DOI can be made.

    """

    def __init__(self, settings: Settings) -> None:
        """Take the settings."""
        self.servers = settings.servers
        self.publishers = is_needed(Need.PUBLISHERS, settings)

    def may_present(self, text: str) -> bool:
        """Return whether a whole text can present a DOI at all."""
        return self.publishers or may_name_doi(text, self.servers)

    def read(self, text: str) -> Spelling | None:
        """Return the spelling that a whole text is; None if it presents no DOI."""
        if not self.may_present(text):
            return None
        return _read(text, self.servers, publishers=self.publishers)

    def candidates(self, text: str) -> list[Candidate]:
        """Return the DOIs in running text."""
        if not may_name_doi(text, self.servers):
            return []
        return find.find(text, servers=self.servers, publishers=self.publishers)


@lru_cache(maxsize=8192)
def canonical_target(target: str) -> str:
    """Return the link that belongs in the output in place of `target`; often `target` itself.

    Kept, since it is wanted when a page is read and again when that is written.
    """
    spelling = _read(target, (), publishers=False) if may_name_doi(target) else None
    link = None if spelling is None else canonical(spelling)
    return target if link is None else link.href


@lru_cache(maxsize=1024)
def _read(text: str, servers: tuple[str, ...], *, publishers: bool) -> Spelling | None:
    """Return the spelling that a whole text is.

    Kept for the links of a page or a few, since each is looked at twice when its page is read.
    More are not: Python looks through all objects that are kept, again and again, for garbage.
    """
    return find.read(text, servers=servers, publishers=publishers)
