"""Settings that nobody reads, or that a stranger made, are told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from handle_server import HandleServer
from sphinx.errors import ConfigError
from sphinx_projects import MakeProject

from sphinx_doi import options

PAGE = "Page\n====\n\n:doi:`10.1000/182`\n"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("doi_serwer", "doi_server"),
        ("doi_chek", "doi_check"),
        ("doi_cehck", "doi_check"),
        ("doi_rewirte_link", "doi_rewrite_links"),
        ("doi_per_files_ignore", "doi_per_file_ignores"),
        ("doi_detph", "doi_depth"),
        ("doi_dept", "doi_depth"),
        ("doi_chk", "doi_check"),
        ("doi_sérver", "doi_server"),
    ],
)
def test_a_slip_in_a_name_is_told_at_its_line(
    project: MakeProject, written: str, meant: str
) -> None:
    """One or two letters lack, are too many, or are others; the setting is offered."""
    made = project({"index.rst": PAGE})
    conf = made.folder / "conf.py"
    conf.write_text(f"{conf.read_text()}if True:\n    {written} = 'x'\n")
    (told,) = made.build("html").warnings
    hint = f"conf.py sets {written}, which is not a setting; did you mean '{meant}'?"
    assert told == f"conf.py:4: WARNING: {hint} [doi.configuration]"


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("doi_offline", "offline"),
        ("doi_strict", "strict"),
        ("doi_exclude", "exclude"),
        ("doi_extend_select", "extend-select"),
        ("doi_check_code", "check-code"),
        ("doi_concurrency", "concurrency"),
        ("doi_use_cache", "use-cache"),
        ("doi_max_age", "max-age"),
    ],
)
def test_a_setting_of_pyproject_alone_is_told_at_its_line(
    project: MakeProject, name: str, key: str
) -> None:
    """It has no effect in `conf.py`; the message has the place where it works."""
    made = project({"index.rst": PAGE})
    conf = made.folder / "conf.py"
    conf.write_text(f"{conf.read_text()}\n{name} = 1\n")
    (told,) = made.build("html").warnings
    assert told.startswith(f"conf.py:4: WARNING: {name} ")
    assert f"; write {key} in pyproject.toml [tool.mdlint-doi]" in told
    assert told.endswith(" [doi.configuration]")


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("doi_ofline", "offline"),
        ("doi_offlien", "offline"),
        ("doi_stict", "strict"),
        ("doi_extend_selet", "extend-select"),
        ("doi_maxage", "max-age"),
        ("doi_use_cahce", "use-cache"),
    ],
)
def test_a_slip_in_a_setting_of_pyproject_alone_is_told_at_its_line(
    project: MakeProject, written: str, key: str
) -> None:
    """The message has the setting that is meant, and the place where it works."""
    made = project({"index.rst": PAGE})
    conf = made.folder / "conf.py"
    conf.write_text(f"{conf.read_text()}{written} = 1\n")
    (told,) = made.build("html").warnings
    assert told.startswith(f"conf.py:3: WARNING: {written} ")
    assert f"; write {key} in pyproject.toml [tool.mdlint-doi]" in told
    assert told.endswith(" [doi.configuration]")


def test_each_slip_of_each_setting_is_told(tmp_path: Path) -> None:
    """One letter that lacks, is too much or is a different one, or two exchanged letters."""
    settings = {*options.SETTINGS, *options.ELSEWHERE}
    for name in settings:
        word = name.removeprefix("doi_")
        slips = {word[:at] + word[at + 1 :] for at in range(len(word))}
        slips |= {f"{word[:at]}q{word[at:]}" for at in range(len(word) + 1)}
        slips |= {f"{word[:at]}q{word[at + 1 :]}" for at in range(len(word))}
        slips |= {
            f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}" for at in range(len(word) - 1)
        }
        meant = options.ELSEWHERE.get(name, name)
        for slip in {f"doi_{typed}" for typed in slips} - settings:
            assert meant in (options.mistake(slip, tmp_path) or ""), slip


@pytest.mark.parametrize(
    "line",
    [
        "doi_ofline, other = True, 1",
        "match 1:\n    case 1:\n        doi_ofline = True",
        "doi_ofline: bool = True",
        "try:\n    pass\nfinally:\n    doi_ofline = True",
    ],
)
def test_a_name_is_found_wherever_a_statement_sets_it(project: MakeProject, line: str) -> None:
    """Several names at once, and the blocks of any statement but a function and a class."""
    made = project({"index.rst": PAGE})
    conf = made.folder / "conf.py"
    conf.write_text(f"{conf.read_text()}{line}\n")
    (told,) = made.build("html").warnings
    assert "WARNING: doi_ofline " in told
    assert " write offline in pyproject.toml " in told


def test_the_proposed_place_is_the_file_that_is_read(project: MakeProject) -> None:
    """Beside `mdlint-doi.toml`, a `pyproject.toml` is not read."""
    files = {"index.rst": PAGE, "mdlint-doi.toml": "", "pyproject.toml": "[tool.mdlint-doi]\n"}
    made = project(files)
    conf = made.folder / "conf.py"
    conf.write_text(f"{conf.read_text()}doi_offline = True\n")
    (told,) = made.build("html").warnings
    assert "; write offline in mdlint-doi.toml " in told


def test_formats_has_no_place_in_sphinx(project: MakeProject) -> None:
    """Sphinx finds the files of a build; no file makes `formats` work there."""
    made = project({"index.rst": PAGE})
    conf = made.folder / "conf.py"
    conf.write_text(f"{conf.read_text()}doi_formats = ['txt']\n")
    (told,) = made.build("html").warnings
    assert "doi_formats is not a setting of sphinx_doi, and formats has no effect in Sphinx" in told


def test_offline_works_where_the_message_says(
    project: MakeProject, handle_server: HandleServer
) -> None:
    """In `conf.py` it stops no look-up; in `pyproject.toml` no connection is opened."""
    made = project({"index.rst": PAGE})
    conf = made.folder / "conf.py"
    before = conf.read_text()
    conf.write_text(f"{before}doi_offline = True\n")
    made.build("doi", doi_server=handle_server.url)
    assert handle_server.targets
    handle_server.forget()
    conf.write_text(before)
    (made.folder / "pyproject.toml").write_text("[tool.mdlint-doi]\noffline = true\n")
    build = made.build("doi", doi_server=handle_server.url)
    assert handle_server.targets == []
    assert "[doi.configuration]" not in build.warning


@pytest.mark.parametrize(
    "line",
    [
        "doi_link = 'https://doi.org/10.1000/182'",
        "doi_file = 'doi.txt'",
        "doi_role = 'x'",
        "doi_base_url = 'https://doi.org/'",
        "doi_style = 'short'",
        "doi_offline = True\nhtml_context = {'offline': doi_offline}",
        "doi_chek = 'x'\nhtml_context = {'doi': doi_chek}",
        "def doi_chek(): pass",
        "def f():\n    doi_chek = 1",
        "from os import path as doi_chek",
    ],
)
def test_a_name_of_the_projects_own_is_not_told(project: MakeProject, line: str) -> None:
    """`doi_` begins names that a project uses itself; a warning would fail `-W`."""
    made = project({"index.rst": PAGE})
    conf = made.folder / "conf.py"
    conf.write_text(f"{conf.read_text()}{line}\n")
    assert made.build("html").warnings == []


def test_a_setting_of_another_extension_is_not_told(project: MakeProject) -> None:
    """Sphinx knows the name, so it is no slip."""
    made = project({"index.rst": PAGE})
    conf = made.folder / "conf.py"
    added = "doi_texts = 'x'\ndef setup(app):\n    app.add_config_value('doi_texts', None, '')\n"
    conf.write_text(f"{conf.read_text()}{added}")
    assert made.build("html").warnings == []


def test_a_repositorys_server_is_refused_and_conf_pys_is_not(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`conf.py` is code that runs anyway; `pyproject.toml` may be a stranger's."""
    table = '[tool.mdlint-doi]\nserver = "https://evil.example"\n'
    made = project({"index.rst": PAGE, "pyproject.toml": table})
    with pytest.raises(ConfigError, match=r"server: evil\.example"):
        made.build("html")
    assert made.build("html", doi_server="https://mine.example").exit_code == 0
    monkeypatch.setenv("MDLINT_DOI_ALLOW_HOSTS", "evil.example")
    assert made.build("html").exit_code == 0


