from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from handle_server import HandleServer
from sphinx_projects import Build, MakeProject, Project


@pytest.fixture
def server() -> Iterator[HandleServer]:
    """A DOI system, and publishers that answer robots with 403."""
    with HandleServer(landing_403_share=1.0) as server:
        for at in range(5):
            server.add(f"10.1000/{at}")
        server.add("10.1000/x<y>")
        yield server


def entries(build: Build) -> dict[tuple[str, int, str], str]:
    """Status by place and address."""
    lines = [json.loads(line) for line in build.text("output.json").splitlines()]
    return {(row["filename"], row["lineno"], row["uri"]): row["status"] for row in lines}


def page_of(server: HandleServer) -> str:
    """A page with links that the server resolves, to publishers that refuse."""
    return f"""
        Page
        ====

        One `a <{server.url}/10.1000/1>`_ and
        `b <{server.url}/10.1000/2>`_ and
        `again <{server.url}/10.1000/1>`_.

        `missing <{server.url}/10.1000/missing>`_

        `other <{server.url}/robots.txt>`_

        .. only:: never

           `only <{server.url}/10.1000/only>`_
        """


def test_before_and_after(project: MakeProject, server: HandleServer) -> None:
    """Where publishers refuse robots: all broken before, the missing ones only after."""
    made = project({"index.rst": page_of(server)})
    before = entries(made.build("linkcheck", doi_linkcheck=False, doi_server=server.url))
    assert list(before.values()).count("broken") == 4
    server.forget()
    build = made.build("linkcheck", doi_server=server.url, doi_check="off")
    assert entries(build) == {
        ("index.rst", 4, f"{server.url}/10.1000/1"): "working",
        ("index.rst", 5, f"{server.url}/10.1000/2"): "working",
        ("index.rst", 6, f"{server.url}/10.1000/1"): "working",
        ("index.rst", 8, f"{server.url}/10.1000/missing"): "broken",
        ("index.rst", 10, f"{server.url}/robots.txt"): "broken",
        ("index.rst", 14, f"{server.url}/10.1000/only"): "broken",
    }
    assert build.exit_code == 1
    text = build.text("output.txt")
    assert f"index.rst:8: [broken] {server.url}/10.1000/missing: " in text
    assert "broken    " in build.status
    assert server.seen.services["landing"] == server.seen.services["resolve"] == 0


def test_three_hundred_dois(project: MakeProject, server: HandleServer) -> None:
    """300 DOIs of which 60 publishers refuse robots, and 5 are missing: 5 broken, 0 for 403."""
    names = [f"10.1000/many{at}" for at in range(300)]
    for name in names[5:]:
        server.add(name)
    server.world.landing_403_share = 0.2
    lines = "".join(f"* `{name} <{server.url}/{name}>`_\n" for name in names)
    made = project({"index.rst": f"P\n=\n\n{lines}"})
    build = made.build("linkcheck", doi_server=server.url, doi_check="off")
    broken = sorted(uri for (_, _, uri), status in entries(build).items() if status == "broken")
    assert broken == [f"{server.url}/{name}" for name in names[:5]]
    assert server.seen.services["landing"] == 0


def test_the_authors_address_and_every_place(project: MakeProject, server: HandleServer) -> None:
    """Addresses stay as written, roles and `doi:` links count, other files are named."""
    files = {
        "index.rst": """
            P
            =

            :doi:`10.1000/1` :doi:`t <10.1000/x<y>>` `p <http://dx.doi.org/10.1000/2>`_

            .. include:: part.txt

            .. toctree::

               page
            """,
        "part.txt": "In a part :doi:`10.1000/part`\n",
        "page.md": "# P\n\nSee\n<doi:10.1000/3> and [x](doi:10.1000/gone)\n",
    }
    build = project(files, "myst_parser").build("linkcheck", doi_server=server.url, doi_check="off")
    assert entries(build) == {
        ("index.rst", 4, "https://doi.org/10.1000/1"): "working",
        ("index.rst", 4, "https://doi.org/10.1000/x%3Cy%3E"): "working",
        ("index.rst", 4, "http://dx.doi.org/10.1000/2"): "working",
        ("index.rst", 1, "https://doi.org/10.1000/part"): "broken",
        ("page.md", 4, "doi:10.1000/3"): "working",
        ("page.md", 4, "doi:10.1000/gone"): "broken",
    }
    assert "(in part.txt:1)" in build.text("output.txt").replace(f"{build.app.srcdir}/", "")


def test_a_link_has_one_entry_however_it_is_encoded(
    project: MakeProject, server: HandleServer
) -> None:
    """What a role's escapes mean is asked, not what they spell; Markdown's links count once."""
    server.add("10.1000/a b")
    files = {
        "index.rst": ":doi:`10.1000/x%3Cy%3E` :doi:`10.1000/1`\n\n.. toctree::\n\n   page\n",
        "page.md": "# P\n\n[x](<doi:10.1000/a b>) [y](https://doi.org/10.1000/x<y>)\n",
    }
    build = project(files, "myst_parser").build("linkcheck", doi_server=server.url)
    assert entries(build) == {
        ("index.rst", 1, "https://doi.org/10.1000/x%3Cy%3E"): "working",
        ("index.rst", 1, "https://doi.org/10.1000/1"): "working",
        ("page.md", 3, "doi:10.1000/a%20b"): "working",
        ("page.md", 3, "https://doi.org/10.1000/x%3Cy%3E"): "working",
    }


