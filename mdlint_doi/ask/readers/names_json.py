"""The JSON of cached answers, and the first kind of answers: whether DOIs are registered.

The other kinds are the works of DOIs (`works_json`, with the agencies of prefixes) and the results
of a search (`ask/search`). An outcome is JSON in the cache and in records files. `Unknown` is never
stored. The answer about a registered DOI is valid for 30 days, and the answer about one that is not
registered for a day.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, Generic, TypeVar
from zlib import crc32

from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, HandleRecord, Missing
from mdlint_doi.services import HANDLES, Days
from mdlint_doi.text.value import Value

K = TypeVar("K")
A = TypeVar("A")
Stored = Found | Missing

DAY: Final = 86_400.0
FOUND_DAYS: Final = HANDLES.valid_days.if_unreachable
MISSING_DAYS: Final = HANDLES.valid_days.absent
MOST_AGENCY: Final = 100  # the most code points of an agency's name
_JITTER: Final = 0.2
_FOUND: Final = {"outcome": str, "agency": str, "read": bool, "target": str, "alias": str,
                 "deleted": bool}  # fmt: skip
_MISSING: Final = {"outcome": str, "agency": str, "code": int}
_CODES: Final = frozenset({100, 301})


class AnswerKind(Value, Generic[K, A]):
    """The form of answers `A` about `K` in the cache.

    Attributes:
        key: returns the key under which the cache keeps an answer.
        read: makes an answer from its text and the Unix time of its entry; returns None, or raises
            ValueError, TypeError or RecursionError, if the text is not an answer.
        write: returns an answer as one line of JSON.
        days: returns the days for which an answer is valid, from the answer, its key, and the limit
            of the user in days (None: no limit).
        removed: the number of days after which an entry is removed; None: entries are removed only
            when there are many.
        since: returns the Unix time when the answer first arrived; 0: when it is written.
    """

    key: Callable[[K], str]
    read: Callable[[str, float], A | None]
    write: Callable[[A], str]
    days: Callable[[A, str, float | None], Days]
    removed: float | None = None
    since: Callable[[A], float] = lambda _: 0.0


def dump(outcome: Stored) -> dict[str, str | int]:
    """Return the outcome as members of a JSON object, `outcome` first, without empty ones."""
    members: dict[str, str | int | None]
    match outcome:
        case Missing():
            members = {"outcome": "missing", "code": outcome.code, "agency": outcome.agency}
        case Found(None, agency):
            members = {"outcome": "found", "agency": agency}
        case Found(HandleRecord() as record, agency):
            members = {
                "outcome": "found",
                "agency": agency,
                "read": True,
                "target": record.target,
                "alias": record.alias,
                "deleted": record.deleted or None,
            }
    return {name: value for name, value in members.items() if value is not None}


@lru_cache(maxsize=256)
def text(outcome: Stored) -> str:
    """Return an outcome as one line of JSON; equal outcomes have equal texts."""
    return json.dumps(dump(outcome), ensure_ascii=False)


def load(members: object) -> Stored:
    """Return the outcome from the members of a JSON object.

    Raises:
        ValueError: if a member is not valid; the message names it.
    """
    if not isinstance(members, dict):
        message = "an outcome must be a JSON object"
        raise ValueError(message)  # noqa: TRY004 (one error for all that can be wrong)
    match members.get("outcome"):
        case "found":
            _check(members, _FOUND)
            record = None
            if members.get("read"):
                target, alias = members.get("target"), members.get("alias")
                record = HandleRecord(target, alias, deleted=members.get("deleted") is True)
            return Found(record, _agency(members))
        case "missing":
            _check(members, _MISSING)
            code = members.get("code", 100)
            if code not in _CODES:
                message = f"'code' is {code!r}; it must be 100 or 301"
                raise ValueError(message)
            return Missing(code, _agency(members))
        case other:
            message = f"'outcome' is {ascii(other)[:80]}; it must be 'found' or 'missing'"
            raise ValueError(message)


def _agency(members: Mapping[str, object]) -> str | None:
    """Return the agency, cut to the usual length, because anybody may have written the file."""
    agency = members.get("agency")
    return agency[:MOST_AGENCY] if isinstance(agency, str) else None


def _check(members: Mapping[str, object], kinds: Mapping[str, type]) -> None:
    for name, value in members.items():
        if name not in kinds:
            message = f"unknown member {ascii(name)[:80]} (valid: {', '.join(kinds)})"
            raise ValueError(message)
        if type(value) is not kinds[name]:
            message = f"'{name}' is {ascii(value)[:80]}; it must be of type {kinds[name].__name__}"
            raise ValueError(message)


@lru_cache(maxsize=256)
def _read(entry: str) -> Stored:
    """Return the outcome of an entry; equal entries share one object."""
    return load(json.loads(entry))


def _days(outcome: Stored, key: str, most: float | None) -> Days:
    """Return the days for which an outcome is valid."""
    if not isinstance(outcome, Found):
        days = MISSING_DAYS if most is None else min(MISSING_DAYS, most)
    elif most is not None:
        days = most
    else:
        # Up to a fifth less, so that the entries of one day do not all expire on one day.
        days = FOUND_DAYS * (1.0 - _JITTER * crc32(key.encode()) / 2**32)
    return Days(days, days)


NAMES: Final = AnswerKind[Doi, Stored](
    key=lambda doi: doi.key, read=lambda entry, _: _read(entry), write=text, days=_days
)
"""The outcomes of look-ups in the cache."""
