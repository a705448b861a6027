"""Guards look at the DOIs that a reader reaches: none but the fixed ones changes, and as stated."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stated_fixes import stated

from mdlint_doi.file_formats import FORMATS
from mdlint_doi.formats import format_of
from mdlint_doi.formats.reached import Mask, Reached, is_as_stated
from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.guard import Guard
from mdlint_doi.lint.model import Edit, Fix
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.span import Span

ONE, TWO = "10.1000/182", "10.1000/456"
NOTEBOOK = '{{"cells": [{{"cell_type": "markdown", "source": ["{} x"]}}], "nbformat": 4}}'
FILES = {
    "link.md": "[t](https://doi.org/{}) and [10.1000/7](https://doi.org/10.1000/7)\n",
    "text.md": "See {} in text.\n\nSee 10.1000/7.\n",
    "definition.md": "[t][k]\n\n[k]: https://doi.org/{}\n",
    "html.md": '<p>\n<a href="https://doi.org/{}">t</a>\n</p>\n',
    "yaml.md": "---\ndoi: {}\nurl: https://doi.org/10.1000/7\n---\n",
    "toml.md": '+++\ndoi = "{}"\n+++\n\ntext\n',
    "role.md": "{{doi}}`{}` and more\n",
    "eval.md": "```{{eval-rst}}\n:doi:`{}`\n```\n",
    "link.rst": "`t <https://doi.org/{}>`__ and https://doi.org/10.1000/7\n",
    "role.rst": ":doi:`{}` and :doi:`t <10.1000/7>`\n",
    "target.rst": ".. _t: https://doi.org/{}\n\nSee t_.\n",
    "notes.txt": "See https://doi.org/{} there\n",
    "module.py": 'def f():\n    """See https://doi.org/{} there."""\n',
    "name.bib": "@misc{{k, doi = {{{}}}, url = {{https://doi.org/10.1000/7}}}}\n",
    "url.bib": "@misc{{k, url = {{https://doi.org/{}}}}}\n",
    "cells.ipynb": NOTEBOOK,
    "CITATION.cff": "doi: {}\nurl: https://doi.org/10.1000/7\n",
    "codemeta.json": '{{"identifier": "https://doi.org/{}"}}',
    ".zenodo.json": '{{"doi": "{}", "notes": "10.1000/7"}}',
    "myst.yml": "project:\n  doi: {}\n",
    "_quarto.yml": "citation:\n  doi: {}\n",
    "a.csl.json": '[{{"DOI": "{}", "URL": "https://doi.org/10.1000/7"}}]',
    "items.json": '[{{"DOI": "{}", "URL": "https://doi.org/10.1000/7"}}]',
    "a.csl.yaml": "- DOI: {}\n",
    "a.ris": "TY  - JOUR\nDO  - {}\nER  - \n",
    "page.html": '<p>See <a href="https://doi.org/{}">t</a> and 10.1000/7.</p>\n',
}


def guard_of(name: str) -> Guard:
    """Return the guard of a file."""
    found = format_of(name).same_page(Settings())
    assert found is not None
    return found


def fixes(text: str, old: str, new: str, *, was: str, doi: str) -> list[Fix]:
    """Return one fix that puts a name in the place of another, and what it states."""
    at = text.index(old)
    return stated(Edit(Span(at, at + len(old)), new), was=was, doi=doi)


def test_every_format_that_is_fixed_is_tried() -> None:
    """A new format has to join the table above."""
    tried = {format_of(name) for name in FILES}
    assert {
        format_of(f"a{(*entry.suffixes, *entry.files)[0]}") for entry in FORMATS if entry.is_fixed
    } <= tried


@pytest.mark.parametrize("name", FILES)
def test_another_doi_is_refused(name: str) -> None:
    """A guard lets a DOI change only to the one that its fix states; nothing else may change."""
    text = FILES[name].format(ONE)
    after = FILES[name].format(TWO)
    assert guard_of(name)(text, after, fixes(text, ONE, TWO, was=ONE, doi=TWO))
    assert not guard_of(name)(text, after, fixes(text, ONE, TWO, was=ONE, doi=ONE))
    assert not guard_of(name)(text, after, fixes(text, ONE, TWO, was="10.1000/9", doi="10.1000/8"))
    garbled = FILES[name].format("10.1000/18hhttps")
    assert not guard_of(name)(text, garbled, fixes(text, ONE, "10.1000/18hhttps", was=ONE, doi=ONE))


