"""Which rules hold: codes, names, families, groups, files."""

from __future__ import annotations

import pytest
from linear import is_within

from mdlint_doi.lint.rule import ON_REQUEST, Need
from mdlint_doi.lint.rules import (
    FAMILIES,
    RULES,
    UnknownSelectorError,
    codes_of,
    rules_like,
    rules_named,
)
from mdlint_doi.lint.selection import Selection, is_needed
from mdlint_doi.lint.setting_types import PerFileIgnore
from mdlint_doi.lint.settings import Settings

DEFAULT = {rule.code for rule in RULES if rule.default}
OFF = {
    *("DOI102", "DOI207", "DOI209", "DOI210", "DOI503"),
    *("DOI915", "DOI921", "DOI922", "DOI923"),
}


def test_defaults_are_those_of_the_design() -> None:
    """All rules are on but those that ask for more than correctness."""
    assert {rule.code for rule in RULES} - DEFAULT == OFF
    assert Selection.of(Settings()).codes == DEFAULT


def test_codes_and_names_are_unique() -> None:
    """A code and a name belong to one rule, and each family has a title."""
    assert len({rule.code for rule in RULES}) == len(RULES) == len({rule.name for rule in RULES})
    assert {rule.family for rule in RULES} == {prefix for prefix, _ in FAMILIES}
    assert [rule.code for rule in RULES] == sorted(rule.code for rule in RULES)


@pytest.mark.parametrize(
    ("selector", "codes"),
    [
        ("DOI201", {"DOI201"}),
        ("doi201", {"DOI201"}),
        ("unusual-address", {"DOI201"}),
        ("Unusual-Address", {"DOI201"}),
        ("DOI4", {"DOI401", "DOI402"}),
        ("DOI90", {"DOI901", "DOI903", "DOI904", "DOI905", "DOI906"}),
        ("DOI", {rule.code for rule in RULES}),
        ("all", {rule.code for rule in RULES}),
        ("default", DEFAULT),
        (" DOI201 ", {"DOI201"}),
    ],
)
def test_selector(selector: str, codes: set[str]) -> None:
    """A selector stands for these codes."""
    assert codes_of(selector) == codes


@pytest.mark.parametrize(
    ("select", "extend", "publishers", "project"),
    [
        (("default",), (), False, False),
        (("default", " default "), ("default",), False, False),
        (("default",), ("DOI207",), True, False),
        (("default",), (" Publisher-URL ",), True, False),
        (("default",), ("mixed-spelling",), False, True),
        (("doi2",), (), True, True),
        (("all",), (), True, True),
        (("DOI201", "DOI3"), ("unusual-address",), False, False),
    ],
)
def test_needs_of_the_selected_rules(
    select: tuple[str, ...],
    extend: tuple[str, ...],
    publishers: bool,  # noqa: FBT001
    project: bool,  # noqa: FBT001
) -> None:
    """A run provides what one of the selected rules needs, and nothing else."""
    settings = Settings(select=select, extend_select=extend)
    assert is_needed(Need.PUBLISHERS, settings) == publishers
    assert is_needed(Need.WHOLE_PROJECT, settings) == project


def test_what_is_ignored_needs_nothing() -> None:
    """A rule that is selected and ignored costs nothing."""
    settings = Settings(select=("all",), ignore=("DOI207",))
    assert not is_needed(Need.PUBLISHERS, settings)
    assert is_needed(Need.LOOKUP, settings)


def test_default_rules_need_nothing_on_request() -> None:
    """So that settings which select only these are known to need nothing, rules unseen."""
    needs = {need for rule in RULES if rule.default for need in rule.needs}
    assert not needs & ON_REQUEST
    assert is_needed(Need.LOOKUP, Settings())


@pytest.mark.parametrize(
    ("selector", "nearest"),
    [
        ("DOI2O1", "DOI201"),
        ("doi90I", "DOI901"),
        ("402", "DOI402"),
        ("unusual-addres", "unusual-address"),
        ("defaults", "default"),
        ("DOI2011", "DOI201"),
    ],
)
def test_unknown_selector_names_the_nearest(selector: str, nearest: str) -> None:
    """An unknown word is an error that names what was probably meant."""
    with pytest.raises(UnknownSelectorError, match=f"did you mean '{nearest}") as caught:
        codes_of(selector)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("selector", ["DOI299", "999", "DOI29", "foo", "address"])
def test_no_neighbour_is_named_that_nobody_meant(selector: str) -> None:
    """Codes all look alike: the nearest is not what was meant."""
    with pytest.raises(UnknownSelectorError, match=r"unknown rule '.*' \(valid: "):
        codes_of(selector)


@pytest.mark.parametrize("selector", ["", " ", "x\x1b[31m", "DOI7", "D"])
def test_unknown_selector_is_shown_harmlessly(selector: str) -> None:
    """A word without a neighbour is an error of one printable line."""
    with pytest.raises(UnknownSelectorError) as caught:
        codes_of(selector)
    assert str(caught.value).isprintable()


