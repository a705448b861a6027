"""The common pause, pace and circuit, without a clock."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest

from mdlint_doi.ask import throttle as throttle_module
from mdlint_doi.ask.client import Reply
from mdlint_doi.ask.question import Question
from mdlint_doi.ask.quota import Allowance, Quota
from mdlint_doi.ask.settings import Limits
from mdlint_doi.ask.throttle import Throttle
from mdlint_doi.ask.workers import Workers
from mdlint_doi.names.outcome import Cause, Unknown


def throttle(**limits: float) -> Throttle:
    """Return a throttle that starts at 0 and draws 0.5."""
    return Throttle(Limits(**limits), lambda: 0.5, 0.0)  # type: ignore[arg-type]


def refuse(state: Throttle, count: int) -> None:
    """Refuse so many names, one after the other, each after its pause."""
    now = 0.0
    for number in range(count):
        now += max(state.delay(now), 0) + 0.001
        state.refused(now, now, None, 403, f"/{number}")


def test_nothing_waits() -> None:
    """While all goes well nothing waits."""
    state = throttle()
    for now in range(100):
        assert state.delay(now) <= 0
        state.take(now)
        state.succeeded(now, now)


def test_one_refusal_pauses_all() -> None:
    """After one refusal nothing may be sent before its Retry-After is over, and then one goes."""
    state = throttle()
    state.take(1.0)
    state.refused(1.1, 1.0, 2.0, 503, "/")
    assert state.delay(2.9) > 0
    assert state.delay(3.4) <= 0
    assert state.waiting_for_first
    state.succeeded(3.5, 3.4)
    assert not state.waiting_for_first


def test_refusals_in_flight_count_once() -> None:
    """Refusals of requests that were under way when the pause began are the same refusal."""
    state = throttle(strikes=2)
    for _ in range(20):
        state.refused(1.1, 1.0, None, 429, "/")
    assert state.stopped is None


def test_a_later_retry_after_holds() -> None:
    """A request under way may bring a longer wait."""
    state = throttle()
    state.refused(1.0, 0.5, 1.0, 429, "/")
    state.refused(1.1, 0.5, 10.0, 429, "/")
    assert state.delay(11.0) > 0


def test_refusals_without_end() -> None:
    """Refusal after refusal, with no answer in between, opens the circuit."""
    state = throttle(strikes=3)
    refuse(state, 2)
    before = state.stopped
    refuse(state, 3)
    assert (before, state.stopped) == (None, "HTTP 403")


def test_forgiven_strikes() -> None:
    """A circuit that names of one service opened can be closed for another; its pause holds."""
    state = throttle(strikes=5)
    state.begin(0.0, 2)
    refuse(state, 2)
    opened, pause = state.stopped, state.delay(0.0)
    state.forgive()
    assert (opened, state.stopped, state.has_given_up) == ("HTTP 403", None, False)
    assert state.waiting_for_first
    assert state.delay(0.0) == pause > 0


def test_a_row_is_forgiven_with_what_it_opened() -> None:
    """The failures of names of one service are not counted among those of another's."""
    state = throttle(in_row=3)
    for number in range(2):
        state.failed(1.0, 1.0, "timeout", f"/{number}", again=False)
    state.forgive()
    for number in range(2):
        state.failed(1.0, 1.0, "timeout", f"/{number}", again=False)
    assert not state.waiting_for_first


def test_unforgiven() -> None:
    """A circuit that was opened for good stays open."""
    state = throttle(longest=60)
    state.refused(1.0, 1.0, 3600.0, 429, "/")
    state.forgive()
    assert state.stopped


def test_answers_in_flight_do_not_end_a_pause() -> None:
    """What was sent before the refusal and is answered after it says nothing about the pause."""
    state = throttle(strikes=3)
    state.refused(1.0, 0.9, 1.0, 429, "/")
    state.succeeded(1.1, 0.9)
    assert state.waiting_for_first
    assert state.delay(1.9) > 0


def test_names_that_are_refused_alone() -> None:
    """A server that refuses two names, and nobody else is asked, is not given up; they are."""
    state = throttle(strikes=3, unanswered=60.0)
    now = 1.0
    for number in range(6):
        assert state.has_given_up == (number >= 3)
        state.refused(now, now, None, 403, f"/{number % 2}")
        now += max(state.delay(now), 0) + 0.001
    assert state.stopped is None
    state.succeeded(now, now)
    assert not state.has_given_up


def failures(state: Throttle, causes: Iterable[str]) -> float | None:
    """Let a request fail for each cause, one a second; return when the circuit opened, if ever."""
    for second, cause in enumerate(causes):
        if cause.startswith("HTTP"):
            status, _, asked = cause.removeprefix("HTTP ").partition(" ")
            state.refused(second, second, float(asked) if asked else None, int(status), "/")
        else:
            state.failed(second, second, cause, "/", again=True)
        if state.stopped is not None:
            return second
    return None


