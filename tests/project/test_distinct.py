"""Names are counted once each, in memory or in a file."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.project import distinct
from mdlint_doi.project.distinct import Distinct

MANY: Final = 25_000
"""So many are written to a file more than once."""


@given(st.lists(st.tuples(st.text(max_size=2), st.integers(0, 3))))
@pytest.mark.parametrize("few", [3, 10_000])
def test_it_counts_what_a_dict_counts(few: int, taken: list[tuple[str, int]]) -> None:
    """A string counts as what it was first, whether it is held or written."""
    first = dict[str, int]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(distinct, "_FEW", few)
        strings = Distinct()
    for text, kind in taken:
        strings.add(text, kind)
        first.setdefault(text, kind)
    assert strings.kinds() == Counter(first.values())
    assert len(strings) == len(first)


def test_many_are_not_held() -> None:
    """What was counted once is known afterwards, though it was written to a file."""
    strings = Distinct()
    for _ in range(2):
        for number in range(MANY):
            strings.add(f"10.1000/{number}", number % 2)
    assert len(strings) - MANY in range(10_000)
    assert strings.kinds() == {0: MANY // 2, 1: MANY // 2}
    assert len(strings) == MANY


@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits on the size of files")
def test_a_full_disk_changes_no_count() -> None:
    """Where no file can be written, or not all of it, the strings are held."""
    program = f"""\
import resource
from mdlint_doi.project.distinct import Distinct
resource.setrlimit(resource.RLIMIT_FSIZE, (900_000, 900_000))
strings = Distinct()
for number in range(8 * {MANY}):
    strings.add(f"10.1000/{{number}}", number % 2)
print(dict(strings.kinds()), strings._file)
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ended.stdout == f"{{0: {4 * MANY}, 1: {4 * MANY}}} None\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no limits on the size of files")
@pytest.mark.parametrize("limit", [0, 1_000_000])
def test_a_disk_that_fails_later_takes_no_count_away(limit: int) -> None:
    """What was written stays counted, though it may not be read any more."""
    program = f"""\
import resource
from mdlint_doi.project.distinct import Distinct
strings = Distinct()
for number in range(8 * {MANY}):
    if number == 6 * {MANY}:
        resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit}))
    strings.add(f"10.1000/{{number}}", number % 2)
print(dict(strings.kinds()), strings._file)
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ended.stdout == f"{{0: {4 * MANY}, 1: {4 * MANY}}} None\n"
