from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest
from formats import laws

from mdlint_doi.formats.json_text import pieces_of
from mdlint_doi.formats.notebook.cells import read_cells
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.text.placed_text import Piece
from mdlint_doi.text.span import Span

HERE = Path(__file__).parent


def text_of(name: str) -> str:
    """Return the text of a fixture."""
    return (HERE / name).read_text(encoding="utf-8")


def test_cells_of_version_4() -> None:
    """Lines are one text, whether a list or a string; outputs and metadata are not read."""
    found = read_cells(text_of("version4.ipynb"))
    assert [(cell.index, cell.kind, cell.text) for cell in found] == [
        (0, "markdown", '# Über "DOIs"\n\nSee https://doi.org/10.1000/182 😀.\n'),
        (1, "code", "print('10.1000/code')"),
        (2, "raw", ""),
    ]
    laws.notebook(text_of("version4.ipynb"))


def test_cells_of_version_3() -> None:
    """Cells are counted through the worksheets; those of code have an input."""
    found = read_cells(text_of("version3.ipynb"))
    assert [(cell.index, cell.kind, cell.text) for cell in found] == [
        (0, "heading", "Title"),
        (1, "code", "x = 1\ny"),
        (2, "markdown", "10.1000/182"),
    ]
    laws.notebook(text_of("version3.ipynb"))


def test_cells_of_one_kind() -> None:
    """Who wants some kinds gets those, with the numbers that they have in the notebook."""
    found = read_cells(text_of("version4.ipynb"), kinds=("raw", "code"))
    assert [cell.index for cell in found] == [1, 2]


def test_an_edit_over_two_lines_changes_those_bytes_alone() -> None:
    """A part over two strings is written into the first and taken out of the second."""
    text = text_of("version4.ipynb")
    placed = read_cells(text)[0].placed(text)
    start = placed.text.index("10.1000")
    first, second = placed.spans(start, start + len("10.1000/182"))
    changed = text[: first.start] + "10.1/X" + text[first.end : second.start] + text[second.end :]
    expected = json.loads(text)
    expected["cells"][0]["source"][2:] = ["See https://doi.org/10.1/X", " 😀.\n"]
    assert json.loads(changed) == expected
    nbformat.validate(json.loads(changed))


@pytest.mark.parametrize("name", ["version3.ipynb", "version4.ipynb"])
def test_fixtures_are_notebooks(name: str) -> None:
    """The fixtures are what nbformat takes for notebooks."""
    nbformat.validate(json.loads(text_of(name)))


def test_the_last_of_repeated_members_holds() -> None:
    """As in `json`, and the places are those of the last."""
    text = '{"cells": [1], "cells": [{"source": "a", "cell_type": "raw", "source": ["b"]}]}'
    text = text.replace("[1]", "[]")
    (cell,) = read_cells(text)
    assert cell.text == "b"
    assert [span.cut(text) for span in cell.placed(text).spans(0, 1)] == ["b"]


@pytest.mark.parametrize(
    ("text", "offset", "reason"),
    [
        ("", 0, "object"),
        ("[]", 0, "object"),
        ("{}", 0, "neither cells nor worksheets"),
        ('{"cells": {}}', 10, "a list"),
        ('{"cells": [1]}', 11, "an object"),
        ('{"cells": [{}]}', 11, "cell 0 has no cell_type"),
        ('{"cells": [{"cell_type": "raw", "source": 1}]}', 11, "source of cell 0"),
        ('{"cells": [{"cell_type": "raw", "source": [1]}]}', 11, "source of cell 0"),
        ('{"cells": [{"cell_type": "raw", "source": {"a": 1}}]}', 11, "source of cell 0"),
        ('{"worksheets": [[]]}', 16, "an object"),
        ('{"cells": []', 12, "expected"),
        ('{"cells": []} {}', 14, "after the end"),
    ],
)
def test_faults(text: str, offset: int, reason: str) -> None:
    """What is no notebook is refused where it goes wrong."""
    with pytest.raises(FormatSyntaxError, match=reason) as caught:
        read_cells(text)
    assert caught.value.offset == offset


def test_a_cell_too_deep_for_json() -> None:
    """A bomb in a cell is refused, one elsewhere is skipped; Python 3.13 can read this one."""
    deep = "[" * 3000 + "]" * 3000
    assert read_cells(f'{{"metadata": {deep}, "cells": []}}') == []
    with pytest.raises(FormatSyntaxError, match=r"too deeply|has no cell_type"):
        read_cells(f'{{"cells": [{{"outputs": {deep}}}]}}')


def test_places_are_looked_for_only_where_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A notebook without anything of interest costs its decoding and no more."""
    asked: list[str] = []

    def pieces(text: str, span: Span, first: int) -> list[Piece]:
        asked.append(span.cut(text))
        return pieces_of(text, span, first)

    monkeypatch.setattr("mdlint_doi.formats.notebook.cells.pieces_of", pieces)
    text = text_of("version4.ipynb")
    (cell, *_) = read_cells(text)
    assert asked == []
    cell.placed(text)
    assert len(asked) == len(json.loads(text)["cells"][0]["source"])
