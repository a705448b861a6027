"""Publishers' addresses: names in paths and queries, tails, conventions, and none where none is."""

from __future__ import annotations

import re

import pytest

from mdlint_doi.names.doi import parse
from mdlint_doi.names.publisher_links import CARRIERS, RULES
from mdlint_doi.names.scan.find import read
from mdlint_doi.names.spelling import PUBLISHERS, Kind

ADDRESSES = (
    ("https://onlinelibrary.wiley.com/doi/full/10.1111/brv.12289", "10.1111/brv.12289"),
    ("https://onlinelibrary.wiley.com/doi/10.1111/brv.12289/epdf", "10.1111/brv.12289"),
    ("https://dl.acm.org/doi/proceedings/10.1145/2342541", "10.1145/2342541"),
    (
        "https://link.springer.com/content/pdf/10.1007/s00125-006-0260-y.pdf",
        "10.1007/s00125-006-0260-y",
    ),
    ("https://link.springer.com/10.1007%2Fs00423-015-1364-1", "10.1007/s00423-015-1364-1"),
    (
        "https://link.springer.com/article/10.1007/s00423-015-1364-1/tables/2",
        "10.1007/s00423-015-1364-1",
    ),
    (
        "https://iopscience.iop.org/article/10.1088/0022-3727/34/10/311/meta",
        "10.1088/0022-3727/34/10/311",
    ),
    (
        "https://www.biorxiv.org/content/10.1101/2020.11.02.364968v2",
        "10.1101/2020.11.02.364968",
    ),
    ("https://www.biorxiv.org/content/10.1101/201178v3.full.pdf+html", "10.1101/201178"),
    (
        "https://www.medrxiv.org/content/10.1101/2020.03.09.20033217v2.article-metrics",
        "10.1101/2020.03.09.20033217",
    ),
    (
        "https://academic.oup.com/x/article/doi/10.1093/isq/sqaa085/5999080?r=f",
        "10.1093/isq/sqaa085",
    ),
    (
        "https://ascelibrary.org/doi/abs/10.1061/%28ASCE%290887-381X%282003%2917%3A1%2837%29",
        "10.1061/(ASCE)0887-381X(2003)17:1(37)",
    ),
    (
        "https://journals.plos.org/x/article?id=10.1371/journal.pbio.1001090&x=y",
        "10.1371/journal.pbio.1001090",
    ),
    (
        "https://www.plosone.org/article/info%3Adoi%2F10.1371%2Fjournal.pone.0042793",
        "10.1371/journal.pone.0042793",
    ),
    ("https://dataverse.no/dataset.xhtml?persistentId=doi:10.18710/GUX2O8", "10.18710/GUX2O8"),
    ("https://datadryad.org/stash/dataset/doi:10.5061/dryad.8515", "10.5061/dryad.8515"),
    ("https://joss.theoj.org/papers/10.21105/joss.01234.pdf", "10.21105/joss.01234"),
    (
        "http://onlinelibrary-wiley-com.ezproxy.x.edu/doi/full/10.1111/brv.12289",
        "10.1111/brv.12289",
    ),
    (
        "http://link.springer.com.proxy.x.edu/article/10.1007/s00125-006-0260-y",
        "10.1007/s00125-006-0260-y",
    ),
    ("https://www.nature.com/articles/nature08497.pdf", "10.1038/nature08497"),
    ("https://www.nature.com/articles/s41586-020-2649-2#Sec1", "10.1038/s41586-020-2649-2"),
    ("https://elifesciences.org/articles/16800", "10.7554/eLife.16800"),
    ("https://www.nber.org/papers/w12345", "10.3386/w12345"),
    ("https://queue.acm.org/detail.cfm?id=1234567", "10.1145/1234567"),
    ("https://www.bmj.com/content/372/bmj.n71", "10.1136/bmj.n71"),
    (
        "https://pubs.rsc.org/en/content/articlelanding/2012/ee/c1ee02148f#!divAbstract",
        "10.1039/C1EE02148F",
    ),
    (
        "https://acp.copernicus.org/articles/20/1/2020/acp-20-1-2020.html",
        "10.5194/acp-20-1-2020",
    ),
    ("https://www.hindawi.com/journals/bmri/2019/1234567/", "10.1155/2019/1234567"),
    (
        "https://www.thelancet.com/journals/lancet/article/PIIS0140-6736(20)30183-5/fulltext",
        "10.1016/S0140-6736(20)30183-5",
    ),
    ("https://www.researchsquare.com/article/rs-629724/v1", "10.21203/rs.3.rs-629724/v1"),
    ("https://www.preprints.org/manuscript/201810.0525/v2", "10.20944/preprints201810.0525.v2"),
    ("https://www.jstor.org/stable/10.1086/378695", "10.1086/378695"),
    ("https://www.jstor.org/stable/2342070", "10.2307/2342070"),
    (
        "https://www.cell.com/cell/fulltext/S0092-8674(20)30183-5",
        "10.1016/S0092-8674(20)30183-5",
    ),
    (
        "https://oxfordre.com/x/view/10.1093/acrefore/9780190854584.001.0001/acrefore-9780190854584-e-45",
        "10.1093/acrefore/9780190854584.013.45",
    ),
    (
        "https://www.oxforddnb.com/view/10.1093/ref:odnb/9780198614128.001.0001/odnb-9780198614128-e-54321",
        "10.1093/ref:odnb/54321",
    ),
)
"""Addresses, and the names that can be made of them."""


@pytest.mark.parametrize(("address", "name"), ADDRESSES)
def test_addresses(address: str, name: str) -> None:
    """The name that a publisher's address carries, or that its convention makes of it."""
    spelling = read(address, PUBLISHERS)
    assert spelling is not None
    assert spelling.kind is Kind.PUBLISHER
    assert spelling.doi == parse(name)
    assert read(address) is None


@pytest.mark.parametrize(
    "address",
    [
        "https://zenodo.org/badge/latestdoi/123456",
        "https://www.sciencedirect.com/science/article/pii/S0168010298000601",
        "https://ieeexplore.ieee.org/document/1234567",
        "http://citeseerx.ist.psu.edu/viewdoc/summary?doi=10.1.1.231.3442",
        "https://example.org/files/10.1000/182.txt",
        "https://github.com/x/y/blob/main/10.1000/182.md",
        "https://www.nature.com/nature/",
        "https://arxiv.org/list/math/2001",
        "https://shortdoi.org/10.1000/182",
        "https://onlinelibrary.wiley.com/doi/10.1111/a%zz",
    ],
)
def test_no_name(address: str) -> None:
    """Addresses that carry none, or whose number is of another kind."""
    assert read(address, PUBLISHERS) is None


def test_tables() -> None:
    """Each rule has a host, an expression with as many groups as the name has gaps; no doubles."""
    for rule in RULES:
        assert "." in rule.host
        assert re.compile(rule.path).groups == rule.name.count("{}")
        assert rule.name.startswith("10.")
    assert len({rule.host for rule in RULES}) == len(RULES)
    assert all(re.fullmatch(r"[a-z0-9.-]+\.[a-z]+", host) for host in CARRIERS)
