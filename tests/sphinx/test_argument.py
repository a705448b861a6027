from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.formats.rst.role_argument import split

SICI = "10.1002/(SICI)1096-8644(199808)106:4<483::AID-AJPA4>3.0.CO;2-K"


@pytest.mark.parametrize(
    ("text", "title", "name"),
    [
        ("10.1000/182", None, "10.1000/182"),
        (SICI, None, SICI),
        (f"Title <{SICI}>", "Title", SICI),
        ("10.1002/x<483::AID>", None, "10.1002/x<483::AID>"),
        ("Smith <2000> <10.1000/182>", "Smith <2000>", "10.1000/182"),
        (f"a < b <{SICI}>", "a < b", SICI),
        ("Title<10.1000/182>", "Title", "10.1000/182"),
        ("<10.1000/182>", None, "10.1000/182"),
        ("Two\n  lines <10.1000/182>", "Two lines", "10.1000/182"),
        ("  10.1000/182  ", None, "10.1000/182"),
        ("doi:10.1000/182", None, "10.1000/182"),
        ("https://doi.org/10.1000/a%3Cb", None, "10.1000/a<b"),
        ("Title <http://dx.doi.org/10.1000/182>", "Title", "10.1000/182"),
        ("https://doi.org/10.1002/a<b>3.0.CO;2-#", None, "10.1002/a<b>3.0.CO;2-#"),
        ("10/abc", None, "10/abc"),
        ("Title <10/abc>", "Title", "10/abc"),
        ("Title <10.1000/182#section>", "Title", "10.1000/182#section"),
        # A registered name holds this very escape; those in upper case a program wrote.
        ("10.1002/a%3cb", None, "10.1002/a%3cb"),
        ("10.1002/a%3Cb", None, "10.1002/a<b"),
        ("10.1000/a\x00<b\x00>", None, "10.1000/a<b>"),
        ("T\x00<x\x00> <10.1000/\x00*1>", "T<x>", "10.1000/*1"),
        ("10.1000/back\x00\\slash", None, "10.1000/back\\slash"),
    ],
)
def test_the_name_is_found_behind_any_title(text: str, title: str | None, name: str) -> None:
    """Title and name come apart as a reader takes them, escapes undone."""
    argument = split(text)
    assert (argument.title, str(argument.doi)) == (title, name)


@pytest.mark.parametrize(
    ("text", "title", "target"),
    [
        ("nothing", None, "nothing"),
        ("Title <11681/5671>", "Title", "11681/5671"),
        ("10.1.1.3", None, "10.1.1.3"),
        ("", None, ""),
        ("<>", None, "<>"),
        ("a <b> c", None, "a <b> c"),
        ("https://example.org/x", None, "https://example.org/x"),
        ("10.1000/zero\u200bwidth", None, "10.1000/zero\u200bwidth"),
        ("x <\x00", None, "x <"),
    ],
)
def test_what_is_no_name_is_kept_and_explained(text: str, title: str | None, target: str) -> None:
    """The text stays to be shown, and the reason to be told."""
    argument = split(text)
    assert argument.doi is None
    assert (argument.title, argument.spelling.text) == (title, target)
    assert argument.spelling.error is not None


def test_an_exclamation_mark_asks_for_no_link() -> None:
    """Sphinx's sign for "no link" is understood, and is no part of the name."""
    argument = split("!10.1000/182")
    assert argument.disabled
    assert str(argument.doi) == "10.1000/182"


def test_the_span_is_that_of_the_name_as_written() -> None:
    """The span covers the target between the brackets, escapes included."""
    text = "Title <10.1000/a\x00<b>"
    assert split(text).span.cut(text) == "10.1000/a\x00<b"


TITLES = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Z"], exclude_characters="<>\x00"),
    min_size=1,
)


@given(title=TITLES.filter(lambda text: not text.startswith("!")), ends=st.sampled_from("x>)-"))
def test_any_title_leaves_the_name_alone(title: str, ends: str) -> None:
    """Whatever stands before ` <`, the name is the same."""
    argument = split(f"{title} <{SICI}{ends}>")
    assert str(argument.doi) == SICI + ends
    assert argument.title == title


@given(st.text())
def test_no_text_makes_it_fail(text: str) -> None:
    """Any text gives an argument, with a name or a reason."""
    argument = split(text)
    assert (argument.doi is None) == (argument.spelling.error is not None)


def test_awkward_names_alone_and_with_titles(shared: Path) -> None:
    """Every awkward DOI of the collection survives, bare and behind a title with brackets."""
    lines = (shared / "spec" / "nasty_dois.jsonl").read_text(encoding="utf-8").splitlines()
    for name in (json.loads(line)["doi"] for line in lines):
        for text, title in ((name, None), (f"A <b> c <{name}>", "A <b> c")):
            argument = split(text)
            assert (argument.title, str(argument.doi)) == (title, name)
