from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from handle_server import HandleServer
from sphinx.errors import ConfigError
from sphinx_projects import MakeProject, Project

from sphinx_doi.checks.store import domain_of

EXTLINKS = "extlinks = {'doi': ('http://dx.doi.org/%s', 'DOI:%s')}"
EXTLINKS_MODULE = "sphinx.ext.extlinks"
OF_CONF = """
from functools import partial

def role(*args):
    return [], []

def setup(app):
    app.add_role("doi", partial(role), override=True)
"""
OBJECT = """
from sphinx.roles import EmphasizedLiteral

def setup(app):
    app.add_role("doi", EmphasizedLiteral(), override=True)
"""
OLD = "`x <https://dx.doi.org/10.1000/{}>`_"


def run(project: Project, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run sphinx-build as a user does."""
    command = [sys.executable, "-W", "error::DeprecationWarning:sphinx_doi", "-m", "sphinx"]
    return subprocess.run(
        [*command, "-N", *arguments, ".", "_build"],
        cwd=project.folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )


def test_a_warning_fails_a_strict_build(project: MakeProject) -> None:
    """With -W a defect ends in exit status 1; a hint, and a clean page, do not."""
    made = project({"index.rst": f"P\n=\n\n{OLD.format(1)}\n"})
    result = run(made, "-q", "-W", "--keep-going")
    assert result.returncode == 1
    assert "index.rst:4: WARNING: DOI201" in result.stderr
    made.write({"index.rst": "P\n=\n\n`x <https://doi.org/10.1000/%2523>`_ :doi:`10.1000/1`\n"})
    result = run(made, "-W", "--keep-going")
    assert (result.returncode, result.stderr) == (0, "")
    assert "index.rst:4: hint: DOI303" in result.stdout


@pytest.mark.parametrize(
    ("level", "failing", "told"),
    [
        ("hint", ["unusual-address", "double-encoded"], ""),
        ("warning", ["unusual-address"], "index.rst:4: hint: DOI303"),
        ("error", [], "index.rst:4: warning: DOI201"),
    ],
)
def test_the_level_that_fails_a_build(
    project: MakeProject, level: str, failing: list[str], told: str
) -> None:
    """Of `doi_fail_on`: what lies below is no warning of Sphinx, and no exit status of `doi`."""
    page = f"P\n=\n\n{OLD.format(1)} `y <https://doi.org/10.1000/%2523>`_\n"
    made = project({"index.rst": page})
    build = made.build(doi_fail_on=level)
    assert build.places == [f"index.rst:4 {name}" for name in failing]
    assert told in build.status
    assert ("hint: DOI303" in build.warning) == (level == "hint")
    assert bool(run(made, "-q", "-W", "-D", f"doi_fail_on={level}").returncode) == bool(failing)
    made.write({"pyproject.toml": f'[tool.mdlint-doi]\noffline = true\nfail-on = "{level}"\n'})
    assert made.build("doi").exit_code == int(bool(failing))
    assert made.build("doi", suppress_warnings=["doi"]).exit_code == 0


def test_rules_are_silenced_in_sphinxs_way(project: MakeProject) -> None:
    """`suppress_warnings` takes the rule's name, or all of ours; hints, too."""
    page = (
        f"{OLD.format(1)} `x <https://doi.org/10.1000%2F2>`_ `y <https://doi.org/10.1000/%2523>`_\n"
    )
    made = project({"index.rst": page})
    both = made.build(suppress_warnings=["doi.unusual-address"])
    assert both.places == ["index.rst:1 wrong-encoding"]
    assert "double-encoded" in both.status
    made.write({"index.rst": page + "\n"})
    quiet = made.build(suppress_warnings=["doi"])
    assert quiet.places == []
    assert "double-encoded" not in quiet.status


def test_comments_switch_rules_off(project: MakeProject) -> None:
    """The words of the command work in rST comments: regions, next lines, files; unused ones."""
    page = f"""
        {OLD.format(1)}

        .. mdlint-doi-disable DOI201

        {OLD.format(2)}

        * {OLD.format(3)}

        .. mdlint-doi-enable DOI201

        {OLD.format(4)}

        .. mdlint-doi-disable-next-line unusual-address -- a reason


        {OLD.format(5)}
        {OLD.format(6)}

        .. mdlint-doi-disable-next-line DOI203

        {OLD.format(7)}
        """
    other = f":orphan:\n\n.. mdlint-doi-disable-file DOI201\n\n{OLD.format(8)}\n"
    build = project({"index.rst": page, "other.rst": other}).build()
    assert build.places == [
        "index.rst:1 unusual-address",
        "index.rst:11 unusual-address",
        "index.rst:17 unusual-address",
        "index.rst:21 unusual-address",
    ]
    assert "index.rst:19: hint: DOI002" in build.status


def test_unused_comments_where_no_doi_stands(project: MakeProject) -> None:
    """They are reported in a page, an included file and a docstring that show no DOI, too."""
    comment = ".. mdlint-doi-disable-next-line DOI201\n"
    files = {
        "conf.py": """
            import os, sys
            sys.path.insert(0, os.path.dirname(__file__))
            extensions = ["sphinx_doi", "sphinx.ext.autodoc"]
            exclude_patterns = ["part.rst"]
            """,
        "index.rst": f"P\n=\n\n{comment}\n.. include:: part.rst\n\n.. autofunction:: commented.f\n",
        "part.rst": f"Part\n\n{comment}\nText\n",
        "commented.py": f'def f():\n    """Do.\n\n    {comment}\n    Text\n    """\n',
    }
    made = project(files)
    places = ["commented.py:docstring of commented.f:4", "index.rst:4", "part.rst:3"]
    build = made.build()
    found = [line for line in build.status.splitlines() if "DOI002 DOI201" in line]
    shown = [line.replace(f"{build.app.srcdir}/", "").partition(": hint")[0] for line in found]
    assert sorted(shown) == places
    assert "3 findings on unchanged pages" in made.build().status


def test_comments_in_a_docstring_hold_for_it_alone(project: MakeProject) -> None:
    """A region that is not closed ends with the docstring, not with the module."""
    conf = """
        import os
        import sys

        sys.path.insert(0, os.path.dirname(__file__))
        extensions = ["sphinx_doi", "sphinx.ext.autodoc"]
        """
    module = f'''
        def one():
            """One.

            .. mdlint-doi-disable

            {OLD.format(1)}
            """


        def two():
            """{OLD.format(2)}"""
        '''
    files = {"conf.py": conf, "commented.py": module}
    files["index.rst"] = ".. automodule:: commented\n   :members:\n   :undoc-members:\n"
    build = project(files).build()
    assert build.places == ["commented.py:docstring of commented.two:11 unusual-address"]


def test_myst_comments(project: MakeProject) -> None:
    """Markdown files have the comments of the command."""
    old = "[x](https://dx.doi.org/10.1000/{})"
    page = f"""
        # P

        {old.format(1)} <!-- mdlint-doi-disable-line DOI201 -->

        % mdlint-doi-disable-next-line DOI201
        {old.format(2)}
        {old.format(3)}
        """
    build = project({"index.md": page}, "myst_parser").build()
    assert build.places == ["index.md:7 unusual-address"]


def test_a_second_build_warns_of_what_it_reads(project: MakeProject) -> None:
    """As with all warnings of Sphinx; what is known of other pages is counted in one line."""
    pages = {f"p{at}.rst": f":orphan:\n\n{OLD.format(at)}\n" for at in range(4)}
    made = project({"index.rst": "P\n=\n"} | pages)
    first = made.build()
    assert first.places == [f"p{at}.rst:3 unusual-address" for at in range(4)]
    assert "unchanged pages" not in first.status
    made.write({"p1.rst": f":orphan:\n\n\n\n{OLD.format(1)}\n"})
    (made.folder / "p2.rst").unlink()
    second = made.build()
    assert second.places == ["p1.rst:5 unusual-address"]
    assert "1 changed, 1 removed" in second.status
    assert (
        "sphinx_doi: not shown: 2 findings on unchanged pages; -b doi lists all findings\n"
        in second.status
    )
    third = made.build()
    assert third.places == []
    assert "0 added, 0 changed, 0 removed" in third.status
    assert (
        "sphinx_doi: not shown: 3 findings on unchanged pages; -b doi lists all findings\n"
        in third.status
    )
    assert "findings in" not in made.build(suppress_warnings=["doi"]).status
    assert "findings in" not in made.build(doi_check="off").status


def test_a_build_with_other_settings_warns_of_all_pages(project: MakeProject) -> None:
    """They are checked again, though not read; once, as the next build knows the findings."""
    pages = {f"p{at}.rst": f":orphan:\n\n{OLD.format(at)}\n" for at in range(2)}
    made = project({"index.rst": "P\n=\n"} | pages)
    assert made.build(doi_ignore=["DOI201"]).places == []
    second = made.build()
    assert second.places == [f"p{at}.rst:3 unusual-address" for at in range(2)]
    assert "0 added, 0 changed, 0 removed" in second.status
    third = made.build()
    assert third.places == []
    assert "2 findings on unchanged pages" in third.status


def test_what_is_wrong_in_conf_py_is_reported_in_each_build(project: MakeProject) -> None:
    """Sphinx reads `conf.py` in each."""
    conf = "extensions = ['sphinx_doi', 'sphinx.ext.extlinks']\n"
    links = "extlinks = {'paper': ('http://dx.doi.org/%s', '%s')}\n"
    made = project({"index.rst": "P\n=\n", "conf.py": conf + links})
    assert made.build().places == made.build().places == ["conf.py:2 unusual-address"]


def test_warnings_as_errors_fail_on_what_was_read(project: MakeProject) -> None:
    """A build that reads no page with a finding passes."""
    made = project({"index.rst": "P\n=\n", "a.rst": f":orphan:\n\n{OLD.format(1)}\n"})
    assert run(made, "-W", "-q", "--keep-going").returncode == 1
    assert run(made, "-W", "-q", "--keep-going").returncode == 0
    made.write({"a.rst": f":orphan:\n\nMore {OLD.format(1)}\n"})
    assert run(made, "-W", "-q", "--keep-going").returncode == 1


def test_an_unchanged_page_is_not_checked_again(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the touched page runs through the rules; other settings run all through them."""
    from mdlint_doi.lint import engine

    checked: list[str] = []
    real = engine.findings

    def counted(mentions: object, facts: object) -> object:
        found = list(mentions)  # type: ignore[call-overload]
        checked.extend({mention.source.name.rpartition("/")[2] for mention in found})
        return real(found, facts)  # type: ignore[arg-type]

    monkeypatch.setattr(engine, "findings", counted)
    pages = {f"p{at}.rst": f":orphan:\n\n{OLD.format(at)}\n" for at in range(4)}
    made = project({"index.rst": "P\n=\n"} | pages)
    made.build()
    assert sorted(checked) == [f"p{at}.rst" for at in range(4)]
    checked.clear()
    made.write({"p1.rst": f":orphan:\n\n\n{OLD.format(1)}\n"})
    made.build()
    assert checked == ["p1.rst"]
    checked.clear()
    assert made.build(doi_ignore=["DOI201"]).places == []
    assert sorted(checked) == [f"p{at}.rst" for at in range(4)]


def test_an_exception_ends_without_a_change(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an exception kept silent in an unchanged page is reported on the day behind its last."""

    def on(day: date) -> None:
        for module in ("sphinx_doi.checks.store.today", "mdlint_doi.run.judge.current_day"):
            monkeypatch.setattr(module, lambda: day)

    ends = "{'10.1000/xyz': {'reason': 'an example', 'until': '2030-01-31'}}"
    made = project(
        {
            "conf.py": f"extensions = ['sphinx_doi']\ndoi_exceptions = {ends}\n",
            "index.rst": "P\n=\n\n:doi:`10.1000/xyz`\n",
        }
    )
    on(date(2030, 1, 31))
    assert made.build().places == []
    on(date(2030, 2, 1))
    assert made.build().places == ["index.rst:4 placeholder"]


def test_an_included_file_is_reported_once(project: MakeProject) -> None:
    """What two pages include has one warning; a change of it re-reads both."""
    include = ".. include:: part.txt\n"
    files = {"index.rst": f"P\n=\n\n{include}", "two.rst": f":orphan:\n\n{include}"}
    made = project(files | {"part.txt": f"{OLD.format(1)}\n"})
    assert made.build().places == ["part.txt:1 unusual-address"]
    made.write({"part.txt": f"\nNew\n\n{OLD.format(1)}\n"})
    assert made.build().places == ["part.txt:3 unusual-address"]


@pytest.mark.skipif(sys.platform == "win32", reason="Sphinx builds in one process there")
def test_two_processes_find_the_same(project: MakeProject) -> None:
    """-j 2 gives the findings of -j 1, with the same pages."""
    pages = {
        f"p{at}.rst": f":orphan:\n\n{OLD.format(at)} :doi:`https://doi.org/10.1000/{at}`\n"
        for at in range(12)
    }
    made = project({"index.rst": "P\n=\n"} | pages)
    serial = run(made, "-q", "-E", "-j", "1")
    parallel = run(made, "-q", "-E", "-j", "2")
    assert serial.returncode == parallel.returncode == 0
    assert serial.stderr == parallel.stderr
    assert serial.stderr.count("WARNING") == 24
    again = run(made, "-q", "-j", "2")
    assert again.stderr == ""


def test_settings_come_from_both_files(project: MakeProject) -> None:
    """`conf.py` goes over `pyproject.toml`, which speaks where it is silent."""
    page = f"{OLD.format(1)} `x <https://doi.org/10.1000%2F2>`_\n"
    pyproject = '[tool.mdlint-doi]\nignore = ["DOI201"]\n'
    made = project({"index.rst": page, "pyproject.toml": pyproject})
    assert made.build().places == ["index.rst:1 wrong-encoding"]
    assert made.build(doi_ignore=["DOI301"]).places == ["index.rst:1 unusual-address"]
    assert made.build(doi_select=["unusual-address"], doi_ignore=[]).places == [
        "index.rst:1 unusual-address"
    ]
    assert made.build(doi_per_file_ignores={"index.rst": ["DOI2", "DOI3"]}).places == []


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("doi_select", ["DOI999"], "conf.py: doi_select: unknown rule 'DOI999'"),
        ("doi_server", "ftp://x", "conf.py: doi_server:"),
        ("doi_exceptions", {"x": "y"}, "conf.py: doi_exceptions:"),
        ("doi_depth", "some", "conf.py: doi_depth: 'some' "),
    ],
)
def test_a_wrong_setting_is_named(
    project: MakeProject,
    name: str,
    value: Any,  # noqa: ANN401
    said: str,
) -> None:
    """Sphinx ends with its configuration error, which names the setting and what is valid."""
    made = project({"index.rst": "P\n=\n"})
    with pytest.raises(ConfigError, match=f"^{said}"):
        made.build("html", parallel=0, **{name: value})


