"""What all requests of a run share: one pause, one pace, one circuit.

- A refusal, or many failures in a row among names asked for the first time, starts a pause.
  After it one request goes first; the rest follow when it is answered. What was in flight when
  the pause began starts no second one.
- After a 429 requests keep a distance from each other, as the server's own rhythm shows it: as
  many as got through, over the time they took and the pause that followed. Answers shorten it.
- Pauses without any answer in between end the tries of the names that caused them. If those are
  many, they open the circuit: nothing is asked any more. So does a long time of failures only, and
  a service that allows the next request after longer than anybody waits.

The clock comes in as an argument, so that nothing here sleeps. The price of the one first
request is a round trip after each pause.
"""

from __future__ import annotations

from collections.abc import Callable

from mdlint_doi.lookup.backoff import in_words, jittered
from mdlint_doi.lookup.quota import LONGEST, Quota
from mdlint_doi.lookup.settings import Limits
from mdlint_doi.names.outcome import Cause, Unknown

_WIDEST = 2.0
_RELAX = 0.999
_FORGET = 0.99
_AGAIN = 1.5
_SURE = 50
_SPREAD = 0.25
_TOO_MANY = 429


class Throttle:
    """The common state. Times are seconds of one monotonic clock.

    Attributes:
        stopped: why the circuit is open; None while it is closed.
        waiting_for_first: a pause was made and no answer has come since.
        answered: when a request was last answered; None: never.
        quota: what the service allows, beside what it teaches by refusals; None: not known.

    """

    def __init__(self, limits: Limits, draw: Callable[[], float], now: float) -> None:
        """Start with no pause; `draw` gives random numbers in [0, 1)."""
        self.stopped: str | None = None
        self.waiting_for_first = False
        self.answered: float | None = None
        self.quota: Quota | None = None
        self._by_strikes = self._by_quota = False
        self._limits = limits
        self._allowed = limits.strikes
        self._draw = draw
        self._not_before = now
        self._distance = 0.0
        self._slot = now
        self._strikes = 0
        self._struck: set[str] = set()
        self._in_row = 0
        self._paused = 0.0
        self._quiet_since = now
        self._since = now
        self._sent = 0

    @property
    def is_vain(self) -> bool:
        """Whether what fails now has been tried often enough, with pauses and no answer."""
        return self.stopped is not None or self._strikes >= self._allowed

    def delay(self, now: float) -> float:
        """Return the seconds until a request may be sent; 0 or less: at once."""
        wait = max(self._not_before, self._slot) - now
        return wait if self.quota is None else max(wait, self.quota.delay(now))

    @property
    def unasked(self) -> Unknown:
        """What is said of a question that is not put, once the circuit is open."""
        if self._by_quota:
            return Unknown(Cause.RATE_LIMITED, f"not asked: {self.stopped}")
        return Unknown(Cause.CIRCUIT_OPEN, f"not asked: {self.stopped}")

    def heeds_quota(self, now: float) -> bool:
        """Return whether to wait as long as the quota asks for; open the circuit if not."""
        if self.quota is None or self.quota.delay(now) <= LONGEST:
            return True
        if self.stopped is None:
            self.stop(f"the service allows {self.quota}")
            self._by_quota = True
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
        """Close the circuit that failing names opened: others are to be asked, elsewhere.

        Pause and pace stay, and so does a circuit that was opened for another reason.
        """
        if self._by_strikes:
            self.stopped = None
        self._strikes = self._in_row = 0
        self._struck.clear()

    def succeeded(self, now: float, sent: float) -> None:
        """Note that a request, sent at `sent`, was answered, whatever was said of the name."""
        self.answered = self._quiet_since = now
        self._in_row = 0
        self._distance *= _RELAX
        self._paused *= _FORGET
        if sent >= self._not_before:
            self._strikes = 0
            self._struck.clear()
            self.waiting_for_first = False

    def failed(self, now: float, sent: float, why: str, target: str, *, again: bool) -> None:
        """Note that a request, sent at `sent`, brought no answer.

        Names that are asked `again` have failed before: a row of them says little.
        """
        self._in_row += not again
        if now - self._quiet_since > self._limits.patience:
            self.stop(why)
        if sent < self._not_before:
            return
        if self.waiting_for_first or self._in_row >= self._limits.in_row:
            self._strike(now, None, why, target)

    def refused(
        self,
        now: float,
        sent: float,
        asked: float | None,
        status: int,
        target: str,
    ) -> None:
        """Note a refusal.

        Args:
            now: when it came.
            sent: when its request was sent.
            asked: the seconds of its Retry-After, if any.
            status: of HTTP.
            target: of the request.

        """
        if self.quota is not None:
            self.quota.refused(now)
        if asked is not None and asked > self._limits.longest:
            self.stop(f"HTTP {status}, and asked to wait {in_words(asked)}")
        elif sent < self._not_before:
            self._not_before = max(self._not_before, now + (asked or 0.0))
        else:
            self._strike(now, asked, f"HTTP {status}", target)
            if status == _TOO_MANY:
                self._keep_distance(now)
            self._since, self._sent = self._not_before, 0

    def stop(self, why: str) -> None:
        """Open the circuit for good."""
        self.stopped, self._by_strikes = self.stopped or why, False

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
            self.stopped, self._by_strikes = why, True
        self._not_before = now + wait
        self.waiting_for_first = True

    def _keep_distance(self, now: float) -> None:
        """Learn the pace that the server allows from what it let through.

        The fewer requests there were, the less of what they show is believed.
        """
        rhythm = (self._not_before - self._since) / max(1, self._sent)
        believed = rhythm * min(1.0, self._sent / _SURE)
        self._distance = min(_WIDEST, rhythm, max(self._distance * _AGAIN, believed))
        self._slot = now
