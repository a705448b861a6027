from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import version

import pytest
from bs4 import BeautifulSoup
from handle_server import HandleServer
from sphinx_projects import MakeProject

PAGE = """
Page
====

Good :doi:`10.1000/good` twice :doi:`10.1000/GOOD` and :doi:`10.1000/missing`.
A mistyped :doi:`10.1000/good.full` one.

.. only:: never

   :doi:`10.1000/only`

.. code::

   10.1000/code
"""


@pytest.fixture
def server(handle_server: HandleServer) -> HandleServer:
    """A DOI system that knows one name."""
    handle_server.add("10.1000/good", url="https://example.org/good")
    return handle_server


def test_each_name_is_asked_once_and_judged(
    project: MakeProject, server: HandleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every distinct DOI is asked, those in `.. only::` too; what is missing fails the build."""
    monkeypatch.delenv("MDLINT_DOI_DEPTH")
    build = project({"index.rst": PAGE}).build("doi", doi_server=server.url, doi_depth="records")
    assert build.exit_code == 1
    assert build.places == [
        "index.rst:4 not-registered",
        "index.rst:5 not-registered",
        "index.rst:9 not-registered",
    ]
    assert "10.1000/code" not in server.seen.names
    asked = [target for target in server.targets if target.startswith("/api/handles/")]
    names = ("good", "missing", "good.full", "only")
    assert sorted(asked) == sorted(f"/api/handles/10.1000/{name}" for name in names)
    assert not [target for target in server.targets if target.startswith("/landing")]
    assert not server.seen.misencoded


def test_records(project: MakeProject, server: HandleServer) -> None:
    """What was learned is a records file, from which the next build has the same verdicts."""
    made = project({"index.rst": PAGE})
    first = made.build("doi", doi_server=server.url)
    text = first.text("doi-records.json")
    assert set(json.loads(text)["records"]) == {
        "10.1000/good", "10.1000/missing", "10.1000/good.full", "10.1000/only"
    }  # fmt: skip
    server.forget()
    (first.app.srcdir / "doi-records.json").write_text(text)
    again = made.build("doi", doi_server=server.url, doi_records="doi-records.json")
    assert again.places == first.places
    assert again.text("doi-records.json") == text
    assert server.targets == []


def test_reports(project: MakeProject, server: HandleServer) -> None:
    """The three files tell the same: findings, verdicts, places, suggestions."""
    build = project({"index.rst": PAGE}).build("doi", doi_server=server.url)
    found = build.findings()
    assert [finding["code"] for finding in found] == ["DOI901"] * 3
    assert found[0].keys() == {
        *("path", "line", "column", "end_line", "end_column", "code", "name"),
        *(
            "rule_url",
            "severity",
            "message",
            "where",
            "doi",
            "url",
            "registered",
            "fixed",
            "fix",
        ),
    }
    assert "10.1000/good.full" in build.text("output.txt")
    assert "did you mean" in build.text("output.txt")
    page = BeautifulSoup(build.text("report.html"), "html.parser")
    rows = {
        row.find_all("td")[1].get_text(): [cell.get_text(" ") for cell in row.find_all("td")]
        for row in page.select("#table tbody tr")
    }
    assert set(rows) == {"10.1000/good", "10.1000/missing", "10.1000/good.full", "10.1000/only"}
    assert rows["10.1000/good"][0].startswith("registered")
    assert rows["10.1000/missing"][0].startswith("not registered")
    assert rows["10.1000/good.full"][4] == "10.1000/good"
    assert "small" in page.h1.get_text()  # type: ignore[union-attr]


def test_the_page_says_when_it_was_made_and_where_places_are(
    project: MakeProject, server: HandleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time, version and server stand in its head; what themes know makes links of places."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795313100")
    made = project({"index.rst": PAGE})
    themes = {"github_user": "o", "github_repo": "r", "conf_py_path": f"/{made.folder.name}/"}
    build = made.build("doi", doi_server=server.url, html_context=themes)
    page = BeautifulSoup(build.text("report.html"), "html.parser")
    head = page.select_one("header .run")
    assert head is not None
    assert "2026-11-22 02:05 UTC" in head.get_text()
    assert version("sphinx-doi") in head.get_text()
    assert server.url in head.get_text()
    links = {str(link["href"]) for link in page.select("#table td:nth-child(4) a")}
    base = f"https://github.com/o/r/blob/HEAD/{made.folder.name}/index.rst"
    assert links == {f"{base}#L{line}" for line in (4, 5, 9)}


def test_a_sound_project_passes(project: MakeProject, server: HandleServer) -> None:
    """Where all is registered, the exit status is 0 and the report says so."""
    build = project({"index.rst": ":doi:`10.1000/good`\n"}).build("doi", doi_server=server.url)
    assert (build.exit_code, build.places, build.findings()) == (0, [], [])
    assert "No problems found" in build.text("report.html")


def test_an_outage_is_no_defect(project: MakeProject, server: HandleServer) -> None:
    """What could not be asked is unknown: exit status 0, or 3 where the project wants that."""
    server.fail("wrong-echo")
    files = {"index.rst": ":doi:`10.1000/good`\n"}
    made = project(files)
    build = made.build("doi", doi_server=server.url)
    assert (build.exit_code, build.places) == (0, [])
    assert [finding["code"] for finding in build.findings()] == ["DOI916"]
    made.write({"pyproject.toml": "[tool.mdlint-doi]\nstrict = true\n"})
    assert made.build("doi", doi_server=server.url).exit_code == 3


def test_a_records_file_needs_no_network(project: MakeProject, server: HandleServer) -> None:
    """What the records file knows is not asked; its path is relative to `conf.py`."""
    records = """
        {"version": 1, "records": {
          "10.1000/good": {"outcome": "found", "agency": "Crossref"},
          "10.1000/missing": {"outcome": "missing", "code": 100}
        }}
        """
    page = ":doi:`10.1000/good` :doi:`10.1000/missing`\n"
    made = project({"index.rst": page, "records.json": records})
    build = made.build("doi", doi_server=server.url, doi_records="records.json")
    assert build.places == ["index.rst:1 not-registered"]
    assert not {"10.1000/good", "10.1000/missing"} & server.seen.names.keys()


def test_exceptions(project: MakeProject, server: HandleServer) -> None:
    """`doi_exceptions` lets a name be missing."""
    build = project({"index.rst": ":doi:`10.1000/missing`\n"}).build(
        "doi", doi_server=server.url, doi_exceptions={"10.1000/missing": "announced"}
    )
    assert (build.exit_code, build.places) == (0, [])


def test_bibliographies_are_looked_up(project: MakeProject, server: HandleServer) -> None:
    """DOIs that only resolving brings are asked and reported in the BibTeX file."""
    conf = "extensions = ['sphinx_doi', 'sphinxcontrib.bibtex']\nbibtex_bibfiles = ['refs.bib']\n"
    bib = """
        @misc{a, title={A}, author={A. U.}, year={2000},
          doi={10.1000/bib-missing}}
        @misc{b, title={B}, author={A. U.}, year={2000}, doi={10.1000/good}}
        """
    page = "Page\n====\n\n.. bibliography::\n   :all:\n"
    build = project({"conf.py": conf, "index.rst": page, "refs.bib": bib}).build(
        "doi", doi_server=server.url
    )
    assert build.places == ["refs.bib:2 not-registered"]
    assert server.targets.count("/api/handles/10.1000/good") == 1


def test_what_is_added_when_pages_are_written(project: MakeProject, server: HandleServer) -> None:
    """A link that another extension adds in the end is looked up beside the page's own."""
    conf = """
        from docutils import nodes

        extensions = ["sphinx_doi"]


        def add(app, doctree, docname):
            link = nodes.reference("", "x", refuri="https://doi.org/10.1000/added")
            doctree += nodes.paragraph("", "", link)


        def setup(app):
            app.connect("doctree-resolved", add)
        """
    made = project({"conf.py": conf, "index.rst": "P\n=\n\n:doi:`10.1000/good`\n"})
    build = made.build("doi", doi_server=server.url)
    assert [finding["doi"] for finding in build.findings()] == ["10.1000/added"]


def test_a_fault_of_an_entry_is_told_at_the_entry(
    project: MakeProject, server: HandleServer
) -> None:
    """Once, at its line in the BibTeX file, whoever prints it, and without a role to write."""
    conf = "extensions = ['sphinx_doi', 'sphinxcontrib.bibtex']\nbibtex_bibfiles = ['refs.bib']\n"
    bib = """
        @misc{a, title={A}, author={A. U.}, year={2000}, doi={https://doi.org/10.1000/good}}
        @misc{b, title={B}, author={A. U.}, year={2000}, doi={doi:10.1000/good2}}
        @misc{c, title={C}, author={A. U.}, year={2000}, doi={10.1000/a\\_b}}
        @misc{d, title={D}, author={A. U.}, year={2000}, url={http://doi.org/10.1000/good3}}
        """
    page = "Page\n====\n\n:footcite:`a,b,c,d`\n\n.. footbibliography::\n"
    pages = {
        "index.rst": "T\n=\n\n:cite:`a,b,c,d`\n\n.. bibliography::\n\n.. toctree::\n\n   two\n",
        "two.rst": page,
        "conf.py": conf,
        "refs.bib": bib,
    }
    made = project(pages)
    build = made.build("doi", doi_server=server.url, doi_select=["DOI2", "DOI3", "DOI5"])
    assert sorted(build.places) == [
        *("refs.bib:1 link-in-doi-field", "refs.bib:2 link-in-doi-field"),
        *("refs.bib:3 escape-residue", "refs.bib:4 unusual-address"),
    ]
    assert ":doi:" not in build.warning
    assert made.build().places == []


def test_an_online_build_asks_too(project: MakeProject, server: HandleServer) -> None:
    """`doi_check = "online"` looks up in any build; the next one asks again, and counts."""
    made = project({"index.rst": PAGE})
    online = made.build(doi_check="online", doi_server=server.url)
    assert online.places == [f"index.rst:{line} not-registered" for line in (4, 5, 9)]
    assert made.build(doi_server=server.url).places == []
    again = made.build(doi_check="online", doi_server=server.url)
    assert again.places == []
    assert "3 findings on unchanged pages" in again.status


def test_an_ordinary_build_asks_nothing(project: MakeProject, server: HandleServer) -> None:
    """Without being told to, no build opens a connection."""
    project({"index.rst": PAGE}).build(doi_server=server.url)
    assert server.targets == []


def test_it_works_without_the_extension_in_conf(project: MakeProject, server: HandleServer) -> None:
    """`sphinx-build -b doi` loads the extension by itself, also in parallel."""
    page = "P\n=\n\n`x <https://doi.org/10.1000/missing>`_\n"
    pages = {f"p{at}.rst": f":orphan:\n\nhttps://doi.org/10.1000/{at}\n" for at in range(8)}
    made = project({"index.rst": page} | pages)
    (made.folder / "conf.py").write_text("")
    options = ["-N", "-q", "-j", "2", "-D", "show_warning_types=1"]
    result = subprocess.run(
        [sys.executable, "-m", "sphinx", "-b", "doi", *options, ".", "_build"],
        cwd=made.folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "MDLINT_DOI_SERVER": server.url},
    )
    assert result.returncode == 1
    assert result.stderr.count("[doi.not-registered]") == 9
    assert "Traceback" not in result.stderr


