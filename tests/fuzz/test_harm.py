"""What a fix may not do, on documents that chance makes; `harm.py` does the long run."""

from __future__ import annotations

from random import Random

import pytest
from fuzz.harm import document, harm


@pytest.mark.parametrize("seed", range(4))
def test_fixes_do_no_harm(seed: int) -> None:
    """markdown-it-py sees the same page before and after, PyYAML the same front matter."""
    chance = Random(seed)
    documents = [document(chance) for _ in range(150)]
    assert {text: said for text in documents if (said := harm(text))} == {}
