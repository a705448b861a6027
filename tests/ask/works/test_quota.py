"""What services allow, counted by a clock that the test turns."""

from __future__ import annotations

import pytest

from mdlint_doi.ask.quota import Allowance, Quota, read_allowance


def sent_within(quota: Quota, seconds: float, latency: float) -> list[float]:
    """Return when requests are sent, by one who always wants to send the next one."""
    now = 0.0
    sent: list[float] = []
    ends: list[float] = []
    while now < seconds:
        for end in [end for end in ends if end <= now]:
            ends.remove(end)
            quota.done(end, Allowance())
        wait = quota.delay(now)
        if wait > 0:
            now += min(wait, 0.02)
            continue
        quota.take(now)
        sent.append(now)
        ends.append(now + latency)
    return sent


@pytest.mark.parametrize(("requests", "at_once"), [(1, 1), (3, 3), (5, 1), (10, 3)])
@pytest.mark.parametrize("latency", [0.05, 0.5, 1.5])
def test_never_too_many(requests: int, at_once: int, latency: float) -> None:
    """In no second more are sent, or under way, than are allowed; nor far fewer."""
    sent = sent_within(Quota(requests, 1.0, at_once), 20.0, latency)
    for at, start in enumerate(sent):
        assert sum(start <= other < start + 1.0 for other in sent[at:]) <= requests
        assert sum(start <= other < start + latency for other in sent[at:]) <= at_once
    possible = min(requests * 20, at_once * 20 / latency)
    assert len(sent) > 0.75 * possible - 3


def test_first_alone() -> None:
    """The first request goes alone, since its answer tells the limits, and counts from its end."""
    quota = Quota(3, 1.0, 3)
    quota.take(0.0)
    assert quota.delay(0.1) > 0
    quota.done(0.5, Allowance(2, 10.0, 2))
    assert quota.delay(0.5) <= 0
    quota.take(0.5)
    assert quota.delay(0.6) == pytest.approx(0.5 + 10.3 - 0.6)


def test_what_is_said() -> None:
    """Headers are obeyed as they come; a refusal waits a whole interval."""
    quota = Quota(1, 1.0, 1)
    quota.take(0.0)
    quota.done(0.1, Allowance(100, 1.0, 5))
    for number in range(5):
        assert quota.delay(0.2) <= 0, number
        quota.take(0.2)
    assert quota.delay(0.2) > 0
    quota.done(0.3, None)
    quota.refused(0.3)
    assert quota.delay(0.3) == pytest.approx(1.03)


@pytest.mark.parametrize(
    ("headers", "allowance"),
    [
        ({"x-rate-limit-limit": "5", "x-rate-limit-interval": "1s"}, Allowance(5, 1.0, None)),
        ({"x-rate-limit-interval": "10ms"}, Allowance(None, 0.01, None)),
        ({"x-rate-limit-interval": "2m", "x-concurrency-limit": "3"}, Allowance(None, 120.0, 3)),
        ({"x-rate-limit-limit": "0", "x-rate-limit-interval": "0s"}, Allowance()),
        ({"x-rate-limit-limit": "-1", "x-rate-limit-interval": "1d"}, Allowance()),
        ({"x-rate-limit-limit": "٣", "x-concurrency-limit": "1e9"}, Allowance()),
    ],
)
def test_headers(headers: dict[str, str], allowance: Allowance) -> None:
    """Limits are read from headers; nonsense counts as silence."""
    assert read_allowance(headers) == allowance
