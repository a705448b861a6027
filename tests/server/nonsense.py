"""A client that talks nonsense: python tests/server/nonsense.py --seconds 60.

Prints how much was sent, and how much memory the server has before and after; ends with 1 if the
server is gone or grows.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Queue
from random import Random
from types import TracebackType
from typing import IO, Any, Final, Self, TypeVar

URI: Final = "untitled:a.md"
PADDING: Final = b" " * 1_000_000 + b"\r\n\r\n"
"""What ends a message that was cut off, whatever length it told."""
_Found = TypeVar("_Found")
_COMMAND: Final = ("-m", "mdlint_doi", "server", "--offline", "--isolated")
_METHODS: Final = (
    "initialize",
    "initialized",
    "no/such",
    "$/cancelRequest",
    "$/setTrace",
    "textDocument/didOpen",
    "textDocument/didChange",
    "textDocument/didClose",
    "textDocument/didSave",
    "textDocument/hover",
    "textDocument/codeAction",
    "codeAction/resolve",
    "notebookDocument/didChange",
    "workspace/didChangeWorkspaceFolders",
    "workspace/didChangeWatchedFiles",
    "workspace/executeCommand",
    "window/workDoneProgress/cancel",
)
_VALUES: Final[tuple[object, ...]] = (
    *(None, True, -1, 0, 10**30, 1.5, "", "x", "\ud83d", [], {}, [[]], {"uri": URI}),
    *(URI, "file:///a%00b", "file:///nowhere/a.md", "a" * 10_000, [None] * 50),
)


class Peer:
    """The other end of a server that is never online; a context.

    Attributes:
        notified: what the server said without being asked, in order.

    """

    def __init__(self, folder: Path, command: Sequence[str] = _COMMAND) -> None:
        """Start the server, with its temporary files in a folder."""
        self._temporary = folder / "temporary"
        self._temporary.mkdir()
        self._log = (folder / "errors").open("w+b")
        self.process = subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env={**os.environ, "TMPDIR": str(self._temporary)},
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.stdin: IO[bytes] = self.process.stdin
        self.stdout: IO[bytes] = self.process.stdout
        self._answers: Queue[dict[str, Any]] = Queue()
        self.notified: list[dict[str, Any]] = []
        self._number = 1_000_000
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Self:
        """Return it."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the server, whatever it does."""
        self.process.kill()
        self.process.wait()
        for stream in (self.stdin, self.stdout, self._log):
            with suppress(OSError):
                stream.close()

    def initialize(self) -> None:
        """Begin as a client should."""
        self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.notify("initialized", {})

    def write(self, data: bytes) -> None:
        """Send bytes."""
        self.stdin.write(data)
        self.stdin.flush()

    def send(self, message: object) -> None:
        """Send a message."""
        self.write(frame(json.dumps(message).encode()))

    def notify(self, method: str, params: object) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: object, params: object) -> dict[str, Any]:
        """Return the answer to a request, those to others are passed over."""
        self._number += 1
        self.send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return self.answer(self._number)

    def answer(self, number: int) -> dict[str, Any]:
        """Return the answer with a number; those before it are passed over."""
        while (answer := self._answers.get(timeout=60)).get("id") != number:
            pass
        return answer

    def wait_for(self, found: Callable[[], _Found | None], seconds: float = 60) -> _Found:
        """Return what is found in what the server said, once it is there."""
        end = time.monotonic() + seconds
        while (value := found()) is None:
            assert time.monotonic() < end, self.notified
            time.sleep(0.02)
        return value

    def is_there(self) -> bool:
        """Return whether the server still does what it is for."""
        self.notify("textDocument/didOpen", {"textDocument": _item("See 10.1000/182.\n")})
        place = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 6}}
        answer = self.ask("textDocument/hover", place)
        return "10" in json.dumps(answer["result"])

    def errors(self) -> str:
        """Return what the server wrote to standard error."""
        self._log.seek(0)
        return self._log.read().decode()

    def files(self) -> list[Path]:
        """Return the temporary files that there are."""
        return list(self._temporary.rglob("*"))

    def memory(self) -> int:
        """Return the kilobytes that the server holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        return int(found[1]) if found else 0

    def _read(self) -> None:
        with suppress(OSError, ValueError):  # closed
            while header := self.stdout.readline():
                while self.stdout.readline().strip():
                    pass  # other lines of the header
                message = json.loads(self.stdout.read(int(header.split()[1])))
                if "method" in message:
                    self.notified.append(message)
                elif "id" in message:
                    self._answers.put(message)


def children_of(number: int) -> list[Path]:
    """Return the processes that a process has started, as folders of /proc; none without /proc."""
    listed = Path(f"/proc/{number}/task/{number}/children")
    return [Path("/proc", child) for child in listed.read_text().split()] if listed.exists() else []


def are_gone(processes: list[Path], seconds: float = 60) -> bool:
    """Return whether processes have ended within some time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not any(_is_alive(process) for process in processes):
            return True
        time.sleep(0.05)
    return False


