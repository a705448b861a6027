"""Data in blocks of code: a `CITATION.cff` and CSL JSON are compared, and never changed."""

from __future__ import annotations

import pytest

from mdlint_doi import Settings, fix_text
from mdlint_doi.formats import load
from mdlint_doi.text.source import Source
from mdlint_doi.works.claim import Claim, ClaimedIn

TITLE = "Root competition between tulips and hyacinths in sandy soils"
CFF = f"""cff-version: 1.2.0
title: A program
authors:
  - name: Team
preferred-citation:
  title: {TITLE}
  authors:
    - family-names: Marlowe
  year: 2017
  doi: https://doi.org/10.5555/one
"""
CSL = f'[{{"type": "article", "title": "{TITLE}", "DOI": "https://doi.org/10.5555/one"}}]\n'


def _indented(text: str) -> str:
    return "".join(f"   {line}\n" for line in text.splitlines())


DOCUMENTS = {
    "yaml.md": ("markdown.format", f"```yaml\n{CFF}```\n"),
    "no language.md": ("markdown.format", f"~~~\n{CFF}~~~\n"),
    "json.md": ("markdown.format", f"```json\n{CSL}```\n"),
    "cff.rst": ("rst.format", f".. code-block:: yaml\n\n{_indented(CFF)}"),
    "literal.rst": ("rst.format", f"Cite this::\n\n{_indented(CSL)}"),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_read(name: str) -> None:
    """The data state the work, as in a file of its own."""
    module, text = DOCUMENTS[name]
    (claim,) = _claims(module, name, text)
    assert claim.origin is ClaimedIn.FIELDS
    assert [title.text for title in claim.titles] == [TITLE]
    assert claim.span.cut(text) == "https://doi.org/10.5555/one"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_never_fixed(name: str) -> None:
    """No fix changes code that is data, except for BibTeX."""
    module, text = DOCUMENTS[name]
    settings = Settings(select=("all",), offline=True)
    assert fix_text(text, module.removesuffix(".format"), settings, unsafe=True) == text


@pytest.mark.parametrize(
    "code",
    [
        f"```python\n{CFF}```\n",
        f"```yaml\n{CFF.replace('cff-version', 'version')}```\n",
        f"```yaml\n{CFF}  - [\n```\n",
        '```json\n{"DOI": "10.5555/one"}\n```\n',
        f"```json\n{CSL.replace(']', '')}```\n",
    ],
)
def test_other_code(code: str) -> None:
    """Other code, and code that cannot be read as data, is not read and not reported."""
    document = load("markdown.format").read(Source("a.md", code), Settings())
    assert not document.mentions
    assert not document.unread


def _claims(module: str, name: str, text: str) -> list[Claim]:
    return list(load(module).read(Source(name, text), Settings()).claims())
