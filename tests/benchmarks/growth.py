"""How time and memory grow: with files, their size, DOIs and findings."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.case import OFFLINE, Bench, bare
from benchmarks.clock import Command
from benchmarks.trees import of_files, of_links, of_rows, one_file


def growth_of_files(bench: Bench) -> Iterator[Command]:
    """More files of one kind."""
    counts = (10, 100, 1_000, 10_000, 100_000) if bench.slow else (10, 100, 1_000, 10_000)
    yield bare()
    for count in counts:
        command = (*OFFLINE, "--jobs", "1", of_files(bench.work, count))
        rounds = 1 if count >= 100_000 else 3 if count >= 10_000 else 0
        yield Command(f"{count:,} files", command, items=count, rounds=rounds)


def growth_of_size(bench: Bench) -> Iterator[Command]:
    """One file that grows, in kilobytes."""
    yield bare()
    for size in (10_000, 100_000, 1_000_000, 10_000_000):
        command = (*OFFLINE, one_file(bench.work, size))
        yield Command(f"{size // 1000:,} kB", command, items=size // 1000)


def growth_of_names(bench: Bench) -> Iterator[Command]:
    """More DOIs, a hundred in a file."""
    yield bare()
    for count in (10, 100, 1_000, 10_000):
        command = (*OFFLINE, "--jobs", "1", of_links(bench.work, count))
        yield Command(f"{count:,} DOIs", command, items=count)


def growth_of_findings(bench: Bench) -> Iterator[Command]:
    """More findings, two for each DOI."""
    yield bare()
    for count in (10, 100, 1_000, 10_000):
        command = (*OFFLINE, "--jobs", "1", of_links(bench.work, count, bad=True))
        yield Command(f"{2 * count:,} findings", command, items=2 * count)


def rows(bench: Bench) -> Iterator[Command]:
    """One document with a table of 2 MB; 80,000 findings at the end."""
    yield bare()
    for count in (400, 4_000, 40_000):
        command = (*OFFLINE, of_rows(bench.work, count))
        yield Command(f"{2 * count:,} findings", command, items=2 * count, rounds=3)
