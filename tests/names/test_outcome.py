"""Why nothing could be learned, in words."""

from __future__ import annotations

import pytest

from mdlint_doi.names.outcome import Cause, Unknown, explained


@pytest.mark.parametrize("cause", Cause)
def test_each_cause_has_words(cause: Cause) -> None:
    """No cause is shown as its bare word alone; details are for those who ask for them."""
    assert " " in explained(Unknown(cause))
    assert explained(Unknown(cause, "x y")).endswith("x y") == (cause is Cause.TLS)
