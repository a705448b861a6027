"""A patch of what the fixes would change."""

from __future__ import annotations

from collections.abc import Iterator

from mdlint_doi.lint.source import Source

_NO_NEWLINE = "\n\\ No newline at end of file\n"


def patch(before: Source, after: Source) -> str:
    """Return a unified diff that `git apply` and `patch` take; line ends are the file's own."""
    return "".join(_lines(before, after))


def _lines(before: Source, after: Source) -> Iterator[str]:
    from difflib import unified_diff

    old, new = (_split(source) for source in (before, after))
    for line in unified_diff(old, new, f"a/{before.name}", f"b/{after.name}", n=3):
        yield line if line.endswith("\n") else line + _NO_NEWLINE


def _split(source: Source) -> list[str]:
    """Split at line feeds only, as patch programs do; the mark belongs to the first line."""
    text = ("\ufeff" if source.bom else "") + source.text
    lines = text.split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])
