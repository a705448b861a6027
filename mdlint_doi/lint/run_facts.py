"""What the rules may know in a run, and the settings that select them."""

from __future__ import annotations

from mdlint_doi.lint.rule import Facts
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.value import put


class RunFacts(Facts):
    """What the rules may know in a run, and the settings that select the rules.

    Attributes:
        settings: the settings of the run, or of a document.
    """

    settings: Settings = Settings()

    def __post_init__(self) -> None:
        """Put in what rules ask of the settings."""
        settings = self.settings
        put(self, "server", settings.server)
        put(self, "lock_file", settings.lock_file)
        put(self, "exceptions", settings.exceptions)
        put(self, "selected", (*settings.select, *settings.extend_select))
