"""The guard of YAML files: the same tree but for DOIs, in time in proportion."""

from __future__ import annotations

import pytest

from mdlint_doi.formats.data import yaml_guard
from mdlint_doi.formats.data.yaml_guard import SameTree, _tree
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.run.judge import Judge, read_document
from mdlint_doi.text.source import Source


def test_aliases_do_not_multiply() -> None:
    """Aliases of aliases, a billion nodes if they were followed, are compared at once."""
    levels = "".join(f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 9)}]\n" for at in range(1, 30))
    text = f"a0: &a0 [x, x]\n{levels}doi: {{}}\n"
    before, after = text.format("https://doi.org/10.1000/182"), text.format("10.1000/182")
    assert SameTree()(before, after, ())
    assert not SameTree()(before, after.replace("*a3", "*a4", 1), ())


def test_another_tree_is_told() -> None:
    """A key, a type or a value that is no DOI must not change."""
    before = "doi: https://doi.org/10.1000/182\nyear: 2020\n"
    assert SameTree()(before, before.replace("https://doi.org/", ""), ())
    assert not SameTree()(before, before.replace("doi:", "url:"), ())
    assert not SameTree()(before, before.replace("2020", '"2020"'), ())
    assert not SameTree()(before, before.replace("year", "  year"), ())


def test_a_harmful_fix_is_looked_for_in_its_own_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long list of references with many of them, each is refused, and the file seldom read."""
    read: list[str] = []

    def tree(text: str) -> object:
        read.append(text)
        return _tree(text)

    monkeypatch.setattr(yaml_guard, "_tree", tree)
    item = "- id: a\n  DOI: http://dx.doi.org/10.{}/1\n"
    text = "".join(item.format("1" if at % 3 else "1000") for at in range(60))
    settings = Settings(offline=True)
    facts = Judge(settings).facts
    result = with_fixes(read_document(Source("a.csl.yaml", text), settings), facts, unsafe=True)
    assert result.source.text == text.replace("http://dx.doi.org/10.1000", "10.1000")
    assert sum(map(len, read)) < 20 * len(text)
