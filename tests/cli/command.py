"""The command as a user starts it: another process, bytes on its pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
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
TELLS_PARSED: Final = (sys.executable, str(Path(__file__).parents[1] / "run" / "told_parser.py"))
"""The command, which tells at its end whether it loaded the parser of Markdown."""
_FORKED: Final[Mapping[Sequence[str], Sequence[str]]] = {
    command: command[1:] for command in (_COMMAND, NEVER_WAITS, TELLS_PARSED)
}
"""What a process that is ready runs, by the command that a shell would run."""
_AT_THE_START: Final = frozenset(
    {"LANG", "LC_ALL", "PYTHONIOENCODING", "PYTHONUTF8", "PYTHONWARNINGS", "PYTHONPATH"}
)
"""Variables that Python reads when it starts."""
_CAN_FORK: Final = sys.platform == "linux"
_PATIENCE: Final = 500
"""Seconds after which a command is taken not to end."""


def mdlint_doi(
    *arguments: str | Path,
    cwd: Path | None = None,
    stdin: bytes = b"",
    command: Sequence[str] = _COMMAND,
    **environ: str,
) -> Ran:
    """Run `mdlint-doi` to its end; fail the test if it does not end."""
    words = [str(argument) for argument in arguments]
    whole = {**os.environ, **environ}
    if _CAN_FORK and command in _FORKED and not environ.keys() & _AT_THE_START:
        ran = _forked(_FORKED[tuple(command)], words, cwd, whole, stdin)
    else:
        done = subprocess.run(
            [*command, *words],
            cwd=cwd,
            input=stdin,
            capture_output=True,
            timeout=_PATIENCE,
            env=whole,
            check=False,
        )
        ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ran.err, ran.err
    return ran


def _forked(
    program: Sequence[str],
    arguments: Sequence[str],
    folder: Path | None,
    environ: Mapping[str, str],
    stdin: bytes,
) -> Ran:
    from cli.template_process import Run, template

    asked = Run([*program], [*arguments], str(folder or Path.cwd()), {**environ})
    code, out, err = template().run(asked, stdin, _PATIENCE)
    return Ran(code, out.decode(), err.decode())


def config(**settings: object) -> list[str]:
    """Return the options `--config KEY=VALUE` for settings, whose keys are those of `Settings`."""
    pairs = (
        f"{key.replace('_', '-')} = {json.dumps(str(value) if isinstance(value, Path) else value)}"
        for key, value in settings.items()
    )
    return [word for pair in pairs for word in ("--config", pair)]
