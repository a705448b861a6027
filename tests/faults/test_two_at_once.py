"""Two runs at the same time, on one cache and on one baseline: nothing is lost, nothing is torn."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli.command import config
from handle_server import HandleServer

NAMES = 300
"""More than are kept at once, and more than one request asks."""


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    """Return two folders, with names of which half are in both."""
    made = []
    for first, name in ((0, "a"), (NAMES // 2, "b")):
        folder = tmp_path / name
        folder.mkdir()
        numbers = range(first, first + NAMES)
        text = "".join(f"See http://dx.doi.org/10.1000/{number}.\n\n" for number in numbers)
        (folder / "page.md").write_text(text)
        made.append(folder)
    return made


def both(folders: list[Path], *options: str) -> list[tuple[int, str]]:
    """Check two folders at the same time; return exit codes and what was said of errors."""
    command = [sys.executable, "-m", "mdlint_doi", "check", "--isolated", *options]
    runs = [
        subprocess.Popen(
            [*command, folder], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        for folder in folders
    ]
    said = [run.communicate(timeout=500)[1] for run in runs]
    return [(run.returncode, errors) for run, errors in zip(runs, said, strict=True)]


def test_one_cache(handle_server: HandleServer, folders: list[Path]) -> None:
    """What either of two runs learned, a third one need not ask."""
    for number in range(2 * NAMES):
        handle_server.add(f"10.1000/{number}")
    cache = str(folders[0].parent / "cache")
    online = (*config(server=handle_server.url, cache_dir=cache), "--depth", "registration")
    assert both(folders, *online) == [(1, ""), (1, "")]
    asked = len(handle_server.targets)
    assert both(folders, *online) == [(1, ""), (1, "")]
    assert len(handle_server.targets) == asked


def test_one_baseline(folders: list[Path]) -> None:
    """It is the whole of what one of the two found."""
    baseline = folders[0].parent / "baseline.json"
    codes = [code for code, _ in both(folders, "--offline", "--write-baseline", str(baseline))]
    assert codes == [0, 0]
    found = json.loads(baseline.read_text())["findings"]
    assert len(found) == NAMES
    assert {path.name for path in baseline.parent.iterdir()} == {"a", "b", "baseline.json"}
