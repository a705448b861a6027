"""The names of a run, counted once each without being held: a million take 17 megabytes."""

from __future__ import annotations

from collections.abc import Mapping

from mdlint_doi.names.outcome import Found, Missing, Unknown
from mdlint_doi.report.model import LookupCounts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from mdlint_doi.lookup.answer import Answer
    from mdlint_doi.names.doi import Doi
    from mdlint_doi.names.outcome import Cause, Outcome

_FEWEST: Final = 1 << 10
_WORD: Final = 8


class Distinct:
    """A set of strings that only tells which are new: of each it holds the hash, in eight bytes.

    Two strings of one hash count as one; among a million, that happens once in 37 million runs.
    """

    def __init__(self) -> None:
        """Begin without any."""
        self._count = 0
        self._table = _zeros(_FEWEST)

    def add(self, text: str) -> bool:
        """Return whether the string was not there before."""
        table, value = self._table, hash(text) or 1
        last = len(table) - 1  # the size is a power of two
        at = value & last
        while there := table[at]:
            if there == value:
                return False
            at = (at + 1) & last
        table[at] = value
        self._count += 1
        if self._count * 3 > len(table) * 2:
            self._grow()
        return True

    def __len__(self) -> int:
        """Return how many there are."""
        return self._count

    def _grow(self) -> None:
        before, self._table = self._table, _zeros(2 * len(self._table))
        table, last = self._table, len(self._table) - 1
        for value in before:
            if value:
                at = value & last
                while table[at]:
                    at = (at + 1) & last
                table[at] = value


def _zeros(count: int) -> memoryview:
    return memoryview(bytearray(_WORD * count)).cast("q")


class Count:
    """What the look-ups of a run came to, so far; candidates are not counted."""

    def __init__(self) -> None:
        """Begin without names."""
        self._distinct = Distinct()
        self._found = self._missing = self._read = 0
        self._causes: dict[Cause, int] = {}
        self._not_checked: list[Doi] = []

    def __len__(self) -> int:
        """Return how many names were counted."""
        return len(self._distinct)

    def take(self, answers: Mapping[Doi, Answer]) -> None:
        """Count the names that were not counted yet."""
        for doi, answer in answers.items():
            if self._distinct.add(doi.key):
                self._add(doi, answer.outcome)

    def take_registered(self, key: str, *, is_read: bool) -> None:
        """Count a name that is registered, and whether its handle record was read."""
        if self._distinct.add(key):
            self._found += 1
            self._read += is_read

    def _add(self, doi: Doi, outcome: Outcome) -> None:
        match outcome:
            case Found():
                self._found += 1
                self._read += outcome.record is not None
            case Missing():
                self._missing += 1
            case Unknown():
                self._causes[outcome.cause] = self._causes.get(outcome.cause, 0) + 1
                self._not_checked.append(doi)

    def counts(self, lock_file: str | None) -> LookupCounts:
        """Return what was counted; `lock_file`: the records file that alone answered, offline."""
        return LookupCounts(
            asked=self._found + self._missing + len(self._not_checked),
            found=self._found,
            missing=self._missing,
            unknown=tuple(sorted(self._causes.items())),
            records_read=self._read,
            not_checked=tuple(self._not_checked),
            lock_file=lock_file,
        )
