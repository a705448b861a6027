"""bibtexautocomplete (btac) against a fake registry: python search_peer.py SERVER IN.bib OUT.bib.

It asks fixed hosts over https, so its connections are led to the server here; its waits between
requests are left out, and pages of publishers count as there. Only Crossref is asked, and only the
field `doi` completed. Run it with a Python that has the package: `--peer` of `search_missing`.
"""

from __future__ import annotations

import sys
from http.client import HTTPConnection
from importlib import import_module
from typing import Any

NAME = "bibtexautocomplete"


def main(server: str, source: str, target: str) -> None:
    """Complete one file."""
    host = server.partition("://")[2]
    https: Any = import_module(f"{NAME}.lookups.https")
    crossref: Any = import_module(f"{NAME}.APIs.crossref")
    https.HTTPSConnection = lambda *_, **__: HTTPConnection(host, timeout=500)
    crossref.CrossrefLookup.update_rate_cap = lambda _: None
    crossref.CrossrefLookup.query_delay = 0.0
    import_module(f"{NAME}.APIs.doi").DOICheck.check_url = lambda *_: True
    command = ["-q", "crossref", "-c", "doi", "-o", target, "-s", "-s", source]
    import_module(f"{NAME}.core.main").main(command)


if __name__ == "__main__":
    main(*sys.argv[1:])
