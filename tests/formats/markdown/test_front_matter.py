"""Front matter: values are read and fixed, keys are left alone, and a YAML parser is the judge."""

from __future__ import annotations

import pytest
import yaml
from linear import is_linear
from offline import check_markdown, fix_markdown
from stated_fixes import stated

from mdlint_doi.formats.markdown.front_matter import yaml_lines
from mdlint_doi.formats.markdown.same_page import SameMarkdown
from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.model import Edit
from mdlint_doi.text.span import Span

OLD = "http://dx.doi.org/10.1000/182"
NEW = "https://doi.org/10.1000/182"


@pytest.mark.parametrize(
    "key",
    [
        "{}: Some title",
        "refs:\n  {}: Some title",
        'refs:\n  "{}": [a, b]',
        "'{}' : x",
        "refs: {{{}: a, b: c}}",
        "refs: [{{'{}': a}}]",
        'refs: {{"{}":a}}',
        "- {}:\n    - x",
        "? {}\n: x",
        "refs:\n  - {}: some text, and more # comment",
        "see {}: x",
    ],
)
def test_keys_are_left_alone(key: str) -> None:
    """A link that names an entry is no link: nothing is said of it, and nothing edited."""
    text = f"---\n{key.format(OLD)}\n---\n"
    assert check_markdown(text) == []
    assert fix_markdown(text, unsafe=True) == text


@pytest.mark.parametrize(
    "value",
    [
        "doi: {}",
        "a: '{}' # comment",
        'a: "{}"',
        "- {}",
        "- - {}",
        "refs: [{}, x]",
        "refs: {{a: {}, b: c}}",
        'refs: {{"http://dx.doi.org/10.1000/1": "{}"}}',
        "http://dx.doi.org/10.1000/1: {}",
        "? http://dx.doi.org/10.1000/1\n: {}",
        "Smith 2010: see {}",
        "'doi' : {}",
        "text: |\n  See {} there.",
        "text: >-\n  note: {}",
        "a:\n  - b: {}",
    ],
)
def test_values_are_fixed(value: str) -> None:
    """A value is fixed wherever it stands, and its key is not."""
    fixed = fix_markdown(f"---\n{value.format(OLD)}\n---\n")
    assert fixed == f"---\n{value.format(NEW)}\n---\n"


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("a: https://doi.org/10.1000/1\n", "10.1000/1", "10.1000/1: x"),
        ("a: https://doi.org/10.1000/1\n", "10.1000/1", "10.1000/1 #x"),
        ("https://doi.org/10.1000/1: a\n", "10.1000/1", "10.1000/2"),
        ("a: [https://doi.org/10.1000/1]\n", "10.1000/1", "10.1000/1,2"),
        ("a: 'https://doi.org/10.1000/1'\n", "10.1000/1", "10.1000/1''"),
        ("a: https://doi.org/10.1000/1\n", "https://doi.org/10.1000/1", "[10.1000/1]"),
        ("a: {% x %}\nb: https://doi.org/10.1000/1\n", "10.1000/1", "10.1000/2"),
    ],
)
def test_another_tree_is_refused(text: str, old: str, new: str) -> None:
    """Where the edit makes another tree, changes a key, or there is no tree, there is no fix."""
    text = f"---\n{text}---\n"
    at = text.index(old)
    edits = [Edit(Span(at, at + len(old)), new)]
    kept = "''" in new  # which is one quotation mark in a scalar: the same tree
    doi = new.replace("''", "'") if kept else f"10.1000/{1 + new.count('/2')}"
    fixes = stated(*edits, was="10.1000/1", doi=doi)
    assert SameMarkdown()(text, apply_edits(text, edits), fixes) is kept


@pytest.mark.filterwarnings("ignore::mdlint_doi.UnreadWarning")
def test_broken_front_matter_does_not_hinder_the_page() -> None:
    """What is no YAML is reported and left; the page behind it is fixed."""
    text = f"---\na: {{% x %}}\nb: {OLD}\n---\n\nSee {OLD}.\n"
    assert fix_markdown(text) == text.replace(f"See {OLD}", f"See {NEW}")
    assert {finding.line for finding in check_markdown(text)} == {3, 6}