def test_many_unknown_names_are_told_once(project: MakeProject, server: HandleServer) -> None:
    """What could not be checked for one cause is one line, in the log and in the report."""
    server.fail("wrong-echo")
    roles = " ".join(f":doi:`10.1000/{at}`" for at in range(9))
    build = project({"index.rst": f"{roles}\n"}).build("doi", doi_server=server.url)
    assert [finding["code"] for finding in build.findings()] == ["DOI916"]
    assert build.status.count("[doi.not-checked]") == 1
    assert re.search("8 (more|other) places", build.status)


TWO_FAULTS = "`x <http://dx.doi.org/10.1000%2Fgood>`_\n"


def test_what_is_suppressed_fails_no_build(project: MakeProject, server: HandleServer) -> None:
    """The exit status is that of what the log shows: `suppress_warnings` holds for both."""
    made = project({"index.rst": TWO_FAULTS})
    both = ["doi.unusual-address", "doi.wrong-encoding"]
    for suppressed, status in (([], 1), (both[:1], 1), (both, 0), (["doi"], 0)):
        build = made.build("doi", doi_server=server.url, suppress_warnings=suppressed)
        assert (build.exit_code, bool(build.places)) == (status, bool(status)), suppressed


def test_each_fault_has_one_line(project: MakeProject, server: HandleServer) -> None:
    """A wrong address and a wrong encoding are two lines of the log; one can be suppressed."""
    made = project({"index.rst": f"{TWO_FAULTS}{TWO_FAULTS}"})
    build = made.build("doi", doi_server=server.url)
    assert [finding["code"] for finding in build.findings()] == ["DOI201", "DOI301"] * 2
    assert len(build.warnings) == 4
    assert re.search("DOI201 .*; or write :doi:`x <10.1000/good>` ", build.warnings[0])
    addresses = ["index.rst:1 unusual-address", "index.rst:2 unusual-address"]
    encodings = ["index.rst:1 wrong-encoding", "index.rst:2 wrong-encoding"]
    assert sorted(build.places) == sorted(addresses + encodings)
    less = made.build(suppress_warnings=["doi.unusual-address"])
    assert less.places == encodings
    assert "or write :doi:" in less.warning


