"""The same reference gets the same answer in every shape.

What stays different is listed in `example_docs/limits.toml`, with reasons.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from random import Random
from typing import Final

import pytest
from shapes.matrix import Answer, answers, cells

_SAMPLE: Final = 20
_SEED: Final = 612
_LIMITS: Final = Path(__file__).parents[2] / "example_docs" / "limits.toml"
_TOLD: Final = {"part II for part I": 0.8, "other journal": 0.6}
"""The share of mistakes that must be reported in a cell; 90 % for all others."""
_MOST: Final = 0.9
_WARNED: Final = {"other DOI": 0.9, "invented authors": 0.85, "invented title": 0.8}
"""The share of mistakes that must be warnings, over all shapes that are references."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Cells in which fewer mistakes are reported, with the reason.

    Attributes:
        title: the title of its section in the manual.
        because: the reason, which the manual shows.
        shapes: patterns of the labels of shapes.
        truths: patterns of the mistakes.
    """

    title: str
    because: str
    shapes: list[str]
    truths: list[str]

    def covers(self, answer: Answer) -> bool:
        """Return whether an answer is one of these."""
        label, truth = answer.cell.shape.label, answer.cell.truth
        return any(fnmatchcase(label, pattern) for pattern in self.shapes) and any(
            fnmatchcase(truth, pattern) for pattern in self.truths
        )


def gaps() -> list[Gap]:
    """Return the known gaps; without patterns, all mistakes are meant."""
    rows = tomllib.loads(_LIMITS.read_text("utf-8"))["gap"]
    return [Gap(**{"truths": ["*"], **row}) for row in rows]


def is_missed(answer: Answer) -> bool:
    """Return whether too few mistakes of a cell are reported."""
    wanted = _TOLD.get(answer.cell.truth, _MOST)
    return not answer.is_right and answer.share("warning", "hint") < wanted


def unexplained(found: Iterable[Answer]) -> list[str]:
    """Return the cells with too few reported mistakes that are not listed."""
    known = gaps()
    missed = filter(is_missed, found)
    return [str(answer) for answer in missed if not any(gap.covers(answer) for gap in known)]


def accused(found: Iterable[Answer]) -> list[str]:
    """Return the cells in which right references are reported, even if only with a hint."""
    return [str(answer) for answer in found if answer.is_right and answer.share("nothing") < 1]


def test_a_sample_of_the_matrix() -> None:
    """No right reference is reported, and mistakes are reported, but for the known gaps."""
    found = answers(Random(_SEED).sample(cells(), _SAMPLE))
    assert not accused(found)
    assert not unexplained(found)


@pytest.mark.slow
def test_the_whole_matrix() -> None:
    """Mistakes are reported in each shape, or in a known gap, and each known gap occurs."""
    found = answers(cells())
    wrong = [*accused(found), *unexplained(found)]
    assert not wrong, f"{len(wrong)} cells:\n" + "\n".join(wrong[:20])
    missed = [*filter(is_missed, found)]
    assert not [gap for gap in gaps() if not any(map(gap.covers, missed))]
    for truth, wanted in _WARNED.items():
        said = [
            word
            for answer in found
            if answer.cell.truth == truth and answer.cell.shape.kind != "sentence"
            for word in answer.said
        ]
        assert said.count("warning") >= wanted * len(said), truth
