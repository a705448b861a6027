"""Whether a file may hold a DOI, from its bytes alone.

This is all that a run pays for a file without DOIs: three literal searches over the bytes. The
extractor looks for the same needles, see `needles`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from mdlint_doi.formats.markdown import needles

_NAME: Final = re.compile(needles.NAME.encode("ascii"))
_DOI: Final = re.compile(needles.DOI.encode())
_HANDLE: Final = re.compile(needles.HANDLE.encode("ascii"))


def may_hold_doi(data: bytes, *, servers: Collection[str] = (), urls: bool = False) -> bool:
    """Return whether `extract` could find a DOI, or one of our comments, in a file.

    Args:
        data: the file's bytes, UTF-8.
        servers: hosts that count as resolvers, lower case.
        urls: take every URL for a DOI's, since publishers' addresses are wanted.

    """
    if _NAME.search(data):
        return True
    lower = data.lower()
    if _DOI.search(lower) or _HANDLE.search(lower):
        return True
    if any(server.encode() in lower for server in servers):
        return True
    return urls and (b"http://" in lower or b"https://" in lower)
