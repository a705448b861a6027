from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup
from docutils import nodes
from docutils.core import publish_parts
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.utils import new_document
from docutils.writers.html5_polyglot import Writer
from names.test_newer_forms import TABLE
from sphinx.util.docutils import docutils_namespace
from sphinx_projects import MakeProject

from mdlint_doi import parse
from mdlint_doi.formats.rst.role_argument import split
from mdlint_doi.names.link import Link
from sphinx_doi.role import DoiRole, register

SICI = "10.1002/(SICI)1096-8644(199808)106:4<483::AID-AJPA4>3.0.CO;2-K"
SICI_URL = "https://doi.org/10.1002/(SICI)1096-8644(199808)106:4%3C483::AID-AJPA4%3E3.0.CO;2-K"
PAGE = f"""
Page
====

:doi:`{SICI}` and :DOI:`Title <{SICI}>` and :doi:`10.1000/456#789`
and :doi:`a\\<b\\> <10.1000/\\_x_>` and `10.1000/postfix`:doi:
and :doi:`!10.1000/none`.
"""
LINKS = [
    (f"doi:{SICI}", SICI_URL),
    ("Title", SICI_URL),
    ("doi:10.1000/456#789", "https://doi.org/10.1000/456%23789"),
    ("a<b>", "https://doi.org/10.1000/_x_"),
    ("doi:10.1000/postfix", "https://doi.org/10.1000/postfix"),
]


def test_html(project: MakeProject) -> None:
    """Every link is encoded as the Handbook says, and shows what was asked for."""
    build = project({"index.rst": PAGE}).build()
    assert build.links() == LINKS
    assert build.warnings == []
    assert "doi:10.1000/none" in build.text("index.html")


@pytest.mark.parametrize(
    ("style", "shown"),
    [
        ("doi", "doi:10.1000/456#789"),
        ("url", "https://doi.org/10.1000/456%23789"),
        ("name", "10.1000/456#789"),
    ],
)
def test_the_text_is_the_projects_choice(project: MakeProject, style: str, shown: str) -> None:
    """`doi_text` decides what a link without a title shows, and nothing that was registered."""
    register("doi")
    build = project({"index.rst": PAGE}).build(doi_text=style)
    texts = [text for text, _ in build.links()]
    assert texts[2] == shown
    assert texts[1] == "Title"
    assert build.targets() == [target for _, target in LINKS]


def test_myst(project: MakeProject) -> None:
    """The role reads the same in MyST, where a backslash is a backslash."""
    page = f"# Page\n\n{{doi}}`{SICI}` {{DOI}}`A title <{SICI}>` {{doi}}`10.1000/456#789`\n"
    build = project({"index.md": page}, "myst_parser").build()
    assert build.links() == [
        (f"doi:{SICI}", SICI_URL),
        ("A title", SICI_URL),
        ("doi:10.1000/456#789", "https://doi.org/10.1000/456%23789"),
    ]
    assert build.warnings == []


def test_latex(project: MakeProject) -> None:
    """The target is encoded before the writer sees it, which would spoil it."""
    text = project({"index.rst": PAGE}).build("latex").text("small.tex")
    targets = re.findall(r"\\sphinxhref\{([^}]*)\}", text)
    assert targets == [
        target.replace("%", r"\%").replace("#", r"\#").replace("_", r"\_") for _, target in LINKS
    ]


@pytest.mark.parametrize("builder", ["text", "man", "texinfo", "gettext", "xml", "pseudoxml"])
def test_other_formats(project: MakeProject, builder: str) -> None:
    """Formats without links keep the names readable."""
    made = project({"index.rst": PAGE})
    build = made.build(builder, man_pages=[("index", "small", "", [], 1)])
    made_files = [path for path in build.out.rglob("*") if path.is_file()]
    text = "".join(path.read_text(encoding="utf-8", errors="replace") for path in made_files)
    plain = text.replace("\\", "").replace("&lt;", "<").replace("&gt;", ">").replace("@", "")
    assert "456#789" in plain
    assert "106:4<483::AID" in re.sub(r'"\n"', "", plain)
    assert build.warnings == []


