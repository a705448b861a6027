r"""Find the DOIs in front matter with their places: YAML between `---`, or TOML between `+++`.

Both are read without a parser, and DOIs in keys are ignored. YAML is read line by line, with
entries such as `key: value`, `- value` and `- key: value`, and members of flow lists and mappings.
A scalar that is one DOI is read as a whole; any other is searched, line by line. In a block scalar
(`key: |`), whose lines are indented more than its key, and in a quoted scalar on several lines,
`DOI: 10.1000/182` is text and not a key with a value (YAML 1.2, sections 8.1 and 7.3). TOML 1.0 is
read in one pass over strings, comments, keys, brackets and line ends; in an inline table, a key
follows each comma.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mdlint_doi.formats.values import name_mention
from mdlint_doi.lint.model import Container, Form, Mention, as_it_stands
from mdlint_doi.lint.placeholders import holds_template
from mdlint_doi.lint.running_names import with_white_space
from mdlint_doi.names.needles import places
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.names.scan.name_end import marks_after
from mdlint_doi.names.scan.white_space import closed_up
from mdlint_doi.names.spelling import REACH, Notations
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText, undo
from mdlint_doi.text.source import Source, line_spans
from mdlint_doi.text.span import holds_any
from mdlint_doi.text.value import Value

ENTRY: Final = pattern(
    r"""[ \t]*(?>(?:-[ \t]+)*)
    (?>(?P<asks>\?(?=[ \t]|\Z))?)                             # a key on a line of its own
    (?>(?: (?: "(?P<double>(?>(?:[^"\\]|\\.)*))" | '(?P<single>(?>(?:[^']|'')*))' )
        [ \t]*+ :(?=[ \t]|\Z)
      | (?P<plain> [^\s"'\[\]{}\#,&*!|>%@`:-] (?>(?:[^:\#]|:(?![ \t]|\Z)|(?<![ \t])\#)*) )
        :(?=[ \t]|\Z)
      | :(?=[ \t]) )?) [ \t]*+""",
    re.VERBOSE,
)
"""The part of a line before its value: indent, dashes, and a key of any kind."""
_PROPERTIES: Final = r"(?>(?:[!&][^\s,\[\]{}]*+[ \t]++)*)"
"""Tags and anchors."""
_BLOCK: Final = pattern(_PROPERTIES + r"[ \t]*+[|>][-+0-9]*+[ \t]*+(?:\#.*)?\Z")
_OPEN: Final = pattern(_PROPERTIES + r"""[ \t]*+(?P<quote>["'])""")
_INSIDE: Final = {"'": pattern(r"(?>(?:[^']|'')*)"), '"': pattern(r'(?>(?:[^"\\]|\\.)*)\\?+')}
"""By quote: the text up to the quote that ends the scalar, or up to the end of the line."""
BLOCK: Final = "block"
STYLES: Final = {"'": "single", '"': "double"}
_NAME: Final = "doi"
_QUARTO: Final = ".qmd"
_ACADEMIC: Final = pattern(r"^publication_types[ \t]*[:=]", re.MULTILINE)
"""A key of Hugo's themes for academic sites, whose pages also add the resolver to `doi`."""
_FENCES: Final = {"---": ("---", "..."), "+++": ("+++",)}
"""The first line of front matter, and the possible last lines for it."""
_TOML: Final = "+++"
_SCALAR: Final = pattern(
    r"""[ \t,\[\]{}]*+
    (?: "(?P<double>(?>(?:[^"\\]|\\.)*))"?
      | '(?P<single>(?>(?:[^']|'')*))'?
      | (?P<plain>[^"'#,\[\]{}\s:](?>(?:[^#,\[\]{}:]|(?<![ \t])\#|:(?![ \t,\[\]{}]|\Z))*)) )
    (?>(?P<key>[ \t]*+:)?) [ \t]*+""",
    re.VERBOSE,
)
_LINE: Final = pattern(
    r"""\ *+(?: "(?P<double>(?>(?:[^"\\]|\\.)*))"[ \t]*(?:\#.*)?\Z
      | '(?P<single>(?>(?:[^']|'')*))'[ \t]*(?:\#.*)?\Z
      | (?P<plain>(?>(?:[^#]|(?<![ \t])\#)+)) )""",
    re.VERBOSE,
)
_FLOW: Final = pattern(r"[\[{]")
_STYLES: Final = ("double", "single", "plain")
_DOUBLE: Final = pattern(
    r"\\(?:(?P<code>x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})|(?P<letter>.))"
)
_LETTERS: Final = {"t": "\t", "n": "\n", "r": "\r", "0": "\0"}
_SINGLE: Final = pattern(r"'(')")
_NUMBER: Final = pattern(r"\.?[0-9][0-9.]*/\S+|10\.[0-9]{4,9}/[ ]\S+")
"""A DOI, or one that is damaged, such as by a space after the slash."""
_TOML_TOKEN: Final = pattern(
    r'''"""(?P<lines>(?>(?:[^"\\]|\\.|"(?!""(?!")))*))(?:""")?
    | \'\'\'(?P<raw_lines>(?>(?:[^']|'(?!\'\'(?!')))*))(?:\'\'\')?
    | "(?P<string>(?>(?:[^"\\\r\n]|\\[^\r\n])*))"?
    | '(?P<raw>[^'\r\n]*+)'?
    | \#[^\r\n]*+
    | (?P<bare>[A-Za-z0-9_-]++)
    | (?P<mark>[=,\[\]{}\n])''',
    re.VERBOSE | re.DOTALL,
)
"""A string always matches once its first quote does: an unclosed string ends with the line or the
text. Of the quotes at the end of a multi-line string, the last three close it; one or two more
belong to the string."""
_TOML_KEYS: Final = frozenset({"bare", "lines", "raw_lines", "string", "raw"})
_TOML_ESCAPE: Final = pattern(
    r"\\(?:(?P<code>u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})|(?P<fold>[ \t]*\r?\n\s*)|(?P<letter>.))",
    re.DOTALL,
)
_TOML_LETTERS: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}