def test_a_branch_of_an_included_file(project: MakeProject, server: HandleServer) -> None:
    """What `.. only::` leaves out is named in the file that it stands in, for each page."""
    part = "Part\n\n.. only:: never\n\n   :doi:`10.1000/gone`\n"
    page = "P\n=\n\n.. include:: part.txt\n"
    made = project({"index.rst": page, "b.rst": f":orphan:\n\n{page}", "part.txt": part})
    build = made.build("linkcheck", doi_server=server.url)
    text = build.text("output.txt").replace(f"{build.app.srcdir}/", "")
    assert "index.rst:-1: [broken] https://doi.org/10.1000/gone: " in text
    assert "b.rst:-1: [broken] https://doi.org/10.1000/gone: " in text
    assert text.count("(in part.txt:5)") == 2
    assert {json.loads(line)["code"] for line in build.text("output.json").splitlines()} == {0}


def test_tables_of_contents_count(project: MakeProject, server: HandleServer) -> None:
    """A DOI in a toctree is checked, which linkcheck itself leaves out."""
    page = """
        P
        =

        .. toctree::

           Missing <https://doi.org/10.1000/gone>
           https://doi.org/10.1000/1
           https://doi.org/10.99999/1
        """
    server.add("10.99999/1", "noprefix")
    build = project({"index.rst": page}).build("linkcheck", doi_server=server.url)
    assert entries(build) == {
        ("index.rst", 6, "https://doi.org/10.1000/gone"): "broken",
        ("index.rst", 7, "https://doi.org/10.1000/1"): "working",
        ("index.rst", 8, "https://doi.org/10.99999/1"): "broken",
    }
    said = "10.99999/1: the DOI is not registered, nor is its prefix"
    assert said in build.text("output.txt")


def test_linkchecks_own_settings_hold(project: MakeProject, server: HandleServer) -> None:
    """`linkcheck_ignore` and `linkcheck_exclude_documents` are honoured; nothing is asked."""
    files = {
        "index.rst": ":doi:`10.1000/1`\n",
        "skipped.rst": ":orphan:\n\n:doi:`10.1000/gone`\n",
    }
    build = project(files).build(
        "linkcheck",
        doi_server=server.url,
        linkcheck_ignore=[r"https://doi\.org/10\.1000/1"],
        linkcheck_exclude_documents=["skip.*"],
    )
    assert set(entries(build).values()) == {"ignored"}
    assert "linkcheck_exclude_documents" in build.text("output.json")
    assert (build.exit_code, server.targets) == (0, [])


def test_the_event_of_sphinx_is_heard(project: MakeProject, server: HandleServer) -> None:
    """A handler of `linkcheck-process-uri` may lead elsewhere."""
    made = project({"index.rst": "`x <https://doi.org/10.1000/1>`_\n"})
    conf = f"""
        extensions = ["sphinx_doi"]

        def setup(app):
            app.connect(
                "linkcheck-process-uri",
                lambda app, uri: uri.replace("https://doi.org", "{server.url}"),
            )
        """
    made.write({"conf.py": conf})
    build = made.build("linkcheck", doi_server=server.url)
    assert entries(build) == {("index.rst", 1, f"{server.url}/10.1000/1"): "working"}


def test_an_outage_breaks_nothing(project: MakeProject, server: HandleServer) -> None:
    """A DOI system that refuses is no reason to call a link broken."""
    server.fail("wrong-echo")
    build = project({"index.rst": ":doi:`10.1000/1`\n"}).build("linkcheck", doi_server=server.url)
    assert list(entries(build).values()) == ["ignored"]
    assert build.exit_code == 0
    assert json.loads(build.text("output.json"))["info"].endswith(")")


def test_an_excepted_name_is_ignored(project: MakeProject, server: HandleServer) -> None:
    """`doi_exceptions` holds here, too."""
    build = project({"index.rst": ":doi:`10.1000/gone`\n"}).build(
        "linkcheck", doi_server=server.url, doi_exceptions={"10.1000/gone": "announced"}
    )
    assert list(entries(build).values()) == ["ignored"]
    assert "announced" in build.text("output.json")


def test_a_parallel_build_finds_the_same(project: MakeProject, server: HandleServer) -> None:
    """Workers change nothing."""
    pages = {f"p{at}.rst": f":orphan:\n\n:doi:`10.1000/{at}`\n" for at in range(10)}
    made = project({"index.rst": "P\n=\n"} | pages)
    build = made.build("linkcheck", doi_server=server.url, parallel=2)
    statuses = [status for _, status in sorted(entries(build).items())]
    assert statuses == ["working"] * 5 + ["broken"] * 5


