"""Runs that end for want of memory, descriptors, threads or a folder: no fault of the program."""

from __future__ import annotations

import errno
import os
import sys
import warnings
from collections.abc import Iterator
from typing import Final

from mdlint_doi.cli.output import fail
from mdlint_doi.files.reading import in_words

_WANTS: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN})
_IN_WORDS: Final = {
    **{os.strerror(number): os.strerror(number).lower() for number in _WANTS},
    "can't start new thread": "no further thread can be started",
    "failed to map segment": "out of memory",
}
"""What is said where an error has no number: by threads, and by the loader of modules."""


def report(error: Exception) -> int:
    """Return the exit code of a run that the system ended, and say why; raise any other error."""
    reason = _without_folder() or next(filter(None, map(_reason, _all(error))), None)
    if reason is None:
        raise error
    # What the run leaves half-made cannot be closed either, and Python would tell of each.
    sys.unraisablehook = lambda _: None
    warnings.simplefilter("ignore")
    return fail(f"the run ended early, and not all was checked: {reason}")


def _without_folder() -> str | None:
    """Return what is wrong with the current folder, where reported paths begin; None: nothing."""
    try:
        os.getcwd()  # noqa: PTH109
    except OSError as error:
        return f"the current folder cannot be used: {in_words(error)}"
    return None


def _all(error: BaseException) -> Iterator[BaseException]:
    """Yield an error, those that it holds, and those that led to it."""
    rest, seen = [error], set[int]()
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
    if isinstance(error, (ImportError, RuntimeError)):
        text = str(error)
        return next((words for said, words in _IN_WORDS.items() if said in text), None)
    return None
