"""One request to a server, and the common part of reading a response.

From a response, the readers of services take its JSON, or the reason why it is not an answer.
"""

from __future__ import annotations

from collections.abc import Callable
from json import loads
from typing import Final, Generic, NamedTuple, NoReturn, TypeVar

from mdlint_doi.names.outcome import Cause, Unknown

T = TypeVar("T")

_BOM: Final = b"\xef\xbb\xbf"
_TROUBLE: Final = {
    **dict.fromkeys((429, 503), Cause.RATE_LIMITED),
    **dict.fromkeys((401, 403, 407, 451), Cause.BLOCKED),
    408: Cause.TIMEOUT,
}


class Question(NamedTuple, Generic[T]):
    """One request.

    Attributes:
        target: the path of the request, percent-encoded.
        read: makes the answer from the status and the body; never raises.
        done: is called once, with the final answer.
        attempts: how many times it may fail; refusals are not counted.
        refusals: how many times the server may refuse it.
        before: the reason why a request to a different service failed; it is the answer if this
            request cannot be sent. None: there was no such request.
        too_large: the answer if the body is longer than `Limits.body`; None: `Unknown`.
    """

    target: str
    read: Callable[[int, bytes], T | Unknown]
    done: Callable[[T | Unknown], None]
    attempts: int
    refusals: int
    before: Unknown | None = None
    too_large: T | None = None


def read_trouble(status: int, body: bytes) -> Unknown | None:
    """Return the reason why a response is not an answer of a service; None if it may be one."""
    if status in _TROUBLE or status >= 500:
        return Unknown(_TROUBLE.get(status, Cause.SERVER_ERROR), f"HTTP {status}")
    if body.lstrip(_BOM + b" \t\r\n")[:1] == b"<":
        return Unknown(Cause.BLOCKED, f"HTTP {status} with a web page instead of JSON")
    return None


def read_json(body: bytes) -> object:
    """Return the value of a JSON text in UTF-8 (RFC 8259); None if it is not valid.

    NaN and repeated members are not valid.
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
        _refuse("a member of an object occurs twice")
    return members


def _refuse(what: str) -> NoReturn:
    raise ValueError(what)
