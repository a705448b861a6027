"""Much of any character between two DOIs: bounded work, bounded memory.

By hand with more: python tests/growth/test_megabytes.py 10000000
"""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Final

import pytest

CHARACTERS: Final = (
    *map(chr, range(128)),
    *("\u00a0", "\u202e", "\u2066", "\u2069", "\u200b", "\u00ad", "\u0301", "\u2013", "\u2026"),
    *("\ufeff", "\u3002", "\uff0f", "\u65e5", "\u00e9", "\U0001f600", "\u2028", "\u2212", "\ufb01"),
    *("\u0085", "\u00df"),
)
_SIZE: Final = 250_000
_MOST_WORK: Final = 150.0 * _SIZE / 1_000_000
"""Million turns of a loop: three seconds for a megabyte; the worst character takes a third."""
_MOST_MEMORY: Final = 100
"""Megabytes of the whole process; measured on Linux."""


def measured(size: int) -> tuple[dict[str, float], int]:
    """Return what each character takes in a text of so many bytes, and the memory in MB."""
    from growth_families import check
    from linear import seconds

    turn = seconds(partial(_turns, 1_000_000))
    found: dict[str, float] = {}
    for sign in CHARACTERS:
        text = f"10.1000/1 {sign * (size // len(sign.encode()))} https://doi.org/10.1000/182\n"
        found[sign] = seconds(partial(check, text)) / turn
    return found, _most_memory()


def _most_memory() -> int:
    """Return what this program has held at most: `getrusage` tells of what started it, too."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) // 1024


def _turns(number: int) -> None:
    while number:
        number -= 1


@pytest.mark.slow
def test_much_of_a_character() -> None:
    """No character takes more than its share, and all of them together little memory."""
    done = subprocess.run(
        [sys.executable, __file__, str(_SIZE)], capture_output=True, text=True, check=True
    )
    found, memory = json.loads(done.stdout)
    assert {sign: work for sign, work in found.items() if work > _MOST_WORK} == {}
    assert len(found) == len(CHARACTERS)
    assert memory <= _MOST_MEMORY


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    sys.stdout.write(json.dumps(measured(int(sys.argv[1]))) + "\n")
