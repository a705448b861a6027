"""Documents of each format as people write them: prose, code, references, and in them many links.

The same seed gives the same document on each machine. Every third DOI or so has an address that a
fix is for; nothing in them is harmed by a fix.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final

_WORDS: Final = (
    *("the", "of", "and", "analysis", "data", "method", "model", "results", "field", "study"),
    *("with", "from", "measured", "by", "approach", "software", "library", "version", "time"),
    *("series", "ocean", "cell", "protein", "network", "open", "science", "workflow", "paper"),
)
_RESOLVERS: Final = (
    "https://doi.org/",
    "https://doi.org/",
    "http://dx.doi.org/",
    "http://doi.org/",
)
_NAMES: Final = (
    "10.1038/s41592-019-{:04}-2",
    "10.5281/zenodo.{}",
    "10.1016/j.cell.2019.{:05}",
    "10.1007/978-3-540-{:05}_7",
)
_Make = Callable[[Random], str]


def words(chance: Random, count: int) -> str:
    """Return some words."""
    return " ".join(chance.choices(_WORDS, k=count))


def name(chance: Random) -> str:
    """Return a DOI."""
    return chance.choice(_NAMES).format(chance.randrange(100, 10**5))


def link(chance: Random) -> str:
    """Return the address of a DOI; of some an old one."""
    return chance.choice(_RESOLVERS) + name(chance)


def _prose(chance: Random) -> str:
    """Return lines of text, as an editor wraps them."""
    return "\n".join(words(chance, chance.randrange(8, 14)) for _ in range(chance.randrange(2, 6)))


def _markdown(chance: Random) -> str:
    w = words
    parts: tuple[_Make, ...] = (
        lambda c: f"## {w(c, 4)}\n\n",
        lambda c: (
            f"{_prose(c)}\n[{w(c, 2)}]({link(c)}) *{w(c, 2)}*, `{w(c, 1)}` <b>x</b> & so.\n\n"
        ),
        lambda c: f"{_prose(c)}, see {link(c)}.\n\n",
        lambda c: (
            "".join(f"- {w(c, 8)} [{w(c, 3)}]({link(c)}), {w(c, 4)}.\n" for _ in "abc") + "\n"
        ),
        lambda c: "".join(f"1. {(one := link(c))} or [{one}]({one})\n" for _ in "abc") + "\n",
        lambda c: f"| a | b |\n|---|---|\n| {w(c, 3)} | <{link(c)}> |\n| x | y |\n\n",
        lambda c: f"```python\nx = 1  # {w(c, 5)}\n```\n\n",
        lambda c: f"> {w(c, 9)}\n> {link(c)} {w(c, 4)}\n\n",
        lambda c: f'[k{c.randrange(10**6)}]: {link(c)} "{w(c, 4)}"\n\n',
    )
    return chance.choice(parts)(chance)


def _rst(chance: Random) -> str:
    w = words
    parts: tuple[_Make, ...] = (
        lambda c: f"{(title := w(c, 4))}\n{'-' * len(title)}\n\n",
        lambda c: f"{_prose(c)}\n`{w(c, 2)} <{link(c)}>`__ *{w(c, 2)}*, ``{w(c, 1)}``.\n\n",
        lambda c: f"{_prose(c)}, see {link(c)}.\n\n",
        lambda c: "".join(f"* {w(c, 8)} `{w(c, 3)} <{link(c)}>`__\n" for _ in "abc") + "\n",
        lambda c: f".. [{c.randrange(10**6)}] {w(c, 9)}.\n   {link(c)}\n\n",
        lambda c: f".. note::\n\n   {w(c, 9)}\n   {link(c)} {w(c, 4)}\n\n",
        lambda c: f".. _k{c.randrange(10**6)}: {link(c)}\n\n",
        lambda c: f":doi:`{name(c)}` {w(c, 6)} :doi:`{link(c)}`\n\n",
        lambda c: f".. code-block:: python\n\n   x = 1  # {w(c, 5)}\n\n",
    )
    return chance.choice(parts)(chance)


def _function(chance: Random) -> str:
    w, c = words, chance
    body = "".join(
        f"    a_{w(c, 1)} = a_{w(c, 1)}(b, [1, {at}], key='{w(c, 2)}')\n"
        for at in range(c.randrange(4, 12))
    )
    cited = "".join(f"    .. [{at}] {w(c, 9)}\n       {link(c)}\n" for at in (1, 2))
    references = f"    References\n    ----------\n{cited}"
    text = f"{w(c, 5)}.\n\n    {w(c, 9)}\n    {w(c, 9)} [1]_\n\n{references}"
    return f'def f{c.randrange(10**7)}(a, b):\n    """{text}    """\n{body}    return a\n\n\n'


def _bibtex(chance: Random) -> str:
    w, c = words, chance
    fields = f"  title = {{{w(c, 8)} {{DNA}}}},\n  author = {{A, B and C, D}},\n  year = 2020,\n"
    more = f"  url = {{{link(c)}}},\n  abstract = {{{w(c, 30)}}},\n"
    return f"@article{{k{c.randrange(10**8)},\n{fields}  doi = {{{link(c)}}},\n{more}}}\n\n"


def _yaml(chance: Random) -> str:
    w, c = words, chance
    people = "  authors:\n  - family-names: A\n    given-names: B\n"
    text = f"  abstract: >-\n    {w(c, 12)}\n    {w(c, 12)}\n"
    return f"- type: article\n  title: {w(c, 8)}\n{people}  doi: {link(c)}\n  year: 2000\n{text}"


def _csl_yaml(chance: Random) -> str:
    w, c = words, chance
    people = "  author:\n  - family: A\n    given: B\n"
    return f"- id: k{c.randrange(10**8)}\n  title: {w(c, 8)}\n{people}  DOI: {link(c)}\n  note: x\n"


def _ris(chance: Random) -> str:
    w, c = words, chance
    head = f"TY  - JOUR\nT1  - {w(c, 8)}\nAU  - A, B\nPY  - 2000\n"
    return f"{head}DO  - {link(c)}\nUR  - {link(c)}\nAB  - {w(c, 30)}\nER  - \n\n"


def _html(chance: Random) -> str:
    w = words
    parts: tuple[_Make, ...] = (
        lambda c: f"<h2>{w(c, 4)}</h2>\n",
        lambda c: f'<ul>\n<li>{w(c, 8)} <a class="x" href="{link(c)}">{w(c, 2)}</a></li>\n</ul>\n',
        lambda c: f"<p>{_prose(c)} <a href='{(one := link(c))}'>{one}</a> &amp; {w(c, 9)}</p>\n",
        lambda c: f'<div class="y"><p>{_prose(c)} doi:{name(c)} <!-- {w(c, 3)} --></p></div>\n',
    )
    return chance.choice(parts)(chance)


def _csl_item(chance: Random) -> object:
    people = [{"family": "A", "given": "B"}]
    title, text = words(chance, 8), words(chance, 30)
    found = {"id": f"k{chance.randrange(10**8)}", "type": "article-journal", "title": title}
    return found | {"DOI": link(chance), "URL": link(chance), "abstract": text, "author": people}


def _cells(chance: Random) -> list[dict[str, object]]:
    text = "".join(_markdown(chance) for _ in range(4))
    output = {"name": "stdout", "output_type": "stream", "text": [words(chance, 20)]}
    return [
        {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)},
        {
            "cell_type": "code",
            "execution_count": 1,
            "metadata": {},
            "outputs": [output],
            "source": "x",
        },
    ]


def _grown(make: Callable[[Random], str], head: str = "", tail: str = "") -> Callable[..., str]:
    """Return what repeats a part up to a size."""

    def grow(chance: Random, size: int) -> str:
        parts, length = [head], 0
        while length < size:
            parts.append(make(chance))
            length += len(parts[-1])
        return "".join(parts) + tail

    return grow


def _listed(
    make: Callable[[Random], object], around: Callable[[list[Any]], object]
) -> Callable[..., str]:
    """Return what makes a JSON file of many items, up to a size."""

    def grow(chance: Random, size: int) -> str:
        items, length = [], 0
        while length < size:
            items.append(make(chance))
            length += len(json.dumps(items[-1], indent=2))
        return json.dumps(around(items), indent=2)

    return grow


def _notebook(cells: list[list[object]]) -> object:
    together = [cell for pair in cells for cell in pair]
    return {"cells": together, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


_CFF = "cff-version: 1.2.0\nmessage: m\ntitle: t\nauthors:\n- name: A\nreferences:\n"
_PAGE = "<!DOCTYPE html>\n<html><head><script>var a = 1 < 2;</script></head>\n<body>\n"

_MAKERS: Final[dict[str, Callable[..., str]]] = {
    "page.md": _grown(_markdown, "---\ntitle: x\ndoi: http://dx.doi.org/10.1000/182\n---\n\n"),
    "page.rst": _grown(_rst, "Title\n=====\n\n"),
    "page.txt": _grown(_rst, "Title\n=====\n\n"),
    "module.py": _grown(_function, '"""A module."""\n\n'),
    "list.bib": _grown(_bibtex),
    "book.ipynb": _listed(_cells, _notebook),
    "CITATION.cff": _grown(_yaml, _CFF),
    "codemeta.json": _listed(
        lambda c: {"@type": "Article", "name": words(c, 8), "identifier": link(c), "@id": link(c)},
        lambda items: {"name": "n", "identifier": "x", "referencePublication": items},
    ),
    ".zenodo.json": _listed(
        lambda c: {"identifier": link(c), "relation": "cites", "scheme": "doi"},
        lambda items: {"title": "t", "related_identifiers": items, "description": "<p>x</p>"},
    ),
    "list.csl.json": _listed(_csl_item, list),
    "list.csl.yaml": _grown(_csl_yaml, "---\nreferences:\n", "...\n"),
    "list.ris": _grown(_ris),
    "page.html": _grown(_html, _PAGE, "</body></html>\n"),
}
NAMES: Final = tuple(_MAKERS)
"""Files of each format that is fixed."""


def ordinary(name: str, size: int, seed: int = 1) -> str:
    """Return a document.

    Args:
        name: of its file, one of `NAMES`.
        size: about so many code points.
        seed: another one gives another document.

    """
    return _MAKERS[name](Random(seed), size)
