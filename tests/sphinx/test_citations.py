"""Links that show the registered work, and lists of references, from the records file alone."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from handle_server import HandleServer
from hypothesis import given, settings
from hypothesis import strategies as st
from sphinx.errors import ConfigError
from sphinx_projects import Build, MakeProject, Project

from mdlint_doi import parse
from mdlint_doi.names.link import Link
from sphinx_doi.checks.store import domain_of
from sphinx_doi.citations import Citations

NUMPY = {
    "type": "journal-article",
    "titles": {"main": ["Array programming with NumPy"]},
    "people": [["Harris", "Charles R."], ["Millman", "K. Jarrod"], ["Walt", "Stéfan"]],
    "years": [2020],
    "containers": ["Nature"],
    "volume": "585",
    "issue": "7825",
    "pages": "357-362",
    "publisher": "Springer",
}
WORKS: Mapping[str, Mapping[str, Any]] = {
    "10.1000/numpy": NUMPY,
    "10.1000/two": {"titles": {"main": ["Two"]}, "people": [["Fermi", "E."], ["Perutz", "M."]]},
    "10.1000/group": {
        "titles": {"main": ["Ours -- and others'..."]},
        "people": [["", "", "ÉCOLE"]],
        "years": [1984],
    },
    "10.1000/editors": {
        "type": "book",
        "titles": {"main": ["Handbook"]},
        "editors": [["Zuse", "K."]],
        "years": [1990],
    },
    "10.1000/nobody": {"titles": {"main": ["A title"]}, "years": [1991]},
    "10.1000/untitled": {"people": [["Noether", "E."]], "years": [1918]},
    "10.1000/bad": {
        "titles": {"main": ["Bad"]},
        "people": [["Bad", "B."]],
        "years": [1992],
        "updates": [{"kind": "retraction", "notice": "10.1000/notice"}],
    },
}
REFERENCE = (
    "Harris, Charles R.; Millman, K. Jarrod; Walt, Stéfan (2020). Array programming with NumPy."
    " Nature, 585(7825), 357-362. doi:10.1000/numpy"
)
CITED = {
    "numpy": "Harris et al. (2020)",
    "two": "Fermi and Perutz (n.d.)",
    "group": "ÉCOLE (1984)",
    "editors": "Zuse (1990)",
    "nobody": "A title",
    "untitled": "Noether (1918)",
    "bad": "Bad (1992)",
    "none": "doi:10.1000/none",
}
TITLES = {
    "numpy": "Array programming with NumPy",
    "two": "Two",
    "group": "Ours -- and others'...",
    "editors": "Handbook",
    "nobody": "A title",
    "untitled": "doi:10.1000/untitled",
    "bad": "Bad",
    "none": "doi:10.1000/none",
}
ROLES = "Page\n====\n\n" + "\n".join(f":doi:`10.1000/{name}`" for name in CITED) + "\n"
SHOWN: dict[str, Any] = {"doi_text": "citation", "doi_records": "doi-records.json"}


def recorded(works: Mapping[str, Mapping[str, Any]] = WORKS) -> str:
    """Return a records file."""
    members = {doi: {"outcome": "work", **work} for doi, work in works.items()}
    return json.dumps({"version": 1, "records": {}, "works": members})


def made(project: MakeProject, files: Mapping[str, str], *extensions: str) -> Project:
    """Return a project with a records file."""
    return project({"doi-records.json": recorded(), **files}, *extensions)


@pytest.mark.parametrize(("style", "texts"), [("citation", CITED), ("title", TITLES)])
def test_a_role_shows_the_registered_work(
    project: MakeProject, style: str, texts: Mapping[str, str]
) -> None:
    """As registered: authors or editors and the year, or the title; else the DOI."""
    build = made(project, {"index.rst": ROLES}).build(**SHOWN | {"doi_text": style})
    assert build.links() == [
        (text, f"https://doi.org/10.1000/{name}") for name, text in texts.items()
    ]


def test_the_tooltip_is_the_reference_and_a_title_wins(project: MakeProject) -> None:
    """Authors, year, title, place of publication and DOI; the text is the author's."""
    page = "Page\n====\n\n:doi:`Ours <10.1000/numpy>` :doi:`10.1000/none` :doi:`!10.1000/numpy`\n"
    build = made(project, {"index.rst": page}).build(**SHOWN)
    html = BeautifulSoup(build.text("index.html"), "html.parser")
    links = html.find_all("a", class_="doi")
    assert [(link.get_text(), link.get("title")) for link in links] == [
        ("Ours", REFERENCE),
        ("doi:10.1000/none", None),
    ]
    disabled = html.find("span", class_="doi")
    assert disabled is not None
    assert disabled.get_text() == "doi:10.1000/numpy"