def front_matter_end(text: str) -> int:
    """Return the offset after the front matter; 0 if there is none."""
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


def front_matter_mentions(source: Source, stop: int, notations: Notations) -> Iterator[Mention]:
    """Yield the mentions in the front matter, which ends at the offset `stop`."""
    text = source.text[:stop]
    is_bare = source.name.lower().endswith(_QUARTO) or _ACADEMIC.search(text) is not None
    if is_toml(text):
        for written, is_doi in toml_strings(text, len(_TOML), stop - len(_TOML)):
            if is_doi and is_bare:
                yield from _name(source, written)
            else:
                yield from _read(source, written, notations, is_doi=is_doi)
        return
    for line in yaml_lines(text):
        is_part = line.entry is None and not line.is_all
        whole = text[line.start : line.end]
        is_name = is_bare and not is_part and _NAME in (line.key + whole).lower()
        if is_name or places(whole, notations):
            for written, is_doi in _scalars(text, line):
                if is_doi and is_name:
                    yield from _name(source, written)
                else:
                    yield from _read(source, written, notations, is_doi=is_doi, is_part=is_part)


def _name(source: Source, written: PlacedText) -> Iterator[Mention]:
    """Yield the mention in a key for a DOI to which the renderer adds the resolver."""
    container = Container(_NAME, written, as_it_stands)
    mention = name_mention(source, written.whole, written, container)
    if mention is not None and mention.written.text:
        yield mention


