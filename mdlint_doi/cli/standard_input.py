"""Standard input, which may be closed, or be a folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Final

from mdlint_doi.files.reading import FileProblem, in_words

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
