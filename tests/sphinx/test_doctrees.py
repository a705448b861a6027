"""Doctrees that an extension made, and what the page's file says of them; no build."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes
from docutils.utils import new_document

from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.settings import Settings
from sphinx_doi.page.catalog import Catalog
from sphinx_doi.page.files import PageFile, PageFiles
from sphinx_doi.page.mentions import PageMention, PageMentions
from sphinx_doi.page.origins import Origin, Project, place_of, read_origin
from sphinx_doi.page.reader import PageReader
from sphinx_doi.role import MARK

OLD = "http://dx.doi.org/10.1000"
PUBLISHER = "https://onlinelibrary.wiley.com/doi"


def mentions(
    path: Path,
    text: str,
    *shown: nodes.Node,
    select: tuple[str, ...] = ("DOI001",),
    **extlinks: str,
) -> list[Mention]:
    """The mentions of a page with these nodes in a paragraph, whose file holds this text."""
    path.write_text(text, encoding="utf-8")
    document = new_document(str(path))
    paragraph = nodes.paragraph("", "", *shown)
    paragraph.source, paragraph.line = str(path), 1
    document += paragraph
    settings = Settings(select=select)
    reader = PageReader(settings, PageFiles(settings), Project(extlinks=extlinks))
    found = reader.mentions(document)
    return [mention for _, page in found.with_texts(reader.files) for mention in page.mentions]


def link(address: str, title: str = "", raw: str = "", **attributes: object) -> nodes.reference:
    """A link as a directive or a role makes one."""
    return nodes.reference(raw, title or address, refuri=address, **attributes)


def place(path: Path, mention: Mention) -> tuple[int, str]:
    """Line and text of what a mention's span covers."""
    text = path.read_text(encoding="utf-8")
    return text.count("\n", 0, mention.span.start) + 1, mention.span.cut(text)


def test_a_place_that_is_shown_twice_is_one(tmp_path: Path) -> None:
    """Copies of a node have the place of the first; other equal texts have their own."""
    page = tmp_path / "page.csv"
    once = mentions(page, f"a,{OLD}/1\nb\n", *(link(f"{OLD}/1") for _ in range(3)))
    assert [place(page, mention) for mention in once] == [(1, f"{OLD}/1")]
    twice = mentions(page, f"{OLD}/1\nb,{OLD}/1\n", *(link(f"{OLD}/1") for _ in range(3)))
    assert [place(page, mention) for mention in twice] == [(1, f"{OLD}/1"), (2, f"{OLD}/1")]


def test_a_copy_of_what_a_format_reads_is_none(tmp_path: Path) -> None:
    """A table of contents repeats a title: what the file says is said once."""
    page = tmp_path / "page.rst"
    title = "See 10.1000/1 today"
    found = mentions(page, f"{title}\n{'=' * 20}\n", *(nodes.Text(title) for _ in range(2)))
    assert [(*place(page, mention), mention.form) for mention in found] == [
        (1, "10.1000/1", Form.TEXT)
    ]


def test_a_link_that_only_the_doctree_has(tmp_path: Path) -> None:
    """It is spoken of though the same name is written well in the file, as a text of its own."""
    page = tmp_path / "page.rst"
    found = mentions(
        page,
        "x\n\nhttps://doi.org/10.1000/1\n",
        link("https://doi.org/10.1000/1"),
        link(f"{OLD}/1"),
    )
    assert sorted(mention.source.text == f"{OLD}/1" for mention in found) == [False, True]


def test_a_role_without_its_text(tmp_path: Path) -> None:
    """What a program made of a role is found where an author would have written it."""
    page = tmp_path / "page.csv"
    node = link("https://doi.org/10.1000/182", "x", **{MARK: "10.1000/182"})
    found = mentions(page, "a, :doi:`10.1000/182`\n", node)
    assert [(*place(page, mention), mention.form) for mention in found] == [
        (1, ":doi:`10.1000/182`", Form.ROLE)
    ]


