"""The command `gh` as far as the action calls it: issues are kept in a file, calls are recorded.

GitHub itself cannot be had in a test. What is not known here fails, as `gh` does with a wrong
argument.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

LONGEST = 65_536
"""Characters that GitHub takes for a text."""


class Repository:
    """Issues and labels; each method is a command, and returns what it prints."""

    def __init__(self, home: Path) -> None:
        """Read what was kept."""
        self.file = home / "issues.json"
        self.labels = home / "labels.txt"
        text = self.file.read_text("utf-8") if self.file.exists() else "[]"
        self.issues: list[dict[str, Any]] = json.loads(text)

    def label_create(self, call: argparse.Namespace) -> str:
        """Make a label."""
        if call.number in self._known():
            sys.exit("label already exists")
        self.labels.write_text("\n".join([*self._known(), call.number]), "utf-8")
        return ""

    def issue_list(self, call: argparse.Namespace) -> str:
        """List the issues with a label, the closed ones, too."""
        assert call.state == "all"
        fields = call.json.split(",")
        found = [each for each in self.issues if call.label in each["labels"]]
        return json.dumps([{name: each[name] for name in fields} for each in found])

    def issue_create(self, call: argparse.Namespace) -> str:
        """Open an issue."""
        if call.label not in self._known():
            sys.exit(f"could not add label: '{call.label}' not found")
        number = len(self.issues) + 1
        made = {"number": number, "state": "OPEN", "body": _text(call), "title": call.title}
        self.issues.append({**made, "labels": [call.label], "comments": []})
        return f"https://github.com/o/r/issues/{number}"

    def issue_edit(self, call: argparse.Namespace) -> str:
        """Write the text anew."""
        self._one(call)["body"] = _text(call)
        return ""

    def issue_comment(self, call: argparse.Namespace) -> str:
        """Add a comment."""
        self._one(call)["comments"].append(_text(call))
        return ""

    def issue_close(self, call: argparse.Namespace) -> str:
        """Close an issue."""
        self._one(call)["state"] = "CLOSED"
        return ""

    def issue_reopen(self, call: argparse.Namespace) -> str:
        """Open it again."""
        self._one(call)["state"] = "OPEN"
        return ""

    def _one(self, call: argparse.Namespace) -> dict[str, Any]:
        return next(each for each in self.issues if str(each["number"]) == call.number)

    def _known(self) -> list[str]:
        return self.labels.read_text("utf-8").splitlines() if self.labels.exists() else []


def _text(call: argparse.Namespace) -> str:
    assert call.body_file == "-"
    text = sys.stdin.read()
    if not 0 < len(text) <= LONGEST:
        sys.exit(f"Body is too long (maximum is {LONGEST} characters)")
    return text


def main() -> None:
    """Do what a call asks for."""
    home = Path(os.environ["FAKE_GH"])
    if not os.environ.get("GH_TOKEN") or not os.environ.get("GH_REPO"):
        sys.exit("gh: set GH_TOKEN and GH_REPO")
    with (home / "calls.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(sys.argv[1:]) + "\n")
    parser = argparse.ArgumentParser(allow_abbrev=False)
    for name in ("thing", "action"):
        parser.add_argument(name)
    parser.add_argument("number", nargs="?")
    for option in ("state", "limit", "label", "json", "title", "body-file", "description"):
        parser.add_argument(f"--{option}")
    call = parser.parse_args()
    repository = Repository(home)
    sys.stdout.write(getattr(repository, f"{call.thing}_{call.action}")(call) + "\n")
    repository.file.write_text(json.dumps(repository.issues), "utf-8")


if __name__ == "__main__":
    main()
