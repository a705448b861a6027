"""The DOIs of notebooks: places, fixes, comments; outputs are not looked at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi import Settings
from mdlint_doi.api.texts import check_text, fix_text
from mdlint_doi.cli import main
from mdlint_doi.formats.notebook.format import may_hold_doi, same_page

OFFLINE = Settings(offline=True)
CODE = {
    "cell_type": "code",
    "id": "c",
    "execution_count": 3,
    "metadata": {},
    "outputs": [{"output_type": "stream", "name": "stdout", "text": ["http://dx.doi.org/10.1/a"]}],
    "source": ["# http://dx.doi.org/10.1000/182"],
}


def notebook(*sources: str | list[str], indent: int | None = 1, ascii_only: bool = False) -> str:
    """Return a notebook with these Markdown cells, and a cell of code before them."""
    cells: list[dict[str, Any]] = [
        {"cell_type": "markdown", "id": f"m{number}", "metadata": {}, "source": source}
        for number, source in enumerate(sources)
    ]
    whole = {"cells": [CODE, *cells], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=indent, ensure_ascii=ascii_only) + "\n"


def test_places_are_those_of_the_file() -> None:
    """Line and column are the file's, the cell is told; code and outputs are not looked at."""
    text = notebook(['# "T"\n', "é [x](http://doi.org/10.1000/a\\_b)\n"])
    (finding,) = check_text(text, "notebook", OFFLINE)
    assert (finding.code, finding.where) == ("DOI201", "cell 2")
    assert text.splitlines()[finding.line - 1][finding.column - 1 :].startswith("http://doi")


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize("in_lines", [True, False])
def test_a_fix_changes_the_doi_alone(
    *, indent: int | None, ascii_only: bool, in_lines: bool
) -> None:
    """Outputs, escapes and indentation stay; the notebook is one, and a second run is idle."""
    before = 'Über "x"\n<http://dx.doi.org/10.1000/182> and [\\"](https://doi.org/10.1000%2F1)\n'
    after = 'Über "x"\n<https://doi.org/10.1000/182> and [\\"](https://doi.org/10.1000/1)\n'

    def whole(text: str) -> str:
        source = text.splitlines(keepends=True) if in_lines else text
        return notebook(source, "x", indent=indent, ascii_only=ascii_only)

    fixed = fix_text(whole(before), "notebook", OFFLINE)
    assert fixed == whole(after)
    assert fix_text(fixed, "notebook", OFFLINE) == fixed
    nbformat.validate(json.loads(fixed))


def test_a_fix_over_a_line_end_is_refused() -> None:
    """What stands between two strings is JSON's: the finding stays, without a fix."""
    settings = OFFLINE.replace(select=("DOI402",))
    lines = ["See https://doi.org/10.1002/(SICI)1097-\n", "4571(199806)49:8 there\n"]
    whole = notebook(lines)
    for finding in check_text(whole, "notebook", settings):
        assert finding.fix is None
    assert fix_text(whole, "notebook", settings, unsafe=True) == whole


def test_comments_in_cells() -> None:
    """The comments of Markdown hold; one that is idle is reported at its place."""
    off = "<!-- mdlint-doi-disable DOI201 -->\n"
    text = notebook([off, "http://doi.org/10.1000/1\n"], ["http://doi.org/10.1000/2"])
    assert check_text(text, "notebook", OFFLINE) == []
    idle = notebook(["<!-- mdlint-doi-disable-file DOI201 -->"])
    (finding,) = check_text(idle, "notebook", OFFLINE)
    assert (finding.code, finding.span.cut(idle)) == ("DOI002", "DOI201")


def test_the_guard_sees_what_is_not_a_doi() -> None:
    """Changed outputs, lines, words or members are refused."""
    guard = same_page(OFFLINE)
    text = notebook(["a <http://doi.org/10.1000/1>\n", "b"])
    assert guard(text, text.replace("http://doi", "https://doi"), [])
    for old, new in (
        ('"a <', '"c <'),
        ("10.1/a", "10.1/b"),
        ('"execution_count": 3', '"execution_count": 4'),
        ('1>\\n"', '1>"'),
        ("}", ""),
    ):
        assert not guard(text, text.replace(old, new, 1), [])


WORDS = st.sampled_from(
    [
        "http://dx.doi.org/10.1000/182",
        "<https://doi.org/10.1002/a<1::AID-A1>3.0.CO;2-1>",
        '["q"](https://doi.org/10.1000/a\\\\_b)',
        "| a | http://doi.org/10.1000/1 |",
        "`http://doi.org/10.1000/2`",
        "> ",
        "é\\",
        "\n",
        " ",
    ]
)


@given(
    cells=st.lists(st.lists(WORDS, max_size=6).map("".join), max_size=3), ascii_only=st.booleans()
)
def test_cells_are_fixed_as_pages_are(*, cells: list[str], ascii_only: bool) -> None:
    """A cell becomes what Markdown's fixes make of it, but over line ends; the rest stays."""
    text = notebook(*(cell.splitlines(keepends=True) for cell in cells), ascii_only=ascii_only)
    fixed = fix_text(text, "notebook", OFFLINE)
    assert fix_text(fixed, "notebook", OFFLINE) == fixed
    old, new = json.loads(text), json.loads(fixed)
    for before, after, cell in zip(old["cells"][1:], new["cells"][1:], cells, strict=True):
        page = "".join(after["source"])
        # A fix that the guard refuses in one cell may take one of another cell with it.
        assert fix_text(page, "markdown", OFFLINE) == fix_text(cell, "markdown", OFFLINE)
        before["source"] = after["source"] = None
    assert old == new