def _scalars(text: str, whole: YamlLine) -> Iterator[tuple[PlacedText, bool]]:
    """Yield the scalars of a line, or its part of one, each with whether its key is `doi`."""
    is_doi = whole.key.strip().lower() == _NAME
    end = whole.end
    if whole.entry is None:
        words = len(text[whole.start : end].lstrip(" \t"))
        yield _undone(text, (end - words, end), whole.style), is_doi
        return
    at = whole.entry.end()
    if text.startswith(("#", "{{"), at) or whole.entry["asks"] is not None:
        return
    if not _FLOW.match(text, at, end):
        if line := _LINE.match(text, at, end):
            style = line.lastgroup or "plain"
            yield _undone(text, line.span(style), style), is_doi
        return
    while scalar := _SCALAR.match(text, at, end):
        name = next(group for group in _STYLES if scalar[group] is not None)
        if scalar["key"] is None:
            yield _undone(text, scalar.span(name), name), is_doi
        else:
            is_doi = scalar[name].strip().lower() == _NAME
        at = scalar.end()


def _undone(text: str, span: tuple[int, int], style: str) -> PlacedText:
    """Return a scalar without its escapes; `style` is how it is written."""
    if style == "double":
        return undo(text, span, _DOUBLE, lambda match: _meaning(match, _LETTERS))
    if style == "single":
        return undo(text, span, _SINGLE, lambda match: match[1])
    return PlacedText(text[slice(*span)].rstrip(" \t"), span[0])


def _meaning(escape: re.Match[str], letters: Mapping[str, str]) -> str:
    if escape["code"] is None:
        return letters.get(escape["letter"], escape["letter"])
    number = int(escape["code"][1:], 16)
    return chr(number) if number <= sys.maxunicode else "\ufffd"


def _presents(value: str) -> bool:
    """Return whether the value of a key `doi` is a DOI, or a placeholder for one.

    A value that begins with a sign is filled in by a program, so it is neither.
    """
    return bool(_NUMBER.fullmatch(value)) or (value[:1].isalnum() and holds_template(value))


def _read(
    source: Source,
    written: PlacedText,
    notations: Notations,
    *,
    is_doi: bool,
    is_part: bool = False,
) -> Iterator[Mention]:
    """Yield the mentions in a scalar; `is_part` is whether `written` is only a line of it."""
    presented = is_doi and _presents(written.text)
    # Any other value may be prose with a DOI in it.
    is_whole = presented or (not is_part and written.text.split() == [written.text])
    spelling = is_whole and read(written.text, notations, presented=presented)
    if spelling:
        yield Mention(source, written.whole, written, Form.FRONT_MATTER, spelling)
        return
    before = source.text[max(0, written.whole.start - REACH) : written.whole.start]
    joined = closed_up(written)
    written, joints = joined.text, joined.joints
    for candidate in find(written.text, notations, before=before):
        span, spelling = candidate.span, candidate.spelling
        part, marks = written.part(span.start, span.end), marks_after(written, span.end)
        mention = Mention(source, part.whole, part, Form.FRONT_MATTER, spelling, marks=marks)
        is_joined = bool(joints) and holds_any(joints, span.start + 1, span.end)
        yield with_white_space(mention) if is_joined else mention


class YamlLine(Value):
    """A line of front matter.

    Attributes:
        start: the offset where the line, or its part that continues a scalar, begins.
        end: the offset where the line, or that part, ends.
        entry: the match of an entry, up to its value; None if the line continues a scalar.
        key: the key of the entry, which may be in a line above.
        style: the style of the continued scalar: `BLOCK`, or one of `STYLES`; empty for an entry.
        is_all: whether only one line of the block scalar contains text.
    """

    start: int
    end: int
    entry: re.Match[str] | None = None
    key: str = ""
    style: str = ""
    is_all: bool = False


