"""Each threshold has a name, an explanation and its figures in the manual."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from benchmarks.works_thresholds import names

from mdlint_doi.works import thresholds

PAGE = Path(__file__).parents[2] / "example_docs/development/thresholds.md"


@pytest.mark.parametrize("name", names())
def test_figures(name: str) -> None:
    """The page gives the value in use, and what lower and higher ones would cost."""
    part = PAGE.read_text("utf-8").partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    value = getattr(thresholds, name)
    (used,) = re.findall(r"^\| \*\*(.+?)\*\* \|", part, re.MULTILINE)
    assert float(used) == value
    assert part.count("\n| ") == 5 - 1  # a head and three values, behind the ruler


def test_no_right_reference_fails() -> None:
    """No right reference fails with the values in use."""
    rows = re.findall(r"^\| \*\*.+?\*\* \| (\d+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == len(names())
    assert {*rows} == {"0"}