def test_what_is_no_notebook_is_a_problem() -> None:
    """The prefilter looks at the bytes, escaped letters too; a broken file is told of."""
    assert may_hold_doi(b'{"cell_type": "markdown", "source": ["10\\\\.1000/182"]}')
    assert may_hold_doi(b'{"cell_type": "markdown", "source": ["10\\u002e1000/182"]}')
    assert not may_hold_doi(b'{"cell_type": "code", "source": ["10/182"]}')


@pytest.mark.parametrize(
    "text",
    [
        '{"cells":[ "http://dx.doi.org/10.1000/182',
        '{"cells": [{"cell_type": "code", "source": ["http://dx.doi.org/10.1000/182"]}',
        '["http://dx.doi.org/10.1000/182"]',
    ],
)
def test_a_broken_notebook_without_a_markdown_cell_is_reported(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A named file with a DOI that is not a notebook makes the run exit with 2."""
    path = tmp_path / "a.ipynb"
    path.write_text(text, encoding="utf-8")
    assert main(["check", "--offline", "--isolated", str(path)]) == 2
    assert "not a notebook" in capsys.readouterr().err


def test_code_is_still_not_read() -> None:
    """A notebook whose only DOI is in a code cell is read, and nothing is found."""
    code = '{"cells": [{"cell_type": "code", "source": ["http://dx.doi.org/10.1000/182"]}]}'
    assert may_hold_doi(code.encode())
    assert not check_text(code, "notebook", OFFLINE)


@pytest.mark.parametrize("in_lines", [True, False])
@pytest.mark.parametrize("indent", [None, 1])
def test_lines_are_those_of_the_cell(*, in_lines: bool, indent: int | None) -> None:
    """`-line` and `-next-line` mean lines of the cell, also where the file has one line for all."""
    lines = [
        "http://doi.org/10.1000/1\n",
        "<!-- mdlint-doi-disable-next-line DOI201 -->\n",
        "http://doi.org/10.1000/2\n",
        "http://doi.org/10.1000/3\n",
        "http://doi.org/10.1000/4 <!-- mdlint-doi-disable-line -->\n",
        "<!-- mdlint-doi-disable-line DOI201 -->\n",
        "<!-- mdlint-doi-disable-next-line DOI201 -->",
    ]
    text = notebook(lines if in_lines else "".join(lines), indent=indent)
    found = check_text(text, "notebook", OFFLINE.replace(extend_select=("DOI002",)))
    told = [(finding.code, str(finding.doi or "")) for finding in found]
    assert told == [
        *(("DOI201", "10.1000/1"), ("DOI201", "10.1000/3")),
        *(("DOI002", ""), ("DOI002", "")),
    ]


MEMBERS = st.fixed_dictionaries(
    {"cell_type": st.sampled_from(["markdown", "code", "raw"]), "source": WORDS},
    optional={
        "id": st.sampled_from(["markdown", "cell_type"]),
        "metadata": st.sampled_from(
            [{"cell_type": "markdown"}, {"a": [{}, {"cell_type": "markdown"}]}, ["cell_type"], {}]
        ),
        "attachments": st.sampled_from([[{"cell_type": "markdown", "source": "x"}], "}, {"]),
    },
)


@given(
    cells=st.lists(
        MEMBERS.flatmap(lambda cell: st.permutations([*cell.items()]).map(dict)), max_size=5
    )
)
def test_the_prefilter_misses_no_cell(cells: list[dict[str, Any]]) -> None:
    """However a cell's members are ordered, and whatever they hold: what is read is not missed."""
    text = json.dumps({"cells": cells, "metadata": {}})
    if any("doi" in cell["source"] for cell in cells if cell["cell_type"] == "markdown"):
        assert may_hold_doi(text.encode())


def test_prefilter_of_unusual_notebooks() -> None:
    """Where a cell does not begin with its type, or is no JSON, all of the file is searched."""
    cell = b'"source": ["doi:10.1000/182"]'
    for text in (
        b'{"cells": [{"metadata": {}, "cell_type": "markdown", ' + cell + b"}]}",
        b'{"cells": [{"cell_type": "markdown", "metadata": {"cell_type": "x"}, ' + cell + b"}]}",
        b'{"cells": [{"cell_type": "markdown", ' + cell,
        b'{"cells": [{"cell_type": "markdown", "source": {"a": 1}, ' + cell,
        b'{"cells": [{"cell_type": "markdown", ' + cell + b', "x": "\xff"}]}',
        b'{"cells": [{"cell_type": "m\\u0061rkdown", ' + cell + b"}]}",
    ):
        assert may_hold_doi(text), text
    assert not may_hold_doi(
        b'{"cells": [{"cell_type": "markdown", "source": "x"}, {"cell_type": "code", '
        b'"outputs": ["doi:10.1000/182"]}]}'
    )
