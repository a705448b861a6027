"""The command `mdlint-doi`: a thin layer over the library.

Only the module of the given command is imported, because a hook must start fast. If memory,
descriptors, threads or a folder are missing, a run ends with a message of one line.
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
"""What a shell shows of a program that SIGPIPE ended, which Python turns into an error."""
_WANTS: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN})
_IN_WORDS: Final = {
    **{os.strerror(number): os.strerror(number).lower() for number in _WANTS},
    "can't start new thread": "no further thread can be started",
    "failed to map segment": "out of memory",
}
"""What is said where an error has no number: by threads, and by the loader of modules."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code, or 141 when nobody reads the output any more."""
    # What was just imported is no garbage, and the work leaves few cycles: look rarely.
    gc.set_threshold(100_000, 50, 100)
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not (sys.stdout and sys.stderr):  # closed by who started this
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
        gc.freeze()  # the process ends: what is alive need not be searched for cycles once more
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
    """Return an exit code; say why, if that can be said."""
    try:
        say(message)
    except (OutputError, BrokenPipeError):
        _drop(sys.stderr)
    return code


def _drop(stream: TextIO) -> None:
    """Let what is still buffered not raise again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _out_of_resources(error: Exception) -> int:
    """Return the exit code of a run that the system ended, and say why; raise any other error."""
    try:
        os.getcwd()  # where reported paths begin
    except OSError as gone:
        reason: str | None = f"the current folder cannot be used: {in_words(gone)}"
    else:
        reason = next(filter(None, map(_reason, _all(error))), None)
    if reason is None:
        raise error
    # What the run leaves half-made cannot be closed either, and Python would tell of each.
    sys.unraisablehook = lambda _: None
    warnings.simplefilter("ignore")
    return fail(f"the run ended early, so not everything was checked: {reason}")


def _all(error: BaseException) -> Iterator[BaseException]:
    """Yield an error, those that it holds, and those that led to it."""
    rest = [error]
    seen = set[int]()
    while rest:
        one = rest.pop()
        if id(one) not in seen:
            seen.add(id(one))
            yield one
            if isinstance(one, BaseExceptionGroup):
                rest += one.exceptions
            rest += filter(None, (one.__cause__, one.__context__))


def _reason(error: BaseException) -> str | None:
    """Return what the system lacks, in words; None if an error says nothing of that."""
    if isinstance(error, MemoryError):
        return "out of memory"
    if isinstance(error, OSError):
        return os.strerror(error.errno).lower() if error.errno in _WANTS else None
    if not isinstance(error, (ImportError, RuntimeError)):
        return None
    return next((words for said, words in _IN_WORDS.items() if said in str(error)), None)