def test_epub(project: MakeProject) -> None:
    """EPUB is HTML, with the same links; printed addresses are encoded, too."""
    files = {"index.rst": PAGE, "other.rst": ":orphan:\n\n`x <http://dx.doi.org/10.1000/a+b>`_\n"}
    build = project(files).build("epub", epub_show_urls="inline", version="1", epub_copyright="x")
    page = BeautifulSoup(build.text("index.xhtml"), "html.parser")
    found = [link["href"] for link in page.find_all("a", class_="doi")]
    assert found == [target for _, target in LINKS]
    assert "https://doi.org/10.1000/a%2Bb" in build.text("other.xhtml")
    assert "dx.doi.org" not in build.text("other.xhtml")


def test_a_bad_name_is_readable_and_reported(project: MakeProject) -> None:
    """No link, no exception: the text as it stands, and one warning at its line."""
    page = "Page\n====\n\nA :doi:`nothing`\nand :doi:`A title <11681/5671>`\nand :doi:`10.1.1.3`.\n"
    build = project({"index.rst": page}).build()
    text = BeautifulSoup(build.text("index.html"), "html.parser").get_text()
    assert "A nothing\nand A title\nand 10.1.1.3." in text
    assert build.links() == []
    assert build.places == [f"index.rst:{line} invalid-name" for line in (4, 5, 6)]


def test_a_translation_keeps_the_doi(project: MakeProject) -> None:
    """The role stands in the catalogue, and the translated page has the same link."""
    catalogue = "locale/xx/LC_MESSAGES/index.po"
    made = project(
        {
            "index.rst": f"Page\n====\n\nSee :doi:`{SICI}` now.\n",
            catalogue: f"""
                msgid ""
                msgstr "Content-Type: text/plain; charset=UTF-8\\n"

                msgid "See :doi:`{SICI}` now."
                msgstr "Voir :doi:`{SICI}` et :doi:`https://doi.org/10.1000/182` maintenant."
                """,
        }
    )
    template = made.build("gettext").text("index.pot").replace('"\n"', "")
    assert f"See :doi:`{SICI}` now." in template
    build = made.build(language="xx", locale_dirs=["locale"], gettext_compact=False)
    assert build.targets() == [SICI_URL, "https://doi.org/10.1000/182"]
    assert build.places == ["locale/xx/LC_MESSAGES/index.po:5 unusual-address"]


def test_plain_docutils() -> None:
    """After `register()` the role works without Sphinx, and reports what is no name."""
    source = f":doi:`{SICI}`\n\n:DOI:`T <doi:10.1000/182>`\n\n:doi:`wrong`"
    with docutils_namespace():
        register("name")
        messages = {"report_level": 5}
        body = publish_parts(source, writer=Writer(), settings_overrides=messages)["body"]
    page = BeautifulSoup(body, "html.parser")
    assert [(link.get_text(), link["href"]) for link in page.find_all("a")] == [
        (SICI, SICI_URL),
        ("T", "https://doi.org/10.1000/182"),
    ]
    assert "wrong" in page.get_text()


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("https://doi.org/10.1000/456#789", ["links to '10.1000/456' and drops '#789'"]),
        ("T <https://doi.org/10.1000/456?789>", ["links to '10.1000/456' and drops '?789'"]),
        ("https://doi.org/10.1000/182?utm_source=a", []),
        ("https://doi.org/10.6338/JDA.202212%2FSP_17(4).0000", []),
        ("doi:10.1000/456#789", []),
        ("10.1000/456#789", []),
        ("wrong", ["'wrong'"]),
    ],
)
def test_plain_docutils_says_what_is_lost(argument: str, said: list[str]) -> None:
    """Without Sphinx's checks, the role itself warns of what a link in it loses."""
    document = new_document("page", get_default_settings(Parser))
    document.reporter.report_level = document.reporter.halt_level = 5  # type: ignore[assignment]
    inliner = SimpleNamespace(document=document, reporter=document.reporter)
    _, messages = DoiRole("name")("doi", "", argument, 1, inliner)  # type: ignore[arg-type]
    assert len(messages) == len(said)
    assert all(words in message.astext() for words, message in zip(said, messages, strict=True))