def test_myst_links_without_text_show_the_same(project: MakeProject) -> None:
    """`[](doi:…)` and `[](https://doi.org/…)` as in mystmd; a link with a text stays."""
    page = """
        # Page

        [](doi:10.1000/numpy) [](https://doi.org/10.1000/two) {doi}`10.1000/group`
        [t](https://doi.org/10.1000/numpy) <doi:10.1000/numpy> [](doi:10.1000/none)
        """
    build = made(project, {"index.md": page}, "myst_parser").build(**SHOWN)
    assert [text for text, _ in build.links()] == [
        *("Harris et al. (2020)", "Fermi and Perutz (n.d.)", "ÉCOLE (1984)"),
        *("t", "doi:10.1000/numpy", "doi:10.1000/none"),
    ]
    links = BeautifulSoup(build.text("index.html"), "html.parser").find_all("a", title=REFERENCE)
    assert len(links) == 1


AUTHORS = "Harris et al. (2020)"
NAMED = f"See {AUTHORS}, doi:10.1000/numpy."


@pytest.mark.parametrize(
    ("builder", "config", "shown"),
    [
        ("text", {}, NAMED),
        ("man", {}, NAMED[:-1]),
        ("man", {"man_show_urls": True}, f"See {AUTHORS} <https://doi.org/10.1000/numpy>"),
        ("texinfo", {"texinfo_show_urls": "no"}, f",,{AUTHORS}@comma{{}} doi:10.1000/numpy}}."),
        ("texinfo", {}, f"See {AUTHORS}@footnote{{https://doi.org/10.1000/numpy}}."),
        ("latex", {}, f"See sphinxhref{{https://doi.org/10.1000/numpy}}{{{AUTHORS}}}."),
    ],
)
def test_formats_without_links_keep_the_doi(
    project: MakeProject, builder: str, config: dict[str, Any], shown: str
) -> None:
    """The address or the DOI is next to the text, once."""
    page = "Page\n====\n\nSee :doi:`10.1000/numpy`.\n"
    config |= {"man_pages": [("index", "small", "", [], 1)]}
    build = made(project, {"index.rst": page}).build(builder, **SHOWN, **config)
    names = ("index.txt", "small.1", "small.texi", "small.tex")
    (path,) = [build.out / name for name in names if (build.out / name).exists()]
    text = path.read_text(encoding="utf-8")
    # In a man page: the hidden address, fonts, and where lines may break.
    text = re.sub(r"\\X'tty: link[^']*'|\\f[BIP]|\\[%:&]?", "", text)
    assert shown in text


def test_a_missing_work_is_told_once_in_each_build(project: MakeProject) -> None:
    """One warning for all DOIs, also if no page was read again; it can be suppressed."""
    source = made(project, {"index.rst": ROLES, "b.rst": f":orphan:\n\n{ROLES}"})
    conf = source.folder / "conf.py"
    conf.write_text(f"{conf.read_text()}doi_text = 'citation'\n")
    said = (
        "conf.py:3: WARNING: no work in doi-records.json for 1 DOI, so pages show only the DOI:"
        " 10.1000/none; run mdlint-doi record [doi.citation]"
    )
    for _ in range(2):
        assert told_of_works(source.build(**SHOWN)) == [said]
    assert told_of_works(source.build(**SHOWN, suppress_warnings=["doi.citation"])) == []
    (titled,) = told_of_works(source.build(**SHOWN | {"doi_text": "title"}))
    assert "for 2 DOIs, so pages show only the DOI: 10.1000/untitled, 10.1000/none;" in titled


