r"""Find the blocks of a BibTeX file and the fields of its entries, as spans of the file.

A block is read as BibTeX reads it (Patashnik, BibTeXing, 1988). If this fails, it is read a second
time as bibtexparser reads it; `bibtex_block` describes both ways. An entry that fails in both ways
has a problem, but the rest of the file is still read, because a block never extends past the next
line that begins with a block. Fields between two blocks belong to an entry whose beginning is
broken: they are read as an entry without a type, which has a problem. Each character is read a
bounded number of times.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from mdlint_doi.formats.data.bibtex_block import (
    FIELD_HEAD,
    BibBlock,
    BibEntry,
    BibProblem,
    Comment,
    Macros,
    Preamble,
    trimmed,
)
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_BLOCK: Final = pattern(r"@\s*+([\w-]++)\s*+([{(])")
_LOST: Final = pattern(rf"(?:^|[,{{}}])[ \t]*+()()(?={FIELD_HEAD})", re.MULTILINE)
"""Matches what comes before a field outside of a block, which is not in a line that is commented
out; the groups are those of `_BLOCK`."""
_NUL: Final = "\0"


def read_blocks(
    text: str,
    wanted: frozenset[str] | None = None,
    may_count: Callable[[str, int, int], bool] = lambda *_: False,
) -> Iterator[BibEntry | Macros | Preamble | Comment]:
    """Yield the blocks of a BibTeX file, in order; every text can be read.

    `wanted` contains the names of fields, in lower case; None for all fields. Other fields may be
    left out, unless `may_count` is True for a part of the text that was left out of the block.
    """
    read = text.replace(_NUL, " ")
    limits = on_lines(read)
    at = loose_until = limit = 0
    while block := _BLOCK.search(read, at):
        start = block.start()
        yield from _between(read, at, start)
        while limit <= start:
            limit = next(limits, len(text))
        reader = BibBlock(read, block, limit, wanted, loose=start < loose_until)
        kind = block[1].lower()
        if kind in ("comment", "preamble"):
            content = reader.content()
            make = Comment if kind == "comment" else Preamble
            yield make(Span(start, reader.at), content, reader.problem)
        else:
            reader = _read(reader, keyed=kind != "string")
            if wanted is not None and any(
                may_count(read, span.start, span.end) for span in reader.left_out()
            ):
                reader = reader.with_all_fields()
                reader.read(keyed=kind != "string")
            if (nul := text.find(_NUL, start, reader.at)) >= 0:
                reader.problem = reader.problem or BibProblem(nul, "there is a NUL character")
            yield reader.entry() if kind != "string" else reader.macros()
            if reader.loose and reader.limit == limit:
                loose_until = limit
        at = reader.at
    yield from _between(read, at, len(text))


def on_lines(text: str) -> Iterator[int]:
    """Yield the offsets of blocks that are first in a line."""
    for block in _BLOCK.finditer(text):
        at = start = block.start()
        while at and (before := text[at - 1]).isspace() and before not in "\r\n":
            at -= 1
        if at == 0 or text[at - 1] in "\r\n":
            yield start


def _read(reader: BibBlock, *, keyed: bool) -> BibBlock:
    """Read a block as BibTeX does and, if this fails, as bibtexparser does.

    If a block has no end, all other blocks up to its limit are read only in the second way, so that
    the text is not read again and again.
    """
    reader.read(keyed=keyed)
    if reader.loose or reader.problem is None:
        return reader
    again = reader.again()
    again.read(keyed=keyed)
    return again if again.problem is None or not reader.closed else reader


def _between(text: str, start: int, end: int) -> Iterator[Comment | BibEntry]:
    """Yield the text between two blocks as comments, and the fields in it as entries."""
    while start < end and not text[start:end].isspace():
        lost = _LOST.search(text, start, end)
        before = end if lost is None else lost.start()
        if not text[start:before].isspace() and before > start:
            span = trimmed(text, start, before)
            yield Comment(span, span, None)
        if lost is None:
            return
        reader = BibBlock(text, lost, end, None, loose=False)
        reader.problem = BibProblem(lost.end(), "there is a field outside of an entry")
        reader.read(keyed=False)
        yield reader.entry()
        start = reader.at
