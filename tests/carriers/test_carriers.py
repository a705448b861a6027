"""The same DOI gets the same answer, wherever it is written.

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

import limits_page
import pytest
from carriers.cells import cells
from carriers.matrix import Answer, answers

_SAMPLE: Final = 1_500
_SEED: Final = 59
_LIMITS: Final = Path(__file__).parents[2] / "example_docs" / "limits.toml"
_FINE: Final = frozenset({"right", "not judged"})


@dataclass(frozen=True, slots=True)
class Difference:
    """Cells in which the answer differs, with the reason.

    Attributes:
        title: the title of its section in the manual.
        because: the reason, which the manual shows.
        verdict: the verdict there: `silent` or `hint`.
        carriers: patterns of the carriers' labels.
        kinds: patterns of the kinds of DOIs.
        states: patterns of the states.
    """

    title: str
    because: str
    verdict: str
    carriers: list[str]
    kinds: list[str]
    states: list[str]

    def covers(self, answer: Answer) -> bool:
        """Return whether an answer is one of these."""
        cell = answer.cell
        columns = (
            (cell.carrier.label, self.carriers),
            (cell.kind, self.kinds),
            (cell.state, self.states),
        )
        return answer.verdict == self.verdict and all(
            any(fnmatchcase(name, pattern) for pattern in patterns) for name, patterns in columns
        )


def differences() -> list[Difference]:
    """Return the known differences; without patterns, all kinds or states are meant."""
    rows = tomllib.loads(_LIMITS.read_text("utf-8")).get("difference", [])
    every = {"kinds": ["*"], "states": ["*"]}
    return [Difference(**{**every, **row}) for row in rows]


def unexplained(found: Iterable[Answer]) -> list[str]:
    """Return the answers that are not right and not listed, the shortest documents first."""
    known = differences()
    wrong = [
        answer
        for answer in found
        if answer.verdict not in _FINE
        and not any(difference.covers(answer) for difference in known)
    ]
    return [str(answer) for answer in sorted(wrong, key=lambda answer: len(answer.cell.text))]


def test_a_sample_of_the_matrix(tmp_path: Path) -> None:
    """No good DOI is accused, and no fault is passed over, but for the known differences."""
    wrong = unexplained(answers(Random(_SEED).sample([*cells()], _SAMPLE), tmp_path))
    assert not wrong, f"{len(wrong)} cells:\n" + "\n".join(wrong[:20])


@pytest.mark.slow
def test_the_whole_matrix(tmp_path: Path) -> None:
    """Each cell is right or a known difference, and each known difference occurs."""
    found = answers([*cells()], tmp_path)
    wrong = unexplained(found)
    assert not wrong, f"{len(wrong)} cells:\n" + "\n".join(wrong[:20])
    idle = [difference for difference in differences() if not any(map(difference.covers, found))]
    assert not idle


def test_the_page_has_all_differences() -> None:
    """The manual's page is the one that is made from the list."""
    assert limits_page.PAGE.read_text("utf-8") == limits_page.page()


def test_no_difference_is_an_accusation() -> None:
    """A good DOI that is accused is a fault, which no reason excuses."""
    assert {difference.verdict for difference in differences()} <= {"silent", "hint"}
