"""What holds of every text that a reader takes: the same as its oracle says, each at its place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any, NamedTuple

import bibtexparser.model as theirs
import yaml
from bibtexparser.splitter import Splitter
from pybtex.database.input.bibtex import LowLevelParser
from pybtex.scanner import PybtexSyntaxError
from pyromark_marks import is_beyond, oracle_marks, own_marks

from mdlint_doi.formats import format_of
from mdlint_doi.formats import html as html_format
from mdlint_doi.formats import rd as rd_format
from mdlint_doi.formats.catalog import texts
from mdlint_doi.formats.data.bibtex_block import (
    BibEntry,
    BibField,
    Comment,
    Macros,
    PartKind,
    Preamble,
)
from mdlint_doi.formats.data.bibtex_syntax import read_blocks
from mdlint_doi.formats.data.formats import CSL_YAML
from mdlint_doi.formats.data.ris_entries import read_records
from mdlint_doi.formats.json_text import JsonString, strings
from mdlint_doi.formats.latex import LATEX, RD, ROXYGEN, read_tex
from mdlint_doi.formats.notebook.cells import read_cells
from mdlint_doi.formats.parts import Parts
from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.yaml_reader import read_scalars
from mdlint_doi.formats.yaml_text import ScalarStyle, YamlScalar
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.settings import Settings
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.source import Source


def places(placed: PlacedText, source: str) -> Iterator[str]:
    """Yield what stands in the file for each character; all of them are in order and apart."""
    end = 0
    for index in range(len(placed.text)):
        (span,) = placed.spans(index, index + 1)
        assert end <= span.start < span.end <= len(source)
        end = span.end
        yield span.cut(source)


class ReadEntry(NamedTuple):
    """What all readers of BibTeX can be asked for."""

    type: str
    key: str
    fields: tuple[tuple[str, str], ...]


def bibtex(text: str) -> None:
    """Blocks stand in order and leave nothing out; entries are those of both oracles."""
    blocks = list(read_blocks(text))
    end = 0
    for block in blocks:
        assert not text[end : block.span.start].strip()
        assert end <= block.span.start < block.span.end <= len(text)
        end = block.span.end
        bibtex_block(block, text)
    assert not text[end:].strip()
    if all(block.problem is None for block in blocks):
        as_bibtexparser(text, blocks)
        as_pybtex(text, blocks)


def bibtex_block(block: BibEntry | Macros | Preamble | Comment, text: str) -> None:
    """What is in a block stands in it, in order; a value is made of its parts."""
    if isinstance(block, Preamble | Comment):
        assert block.span.covers(block.content)
        return
    end = block.key.end if isinstance(block, BibEntry) else block.span.start
    for field in block.fields:
        assert end <= field.name.start <= field.name.end <= field.value.start
        end = field.value.end
        assert end <= block.span.end
        assert all(field.value.covers(part.span) for part in field.parts)
        value = field.text(text)
        assert "".join(places(value, text)) == value.text
    assert all(text[comment.start] == "%" for comment in block.comments)


_APART = re.compile(
    r"""[\\%\r\x85\u2028\u2029]        # escaped delimiters, comments, other line ends
    | @[ \t]*[\w-]*(?:[^\S \t]|-)      # a type before a line end, or with a hyphen
    | @[ \t] | @[({]                   # a type behind blanks, or none
    | @(?:comment|preamble|string)\w  # one that only begins like those""",
    re.VERBOSE | re.IGNORECASE,
)
"""What bibtexparser reads otherwise than BibTeX or biber do."""


def as_bibtexparser(text: str, blocks: list[BibEntry | Macros | Preamble | Comment]) -> None:
    """A text without faults has the entries that bibtexparser finds, key by key, value by value."""
    library = Splitter(text).split()
    if library.failed_blocks and any(
        type(block) is theirs.ParsingFailedBlock for block in library.failed_blocks
    ):
        return
    if _APART.search(text) or any(_quotes_in_quotes(block, text) for block in blocks):
        return
    expected = [_entry_of(block) for block in library.blocks]
    found = [
        ReadEntry(
            block.type.cut(text).lower(),
            block.key.cut(text),
            tuple((field.name.cut(text), field.value.cut(text)) for field in block.fields),
        )
        for block in blocks
        if isinstance(block, BibEntry)
    ]
    assert found == [entry for entry in expected if entry is not None]


def _quotes_in_quotes(block: BibEntry | Macros | Preamble | Comment, text: str) -> bool:
    """Return whether there is `"{5" disk}"`, which ends at the second quote for bibtexparser."""
    if isinstance(block, Preamble | Comment):
        return '"' in block.content.cut(text)
    parts = (part for field in block.fields for part in field.parts)
    return any(part.kind is PartKind.QUOTED and '"' in part.span.cut(text) for part in parts)


def _entry_of(block: theirs.Block) -> ReadEntry | None:
    whole = block.ignore_error_block if isinstance(block, theirs.ParsingFailedBlock) else block
    if not isinstance(whole, theirs.Entry):
        return None
    fields = tuple((field.key, str(field.value)) for field in whole.fields)
    return ReadEntry(whole.entry_type, whole.key, fields)


class _Echo(dict[str, str]):
    """Macros whose value is their name."""

    def __missing__(self, name: str) -> str:
        return name

    def __setitem__(self, name: str, value: str) -> None:
        """Forget it."""


_APART_TOO = re.compile(r"%|@\s*[\w-]+\s*\([^,\s]*\)")
"""What pybtex reads otherwise than biber or bibtexparser: comments, a parenthesis in a key."""


def as_pybtex(text: str, blocks: list[BibEntry | Macros | Preamble | Comment]) -> None:
    """A text that pybtex, which reads as BibTeX does, takes has its entries and parts of values."""
    if _APART_TOO.search(text):
        return
    if any(isinstance(block, Comment) and "@" in block.content.cut(text) for block in blocks):
        return
    try:
        read = list(LowLevelParser(text, macros=_Echo()))
    except PybtexSyntaxError:
        return
    expected = [
        (kind.lower(), key, [(name, list(parts)) for name, parts in fields])
        for kind, (key, fields) in (command for command in read if len(command[1]) == 2)
        if kind.lower() != "string"
    ]
    found = [
        (block.type.cut(text).lower(), block.key.cut(text), _parts(block.fields, text))
        for block in blocks
        if isinstance(block, BibEntry)
    ]
    assert found == expected


def _parts(fields: tuple[BibField, ...], text: str) -> list[tuple[str, list[str]]]:
    return [
        (field.name.cut(text), [part.span.cut(text) for part in field.parts]) for field in fields
    ]


def json_text(text: str) -> None:
    """What `json` takes is taken, and nothing else; it has the same strings."""
    try:
        expected = list(_strings(json.loads(text, object_pairs_hook=_Members)))
    except RecursionError:
        return
    except ValueError:
        try:
            found = list(strings(text))
        except FormatSyntaxError as error:
            assert 0 <= error.offset <= len(text)  # noqa: PT017
            assert error.reason.isprintable()  # noqa: PT017
            return
        assert not found or "0" * 4300 in text or re.search(r"[0-9]{4301}", text)
        return
    found = list(strings(text))
    assert [(path.names if path else (), string.text) for path, string in found] == expected
    for _, string in found:
        json_string(string, text)


class _Members(list[tuple[str, Any]]):
    """The members of an object, those with one name as well."""


def _strings(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, _Members):
        for name, member in value:
            yield from _strings(member, (*path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _strings(item, (*path, index))


def json_string(string: JsonString, text: str) -> None:
    """A string stands between its quotes, each character where it is written."""
    written = string.span.cut(text)
    assert json.loads(written) == string.text
    assert "".join(places(string.placed(text), text)) == written[1:-1]
    means = [json.loads(f'"{character}"') for character in places(string.placed(text), text)]
    assert means == list(string.text)


def notebook(text: str) -> None:
    """Cells are those that `json` sees; each character is where it is written."""
    try:
        cells = read_cells(text)
    except FormatSyntaxError as error:
        assert 0 <= error.offset <= len(text)  # noqa: PT017
        assert error.reason.isprintable()  # noqa: PT017
        return
    whole = json.loads(text)
    expected = whole.get("cells")
    if "cells" not in whole:
        expected = [cell for sheet in whole["worksheets"] for cell in sheet.get("cells", [])]
    assert [cell.index for cell in cells] == list(range(len(expected)))
    for cell, wanted in zip(cells, expected, strict=True):
        source = wanted.get("source", wanted.get("input", ""))
        assert cell.text == (source if isinstance(source, str) else "".join(source))
        assert cell.kind == wanted["cell_type"]
        assert json.loads(cell.span.cut(text)) == wanted
        means = [json.loads(f'"{written}"') for written in places(cell.placed(text), text)]
        assert means == list(cell.text)


def yaml_text(text: str) -> None:
    """What PyYAML composes has the same scalars at the same paths; each stands in its span."""
    try:
        found = list(read_scalars(text))
    except FormatSyntaxError as error:
        assert 0 <= error.offset <= len(text)  # noqa: PT017
        with_error = True
        found = []
    else:
        with_error = False
    end = 0
    for scalar in found:
        assert end <= scalar.span.start <= scalar.span.end <= len(text)
        end = scalar.span.end
        yaml_scalar(scalar, text)
    try:
        documents = list(yaml.compose_all(text, Loader=yaml.SafeLoader))
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError):
        return
    assert not with_error or "levels" in str(list(_failure(text)))
    if not any(scalar.style is ScalarStyle.ALIAS for scalar in found) and not with_error:
        expected = [
            (number, *scalar) for number, node in enumerate(documents) for scalar in _scalars(node)
        ]
        assert [
            (scalar.document, scalar.path, scalar.is_key, scalar.value) for scalar in found
        ] == expected


def _failure(text: str) -> Iterator[str]:
    try:
        list(read_scalars(text))
    except FormatSyntaxError as error:
        yield error.reason


def yaml_scalar(scalar: YamlScalar, text: str) -> None:
    """A scalar stands in its span; on one line and without escapes it is what stands there."""
    written = scalar.span.cut(text)
    if scalar.style is ScalarStyle.PLAIN:
        assert written.split() == scalar.value.split() or not written
    elif scalar.style is ScalarStyle.ALIAS:
        assert written == f"*{scalar.value}"
    else:
        assert written.startswith(scalar.style.value)
    if scalar.style in (ScalarStyle.SINGLE, ScalarStyle.DOUBLE):
        assert written.endswith(scalar.style.value)
    if scalar.placed is not None:
        assert scalar.placed.text == scalar.value
        assert "".join(places(scalar.placed, text)) == scalar.value


def _scalars(
    node: yaml.Node | None, path: tuple[Any, ...] = (), *, is_key: bool = False
) -> Iterator[tuple[Any, bool, str]]:
    if isinstance(node, yaml.ScalarNode):
        yield path, is_key, node.value
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield from _scalars(item, (*path, index), is_key=is_key)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else None
            yield from _scalars(key, (*path, name), is_key=True)
            yield from _scalars(value, (*path, name), is_key=is_key)


_RIS_LINE = re.compile(r"(?:([A-Z][A-Z0-9])  -(?:[ \t](.*))?)?(.*)", re.DOTALL)


def ris(text: str) -> None:
    """The fields are those that a reader line by line finds, and stand where it says."""
    records = list(read_records(text))
    found = [
        (field.name.cut(text), " ".join(field.text(text).text.split()))
        for record in records
        for field in record
    ]
    expected: list[tuple[str, list[str]]] = []
    for line in re.split(r"[\r\n]", text):
        match = re.fullmatch(r"([A-Z][A-Z0-9])  -(|[ \t].*)", line, re.DOTALL)
        if match:
            expected.append((match[1], [match[2]]))
        elif expected and expected[-1][0] != "ER":
            expected[-1][1].append(line)
    assert found == [(tag, " ".join(" ".join(lines).split())) for tag, lines in expected]
    for record in records:
        tags = [field.name.cut(text) for field in record]
        assert "TY" not in tags[1:]
        assert "ER" not in tags[:-1]


def latex(text: str) -> None:
    """Of LaTeX, each letter of the running text and of each name stands where it is said to."""
    _tex(text, read_tex(text, LATEX))


def rd(text: str) -> None:
    """Likewise of R documentation, of `.Rd` and of roxygen2's comments."""
    _tex(text, read_tex(text, RD))
    _tex(text, read_tex(text, ROXYGEN))
    for name in ("a.Rd", "a.R", "DESCRIPTION"):
        source = Source(name, text)
        for mention in rd_format.read(source, Settings()).mentions:
            _mention(mention, text)


def _tex(text: str, found: Parts) -> None:
    for placed in (found.running, *found.names):
        for letter, place in zip(placed.text, places(placed, text), strict=True):
            assert letter in place or letter == " " or (letter == "_" and "underscore" in place)
    for span in found.comments:
        assert span.cut(text).startswith("%")


def light_markup(text: str) -> None:
    """Each character of running text and addresses stands where it is said to, or is a blank."""
    for name in ("a.adoc", "a.org", "a.typ"):
        _mentions(name, text)


def catalog(text: str) -> None:
    """Likewise of the texts of a message catalog; an escape is longer than its character."""
    for _, placed in texts(text):
        for letter, place in zip(placed.text, places(placed, text), strict=True):
            assert letter in place or place[:1] == "\\"
    _mentions("a.po", text)


def cython(text: str) -> None:
    """Likewise of the docstrings of a Cython file."""
    _mentions("a.pyx", text)


def _mentions(name: str, text: str) -> None:
    found = format_of(name).read(Source(name, text), Settings())
    for mention in found.mentions:
        written = mention.written
        assert 0 <= written.whole.start < written.whole.end <= len(text)
        assert written.is_coarse or written.text[0] in written.span(0, 1).cut(text)
    for suppression in found.suppressions:
        assert "mdlint-doi-" in suppression.span.cut(text)


def html(text: str) -> None:
    """Each DOI of an HTML page stands where it is said to; links are those of `html.parser`."""
    document = html_format.read(Source("a.html", text), Settings())
    for mention in document.mentions:
        _mention(mention, text)
    if "<!--" in text or "<s" in text or "<pre" in text or "{" in text:
        return
    links = _Links()
    links.feed(text)
    links.close()
    found = [
        mention.written.text for mention in document.mentions if mention.form is Form.ATTRIBUTE
    ]
    assert found == [link for link in links.found if "doi.org/10.1" in link]


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        self.found += (value or "" for name, value in attrs if name in {"href", "src"})


def _mention(mention: Mention, text: str) -> None:
    written = mention.written
    assert 0 <= written.whole.start < written.whole.end <= len(text)
    if not written.pieces:
        assert re.sub(r"[{}]", " ", written.whole.cut(text)) == re.sub(r"[{}]", " ", written.text)


def csl_yaml(text: str) -> None:
    """Each DOI of a list of items in YAML stands where it is said to."""
    for mention in CSL_YAML.read(Source("a.csl.yaml", text), Settings()).mentions:
        if not mention.written.is_coarse:
            assert mention.written.whole.cut(text) == mention.written.text


def markdown(text: str) -> None:
    """All markup is what pyromark finds, at the same places, as far as pyromark can tell."""
    if is_beyond(text):
        return
    found = oracle_marks(text)
    assert own_marks(text) == found
    assert own_marks(text, code=False) == {mark for mark in found if mark[0] != "code block"}