def told_of_works(build: Build) -> list[str]:
    """Return the warnings about works that are not in the records file."""
    return [warning for warning in build.warnings if warning.endswith("[doi.citation]")]


def test_many_missing_works_are_counted(project: MakeProject) -> None:
    """Ten DOIs are named, so the line stays readable."""
    roles = " ".join(f":doi:`10.1000/{at}`" for at in range(13))
    (told,) = made(project, {"index.rst": f"Page\n====\n\n{roles}\n"}).build(**SHOWN).warnings
    assert "10.1000/9 and 3 more; run" in told


@pytest.mark.parametrize(
    ("config", "told"),
    [
        ({}, "conf.py:3: doi_text: 'citation' needs doi_records; create the file with mdlint-doi"),
        ({"doi_records": "none.json"}, "none.json: No such file or directory; create the file"),
        ({"doi_records": "broken.json"}, "broken.json: line 1, column 1: not JSON"),
    ],
)
def test_a_build_needs_the_records_file(
    project: MakeProject, config: dict[str, str], told: str
) -> None:
    """Without it, the build ends at once, with the place and the next step."""
    source = made(project, {"index.rst": ROLES, "broken.json": "x"})
    conf = source.folder / "conf.py"
    lines = [f"{name} = {value!r}\n" for name, value in config.items()]
    conf.write_text(f"{conf.read_text()}doi_text = 'citation'\n{''.join(lines)}")
    with pytest.raises(ConfigError) as caught:
        source.build()
    assert told.partition(";")[0] in str(caught.value).replace(f"{source.folder}/", "")


def test_the_records_file_of_pyproject_is_used(project: MakeProject) -> None:
    """The setting has one meaning, wherever it stands."""
    files = {"pyproject.toml": "[tool.mdlint-doi]\nrecords = 'doi-records.json'\n"}
    source = made(project, files | {"index.rst": ROLES})
    assert source.build(doi_text="citation").links()[0][0] == "Harris et al. (2020)"


def read_again(build: Build) -> list[str]:
    """Return the names of the pages that a build read."""
    return sorted(re.findall(r"reading sources\.\.\. \[ *\d+%\] (\S+)", _plain(build.status)))


def written_again(build: Build) -> list[str]:
    """Return the names of the pages that a build wrote."""
    return sorted(re.findall(r"writing output\.\.\. \[ *\d+%\] (\S+)", _plain(build.status)))


def _plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text).replace("\r", "\n")


def test_a_changed_records_file_changes_only_the_pages_with_works(project: MakeProject) -> None:
    """Pages with a role are read again; pages with a list are written again; others stay."""
    files = {
        "index.rst": "Page\n====\n\n.. toctree::\n   :glob:\n\n   *\n",
        "role.rst": "Role\n====\n\n:doi:`10.1000/numpy`\n",
        "titled.rst": "Titled\n======\n\n:doi:`x <10.1000/two>`\n",
        "listing.rst": "List\n====\n\n.. doi-references::\n   :scope: project\n",
        "plain.rst": "Plain\n=====\n\nNothing.\n",
    }
    source = made(project, files)
    assert source.build(**SHOWN).links("role.html")[0][0] == "Harris et al. (2020)"
    same = source.build(**SHOWN)
    assert read_again(same) == written_again(same) == []
    changed = recorded({**WORKS, "10.1000/numpy": {**NUMPY, "years": [2021]}})
    source.write({"doi-records.json": changed})
    build = source.build(**SHOWN)
    assert read_again(build) == ["role"]
    assert "listing" in written_again(build)
    assert "plain" not in written_again(build)
    assert build.links("role.html")[0][0] == "Harris et al. (2021)"
    assert "(2021). Array programming" in build.text("listing.html")
    assert written_again(source.build(**SHOWN)) == []


