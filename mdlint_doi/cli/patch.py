"""Write the changes of documents as a patch, for `--diff`."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from typing import Final

from mdlint_doi.cli.streams import write_out
from mdlint_doi.report.safe import visible
from mdlint_doi.run.result import Change
from mdlint_doi.text.source import Source

_ESCAPES: Final = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def write_patch(changes: Sequence[Change]) -> None:
    """Write a patch to standard output."""
    text = "".join(line for change in changes for line in _patch_of(change))
    if sys.stdout.isatty():  # escape control characters as in reports, except tabs and line feeds
        text = "\n".join("\t".join(map(visible, line.split("\t"))) for line in text.split("\n"))
    elif os.environ.get("GITHUB_ACTIONS") == "true" and not stat.S_ISREG(
        os.fstat(sys.stdout.fileno()).st_mode
    ):
        # A line of the patch in the job's log could be a command to the runner. So commands are
        # stopped around it, with a word that no document can know. `git apply` and `patch` skip
        # these two lines.
        word = os.urandom(16).hex()
        text = f"::stop-commands::{word}\n{text}::{word}::\n"
    write_out(sys.stdout, text)


def _patch_of(change: Change) -> Iterator[str]:
    """Yield the lines of a unified diff for `git apply` and `patch`, with the file's line ends."""
    old = _split(change.before)
    new = _split(change.after)
    path = change.before.name.removeprefix("./")
    for line in unified_diff(old, new, _name(f"a/{path}"), _name(f"b/{path}"), n=3):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _split(source: Source) -> list[str]:
    """Return the lines of a text, split at line feeds only, as patch programs do.

    A byte order mark belongs to the first line.
    """
    text = ("\ufeff" if source.bom else "") + source.text
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _name(path: str) -> str:
    """Return a path, quoted as git does if needed: a line end in it could add a different patch."""
    quoted = "".join(map(_quoted, path))
    return path if quoted == path else f'"{quoted}"'


def _quoted(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    return "".join(f"\\{byte:03o}" for byte in os.fsencode(character))
