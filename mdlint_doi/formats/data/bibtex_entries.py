r"""Find the entries of a BibTeX file, and its suppressions.

In the field `doi`, `\_` is a part of the DOI, because styles pass the field to `\url` and similar
macros. In fields such as `url` and `note`, TeX undoes its escapes, and so does this module.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import chain, islice
from typing import Final

from mdlint_doi.formats.data.bibtex_block import BibEntry, BibField, Comment, Macros, PartKind
from mdlint_doi.formats.data.bibtex_syntax import read_blocks
from mdlint_doi.formats.data.entry import Entry, Field, SearchedEntry
from mdlint_doi.formats.data.meanings import BIBTEX, FILE_FIELD, LINK_FIELDS, OTHER_FIELDS
from mdlint_doi.formats.values import may_contain_identifiers, may_present, trimmed
from mdlint_doi.lint.document import WORD, Suppression, read_directive
from mdlint_doi.lint.model import Edit, Insertion, Write
from mdlint_doi.names.doi import Doi
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, undo
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

_HOLDERS: Final = BIBTEX.holders
_VERBATIM: Final = LINK_FIELDS | OTHER_FIELDS
_ITEMS: Final = {
    FILE_FIELD: pattern(r"(?>(?:[^;\\]++|\\.)+)", re.DOTALL),
    "keywords": pattern(r"[^,;]++"),
}
_KIND_OF_FILE: Final = pattern(r"(?<![\\:]):[A-Za-z][\w/+. -]*+\Z")
_PARENT: Final = "crossref"
_STATED: Final = BIBTEX.stated | {_PARENT}
_WHOLE: Final = frozenset({"inbook", "incollection"})
"""Types of entries in which `title` may be the title of the book, and `chapter` that of a part."""
_LONGEST: Final = 20_000
"""The most code points of a value that are read as a description of the work."""
_LONGEST_MACRO: Final = 1_000
"""The most code points of a macro, because each may contain the one before it twice."""
_TEXTS: Final = frozenset({PartKind.BRACED, PartKind.QUOTED, PartKind.BARE})
_ESCAPE: Final = pattern(r"\\([_#%&$~^{}])|\{\\(?:string)?([_#%&$])\}|\\string([_#%&$])")
_ESCAPE_OF_TEX: Final = pattern(
    rf"{_ESCAPE.pattern}|\$([<>])\$"
    r"|\{\\text(less|greater|underscore|asciitilde)\}"
    r"|\\text(less|greater|underscore|asciitilde)(?:\{\}|\b[ ]?)"
)
"""Escapes in running text, including the `$<$` of a SICI."""
_MACROS: Final = {"less": "<", "greater": ">", "underscore": "_", "asciitilde": "~"}
_ESCAPES: Final = {FILE_FIELD: pattern(r"\\([:;_#%&])")}
_SPECIAL: Final = pattern(r"[_#%&$~^{}\\]")
_GROUP: Final = pattern(r"\{[^{}]*+\}")
_LINE: Final = pattern(r"[^\r\n]++")
_PERCENT: Final = pattern(r"[\s%]*+")
_OUTSIDE: Final = "outside of an entry"
"""The key of fields between two entries."""
_INDENT: Final = pattern(r"[^\S\r\n]*")
_BATCH: Final = 200
"""Blocks that are read before their fields are examined. The processor's caches hold the code for
one of the two steps; taking both steps for one block after another would take a fifth longer."""


def entries(source: Source, *, full: bool) -> Iterator[Entry | Suppression]:
    """Yield the entries and suppressions, as in `Entries`; macros are not searched for DOIs."""
    text = source.text
    macros: dict[str, str] = {}
    numbers = may_contain_identifiers(text)
    wanted = None if full or numbers else _HOLDERS
    blocks = read_blocks(text, wanted, may_present)
    batches = iter(lambda: [*islice(blocks, _BATCH)], [])  # until one is empty
    for block in chain.from_iterable(batches):
        if isinstance(block, Comment):
            yield from _suppressions(text, block.content)
        elif isinstance(block, Macros):
            for field in block.fields if full else ():
                macros[field.name.cut(text).lower()] = _stated(text, field, macros)[:_LONGEST_MACRO]
        elif isinstance(block, BibEntry):
            for comment in block.comments:
                yield from _suppressions(text, comment)
            if block.fields or block.problem is not None or full:
                yield _entry(source, block, macros, numbers=numbers, full=full)


def _entry(
    source: Source,
    block: BibEntry,
    macros: Mapping[str, str],
    *,
    numbers: bool,
    full: bool,
) -> Entry:
    text = source.text
    written = [(field.name.cut(text).lower(), field) for field in block.fields]
    kind = block.type.cut(text)
    entry = Entry(
        block.key.cut(text) or (f"@{kind}" if kind else _OUTSIDE),
        tuple(_fields(source, block, written, numbers=numbers)),
        kind=kind.lower(),
        has_name=BIBTEX.name in [name for name, _ in written],
        problem=block.problem,
    )
    if not full:
        return entry
    stated = {
        name: _stated(text, field, macros) for name, field in reversed(written) if name in _STATED
    }
    # Whether the field for the DOI contains a macro.
    is_made = any(name == BIBTEX.name and not field.literal for name, field in written)
    name_or_type = block.key if block.key.end > block.key.start else block.type
    searched = SearchedEntry(block.span, name_or_type, partial(_inserted, source, block))
    if entry.kind not in _WHOLE or stated.get("chapter", "").isdigit():
        stated.pop("chapter", None)
    return entry._replace(
        stated=tuple(((name,), value) for name, value in stated.items()),
        parent=stated.get(_PARENT, "").strip(),
        searched=None if is_made else searched,
    )


def _fields(
    source: Source,
    block: BibEntry,
    written: list[tuple[str, BibField]],
    *,
    numbers: bool,
) -> Iterator[Field]:
    """Yield the fields that may contain a DOI; of a value with several parts, one for each part.

    `numbers` is whether each field may contain an identifier, which implies a DOI.
    """
    text = source.text
    writer = partial(_writer, source.encoding)
    guarded = _guarded(source, block)
    for name, field in written:
        if name == BIBTEX.name:
            if field.literal:
                value = _without_outer_braces(field.text(text))
                write = guarded(writer(quoted=field.has(PartKind.QUOTED)))
                span = value.whole if value.text else field.value
                yield Field(name, (name,), value, span, write)
        elif numbers or name in _HOLDERS or _is_read(name, text, field):
            is_tex = name not in _VERBATIM
            write = guarded(writer(quoted=field.has(PartKind.QUOTED), is_tex=is_tex))
            write = write if name != FILE_FIELD else _never
            insertion = partial(_insertion_behind, source, field)
            for part in field.parts:
                if part.kind in _TEXTS:
                    escape = _ESCAPES.get(name, _ESCAPE_OF_TEX if is_tex else _ESCAPE)
                    for span in _pieces(name, text, part.span):
                        value = _plain(text, span, escape)
                        yield Field(name, (name,), value, part.span, write, insertion)


def _is_read(name: str, text: str, field: BibField) -> bool:
    """Return whether a field with any other name may contain a DOI that counts there."""
    span = Span(field.parts[0].span.start, field.parts[-1].span.end)
    return may_present(text, span.start, span.end) and bool(BIBTEX.counted_in(name))


def _pieces(name: str, text: str, span: Span) -> Iterator[Span]:
    """Yield the spans of the items of a list; of `paper:paper.pdf:PDF`, the part before `:PDF`."""
    items = _ITEMS.get(name)
    for item in items.finditer(text, span.start, span.end) if items else ():
        kind = _KIND_OF_FILE.search(text, *item.span()) if name == FILE_FIELD else None
        yield Span(item.start(), kind.start() if kind else item.end())
    if items is None:
        yield span


def _never(_text: str, _around: str) -> None:
    """Return None: nothing is written in this field."""


def _stated(text: str, field: BibField, macros: Mapping[str, str]) -> str:
    """Return a value with its macros expanded; an unknown macro is empty."""
    pieces: list[str] = []
    rest = _LONGEST
    for part in field.parts:
        if rest <= 0:
            break
        written = text[part.span.start : min(part.span.end, part.span.start + rest)]
        pieces.append(macros.get(written.lower(), "") if part.kind is PartKind.MACRO else written)
        rest -= len(pieces[-1])
    return "".join(pieces)[:_LONGEST]


def _guarded(source: Source, block: BibEntry) -> Callable[[Write], Write]:
    """Return a wrapper for `Write`: in a broken entry, it writes only if the guard can read it."""
    if block.problem is None:
        return _as_it_is

    @cache
    def is_readable() -> bool:
        from mdlint_doi.formats.data import bibtex_guard

        return bibtex_guard.is_readable(block.span.cut(source.text))

    def guarded(write: Write) -> Write:
        def write_if_readable(text: str, around: str) -> str | None:
            return write(text, around) if is_readable() else None

        return write_if_readable

    return guarded


def _as_it_is(write: Write) -> Write:
    return write


def _inserted(source: Source, block: BibEntry, doi: Doi) -> Edit | None:
    """Return the edit that fills an empty field for the DOI, or adds one at the end; or None."""
    name = str(doi)
    if _writer(source.encoding, quoted=True)(name, "") is None:
        return None
    named = (field for field in block.fields if field.name.cut(source.text).lower() == BIBTEX.name)
    if (empty := next(named, None)) is not None:
        is_blank = len(empty.parts) == 1 and not empty.parts[0].span.cut(source.text).strip()
        return Edit(empty.parts[0].span, name) if is_blank else None
    if block.problem is not None or not block.fields:
        return None
    added = _insertion_behind(source, block.fields[-1])
    return Edit(added.place, f"{added.before}{name}{added.behind}")


def _insertion_behind(source: Source, field: BibField) -> Insertion:
    """Return the insertion of a field for the DOI after another field, with the same indent."""
    line = source.line_span(field.name.start)
    indent = _INDENT.match(source.text, line.start)
    own = indent is not None and indent.end() == field.name.start
    blank = f"{source.newline}{indent[0]}" if own and indent else " "
    end = field.value.end
    return Insertion(Span(end, end), f",{blank}doi = {{", "}")


@cache
def _writer(encoding: str, *, quoted: bool, is_tex: bool = False) -> Write:
    """Return a function that writes text in a field, unless TeX or BibTeX would misread it."""

    def write(text: str, _around: str) -> str | None:
        """Return the text if it can be written unchanged, and otherwise None."""
        if text.count("{") != text.count("}") or (quoted and '"' in text):
            return None
        if is_tex and _SPECIAL.search(text):
            return None
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            return None
        return text

    return write


def _plain(text: str, span: Span, escape: re.Pattern[str]) -> PlacedText:
    """Return a part of a text without its escapes."""
    if text.find("\\", span.start, span.end) < 0 and text.find("$", span.start, span.end) < 0:
        return PlacedText.as_it_stands(text, span)
    return undo(text, (span.start, span.end), escape, _meant)


def _meant(escape: re.Match[str]) -> str:
    """Return the character for which an escape stands."""
    found = escape[escape.lastindex or 0]
    return _MACROS.get(found, found)


def _without_outer_braces(text: PlacedText) -> PlacedText:
    """Return a value without braces around the whole value, as in `{{10.1000/182}}`."""
    text = trimmed(text)
    # The first and the last brace belong together, because there are no others.
    while _GROUP.fullmatch(text.text):
        text = trimmed(text.part(1, len(text.text) - 1))
    return text


def _suppressions(text: str, span: Span) -> Iterator[Suppression]:
    """Yield the suppressions in text that BibTeX ignores, each on a line of its own."""
    if text.find(WORD, span.start, span.end) < 0:
        return
    for line in _LINE.finditer(text, span.start, span.end):
        if WORD in line[0]:
            blank = _PERCENT.match(text, *line.span())
            start = blank.end() if blank else line.start()
            found = read_directive(text[start : line.end()].rstrip(), start)
            if found is not None:
                yield found
