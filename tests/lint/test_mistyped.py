"""Addresses of the resolver with a slip, bare targets, search engines: what was missed before."""

from __future__ import annotations

import pytest
from offline import check_markdown, fix_markdown

from mdlint_doi import find
from mdlint_doi.lint.model import Safety
from mdlint_doi.lint.settings import Settings
from mdlint_doi.names.link import canonical_of

GOOD = "https://doi.org/10.1038/s41586-020-2649-2"
NAME = "10.1038/s41586-020-2649-2"


@pytest.mark.parametrize(
    "address",
    [
        "https://doi:",
        "http://doi:",
        "https://doi/",
        "https://doi.org",
        "http://dx.doi.org",
        "https://doi.org:",
        "https://doi.org:/",
        "doi.org:",
        "doi.org.",
        "https://doi.org.",
        "https://doi.org,",
        "https//doi.org/",
        "http//dx.doi.org/",
        "https/doi.org/",
        "https//doi.org:",
        "https://www.doi.org:",
        "dx.doi.org:",
        "https://",
        "hhttps://doi.org/",
        "htps://doi.org/",
        "ttp://doi.org/",
        "https;//doi.org/",
        "https.//dx.doi.org/",
        "http//https://doi.org/",
    ],
)
def test_slips_in_the_address(address: str) -> None:
    """A link that leads nowhere for a slip in the host is told and fixed; the name is sure."""
    text = f"[x]({address}{NAME})"
    assert "DOI201" in {finding.code for finding in check_markdown(text)}
    assert fix_markdown(text) == f"[x]({GOOD})"
    link = canonical_of(address + NAME)
    assert link is not None
    assert link.href == GOOD


@pytest.mark.parametrize(
    "text",
    [
        "https://doi:{}",
        "See https://doi.org{}, and more.",
        "See https://doi.org:{}.",
        "(https//doi.org/{})",
        "See doi.org:{} there",
        "See doi.org.{}.",
        "<https://doi.org{}>",
        '<a href="https://doi:{}">x</a>',
        "---\nurl: https://doi.org{}\n---\n",
        "See https://{}.",
        "See ttps://doi.org/{}, too.",
        "See https://doi.ogr/{}.",
    ],
)
def test_slips_in_the_text(text: str) -> None:
    """They are found wherever an address may stand."""
    (found,) = check_markdown(text.format(NAME))
    assert found.code == "DOI201"
    assert str(found.doi) == NAME


@pytest.mark.parametrize(
    "host",
    [
        *("doi.ogr", "doi.or", "dio.org", "do.org", "doi-org", "doiorg", "doi.prg", "doi.com"),
        *("dxdoi.org", "dx.doi.og", "dx.doi", "ww.doi.org", "DOI.NET", "doi.org.org"),
    ],
)
def test_slips_in_the_host(host: str) -> None:
    """Another host may be meant, hardly: a person decides, and nothing leads to doi.org before."""
    text = f"[x](http://{host}/{NAME})"
    (found,) = check_markdown(text)
    assert found.code == "DOI201"
    assert found.fix is not None
    assert found.fix.safety is Safety.UNSAFE
    assert fix_markdown(text, unsafe=True) == f"[x]({GOOD})"
    assert canonical_of(f"http://{host}/{NAME}") is None


@pytest.mark.parametrize(
    "between",
    [
        *("doi/", "DOI/", "doi=", ":", "_", "abs/", "full/", "pdf/", "#/", "?doi=", "info:doi/"),
        *("https//doi.org/", "https%3A//doi.org/", "https%3A%2F%2Fdx.doi.org%2F"),
    ],
)
def test_what_slipped_in_before_the_name(between: str) -> None:
    """No page of doi.org has a name behind it, so what stands between is none."""
    text = f"[x](https://doi.org/{between}{NAME})"
    assert [finding.code for finding in check_markdown(text)] == ["DOI201"]
    assert fix_markdown(text) == f"[x]({GOOD})"


@pytest.mark.parametrize(
    "target",
    [
        "https://doi.org/abs/2001",
        "https://doi.org/handle/20.500.12613/123",
        "https://www.doi.org/demos/10.1000/182",
        "https://hdl.handle.net/abs/10.1000/182",
        "https://doi.org/doiRA/10.1000/182",
        "https://doi.org/api/handles/10.1000/182?type=URL",
    ],
)
def test_other_paths(target: str) -> None:
    """Pages and services are none."""
    assert check_markdown(f"[x]({target})") == []


