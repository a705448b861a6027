"""Eight times the text takes about eight times the time: every family, in every way of reading.

The texts are short, so that all of them take seconds; `long_run.py` looks at 100 KB, and at twice
the text for twice the time.
"""

from __future__ import annotations

from typing import Final

import pytest
from growth_families import LINES, PREFIXES, SETTINGS, WAYS, text_of
from growth_formats import FORMATS, check_and_fix, format_families
from growth_units import NESTED, Family, families
from linear import is_linear

from mdlint_doi.formats.docstring import guard
from mdlint_doi.formats.docstring.docstrings import Docstring, Unreadable, read_docstrings

_SMALL, _LARGE = 2_000, 16_000
_COUNT = 240
_GROUPS = 6
_A_FORMAT = 20
_SEED = 14

_LINK: Final = "http://dx.doi.org/10.1000/1"
_BLOCK: Final = ".. code-block:: bibtex\n\n   @misc{{a,\n"

ONCE_QUADRATIC = (Family("\n|-|-|\n*", "{} 10.1000/1\n"), Family("\u2013#", "{} 10.1000/1\n"))
"""What the long runs brought to light."""


def grows_too_fast(way: str, family: Family) -> bool:
    """Return whether much more text takes much more than its share."""
    return not is_linear(WAYS[way], family.text(_SMALL), family.text(_LARGE))


@pytest.mark.parametrize("way", ["prefilter", "find"])
def test_prefixes_of_names_are_walked_through_once(way: str) -> None:
    """What begins like a name and goes on as none is not looked at from each place in it."""
    all_of_them = [Family(piece, setting) for piece in PREFIXES for setting in SETTINGS[:2]]
    assert [family for family in all_of_them if grows_too_fast(way, family)] == []


@pytest.mark.slow
@pytest.mark.parametrize("way", ["plugin", "fix"])
@pytest.mark.parametrize("setting", SETTINGS, ids=ascii)
def test_nor_are_they_in_any_other_place(way: str, setting: str) -> None:
    """A destination, a title, an autolink, a publisher's address, front matter, a role."""
    all_of_them = [Family(piece, setting) for piece in PREFIXES]
    assert [family for family in all_of_them if grows_too_fast(way, family)] == []


@pytest.mark.slow
def test_lines_are_read_once() -> None:
    """Whatever ends lines, and however long one is."""
    all_of_them = [Family(piece, "{} 10.1000/1\n\n10.1000/2\n") for piece in LINES]
    assert [family for family in all_of_them if grows_too_fast("fix", family)] == []


@pytest.mark.slow
@pytest.mark.parametrize("number", range(_GROUPS))
def test_generated_families(number: int) -> None:
    """No unit, however it is put together and wherever it stands, is read over and over."""
    group = [*families(_COUNT, _SEED)][number::_GROUPS]
    assert [family for family in group if grows_too_fast("fix", family)] == []


@pytest.mark.parametrize("family", NESTED, ids=ascii)
def test_what_stands_in_one_another(family: Family) -> None:
    """Nothing is read once for each that it stands in, beyond the words that a message shows."""
    assert is_linear(WAYS["fix"], family.text(2 * _SMALL), family.text(2 * _LARGE))


@pytest.mark.slow
@pytest.mark.parametrize("path", FORMATS)
def test_generated_families_of_a_format(path: str) -> None:
    """Nor is any format read, or fixed, over and over."""
    work = check_and_fix(path)
    group = format_families(path, _A_FORMAT, _SEED)
    assert [
        family for family in group if not is_linear(work, family.text(_SMALL), family.text(_LARGE))
    ] == []


