"""The fake DOI system of the shared harness, as a process of its own.

It is not the one of the tests: that one may share the interpreter's lock with what is measured.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self


def free_port() -> int:
    """Return a port on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A running server; a context.

    Attributes:
        url: its base address, in clear text.

    """

    def __init__(self, program: Path, port: int, known: Path, latency: int) -> None:
        """Take the harness's server, a free port, known names, and how long answers wait (ms)."""
        self.url = f"http://127.0.0.1:{port}"
        self._command: list[str | Path] = [
            *(sys.executable, program, "--port", str(port), "--known", known),
            *("--latency-ms", str(latency), "--landing-403-share", "0.2", "--max-seconds", "7200"),
        ]
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        """Start it and wait until it listens."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert json.loads(self._process.stdout.readline())["http"] == self.url
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End it."""
        if self._process is not None:
            self._process.terminate()
            self._process.communicate()


class Registries(Server):
    """The fake metadata services of the shared harness, with their limits, and a DOI system."""

    def __init__(self, program: Path, works: Path, latency: int) -> None:
        """Take the harness's server, the works that it knows, and how long answers wait (ms)."""
        super().__init__(program, free_port(), works, latency)
        self._command = [
            *(sys.executable, program, "--port", self.url.rpartition(":")[2], "--works", works),
            *("--latency-ms", str(latency), "--max-seconds", "7200"),
        ]
