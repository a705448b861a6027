"""Which addresses can be asked."""

from __future__ import annotations

import pytest

from mdlint_doi.ask.settings import LookupSettingsError, parse_server


@pytest.mark.parametrize(
    ("address", "origin", "path"),
    [
        ("https://doi.org", "https://doi.org", ""),
        ("https://doi.org/", "https://doi.org", ""),
        ("https://mirror.example:8443/doi/", "https://mirror.example:8443", "/doi"),
        ("http://127.0.0.1:8410", "http://127.0.0.1:8410", ""),
        ("http://localhost", "http://localhost", ""),
        ("http://[::1]:8410/x", "http://[::1]:8410", "/x"),
    ],
)
def test_good(address: str, origin: str, path: str) -> None:
    """All hosts by https, this machine by http, with or without port and path."""
    server = parse_server(address)
    assert (server.origin, server.path) == (origin, path)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://doi.org", "only for this machine"),
        ("http://127.0.0.1.example.org", "only for this machine"),
        ("http://localhost.example.org", "only for this machine"),
        ("ftp://doi.org", "https://HOST"),
        ("doi.org", "https://HOST"),
        ("", "printable"),
        ("https://", "https://HOST"),
        ("https://me:secret@doi.org", "not contain a user name"),
        ("https://doi.org/?x=1", "not contain a user name, query"),
        ("https://doi.org/#x", "not contain a user name, query"),
        ("https://doi.org:99999", "ort"),
        ("https://doi.org:x", "ort"),
        ("https://[::1", "IPv6"),
        ("https://doi.org/a b", "printable"),
        ("https://doi.org/a\nb", "printable"),
        ("https://döi.org", "in ASCII letters: https://xn--di-fka.org"),
        ("https://döi.org/ä", "printable"),
        ("https://me@döi.org", "printable"),
        ("https://d\u200bi.org", "in ASCII letters: https://di.org"),
        (f"https://{'ä' * 300}.org", "printable"),
        ("https://doi.org/a/../b", "path"),
        ("https://doi.org/%2e%2e", "path"),
    ],
)
def test_bad(address: str, why: str) -> None:
    """Any other address is refused, with the reason, on one printable line."""
    with pytest.raises(LookupSettingsError, match=why) as caught:
        parse_server(address)
    assert str(caught.value).isprintable()
