"""References in Markdown, reStructuredText, a notebook and a docstring: the same verdict."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from works.citing import TULIPS, WORK, said

from mdlint_doi.lint.settings import Settings
from mdlint_doi.run.judge import read_document
from mdlint_doi.text.source import Source
from mdlint_doi.works.agreement import agreement
from mdlint_doi.works.work import Person, Titles, Work

ROSES = "Scent and colour of climbing roses in coastal gardens"
HYACINTHS = "Growth of hyacinths and roses in sandy gardens near old towns of the coast"
DOI = "10.5555/one"
LINK = f"https://doi.org/{DOI}"
PART = WORK.replace(titles=Titles((f"{TULIPS}. Part II",)))
RELEASE = Work(
    Titles(("roe/orchard: v1.0",)), (Person("Roe", "Max"),), years=(2021,), type="Software"
)
PREPRINT = WORK.replace(type="posted-content", containers=(), volume="", pages="")
ARXIV = "arXiv preprint arXiv:2001.00001, 2017."


def notebook(text: str) -> str:
    """Return a notebook with one cell of Markdown."""
    cell = {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def docstring(text: str) -> str:
    """Return a module with a text in its docstring."""
    return f'"""Grow tulips.\n\n{text}\n"""\n'


FORMS: dict[str, Callable[[str], str]] = {
    "page.md": str,
    "page.rst": str,
    "page.ipynb": notebook,
    "module.py": docstring,
}
CASES = {
    # F2: the right title with people who are not its authors
    "people invented": (
        f"- Ida Quill, Tom Roe, and Una Fern. {TULIPS}. {ARXIV}",
        PREPRINT,
        "strong",
    ),
    "people invented, with initials": (
        f"- Quill, I., Roe, T., & Fern, U. (2017). {TULIPS}. *J. Imag. Bot.*, 12, 345-361. {LINK}",
        WORK,
        "strong",
    ),
    "two of three invented": (
        f"- Ada Marlowe, Tom Roe, and Una Fern. {TULIPS}. {ARXIV}",
        PREPRINT,
        "differs",
    ),
    "the right people": (
        f"- Ada Marlowe, Joost van den Berg, and G. Ólafsdóttir. {TULIPS}. {ARXIV}",
        PREPRINT,
        "agrees",
    ),
    "some of the right people": (f"- Ada Marlowe et al. {TULIPS}. {ARXIV}", PREPRINT, "agrees"),
    # W1: a translated title
    "translated": (
        f"- Marlowe, A., & Berg, J. (2017). Gyökérverseny tulipánok és jácintok között. {LINK}",
        WORK,
        "silent",
    ),
    # W2: initials that are words
    "initials that are words": (
        f"- Marlowe Y, Berg DE. {ROSES}. J Imag Bot. 2017;12:345-361. {LINK}",
        WORK,
        "strong",
    ),
    "initials that are words, right": (
        f"- Marlowe Y, Berg DE. {TULIPS}. J Imag Bot. 2017;12:345-361. {LINK}",
        WORK,
        "agrees",
    ),
    # W3: a wrong detail
    "another year": (
        f"- Marlowe, A., & Berg, J. (2009). {TULIPS}. *J. Imag. Bot.* {LINK}",
        WORK,
        "differs",
    ),
    "another volume": (
        f"- Marlowe, A., & Berg, J. (2017). {TULIPS}. *J. Imag. Bot.*, 7, 11257. {LINK}",
        WORK,
        "differs",
    ),
    "right details": (
        f"- Marlowe, A., & Berg, J. (2017). {TULIPS}. *J. Imag. Bot.*, 12, 345-361. {LINK}",
        WORK,
        "agrees",
    ),
    # W4: the DOI of part II
    "part two": (
        f"- Marlowe, A. (2017). {TULIPS}. *J. Imag. Bot.*, 12, 345-361. {LINK}",
        PART,
        "differs",
    ),
    "part two, right": (
        f"- Marlowe, A. (2017). {TULIPS}. Part II. *J. Imag. Bot.*, 12, 345-361. {LINK}",
        PART,
        "agrees",
    ),
    # W5: an invented title of the same field under true people, volume and page
    "invented title": (
        f"- Marlowe, A., & Berg, J. (2017). {HYACINTHS}. *J. Imag. Bot.*, 12, 345-361. {LINK}",
        WORK,
        "strong",
    ),
    # W6: a sentence that is a reference
    "please cite": (
        f"Please cite Quill et al. (2023), *Roots: software for gardens*, Zenodo, {LINK}",
        RELEASE,
        "weak",
    ),
    "please cite, right": (
        f"Please cite Roe et al. (2021), *Orchard: software for trees*, Zenodo, {LINK}",
        RELEASE,
        "agrees",
    ),
    # W9: journals behind a title
    "journal and volume": (f"- Quill, I. (1999). {ROSES}. *Nature* 3, 1-9. {LINK}", WORK, "strong"),
    "volume and colon": (f"- Quill, I. (1999). {ROSES}. *Cell*, 3:1-9. {LINK}", WORK, "strong"),
    "volume alone": (f"- Quill, I. (1999). {ROSES}. *J. Fruit* 3. {LINK}", WORK, "strong"),
    # W10: nothing agrees but titles
    "no title": (f"Marlowe et al., J. Imag. Bot., 12, 345, 2017, {LINK}", WORK, "silent"),
}


@pytest.mark.parametrize("file", FORMS)
@pytest.mark.parametrize("case", CASES)
def test_forms(case: str, file: str) -> None:
    """Each form has the verdict that its words deserve."""
    text, work, expected = CASES[case]
    if file.endswith((".rst", ".py")):
        text = text.removeprefix("- ")
    document = read_document(Source(file, FORMS[file](text)), Settings(formats=("python",)))
    (claim,) = (
        claim for claim in document.claims() if str(claim.doi) in {DOI, "10.48550/arXiv.2001.00001"}
    )
    verdict = agreement(claim, work)
    assert said(verdict) == expected, (claim, verdict)
