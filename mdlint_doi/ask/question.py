"""One question to a server, and what all responses have in common: trouble, and JSON."""

from __future__ import annotations

from collections.abc import Callable
from json import loads
from typing import Final, Generic, NamedTuple, NoReturn, TypeVar

from mdlint_doi.names.outcome import Cause, Unknown

T = TypeVar("T")

_BOM: Final = b"\xef\xbb\xbf"
_REFUSALS: Final = frozenset({401, 403, 407, 451})
_TOO_MANY: Final = frozenset({429, 503})


class Question(NamedTuple, Generic[T]):
    """One request.

    Attributes:
        target: path of the request, encoded.
        read: what makes an answer, or Unknown, of status and body; must not raise.
        done: called once, with the final answer.
        attempts: how many times it may fail; refusals are not counted.
        refusals: how many times the server may refuse it.
        before: why another way to ask failed, for the case that this one can't be tried.
        too_large: the answer, where the server's is larger than is read; None: Unknown.

    """

    target: str
    read: Callable[[int, bytes], T | Unknown]
    done: Callable[[T | Unknown], None]
    attempts: int
    refusals: int
    before: Unknown | None = None
    too_large: T | None = None


def read_trouble(status: int, body: bytes) -> Unknown | None:
    """Return why a response is no answer at all, of any service; None if it may be one."""
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
        _refuse("a member is there twice")
    return members


def _refuse(what: str) -> NoReturn:
    raise ValueError(what)
