"""A million names through `mdlint-doi resolve`: python tests/benchmarks/resolve_many.py.

The fake DOI system answers on this machine; three names of a hundred are not registered. The first
run is killed half-way, the second one goes on from the cache. Printed are the resident memory of
the command at each tenth, its processor time, and how many names were asked twice.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from handle_server import HandleServer

_KB: Final = 1024


def names(count: int) -> Iterator[tuple[str, bool]]:
    """Yield names, and whether they are registered."""
    for number in range(count):
        yield f"10.{1000 + number % 5000}/many.{number}", number % 100 >= 3


def serve(count: int) -> None:
    """Answer until standard input ends, then print what was asked."""
    known = [name for name, registered in names(count) if registered]
    with HandleServer(known) as server:
        print(server.url, flush=True)  # noqa: T201
        sys.stdin.read()
        asked = server.seen.services
        shares = Counter(batch for batch in server.seen.batches)
        twice = sum(times - 1 for times in server.seen.names.values() if times > 1)
        members = {"requests": dict(asked), "fullest": max(shares, default=0), "again": twice}
        print(json.dumps(members), flush=True)  # noqa: T201


class Run:
    """One run of the command, whose answers are counted as they come."""

    def __init__(self, listed: Path, folder: Path, url: str) -> None:
        """Start it."""
        command = [
            sys.executable,
            "-m",
            "mdlint_doi",
            "lookup",
            "--depth",
            "registration",
            "-",
            "--isolated",
        ]
        command += [
            "--config",
            f"server = '{url}'",
            "--config",
            f"cache-dir = '{folder / 'cache'!s}'",
        ]
        with listed.open("rb") as source:
            self.process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE)
        self.memory: list[int] = []

    def read(self, count: int, until: int) -> int:
        """Read so many answers, noting the memory at each tenth of `count`."""
        assert self.process.stdout is not None
        done = 0
        for _ in self.process.stdout:
            done += 1
            if done % (count // 10) == 0:
                self.memory.append(self._resident())
            if done == until:
                break
        return done

    def _resident(self) -> int:
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next((line for line in text.splitlines() if line.startswith("VmRSS")), "VmRSS: 0")
        return int(line.split()[1]) // _KB

    def kill(self) -> None:
        """End it as a power cut would."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()


def main() -> None:
    """Run the command twice, and print what it took."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--names", type=int, default=1_000_000)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.names)
        return
    with TemporaryDirectory() as folder:
        measure(arguments.names, Path(folder))


def measure(count: int, folder: Path) -> None:
    """Run the command, kill it half-way, run it again."""
    listed = folder / "names.txt"
    with listed.open("w") as file:
        file.writelines(f"{name}\n" for name, _ in names(count))
    me = [sys.executable, __file__, "--serve", "--names", str(count)]
    server = subprocess.Popen(me, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    url = server.stdout.readline().strip()
    started = time.monotonic()
    first = Run(listed, folder, url)
    first.read(count, count // 2)
    first.kill()
    print(f"killed after {count // 2} answers; MiB at each tenth: {first.memory}", flush=True)  # noqa: T201
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    second = Run(listed, folder, url)
    done = second.read(count, -1)
    code = second.process.wait()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    size = sum(path.stat().st_size for path in (folder / "cache").iterdir())
    print(f"second run: {done} answers, exit code {code}, MiB at each tenth: {second.memory}")  # noqa: T201
    print(  # noqa: T201
        f"{usage.ru_utime - before:.0f} s of processor time, {time.monotonic() - started:.0f} s in"
        f" all, cache of {size >> 20} MiB"
    )
    told, _ = server.communicate()
    print(told)  # noqa: T201


if __name__ == "__main__":
    main()
