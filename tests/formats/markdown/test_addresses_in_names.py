"""A DOI that contains an address is one DOI: a bare link begins inside no DOI."""

from __future__ import annotations

import pytest
from markdown_mentions import extracted

_SHAPES = {
    "text": "{}",
    "item": "- Marlowe (2017). {}",
    "cell": "| a |\n|---|\n| {} |",
    "quote": "> {}",
    "heading": "# {}",
    "footnote": "a[^1]\n\n[^1]: {}",
    "bold": "**{}**",
    "brackets": "(see {})",
    "square brackets": "[see {}]",
    "link text": "[{}](https://example.org)",
    "definition list": "a\n: {}",
    "note": ":::{{note}}\n{}\n:::",
    "sentence": "See {}, and later.",
    "HTML": "<p>{}</p>",
}


@pytest.mark.parametrize("label", ["", "doi:", "DOI: ", "doi.org/"])
@pytest.mark.parametrize(
    "name",
    [
        "10.4028/www.scientific.net/AMR.446-449.2549",
        "10.4028/www.scientific.net/KEM.277-279.1",
        "10.5555/http://x",
        "10.5555/https://x.example/1",
        "10.5555/a=www.x.example/1",
        "10.5555/a.www.x.example/1",
    ],
)
@pytest.mark.parametrize("shape", _SHAPES.values(), ids=_SHAPES)
def test_an_address_in_a_name_belongs_to_it(shape: str, name: str, label: str) -> None:
    """With a label and bare, in each shape: one mention with the whole name."""
    found = extracted(shape.format(label + name))
    assert [str(mention.doi) for mention in found.mentions] == [name]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("doi:10.1000/1,https://doi.org/10.1000/2", ["10.1000/1", "10.1000/2"]),
        ("10.1000/1 (https://doi.org/10.1000/2)", ["10.1000/1", "10.1000/2"]),
        ("10.1000/1:https://doi.org/10.1000/2", ["10.1000/1", "10.1000/2"]),
        ("doi:https://doi.org/10.1000/2", ["10.1000/2"]),
        ("x=https://doi.org/10.1000/2", ["10.1000/2"]),
    ],
)
def test_an_address_behind_a_name_is_another(text: str, names: list[str]) -> None:
    """An address after a mark that ends a name is a link of its own."""
    assert [str(mention.doi) for mention in extracted(text).mentions] == names
