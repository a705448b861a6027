"""What holds for the mentions of any document."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from markdown_mentions import extracted, shown

from mdlint_doi.commonmark.model import Block
from mdlint_doi.commonmark.parse import parse
from mdlint_doi.lint.edits import apply_edits
from mdlint_doi.lint.model import Edit, Mention
from mdlint_doi.names.needles import may_hold_doi, places
from mdlint_doi.text.source import Location, Source

_SICI = "10.1002/(SICI)1096-8644(199601)99:1<1::AID-A1>3.0.CO;2-1"
_NAMES = st.sampled_from(
    ["10.1000/182", "10.1016/S0010-4655(00)00228-9", _SICI, "10.5281/zenodo.1", "10.1000/_a_b"],
)
_LEADS = st.sampled_from(
    ["", "https://doi.org/", "http://dx.doi.org/", "doi:", "DOI: ", "www.doi.org/", "10.5194/\n"],
)
_DOIS = st.builds(str.__add__, _LEADS, _NAMES)
_MARKUP = st.sampled_from(
    """[|](|)|]|<|>|**|_|`|``|```|~~~|\\|&lt;|&amp;|\\(|\\_|"|'|!|> |- |1. |    |\t|# | | |. |, |a|b
;|[x]: |[x][x]|<!-- | -->|<div>|</div>|<a href="|">|</a>|<code>|</code>|{doi}`|$|$$|---|===|\\||
!!! n|:::{note}|```{note}|[^1]|[^1]: |@|:|é|😀|\u00a0|\u2028|\x00|\u200b|%|&#40;|https://""".replace(
        "\n", "|"
    ).split("|"),
)
_LINES = st.sampled_from(["\n", "\n", "\n\n", "| a | b |\n|---|---|\n| ", " |\n"])
_DOCUMENTS = st.lists(st.one_of(_DOIS, _MARKUP, _LINES), max_size=20).map("".join)


@given(_DOCUMENTS)
@settings(max_examples=300)
@example("[a](https://doi.org/10.1016/S0010-4655\\(00\\)00228-9)")
def test_each_character_stands_where_the_mention_says(text: str) -> None:
    """Spans lie in the text; what they cut out is the written text, but for escapes."""
    for mention in extracted(text).mentions:
        assert 0 <= mention.span.start <= mention.span.end <= len(text)
        assert mention.span.covers(mention.written.whole)
        _check_written(text, mention)


def _check_written(text: str, mention: Mention) -> None:
    written = mention.written
    assert written.text == mention.spelling.text
    if not written.pieces:
        assert written.whole.cut(text) == written.text
    for index, character in enumerate(written.text):
        assert text[written.at(index)] in {character, "\\", "&"}


@given(_DOCUMENTS)
@settings(max_examples=300)
def test_mentions_stand_in_order(text: str) -> None:
    """Mentions are sorted, and no two of them claim the same name."""
    found = [mention.written.whole for mention in extracted(text).mentions]
    assert found == sorted(found)
    assert all(left.end <= right.start for left, right in pairwise(found))


@given(_DOCUMENTS)
@settings(max_examples=200)
def test_the_prefilter_misses_nothing(text: str) -> None:
    """A file that the prefilter rejects holds no needle, so that nothing is extracted."""
    assert may_hold_doi(text.encode()) == bool(places(text))
    if not places(text):
        assert extracted(text).mentions == ()


@given(_DOCUMENTS, st.sampled_from(["\r\n", "\r"]))
@settings(max_examples=200)
def test_line_ends_make_no_difference(text: str, newline: str) -> None:
    """The same mentions stand at the same lines and columns, whatever ends a line."""
    ours = [shown(mention) for mention in extracted(text).mentions]
    theirs = [shown(mention) for mention in extracted(text.replace("\n", newline)).mentions]
    assert [line.replace("⏎", "") for line in ours] == [
        line.replace("\r", "").replace("⏎", "") for line in theirs
    ]


@given(_DOCUMENTS)
@settings(max_examples=200)
def test_a_repair_repairs(text: str) -> None:
    """What stands after a repair is no longer broken, and names what was meant."""
    assume(not {"\u200b", "$"} & set(text))
    for mention in extracted(text).mentions:
        if mention.broken and mention.repair is not None:
            after = apply_edits(text, [Edit(mention.span, mention.repair)])
            again = extracted(after).mentions
            here = [other for other in again if other.span.start >= mention.span.start]
            assert mention.doi in {other.doi for other in here if not other.broken}


_PLAIN = st.sampled_from(
    [
        *("# h\n", "- item\n", "- it\n\n", "```py\ncode\n```\n", "> q\n\n", "| a |\n\n"),
        *("para\nline two\n\n", "text\n\n", "*emph* x\n\n", "[x] y\n\n", "  - sub\n", "<div>\n"),
        *("```\n", "~~~\n", "````{note}\n", "::: note\n", "!!! note\n", "$$\n", "[^1]: "),
        *("\n", "\r\n", "> ", "- ", "<!--", "-->\n", "[a]: b\n", "===\n", "---\n"),
        *("1. x\n\n", "    c\n"),
    ],
)


@given(st.lists(st.lists(_PLAIN, max_size=20).map("".join), min_size=2, max_size=3))
@settings(max_examples=300)
def test_what_is_passed_over_changes_nothing(parts: list[str]) -> None:
    """A leaf comes out the same whether or not what stands before it is read line by line."""
    text = "WANTED".join(parts)
    everything = list(parse(text, range(len(text) + 1)))
    for at in (at for at in range(len(text)) if text.startswith("WANTED", at)):
        holding = [_shown(block) for block in everything if _holds(block, at)]
        assert [_shown(block) for block in parse(text, [at])] == holding


def _holds(block: Block, at: int) -> bool:
    return block.content.start <= at < block.content.whole.end


def _shown(block: Block) -> tuple[object, ...]:
    return block.kind, block.content, block.number


def test_offsets_count_code_points() -> None:
    """Characters outside the plane, line separators and NUL are one each, and end no line."""
    text = "😀\u2028\x00\x0b\x85 [é😀](https://doi.org/10.1000/é)"
    (mention,) = extracted(text).mentions
    assert mention.written.whole.cut(text) == "https://doi.org/10.1000/é"
    assert Source("x", text).location(mention.span.start) == Location(1, 7)
