"""A fake doi.org on the loopback interface: real sockets, so that nothing need be mocked.

    with HandleServer({"10.1000/182": "ok"}) as server:
        server.fail("503", retry_after=1, times=2)
        ...                                     # ask server.url
        assert server.targets == ["/api/handles/10.1000/182"]

Every connection has a thread. It knows HTTP/1.1 with keep-alive, in clear text or over TLS with a
throw-away certificate (`tls=True`, needs the `openssl` command; `cafile` is what to trust).
What the names answer is in `handle_world`, what can go wrong in `handle_faults`.
"""

from __future__ import annotations

import ssl
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from email.utils import formatdate
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from handle_faults import Fault, FaultKind, wrong
from handle_http import Listener
from handle_world import Answer, Asked, Entry, World, ask, fold, page


@dataclass(slots=True)
class Counters:
    """What the server has seen since `HandleServer.forget`."""

    targets: list[str] = field(default_factory=list)
    """Raw request targets, in the order of arrival."""
    misencoded: list[str] = field(default_factory=list)
    """Those with characters that a path may not hold, or a query that no DOI service knows."""
    agents: list[str] = field(default_factory=list)
    services: Counter[str] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)
    """How often each name was asked; folded."""
    batches: list[int] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    connections: int = 0
    most_at_once: int = 0
    early: int = 0
    """Requests that came while a Retry-After still asked to wait."""


class HandleServer:
    """The fake DOI system; a context manager that listens on a free port of 127.0.0.1."""

    def __init__(
        self,
        known: Mapping[str, str] | Iterable[str] = (),
        *,
        latency: float = 0.0,
        rate_limit: float = 0.0,
        retry_after: int = 1,
        landing_403_share: float = 0.0,
        tls: bool = False,
    ) -> None:
        """Make a server that does not listen yet.

        Args:
            known: names and their states (see `Entry`), or names that are all "ok".
            latency: seconds that each answer takes.
            rate_limit: requests a second before 429; as many may come at once. 0: no limit.
            retry_after: the least Retry-After of those.
            landing_403_share: which part of the landing pages refuses robots.
            tls: speak HTTPS.

        """
        self.world = World(landing_403_share=landing_403_share)
        self.seen = Counters()
        self.errors: list[BaseException] = []
        self.latency, self.rate_limit, self.retry_after = latency, rate_limit, retry_after
        self.drip_seconds = 0.1
        self.gather = 0
        """How many requests must be under way before the first is answered."""
        self.cafile: Path | None = None
        self.stopping = threading.Event()
        self.lock = threading.Lock()
        self._gathered = threading.Event()
        self._tls = tls
        self._faults: list[Fault] = []
        self._tokens, self._filled = rate_limit, time.monotonic()
        self._wait_until = 0.0
        self._now = 0
        self._exit = ExitStack()
        states = known if isinstance(known, Mapping) else dict.fromkeys(known, "ok")
        for doi, state in states.items():
            self.add(doi, state)

    def add(self, doi: str, state: str = "ok", agency: str = "Crossref", url: str = "") -> None:
        """Let the system know a name."""
        self.world.entries[fold(doi)] = Entry(state, agency, url or None)

    def fail(
        self,
        kind: FaultKind,
        doi: str | None = None,
        *,
        service: str | None = None,
        times: int = sys.maxsize,
        retry_after: float | str | None = None,
    ) -> None:
        """Let answers go wrong: all, or those about one name or of one service.

        `retry_after` is a number of seconds or, with `http_date`, a time.
        """
        headers = () if retry_after is None else (("Retry-After", str(retry_after)),)
        self._faults.append(Fault(kind, doi, service, times, headers))

    def heal(self) -> None:
        """Let nothing go wrong any more."""
        self._faults.clear()

    def forget(self) -> None:
        """Start counting anew."""
        with self.lock:
            self.seen = Counters()

    @property
    def targets(self) -> list[str]:
        """Raw request targets, in the order of arrival."""
        return self.seen.targets

    def __enter__(self) -> Self:
        """Listen."""
        context = self._certificate() if self._tls else None
        listener = Listener(self, context)
        self._exit.callback(listener.stop)
        self.url = f"{'https' if context else 'http'}://127.0.0.1:{listener.port}"
        threading.Thread(target=listener.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End all connections; raise what went wrong in their threads."""
        self.stopping.set()
        self._exit.close()
        if self.errors and error is None:
            raise self.errors[0]

    def _certificate(self) -> ssl.SSLContext:
        folder = Path(self._exit.enter_context(TemporaryDirectory()))
        self.cafile, key = folder / "cert.pem", folder / "key.pem"
        names = "subjectAltName=DNS:localhost,IP:127.0.0.1"
        usage = "keyUsage=critical,digitalSignature,keyCertSign"
        command = (
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
        )
        more = ["-subj", "/CN=localhost", "-addext", names, "-addext", usage]
        files = ["-keyout", str(key), "-out", str(self.cafile)]
        subprocess.run([*command.split(), *more, *files], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.cafile, key)
        return context

    def take(self, target: str, agent: str) -> tuple[FaultKind | None, Answer]:
        """Count a request; return its answer, and what is to go wrong with it."""
        asked = ask(target)
        with self.lock:
            self._count(target, agent, asked)
            if asked.service in ("landing", "other"):  # another host's, in life
                return None, self.world.answer(asked)
            if wait := self._limit():
                return None, page(429, "Too many requests", ("Retry-After", str(wait)))
            fault = next((fault for fault in self._faults if fault.takes(asked)), None)
            if fault is None:
                return None, self.world.answer(asked)
            return fault.kind, wrong(fault, asked, self.world)

    def _count(self, target: str, agent: str, asked: Asked) -> None:
        seen = self.seen
        seen.targets.append(target)
        seen.agents.append(agent)
        seen.services[asked.service] += 1
        seen.names.update(map(fold, asked.names))
        seen.early += time.monotonic() < self._wait_until
        if asked.misencoded:
            seen.misencoded.append(target)
        if asked.service == "doiRA":
            seen.batches.append(len(asked.names))

    def _limit(self) -> int:
        if not self.rate_limit:
            return 0
        now = time.monotonic()
        more = (now - self._filled) * self.rate_limit
        self._tokens, self._filled = min(self.rate_limit, self._tokens + more), now
        if self._tokens >= 1:
            self._tokens -= 1
            return 0
        wait = max(self.retry_after, ceil((1 - self._tokens) / self.rate_limit))
        self._wait_until = max(self._wait_until, now + wait)
        return wait

    def busy(self, change: int) -> None:
        """Count the requests that are being answered."""
        with self.lock:
            self._now += change
            self.seen.most_at_once = max(self.seen.most_at_once, self._now)
            if self.seen.most_at_once >= self.gather:
                self._gathered.set()

    def wait(self) -> None:
        """Wait as long as an answer takes: the latency, and until enough requests are there."""
        self._gathered.wait(60)
        self.stopping.wait(self.latency)


def http_date(seconds: float) -> str:
    """Return the time so many seconds from now, as HTTP writes it."""
    return formatdate(ceil(time.time() + seconds), usegmt=True)
