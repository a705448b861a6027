"""Pages on which nothing can be wrong are not read; what is said of a project is the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st
from sphinx_projects import Build, MakeProject

from mdlint_doi.formats.rst import role_argument
from mdlint_doi.lint.engine import findings
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.rule import Facts
from mdlint_doi.names.link import canonical
from mdlint_doi.names.scan.find import read
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from sphinx_doi import argument
from sphinx_doi.checks import events
from sphinx_doi.checks.store import domain_of
from sphinx_doi.doctree import places
from sphinx_doi.doctree.mentions import PageMentions
from sphinx_doi.doctree.reader import Reader
from sphinx_doi.plain_names import is_plain_link, plain_link, plain_target

WORDS = """
    1 0 x s41586 021 03819-2 nature zenodo 1234567 v2 full pdf html abstract meta a B j cell joss
    1371 journal.pone.0123456 m9.figshare JHEP06(2015)1 1234 xyz PDF .. - _ / // . OSF.IO test
    sample id supp_1 #a <x> & %20 É todo doi 10.1000
    """
PARTS = st.sampled_from(WORDS.split())
NAMES = st.builds(
    "10.{}/{}".format,
    st.sampled_from(["1000", "1038", "1016", "5281", "5555", "123456789", "1234", "5072", "00001"]),
    st.lists(PARTS, min_size=1, max_size=4).flatmap(
        lambda parts: st.sampled_from([".".join(parts), "/".join(parts), "".join(parts)])
    ),
)
FORMS = [Form.DESTINATION, Form.AUTOLINK, Form.BARE_LINK, Form.DEFINITION]


def _said(text: str, form: Form, title: str | None = None) -> list[str]:
    """Return what the default rules say of a mention."""
    spelling = read(text)
    assert spelling is not None
    source = Source("page.rst", text)
    placed = PlacedText(text, 0)
    mention = Mention(source, Span(0, len(text)), placed, form, spelling, title)
    return [one.message for one in findings([mention], Facts())]


@given(NAMES)
def test_nothing_is_said_of_plain_links(name: str) -> None:
    """No rule that is on by default has anything to say, whatever the construct."""
    link = f"https://doi.org/{name}"
    if is_plain_link(link):
        for form in FORMS:
            for title in (None, "Smith 2020", name, f"doi:{name}", link):
                assert _said(link, form, title) == []
        assert _said(name, Form.ROLE) == []
        assert plain_link(link) == read(link)
        kept = canonical(plain_link(link))
        assert kept is not None
        assert kept.href == link


@given(NAMES, st.sampled_from(["", "Smith", "a  long title", "a\ntitle", "!", "A & B, 2020", " "]))
def test_plain_roles_are_taken_apart_alike(name: str, title: str) -> None:
    """The short way and the long way give the same argument."""
    text = f"{title} <{name}>" if title else name
    target = plain_target(text)
    assert argument.split(text) == role_argument.split(text)
    assert target is None or target.cut(text) == name


@pytest.mark.parametrize(
    "name",
    [
        "10.1038/s41586-021-03819-2",
        "10.5281/zenodo.3974022",
        "10.1371/journal.pone.0123456",
        "10.21105/joss.01686",
        "10.1145/2675133.2675215",
    ],
)
def test_ordinary_names_are_plain(name: str) -> None:
    """Else there is no gain."""
    assert is_plain_link(f"https://doi.org/{name}")


PLAIN = {
    "a.rst": """
        Title
        =====

        See :doi:`10.1000/1`, :doi:`a paper <10.1000/a.2>` and `Smith 2020
        <https://doi.org/10.1000/3>`_, https://doi.org/10.1000/4. Or Jones_.

        .. _Jones: https://doi.org/10.1000/5
        .. figure:: x.png
           :target: https://doi.org/10.1000/6
        """,
    "b.md": """
        # Title

        See {doi}`10.1000/1`, {doi}`a paper <10.1000/a.2>`, [Smith 2020](https://doi.org/10.1000/3)
        and <https://doi.org/10.1000/4>, [doi:10.1000/5](https://doi.org/10.1000/5).
        """,
    "d.rst": "T\n=\n\n10.1000/9 in the text, ``https://doi.org/10.1000/10`` in code.\n",
    "o.md": "# T\n\n[DOI][q] and [r](https://pnas.org/doi/10.1073/pnas.1), doi:10.1000/2 too.\n\n"
    "```text\nhttp://dx.doi.org/10.1000/29\n```\n\n[q]: https://doi.org/10.1000/30\n",
    "r.rst": """
        T
        =

        ::

           https://doi.org/10.1000/41

        https://doi.org/10.1000/41 (https://doi.org/10.1000/41), <https://doi.org/10.1000/41>.

           `Smith and
           Jones <https://doi.org/10.1000/42>`_, `10.1000/43 <https://doi.org/10.1000/43>`__,
           `https://doi.org/10.1000/44 <https://doi.org/10.1000/44>`__. :doi:`10.1000/44`
           :doi:`10.1000/44`, again `Smith and Jones`_.

        .. image:: https://doi.org/x.png
           :alt: https://doi.org/10.1000/45
           :target: https://doi.org/10.1000/45
        """,
    "s.rst": "T\n=\n\n:doi:`10.1000/46`, :doi:`Jones <10.1000/47>`\n",
    "none.rst": "Nothing\n=======\n\nThere are 10 of them.\n",
}
NOT_PLAIN = {
    "p.md": "# T\n\n```{code-block} text\n10.1000/31\n```\n\n"
    "At the end 10.1016/j.cell.\n2020.01.001\n",
    "q.md": "# T\n\n<!-- https://doi.org/10.1000/32 -->\n\n`10.1000/33` and `10.1000/33`, [a]: x\n",
    "c.rst": "T\n=\n\nhttp://dx.doi.org/10.1000/7 and :doi:`x`, DOI:`10.1000/8`\n",
    "e.md": "# T\n\n[a](https://doi.org/10.1000/11) and [b](http://doi.org/10.1000/12 )\n",
    "f.md": "# T\n\n<https://doi.org/10.1000/13> and [c](doi: 10.1000/14)\n",
    "g.md": "# T\n\n[10.1000/15](https://doi.org/10.1000/16)\n\n<!-- DOI: 10.1000/17 -->\n",
    "h.rst": "T\n=\n\n`10.1000/18 <https://doi.org/10.1000/19>`_ https://doi.org/10.1000/a<b>c\n",
    "i.md": "# T\n\n```{eval-rst}\n:doi:`10.1000/20`\n```\n\n[x][y]\n\n[y]: https://doi.org/10.1000/21\n",
    "j.rst": "T\n=\n\n.. include:: k.txt\n\n:doi:`10.1000/22`\n\n.. toctree::\n\n   *\n",
    "k.txt": ":doi:`10.5555/1` https://doi.org/10.1000/23\n",
    "l.rst": "T\n=\n\n.. mdlint-doi-disable\n\nhttp://doi.org/10.1000/24 :doi:`10.1000/25`\n",
    "m.rst": "T\n=\n\n.. raw:: html\n\n   <a href='https://doi.org/10.1000/26'>x</a>\n\n|s|\n\n"
    ".. |s| replace:: https://doi.org/10.1000/27\n",
    "u.rst": "T\n=\n\n|s| and |s|\n\n.. |s| replace:: https://doi.org/10.1000/48\n",
}
CONF = """
    extensions = ["sphinx_doi", "myst_parser"]
    include_patterns = ["**.rst", "**.md"]
    exclude_patterns = ["k.txt"]
    """
INDEX = {
    "index.rst": "Index\n=====\n\n.. toctree::\n   :glob:\n\n   *\n   Paper <https://doi.org/10.1/x>\n"
}


FILES = {"conf.py": CONF, **INDEX, **PLAIN, **NOT_PLAIN}


def _log(text: str) -> list[str]:
    return sorted(line for line in text.splitlines() if "doi" in line.lower())


def _hard_coded(build: Build) -> list[str]:
    """Return the lines on links that could be roles, as `-v` has them."""
    return [line for line in _log(build.status) if "hard-coded" in line]


def _mentions(build: Build) -> dict[str, list[str]]:
    domain = domain_of(build.app.env)
    return {
        docname: [
            f"{origin} {one.form} {one.span} {one.written.text} {one.title} {one.doi} {one.error}"
            for origin, document in domain.mentions(docname).documents
            for one in document.mentions
        ]
        for docname in build.app.env.found_docs
    }


def test_what_is_said_is_the_same(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the short way and without it: the log, the advice, the mentions that others want."""
    made = project(FILES)
    short = made.build("dummy", verbosity=1)
    monkeypatch.setattr(events, "plain_page", lambda *_: None)
    long = made.build("text", verbosity=1)
    assert _log(short.warning) == _log(long.warning)
    assert len(_hard_coded(short)) > 10
    assert _hard_coded(short) == _hard_coded(long)
    assert _mentions(short) == _mentions(long)


ARROWS = """
from docutils import nodes


def add(app, doctree):
    for node in list(doctree.findall(nodes.reference)):
        arrow = nodes.reference(node.rawsource, "Open", **node.attributes)
        node.parent.insert(node.parent.index(node) + 1, arrow)


def setup(app):
    app.connect("doctree-read", add, priority=100)
"""


def test_a_link_that_an_extension_adds_to_another(project: MakeProject) -> None:
    """It has no place of its own: the one that stands in the file is spoken of, and no other."""
    conf = """
        import os
        import sys

        sys.path.insert(0, os.path.dirname(__file__))
        extensions = ["sphinx_doi", "arrows"]
        """
    page = "T\n=\n\nSee `Doe 2020 <https://doi.org/10.1000/1>`__ too.\n"
    build = project({"conf.py": conf, "arrows.py": ARROWS, "index.rst": page}).build(
        "dummy", verbosity=1
    )
    assert [line.partition(": ")[2] for line in _hard_coded(build)] == [
        "hard-coded DOI link, could be :doi:`Doe 2020 <10.1000/1>`"
    ]


def test_plain_pages_are_not_read(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are, each once."""
    read_whole: list[str] = []
    mentions = Reader.mentions

    def counted(self: Reader, doctree: nodes.document) -> PageMentions:
        read_whole.append(Path(doctree["source"]).name)
        return mentions(self, doctree)

    monkeypatch.setattr(Reader, "mentions", counted)
    build = project(FILES).build("dummy")
    assert not {*read_whole} & {*PLAIN}
    assert sorted(read_whole) == sorted({*NOT_PLAIN, "index.rst"} - {"k.txt"})
    assert domain_of(build.app.env).docnames() == sorted(
        name.partition(".")[0] for name in {**PLAIN, **NOT_PLAIN, **INDEX} if name[0] not in "kn"
    )


def test_a_file_is_read_for_a_place_in_it(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of reStructuredText without a link to a DOI is not; of Markdown all is to be known."""
    files_read: list[str] = []
    read_file = places._read

    def counted(path: str) -> places.File | None:
        files_read.append(Path(path).name)
        return read_file(path)

    monkeypatch.setattr(places, "_read", counted)
    names = ("a.rst", "b.md", "none.rst", "s.rst")
    links = "\n".join(f"   {name.partition('.')[0]}" for name in names)
    index = f"Index\n=====\n\n.. toctree::\n\n{links}\n"
    build = project(
        {"conf.py": CONF, "index.rst": index, **{name: PLAIN[name] for name in names}}
    ).build("dummy")
    assert sorted(files_read) == ["a.rst", "b.md"]
    assert domain_of(build.app.env).docnames() == ["a", "b", "s"]


def test_nothing_is_read_without_checks(
    project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A role that names no DOI is an error even then; a later build reads what it wants."""
    files = {"conf.py": CONF, "index.rst": "T\n=\n\nhttps://dx.doi.org/10.1000/1\n"}
    made = project(files)
    with monkeypatch.context() as patch:
        patch.setattr(Reader, "mentions", None)
        assert made.build("dummy", doi_check="off").places == []
    assert made.build("dummy").places == ["index.rst:4 legacy-resolver"]
    made.write({"index.rst": "T\n=\n\nhttps://dx.doi.org/10.1000/1 :doi:`x`\n"})
    assert made.build("dummy", doi_check="off").places == ["index.rst:4 invalid-name"]
