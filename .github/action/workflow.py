"""The interface of a step to GitHub: inputs, outputs, annotations, the summary of the job.

Source: GitHub, "Workflow commands for GitHub Actions".
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from secrets import token_hex
from typing import Final

CACHE: Final = "cache"
"""The folder of the cache of look-ups, within `folder`."""


class StepError(Exception):
    """A step that failed; the message contains the solution."""


def annotation(level: str, message: str) -> str:
    """Return the workflow command for a message with the level `error`, `warning` or `notice`."""
    data = message.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return f"::{level} title=mdlint-doi::{data}"


def is_true(environ: Mapping[str, str], name: str, key: str) -> bool:
    """Return the value of an input that is `true` or `false`.

    Args:
        environ: the environment of the step.
        name: the name of the variable.
        key: the name of the input, for the error message.

    Raises:
        StepError: if the value is neither of them.

    """
    value = environ.get(name, "").strip().lower()
    if value not in {"true", "false"}:
        message = f"the input {key} must be true or false, not {value!a}"
        raise StepError(message)
    return value == "true"


def words(environ: Mapping[str, str], name: str, key: str) -> list[str]:
    """Return the words of an input, split at blanks and line ends outside quotes.

    Nothing is expanded. The arguments are those of `is_true`.

    Raises:
        StepError: if a quote is not closed.

    """
    try:
        return shlex.split(environ.get(name, ""))
    except ValueError as error:
        message = f"the input {key} cannot be split into words: {str(error).lower()}"
        raise StepError(message) from None


def folder(environ: Mapping[str, str]) -> Path:
    """Return the folder for the files of all steps; create it if it does not exist."""
    path = Path(environ["RUNNER_TEMP"]) / "mdlint-doi"
    path.mkdir(parents=True, exist_ok=True)
    return path


def set_outputs(environ: Mapping[str, str], **values: str) -> None:
    """Set outputs of the step; a random word ends each value, so that it may contain any text."""
    with open(environ["GITHUB_OUTPUT"], "a", encoding="utf-8", newline="\n") as file:
        for name, value in values.items():
            end = token_hex(16)
            file.write(f"{name.replace('_', '-')}<<{end}\n{value}\n{end}\n")


def add_summary(environ: Mapping[str, str], text: str) -> None:
    """Add Markdown to the summary of the job."""
    if path := environ.get("GITHUB_STEP_SUMMARY"):
        with open(path, "a", encoding="utf-8", newline="\n") as file:
            file.write(text)
