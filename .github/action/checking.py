"""The step `check`: run the linter with the inputs; set outputs and return its exit code."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from workflow import CACHE, annotation, folder, is_true, set_outputs, words

REPORT: Final = "findings.json"
MENTIONS: Final = "mentions.jsonl"
SARIF: Final = "findings.sarif"


def run(environ: Mapping[str, str]) -> int:
    """Run `mdlint-doi check`; return its exit code.

    The step sets the outputs `exit-code`, `findings`, `report` and `sarif`; the last three are
    empty if the command wrote no report.
    """
    files = folder(environ)
    sarif = is_true(environ, "DOI_SARIF", "sarif")
    dump = is_true(environ, "DOI_ISSUE", "issue")
    for name in (REPORT, MENTIONS, SARIF):
        (files / name).unlink(missing_ok=True)
    command = [environ["DOI_PYTHON"], "-I", "-m", "mdlint_doi", "check"]
    command += [*_options(environ, files, sarif=sarif, dump=dump)]
    code = _run(command, files / MENTIONS if dump else None)
    found = _count(files / REPORT)
    if found is None:
        print(annotation("error", f"nothing was checked (exit code {code}); see the log"))
    set_outputs(
        environ,
        exit_code=str(code),
        findings="" if found is None else str(found),
        report="" if found is None else str(files / REPORT),
        sarif=str(files / SARIF) if (files / SARIF).exists() else "",
    )
    return code


def _options(environ: Mapping[str, str], files: Path, *, sarif: bool, dump: bool) -> Iterator[str]:
    """Yield the arguments of the command; the user's arguments are last, so they have priority."""
    yield from ("--output-format", "github", "-o", f"json={files / REPORT}")
    if sarif:
        yield from ("-o", f"sarif={files / SARIF}")
    if dump:  # the cache would hide DOIs that broke since the last run
        yield from ("--dump", "--config", "use-cache = false")
    elif is_true(environ, "DOI_CACHE", "cache"):
        yield from ("--config", f"cache-dir = {json.dumps(str(files / CACHE))}")
    if depth := environ.get("DOI_DEPTH", "").strip():
        yield f"--depth={depth}"
    if contact := environ.get("DOI_CONTACT", "").strip():
        yield from ("--config", f"contact = {json.dumps(contact)}")
    yield from words(environ, "DOI_ARGS", "args")
    yield "--"
    yield from words(environ, "DOI_PATHS", "paths")


def _run(command: list[str], mentions: Path | None) -> int:
    """Run the command; write its standard output, the mentions, to a file if one is given."""
    sys.stdout.flush()
    if mentions is None:
        return subprocess.run(command, check=False).returncode
    with mentions.open("wb") as file:
        return subprocess.run(command, check=False, stdout=file, stderr=sys.stdout).returncode


def _count(report: Path) -> int | None:
    """Return the number of remaining findings; None without a report."""
    try:
        return sum(not one["fixed"] for one in json.loads(report.read_bytes()))
    except FileNotFoundError:
        return None
