"""How time and memory grow: with files, their size, DOIs and findings."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.case import CHECK, OFFLINE, Bench, bare
from benchmarks.clock import Command
from benchmarks.server import Server, free_port
from benchmarks.trees import known_links, of_files, of_links, of_rows, one_file


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


def growth_of_asked_names(bench: Bench) -> Iterator[Command]:
    """More DOIs, a hundred in a file, that are all asked at a server without delay."""
    counts, cold = (1_000, 10_000, 100_000, 1_000_000), bench.work / "cold"
    known, tool = known_links(bench.work, counts[-1]), bench.shared.tool("handle_server.py")
    server = Server(tool, free_port(), known, 0)
    bench.stack.enter_context(server)
    online = (
        *CHECK,
        "--depth",
        "registration",
        "--config",
        f"server = '{server.url}'",
        "--config",
        f"cache-dir = '{cold}'",
    )
    yield bare()
    for count in counts:
        command, wipe = (*online, of_links(bench.work, count)), ("rm", "-rf", cold)
        rounds = 1 if count >= 100_000 else 3
        yield Command(f"{count:,} DOIs", command, before=wipe, items=count, rounds=rounds)


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
