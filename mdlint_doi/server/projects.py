"""The settings of each open document, as the command would find them in its workspace folder.

The settings file of the workspace folder determines the settings of a whole run, as for the
command; a nearer file determines the settings of the documents in and below its folder. Before each
check, changed files are read again, because not all editors report such changes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from mdlint_doi.config.load import FILES, load
from mdlint_doi.config.nearest import Nearest
from mdlint_doi.run.baseline import read_baseline
from mdlint_doi.run.request import Task
from mdlint_doi.text.value import Value

_Stamp = tuple[tuple[str, int, int], ...]
"""Paths of files, each with the time of its last change in nanoseconds and its size in bytes."""


class EditorOptions(Value):
    """The settings from the server's command line.

    Attributes:
        file: the settings file to read instead of the nearest; None: the nearest.
        isolated: whether to read no settings file.
        arguments: settings that override those of files, with names in kebab-case.
        environ: the environment variables of the process.
    """

    file: Path | None = None
    isolated: bool = False
    arguments: Mapping[str, object] = MappingProxyType({})
    environ: Mapping[str, str] = MappingProxyType({})


class OpenProject(Value):
    """The settings of the documents in a folder that is open in the editor.

    Attributes:
        task: finds the settings of each document, and the excluded files.
        notices: messages for the user about the settings.
    """

    task: Task
    notices: tuple[str, ...] = ()

    def all_notices(self) -> list[str]:
        """Return the notices, including those about settings files that were found later."""
        nearest = self.task.nearest
        return [*self.notices, *(nearest.notices if nearest else ())]


class Projects:
    """The projects of all open folders."""

    def __init__(self, options: EditorOptions, forgotten: Callable[[], None]) -> None:
        """Begin without folders; `forgotten` is called when settings may have changed."""
        self._options = options
        self._forgotten = forgotten
        self._folders: tuple[str, ...] = ()
        self._known: dict[str, OpenProject] = {}
        self._stamps: dict[str, _Stamp] = {}

    def open(self, folders: list[str]) -> None:
        """Replace the list of folders that are open in the editor."""
        self._folders = tuple(
            sorted(
                {os.path.normpath(folder) for folder in folders}, key=lambda folder: -len(folder)
            )
        )
        self.forget()

    def forget(self) -> None:
        """Drop all settings, so that files are read again at their next use."""
        self._known.clear()
        self._stamps.clear()
        self._forgotten()

    def of_document(self, name: str, file: str | None) -> OpenProject:
        """Return the project of a document.

        Args:
            name: the path or name of the document.
            file: the file that contains it; None: not saved, so the open folder with the longest
                path is its project.

        Raises:
            SettingsError: if a settings file or a baseline cannot be used.
        """
        folder = os.path.dirname(name) if file else next(iter(self._folders), os.curdir)
        root = self._root(folder)
        stamp = self._stamp(folder)
        if self._stamps.get(folder, stamp) != stamp:
            self.forget()
            stamp = self._stamp(folder)
        if root not in self._known:
            self._known[root] = self._read(root)
        # The first stamp, so that a file that changed during the reading is read again; and the
        # files that the settings name, which are known only now.
        self._stamps[folder] = (*stamp, *self._stamp(folder)[len(stamp) :])
        return self._known[root]

    def _root(self, folder: str) -> str:
        """Return the innermost open folder that contains a folder, or else the folder itself."""
        inside = os.path.join(folder, "")
        for root in self._folders:
            if inside.startswith(os.path.join(root, "")):
                return root
        return folder

    def _read(self, root: str) -> OpenProject:
        options = self._options
        found = load(
            root,
            file=options.file,
            isolated=options.isolated,
            environ=options.environ,
            arguments=options.arguments,
        )
        nearest = None
        if not (options.file or options.isolated):
            nearest = Nearest(found.settings, found.path, options.arguments)
        task = Task(
            (root,),
            found.settings,
            root=found.path.parent if found.path else Path(root),
            nearest=nearest,
        )
        if found.settings.baseline is not None:
            task = task.replace(baseline=read_baseline(found.settings.baseline))
        return OpenProject(task, found.notices)

    def _stamp(self, folder: str) -> _Stamp:
        """Return the state of all files that determine the settings of a folder's documents."""
        found = []
        for path in self._watched(folder):
            with suppress(OSError, ValueError):
                status = os.stat(path)  # faster than `pathlib`, for many paths
                found.append((path, status.st_mtime_ns, status.st_size))
        return tuple(found)

    def _watched(self, folder: str) -> Iterator[str]:
        if self._options.file is not None:
            yield str(self._options.file)
        elif not self._options.isolated:
            above = os.path.abspath(folder)
            while True:
                for name in FILES:
                    yield os.path.join(above, name)
                above, below = os.path.dirname(above), above
                if above == below:
                    break
        if (project := self._known.get(self._root(folder))) is not None:
            settings = project.task.settings
            named = (settings.baseline, settings.records)
            yield from (os.fspath(path) for path in named if path is not None)
