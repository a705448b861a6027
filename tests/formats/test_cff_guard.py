"""The guard of YAML files: the same tree but for DOIs, in time in proportion."""

from __future__ import annotations

from mdlint_doi.formats.cff.guard import SameTree


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
