"""Settings from a table, as TOML and `conf.py` have them, and what `Settings` is given."""

from __future__ import annotations

from collections.abc import Mapping

from mdlint_doi.lint.setting_values import READERS, TRUSTED, Reader
from mdlint_doi.lint.settings import Settings, SettingsError


def settings_from(
    table: Mapping[str, object],
    where: str,
    *,
    base: Settings | None = None,
    trusted: bool = False,
    prefix: str = "",
) -> Settings:
    """Return `base` with the settings of `table` put over it.

    Args:
        table: keys in kebab-case (`extend-select`), values as TOML gives them.
        where: the file or other place, for messages.
        base: what holds where the table is silent; None: the defaults.
        trusted: the table comes from the user (command line, environment) rather than from a
            repository, so that `server` may be plain http on loopback.
        prefix: what the place puts before its keys (`doi_` in `conf.py`), for messages.

    Raises:
        SettingsError: for an unknown key or an invalid value.

    """
    readers = TRUSTED if trusted else READERS
    values: dict[str, object] = {}
    for key, value in table.items():
        shown = f"{prefix}{key.replace('-', '_')}" if prefix else str(key)
        if key not in readers:
            raise SettingsError(where, shown, _unknown(str(key)))
        values[key.replace("-", "_")] = _read(readers[key], value, where, shown)
    return (base or Settings()).replace(**values)


def checked(field: str, value: object) -> object:
    """Return what `Settings` keeps of a value that a program gives for one of its fields.

    Raises:
        SettingsError: if it is not valid.

    """
    return _read(TRUSTED[field.replace("_", "-")], value, "Settings", field)


def _read(reader: Reader, value: object, where: str, key: str) -> object:
    try:
        return reader(value)
    except ValueError as error:
        raise SettingsError(where, key, str(error)) from error


def _unknown(key: str) -> str:
    from difflib import get_close_matches

    known = sorted(READERS)
    near = get_close_matches(key.replace("_", "-"), known, n=1, cutoff=0.7)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    return f"unknown setting{hint} (valid: {', '.join(known)})"
