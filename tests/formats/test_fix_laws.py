"""What a fix may not do, on files that chance makes; `fix_laws.py` does the long run."""

from __future__ import annotations

import logging
from random import Random

import pytest
from formats.fix_laws import OFFLINE, broken_law
from formats.fixed_inputs import MAKERS

from mdlint_doi import fix_text


@pytest.mark.filterwarnings("ignore::mdlint_doi.UnreadWarning")
@pytest.mark.parametrize("name", MAKERS)
def test_fixes_do_no_harm(name: str) -> None:
    """The format's library sees the same file before and after, but for how DOIs are written."""
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    chance = Random(14)
    files = [MAKERS[name](chance) for _ in range(30)]
    said = {text: broken_law(name, text) for text in files}
    assert {text: why for text, why in said.items() if why} == {}
    assert "" in said.values()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("bibtex", "@misc{k, doi = {https://doi.org/10.1000/182#b 10.1000/456}}"),
        ("zenodo", '{"doi": "https://doi.org/10.1000/182?b"}'),
        ("csl", '[{"DOI": "10.1000/182 `https://doi.org/10.1000/456`"}]'),
        ("rst", ".. image:: a\n   :target: https://doi.org/10.1000/1 doi:10.1000/2 <b>\n"),
        ("rst", '__ https://doi.org/10.1000/1;https://doi.org/10.1000/2 "10.1000/3"\n'),
        ("rst", ".. _t: 10.1000/1 <10.1000/182>\n"),
    ],
)
def test_nothing_of_a_value_is_lost(name: str, text: str) -> None:
    """What may belong to the name, or to another one, is neither cut off nor sealed."""
    assert fix_text(text, name, OFFLINE) == text
