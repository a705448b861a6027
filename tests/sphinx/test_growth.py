"""Pages with very many DOIs take time in proportion."""

from __future__ import annotations

import gc
from functools import lru_cache

import pytest
from fuzz.rst_targets import document, rst
from linear import is_linear, is_within
from sphinx_projects import MakeProject

from mdlint_doi.formats.rst.role_argument import split
from mdlint_doi.lint.model import Mention
from mdlint_doi.names.spelling import Spelling
from mdlint_doi.text.span import Ranges, Span

PIECES = (
    ":doi:`10.1000/182` ",
    "DOI:`10.1000/{}` ",
    "`t <http://dx.doi.org/10.1000/182>`__ ",
    "http://dx.doi.org/10.1000/{}\n\n",
    ".. _a{}: http://dx.doi.org/10.1000/{}\n",
    ".. mdlint-doi-disable -- {}\n\nhttp://dx.doi.org/10.1000/182\n\n.. mdlint-doi-enable\n\n",
)
_CACHE = type(lru_cache(len))
HTML = ".. raw:: html\n\n" + "   <a href='http://dx.doi.org/10.1000/1'>x</a>\n"


@pytest.mark.parametrize(
    "piece",
    [
        *PIECES[:2],
        *(pytest.param(piece, marks=pytest.mark.slow) for piece in (*PIECES[2:], HTML)),
    ],
    ids=range(len(PIECES) + 1),
)
def test_many_dois_in_a_page(piece: str) -> None:
    """Eight times the DOIs take about eight times the work, not 64 times."""
    doctrees = []
    for count in (125, 1000):
        text = piece + piece.rpartition("\n\n")[2] * count if piece is HTML else ""
        text = text or "".join(piece.format(*[number] * 2) for number in range(count))
        doctrees.append(document(text.encode()))
    assert is_linear(rst, *doctrees)


def _held() -> int:
    for held in gc.get_objects():
        if isinstance(held, _CACHE) and held.__module__.startswith(("mdlint_doi", "sphinx_doi")):
            held.cache_clear()  # it holds a bounded number, whatever was read before
    gc.collect()
    return sum(isinstance(held, Spelling | Mention) for held in gc.get_objects())


def test_nothing_read_of_a_page_is_kept(project: MakeProject) -> None:
    """After a build no DOI is held as objects, which each collection of garbage would go through.

    But for those of the last page that was judged or written.
    """
    page = "P\n=\n\n:doi:`10.1000/{0}` `t <https://doi.org/10.1000/{0}.b>`_ https://doi.org/10.1000/1\n"
    made = project({f"page{at}.rst": page.format(at) for at in range(20)} | {"index.rst": "P\n=\n"})
    before = _held()
    made.build()
    assert _held() < before + 20


def test_many_dois_without_a_blank() -> None:
    """What follows a URL is looked at as far as a name may go."""
    doctree = document(b"<https://doi.org/10.1234/D>" * 400)
    assert is_within(lambda: rst(doctree), 300)


@pytest.mark.parametrize("piece", ["<", "<>", "a <", "<10.1", " <10.1000/", "\0<"])
def test_many_brackets_in_a_role(piece: str) -> None:
    """What might begin the target is not tried without end."""
    for end in ("", ">", "\0>"):
        assert is_linear(split, piece * 1_000 + end, piece * 8_000 + end)


@pytest.mark.parametrize(
    ("span", "covering", "overlap"),
    [
        (Span(1, 2), Span(0, 5), True),
        (Span(3, 9), Span(3, 20), True),
        (Span(5, 6), Span(3, 20), True),
        (Span(0, 21), None, True),
        (Span(20, 21), None, False),
        (Span(30, 31), Span(30, 31), True),
        (Span(29, 31), None, True),
        (Span(40, 41), None, False),
    ],
)
def test_ranges(span: Span, covering: Span | None, overlap: bool) -> None:  # noqa: FBT001
    """The first range that covers another is found, though ranges overlap."""
    ranges = Ranges([Span(3, 20), Span(0, 5), Span(4, 6), Span(30, 31)])
    assert ranges.covering(span) == covering
    assert ranges.overlap(span) is overlap


def test_no_ranges() -> None:
    """Nothing covers anything."""
    assert Ranges([]).covering(Span(0, 0)) is None
    assert not Ranges([]).overlap(Span(0, 1))
