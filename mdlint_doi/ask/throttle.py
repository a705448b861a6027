"""The common state of all requests of a run to one service: one pause, one pace, one circuit.

- After a refusal (403, 429, 503), all requests pause, because a refusal concerns the client. Many
  other consecutive failures of first requests also start a pause.
- After a pause, one request is sent first, and its answer decides about the others. If requests
  that were sent before the pause fail, no second pause starts.
- After a 429, requests keep the interval that the server states.
- A pause that a server requires applies to all requests to this server in this process: look-ups,
  *Which RA*, works, searches. A run does not wait for a pause that is too long.
- A DOI is given up if its requests cause several pauses without any answer in between. Many such
  DOIs open the circuit: no more requests are sent. The circuit also opens after a long time with
  failures only, and if the next permitted request of a service is too far away.

It also decides when to repeat a request that brought no answer:

- A refusal concerns the client: the DOI goes to the end of the queue. Any other failure concerns
  one request: the DOI waits for the next round.
- Waits have full jitter (a uniform draw below a bound that doubles), so that many builds do not
  repeat their requests at the same time.

The clock is an argument: nothing in this module sleeps.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final

from mdlint_doi.ask.quota import Quota, in_words
from mdlint_doi.ask.settings import Limits
from mdlint_doi.names.outcome import Cause, Unknown

REFUSALS: Final = frozenset({403, 429, 503})  # HTTP statuses by which a server says: slow down
LONGEST: Final = 310.0
"""Seconds that are waited for the next request: DataCite counts in five minutes, and who counts in
hours would have a run do nothing until its time is over."""
_PAUSED: Final[dict[str, float]] = {}
"""Until when, by the clock of `Throttle`, servers want no request, by their addresses."""
_WIDEST = 2.0
_RELAX = 0.999
_FORGET = 0.99
_AGAIN = 1.5
_SURE = 50
_SPREAD = 0.25


class Next(Enum):
    """The next step for a DOI whose request failed."""

    GIVE_UP = "give-up"
    QUEUE = "queue"  # ask again behind the names that wait, once the common pause is over
    ROUND = "round"  # ask again when all others have had their turn


class Throttle:
    """The common state. Times are seconds of one monotonic clock."""

    def __init__(
        self, limits: Limits, draw: Callable[[], float], now: float, server: str = ""
    ) -> None:
        """Start with the pause of a `server`, if there is one; `draw`: random numbers in [0, 1)."""
        self.stopped: str | None = None  # why the circuit is open; None while it is closed
        self.waiting_for_first = False  # a pause was made and no answer has come since
        self.answered: float | None = None  # when a request was last answered
        self.quota: Quota | None = None  # what the service allows, as far as it says so
        self._by_strikes = False
        self._by_limit = False
        self._server = server
        self._limits = limits
        self._allowed = limits.strikes
        self._draw = draw
        self._not_before = now
        self._slot = now
        self._quiet_since = now
        self._since = now
        self._distance = 0.0  # seconds
        self._paused = 0.0  # seconds
        self._strikes = 0
        self._in_row = 0
        self._sent = 0
        self._struck: set[str] = set()

    @property
    def is_vain(self) -> bool:
        """Whether what fails now has been tried often enough, with pauses and no answer."""
        return self.stopped is not None or self._strikes >= self._allowed

    def delay(self, now: float) -> float:
        """Return the seconds until a request may be sent; 0 or less: at once."""
        wait = max(self._not_before, self._slot, _PAUSED.get(self._server, now)) - now
        return wait if self.quota is None else max(wait, self.quota.delay(now))

    @property
    def unasked(self) -> Unknown:
        """The outcome of a request that is not sent because the circuit is open."""
        cause = Cause.RATE_LIMITED if self._by_limit else Cause.CIRCUIT_OPEN
        return Unknown(cause, f"not looked up: {self.stopped}")

    def may_wait(self, now: float) -> bool:
        """Return whether to wait as long as the service requires; open the circuit if not."""
        until = _PAUSED.get(self._server, now)
        if until > max(now, self._not_before):  # what others were told holds here, too
            self._quiet_since += until - max(now, self._not_before)
            self._not_before = until
            self.waiting_for_first = True
        if until - now > self._limits.longest + _SPREAD:
            why = f"the server requires a wait of {in_words(until - now)}"
        elif self.quota is not None and self.quota.delay(now) > LONGEST:
            why = f"the service allows {self.quota}"
        else:
            return True
        if self.stopped is None:
            self.stop(why)
            self._by_limit = True
        return False

    def take(self, now: float) -> None:
        """Note that a request is sent."""
        if self.quota is not None:
            self.quota.take(now)
        self._slot = now + self._distance
        self._sent += 1

    def begin(self, now: float, strikes: int) -> None:
        """Note that questions are about to be put, maybe after a long silence of our own."""
        self._quiet_since = now
        self._allowed = strikes

    def forgive(self) -> None:
        """Close the circuit that failing names opened, and no other; pause and pace stay."""
        if self._by_strikes:
            self.stopped = None
        self._strikes = self._in_row = 0
        self._struck.clear()

    def succeeded(self, now: float, sent: float) -> None:
        """Note that a request, sent at `sent`, got an answer of any kind."""
        self.answered = self._quiet_since = now
        self._in_row = 0
        self._distance *= _RELAX
        self._paused *= _FORGET
        if sent >= self._not_before:
            self._strikes = 0
            self._struck.clear()
            self.waiting_for_first = False

    def failed(self, now: float, sent: float, why: str, target: str, *, again: bool) -> None:
        """Note a request without an answer; only a first one, not `again`, counts as in a row."""
        self._in_row += not again
        if now - self._quiet_since > self._limits.patience:
            self.stop(why)
        if sent < self._not_before:
            return
        if self.waiting_for_first or self._in_row >= self._limits.in_row:
            self._strike(now, None, why, target)

    def refused(
        self, now: float, sent: float, asked: float | None, status: int, target: str
    ) -> None:
        """Note a refusal of a request that was sent at `sent`; `asked`: its Retry-After."""
        if self.quota is not None:
            self.quota.refused(now)
        if asked is not None and asked > self._limits.longest:
            self.stop(f"HTTP {status}, with a request to wait {in_words(asked)}")
            self._not_before = now + asked
        elif sent < self._not_before:
            self._not_before = max(self._not_before, now + (asked or 0.0))
        else:
            self._strike(now, asked, f"HTTP {status}", target)
            if status == 429:
                self._keep_distance(now)
            self._since = self._not_before
            self._sent = 0

    def share_pause(self) -> None:
        """Apply the pause of the last refusal to all requests to the server."""
        _PAUSED[self._server] = max(self._not_before, _PAUSED.get(self._server, 0.0))

    def stop(self, why: str) -> None:
        """Open the circuit for good."""
        self.stopped = self.stopped or why
        self._by_strikes = False

    def _strike(self, now: float, asked: float | None, why: str, target: str) -> None:
        """Pause, or open the circuit if that was done often enough."""
        self._strikes += 1
        self._struck.add(target)
        wait = jittered(self._draw(), min(self._strikes, self._allowed), self._limits)
        if asked:
            wait = asked + _SPREAD * self._draw()
        self._paused += wait
        self._quiet_since += wait
        if self._paused > self._limits.total:
            self.stop(why)
        elif len(self._struck) >= self._allowed and self.stopped is None:
            self.stopped = why
            self._by_strikes = True
        self._not_before = now + wait
        self.waiting_for_first = True

    def _keep_distance(self, now: float) -> None:
        """Learn the pace from what the server let through; the fewer, the less is believed."""
        rhythm = (self._not_before - self._since) / max(1, self._sent)
        believed = rhythm * min(1.0, self._sent / _SURE)
        self._distance = min(_WIDEST, rhythm, max(self._distance * _AGAIN, believed))
        self._slot = now


def after_failure(cause: Cause, failures: int, attempts: int) -> Next:
    """Return what to do about a name whose request failed, `failures` times by now."""
    is_final = cause is Cause.OTHER_HANDLE or failures >= attempts
    return Next.GIVE_UP if is_final else Next.ROUND


def after_refusal(refusals: int, allowed: int) -> Next:
    """Return what to do about a name whose request was refused, `refusals` times by now."""
    return Next.QUEUE if refusals < allowed else Next.GIVE_UP


def jittered(draw: float, nth: int, limits: Limits) -> float:
    """Return the seconds before the `nth` repetition, from 1 on; `draw`: a chance in [0, 1)."""
    return draw * min(limits.longest, limits.base * 2.0 ** (nth - 1))
