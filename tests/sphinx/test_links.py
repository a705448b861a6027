from __future__ import annotations

import re

import pytest
from sphinx_projects import MakeProject

from sphinx_doi.page.shown import canonical_target

SICI = "10.1002/(SICI)1096<483::AID>3.0.CO;2-#"
SICI_URL = "https://doi.org/10.1002/(SICI)1096%3C483::AID%3E3.0.CO;2-%23"


@pytest.mark.parametrize(
    ("written", "target"),
    [
        ("http://dx.doi.org/10.1000/182", "https://doi.org/10.1000/182"),
        ("https://www.doi.org/10.1000/182", "https://doi.org/10.1000/182"),
        ("https://hdl.handle.net/10.1000/182", "https://doi.org/10.1000/182"),
        ("https://doi-org.proxy.example.edu/10.1000/182", "https://doi.org/10.1000/182"),
        ("https://doi.org/https://doi.org/10.1000/182", "https://doi.org/10.1000/182"),
        ("doi:10.1000/182", "https://doi.org/10.1000/182"),
        ("info:doi/10.1000/182", "https://doi.org/10.1000/182"),
        (f"https://doi.org/{SICI}", SICI_URL),
        ("https://doi.org/10.1000/a%2Fb", "https://doi.org/10.1000/a/b"),
        ("doi:10/abc", "https://doi.org/10/abc"),
        ("https://doi.org/api/handles/10.1000/182", "https://doi.org/10.1000/182"),
        ("http://doi.org/10/dvr36h", "https://doi.org/10/dvr36h"),
        ("https://dx.doi.org/dvr36h", "https://doi.org/dvr36h"),
        ("https://doi.org/10.1000/182?utm_source=x", "https://doi.org/10.1000/182"),
        # The proxy's own parameters and fragments stay.
        ("http://doi.org/10.1000/182?noredirect", "https://doi.org/10.1000/182?noredirect"),
        ("http://doi.org/10.1000/182#page=2", "https://doi.org/10.1000/182#page=2"),
    ],
)
def test_a_link_that_resolves_a_name_becomes_canonical(written: str, target: str) -> None:
    """Whatever the spelling, the reader gets the one link that works everywhere; a fixed point."""
    assert canonical_target(written) == target
    assert canonical_target(target) == target


@pytest.mark.parametrize(
    "written",
    [
        "https://doi.org/api/handles/10.1000/182?type=URL",
        "https://doi.org/doiRA/10.1000/182",
        "https://doi.org/the-identifier/what-is-a-doi",
        "https://www.doi.org/index.html",
        "https://doi.org/dvr36h",
        "https://doi.org/",
        "https://onlinelibrary.example.com/doi/full/10.1000/182",
        "https://zenodo.org/badge/DOI/10.5281/zenodo.99999.svg",
        "https://example.org/10.1000/182",
        "https://example.org/?id=doi:10.1000/182",
        "mailto:10@example.org",
        "index.html#10.1000/182",
        "",
    ],
)
def test_other_links_stay(written: str) -> None:
    """What does anything else than resolving a name leads where it led."""
    assert canonical_target(written) == written


RST = """
Page
====

`one <http://dx.doi.org/10.1000/1>`_, `two <http://dx.doi.org/10.1000/2>`__, named_,
http://dx.doi.org/10.1000/4 and `a__` and
`SICI <https://doi.org/10.1002/(SICI)1096\\<483::AID\\>3.0.CO;2-#>`_.

.. _named: http://dx.doi.org/10.1000/3
.. _a__: https://example.org/10.1000/5

.. image:: badge.svg
   :target: http://dx.doi.org/10.1000/6

.. image:: https://zenodo.org/badge/DOI/10.5281/zenodo.99999.svg
"""
TARGETS = [
    "https://doi.org/10.1000/1",
    "https://doi.org/10.1000/2",
    "https://doi.org/10.1000/3",
    "https://doi.org/10.1000/4",
    SICI_URL,
    "https://doi.org/10.1000/6",
]


def test_rst(project: MakeProject) -> None:
    """All constructs of rST get the canonical target and keep their text."""
    build = project({"index.rst": RST, "badge.svg": "<svg/>"}).build(suppress_warnings=["doi"])
    targets = build.targets()
    assert [target for target in targets if "doi.org" in target] == TARGETS
    assert ("http://dx.doi.org/10.1000/4", "https://doi.org/10.1000/4") in build.links()
    assert "https://zenodo.org/badge/DOI/10.5281/zenodo.99999.svg" in build.text("index.html")


def test_tables_of_contents(project: MakeProject) -> None:
    """Links in a toctree are canonical on every page that shows it, and show what was written."""
    toctree = """
        Page
        ====

        .. toctree::

           other
           Elsewhere <http://dx.doi.org/10.1000/titled>
           http://dx.doi.org/10.1000/bare
        """
    made = project({"index.rst": toctree, "other.rst": "Other\n=====\n"})
    shown = ["Elsewhere", "http://dx.doi.org/10.1000/bare"]
    for rewrite, host in ((True, "https://doi.org"), (False, "http://dx.doi.org")):
        build = made.build(doi_rewrite_links=rewrite, html_theme="alabaster")
        assert build.links("index.html") == [
            (text, f"{host}/10.1000/{name}")
            for text, name in zip(shown, ("titled", "bare"), strict=True)
        ]
        navigation = set(re.findall(r'href="(http[^"]*10\.1000[^"]*)"', build.text("other.html")))
        assert navigation == {f"{host}/10.1000/titled", f"{host}/10.1000/bare"}
        assert len(build.places) == 2
        assert not any("write :doi:" in warning for warning in build.warnings)


