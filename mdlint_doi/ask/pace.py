"""One question, what becomes of it, and what all of a run share: one pause, one pace, one circuit.

- A refusal (403, 429, 503) is about the client: all pause, and the name goes to the end of the
  queue. Any other failure is about one request: the name waits for the next round. Many of these in
  a row among names asked for the first time start a pause, too.
- After a pause one request goes first; the rest follow when it is answered. What was in flight when
  the pause began starts no second one.
- After a 429 requests keep a distance from each other, as the server's own rhythm shows it.
- A pause that a server asks for holds for all that is asked of it in this process, by whatever
  lane: look-ups, Which RA, works, searches. One that is too long is not waited for.
- Pauses without any answer in between end the tries of the names that caused them. If those are
  many, they open the circuit: nothing is asked any more. So does a long time of failures only, and
  a service that allows the next request after longer than anybody waits.

Waits have full jitter (a uniform draw below a bound that doubles), so that the clients of many
builds do not come back together. The clock comes in as an argument: nothing here sleeps.

Sources: RFC 9110 section 10.2.3 for Retry-After; Crossref REST API, "Access and authentication"
(`x-rate-limit-limit`, `x-rate-limit-interval`, `x-concurrency-limit`).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping
from datetime import UTC
from email.utils import parsedate_to_datetime
from enum import Enum
from json import loads
from typing import Final, Generic, NamedTuple, NoReturn, TypeVar

from mdlint_doi.ask.settings import Limits
from mdlint_doi.names.outcome import Cause, Unknown
from mdlint_doi.text.pattern import pattern

T = TypeVar("T")

REFUSALS: Final = frozenset({403, 429, 503})  # HTTP statuses by which a server says: slow down
_BOM: Final = b"\xef\xbb\xbf"
_TROUBLE: Final = {
    **dict.fromkeys((429, 503), Cause.RATE_LIMITED),
    **dict.fromkeys((401, 403, 407, 451), Cause.BLOCKED),
    408: Cause.TIMEOUT,
}
_DIGITS: Final = re.compile(r"[0-9]+")
_FOR_EVER: Final = 1e9  # seconds; more is the same
_MARGIN: Final = 1.03  # the service counts when a request arrives, not when it is sent
_POLL: Final = 0.02  # seconds after which it is looked again whether a request has ended
LONGEST: Final = 310.0
"""Seconds that are waited for the next request: DataCite counts in five minutes, and who counts in
hours would have a run do nothing until its time is over."""
_NUMBER: Final = pattern(r"[0-9]{1,9}")
_INTERVAL: Final = pattern(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)(ms|s|m|h)?")
_UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, None: 1.0}
_PAUSED: Final[dict[str, float]] = {}
"""Until when, by the clock of `Throttle`, servers want no request, by their addresses."""
_WIDEST = 2.0
_RELAX = 0.999
_FORGET = 0.99
_AGAIN = 1.5
_SURE = 50
_SPREAD = 0.25


class Question(NamedTuple, Generic[T]):
    """One request.

    Attributes:
        target: the path of the request, percent-encoded.
        read: makes the answer from the status and the body; never raises.
        done: is called once, with the final answer.
        attempts: how many times it may fail; refusals are not counted.
        refusals: how many times the server may refuse it.
        before: why a different way of asking failed; it is the answer if this way cannot be tried.
            None: there was none.
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
    """Return why a response is no answer at all, of any service; None if it may be one."""
    if status in _TROUBLE or status >= 500:
        return Unknown(_TROUBLE.get(status, Cause.SERVER_ERROR), f"HTTP {status}")
    if body.lstrip(_BOM + b" \t\r\n")[:1] == b"<":
        return Unknown(Cause.BLOCKED, f"HTTP {status} with a web page where JSON is due")
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
        _refuse("a member is there twice")
    return members


def _refuse(what: str) -> NoReturn:
    raise ValueError(what)


class Next(Enum):
    """What to do about a name whose request failed."""

    GIVE_UP = "give-up"
    QUEUE = "queue"  # ask again behind the names that wait, once the common pause is over
    ROUND = "round"  # ask again when all others have had their turn


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


def retry_after(value: str, date: str, now: float) -> float | None:
    """Return the seconds that a Retry-After header asks for; None if it cannot be read.

    Where it is a date, it is measured against the `date` header of the same response, since the
    clocks of client and server differ; without one, against `now`, a Unix time.
    """
    if _DIGITS.fullmatch(value.strip()):
        return min(float(value), _FOR_EVER)
    until = _timestamp(value)
    if until is None:
        return None
    sent = _timestamp(date)
    return min(max(0.0, until - (now if sent is None else sent)), _FOR_EVER)


def _timestamp(text: str) -> float | None:
    """Return the Unix time of an HTTP date; one that names no zone is of Greenwich."""
    try:
        date = parsedate_to_datetime(text)
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def in_words(seconds: float) -> str:
    """Return a wait for a reader; nobody counts the seconds of more than a day."""
    return f"{seconds:.0f} s" if seconds <= 86_400 else "more than a day"


