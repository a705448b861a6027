"""How the commands speak: colour or not, one-line errors, text that cannot be encoded."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TextIO

_LONGEST: Final = 2000
"""Code points of an error; a path alone may have more than other messages."""


def wants_color(stream: TextIO, choice: str = "auto") -> bool:
    """Return whether to colour what is written there: `auto`, `always` or `never`."""
    if choice != "auto":
        return choice == "always"
    from mdlint_doi.report.color import wanted

    return wanted(terminal=stream.isatty(), environ=os.environ)


def wants_links(stream: TextIO) -> bool:
    """Return whether what is written there may hold links."""
    from mdlint_doi.report.color import links_wanted

    return links_wanted(terminal=stream.isatty(), environ=os.environ)


def columns(stream: TextIO) -> int | None:
    """Return how many cells a line of a terminal has; None if the stream is none."""
    if not stream.isatty():
        return None
    named = os.environ.get("COLUMNS", "")
    if named.isdecimal() and int(named):
        return int(named)
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):
        return None


class OutputError(Exception):
    """What a command says cannot be written: a full disk, most of the time."""


def write_out(stream: TextIO, text: str) -> None:
    """Write text as UTF-8, whatever the locale says; what has no code becomes an escape.

    Raises:
        OutputError: if it cannot be written.
        BrokenPipeError: if nobody reads any more.

    """
    if text:
        write_bytes(stream, text.encode("utf-8", "backslashreplace"))


def write_bytes(stream: TextIO, data: bytes) -> None:
    """Write bytes as they are; raises as `write_out` does."""
    flush(stream)
    try:
        stream.buffer.write(data)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror or str(error)) from error
    flush(stream)


def flush(stream: TextIO) -> None:
    """Write what is buffered; raises as `write_out` does."""
    try:
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.strerror or str(error)) from error


def fail(message: str) -> int:
    """Print a one-line error; return exit code 2."""
    from mdlint_doi.report.safe import line

    write_out(sys.stderr, f"mdlint-doi: error: {line(message, _LONGEST)}\n")
    return 2
