"""Standard input, which may be closed, or be a folder; and the paths that it or a file lists.

These are what `git diff --name-only -z` and `find -print0` print, too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Final

from mdlint_doi.files.reading import BOM, FileProblem, in_words, read_bytes, refuse_marked_wide

_STDIN = "-"
_NAME: Final = "<stdin>"


def read_input() -> bytes:
    """Return all of standard input; raises as `input_lines` does."""
    return b"".join(input_lines())


def input_lines() -> Iterator[bytes]:
    """Yield the lines of standard input.

    Raises:
        FileProblem: if it cannot be read.

    """
    stream = sys.stdin
    if stream is None:  # closed by who started this
        raise FileProblem(_NAME, "standard input is closed")
    try:
        yield from stream.buffer
    except OSError as error:
        raise FileProblem(_NAME, in_words(error)) from error


def paths_listed(name: str) -> tuple[str, ...]:
    """Return the paths in a file, or in standard input for `-`, as they stand there.

    With a NUL anywhere each path ends with one, and may hold line ends; else each has a line.

    Raises:
        FileProblem: if the file cannot be read, or is in UTF-16, as PowerShell writes it: with a
            NUL beside each letter, `docs/a.md` would be eight paths, and one of them `/`.

    """
    data = read_input() if name == _STDIN else read_bytes(name)
    refuse_marked_wide("<stdin>" if name == _STDIN else name, data)
    data = data.removeprefix(BOM)
    entries = data.split(b"\0") if b"\0" in data else data.splitlines()
    paths = (os.fsdecode(entry) for entry in entries if entry.strip())
    # A file may be called as standard input is.
    return tuple(os.path.join(os.curdir, path) if path == _STDIN else path for path in paths)  # noqa: PTH118