@pytest.mark.parametrize("page", [":doi:`10.1000/good`\n", PAGE])
def test_the_log_tells_the_whole_summary(
    project: MakeProject, server: HandleServer, page: str
) -> None:
    """Counts, look-ups and the report's path end the log, whatever was found."""
    build = project({"index.rst": page}).build("doi", doi_server=server.url)
    lines = build.text("output.txt").split("\n\n")[-1].splitlines()
    assert "\n".join(lines) in build.status
    assert build.status.count("report.html") == 1


def test_the_progress_is_shown(project: MakeProject, server: HandleServer) -> None:
    """While DOIs are asked the log says how far that is, in each build that asks."""
    page = "".join(f":doi:`10.1000/{at}`\n" for at in range(20))
    made = project({"index.rst": page})
    for builder, mode in (("doi", "offline"), ("linkcheck", "off"), ("html", "online")):
        build = made.build(builder, doi_server=server.url, doi_check=mode)
        assert re.search(r"looking up DOIs\.\.\. .*100% done", build.status), builder
        assert builder != "doi" or " 50% " in build.status  # the others have its answers


@pytest.mark.parametrize("loaded", [False, True])
def test_a_role_of_the_project_is_no_clash(
    project: MakeProject,
    server: HandleServer,
    loaded: bool,  # noqa: FBT001
) -> None:
    """Who has not asked for the extension is not told to remove a role of the same name."""
    names = ["sphinx.ext.extlinks", *(["sphinx_doi"] if loaded else [])]
    made = project({"index.rst": ":doi:`10.1000/missing`\n"})
    conf = f"extensions = {names}\nextlinks = {{'doi': ('https://doi.org/%s', '%s')}}\n"
    (made.folder / "conf.py").write_text(conf)
    result = subprocess.run(
        [sys.executable, "-m", "sphinx", "-b", "doi", "-N", "-q", ".", "_build"],
        cwd=made.folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "MDLINT_DOI_SERVER": server.url},
    )
    assert ("sphinx_doi replaces " in result.stderr) is loaded
    assert "already registered" not in result.stderr
    assert "10.1000/missing is not registered" in result.stderr


