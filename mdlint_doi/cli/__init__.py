"""The command `mdlint-doi`: a thin layer over the library.

Only the module of the given command is imported, because a hook must start fast. If the system
runs out of memory, file descriptors or threads, or the current folder is gone, a run ends with a
message of one line.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
import warnings
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final, TextIO

from mdlint_doi.cli.commands import COMMANDS
from mdlint_doi.cli.parser import parsed, refuse
from mdlint_doi.cli.streams import OutputError, fail, flush, say
from mdlint_doi.files.reading import in_words

if TYPE_CHECKING:
    from argparse import Namespace
    from types import ModuleType

_NOBODY_READS: Final = 141
"""The exit code that a shell shows for a program ended by SIGPIPE (128 + 13).

Python ignores SIGPIPE and raises `BrokenPipeError` instead.
"""
_WANTS: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN})
_IN_WORDS: Final = {
    **{os.strerror(number): os.strerror(number).lower() for number in _WANTS},
    "can't start new thread": "no further thread can be started",
    "failed to map segment": "out of memory",
}
"""Parts of messages of errors without a usable `errno`, with the reason to print.

Such errors come from starting a thread and from loading an extension module.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code, or 141 if the reader of the output is gone.

    Args:
        argv: the arguments without the program's name; None: those of this process.
    """
    # Imported modules are not garbage, and a run creates few cycles: collect rarely.
    gc.set_threshold(100_000, 50, 100)
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not (sys.stdout and sys.stderr):  # None: the parent process closed them
        nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        sys.stdout = sys.stdout or nowhere
        sys.stderr = sys.stderr or nowhere
    try:
        namespace, command = _parse(arguments)
        code: int = command.run(namespace)
        flush(sys.stdout)
    except KeyboardInterrupt:
        return _say_last("interrupted", 130)
    except BrokenPipeError:
        _drop(sys.stdout)
        _drop(sys.stderr)
        return _NOBODY_READS
    except OutputError as error:
        _drop(sys.stdout)
        return _say_last(f"error: the output cannot be written: {error}", 2)
    except Exception as error:  # noqa: BLE001 - all but a few are raised again
        return _out_of_resources(error)
    if argv is None:
        gc.freeze()  # the process ends: spare a last collection of all living objects
    return code


def _parse(arguments: list[str]) -> tuple[Namespace, ModuleType]:
    """Return the parsed arguments and the module that runs them."""
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    if not arguments or arguments[0] not in COMMANDS:
        refuse(arguments)
    name, given = arguments[0], arguments[1:]
    command = import_module(f"mdlint_doi.cli.{name}")
    return parsed(name, command, given), command


def _say_last(message: str, code: int) -> int:
    """Print a message if standard error can still be written; return `code`."""
    try:
        say(message)
    except (OutputError, BrokenPipeError):
        _drop(sys.stderr)
    return code


def _drop(stream: TextIO) -> None:
    """Send the buffered rest to the null device, so that flushing at exit does not raise again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _out_of_resources(error: Exception) -> int:
    """Print which resource the run lacked and return its exit code; raise any other error."""
    try:
        os.getcwd()  # reported paths are relative to it
    except OSError as gone:
        reason: str | None = f"the current folder cannot be used: {in_words(gone)}"
    else:
        reason = next(filter(None, map(_reason, _all(error))), None)
    if reason is None:
        raise error
    # Closing unfinished objects fails for the same reason, and Python would report each.
    sys.unraisablehook = lambda _: None
    warnings.simplefilter("ignore")
    return fail(f"the run ended early, so not everything was checked: {reason}")


def _all(error: BaseException) -> Iterator[BaseException]:
    """Yield an error, the members of its exception group, and its causes and contexts."""
    rest = [error]
    seen = set[int]()
    while rest:
        raised = rest.pop()
        if id(raised) not in seen:
            seen.add(id(raised))
            yield raised
            if isinstance(raised, BaseExceptionGroup):
                rest += raised.exceptions
            rest += filter(None, (raised.__cause__, raised.__context__))


def _reason(error: BaseException) -> str | None:
    """Return which resource is missing, in words; None if the error has a different cause."""
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, OSError):
        return os.strerror(error.errno).lower() if error.errno in _WANTS else None
    if not isinstance(error, (ImportError, RuntimeError)):
        return None
    return next((words for said, words in _IN_WORDS.items() if said in str(error)), None)
