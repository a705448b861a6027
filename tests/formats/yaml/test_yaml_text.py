from __future__ import annotations

import subprocess
import sys

import pytest
from formats import laws

from mdlint_doi import fix_text
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.yaml_reader import MAX_DEPTH, read_scalars
from mdlint_doi.formats.yaml_text import ScalarStyle, YamlScalar

CFF = """\
cff-version: 1.2.0
doi: 10.1000/182  # ours
identifiers:
  - type: doi
    value: "10.1000/183"
  - {type: url, value: 'https://doi.org/10.1000/184'}
references: [*none, &ref !!str "10.1000/185"]
abstract: >-
  See 10.1000/186
  and more.
note: "a\\tb"
quote: 'it''s'
'10.1000/key': |
  text
"""


def values(text: str) -> list[YamlScalar]:
    """Return the scalars that are no keys."""
    return [scalar for scalar in read_scalars(text) if not scalar.is_key]


def test_scalars_of_a_citation_file() -> None:
    """Values come with path, style and what they say."""
    assert [(scalar.path, scalar.style, scalar.value) for scalar in values(CFF)] == [
        (("cff-version",), ScalarStyle.PLAIN, "1.2.0"),
        (("doi",), ScalarStyle.PLAIN, "10.1000/182"),
        (("identifiers", 0, "type"), ScalarStyle.PLAIN, "doi"),
        (("identifiers", 0, "value"), ScalarStyle.DOUBLE, "10.1000/183"),
        (("identifiers", 1, "type"), ScalarStyle.PLAIN, "url"),
        (("identifiers", 1, "value"), ScalarStyle.SINGLE, "https://doi.org/10.1000/184"),
        (("references", 0), ScalarStyle.ALIAS, "none"),
        (("references", 1), ScalarStyle.DOUBLE, "10.1000/185"),
        (("abstract",), ScalarStyle.FOLDED, "See 10.1000/186 and more."),
        (("note",), ScalarStyle.DOUBLE, "a\tb"),
        (("quote",), ScalarStyle.SINGLE, "it's"),
        (("10.1000/key",), ScalarStyle.LITERAL, "text\n"),
    ]
    laws.yaml_text(CFF)


def test_keys_are_no_values() -> None:
    """A key is told apart, and stands where it is written."""
    keys = [scalar for scalar in read_scalars(CFF) if scalar.is_key]
    assert keys[-1].value == "10.1000/key"
    assert keys[-1].span.cut(CFF) == "'10.1000/key'"


def test_nothing_in_a_key_is_a_value() -> None:
    """A key may be a list or a mapping, and so on: a fix in it would rename what it is for."""
    text = "? {doi: http://doi.org/10.1/a, b: [c, http://doi.org/10.1/a]}\n: d\n"
    assert [scalar.value for scalar in read_scalars(text) if not scalar.is_key] == ["d"]
    assert fix_text(text, "cff") == text


def test_only_what_stands_as_it_is_has_places() -> None:
    """Folded, literal and escaped scalars have none: an edit could not say where."""
    placed = {scalar.path[0]: scalar.placed is not None for scalar in values(CFF)}
    assert [name for name, has in placed.items() if not has] == [
        *("abstract", "note", "quote", "10.1000/key")
    ]


def test_anchor_and_tag_stand_before_the_scalar() -> None:
    """They are noted, and are no part of its span."""
    scalar = next(scalar for scalar in values(CFF) if scalar.path == ("references", 1))
    assert scalar.span.cut(CFF) == '"10.1000/185"'
    assert scalar.anchor == "ref"
    assert scalar.tag == "tag:yaml.org,2002:str"
    assert scalar.placed is not None
    assert [span.cut(CFF) for span in scalar.placed.spans(0, 7)] == ["10.1000"]


def test_documents_and_keys_that_are_no_scalars() -> None:
    """Documents are counted; None stands for a key that is a list."""
    text = "? [a, b]\n: c\n---\nd\n"
    assert [(scalar.document, scalar.path, scalar.value) for scalar in read_scalars(text)] == [
        (0, (None, 0), "a"),
        (0, (None, 1), "b"),
        (0, (None,), "c"),
        (1, (), "d"),
    ]


def test_a_bomb_of_aliases_is_not_expanded() -> None:
    """Each alias is one, whatever it stands for."""
    lines = ["a0: &a0 x"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    found = values("\n".join(lines))
    assert sum(scalar.style is ScalarStyle.ALIAS for scalar in found) == 9 * 29


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("a: [", 4),
        ("a: b: c", 4),
        ("a: \x07", 3),
        ("\ud800", 0),
        ("a: @b", 3),
        ('a: "b', 5),
        ('"\\UFFFFFFFF"', 0),
        ("%YAML 3.0\n---\na", 0),
    ],
)
def test_faults(text: str, offset: int) -> None:
    """A text that is no YAML is refused where it goes wrong."""
    with pytest.raises(FormatSyntaxError) as caught:
        list(read_scalars(text))
    assert caught.value.offset == offset
    assert caught.value.reason.isprintable()


@pytest.mark.parametrize("unit", ["[", "{", "- ", "a: {", "? "])
def test_too_deep(unit: str) -> None:
    """Depth has an end, with a clear word, and long before any stack has."""
    with pytest.raises(FormatSyntaxError, match="levels deep"):
        list(read_scalars(unit * (10 * MAX_DEPTH)))


def test_pyyaml_is_imported_when_needed() -> None:
    """Who knows a scalar, or may have to compare front matter, does not import PyYAML."""
    code = "import sys, mdlint_doi.formats.yaml_text, mdlint_doi.formats.markdown.same_page;"
    code += "sys.exit('yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
