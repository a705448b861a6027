"""Tables of a `pyproject.toml` that were meant for this tool, and that nobody reads."""

from __future__ import annotations

import re
from typing import Final

from mdlint_doi.config.toml_file import TABLE, parse, shown
from mdlint_doi.lint.settings import SettingsError

_WIDE: Final = "\0".join(TABLE).encode()
"""The tool's name in UTF-16, as PowerShell writes files, whichever byte of a letter is first."""
_NEARLY_OURS: Final = (
    rb"^[ \t]*\[[ \t]*"
    rb"(?!tool[ \t]*\.[ \t]*[\"']?mdlint-doi)"  # not ours
    rb"(?P<table>(?:tools?[ \t]*\.[ \t]*)?[\"']?(?:mdlint|sphinx)[-_]doi)"
    rb"[\"']?[ \t]*[].]"
)
"""The line of a table without `tool`, under `tools`, or with another of our names."""


def refuse_unread(data: bytes, name: str) -> None:
    """Refuse settings that would be missed in silence.

    Args:
        data: what is in a `pyproject.toml`.
        name: of the file.

    Raises:
        SettingsError: where there are such, or the file is no TOML.

    """
    if _WIDE in data:
        raise SettingsError(shown(name), "", "not UTF-8, but UTF-16; convert it to UTF-8")
    if not re.search(_NEARLY_OURS, data, re.MULTILINE):
        return
    whole = parse(data, name)
    for found in re.finditer(_NEARLY_OURS, data, re.MULTILINE):
        table = found["table"].decode()
        if _is_table(table, whole):  # the line could be one of a text
            line = data.count(b"\n", 0, found.start()) + 1
            where = f"{shown(name)}:{line}"
            problem = f"this table has no effect; write [tool.{TABLE}]"
            raise SettingsError(where, table, problem)


def _is_table(name: str, whole: object) -> bool:
    """Return whether there is a table of this name, which has dots between its keys."""
    for key in name.split("."):
        whole = whole.get(key.strip(" \t\"'")) if isinstance(whole, dict) else None
    return isinstance(whole, dict)
