"""A process that has loaded what the command loads, and forks for each run of it.

A run is a process of its own, with its own arguments, folder, environment and pipes, as if a shell
had started it; it saves the start of Python and the imports, which are most of what a short run
takes: the tests make some two thousand runs.

As a program it takes requests, each a packet of JSON with three descriptors, from the socket that
its argument names, and answers with the exit code of each run.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from pathlib import Path
from runpy import run_module, run_path
from socket import AF_UNIX, SOCK_SEQPACKET, recv_fds, send_fds, socket, socketpair
from typing import Final, NamedTuple

LOADED: Final = (
    *("asyncio", "httpx", "yaml", "difflib", "mdlint_doi.cli.check", "mdlint_doi.run.check"),
    *("mdlint_doi.formats.markdown.format", "mdlint_doi.lint.rules", "mdlint_doi.report.text"),
)
"""Modules that most runs need; a run imports the others by itself."""
_PACKET: Final = 200_000
"""Bytes of the longest request."""


class Run(NamedTuple):
    """What is asked for.

    Attributes:
        program: `-m` and the name of a module, or the path of a script.
        arguments: its arguments.
        folder: where it runs.
        environ: the whole environment.
    """

    program: list[str]
    arguments: list[str]
    folder: str
    environ: dict[str, str]


class Template:
    """The process, as a test sees it."""

    def __init__(self) -> None:
        """Start it; it ends with this process, when nobody can send a request any more."""
        self._socket, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
        with theirs:
            theirs.settimeout(None)  # Sphinx sets a timeout for all new sockets (linkcheck)
            number = theirs.fileno()
            command = [sys.executable, __file__, str(number)]
            self._process = subprocess.Popen(command, pass_fds=(number,))
        self._threads = ThreadPoolExecutor(3)
        atexit.register(self._end)

    def _end(self) -> None:
        self._socket.close()
        self._threads.shutdown()
        self._process.wait()

    def run(self, asked: Run, stdin: bytes, timeout: float) -> tuple[int, bytes, bytes]:
        """Run a program to its end.

        Returns:
            Its exit code, below 0: minus the signal that ended it; what it printed on standard
            output, and on standard error.

        Raises:
            TimeoutError: if it has not ended after so many seconds.
        """
        pipes = os.pipe(), os.pipe(), os.pipe()
        theirs = pipes[0][0], pipes[1][1], pipes[2][1]
        send_fds(self._socket, [json.dumps(asked).encode()], theirs)
        for descriptor in theirs:
            os.close(descriptor)
        written = self._threads.submit(_write, pipes[0][1], stdin)
        printed = [self._threads.submit(_read, pipe[0]) for pipe in pipes[1:]]
        self._socket.settimeout(timeout)
        code = int(self._socket.recv(100))
        written.result()
        return code, printed[0].result(), printed[1].result()


def _write(descriptor: int, data: bytes) -> None:
    try:
        with os.fdopen(descriptor, "wb") as pipe:
            pipe.write(data)
    except BrokenPipeError:
        pass  # a program need not read all


def _read(descriptor: int) -> bytes:
    with os.fdopen(descriptor, "rb") as pipe:
        return pipe.read()


@cache
def template() -> Template:
    """Return the one of this process."""
    return Template()


def _serve(number: int) -> None:
    """Fork for each request; the child leaves the loop to run what is asked."""
    for module in LOADED:
        import_module(module)
    with socket(fileno=number) as requests:
        while True:
            data, descriptors, _, _ = recv_fds(requests, _PACKET, 3)
            if not data:
                return
            child = os.fork()
            if child == 0:
                break
            for descriptor in descriptors:
                os.close(descriptor)
            _, status = os.waitpid(child, 0)
            requests.send(str(os.waitstatus_to_exitcode(status)).encode())
    for standard, descriptor in enumerate(descriptors):
        os.dup2(descriptor, standard)
        os.close(descriptor)
    _run(Run(*json.loads(data)))


def _run(asked: Run) -> None:
    os.chdir(asked.folder)
    os.environ.clear()
    os.environ.update(asked.environ)
    sys.argv = [asked.program[-1], *asked.arguments]
    if asked.program[0] == "-m":
        run_module(asked.program[1], run_name="__main__", alter_sys=True)
    else:
        sys.path[0] = str(Path(asked.program[0]).parent)
        run_path(asked.program[0], run_name="__main__")


if __name__ == "__main__":
    _serve(int(sys.argv[1]))