def test_each_builder_writes_its_pages_again(project: MakeProject) -> None:
    """Builders share what was read; a change that one builder has written is new to another."""
    source = made(project, {"index.rst": ROLES, "a.rst": ":orphan:\n\n.. doi-references::\n"})
    assert "(2020)" in source.build("html", **SHOWN).text("index.html")
    source.write({"doi-records.json": recorded({"10.1000/numpy": {**NUMPY, "years": [2021]}})})
    source.build("text", **SHOWN)
    assert "(2021)" in source.build("html", **SHOWN).text("index.html")


PAGES = {
    "index.rst": "Page\n====\n\n.. toctree::\n   :glob:\n\n   *\n\n:doi:`10.1000/numpy`\n",
    "a.rst": "A\n=\n\n`x <http://dx.doi.org/10.1000/BAD>`_ :doi:`10.1000/none`\n\n"
    ".. doi-references::\n\nEnd.\n",
    "b.rst": "B\n=\n\n.. doi-references::\n   :scope: project\n\n:doi:`10.1000/editors`\n",
    "c.rst": "C\n=\n\n:doi:`10.1000/group` :doi:`10.1000/two` :doi:`10.1000/NUMPY`\n",
}


def items(build: Build, name: str) -> list[str]:
    """Return the items of a list of references."""
    html = BeautifulSoup(build.text(name), "html.parser")
    return [
        item.get_text().strip()
        for found in html.find_all("ul", class_="doi-references")
        for item in found.find_all("li")
    ]


LISTED = [
    "Retracted. Bad, B. (1992). Bad. doi:10.1000/BAD",
    "ÉCOLE (1984). Ours -- and others'... doi:10.1000/group",
    "Fermi, E.; Perutz, M. (n.d.). Two. doi:10.1000/two",
    "NUMPY",
    "Zuse, K. (1990). Handbook. doi:10.1000/editors",
    "doi:10.1000/none",
]


def test_a_list_has_the_works_of_a_page_or_of_the_project(project: MakeProject) -> None:
    """In the order of authors and years, each DOI once; DOIs without a work are last."""
    build = made(project, PAGES).build(doi_records="doi-records.json")
    assert items(build, "a.html") == [LISTED[0], LISTED[-1]]
    numpy = REFERENCE.replace("10.1000/numpy", "10.1000/NUMPY")
    assert items(build, "b.html") == [numpy if item == "NUMPY" else item for item in LISTED]
    html = BeautifulSoup(build.text("a.html"), "html.parser")
    assert [tag.get_text() for tag in html.select(".doi-references strong")] == ["Retracted."]
    links = html.select(".doi-references a")
    assert [link["href"] for link in links] == [
        "https://doi.org/10.1000/BAD",
        "https://doi.org/10.1000/none",
    ]
    assert [place for place in build.places if "citation" in place] == ["a.rst citation"]


@pytest.mark.parametrize("builder", ["html", "text", "singlehtml", "latex"])
def test_all_ways_to_build_give_the_same_bytes(project: MakeProject, builder: str) -> None:
    """In one process, in two, and after pages were added and removed."""
    source = made(project, PAGES)
    whole = _outputs(source.build(builder, **SHOWN))
    source.build(builder, parallel=2, freshenv=True, **SHOWN)
    assert _outputs(source.build(builder, parallel=2, **SHOWN)) == whole
    source.write({"d.rst": "D\n=\n\n:doi:`10.1000/nobody`\n"})
    more = source.build(builder, **SHOWN)
    assert any("A title" in text for text in _outputs(more).values())
    (source.folder / "d.rst").unlink()
    left = _outputs(source.build(builder, **SHOWN))
    assert {name: left[name] for name in whole} == whole


