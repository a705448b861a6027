"""The long run: python tests/fuzz/run.py --target find --seconds 600 --seeds FOLDER.

Inputs are mutated seeds. With `--engine atheris` (pip install atheris) libFuzzer steers them by
coverage; without, chance does. An input fails if it raises what its target does not allow, breaks
a law (AssertionError), or takes more than linear time; it is made small and kept in `--out`. The
exit code is 1 if any was found.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from types import FrameType
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

if "atheris" in sys.argv:
    import atheris

    # Coverage is told by what is imported here for the first time.
    with atheris.instrument_imports(include=["mdlint_doi", "sphinx_doi"]):
        import fuzz.targets  # noqa: F401

from fuzz.mutation import LONGEST, Mutator, seeds
from fuzz.targets import TARGETS, Target

HANG: Final = 60
"""Seconds after which an input is given up."""
GROWTH_EVERY: Final = 100
"""Inputs between two looks at how time grows."""
_GROWN: Final = 8_000
_SHRINK: Final = 30.0
_MOST: Final = 20
"""Findings after which there is no point in going on."""


class TooSlowError(Exception):
    """An input took too long, or time grew faster than the input."""


def _alarm(_number: int, _frame: FrameType | None) -> None:
    message = f"no end after {HANG} s"
    raise TooSlowError(message)


def seconds(target: Target, data: bytes) -> float:
    """Return the processor time of an input.

    Raises:
        TooSlowError: if there is no end to it.
        Exception: whatever the target does not allow.

    """
    signal.alarm(HANG)
    try:
        return target.run(data)
    finally:
        signal.alarm(0)


def look(target: Target, data: bytes) -> None:
    """Give an input to a target.

    Raises:
        TooSlowError: if it takes more than its share, three times.
        Exception: whatever the target does not allow.

    """
    limit = target.limit(data)
    if min(seconds(target, data), limit) == limit:
        took = min(seconds(target, data) for _ in range(2))
        if took > limit:
            message = f"{took:.1f} s for {len(data)} bytes"
            raise TooSlowError(message)


def grow(target: Target, before: bytes, piece: bytes, after: bytes) -> None:
    """Say a piece over and over: four times the text may take about four times as long.

    Raises:
        TooSlowError: if it takes much longer than that, three times.
        Exception: whatever the target does not allow.

    """
    count = max(_GROWN // 4 // len(piece), 1)
    small, large = (before + piece * times * count + after for times in (1, 4))
    short = long = 0.0
    for _ in range(3):
        long = seconds(target, large)
        short = seconds(target, small) if long > 0.4 else long
        if long < max(0.4, 8 * short):
            return
    message = f"{short:.2f} s, and {long:.2f} s for four times as much of {piece!r}"
    raise TooSlowError(message)


def shrunk(data: bytes, fails: Callable[[bytes], bool]) -> bytes:
    """Return a small part of an input that still fails, as far as the time goes."""
    end = time.monotonic() + _SHRINK
    size = len(data) // 2
    while size and time.monotonic() < end:
        at = 0
        while at < len(data) and time.monotonic() < end:
            less = data[:at] + data[at + size :]
            if fails(less):
                data = less
            else:
                at += size
        size //= 2
    return data


class Run:
    """One target, its inputs and what was found."""

    def __init__(self, name: str, mutator: Mutator, out: Path) -> None:
        """Take the target's name, the maker of inputs, and the folder for findings."""
        self.name = name
        self.target = TARGETS[name]
        self.mutator = mutator
        self.out = out
        self.inputs = 0
        self.found: set[str] = set()

    def go_on(self, until: float) -> None:
        """Make inputs until the clock says stop."""
        while time.monotonic() < until and len(self.found) < _MOST:
            self.inputs += 1
            if self.inputs % GROWTH_EVERY:
                data = self.mutator.fresh()
                self.judge(data, lambda data=data: look(self.target, data))  # type: ignore[misc]
            else:
                parts = self.mutator.growing()
                self.judge(b"".join(parts), lambda parts=parts: grow(self.target, *parts))  # type: ignore[misc]

    def judge(self, data: bytes, action: Callable[[], None]) -> None:
        """Keep an input that fails, unless one that fails in the same place is kept already."""
        try:
            action()
        except Exception as error:  # noqa: BLE001 - that is what we are here for
            kind = _kind(error)
            if kind in self.found:
                return
            self.found.add(kind)
            self.keep(data, kind, error)

    def keep(self, data: bytes, kind: str, error: Exception) -> None:
        """Write a failing input down, as small as it can be made."""
        if not isinstance(error, TooSlowError):
            data = shrunk(data, lambda less: self.fails(less) == kind)
        self.out.mkdir(parents=True, exist_ok=True)
        path = self.out / f"{self.name}-{sha256(data).hexdigest()[:12]}"
        path.write_bytes(data)
        sys.stderr.write(f"{path}: {kind}: {error!r:.500}\n  {data!r:.500}\n")

    def fails(self, data: bytes) -> str:
        """Return in what way an input fails."""
        try:
            look(self.target, data)
        except Exception as error:  # noqa: BLE001
            return _kind(error)
        return ""


