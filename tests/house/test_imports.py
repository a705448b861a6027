"""Which modules import which, by all imports: at the top, in functions, and for types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import grimp
import pytest

PUBLIC = "mdlint_doi"
"""It loads the public names when they are first used, from every room."""


@pytest.fixture(scope="module")
def imported() -> Mapping[str, frozenset[str]]:
    """Return what each module of the two packages imports of them."""
    graph = grimp.build_graph("mdlint_doi", "sphinx_doi", exclude_type_checking_imports=False)
    return {
        module: frozenset(
            () if module == PUBLIC else graph.find_modules_directly_imported_by(module)
        )
        for module in graph.modules
    }


def test_no_module_needs_itself(imported: Mapping[str, frozenset[str]]) -> None:
    """No way of imports leads back to where it began."""
    left = dict(imported)
    while leaves := [module for module, needed in left.items() if left.keys().isdisjoint(needed)]:
        for module in leaves:
            del left[module]
    assert sorted(_in_circles(left)) == []


def _in_circles(left: Mapping[str, frozenset[str]]) -> Iterator[str]:
    """Yield the modules of which each is needed by another one that is left."""
    needed = frozenset[str]().union(*left.values())
    yield from (module for module in left if module in needed)
