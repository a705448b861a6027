"""The step `issue`: keep one issue about broken DOIs up to date, with `gh` and the job's token.

The issue is found by its label, which a stranger cannot set, and by the first line of its text.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from broken import Change, body_of, broken_in, compared, marker, news_of, state_of
from checking import MENTIONS, REPORT
from workflow import StepError, add_summary, annotation, folder, set_outputs

_OF_STRANGERS: Final = frozenset({"pull_request", "pull_request_target"})
_COMPLETE: Final = frozenset({"0", "1", "3"})
"""Exit codes of runs that checked all files."""
_MOST: Final = "200"  # the most issues with the label to list


def run(environ: Mapping[str, str]) -> int:
    """Update the issue; set the output `issue` to its number, empty if there is no issue."""
    report = folder(environ) / REPORT
    if environ.get("GITHUB_EVENT_NAME") in _OF_STRANGERS:
        print(annotation("notice", "a pull request does not change the issue about broken DOIs"))
    elif report.exists():
        set_outputs(environ, issue=_keep(environ))
    else:
        print(annotation("notice", "nothing was checked, so the issue was not changed"))
    return 0


def _keep(environ: Mapping[str, str]) -> str:
    """Compare with the issue, create or update it, and return its number; empty without one."""
    title, label = environ["DOI_ISSUE_TITLE"].strip(), environ["DOI_ISSUE_LABEL"].strip()
    if not title or not label:
        message = "the inputs issue-title and issue-label must not be empty"
        raise StepError(message)
    day = datetime.now(UTC).date().isoformat()
    issue = _found(title, label)
    change = _change(environ, issue, day)
    body = body_of(title, change, day=day, run=_address(environ))
    add_summary(environ, f"\n{news_of(change)}" if news_of(change) else "")
    if issue is not None:
        _update(issue, change, body)
        return str(issue["number"])
    return _create(title, label, body) if change.broken else ""


def _change(environ: Mapping[str, str], issue: Mapping[str, Any] | None, day: str) -> Change:
    files = folder(environ)
    lines = (files / MENTIONS).read_bytes().splitlines()
    complete = environ.get("DOI_EXIT_CODE") in _COMPLETE
    return compared(
        state_of(issue["body"]) if issue else {},
        broken_in(json.loads((files / REPORT).read_bytes())),
        [json.loads(line) for line in lines],
        today=day,
        complete=complete and bool(lines),  # a run without any DOI proves nothing
    )


def _found(title: str, label: str) -> dict[str, Any] | None:
    """Return the newest issue that this step created; None if there is none."""
    fields = "number,state,body"
    listed = _gh(
        *("issue", "list", "--state", "all", "--limit", _MOST),
        *(f"--label={label}", "--json", fields),
    )
    ours = [one for one in json.loads(listed) if one["body"].startswith(marker(title))]
    return max(ours, key=lambda one: int(one["number"]), default=None)


def _create(title: str, label: str, body: str) -> str:
    # The label may exist already; if it cannot be created, the next call fails.
    _gh("label", "create", label, "--description=DOIs that no longer work", allowed=True)
    made = _gh(
        "issue", "create", f"--title={title}", f"--label={label}", "--body-file=-", text=body
    )
    return made.strip().rpartition("/")[2]


def _update(issue: Mapping[str, Any], change: Change, body: str) -> None:
    """Replace the text, comment on changes, and reopen or close the issue.

    A closed issue without changes stays as it is.
    """
    number, is_open, news = str(issue["number"]), issue["state"] == "OPEN", news_of(change)
    if not (is_open or news):
        return
    _gh("issue", "edit", number, "--body-file=-", text=body)
    if change.new and not is_open:
        _gh("issue", "reopen", number)
    if change.new or (is_open and news):
        _gh("issue", "comment", number, "--body-file=-", text=news)
    if is_open and not (change.broken or change.unchecked):
        _gh("issue", "close", number)


def _gh(*arguments: str, text: str = "", allowed: bool = False) -> str:
    """Run `gh`; return its standard output.

    Args:
        *arguments: the arguments of the command.
        text: its standard input.
        allowed: whether it may fail.

    Raises:
        StepError: if it is missing, or fails and `allowed` is not set.

    """
    try:
        done = subprocess.run(
            ["gh", *arguments], input=text.encode(), capture_output=True, check=False
        )
    except FileNotFoundError:
        message = (
            "the input issue needs the command gh, which GitHub's own runners have; install it"
        )
        raise StepError(message) from None
    if done.returncode and not allowed:
        said = done.stderr.decode("utf-8", "replace").strip()
        advice = "check that the job has the permission issues: write"
        message = f"gh {' '.join(arguments[:2])} failed: {said}; {advice}"
        raise StepError(message)
    return done.stdout.decode("utf-8", "replace")


def _address(environ: Mapping[str, str]) -> str:
    names = ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_RUN_ID")
    server, repository, number = (environ.get(name, "") for name in names)
    return f"{server}/{repository}/actions/runs/{number}"
