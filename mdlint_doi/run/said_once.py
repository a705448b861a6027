"""What is said once: kept as a line in the folder of the cache."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mdlint_doi.files.reading import FileProblem, read_bytes
from mdlint_doi.files.writing import save

if TYPE_CHECKING:
    from mdlint_doi.ask.settings import LookupSettings


FILE_NAME: Final = "asked-hosts.txt"
_MOST: Final = 100_000
"""Bytes of the file."""


def is_first_time(settings: LookupSettings, hosts: Sequence[str]) -> bool:
    """Return whether one of the hosts was not told of yet, and note them.

    Without a cache nothing can be noted, so each time is the first.
    """
    if not settings.use_cache:
        return True
    from mdlint_doi.ask.cache_file import default_folder

    file = Path(settings.cache_dir or default_folder()) / FILE_NAME
    told = _told(file)
    if told.issuperset(hosts):
        return False
    with suppress(FileProblem):
        save(file, "".join(f"{one}\n" for one in sorted({*told, *hosts})).encode())
    return True


def _told(file: Path) -> set[str]:
    """Return what was said; nothing of what is no file of ours: the folder may be a stranger's."""
    try:
        if file.is_symlink():
            return set()
        return set(read_bytes(str(file), _MOST).decode("utf-8").split())
    except (FileProblem, OSError, UnicodeDecodeError):
        return set()
