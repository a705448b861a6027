r"""The entries of a BibTeX file -> mentions and suppressions.

`doi` holds a name as it stands: `\_` is a part of it there, since styles hand the field to
`\url` and its kin. In `url`, `note` and the like TeX undoes its escapes, and so do we.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from itertools import islice
from typing import TYPE_CHECKING, Final

from mdlint_doi.formats.bibtex.model import (
    Comment,
    Entry,
    Field,
    Macros,
    PartKind,
    Preamble,
)
from mdlint_doi.formats.bibtex.syntax import read_blocks
from mdlint_doi.formats.values import (
    may_be_there,
    name_mention,
    trimmed,
    value_mentions,
    with_twins,
)
from mdlint_doi.lint.container import Container, Insertion, Write
from mdlint_doi.lint.directives import Suppression, read_directive
from mdlint_doi.lint.document import Claims, Document
from mdlint_doi.lint.message_text import shown
from mdlint_doi.lint.model import Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, undo
from mdlint_doi.text.source import Source
from mdlint_doi.text.span import Span

if TYPE_CHECKING:
    from mdlint_doi.works.claim import Claim

NAME_FIELD: Final = "doi"
LINK_FIELDS: Final = frozenset({"url", "link", "ee", "biburl"})
"""Fields that hold an address, which goes to `\\url` as it stands."""
TEXT_FIELDS: Final = frozenset(
    {"note", "howpublished", "eprint", "annote", "annotation", "addendum", "pubstate"}
)
_LOOKED_AT: Final = LINK_FIELDS | TEXT_FIELDS
_WANTED: Final = _LOOKED_AT | {NAME_FIELD}
_DELIMITED: Final = frozenset({PartKind.BRACED, PartKind.QUOTED})
_ESCAPE: Final = pattern(r"\\([_#%&$~^{}])|\{\\([_#%&$])\}")
_SPECIAL: Final = pattern(r"[_#%&$~^{}\\]")
_WORD: Final = "mdlint-doi-"
_LINE: Final = pattern(r"[^\r\n]++")
_PERCENT: Final = pattern(r"[\s%]*+")
_INDENT: Final = pattern(r"[^\S\r\n]*")
_BATCH: Final = 200
"""Blocks that are read before their fields are looked at. The processor's caches hold the code for
one of the two: block by block, both together would take a fifth longer."""


def read_entries(source: Source, settings: Settings) -> Document:
    """Return the DOIs of a file and our comments; macros are not looked into."""
    text = source.text
    found: list[Mention] = []
    keys: list[str] = []
    suppressions: list[Suppression] = []
    problems: list[tuple[int, str]] = []
    for block in _blocks(text):
        if isinstance(block, Comment):
            suppressions += _suppressions(text, block.content)
        elif isinstance(block, Entry):
            for comment in block.comments:
                suppressions += _suppressions(text, comment)
            if block.fields:
                reader = _Reader(source, settings, block)
                found += reader.mentions()
                keys += [reader.key] * (len(found) - len(keys))
            if block.problem is not None:
                problems.append(block.problem)
    mentions = with_twins(found, keys)
    note, claims = _note(source, problems), Claims(lambda: _claims(source, mentions))
    return Document(source, tuple(mentions), tuple(suppressions), note=note, claims=claims)


def _blocks(text: str) -> Iterator[Entry | Macros | Preamble | Comment]:
    """Yield the blocks of a file; many are read before the first is looked at."""
    blocks = read_blocks(text, _WANTED)
    while batch := [*islice(blocks, _BATCH)]:
        yield from batch


def _claims(source: Source, mentions: list[Mention]) -> Iterable[Claim]:
    from mdlint_doi.formats.bibtex.claims import claims_in

    return claims_in(source, mentions)


def _note(source: Source, problems: list[tuple[int, str]]) -> str:
    """Return what to tell of entries that may have fields which were not seen."""
    if not problems:
        return ""
    offset, reason = problems[0]
    count = "1 entry" if len(problems) == 1 else f"{len(problems)} entries"
    line = source.location(offset).line
    return (
        f"{count} with broken syntax, read as far as possible, and fixed only where bibtexparser "
        f"can read them; the first at line {line}: {reason}"
    )


class _Reader:
    """Reads the fields of one entry.

    Attributes:
        key: of the entry, or its type.

    """

    def __init__(self, source: Source, settings: Settings, entry: Entry) -> None:
        self._source = source
        self._servers = settings.servers
        self._entry = entry
        self.key = entry.key.cut(source.text) or f"@{entry.type.cut(source.text)}"
        self._label = shown(self.key)

    def mentions(self) -> Iterator[Mention]:
        """Yield the DOIs of the entry."""
        text = self._source.text
        fields = [(one.name.cut(text).lower(), one) for one in self._entry.fields]
        lacks = NAME_FIELD not in [name for name, _ in fields]
        for name, field in fields:
            if name == NAME_FIELD:
                mention = self._name(field) if field.literal else None
                if mention is not None:
                    yield mention
            elif name in _LOOKED_AT:
                yield from self._values(name, field, lacks=lacks)

    def _name(self, field: Field) -> Mention | None:
        written = _without_outer_braces(field.text(self._source.text))
        container = self._container(NAME_FIELD, written, self._write(field))
        span = written.whole if written.text else field.value
        return name_mention(self._source, span, written, container)

    def _values(self, name: str, field: Field, *, lacks: bool) -> Iterator[Mention]:
        text = self._source.text
        write = self._write(field, is_tex=name in TEXT_FIELDS)
        for part in field.parts:
            if part.kind not in _DELIMITED or not may_be_there(text, part.span, self._servers):
                continue
            whole = _plain(text, part.span)
            container = self._container(name, whole, write)
            if lacks:
                container = container.replace(
                    lacks_doi=True, insertion=insertion_behind(self._source, field)
                )
            yield from value_mentions(self._source, whole, container, self._servers)

    def _container(self, name: str, text: PlacedText, write: Write) -> Container:
        return Container(f"{self._label}, {name}", text, write)

    def _write(self, field: Field, *, is_tex: bool = False) -> Write:
        write = _writer(self._source.encoding, field.has(PartKind.QUOTED), is_tex)
        if self._entry.problem is None:
            return write
        return lambda text, around: write(text, around) if self._is_guarded else None

    @cached_property
    def _is_guarded(self) -> bool:
        """Whether a fix of this entry could be made; asked of broken ones alone."""
        from mdlint_doi.formats.bibtex.guard import is_readable

        return is_readable(self._entry.span.cut(self._source.text))


def insertion_behind(source: Source, field: Field) -> Insertion:
    """Return how an entry gets a field for the DOI behind another one, with its indentation."""
    line = source.line_span(field.name.start)
    indent = _INDENT.match(source.text, line.start)
    own = indent is not None and indent.end() == field.name.start
    blank = f"{source.newline}{indent[0]}" if own and indent else " "
    end = field.value.end
    return Insertion(Span(end, end), f",{blank}doi = {{", "}")


def is_plain_name(name: str, encoding: str) -> bool:
    """Return whether a name can be written in a field, as it stands."""
    return _writer(encoding, True, False)(name, "") is not None  # noqa: FBT003


@cache
def _writer(encoding: str, quoted: bool, is_tex: bool) -> Write:  # noqa: FBT001
    """Return how a text is written in a field: not what TeX or BibTeX would take amiss."""

    def write(text: str, _around: str) -> str | None:
        """Return the text if it can stand in the field as it is, else None."""
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


def _plain(text: str, span: Span) -> PlacedText:
    """Return a part of a text with TeX's escapes undone."""
    if text.find("\\", *span) < 0:
        return PlacedText.as_it_stands(text, span)
    return undo(text, span, _ESCAPE, lambda escape: escape[1] or escape[2])


def _without_outer_braces(text: PlacedText) -> PlacedText:
    """Return a value without the braces around all of it: `{{10.1000/182}}`."""
    text = trimmed(text)
    while text.text[:1] == "{" and text.text[-1:] == "}" and _is_one_group(text.text):
        text = trimmed(text.part(1, len(text.text) - 1))
    return text


def _is_one_group(text: str) -> bool:
    """Return whether the brace that begins a text ends with it, and no TeX is in it."""
    return "{" not in text[1:-1] and "}" not in text[1:-1]


def _suppressions(text: str, span: Span) -> Iterator[Suppression]:
    """Yield our comments in text that BibTeX reads over, each a line of its own."""
    if text.find(_WORD, *span) < 0:
        return
    for line in _LINE.finditer(text, *span):
        if _WORD in line[0]:
            start = _start(text, line)
            found = read_directive(text[start : line.end()].rstrip(), start)
            if found is not None:
                yield found


def _start(text: str, line: re.Match[str]) -> int:
    blank = _PERCENT.match(text, *line.span())
    return blank.end() if blank else line.start()
