"""Look-ups within a build: what cannot be used is an error of the configuration."""

from __future__ import annotations

from collections.abc import Sequence

from sphinx.errors import ConfigError

from mdlint_doi import pipeline
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.pipeline import Learned, Progress


def learn(
    mentions: Sequence[Mention],
    settings: Settings,
    progress: Progress | None = None,
) -> Learned:
    """Ask for the names of a build, as `pipeline.learn` does.

    Raises:
        ConfigError: for a server or a records file that cannot be used.

    """
    from mdlint_doi.lookup.settings import LookupSettingsError

    try:
        return pipeline.learn(mentions, settings, progress)
    except LookupSettingsError as error:
        message = f"sphinx_doi: {error}"
        raise ConfigError(message) from None
