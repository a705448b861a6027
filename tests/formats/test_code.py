"""BibTeX in code is read and fixed as in a bibliography; links in other code are, on request."""

from __future__ import annotations

import json

import pytest

from mdlint_doi import check_text, fix_text
from mdlint_doi.file_formats import by_name
from mdlint_doi.formats import load
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source

OFFLINE = Settings(offline=True)
ENTRY = """\
@article{heagy2017,
  title = {A framework for simulation and inversion in electromagnetics},
  doi = {https://doi.org/10.1016/j.cageo.2017.06.018},
  url = {http://dx.doi.org/10.1016/j.cageo.2017.06.018},
}
"""
"""As in the README of github.com/simpeg/simpeg, whose field for the DOI has a link, too."""
FIXED = ENTRY.replace("doi = {https://doi.org/", "doi = {").replace("http://dx.", "https://")
BOTH = ["DOI501", "DOI201"]


def _indented(text: str, width: int) -> str:
    return "".join(
        " " * width + line if line.strip() else line for line in text.splitlines(keepends=True)
    )


PAGES = [
    ("markdown", "Please cite:\n\n```bibtex\n{}```\n", 0),
    ("markdown", "~~~ {{.bib}}\n{}~~~\n", 0),
    ("markdown", "Please use:\n\n```md\n{}```\n", 0),
    ("markdown", "```latex\n{}```\n", 0),
    ("markdown", "```{{code-block}} BibTeX\n:caption: Us\n\n{}```\n", 0),
    ("markdown", "- Cite:\n\n  ```\n{}  ```\n", 2),
    ("markdown", "> ```bibtex\n> @book{{a, title={{T}}}}\n> ```\n\nCite:\n\n{}\nThanks.\n", 4),
    ("rst", "Cite us.\n\n.. code-block:: bibtex\n\n{}\nThanks.\n", 4),
    ("rst", "Cite us.\n\n.. sourcecode:: bibtex\n   :caption: Us\n\n{}", 3),
    ("rst", ".. code:: bib\n\n{}", 3),
    ("rst", ".. code-block:: none\n\n{}", 3),
    ("rst", "- Cite::\n\n{}\n- Thanks.\n", 4),
    ("python", 'def f():\n    """Do.\n\n    .. code-block:: bibtex\n\n{}    """\n', 8),
    ("python", 'class A:\n    r"""Do.\n\n    Cite::\n\n{}    """\n', 8),
]


@pytest.mark.parametrize(("kind", "page", "indent"), PAGES)
def test_entries_in_code_are_read_and_fixed(kind: str, page: str, indent: int) -> None:
    """At their places, by the rules and the guard of bibliographies; the rest stays as it is."""
    text = page.format(_indented(ENTRY, indent))
    found = check_text(text, kind, OFFLINE)
    assert [finding.code for finding in found] == BOTH
    assert [finding.where.rpartition("heagy2017, ")[2] for finding in found] == ["doi", "url"]
    assert [finding.span.cut(text) for finding in found] == [
        "https://doi.org/",
        "http://dx.doi.org",
    ]
    assert fix_text(text, kind, OFFLINE) == page.format(_indented(FIXED, indent))


def test_entries_in_a_notebook() -> None:
    """In a cell of Markdown, with JSON's escapes around."""
    cell = {"cell_type": "markdown", "metadata": {}, "source": [f"```bibtex\n{ENTRY}```\n"]}
    text = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    found = check_text(text, "notebook", OFFLINE)
    assert [(finding.code, finding.where) for finding in found] == [
        ("DOI501", "cell 1, heagy2017, doi"),
        ("DOI201", "cell 1, heagy2017, url"),
    ]
    fixed = fix_text(text, "notebook", OFFLINE)
    assert json.loads(fixed)["cells"][0]["source"] == [f"```bibtex\n{FIXED}```\n"]


@pytest.mark.parametrize(
    ("kind", "page", "indent"),
    [
        ("markdown", "```python\n{}```\n", 0),
        ("markdown", "```\nSee:\n{}```\n", 0),
        ("markdown", "```\n{}print(1)\n```\n", 0),
        ("markdown", "```\n@cache(a)\ndef f():\n    return '{}'\n```\n", 0),
        ("rst", ".. code-block:: python\n\n{}", 3),
        ("rst", "Cite::\n\n    See:\n{}", 4),
    ],
)
def test_other_code_is_left_alone(kind: str, page: str, indent: int) -> None:
    """Code in another language, and code that says nothing and is not entries alone."""
    text = page.format(_indented(ENTRY, indent))
    assert check_text(text, kind, OFFLINE) == []
    assert fix_text(text, kind, OFFLINE) == text


def test_what_is_to_be_filled_in_is_no_fault_in_an_example() -> None:
    """Placeholders, people and years that stand for others, empty fields, an entry twice."""
    entries = """\
@article{a, author = {Doe, Jane}, year = {2999}, doi = {10.xxxx/xxxxx}}
@article{b, author = {Author, First}, year = {2001}, doi = {}}
@article{c, doi = {10.5281/zenodo.1234}}
@article{d, doi = {10.1000/182}}
@article{e, doi = {10.1000/182}}
"""
    assert {finding.code for finding in check_text(entries, "bibtex", OFFLINE)} >= {
        "DOI105",
        "DOI502",
    }
    assert check_text(f"```bibtex\n{entries}```\n", settings=OFFLINE) == []


