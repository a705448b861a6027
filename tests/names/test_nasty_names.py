"""Real names with awkward characters: none of them may ever be cut or changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from names.name_cases import lines_in, nasty_names

from mdlint_doi.names.doi import API, parse
from mdlint_doi.names.normalize import normalize
from mdlint_doi.names.scan.find import find, read


@pytest.mark.parametrize("name", lines_in("nasty_names.txt"))
def test_nasty_names(name: str) -> None:
    """Real names with awkward characters survive every form, a role and running text."""
    _survives(name)


def test_all_nasty_names(shared: Path) -> None:
    """All of the shared real names do."""
    for name in nasty_names(shared):
        _survives(name)


def _survives(name: str) -> None:
    doi = parse(name)
    links = (doi.url(), doi.url("handbook-2025"), doi.url("strict"))
    for form in (name, *links, doi.uri, doi.uri_292, doi.urn, API + doi.api_path):
        assert str(normalize(form)) == name
        spelling = read(form)
        assert spelling is not None
        assert str(spelling.doi) == name
    for shell in ("{}", "see {}.", "({})", "[t](<{}>)", "<{}>", "| {} |", "[t]: {}\n", "`{}`"):
        for form in (name, doi.url(), doi.url("handbook-2025"), f"doi:{name}"):
            if not name.endswith((".", "%")) and not ("%" in name and form.startswith("doi:")):
                (found,) = find(shell.format(form))
                assert str(found.doi) == name, shell.format(form)