@pytest.mark.parametrize(
    ("path", "family"),
    [
        ("codemeta.json", Family('["a", ["a", ', '{{"a": {}')),
        ("a.bib", Family("{10} # ", "@a{{k, note = {}{{x}}}}")),
        ("a.adoc", Family("image:", "{}")),
        ("a.adoc", Family("doi:", "{}")),
        ("a.adoc", Family("{a}/10.", "{}")),
    ],
    ids=ascii,
)
def test_what_was_once_quadratic_in_a_format(path: str, family: Family) -> None:
    """The way to a string of deep JSON is long, and each has one; a value may have many parts.

    In AsciiDoc, a word may begin like an address again and again.
    """
    assert is_linear(check_and_fix(path), family.text(_SMALL), family.text(_LARGE))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "family"),
    [
        ("a.rst", Family(f"     see {_LINK}\n", f"{_BLOCK}   note = {{{{\n{{}}   }}}}}}}}\n")),
        ("a.md", Family(f"see {_LINK}\n", "```bibtex\n@misc{{a, note = {{\n{}}}}}\n```\n")),
        ("a.py", Family(f"    see {_LINK}\n", '"""\n    A\n\n{}    """\n')),
        ("a.py", Family(f"# see {_LINK}\n", '"""\nA\n=\n"""\n# %%\n{}')),
        ("a.py", Family(f"# %% [markdown]\n# see {_LINK}\n", "{}")),
        ("a.py", Family(f"# %%\n# see {_LINK}\n", '"""\nA\n=\n"""\n{}')),
        ("a.bib", Family(f"see {_LINK}\n", "@misc{{a, note = {{\n{}}}}}\n")),
        ("a.csl.yaml", Family(f"    see {_LINK}\n", "- id: a\n  note: |\n{}")),
        ("CITATION.cff", Family("arXiv : x1706.03762 arXiv: 1706.03762\n  ", "abstract: |\n  {}")),
    ],
    ids=ascii,
)
def test_what_many_mentions_share_is_read_once(path: str, family: Family) -> None:
    """The text of a field, a block of code, a docstring or a cell, and the fixes of all cells."""
    work = check_and_fix(path)
    assert is_linear(work, family.text(2 * _SMALL), family.text(2 * _LARGE))


@pytest.mark.parametrize(
    ("path", "family"),
    [
        ("a.md", Family("a", "[a](https://doi.org/10.1000/1{{{{{})\n")),
        ("a.rst", Family("a", ":doi:`10.1000/1{{{{{}`\n")),
        ("a.bib", Family("a", "@misc{{a, url = {{https://doi.org/10.1000/1\\{{\\{{{}}}}}\n")),
        ("a.md", Family("arxiv.", "[a]({}arxiv:arxiv:1706.03762)\n")),
        ("a.rst", Family("arxiv.", "`a <{}arxiv:arxiv:1706.03762>`__\n")),
        ("a.bib", Family("arxiv.", "@misc{{a, url = {{{}arxiv:arxiv:1706.03762}}}}\n")),
    ],
    ids=ascii,
)
def test_a_destination_is_read_once(path: str, family: Family) -> None:
    """Whether it is a template that is not closed, or a number of arXiv behind many labels."""
    assert is_linear(check_and_fix(path), family.text(2 * _SMALL), family.text(2 * _LARGE))


def test_each_label_of_a_host_is_read_once() -> None:
    """The address of a resolver behind a proxy, with `doi:` before it, has as many as one likes."""

    def links(labels: int) -> str:
        return f"[a](doi:https://doi-org.{'a.' * labels}com/10.1000/1)\n\n" * 20

    assert is_linear(check_and_fix("a.md"), links(240), links(1_920))


@pytest.mark.parametrize("mark", [":  ", " ", "}", "*", "%3a", "\n"])
@pytest.mark.parametrize("path", FORMATS)
def test_a_label_before_a_number_is_read_in_one_way(path: str, mark: str) -> None:
    """In each format, with many marks and blanks between a label and what is no number."""
    kind = FORMATS[path]
    unit = kind.escape(f"arXiv{mark * (24 // len(mark))}x1706.03762 ")
    family = Family(unit, kind.places[0])
    assert is_linear(check_and_fix(path), family.text(_SMALL), family.text(_LARGE))


@pytest.mark.parametrize("family", ONCE_QUADRATIC, ids=ascii)
def test_what_was_once_quadratic(family: Family) -> None:
    """What grew too fast before grows with its length now."""
    assert not grows_too_fast("check", family)


def test_quadratic_work_is_seen() -> None:
    """The measure itself: a loop in a loop is not taken for linear."""

    def squares(text: str) -> int:
        return sum(1 for at in range(len(text)) for _ in text[at::32])

    assert not is_linear(squares, "a" * _SMALL, "a" * _LARGE)


def test_the_texts_are_of_their_size() -> None:
    """A family repeats its unit to the size that is asked for."""
    assert text_of("ab", "x {}", 10) == Family("ab", "x {}").text(10) == "x ababababab"


def test_a_docstring_too_long_for_docutils_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """No fix is made in it, so the module is not read anew for each half of the fixes."""
    reads: list[str] = []

    def counted(text: str, wanted: range) -> tuple[Docstring, ...] | Unreadable:
        reads.append(text)
        return read_docstrings(text, wanted)

    monkeypatch.setattr(guard, "read_docstrings", counted)
    lines = "\tx http://dx.doi.org/10.1000/x\n" * 1000
    check_and_fix("a.py")(f'def f():\n\t"""a\n{lines}\t"""\n')
    assert len(reads) <= 3
