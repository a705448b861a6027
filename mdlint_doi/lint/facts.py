"""What is known in a run when its mentions are judged, and what of that is needed at all.

Most of it costs something: look-ups, a second look for publishers' addresses, reading all files
before the first is judged. So it is asked for before the rules are imported, which a run over
files without a DOI never does.
"""

from __future__ import annotations

from typing import Final

from mdlint_doi.lint.rule import Facts, Need
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.notations import Notations
from mdlint_doi.text.value import put

ON_REQUEST: Final = frozenset({Need.PAGES, Need.PUBLISHERS, Need.WHOLE_PROJECT})
"""What no rule needs that is on by default; a test holds it."""


_OWN: Final = ("citation.cff", "codemeta.json", ".zenodo.json")


class RunFacts(Facts):
    """What the rules may know in a run, and the settings that select the rules.

    Attributes:
        settings: of the run; what a rule may know of them follows from them.
    """

    settings: Settings = Settings()

    def __post_init__(self) -> None:
        """Put in what rules ask of the settings."""
        settings = self.settings
        put(self, "server", settings.server)
        put(self, "lock_file", settings.lock_file)
        put(self, "exceptions", settings.exceptions)
        put(self, "selected", (*settings.select, *settings.extend_select))


def base_name(path: str) -> str:
    """Return the last part of a path, in lower case."""
    return path.lower().replace("\\", "/").rpartition("/")[2]


def may_give_own_name(path: str) -> bool:
    """Return whether a file may say by which DOI its project is to be cited."""
    name = base_name(path)
    return name in _OWN or name.startswith("readme.")


def notations_of(settings: Settings, path: str | None = None) -> Notations:
    """Return what counts as a DOI, in a file or (None) in any; see `is_needed`."""
    found = settings.notations
    return found if is_needed(Need.PUBLISHERS, settings, path) else found.without_publishers


def is_needed(need: Need, settings: Settings, path: str | None = None) -> bool:
    """Return whether a selected rule needs something, in a file or (None) in any.

    The rules are imported only where the settings select others than the default ones; to read
    such settings has imported them already.
    """
    if need in ON_REQUEST and settings.selects_default:
        return False
    from mdlint_doi.lint.selection import Selection

    return Selection.of(settings, path).needs(need)
