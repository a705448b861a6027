"""The steps of `action.yml`, run as GitHub runs them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from ci.github_job import ACTION, TOP, Job
from ci.schemas import misfits
from handle_server import HandleServer

GOOD, GONE, LATER = "10.1000/182", "10.1000/gone", "10.1000/later"
BAD_LINK = "See [it](http://dx.doi.org/10.1000/182).\n"


@pytest.fixture
def job(tmp_path: Path) -> Job:
    """Return a job that makes no look-ups."""
    return Job(tmp_path, environ={"MDLINT_DOI_DEPTH": "registration"})


def _offline(job: Job, text: str = BAD_LINK, **inputs: str) -> None:
    (job.work / "a.md").write_text(text, "utf-8")
    job.inputs = {"args": "--offline", **inputs}


def test_scripts_hold_no_expression() -> None:
    """What a user says reaches a script in a variable, so that it is never part of one."""
    scripts = [step["run"] for step in ACTION["runs"]["steps"] if "run" in step]
    assert len(scripts) == 3
    assert not any("${{" in script for script in scripts)


def test_findings_are_annotated_and_fail_the_step(job: Job) -> None:
    """The exit code is the linter's; log, summary and outputs say what was found."""
    _offline(job)
    done = job.run("check")
    assert done.code == 1
    assert "::warning file=a.md,line=1,col=" in done.log
    assert "DOI201" in job.summary.read_text("utf-8")
    assert done.outputs["exit-code"] == "1"
    assert done.outputs["findings"] == "1"
    assert len(json.loads(Path(done.outputs["report"]).read_bytes())) == 1
    assert done.outputs["sarif"] == ""


def test_nothing_found_succeeds(job: Job) -> None:
    """A clean tree gives 0, and SARIF where it was asked for."""
    _offline(job, "See <https://doi.org/10.1000/182>.\n", sarif="true")
    done = job.run("check")
    assert (done.code, done.outputs["findings"]) == (0, "0")
    assert json.loads(Path(done.outputs["sarif"]).read_bytes())["version"] == "2.1.0"


@pytest.mark.parametrize(
    ("inputs", "code", "said"),
    [
        ({"args": "--offline --nonsense"}, 2, " option '--nonsense'"),
        ({"args": "--offline 'x"}, 2, "the input args cannot be split into words"),
        ({"paths": "nowhere"}, 2, "no such file"),
        ({"sarif": "yes"}, 2, "the input sarif must be true or false, not 'yes'"),
        ({"args": "--offline --exit-zero"}, 0, "DOI201"),
        ({"args": "--offline", "paths": "empty"}, 2, "Nothing was checked."),
    ],
)
def test_exit_codes(job: Job, inputs: dict[str, str], code: int, said: str) -> None:
    """What cannot be done is 2 and says why; the rest is the linter's own."""
    _offline(job, **inputs)
    (job.work / "empty").mkdir()
    done = job.run("check")
    assert done.code == code
    assert said in done.log
    assert "Traceback" not in done.log


