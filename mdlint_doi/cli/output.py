"""How the commands speak: colour or not, one-line errors, text that cannot be encoded."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final, TextIO

from mdlint_doi.report.safe import line

_LONGEST: Final = 2000
"""Code points of an error; a path alone may have more than other messages."""
_TOGETHER: Final = 5000
"""Lines that are written at once."""
_WINDOWS: Final = os.name == "nt"
_VIRTUAL_TERMINAL: Final = 0x4
"""ENABLE_VIRTUAL_TERMINAL_PROCESSING."""


def wants_color(stream: TextIO, choice: str = "auto") -> bool:
    """Return whether to colour what is written there: `auto`, `always` or `never`."""
    if choice != "auto":
        return choice == "always"
    from mdlint_doi.report.color import wanted

    terminal = stream.isatty() and (not _WINDOWS or _shows_colors(stream))
    return wanted(terminal=terminal, environ=os.environ)


def _shows_colors(stream: TextIO) -> bool:
    """Let a console of Windows understand sequences for colours; return whether it does.

    Microsoft, "Console Virtual Terminal Sequences": a program has to ask for it, once.
    """
    import ctypes
    import msvcrt

    kernel: Any = vars(ctypes)["windll"].kernel32
    console = vars(msvcrt)["get_osfhandle"](stream.fileno())
    mode = ctypes.c_ulong()
    return bool(
        kernel.GetConsoleMode(console, ctypes.byref(mode))
        and kernel.SetConsoleMode(console, mode.value | _VIRTUAL_TERMINAL)
    )


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


def write_lines(stream: TextIO, lines: Iterable[str]) -> None:
    """Write lines as `write_out` writes text, some at a time: a report may have very many."""
    rest = iter(lines)
    while some := list(islice(rest, _TOGETHER)):
        write_out(stream, "\n".join([*some, ""]))


def write_bytes(stream: TextIO, data: bytes) -> None:
    """Write bytes as they are; raises as `write_out` does."""
    flush(stream)
    try:
        stream.buffer.write(data)
    except OSError as error:
        raise _output_error(error) from error
    flush(stream)


def flush(stream: TextIO) -> None:
    """Write what is buffered; raises as `write_out` does."""
    try:
        stream.flush()
    except OSError as error:
        raise _output_error(error) from error


def _output_error(error: OSError) -> Exception:
    """Return what to raise; Windows calls a pipe that nobody reads an invalid argument."""
    if isinstance(error, BrokenPipeError) or (_WINDOWS and error.errno == errno.EINVAL):
        return BrokenPipeError(*error.args)
    return OutputError(error.strerror or str(error))


def fail(message: str) -> int:
    """Print a one-line error; return exit code 2."""
    write_out(sys.stderr, f"mdlint-doi: error: {line(message, _LONGEST)}\n")
    return 2
