"""No expression of the project is slow: texts are made from each, and matched as the project does.

By hand with more texts for each repetition, and another seed; a third word also lists what grows in
the square by the methods that are called, of which some is only given a line, a key or a DOI:

    python tests/growth/test_expressions.py 40 7 polynomial
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from expressions import Attack, Expression, attacks, repeats_group_possessively, written
from linear import is_linear, is_within, seconds
from made_once import made_once

_COUNT: Final = 4
_SEED: Final = 46
_SHORT, _SMALL, _LARGE = 80, 1_000, 8_000
_AT_ONCE: Final = 0.005
"""Seconds that are short on each machine, so that nothing is compared with them."""
_MOST_WORK: Final = 0.5
"""Million turns of a loop for a short text; what is cubic takes a twentieth of that."""


def is_exponential(call: Callable[[str], object], attack: Attack) -> bool:
    """Return whether a short text takes long: one repetition after the other, to wait for none."""
    for size in range(len(attack.repeated), _SHORT, len(attack.repeated)):
        work = partial(call, attack.text(size))
        if seconds(work) > _AT_ONCE and not is_within(work, _MOST_WORK):
            return True
    return False


def exponential(expressions: Iterable[Expression], count: int, seed: int) -> list[str]:
    """Return those of the expressions that are exponential, each with a text."""
    chance = Random(seed)
    found = []
    for expression in expressions:
        calls = [expression.call(how) for how in {"search", *expression.methods}]
        for attack in attacks(expression, count, chance):
            if any(is_exponential(call, attack) for call in calls):
                found.append(f"{expression.place} {attack!r}")
                break
    return found


def polynomial(expressions: Iterable[Expression], count: int, seed: int) -> list[str]:
    """Return those of the expressions that take far more than twice as long for twice the text."""
    chance = Random(seed)
    found = []
    for expression in expressions:
        for attack in attacks(expression, count, chance):
            texts = attack.text(_SMALL), attack.text(_LARGE)
            grows = [
                how for how in expression.methods if not is_linear(expression.call(how), *texts)
            ]
            if grows:
                found.append(f"{expression.place} {grows} {attack!r}")
                break
    return found


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """Return what is found in all expressions, by a program of its own."""
    folder = made_once(tmp_path_factory, "expressions", _run)
    result: Mapping[str, Any] = json.loads((folder / "found.json").read_bytes())
    assert result["expressions"] >= 600
    return result


def _run(folder: Path) -> None:
    command = [sys.executable, __file__, str(_COUNT), str(_SEED)]
    with (folder / "found.json").open("wb") as file:
        subprocess.run(command, stdout=file, check=True)


def test_no_expression_is_exponential(found: Mapping[str, Any]) -> None:
    """No short text is matched for long, whatever the expression, and wherever it is asked."""
    assert found["exponential"] == []


def test_no_expression_repeats_a_group_possessively(found: Mapping[str, Any]) -> None:
    """Python before 3.11.5 does that wrongly; an atomic group, `(?>(?:X)*)`, is right."""
    assert found["possessive"] == []


def test_a_possessive_group_is_seen() -> None:
    """The measure itself, at any depth; a letter or a class may be repeated so."""
    wrong = ("(?:ab)*+", "(a)*+", "x(?:y|(?>(?:ab){2,}+))", "(?=(?:ab)?+)", r"(a)\1++")
    right = ("(?>(?:ab)*)", "[ab]*+.?+a{2,}+[^b]++", "(?:a)*+")
    assert all(repeats_group_possessively(Expression("", pattern, 0, ())) for pattern in wrong)
    assert not any(repeats_group_possessively(Expression("", pattern, 0, ())) for pattern in right)


@pytest.mark.parametrize(
    "source",
    [
        r"ar\{?x\}?iv(?:\s*\}*(?:[\[(:=,]\s*|\s|~|%3a)+){1,2}\Z",
        r"x(?:a|a)*y",
        r"(?:a+,?)+\Z",
        r"(?:x(?:[ab]*b?)+)?\d",
        r"doi(?:[-_]*(?:here|x{3,}))+",
    ],
)
def test_an_exponential_expression_is_seen(source: str) -> None:
    """The measure itself: a letter that is read in several ways, as two of ours were once."""
    expression = Expression("", source, 0, ("fullmatch", "search"))
    assert exponential([expression], 10, _SEED)


def test_a_polynomial_expression_is_none() -> None:
    """What takes the square of a text's length takes no time for a short one."""
    expression = Expression("", r"[ab]+c|(?:a*)(?:a*)b", 0, ("search",))
    assert exponential([expression], 10, _SEED) == []


if __name__ == "__main__":
    every = written()
    result: dict[str, Any] = {
        "expressions": len(every),
        "exponential": exponential(every, *map(int, sys.argv[1:3])),
        "possessive": [
            expression.place for expression in every if repeats_group_possessively(expression)
        ],
    }
    if sys.argv[3:]:
        result["polynomial"] = polynomial(every, *map(int, sys.argv[1:3]))
    sys.stdout.write(json.dumps(result, indent=1) + "\n")
