"""No file is passed over in which a rule would find something."""

from __future__ import annotations

from pathlib import Path

import pytest

from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.check import check
from mdlint_doi.run.request import Task

PAGE = "See [it](https://www.nature.com/articles/s41586-020-2649-2).\n"


def codes(text: str, tmp_path: Path, **settings: object) -> list[str]:
    """Return the codes of what is found in a file."""
    (tmp_path / "a.md").write_text(text)
    task = Task((str(tmp_path),), Settings(offline=True).replace(**settings))
    return [finding.code for finding in check(task).report.findings]


@pytest.mark.parametrize("selector", ["DOI207", "doi20", "publisher-url", "all", " DOI207 "])
def test_publishers_addresses_are_looked_at_where_their_rule_is_selected(
    tmp_path: Path, selector: str
) -> None:
    """No DOI stands in such a file, so nothing else would let it through."""
    assert "DOI207" in codes(PAGE, tmp_path, select=(selector,))
    assert "DOI207" in codes(PAGE, tmp_path, extend_select=(selector,))
    assert codes(PAGE, tmp_path) == []


def test_addresses_of_the_own_server_are_looked_at(tmp_path: Path) -> None:
    """Its host counts as a resolver, whatever stands behind it."""
    text = "See [it](https://Resolver.Example:8443/10.5/x,).\n"
    assert codes(text, tmp_path, server="https://resolver.example:8443") == ["DOI104"]
