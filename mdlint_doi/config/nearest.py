"""The settings of each document, from the file nearest to it.

A file is searched for in the folder of the document and in all folders above it. Keys for a whole
run come from the settings of the run; in all other files they are reported once and ignored. The
command line overrides all files.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from mdlint_doi.config.load import WHOLE_RUN, FileSettings, settings_in, unread_in, with_arguments
from mdlint_doi.config.toml_file import shown
from mdlint_doi.files.reading import below, slashed
from mdlint_doi.lint.glob import anywhere
from mdlint_doi.lint.setting_types import PerFileIgnore
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.value import Value

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping
    from pathlib import Path

_FIELDS: Final = tuple(key.replace("-", "_") for key in WHOLE_RUN)


class Near(Value):
    """The settings of a folder.

    Attributes:
        settings: the settings, merged with those of the run and of the command line.
        file: the absolute path of the settings file; None: there is none.
    """

    settings: Settings
    file: str | None

    @property
    def root(self) -> str | None:
        """The folder of the settings file; None: the current folder."""
        return None if self.file is None else os.path.dirname(self.file)


class Nearest:
    """The settings of each document of a run."""

    def __init__(
        self, settings: Settings, path: Path | None, arguments: Mapping[str, object]
    ) -> None:
        """Receive the merged settings of the run, their file, and the options in kebab-case."""
        self._path = None if path is None else os.path.abspath(path)
        self._run = Near(settings, self._path)
        self._arguments = arguments
        self._files: dict[str | None, Near] = {self._path: self._run}
        self._folders: dict[str, Near] = {}
        self._decided: dict[tuple[str | None, tuple[str, ...]], Settings] = {}
        self.notices: list[str] = []  # messages for the user about the files found

    def __getstate__(self) -> dict[str, object]:
        """Return the state without the folders, which a different process finds again."""
        return {**self.__dict__, "_folders": {}}

    def of_file(self, name: str) -> Settings:
        """Return the settings of a document, with its `per-file-ignores` applied."""
        near = self.of_folder(os.path.dirname(name))
        return near.settings if not near.settings.per_file_ignores else self._ignoring(near, name)

    def _ignoring(self, near: Near, name: str) -> Settings:
        """Return the settings with `per-file-ignores` applied, relative to their own folder."""
        path = below(name, near.root or os.curdir) or slashed(name)
        found = tuple(
            selector
            for expression, selectors in _expressions(near.settings.per_file_ignores)
            if expression.fullmatch(path)
            for selector in selectors
        )
        key = near.root, found
        if key not in self._decided:
            ignore = (*near.settings.ignore, *found)
            self._decided[key] = near.settings.replace(ignore=ignore, per_file_ignores=())
        return self._decided[key]

    def of_folder(self, folder: str) -> Near:
        """Return the settings of a folder.

        Raises:
            SettingsError: if a settings file is not valid.
        """
        if folder not in self._folders:
            self._folders[folder] = self._found(os.path.abspath(folder))
        return self._folders[folder]

    def met(self) -> list[Settings]:
        """Return the settings of all files so far, without repeats."""
        return [near.settings for near in self._files.values()]

    def files(self) -> list[Path]:
        """Return the settings files found so far, except the one of the run."""
        from pathlib import Path

        return [Path(path) for path in self._files if path not in {None, self._path} and path]

    def _found(self, folder: str) -> Near:
        """Walk up from an absolute folder; store the result for all folders on the way."""
        way: list[str] = []
        while (near := self._folders.get(folder)) is None:
            way.append(folder)
            above = os.path.dirname(folder)
            own = settings_in(folder)
            if own is None and (notice := unread_in(folder)):
                self.notices.append(notice)
            if own is not None or above == folder:
                near = self._of(own)
                break
            folder = above
        self._folders.update(dict.fromkeys(way, near))
        return near

    def _of(self, own: FileSettings | None) -> Near:
        path = None if own is None else str(own.path)
        if path not in self._files:
            base = Settings() if own is None else own.settings
            whole = {field: getattr(self._run.settings, field) for field in _FIELDS}
            settings = with_arguments(base.replace(**whole), self._arguments)
            self._files[path] = Near(settings, path)
            if own is not None and (ignored := [key for key in WHOLE_RUN if key in own.keys]):
                verbs = ("applies", "is") if len(ignored) == 1 else ("apply", "are")
                where = shown(own.path)
                self.notices.append(
                    f"{where}: {', '.join(ignored)} {verbs[0]} to a whole run and {verbs[1]} not"
                    f" used here; run mdlint-doi in {shown(own.path.parent)}, or add"
                    f" --config {where}"
                )
        return self._files[path]


@lru_cache(maxsize=64)
def _expressions(
    ignores: tuple[PerFileIgnore, ...],
) -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    """Return the compiled pattern and the selectors of each entry."""
    return tuple((anywhere(ignore.pattern), ignore.selectors) for ignore in ignores)
