"""Notebooks against `json.loads`, start-up apart: notebooks_again.py [--rounds 15].

Both go through the folder of the case `notebooks` in one process, in turns, after a first time that
is not counted. Prints the processor time of each, and the ratio: medians.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: `benchmarks` stands there

from benchmarks.trees import of_notebooks

from mdlint_doi.cli import main as mdlint_doi


def main() -> None:
    """Measure, and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as work:
        folder = of_notebooks(Path(work))
        rows = [(_seconds(_decode, folder), _seconds(_check, folder)) for _ in range(rounds + 1)]
    decoded, checked = (1000 * median(times) for times in zip(*rows[1:], strict=True))
    ratio = median(check / decode for decode, check in rows[1:])
    print(f"json.loads {decoded:.1f} ms, mdlint-doi {checked:.1f} ms, ratio {ratio:.2f}")  # noqa: T201


def _decode(folder: Path) -> None:
    for path in folder.iterdir():
        json.loads(path.read_text())


def _check(folder: Path) -> None:
    with Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
        mdlint_doi(["check", "--isolated", "--offline", "--jobs", "1", str(folder)])


def _seconds(work: Callable[[Path], None], folder: Path) -> float:
    start = time.process_time()
    work(folder)
    return time.process_time() - start


if __name__ == "__main__":
    main()