class Allowance(NamedTuple):
    """What the headers of an answer say of limits; None where they are silent.

    Attributes:
        requests: the number of requests in an interval.
        seconds: the length of the interval.
        at_once: the number of requests under way at the same time.
    """

    requests: int | None = None
    seconds: float | None = None
    at_once: int | None = None


NOTHING_SAID: Final = Allowance()


def read_allowance(headers: Mapping[str, str]) -> Allowance:
    """Return what headers, in lower case, say of limits; nonsense counts as silence."""

    def positive(name: str) -> int | None:
        found = _NUMBER.fullmatch(headers.get(name, "").strip())
        return int(found[0]) or None if found else None

    interval = _INTERVAL.fullmatch(headers.get("x-rate-limit-interval", "").strip())
    return Allowance(
        positive("x-rate-limit-limit"),
        float(interval[1]) * _UNITS[interval[2]] or None if interval else None,
        positive("x-concurrency-limit"),
    )


class Quota:
    """The requests of one kind to one service."""

    def __init__(self, requests: int, seconds: float, at_once: int) -> None:
        """Allow so many requests in so many seconds, and so many under way; one to begin with."""
        self._requests, self._seconds, self._usual = requests, seconds, at_once
        self._at_once = 1
        self._under_way = 0
        self._sent: deque[float] = deque(maxlen=max(requests, 1))
        self._not_before = float("-inf")
        self._answered = False

    def __str__(self) -> str:
        requests = "1 request" if self._requests == 1 else f"{self._requests} requests"
        return f"{requests} in {in_words(self._seconds)}"

    def delay(self, now: float) -> float:
        """Return the seconds until a request may be sent; 0 or less: at once."""
        wait = self._not_before - now
        if len(self._sent) >= self._requests:
            wait = max(wait, self._sent[-self._requests] + self._seconds * _MARGIN - now)
        if self._under_way >= self._at_once:
            wait = max(wait, _POLL)
        return wait

    def take(self, now: float) -> None:
        """Note that a request is sent."""
        self._sent.append(now)
        self._under_way += 1

    def done(self, now: float, said: Allowance | None) -> None:
        """Note that a request has ended; `said`: by its answer, None without one."""
        self._under_way -= 1
        if not self._answered and self._sent:  # the first may have waited long for a connection
            self._sent[-1] = max(self._sent[-1], now)
        if said is None:
            return
        self._answered = True
        self._at_once = said.at_once or self._usual
        self._seconds = said.seconds or self._seconds
        if said.requests is not None and said.requests != self._requests:
            self._requests = said.requests
            self._sent = deque(self._sent, maxlen=said.requests)

    def refused(self, now: float) -> None:
        """Note that a request was one too many: what was counted was not all."""
        self._not_before = now + self._seconds * _MARGIN


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
        self._by_strikes = self._by_limit = False
        self._server, self._limits = server, limits
        self._allowed = limits.strikes
        self._draw = draw
        self._not_before = self._slot = self._quiet_since = self._since = now
        self._distance = self._paused = 0.0  # seconds
        self._strikes = self._in_row = self._sent = 0
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
        """What is said of a question that is not put, once the circuit is open."""
        cause = Cause.RATE_LIMITED if self._by_limit else Cause.CIRCUIT_OPEN
        return Unknown(cause, f"not asked: {self.stopped}")

    def may_wait(self, now: float) -> bool:
        """Return whether to wait as long as the service asks for; open the circuit if not."""
        until = _PAUSED.get(self._server, now)
        if until > max(now, self._not_before):  # what others were told holds here, too
            self._quiet_since += until - max(now, self._not_before)
            self._not_before, self.waiting_for_first = until, True
        if until - now > self._limits.longest + _SPREAD:
            why = f"the server wants no request for {in_words(until - now)}"
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
        """Note that a request brought no answer; a row of names asked `again` says little."""
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
            self.stop(f"HTTP {status}, and asked to wait {in_words(asked)}")
            self._not_before = now + asked
        elif sent < self._not_before:
            self._not_before = max(self._not_before, now + (asked or 0.0))
        else:
            self._strike(now, asked, f"HTTP {status}", target)
            if status == 429:
                self._keep_distance(now)
            self._since, self._sent = self._not_before, 0

    def share_pause(self) -> None:
        """Let all that is asked of the server keep the pause of the last refusal."""
        _PAUSED[self._server] = max(self._not_before, _PAUSED.get(self._server, 0.0))

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
        """Learn the pace from what the server let through; the fewer, the less is believed."""
        rhythm = (self._not_before - self._since) / max(1, self._sent)
        believed = rhythm * min(1.0, self._sent / _SURE)
        self._distance = min(_WIDEST, rhythm, max(self._distance * _AGAIN, believed))
        self._slot = now
