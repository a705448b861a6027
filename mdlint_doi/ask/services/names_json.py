"""An outcome as JSON, for the cache and for records files; what is read is checked.

How long one is believed: a registered name 30 days, a missing one for a day.

Found has `agency`, `target`, `alias`, `deleted` where they are known and `read` where the record
was read; Missing has `code` and `agency`. Unknown is never stored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Final
from zlib import crc32

from mdlint_doi.ask.kind import AnswerKind, Believed
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.outcome import Found, HandleRecord, Missing
from mdlint_doi.services import HANDLES

Stored = Found | Missing

FOUND_DAYS: Final = HANDLES.believed.at_all
MISSING_DAYS: Final = HANDLES.believed.absent
_JITTER: Final = 0.2

_FOUND: Final = {"outcome": str, "agency": str, "read": bool, "target": str, "alias": str,
                 "deleted": bool}  # fmt: skip
_MISSING: Final = {"outcome": str, "agency": str, "code": int}
MOST_AGENCY: Final = 100
"""Code points of an Agency's name."""
_CODES: Final = frozenset({100, 301})


def dump(outcome: Stored) -> dict[str, str | int]:
    """Return the members of an outcome that say something, `outcome` first."""
    members: dict[str, str | int | None]
    match outcome:
        case Missing():
            members = {"outcome": "missing", "code": outcome.code, "agency": outcome.agency}
        case Found():
            members = {"outcome": "found", "agency": outcome.agency, **_members(outcome.record)}
    return {name: value for name, value in members.items() if value is not None}


@lru_cache(maxsize=256)
def text(outcome: Stored) -> str:
    """Return an outcome as one line of JSON; equal outcomes have equal texts."""
    return json.dumps(dump(outcome), ensure_ascii=False)


def load(members: object) -> Stored:
    """Return the outcome of such members.

    Raises:
        ValueError: says which member is wrong, and what it may be.

    """
    if not isinstance(members, dict):
        message = "an outcome is a JSON object"
        raise ValueError(message)  # noqa: TRY004 (one error for all that can be wrong)
    match members.get("outcome"):
        case "found":
            _check(members, _FOUND)
            return Found(_record(members), _agency(members))
        case "missing":
            _check(members, _MISSING)
            code = members.get("code", 100)
            if code not in _CODES:
                message = f"'code' is {code!r}; it may be 100 or 301"
                raise ValueError(message)
            return Missing(code, _agency(members))
        case other:
            message = f"'outcome' is {ascii(other)[:80]}; it may be 'found' or 'missing'"
            raise ValueError(message)


def _members(record: HandleRecord | None) -> dict[str, str | int | None]:
    if record is None:
        return {}
    deleted = True if record.deleted else None
    return {"read": True, "target": record.target, "alias": record.alias, "deleted": deleted}


def _agency(members: Mapping[str, object]) -> str | None:
    """Return the Agency, no longer than one that is learned: who wrote the file may be anybody."""
    agency = members.get("agency")
    return agency[:MOST_AGENCY] if isinstance(agency, str) else None


def _record(members: Mapping[str, object]) -> HandleRecord | None:
    if not members.get("read"):
        return None
    target, alias = members.get("target"), members.get("alias")
    return HandleRecord(
        target if isinstance(target, str) else None,
        alias if isinstance(alias, str) else None,
        deleted=members.get("deleted") is True,
    )


def _check(members: Mapping[str, object], kinds: Mapping[str, type]) -> None:
    for name, value in members.items():
        if name not in kinds:
            message = f"{ascii(name)[:80]} is not known; known are {', '.join(kinds)}"
            raise ValueError(message)
        if type(value) is not kinds[name]:
            message = f"'{name}' is {ascii(value)[:80]}; it must be a {kinds[name].__name__}"
            raise ValueError(message)


@lru_cache(maxsize=256)
def _read(entry: str) -> Stored | None:
    """Return the outcome of an entry, one for all that are alike; None if it is none of ours."""
    try:
        return load(json.loads(entry))
    except (ValueError, RecursionError):
        return None


def _days(outcome: Stored, key: str, most: float | None) -> Believed:
    """Return how long an outcome is believed.

    Without a choice, Found is believed less by up to a fifth, so that entries of one day do not
    all grow old on one day.
    """
    if not isinstance(outcome, Found):
        days = MISSING_DAYS if most is None else min(MISSING_DAYS, most)
    elif most is not None:
        days = most
    else:
        days = FOUND_DAYS * (1.0 - _JITTER * crc32(key.encode()) / 2**32)
    return Believed(days, days)


NAMES: Final = AnswerKind[Doi, Stored](
    key=lambda doi: doi.key, read=lambda entry, _: _read(entry), write=text, days=_days
)
"""Whether names are registered."""