@pytest.mark.parametrize(
    "target",
    [
        "https://doi.org.uk/10.1038/x",
        "https://notadoi.org10.1038/x",
        "https://example.org/doi.org",
        "https://doi.org.example.com/10.1038/x",
        "https://mydoi:8080/10.1038/x",
        "https://doi.organ/10.1038/x",
        "https://doi:8080/10.1038/x",
        "doi.org.html",
        "../doi.org.10/x",
        "https://doi.org.10.example/x",
        "https://doi.info/10.1038/x",
        "https://api.doi.org/10.1038/x",
        "https://poi.org/10.1038/x",
        "https://dri.org/10.1038/x",
        "https://idoi.org/10.1038/x",
        "https://doi.ogr/about",
        "tp/doi.org10.1038/s5",
        "tp/dx.doi.org/10.1038/x",
        "tps//doi.org/10.1038/x",
        "t/doi.org/10.1038/x",
        "pub/doi:10.1038/x",
        "http://10.0.0.1/x",
        "http://10.100.20/x",
        "http://10.10.10.200/x",
    ],
)
def test_other_hosts(target: str) -> None:
    """Another host is none with a slip."""
    assert "DOI201" not in {finding.code for finding in check_markdown(f"[x]({target})")}


@pytest.mark.parametrize(
    "text",
    [
        "[Samtools](10.1093/bioinformatics/btp352)",
        "[a](<10.1093/bioinformatics/btp352>)",
        "[a][b]\n\n[b]: 10.1093/bioinformatics/btp352",
        '<a href="10.1093/bioinformatics/btp352">a</a>',
        "| [a](10.1093/bioinformatics/btp352) |\n|--|",
        "- [a](10.1093%2Fbioinformatics%2Fbtp352)",
        "[a](<doi: 10.1093/bioinformatics/btp352>)",
    ],
)
def test_bare_targets(text: str) -> None:
    """A name in the place of an address is a relative link; a site may have it, so ask."""
    (found,) = [finding for finding in check_markdown(text) if finding.code == "DOI201"]
    assert found.fix is not None
    assert found.fix.safety is Safety.UNSAFE
    assert "https://doi.org/10.1093/bioinformatics/btp352" in fix_markdown(text, unsafe=True)
    assert fix_markdown(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "[a](10.1093/paper.pdf)",
        "[a](10.1093/btp352/index.html)",
        "[a](10.1093/btp352/)",
        "[a](10.1093/notes.md#part)",
        "![a](10.1093/figure.png)",
        "[a](./10.1093/btp352)",
        "[a](papers/10.1093/btp352)",
        "[a](10.2/3)",
    ],
)
def test_files(text: str) -> None:
    """What is plainly a file of the site is one."""
    assert check_markdown(text) == []


@pytest.mark.parametrize(
    ("target", "safety"),
    [
        ("https://www.google.com/url?q=https://doi.org/10.1000/182&sa=D", Safety.SAFE),
        ("https://www.google.com/url?sa=t&url=https%3A%2F%2Fdoi.org%2F10.1000%2F182", Safety.SAFE),
        ("https://duckduckgo.com/l/?uddg=https%3A%2F%2Fdoi.org%2F10.1000%2F182", Safety.SAFE),
        ("https://l.facebook.com/l.php?u=https%3A%2F%2Fdoi.org%2F10.1000%2F182&h=x", Safety.SAFE),
        (
            "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fdoi.org%2F10.1000%2F182",
            Safety.SAFE,
        ),
        ("https://link.zhihu.com/?target=https%3A//doi.org/10.1000/182", Safety.SAFE),
        ("https://urldefense.com/v3/__https://doi.org/10.1000/182__;!!C5qS4YX3!CJT$", Safety.SAFE),
        ("https://urldefense.com/v3/__https://doi.org/10.1000/182?utm_id=1__;!!C5!C$", Safety.SAFE),
        ("https://www.google.com/search?q=https://doi.org/10.1000/182", Safety.UNSAFE),
        ("https://www.google.de/search?q=doi.org/10.1000/182&oq=x", Safety.UNSAFE),
        ("https://www.bing.com/search?q=https%3A%2F%2Fdoi.org%2F10.1000%2F182", Safety.UNSAFE),
        ("https://scholar.google.com/scholar?q=https://doi.org/10.1000/182", Safety.UNSAFE),
    ],
)
def test_search_engines(target: str, safety: Safety) -> None:
    """A redirection leads on to the DOI, a search for it was hardly meant: that is a guess."""
    (found,) = check_markdown(f"[x]({target})")
    assert found.code == "DOI203"
    assert found.fix is not None
    assert found.fix.safety is safety
    assert fix_markdown(f"[x]({target})", unsafe=True) == "[x](https://doi.org/10.1000/182)"


