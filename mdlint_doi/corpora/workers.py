"""Dask's workers, on this machine or on a cluster, and their tasks.

Dask distributes the tasks, repeats a task if its worker dies, and shows the progress on its
dashboard.
"""

from __future__ import annotations

import gc
import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import ExitStack, contextmanager
from importlib import metadata
from typing import Final, Protocol, TypeVar

import dask
import pyarrow as pa
from distributed import Client, KilledWorker, LocalCluster, Security, WorkerPlugin, as_completed
from distributed.comm import CommClosedError
from distributed.comm.addressing import parse_address, parse_host_port

from mdlint_doi.files.reading import FileProblem

R = TypeVar("R")
RETRIES: Final = 2  # how often a task is repeated after an error, such as an unreadable file
WAIT: Final = 60  # the most seconds to wait for the first worker of a cluster
ANSWERS: Final = 5  # the most seconds to wait for a scheduler
_LENGTH: Final = 8  # bytes of the length of a message
_FIRST: Final = 1 << 20  # the most bytes of the first message of a scheduler
_HERE: Final = "127.0.0.1:0"  # any free port, for this machine only
_CALM: Final = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "500ms",
    "distributed.admin.system-monitor.interval": "2s",
    "distributed.admin.tick.interval": "1s",
}
"""Settings with which Dask monitors its processes less often; the defaults use 5 % of a core."""
_PACKAGE: Final = "sphinx-doi"
_DIED: Final = (
    "its worker process died each time, perhaps for lack of memory; use a lower value for --jobs"
)
_GONE: Final = "the Dask scheduler no longer answers"


class HasName(Protocol):
    """A task of a worker, with a name for messages."""

    @property
    def name(self) -> str:
        """The name in messages."""


T = TypeVar("T", bound=HasName)


@contextmanager
def workers(jobs: int, scheduler: str | None = None) -> Iterator[Client]:
    """Start `jobs` processes on this machine, or connect to the workers of a cluster.

    Args:
        jobs: the number of processes; 1: a thread of this process.
        scheduler: the address of a cluster's scheduler, such as `tcp://10.0.0.5:8786`; None: no
            cluster.

    Raises:
        FileProblem: if the scheduler does not answer, or its workers cannot do this work.
    """
    with ExitStack() as stack:
        if scheduler is None:
            cluster = stack.enter_context(_processes(jobs))
            client = stack.enter_context(Client(cluster, set_as_default=False))
            if jobs > 1:
                client.register_plugin(_OwnProcess())
        else:
            client = stack.enter_context(_connected(scheduler))
            _check(client, scheduler)
        yield client


def _processes(jobs: int) -> LocalCluster:
    # Anyone who can connect to a scheduler can run code; with TLS, only this process and its
    # workers can connect.
    with dask.config.set(_CALM):
        return LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            processes=jobs > 1,
            security=Security.temporary() if jobs > 1 else None,
            host="127.0.0.1" if jobs > 1 else None,
            dashboard_address=_HERE,
            worker_dashboard_address=_HERE,
            silence_logs=logging.CRITICAL,
        )


class _OwnProcess(WorkerPlugin):  # type: ignore[misc] # Dask's classes have no types
    """The setup of a worker process that exists only for this run."""

    def setup(self, worker: object) -> None:  # noqa: ARG002 - Dask passes it
        """Leave Ctrl-C to the parent process, and save time and memory as the command does."""
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        gc.set_threshold(100_000, 50, 100)  # the tasks create few cycles
        use_system_memory()


def use_system_memory() -> None:
    """Let Arrow return unused memory to the system at once; its default pool keeps more of it."""
    pa.set_memory_pool(pa.system_memory_pool())


def _connected(scheduler: str) -> Client:
    try:
        _probe(scheduler)
        return Client(scheduler, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        why = str(error) or type(error).__name__
        raise FileProblem(scheduler, f"no Dask scheduler answers at this address: {why}") from None


def _probe(scheduler: str) -> None:
    """Raise OSError unless a scheduler answers: a client would wait for a minute, or for ever.

    A scheduler begins each connection with the length of its first message, in eight bytes. With
    TLS or a different protocol, only the connection is tried.
    """
    scheme, place = parse_address(scheduler)
    if scheme not in {"tcp", "tls"}:
        return
    host, port = parse_host_port(place)
    with socket.create_connection((host, port), ANSWERS) as connection:
        if scheme == "tls":
            return
        head = b""
        while len(head) < _LENGTH and (more := connection.recv(_LENGTH - len(head))):
            head += more
    if len(head) < _LENGTH or int.from_bytes(head, "little") > _FIRST:
        message = "a different program answers"
        raise OSError(message)


def _check(client: Client, scheduler: str) -> None:
    """Raise FileProblem if there are no workers, or their version of this package is different."""
    try:
        client.wait_for_workers(1, WAIT)
        versions = client.run(lambda: metadata.version(_PACKAGE))
    except TimeoutError:
        raise FileProblem(scheduler, f"no worker appeared within {WAIT} seconds") from None
    except metadata.PackageNotFoundError:
        problem = f"one of its workers does not have {_PACKAGE}; install it on all workers"
        raise FileProblem(scheduler, problem) from None
    here = metadata.version(_PACKAGE)
    for worker, version in versions.items():
        if version != here:
            problem = (
                f"worker {worker} has {_PACKAGE} {version}, but this machine has {here};"
                " install the same version on both"
            )
            raise FileProblem(scheduler, problem)


def each(client: Client, do: Callable[[T], R], partitions: Sequence[T]) -> Iterator[R]:
    """Yield the results of a function for each partition or other task, in order of completion.

    The function may be called several times for a task, for example if its worker dies. Its errors
    are raised here after the last attempt.

    Raises:
        FileProblem: about a task whose worker died each time, or about a scheduler that is gone.
    """
    futures = client.map(do, partitions, pure=False, retries=RETRIES)
    named = {
        future.key: partition.name for future, partition in zip(futures, partitions, strict=True)
    }
    try:
        for future in as_completed(futures, loop=client.loop):
            try:
                yield future.result()
            except KilledWorker:
                raise FileProblem(named[future.key], _DIED) from None
            except (CancelledError, CommClosedError):
                raise FileProblem(client.scheduler.addr, _GONE) from None
    finally:
        client.cancel(futures)
