"""Records files: the outcomes of look-ups, kept under version control.

The file is plain data, sorted by folded DOI, with one DOI on each line and without times, so that
its diffs show changes in the DOI system. Its answers do not expire. It may contain works, which
are read only for comparisons with references.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar, runtime_checkable

from mdlint_doi.ask.readers.names_json import Stored, dump, load
from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.names.doi import Doi, DoiSyntaxError, parse
from mdlint_doi.names.outcome import Found

if TYPE_CHECKING:
    from mdlint_doi.works.work import WorkOutcome

VERSION: Final = 1
MAX_BYTES: Final = 256 * 1024 * 1024

T = TypeVar("T")


class Records(NamedTuple):
    """The content of a records file.

    Attributes:
        outcomes: the outcomes of look-ups, by DOI.
        works: the works, as JSON.
    """

    outcomes: Mapping[Doi, Stored]
    works: Mapping[Doi, object]


@runtime_checkable
class Recorded(Protocol):
    """A records file that reads itself; the setting `records` accepts it instead of a path.

    Both methods raise `LookupSettingsError` for a file that can't be used.
    """

    def __fspath__(self) -> str:
        """Return the path."""

    def outcomes(self, names: Iterable[Doi]) -> Mapping[Doi, Stored]:
        """Return the known outcomes of DOIs, possibly with further ones; the rest is looked up."""

    def works(self, names: Iterable[Doi]) -> Mapping[Doi, WorkOutcome]:
        """Return the known works of DOIs."""


class RecordsFile:
    """A records file that is read as a whole."""

    def __init__(self, path: Path) -> None:
        """Read the outcomes.

        Raises:
            LookupSettingsError: if the file cannot be used.
        """
        self._path = path
        self._outcomes, self._members = read(path)
        self._works: dict[Doi, WorkOutcome] | None = None

    def __fspath__(self) -> str:
        return str(self._path)

    @property
    def agencies(self) -> dict[Doi, str]:
        """The registration agencies of its DOIs, as far as they are stated."""
        found = self._outcomes.items()
        return {
            doi: outcome.agency
            for doi, outcome in found
            if isinstance(outcome, Found) and outcome.agency
        }

    def outcomes(self, _: Iterable[Doi]) -> Mapping[Doi, Stored]:
        """Return the outcomes of all its DOIs."""
        return self._outcomes

    def works(self, _: Iterable[Doi]) -> Mapping[Doi, WorkOutcome]:
        """Return the works of its DOIs.

        Raises:
            LookupSettingsError: if an entry is not valid; the message names it.
        """
        if self._works is None:
            from mdlint_doi.ask.readers.works_json import load_confirmed

            works: dict[Doi, WorkOutcome] = {}
            for doi, members in self._members.items():
                try:
                    works[doi] = load_confirmed(members)
                except ValueError as error:
                    raise _error(self._path, f"{doi.key!a}: {error}") from error
            self._works = works
        return self._works


def render(
    outcomes: Mapping[Doi, Stored], works: Mapping[Doi, object] = MappingProxyType({})
) -> str:
    """Return the text of a records file; equal outcomes and works give equal texts."""
    text = _part("records", {doi: dump(outcome) for doi, outcome in outcomes.items()})
    if works:
        text += f",\n{_part('works', works)}"
    return f'{{\n "version": {VERSION},\n{text}\n}}\n'


def _part(name: str, entries: Mapping[Doi, object]) -> str:
    lines = [
        f"  {json.dumps(doi.key, ensure_ascii=False)}: {json.dumps(entry, ensure_ascii=False)}"
        for doi, entry in sorted(entries.items(), key=lambda item: item[0].key)
    ]
    inner = ",\n".join(lines)
    return f' "{name}": {{\n{inner}\n }}'


def read(path: Path) -> Records:
    """Return the content of a records file.

    Raises:
        LookupSettingsError: if it cannot be read or is not valid; the message has the place.
    """
    try:
        text = _bytes(path).decode("utf-8-sig")
    except OSError as error:
        raise _error(path, error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise _error(path, f"not UTF-8 at byte {error.start}") from error
    try:
        return parse_text(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise _error(path, f"{where}: not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise _error(path, str(error)) from error


def _bytes(path: Path) -> bytes:
    """Return the bytes of a regular file; a pipe, or a file in `/proc`, might never end."""
    if path.exists() and not path.is_file():
        raise _error(path, "is a folder, not a file" if path.is_dir() else "not a regular file")
    if not path.stat().st_size:
        return b""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise _error(path, f"larger than {MAX_BYTES >> 20} MiB")
    return data


def parse_text(text: str) -> Records:
    """Return the content of the text of a records file.

    Raises:
        ValueError: if it is not valid; the message has the place.
    """
    whole = json.loads(text, object_pairs_hook=_members)
    if not isinstance(whole, dict) or not isinstance(whole.get("records"), dict):
        message = "a records file must be a JSON object with 'version' and 'records'"
        raise ValueError(message)  # noqa: TRY004 (one error for all that can be wrong)
    if type(whole.get("version")) is not int or whole["version"] != VERSION:
        message = f"'version' must be {VERSION}; write the file again with mdlint-doi record"
        raise ValueError(message)
    works = whole.get("works", {})
    if not isinstance(works, dict):
        message = "'works' must be a JSON object"
        raise ValueError(message)  # noqa: TRY004
    return Records(_entries(whole["records"], load), _entries(works, lambda members: members))


def _entries(members: Mapping[str, object], read: Callable[[object], T]) -> dict[Doi, T]:
    entries: dict[Doi, T] = {}
    for name, entry in members.items():
        try:
            doi = parse(name)
            value = read(entry)
        except ValueError as error:
            lead = f"{name!a} is not a DOI" if isinstance(error, DoiSyntaxError) else f"{name!a}"
            message = f"{lead}: {error}"
            raise ValueError(message) from error
        if doi in entries:
            message = f"{name!a} occurs twice"
            raise ValueError(message)
        entries[doi] = value
    return entries


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the members of a JSON object; raise ValueError if two have the same name."""
    members = dict(pairs)
    if len(members) < len(pairs):
        places = {name: at for at, (name, _) in enumerate(pairs)}
        twice = next(name for at, (name, _) in enumerate(pairs) if places[name] != at)
        message = f"{ascii(twice)[:100]} occurs twice"
        raise ValueError(message)
    return members


def _error(path: Path, why: str) -> LookupSettingsError:
    return LookupSettingsError(f"records file {path}: {why}")
