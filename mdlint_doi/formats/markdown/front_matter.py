r"""DOIs in front matter, each scalar at its place: YAML between `---`, or TOML between `+++`.

YAML is read without a YAML parser; for TOML see `toml_front_matter`. Line by line: `key: value`,
`- value`, `- key: value`, members of a flow list or mapping, plain or in quotes. A scalar that is
one DOI is read as a whole; any other, and one with a blank in it or of several lines, is searched.
A key is never read, however it is written: what stands before a colon and a blank, or behind `? `,
is a name for something, and no link. The escapes of quoted scalars are undone, so that a place may
have an offset for each character. The price: each line of a scalar is searched on its own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from mdlint_doi.formats.markdown.front_matter_lines import Line, yaml_lines
from mdlint_doi.formats.markdown.needles import places
from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.placeholders import holds_template
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, undo
from mdlint_doi.text.source import Source, line_spans
from mdlint_doi.text.value import Value

_FENCES: Final = {"---": ("---", "..."), "+++": ("+++",)}
"""What the first line of front matter is, and what its last may be."""
_TOML: Final = "+++"
_SCALAR: Final = pattern(
    r"""[ \t,\[\]{}]*+
    (?: "(?P<double>(?:[^"\\]|\\.)*+)"?
      | '(?P<single>(?:[^']|'')*+)'?
      | (?P<plain>[^"'#,\[\]{}\s:](?:[^#,\[\]{}:]|(?<![ \t])\#|:(?![ \t,\[\]{}]|\Z))*+) )
    (?P<key>[ \t]*+:)?+ [ \t]*+""",
    re.VERBOSE,
)
_LINE: Final = pattern(
    r"""\ *+(?: "(?P<double>(?:[^"\\]|\\.)*+)"[ \t]*(?:\#.*)?\Z
      | '(?P<single>(?:[^']|'')*+)'[ \t]*(?:\#.*)?\Z
      | (?P<plain>(?:[^#]|(?<![ \t])\#)++) )""",
    re.VERBOSE,
)
_FLOW: Final = pattern(r"[\[{]")
_STYLES: Final = ("double", "single", "plain")
_DOUBLE: Final = pattern(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_SINGLE: Final = pattern(r"'(')")
_NUMBER: Final = pattern(r"\.?[0-9][0-9.]*/\S+")
_HIGHEST: Final = 0x10FFFF


def front_matter_end(text: str) -> int:
    """Return the offset behind the front matter; 0 without one."""
    closing = _FENCES.get(text[:3])
    if closing is None:
        return 0
    for start, end in line_spans(text):
        line = text[start:end].rstrip(" \t")
        if start == 0:
            if line not in _FENCES:
                return 0
        elif line in closing:
            return min(end + 1 + text.startswith("\r\n", end), len(text))
    return 0


def is_toml(front_matter: str) -> bool:
    """Return whether front matter is TOML."""
    return front_matter.startswith(_TOML)


def front_matter_mentions(
    source: Source,
    stop: int,
    *,
    servers: Collection[str],
    publishers: bool,
) -> Iterator[Mention]:
    """Yield the DOIs of the front matter, which ends at `stop`; for the rest see `extract`."""
    text = source.text[:stop]
    if is_toml(text):
        from mdlint_doi.formats.markdown.toml_front_matter import toml_strings

        for written, is_doi in toml_strings(text, len(_TOML), stop - len(_TOML)):
            yield from _read(source, _Scalar(written, is_doi), servers, publishers)
        return
    for line in yaml_lines(text):
        if places(text[line.start : line.end], servers=servers, urls=publishers):
            for scalar in _scalars(text, line):
                yield from _read(source, scalar, servers, publishers)


class _Scalar(Value):
    """A scalar, or a line of it.

    Attributes:
        written: its text.
        is_doi: the key says so.
        is_line: of several.

    """

    written: PlacedText
    is_doi: bool
    is_line: bool = False


def _scalars(text: str, whole: Line) -> Iterator[_Scalar]:
    """Yield the scalars of a line."""
    is_doi, end = whole.key.strip().lower() == "doi", whole.end
    if whole.entry is None:
        words = len(text[whole.start : end].lstrip(" \t"))
        written = _undone(text, (end - words, end), whole.style)
        yield _Scalar(written, is_doi, is_line=not whole.is_all)
        return
    at = whole.entry.end()
    if text.startswith(("#", "{{"), at) or whole.entry["asks"] is not None:
        return
    if not _FLOW.match(text, at, end):
        line = _LINE.match(text, at, end)
        if line:
            style = line.lastgroup or "plain"
            yield _Scalar(_undone(text, line.span(style), style), is_doi)
        return
    while scalar := _SCALAR.match(text, at, end):
        name = next(group for group in _STYLES if scalar[group] is not None)
        if scalar["key"] is None:
            yield _Scalar(_undone(text, scalar.span(name), name), is_doi)
        else:
            is_doi = scalar[name].strip().lower() == "doi"
        at = scalar.end()


def _undone(text: str, span: tuple[int, int], style: str) -> PlacedText:
    """Return a scalar with its escapes undone, by how it is written."""
    start, end = span
    if style == "double":
        return undo(text, (start, end), _DOUBLE, _meaning)
    if style == "single":
        return undo(text, (start, end), _SINGLE, lambda match: match[1])
    while end > start and text[end - 1] in " \t":
        end -= 1
    return PlacedText(text[start:end], start)


def _meaning(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code is None:
        return {"t": "\t", "n": "\n", "r": "\r", "0": "\0"}.get(match[4], match[4])
    number = int(code, 16)
    return chr(number) if number <= _HIGHEST else "\ufffd"


def _presents(value: str) -> bool:
    """Return whether the value of a key that says so is a name, or stands for one.

    What begins with a sign is for a program to fill in.
    """
    if _NUMBER.fullmatch(value):
        return True
    return value[:1].isalnum() and holds_template(value)


def _read(
    source: Source,
    scalar: _Scalar,
    servers: Collection[str],
    publishers: bool,  # noqa: FBT001 - handed through
) -> Iterator[Mention]:
    written = scalar.written
    presented = scalar.is_doi and _presents(written.text)
    # Otherwise there is prose around a DOI.
    is_whole = presented or (not scalar.is_line and written.text.split() == [written.text])
    spelling = is_whole and read(
        written.text, servers=servers, publishers=publishers, presented=presented
    )
    if spelling:
        yield Mention(source, written.whole, written, Form.FRONT_MATTER, spelling)
        return
    for one in find(written.text, servers=servers, publishers=publishers):
        part = written.part(*one.span)
        yield Mention(source, part.whole, part, Form.FRONT_MATTER, one.spelling)
