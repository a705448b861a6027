"""The step `install`: install the linter in a separate environment, not in the job's Python."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from workflow import CACHE, StepError, folder, set_outputs

_VERSION: Final = re.compile(r"[0-9][0-9A-Za-z]*(?:[.!+-][0-9A-Za-z]+)*", re.ASCII)
"""The characters of a version (PEP 440), so that it can be neither an option nor an address."""


def run(environ: Mapping[str, str]) -> int:
    """Install the linter; set the outputs `python`, its interpreter, and `cache`, its folder.

    The folder is an output, because in a container a context of the workflow would contain the path
    on the host machine.
    """
    wanted = _wanted(environ)
    home = folder(environ) / "venv"
    if not home.exists():
        venv.create(home, with_pip=False)
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = (sys.executable, "-I", "-m", "pip", "--disable-pip-version-check", "--no-input")
    done = subprocess.run(
        [*pip, "--python", str(python), "install", "--quiet", wanted],
        check=False,
    )
    if done.returncode:
        message = "mdlint-doi could not be installed; see the log"
        raise StepError(message)
    set_outputs(environ, python=str(python), cache=str(folder(environ) / CACHE))
    return 0


def _wanted(environ: Mapping[str, str]) -> str:
    """Return the requirement for pip: a release, or the action's own source.

    Raises:
        StepError: if the input `version` is not a version.

    """
    version = environ.get("DOI_VERSION", "").strip()
    if not version:
        return str(Path(environ["GITHUB_ACTION_PATH"]))
    if not _VERSION.fullmatch(version):
        message = f"the input version must be a release, such as 0.1.0, not {version!a}"
        raise StepError(message)
    return f"sphinx-doi=={version}"
