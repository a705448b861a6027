"""The scalars of a YAML text (1.1), read by PyYAML.

PyYAML's events contain the place of each scalar. Nothing is resolved, constructed or expanded, so
an alias stays an alias and `10.1000` is text. PyYAML's errors become `FormatSyntaxError`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import yaml

from mdlint_doi.formats.protocol import FormatSyntaxError
from mdlint_doi.formats.yaml_text import Path, ScalarStyle, YamlScalar
from mdlint_doi.text.pattern import pattern
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

if TYPE_CHECKING:
    from yaml._yaml import Mark as CMark

MAX_DEPTH: Final = 100
"""The most nested lists and mappings. PyYAML's time for each step grows with the depth."""

_NO_TEXT: Final = pattern(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""A character that YAML does not allow: it is not in c-printable (YAML 1.1, section 5.1)."""
_PROPERTIES: Final = pattern(r"(?>(?:[&!]\S*+(?>(?:\s++(?>(?:\#[^\r\n]*+)?))*))*)", re.VERBOSE)
"""A tag and an anchor, with the blanks and comments up to the scalar."""


def read_scalars(text: str) -> Iterator[YamlScalar]:
    """Yield the scalars and aliases of a text without a BOM, in order.

    Raises:
        FormatSyntaxError: if the text is not YAML; the scalars before the error are yielded first.
    """
    if strange := _NO_TEXT.search(text):
        raise FormatSyntaxError(strange.start(), f"U+{ord(strange[0]):04X} is not allowed in YAML")
    levels: list[_Level] = []
    document = -1
    for event in _events(text):
        if isinstance(event, yaml.DocumentStartEvent):
            document += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            levels.pop()
        elif isinstance(event, yaml.NodeEvent):
            key = event.value if isinstance(event, yaml.ScalarEvent) else None
            path, is_key = levels[-1].step(key) if levels else ((), False)
            if not isinstance(event, yaml.CollectionStartEvent):
                yield _scalar(text, event, document, path, is_key=is_key)
                continue
            levels.append(_Level(path, isinstance(event, yaml.MappingStartEvent), is_key))
            if len(levels) > MAX_DEPTH:
                reason = f"nested more than {MAX_DEPTH} levels deep"
                raise FormatSyntaxError(_at(event.start_mark), reason)


class _Level:
    """An open list or mapping, and how many of its nodes were read."""

    def __init__(self, path: Path, is_mapping: bool, in_key: bool) -> None:  # noqa: FBT001
        self._path = path
        self._is_mapping = is_mapping
        self._in_key = in_key
        self._name: str | None = None
        self._steps = 0

    def step(self, key: str | None) -> tuple[Path, bool]:
        """Return the path of the next node, and whether it is a key or inside a key.

        `key` is the value of the node if it is a scalar, and otherwise None.
        """
        count = self._steps
        self._steps += 1
        if not self._is_mapping:
            return (*self._path, count), self._in_key
        if count % 2 == 0:
            self._name = key
        return (*self._path, self._name), self._in_key or count % 2 == 0


def _scalar(
    text: str, event: yaml.NodeEvent, document: int, path: Path, *, is_key: bool
) -> YamlScalar:
    start, end = _at(event.start_mark), _at(event.end_mark)
    if not isinstance(event, yaml.ScalarEvent):
        span = Span(start, end)
        return YamlScalar(document, path, is_key, ScalarStyle.ALIAS, event.anchor or "", span, None)
    properties = _PROPERTIES.match(text, start, end)
    start = properties.end() if properties else start
    style = ScalarStyle(event.style or "")
    span = Span(start, end)
    inner = Span(start + 1, end - 1) if style in (ScalarStyle.SINGLE, ScalarStyle.DOUBLE) else span
    placed = PlacedText.as_it_stands(text, inner) if inner.cut(text) == event.value else None
    return YamlScalar(
        document, path, is_key, style, event.value, span, placed, event.anchor, event.tag
    )


def _events(text: str) -> Iterator[yaml.Event]:
    """Yield PyYAML's events.

    The reader in Python is used and not libyaml, which is not installed everywhere. libyaml reads
    tabs, byte order marks and unusual line ends differently, and the result must not depend on the
    installation.
    """
    at = 0
    try:
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            at = _at(event.end_mark)
            yield event
    except yaml.MarkedYAMLError as error:
        reason = error.problem or error.context or "not YAML"
        raise FormatSyntaxError(_at(error.problem_mark, at), reason) from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        # For example, "\UFFFFFFFF" is not the number of a character.
        raise FormatSyntaxError(at, str(error)) from None


def _at(mark: yaml.Mark | CMark | None, otherwise: int = 0) -> int:
    """Return the offset of a mark; in code points, because PyYAML receives a text, not bytes."""
    return mark.index if mark else otherwise
