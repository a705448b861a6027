"""Each kind of place where a page states a DOI: what a build reports there, and where it links."""

from __future__ import annotations

import re
from typing import Any

import pytest
import sphinx
from handle_server import HandleServer
from sphinx_projects import Build, MakeProject

OLD = "http://dx.doi.org/10.1000"
NOWHERE = "http://127.0.0.1:9"
SICI = "10.1175/1520-0493(1972)100<0081:OTAOSH>2.3.CO;2"
ENCODED = "https://doi.org/10.1175/1520-0493(1972)100%3C0081:OTAOSH%3E2.3.CO;2"
BIBTEX = "@article{{{0}, title={{T}}, doi = {{https://doi.org/10.1000/{0}}}}}"
GERMAN: dict[str, Any] = {"language": "de", "locale_dirs": ["locale"]}
CATALOG = "locale/de/LC_MESSAGES/index.po"
AUTODOC = """
    import os
    import sys

    sys.path.insert(0, os.path.dirname(__file__))
    extensions = ["sphinx_doi", "sphinx.ext.autodoc"]
    """


def report(build: Build) -> list[str]:
    """The places and rules of warnings and hints, without the objects of docstrings."""
    told = [*build.warnings, *build.status.replace(f"{build.app.srcdir}/", "").splitlines()]
    found = (
        re.match(r"(\S+?)(?::docstring of \S+?)?:(\d+): .*\[doi\.([\w-]+)\]", line) for line in told
    )
    rows = {f"{match[1]}:{match[2]} {match[3]}" for match in found if match}
    rows -= {row for row in rows if row.endswith("not-checked")}
    return sorted(rows, key=lambda row: (row.partition(":")[0], int(row.split(":")[1].split()[0])))


BLOCKS = {
    "directive": f".. code-block:: bibtex\n\n   {BIBTEX.format('a')}\n",
    "literal": f"Cite::\n\n   {BIBTEX.format('a')}\n",
    "docutils": f".. code:: bibtex\n\n   {BIBTEX.format('a')}\n",
    "in a list": f"- Cite::\n\n     {BIBTEX.format('a')}\n",
    "several": f".. code-block:: bib\n\n   {BIBTEX.format('b')}\n   {BIBTEX.format('a')}\n",
}


@pytest.mark.parametrize(
    "text",
    [
        "cff-version: 1.2.0\ntitle: T\ndoi: 10.1000/missing\n",
        '[{"type": "article", "title": "T", "DOI": "10.1000/missing"}]\n',
    ],
    ids=["cff", "csl"],
)
@pytest.mark.parametrize("name", ["page.rst", "page.md", "part.txt", "mod.py"])
def test_data_in_code_are_looked_up(
    project: MakeProject, handle_server: HandleServer, name: str, text: str
) -> None:
    """A whole `CITATION.cff` and CSL JSON in a block are checked, wherever a page shows it."""
    language = "yaml" if text.startswith("cff") else "json"
    block = f".. code-block:: {language}\n\n" + re.sub("(?m)^(?=.)", "   ", text)
    page, part = {
        "page.rst": ("", f"T\n=\n\n{block}"),
        "page.md": ("", f"# T\n\n```{language}\n{text}```\n"),
        "part.txt": (".. include:: part.txt\n", f"Cite:\n\n{block}"),
        "mod.py": (".. autofunction:: mod.f\n", f'def f():\n    """Do.\n\n{_in(block)}    """\n'),
    }[name]
    conf = f'{AUTODOC}extensions += ["myst_parser"]\n    exclude_patterns = ["part.txt"]\n'
    index = f"T\n=\n\n.. toctree::\n   :glob:\n\n   pag*\n\n{page}"
    made = project({"conf.py": conf, "index.rst": index, name: part})
    build = made.build("doi", doi_server=handle_server.url)
    line = part[: part.index("10.1000")].count("\n") + 1
    assert report(build) == [f"{name}:{line} not-registered"]


def _in(text: str) -> str:
    return re.sub("(?m)^(?=.)", "    ", text)