@pytest.mark.filterwarnings("ignore::mdlint_doi.UnreadWarning")
def test_a_block_that_the_guard_cannot_read_stays_as_it_is() -> None:
    """Another one of the same page is fixed."""
    broken = ENTRY.replace("inversion in", "inversion {in")
    text = f"```bibtex\n{broken}```\n\n```bibtex\n{ENTRY}```\n"
    assert fix_text(text, settings=OFFLINE) == f"```bibtex\n{broken}```\n\n```bibtex\n{FIXED}```\n"


@pytest.mark.filterwarnings("ignore::mdlint_doi.UnreadWarning")
@pytest.mark.parametrize(
    ("kind", "page"), [("rst", "{}"), ("python", 'def f():\n    """Do.\n\n{}    """\n')]
)
def test_blocks_of_one_text_are_tried_alone(kind: str, page: str) -> None:
    """In reStructuredText and docstrings as on a page of Markdown."""
    broken = ENTRY.replace("inversion in", "inversion {in")
    block = "    .. code-block:: bibtex\n\n{}\n"
    before, after = (
        page.format("".join(block.format(_indented(entry, 8)) for entry in (broken, whole)))
        for whole in (ENTRY, FIXED)
    )
    assert fix_text(before, kind, OFFLINE) == after


def test_the_guard_of_restructuredtext_knows_its_blocks() -> None:
    """Code in BibTeX is a document of its own, other code is none."""
    pytest.importorskip("docutils")
    from mdlint_doi.formats.rst.guard import SameDoctree

    text = f"Cite::\n\n{_indented(ENTRY, 4)}\n.. code-block:: python\n\n    @decorator\n"
    (inner,) = SameDoctree().inner(text)
    assert inner.text.strip() == ENTRY.strip()
    assert inner.guard(ENTRY, FIXED, ())
    assert not inner.guard(ENTRY, ENTRY.replace("heagy", "haegy"), ())
    assert SameDoctree().inner("no code") == ()


def test_comments_hold_for_code() -> None:
    """Those of the page around, and those in the block."""
    page = f"<!-- mdlint-doi-disable -->\n```bibtex\n{ENTRY}```\n"
    assert check_text(page, settings=OFFLINE) == []
    page = f"```bibtex\n% mdlint-doi-disable-file DOI501\n{ENTRY}```\n"
    assert [finding.code for finding in check_text(page, settings=OFFLINE)] == ["DOI201"]


def test_prose_says_nothing_of_an_entry() -> None:
    """What an entry says of its work is said by its fields."""
    texts = {"markdown": f"```bibtex\n{ENTRY}```\n", "rst": f"::\n\n{_indented(ENTRY, 3)}"}
    for kind, text in texts.items():
        entry = by_name(kind)
        assert entry is not None
        claims = load(entry.module).read(Source("a", text), OFFLINE).claims()
        assert {title.text for claim in claims for title in claim.titles} == {
            "A framework for simulation and inversion in electromagnetics"
        }


CODE = Settings(offline=True, check_code=True)
CODE_PAGES = [("markdown", "```python\n{}\n```\n"), ("rst", ".. code-block:: python\n\n   {}\n")]


@pytest.mark.parametrize(("kind", "page"), CODE_PAGES)
@pytest.mark.parametrize(
    ("line", "after"),
    [
        (
            "import x  # see http://doi.org/10.1000/182.",
            "import x  # see https://doi.org/10.1000/182.",
        ),
        ("// (http://doi.org/10.1000/182)", "// (https://doi.org/10.1000/182)"),
        ("url = 'http://doi.org/10.1000%2F182'", "url = 'https://doi.org/10.1000/182'"),
        ('get("https://doi.org/doi:10.1000/182")', 'get("https://doi.org/10.1000/182")'),
    ],
)
def test_links_in_strings_and_comments(kind: str, page: str, line: str, after: str) -> None:
    """The rules on the form of links look at them, and fix them, where code is looked at."""
    assert check_text(page.format(line), kind, OFFLINE) == []
    assert fix_text(page.format(line), kind, OFFLINE) == page.format(line)
    assert check_text(page.format(line), kind, CODE)
    assert fix_text(page.format(line), kind, CODE) == page.format(after)


@pytest.mark.parametrize(("kind", "page"), CODE_PAGES)
@pytest.mark.parametrize(
    "line",
    [
        "curl --url http://doi.org/10.1000/182",
        'print("see http://doi.org/10.1000/182")',
        'f"http://doi.org/10.1000/1{x}"',
        "x  # doi.org/10.1000/2",
        "url = http://doi.org/10.1000/182",
        "# see http://doi.org/10.1000/182{x}",
        "# 10.1000/182 and doi:10.1000/182",
    ],
)
def test_other_links_in_code(kind: str, page: str, line: str) -> None:
    """What is a part of a string, an argument or no link stays as it is."""
    assert fix_text(page.format(line), kind, CODE) == page.format(line)