def test_a_wrong_setting_has_its_line(project: MakeProject) -> None:
    """Where `conf.py` sets it, the message begins with the line."""
    conf = "extensions = ['sphinx_doi']\ndoi_ignore = ['DOI201', 'oh']\n"
    made = project({"index.rst": "P\n=\n", "conf.py": conf})
    with pytest.raises(ConfigError, match=r"conf\.py:2: doi_ignore: unknown rule 'oh'"):
        made.build("html", parallel=0)


def test_a_wrong_setting_is_the_first_line(project: MakeProject) -> None:
    """Sphinx's page on errors has it in its 29th line; it is printed before that page, too."""
    conf = "extensions = ['sphinx_doi']\ndoi_ignore = ['DOI201', 'oh']\n"
    made = project({"index.rst": "P\n=\n", "conf.py": conf})
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(made.folder), "out"]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=made.folder, check=False)
    first = next(line for line in ended.stderr.splitlines() if line.strip())
    assert ended.returncode == 2
    assert "ERROR: conf.py:2: doi_ignore: unknown rule 'oh'" in first


def test_lists_can_be_given_on_the_command_line(project: MakeProject) -> None:
    """`-D doi_ignore=A,B` is a list."""
    made = project({"index.rst": f"{OLD.format(1)}\n"})
    assert made.build(doi_ignore="DOI201").places == []


