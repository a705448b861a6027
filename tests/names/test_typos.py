"""Typos in a DOI: each edit, its place in the lists, and which DOIs are near."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.names.doi import Doi, parse
from mdlint_doi.names.typos import EDITS, LIKELY, MOST, TypoEdit, in_letters_of, is_near, typos

MEANT = parse("10.1016/j.neuroimage.2021.118484")
SUFFIXES = st.text("abcdefxyzABC0123456789.-/_", min_size=1, max_size=30)


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.name)
def test_each_edit_undoes_its_example(edit: TypoEdit) -> None:
    """The example of a row leads to what was meant, and no earlier row does."""
    found = {typo.doi: typo.edit for typo in typos(parse(edit.example))}
    assert found[parse(edit.meant)] == edit


@pytest.mark.parametrize(
    ("suffix", "is_likely", "is_number"),
    [
        ("j.neuroimage.2021/118484", True, False),  # a separator for another one
        ("j-neuroimage.2021.118484", True, False),
        ("j_neuroimage_2021_118484", True, False),  # all separators
        ("j.neuroimage:2021.118484", True, False),
        ("j.neuroimage2021.118484", True, False),  # a lost separator
        ("jneuroimage.2021.118484", True, False),
        ("j.neuroimge.2021.118484", False, False),  # a lost letter
        ("j.neuroinage.2021.118484", False, False),  # a wrong letter
        ("j.neuroimaeg.2021.118484", True, False),  # two swapped letters
        ("j.neuroiimage.2021.118484", True, False),  # a doubled letter
        ("j.neuroimage.2021.11848", True, True),  # the last digit
        ("j.neuroimage.2021.118485", True, True),
        ("j.neuroimage.2021.11484", False, True),  # a lost digit
        ("j.neuroimage.2021.118494", False, True),  # a wrong digit
        ("j.neuroimage.2021.1118484", True, True),  # a doubled digit
        ("j.neuroimage.2021.118448", True, True),  # two swapped digits
        ("j.neuroimage.2O21.118484", True, False),  # letters for digits
        ("j.neuroimage.20Z1.118484", True, False),
        ("j.neuroimage.2021.l18484", True, False),
    ],
)
def test_one_typo(suffix: str, *, is_likely: bool, is_number: bool) -> None:
    """The DOI that was meant is among the results, the likely ones first."""
    found = typos(parse(f"10.1016/{suffix}"))
    (place,) = [at for at, typo in enumerate(found) if typo.doi == MEANT]
    assert (place < LIKELY, found[place].is_number) == (is_likely, is_number)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("10.1061/j.x", "10.1016/j.x"),
        ("10.116/j.x", "10.1016/j.x"),
        ("10.10116/j.x", "10.1016/j.x"),
        ("10.10166/j.x", "10.1016/j.x"),
        ("10.1816/j.x", "10.1016/j.x"),
    ],
)
def test_a_prefix_that_nobody_has(written: str, meant: str) -> None:
    """Then only the prefix is edited, in every way."""
    found = typos(parse(written), has_known_prefix=False)
    assert parse(meant) in {typo.doi for typo in found}
    assert {typo.doi.suffix for typo in found} == {"j.x"}


def test_a_prefix_that_exists() -> None:
    """Two digits of it may still be swapped."""
    assert parse("10.1016/j.x") in {typo.doi for typo in typos(parse("10.1061/j.x"))}


@pytest.mark.parametrize("name", ["10/abcde", f"10.1000/{'a' * 101}"])
def test_names_that_nobody_types(name: str) -> None:
    """A shortDOI and a very long DOI have no results."""
    assert typos(parse(name)) == ()


@given(SUFFIXES)
def test_the_results_are_bounded_and_different(suffix: str) -> None:
    """There are at most `MOST`, none twice, and the written DOI is not among them."""
    written = Doi("10.1016", suffix)
    found = [typo.doi for typo in typos(written)]
    assert len(found) == len(set(found)) <= MOST
    assert written not in found


@given(SUFFIXES)
def test_clear_edits_come_first(suffix: str) -> None:
    """Edits that the written text shows come before all others."""
    clear = [typo.edit.is_clear for typo in typos(Doi("10.1016", suffix))]
    assert all(before >= after for before, after in pairwise(clear))


@pytest.mark.parametrize(
    ("written", "meant", "kept"),
    [
        ("10.1137/16M110612", "10.1137/16m1106122", "10.1137/16M1106122"),
        ("10.1021/ACS.JPCB.0C00594", "10.1021/acs.jpcb.0c00549", "10.1021/ACS.JPCB.0C00549"),
        ("10.1000/ABC", "10.1000/abc", "10.1000/ABC"),
        ("10.1000/A", "10.1000/b", "10.1000/b"),
    ],
)
def test_the_letters_stay(written: str, meant: str, kept: str) -> None:
    """Where both DOIs are the same, the letter case is that of the written one."""
    assert str(in_letters_of(parse(written), parse(meant))) == kept


@given(SUFFIXES, SUFFIXES)
def test_letters_never_change_the_doi(written: str, meant: str) -> None:
    """Whatever the letters, the result is the same DOI."""
    name = Doi("10.1016", meant)
    assert in_letters_of(Doi("10.1016", written), name) == name


@pytest.mark.parametrize(
    ("written", "other", "is_close"),
    [
        ("10.1137/16M110612", "10.1137/16m1106122", True),  # one lost
        ("10.1137/16M1106212", "10.1137/16m1106122", True),  # two swapped
        ("10.1137/16M1160212", "10.1137/16m1106122", True),  # two swaps
        ("10.1137/16M1106333", "10.1137/16m1106122", False),  # three wrong
        ("10.1137/16M1106", "10.1137/16m1106122", False),  # three lost
        ("10.1000/ab", "10.1000/ba", True),
        ("10.1000/" + "a" * 300, "10.1000/" + "a" * 301, False),  # too long to be compared
    ],
)
def test_near(written: str, other: str, *, is_close: bool) -> None:
    """At most two edits, whatever the letter case, in both directions."""
    names = parse(written), parse(other)
    assert is_near(*names) is is_close
    assert is_near(*names[::-1]) is is_close


@given(SUFFIXES)
def test_results_are_near(suffix: str) -> None:
    """A single typo is at most two edits, except for separators that are all replaced."""
    written = Doi("10.1016", suffix)
    for typo in typos(written):
        if typo.edit.name not in {"replace a separator", "replace a look-alike"}:
            assert is_near(written, typo.doi)
