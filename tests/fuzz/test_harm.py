"""What a fix may not do, on documents that chance makes; `harm.py` does the long run."""

from __future__ import annotations

from random import Random

import pytest
from fuzz.harm import document, harm


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))]
)
def test_fixes_do_no_harm(seed: int) -> None:
    """markdown-it-py sees the same page before and after, PyYAML the same front matter."""
    chance = Random(seed)
    documents = [document(chance) for _ in range(150)]
    assert {text: said for text in documents if (said := harm(text))} == {}
