"""Read and check the values of settings, with one reader for each key.

A reader receives a value from TOML or `conf.py`, and returns the value for `Settings`. It raises
`ValueError` with the problem and the valid values. It also accepts a value of `Settings`, and
returns it unchanged.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from mdlint_doi.file_formats import FORMAT_NAMES, ReadAs
from mdlint_doi.lint.glob import MOST_CHARACTERS, anywhere
from mdlint_doi.lint.setting_types import Depth, DoiException, PerFileIgnore
from mdlint_doi.names.doi import DoiSyntaxError, parse
from mdlint_doi.names.spelling import IDENTIFIERS
from mdlint_doi.services import ascii_address, servers
from mdlint_doi.text.likeness import closest
from mdlint_doi.text.pattern import pattern

if TYPE_CHECKING:
    from datetime import date

    from mdlint_doi.lint.rule import Rule

_Kept = TypeVar("_Kept", DoiException, PerFileIgnore, ReadAs)
Reader = Callable[[object], object]
_MAX_CONCURRENCY: Final = 64
_LARGE: Final = 10**15
_CONTACT: Final = pattern(r"(?:[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)?")
_MOST_CONTACT: Final = 254
"""The maximum length of an e-mail address (RFC 5321 section 4.5.3.1.3, without the brackets)."""
_PATTERN: Final = pattern(r"(?<=[/._-])\*$|\*\*|^10\.\*|/\.[*+]|\[0-9\]")
"""Matches a pattern of shells or a regular expression in place of a DOI."""
_FILES: Final = pattern(r"[^\s/\\*?\[\]][^\\*?\[\]]{1,200}(?<!/)")
"""A suffix, or a file name, which folders may precede; it is not a pattern."""
_LOOPBACK: Final = pattern(r"localhost|127(?:\.\d{1,3}){3}|\[::1\]")
_SERVER: Final = pattern(
    r"(?P<scheme>https?)://(?P<host>[\w.-]+|\[[0-9a-fA-F:]+\])(?::\d{1,5})?(?P<path>(?:/[\w.~-]+)*)/?",
    re.ASCII,
)


def _selectors(value: object) -> tuple[str, ...]:
    words = _words(value)
    for word in words:
        _rules_of(word)
    return words


def _rules_of(word: str) -> list[Rule | None]:
    """Return the rules that a word selects; the rules are imported only if a setting names some."""
    from mdlint_doi.lint.rules import by_code, codes_of

    return [by_code(code) for code in codes_of(word)]


def _selected(value: object) -> tuple[str, ...]:
    words = _selectors(value)
    if not words:
        message = "no rule is selected, so nothing would be checked; give default, all, or rules"
        raise ValueError(message)
    return words


def _per_file_ignores(value: object) -> tuple[PerFileIgnore, ...]:
    if isinstance(value, Mapping):
        pairs = list(value.items())
    else:
        valid = "a table of file patterns, each with a list of rules"
        pairs = [(entry.pattern, entry.selectors) for entry in _all(PerFileIgnore, value, valid)]
    _check_sum(files for files, _ in pairs)
    ignores = []
    for files, selectors in pairs:
        if not isinstance(files, str) or not files:
            raise _bad(files, "file patterns as keys")
        try:
            anywhere(files)
            ignores.append(PerFileIgnore(files, _selectors(selectors)))
        except ValueError as error:
            message = f"'{files}': {error}"
            raise ValueError(message) from error
    return tuple(ignores)


def _patterns(value: object) -> tuple[str, ...]:
    words = _words(value)
    _check_sum(words)
    return words


def _formats(value: object) -> tuple[str, ...]:
    chosen: dict[str, str] = {}
    for word in _words(value):
        name = word.removeprefix("no-")
        if name not in FORMAT_NAMES:
            valid = f"{', '.join(FORMAT_NAMES)}, and no-… to turn one off"
            message = f"{shown_value(word)} is not a format (valid: {valid})"
            raise ValueError(message)
        chosen[name] = word  # the last one counts: the command line follows the file
    return tuple(chosen.values())


def _read_as(value: object) -> tuple[ReadAs, ...]:
    if isinstance(value, Mapping):
        pairs = list(value.items())
    else:
        valid = "a table of suffixes or file names, each with the name of a format"
        pairs = [(entry.files, entry.format) for entry in _all(ReadAs, value, valid)]
    for files, name in pairs:
        if not isinstance(files, str) or not _FILES.fullmatch(files):
            raise _bad(files, "suffixes such as '.mdc', or file names, as keys")
        if name not in FORMAT_NAMES:
            message = (
                f"'{files}': {shown_value(name)} is not a format (valid: {', '.join(FORMAT_NAMES)})"
            )
            raise ValueError(message)
    return tuple(ReadAs(files.lower(), name) for files, name in pairs)


def _identifiers(value: object) -> tuple[str, ...]:
    words = _words(value)
    for word in words:
        if word not in IDENTIFIERS:
            message = f"{shown_value(word)} is not an identifier (valid: {', '.join(IDENTIFIERS)})"
            raise ValueError(message)
    return words


def _exceptions(value: object) -> tuple[DoiException, ...]:
    if isinstance(value, Mapping):
        return tuple(_exception(name, entry) for name, entry in value.items())
    kept = _all(DoiException, value, "a table of DOIs, each with the reason")
    return tuple(_exception(exception.name, _table_of(exception)) for exception in kept)


def _table_of(exception: DoiException) -> dict[str, object]:
    """Return an exception as a table in a settings file."""
    return {"reason": exception.reason, "until": exception.until, "rules": exception.rules}


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise _bad(value, "true or false")
    return value


def _path(value: object) -> str:
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if not isinstance(value, str) or not value or "\0" in value:
        raise _bad(value, "a path")
    return value


def _one_of(*words: str) -> Reader:
    def read(value: object) -> str:
        if value not in words:
            raise _bad(value, " or ".join(f"'{word}'" for word in words))
        return str(value)

    return read


def _depth(value: object) -> Depth:
    return Depth(str(_one_of(*Depth)(value)))


def _contact(value: object) -> str:
    """Return an e-mail address, which is sent with requests; empty if there is none."""
    if not isinstance(value, str) or len(value) > _MOST_CONTACT or not _CONTACT.fullmatch(value):
        raise _bad(value, "an e-mail address, such as 'me@example.org'")
    return value


def _concurrency(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _MAX_CONCURRENCY:
        raise _bad(value, f"a whole number from 1 to {_MAX_CONCURRENCY}")
    return value


def _days(value: object) -> float:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 <= value <= _LARGE:  # type: ignore[operator]
        raise _bad(value, "a number of days, 0 or more")
    return float(value)  # type: ignore[arg-type]


def _server(value: object, *, trusted: bool = False) -> str:
    """Return the address of a server; only https from a repository's file, which is not trusted."""
    match = _SERVER.fullmatch(value) if isinstance(value, str) else None
    if isinstance(value, str) and (plain := ascii_address(value)):
        message = f"write the host in ASCII letters: {plain}"
        raise ValueError(message)
    is_local = trusted and match is not None and _LOOPBACK.fullmatch(match["host"])
    if match is None or not (match["scheme"] == "https" or is_local):
        valid = "an https address without a query, such as 'https://doi.org'"
        raise _bad(
            value, "an https address, or an http address on this machine" if trusted else valid
        )
    return match[0].rstrip("/")


