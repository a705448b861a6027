"""The settings that the server knows: read again when a file has changed, at whatever moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from mdlint_doi.server.projects import EditorOptions, OpenProject, Projects


def test_settings_that_change_while_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are read again for the next check: what was noted is what stood there before."""
    file, forgotten = tmp_path / "mdlint-doi.toml", list[bool]()
    file.write_text("offline = true\n")
    own = Projects._read

    def read(self: Projects, root: str) -> OpenProject:
        found = own(self, root)
        file.write_text('offline = true\nexclude = ["page.md"]\n')
        return found

    projects = Projects(EditorOptions(), lambda: forgotten.append(True))
    monkeypatch.setattr(Projects, "_read", read)
    name = str(tmp_path / "page.md")
    assert projects.of_document(name, name).task.settings.exclude == ()
    monkeypatch.undo()
    assert projects.of_document(name, name).task.settings.exclude == ("page.md",)
    assert forgotten == [True]
    known = projects.of_document(name, name)
    assert projects.of_document(name, name) is known


def test_a_baseline_is_watched_from_the_first_check_on(tmp_path: Path) -> None:
    """It is named by the settings, so that it is known after they were read."""
    baseline, name = tmp_path / "known.json", str(tmp_path / "page.md")
    baseline.write_text('{"version": 1, "findings": []}')
    (tmp_path / "mdlint-doi.toml").write_text('offline = true\nbaseline = "known.json"\n')
    projects = Projects(EditorOptions(), lambda: None)
    known = projects.of_document(name, name)
    assert projects.of_document(name, name) is known
    baseline.write_text('{"version": 1, "findings":   []}')
    assert projects.of_document(name, name) is not known
