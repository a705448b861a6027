"""How the commands speak: colour or not, one-line errors, text that cannot be encoded."""

from __future__ import annotations

import os
import sys
from typing import TextIO


def wants_color(stream: TextIO) -> bool:
    """Return whether to colour what is written there."""
    from mdlint_doi.report.color import wanted

    return wanted(terminal=stream.isatty(), environ=os.environ)


def write_out(stream: TextIO, text: str) -> None:
    """Write text as UTF-8, whatever the locale says; what has no code becomes an escape."""
    if text:
        stream.flush()
        stream.buffer.write(text.encode("utf-8", "backslashreplace"))
        stream.buffer.flush()


def fail(message: str) -> int:
    """Print a one-line error; return exit code 2."""
    from mdlint_doi.report.safe import visible

    write_out(sys.stderr, f"mdlint-doi: error: {visible(message)}\n")
    return 2
