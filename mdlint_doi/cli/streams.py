"""Standard input, output and error: colours, one-line errors, progress, lists of paths.

Standard input may be closed or be a folder; the disk of an output may be full, its reader gone.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import AbstractContextManager, nullcontext, suppress
from itertools import islice
from typing import TYPE_CHECKING, Final, TextIO

from mdlint_doi.files.reading import BOM, FileProblem, in_words, read_bytes, refuse_marked_wide
from mdlint_doi.report.safe import line, wanted, wrapped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

_STDIN: Final = "-"
_LONGEST: Final = 2000  # the most code points of an error, which may contain a long path
_TOGETHER: Final = 5000  # the number of lines that are written at once
_WINDOWS: Final = os.name == "nt"
_NAME: Final = "<stdin>"


def wants_color(stream: TextIO, choice: str = "auto") -> bool:
    """Return whether to colour the output of a stream; `choice` is `auto`, `always` or `never`."""
    if choice != "auto":
        return choice == "always"
    terminal = stream.isatty()
    if terminal and _WINDOWS:
        from mdlint_doi.cli.windows_console import shows_colors

        terminal = shows_colors(stream)
    return wanted(terminal=terminal, environ=os.environ)


def columns(stream: TextIO) -> int | None:
    """Return the number of cells in a line of a terminal; None if the stream is not a terminal."""
    return cells(stream) if stream.isatty() else None


def cells(stream: TextIO | None) -> int | None:
    """Return the value of COLUMNS, else the width of the terminal; None if there is neither."""
    named = os.environ.get("COLUMNS", "")
    with suppress(OSError, ValueError):
        if named.isdecimal() and int(named):
            return int(named)
        return (os.get_terminal_size(stream.fileno()).columns if stream else 0) or None
    return None


class OutputError(Exception):
    """The output of a command cannot be written, usually because of a full disk."""


def write_out(stream: TextIO, text: str) -> None:
    """Write text as UTF-8 in every locale; a character that cannot be encoded becomes an escape.

    Raises:
        OutputError: if it cannot be written.
        BrokenPipeError: if the reader is gone.
    """
    if text:
        write_bytes(stream, text.encode("utf-8", "backslashreplace"))


def write_lines(stream: TextIO, lines: Iterable[str]) -> None:
    """Write lines like `write_out`, in portions, because a report may have millions."""
    rest = iter(lines)
    while some := list(islice(rest, _TOGETHER)):
        write_out(stream, "\n".join([*some, ""]))


def write_bytes(stream: TextIO, data: bytes) -> None:
    """Write bytes to a text stream, unencoded.

    Raises:
        OutputError: if they cannot be written.
        BrokenPipeError: if the reader is gone.
    """
    flush(stream)
    try:
        stream.buffer.write(data)
    except OSError as error:
        raise _output_error(error) from error
    flush(stream)


def flush(stream: TextIO) -> None:
    """Write the buffered text.

    Raises:
        OutputError: if it cannot be written.
        BrokenPipeError: if the reader is gone.
    """
    try:
        stream.flush()
    except OSError as error:
        raise _output_error(error) from error


def _output_error(error: OSError) -> Exception:
    """Return the error to raise; Windows reports a pipe without a reader as EINVAL."""
    if isinstance(error, BrokenPipeError) or (_WINDOWS and error.errno == errno.EINVAL):
        return BrokenPipeError(*error.args)
    return OutputError(error.strerror or str(error))


def write_messages(lines: Iterable[str]) -> None:
    """Print messages on standard error, wrapped to the width of a terminal.

    Raises:
        OutputError: if they cannot be written.
        BrokenPipeError: if the reader is gone.
    """
    write_lines(sys.stderr, wrapped(lines, columns(sys.stderr)))


def say(message: str) -> None:
    """Print a message about the run on standard error."""
    write_messages([f"mdlint-doi: {line(message)}"])


def fail(message: str) -> int:
    """Print an error; return exit code 2."""
    write_messages([f"mdlint-doi: error: {line(message, _LONGEST)}"])
    return 2


def progress(
    what: str = "looking up DOIs", *, quiet: bool = False, color: bool = True
) -> AbstractContextManager[Callable[[int, int], None] | None]:
    """Return a progress bar for a step; its value is None if `quiet` or without a terminal.

    Without `color`, the bar has no colors.
    """
    if quiet or not sys.stderr.isatty():
        return nullcontext()
    from mdlint_doi.cli.progress import progress_bar

    return progress_bar(what, color=color)


def read_input() -> bytes:
    """Return all of standard input.

    Raises:
        FileProblem: if it cannot be read.
    """
    return b"".join(input_lines())


def input_lines() -> Iterator[bytes]:
    """Yield the lines of standard input.

    Raises:
        FileProblem: if it cannot be read.
    """
    if sys.stdin is None:  # the parent process closed it
        raise FileProblem(_NAME, "standard input is closed")
    try:
        yield from sys.stdin.buffer
    except OSError as error:
        raise FileProblem(_NAME, in_words(error)) from error


def paths_listed(name: str) -> tuple[str, ...]:
    """Return the paths listed in a file, or in standard input for `-`, unchanged.

    If there is any NUL, each path ends with one (`git diff -z`, `find -print0`) and may contain
    line ends. Otherwise, each line is a path.

    Raises:
        FileProblem: if the file cannot be read, or is in UTF-16, as PowerShell writes it: its
            NULs would split it into single letters, and one of the paths could be `/`.
    """
    data = read_input() if name == _STDIN else read_bytes(name)
    refuse_marked_wide(_NAME if name == _STDIN else name, data)
    data = data.removeprefix(BOM)
    entries = data.split(b"\0") if b"\0" in data.rstrip(b"\0\r\n") else [data.rstrip(b"\0\r\n")]
    if len(entries) == 1 and not os.path.lexists(entries[0]):  # a last NUL does not separate lines
        entries = entries[0].splitlines()
    paths = (os.fsdecode(entry) for entry in entries if entry.strip())
    # A file may have the name `-`, which means standard input elsewhere.
    return tuple(os.path.join(os.curdir, path) if path == _STDIN else path for path in paths)
