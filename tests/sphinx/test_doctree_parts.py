"""The parts of reading a doctree, without a build: escapes, places, constructs, blocks."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils import nodes

from mdlint_doi.lint.model import Form
from mdlint_doi.names.doi import parse
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span
from sphinx_doi.doctree import constructs
from sphinx_doi.doctree.configured import Configured
from sphinx_doi.doctree.escapes import escape2null, in_python, uri_at_end, written
from sphinx_doi.doctree.places import File, Files, Match, search
from sphinx_doi.doctree.walk import Origin, block_of, docstring_of
from sphinx_doi.role import MARK
from sphinx_doi.role_place import language_in

OLD = "http://dx.doi.org/10.1000"
PUBLISHER = "https://onlinelibrary.wiley.com/doi"


@pytest.mark.parametrize(
    ("raw", "meant", "places"),
    [
        (r"a\_b", "a_b", ["a", "_", "b"]),
        (r"a\ b", "ab", ["a", "b"]),
        (r"a\ bc\*", "abc*", ["a", "b", "c", "*"]),
        (r"\ab", "ab", ["a", "b"]),
        ("a\\\nb", "ab", ["a", "b"]),
        ("a\\\\b", "a\\b", ["a", "\\", "b"]),
        ("abc", "abc", ["a", "b", "c"]),
        ("\\ ", "", []),
    ],
)
def test_escapes_are_undone(raw: str, meant: str, places: list[str]) -> None:
    """Each character that is left stands where it did; escaped blanks are none."""
    text = f"<{raw}>"
    found = written(escape2null(text), Span(1, len(text) - 1))
    assert found.text == meant
    assert [text[found.at(at)] for at in range(len(meant))] == places


@pytest.mark.parametrize(
    ("raw", "uri", "whole"),
    [
        ("t: https://doi.org/10.1/a", "https://doi.org/10.1/a", "https://doi.org/10.1/a"),
        (r"t: x:10.1/a\_b", "x:10.1/a_b", r"x:10.1/a\_b"),
        ("t: x:10.1/\n  a", "x:10.1/a", "x:10.1/\n  a"),
        ("t: y:10.1/a", "x:10.1/a", None),
        ("10.1/a", "x:10.1/a", None),
    ],
)
def test_a_uri_at_the_end(raw: str, uri: str, whole: str | None) -> None:
    """It is found from its last character to its first, with blanks and escapes between."""
    found = uri_at_end(escape2null(raw), uri, len(raw))
    assert (None if found is None else found.whole.cut(raw)) == whole
    assert found is None or found.text == uri


def test_places_in_a_python_string() -> None:
    r"""Where each backslash is written as `\\`, what stands behind it stands further on."""
    text = r"a\_b\_c"
    found = in_python(written(escape2null(text), Span(0, len(text))), text)
    assert found.text == "a_b_c"
    assert [found.at(at) for at in range(5)] == [0, 3, 4, 7, 8]


@pytest.mark.parametrize(("around", "inside"), [("<>", True), ("< ", False), (" >", False)])
def test_angle_brackets(around: str, inside: bool) -> None:  # noqa: FBT001
    """A URL stands in them only with both, right beside it."""
    text = f"a {around[0]}x:y{around[1]} >"
    assert Match(Source("a.rst", text), Span(3, 6)).is_in_brackets == inside


def test_each_place_is_taken_once() -> None:
    """Equal texts have one place after the other, then the first again, as a copy."""
    link = f"`a <{OLD}/1>`_"
    file = File("a.rst", f"{link}\n\n{link} {link}\n")
    found = [search(file, link, line) for line in (1, 3, 3, 3)]
    starts = [None if one is None else (one.span.start, one.is_copy) for one in found]
    second = len(link) + 2
    assert starts == [(0, False), (second, False), (second + len(link) + 1, False), (second, True)]


def test_a_text_stands_where_its_blanks_do() -> None:
    """A place with the same blanks is the one; without any, other blanks will do."""
    file = File("a.rst", "`a  b`_ `a b`_ `c\nd`_")
    found = [search(file, "`a b`_", 1), search(file, "`a b`_", 1), search(file, "`c d`_", 1)]
    spans = [None if one is None else (one.span.start, one.is_copy) for one in found]
    assert spans == [(8, False), (8, True), (15, False)]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("`10.1000/182`", "10.1000/182"),
        ("``10.1000/1``", "10.1000/1"),
        ("`10.1/a\\_b`", "10.1/a_b"),
    ],
)
def test_a_mistyped_role_has_its_name_in_place(raw: str, text: str) -> None:
    """The name is what stands between the backticks, be they one or two."""
    page = f"See DOI:{raw}."
    made = constructs.mistyped_role(f"DOI:{raw}", raw.strip("`"), ())
    assert made is not None
    found = made.mention(Match(Source("a.rst", page), Span(4, len(page) - 1)))
    assert found is not None
    assert (found.written.text, found.doi) == (text, parse(text))
    assert found.written.whole.cut(page) == raw.strip("`")


@pytest.mark.parametrize(
    ("page", "is_told"), [("10.1000/1.\\ |a|", False), ("10.1000/1 |a|", True)]
)
def test_a_substitution_completes_a_name(page: str, is_told: bool) -> None:  # noqa: FBT001
    """What stands before one is no name yet."""
    made = constructs.text(find(page)[0], Form.TEXT)
    found = made.mention(Match(Source("a.rst", page), Span(0, len("10.1000/1"))))
    assert (found is not None) is is_told


def test_a_role_without_its_text() -> None:
    """What a program made of a role is looked for as an author would have written it."""
    node = nodes.reference("", "x", refuri="https://doi.org/10.1000/182")
    node[MARK] = "10.1000/182"
    assert constructs.role(node, ()).needles[0] == ":doi:`10.1000/182`"


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
def test_extlinks_answer_for_the_name(base: str, part: str, address: str) -> None:
    """The resolver's address in `conf.py` is not the page's; a publisher's page stays one."""
    made = constructs.extlink("x", base, base % part, lambda text: read(text, publishers=True))
    found = made.mention(Match(Source("a.rst", f":x:`{part}`"), Span(0, 5 + len(part))))
    assert found is not None
    assert (found.written.text, found.form) == (address, Form.DESTINATION)


