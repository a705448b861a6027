"""Write the change of a document as a patch, for `--diff`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import unified_diff
from typing import Final

from mdlint_doi.run.result import Change
from mdlint_doi.text.source import Source

_ESCAPES: Final = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def patch_of(change: Change) -> Iterator[str]:
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
