"""Commands measured in turns: A B C, and again A B C.

Other work on the machine then slows all of them alike, and the ratios of one round to another say
what the absolute times on a shared machine do not. A first round warms the caches of the system
and is not counted. Processor time and peak memory are those of the process and of the children that
it waited for, memory of the largest one (getrusage(2)).
"""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_LAUNCH = Path(__file__).with_name("launch.py")
LIMIT = 900.0
"""Seconds after which a command is killed, and the benchmark with it."""


@dataclass(frozen=True, slots=True)
class Command:
    """What to measure.

    Attributes:
        label: its name in the tables.
        words: program and arguments.
        folder: the current folder; None: ours.
        environ: variables beside ours.
        before: a command that prepares each run and is not measured.
        codes: exit codes that are no failure.
        items: how many files, names or findings it works on, to tell the time of one.
        rounds: how often to run it at most; 0: as often as the others.

    """

    label: str
    words: tuple[str | Path, ...]
    folder: Path | None = None
    environ: Mapping[str, str] = field(default_factory=dict)
    before: tuple[str | Path, ...] = ()
    codes: tuple[int, ...] = (0, 1)
    items: int = 1
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """Seconds on the clock, seconds of the processor, MiB at the peak."""

    wall: float
    cpu: float
    peak: float


def once(command: Command) -> Run:
    """Run a command to its end.

    Raises:
        RuntimeError: if it exits with an unexpected code.
        TimeoutExpired: if it takes too long; it is killed, with all that it started.

    """
    environ = {**os.environ, **command.environ}
    if command.before:
        subprocess.run(command.before, check=True, cwd=command.folder, env=environ)
    words = (sys.executable, "-I", "-S", _LAUNCH, *command.words)
    process = subprocess.Popen(
        words, cwd=command.folder, env=environ, stdout=subprocess.PIPE, start_new_session=True
    )
    try:
        out, _ = process.communicate(timeout=LIMIT)
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    wall, cpu, peak, code = map(float, out.split())
    if code not in command.codes:
        message = f"{command.label}: exit code {code:g}: {command.words}"
        raise RuntimeError(message)
    return Run(wall, cpu, peak)


@dataclass(frozen=True, slots=True)
class Measured:
    """A command and its runs, the first of each round.

    Attributes:
        command: what ran.
        runs: in order of the rounds.
        yardstick: the runs of the command that it is compared with, of the same rounds.

    """

    command: Command
    runs: tuple[Run, ...]
    yardstick: tuple[Run, ...]

    @property
    def wall(self) -> float:
        """Median seconds on the clock."""
        return statistics.median(run.wall for run in self.runs)

    @property
    def cpu(self) -> float:
        """Median seconds of the processor."""
        return statistics.median(run.cpu for run in self.runs)

    @property
    def peak(self) -> float:
        """Median peak memory of the largest process, MiB."""
        return statistics.median(run.peak for run in self.runs)

    @property
    def wall_ratio(self) -> float:
        """Median over the rounds of the ratio to the yardstick, on the clock."""
        return statistics.median(
            run.wall / other.wall for run, other in zip(self.runs, self.yardstick, strict=False)
        )

    @property
    def cpu_ratio(self) -> float:
        """The same for processor time, which other work on the machine disturbs less."""
        return statistics.median(
            run.cpu / other.cpu for run, other in zip(self.runs, self.yardstick, strict=False)
        )

    def as_json(self) -> dict[str, Any]:
        """Return the figures, with all runs."""
        return {
            "label": self.command.label,
            "command": [str(word) for word in self.command.words],
            "items": self.command.items,
            "rounds": len(self.runs),
            "wall": self.wall,
            "wall_min": min(run.wall for run in self.runs),
            "wall_max": max(run.wall for run in self.runs),
            "cpu": self.cpu,
            "peak": self.peak,
            "wall_ratio": self.wall_ratio,
            "cpu_ratio": self.cpu_ratio,
            "runs": [(run.wall, run.cpu, run.peak) for run in self.runs],
        }


def in_turn(commands: Sequence[Command], rounds: int) -> list[Measured]:
    """Return all commands measured, each compared with the first.

    Args:
        commands: the yardstick first.
        rounds: how often; one more comes before and is not counted, but for a command that
            itself asks for a single round.

    """
    runs: list[list[Run]] = [[] for _ in commands]
    for turn in range(rounds + 1):
        for at, command in enumerate(commands):
            wanted = command.rounds or rounds
            if turn > wanted or (turn == 0 and wanted == 1):
                continue
            run = once(command)
            if turn:
                runs[at].append(run)
            sys.stderr.write(f"  {turn}/{rounds} {command.label}: {run.wall:.3f} s\n")
    yardstick = tuple(runs[0])
    return [
        Measured(command, tuple(own), yardstick)
        for command, own in zip(commands, runs, strict=True)
    ]
