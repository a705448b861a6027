"""Why nothing could be learned, in words."""

from __future__ import annotations

import pickle

import pytest

from mdlint_doi.names.outcome import (
    Cause,
    LookupFailedError,
    Unknown,
    explained,
    explained_in_full,
)


@pytest.mark.parametrize("cause", Cause)
def test_each_cause_has_words(cause: Cause) -> None:
    """No cause is shown as its bare word alone; details of most are for who asks for them."""
    assert " " in explained(Unknown(cause))
    is_told = cause in {Cause.TLS, Cause.CONNECTION, Cause.TIMEOUT}
    assert explained(Unknown(cause, "x y")).endswith("x y") == is_told


def test_in_full_it_says_what_happened_once() -> None:
    """Behind the words, unless these have it."""
    assert explained_in_full(Unknown(Cause.BLOCKED, "403")).endswith(" (403)")
    told = explained_in_full(Unknown(Cause.TLS, "expired"))
    assert (told.startswith("tls: "), told.count("expired")) == (True, 1)


def test_a_look_up_that_failed_says_why() -> None:
    """The error explains the cause, keeps it, and can be pickled."""
    error = LookupFailedError(Unknown(Cause.TIMEOUT, "https://doi.org: 20 s"))
    assert str(error).startswith("could not be checked: no answer in time: https://doi.org")
    assert pickle.loads(pickle.dumps(error)).unknown == error.unknown
