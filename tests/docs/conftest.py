"""The DOI system that the examples of the manual ask, and that its records file is made from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from handle_server import HandleServer
from registries_server import RegistriesServer

REGISTERED: Final = {
    "10.1000/182": "http://www.doi.org/hb.html",
    "10.1007/978-3-319-76348-4_39": "http://link.springer.com/10.1007/978-3-319-76348-4_39",
    "10.1016/S0010-4655(00)00228-9": "https://linkinghub.elsevier.com/retrieve/pii/S0010465500002289",
    "10.1021/jo020575+": "https://pubs.acs.org/doi/10.1021/jo020575%2B",
    "10.1038/s41592-019-0686-2": "https://www.nature.com/articles/s41592-019-0686-2",
    "10.17487/RFC3986": "https://www.rfc-editor.org/info/rfc3986",
    "10.17487/RFC3987": "https://www.rfc-editor.org/info/rfc3987",
    # Where these lead is of no matter to the manual.
    "10.1002/1097-4679(199507)51:4<>1.0.CO;2-#": "",
    "10.1037//0012-1649.21.5.774": "",
    "10.1175/1520-0493(1972)100<0081:OTAOSH>2.3.CO;2": "",
    "10.2505/4/ss15_038_08_78": "",
}
ODD: Final = {
    "10.1007/978-3-642-01445-1": "deleted",
    "10.5479/si.0081024x.43": "alias:10.5479/si.0081024x.43.1",
    "10.5555/no-target": "notarget",
    "10.99999/nobody.1": "noprefix",
}
"""What is left is not registered."""


WORKS: Final = (
    {
        "doi": "10.1038/s41592-019-0686-2",
        "agency": "Crossref",
        "title": ["SciPy 1.0: fundamental algorithms for scientific computing in Python"],
        "authors": ["Virtanen"],
        "year": 2020,
    },
    {
        "doi": "10.17487/RFC3986",
        "agency": "Crossref",
        "title": ["Uniform Resource Identifier (URI): Generic Syntax"],
        "authors": ["Berners-Lee"],
        "year": 2005,
    },
)


@pytest.fixture(scope="session")
def works() -> Iterator[RegistriesServer]:
    """Run fake metadata services that hold the works of the first examples."""
    with RegistriesServer(WORKS) as server:
        yield server


@pytest.fixture(scope="session")
def doi_system() -> Iterator[HandleServer]:
    """Run a fake DOI system that knows the names of the manual."""
    with HandleServer(ODD) as server:
        for name, target in REGISTERED.items():
            server.add(name, url=target)
        yield server