@pytest.mark.parametrize("builder", ["html", "doi"])
@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS.keys())
@pytest.mark.parametrize("where", ["page", "included", "docstring"])
def test_bibtex_in_code_is_reported(
    project: MakeProject, where: str, block: str, builder: str
) -> None:
    """The block below "please cite" is checked wherever a page shows it."""
    if where == "docstring":
        module = "def cited():\n    '''Do.\n\n" + re.sub("(?m)^(?=.)", "    ", block) + "    '''\n"
        files = {"conf.py": AUTODOC, "mod.py": module, "index.rst": ".. autofunction:: mod.cited\n"}
        name, text = "mod.py", module
    elif where == "included":
        other = "::\n\n   @misc{no, doi = {https://doi.org/10.1000/no}}\n\n"
        text = f"{other}START\n\n{block}"
        page = "T\n=\n\n.. include:: part.inc\n   :start-after: START\n"
        files, name = {"index.rst": page, "part.inc": text}, "part.inc"
    else:
        name, text = "index.rst", f"T\n=\n\n{block}"
        files = {name: text}
    lines = [
        at for at, line in enumerate(text.splitlines(), 1) if "misc" not in line and "doi =" in line
    ]
    build = project(files).build(builder, doi_server=NOWHERE)
    assert report(build) == [f"{name}:{at} link-in-doi-field" for at in lines]


def test_what_sphinx_takes_out_of_a_page_is_reported(project: MakeProject) -> None:
    """A field at the top, metadata of HTML, and what a directive leaves out are in the file."""
    page = f"""
        :doi: {OLD}/first

        T
        =

        .. |unused| replace:: `x <{OLD}/unused>`__

        .. todo:: See {OLD}/todo.

        .. _nowhere: {OLD}/target
        """
    made = project({"index.rst": page}, "sphinx.ext.todo")
    build = made.build()
    assert report(build) == [f"index.rst:{at} unusual-address" for at in (1, 6, 8, 10)]
    assert ":doi:`10.1000/first`" not in build.warning


def test_schemes_of_the_project_keep_the_whole_doi(project: MakeProject) -> None:
    """MyST ends `{{path}}` at `#` or `?`, which belong to a DOI; the title has the whole."""
    conf = """
        extensions = ["sphinx_doi", "myst_parser"]
        myst_url_schemes = {
            "https": None,
            "doi": {"url": "https://doi.org/{{path}}", "title": "DOI {{path}}", "classes": ["x"]},
            "paper": "http://dx.doi.org/{{path}}",
            "zenodo": "https://doi.org/10.5281/zenodo.{{path}}",
            "wiki": "https://example.org/{{path}}#{{fragment}}",
        }
        """
    page = """
        # T

        [x](doi:10.1000/c#d) [y](doi:10.1000/e?f) <doi:10.1000/g#h> <doi:10.1000/i>
        [z](paper:10.1000/j#k) [u](zenodo:12) [w](wiki:a#b) [s](doi:10.1000/a%3Cb)
        """
    made = project({"conf.py": conf, "index.md": page})
    build = made.build()
    assert build.links() == [
        ("x", "https://doi.org/10.1000/c%23d"),
        ("y", "https://doi.org/10.1000/e%3Ff"),
        ("DOI 10.1000/g#h", "https://doi.org/10.1000/g%23h"),
        ("DOI 10.1000/i", "https://doi.org/10.1000/i"),
        ("z", "https://doi.org/10.1000/j%23k"),
        ("u", "https://doi.org/10.5281/zenodo.12"),
        ("w", "https://example.org/a#b"),
        ("s", "https://doi.org/10.1000/a%3Cb"),
    ]
    assert report(build) == ["conf.py:5 unusual-address", "index.md:3 wrong-encoding"]
    kept = made.build("dirhtml", doi_rewrite_links=False).links()
    assert kept[0] == ("x", "https://doi.org/10.1000/c")


def test_schemes_are_looked_up_once_each(project: MakeProject, handle_server: HandleServer) -> None:
    """The builder requests each whole DOI, and no part of one."""
    conf = """
        extensions = ["sphinx_doi", "myst_parser"]
        myst_url_schemes = {"doi": "https://doi.org/{{path}}"}
        """
    page = "# T\n\n[x](doi:10.1000/c#d) [y](doi:10.1000/e?f)\n"
    build = project({"conf.py": conf, "index.md": page}).build("doi", doi_server=handle_server.url)
    assert sorted(
        finding["doi"] for finding in build.findings() if finding["code"] == "DOI901"
    ) == [
        "10.1000/c#d",
        "10.1000/e?f",
    ]