def yaml_lines(text: str) -> Iterator[YamlLine]:
    """Yield the lines that begin an entry or continue a scalar that is not a key."""
    spans, at = [*line_spans(text)], 0
    waits = False  # whether the value of a key may be in the next line
    while at < len(spans):
        start, end = spans[at]
        at += 1
        entry = ENTRY.match(text, start, end)
        if entry is None:  # this never happens: all parts are optional
            continue
        key = entry["plain"] or entry["double"] or entry["single"] or ""
        yield YamlLine(start, end, entry, key)
        value = entry.end()
        rest: Sequence[YamlLine] = ()
        if waits or text[start:value].strip():
            if _BLOCK.match(text, value, end):
                rest = _block(text, spans, at, _column(text, entry) - start, key)
            elif opened := _OPEN.match(text, value, end):
                rest = _quoted(text, spans, at, opened, key)
        at += len(rest)
        if entry["asks"] is None:
            yield from rest
        waits = value == end


def _column(text: str, entry: re.Match[str]) -> int:
    """Return the offset of an entry's key or last dash: a block scalar is indented more."""
    if entry["plain"] is not None:
        return entry.start("plain")
    for style in STYLES.values():
        if entry[style] is not None:
            return entry.start(style) - 1
    marks = [text.rfind(mark, entry.start(), entry.end()) for mark in "-?:"]
    return max(marks) if max(marks) >= 0 else entry.end() - 1


def _block(
    text: str, spans: Sequence[tuple[int, int]], at: int, column: int, key: str
) -> Sequence[YamlLine]:
    """Return the lines of a block scalar; `at` is the index of its first line."""
    found: list[YamlLine] = []
    filled = 0
    for index in range(at, len(spans)):
        start, end = spans[index]
        words = text[start:end].lstrip(" ")
        if words.strip():
            if end - start - len(words) <= column:
                break
            filled += 1
        found.append(YamlLine(start, end, None, key, BLOCK))
    return [line.replace(is_all=True) for line in found] if filled == 1 else found


def _quoted(
    text: str, spans: Sequence[tuple[int, int]], at: int, opened: re.Match[str], key: str
) -> Sequence[YamlLine]:
    """Return the lines of a quoted scalar after its first line; none if it is not closed."""
    quote = opened["quote"]
    found = list[YamlLine]()
    inside = _INSIDE[quote]
    stop = _end(inside, text, opened.end(), spans[at - 1][1])
    while stop == spans[at - 1 + len(found)][1]:
        if at + len(found) == len(spans):
            return ()  # it is not closed: this is not YAML
        start, end = spans[at + len(found)]
        stop = _end(inside, text, start, end)
        found.append(YamlLine(start, stop, None, key, STYLES[quote]))
    return found


def _end(expression: re.Pattern[str], text: str, start: int, end: int) -> int:
    found = expression.match(text, start, end)
    return found.end() if found else start


def toml_strings(text: str, start: int, stop: int) -> Iterator[tuple[PlacedText, bool]]:
    """Yield the string values in `text[start:stop]`, each with whether its key is `doi`."""
    key, is_key = "", True
    open_brackets: list[str] = []
    for token in _TOML_TOKEN.finditer(text, start, stop):
        kind = token.lastgroup or ""
        if kind in _TOML_KEYS and is_key:
            key = token[kind]
        elif kind in {"raw_lines", "raw"}:
            yield PlacedText(token[kind], token.start(kind)), key.lower() == "doi"
        elif kind in {"lines", "string"}:
            yield undo(text, token.span(kind), _TOML_ESCAPE, _toml_meaning), key.lower() == "doi"
        elif kind == "mark":
            is_key = _follow(token[0], open_brackets, is_key=is_key)


def _follow(mark: str, open_brackets: list[str], *, is_key: bool) -> bool:
    """Return whether a key follows a mark; `open_brackets` are the open brackets of values."""
    if mark == "\n":
        return is_key if open_brackets else True
    if mark in "[{":
        if is_key and not open_brackets:
            return True  # the name of a table
        open_brackets.append(mark)
        return mark == "{"
    if mark in "]}":
        if open_brackets:
            open_brackets.pop()
        return is_key and not open_brackets
    return mark == "," and open_brackets[-1:] == ["{"]


def _toml_meaning(escape: re.Match[str]) -> str:
    return "" if escape["fold"] is not None else _meaning(escape, _TOML_LETTERS)
