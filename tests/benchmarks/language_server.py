"""How long an editor waits: python tests/benchmarks/language_server.py [--minutes N].

200 edits a minute, in bursts, of large documents. Printed is the time from the last edit of a burst
to the diagnostics of that text, offline, in milliseconds, without the silence for which the server
waits; then that of all edits, and the largest memory. The issue asks for a p95 of 100 ms at 300 KB
and 150 ms at 1 MB.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from mdlint_doi.server.session import SILENCE

EDITS: Final = 200
BURST: Final = 10
_VERSION: Final = re.compile(rb'"version": (\d+)}}\Z')
_WORDS: Final = (
    "Some prose on methods and results, as it stands in a manual, with `code` and *emphasis*. "
)


def manual(at: int) -> str:
    """Return a section; in every third stand two DOIs, one of them written the old way."""
    dois = f"See <https://doi.org/10.1000/a.{at}> and [x](http://dx.doi.org/10.1000/b-{at}).\n\n"
    return f"## Section {at}\n\n{_WORDS * 6}\n\n{dois if at % 3 == 0 else ''}"


def references(at: int) -> str:
    """Return an item of a list of references."""
    return (
        f"- Smith, J., & Doe, J. (2019). A title of a work number {at}. *Journal of Things*, 12,"
        f" 1-20. <https://doi.org/10.1000/abc.{at}>\n"
    )


def bibliography(at: int) -> str:
    """Return an entry of BibTeX with something to say of it."""
    return (
        f"@article{{k{at},\n  author = {{Smith, John and Doe, Jane}},\n"
        f"  title = {{A title {at}}},\n  journal = {{Journal of Things}},\n"
        f"  year = {{2019}},\n  pages = {{1--20}},\n"
        f"  doi = {{10.1000/abc.{at}}},\n  url = {{http://dx.doi.org/10.1000/abc.{at}}}\n}}\n\n"
    )


class Client:
    """A client that does no more than it must, so that its own time counts little."""

    def __init__(self) -> None:
        """Start a server."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mdlint_doi", "server", "--offline", "--isolated"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.arrived: dict[int, float] = {}
        self._changed = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()
        self.request("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, 1)
        self.send("initialized", {})

    def send(self, method: str, params: Mapping[str, object]) -> None:
        """Send a notification."""
        self._write({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method: str, params: object, number: int) -> None:
        """Send a request; its answer is passed over."""
        self._write({"jsonrpc": "2.0", "id": number, "method": method, "params": params})

    def wait(self, version: int) -> float:
        """Return when the diagnostics of a version came first."""
        with self._changed:
            if not self._changed.wait_for(lambda: version in self.arrived, 120):
                raise TimeoutError(version)
            return self.arrived[version]

    def _write(self, message: Mapping[str, object]) -> None:
        assert self.process.stdin is not None
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def _read(self) -> None:
        stdout = self.process.stdout
        assert stdout is not None
        while header := stdout.readline():
            while stdout.readline().strip():
                pass  # other lines of the header
            body = stdout.read(int(header.split()[1]))
            now = time.perf_counter()
            if (found := _VERSION.search(body)) and b"publishDiagnostics" in body[:80]:
                with self._changed:
                    self.arrived.setdefault(int(found[1]), now)
                    self._changed.notify()


def measured(name: str, text: str, minutes: float) -> tuple[list[float], list[float], int]:
    """Return the milliseconds of bursts and of all edits that were answered, and kilobytes."""
    client = Client()
    uri = f"file:///nowhere/{name}"
    document = {"uri": uri, "languageId": "x", "version": 0, "text": text}
    client.send("textDocument/didOpen", {"textDocument": document})
    client.wait(0)
    lines = text.count("\n")
    sent: dict[int, float] = {}
    last: list[int] = []
    for version, pause in _edits(minutes):
        line = random.Random(version // BURST).randrange(lines)
        place = {"line": line, "character": 0}
        new = f"doi:10.1000/{version} " if version % 3 == 0 else "x"
        client.send(
            "textDocument/didChange",
            {
                "textDocument": {"uri": uri, "version": version},
                "contentChanges": [{"range": {"start": place, "end": place}, "text": new}],
            },
        )
        sent[version] = time.perf_counter()
        if version % BURST == 0:
            last.append(version)
            client.wait(version)
        time.sleep(pause)
    memory = _memory(client.process.pid)
    client.process.kill()
    took = {
        version: client.arrived[version] - at
        for version, at in sent.items()
        if version in client.arrived
    }
    bursts = [took[version] for version in last]
    return _milliseconds(bursts), _milliseconds(took.values()), memory


def _edits(minutes: float) -> Iterator[tuple[int, float]]:
    """Yield versions, and the seconds until the next edit: ten in a second, then a pause."""
    for version in range(1, round(EDITS * minutes) + 1):
        yield version, 0.1 if version % BURST else 60 / EDITS * BURST - 0.1 * BURST


def _milliseconds(seconds: object) -> list[float]:
    return sorted(1000 * (duration - SILENCE) for duration in seconds)  # type: ignore[attr-defined]


def _memory(number: int) -> int:
    status = Path(f"/proc/{number}/status")
    found = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) if found else 0


def _percentile(values: list[float], share: float) -> float:
    return values[min(len(values) - 1, int(share * len(values)))]


def main() -> None:
    """Measure all kinds of documents."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=0.5)
    options = parser.parse_args()
    kinds: list[tuple[str, Callable[[int], str]]] = [
        ("manual.md", manual),
        ("manual.rst", lambda at: manual(at).replace("## ", "")),
        ("references.md", references),
        ("bibliography.bib", bibliography),
    ]
    _say(f"load {os.getloadavg()[0]:.1f}")
    _say(f"{'document':18}{'KB':>6}{'p50':>7}{'p95':>7}{'max':>7}   of all edits p95   MB")
    for name, part in kinds:
        for size in (300_000, 1_000_000):
            text = "".join(map(part, range(1 + size // len(part(1000)))))[:size]
            bursts, every, memory = measured(name, text, options.minutes)
            shown = [_percentile(bursts, share) for share in (0.5, 0.95)]
            _say(
                f"{name:18}{size // 1000:6}{shown[0]:7.0f}{shown[1]:7.0f}{bursts[-1]:7.0f}"
                f"{_percentile(every, 0.95):16.0f}{memory // 1000:10}"
            )


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
