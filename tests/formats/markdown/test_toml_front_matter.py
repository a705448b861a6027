"""TOML front matter, as of Hugo and Zola: strings are read and fixed, `tomllib` is the judge."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from linear import is_linear, is_within
from offline import check_markdown, fix_markdown
from stated_fixes import stated

from mdlint_doi.formats.markdown.front_matter import toml_strings
from mdlint_doi.formats.markdown.same_page import SameMarkdown
from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.model import Edit, Form
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.span import Span

OLD = "http://dx.doi.org/10.1000/182"
NEW = "https://doi.org/10.1000/182"
ALL = Settings(offline=True, select=("all",))


def page(toml: str) -> str:
    """Return a document with front matter."""
    return f"+++\n{toml}\n+++\n\n# Title\n\nText.\n"


@pytest.mark.parametrize(
    "line",
    [
        'a = "{}"',
        "a = '{}' # a comment",
        "doi = '{}'",
        '[a]\nb.c = "{}"',
        "[[a]]\nb = '{}'",
        'a = ["x", "{}"]',
        'a = [\n  "x", # it\'s\n  "{}",\n]',
        "a = [['{}'], [1]]",
        'a = {{ b = 1, "c d" = "{}" }}',
        "a = [{{b = '{}'}}, {{b = 'x'}}]",
        'a = """\nSee {} there."""',
        "a = '''see \"{}\"'''",
        'a = "in *Botany*, \\"{}\\" \\u00e9"',
        '"http://dx.doi.org/10.1000/1" = "{}"',
        'a = ["""x"""", """x""""", "{}"]',
        "a = ['''x'''', '''x''''', '{}']",
    ],
)
def test_strings_are_fixed(line: str) -> None:
    """A value is fixed wherever it stands; a key is not."""
    assert fix_markdown(page(line.format(OLD)), ALL, unsafe=True) == page(line.format(NEW))


@pytest.mark.parametrize(
    "line",
    [
        '"{}" = 1',
        "'{}' = [1, 2]",
        "['{}']\na = 1",
        '[a."{}"]\nb = 1',
        "[[ '{}' ]]\na = 1",
        "a = {{ \"{}\" = 1, '{}'.b = 2 }}",
        "a = [{{ '{}' = 1 }}]",
        "a = 1 # {}",
        'a = """x"""" # {}',
        "a = '''x''''' # {}",
        "# [{0}]({0})",
    ],
)
def test_keys_and_comments_are_left_alone(line: str) -> None:
    """What names a value is no link, and a comment is no page."""
    text = page(line.format(OLD, "http://doi.org/10.1000/3"))
    assert check_markdown(text, ALL) == []
    assert fix_markdown(text, ALL, unsafe=True) == text


def test_a_name_in_a_string_gets_no_link() -> None:
    """In a title no link of Markdown is made of a name, as none is in YAML."""
    text = page('title = "On 10.1000/182 [x]"')
    assert fix_markdown(text, ALL, unsafe=True) == text


def test_the_key_says_that_a_value_is_a_doi() -> None:
    """Behind `doi` a name is one, whole or a placeholder; elsewhere such a word says nothing."""
    found = check_markdown(page('doi = "10.1000/xyz"\nother = "10.xxxx/yyy"'), ALL)
    assert [(finding.code, finding.line) for finding in found] == [("DOI105", 2)]
    yaml = check_markdown("---\ndoi: 10.1000/xyz\nother: 10.xxxx/yyy\n---\n", ALL)
    assert [finding.message for finding in found] == [finding.message for finding in yaml]


def test_the_text_behind_is_markdown() -> None:
    """It begins behind the second line of plus signs, and is read as ever."""
    text = page('a = "b"') + f"\n<{OLD}>\n"
    assert fix_markdown(text, ALL) == text.replace(OLD, NEW)


@pytest.mark.parametrize("text", ["+++\nsee {}\n", "+++ x\nsee {}\n+++\n", "a\n+++\nsee {}\n+++\n"])
def test_other_lines_of_plus_signs_are_text(text: str) -> None:
    """Without an end, or further below, there is no front matter."""
    assert fix_markdown(text.format(OLD)) == text.format(NEW)


@pytest.mark.parametrize(
    ("toml", "old", "new"),
    [
        ('a = "https://doi.org/10.1000/1"', "10.1000/1", '10.1000/1"'),
        ("a = 'https://doi.org/10.1000/1'", "10.1000/1", "10.1000/1' # '"),
        ('"https://doi.org/10.1000/1" = 1', "10.1000/1", "10.1000/2"),
        ("a = 1 # https://doi.org/10.1000/1\nb = 2", "10.1000/1", "10.1000/1\nb = 3"),
        ('a = ["https://doi.org/10.1000/1"]', "10.1000/1", '10.1000/1", "x'),
        ("a = 1 # https://doi.org/10.1000/1", "1 # https://doi.org/10.1000/1", "2"),
        ('a = {{ x }}\nb = "https://doi.org/10.1000/1"', "10.1000/1", "10.1000/2"),
    ],
)
def test_another_tree_is_refused(toml: str, old: str, new: str) -> None:
    """Where the edit makes another tree, or there is no tree, there is no fix."""
    text = page(toml)
    at = text.index(old)
    edits = [Edit(Span(at, at + len(old)), new)]
    fixes = stated(*edits, was="10.1000/1", doi="10.1000/2" if "2" in new else "10.1000/1")
    assert not SameMarkdown()(text, apply_edits(text, edits), fixes)


@pytest.mark.filterwarnings("ignore::mdlint_doi.UnreadWarning")
def test_what_tomllib_does_not_read_has_no_fix() -> None:
    """Lines that end with a carriage return alone are lines to us, and no TOML."""
    text = page(f'a = "{OLD}"').replace("\n", "\r")
    assert [finding.code for finding in check_markdown(text)] == ["DOI201"]
    assert fix_markdown(text, unsafe=True) == text


@pytest.mark.filterwarnings("ignore::mdlint_doi.UnreadWarning")
def test_a_key_of_very_many_parts_has_no_fix() -> None:
    """`tomllib` takes time by the square of them: 100 KB would take a minute."""
    text = page(f'{"a." * 50_000}b = "{OLD}"')
    assert [finding.code for finding in check_markdown(text)] == ["DOI201"]
    assert is_within(lambda: fix_markdown(text), 150)
    assert fix_markdown(text) == text


def test_other_values_stay() -> None:
    """An edit of one string is no reason for another to differ; numbers and dates are compared."""
    text = page('a = "https://doi.org/10.1000/1"\nb = "c"\nd = nan\ne = 2020-01-01')
    at = text.index("10.1000/1")
    edits = [Edit(Span(at, at + len("10.1000/1")), "10.1000/2")]
    after, fixes = apply_edits(text, edits), stated(*edits, was="10.1000/1", doi="10.1000/2")
    assert SameMarkdown()(text, after, fixes)
    for old, new in (('"c"', '"x"'), ("2020", "2021"), ("nan", "inf"), ("b =", "f ="), ("Te", "T")):
        assert not SameMarkdown()(text, after.replace(old, new), fixes)


WORDS = ('"', "'", '"""', "'''", "\\", "#", "=", "[", "]", "{", "}", ",", "\n", "a", " ", ".")


