"""Read one TOML file, which may come from a stranger.

Only a regular file of limited size is read, because a pipe or a device can be endless. An error is
one line with the place. The TOML reader is imported only when a file is parsed.
"""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF8
from os import PathLike
from typing import Any, Final

from mdlint_doi.files.reading import NO_TARGET
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.text.pattern import pattern

TABLE: Final = "mdlint-doi"  # the table in a `pyproject.toml`, below `tool`
MAX_BYTES: Final = 1 << 20

_NAMED: Final = pattern(r"(?:unknown [a-z]+ )?'(?P<name>[^']+)'")
_PLACE: Final = pattern(r" \(at line (?P<line>\d+), column (?P<column>\d+)\)$")


def read(path: str | PathLike[str]) -> bytes:
    """Return the bytes of a regular file, without a byte order mark.

    Raises:
        SettingsError: if it cannot be read, is not a regular file, or is too large.
    """
    try:
        if not os.path.isfile(path):
            raise SettingsError(shown(path), "", no_file(path))
        if not os.stat(path).st_size:  # for example in /proc, where reading may never end
            return b""
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1).removeprefix(BOM_UTF8)
    except OSError as error:
        problem = f"cannot be read: {error.strerror or error}"
        raise SettingsError(shown(path), "", problem) from error
    if len(data) > MAX_BYTES:
        raise SettingsError(shown(path), "", f"larger than {MAX_BYTES} bytes")
    return data


def no_file(path: str | PathLike[str]) -> str:
    """Return the reason why a path is not a readable file."""
    if os.path.exists(path):
        return "not a regular file"
    if not os.path.islink(path):
        return "no such file"

    return NO_TARGET


def text_of(data: bytes, path: str | PathLike[str]) -> str:
    """Return the text of a file.

    Raises:
        SettingsError: if it is not UTF-8; the message has the place.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        where = f"{shown(path)}:{line}:{column}"
        problem = f"byte 0x{data[error.start]:02x} is not UTF-8"
        raise SettingsError(where, "", problem) from error


def parse(data: bytes, path: str | PathLike[str]) -> dict[str, Any]:
    """Return the table of a file.

    Raises:
        SettingsError: if it is not TOML in UTF-8; the message has the place.
    """
    from mdlint_doi.text.toml import LongKeyError, loads

    text = text_of(data, path)
    try:
        return loads(text)
    except LongKeyError as error:
        raise SettingsError(shown(path), "", str(error)) from error
    except ValueError as error:
        place = _PLACE.search(str(error))
        where = f"{shown(path)}:{place['line']}:{place['column']}" if place else shown(path)
        problem = f"invalid TOML: {_PLACE.sub('', str(error))}"
        raise SettingsError(where, "", problem) from error
    except RecursionError as error:
        raise SettingsError(shown(path), "", "invalid TOML: nested too deeply") from error


def line_of(key: str, text: str, table: str, problem: str = "") -> int | None:
    """Return the number of the line that sets a key, from 1; None if it is not found.

    The search begins after the first table head whose name begins or ends with `table`; without
    such a head, at the start of the text. If the problem begins with an entry of a list or a table,
    as in `'10.1000/a': …`, the line of this entry is returned.
    """
    head = re.search(rf"""^[ \t]*\[[^\]\n]*{re.escape(table)}["']?\s*[\].]""", text, re.MULTILINE)
    quoted = rf"""["']?{re.escape(key)}["']?"""
    setting = re.compile(rf"(?:^|[.{{,\[])[ \t]*{quoted}[ \t]*[=.\]]", re.MULTILINE)
    found = setting.search(text, head.start() if head else 0)
    if found is None or not key:
        return None
    at = found.end()
    if named := _NAMED.match(problem):
        quoted = rf"""(["']){re.escape(named["name"])}\1"""
        entry = re.compile(quoted).search(text, found.start())
        at = entry.start() if entry else at
    return text.count("\n", 0, at) + 1


def shown(path: str | PathLike[str]) -> str:
    """Return a path for messages, relative to the current folder if it is below it."""
    from pathlib import Path

    absolute = Path(os.path.abspath(path))  # does not follow links
    try:
        return absolute.relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return str(absolute)
