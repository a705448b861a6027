"""`--diff`: the change of a document as a patch."""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import unified_diff
from typing import Final

from mdlint_doi.run.result import Change
from mdlint_doi.text.source import Source

_ESCAPES: Final = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}


def patch_of(change: Change) -> Iterator[str]:
    """Yield a unified diff that `git apply` and `patch` take; line ends are the file's own."""
    old = _split(change.before)
    new = _split(change.after)
    path = change.before.name.removeprefix("./")
    for line in unified_diff(old, new, _name(f"a/{path}"), _name(f"b/{path}"), n=3):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _split(source: Source) -> list[str]:
    """Split at line feeds only, as patch programs do; the mark belongs to the first line."""
    text = ("\ufeff" if source.bom else "") + source.text
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _name(path: str) -> str:
    """Return a path as git writes it: in quotes, so that it cannot hold a patch of other files."""
    quoted = "".join(map(_quoted, path))
    return path if quoted == path else f'"{quoted}"'


def _quoted(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    return "".join(f"\\{byte:03o}" for byte in os.fsencode(character))