def test_settings_add_up() -> None:
    """What is ignored wins over what is selected."""
    settings = Settings(select=("DOI2",), extend_select=("DOI901",), ignore=("unusual-address",))
    selection = Selection.of(settings)
    assert not selection.has("DOI201")
    assert selection.has("DOI203")
    assert selection.has("DOI207")
    assert selection.has("DOI901")
    assert not selection.has("DOI101")
    assert [rule.code for rule in selection.rules] == sorted(selection.codes)


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("CHANGELOG.md", "CHANGELOG.md", True),
        ("CHANGELOG.md", "./docs/CHANGELOG.md", True),
        ("CHANGELOG.md", "/home/me/docs/CHANGELOG.md", True),
        ("CHANGELOG.md", "docs/OLD-CHANGELOG.md", False),
        ("*.qmd", "docs/a/b.qmd", True),
        ("*.qmd", "docs/a/b.md", False),
        ("docs", "docs/a/b.md", True),
        ("docs/", "docs/a/b.md", True),
        ("docs/**", "project/docs/a/b.md", True),
        ("docs/*.md", "docs/b.md", True),
        ("docs/*.md", "docs/a/b.md", False),
        ("./docs/*.md", "docs/b.md", True),
        ("docs/**/b.md", "docs/b.md", True),
        ("docs/**/b.md", "docs/x/y/b.md", True),
        ("**/news/*.md", "a/news/1.md", True),
        ("[ab].md", "a.md", True),
        ("[!ab].md", "a.md", False),
        ("[!ab].md", "c.md", True),
        ("v?.md", "v1.md", True),
        ("v?.md", "v/.md", False),
        ("a(b).md", "a(b).md", True),
        ("\\[.md", "[.md", True),
        ("docs\\x", "a.md", False),
        ("*a*b*c.md", "xaxxbxaxbxc.md", True),
        ("*a*b*c.md", "xaxx/bxc.md", False),
        ("**/a/**/b/*.md", "x/a/b/a/y/b/c.md", True),
        ("**/a/**/b/*.md", "x/a/b/a/y/b/z/c.md", False),
        ("a**c.md", "abc.md", True),
        ("a**c.md", "a/b/c.md", False),
    ],
)
def test_per_file_ignores(pattern: str, path: str, matches: bool) -> None:  # noqa: FBT001
    """A pattern takes rules away from the files that it matches, and from no other."""
    settings = Settings(per_file_ignores=(PerFileIgnore(pattern, ("DOI201",)),))
    assert Selection.of(settings, path).has("DOI201") is not matches
    assert Selection.of(settings).has("DOI201")


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("**/" * 40 + "*a*a", "b/" * 500 + "c.md"),
        ("*a" * 25 + "*b", "a" * 240 + ".md"),
        ("**/a/" * 20 + "b", "a/" * 500 + "c.md"),
        ("**/*a*a/" * 20 + "b", ("a" * 50 + "/") * 50 + "c.md"),
        ("*" * 5000 + "b", "a" * 240 + ".md"),
        ("**a" * 25 + "**b", "a" * 240 + ".md"),
    ],
)
def test_pattern_cannot_hang(pattern: str, path: str) -> None:
    """A pattern of many stars is matched in good time."""
    settings = Settings(per_file_ignores=(PerFileIgnore(pattern, ("DOI201",)),))
    assert Selection.of(settings, path).has("DOI201")
    assert is_within(lambda: Selection.of(settings, path), 150)


def test_rules_named() -> None:
    """A rule is found by code or name; a family is no rule."""
    assert rules_named(["doi201"]) == rules_named(["unusual-address", "DOI2"])
    assert [rule.code for rule in rules_named(["doi201"])] == ["DOI201"]


def test_rules_like_a_word() -> None:
    """A code or a name is one rule; the beginning of codes and a part of names are several."""
    assert rules_like("DOI201") == rules_like("unusual-address") == rules_named(["DOI201"])
    assert {rule.code[:4] for rule in rules_like("doi2")} == {"DOI2"}
    assert [rule.name for rule in rules_like(" Resolver")] == ["proxied-resolver"]


@pytest.mark.parametrize("word", ["", "DOI7", "nothing-like-it"])
def test_no_rule_is_like_a_word(word: str) -> None:
    """A word that is like none is an error, as where one rule is named."""
    with pytest.raises(UnknownSelectorError):
        rules_like(word)


def test_facts_that_rules_can_do_without() -> None:
    """A selected rule may use works without needing them."""
    assert Selection.of(Settings(select=("DOI507",))).uses(Need.WORKS)
    assert not Selection.of(Settings(select=("DOI507",))).needs(Need.WORKS)
    assert not Selection.of(Settings(select=("DOI201",))).uses(Need.WORKS)
