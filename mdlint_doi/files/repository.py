"""Find the git repository of a folder, for links to its host.

The files in `.git` are read (gitrepository-layout(5), git-config(1)), and no program is started.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mdlint_doi.files.reading import FileProblem, read_bytes
from mdlint_doi.report.html import HOSTS

if TYPE_CHECKING:
    from mdlint_doi.report.html import PlaceLinks


_MOST_BYTES: Final = 16 * 1024 * 1024
_COMMIT: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?", re.ASCII)
_REMOTE: Final = re.compile(
    r"""
    (?: (?:https?|ssh|git)://      # a URL …
        (?:[^/@]*@)?               # … whose user and password are not ours to tell
        (?P<host>[\w.-]+) (?::\d+)? /
      | (?:[^/@:]+@)? (?P<scp>[\w.-]+) : (?!//) /?   # or user@host:path, as scp has it
    )
    (?P<path>[\w.~/-]+?) (?:\.git)? /?
    """,
    re.VERBOSE | re.ASCII,
)


def place_links(folder: Path) -> PlaceLinks | None:
    """Return the links to the host of the repository that contains a folder.

    Return None without a repository, a remote `origin`, a commit or a known host.
    """
    here = Path(folder).absolute()
    for root in (here, *here.parents):
        if (git := _git_folder(root / ".git")) is not None:
            return _links(root, git, here)
    return None


def _links(root: Path, git: Path, folder: Path) -> PlaceLinks | None:
    shared = _text(git / "commondir").strip()  # has the configuration and branches of all worktrees
    common = git / shared if shared else git
    match = _REMOTE.fullmatch(_origin(_text(common / "config")))
    commit = _commit(git, common)
    if match is None or commit is None:
        return None
    name = (match["host"] or match["scp"]).lower()
    if (host := HOSTS.get(name)) is None:
        return None
    return host.links(f"https://{name}/{match['path']}", commit, root.as_posix(), folder.as_posix())


def _git_folder(path: Path) -> Path | None:
    """Return the folder with HEAD: `.git`, or the folder it names in a worktree or submodule."""
    if path.is_dir():
        return path
    kind, _, target = _text(path).strip().partition(": ")
    return path.parent / target if kind == "gitdir" and target else None


def _origin(config: str) -> str:
    """Return the URL of the remote `origin`; empty without one."""
    section = ""
    for line in config.splitlines():
        words = line.strip()
        if words.startswith("["):
            section = words
        elif section == '[remote "origin"]':
            key, equals, value = words.partition("=")
            if equals and key.strip().lower() == "url":
                return value.strip().strip('"')
    return ""


def _commit(git: Path, common: Path) -> str | None:
    """Return the commit that is checked out."""
    head = _text(git / "HEAD").strip()
    reference = head.removeprefix("ref: ")
    if reference == head:
        return head if _COMMIT.fullmatch(head) else None
    loose = _text(common / reference).strip()
    if _COMMIT.fullmatch(loose):
        return loose
    for line in _text(common / "packed-refs").splitlines():
        commit, _, name = line.partition(" ")
        if name == reference and _COMMIT.fullmatch(commit):
            return commit
    return None


def _text(path: Path) -> str:
    """Return the text of a file; empty if it cannot be read."""
    try:
        return read_bytes(str(path), _MOST_BYTES).decode("utf-8", "replace")
    except FileProblem:
        return ""
