"""Run git in a folder, and return its output or the reason why it failed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which
from tempfile import TemporaryFile
from typing import IO, Final

_MISSING: Final = "git is not installed, or not in PATH; install it, or omit --since"
_MOST: Final = 500
"""The most bytes of an error message of git."""
_ENVIRON: Final = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_PAGER": "",
    "GIT_DIFF_OPTS": "",  # would take precedence over --unified
}
_SETTINGS: Final = ("-c", "core.fsmonitor=false", "-c", "safe.bareRepository=explicit")
"""Options that start no file monitor, and read no settings of a bare repository.
Such a repository may be part of a work tree that comes from a stranger.
"""


class GitError(Exception):
    """A failure of git; the message is one line with the solution."""


class Git:
    """Git in a folder. It takes no lock, never prompts for a password, and prints English."""

    def __init__(self, folder: str) -> None:
        """Find the program, without starting it.

        Raises:
            GitError: if git is not installed.
        """
        program = which("git")
        if program is None:
            raise GitError(_MISSING)
        self._program = program
        self._folder = folder

    def output(self, *arguments: str, given: bytes = b"") -> bytes:
        """Return the output of a command; arguments and errors are those of `lines`."""
        with self.lines(*arguments, given=given) as lines:
            return lines.read()

    @contextmanager
    def lines(self, *arguments: str, different: int = 0, given: bytes = b"") -> Iterator[IO[bytes]]:
        """Yield the lines of output of a command as they arrive; `given` is its input.

        Raises:
            GitError: if the command fails, with the message of git. The exit code `different` is
                not a failure.
        """
        with (
            TemporaryFile() as errors,
            _readable(given) as stdin,
            self._start(arguments, stdin, errors) as started,
        ):
            if started.stdout is None:
                raise GitError(_MISSING)
            try:
                yield started.stdout
            except BaseException:
                started.kill()
                raise
            code = started.wait()
            if code not in {0, different}:
                errors.seek(0)
                said = errors.read(_MOST).decode("utf-8", "replace").strip()
                first = next(iter(said.splitlines()), "").removeprefix("fatal: ")
                message = f"git reports: {first or f'exit code {code}'}"
                raise GitError(message)

    def _start(
        self, arguments: tuple[str, ...], stdin: IO[bytes], errors: IO[bytes]
    ) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(  # noqa: S603 - a list, and no shell
                [self._program, *_SETTINGS, *arguments],
                cwd=self._folder,
                env={**os.environ, **_ENVIRON},
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        except OSError as error:
            message = f"git could not be started: {error.strerror or error}"
            raise GitError(message) from None


def _readable(data: bytes) -> IO[bytes]:
    """Return a file with data, because a pipe would wait for a reader."""
    file = TemporaryFile()  # noqa: SIM115 - the caller closes it
    file.write(data)
    file.seek(0)
    return file
