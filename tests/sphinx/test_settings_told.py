"""Settings that nobody reads, or that a stranger made, are told."""

from __future__ import annotations

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
    told = [one for one in made.build("html").warnings if "which is no setting" in one]
    assert len(told) == 1
    assert "conf.py sets doi_serwer" in told[0]
    assert "did you mean doi_server?" in told[0]


def test_a_repositorys_server_is_refused_and_conf_pys_is_not(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`conf.py` is code that runs anyway; `pyproject.toml` may be a stranger's."""
    table = '[tool.mdlint-doi]\nserver = "https://evil.example"\n'
    made = project({"index.rst": PAGE, "pyproject.toml": table})
    with pytest.raises(ConfigError, match=r"evil\.example is refused"):
        made.build("html")
    assert made.build("html", doi_server="https://mine.example").exit_code == 0
    monkeypatch.setenv("MDLINT_DOI_ALLOW_HOSTS", "evil.example")
    assert made.build("html").exit_code == 0
