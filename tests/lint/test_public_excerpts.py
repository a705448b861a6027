"""Pieces of public documents, each read by eye: what is said of them, and what is fixed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from offline import check_markdown, fix_markdown

from mdlint_doi.lint.settings import Settings

LINES = Path(__file__).with_name("public_excerpts.jsonl").read_text(encoding="utf-8").splitlines()
EXCERPTS: list[dict[str, Any]] = [json.loads(line) for line in LINES]


@pytest.mark.parametrize(
    "excerpt", EXCERPTS, ids=[f"{at} {excerpt['class']}" for at, excerpt in enumerate(EXCERPTS)]
)
def test_what_is_said(excerpt: dict[str, Any]) -> None:
    """Nothing is missed, nothing else is said, and a fix edits the DOI alone."""
    text, settings = excerpt["text"], Settings(select=tuple(excerpt.get("select", ["default"])))
    assert [finding.code for finding in check_markdown(text, settings)] == excerpt["codes"]
    assert fix_markdown(text, settings) == excerpt.get("fixed", text)


def test_there_are_five_of_each() -> None:
    """One document is no class."""
    assert min(Counter(excerpt["class"] for excerpt in EXCERPTS).values()) >= 5
