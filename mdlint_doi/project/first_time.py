"""What is said once: kept as a line in the folder of the cache."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mdlint_doi.lookup.settings import LookupSettings

FILE_NAME: Final = "asked-hosts.txt"
_MOST: Final = 100_000


def is_first_time(settings: LookupSettings, hosts: Sequence[str]) -> bool:
    """Return whether one of the hosts was not told of yet, and note them.

    Without a cache nothing can be noted, so each time is the first.
    """
    if not settings.use_cache:
        return True
    from mdlint_doi.lookup.cache_admin import folder_of

    chosen = settings.cache_dir
    file = folder_of(Path(chosen) if chosen else None) / FILE_NAME
    told: set[str] = set()
    with suppress(OSError, UnicodeDecodeError):
        told = set(file.read_text("utf-8")[:_MOST].split())
    if told.issuperset(hosts):
        return False
    with suppress(OSError):
        file.write_text("".join(f"{one}\n" for one in sorted({*told, *hosts})), "utf-8")
    return True