def _is_alive(process: Path) -> bool:
    try:
        return ") Z " not in (process / "stat").read_text()
    except OSError:
        return False


def frame(body: bytes) -> bytes:
    """Return a message with its header."""
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def nonsense(chance: Random, count: int) -> Iterator[bytes]:
    """Yield what a client might send that is not well."""
    for _ in range(count):
        yield from chance.choice((_broken, _headless, _other, *[_whole] * 6))(chance)


def _whole(chance: Random) -> Iterator[bytes]:
    yield frame(json.dumps(_message(chance)).encode())


def _broken(chance: Random) -> Iterator[bytes]:
    body = json.dumps(_message(chance)).encode()
    yield frame(body[: chance.randrange(len(body))])
    yield frame(chance.randbytes(50))


def _headless(chance: Random) -> Iterator[bytes]:
    data = frame(json.dumps(_message(chance)).encode())
    yield data[: chance.randrange(len(data))] + b"\r\n\r\n"
    yield b"Content-Length: %d\r\n\r\n" % chance.choice([0, 7]) + b"x" * 7
    yield b"\r\n\r\n"


def _other(chance: Random) -> Iterator[bytes]:
    yield frame(b"[" * chance.choice([3, 100_000]))
    yield frame(json.dumps(chance.choice(_VALUES)).encode())
    yield frame(b'{"jsonrpc": "2.0", "id": 3, "result": %s}' % (b"9" * 5000))


def _message(chance: Random) -> dict[str, Any]:
    method = chance.choice(_METHODS)
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": _params(chance)}
    if chance.random() < 0.5:
        message["id"] = chance.choice([1, "a", None, 1.5, {}, chance.randrange(100)])
    if chance.random() < 0.1:
        del message[chance.choice(["jsonrpc", "method", "params"])]
    return message


def _params(chance: Random) -> object:
    if chance.random() < 0.2:
        return chance.choice(_VALUES)
    version = chance.choice([1, 2, -7, None, 10**12])
    place = {"line": chance.choice([0, 1, 10**9, -1]), "character": chance.choice([0, 5, 10**9])}
    between = {"start": place, "end": chance.choice([place, {"line": 0, "character": 0}])}
    text = chance.choice(["See http://dx.doi.org/10.1000/182.\n" * 9, "x", "\ud83d", "\r", ""])
    every = {
        "textDocument": {**_item(text), "version": version},
        "contentChanges": [{"range": between, "text": text}, {"text": text}],
        "position": place,
        "range": between,
        "context": {"diagnostics": [], "only": chance.choice([None, ["quickfix"], ["x"]])},
        "event": {"added": [{"uri": "file:///nowhere", "name": "n"}], "removed": []},
        "changes": [],
        "value": "off",
        "id": chance.randrange(100),
        "token": "t",
    }
    for key in list(every):
        if chance.random() < 0.05:
            every[key] = chance.choice(_VALUES)
    return every


def _item(text: str) -> dict[str, object]:
    return {"uri": URI, "languageId": "markdown", "version": 1, "text": text}


def main() -> int:
    """Talk nonsense for a while."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    options = parser.parse_args()
    chance = Random(options.seed)
    with tempfile.TemporaryDirectory() as folder, Peer(Path(folder)) as peer:
        peer.initialize()
        sent, held, there = 0, [0], False
        end = time.monotonic() + options.seconds
        while time.monotonic() < end:
            for data in nonsense(chance, 200):
                peer.write(data)
            sent += 200
            peer.write(PADDING)
            there = peer.is_there()
            held.append(peer.memory())
        # Refused messages are garbage in cycles: what is held goes up and down with its collection.
        third = len(held) // 3
        first, last = max(held[third : 2 * third]), max(held[2 * third :])
        told = (
            f"seed {options.seed}: {sent} messages, at most {first} KB in the second third,"
            f" {last} KB in the last"
        )
        sys.stdout.write(f"{told}, {len(peer.errors())} bytes on standard error\n")
        return 0 if there and last < 1.2 * first and not peer.errors() else 1


if __name__ == "__main__":
    sys.exit(main())
