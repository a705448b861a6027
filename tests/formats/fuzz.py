"""The long run: python tests/formats/fuzz.py --inputs 100000 [--reader bibtex]."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from formats import laws
from formats.inputs import MAKERS


def main() -> int:
    """Try each reader on as many inputs; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--reader", choices=[*MAKERS], action="append")
    parser.add_argument("--seed", type=int, default=None)
    given = parser.parse_args()
    seed = given.seed if given.seed is not None else time.time_ns() % 1_000_000
    failed = 0
    for name in given.reader or MAKERS:
        chance, start = Random(seed), time.monotonic()
        found = 0
        for _ in range(given.inputs):
            text = MAKERS[name](chance)
            try:
                getattr(laws, name)(text)
            except Exception as error:  # noqa: BLE001 - that is what we are here for
                found += 1
                if found <= 5:
                    sys.stderr.write(f"{name}: {text!r}\n  {error!r:.600}\n")
        took = time.monotonic() - start
        sys.stdout.write(
            f"{name}: {given.inputs} inputs, {found} found, {took:.0f} s (seed {seed})\n"
        )
        sys.stdout.flush()
        failed += found
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