def test_checks_can_be_switched_off(project: MakeProject) -> None:
    """`doi_check = "off"` leaves the roles that make no link, and nothing else; back on again."""
    page = f"P\n=\n\n{OLD.format(1)} :doi:`wrong`\n:doi:`doi:10.1000/2` :doi:`10.1000/cut\n-3`\n"
    made = project({"index.rst": page})
    without_link = ["index.rst:4 invalid-name", "index.rst:5 split-doi"]
    assert made.build(doi_check="off").places == without_link
    pasted = "index.rst:5 unusual-address"
    every = ["index.rst:4 unusual-address", without_link[0], pasted, without_link[1]]
    assert made.build(doi_fail_on="hint").places == every


def test_links_that_could_be_roles(project: MakeProject) -> None:
    """One line says how many, -v lists them; a warning about a link says which role to write."""
    page = """
        `t <https://doi.org/10.1000/1>`_ https://doi.org/10.1000/2 :doi:`10.1000/3`
        `a <b> <https://doi.org/10.1000/4>`_ `x <https://dx.doi.org/10.1000/5>`_

        .. image:: badge.svg
           :target: https://doi.org/10.1000/badge
        """
    made = project({"index.rst": page, "badge.svg": "<svg/>"})
    build = made.build()
    assert "4 DOI links could be written as a shorter role" in build.status
    assert "index.rst:2: WARNING: DOI201" in build.warnings[0]
    assert "or write :doi:`x <10.1000/5>`" in build.warnings[0]
    listed = [
        line
        for line in run(made, "-v", "-E").stdout.splitlines()
        if "link could be written as" in line
    ]
    assert [line.rpartition("could be written as ")[2] for line in listed] == [
        ":doi:`t <10.1000/1>`",
        ":doi:`10.1000/2`",
        r":doi:`a \<b\> <10.1000/4>`",
        ":doi:`x <10.1000/5>`",
    ]


