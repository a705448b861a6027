"""Texts that were found clean, and the answers that this rests on: the cache's second table.

An entry is believed for as long as the cache believes each of these answers, and holds it in the
same words. What a digest is made of is the business of `mdlint_doi.project.clean_files`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from time import time
from typing import Final

from mdlint_doi.lookup.cache import DAY, FOUND_DAYS, Cache, transaction

_SELECT: Final = "SELECT answers FROM clean WHERE digest = ?"
_INSERT: Final = "INSERT OR REPLACE INTO clean VALUES (?, ?, ?)"
_PRUNE: Final = "DELETE FROM clean WHERE kept < ?"


def read(cache: Cache, digest: bytes) -> dict[str, str] | None:
    """Return the answers that a clean text rests on, as they are stored, by the names' keys.

    None if the text is not known, or if an answer has changed or is no longer believed.
    """

    def select(connection: sqlite3.Connection) -> object:
        row = connection.execute(_SELECT, (digest,)).fetchone()
        return row[0] if row else None

    answers = _answers(cache.open().use(select, None))
    if answers and cache.texts(answers) != answers:
        return None
    return answers


def write(cache: Cache, found: Mapping[bytes, Mapping[str, str]]) -> None:
    """Keep clean texts, given by their digests, with their answers; forget old ones."""
    if not found:
        return
    now = time()
    rows = [(digest, json.dumps(answers), now) for digest, answers in found.items()]

    def insert(connection: sqlite3.Connection) -> None:
        with transaction(connection):
            connection.execute(_PRUNE, (now - FOUND_DAYS * DAY,))
            connection.executemany(_INSERT, rows)

    cache.open().use(insert, None, writes=True)


def _answers(entry: object) -> dict[str, str] | None:
    """Return what an entry holds; None if it is none of ours."""
    try:
        answers = json.loads(entry) if isinstance(entry, str) else None
    except (ValueError, RecursionError):
        return None
    return answers if isinstance(answers, dict) else None
