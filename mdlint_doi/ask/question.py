"""One request to a server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from mdlint_doi.names.outcome import Unknown

T = TypeVar("T")


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
