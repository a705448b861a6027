"""An outcome as JSON, for the cache and for records files; what is read is checked.

Found has `agency`, `target`, `alias`, `deleted` where they are known and `read` where the record
was read; Missing has `code` and `agency`. Unknown is never stored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from mdlint_doi.names.outcome import Found, HandleRecord, Missing

Stored = Found | Missing

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
