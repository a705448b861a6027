"""Settings that nobody reads, or that a stranger made, are told."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from sphinx.errors import ConfigError
from sphinx_projects import MakeProject

PAGE = "Page\n====\n\n:doi:`10.1000/182`\n"


def test_an_unknown_name_in_conf_py_is_told(project: MakeProject) -> None:
    """The nearest name is offered; helpers of `conf.py` are left alone."""
    made = project({"index.rst": PAGE})
    conf = made.folder / "conf.py"
    text = conf.read_text() if conf.exists() else ""
    conf.write_text(f"{text}\ndoi_serwer = 'https://doi.org'\ndef doi_helper(): pass\n")
    told = [one for one in made.build("html").warnings if "which is not a setting" in one]
    assert len(told) == 1
    assert "conf.py sets doi_serwer" in told[0]
    assert "did you mean doi_server?" in told[0]


def test_a_repositorys_server_is_refused_and_conf_pys_is_not(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`conf.py` is code that runs anyway; `pyproject.toml` may be a stranger's."""
    table = '[tool.mdlint-doi]\nserver = "https://evil.example"\n'
    made = project({"index.rst": PAGE, "pyproject.toml": table})
    with pytest.raises(ConfigError, match=r"evil\.example is not a trusted host"):
        made.build("html")
    assert made.build("html", doi_server="https://mine.example").exit_code == 0
    monkeypatch.setenv("MDLINT_DOI_ALLOW_HOSTS", "evil.example")
    assert made.build("html").exit_code == 0


@pytest.mark.parametrize("value", ["on", "Offline", "", 0, None, [], {}, ["doi"]], ids=ascii)
@pytest.mark.parametrize("name", ["doi_check", "doi_text"])
def test_a_word_that_is_none_is_refused_with_its_line(
    project: MakeProject,
    name: str,
    value: Any,  # noqa: ANN401
) -> None:
    """Sphinx would go on with some values, and end with an error of its own for others."""
    made = project({"index.rst": PAGE})
    words = {"doi_check": "'offline' or 'online' or 'off'", "doi_text": "'doi' or 'url' or 'name'"}
    said = re.escape(f"conf.py: {name}: {value!r} is not valid; give {words[name]}")
    with pytest.raises(ConfigError, match=rf"^{said}\Z"):
        made.build("html", parallel=0, **{name: value})


@pytest.mark.parametrize("name", ["doi_cache_dir", "doi_records"])
def test_a_path_object_is_no_wrong_type(project: MakeProject, name: str) -> None:
    """`pathlib` is how many write paths in `conf.py`; Sphinx wants each class by its name."""
    build = project({"index.rst": PAGE}).build(
        "html", parallel=0, verbosity=0, **{name: Path("some")}
    )
    assert build.warnings == []


def test_a_strangers_setting_writes_no_line_of_its_own(project: MakeProject) -> None:
    """What `pyproject.toml` says stays in its message: a build service reads the log."""
    table = '[tool.mdlint-doi]\nbaseline = "a\\n::error::b\\u001b]0;c"\n'
    made = project({"index.rst": PAGE, "pyproject.toml": table})
    with pytest.raises(ConfigError, match=r"a\\n::error::b\\x1b\]0;c: no such file") as told:
        made.build("html")
    assert str(told.value).isprintable()