HOSTILE = (
    "$(touch owned) `touch owned` ; touch owned # ${IFS}touch${IFS}owned\ntouch owned && x",
    "'; touch owned; ' \"; touch owned; \" > owned | touch owned\\",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_shell_syntax_is_inert(job: Job, text: str) -> None:
    """No input is read by a shell, whatever it holds."""
    texts = ("paths", "args", "works", "contact", "issue-title", "issue-label", "version")
    _offline(job, **dict.fromkeys(texts, text), issue="true")
    for step in ("install", "check", "issue"):
        assert "Traceback" not in job.run(step).log
    job.inputs = {"paths": text, "args": "--offline"}
    assert "no such file" in job.run("check").log or "cannot be split" in job.run("check").log
    assert [path.name for path in job.work.iterdir()] == ["a.md"]
    assert not list(job.home.rglob("owned"))


def test_paths_are_no_options(job: Job) -> None:
    """A path that looks like an option is a path."""
    _offline(job, paths="--fix a.md")
    done = job.run("check")
    assert done.code == 2
    assert (job.work / "a.md").read_text("utf-8") == BAD_LINK


def test_words_of_inputs(job: Job) -> None:
    """Blanks and line ends part, quotes join, patterns are the linter's."""
    for name in ("a b.md", "c.md", "d.md"):
        (job.work / name).write_text(BAD_LINK, "utf-8")
    job.inputs = {"paths": "'a b.md'\nc*.md", "args": '--offline  --ignore\n"DOI201"'}
    done = job.run("check")
    assert done.code == 0
    assert "2 files checked" in done.log


def test_the_repository_is_not_imported(job: Job) -> None:
    """A module of the checked repository is not run, though Python is started there."""
    _offline(job)
    for name in ("json.py", "mdlint_doi.py", "checking.py", "sitecustomize.py"):
        (job.work / name).write_text("open('owned', 'w')\n", "utf-8")
    assert job.run("check").code == 1
    assert not (job.work / "owned").exists()


def test_a_linter_that_cannot_start_is_told(job: Job) -> None:
    """Without a report nothing is said to be clean."""
    _offline(job, args="--offline --config nowhere.toml", sarif="true")
    done = job.run("check")
    assert done.code == 2
    assert "::error title=mdlint-doi::nothing was checked (exit code 2)" in done.log
    assert done.outputs["findings"] == done.outputs["report"] == done.outputs["sarif"] == ""


@pytest.mark.parametrize("version", ["--index-url=http://127.0.0.1:9", "git+https://127.0.0.1/x"])
def test_only_a_release_is_installed(job: Job, version: str) -> None:
    """The version is one, and neither an option of pip nor an address."""
    job.inputs = {"version": version}
    done = job.run("install")
    assert done.code == 2
    assert "the input version must be a release, such as 0.1.0" in done.log


def test_install(job: Job, wheel: Path) -> None:
    """A release comes from the index into an environment of its own, and starts there.

    Where that cannot be, the step fails and says where to look.
    """
    version = wheel.name.split("-")[1]
    job.environ |= {
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(wheel.parent),
        "PIP_NO_DEPS": "1",  # they are not in that folder
    }
    job.inputs = {"version": "9999"}
    done = job.run("install")
    assert done.code == 2
    assert "::error title=mdlint-doi::mdlint-doi could not be installed" in done.log
    job.inputs = {"version": version}
    done = job.run("install")
    assert done.code == 0, done.log
    python = done.outputs["python"]
    assert Path(done.outputs["cache"]).parent == job.home / "temp" / "mdlint-doi"
    assert Path(python).is_relative_to(job.home / "temp")
    command = [python, "-I", "-m", "mdlint_doi", "--version"]
    assert subprocess.check_output(command, text=True) == f"mdlint-doi {version}\n"


@pytest.fixture
def scheduled(tmp_path: Path) -> Job:
    """Return a scheduled job that keeps an issue, on a repository with three DOIs."""
    job = Job(tmp_path, {"issue": "true", "args": "--offline --records ../world.json"})
    text = "".join(f"* <https://doi.org/{name}>\n" for name in (GOOD, GONE, LATER))
    (job.work / "a.md").write_text(text, "utf-8")
    return job


def _month(job: Job, missing: set[str], unknown: set[str] | None = None) -> str:
    """Run the job once more, in a world that lacks some DOIs; return the text of the issue."""
    found = {"outcome": "found", "read": True, "target": "https://example.org"}
    gone = {"outcome": "missing", "code": 100}
    known = {GOOD, GONE, LATER} - (unknown or set())
    records = {name: gone if name in missing else found for name in known}
    world = {"version": 1, "records": records}
    (job.home / "world.json").write_text(json.dumps(world), "utf-8")
    job.environ["MDLINT_DOI_DEPTH"] = "registration"
    done = job.run("check")
    kept = job.run("issue")
    assert kept.code == 0, kept.log
    assert "Traceback" not in done.log + kept.log
    return str(job.issues[0]["body"]) if job.issues else ""


def test_one_issue_through_its_life(scheduled: Job) -> None:
    """It is opened, grows, keeps through an outage, shrinks, closes, and opens again."""
    assert _month(scheduled, set()) == ""
    body = _month(scheduled, {GONE})
    assert "Broken: 1" in body
    assert re.search(r"`DOI901` `10\.1000/gone` `not-registered`, since `\d{4}-", body)
    assert "`a.md:2`" in body
    assert "https://github.com/o/r/actions/runs/42" in body

    assert "Broken: 2" in _month(scheduled, {GONE, LATER})
    (comment,) = scheduled.issues[0]["comments"]
    assert "### Broken since the last run: 1" in comment
    assert LATER in comment
    assert GONE not in comment

    body = _month(
        scheduled, set(), unknown={GOOD, GONE, LATER}
    )  # an outage breaks or repairs nothing
    assert "### Broken:" not in body
    assert "### Broken before, but not checked in the last run: 2" in body
    assert len(scheduled.issues[0]["comments"]) == 1
    assert scheduled.issues[0]["state"] == "OPEN"

    assert "Broken: 1" in _month(scheduled, {LATER})
    assert "### No longer broken: 1" in scheduled.issues[0]["comments"][1]

    _month(scheduled, set())
    assert scheduled.issues[0]["state"] == "CLOSED"
    assert len(scheduled.issues[0]["comments"]) == 3

    _month(scheduled, {GOOD})
    (issue,) = scheduled.issues
    assert issue["state"] == "OPEN"
    assert GOOD in issue["comments"][3]
    assert "### Broken since the last run: 1" in scheduled.summary.read_text("utf-8")


def test_an_issue_that_somebody_closed_stays_closed(scheduled: Job) -> None:
    """Until something breaks that was not broken then; issues of strangers are not touched.

    The label, which a stranger cannot give, and the mark together make an issue ours.
    """
    body = _month(scheduled, {GONE})
    forged = {"number": 7, "labels": [], "state": "OPEN", "body": body, "comments": []}
    other = {**forged, "number": 9, "labels": ["broken-dois"], "body": "About something else"}
    closed = {**scheduled.issues[0], "state": "CLOSED"}
    scheduled.issues = [closed, forged, other]
    _month(scheduled, {GONE})
    assert scheduled.issues == [closed, forged, other]
    _month(scheduled, {GONE, GOOD})
    assert scheduled.issues[1:] == [forged, other]
    assert scheduled.issues[0]["state"] == "OPEN"


def test_a_run_that_is_not_whole_repairs_nothing(scheduled: Job) -> None:
    """A document that cannot be read, or none with a DOI, is no good news."""
    _month(scheduled, {GONE})
    document = scheduled.work / "a.md"
    text = document.read_bytes()
    document.write_bytes(b"\xff\xfe" + text)
    one_before = re.compile("^### Broken before, .*: 1$", re.MULTILINE)
    assert one_before.search(_month(scheduled, {GONE}))
    document.unlink()
    assert one_before.search(_month(scheduled, {GONE}))
    assert scheduled.issues[0]["state"] == "OPEN"
    document.write_bytes(text.replace(b"* <https://doi.org/10.1000/gone>", b""))
    _month(scheduled, {GONE})
    assert scheduled.issues[0]["state"] == "CLOSED"


def test_a_scheduled_run_asks_anew(scheduled: Job, handle_server: HandleServer) -> None:
    """What broke since the last run is not in the cache of the last run."""
    scheduled.inputs |= {"args": "", "depth": "records"}
    scheduled.environ |= {
        "MDLINT_DOI_SERVER": handle_server.url,
        "MDLINT_DOI_DEPTH": "registration",
    }
    for name in (GOOD, GONE, LATER):
        handle_server.add(name)
    assert scheduled.run("check").code == 0
    handle_server.add(GONE, "deleted")
    assert scheduled.run("check").code == 1
    assert scheduled.run("issue").code == 0
    assert "Broken: 1" in scheduled.issues[0]["body"]


def test_a_pull_request_changes_no_issue(scheduled: Job) -> None:
    """What is broken is what the main branch holds."""
    scheduled.environ["GITHUB_EVENT_NAME"] = "pull_request"
    assert _month(scheduled, {GONE}) == ""
    assert not (scheduled.home / "gh" / "calls.jsonl").exists()


def test_gh_that_fails_is_told(scheduled: Job) -> None:
    """The step fails with what `gh` said; it never says that all is well."""
    _month(scheduled, {GONE})
    scheduled.inputs["token"] = ""
    done = scheduled.run("issue")
    assert done.code == 2
    assert "gh issue list failed: gh: set GH_TOKEN" in done.log
    assert "issues: write" in done.log


def test_files_of_github_are_sound() -> None:
    """No weakness is found in action and workflows, and both fit GitHub's schemas."""
    workflows = sorted((TOP / ".github" / "workflows").glob("*.yml"))
    action = TOP / "action.yml"
    assert misfits("github-actions", action) == ""
    assert misfits("github-workflows", *workflows) == ""
    zizmor = [str(Path(sys.executable).with_name("zizmor")), "--offline", "--no-progress"]
    done = subprocess.run(
        [*zizmor, "--persona=pedantic", str(action), *map(str, workflows)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