EXTLINKS = """
    extensions = ["sphinx_doi", "sphinx.ext.extlinks"]
    extlinks = {
        "paper": ("https://doi.org/%s", "P %s"),
        "plain": ("https://doi.org/%s", None),
        "jcli": ("https://doi.org/10.1175/%s", "%s"),
        "old": ("https://dx.doi.org/%s", "%s"),
        "issue": ("https://example.org/%s", "#%s"),
    }
    """


@pytest.mark.parametrize(
    ("role", "link", "rule"),
    [
        (f":paper:`x <{SICI}>`", ("x", ENCODED), "wrong-encoding"),
        (f":paper:`{SICI}`", (f"P {SICI}", ENCODED), "wrong-encoding"),
        (f":jcli:`x <{SICI[8:]}>`", ("x", ENCODED), "wrong-encoding"),
        (f":old:`x <{SICI}>`", ("x", ENCODED), "wrong-encoding"),
        (
            ":paper:`10.1000/a<b>`",
            ("P 10.1000/a<b>", "https://doi.org/10.1000/a%3Cb%3E"),
            "wrong-encoding",
        ),
        (
            ":paper:`10.1000/a#b`",
            ("P 10.1000/a#b", "https://doi.org/10.1000/a%23b"),
            "wrong-encoding",
        ),
        (
            ":plain:`10.1000/a?b`",
            ("https://doi.org/10.1000/a?b", "https://doi.org/10.1000/a%3Fb"),
            "wrong-encoding",
        ),
        (":paper:`t <10.1000/a%23b>`", ("t", "https://doi.org/10.1000/a%23b"), ""),
        (
            ":paper:`10.1000/a?noredirect`",
            ("P 10.1000/a?noredirect", "https://doi.org/10.1000/a?noredirect"),
            "",
        ),
        (":paper:`10.1000/182`", ("P 10.1000/182", "https://doi.org/10.1000/182"), ""),
        (":issue:`1#2`", ("#1#2", "https://example.org/1#2"), ""),
    ],
)
def test_a_role_of_extlinks_leads_to_its_whole_doi(
    project: MakeProject, role: str, link: tuple[str, str], rule: str
) -> None:
    """Under any name; what other programs cut is reported at the role."""
    build = project({"conf.py": EXTLINKS, "index.rst": f"T\n=\n\nSee {role}.\n"}).build()
    assert build.links() == [link]
    assert [row for row in report(build) if "conf.py" not in row] == [f"index.rst:4 {rule}"] * bool(
        rule
    )


@pytest.mark.skipif(sphinx.version_info < (7, 4), reason="links lack the name of their role")
@pytest.mark.parametrize(
    ("base", "replaced"),
    [
        ("https://doi.org/%s", True),
        ("http://dx.doi.org/10.1175/%s", True),
        ("https://doi.org/10.1175%%2F%s", True),
        ("https://doi-org.proxy.example.edu/%s", True),
        ("https://doi.org/api/handles/%s", True),
        ("https://doi.org/api/handles/%s?type=URL", False),
        ("https://doi.org/doiRA/%s", False),
        ("https://example.org/%s", False),
        ("https://example.org/100%%/%s", False),
        ("https://example.org/", False),
        ("%s", False),
    ],
)
def test_only_roles_of_extlinks_that_lead_to_dois_are_replaced(
    project: MakeProject,
    base: str,
    replaced: bool,  # noqa: FBT001
) -> None:
    """A role with a different address stays that of the extension that registered it last."""
    conf = f"""
        from docutils import nodes

        extensions = ["sphinx_doi", "sphinx.ext.extlinks"]
        extlinks = {{"x": ("{base}", None)}}

        def role(name, rawtext, text, lineno, inliner, options={{}}, content=[]):
            return [nodes.emphasis(text, "of the project")], []

        def setup(app):
            ready = "builder-inited"
            app.connect(ready, lambda app: app.add_role("x", role, override=True), priority=600)
        """
    build = project({"conf.py": conf, "index.rst": "T\n=\n\n:x:`10.1000/182`\n"}).build()
    assert ("<em>of the project</em>" not in build.text("index.html")) is replaced


def test_extlinks_stay_without_rewriting(project: MakeProject) -> None:
    """The finding is there all the same."""
    made = project({"conf.py": EXTLINKS, "index.rst": "T\n=\n\n:paper:`10.1000/a#b`\n"})
    build = made.build(doi_rewrite_links=False)
    assert build.links() == [("P 10.1000/a#b", "https://doi.org/10.1000/a#b")]
    assert "index.rst:4 wrong-encoding" in report(build)