@pytest.mark.parametrize(
    ("conf", "place", "owner"),
    [
        ("extensions = ['sphinx_doi', 'own_role']", "conf.py:3: ", "own_role"),
        ("extensions = ['own_role', 'sphinx_doi']", "conf.py:3: ", "own_role"),
        (
            f"extensions = ['sphinx_doi', '{EXTLINKS_MODULE}']\n{EXTLINKS}",
            "conf.py:4: ",
            "extlinks",
        ),
        (
            f"extensions = ['{EXTLINKS_MODULE}', 'sphinx_doi']\n{EXTLINKS}",
            "conf.py:4: ",
            "extlinks",
        ),
        (
            "extensions = ['sphinx_doi', 'own_role']\nown_role_is_late = True",
            "conf.py:3: ",
            "own_role",
        ),
        (f"extensions = ['sphinx_doi']\n{OF_CONF}", "conf.py:11: ", "conf.py"),
        (f"extensions = ['sphinx_doi']\n{OBJECT}", "conf.py:5: ", "sphinx.roles"),
    ],
)
def test_the_projects_old_role_gives_way(
    project: MakeProject, conf: str, place: str, owner: str
) -> None:
    """Whatever the order, the extension's role wins; one warning says whose was replaced."""
    own = """
        from docutils import nodes


        def role(name, raw, text, line, inliner, options=None, content=()):
            return [nodes.reference(raw, text, refuri="https://wrong.example/" + text)], []


        def add(app):
            app.add_role("doi", role, override=True)


        def setup(app):
            app.add_config_value("own_role_is_late", False, "")
            app.connect("config-inited", choose)
            if "own_role_is_late" not in (app.confdir / "conf.py").read_text():
                add(app)
            return {"parallel_read_safe": True}


        def choose(app, config):
            if config.own_role_is_late:
                app.connect("builder-inited", add, priority=10_000)
        """
    head = "import os, sys\nsys.path.insert(0, os.path.dirname(__file__))\n"
    made = project({"index.rst": ":doi:`10.1000/456#789`\n", "own_role.py": own})
    (made.folder / "conf.py").write_text(f"{head}{conf}\n")
    build = made.build()
    assert build.targets() == ["https://doi.org/10.1000/456%23789"]
    assert len(build.warnings) == 1, build.warnings
    (warning,) = build.warnings
    said = f"{place}WARNING: sphinx_doi replaces the 'doi' role of {owner}; remove that role"
    assert warning.startswith(said)
    assert warning.endswith("[doi.role-clash]")


