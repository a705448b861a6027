"""Decide when to repeat a request that brought no answer.

- A refusal concerns the client: the DOI goes to the end of the queue. Any other failure concerns
  one request: the DOI waits for the next round.
- Waits have full jitter (a uniform draw below a bound that doubles), so that many builds do not
  repeat their requests at the same time.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from mdlint_doi.ask.settings import Limits
from mdlint_doi.names.outcome import Cause

REFUSALS: Final = frozenset({403, 429, 503})  # HTTP statuses that ask a client to slow down


class Next(Enum):
    """The next step for a DOI whose request failed."""

    GIVE_UP = "give-up"
    QUEUE = "queue"  # repeat it after the waiting requests, when the common pause is over
    ROUND = "round"  # repeat it after all others


def after_failure(cause: Cause, failures: int, attempts: int) -> Next:
    """Return the next step for a DOI whose request has failed `failures` times."""
    is_final = cause is Cause.OTHER_HANDLE or failures >= attempts
    return Next.GIVE_UP if is_final else Next.ROUND


def after_refusal(refusals: int, allowed: int) -> Next:
    """Return the next step for a DOI whose request was refused `refusals` times."""
    return Next.QUEUE if refusals < allowed else Next.GIVE_UP


def jittered(draw: float, nth: int, limits: Limits) -> float:
    """Return the seconds before the `nth` repetition, from 1; `draw`: a random number in [0, 1)."""
    return draw * min(limits.longest, limits.base * 2.0 ** (nth - 1))