@pytest.mark.parametrize(
    ("encoding", "places", "status"),
    [
        ("latin-1", ["refs.bib:2 link-in-doi-field"], 1),
        ("cp932", ["refs.bib:1 unread-bibliography"], 2),
    ],
)
def test_a_bibliography_that_is_not_in_utf_8(
    project: MakeProject, server: HandleServer, encoding: str, places: list[str], status: int
) -> None:
    """It is read as `bibtex_encoding` says; what cannot be read is told, with the next step."""
    made = project(
        {
            "index.rst": "T\n=\n",
            "conf.py": """
        extensions = ["sphinx_doi", "sphinxcontrib.bibtex"]
        bibtex_bibfiles = ["refs.bib"]
        """,
        }
    )
    name = "\xe9\xe8" if encoding == "latin-1" else "\u65e5"
    bib = f"@misc{{a, title={{{name}}}, year={{2000}},\n doi={{https://doi.org/10.1000/good}}}}\n"
    (made.folder / "refs.bib").write_bytes(bib.encode(encoding))
    build = made.build("doi", doi_server=server.url, bibtex_encoding=encoding)
    assert (build.places, build.exit_code) == (places, status)
    told = [warning for warning in build.warnings if "refs.bib:1: WARNING: not UTF-8; " in warning]
    assert [("convert the file" in warning) for warning in told] == ([True] if status == 2 else [])


