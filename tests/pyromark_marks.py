"""What a Markdown text is made of, by our reader and by pyromark: the same, at the same places.

pyromark (pulldown-cmark, a parser in Rust) tells the exact range of each construct, and takes a
hundredth of the time of markdown-it-py: so it is asked about many more texts. It knows CommonMark
with GitHub's tables and strikethrough, and nothing of MyST or Material.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any, Final

import pyromark
from pyromark.event import Range

from mdlint_doi.commonmark.model import Block, Inline, ParserOptions
from mdlint_doi.commonmark.parse import parse

Mark = tuple[str, int, int]
"""What it is, where it begins, and where it ends."""

_OPTIONS: Final = pyromark.Options.ENABLE_TABLES | pyromark.Options.ENABLE_STRIKETHROUGH
_ATOMS: Final = {
    "code": "code",
    "autolink": "autolink",
    **dict.fromkeys(("tag", "comment", "other_html"), "html"),
}
_ENDS: Final = {"Emphasis": 1, "Strong": 2, "Strikethrough": 2}
"""Delimiters at each end of what they enclose; tildes may be one, too."""
_VISIBLE: Final = re.compile(r"\S")
_BEYOND: Final = re.compile(
    r"""
      ^(?:!!!|\?\?\?\+?|===)[ ]  # Material's admonitions and tabs
    | (?:^|[ \t>])(?::{3}|%)  # colon fences, and MyST's comments
    | \$                     # math
    | [\x7f\x85\u2028\u2029]  # pyromark takes them for what they are not
    | \r(?!\n)               # it ends lines, but not for pyromark everywhere
    | \[\^                   # footnotes
    | (?<!~)~{1,2}(?!~)      # in words, only GitHub says what they are
    | !\[CDATA\[(?:[^\]]|\](?!\]>))*\]|\[CDATA\[\]  # pyromark ends it at the first bracket
    | <(pre|script|style|textarea)\b(?s:.*)</(?!\1)(?:pre|script|style|textarea)>  # its block's end
    | \|.*\n[ \t>]*[ ]{4}     # whether an indented line goes on with a table
    | \#.*\t\r?$              # pyromark takes a heading's last tab into what stands before it
    | <[a-z][^>]*\n[ ]*\t     # an indent with a tab inside of a tag
    """,
    re.VERBOSE | re.MULTILINE,
)
"""What pyromark does not know, or where the standard is on our side."""


def is_beyond(text: str) -> bool:
    """Return whether pyromark can't tell how a text is to be read."""
    return _BEYOND.search(text) is not None


def own_marks(text: str, *, code: bool = True) -> set[Mark]:
    """Return what our reader finds; bare URLs, which are GitHub's, are left out.

    Without `code` blocks of it are left out, and what holds no DOI may be passed over.
    """
    options = ParserOptions(code=code, directives=False)
    blocks = parse(text, range(len(text) + 1), options=options)
    return {mark for block in blocks for mark in _own(block)}


def _own(block: Block) -> Iterator[Mark]:
    content = block.content
    if block.kind in {"code", "html"}:
        for found in _VISIBLE.finditer(content.text):
            at = content.at(found.start())
            yield f"{block.kind} block", at, at + 1
        return
    if block.definition is not None:
        yield "definition", content.at(0), content.at(len(content.text.rstrip()) - 1) + 1
    for kind, start, end in _inline(block.inline, content.text):
        span = content.span(start, end)
        yield kind, span.start, span.end


def _inline(inline: Inline, text: str) -> Iterator[Mark]:
    """Yield the marks of a block's text, at their places in it."""
    for atom in inline.atoms:
        if atom.kind == "role":  # to CommonMark it is a name in braces, and code
            yield "code", text.index("`", atom.start), atom.end
        elif (kind := _ATOMS.get(atom.kind)) is not None:
            yield kind, atom.start, atom.end
    for link in inline.links:
        yield "image" if link.image else "link", link.start, link.end
    for start, end in inline.marks:
        yield from (("delimiter", at, at + 1) for at in range(start, end))


def oracle_marks(text: str) -> set[Mark]:
    """Return what pyromark finds."""
    place = _places(text)
    found = {mark for event, span in _events(text) for mark in _marks(text, event, place(span))}
    definitions = pyromark.reference_definitions(text, options=_OPTIONS).values()
    places = (place(definition["span"]) for definition in definitions)
    # Blanks behind a definition are no part of it.
    return found | {("definition", at, at + len(text[at:end].rstrip())) for at, end in places}


def _events(text: str) -> Iterator[tuple[tuple[str, Any], Range]]:
    """Yield each event as its kind with what is said of it; text as the block that it stands in."""
    block = ""
    for event, span in pyromark.events_with_range(text, options=_OPTIONS):
        kind, said = next(iter(event.items())) if isinstance(event, dict) else (event, None)
        name = next(iter(said)) if isinstance(said, dict) else said
        if kind in {"Start", "End"} and name == "CodeBlock":
            block = name if kind == "Start" else ""
        yield (block if kind == "Text" and block else kind, said), span


def _marks(text: str, event: tuple[str, Any], span: tuple[int, int]) -> Iterator[Mark]:
    kind, said = event
    start, end = span
    if kind in {"CodeBlock", "Html"}:
        name = "code block" if kind == "CodeBlock" else "html block"
        for found in _VISIBLE.finditer(text, start, end):
            yield name, found.start(), found.end()
    elif kind in {"Code", "InlineHtml"}:
        yield "code" if kind == "Code" else "html", start, end
    elif kind == "Start":
        yield from _enclosing(text, said, start, end)


def _enclosing(text: str, said: Any, start: int, end: int) -> Iterator[Mark]:  # noqa: ANN401
    """Yield the mark of a link, an image, or what delimiters enclose."""
    name = next(iter(said)) if isinstance(said, dict) else said
    if name in {"Link", "Image"}:
        kind = said[name]["link_type"]
        if kind == "Collapsed":  # `[text][]`, whose last brackets pyromark leaves out
            end += len("[]")
        if kind != "Email":  # no DOI is in an address of e-mail, so our reader knows none
            yield "autolink" if kind == "Autolink" else name.lower(), start, end
    elif name in _ENDS:
        count = 1 if name == "Strikethrough" and text[start : start + 2] != "~~" else _ENDS[name]
        for at in (*range(start, start + count), *range(end - count, end)):
            yield "delimiter", at, at + 1


def _places(text: str) -> Callable[[Range], tuple[int, int]]:
    """Return what makes a range of code points of a range of bytes in UTF-8."""
    if text.isascii():
        return lambda span: (span["start"], span["end"])
    ends = [0, *accumulate(len(letter.encode()) for letter in text)]
    at = {byte: index for index, byte in enumerate(ends)}
    return lambda span: (at[span["start"]], at[span["end"]])