def test_each_location_is_absolute(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    """Warnings about `conf.py` have its whole path, as those about pages do, in any folder."""
    conf = f"extensions = ['sphinx_doi', '{EXTLINKS_MODULE}']\n{EXTLINKS}\ndoi_chek = 1\n"
    made = project({"index.rst": f":doi:`10.1000/182` {OLD.format(1)}\n", "conf.py": conf})
    monkeypatch.chdir(made.folder)
    told = re.sub(r"\x1b\[[0-9;]*m", "", made.build().warning).splitlines()
    names = ("role-clash", "configuration", "unusual-address")
    assert {name for name in names for line in told if line.endswith(f"[doi.{name}]")} == {*names}
    assert [line for line in told if not line.startswith(f"{made.folder}/")] == []


def test_an_ordinary_build_opens_no_connection(project: MakeProject) -> None:
    """Nothing is loaded that could."""
    made = project({"index.rst": f"{OLD.format(1)} :doi:`10.1000/1`\n"})
    code = (
        "import sys; from sphinx.cmd.build import main; main(['-q', '.', '_build']);"
        "print(*[name for name in ('httpx', 'sqlite3') if name in sys.modules], sep='\\n')"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=made.folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.split() == []


def test_importing_the_package_imports_no_sphinx() -> None:
    """The package is found by tools that look at it without Sphinx."""
    code = "import sys, sphinx_doi; print('sphinx' in sys.modules, 'docutils' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.split() == ["False", "False"]


def test_nothing_is_written_into_the_sources(
    project: MakeProject, handle_server: HandleServer
) -> None:
    """A build leaves the sources as they are."""
    made = project({"index.rst": f"{OLD.format(1)}\n"})
    before = {path: path.read_bytes() for path in made.folder.rglob("*") if path.is_file()}
    made.build("doi", doi_server=handle_server.url)
    after = {path: path.read_bytes() for path in made.folder.rglob("*") if path.is_file()}
    assert {Path(path): text for path, text in after.items()} == before


def test_code_is_looked_into_where_it_is_asked_for(project: MakeProject) -> None:
    """Literal text is left alone unless `check-code` is set; then pages are read anew."""
    page = "P\n=\n\n``doi:10.1000/a``\n\n::\n\n   doi:10.5072/b\n"
    made = project({"index.rst": page})
    assert made.build().places == []
    made.write({"pyproject.toml": "[tool.mdlint-doi]\ncheck-code = true\n"})
    build = made.build()
    assert build.places == ["index.rst:8 placeholder"]
    assert "0 added, 1 changed" in build.status
    assert "0 added, 0 changed" in made.build().status


def test_what_another_process_read_is_taken_over(project: MakeProject) -> None:
    """All that is kept of its pages, and nothing of the others."""
    pages = {"index.rst": "P\n=\n", "a.rst": f":orphan:\n\n{OLD.format(1)}\n"}
    domain = domain_of(project(pages).build().app.env)
    known = {name: dict(table) for name, table in domain.data.items() if isinstance(table, dict)}
    domain.clear_doc("index")
    domain.clear_doc("a")
    domain.merge_domaindata(["index"], known)
    assert domain.docnames() == []
    domain.merge_domaindata(["a"], known)
    assert {name: domain.data[name] for name in known} == known


def test_a_build_runs_few_modules(project: MakeProject) -> None:
    """To read how a build comes to a finding takes at most 75 files; no report is among them."""
    made = project({"index.rst": "P\n=\n\n`x <http://dx.doi.org/10.1000/182>`_\n"})
    made.write(
        {
            "count.py": """
                import sys
                from inspect import CO_OPTIMIZED
                from sphinx.cmd.build import main

                passed = set()

                def note(frame, event, _):
                    module = frame.f_globals.get("__name__", "")
                    is_ours = module.startswith(("mdlint_doi", "sphinx_doi"))
                    is_function = frame.f_code.co_flags & CO_OPTIMIZED  # no body of a class
                    if event == "call" and is_ours and is_function:
                        passed.add(module)

                sys.setprofile(note)
                main(["-q", ".", "_build"])
                sys.setprofile(None)
                print(*sorted(passed), sep="\\n")
                """
        }
    )
    result = subprocess.run(
        [sys.executable, "count.py"], cwd=made.folder, capture_output=True, text=True, check=True
    )
    assert "DOI201" in result.stderr
    passed = result.stdout.split()
    assert {"sphinx_doi.checks.events", "mdlint_doi.lint.engine"} <= set(passed)
    assert len(passed) <= 75, passed
    late = ("mdlint_doi.report.html", "mdlint_doi.report.formats", "sphinx_doi.checks.survey")
    assert set(late).isdisjoint(passed)
