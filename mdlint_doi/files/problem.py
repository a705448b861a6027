"""What can be wrong with a file, in words."""

from __future__ import annotations

import os
from typing import Final

NO_TARGET: Final = "a link that leads to no file; set it right, or remove it"


class FileProblem(Exception):  # noqa: N818 - a problem of a file, reported and passed over
    """A file or folder that cannot be read or written.

    Attributes:
        path: as the user gave it.
        problem: what is wrong and what to do, one line.

    """

    def __init__(self, path: str, problem: str) -> None:
        """Keep the parts."""
        super().__init__(path, problem)  # as they are: so it can come from another process
        self.path = path
        self.problem = problem

    def __str__(self) -> str:
        """Return `path: problem`."""
        return f"{self.path}: {self.problem}"


def in_words(error: OSError | ValueError) -> str:
    """Return what the system says, as one line; of a link to nothing, that it is one."""
    if isinstance(error, FileNotFoundError) and error.filename and os.path.islink(error.filename):  # noqa: PTH114
        return NO_TARGET
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error) or type(error).__name__
