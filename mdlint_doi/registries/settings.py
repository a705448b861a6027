"""What the questions to Crossref and DataCite need to know."""

from __future__ import annotations

from mdlint_doi.lookup.settings import LookupSettings
from mdlint_doi.text.value import Value

CROSSREF = "https://api.crossref.org"
DATACITE = "https://api.datacite.org"


class RegistrySettings(Value):
    """How to ask the agencies what a DOI is registered as.

    Attributes:
        lookup: server of the DOI system (for Which RA), cache, records file, limits.
        crossref: the base of `/works`, without a final slash.
        datacite: the base of `/dois`, without a final slash.
        contact: the user's own address, by which the services know whom to write; they answer
            faster then. Empty: none.
        deadline: seconds after which what is left is Unknown; None: by how much there is to ask.

    """

    lookup: LookupSettings = LookupSettings()
    crossref: str = CROSSREF
    datacite: str = DATACITE
    contact: str = ""
    deadline: float | None = None
