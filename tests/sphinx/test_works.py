"""`sphinx-build -b doi` says whether pages speak of the registered works."""

from __future__ import annotations

import pytest
from registries_server import RegistriesServer
from sphinx_projects import MakeProject

TULIPS = "Root competition between tulips and hyacinths in sandy soils"
GLACIERS = "Melting of small glaciers in the northern valleys"
ROWS = (
    {"doi": "10.1000/tulips", "title": [TULIPS], "authors": ["Marlowe"], "year": 2017},
    {"doi": "10.1000/glaciers", "title": [GLACIERS], "authors": ["Okafor"], "year": 2009},
)
PAGE = f"""\
Page
====

:doi:`{TULIPS} <10.1000/tulips>`, and [M]_.

.. [M] Marlowe, A. (2017). *{TULIPS}*. J. Imag. Bot. 12, 345. :doi:`10.1000/glaciers`
"""


def test_a_citation_of_another_work(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> None:
    """The title of a role and a citation are compared; the page of the report shows the works."""
    monkeypatch.setenv("MDLINT_DOI_DEPTH", "works")
    with RegistriesServer(ROWS) as server:
        build = project({"index.rst": PAGE}).build(
            "doi",
            doi_server=server.url,
            doi_crossref_server=server.url,
            doi_datacite_server=server.url,
            doi_select=["DOI91"],
        )
    assert build.places == ["index.rst:6 other-work"]
    report = build.text("report.html")
    for head in ("Registered title", "Authors", "Year"):
        assert f'<th scope="col">{head}</th>' in report
    assert "<td>Okafor</td>" in report
    assert '<td class="number">2009</td>' in report
    assert 'data-verdict="disagrees"' in report
    assert GLACIERS in report
