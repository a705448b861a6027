"""How a patch leaves the command: byte for byte to a program, made visible to people.

In the log of GitHub Actions a line of a patch could be a command to the runner, which also takes
those behind white space. So commands are stopped around it, with a word that no document can know;
`git apply` and `patch` pass over these two lines.
"""

from __future__ import annotations

import os
import stat
import sys

from mdlint_doi.cli.output import write_out
from mdlint_doi.report.diff import shown


def write_patch(text: str) -> None:
    """Write a patch to standard output."""
    if not text:
        return
    if sys.stdout.isatty():
        text = shown(text)
    elif os.environ.get("GITHUB_ACTIONS") == "true" and not _is_file():
        from secrets import token_hex

        word = token_hex(16)
        text = f"::stop-commands::{word}\n{text}::{word}::\n"
    write_out(sys.stdout, text)


def _is_file() -> bool:
    return stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)
