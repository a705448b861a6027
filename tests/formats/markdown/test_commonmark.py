"""Our reader against markdown-it-py: blocks, links, code, HTML and emphasis of any document."""

from __future__ import annotations

import re
from pathlib import Path

import markdown_it
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from markdown_oracle import Block, Mark, by_markdown_it, by_us

_FRAGMENTS = """
a|b c|p_q_r|x*y*z|é|    |  | |\t|> |- |* |+ |1. |2) |12. |# |###|---|***|```|~~~|````|`|``|`c`
[|]|(|)|[x]|[x]: /u|](/u)|(/u 't')|[x][x]|[y]|(<a b>)|(a(b)c)|!|![|<|>|<a>|</a>|<div>|</pre>|<pre>
<!--|-->|<b x='1'>|<e:x>|<script>|<?|?>|<![CDATA[|]]>|<!X|*|_|**|__|\\|\\`|&lt;|"t"|'|-|{a}|=
""".replace("\n", "|").split("|")
if markdown_it.__version__.startswith("3."):
    _FRAGMENTS.remove("<!X")  # `<!X>` is HTML since CommonMark 0.31
_ROWS = ["| a | b |", "|---|---|", "| - |", "|", "\\|"]
_documents = st.lists(
    st.sampled_from([*(one for one in _FRAGMENTS if one), *_ROWS, "\n", "\n", "\n\n"]),
    max_size=25,
).map("".join)

# Where the two are known to differ; the standard is on our side, or says nothing.
_DIFFERENT = re.compile(
    r"""
      --->                # a comment's end, as CommonMark has it since version 0.31
    | !\[.*\*             # in which order marks inside of alternative texts are told
    | \]:.*\n[ \t]*[\d\t ]  # what ends a definition's paragraph: a list, indented code
    | ^===                # Material's tabs
    | \\[ \n]             # a backslash as a destination
    | [`~]{3}[ ]*\{        # directives
    | \$|~~               # math and strikethrough are none of CommonMark's
    | \\\|\n              # a bar in a table's head
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)


@given(_documents)
@settings(max_examples=400)
@example("[a](<b)c>) [a](b 'c\nd')\n[a]: <x>\n'y'")
@example("- a\n  > b\nlazy\n\n      code\n 1) x")
@example("***a** b* __c_ d_ *(**e**)* **f*g**h*")
def test_documents_read_as_markdown_it_reads_them(text: str) -> None:
    """Blocks and inline markup are the same, and every character has its place."""
    assume(not _DIFFERENT.search(text))
    assert by_us(text) == by_markdown_it(text)


_BEYOND = re.compile(
    r"^---\n|^\s*```+[ ]*\{|^\s*(?:!!!|\?\?\?|===|:::)|\[\^|^%|\$|~~|--->|\{\w+\}`",
    re.MULTILINE,
)
"""Front matter, directives, admonitions, footnotes, comments, math, roles."""


def test_real_documents_read_as_markdown_it_reads_them(shared: Path) -> None:
    """Links, images, code and HTML of the corpus are the same, in the same blocks."""
    different, seen = [], 0
    for path in sorted((shared / "corpus").rglob("*.md")):
        text = path.read_text("utf-8")
        if _BEYOND.search(text):
            continue
        seen += 1
        if _constructs(by_us(text)) != _constructs(by_markdown_it(text)):
            different.append(path.name)
    assert different == []
    assert seen > 100


def _constructs(blocks: list[Block]) -> list[list[Mark]]:
    kinds = {"link", "image", "code", "html"}
    found = [[mark for mark in marks if mark[0] in kinds] for _, _, marks in blocks]
    return [marks for marks in found if marks]