def _outputs(build: Build) -> dict[str, str]:
    suffixes = {".html", ".txt", ".tex"}
    found = (path for path in build.out.rglob("*") if path.suffix in suffixes)
    return {
        path.name: re.sub(r"\?(?:v=\w+)?(?=\")", "", path.read_text(encoding="utf-8"))
        for path in found
        if "_sources" not in path.parts and path.name not in {"genindex.html", "search.html"}
    }


@pytest.mark.parametrize("builder", ["singlehtml", "latex"])
def test_a_list_in_a_single_file_has_the_works_of_its_page(
    project: MakeProject, builder: str
) -> None:
    """The pages are one document there, and each list still belongs to its page."""
    build = made(project, PAGES).build(builder, doi_records="doi-records.json")
    (path,) = [*build.out.glob("*.tex"), *build.out.glob("index.html")]
    text = path.read_text(encoding="utf-8")
    assert text.count("Retracted.") == 2
    assert text.count("Handbook") == 1


def test_a_list_without_a_records_file_is_told(project: MakeProject) -> None:
    """The list has the DOIs, and a warning says what to do."""
    page = "Page\n====\n\n:doi:`10.1000/numpy`\n\n.. doi-references::\n"
    build = project({"index.rst": page}).build()
    assert items(build, "index.html") == ["doi:10.1000/numpy"]
    (told,) = build.warnings
    assert told == (
        "index.rst: WARNING: no work in a records file (set doi_records) for 1 DOI, so pages show"
        " only the DOI: 10.1000/numpy; run mdlint-doi record [doi.citation]"
    )


@pytest.mark.parametrize("files", [{"x.json": "{"}, {"x.json": ""}, {}])
def test_a_list_with_an_unusable_records_file_is_an_error(
    project: MakeProject, files: Mapping[str, str]
) -> None:
    """The build goes on, its exit status is 2, as for look-ups, and one message says why."""
    page = "Page\n====\n\n:doi:`10.1000/numpy`\n\n.. doi-references::\n"
    build = project({"index.rst": page, **files}).build(doi_records="x.json")
    assert build.exit_code == 2
    (told,) = build.warnings
    assert "ERROR: records file" in told
    assert items(build, "index.html") == ["doi:10.1000/numpy"]


@pytest.mark.parametrize("works", ["", '"works": {}, '])
def test_a_list_with_a_records_file_without_works_is_told(project: MakeProject, works: str) -> None:
    """The warning names the file, and is printed in each build."""
    page = "Page\n====\n\n:doi:`10.1000/numpy`\n\n.. doi-references::\n"
    records = f'{{"version": 1, {works}"records": {{}}}}'
    source = project({"index.rst": page, "x.json": records})
    for _ in range(2):
        (told,) = told_of_works(source.build(doi_records="x.json"))
        assert "no work in x.json for 1 DOI, so pages show only the DOI: 10.1000/numpy" in told


def test_a_wrong_scope_is_told(project: MakeProject) -> None:
    """With the valid words."""
    page = "Page\n====\n\n.. doi-references::\n   :scope: chapter\n"
    (told, *_) = made(project, {"index.rst": page}).build(**SHOWN).warnings
    assert 'index.rst:4: ERROR: Error in "doi-references" directive' in told


def test_a_page_without_links_has_no_list(project: MakeProject) -> None:
    """No empty list is in the output."""
    build = made(project, {"index.rst": "Page\n====\n\n.. doi-references::\n"}).build(**SHOWN)
    assert "doi-references" not in build.text("index.html")
    assert build.warnings == []


@pytest.mark.parametrize("builder", ["doi", "linkcheck"])
def test_the_builders_that_report_links_see_each_link_once(
    project: MakeProject, handle_server: HandleServer, builder: str
) -> None:
    """A list repeats links, which are reported at the places where authors wrote them."""
    source = made(project, PAGES)
    conf: dict[str, Any] = {"doi_server": handle_server.url, "linkcheck_timeout": 1}
    listed = source.build(builder, freshenv=True, **conf, **SHOWN, doi_fail_on="hint")
    plain = {name: re.sub(r"\.\. doi-ref.*\n(   .*\n)?", "", page) for name, page in PAGES.items()}
    source.write(plain)
    before = source.build(builder, freshenv=True, **conf, doi_fail_on="hint")
    assert sorted(_without_lines(listed)) == sorted(_without_lines(before))


