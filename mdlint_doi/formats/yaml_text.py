"""A scalar of a YAML text (1.1) at its place; `yaml_reader` reads them."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

Path = tuple[str | int | None, ...]
"""Names and indices, from the outermost in; None for a key that is no scalar, and what it holds."""


class ScalarStyle(Enum):
    """How a scalar is written, by YAML's indicator; an alias is none."""

    PLAIN = ""
    SINGLE = "'"
    DOUBLE = '"'
    LITERAL = "|"
    FOLDED = ">"
    ALIAS = "*"


class YamlScalar(NamedTuple):
    """A scalar, or an alias.

    It stands at `span` with its quotes or the `|`, without tag and anchor; a block scalar up to
    where the next token is looked for, blank lines included.

    Attributes:
        document: the number of the document in the text, from 0.
        path: the path to it; the path of a key ends with the key.
        is_key: whether it is the key of a mapping, or stands in one.
        style: how it is quoted or folded.
        value: its value; for an alias, the name of the anchor.
        span: where it stands in the file.
        placed: the value, if it stands on one line without escapes.
        anchor: the name after `&`.
        tag: its tag, as resolved by the document's directives: `tag:yaml.org,2002:str`.
    """

    document: int
    path: Path
    is_key: bool
    style: ScalarStyle
    value: str
    span: Span
    placed: PlacedText | None
    anchor: str | None = None
    tag: str | None = None

    @property
    def is_null(self) -> bool:
        """Whether it means that its key has no value: YAML 1.2.2, section 10.3.2."""
        return self.style is ScalarStyle.PLAIN and self.value in {"~", "null", "Null", "NULL"}
