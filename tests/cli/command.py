"""The command as a user starts it: another process, bytes on its pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


_COMMAND: Final = (sys.executable, "-m", "mdlint_doi")
NEVER_WAITS: Final = (sys.executable, str(Path(__file__).parents[1] / "skipped_waits.py"))
"""The command without the waits between its requests."""


def mdlint_doi(
    *arguments: str | Path,
    cwd: Path | None = None,
    stdin: bytes = b"",
    command: Sequence[str] = _COMMAND,
    **environ: str,
) -> Ran:
    """Run `mdlint-doi` to its end; fail the test if it does not end."""
    done = subprocess.run(
        [*command, *map(str, arguments)],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        timeout=500,
        env={**os.environ, **environ},
        check=False,
    )
    ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ran.err, ran.err
    return ran


def config(**settings: object) -> list[str]:
    """Return the options `--config KEY=VALUE` for settings, whose keys are those of `Settings`."""
    pairs = (
        f"{key.replace('_', '-')} = {json.dumps(str(value) if isinstance(value, Path) else value)}"
        for key, value in settings.items()
    )
    return [word for pair in pairs for word in ("--config", pair)]
