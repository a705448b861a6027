"""`mdlint-doi … | head`: who reads no further ends the command, and nothing is said of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PRINTED = (
    *("help check", "--version", "check --offline --isolated .", "cache dir", "rule"),
    *("lookup --isolated --offline 10.1000/182", "lookup --values --offline 10.1000/182"),
    "--completion bash",
)
SAID = ("nothing-like-this", "check gone.md", "record --isolated gone")
"""What is written to standard error alone."""


@pytest.mark.parametrize("command", PRINTED + SAID)
def test_nobody_reads(tmp_path: Path, command: str) -> None:
    """Each command ends with 141, as a shell tells of SIGPIPE; no word, no traceback."""
    (tmp_path / "a.md").write_text("<http://dx.doi.org/10.1000/182>\n\n" * 20)
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run(
        [sys.executable, "-m", "mdlint_doi", *command.split()],
        stdin=subprocess.DEVNULL,
        stdout=writer,
        stderr=writer if command in SAID else subprocess.PIPE,
        cwd=tmp_path,
        # Else nothing would be left for the interpreter's end, where it is too late.
        env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
        timeout=500,
        check=False,
    )
    os.close(writer)
    assert (ran.returncode, ran.stderr or b"") == (141, b"")
