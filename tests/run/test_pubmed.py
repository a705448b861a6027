"""A PubMed number of another work under a DOI, from files to findings; nothing more is asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from registries_server import RegistriesServer

from mdlint_doi import Settings, check_paths

TULIPS = "Root competition between tulips and hyacinths in sandy soils"
FACTS = {"title": [TULIPS], "authors": ["Marlowe"], "given": ["Ada"], "year": 2017}
CROSSREF = {
    **FACTS,
    "doi": "10.1000/tulips",
    "relation": {"is-identical-to": [{"id-type": "pmid", "id": "12345", "asserted-by": "subject"}]},
}
DATACITE = {
    **FACTS,
    "doi": "10.1000/tulips",
    "agency": "DataCite",
    "type": "JournalArticle",
    "relatedIdentifiers": [
        {
            "relatedIdentifierType": "PMID",
            "relationType": "IsIdenticalTo",
            "relatedIdentifier": "12345",
        }
    ],
}
SILENT = {**FACTS, "doi": "10.1000/tulips"}
TEXTS = {
    "list.bib": (
        f"@article{{m, title = {{{TULIPS}}}, author = {{Marlowe, Ada}}, year = {{2017}},"
        " doi = {10.1000/tulips}, pmid = {NUMBER}}\n"
    ),
    "list.ris": (
        f"TY  - JOUR\nTI  - {TULIPS}\nAU  - Marlowe, Ada\nPY  - 2017\nDO  - 10.1000/tulips\n"
        "AN  - PMID: NUMBER\nER  -\n"
    ),
    "list.csl.json": (
        f'[{{"id": "m", "title": "{TULIPS}", "author": [{{"family": "Marlowe", "given": "Ada"}}],'
        ' "issued": {"date-parts": [[2017]]}, "DOI": "10.1000/tulips", "PMID": "NUMBER"}]\n'
    ),
}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("row", [CROSSREF, DATACITE], ids=["Crossref", "DataCite"])
def test_hint(row: dict[str, object], name: str, tmp_path: Path) -> None:
    """The number of another work is a hint with both numbers; the right one and none are silent."""
    told, requests = _told(row, name, "999", tmp_path)
    assert [code for code, _, _ in told] == ["DOI917"]
    (_, severity, message) = told[0]
    assert severity == "hint"
    assert "PubMed number (999 instead of 12345)" in message
    for number in ("12345", "0012345", "n/a"):
        assert _told(row, name, number, tmp_path) == ([], requests)


@pytest.mark.parametrize("name", TEXTS)
def test_no_number_in_the_record(name: str, tmp_path: Path) -> None:
    """Most records state no number: nothing is said then."""
    assert _told(SILENT, name, "999", tmp_path)[0] == []


def _told(
    row: dict[str, object], name: str, number: str, folder: Path
) -> tuple[list[tuple[str, str, str]], dict[str, int]]:
    """Return what a run says of an entry with a PubMed number, and the requests it sends."""
    path = folder / name
    path.write_text(TEXTS[name].replace("NUMBER", number), encoding="utf-8")
    with RegistriesServer([row]) as server:
        url = server.url
        own = Settings(server=url, crossref_server=url, datacite_server=url, use_cache=False)
        result = check_paths([path], own.replace(select=("DOI91",)))
        requests = dict(server.requests)
    told = [
        (finding.code, str(finding.severity.value), finding.message) for finding in result.findings
    ]
    return told, requests