def test_a_bibliography_that_does_not_exist(project: MakeProject) -> None:
    """It is told at the line of `conf.py` that names it, and not at a file that nobody can open."""
    conf = """
        # bibtex_bibfiles has two files, here and in no.bib
        extensions = ["sphinx_doi", "sphinxcontrib.bibtex"]
        bibtex_bibfiles = [
            "refs.bib",
            "no.bib",
        ]
        """
    made = project({"index.rst": "T\n=\n", "conf.py": conf, "refs.bib": "@misc{a, title={T}}\n"})
    build = made.build("doi", doi_offline=True)
    assert (build.places, build.exit_code) == (["conf.py:5 unread-bibliography"], 2)
    assert [
        warning
        for warning in build.warnings
        if "conf.py:5: WARNING: " in warning and "no.bib: no " in warning
    ]
    (told,) = [finding for finding in build.findings() if finding["code"] == "not-read"]
    assert (told["path"].rpartition("/")[2], told["line"]) == ("conf.py", 5)


@pytest.mark.parametrize("quote", ["'", '"'])
@pytest.mark.parametrize("folder", ["", "../bib/"])
def test_a_missing_bibliography_is_told_at_its_whole_name(
    project: MakeProject, quote: str, folder: str
) -> None:
    """A longer name above it that ends or begins with the same text is not its place."""
    names = ["old-refs.bib", "refs.bib.bib", f"{folder}refs.bib"]
    entries = "".join(f"    {quote}{name}{quote},\n" for name in names)
    extensions = "extensions = ['sphinx_doi', 'sphinxcontrib.bibtex']\n"
    conf = f"{extensions}bibtex_bibfiles = [\n{entries}]\n"
    others = dict.fromkeys(names[:2], "@misc{a, title={T}}\n")
    build = project({"index.rst": "T\n=\n", "conf.py": conf, **others}).build(
        "doi", doi_offline=True
    )
    assert build.places == ["conf.py:5 unread-bibliography"]


@pytest.mark.parametrize(
    ("found", "missing"),
    [
        ("bib/refs.bib", "refs.bib"),
        ("refs.bib", "bib/refs.bib"),
        ("bib/refs.bib", "../bib/refs.bib"),
    ],
)
def test_a_missing_bibliography_is_told_at_its_whole_path(
    project: MakeProject, found: str, missing: str
) -> None:
    """A file with the same name in a different folder, listed above it, is not its place."""
    conf = f"""
        extensions = ["sphinx_doi", "sphinxcontrib.bibtex"]
        bibtex_bibfiles = [
            "{found}",
            "{missing}",
        ]
        """
    made = project({"index.rst": "T\n=\n", "conf.py": conf, found: "@misc{a, title={T}}\n"})
    build = made.build("doi", doi_offline=True)
    assert build.places == ["conf.py:4 unread-bibliography"]


