"""Whether a changed bibliography still has the same entries, as bibtexparser reads them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

from mdlint_doi.formats.data.bibtex_syntax import read_blocks
from mdlint_doi.formats.data.meanings import LINK_FIELDS, NAME_FIELD, TEXT_FIELDS
from mdlint_doi.formats.reached import Mask, is_as_stated
from mdlint_doi.lint.guard import Guard
from mdlint_doi.lint.model import Fix

_QUIET: Final = logging.NullHandler()
_LOOKED_AT: Final = LINK_FIELDS | TEXT_FIELDS

_Block = tuple[object, ...]


class SameEntries(Guard):
    """Compares two bibliographies block by block; what was parsed is kept for the next round.

    Only the blocks with an edit are parsed, and whether the others are the same is seen from their
    text: to parse all of a large file takes longer than all else.
    """

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after`, which is `before` with the `fixes`, has the same entries."""
        old, new = self.blocks(before), self.blocks(after)
        if len(old) != len(new):
            return False
        texts = zip(_cut(before, old), _cut(after, new), strict=True)
        return all(one == other or _is_same(one, other, fixes) for one, other in texts)

    def blocks(self, text: str) -> list[int]:
        """Return where the blocks begin."""
        return [block.span.start for block in read_blocks(text)]


def _cut(text: str, starts: Sequence[int]) -> list[str]:
    ends = [*starts, len(text)][1:]
    head = text[: starts[0]] if starts else text
    return [head, *(text[start:end] for start, end in zip(starts, ends, strict=True))]


def _is_same(before: str, after: str, fixes: Sequence[Fix]) -> bool:
    """Return whether two blocks are the same but for the DOIs that fixes state."""
    was, now = Mask(publishers=False), Mask(publishers=False)
    old, new = _parsed(before, was), _parsed(after, now)
    if old is None or new is None or not is_as_stated(was.reached, now.reached, fixes):
        return False
    return old == new or old == [_without_name(block) for block in new]


def _without_name(block: _Block) -> _Block:
    """Return an entry without the `doi` field, which a fix may have added at its end."""
    *head, fields = block
    if not isinstance(fields, list):
        return block
    return (*head, [field for field in fields if field[0] != NAME_FIELD])


def _compared(name: str, value: str, mask: Mask) -> str:
    if name == NAME_FIELD:
        mask.name(value[1:-1])
        return value[:1] + value[-1:]
    return mask.value(value) if name in _LOOKED_AT else value


def is_readable(text: str) -> bool:
    """Return whether bibtexparser reads a block, so that its fixes can be guarded."""
    return _parsed(text, Mask()) is not None


def _parsed(text: str, mask: Mask) -> list[_Block] | None:
    """Return what bibtexparser makes of a text, its DOIs masked; None where it fails."""
    from bibtexparser.splitter import Splitter

    # Of what it cannot read it would write to standard error; the answer says as much.
    logging.getLogger("bibtexparser").addHandler(_QUIET)
    blocks = [_compared_block(block, mask) for block in Splitter(text).split().blocks]
    read = [block for block in blocks if block is not None]
    return read if len(read) == len(blocks) else None


def _compared_block(block: object, mask: Mask) -> _Block | None:
    """Return what is compared of a block; None of one that bibtexparser cannot read.

    An entry that has a field twice is an error to it, but read in full.
    """
    from bibtexparser.model import Block, DuplicateFieldKeyBlock, Entry, ParsingFailedBlock

    if isinstance(block, DuplicateFieldKeyBlock):
        block = block.ignore_error_block
    if isinstance(block, Entry):
        fields = [
            (field.key, _compared(field.key.lower(), str(field.value), mask))
            for field in block.fields
        ]
        return block.entry_type, block.key, fields
    if isinstance(block, ParsingFailedBlock) or not isinstance(block, Block):
        return None
    return type(block).__name__, block.raw
