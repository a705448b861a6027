"""The extractor's own reading of Markdown, held against markdown-it-py's.

Documents are put together from fragments of syntax with DOIs in all positions. Both sides say in
which construct each DOI stands. Where they may differ is listed in `EXPLAINED`; what is code, a
comment or a destination to one is so to the other everywhere else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import pytest
from fuzz.parser_view import LINKS, PARSERS, extracted, numbers, parsed
from hypothesis import given, settings
from hypothesis import strategies as st

DOIS: Final = (
    "https://doi.org/10.1234/D",
    "10.1234/D",
    "doi:10.1234/D",
    "<https://doi.org/10.1234/D>",
    "[t](https://doi.org/10.1234/D)",
    "[k]: https://doi.org/10.1234/D",
    "`10.1234/D`",
)
FRAGMENTS: Final = (
    *("\n", "\n", "\n\n", "\n\n", "\r\n", "\n    ", "\n\n    ", "\n  ", "\n> ", "\n- ", "  \n"),
    *("- ", "* ", "> ", "1. ", "2) ", "# ", "    ", "  ", "\t", " ", " ", "| ", "|", "-", "+ "),
    *("\n```\n", "```", "~~~\n", "\n===\n", "\n---\n", "\n***\n", "\n|-|-|\n", "\n[k]: ", "[k]: "),
    *("[", "]", "(", ")", "](", "![", "[k]", "[]", "<", ">", '"', "'", ' "', " 't'", "\\", "&lt;"),
    *("`", "``", "*", "**", "_", "~~", "x", "word ", "<!--", "-->", "<?", "?>"),
    *('<a href="', '">', "</a>", "<div>", "</div>", "<b>", "<br>", "<pre>", "</pre>", "<code>"),
    *DOIS,
    *DOIS,
)
SAMPLES: Final = (
    "# A *b* `c`\n\nText [d](<e> 'f') g\n===\n",
    "- a\n\n      b\n  - c\n\n    d\n\n        e\n1. f\n   g\n",
    "> a\nb\n> > c\n\n>     d\n> ```\n> e\n```\nf\n",
    "```x\na\n````\nb\n~~~ y\nc\n~~~\n    d\n\te\n",
    "<div>\na\n</div>\n\n<!-- b\nc --> d\n\n<b e='f'> g\n<?h\ni?>\n",
    "[a]: <b> 'c\nd'\n[e]:\n  f\n  (g)\n\n[a] [h][e] [i][] ![j][a]\n",
    "a `` b ` c `` d \\` e `f\ng` h ``` i\n",
    "| a | b |\n|---|:-:|\n| c `d` | e \\| f |\n| g\nh\n\ni\n",
    'a <b c="d"> e <https://f.g> <h@i.j> <!-- k --> l <?m?> n</b>\n',
    "![a [b](c) d](e 'f') [g ![h](i) j](k \"l\") [m [n](o) p](q)\n",
    "* a\n\n  b\n\n\n  c\n+ d\n    e\n10) f\n\n        g\n",
    "a\\\nb  \nc **d _e_ f** ~~g~~ *h\n***\n- - i\n  j\n",
)
AT_MOST: Final = {
    "title": None,
    "label": None,
    "comment": None,
    "html": "attribute",
    "link-text": "link-text",  # under a link to a resolver it is that one's title
}
"""As what, if anything, we see a name that stands there for the parser."""
EXPLAINED: Final = {
    "MkDocs, MyST and front matter": r"^[ \t>]*(?::{3}|(?:={3}|!!!|\?\?\?)[ ])|\A---",
    "GitHub's bare URL goes on over brackets, ticks, backslashes": r"(?:https?://|www\.)[^\s<]*[`\[\]\\]",
    "a line behind a definition goes on with its paragraph (CommonMark 4.7)": (
        r"\]:[^\n]*\n(?:[^\n]*\n)*?[ >]*(?:[ ]{4}|\t)"
    ),
    "a label over an underline is a heading (cmark, micromark), here a definition of `===`": (
        r"\]:[ \t]*\r?\n[ \t>]*=+[ \t]*\r?$"
    ),
}
_EXPLAINED: Final = re.compile(
    "|".join(f"(?:{pattern})" for pattern in EXPLAINED.values()), re.MULTILINE | re.IGNORECASE
)


def numbered(parts: Sequence[str]) -> str:
    """Join the parts, with a number in place of each `D`."""
    first, *rest = "".join(parts).split("D")
    return first + "".join(f"z{at}z{piece}" for at, piece in enumerate(rest, 1))


def disagreements(text: str) -> list[str]:
    """Return what the extractor and each of the parsers see differently, if nothing explains it.

    Our tables are GitHub's, markdown-it-py's begin in places where GitHub's do not: it is enough
    to agree with it with tables, or without.
    """
    ours = extracted(text)
    found: list[str] = []
    for parser in PARSERS:
        theirs = parsed(text, parser)
        found = [
            f"{number}: {sorted(ours.get(number, ()))}, parser: {sorted(theirs.get(number, ()))}"
            for number in sorted(set(numbers(text)))
            if not _agree(ours.get(number, set()), theirs.get(number, set()))
        ]
        if not found:
            return []
    return [] if _EXPLAINED.search(text) else found


def _agree(ours: set[str], theirs: set[str]) -> bool:
    """Return whether one name stands in the same construct on both sides."""
    if "definition" in theirs:
        # Links that refer to it have its destination.
        return "definition" in ours and ours <= theirs
    if theirs & {"code", "hidden"} or theirs == {"comment"}:
        return not ours
    if "broken" in ours or theirs & {"no-name", "html-block", "alternative", "elsewhere"}:
        return True
    if theirs <= AT_MOST.keys():
        return all(construct in {AT_MOST[kind] for kind in theirs} for construct in ours)
    return ours & LINKS == theirs & LINKS and (ours == theirs or bool(theirs & LINKS))


def positions(step: int) -> Iterator[str]:
    """Yield samples of all constructs with a DOI at every `step`th position."""
    at = 0
    for sample in SAMPLES:
        for place in range(len(sample) + 1):
            for doi in DOIS:
                at += 1
                if at % step == 0:
                    yield numbered([sample[:place], doi, sample[place:]])


@settings(max_examples=700)
@given(st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=20).map(numbered))
def test_generated_documents(text: str) -> None:
    """A DOI is code, a comment, text or a link to us just where it is to markdown-it-py."""
    assert disagreements(text) == []


def test_a_name_in_every_position() -> None:
    """The same with a DOI put into each place of each construct."""
    found = {text: why for text in positions(7) if (why := disagreements(text))}
    assert found == {}


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("https://doi.org/10.1234/z1z<br>`10.1234/z2z`", {1: {"text"}}),
        ("a <textarea><https://doi.org/10.1234/z1z></textarea>", {}),
        ("[k]: x\n[k]: https://doi.org/10.1234/z1z", {}),
        ("[k]: x\n=\n[k]: https://doi.org/10.1234/z1z", {1: {"text"}}),
        ("http://[t](https://doi.org/10.1234/z1z)", {1: {"destination"}}),
        ("[k]: \n===\n[k]: https://doi.org/10.1234/z1z", {1: {"definition"}}),
    ],
    ids=[
        *("behind a bare URL", "behind a raw tag", "second definition", "no heading", "no host"),
        "label as heading",
    ],
)
def test_what_was_once_seen_differently(text: str, ours: dict[int, set[str]]) -> None:
    """What this comparison brought to light stays fixed."""
    assert extracted(text) == ours
    assert disagreements(text) == []
