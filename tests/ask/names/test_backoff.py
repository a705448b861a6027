"""When to ask again: decisions."""

from __future__ import annotations

import time
from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.ask.quota import retry_after
from mdlint_doi.ask.settings import Limits
from mdlint_doi.ask.throttle import Next, after_failure, after_refusal, jittered
from mdlint_doi.names.outcome import Cause


@pytest.mark.parametrize(
    ("cause", "failures", "expected"),
    [
        (Cause.TIMEOUT, 1, Next.ROUND),
        (Cause.SERVER_ERROR, 3, Next.ROUND),
        (Cause.SERVER_ERROR, 4, Next.GIVE_UP),
        (Cause.OTHER_HANDLE, 1, Next.GIVE_UP),
    ],
)
def test_after_failure(cause: Cause, failures: int, expected: Next) -> None:
    """A failure is tried again in the next round, unless it can't pass or has had its tries."""
    assert after_failure(cause, failures, 4) is expected


def test_after_refusal() -> None:
    """A refused name waits in the queue, as often as it may."""
    assert [after_refusal(number, 3) for number in (1, 2, 3)] == [
        Next.QUEUE,
        Next.QUEUE,
        Next.GIVE_UP,
    ]


@given(st.floats(0, 1, exclude_max=True), st.integers(1, 60))
def test_jitter_is_bounded(draw: float, nth: int) -> None:
    """A wait lies between nothing and a bound that doubles, up to the longest wait."""
    limits = Limits(base=0.5, longest=8)
    assert 0 <= jittered(draw, nth, limits) <= min(8, 0.5 * 2 ** (nth - 1))


def test_jitter_is_full() -> None:
    """The least and the greatest draw reach both ends."""
    limits = Limits(base=1, longest=100)
    assert jittered(0, 4, limits) == 0
    assert jittered(0.999, 4, limits) == pytest.approx(8, abs=0.01)


NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0),
        ("17", 17),
        (" 17 ", 17),
        (formatdate(NOW + 90, usegmt=True), 90),
        (formatdate(NOW - 90, usegmt=True), 0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 1e9),
        ("Mon, 01 Jan 0001 00:00:00 +2359", 0),
        ("-1", None),
        ("1.5", None),
        ("1e9", None),
        ("soon", None),
        ("", None),
        ("99999999999999999999", 1e9),
        ("Fri, 99 Foo 2026 99:99:99 GMT", None),
    ],
)
def test_retry_after(value: str, seconds: float | None) -> None:
    """Both forms of RFC 9110 are read: seconds and a date; what is neither is nothing."""
    assert retry_after(value, "", NOW) == seconds


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York"])
def test_a_date_without_a_zone(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest form of HTTP dates names no zone; it is of Greenwich, wherever we are."""
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert retry_after("Fri Jan 15 08:01:30 2027", "", NOW) == 90
    finally:
        monkeypatch.undo()
        time.tzset()


def test_retry_after_by_the_servers_clock() -> None:
    """A date is measured against the Date of the same response, whatever our clock says."""
    value, date = formatdate(NOW + 30, usegmt=True), formatdate(NOW, usegmt=True)
    assert retry_after(value, date, NOW + 5000) == 30


@given(st.text(), st.text())
def test_retry_after_never_raises(value: str, date: str) -> None:
    """No header raises, and no wait is negative."""
    seconds = retry_after(value, date, NOW)
    assert seconds is None or seconds >= 0
