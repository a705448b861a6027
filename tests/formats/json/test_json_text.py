from __future__ import annotations

import json

import pytest
from formats import laws
from hypothesis import given
from hypothesis import strategies as st

from mdlint_doi.formats.json_text import MAX_DEPTH, JsonCursor, JsonPath, strings, written_like
from mdlint_doi.formats.protocol import FormatSyntaxError

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(value=values, ascii_only=st.booleans(), indent=st.sampled_from((None, 0, 2)))
def test_strings_stand_where_they_are_written(
    *, value: object, ascii_only: bool, indent: int | None
) -> None:
    """However a value is written, its strings are those of `json`, each at its place."""
    laws.json_text(json.dumps(value, ensure_ascii=ascii_only, indent=indent))


@given(text=st.text(min_size=1), replacement=st.text(), ascii_only=st.booleans(), data=st.data())
def test_a_replacement_changes_its_part_alone(
    *, text: str, replacement: str, ascii_only: bool, data: st.DataObject
) -> None:
    """What is written into the spans of a part is read back in its place."""
    source = json.dumps({"a": [text]}, ensure_ascii=ascii_only)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    ((_, string),) = strings(source)
    (span,) = string.placed(source).spans(start, end)
    written = written_like(replacement, string.span.cut(source))
    changed = source[: span.start] + written + source[span.end :]
    joined = json.loads(changed)["a"][0]
    wanted = text[:start] + replacement + text[end:]
    # A lone half of a pair finds its other half where two texts meet.
    assert joined.encode("utf-16", "surrogatepass") == wanted.encode("utf-16", "surrogatepass")


@pytest.mark.parametrize(
    ("raw", "replacement", "expected"),
    [
        (r"a\/b", "x/y", r"x\/y"),
        ("a/b", "x/y", "x/y"),
        (r"a\/b/c", "x/y", "x/y"),
        (r"\u00e9", "ö", r"\u00f6"),
        (r"\u00E9", "ö", r"\u00F6"),
        ("é", "ö", "ö"),
        ("a", "ö", "ö"),
        (r"\u00e9", "😀", r"\ud83d\ude00"),
        (r"\u003ca", "<b>", r"\u003cb>"),
        ("a", '"\\\n\x01', r"\"\\\n\u0001"),
        ("a", "\ud800", r"\ud800"),
    ],
)
def test_written_as_its_neighbours_are(raw: str, replacement: str, expected: str) -> None:
    """What a string escapes everywhere is escaped, what it has bare is not."""
    assert written_like(replacement, raw) == expected


def test_paths_and_repeated_names() -> None:
    """Each string comes with its path, one under a repeated name as well; names are none."""
    text = '{"a": ["x", {"b": "y"}], "a": "z"}'
    found = [(path and path.names, string.text) for path, string in strings(text)]
    assert found == [(("a", 0), "x"), (("a", 1, "b"), "y"), (("a",), "z")]


def test_what_is_not_wanted_is_skipped() -> None:
    """Of an array or object that nobody wants no string comes."""
    text = '{"outputs": [{"text": "no"}], "source": ["yes"]}'

    def wanted(path: JsonPath) -> bool:
        return path.name != "outputs"

    assert [string.text for _, string in strings(text, wanted)] == ["yes"]


@pytest.mark.parametrize("depth", [1_500, MAX_DEPTH - 1])
def test_depth(depth: int) -> None:
    """What is too deep for `json` is read, and skipped, all the same."""
    text = "[" * depth + '"a"' + "]" * depth
    ((path, string),) = strings(text)
    assert string.text == "a"
    assert path is not None
    assert path.names == (0,) * depth
    cursor = JsonCursor(text)
    assert cursor.skip().end == len(text)


def test_too_deep() -> None:
    """There is an end to it, with a clear word."""
    with pytest.raises(FormatSyntaxError, match="levels deep"):
        list(strings("[" * (MAX_DEPTH + 1)))


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("", 0),
        ("[1,]", 3),
        ('{"a" 1}', 5),
        ('"a', 0),
        ("[] x", 3),
        ('{"a": tru}', 6),
        ("{1: 2}", 1),
    ],
)
def test_faults(text: str, offset: int) -> None:
    """A text that is no JSON is refused where it goes wrong."""
    with pytest.raises(FormatSyntaxError) as caught:
        list(strings(text))
    assert caught.value.offset == offset


def test_a_number_of_any_length() -> None:
    """`int` takes no more than 4,300 digits; a document may have them."""
    assert [string.text for _, string in strings(f'[{"9" * 5000}, "a"]')] == ["a"]