@pytest.mark.parametrize("builder", ["html", "doi", "linkcheck", "gettext", "text", "singlehtml"])
def test_a_link_without_an_address_is_none(project: MakeProject, builder: str) -> None:
    """Sphinx's own collector passes over a link whose address is None, so this extension does."""
    if builder == "singlehtml" and sphinx.version_info < (8, 2):
        pytest.skip("this builder itself fails")
    conf = """
        from docutils import nodes

        extensions = ["sphinx_doi"]

        def role(name, rawtext, text, lineno, inliner, options={}, content=[]):
            return [nodes.reference(text, text, refuri=None)], []

        def setup(app):
            app.add_role("x", role)
        """
    page = f"T\n=\n\n:x:`10.1000/182` and :x:`text`, {OLD}/1\n"
    build = project({"conf.py": conf, "index.rst": page}).build(builder, doi_server=NOWHERE)
    assert report(build) == ["index.rst:4 unusual-address"]


CONF_BIB = """
    extensions = ["sphinx_doi", "sphinxcontrib.bibtex"]
    bibtex_bibfiles = ["r.bib"]
    """
BIB = r"""
@article{a, title={T}, author={A, B}, year=2001, journal={J}, eprint={0908.1824},
  archiveprefix={arXiv}}
@misc{b, title={U}, author={B, C}, year=2002, url={https://zenodo.org/records/7654321},
  note={\href{http://dx.doi.org/10.1000/note}{x}}}
"""


@pytest.mark.parametrize("style", ["", "   :list: bullet\n"])
def test_entries_are_reported_in_their_file_alone(
    project: MakeProject, handle_server: HandleServer, style: str
) -> None:
    """Also their numbers of arXiv and Zenodo, and TeX that the style takes apart."""
    files = {
        "conf.py": CONF_BIB,
        "index.rst": (
            f"T\n=\n\n:cite:`a` :footcite:`b`\n\n.. bibliography::\n{style}\n"
            ".. footbibliography::\n"
        ),
        "r.bib": BIB,
    }
    made = project(files)
    build = made.build("doi", doi_server=handle_server.url, doi_identifiers=["arxiv", "zenodo"])
    assert {finding["path"].rpartition("/")[2] for finding in build.findings()} == {"r.bib"}
    names = {"10.48550/arxiv.0908.1824", "10.5281/zenodo.7654321", "10.1000/note"}
    assert {*handle_server.seen.names} >= names


TOCTREES = {
    "rst": ("index.rst", f"T\n=\n\n.. toctree::\n\n   https://doi.org/{SICI}\n   Old <{OLD}/1>\n"),
    "myst": ("index.md", f"# T\n\n```{{toctree}}\nhttps://doi.org/{SICI}\nOld <{OLD}/1>\n```\n"),
    "colons": (
        "index.md",
        f"# T\n\n:::{{toctree}}\n:caption: C\n\nhttps://doi.org/{SICI}\nOld <{OLD}/1>\n:::\n",
    ),
}


@pytest.mark.parametrize(("name", "text"), TOCTREES.values(), ids=TOCTREES.keys())
def test_an_entry_of_a_toctree_is_no_running_text(
    project: MakeProject, name: str, text: str
) -> None:
    """A DOI with `<` is whole in it, and no role can stand there."""
    made = project({name: text}, "myst_parser")
    build = made.build(myst_enable_extensions=["colon_fence"])
    line = text[: text.index("https://doi.org")].count("\n") + 1
    assert report(build) == [f"{name}:{line} wrong-encoding", f"{name}:{line + 1} unusual-address"]
    assert "or write" not in build.warning
    assert "shorter role" not in build.status
    assert [target for _, target in build.links()][:2] == [ENCODED, "https://doi.org/10.1000/1"]


def test_typography_of_myst_is_not_the_authors(project: MakeProject) -> None:
    """What the author typed is judged: `--`, which the page shows as a dash."""
    page = (
        "# T\n\ndoi:10.1000/1--a, doi:10.1000/2---b, doi:10.1000/c...d and doi:10.1000/e\u2013f.\n"
    )
    made = project({"index.md": page}, "myst_parser")
    build = made.build(myst_enable_extensions=["replacements", "smartquotes"])
    assert report(build) == ["index.md:3 look-alike-character"]
    assert "WARNING" in build.warning
    assert build.warning.count("DOI103") == 1


