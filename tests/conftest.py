"""Fixtures for all tests: the fake DOI system, a cache of one's own, the shared corpus."""

from __future__ import annotations

import gc
import itertools
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from failures_at_once import FailuresAtOnce
from handle_server import HandleServer
from hypothesis import settings
from made_once import made_once

from mdlint_doi.ask import throttle

# What pytest holds of fifteen thousand tests is searched for cycles again and again: with Python's
# usual threshold that takes a tenth of all time.
gc.set_threshold(100_000, 20, 100)

# The same examples each time, so that a change is judged by what it changed. Other ones, in each
# run, with `--hypothesis-profile chance`.
settings.register_profile("default", deadline=None, derandomize=True)
settings.register_profile("chance", deadline=None, derandomize=False)
settings.load_profile("default")

# A shell that starts the tests in the background makes them ignore Ctrl-C, and so all that they
# start; what Ctrl-C does is tested.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Print failures at once, unless each result is printed anyway (`-v`)."""
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None and config.get_verbosity() <= 0:
        config.pluginmanager.register(FailuresAtOnce(terminal))


def pytest_xdist_auto_num_workers() -> int:
    """Return three processes for two cores, up to eight: tests often wait for programs and servers.

    More take longer: each process imports and collects all tests.
    """
    cores = os.cpu_count() or 1
    return max(cores, min(cores + (cores + 1) // 2, 8))


_NUMBERS = itertools.count()
_HERE = ("localhost", "127.0.0.1", "::1", "0.0.0.0", "", None)


@pytest.fixture(scope="session", autouse=True)
def _no_network() -> Iterator[None]:
    """Resolve no name of another machine, whatever a test forgets to set."""
    real = socket.getaddrinfo

    def getaddrinfo(host: str | bytes | None, *args: Any, **kwargs: Any) -> object:  # noqa: ANN401
        name = host.decode() if isinstance(host, bytes) else host
        if name not in _HERE:
            raise socket.gaierror(socket.EAI_FAIL, f"tests stay on this machine: {name}")
        return real(host, *args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", getaddrinfo)
        yield


@pytest.fixture(autouse=True)
def _own_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Give each test, and the processes it starts, a cache of its own and no one's settings.

    The second name is for `Settings` that a test makes: the library reads no variable of ours.
    A server's port is soon another server's; its answers must not outlive the test, nor its pause.
    """
    monkeypatch.setattr(throttle, "_PAUSED", {})
    # Not `mktemp`: it looks through the folders of all tests before, for each one.
    cache = str(tmp_path_factory.getbasetemp() / "caches" / str(next(_NUMBERS)))
    monkeypatch.setenv("MDLINT_DOI_CACHE_DIR", cache)
    monkeypatch.setenv("XDG_CACHE_HOME", cache)
    monkeypatch.setenv("MDLINT_DOI_DEPTH", "registration")  # tests of works turn it on
    for name in (
        "MDLINT_DOI_SERVER",
        "MDLINT_DOI_CONTACT",
        "NO_COLOR",
        "FORCE_COLOR",
        "GITHUB_ACTIONS",
    ):
        monkeypatch.delenv(name, raising=False)


def _shared() -> Path:
    """Return the folder with the shared corpus and cases, whether there is one or not."""
    named = os.environ.get("DOI_SHARED")
    return Path(named) if named else Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder with the shared corpus and cases; tests that take it are left out else."""
    return _shared()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests over the shared corpus where it is not: it belongs to the maintainers.

    Each of them has a smaller one beside it that stands alone.
    """
    if _shared().is_dir():
        return
    without = [item for item in items if "shared" in getattr(item, "fixturenames", ())]
    config.hook.pytest_deselected(items=without)
    items[:] = [item for item in items if item not in set(without)]


@pytest.fixture
def handle_server() -> Iterator[HandleServer]:
    """Run a fake DOI system that knows no name yet."""
    with HandleServer() as server:
        yield server


@pytest.fixture
def tls_handle_server() -> Iterator[HandleServer]:
    """Run one that speaks HTTPS; `cafile` is what to trust."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl command")
    with HandleServer(tls=True) as server:
        yield server


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel with the tools that are here, or take the one that DOI_WHEEL names."""
    if built := os.environ.get("DOI_WHEEL"):
        return Path(built)
    pytest.importorskip("hatchling")
    root = Path(__file__).parents[1]
    if not (root / "mdlint_doi").is_dir():
        pytest.skip("the installed package is tested, without its sources")

    def build(folder: Path) -> None:
        script = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
        command = [sys.executable, "-c", script, str(folder)]
        subprocess.run(command, cwd=root, check=True, capture_output=True, timeout=500)

    return next(made_once(tmp_path_factory, "wheel", build).glob("*.whl"))
