"""What a case of the benchmark is, and the command that all of them measure."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from benchmarks.clock import Command
from benchmarks.peers import Peers
from benchmarks.trees import Shared

CHECK = (sys.executable, "-m", "mdlint_doi", "check", "--isolated")
OFFLINE = (*CHECK, "--offline")
LATENCY = 100
"""Milliseconds of each answer of the fake DOI system."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What the cases work with.

    Attributes:
        work: a folder for what is made.
        peers: other people's programs.
        slow: run what takes minutes, too.
        stack: ends what was started.
        trees: folders with documents of one's own.

    """

    work: Path
    peers: Peers
    slow: bool
    stack: ExitStack
    trees: tuple[Path, ...] = ()

    @property
    def shared(self) -> Shared:
        """The shared harness."""
        return Shared(self.work)


@dataclass(frozen=True, slots=True)
class Case:
    """One table.

    Attributes:
        name: on the command line.
        title: over the table.
        commands: makes what is needed and returns the commands.
        limits: the most that a label's ratio to the yardstick should be.
        each: the time of one item says more than the ratio.
        slow: takes minutes.

    """

    name: str
    title: str
    commands: Callable[[Bench], Iterator[Command]]
    limits: dict[str, float]
    each: bool = False
    slow: bool = False


def bare() -> Command:
    """Return the start of the interpreter, against which short runs are measured."""
    return Command("python -c pass", (sys.executable, "-c", "pass"))