@pytest.mark.parametrize(
    ("page", "title", "form"),
    [
        ("x", "words", Form.DESTINATION),
        ("x", None, Form.BARE_LINK),
        ("<x>", None, Form.AUTOLINK),
    ],
)
def test_links_that_a_program_made(page: str, title: str | None, form: Form) -> None:
    """A link without a text of its own shows its address; one with a text stands elsewhere."""
    address = f"{OLD}/182"
    node = nodes.reference("", title or address, refuri=address)
    made = constructs.reference(node, read)
    assert made is not None
    page = page.replace("x", address)
    start = page.index(address)
    found = made.mention(Match(Source("a.txt", page), Span(start, start + len(address))))
    assert found is not None
    assert (found.form, found.title) == (form, title or address)


def test_a_link_with_a_line_of_its_own_is_in_its_paragraph() -> None:
    """MyST gives each link line and source; its block is the paragraph all the same."""
    link = nodes.reference("", "x", refuri="https://doi.org/10.1000/182")
    link.line, link.source = 3, "/a.md"
    paragraph = nodes.paragraph("", "", nodes.strong("", "", link))
    paragraph.line, paragraph.source = 2, "/a.md"
    block = block_of(link.children[0])
    assert (block.line, block.origin.path, block.identity) == (3, "/a.md", id(paragraph))


def test_a_docstring_of_nothing_known() -> None:
    """An object that was never imported has no file."""
    assert docstring_of("nowhere.to_be.found").path == ""


def test_lines_of_what_conf_py_puts_in() -> None:
    """The first of the texts that is there, at its line, which may be the first."""
    configured = Configured({"<rst_epilog>": "a\nb", "<rst_prolog>": "\nc"})
    origin = Origin("<rst_epilog>", in_file=False)
    assert configured.line_in_text(origin, ["a"]) == 1
    assert configured.line_in_text(origin, ["missing", "b"]) == 2
    assert configured.line_in_text(origin._replace(path="<rst_prolog>"), ["c"]) == 2
    assert configured.line_in_text(origin, ["missing"]) is None


def test_translations_one_after_the_other(tmp_path: Path) -> None:
    """Each use of a translated text has its place in the catalogue; the last one has the rest."""
    two = 'msgid "z"\nmsgstr "a "\n"y 10.1000/"\n"182"\n'
    (tmp_path / "a.po").write_text(f'msgid "x"\nmsgstr "y"\n\n{two}')
    configured = Configured(folders=(str(tmp_path),), source="/docs")
    found = [configured.translated_at("/docs/a.rst", Files(), ["y"], nth) for nth in range(3)]
    assert [one and one.line for one in found] == [2, 6, 6]
    whole = configured.translated_at("/docs/a.rst", Files(), ["10.1000/182"], 0)
    assert whole is not None
    assert whole.line == 6
    assert configured.translated_at("/docs/a.rst", Files(), ["missing"], 0) is None


@pytest.mark.parametrize(
    ("before", "language"),
    [
        ("", "myst"),
        ("```{eval-rst}\nx\n```\n\n", "myst"),
        ("```{eval-rst}\nx\n```\n\n```{note}\n", "myst"),
        ("```{note}\nx\n```\n\n```{eval-rst}\n", "rst"),
        ("````{eval-rst}\n```\n", "rst"),
        ("  ```{eval-rst}\nx\n```\n\n", "myst"),
    ],
)
def test_language_of_a_place(before: str, language: str) -> None:
    """Roles of rST stand inside of `eval-rst`, MyST's behind it and anywhere else."""
    text = f"{before}here, and {{eval-rst}} too\n"
    assert language_in(Source("a.md", text), text.index("here")) == language