@pytest.mark.parametrize(
    "target",
    [
        "https://www.google.com/search?q=crystal",
        "https://urldefense.com/v3/__https://doi.org/10.1000/18*2__;Kw!!C5qS4YX3!CJT$",
        "https://scholar.google.com/scholar?q=10.1000/182",
        "https://www.google.com/url?q=https://example.org/10.1000/182",
        "https://notgoogle.com/url?q=https://doi.org/10.1000/182",
        "https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fdoi.org%2F10.1000%2F182",
        "https://www.linkedin.com/sharing/share-offsite/?url=https://doi.org/10.1000/182",
        "https://vk.com/share.php?url=https://doi.org/10.1000/182",
        "https://translate.google.com/translate?tl=en&u=https://doi.org/10.1000/182",
        "https://www.google.com/s2/favicons?url=https://doi.org/10.1000/182",
        "https://p.example/?u=https://login.proxy.example.edu/login?url=https://doi.org/10.1000/182",
        "https://web.archive.org/web/2020/https://lib.example.edu/login?url=https://doi.org/10.1000/182",
    ],
)
def test_other_searches(target: str) -> None:
    """A search, a share button, a translator, an archive are left alone: no link to the DOI."""
    assert check_markdown(f"[x]({target})") == []
    assert canonical_of("https://www.google.com/search?q=https://doi.org/10.1000/182") is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "doi:10.6084/m9.figshare.97218&doi:10.1126/science.169.3946.635",
            ["10.6084/m9.figshare.97218", "10.1126/science.169.3946.635"],
        ),
        ("doi:10.1000/182&amp;doi:10.1000/183", ["10.1000/182", "10.1000/183"]),
        ("10.1000/182&amp;10.1000/183", ["10.1000/182", "10.1000/183"]),
        ("doi:10.1000/182doi:10.1000/183", ["10.1000/182", "10.1000/183"]),
        ("10.1000/182.DOI:10.1000/183", ["10.1000/182", "10.1000/183"]),
        (
            "10.1000/a&amp;b",
            ["10.1000/a&b"],
        ),
        ("10.1000/1&10.1002/2", ["10.1000/1", "10.1002/2"]),
        ("https://doi.org/10.1000/1&doi:10.1002/2", ["10.1000/1", "10.1002/2"]),
        ("doi:10.1000/a&b", ["10.1000/a&b"]),
        ("10.1000/a&10b", ["10.1000/a&10b"]),
        ("https://datadryad.org/dataset/doi:10.5061/dryad.8515", ["10.5061/dryad.8515"]),
        ("10.1000/a&doi", ["10.1000/a&doi"]),
    ],
)
def test_names_behind_an_ampersand(text: str, names: list[str]) -> None:
    """A second name ends the first; anything else behind the sign is a part of it."""
    assert [str(candidate.doi) for candidate in find(text)] == names


@pytest.mark.parametrize(
    "address",
    [
        "https://doi.org/arXiv%3A1206.6389",
        "https://doi.org/arXiv:1206.6389",
        "https://doi.org/S0140-6736%2820%2930183-5",
    ],
)
def test_other_identifiers_behind_the_resolver(address: str) -> None:
    """They lead nowhere, with escapes as without."""
    assert [finding.code for finding in check_markdown(f"[x]({address})")] == ["DOI101"]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("sdata201618", None),
        ("hdy201312", None),
        ("npjbcancer201512", None),
        ("ncomms12345", "10.1038/ncomms12345"),
        ("s41586-020-2649-2", "10.1038/s41586-020-2649-2"),
        ("nature12373", "10.1038/nature12373"),
        ("d41586-020-00001-1", "10.1038/d41586-020-00001-1"),
    ],
)
def test_no_name_is_made_of_half_an_address(address: str, name: str | None) -> None:
    """Where the address has lost the dots of the name, none is suggested."""
    text = f"[x](https://www.nature.com/articles/{address})"
    found = check_markdown(text, Settings(select=("DOI207",)))
    assert [str(finding.doi) for finding in found] == ([name] if name else [])


@pytest.mark.parametrize(
    "address",
    [
        "https://zenodo.org/badge/DOI/10.5281/zenodo.1003149.svg",
        "https://zenodo.org/badge/doi/10.5281/zenodo.1003149",
        "https://img.shields.io/badge/doi-10.1093%2Fnar%2Fgky1070-blue",
        "https://joss.theoj.org/papers/10.21105/joss.01035/status.svg",
        "https://badge.dimensions.ai/details/doi/10.1093/nar/gky1070",
        "https://www.altmetric.com/details/doi/10.1093/nar/gky1070",
    ],
)
def test_badges_are_no_pages(address: str) -> None:
    """They are pictures of a name, as a link and as an image."""
    text = f'[![b]({address})]({address}) <img src="{address}">'
    assert check_markdown(text, Settings(select=("DOI207",))) == []