@given(st.lists(st.sampled_from((*WORDS, "10.1000/1", '"b"', "a = ", "\\u00e9")), max_size=30))
def test_strings_are_those_of_tomllib(parts: list[str]) -> None:
    """Whatever is TOML, every string that it has as a value is found, and nothing that is a key."""
    text = "".join(parts)
    found = [string.text for string, _ in toml_strings(text, 0, len(text))]
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    values: list[str] = []
    waiting: list[object] = [tree]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict | list):
            waiting += value.values() if isinstance(value, dict) else value
        elif isinstance(value, str):
            values.append(value)
    # A line end directly behind three quotes is none of the text.
    assert sorted(string.lstrip("\n") for string in found) == sorted(
        string.lstrip("\n") for string in values
    )


@pytest.mark.parametrize("part", ['"', '"\\"', '"""\\', "'", "'''a", "[{", "a = ", "\\u", "#"])
def test_the_work_grows_with_the_text(part: str) -> None:
    """Openings without an end are not searched again and again."""
    small, large = part * 4_000, part * 32_000
    assert is_linear(lambda text: list(toml_strings(text, 0, len(text))), small, large)


def test_the_form_is_that_of_front_matter() -> None:
    """Rules see values of TOML as those of YAML."""
    from mdlint_doi.formats.markdown.format import read
    from mdlint_doi.text.source import Source

    (found,) = read(Source("a.md", page(f"a = '{OLD}'")), Settings()).mentions
    assert found.form is Form.FRONT_MATTER
