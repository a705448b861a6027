r"""The blocks of a BibTeX file and the fields of its entries, as spans of the file.

As BibTeX reads (Patashnik, BibTeXing, 1988) where it can; an entry that goes wrong that way is read
once more as bibtexparser reads (for both see `bibtex_block`). An entry that fails both ways is a
problem, but the rest is still read: a block does not go on past the next line that begins with
one. Each character is looked at a bounded number of times, and nothing here calls itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from mdlint_doi.formats.data.bibtex_block import (
    BibBlock,
    BibEntry,
    Comment,
    Macros,
    Preamble,
    trimmed,
)
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.span import Span

_BLOCK: Final = pattern(r"@[ \t]*+([\w-]++)\s*+([{(])")


def read_blocks(
    text: str,
    wanted: frozenset[str] | None = None,
    may_count: Callable[[str, int, int], bool] = lambda *_: False,
) -> Iterator[BibEntry | Macros | Preamble | Comment]:
    """Yield what stands in a BibTeX file, in order; any text is one.

    Where the names of the fields that are wanted are given, in lower case, others may be left out,
    but not those in whose part of the text something `may_count`.
    """
    limits = on_lines(text)
    at = loose_until = limit = 0
    while block := _BLOCK.search(text, at):
        start = block.start()
        yield from _between(text, at, start)
        while limit <= start:
            limit = next(limits, len(text))
        reader = BibBlock(text, block, limit, wanted, loose=start < loose_until)
        kind = block[1].lower()
        if kind in ("comment", "preamble"):
            content = reader.content()
            make = Comment if kind == "comment" else Preamble
            yield make(Span(start, reader.at), content, reader.problem)
        else:
            reader = _read(reader, keyed=kind != "string")
            if wanted is not None and any(may_count(text, *span) for span in reader.left_out()):
                reader = reader.with_all_fields()
                reader.read(keyed=kind != "string")
            yield reader.entry() if kind != "string" else reader.macros()
            if reader.loose and reader.limit == limit:
                loose_until = limit
        at = reader.at
    yield from _between(text, at, len(text))


def on_lines(text: str) -> Iterator[int]:
    """Yield where the blocks begin that stand first in their line."""
    for block in _BLOCK.finditer(text):
        at = start = block.start()
        while at and (before := text[at - 1]).isspace() and before not in "\r\n":
            at -= 1
        if at == 0 or text[at - 1] in "\r\n":
            yield start


def _read(reader: BibBlock, *, keyed: bool) -> BibBlock:
    """Read a block as BibTeX does, and if that goes wrong, as bibtexparser does.

    A block without an end is not tried again and again: up to its limit, all others are read in
    the second way at once.
    """
    reader.read(keyed=keyed)
    if reader.loose or reader.problem is None:
        return reader
    again = reader.again()
    again.read(keyed=keyed)
    return again if again.problem is None or not reader.closed else reader


def _between(text: str, start: int, end: int) -> list[Comment]:
    """Return what stands between two blocks, if it is more than blanks."""
    if start == end or text[start:end].isspace():
        return []
    span = trimmed(text, start, end)
    return [Comment(span, span, None)]
