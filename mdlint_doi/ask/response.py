"""Read a response from any service: its JSON, or the reason why it is not an answer."""

from __future__ import annotations

from json import loads
from typing import Final, NoReturn

from mdlint_doi.names.outcome import Cause, Unknown

_BOM: Final = b"\xef\xbb\xbf"
_TROUBLE: Final = {
    **dict.fromkeys((429, 503), Cause.RATE_LIMITED),
    **dict.fromkeys((401, 403, 407, 451), Cause.BLOCKED),
    408: Cause.TIMEOUT,
}


def read_trouble(status: int, body: bytes) -> Unknown | None:
    """Return why a response is no answer at all, of any service; None if it may be one."""
    if status in _TROUBLE or status >= 500:
        return Unknown(_TROUBLE.get(status, Cause.SERVER_ERROR), f"HTTP {status}")
    if body.lstrip(_BOM + b" \t\r\n")[:1] == b"<":
        return Unknown(Cause.BLOCKED, f"HTTP {status} with a web page instead of JSON")
    return None


def read_json(body: bytes) -> object:
    """Return the value of a JSON text in UTF-8 (RFC 8259); None for none, NaN or a name twice."""
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
        _refuse("a member of an object occurs twice")
    return members


def _refuse(what: str) -> NoReturn:
    raise ValueError(what)
