"""What could not be verified is said, also where only warnings are shown."""

from __future__ import annotations

import json

import pytest
from skipped_waits import skip_waits
from sphinx_projects import MakeProject

PAGE = "Page\n====\n\n:doi:`10.1000/182` and :doi:`10.1000/new`.\n"
NOWHERE = "http://127.0.0.1:9"
STRICT = "[tool.mdlint-doi]\nstrict = true\n"
LOCK = '[tool.mdlint-doi]\nstrict = true\noffline = true\nrecords = "records.json"\n'
RECORDS = '{"version": 1, "records": {"10.1000/182": {"outcome": "found"}}}'


@pytest.fixture(autouse=True)
def _no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    skip_waits(monkeypatch)


@pytest.mark.parametrize("builder", ["doi", "linkcheck"])
def test_no_connection_is_said_once_and_is_no_warning(project: MakeProject, builder: str) -> None:
    """An outage is no fault of the project, but a quiet run must not look like a good one."""
    build = project({"index.rst": PAGE}).build(builder, doi_server=NOWHERE)
    assert (build.exit_code, build.places, build.app._warncount) == (0, [], 0)
    told = [line for line in build.warnings if "sphinx_doi:" in line]
    assert told == ["sphinx_doi: none of 2 DOIs could be checked: connection (2)"]


def test_strict_makes_it_a_warning(project: MakeProject) -> None:
    """`strict` fails the builder, and with `-W` any build."""
    made = project({"index.rst": PAGE, "pyproject.toml": STRICT})
    build = made.build("doi", doi_server=NOWHERE)
    assert (build.exit_code, build.places) == (3, ["index.rst:4 not-checked"])
    ordinary = made.build("html", doi_server=NOWHERE, doi_check="online")
    assert "index.rst:4 not-checked" in ordinary.places


def test_what_a_lock_file_lacks_is_a_warning_where_strict(project: MakeProject) -> None:
    """The name that is not recorded is named, with its place."""
    made = project({"index.rst": PAGE, "pyproject.toml": LOCK, "records.json": RECORDS})
    build = made.build("doi")
    assert (build.exit_code, build.places) == (3, ["index.rst:4 not-checked"])
    assert "10.1000/new is not in records.json; run mdlint-doi record" in build.warning
    assert "1 of 2 DOIs " in build.warning


def test_where_all_could_be_checked_nothing_is_said(project: MakeProject) -> None:
    """A build without a gap says nothing of gaps."""
    page = PAGE.replace("10.1000/new", "10.1000/182")
    made = project({"index.rst": page, "pyproject.toml": LOCK, "records.json": RECORDS})
    build = made.build("doi")
    assert (build.exit_code, build.places) == (0, [])
    assert "sphinx_doi:" not in build.warning


def test_an_outage_fails_no_build_whatever_fails_it(project: MakeProject) -> None:
    """Where hints fail, too, what could not be checked is a hint that does not."""
    made = project({"index.rst": PAGE})
    build = made.build("doi", doi_server=NOWHERE, doi_fail_on="hint")
    assert (build.exit_code, build.places) == (0, [])
    assert "index.rst:4: hint: DOI916 " in build.status


def test_an_outage_is_no_word_against_a_name(project: MakeProject) -> None:
    """The role is offered for a link whose DOI could not be checked, as it is offline."""
    made = project({"index.rst": ""})
    for check in ("offline", "online"):
        made.write({"index.rst": f"Page\n====\n\nRead {check}: https://doi.org/10.1000/182\n"})
        status = made.build(doi_server=NOWHERE, doi_check=check).status
        assert ":doi:`10.1000/182`" in status, check


def test_strict_makes_nothing_else_a_warning(project: MakeProject) -> None:
    """Hints stay hints: `strict` is about what could not be checked."""
    page = "Page\n====\n\n`x <https://doi.org/10.1000/%2523>`_\n"
    build = project({"index.rst": page, "pyproject.toml": STRICT}).build()
    assert build.places == []
    assert "index.rst:4: hint: DOI303" in build.status


@pytest.mark.parametrize("before", [None, '{"version": 1, "records": {}}'])
def test_no_records_file_without_an_answer(project: MakeProject, before: str | None) -> None:
    """An empty file would be copied over a good one; the log has the reason."""
    made = project({"index.rst": PAGE})
    path = made.folder.parent / "build-doi" / "doi" / "doi-records.json"
    if before is not None:
        path.parent.mkdir(parents=True)
        path.write_text(before)
    build = made.build("doi", doi_server=NOWHERE)
    assert build.out == path.parent
    assert (path.read_text() if path.exists() else None) == before
    done = "was not written" if before is None else "was not changed"
    assert f"doi-records.json {done}: no DOI could be checked." in build.status
    assert (build.out / "report.html").exists()


def test_no_records_file_if_the_builder_is_offline(project: MakeProject) -> None:
    """Nothing was looked up, so there are no answers."""
    table = "[tool.mdlint-doi]\noffline = true\n"
    build = project({"index.rst": PAGE, "pyproject.toml": table}).build("doi")
    assert not (build.out / "doi-records.json").exists()
    assert "doi-records.json was not written" in build.status


def test_a_project_without_dois_has_an_empty_records_file(project: MakeProject) -> None:
    """All its DOIs are in the file."""
    build = project({"index.rst": "Page\n====\n"}).build("doi")
    assert json.loads(build.text("doi-records.json")) == {"version": 1, "records": {}}
    assert "doi-records.json" not in build.status
