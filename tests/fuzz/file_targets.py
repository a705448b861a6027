"""Files and answers of strangers: whatever their bytes, they are read or refused in one line."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from functools import cache as once
from math import isnan
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from mdlint_doi.ask import records as records_files
from mdlint_doi.ask.cache_file import FILE_NAME, clear, statistics
from mdlint_doi.ask.readers.handles import read_answer
from mdlint_doi.ask.readers.names_json import dump, load
from mdlint_doi.ask.readers.which_ra import read_agencies
from mdlint_doi.ask.settings import LookupSettingsError
from mdlint_doi.ask.store import Cache
from mdlint_doi.config.load import read_settings
from mdlint_doi.lint import baseline as baselines
from mdlint_doi.lint.settings import SettingsError
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Found, HandleRecord, Missing, Unknown

SETTINGS_ERRORS: Final = (SettingsError,)
BASELINE_ERRORS: Final = (baselines.BaselineError,)
RECORDS_ERRORS: Final = (LookupSettingsError,)

_SERVER: Final = "https://doi.org"
_NAMES: Final = ("10.1000/182", "10.1000/456#789", "10.1000/É")
_DOIS: Final = tuple(map(parse, _NAMES))
_STATUSES: Final = (200, 404, 400, 500, 429, 403, 302, 503, 408)
_FOUND: Final = Found(HandleRecord("https://a.example/é", "10.1000/b"), "Crossref")


@once
def _folder() -> TemporaryDirectory[str]:
    """Return a folder that lasts as long as the run."""
    logging.getLogger("mdlint_doi").addHandler(logging.NullHandler())
    return TemporaryDirectory(prefix="fuzz-")


def settings(data: bytes) -> None:
    """A configuration file is settings, or one line that says what is wrong."""
    path = Path(_folder().name, "settings.toml")
    path.write_bytes(data)
    try:
        found = read_settings(path)
    except SettingsError as error:
        assert str(error).isprintable()  # noqa: PT017 - and it is one of the allowed
        raise
    assert found.server.startswith("https://")


def baseline(text: str) -> None:
    """A baseline counts findings, or is refused."""
    try:
        known = baselines.parse(text)
    except baselines.BaselineError as error:
        assert str(error).isprintable()  # noqa: PT017
        raise
    assert all(count > 0 for count in known.values())


def records(data: bytes) -> None:
    """A records file holds outcomes, which come out as they go in, or is refused."""
    path = Path(_folder().name, "records.json")
    path.write_bytes(data)
    try:
        found = records_files.read(path).outcomes
    except LookupSettingsError as error:
        assert str(error).isprintable()  # noqa: PT017
        raise
    assert records_files.parse_text(records_files.render(found)).outcomes == found


def answer(data: bytes) -> None:
    """Whatever a server sends is an outcome; a verdict names the handle that was asked."""
    status = _STATUSES[data[0] % len(_STATUSES)] if data else 200
    for body in (data, data[1:]):
        outcome = read_answer(status, body, _DOIS[0])
        assert isinstance(outcome, Found | Missing | Unknown)
        if isinstance(outcome, Unknown):
            assert outcome.detail.isprintable()
        else:
            assert load(dump(outcome)) == outcome
        agencies = read_agencies(status, body, _NAMES[:1])
        assert isinstance(agencies, Unknown) or len(agencies) < 2


def cache(data: bytes) -> None:
    """A cache file may hold anything: what is asked of it is answered, what is kept is there."""
    with TemporaryDirectory(dir=_folder().name) as folder:
        Path(folder, FILE_NAME).write_bytes(data)
        _use(Path(folder))


def rows(data: bytes) -> None:
    """The same for a database of ours with odd rows: `key`, `outcome` and time, a line each."""
    with TemporaryDirectory(dir=_folder().name) as folder:
        with Cache(folder, _SERVER) as ours:
            ours.write({_DOIS[1]: _FOUND})
        with closing(sqlite3.connect(Path(folder, FILE_NAME))) as database, database:
            for line in data.split(b"\n"):
                key, outcome, answered, *_ = *line.split(b"\t"), b"", b""
                values = (_SERVER, _value(key), _value(outcome), _value(answered))
                database.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", values)
        _use(Path(folder))


def _value(raw: bytes) -> object:
    """Return a text where the bytes are one, and now and then what the column is not made for."""
    if raw.startswith(b"\xff"):
        return raw[1:]
    text = raw.decode("utf-8", "replace")
    try:
        number = float(text)
    except ValueError:
        return text
    return text if isnan(number) else number  # SQLite takes NaN for NULL


def _use(folder: Path) -> None:
    with Cache(folder, _SERVER) as ours:
        assert set(ours.read(_DOIS)) <= set(_DOIS)
        ours.write({_DOIS[0]: _FOUND, _DOIS[2]: Missing(301)})
        kept = ours.read(_DOIS)
    assert not kept or kept[_DOIS[0]] == _FOUND
    assert all(group.count > 0 for group in statistics(folder).groups)
    clear(folder)
    with Cache(folder, _SERVER) as ours:
        assert ours.read(_DOIS) == {}
