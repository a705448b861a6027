"""Each threshold has a name, an explanation, and an effect that the manual shows."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from benchmarks.works_thresholds import VERDICTS, names, verdicts_of
from works.threshold_cases import CASES

from mdlint_doi.works import thresholds

PAGE = Path(__file__).parents[2] / "example_docs/development/thresholds.md"
_ROW = re.compile(r"^\| (\**)([\d.]+)\1 \| (.+) \|$", re.MULTILINE)


def part(name: str) -> str:
    """Return the part of the page about a threshold."""
    return PAGE.read_text("utf-8").partition(f"\n## {name}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("name", names())
def test_effect(name: str) -> None:
    """The page shows three values, the used one in bold, and not all have the same effect."""
    rows = _ROW.findall(part(name))
    assert [float(value) for mark, value, _ in rows if mark] == [getattr(thresholds, name)]
    assert [bool(mark) for mark, _, _ in rows] == [False, True, False]
    assert all(float(value) < float(other) for (_, value, _), (_, other, _) in pairwise(rows))
    assert len({columns for _, _, columns in rows}) > 1


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    """A case is judged correctly with the used value, and worse with the lower or higher one."""
    case = CASES[name]
    order = VERDICTS if case.is_right else VERDICTS[::-1]
    verdicts = verdicts_of(case, name)
    lower, used, higher = (order.index(verdict) for verdict in verdicts.values())
    assert used < len(VERDICTS) / 2
    assert used <= min(lower, higher) < max(lower, higher)


@pytest.mark.parametrize("name", CASES)
def test_case_is_shown(name: str) -> None:
    """The page shows a case and its verdicts, unless the threshold changes its numbers."""
    shown = part(name)
    assert CASES[name].example.citation in shown
    assert [columns for _, _, columns in _ROW.findall(shown)] == [
        *verdicts_of(CASES[name], name).values()
    ]


def test_cases_are_of_thresholds() -> None:
    """No case is left over from a threshold that is gone."""
    assert CASES.keys() <= names().keys()


def test_no_right_reference_fails() -> None:
    """No correct reference fails with the values in use."""
    rows = re.findall(r"^\| \*\*.+?\*\* \| (\d+) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert len(rows) == len(names()) - len(CASES)
    assert {*rows} == {"0"}
