"""A work tree of git: its lists of ignored paths, and its tracked files.

The files of git are read (gitrepository-layout(5), git-config(1), gitignore(5)), and no program is
started. Included settings files are not read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Final

from mdlint_doi.files.reading import FileProblem, read_bytes
from mdlint_doi.files.tracked import Tracked
from mdlint_doi.text.pattern import pattern

_MOST_BYTES: Final = 1 << 20
_SHA1: Final = 20  # bytes of an object's name
_SHA256: Final = 32
_SECTION: Final = pattern(r'\[\s*+([\w.-]++)\s*+(?:"[^"\]]*+"\s*+)?\]')
_SETTING: Final = pattern(r"([A-Za-z][\w-]*+)\s*+=\s*+(.*+)")
_PIECE: Final = pattern(r'"((?>(?:[^"\\]|\\.)*))"?|([^"\\#;]++)|\\(.)|([#;].*+)')
_ESCAPED: Final = {"n": "\n", "t": "\t", "b": "\b"}


class WorkTree:
    """A folder with `.git`, and everything below it except other work trees."""

    def __init__(self, top: str) -> None:
        """Receive the absolute path of the folder, without reading anything."""
        self.top = top
        self._git = _git_folder(os.path.join(top, ".git"))
        shared = _text(os.path.join(self._git, "commondir")).strip()
        self._common = os.path.join(self._git, shared) if shared else self._git
        self._config = dict(_settings(_text(os.path.join(self._common, "config"))))
        size = _SHA256 if self._config.get("extensions.objectformat") == "sha256" else _SHA1
        self._tracked = Tracked(self._git, hash_size=size)

    def lists(self) -> tuple[str, str]:
        """Return the lists of ignored paths other than `.gitignore` files, the weakest first.

        Either file may be missing.
        """
        named = self._config.get("core.excludesfile")
        users = _users_list() if named is None else _whole_path(named)
        own = os.path.join(self._common, "info", "exclude")
        return (os.path.join(self.top, users) if users else "", own)

    def tracks(self, path: str, *, is_dir: bool) -> bool:
        """Return whether git tracks a file, or a file in a folder; `path` is absolute."""
        name = path[len(os.path.join(self.top, "")) :]
        return self._tracked.has(name.replace(os.sep, "/"), is_dir=is_dir)


def work_tree_of(folder: str) -> WorkTree | None:
    """Return the work tree of an absolute path; None if it is not in one."""
    while not os.path.lexists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent
    return WorkTree(folder)


def _git_folder(path: str) -> str:
    """Return the folder with the index: `.git`, or one that it names (linked tree, submodule)."""
    kind, _, target = _text(path).strip().partition(": ")
    return os.path.join(os.path.dirname(path), target) if kind == "gitdir" else path


def _users_list() -> str:
    """Return the list of the user, for all work trees; empty if there is none."""
    environ = os.environ
    config_home = environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    files = [
        environ.get("GIT_CONFIG_SYSTEM", "/etc/gitconfig"),
        os.path.join(config_home, "git", "config"),
        os.path.expanduser("~/.gitconfig"),
    ]
    if "GIT_CONFIG_NOSYSTEM" in environ:
        del files[0]
    if (only := environ.get("GIT_CONFIG_GLOBAL")) is not None:
        files[-2:] = [only]
    found = [dict(_settings(_text(one))).get("core.excludesfile") for one in files]
    named = [one for one in found if one is not None]
    return _whole_path(named[-1]) if named else os.path.join(config_home, "git", "ignore")


def _whole_path(path: str) -> str:
    return os.path.expanduser(path)


def _settings(text: str) -> Iterator[tuple[str, str]]:
    """Yield the settings of a configuration in sections without a name, in lower case."""
    section = ""
    for line in text.splitlines():
        words = line.strip()
        if head := _SECTION.match(words):
            section = head[1].lower() if '"' not in head[0] else ""
            words = words[head.end() :].strip()
        if section and (setting := _SETTING.match(words)):
            yield f"{section}.{setting[1].lower()}", _value(setting[2])


def _value(text: str) -> str:
    """Return a value without quotes, escapes and comment."""
    value = ""
    for piece in _PIECE.finditer(text):
        if piece[4]:
            break
        quoted = re.sub(r"\\(.)", lambda one: _ESCAPED.get(one[1], one[1]), piece[1] or "")
        value += quoted + (piece[2] or "") + _ESCAPED.get(piece[3] or "", piece[3] or "")
    return value.strip()


def _text(path: str) -> str:
    """Return the text of a file; empty if it cannot be read."""
    try:
        return read_bytes(path, _MOST_BYTES).decode("utf-8", "surrogateescape")
    except FileProblem:
        return ""