def _kind(error: Exception) -> str:
    """Return the exception and the line that raised it: other inputs fail there, too."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    where = f"{Path(last.tb_frame.f_code.co_filename).name}:{last.tb_lineno}" if last else ""
    # A slow one was wherever the alarm found it.
    return type(error).__name__ + ("" if isinstance(error, TooSlowError) else f" {where}")


def steered(name: str, mutator: Mutator, time_left: float, out: Path) -> None:
    """Let libFuzzer choose the inputs; it ends the process, at its first finding or in time."""
    out.mkdir(parents=True, exist_ok=True)
    target = TARGETS[name]

    def mutated(data: bytes, most: int, _seed: int) -> bytes:
        return (mutator.changed(data) if data else mutator.fresh())[:most]

    options = [f"-max_total_time={time_left:.0f}", f"-max_len={LONGEST}", f"-timeout={HANG}"]
    atheris.Setup(
        [sys.argv[0], *options, f"-artifact_prefix={out}/{name}-"],
        lambda data: look(target, data),
        custom_mutator=mutated,
    )
    atheris.Fuzz()


def main() -> int:
    """Run one target or all of them; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_AsWritten)
    parser.add_argument("--target", choices=[*TARGETS, "all"], default="all")
    parser.add_argument("--seconds", type=float, default=60, help="for each target")
    parser.add_argument("--seeds", type=Path, help="a folder with texts to begin with")
    parser.add_argument("--out", type=Path, default=Path("fuzz-findings"))
    parser.add_argument("--engine", choices=["chance", "atheris"], default="chance")
    parser.add_argument("--seed", type=int, default=None, help="of chance; default: another each")
    parser.add_argument("inputs", nargs="*", type=Path, help="files to try instead")
    given = parser.parse_args()
    signal.signal(signal.SIGALRM, _alarm)
    names = [*TARGETS] if given.target == "all" else [given.target]
    seed = given.seed if given.seed is not None else time.time_ns() % 1_000_000
    mutator = Mutator(Random(seed), [*seeds(given.seeds)])
    if given.engine == "atheris":
        steered(names[0], mutator, given.seconds, given.out)
    found = 0
    for name in names:
        run = Run(name, mutator, given.out)
        start = time.monotonic()
        for path in given.inputs:
            look(run.target, path.read_bytes())
        if not given.inputs:
            run.go_on(start + given.seconds)
        took = time.monotonic() - start
        found += len(run.found)
        sys.stdout.write(
            f"{name}: {run.inputs} inputs in {took:.0f} s, {len(run.found)} found (seed {seed})\n"
        )
        sys.stdout.flush()
    return int(found > 0)


class _AsWritten(argparse.RawDescriptionHelpFormatter):
    """The description as it stands above."""


if __name__ == "__main__":
    sys.exit(main())
