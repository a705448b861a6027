"""academic-refchecker against a fake registry: python -P works_peer.py SERVER FILE.bib.

It asks fixed hosts over https, so what it asks Crossref, DataCite and doi.org is led to the server
here; all other hosts are not found, at once. No language model is asked. Run it with a Python that
has the package.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit, urlunsplit

HOSTS = frozenset({"api.crossref.org", "api.datacite.org", "doi.org"})


def main(server: str, source: str) -> None:
    """Check one file."""
    requests: Any = import_module("requests")
    here = urlsplit(server)
    real = requests.Session.request

    def request(self: object, method: str, url: str, **options: object) -> object:
        asked = urlsplit(url)
        if asked.hostname not in HOSTS:
            message = f"{asked.hostname} is not here"
            raise requests.exceptions.ConnectionError(message)
        return real(self, method, urlunsplit((*here[:2], *asked[2:])), **options)

    requests.Session.request = request
    sys.argv = ["academic-refchecker", "--paper", source]
    import_module("refchecker.core.refchecker").main()


if __name__ == "__main__":
    main(*sys.argv[1:])