def test_short_dois_are_asked_at_the_handle_api(project: MakeProject, server: HandleServer) -> None:
    """No shortDOI is followed to its publisher, nor left out because its name is of letters."""
    for name in ("10/gf4gqc", "10/abc"):
        server.add(name)
    page = f"""
        `digits <{server.url}/10/gf4gqc>`_ `letters <{server.url}/10/abc>`__ :doi:`10/abc`
        `gone <{server.url}/10/gone>`_ `old <http://dx.doi.org/10/abc>`__
        """
    build = project({"index.rst": page}).build("linkcheck", doi_server=server.url)
    assert entries(build) == {
        ("index.rst", 1, f"{server.url}/10/gf4gqc"): "working",
        ("index.rst", 1, f"{server.url}/10/abc"): "working",
        ("index.rst", 1, "https://doi.org/10/abc"): "working",
        ("index.rst", 2, f"{server.url}/10/gone"): "broken",
        ("index.rst", 2, "http://dx.doi.org/10/abc"): "working",
    }
    assert server.seen.services.keys() == {"handles"}


HANDLERS = """
extensions = ["sphinx_doi", "myst_parser"]
asked = []

def process(app, uri):
    asked.append(uri)
    return uri.replace("https://doi.org", "{}")

def setup(app):
    app.connect("linkcheck-process-uri", process)
"""


def test_handlers_run_once_for_a_link(project: MakeProject, server: HandleServer) -> None:
    """However often a link stands in pages, and however a file writes it."""
    files = {
        "conf.py": HANDLERS.format(server.url),
        "index.rst": """
            P
            =

            `a <https://doi.org/10.1000/1>`_ `b <https://doi.org/10.1000/1>`__ :doi:`10.1000/2`
            `c <https://example.invalid/>`_

            .. only:: never

               `e <https://doi.org/10.1000/3>`_
            """,
        "page.md": "# P\n\n[x](doi:10.1000/x%3Cy%3E) [a](https://doi.org/10.1000/1)\n",
    }
    build = project(files).build(
        "linkcheck", doi_server=server.url, linkcheck_ignore=["https://example.invalid"]
    )
    asked = build.app.config.setup.__globals__["asked"]  # type: ignore[union-attr]
    assert sorted(asked) == [
        "doi:10.1000/x%3Cy%3E",
        *("https://doi.org/10.1000/1", "https://doi.org/10.1000/2", "https://doi.org/10.1000/3"),
        "https://example.invalid/",
    ]
    assert {uri for (_, _, uri) in entries(build)} == {
        "doi:10.1000/x%3Cy%3E",
        "https://example.invalid/",
        *(f"{server.url}/10.1000/{name}" for name in "123"),
    }


OTHER_BUILDER = """
from sphinx.builders.linkcheck import CheckExternalLinksBuilder
from sphinx.builders.dummy import DummyBuilder


class Other({base}):
    name = "linkcheck"

    def init(self):
        super().init()
        self.hyperlinks = {{}}  # what Sphinx's collector fills

    def finish(self):
        super().finish()
        (self.outdir / "other.txt").write_text("done")


def setup(app):
    app.add_builder(Other, override=True)
"""


@pytest.mark.parametrize("names", [["other_check", "sphinx_doi"], ["sphinx_doi", "other_check"]])
def test_another_linkcheck_works_beside_it(
    project: MakeProject, server: HandleServer, names: list[str]
) -> None:
    """Whichever is loaded first, this builder derives from the one that is registered."""
    made = _with_another(project, names, "CheckExternalLinksBuilder")
    build = made.build("linkcheck", doi_server=server.url)
    assert entries(build) == {("index.rst", 1, "https://doi.org/10.1000/1"): "working"}
    assert build.text("other.txt") == "done"
    assert build.warnings == []


def test_a_linkcheck_of_another_kind_is_named(project: MakeProject, server: HandleServer) -> None:
    """Nothing can derive from it, so that it stays; a warning says that DOIs are not asked."""
    made = _with_another(project, ["sphinx_doi", "other_check"], "DummyBuilder")
    build = made.build("linkcheck", doi_server=server.url)
    said = ": WARNING: the builder 'linkcheck' is from other_check, "
    (place, _, _) = build.warnings[0].partition(said)
    conf = (made.folder / "conf.py").read_text().splitlines()
    assert "other_check" in conf[int(place.removeprefix("conf.py:")) - 1]
    assert build.warnings[0].endswith("[doi.linkcheck]")
    assert build.text("other.txt") == "done"
    without = made.build("linkcheck", doi_linkcheck=False)
    assert "doi.linkcheck" not in without.warning


def _with_another(project: MakeProject, names: list[str], base: str) -> Project:
    """Make a project with an extension that replaces the builder."""
    path = "import os, sys\nsys.path.insert(0, os.path.dirname(__file__))\n"
    conf = f"{path}extensions = {names}\n"
    files = {"conf.py": conf, "other_check.py": OTHER_BUILDER.format(base=base)}
    return project({"index.rst": "`x <https://doi.org/10.1000/1>`_\n", **files})
