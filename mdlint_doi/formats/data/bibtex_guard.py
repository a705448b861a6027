"""The guard of BibTeX: bibtexparser must read the same entries except for DOIs."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from bibtexparser.model import Block, DuplicateFieldKeyBlock, Entry, ParsingFailedBlock
from bibtexparser.splitter import Splitter

from mdlint_doi.formats.data.bibtex_syntax import on_lines
from mdlint_doi.formats.data.meanings import BIBTEX, FILE_FIELD, NAME_FIELD
from mdlint_doi.formats.reached import Mask, Reading
from mdlint_doi.formats.values import inside_markup, read_name
from mdlint_doi.lint.guard import Cost, Guard, Readings, WorkBound
from mdlint_doi.lint.model import Fix
from mdlint_doi.names.spelling import STANDARD

_QUIET: Final = logging.NullHandler()
_CUT: Final = Cost(0.1, 3, "@", name=0)
_PARSED: Final = Cost(0.5, 10, "@", begin=120)
"""The costs (`lint.guard`) of cutting a text into blocks, and of parsing it."""

_Block = tuple[object, ...]


class SameEntries(Guard):
    """Compares two bibliographies block by block.

    Only the blocks whose text differs are parsed, because parsing a whole large file takes longer
    than everything else.
    """

    def __init__(self) -> None:
        self._work = WorkBound()
        self._starts = Readings(self._work, _CUT, lambda text: list(on_lines(text)))
        self._blocks = Readings(self._work, _PARSED, _parsed)

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after`, which is `before` with the `fixes`, has the same entries."""
        self._work.begin(before)
        old, new = self._starts.of(before), self._starts.of(after)
        if len(old) != len(new):
            return False
        texts = zip(_cut(before, old), _cut(after, new), strict=True)
        return all(was == now or self._is_same(was, now, fixes) for was, now in texts)

    def blocks(self, text: str) -> list[int]:
        """Return the offsets of blocks that are first in a line; no block extends past one."""
        return self._starts.of(text)

    def _is_same(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether two blocks are the same except for the DOIs that fixes state."""
        old, new = self._blocks.of(before), self._blocks.of(after)
        if old is None or new is None or not old.is_as_stated(new, fixes):
            return False
        blocks = old.content, new.content
        return blocks[0] == blocks[1] or blocks[0] == [_without_name(block) for block in blocks[1]]


def _cut(text: str, starts: Sequence[int]) -> list[str]:
    ends = [*starts, len(text)][1:]
    head = text[: starts[0]] if starts else text
    return [head, *(text[start:end] for start, end in zip(starts, ends, strict=True))]


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
    return mask.value(value) if _is_fixed(name) else value


def _is_fixed(name: str) -> bool:
    """Return whether a fix may change a field with this name."""
    return name != FILE_FIELD and bool(BIBTEX.counted_in(name))


def as_html(text: str) -> str:
    """Return a block of code as HTML, which the guards of documents compare.

    Fields that a fix may change become text, and the field for the DOI becomes the DOI's link.
    Everything else becomes code, which no fix may change, and so does the whole text if
    bibtexparser cannot read it.
    """
    shown: list[str] = []
    for block in _blocks(text):
        if isinstance(block, Entry):
            shown.append(_shown(block.entry_type, block.key))
            for field in block.fields:
                name = field.key.lower()
                value = str(field.value)
                is_name = name == NAME_FIELD
                tag = "p" if is_name or _is_fixed(name) else "code"
                shown.append(_shown(field.key, _as_link(value) if is_name else value, tag))
        elif block is None:
            return f"<code>{escape(text)}</code>"
        else:
            shown.append(_shown(type(block).__name__, str(block.raw)))
    return "".join(shown)


def _shown(name: str, value: str, tag: str = "code") -> str:
    return f"<code>{escape(name)}</code><{tag}>{escape(value)}</{tag}>"


def _as_link(value: str) -> str:
    """Return the value of a field for a DOI, with the link of the DOI instead of the DOI."""
    text = value[1:-1].strip()
    spelling = read_name(inside_markup(text).cut(text))
    if spelling is None or spelling.doi is None:
        return value
    return f"{value[:1]} {spelling.doi.url()} {spelling.tail.cut(spelling.text)} {value[-1:]}"


def is_readable(text: str) -> bool:
    """Return whether bibtexparser can read a block, so that the guard can check its fixes."""
    return _parsed(text) is not None


def is_one_entry(text: str) -> bool:
    """Return whether bibtexparser reads a text as one entry, and nothing after it."""
    blocks = [*_blocks(text)]
    return len(blocks) == 1 and isinstance(blocks[0], Entry) and blocks[0].raw == text


def _parsed(text: str) -> Reading[list[_Block]] | None:
    """Return the blocks that bibtexparser reads, with DOIs masked; None if it fails."""
    mask = Mask(STANDARD)
    found: list[_Block] = []
    for block in _blocks(text):
        if isinstance(block, Entry):
            fields = [
                (field.key, _compared(field.key.lower(), str(field.value), mask))
                for field in block.fields
            ]
            found.append((block.entry_type, block.key, fields))
        elif block is None:
            return None
        else:
            found.append((type(block).__name__, block.raw))
    return Reading(found, mask.reached)


def _blocks(text: str) -> Iterator[Block | None]:
    """Yield the blocks of a text; None for one that bibtexparser cannot read.

    An entry with a repeated field is an error in bibtexparser, but it is read completely.
    """
    # Otherwise bibtexparser would write to standard error about blocks that it cannot read.
    logging.getLogger("bibtexparser").addHandler(_QUIET)
    for block in Splitter(text).split().blocks:
        whole = block.ignore_error_block if isinstance(block, DuplicateFieldKeyBlock) else block
        yield None if isinstance(whole, ParsingFailedBlock) else whole
