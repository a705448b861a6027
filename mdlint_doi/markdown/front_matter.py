"""DOIs in YAML front matter, each scalar at its place, without a YAML parser.

Looked at are lines of the form `key: value`, `- value` and `- key: value`, plain or quoted, and
members of a flow list. What is more (block scalars, text over several lines) is searched as
running text. The escapes of a double-quoted scalar are not undone: such a scalar is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from mdlint_doi.lint.model import Form, Mention
from mdlint_doi.lint.source import Source, Written
from mdlint_doi.markdown.lines import line_spans
from mdlint_doi.markdown.needles import places
from mdlint_doi.names.scan import find, read

_OPENING: Final = re.compile(r"---[ \t]*(?:\r\n?|\n)")
_CLOSING: Final = re.compile(r"(?:---|\.\.\.)[ \t]*\Z")


def front_matter_end(text: str) -> int:
    """Return the offset behind the front matter; 0 without one."""
    opening = _OPENING.match(text)
    if opening is None:
        return 0
    for start, end in line_spans(text, opening.end()):
        if _CLOSING.match(text, start, end):
            return min(end + 1 + text.startswith("\r\n", end), len(text))
    return 0


_ENTRY: Final = re.compile(r"[ \t]*(?:-[ \t]+)*(?:(?P<key>[\w.-]+|\"[^\"]*\"|'[^']*')[ \t]*:(?:[ \t]+|\Z))?")
_PLAIN_END: Final = re.compile(r"[ \t]+#|[ \t]*\Z")


def front_matter_mentions(
    source: Source,
    stop: int,
    servers: Collection[str],
) -> Iterator[tuple[int, Mention]]:
    """Yield the DOIs of the front matter, which ends at `stop`, with the number of its block."""
    for start, end in line_spans(source.text[:stop]):
        for first, last in _scalars(source.text, start, end):
            for mention in _read_scalar(source, first, last, servers):
                yield 0, mention


def _scalars(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    entry = _ENTRY.match(text, start, end)
    assert entry is not None
    at = entry.end()
    quote = text[at : at + 1]
    if quote and quote in "\"'":
        close = text.find(quote, at + 1, end)
        if close > 0:
            yield at + 1, close
            return
    close = _PLAIN_END.search(text, at, end)
    yield at, close.start() if close else end


def _read_scalar(source: Source, start: int, end: int, servers: Collection[str]) -> Iterator[Mention]:
    text = source.text[start:end]
    if not places(text, servers=servers):
        return
    if spelling := read(text, servers=servers):
        written = Written(text, start)
        yield Mention(source, written.whole, written, Form.FRONT_MATTER, spelling)
        return
    for one in find(text, servers=servers, publishers=False):
        written = Written(one.written, start + one.span.start)
        yield Mention(source, written.whole, written, Form.FRONT_MATTER, one.spelling)
