"""The DOI Foundation's newer texts beside the older ones: how each writes a name, how all are read.

Older: the DOI Handbook's page on encoding, draft-lemieux-doi-uri-scheme-04. Newer: the DOI Handbook
of September 2025, sections 3.4.3 and 3.4.4; "DOI URI Scheme", doi:10.1000/292.
"""

from __future__ import annotations

import pytest

from mdlint_doi.names.doi import Profile, link_path, parse
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.scan.find import find

TABLE = (
    (
        "10.6338/JDA.202212/SP_17(4).0000",
        "10.6338/JDA.202212/SP_17(4).0000",
        "10.6338/JDA.202212%2FSP_17(4).0000",
        "10.6338/JDA.202212%2FSP_17(4).0000",
    ),
    ("10.1000/456#789", *["10.1000/456%23789"] * 3),
    ("10.1000/a,b+c", "10.1000/a,b%2Bc", "10.1000/a%2Cb+c", "10.1000/a,b+c"),
    ("10.26321/á.gutiérrez", *["10.26321/%C3%A1.guti%C3%A9rrez"] * 3),
    (
        "10.1000/!$&'()*+;=:@,/-._~",
        "10.1000/!$&'()*%2B;=:@,/-._~",
        "10.1000/!$&'()*+;=:@%2C%2F-._~",
        "10.1000/!$&'()*+;=:@,%2F-._~",
    ),
    ("10.1000/%2F", *["10.1000/%252F"] * 3),
    ("10.1000//a", "10.1000//a", "10.1000/%2Fa", "10.1000/%2Fa"),
    ("10.1000/a/../b", "10.1000/a/..%2Fb", "10.1000/a%2F..%2Fb", "10.1000/a%2F..%2Fb"),
    # A browser takes `/..` away, wherever the slash is that no text encodes.
    ("10.1000/..", *["10.1000%2F.."] * 3),
    ("10/dvr36h", *["10/dvr36h"] * 3),
)
"""A name; the older Handbook page's form, that of the Handbook of 2025, that of 10.1000/292."""


@pytest.mark.parametrize(("name", "older", "newer", "uri"), TABLE)
def test_written(name: str, older: str, newer: str, uri: str) -> None:
    """Each property writes what its text says; without a profile the older form is written."""
    doi = parse(name)
    assert doi.url() == doi.url("handbook") == f"https://doi.org/{older}"
    assert doi.url("handbook-2025") == f"https://doi.org/{newer}"
    assert doi.uri_292 == f"doi:{uri}"


@pytest.mark.parametrize(("name", "older", "newer", "uri"), TABLE)
def test_read(name: str, older: str, newer: str, uri: str) -> None:
    """All forms give the name, and so do mixtures of them."""
    mixture = older.replace(",", "%2c", 1).replace("%2B", "+")
    for path in (older, newer, uri, mixture):
        for form in (f"https://doi.org/{path}", f"http://dx.doi.org/{path}", f"doi:{path}"):
            assert str(normalize(form)) == name, form


@pytest.mark.parametrize(("name", "older", "newer", "uri"), TABLE[:4])
def test_found(name: str, older: str, newer: str, uri: str) -> None:
    """In running text all forms are found whole."""
    for written in (f"https://doi.org/{older}", f"https://doi.org/{newer}", f"doi:{uri}"):
        (found,) = find(f"See <{written}> there.")
        assert (found.written, str(found.doi)) == (written, name)


@pytest.mark.parametrize("name", ["10.123/456ABC/zyz", "10.6338/JDA.202212/SP_17(4).0000"])
@pytest.mark.parametrize("before", ["", "https://doi.org/", "https://dx.doi.org/"])
def test_a_urn_in_both_forms(name: str, before: str) -> None:
    """Behind `urn:doi:` stands a colon or a slash after the prefix, and `%2F` in the suffix."""
    prefix, suffix = name.split("/", 1)
    suffix = suffix.replace("/", "%2F")
    assert parse(name).urn == f"urn:doi:{prefix}:{suffix}"
    for separator in (":", "/", "%2F"):
        assert str(normalize(f"{before}urn:doi:{prefix}{separator}{suffix}")) == name


def test_a_profile_that_does_not_exist() -> None:
    """It is an error that names the profiles, not another profile."""
    wrong: Profile = "handbook-2024"  # type: ignore[assignment]
    with pytest.raises(ValueError, match=r"'handbook-2024'; choose one of handbook, handbook-2025"):
        parse("10.1000/182").url(wrong)
    with pytest.raises(ValueError, match="there is no profile"):
        link_path("", wrong)
