"""The common state of all requests of a run to one service: one pause, one pace, one circuit.

- After a refusal (403, 429, 503), all requests pause, because a refusal concerns the client. Many
  other consecutive failures of first requests also start a pause.
- After a pause, one request is sent first, and its answer decides about the others. If requests
  that were sent before the pause fail, no second pause starts.
- After a 429, requests keep a distance, which follows from the requests sent before it.
- A pause that a server requires applies to all requests to this server in this process: look-ups,
  *Which RA*, works, searches. A run does not wait for a pause that is too long.
- A DOI is given up if its requests cause several pauses without any answer in between. Many such
  DOIs open the circuit: no more requests are sent. The circuit also opens after a long time with
  failures only, and if the next permitted request of a service is too far away.
- In an outage, a server has not answered yet and fails in the same way each time. Then the circuit
  opens after a few seconds, unless the server requires a wait (429, or Retry-After).

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

REFUSALS: Final = frozenset({403, 429, 503})  # HTTP statuses that ask a client to slow down
LONGEST: Final = 310.0
"""The longest wait for the next request, in seconds.
DataCite counts requests in five minutes. If a service counted in hours, a run would only wait.
"""
_PAUSED: Final[dict[str, float]] = {}
"""The end of the pause of each server, by its address, on the clock of `Throttle`."""
_WIDEST = 2.0  # the most seconds between two requests
_RELAX = 0.999  # each answer multiplies the distance between requests by this
_FORGET = 0.99  # each answer multiplies the sum of all pauses by this
_AGAIN = 1.5  # a further 429 multiplies the distance by this, up to the measured pace
_SURE = 50  # requests before a refusal, from which the measured pace is used fully
_SPREAD = 0.25  # seconds that are added, at most, to a pause that the server states


class Next(Enum):
    """The next step for a DOI whose request failed."""

    GIVE_UP = "give-up"
    QUEUE = "queue"  # repeat it after the waiting requests, when the common pause is over
    ROUND = "round"  # repeat it after all others


class Throttle:
    """The common state of requests to one service. Times are seconds on one monotonic clock."""

    def __init__(
        self, limits: Limits, draw: Callable[[], float], now: float, server: str = ""
    ) -> None:
        """Start with the pause of the `server`, if any; `draw` returns numbers in [0, 1)."""
        self.stopped: str | None = None  # why the circuit is open; None while it is closed
        self.waiting_for_first = False  # whether no answer has arrived since the last pause
        self.answered: float | None = None  # time of the last answer
        self.quota: Quota | None = None  # the limits of the service, if they are known
        self._by_strikes = False  # whether failing DOIs opened the circuit
        self._by_limit = False  # whether a wait that is too long opened the circuit
        self._server = server
        self._limits = limits
        self._allowed = limits.strikes
        self._draw = draw
        self._not_before = now  # the end of the pause
        self._slot = now  # the earliest time of the next request by the pace
        self._quiet_since = now  # the time of the last answer, without the pauses since then
        self._since = now  # the end of the last pause after a refusal
        self._distance = 0.0  # seconds between two requests
        self._paused = 0.0  # seconds of all pauses; each answer reduces them
        self._strikes = 0  # pauses since the last answer
        self._in_row = 0  # consecutive failures
        self._sent = 0  # requests since the last refusal
        self._struck: set[str] = set()  # targets of the requests that caused these pauses
        # Before the first answer: the time and cause of the first failure; "": causes differ.
        self._first_failure: tuple[float, str] | None = None

    @property
    def has_given_up(self) -> bool:
        """Whether failed requests are not repeated, because several pauses brought no answer."""
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
        if until > max(now, self._not_before):  # a pause of other requests also applies here
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

    def shortened(self, wait: float, now: float) -> float:
        """Return the seconds of a wait; in a possible outage, it ends when this is decided."""
        if self.answered is not None or self._first_failure is None or not self._first_failure[1]:
            return wait
        return min(wait, max(0.0, self._first_failure[0] + self._limits.unanswered - now))

    def take(self, now: float) -> None:
        """Note that a request is sent."""
        if self.quota is not None:
            self.quota.take(now)
        self._slot = now + self._distance
        self._sent += 1

    def begin(self, now: float, strikes: int) -> None:
        """Start a series of requests, perhaps after a long time; `strikes`: its allowed pauses."""
        self._quiet_since = now
        self._allowed = strikes

    def forgive(self) -> None:
        """Close the circuit if failing DOIs opened it; the pause and the pace stay."""
        if self._by_strikes:
            self.stopped = None
        self._strikes = self._in_row = 0
        self._struck.clear()

    def succeeded(self, now: float, sent: float) -> None:
        """Note that a request, sent at `sent`, received an answer of any kind."""
        self.answered = self._quiet_since = now
        self._in_row = 0
        self._distance *= _RELAX
        self._paused *= _FORGET
        if sent >= self._not_before:
            self._strikes = 0
            self._struck.clear()
            self.waiting_for_first = False

    def failed(self, now: float, sent: float, why: str, target: str, *, again: bool) -> None:
        """Note a failed request; a repeated one (`again`) is not counted as a failure in a row."""
        self._in_row += not again
        self._note_outage(now, why, may_last=True)
        if now - self._quiet_since > self._limits.patience:
            self.stop(why)
        if sent < self._not_before:
            return
        if self.waiting_for_first or self._in_row >= self._limits.in_row:
            self._strike(now, None, why, target)

    def refused(
        self, now: float, sent: float, asked: float | None, status: int, target: str
    ) -> None:
        """Note a refusal of a request, sent at `sent`; `asked`: its Retry-After in seconds."""
        self._note_outage(now, f"HTTP {status}", may_last=status != 429 and asked is None)
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

    def _note_outage(self, now: float, why: str, *, may_last: bool) -> None:
        """Note a failure before the first answer; open the circuit if all were alike for too long.

        Args:
            now: the time.
            why: the reason of the failure; the cause stands before a colon.
            may_last: False if the server requires a wait.
        """
        cause = why.partition(":")[0] if may_last else ""
        since, first = self._first_failure or (now, cause)
        self._first_failure = since, cause if cause == first else ""
        # A series with fewer strikes than usual is followed by requests to a different service.
        is_last = self._allowed >= self._limits.strikes
        if is_last and self.shortened(1.0, now) <= 0:
            self.stop(why)

    def _strike(self, now: float, asked: float | None, why: str, target: str) -> None:
        """Start a pause; open the circuit after too many of them."""
        self._strikes += 1
        self._struck.add(target)
        wait = jittered(self._draw(), min(self._strikes, self._allowed), self._limits)
        wait = asked + _SPREAD * self._draw() if asked else self.shortened(wait, now)
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
        """Set the pace from the requests before a refusal; a small number of them counts less."""
        rhythm = (self._not_before - self._since) / max(1, self._sent)
        believed = rhythm * min(1.0, self._sent / _SURE)
        self._distance = min(_WIDEST, rhythm, max(self._distance * _AGAIN, believed))
        self._slot = now


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
