"""Over HTTP/2, against the larger fake DOI system of the shared folder."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from ask.names.asking import names
from cli.command import config, mdlint_doi

pytest.importorskip("h2")


@contextmanager
def bench_server(shared: Path, *arguments: str) -> Iterator[dict[str, Any]]:
    """Run the server; give what it says of itself."""
    command = [sys.executable, str(shared / "bench" / "handle_server.py"), *arguments]
    with subprocess.Popen([*command, "--max-seconds", "60"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())
        finally:
            process.terminate()


def ask(said: dict[str, Any]) -> tuple[dict[str, str], Any]:
    """Ask for 100 names; return the outcomes, and what the server has counted.

    In a process of its own: what httpx loses over HTTP/2 it does not always close.
    """
    ran = mdlint_doi(
        "lookup", "--depth", "records", "--isolated", "--output-format", "json",
        *config(use_cache=False, concurrency=8, server=said["https"]),
        stdin="\n".join(map(str, names(100, "10.10000"))).encode(), SSL_CERT_FILE=said["cafile"],
    )  # fmt: skip
    with urllib.request.urlopen(said["http"] + "/stats") as reply:
        return {entry["doi"]: entry["outcome"] for entry in json.loads(ran.out)}, json.load(reply)


def test_one_connection_serves_all(shared: Path) -> None:
    """Once a worker knows that the server speaks HTTP/2, all use its connection."""
    with bench_server(shared, "--latency-ms", "5") as said:
        outcomes, stats = ask(said)
    assert set(outcomes.values()) == {"found"}
    assert 1 <= stats["connections"]["h2"] <= 8
    assert 4 <= stats["max_concurrent"] <= 8
    assert stats["bad_encoding"] == 0


def test_lost_connections(shared: Path) -> None:
    """A fifth of the names loses the connection, or its stream, once: all verdicts are right."""
    world = ["--missing-share", "0.1"]
    with bench_server(shared, *world) as said:
        healthy, _ = ask(said)
    faults = ["--error-share", "0.2", "--error-kinds", "reset,drop,500"]
    with bench_server(shared, *world, *faults) as said:
        outcomes, stats = ask(said)
    assert stats["connection_resets"] > 5
    assert outcomes == healthy
    assert set(outcomes.values()) == {"found", "missing"}