@pytest.mark.parametrize("name", [name for name, text in FILES.items() if "10.1000/7" in text])
def test_what_was_not_fixed_stays(name: str) -> None:
    """A fix of one DOI is no reason for another to change, even to the one that it states."""
    text = FILES[name].format(ONE)
    made = fixes(text, ONE, TWO, was=ONE, doi=TWO)
    right = apply_edits(text, [edit for fix in made for edit in fix.edits])
    assert guard_of(name)(text, right, made)
    assert not guard_of(name)(text, right.replace("10.1000/7", "10.1000/8"), made)
    assert not guard_of(name)(text, right.replace("10.1000/7", TWO), made)
    assert not guard_of(name)(text, text.replace("10.1000/7", TWO), made)


def reached(*names: str) -> list[Reached]:
    """Return what a reader reaches, by names and what stands behind them: `10.1000/1#a`."""
    found = []
    for written in names:
        name, mark, tail = written.partition("#")
        found.append(
            Reached(name, name.partition("/")[0] if name[:3] == "10." else "", mark + tail)
        )
    return found


A, B, C, D = (f"10.1000/{letter}" for letter in "abcd")


@pytest.mark.parametrize(
    ("old", "new", "was", "doi", "expected"),
    [
        ([A, B], [A, B], "", "", True),
        ([A, B], [A, C], B, C, True),
        ([A, B], [C, B], B, C, False),
        ([A, B], [B, A], A, A, False),
        ([A, B], [A], A, A, False),
        ([A], [A, B], A, A, False),
        # A link whose text is its name is reached twice.
        ([A, B], [A, A, B], A, A, True),
        ([A, A, B], [A, B], A, A, True),
        ([A, B, B], [A, B], A, A, False),
        ([f"{A},", A, B], [A, B], f"{A},", A, True),
        # What stands behind a name is compared where nothing is fixed.
        ([f"{A}#x", B], [A, B], A, A, True),
        ([f"{A}#x", B], [A, C], B, C, False),
        # A name that the syntax broke, or that stood nowhere.
        ([B], [B, A], "", A, True),
        (["10.1000/", B], [A, B], "", A, True),
        ([f"{A}bc]_", B], [f"{A}bc", B], "", f"{A}bc", True),
        (["https://publisher.example", B], [A, B], "", A, True),
        ([D, B], [A, B], "", A, False),
        # The reader of names does not see what the fix makes visible.
        ([B], [A, B], C, A, True),
    ],
)
def test_what_fixes_state(
    old: list[str], new: list[str], was: str, doi: str, *, expected: bool
) -> None:
    """DOIs before, DOIs behind, and one fix: whether it explains the difference, and all of it."""
    made = stated(was=was, doi=doi) if was or doi else []
    assert is_as_stated(reached(*old), reached(*new), made) is expected


NAMES = st.lists(st.sampled_from([A, B, C, D]), max_size=8)


@given(NAMES, st.dictionaries(st.sampled_from([A, B]), st.sampled_from([C, D]), max_size=2))
def test_all_mentions_of_a_name_may_be_fixed_at_once(
    names: list[str], changes: dict[str, str]
) -> None:
    """Several fixes explain a document in which each name became the one that is stated of it."""
    made = [fix for was, doi in changes.items() for fix in stated(was=was, doi=doi)]
    new = [changes.get(name, name) for name in names]
    assert is_as_stated(reached(*names), reached(*new), made)
    others = {A, B, C, D} - {*names, *changes, *changes.values()}
    for other in others:
        assert not is_as_stated(reached(*names), reached(*new, other), made)


def test_many_fixes() -> None:
    """Thousands of fixes are compared as a few are, in one pass."""
    names = [f"10.1000/{at}" for at in range(3000)]
    made = [fix for name in names for fix in stated(was=f"{name},", doi=name)]
    old = reached(*[f"{name}," for name in names])
    assert is_as_stated(old, reached(*names), made)
    broken = [fix for name in names for fix in stated(doi=name)]
    assert is_as_stated([], reached(*names), broken)


def test_a_mask_hides_names_and_keeps_them() -> None:
    """Text, addresses and values: one word for each, and which DOI it stood for."""
    mask = Mask()
    assert mask.text(f"see {ONE}, https://doi.org/{TWO}#x") == "see \ue000, \ue000"
    assert mask.address(" https://example.org/ ") == " https://example.org/ "
    assert mask.value(f" {ONE}\n") == " \ue000\n"
    mask.name("no name")
    assert [found.name for found in mask.reached] == [ONE, TWO, ONE, "no name"]
    assert [found.tail for found in mask.reached] == ["", "#x", "", ""]
