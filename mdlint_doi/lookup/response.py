"""What both services' responses have in common: why one is no answer, and its JSON."""

from __future__ import annotations

from json import loads
from typing import Final, NoReturn

from mdlint_doi.names.outcome import Cause, Unknown

_BOM: Final = b"\xef\xbb\xbf"
_REFUSALS: Final = frozenset({401, 403, 407, 451})
_TOO_MANY: Final = frozenset({429, 503})


def read_trouble(status: int, body: bytes) -> Unknown | None:
    """Return why a response is no answer at all, of either service; None if it may be one."""
    if status in _TOO_MANY:
        return Unknown(Cause.RATE_LIMITED, f"HTTP {status}")
    if status in _REFUSALS:
        return Unknown(Cause.BLOCKED, f"HTTP {status}")
    if status == 408:
        return Unknown(Cause.TIMEOUT, f"HTTP {status}")
    if status >= 500:
        return Unknown(Cause.SERVER_ERROR, f"HTTP {status}")
    if body.lstrip(_BOM + b" \t\r\n")[:1] == b"<":
        return Unknown(Cause.BLOCKED, f"HTTP {status} with a web page where JSON is due")
    return None


def read_json(body: bytes) -> object:
    """Return the value of a JSON text in UTF-8 (RFC 8259); None for what is none.

    Nor is what could be read in two ways: a member that is there twice, or NaN.
    """
    try:
        value: object = loads(
            body.removeprefix(_BOM).decode(), object_pairs_hook=_members, parse_constant=_refuse
        )
    except (ValueError, RecursionError):
        return None
    return value


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        _refuse("a member twice")
    return members


def _refuse(what: str) -> NoReturn:
    raise ValueError(what)
