"""A job of GitHub Actions, as far as the steps of `action.yml` see it: their shell, their files.

A step's `run` is taken from the file and started as the runner does; the expressions of its `env`
are replaced by what the inputs and the steps before it say.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

TOP = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((TOP / "action.yml").read_text("utf-8"))
_EXPRESSION = re.compile(r"\$\{\{ ([\w.-]+) \}\}")


@dataclass(frozen=True, slots=True)
class Done:
    """What a step did."""

    code: int
    log: str
    outputs: dict[str, str]


@dataclass
class Job:
    """A job on a fresh runner.

    Attributes:
        home: an empty folder for all that the runner has.
        inputs: of the action; what is not given has its default.
        environ: more variables for the steps.

    """

    home: Path
    inputs: dict[str, str] = field(default_factory=dict)
    environ: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make the runner's folders and the command `gh`."""
        for name in ("work", "temp", "bin", "gh"):
            (self.home / name).mkdir(exist_ok=True)
        gh = self.home / "bin" / "gh"
        gh.write_text(
            f'#!/bin/sh\nexec "{sys.executable}" -I -S "{TOP}/tests/ci/fake_gh.py" "$@"\n'
        )
        gh.chmod(0o755)
        self.summary = self.home / "summary.md"
        self.known = {
            "github.token": "token of the job",
            "github.repository": "o/r",
            "steps.python.outputs.python-path": sys.executable,
            "steps.install.outputs.python": sys.executable,
        }

    @property
    def work(self) -> Path:
        """The checked repository."""
        return self.home / "work"

    @property
    def issues(self) -> list[dict[str, Any]]:
        """The issues of the repository."""
        file = self.home / "gh" / "issues.json"
        found: list[dict[str, Any]] = json.loads(file.read_text("utf-8")) if file.exists() else []
        return found

    @issues.setter
    def issues(self, issues: list[dict[str, Any]]) -> None:
        (self.home / "gh" / "issues.json").write_text(json.dumps(issues), "utf-8")

    @property
    def calls(self) -> list[list[str]]:
        """What `gh` was asked for."""
        file = self.home / "gh" / "calls.jsonl"
        return [json.loads(line) for line in file.read_text("utf-8").splitlines()]

    def run(self, name: str) -> Done:
        """Run the step with this id."""
        step = next(step for step in ACTION["runs"]["steps"] if step.get("id") == name)
        script, output = self.home / f"{name}.sh", self.home / f"{name}.output"
        assert "${{" not in step["run"]
        script.write_text(step["run"], "utf-8")
        output.write_bytes(b"")
        done = subprocess.run(
            [step["shell"], "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)],
            cwd=self.work,
            env={**self._environment(output), **self._values(step["env"])},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            timeout=500,
        )
        outputs = _outputs(output.read_bytes().decode())
        self.known |= {f"steps.{name}.outputs.{key}": value for key, value in outputs.items()}
        return Done(done.returncode, done.stdout.decode(), outputs)

    def _environment(self, output: Path) -> dict[str, str]:
        return {
            "PATH": f"{self.home / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(self.home),
            "CI": "true",
            "GITHUB_ACTIONS": "true",
            "GITHUB_ACTION_PATH": str(TOP),
            "GITHUB_EVENT_NAME": "schedule",
            "GITHUB_OUTPUT": str(output),
            "GITHUB_REPOSITORY": "o/r",
            "GITHUB_RUN_ID": "42",
            "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_WORKSPACE": str(self.work),
            "RUNNER_TEMP": str(self.home / "temp"),
            "FAKE_GH": str(self.home / "gh"),
            **self.environ,
        }

    def _values(self, env: dict[str, str]) -> dict[str, str]:
        return {name: _EXPRESSION.sub(self._value, value) for name, value in env.items()}

    def _value(self, found: re.Match[str]) -> str:
        name = found[1]
        if name.startswith("inputs."):
            key = name.removeprefix("inputs.")
            default = str(ACTION["inputs"][key]["default"])
            return self.inputs.get(key, _EXPRESSION.sub(self._value, default))
        return self.known.get(name, "")


def _outputs(text: str) -> dict[str, str]:
    """Return what a step wrote into the file of its outputs."""
    found, lines = {}, iter(text.splitlines())
    for line in lines:
        name, _, end = line.partition("<<")
        value = []
        for part in lines:
            if part == end:
                break
            value.append(part)
        found[name] = "\n".join(value)
    return found