def test_linkcheck_without_this_extension_sees_no_list(project: MakeProject) -> None:
    """With `doi_linkcheck = False`, each link is on the page where its author wrote it."""
    conf: dict[str, Any] = {"doi_linkcheck": False, "linkcheck_ignore": [".*"]}
    build = made(project, PAGES).build("linkcheck", **conf, **SHOWN)
    told = [*map(json.loads, build.text("output.json").splitlines())]
    pages = {row["uri"].rpartition("/")[2]: row["filename"] for row in told}
    assert (pages["two"], pages["group"], pages["NUMPY"]) == ("c.rst", "c.rst", "c.rst")


def _without_lines(build: Build) -> list[str]:
    return [
        re.sub(r"(\.rst):\d+(:\d+)?", r"\1", line) for line in build.text("output.txt").splitlines()
    ]


def test_answers_of_look_ups_change_no_text(
    project: MakeProject, handle_server: HandleServer
) -> None:
    """With `doi_check = "online"`, the text comes from the file, too."""
    source = made(project, {"index.rst": ROLES})
    build = source.build(doi_check="online", doi_server=handle_server.url, **SHOWN)
    assert [text for text, _ in build.links()] == [*CITED.values()]


def test_a_registered_title_with_a_doi_is_no_mistake(project: MakeProject) -> None:
    """What the records say is neither checked as the author's text nor changed by typography."""
    title = 'Erratum: "X" -- http://dx.doi.org/10.1000/other--1 and doi:10.1000/b\'s <10.5555/c>'
    works = {"10.1000/e": {"titles": {"main": [title.replace("<", "(").replace(">", ")")]}}}
    files = {
        "index.md": "# Page\n\n[](doi:10.1000/e) {doi}`10.1000/e`\n\n```{doi-references}\n```\n",
        "doi-records.json": recorded(works),
    }
    build = project(files, "myst_parser").build(doi_fail_on="hint", **SHOWN)
    shown = works["10.1000/e"]["titles"]["main"][0]
    assert [text for text, _ in build.links()][:2] == [shown, shown]
    assert build.warnings == []


def test_a_title_of_a_section_shows_it_everywhere(project: MakeProject) -> None:
    """In the page, in the table of contents, and in the search."""
    page = "On :doi:`10.1000/numpy`\n=======================\n\nx\n"
    index = "Index\n=====\n\n.. toctree::\n\n   page\n"
    build = made(project, {"index.rst": index, "page.rst": page}).build(**SHOWN)
    assert "On Harris et al. (2020)" in build.text("index.html")
    assert "On Harris et al. (2020)" in build.text("searchindex.js")


def test_translations_do_not_depend_on_the_works(project: MakeProject) -> None:
    """The catalogue has the role; the translated page shows the work."""
    page = "Page\n====\n\nSee :doi:`10.1000/numpy`.\n\n.. doi-references::\n"
    catalogue = """
        msgid ""
        msgstr "Content-Type: text/plain; charset=UTF-8\\n"

        msgid "See :doi:`10.1000/numpy`."
        msgstr "Voir :doi:`10.1000/two`."
        """
    source = made(project, {"index.rst": page, "locale/xx/LC_MESSAGES/index.po": catalogue})
    template = source.build("gettext", freshenv=True, **SHOWN).text("index.pot")
    messages = re.findall(r'^msgid "(.+)"', template, re.MULTILINE)
    assert messages == ["Page", "See :doi:`10.1000/numpy`."]
    build = source.build(
        **SHOWN, language="xx", locale_dirs=["locale"], gettext_compact=False, freshenv=True
    )
    assert build.links()[0] == ("Fermi and Perutz (n.d.)", "https://doi.org/10.1000/two")
    assert items(build, "index.html") == ["Fermi, E.; Perutz, M. (n.d.). Two. doi:10.1000/two"]


