"""Inside MyST-Parser the links come out as ordinary docutils references."""

from __future__ import annotations

import pytest

pytest.importorskip("myst_parser")

from docutils import nodes
from myst_parser.config.main import MdParserConfig
from myst_parser.mdit_to_docutils.base import DocutilsRenderer, make_document
from myst_parser.parsers.mdit import create_md_parser

from mdlint_doi.markdown_it.plugin import doi_plugin


def references(text: str, **config: object) -> list[tuple[str, str]]:
    """Return address and text of every reference in the doctree."""
    settings = MdParserConfig(**config)  # type: ignore[arg-type]
    md = create_md_parser(settings, DocutilsRenderer).use(doi_plugin, autolink=True)
    md.options["document"] = make_document()
    document = md.render(text)
    assert isinstance(document, nodes.document)
    assert not list(document.findall(nodes.system_message))
    found = document.findall(nodes.reference)
    return [(str(node.get("refuri")), node.astext()) for node in found]


@pytest.mark.parametrize(
    ("text", "address", "shown"),
    [
        ("[t](doi:10.1000/182)", "https://doi.org/10.1000/182", "t"),
        ("<doi:10.1000/456#789>", "https://doi.org/10.1000/456%23789", "doi:10.1000/456#789"),
        ("[t](http://dx.doi.org/10.1000/182)", "https://doi.org/10.1000/182", "t"),
        ("see 10.1000/a_b.", "https://doi.org/10.1000/a_b", "10.1000/a_b"),
        ("[t][a]\n\n[a]: doi:10.1000/182", "https://doi.org/10.1000/182", "t"),
        ("```{note}\n[t](doi:10.1000/182)\n```", "https://doi.org/10.1000/182", "t"),
        ("| a |\n|---|\n| 10.1000/182 |", "https://doi.org/10.1000/182", "10.1000/182"),
        (
            "<doi:10.1002/(SICI)1097-0258(1998)17:15<1661::AID-SIM968>3.0.CO;2-2>",
            "https://doi.org/10.1002/(SICI)1097-0258(1998)17:15%3C1661::AID-SIM968%3E3.0.CO;2-2",
            "doi:10.1002/(SICI)1097-0258(1998)17:15<1661::AID-SIM968>3.0.CO;2-2",
        ),
    ],
)
def test_a_doi_is_a_reference(text: str, address: str, shown: str) -> None:
    """With the canonical address and the text that was written."""
    assert references(text) == [(address, shown)]


def test_extensions_of_myst_do_no_harm() -> None:
    """Linkify, typographic quotes and dashes, dollar math beside DOIs."""
    text = '"10.1000/a--b" $10.1000/x$ https://doi.org/10.1000/c...d `10.1000/182`'
    extensions = ["linkify", "smartquotes", "replacements", "dollarmath", "attrs_inline"]
    assert references(text, enable_extensions=extensions) == [
        ("https://doi.org/10.1000/a--b", "10.1000/a--b"),
        ("https://doi.org/10.1000/c...d", "https://doi.org/10.1000/c...d"),
    ]