@pytest.mark.parametrize(
    "value", ["10.xxxx/xxxxx", "TBD", "'DOI_HERE'", "xx.xxx/yyyy", "10.5281/zenodo.____"]
)
def test_placeholders(value: str) -> None:
    """Where a key says that its value is a DOI, what stands for one is told."""
    assert [finding.code for finding in check_markdown(f"---\ndoi: {value}\n---\n")] == ["DOI105"]


@pytest.mark.filterwarnings("ignore::mdlint_doi.UnreadWarning")
@pytest.mark.parametrize("value", ["{{ doi }}", "$doi$", "null", "~", "@DOI@", "pending", "''"])
def test_what_is_not_there(value: str) -> None:
    """What a program fills in, and what says that there is none, are no placeholders."""
    assert check_markdown(f"---\ndoi: {value}\ntitle: TBD\n---\n") == []


@pytest.mark.parametrize(
    "value", ["{} (preprint)", '"{} is our paper"', "{}, {}", "doi:10.1000/182 of 2020", '" {} "']
)
@pytest.mark.parametrize("page", ["---\na: {}\n---\n", "---\ndoi: {}\n---\n"])
def test_a_value_with_blanks_is_prose(page: str, value: str) -> None:
    """Words around a DOI are no part of its name, and no fix makes one name of them."""
    text = page.format(value)
    assert {finding.code for finding in check_markdown(text.format(OLD, OLD))} <= {"DOI201"}
    assert fix_markdown(text.format(OLD, OLD), unsafe=True) == text.format(NEW, NEW)


@pytest.mark.parametrize(
    "text",
    [
        "a: |\n  see (DOI: 10.1000/182)\n",
        "a: >-\n  {doi}`DOI: 10.1000/182`\n",
        "a: | # why\n\n  First.\n\n  see DOI: 10.1000/182.\nb: c\n",
        "- a: |2-\n    see\n    (DOI: 10.1000/182)\n",
        "- |\n see\n DOI: 10.1000/182.\n",
        "a:\n  b: !t &x |\n    see\n    DOI: 10.1000/182.\n",
        "'a': |\n see\n DOI: 10.1000/182.\n",
        "a: |\n  first\n  https://doi.org/10.1000/182.\n",
        'a: "see (\n  DOI: 10.1000/182)"\n',
        "a: 'it''s (\n  DOI: 10.1000/182)'\n",
        'a:\n  "see (\n\n  DOI: 10.1000/182)" # why\n',
        'a: "see \\\n  \\"DOI: 10.1000/182\\", and\n  DOI: 10.1000/183)"\n',
        "? |\n  DOI: 10.1000/182.\n: c\n",
    ],
)
def test_a_scalar_of_several_lines_is_text(text: str) -> None:
    """What looks like a key with a DOI is a sentence there, with marks of its own."""
    assert isinstance(yaml.safe_load(text.replace("!t ", "")), dict | list)
    whole = f"---\n{text}---\n"
    assert check_markdown(whole) == []
    assert fix_markdown(whole, unsafe=True) == whole


@pytest.mark.filterwarnings("ignore::mdlint_doi.UnreadWarning")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: |\n  text\nb: {}\n", 4),
        ("- a: |\n    text\n  doi: {}\n", 4),
        ("- |\n  text\n- {}\n", 4),
        ('a: "text\n  more"\ndoi: {}\n', 4),
        ("a: 'text'\nb: \"text\" # 'it\nc: {}\n", 4),
        ('a: it is "text\nb: {}\n', 3),
        ('a: "not closed\nb: {}\n', 3),
        ("doi: |\n  {}\n", 3),
        ("refs: [a,\n  b, {}]\n", 3),
    ],
)
def test_what_follows_a_scalar_is_read(text: str, line: int) -> None:
    """The scalar ends where YAML ends it."""
    found = check_markdown(f"---\n{text.format(OLD)}---\n")
    assert {finding.line for finding in found} == {line}


def test_many_scalars_are_linear() -> None:
    """Blocks, quotes that are not closed and quotes in turn take time by their number."""
    for part in ("a: |\n  b\n", 'a: "\n', "a: \"b\nc: 'd\n", "- '\n\n", 'a:\n"\n'):
        assert is_linear(lambda text: [*yaml_lines(text)], part * 3_000, part * 24_000)
