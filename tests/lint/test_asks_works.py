"""Whether a run asks what names are registered as."""

from __future__ import annotations

import pytest

from mdlint_doi.lint.settings import Settings, Works

OWN = "http://127.0.0.1:8080"


@pytest.mark.parametrize(
    ("works", "server", "crossref", "asks"),
    [
        ("auto", None, None, True),
        ("auto", OWN, None, False),  # the public services need not hear of these names
        ("auto", OWN, OWN, True),
        ("all", OWN, None, True),
        ("off", None, None, False),
    ],
)
def test_asks_works(works: Works, server: str | None, crossref: str | None, asks: bool) -> None:  # noqa: FBT001
    """As the setting says; by itself not for names of a server of one's own."""
    settings = Settings(works=works)
    if server is not None:
        settings = settings.replace(server=server)
    if crossref is not None:
        settings = settings.replace(crossref_server=crossref)
    assert settings.asks_works is asks