@pytest.mark.parametrize(
    ("causes", "expected"),
    [
        (["HTTP 503"] * 9, 4),
        (["HTTP 403"] * 9, 4),
        (["server-error: HTTP 500"] * 9, 4),
        (["connection: reset", "connection: refused"] * 4, 4),
        (["connection: reset", "server-error: HTTP 500"] * 4, None),
        (["HTTP 503", "HTTP 503", "HTTP 503 2", "HTTP 503", "HTTP 503", "HTTP 503"], None),
        (["HTTP 429"] * 9, None),
    ],
)
def test_outage(causes: list[str], expected: float | None) -> None:
    """Equal failures without any answer end in seconds, unless the server asks to slow down."""
    assert failures(throttle(strikes=20), causes) == expected


def test_no_outage_after_an_answer() -> None:
    """A server that has answered is given its usual time, whatever happens then."""
    state = throttle(strikes=20)
    state.failed(0.0, 0.0, "server-error: HTTP 500", "/", again=True)
    state.succeeded(0.5, 0.4)
    assert failures(state, ["server-error: HTTP 500"] * 9) is None
    assert state.shortened(7.0, 3.0) == 7.0


def test_outage_of_one_service() -> None:
    """Requests that others follow do not decide it, but what fails alike after them does."""
    state = throttle(strikes=5)
    state.begin(0.0, 2)
    assert failures(state, ["server-error: HTTP 500"] * 9) is None
    state.begin(9.0, 5)
    assert state.shortened(7.0, 9.0) == 0
    state.failed(9.0, 9.0, "server-error: HTTP 500", "/", again=True)
    assert state.stopped == "server-error: HTTP 500"


def test_pauses_in_an_outage() -> None:
    """No pause lasts longer than until it is decided."""
    state = throttle(strikes=20, base=30.0)
    state.refused(0.0, 0.0, None, 503, "/")
    assert state.delay(0.0) == 4
    assert state.shortened(7.0, 3.0) == 1


def test_silence_of_our_own() -> None:
    """Time in which nothing was asked, or a pause was kept, is no silence of the server."""
    state = throttle(patience=60, longest=60)
    state.begin(1000.0, 5)
    state.failed(1001.0, 1000.0, "reset", "/", again=True)
    assert state.stopped is None
    state.refused(1002.0, 1001.5, 59.0, 503, "/")
    state.failed(1063.0, 1062.0, "reset", "/", again=True)
    assert state.stopped is None


def test_too_long_a_wait() -> None:
    """A server that asks for more patience than we have is not asked again."""
    state = throttle(longest=60)
    state.refused(1.0, 0.5, 3600.0, 429, "/")
    assert state.stopped is not None
    assert state.stopped.startswith("HTTP 429")
    assert "3600 s" in state.stopped


def test_a_pause_of_a_server() -> None:
    """A pause that one lane was asked for holds for all lanes of the server, and for no other."""
    lane, other, elsewhere = (
        Throttle(Limits(longest=60), lambda: 0.5, 0.0, server) for server in ("a", "a", "b")
    )
    lane.refused(1.0, 0.5, 10.0, 429, "/")
    assert other.delay(2.0) <= 0
    lane.share_pause()
    assert other.delay(2.0) == lane.delay(2.0) > 9
    assert other.may_wait(2.0)
    assert other.waiting_for_first
    assert elsewhere.delay(2.0) <= 0
    assert elsewhere.may_wait(2.0)
    assert not elsewhere.waiting_for_first
    assert other.delay(12.0) <= 0


def test_a_pause_of_a_server_that_is_too_long() -> None:
    """Who wants no request for an hour gets none of any lane, also of one that begins later."""
    lane = Throttle(Limits(longest=60), lambda: 0.5, 0.0, "a")
    lane.refused(1.0, 0.5, 3600.0, 429, "/")
    lane.share_pause()
    late = Throttle(Limits(longest=60), lambda: 0.5, 10.0, "a")
    assert not late.may_wait(11.0)
    assert late.stopped is not None
    assert late.stopped.endswith(" 3590 s")
    assert late.unasked.cause is Cause.RATE_LIMITED
    assert Throttle(Limits(longest=60), lambda: 0.5, 3590.0, "a").may_wait(3591.0)


def test_a_quota_that_lasts_too_long() -> None:
    """A wait that a service's limits ask for is kept for minutes; for hours nobody waits."""
    for seconds, stopped in [
        (300.0, None),
        (3600.0, "the service allows 2 requests in 3600 s"),
        (1e9, "the service allows 2 requests in more than a day"),
    ]:
        state = throttle()
        state.quota = Quota(2, 1.0, 3)
        for now in (1.0, 2.5):
            assert state.may_wait(now)
            state.take(now)
            state.quota.done(now, Allowance(2, seconds))
        assert state.may_wait(2.6) == (stopped is None)
        assert state.stopped == stopped
        assert stopped is None or state.unasked.cause is Cause.RATE_LIMITED


def test_total_of_pauses() -> None:
    """Pauses that no answers make up for end the run, however patient the server is with us."""
    state = throttle(total=100, longest=60)
    now = 0.0
    while state.stopped is None:
        now += max(state.delay(now), 0) + 0.001
        state.refused(now, now, 30.0, 429, "/")
        state.succeeded(now, now)
        assert now < 200


