"""Errors of the HTTP layers become sentences about the server."""

from __future__ import annotations

import httpx
import pytest

from mdlint_doi.ask.client import _failure
from mdlint_doi.ask.settings import Server
from mdlint_doi.names.outcome import Cause

SERVER = Server("https://doi.example.org", "", secure=True, loopback=False)


@pytest.mark.parametrize(
    ("error", "done"),
    [
        (
            httpx.RemoteProtocolError("<StreamReset stream_id:1, error_code:8, remote_reset:True>"),
            "ended the request",
        ),
        (
            httpx.RemoteProtocolError("<ConnectionTerminated error_code:0, last_stream_id:1>"),
            "closed the connection",
        ),
        (
            ValueError("invalid literal for int() with base 10: '4o4'"),
            "sent an answer that is not valid HTTP",
        ),
        (KeyError(5), "sent an answer that is not valid HTTP"),
        (httpx.ReadError(""), "closed the connection"),
    ],
)
def test_no_words_of_a_library(error: Exception, done: str) -> None:
    """The message names the server and what it did, not the events of a library."""
    outcome = _failure(error, SERVER, "")
    assert (outcome.cause, outcome.detail) == (
        Cause.CONNECTION,
        f"https://doi.example.org {done}",
    )
