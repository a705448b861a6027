"""Look-ups within a build: settings that cannot be used are told in one line, and fail it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sphinx.util import logging

from sphinx_doi import options

if TYPE_CHECKING:
    from sphinx.application import Sphinx

logger = logging.getLogger(__name__)

UNUSABLE: Final = 2
"""The exit status, as the command has it for what is wrong with the configuration."""
_NEXT_STEP: Final = {
    "records": "; write one with 'mdlint-doi record', or take the setting out",
    "server": "",
}


@contextmanager
def telling_what_is_unusable(app: Sphinx) -> Iterator[None]:
    """Leave the block, and fail the build, where a records file or a server cannot be used.

    Sphinx would show an error that is raised with versions, extensions and a traceback.
    """
    from mdlint_doi.lookup.settings import LookupSettingsError

    try:
        yield
    except LookupSettingsError as error:
        setting = str(error).partition(" ")[0]  # "records file x: …", "server x: …"
        logger.error(  # noqa: TRY400 - the user needs no traceback
            "%s%s",
            error,
            _NEXT_STEP.get(setting, ""),
            location=_place(app, setting),
            type="doi",
            subtype="configuration",
        )
        app.statuscode = UNUSABLE


def _place(app: Sphinx, setting: str) -> str | None:
    """Return `path:line` of a setting, in `conf.py` or the `pyproject.toml`; None elsewhere."""
    from mdlint_doi.config.load import find_settings

    key, path = f"doi_{setting}", Path(app.confdir) / "conf.py"
    if setting in _NEXT_STEP and app.config[key] is None:
        key, path = setting, find_settings(app.confdir)[1] or path
    return options.place_of(key, path)