def test_a_missing_bibliography_with_a_path_in_parts(project: MakeProject) -> None:
    """If `conf.py` makes its path, the place is that of its name."""
    conf = """
        import os

        extensions = ["sphinx_doi", "sphinxcontrib.bibtex"]
        bibtex_bibfiles = [
            os.path.join(os.path.dirname(__file__), "refs.bib"),
        ]
        """
    build = project({"index.rst": "T\n=\n", "conf.py": conf}).build("doi", doi_offline=True)
    assert build.places == ["conf.py:5 unread-bibliography"]


def test_findings_are_logged_by_place(project: MakeProject) -> None:
    """An entry without a DOI comes before the entries below it."""
    bib = "".join(
        f"@misc{{{key}, title={{T {key}}}, author={{A, B}}, year={{{year}}},\n  {field}}}\n"
        for key, year, field in (
            ("a", 2000, "doi={https://doi.org/10.1000/a}"),
            ("b", 2999, "note={N}"),
            ("c", 2000, "doi={https://doi.org/10.1000/c}"),
        )
    )
    conf = 'extensions = ["sphinx_doi", "sphinxcontrib.bibtex"]\nbibtex_bibfiles = ["r.bib"]\n'
    made = project({"conf.py": conf, "index.rst": "T\n=\n", "r.bib": bib})
    build = made.build("doi", doi_offline=True)
    assert [place.partition(" ")[0] for place in build.places] == ["r.bib:2", "r.bib:3", "r.bib:6"]


BIB = """
    @article{a, author={A, B}, title={T}, year={2000}, journal={J},
      doi={11681/5671}}
    @article{b, author={A, B}, title={U}, year={2001}, journal={J},
      doi={doi:10.1000}}
    @article{c, author={A, B}, title={V}, year={2002}, journal={J},
      doi={nothing}}
    @article{d, author={A, B}, title={W}, year={2003}, journal={J},
      doi={10.1000/missing}, url={https://doi.org/10.1000/missing}}
    """


def test_a_fault_of_an_entry_is_reported_once(project: MakeProject, server: HandleServer) -> None:
    """At the entry: not at the page that prints it, and one DOI in two of its fields is one."""
    conf = (
        "extensions = ['sphinx_doi', 'sphinxcontrib.bibtex']\nbibtex_bibfiles = ['../bib/r.bib']\n"
    )
    page = "Page\n====\n\n.. bibliography::\n   :all:\n"
    made = project({"conf.py": conf, "index.rst": page, "../bib/r.bib": BIB})
    assert made.build().warnings == []
    build = made.build("doi", doi_server=server.url, doi_depth="registration")
    bib = made.folder.parent / "bib" / "r.bib"
    codes = {2: "DOI101", 4: "DOI101", 6: "DOI101", 8: "DOI901"}
    names = {"DOI101": "invalid-name", "DOI901": "not-registered"}
    told = [place for place in build.places if place.endswith(tuple(names.values()))]
    assert told == [f"{bib}:{line} {names[code]}" for line, code in codes.items()]
    found = [(finding["path"], finding["line"], finding["code"]) for finding in build.findings()]
    assert [row for row in found if row[2] in names] == [
        (str(bib), line, code) for line, code in codes.items()
    ]
    assert "could be" not in build.text("output.txt")


def test_a_bibliography_beside_the_sources_has_a_plain_path(
    project: MakeProject, server: HandleServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`bib/r.bib`, not `docs/../bib/r.bib`."""
    conf = (
        "extensions = ['sphinx_doi', 'sphinxcontrib.bibtex']\nbibtex_bibfiles = ['../bib/r.bib']\n"
    )
    page = "Page\n====\n\n.. bibliography::\n   :all:\n"
    made = project({"conf.py": conf, "index.rst": page, "../bib/r.bib": BIB})
    monkeypatch.chdir(made.folder.parent)
    build = made.build("doi", doi_server=server.url, doi_depth="registration")
    assert {finding["path"] for finding in build.findings()} == {"bib/r.bib"}
    assert "bib/r.bib:2:" in build.text("output.txt")
