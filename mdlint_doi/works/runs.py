"""A block of a document as a row of pieces: words, emphasis, links, DOIs, labels.

A block is a paragraph, a list item or a table row; several blocks that describe one work, such as a
heading and the list below it, are one passage.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from mdlint_doi.names.doi import Doi
from mdlint_doi.text.span import Span


class RunKind(Enum):
    """The kind of a piece of a block."""

    PLAIN = "plain"
    EMPHASIS = "emphasis"
    QUOTED = "quoted"
    LINK_TEXT = "link text"
    ROLE_TITLE = "title of a role"
    DOI = "DOI"
    CITE_KEY = "citation key"  # `[@doi:10.1000/182]`, which is not a reference
    CODE = "code"
    BREAK = "break"  # the end of a line, or of a block in a passage of several
    CELL = "cell"  # the beginning of a table cell
    LABEL = "label"  # the header of the table cell, or the name of the field, that begins here
    HEADING = "heading"  # what stands over the block: a heading, the item around it, a summary


class TextRun(NamedTuple):
    """A piece of a block.

    Attributes:
        kind: the kind of the piece.
        text: the text that readers see, without markup.
        span: the span in the document.
        doi: the DOI that it is or links to; None for other text.
    """

    kind: RunKind
    text: str
    span: Span = Span(0, 0)
    doi: Doi | None = None


class Passage(NamedTuple):
    """The runs of one block, or of several that describe one work, in order.

    Attributes:
        runs: the pieces, in order.
        inside: numbers of the containers around the block, such as list items, the outermost first.
        level: the level of a heading; 0 for other blocks.
        place: the span of the block, or of the first of several, in the document; None if it is not
            needed.
    """

    runs: tuple[TextRun, ...]
    inside: tuple[int, ...] = ()
    level: int = 0
    place: Span | None = None

    @property
    def text(self) -> str:
        """The text of all runs, on one line."""
        return " ".join("".join(run.text for run in self.runs).split())

    @property
    def dois(self) -> frozenset[Doi]:
        """The DOIs in it."""
        return frozenset(run.doi for run in self.runs if run.doi is not None)
