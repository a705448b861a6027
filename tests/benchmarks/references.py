"""What is measured on bibliographies: how fast they are read, and their works compared."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.case import CHECK, LATENCY, OFFLINE, Bench
from benchmarks.clock import Command
from benchmarks.peers import ANY
from benchmarks.server import Registries
from benchmarks.trees import of_entries, of_references

REFERENCES = 60
"""As many as a paper has."""


def bibliography(bench: Bench) -> Iterator[Command]:
    """A .bib of 10,000 entries, 5 MB, against bibtexparser's parse."""
    path = of_entries(bench.work)
    parse = "import sys, bibtexparser\nbibtexparser.parse_file(sys.argv[1])"
    yield Command("bibtexparser", (sys.executable, "-c", parse, path))
    yield Command("mdlint-doi", (*OFFLINE, path))
    yield from bench.peers.bibliographies(path, bench.work)


def works(bench: Bench) -> Iterator[Command]:
    """A .bib whose works are all compared with what the Registration Agency has, 100 ms an answer.

    The peer asks hosts of its own choice, so it runs with its connections led to the server, by the
    Python beside it. What else it asks is not there.
    """
    path, known = of_references(bench.work, REFERENCES)
    server = Registries(bench.shared.tool("registries_server.py"), known, LATENCY)
    bench.stack.enter_context(server)
    cold = bench.work / "cold-works"
    servers = (
        "--config",
        f"server = '{server.url}'",
        "--config",
        f"crossref-server = '{server.url}'",
    )
    online = (
        *CHECK,
        *servers,
        "--config",
        f"datacite-server = '{server.url}'",
        "--config",
        f"cache-dir = '{cold}'",
    )
    yield Command("mdlint-doi", (*online, path), before=("rm", "-rf", cold))
    if found := bench.peers.find("academic-refchecker"):
        script = Path(__file__).with_name("works_peer.py")
        python = Path(found).with_name("python")
        led = (python, "-P", script, server.url, path)
        yield Command("academic-refchecker", led, folder=bench.work, codes=ANY, rounds=1)
