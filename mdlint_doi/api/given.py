"""Validate the arguments of the library; an error names the function and the valid types."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from mdlint_doi.lint.settings import Settings

AnyPath = str | os.PathLike[str]


def settings_of(given: object, asker: str) -> Settings:
    """Return the settings that a caller passed, or the defaults for None.

    Raises:
        TypeError: for any other value.
    """
    if given is None:
        return Settings()
    if isinstance(given, Settings):
        return given
    advice = "; write Settings(offline=True, …)" if isinstance(given, dict) else ""
    message = f"{asker}() takes Settings, not {type(given).__name__}{advice}"
    raise TypeError(message)


def format_of(given: object, asker: str) -> str | None:
    """Return the name of a format that a caller passed; None if there is none.

    Raises:
        TypeError: for any other value.
    """
    if given is None or isinstance(given, str):
        return given
    advice = "; write settings=…" if isinstance(given, Settings) else ""
    message = f"{asker}() takes the name of a format, not {type(given).__name__}{advice}"
    raise TypeError(message)


def path_of(given: object, asker: str) -> str:
    """Return the path that a caller passed, as a text.

    Raises:
        TypeError: for any other value, including bytes.
    """
    found = given.__fspath__() if isinstance(given, os.PathLike) else given
    if isinstance(found, str):
        return found
    message = f"{asker}() takes a path, not {type(given).__name__}"
    raise TypeError(message)


def several(given: object, asker: str, what: str) -> Iterable[Any]:
    """Return the values that a caller passed.

    Args:
        given: the values, in a list or another iterable.
        asker: the name of the function.
        what: the plural noun of the values, such as `DOIs`.

    Raises:
        TypeError: for a value that is not iterable.
    """
    if isinstance(given, Iterable):
        return given
    message = f"{asker}() takes an iterable of {what}, not {type(given).__name__}"
    raise TypeError(message)