NASTY = [
    "<script>alert(1)</script>",
    "a & b &amp; c &#x41;",
    r"\LaTeX{} $x_1^2$ %d #1 ~ ^ \\ \input{x}",
    "`lit` *em* **strong** |sub| ref_ :doi:`10.1000/1` {doi}`x` [t](u)",
    "\"q\" 'a' -- --- ... « » “ ”",
    '@{} @end verbatim .TH .\\" \\fB',
    "الخوارزميات و שלום",
    "e\u0301 \U0001d54f ﬁ H₂O 10⁶",
    "]]> <!-- --> %(x)s {0} {{ x }} ${y}",
    "A" * 60,
]


def test_nasty_titles_and_names_are_text_in_all_formats(project: MakeProject) -> None:
    """Each output has them as they are registered, and is valid."""
    works = {
        f"10.1000/{at}": {"titles": {"main": [text]}, "people": [[text, text]], "years": [2000]}
        for at, text in enumerate(NASTY)
    }
    roles = "\n".join(f":doi:`{doi}`" for doi in works)
    files = {
        "index.rst": f"Page\n====\n\n{roles}\n\n.. doi-references::\n",
        "doi-records.json": recorded(works),
    }
    source = project(files)
    for style in ("citation", "title"):
        config = SHOWN | {"doi_text": style}
        build = source.build(**config)
        known = Citations(str(source.folder / "doi-records.json"), style)
        wanted = [known.text(parse(doi)) for doi in works]
        assert [text for text, _ in build.links()][: len(works)] == wanted
        tooltips = BeautifulSoup(build.text("index.html"), "html.parser").select("p > a[title]")
        assert len(tooltips) == len(works)
        epub = source.build("epub", version="1", epub_copyright="x", **config)
        root = ET.fromstring(epub.text("index.xhtml"))
        shown = [
            "".join(link.itertext())
            for link in root.iter("{http://www.w3.org/1999/xhtml}a")
            if "title" in link.attrib and "doi" in link.attrib.get("class", "")
        ]
        assert shown == wanted
        text = " ".join(source.build("text", **config).text("index.txt").split())
        assert [words for words in wanted if words not in text] == []


@settings(max_examples=150)
@given(st.text(max_size=60), st.text(max_size=30), st.integers(1, 2999))
def test_any_text_is_one_line_and_as_registered(title: str, name: str, year: int) -> None:
    """The text of a link has no control characters, and is empty only without title and name."""
    work = {"titles": {"main": [title]}, "people": [[name, ""]], "years": [year]}
    citations = _citations(work)
    text = citations.text(parse("10.1000/1"))
    assert text == " ".join(text.split())
    assert not re.search("[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]", text)
    link = Link("https://doi.org/10.1000/1", parse("10.1000/1"))
    node = _described(citations, link)
    assert node.astext() == (text or "doi:10.1000/1")


def _citations(work: Mapping[str, Any]) -> Citations:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "r.json"
        path.write_text(recorded({"10.1000/1": work}), encoding="utf-8")
        return Citations(str(path), "citation")


def _described(citations: Citations, link: Link) -> nodes.Element:
    node = nodes.reference("", "doi:10.1000/1", refuri=link.href)
    citations.describe(node, link)
    return node


def test_the_stored_links_go_with_their_page(project: MakeProject) -> None:
    """The environment has the links of pages that exist, and only those."""
    source = made(project, PAGES)
    build = source.build(**SHOWN)
    assert [*domain_of(build.app.env).links()] == ["a", "b", "c", "index"]
    (source.folder / "c.rst").unlink()
    build = source.build(**SHOWN)
    assert [*domain_of(build.app.env).links()] == ["a", "b", "index"]
    assert items(build, "b.html")[1] == REFERENCE