@pytest.mark.parametrize("value", ["on", "Offline", "", ["x"]], ids=ascii)
@pytest.mark.parametrize("name", ["doi_check", "doi_text"])
def test_a_word_that_is_none_is_told_by_sphinx(
    project: MakeProject,
    name: str,
    value: Any,  # noqa: ANN401
) -> None:
    """As for any of its settings; the build then does what it does by default."""
    made = project({"index.rst": f"{PAGE}\nhttp://dx.doi.org/10.1000/1\n"})
    build = made.build("html", parallel=0, **{name: value})
    assert f"The config value `{name}` has to be a one of " in build.warnings[0]
    words = {"doi_check": ("offline", "online", "off"), "doi_text": ("doi", "url", "name")}
    assert all(f"'{word}'" in build.warnings[0] for word in words[name])
    assert build.places == ["index.rst:6 unusual-address"]
    assert build.links()[0] == ("doi:10.1000/182", "https://doi.org/10.1000/182")


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


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("doi.DOI201", "write 'doi.unusual-address'"),
        ("doi.unusual-adress", "write 'doi.unusual-address'"),
        ("doi.DOI90", "write 'doi.not-registered', 'doi.no-target', "),
        ("doi.configuratoin", "write 'doi.configuration'"),
        ("doi.unusual-address", ""),
        ("doi.*", ""),
        ("doi", ""),
        ("doi.citation", ""),
    ],
)
def test_what_suppresses_nothing(project: MakeProject, written: str, meant: str) -> None:
    """The subtype of a warning is the name of a rule, not its code."""
    build = project({"index.rst": PAGE}).build("html", suppress_warnings=[written])
    told = [warning for warning in build.warnings if "suppress_warnings" in warning]
    assert bool(told) == bool(meant)
    assert all(meant in warning for warning in told)
