"""The manual's records file is written by the tool: nobody has to believe in a hand-made one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from docs.examples import MANUAL, TOP, reader_environment
from handle_server import HandleServer

from mdlint_doi.ask import records


def test_the_tool_writes_the_same(doi_system: HandleServer, tmp_path: Path) -> None:
    """`mdlint-doi record` writes, byte for byte, the file that the manual is built from.

    With UPDATE_EXAMPLES=1 in the environment, the file becomes what the tool writes.
    """
    kept = MANUAL / "doi-records.json"
    output = kept if os.environ.get("UPDATE_EXAMPLES") else tmp_path / kept.name
    done = subprocess.run(
        [sys.executable, "-m", "mdlint_doi", "record", "example_docs", "-o", str(output)],
        cwd=TOP,
        env=reader_environment(tmp_path, MDLINT_DOI_SERVER=doi_system.url),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=500,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert "not checked" not in done.stderr
    assert output.read_bytes() == kept.read_bytes()


def test_it_is_stable() -> None:
    """Read and written again, the file is the same: sorted, one name a line."""
    path = MANUAL / "doi-records.json"
    assert records.render(records.read(path).outcomes) == path.read_text(encoding="utf-8")