def test_pauses_that_answers_make_up_for() -> None:
    """A long run with many refusals and many answers goes on."""
    state = throttle(total=20, in_row=10)
    now = 0.0
    for _ in range(1000):
        now += max(state.delay(now), 0) + 0.001
        state.refused(now, now, 1.0, 503, "/")
        now += state.delay(now)
        for _ in range(50):
            state.succeeded(now, now)
    assert state.stopped is None


def test_failures_in_a_row() -> None:
    """Many failures in a row pause all; failing on and on opens the circuit."""
    state = throttle(in_row=10, strikes=3)
    waiting = []
    now = 0.1
    for _ in range(10):
        state.failed(now, now, "reset", "/", again=False)
        waiting.append(state.waiting_for_first)
    assert waiting == [False] * 9 + [True]
    for _ in range(2):
        now += max(state.delay(now), 0) + 0.001
        state.failed(now, now, "reset", f"/{now}", again=False)
    assert state.stopped == "reset"


def test_known_bad_names_in_a_row() -> None:
    """Names that failed before and fail again do not speak for the server."""
    state = throttle(in_row=10)
    for _ in range(100):
        state.failed(0.1, 0.1, "HTTP 500", "/", again=True)
    assert not state.waiting_for_first
    assert state.stopped is None


def test_failing_for_long() -> None:
    """But nothing than failures for a long time does, whoever was asked."""
    state = throttle(patience=60)
    state.failed(59.0, 50.0, "timeout", "/", again=True)
    assert state.stopped is None
    state.failed(61.0, 50.0, "timeout", "/", again=True)
    assert state.stopped == "timeout"


def test_a_success_ends_the_row() -> None:
    """A failure now and then is no row."""
    state = throttle(in_row=3)
    for _ in range(100):
        state.failed(0.1, 0.1, "x", "/", again=False)
        state.failed(0.1, 0.1, "x", "/", again=False)
        state.succeeded(0.1, 0.1)
    assert not state.waiting_for_first


def test_pace_after_429() -> None:
    """After a 429 requests keep the distance that the server's own rhythm shows."""
    state = throttle()
    for _ in range(50):
        state.take(0.0)
        state.succeeded(0.0, 0.0)
    state.refused(0.0, 0.0, 1.0, 429, "/")
    start = state.delay(0.0)
    state.take(start)
    assert 0.015 < state.delay(start) < 0.03


def test_no_pace_after_503() -> None:
    """A 503 says that the server is ill, not that we are too fast."""
    state = throttle()
    state.take(0.0)
    state.refused(0.0, 0.0, 1.0, 503, "/")
    start = state.delay(0.0)
    state.take(start)
    assert state.delay(start) <= 0


def rate_limited_run(rate: float, latency: float, workers: int, count: int) -> tuple[int, float]:
    """Play a run against a token bucket; return early requests, and seconds."""
    state = throttle()
    tokens, filled, now, early, until = rate, 0.0, 0.0, 0, 0.0
    free = [0.0] * workers
    flying: list[tuple[float, float, bool, float]] = []
    done = 0
    while done < count:
        for ends, sent, good, wait in sorted(request for request in flying if request[0] <= now):
            flying.remove((ends, sent, good, wait))
            done += good
            if good:
                state.succeeded(now, sent)
            else:
                state.refused(now, sent, wait, 429, "/")
        ready = [number for number, at in enumerate(free) if at <= now]
        held = state.waiting_for_first and bool(flying)
        if ready and state.delay(now) <= 0 and not held and state.stopped is None:
            state.take(now)
            tokens, filled = min(rate, tokens + (now - filled) * rate), now
            early += now < until
            good = tokens >= 1
            tokens -= good
            if not good:
                until = now + 1
            free[ready[0]] = now + latency
            flying.append((now + latency, now, good, 1.0))
        else:
            now += 0.001
        assert state.stopped is None
    return early, now


def test_a_rate_limit_is_learned() -> None:
    """At 50 a second, hardly a request is sent before a pause is over, and little time is lost."""
    for latency in (0.002, 0.1):
        early, seconds = rate_limited_run(50, latency, 10, 1000)
        assert early < 50
        assert seconds < 1.3 * 950 / 50


@pytest.mark.parametrize("is_redirected", [False, True])
def test_a_pause_is_that_of_the_server_that_asked_for_it(*, is_redirected: bool) -> None:
    """One to which a redirect led pauses who follows it, not all that the first server is asked."""

    class Refused:
        """Connections to a server that refuses."""

        server, too_large = "https://127.0.0.1", Unknown(Cause.BAD_ANSWER)

        async def get(self, _target: str, _worker: int) -> Reply:
            """Return a refusal, by the server or by where it led."""
            return Reply(429, b"", 30.0, is_redirected=is_redirected)

    clients: Any = Refused()
    question = Question("/a", lambda *_: Unknown(Cause.RATE_LIMITED), lambda _: None, 1, 1)
    asyncio.run(Workers(clients, Limits()).ask([[question]], 1))
    assert bool(throttle_module._PAUSED) is not is_redirected
