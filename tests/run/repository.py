"""A git repository for tests, in the current folder, away from anybody's configuration."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest


class Repository:
    """A repository that is the current folder."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Make it."""
        self.folder = folder
        folder.mkdir(exist_ok=True)
        monkeypatch.chdir(folder)
        for name in ("GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE"):
            monkeypatch.delenv(name, raising=False)
        for who in ("AUTHOR", "COMMITTER"):
            monkeypatch.setenv(f"GIT_{who}_NAME", "n")
            monkeypatch.setenv(f"GIT_{who}_EMAIL", "n@example.org")
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
        monkeypatch.setenv("GIT_CONFIG_SYSTEM", "/dev/null")
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str) -> str:
        """Run a command; return what it prints."""
        command = ("git", "-c", "protocol.file.allow=always", *arguments)
        done = subprocess.run(command, cwd=self.folder, capture_output=True, check=True)
        return done.stdout.decode()

    def write(self, name: str, *lines: str, end: str = "\n") -> Path:
        """Write a file of these lines."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes("".join(f"{line}{end}" for line in lines).encode())
        return path

    def commit(self) -> None:
        """Commit all that is there."""
        self.git("add", "--all")
        self.git("commit", "-q", "--allow-empty", "-m", "x")
