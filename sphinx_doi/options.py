"""The extension's settings: what `conf.py` may say, and how it becomes `Settings`.

The words are those of `[tool.mdlint-doi]`. Where `conf.py` is silent (None), the nearest
`pyproject.toml` at or above its folder speaks; the environment goes over both. `conf.py` is code
that the user runs anyway, so that it is trusted as a command line is.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sphinx.config import ENUM
from sphinx.errors import ConfigError

from mdlint_doi.lint.settings import Settings, SettingsError
from sphinx_doi.doctree.docutils_source import shown

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

    from mdlint_doi.files.ignored import Excluded

_SHARED: Final = (
    ("server", (str,)),
    ("lookup", (str,)),
    ("records", (str, os.PathLike)),
    ("select", (list, tuple)),
    ("ignore", (list, tuple)),
    ("exceptions", (dict,)),
    ("per-file-ignores", (dict,)),
    ("cache-dir", (str, os.PathLike)),
)
"""What `pyproject.toml` may say, too; the names there, and the types here."""


def add_values(app: Sphinx) -> None:
    """Declare the settings; only those that change the doctree or the pages rebuild something."""
    app.add_config_value("doi_text", "doi", "env", ENUM("doi", "url", "name"))
    app.add_config_value("doi_rewrite_links", True, "env", frozenset({bool}))  # noqa: FBT003
    app.add_config_value("doi_check", "offline", "", ENUM("offline", "online", "off"))
    app.add_config_value("doi_linkcheck", True, "", frozenset({bool}))  # noqa: FBT003
    for name, types in _SHARED:
        key = f"doi_{name.replace('-', '_')}"
        app.add_config_value(key, None, "", frozenset({*types, str, type(None)}))


def settings_of(config: Config, folder: Path) -> Settings:
    """Return the settings of a build.

    Args:
        config: the project's, after `config-inited`.
        folder: that of `conf.py`; relative paths in it are relative to this folder.

    Raises:
        ConfigError: naming the place, the setting and what would be valid.

    """
    from mdlint_doi.config.load import find_settings, with_environment
    from mdlint_doi.lint.settings_reading import settings_from

    try:
        base, _ = find_settings(folder)
        own = settings_from(_table(config), "conf.py", base=base, trusted=True, prefix="doi_")
        return with_environment(_with_folder(own, base, folder), os.environ)
    except SettingsError as error:
        raise ConfigError(_located(error, folder / "conf.py")) from error


def place_of(key: str, path: Path) -> str | None:
    """Return `path:line` where a file sets a key; None if there is none, or it cannot be told."""
    from mdlint_doi.config.load import TABLE
    from mdlint_doi.config.toml_file import line_of

    if not path.is_file():
        return None
    line = line_of(key, path.read_text(encoding="utf-8", errors="replace"), TABLE)
    return None if line is None else f"{shown(str(path))}:{line}"


def _located(error: SettingsError, path: Path) -> str:
    """Return what is wrong, with the line where `conf.py` sets it if it does."""
    place = place_of(error.key, path) if error.where == path.name else None
    return str(SettingsError(place or error.where, error.key, error.problem))


def excluded_by(settings: Settings, folder: Path) -> Excluded | None:
    """Return the files that `exclude` leaves out of the checks; None if there are none.

    The patterns are relative to the `pyproject.toml` that holds them.

    Args:
        settings: of the build.
        folder: that of `conf.py`.

    """
    if not settings.exclude:
        return None
    from mdlint_doi.config.load import find_settings
    from mdlint_doi.files.ignored import Excluded

    _, path = find_settings(folder)
    return Excluded(settings.exclude, path.parent if path else folder)


def _table(config: Config) -> dict[str, object]:
    """Return what `conf.py` says, in the words of `pyproject.toml`."""
    table: dict[str, object] = {}
    for name, types in _SHARED:
        value = config[f"doi_{name.replace('-', '_')}"]
        if isinstance(value, os.PathLike):
            value = os.fspath(value)
        if isinstance(value, str) and list in types:  # -D doi_select=DOI201,DOI202
            value = [word.strip() for word in value.split(",")]
        if value is not None:
            table[name] = value
    return table


def _with_folder(own: Settings, base: Settings, folder: Path) -> Settings:
    """Return the settings with the paths of `conf.py` made absolute."""
    if own.records is not None and own.records != base.records:
        own = own.replace(records=str(folder / own.records))
    if own.cache_dir is not None and own.cache_dir != base.cache_dir:
        own = own.replace(cache_dir=str(folder / own.cache_dir))
    return own
