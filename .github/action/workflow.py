"""What a step says to GitHub: outputs, annotations, the summary of the job.

Source: GitHub, "Workflow commands for GitHub Actions".
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from secrets import token_hex
from typing import Final

CACHE: Final = "cache"
"""The folder of the answers to look-ups, among the files of the job."""


class StepError(Exception):
    """A step cannot be done; the message says what to change."""


def annotation(level: str, message: str) -> str:
    """Return the command that shows a message: level `error`, `warning` or `notice`."""
    data = message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return f"::{level} title=mdlint-doi::{data}"


def is_true(environ: Mapping[str, str], name: str, key: str) -> bool:
    """Return the value of an input that is `true` or `false`.

    Args:
        environ: of the step.
        name: of the variable.
        key: of the input, for the message.

    Raises:
        StepError: for any other value.

    """
    value = environ.get(name, "").strip().lower()
    if value not in {"true", "false"}:
        message = f"the input {key} must be true or false, not {value!a}"
        raise StepError(message)
    return value == "true"


def words(environ: Mapping[str, str], name: str, key: str) -> list[str]:
    """Return the words of an input: quotes join, blanks and line ends part, nothing is expanded.

    Raises:
        StepError: if a quote has no end.

    """
    try:
        return shlex.split(environ.get(name, ""))
    except ValueError as error:
        message = f"the input {key} cannot be split into words: {str(error).lower()}"
        raise StepError(message) from None


def folder(environ: Mapping[str, str]) -> Path:
    """Return the folder in which the steps of a job leave their files."""
    path = Path(environ["RUNNER_TEMP"]) / "mdlint-doi"
    path.mkdir(parents=True, exist_ok=True)
    return path


def set_outputs(environ: Mapping[str, str], **values: str) -> None:
    """Set outputs of the step; a value may hold anything, its end is a word nobody can know."""
    with open(environ["GITHUB_OUTPUT"], "a", encoding="utf-8", newline="\n") as file:
        for name, value in values.items():
            end = token_hex(16)
            file.write(f"{name.replace('_', '-')}<<{end}\n{value}\n{end}\n")


def add_summary(environ: Mapping[str, str], text: str) -> None:
    """Add Markdown to the summary of the job."""
    if path := environ.get("GITHUB_STEP_SUMMARY"):
        with open(path, "a", encoding="utf-8", newline="\n") as file:
            file.write(text)
