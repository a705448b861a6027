"""The records file that `record` writes: what a run learned, beside what others wrote meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from mdlint_doi.cli.record_works import RecordedWorks
from mdlint_doi.files.problem import FileProblem
from mdlint_doi.files.writing import save
from mdlint_doi.names.doi import Doi

if TYPE_CHECKING:
    from mdlint_doi.lookup.records import Records
    from mdlint_doi.lookup.stored import Stored


_TRIES: Final = 20


class Written(NamedTuple):
    """What is in the file now.

    Attributes:
        names: that have an outcome.
        works: of those names.

    """

    names: int
    works: int


def read_records(path: Path) -> Records:
    """Return what a records file holds; nothing where there is none.

    Raises:
        LookupSettingsError: for a file that is none.

    """
    from mdlint_doi.lookup import records

    return records.read_whole(path) if path.exists() else records.Records({}, {})


def write_records(
    path: Path, known: Mapping[Doi, Stored], works: RecordedWorks, *, prune: bool
) -> Written:
    """Write what was learned; unless `prune`, beside what the file holds.

    Another run may write it at the same time, on its part of the project: the file is read again
    right before, and once more where it changed in between.

    Raises:
        FileProblem: if it cannot be written.
        LookupSettingsError: if it is no records file any more.

    """
    from mdlint_doi.lookup import records

    for _ in range(_TRIES):
        there = _bytes(path)
        before = read_records(path)
        outcomes = dict(known) if prune else {**before.outcomes, **known}
        kept = works.beside(before.works, outcomes)
        text = records.render(outcomes, kept)
        if save(path, text.encode("utf-8"), lambda there=there: _bytes(path) == there):  # type: ignore[misc]
            return Written(len(outcomes), len(kept))
    raise FileProblem(str(path), "other programs write it all the time; run it once more")


def _bytes(path: Path) -> bytes | None:
    with suppress(OSError):
        return path.read_bytes()
    return None
