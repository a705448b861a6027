"""Runs that are killed: python tests/faults/kills.py --kills 1000 --seed 1.

One in three is a `--fix` by one process, one by several, one a look-up that writes to the cache. It
is killed, with all its processes, at a moment that chance chooses. After each, every file is as it
was or as it is to be, a process left one more at most, and the cache says nothing wrong. After the
next run, which is left alone, all is done and nothing of the killed one is left. The exit code is 1
if anything else was found.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from cli.command import config

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from handle_server import HandleServer

from mdlint_doi.ask.cache_file import FILE_NAME
from mdlint_doi.ask.store import Cache
from mdlint_doi.names.doi import parse
from mdlint_doi.names.outcome import Cause, Unknown

LINE: Final = "a http://dx.doi.org/10.1000/182 b" + " padding" * 200 + "\n"
OLD: Final = LINE * 30
NEW: Final = OLD.replace("http://dx.doi.org", "https://doi.org")
FILES: Final = 12
NAMES: Final = tuple(f"10.1000/name.{number}" for number in range(600))
KNOWN: Final = 500
"""So many of them are registered."""
_MINE: Final = (sys.executable, "-m", "mdlint_doi")


class Fix:
    """A `--fix` of some files."""

    def __init__(self, folder: Path, jobs: int) -> None:
        """Take the folder of the files, and how many processes are to fix them."""
        self._folder, self._jobs = folder, jobs
        self._files = FILES * jobs**2
        fixed = ["check", "--offline", "--fix", "--isolated", "--jobs", str(jobs)]
        self.command = [*_MINE, *fixed, str(folder)]
        self.input = ""

    def prepare(self) -> None:
        """Write the files as they are before."""
        for number in range(self._files):
            (self._folder / f"{number}.md").write_text(OLD)

    def torn(self) -> Iterator[str]:
        """Yield what is neither old nor new."""
        files = list(self._folder.glob("*.md"))
        if len(files) != self._files:
            yield f"{len(files)} files"
        left = len(list(self._folder.iterdir())) - len(files)
        if left > self._jobs + (self._jobs > 1):  # the first of several fixes some files itself
            yield f"{left} files more"
        for path in files:
            if path.read_text() not in {OLD, NEW}:
                yield f"{path.name} is torn"

    def undone(self) -> Iterator[str]:
        """Yield what a whole run left to do, or left over."""
        for path in self._folder.iterdir():
            if path.suffix != ".md":
                yield f"{path.name} is left over"
            elif path.read_text() != NEW:
                yield f"{path.name} is not fixed"


class LookUp:
    """A look-up of names that writes their answers to a cache."""

    def __init__(self, folder: Path, server: str) -> None:
        """Take the cache's folder and the server."""
        self._folder, self._server = folder, server
        common = ["--isolated", *config(cache_dir=folder, server=server)]
        self.command = [*_MINE, "lookup", *common, "--depth", "records"]
        self.input = "\n".join(NAMES)

    def prepare(self) -> None:
        """Take the cache away."""
        for path in self._folder.iterdir():
            path.unlink()

    def torn(self) -> Iterator[str]:
        """Yield what the cache says and is not so."""
        for name, outcome in zip(NAMES, self._kept(), strict=True):
            if outcome not in {_truth(name), "unknown"}:
                yield f"{name} is {outcome}"

    def undone(self) -> Iterator[str]:
        """Yield what a whole run did not keep, or left over."""
        if kept := self._kept().count("unknown"):
            yield f"{kept} names were not kept"
        for path in self._folder.iterdir():
            if not path.name.startswith(FILE_NAME):
                yield f"{path.name} is left over"

    def _kept(self) -> list[str]:
        """Return what the cache holds of each name."""
        dois = [parse(name) for name in NAMES]
        with Cache(self._folder, self._server) as cache:
            kept = cache.read(dois)
        return [type(kept.get(doi, Unknown(Cause.OFFLINE))).__name__.lower() for doi in dois]


def _truth(name: str) -> str:
    return "found" if NAMES.index(name) < KNOWN else "missing"


def run(work: Fix | LookUp, kill_after: float | None = None) -> bool:
    """Run a command; kill it after a time. Return whether it had not ended by itself."""
    process = subprocess.Popen(
        work.command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert process.stdin is not None
    process.stdin.write(work.input.encode())
    process.stdin.close()
    process.stdin = None
    is_alive = False
    if kill_after is not None:
        time.sleep(kill_after)
        is_alive = process.poll() is None
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=900)  # until all of its processes have ended
    return is_alive


def seconds(work: Fix | LookUp) -> float:
    """Return how long a run takes that is left alone."""
    work.prepare()
    began = time.monotonic()
    run(work)
    return time.monotonic() - began


def main() -> int:
    """Kill runs, and print what they left."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance = Random(given.seed)
    found = killed = 0
    slowest = 0.0
    with (
        TemporaryDirectory() as files,
        TemporaryDirectory() as more,
        TemporaryDirectory() as cache,
        HandleServer(NAMES[:KNOWN]) as server,
    ):
        works = (
            Fix(Path(files), 1),
            Fix(Path(more), 2),
            LookUp(Path(cache), server.url),
        )
        whole = [seconds(work) for work in works]
        while killed < given.kills:
            which = killed % len(works)
            work = works[which]
            work.prepare()
            killed += run(work, chance.uniform(0.2, 1.1) * whole[which])
            said = [*work.torn()]
            began = time.monotonic()
            run(work)
            slowest = max(slowest, (time.monotonic() - began) / whole[which])
            for fault in (*said, *work.undone()):
                found += 1
                sys.stdout.write(f"kill {killed}: {fault}\n")
            if killed % 50 == 0:
                sys.stdout.write(
                    f"{killed} killed, {found} found (seed {given.seed}); after a kill, a run took"
                    f" at most {slowest:.1f} times as long as without\n"
                )
                sys.stdout.flush()
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
