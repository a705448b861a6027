"""Families of growing texts for each format: its own pieces and those of every document.

A family is a unit, repeated, in a place of a file. The same seed gives the same families on each
machine and with each version of Python.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from formats import inputs
from growth_units import KINDS, Family

from mdlint_doi.formats.references import references_in
from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.fixes import with_fixes
from mdlint_doi.run.judge import Judge, judged, read_document
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_ALL: Final = Settings(offline=True, select=("all",))
_EVERYWHERE: Final = ("DOI", "escape", "character", "word", "line end", "template")

_RST: Final = (
    *(":doi:`10.1000/1`", ":doi:`a <10.1000/1>`", "`a <https://doi.org/10.1000/1>`__", "`a`_"),
    *(".. _a: https://doi.org/10.1000/1\n", ".. [1] ", ".. note::\n\n   ", "::\n\n   ", "|a|"),
    *("====\n", "* ", "1. ", ":a: ", "`", "``", "*", "**", "\n\n", "\n   ", "+--+\n| a|\n+--+\n"),
    *("=== ===\n", ".. |a| replace:: ", ".. ", "__ x\n", "_`", "-- ", ">>> ", "| ", "\\ "),
)
_PYTHON: Final = (
    *(
        '"""',
        "'''",
        "'",
        '"',
        "\\",
        "\\\n",
        "def f():\n    ",
        "class A:\n    ",
        "r'",
        "f'",
        "(",
        ")",
    ),
    *("# 10.1000/1\n", "\n    ", "\n\n", "a = ", "\\x41", "\\N{DASH}", "\\u002f", "{", "}", ";"),
    *("\n    References\n    ----------\n    .. [1] ", ":doi:`10.1000/1`", "b'", "\t"),
)


class Kind(NamedTuple):
    """What the families of a format are made of: its pieces, and places in a file."""

    pieces: Sequence[str]
    places: tuple[str, ...]
    escape: Callable[[str], str] = str


def _in_json(unit: str) -> str:
    return json.dumps(unit)[1:-1]


def _in_docstring(unit: str) -> str:
    return unit.replace('"""', "''")


_SCRIPT = ("# %%\n", "# %% [markdown]\n", f"{'#' * 20}\n", "# 10.1000/1\n", "# ", "\n", "# +\n",
    "# -\n", '"""', "x\n", "===\n", "# %% [md]\n'''10.1000/1'''\n", "#\n", "# [md]",
    "\t# a\n")  # fmt: skip
_CFF = "cff-version: 1.2.0\nmessage: m\ntitle: t\nauthors: []\n"
_NOTEBOOK = (
    '{{"cells": [{{"cell_type": "markdown", "metadata": {{}}, "source": ["{}"]}}],'
    ' "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}'
)