def test_it_can_be_switched_off(project: MakeProject) -> None:
    """Without `doi_rewrite_links` the links are the author's; the role's stay right."""
    made = project({"index.rst": f"{RST}\n:doi:`10.1000/a#b`\n", "badge.svg": "<svg/>"})
    build = made.build(doi_rewrite_links=False, suppress_warnings=["doi"])
    assert "http://dx.doi.org/10.1000/1" in build.targets()
    assert "https://doi.org/10.1000/a%23b" in build.targets()


def test_myst(project: MakeProject) -> None:
    """The `doi:` scheme and resolver links of MyST lead to the name that is written."""
    page = f"""
        # Page

        <doi:10.1000/456> [t](doi:10.1000/a(b)) [s](<doi:10.1000/x y>) [](doi:10.1000/no-text)
        [u](http://dx.doi.org/10.1000/u) <http://dx.doi.org/10.1000/auto> [r][ref]
        [sici](https://doi.org/{SICI})

        [ref]: doi:10.1000/reference
        """
    build = project({"index.md": page}, "myst_parser").build(suppress_warnings=["doi"])
    assert build.targets() == [
        "https://doi.org/10.1000/456",
        "https://doi.org/10.1000/a(b)",
        "https://doi.org/10.1000/x%20y",
        "https://doi.org/10.1000/no-text",
        "https://doi.org/10.1000/u",
        "https://doi.org/10.1000/auto",
        "https://doi.org/10.1000/reference",
        SICI_URL,
    ]
    assert build.warnings == []


@pytest.mark.filterwarnings("ignore:.*myst_parser.*deprecated")
def test_schemes_that_the_user_set_stay(project: MakeProject) -> None:
    """Who set `myst_url_schemes` is the one who knows."""
    conf = "extensions = ['sphinx_doi', 'myst_parser']\nmyst_url_schemes = ['https']\n"
    build = project({"conf.py": conf, "index.md": "# P\n\n[t](doi:10.1000/1)\n"}).build()
    assert any("myst.xref_missing" in warning for warning in build.warnings)


def test_latex_prints_the_canonical_address(project: MakeProject) -> None:
    """`latex_show_urls` prints what the link leads to; other links are left alone."""
    page = "Page\n====\n\n`t <http://dx.doi.org/10.1000/1>`_ `u <https://example.org/a$b>`_\n"
    text = project({"index.rst": page}).build("latex", latex_show_urls="footnote").text("small.tex")
    assert r"\sphinxhref{https://doi.org/10.1000/1}" in text
    assert "dx.doi.org" not in text
    assert r"\sphinxhref{https://example.org/a\$b}" in text


BIB = """
@misc{good, title={Good}, author={A. Uthor}, year={2000}, doi={10.1000/good}}
@misc{sici, title={Sici}, author={A. Uthor}, year={2001},
  doi={10.1002/(SICI)1096<483::AID>3.0.CO;2-K}}
@misc{old, title={Old}, author={A. Uthor}, year={2002}, url={http://dx.doi.org/10.1000/old}}
@misc{url, title={Url}, author={A. Uthor}, year={2003}, doi={https://doi.org/10.1000/url}}
"""


def test_bibliographies(project: MakeProject) -> None:
    """Entries that sphinxcontrib-bibtex makes link to the names, whatever the field holds."""
    conf = "extensions = ['sphinx_doi', 'sphinxcontrib.bibtex']\nbibtex_bibfiles = ['refs.bib']\n"
    page = "Page\n====\n\n.. bibliography::\n   :all:\n"
    build = project({"conf.py": conf, "index.rst": page, "refs.bib": BIB}).build()
    assert sorted(target for target in build.targets() if "doi.org" in target) == [
        "https://doi.org/10.1000/good",
        "https://doi.org/10.1000/old",
        "https://doi.org/10.1000/url",
        "https://doi.org/10.1002/(SICI)1096%3C483::AID%3E3.0.CO;2-K",
    ]


def test_names_that_an_entry_spoils(project: MakeProject) -> None:
    """Where the name is plainly readable, the printed link leads to it; else it stays."""
    conf = "extensions = ['sphinx_doi', 'sphinxcontrib.bibtex']\nbibtex_bibfiles = ['refs.bib']\n"
    fields = [
        *(r"doi={10.1000/a\_b}", "doi={{doi:10.1000/c}}", "doi={{10.1000/d}}"),
        *(r"doi={10.1000/e{\_}f}", r"url={https://doi.org/10.1000/g\_h}", r"doi={10.1000/i\x}"),
    ]
    entry = "@misc{{k{}, title={{T}}, author={{A. U.}}, year={{2000}}, {}}}\n"
    bib = "".join(entry.format(at, field) for at, field in enumerate(fields))
    page = "Page\n====\n\n.. bibliography::\n   :all:\n"
    build = project({"conf.py": conf, "index.rst": page, "refs.bib": bib}).build()
    names = ["a_b", "c", "d", "e_f", "g_h", "i%5Cx"]
    assert build.targets() == [f"https://doi.org/10.1000/{name}" for name in names]
