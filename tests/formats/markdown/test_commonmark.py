"""Our reader against one on markdown-it-py: every block, link and mention, each at its place."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import markdown_it
import markdown_it_blocks
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from markdown_mentions import extracted
from markdown_oracle import Shown, shown

from mdlint_doi.commonmark.inline import Delimiters, markup_ranges
from mdlint_doi.commonmark.model import Block, ParserOptions
from mdlint_doi.commonmark.parse import parse
from mdlint_doi.formats.markdown import translate
from mdlint_doi.formats.markdown.front_matter import front_matter_end
from mdlint_doi.lint.model import Break, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.source import Source

_FRAGMENTS = """
a|b c|p_q_r|x*y*z|é|    |  | |\t|> |- |* |+ |1. |2) |12. |# |###|---|***|```|~~~|````|`|``|`c`
[|]|(|)|[x]|[x]: /u|](/u)|(/u 't')|[x][x]|[y]|(<a b>)|(a(b)c)|!|![|<|>|<a>|</a>|<div>|</pre>|<pre>
<!--|-->|<b x='1'>|<e:x>|<script>|<?|?>|<![CDATA[|]]>|<!X|*|_|**|__|\\|\\`|&lt;|"t"|'|-|{a}|=
""".replace("\n", "|").split("|")
_IS_VERSION_3 = markdown_it.__version__.startswith("3.")
if _IS_VERSION_3:
    _FRAGMENTS.remove("<!X")  # `<!X>` is HTML since CommonMark 0.31
_ROWS = ["| a | b |", "|---|---|", "| - |", "|", "\\|", "\n   x", "\n  ~~~\n", "\n    c\n\n"]
_documents = st.lists(
    st.sampled_from(
        [*(fragment for fragment in _FRAGMENTS if fragment), *_ROWS, "\n", "\n", "\n\n"]
    ),
    max_size=25,
).map("".join)

# Where the two are known to differ; the standard is on our side, or says nothing.
_DIFFERENT = re.compile(
    r"""
      --->                # a comment's end, as CommonMark has it since version 0.31
    | !\[.*\*             # in which order marks inside of alternative texts are told
    | \]:.*\n[ \t]*[\d\t ]  # what ends a definition's paragraph: a list, indented code
    | ^===|!!!            # Material's tabs and admonitions
    | \\[ \n]             # a backslash as a destination
    | [`~]{3}[ ]*\{       # directives
    | \{a\}[ ]*`          # roles: in MyST's, the backticks around may be of other numbers
    | ^[ ]*(?:[-*+>]|\d+[.)])[^\n]*\n[ ]*\|  # a table's second line outside of the first one's item
    | [ \t]{3}~|\$|[^\s~>+*-][^\n]*~  # math and strikethrough are none of CommonMark's
    | \\\|[^\n]*\n        # a bar in a table's head
    | ^.*[ ]{4}>          # a quote mark that is indented too far to be one
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
# Behind a bracket, markdown-it-py 3 does not find the end of some code spans: "[`c`a```".
_DIFFERENT_IN_3 = re.compile(r"\[.*`", re.DOTALL)


@given(_documents)
@settings(max_examples=400)
@example("[a](<b)c>) [a](b 'c\nd')\n[a]: <x>\n'y'")
@example("- a\n  > b\nlazy\n\n      code\n 1) x")
@example("***a** b* __c_ d_ *(**e**)* **f*g**h*")
@example("  ```\n    a\n   b\n  c\n d\n  ```\n")
@example("> ~~~\n>   e\n> ~~~\n")
def test_documents_read_as_markdown_it_reads_them(text: str) -> None:
    """Blocks and inline markup are the same, and every character has its place."""
    assume(not _DIFFERENT.search(text))
    assume(not (_IS_VERSION_3 and _DIFFERENT_IN_3.search(text)))
    everything = range(len(text) + 1)
    for block in parse(text, everything, options=ParserOptions(code=True)):
        _check_places(text, block)
    assert _read(parse, text) == _read(markdown_it_blocks.parse, text)


def _check_places(text: str, block: Block) -> None:
    """Check that each character of a block stands where the block says."""
    for index, character in enumerate(block.content.text):
        found = text[block.content.at(index)]
        is_escaped = block.kind == "cell" and character == "|" and found == "\\"
        assert found == character or is_escaped or (character == "\n" and found == "\r")


def _read(reader: Callable[..., Iterable[Block]], text: str, start: int = 0) -> list[Shown]:
    everything = range(start, len(text) + 1)
    return shown(
        reader(text, everything, start=start, options=ParserOptions(code=True, comment="DOI"))
    )


_TITLED = re.compile(r"^(?:!!!|\?\?\?|===)", re.MULTILINE)
_OURS_ALONE = re.compile(r"^\[[^\]]*\]: <>|^ {4,}>|~|\$\$", re.MULTILINE)
"""A definition that leads nowhere, an indented quote mark; strikethrough and math in a line."""


def test_real_documents_read_as_markdown_it_reads_them(shared: Path) -> None:
    """The blocks of the corpus are the same: text, code and HTML to the letter, each link."""
    different, seen = [], 0
    for path in sorted((shared / "corpus").rglob("*.md")):
        text = path.read_bytes().decode()
        if len(text) > 30_000 or _TITLED.search(text) or _OURS_ALONE.search(text):
            continue
        seen += 1
        start = front_matter_end(text)
        if _read(parse, text, start) != _read(markdown_it_blocks.parse, text, start):
            different.append(path.name)
    assert different == []
    assert seen > 150


def _mentions(name: str, text: str, *, code: bool) -> list[Shown]:
    """Return the mentions, all of each: the spelling follows from what is written."""
    found = translate.extract(Source(name, text), Settings(check_code=code)).mentions
    return [_whole(mention) for mention in found]


def _whole(mention: Mention) -> Shown:
    flags = mention.angle, mention.linked_in_block, mention.in_html
    # Where a bare link ends is compared with cmark-gfm; markdown-it-py makes none.
    broken = (
        None
        if mention.broken is Break.GOES_ON
        else mention.broken and (mention.broken, mention.repair)
    )
    return (
        mention.form,
        mention.span,
        mention.written,
        str(mention.doi),
        mention.title,
        broken,
        flags,
    )


def test_real_documents_have_the_same_mentions(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every mention of the corpus stands where it stands for the other reader, to the letter."""
    assert _compared(shared / "corpus", monkeypatch, code=False) >= 967


@pytest.mark.parametrize(
    ("options", "code"), [((), False), (("--hard", "--seed", "2"), True)], ids=["plain", "hard"]
)
def test_generated_documents_have_the_same_mentions(
    shared: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    code: bool,  # noqa: FBT001
) -> None:
    """So does every mention of trees that are made of hard cases, in code, too."""
    script = shared / "bench" / "make_corpus.py"
    command = [sys.executable, str(script), str(tmp_path), "--format", "md", *options]
    subprocess.run(command, check=True, capture_output=True)
    assert _compared(tmp_path, monkeypatch, code=code) > 1000


def _compared(folder: Path, monkeypatch: pytest.MonkeyPatch, *, code: bool) -> int:
    """Compare the mentions of a folder's documents; return how many there are."""
    seen = 0
    for path in sorted(folder.rglob("*.md")):
        text = path.read_bytes().decode()
        ours = _mentions(path.name, text, code=code)
        with monkeypatch.context() as patched:
            patched.setattr(translate, "parse", markdown_it_blocks.parse)
            assert _mentions(path.name, text, code=code) == ours, path.name
        seen += len(ours)
    return seen


_NAME = "10.1000/a_b(c)d"
_CONSTRUCTS = st.sampled_from(
    [
        f"[x](https://doi.org/{_NAME} 't')",
        f"<https://doi.org/{_NAME}>",
        f"https://doi.org/{_NAME}.",
        f"doi:{_NAME},",
        f"*{_NAME}*",
        f"`{_NAME}`",
        f"{{doi}}`{_NAME}`",
        f"![x](<https://doi.org/{_NAME}>)",
        f'<a href="https://doi.org/{_NAME}">x</a>',
        "10.1000/a\\_b&amp;c\\*",
        "[r]",
        "plain",
    ]
)
_SENTENCES = st.lists(_CONSTRUCTS, min_size=1, max_size=4).map(" ".join)
_LINES = st.lists(_SENTENCES, min_size=1, max_size=3)
_FRAMES = st.sampled_from(
    [
        ("", ""),
        ("> ", "> "),
        ("- ", "  "),
        ("7. ", "   "),
        ("- > ", "  > "),
        ("[^1]: ", "    "),
        ("  ```\n  ", "  "),
        ("```{note}\n", ""),
        ("    ", "    "),
        ("<div>", ""),
        ("# ", "# "),
        ("| a |\n|---|\n| ", "| "),
        ("> | a |\n> |---|\n> | ", "> | "),
    ]
)
_BLOCKS = st.builds(
    lambda frame, lines: frame[0] + ("\n" + frame[1]).join(lines) + _closing(frame[0]),
    _FRAMES,
    _LINES,
)


def _closing(frame: str) -> str:
    return "\n```\n\n" if "```" in frame else "\n\n"


@given(st.lists(_BLOCKS, min_size=1, max_size=4), st.sampled_from(["\n", "\r\n"]), st.booleans())
@settings(max_examples=150)
def test_any_document_has_the_same_mentions(blocks: list[str], newline: str, code: bool) -> None:  # noqa: FBT001
    """Whatever stands in whatever, and whatever ends a line."""
    text = "\n".join([*blocks, f"[r]: https://doi.org/{_NAME}\n"]).replace("\n", newline)
    ours = _mentions("page.md", text, code=code)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(translate, "parse", markdown_it_blocks.parse)
        assert _mentions("page.md", text, code=code) == ours


@pytest.mark.parametrize(("number", "held"), [("1.", 0), ("2.", 1), ("0)", 1)])
def test_only_one_begins_a_list_in_a_paragraph(number: str, held: int) -> None:
    """Behind text, a number but 1 is text itself (CommonMark 5.3), and no code stands behind it."""
    assert len(extracted(f"a\n{number}      10.1000/182\n").mentions) == held


@pytest.mark.parametrize(
    "text",
    [
        ":::{note} https://doi.org/10.1000/182\n:::\n",
        "::: warning 10.1000/182\nb\n:::\n",
        # An underline below nothing but definitions is text, which goes on in the next line.
        "[a]:\n/u\n===\n    10.1000/182\n",
        # Nothing stands between the first two signs.
        "a $$$$ 10.1000/182 $$\n",
    ],
)
def test_what_is_text_after_all(text: str) -> None:
    """A DOI stands in the text: behind a directive's name, below definitions, behind math."""
    assert len(extracted(text).mentions) == 1


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("**a**", "a"),
        # What closed nothing of one length may close what is of another (section 6.2, rule 9).
        ("**a*a***b", "aab"),
        ("*b**a****b", "b**a***b"),
        ("~a~ ~~a~~", "a a"),
        ("~~~a~~~", "~~~a~~~"),
        ("~~~~a~~~~", "~~~~a~~~~"),
    ],
)
def test_emphasis(text: str, left: str) -> None:
    """Just what is markup is eaten; three tildes or more are none (GitHub, 6.5)."""
    found = re.finditer(r"\*+|~+", text)
    runs = [Delimiters(text, *match.span(), order) for order, match in enumerate(found)]
    gone = {at for span in markup_ranges(runs) for at in range(*span)}
    assert "".join(letter for at, letter in enumerate(text) if at not in gone) == left


def test_a_lone_carriage_return_ends_a_line_in_long_documents() -> None:
    """A fence may begin behind it, in a block that would be passed over as a paragraph."""
    before = "Plain words.\n\n" * 1000
    code = "words\r```\n\nhttps://doi.org/10.1000/182\n\n"
    assert not extracted(before + code).mentions
    assert len(extracted(before + code.replace("\r", "\n").replace("```", "")).mentions) == 1
