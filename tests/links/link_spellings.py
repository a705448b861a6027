"""Every way to write a link to a DOI: forms, names, ways to write a name, tails; to be crossed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from mdlint_doi.names.doi import link_path, parse

LINKS: Final = {
    "link": "https://doi.org/{}",
    "http": "http://doi.org/{}",
    "capitals": "HTTPS://DOI.ORG/{}",
    "port": "https://doi.org:443/{}",
    "dx": "https://dx.doi.org/{}",
    "http dx": "http://dx.doi.org/{}",
    "www": "http://www.doi.org/{}",
    "hdl": "https://hdl.handle.net/{}",
    "no scheme": "//doi.org/{}",
    "relative": "doi.org/{}",
    "one slash": "https:/doi.org/{}",
    "slashes": "https://doi.org//{}",
    "label behind the resolver": "https://doi.org/doi:{}",
    "doubled": "https://doi.org/https://dx.doi.org/{}",
    "API": "https://doi.org/api/handles/{}",
    "API, old": "http://hdl.handle.net/api/handles/{}",
    "host with hyphens": "https://doi-org.proxy.example.edu/{}",
    "host appended": "https://dx.doi.org.ezproxy.example.edu:2048/{}",
    "host with 0": "https://0-www-doi-org.lib.example.edu/{}",
    "log-in page": "https://login.example.edu/login?url=https://doi.org/{}",
    "Which RA": "https://doi.org/doiRA/{}",
    "Which RA, old": "http://dx.doi.org/doiRA/{}",
}
"""Addresses; a query and a fragment may stand behind the name."""

SCHEMES: Final = {
    "doi": "doi:{}",
    "doi, spaced": "DOI: {}",
    "doi, doubled": "doi:https://doi.org/{}",
    "info": "info:doi/{}",
    "hdl scheme": "hdl:{}",
}
"""URIs, which have neither query nor fragment."""

URNS: Final = {"URN": "urn:doi:{}", "URN behind the resolver": "https://doi.org/urn:doi:{}"}
"""Forms that write the first slash as a colon, and the others as `%2F`."""

OTHERS: Final = {
    "OpenURL": "https://sfx.example.edu/find?url_ver=Z39.88-2004&rft_id=info:doi/{}",
    "service": "https://api.example.org/works?id=doi:{}",
    "publisher": "https://onlinelibrary.wiley.com/doi/full/{}",
    "bare": "{}",
}
"""What hands a DOI to somebody else, or is a relative link."""

SHORT: Final = (
    "https://doi.org/10/dvr36h",
    "http://doi.org/10/dvr36h",
    "https://dx.doi.org/10/abc",
    "doi:10/dvr36h",
    "http://doi.org/dvr36h",
    "https://dx.doi.org/dvr36h",
    "https://doi-org.proxy.example.edu/d8dn",
)
"""Links to shortDOIs."""

TAILS: Final = (
    "",
    "#sec2",
    "?noredirect",
    "?urlappend=%3Fa",
    "?utm_source=x&noredirect",
    "?fbclid=1",
    "#:~:text=y",
    "?a=b#c",
)

NAMES: Final = (
    *(
        line
        for line in (Path(__file__).parents[1] / "names/nasty_names.txt")
        .read_text(encoding="utf-8")
        .splitlines()
        if line and not line.startswith("#")
    ),
    "10.1000/182",
    "10.1641/0006-3568(2002)052[0545:A]2.0.CO;2-#",
    "10.1002/(SICI)1099(199707)11:3<233#AID>3.0.CO;2-1",
    "10.1641/0006-3568(2002)052[0545:A]2.0.CO;2-?",
    "10.1000/a?b",
    "10.1000/a#b",
    "10.1000/a b",
    "10.1000/50%off",
    "10.1000/a%3Cb",
    "10.1000/../b/.",
    "10.1000/(a",
    "10.1000/a)b",
    "10.1000/a&lt;b",
    "10.1000/a\\_b",
    "10.1000/a`b|c^d{e}",
    "10.1000/a\u2013b",
    "10.1000/a'",
    "10.1000/a.",
    "10.1000/\u6f22",
)
"""Names with whatever a spelling can go wrong on."""

WRITINGS: Final[Mapping[str, Callable[[str], str]]] = {
    "encoded": link_path,
    "strict": lambda name: link_path(name, "strict"),
    "all": lambda name: link_path(name, "strict").replace("/", "%2f").replace("-", "%2D"),
    "raw": str,
}
"""Ways to write a name into an address."""


def written(form: str, name: str, writing: str, tail: str = "") -> str:
    """Return an address that presents a name."""
    if form in URNS:
        doi = parse(name)
        return URNS[form].format(doi.urn.removeprefix("urn:doi:"))
    table = LINKS | SCHEMES | OTHERS
    return table[form].format(WRITINGS[writing](name)) + (tail if form in LINKS else "")