READERS: Final[Mapping[str, Reader]] = {
    "select": _selected,
    "extend-select": _selectors,
    "ignore": _selectors,
    "per-file-ignores": _per_file_ignores,
    "exclude": _patterns,
    "formats": _formats,
    "read-as": _read_as,
    "exceptions": _exceptions,
    "identifiers": _identifiers,
    "check-code": _flag,
    "offline": _flag,
    "strict": _flag,
    "fail-on": _one_of("hint", "warning", "error"),
    "server": _server,
    "depth": _depth,
    "contact": _contact,
    **{key: _server for key in servers() if key != "server"},
    "concurrency": _concurrency,
    "records": _path,
    "cache-dir": _path,
    "use-cache": _flag,
    "max-age": _days,
    "baseline": _path,
}


def _records(value: object) -> object:
    """Return a path as text; a value with `outcomes` reads its file itself and stays unchanged."""
    return value if hasattr(value, "outcomes") and _path(value) else _path(value)


TRUSTED: Final[Mapping[str, Reader]] = {
    **READERS,
    **dict.fromkeys(servers(), partial(_server, trusted=True)),
    "records": _records,
}


def _bad(value: object, valid: str) -> ValueError:
    """Return the error about a value, with the valid values."""
    return ValueError(f"{shown_value(value)} is not valid; give {valid}")


