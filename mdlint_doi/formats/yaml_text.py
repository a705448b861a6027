"""The scalars of a YAML text (1.1) with their places; `yaml_reader` reads them."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

Path = tuple[str | int | None, ...]
"""Names and indices, the outermost first; None stands for a key that is not a scalar."""


class ScalarStyle(Enum):
    """The style of a scalar, by YAML's indicator; an alias has the style `ALIAS`."""

    PLAIN = ""
    SINGLE = "'"
    DOUBLE = '"'
    LITERAL = "|"
    FOLDED = ">"
    ALIAS = "*"


class YamlScalar(NamedTuple):
    """A scalar, or an alias.

    Attributes:
        document: the number of the document in the text, from 0.
        path: the path to it; the path of a key ends with the key.
        is_key: whether it is the key of a mapping, or is inside one.
        style: how it is quoted or folded.
        value: its value; for an alias, the name of the anchor.
        span: its span in the file, with quotes or `|`, but without tag and anchor; a block scalar
            includes the blank lines after it.
        placed: the value with its places, if it is written on one line without escapes; otherwise
            None.
        anchor: the name after `&`; None if there is none.
        tag: its tag, as resolved by the document's directives: `tag:yaml.org,2002:str`; None if
            there is none.
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