FORMS = [(name, path) for name, *paths in TABLE[:4] for path in paths]


@pytest.mark.parametrize(("name", "path"), FORMS)
def test_forms_of_the_newer_texts(name: str, path: str) -> None:
    """Links and URIs in the forms of the older and newer texts lead to the same address."""
    for argument in (name, f"https://doi.org/{path}", f"doi:{path}"):
        assert split(argument).link == Link(parse(name).url(), parse(name))


def test_a_role_of_ones_own_is_built_on_it(project: MakeProject) -> None:
    """`.. role:: paper(doi)` gives the link another class."""
    page = ".. role:: paper(doi)\n   :class: big\n\n:paper:`10.1000/182`\n"
    build = project({"index.rst": page}).build()
    assert 'class="big doi reference external"' in build.text("index.html") or re.search(
        r'class="[^"]*\bbig\b[^"]*" href="https://doi.org/10.1000/182"', build.text("index.html")
    )


def test_awkward_names(project: MakeProject, shared: Path) -> None:
    """Every awkward DOI of the collection has its own canonical link, in rST and in MyST."""
    lines = (shared / "spec" / "nasty_dois.jsonl").read_text(encoding="utf-8").splitlines()
    names = [json.loads(line)["doi"] for line in lines]
    rst = [name.replace("\\", "\\\\") for name in names]
    files = {
        "index.rst": "".join(f"* :doi:`{name}`\n* :doi:`T <{name}>`\n" for name in rst),
        "page.md": "".join(f"* {{doi}}`{name}`\n* {{doi}}`T <{name}>`\n" for name in names),
    }
    build = project(files, "myst_parser").build()
    expected = [parse(name).url() for name in names for _ in "12"]
    assert build.targets() == expected
    assert build.targets("page.html") == expected


def test_the_link_has_its_own_place(project: MakeProject) -> None:
    """As the links of Sphinx's own roles: docutils gives the line on which the block begins."""
    docstring = '"""Do.\n\n    One\n    :doi:`10.1000/code`.\n    """'
    files = {
        "conf.py": """
            import os, sys
            sys.path.insert(0, os.path.dirname(__file__))
            extensions = ["sphinx_doi", "myst_parser", "sphinx.ext.autodoc"]
            """,
        "index.rst": "P\n=\n\nOne\ntwo\n:doi:`10.1000/rst`\n\n.. autofunction:: role_mod.f\n",
        "page.md": ":orphan:\n\n# P\n\nOne\n\n{doi}`10.1000/md`\n",
        "role_mod.py": f"def f():\n    {docstring}\n",
    }
    app = project(files).build().app
    places = {
        node["doi-role"]: (str(node.source).rpartition("/")[2], node.line)
        for name in ("index", "page")
        for node in app.env.get_doctree(name).findall(nodes.reference)
    }
    assert places == {
        "10.1000/rst": ("index.rst", 4),
        "10.1000/code": ("role_mod.py:docstring of role_mod.f", 3),
        "10.1000/md": ("page.md", 7),
    }


def test_another_text_reads_the_pages_again(project: MakeProject) -> None:
    """`doi_text` is in titles and tables of contents, which Sphinx takes when it reads a page."""
    files = {
        "index.rst": "P\n=\n\n.. toctree::\n\n   a\n   b\n   c\n",
        "a.rst": "See :doi:`10.1000/a`\n====================\n",
        "b.rst": "B\n=\n\n:doi:`title <10.1000/b>` :doi:`wrong` https://doi.org/10.1000/c\n",
        "c.md": "# C\n\n[](https://doi.org/10.1000/d)\n",
    }
    made = project(files, "myst_parser")
    made.build()
    build = made.build(doi_text="name")
    assert "[config changed ('doi_text')] 4 added" in build.status
    assert ("10.1000/a", "https://doi.org/10.1000/a") in build.links("a.html")
    assert ("10.1000/d", "https://doi.org/10.1000/d") in build.links("c.html")
    assert "doi:10.1000/a" not in build.text("index.html")
    assert "0 added, 0 changed" in made.build(doi_text="name").status
