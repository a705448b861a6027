"""Each construct of Markdown with the mentions that it holds; see `markdown_mentions.shown`."""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_it.utils import read_fixture_file
from markdown_mentions import all_shown, extracted

_FOLDER = Path(__file__).parent / "fixtures"
_CASES = [
    pytest.param(text, expected, id=f"{path.stem}-{title}")
    for path in sorted(_FOLDER.glob("*.md"))
    for _, title, text, expected in read_fixture_file(path)
]


@pytest.mark.parametrize(("text", "expected"), _CASES)
def test_a_construct_gives_its_mentions(text: str, expected: str) -> None:
    """Place, form, text, name and title are those of the fixture, and nothing else is found."""
    assert all_shown(extracted(text)) == expected.lstrip("\n")
