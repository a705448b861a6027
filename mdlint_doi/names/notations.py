"""What counts as a DOI in a document, beside what the standards say."""

from __future__ import annotations

from typing import Final

from mdlint_doi.text.value import Value


class Notations(Value):
    """The notations of a DOI that are read.

    Attributes:
        servers: hosts, each with its port, lower case, that count as resolvers
            (`Resolver.CONFIGURED`) beside the known ones.
        publishers: publishers' addresses count, from which a DOI can be made.

    """

    servers: tuple[str, ...] = ()
    publishers: bool = False

    @property
    def without_publishers(self) -> Notations:
        """The same, but publishers' addresses do not count."""
        return self.replace(publishers=False) if self.publishers else self


STANDARD: Final = Notations()
PUBLISHERS: Final = Notations(publishers=True)