@pytest.mark.parametrize(
    ("name", "head", "slip", "wrong"),
    [
        ("index.rst", "T\n=", ": doi:`10.1000/x`", ":doi:`Kein`"),
        ("index.md", "# T", "{doi} `10.1000/x`", "{doi}`Kein`"),
    ],
)
def test_translations_are_read_like_the_page(
    project: MakeProject, name: str, head: str, slip: str, wrong: str
) -> None:
    """A slip in a role of a translation is told at its line; the original is not."""
    slip = (
        ": doi:`10.1000/x`"
        if name == "index.rst"
        else "{{doi}} `10.1000/x`".replace("{{", "{").replace("}}", "}")
    )
    wrong = ":doi:`Kein`" if name == "index.rst" else "{doi}`Kein`"
    files = {
        name: f"{head}\n\nSee {OLD}/x it.\n\nAlso.\n\nOther {OLD}/o\n",
        CATALOG: (
            f'msgid "See {OLD}/x it."\nmsgstr ""\n"Siehe {slip}, "\n"\\"da\\" {OLD}/x."\n\n'
            f'msgid "Also."\nmsgstr "Auch {wrong}."\n\n#~ msgid "Gone"\n#~ msgstr "{OLD}/gone"\n'
        ),
    }
    build = project(files, "myst_parser").build(**GERMAN)
    other = files[name][: files[name].index("Other")].count("\n") + 1
    slips = [f"{CATALOG}:3 broken-markup"] if name == "index.rst" else []
    assert report(build) == sorted(
        [
            f"{name}:{other} unusual-address",
            *slips,
            f"{CATALOG}:4 unusual-address",
            f"{CATALOG}:7 invalid-name",
        ]
    )


@pytest.mark.parametrize("text", ["Kein DOI", "no doi here", "ab cd/e"])
def test_words_in_a_role_are_told_what_a_doi_is(project: MakeProject, text: str) -> None:
    """The first white space is not the mistake."""
    build = project({"index.rst": f"T\n=\n\n:doi:`{text}`\n"}).build()
    assert f"DOI101 '{text}' is not a DOI: a DOI begins with '10.'" in build.warning


@pytest.mark.parametrize("builder", ["html", "latex", "epub"])
def test_links_of_other_handlers_of_doctree_resolved(project: MakeProject, builder: str) -> None:
    """Sphinx-needs adds its links there; their addresses are right in the output."""
    conf = f"""
        from docutils import nodes

        extensions = ["sphinx_doi"]

        def late(app, doctree, docname):
            link = nodes.reference("", "x", refuri="{OLD}/late")
            doctree.append(nodes.paragraph("", "", link))

        def setup(app):
            app.connect("doctree-resolved", late)
        """
    build = project({"conf.py": conf, "index.rst": "T\n=\n\n:doi:`10.1000/a$b`\n"}).build(
        builder, suppress_warnings=["epub"]
    )
    name = {"html": "index.html", "latex": "projectnamenotset.tex", "epub": "index.xhtml"}[builder]
    text = next(build.out.rglob("*.tex")).read_text() if builder == "latex" else build.text(name)
    assert "https://doi.org/10.1000/late" in text
    assert "dx.doi.org" not in text
    if builder == "latex":
        assert "10.1000/a\\%24b" in text


def test_the_builder_reports_links_of_doctree_resolved(
    project: MakeProject, handle_server: HandleServer
) -> None:
    """They have no source: the page and its nearest line are named."""
    conf = f"""
        from docutils import nodes

        extensions = ["sphinx_doi"]
        base = "{OLD}".replace("1000", "1001")

        def late(app, doctree, docname):
            link = nodes.reference("", "x", refuri=base + "/late")
            doctree[0].append(nodes.paragraph("", "", link))

        def setup(app):
            app.connect("doctree-resolved", late)
        """
    build = project({"conf.py": conf, "index.rst": "T\n=\n\nText\n"}).build(
        "doi", doi_server=handle_server.url
    )
    places = {(finding["path"].rpartition("/")[2], finding["line"]) for finding in build.findings()}
    assert places == {("index.rst", 4)}


def test_a_second_project_in_this_process_has_its_own_files(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative source is that of the folder in which the build runs."""
    from sphinx_doi.page.origins import read_origin

    made = project({"index.rst": "T\n=\n"})
    for name in ("a", "b"):
        folder = made.folder / name
        folder.mkdir()
        monkeypatch.chdir(folder)
        assert read_origin("docs/index.rst").path == str(folder / "docs/index.rst")