FORMATS: Final[dict[str, Kind]] = {
    "a.rst": Kind(_RST, ("{}", "a {} b\n\nhttps://doi.org/10.1000/1", ".. [1] {}", ":doi:`{}`",
        "* - {}", "`{} <https://doi.org/10.1000/1>`_", ".. a:: {}\n   :b: 10.1000/1\n", "| {}")),
    "a.py": Kind(_PYTHON, ('"""{}"""\n', '"""a {} https://doi.org/10.1000/1"""\n', "a = 1  # {}\n",
        "{}", 'def f():\n    r"""{}"""\n'), _in_docstring),
    "b.py": Kind(_SCRIPT, ("# %%\n# 10.1000/1\n{}", "# %% [markdown]\n# 10.1000/1\n{}",
        "# ---\n# jupyter:\n# ---\n# {}10.1000/1\n", "# %% [md]\n{}", '"""\n===\n{}'),
        _in_docstring),
    "a.bib": Kind(inputs.BIBTEX, ("{}", "@a{{k, doi = {{{}}}}}", '@a{{k, doi = "{}"}}',
        "@a{{k, {}}}", "@a{{k, title = {{{}}}, doi = {{10.1000/1}}}}",
        "@comment{{{}}}", "@string{{a = {{{}}}}}")),
    "a.ipynb": Kind((*KINDS["Markdown"], *KINDS["role"]), (_NOTEBOOK,), _in_json),
    "b.ipynb": Kind(inputs.NOTEBOOK, ("{}", '{{"cells": [{}', '{{"cells": [{}]}}')),
    "CITATION.cff": Kind(inputs.YAML, (_CFF + "doi: {}\n", _CFF + "{}", _CFF + "abstract: '{}'\n",
        _CFF + "abstract: >-\n  {}\n", _CFF + "references:\n- {}\n", "a: [{}")),
    ".zenodo.json": Kind(inputs.JSON, ('{{"title": "{}"}}', '{{"doi": "10.1000/1", "notes": "{}"}}',
        '{{"description": "<a href=\'{}\'>"}}'), _in_json),
    "codemeta.json": Kind(inputs.JSON, ("{}", '{{"a": [{}]}}', '{{"a": {}', "[{}")),
    "a.csl.json": Kind(inputs.JSON, ('[{{"DOI": "{}"}}]',
        '[{{"title": "{}", "DOI": "10.1000/1"}}]'), _in_json),
    "a.csl.yaml": Kind(inputs.CSL, ("{}", "- DOI: {}\n", "- title: '{}'\n  DOI: 10.1000/1\n")),
    "a.ris": Kind(inputs.RIS, ("{}", "TY  - JOUR\n{}\nER  - \n", "TY  - JOUR\nDO  - {}\nER  - \n")),
    "a.html": Kind((*inputs.HTML, *KINDS["HTML"]), ("{}", "<p>{}</p>", '<a href="{}">x</a>',
        "<!--{}", '<a href="https://doi.org/10.1000/1">{}</a>', "<script>{}")),
    "a.Rd": Kind(inputs.TEX, ("{}", "\\references{{{}}}", "\\url{{{}}}")),
    "a.tex": Kind(inputs.TEX, ("{}", "\\href{{{}}}{{x}}", "\\cite{{{}}} % 10.1000/1")),
    "a.adoc": Kind(inputs.LIGHT, ("{}", "https://doi.org/10.1000/1{}[x]", "link:++{}++[x]",
        "----\n{}\n10.1000/1", "`{}` 10.1000/1")),
    "a.org": Kind(inputs.LIGHT, ("{}", "[[{}][x]] 10.1000/1", "={}= 10.1000/1",
        "#+begin_src x\n{}\n10.1000/1")),
    "a.typ": Kind(inputs.LIGHT, ("{}", '#link("{}")[10.1000/1]', "/* {} */ 10.1000/1",
        "`{}`10.1000/1")),
    "a.po": Kind(inputs.PO, ("{}", 'msgid "{}"\nmsgstr "10.1000/1"\n', '"{}"\n"10.1000/1"\n')),
    "a.pyx": Kind(inputs.PYX, ("{}", '"""{}"""\n"""10.1000/1"""\n', "# {}\n'10.1000/1'")),
    "ro-crate-metadata.json": Kind(inputs.JSON, ("{}", '{{"@graph": [{{"@id": "{}"}}]}}')),
}  # fmt: skip
"""By the name of a file of the format."""


def check_and_fix(path: str) -> Callable[[str], object]:
    """Return what reads a text as the file of that name, asks every rule and makes every fix.

    What it says of works is read, too, and which of its references lack a DOI.
    """
    facts = Judge(_ALL).facts

    def work(text: str) -> None:
        document = read_document(Source(path, text), _ALL)
        judged(document, facts)
        document.claims.of(Span(0, 0))
        references_in(document)
        with_fixes(document, facts, unsafe=True)

    return work


def format_families(path: str, count: int, seed: int) -> Iterator[Family]:
    """Yield different families of a format, by the name of its file."""
    kind, chance = FORMATS[path], Random(seed)
    made: set[Family] = set()
    while len(made) < count:
        pieces = [
            chance.choice(
                kind.pieces if chance.random() < 0.6 else KINDS[chance.choice(_EVERYWHERE)]
            )
            for _ in range(chance.choice((1, 1, 2, 2, 3, 4)))
        ]
        family = Family(kind.escape("".join(pieces)), chance.choice(kind.places))
        if family not in made:
            made.add(family)
            yield family