@pytest.mark.parametrize(
    ("base", "part", "address"),
    [
        (f"{OLD}/%s", "182", "https://doi.org/10.1000/182"),
        (f"{PUBLISHER}/10.1002/%s", "anie.1", f"{PUBLISHER}/10.1002/anie.1"),
        ("https://doi.ogr/%s", "10.1000/182", "https://doi.org/10.1000/182"),
        ("https://doi.org/doi/%s", "10.1000/182", "https://doi.org/10.1000/182"),
        ("https://doi.org/%s", "doi:10.1000/182", "https://doi.org/doi:10.1000/182"),
    ],
)
def test_extlinks_answer_for_the_name(tmp_path: Path, base: str, part: str, address: str) -> None:
    """The resolver's address in `conf.py` is not the page's; a publisher's page stays one."""
    page = tmp_path / "page.rst"
    node = link(base % part, "t", f":x:`{part}`", classes=["extlink-x"])
    found = mentions(page, f"See :x:`{part}`.\n", node, select=("all",), x=base)
    assert [(mention.written.text, mention.form) for mention in found] == [
        (address, Form.DESTINATION)
    ]
    assert place(page, found[0]) == (1, f":x:`{part}`")


@pytest.mark.parametrize(
    ("page", "title", "form"),
    [
        ("x", "words", Form.DESTINATION),
        ("x", "", Form.BARE_LINK),
        ("<x>", "", Form.AUTOLINK),
    ],
)
def test_links_that_a_program_made(tmp_path: Path, page: str, title: str, form: Form) -> None:
    """A link without a text of its own shows its address; one with a text stands elsewhere."""
    address = f"{OLD}/182"
    path = tmp_path / "page.tsv"
    found = mentions(path, page.replace("x", address), link(address, title))
    assert [(mention.form, mention.title) for mention in found] == [(form, title or address)]


def test_a_link_with_a_line_of_its_own_is_in_its_paragraph() -> None:
    """MyST gives each link line and source; its block is the paragraph all the same."""
    node = link("https://doi.org/10.1000/182")
    node.line, node.source = 3, "/a.md"
    paragraph = nodes.paragraph("", "", nodes.strong("", "", node))
    paragraph.line, paragraph.source = 2, "/a.md"
    found = place_of(node.children[0], Project())
    assert (found.line, found.origin.path, found.block) == (3, "/a.md", id(paragraph))


def test_a_docstring_of_nothing_known() -> None:
    """An object that was never imported has no file."""
    assert read_origin("docstring of nowhere.to_be.found").path == ""


def test_translations_in_several_lines(tmp_path: Path) -> None:
    """A mention in a translation has its place in the file, whatever is escaped before it."""
    path = tmp_path / "a.po"
    two = 'msgid "z"\nmsgstr "a \\"b\\" "\n"y https://doi.org/10.1000/"\n"182"\n'
    path.write_text(f'msgid "10.1000/1"\nmsgstr ""\n\n{two}\n#~ msgid "old"\n#~ msgstr "10.1/2"\n')
    file = PageFiles(Settings()).get(str(path))
    assert file is not None
    catalog = Catalog(file, Settings(), "rst")
    (mention,) = catalog.document.mentions
    assert mention.written.text == "https://doi.org/10.1000/182"
    assert catalog.source.location(mention.span.start).line == 6
    assert catalog.replaced == frozenset()


def test_a_file_that_changed_since_says_nothing_of_what_was_read(tmp_path: Path) -> None:
    """A mention stays what the page shows, though another name of its length stands there now."""
    path = tmp_path / "page.rst"
    old, new = (f"See https://doi.org/10.1000/{number} here.\n" for number in (182, 183))
    settings = Settings()
    path.write_text(old, encoding="utf-8")
    (mention,) = PageFile(str(path), old, settings, "rst").document.mentions
    page = PageMentions.of([PageMention(mention, Origin(str(path)))], {})
    for text in (old, new):
        path.write_text(text, encoding="utf-8")
        ((_, document),) = page.with_texts(PageFiles(settings))
        assert [str(mention.doi) for mention in document.mentions] == ["10.1000/182"]
        assert document.source.text == text
