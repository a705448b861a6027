"""A patch of what the fixes would change."""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import unified_diff
from typing import Final

from mdlint_doi.report.safe import visible
from mdlint_doi.text.source import Source

_ESCAPES: Final = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_NO_NEWLINE = "\n\\ No newline at end of file\n"


def patch(before: Source, after: Source) -> str:
    """Return a unified diff that `git apply` and `patch` take; line ends are the file's own."""
    return "".join(_lines(before, after))


def shown(text: str) -> str:
    """Return a patch for people: made visible as reports are, but for tabs and line feeds."""
    return "\n".join("\t".join(map(visible, line.split("\t"))) for line in text.split("\n"))


def _lines(before: Source, after: Source) -> Iterator[str]:
    old, new = (_split(source) for source in (before, after))
    path = before.name.removeprefix("./")
    for line in unified_diff(old, new, _name(f"a/{path}"), _name(f"b/{path}"), n=3):
        yield line if line.endswith("\n") else line + _NO_NEWLINE


def _split(source: Source) -> list[str]:
    """Split at line feeds only, as patch programs do; the mark belongs to the first line."""
    text = ("\ufeff" if source.bom else "") + source.text
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _name(path: str) -> str:
    """Return a path as git writes it: in quotes, as C has it, if it could end the line.

    Otherwise a file's name could hold a patch of other files.
    """
    quoted = "".join(map(_quoted, path))
    return path if quoted == path else f'"{quoted}"'


def _quoted(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    return "".join(f"\\{byte:03o}" for byte in os.fsencode(character))
