"""A work tree of git: its lists of ignored paths, and its tracked files, which it never ignores.

The files of git are read (gitrepository-layout(5), git-config(1), gitignore(5), gitformat-index(5),
versions 2 to 4), and no program is started. Included settings files are not read; of a split index,
only its own entries are.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from mdlint_doi.files.reading import FileProblem, read_bytes
from mdlint_doi.text.pattern import pattern

_MOST_BYTES: Final = 1 << 20
_SHA1: Final = 20  # bytes of an object's name
_SHA256: Final = 32
_SECTION: Final = pattern(r'\[\s*+([\w.-]++)\s*+(?:"[^"\]]*+"\s*+)?\]')
_SETTING: Final = pattern(r"([A-Za-z][\w-]*+)\s*+=\s*+(.*+)")
_PIECE: Final = pattern(r'"((?>(?:[^"\\]|\\.)*))"?|([^"\\#;]++)|\\(.)|([#;].*+)')
_ESCAPED: Final = {"n": "\n", "t": "\t", "b": "\b"}
_MOST_OF_INDEX: Final = 256 * 1024 * 1024  # bytes
_HEADER: Final = 12  # bytes: `DIRC`, the version, the number of entries
_STAT: Final = 40  # bytes of an entry before the name of its object
_FLAGS: Final = 2
_EXTENDED: Final = 0x4000  # in the flags: two more bytes of them follow
_PADDED: Final = 8  # the length of an entry of versions 2 and 3 is a multiple of this
_PREFIXED: Final = 4  # the version in which names omit the common prefix with the name before


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
    found = [dict(_settings(_text(file))).get("core.excludesfile") for file in files]
    named = [path for path in found if path is not None]
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
        quoted = re.sub(r"\\(.)", lambda match: _ESCAPED.get(match[1], match[1]), piece[1] or "")
        value += quoted + (piece[2] or "") + _ESCAPED.get(piece[3] or "", piece[3] or "")
    return value.strip()


def _text(path: str) -> str:
    """Return the text of a file; empty if it cannot be read."""
    try:
        return read_bytes(path, _MOST_BYTES).decode("utf-8", "surrogateescape")
    except FileProblem:
        return ""


class Tracked:
    """The tracked files of a work tree; the index is read at the first use."""

    def __init__(self, git: str, *, hash_size: int) -> None:
        """Receive the folder of the index, and the number of bytes of an object name."""
        self._index = os.path.join(git, "index")
        self._hash_size = hash_size
        self._names: list[str] | None = None

    def has(self, name: str, *, is_dir: bool) -> bool:
        """Return whether a file is tracked, or a folder contains a tracked file or is a submodule.

        Args:
            name: the path from the top of the work tree, with `/`.
            is_dir: whether it is a folder.
        """
        if self._names is None:
            self._names = sorted(_read(self._index, self._hash_size))
        return _holds(self._names, name) or (is_dir and _holds(self._names, f"{name}/", part=True))


def _holds(names: list[str], wanted: str, *, part: bool = False) -> bool:
    """Return whether a name is in a sorted list; with `part`, whether one begins like it."""
    at = bisect_left(names, wanted)
    if at == len(names):
        return False
    return names[at].startswith(wanted) if part else names[at] == wanted


def _read(path: str, hash_size: int) -> list[str]:
    """Return the names in an index; empty if it cannot be read."""
    try:
        data = read_bytes(path, _MOST_OF_INDEX)
        return [os.fsdecode(name) for name in _entries(data, hash_size)]
    except (FileProblem, ValueError, IndexError):
        return []


def _entries(data: bytes, hash_size: int) -> Iterator[bytes]:
    """Yield the names in an index; raise `ValueError` or `IndexError` if it is damaged."""
    version = int.from_bytes(data[4:8], "big")
    count = int.from_bytes(data[8:12], "big")
    if data[:4] != b"DIRC":
        return
    at, name = _HEADER, b""
    for _ in range(count):
        flags = at + _STAT + hash_size
        begin = flags + _FLAGS
        if int.from_bytes(data[flags:begin], "big") & _EXTENDED:
            begin += _FLAGS
        kept = 0
        if version == _PREFIXED:
            removed, begin = _number(data, begin)
            kept = len(name) - removed
        end = data.index(b"\0", begin)
        name = name[:kept] + data[begin:end]
        yield name
        length = end - at
        at = end + 1 if version == _PREFIXED else at + length + _PADDED - length % _PADDED


def _number(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of variable width, and its end (gitformat-pack(5), ofs-delta)."""
    byte = data[at]
    value = byte & 0x7F
    while byte & 0x80:
        at += 1
        byte = data[at]
        value = ((value + 1) << 7) | (byte & 0x7F)
    return value, at + 1