def shown_value(value: object) -> str:
    """Return a value for messages: short, and in ASCII."""
    if isinstance(value, int) and abs(value) > _LARGE:
        return "such a large number"
    text = ascii(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _words(value: object) -> tuple[str, ...]:
    if isinstance(value, str) or not isinstance(value, list | tuple | set | frozenset):
        raise _bad(value, "a list of strings")
    for word in value:
        if not isinstance(word, str) or not word.strip():
            raise _bad(word, "non-empty strings only")
    return tuple(sorted(value) if isinstance(value, set | frozenset) else value)


def _check_sum(patterns: Iterable[object]) -> None:
    """Raise an error if patterns are so long that they would slow down every file."""
    total = sum(len(text) for text in patterns if isinstance(text, str))
    if total > MOST_CHARACTERS:
        message = (
            f"the patterns have {total} characters in total; at most {MOST_CHARACTERS} are allowed"
        )
        raise ValueError(message)


def _all(kind: type[_Kept], value: object, valid: str) -> Sequence[_Kept]:
    """Return a list of values of this class, as `Settings` stores a table."""
    if not isinstance(value, list | tuple) or not all(isinstance(entry, kind) for entry in value):
        raise _bad(value, f"{valid} (in Python: a tuple of {kind.__name__})")
    return value


def _exception(name: object, entry: object) -> DoiException:
    """Return the exception for a DOI, given its entry in the table."""
    if not isinstance(name, str):
        raise _bad(name, "DOIs as keys")
    if _PATTERN.search(name):
        message = (
            f"{shown_value(name)}: an exception is for one DOI, not for a pattern; to turn rules "
            "off in some files, use per-file-ignores"
        )
        raise ValueError(message)
    try:
        parse(name)
    except DoiSyntaxError as error:
        message = f"{shown_value(name)} is not a DOI such as '10.1000/182': {error}"
        raise ValueError(message) from error
    try:
        return DoiException(name, **_parts(entry))
    except ValueError as error:
        message = f"'{name}': {error}"
        raise ValueError(message) from error


def _parts(entry: object) -> dict[str, Any]:
    """Return the reason, the date and the rules of an exception."""
    table = {"reason": entry} if isinstance(entry, str) else entry
    if not isinstance(table, Mapping):
        raise _bad(entry, "a reason, or a table with a reason")
    for key in table:
        if key not in _PARTS:
            near = closest(str(key), [*_PARTS])
            hint = f"; did you mean '{near}'?" if near else ""
            message = f"unknown key {shown_value(key)}{hint} (valid: {', '.join(_PARTS)})"
            raise ValueError(message)
    parts = {}
    for key, read in _PARTS.items():
        try:
            parts[key] = read(table.get(key))
        except ValueError as error:
            message = f"{key}: {error}"
            raise ValueError(message) from error
    return parts


def _reason(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        message = "a text with the reason is missing"
        raise ValueError(message)
    return value


def _excepted(value: object) -> tuple[str, ...]:
    """Return the words for rules that an exception turns off; each must be about a DOI."""
    words = _words(value) if value else ()
    for word in words:
        if not any(rule is not None and rule.reports_dois for rule in _rules_of(word)):
            message = f"{shown_value(word)} reports no DOI in a document; omit it"
            raise ValueError(message)
    return words


def _day(value: object) -> date | None:
    from datetime import date, datetime

    if isinstance(value, datetime):
        return value.date()
    if value is None or isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise _bad(value, "a date such as 2027-01-31") from None


_PARTS: Final[Mapping[str, Reader]] = {"reason": _reason, "until": _day, "rules": _excepted}
"""The keys of an exception, with the functions that read their values."""
