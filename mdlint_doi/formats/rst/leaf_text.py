"""A leaf with its inline markup, and the places of its text in the file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from mdlint_doi.formats.rst.escapes import Meant, escape, meant, meant_uri
from mdlint_doi.formats.rst.found import Atom
from mdlint_doi.formats.rst.inline import parse_inline
from mdlint_doi.formats.rst.leaf import Leaf
from mdlint_doi.text.placed_text import PlacedText


class LeafText:
    """A leaf, in a file or in a part of one such as a docstring.

    Attributes:
        leaf: as `blocks.outline` found it.
        number: the same for all that stands in one leaf.
        content: the leaf's text with its places in the file.

    """

    def __init__(self, leaf: Leaf, number: int, part: PlacedText | None = None) -> None:
        """Take a leaf, its number, and the part of a file that holds it; None: all of it."""
        self.leaf = leaf
        self.number = number
        self.content = leaf.content if part is None else leaf.content.within(part)

    @cached_property
    def escaped(self) -> str:
        """The text with a NUL for each backslash that escapes."""
        return escape(self.content.text)

    @cached_property
    def atoms(self) -> tuple[Atom, ...]:
        """The inline markup."""
        return parse_inline(self.content.text).atoms

    def meant(self, start: int, end: int) -> PlacedText:
        """Return what a part says, escapes undone."""
        return self._placed(meant, start, end)

    def uri(self, start: int, end: int) -> PlacedText:
        """Return what a part says as a URI: without blanks and line ends."""
        return self._placed(meant_uri, start, end)

    def of_meant(self, text: Meant) -> PlacedText:
        """Return a text whose indexes are those of `escaped`, with its places in the file."""
        return PlacedText.of_offsets(text.text, text.indexes).within(self.content)

    def shown(self, start: int, end: int) -> str:
        """Return what a reader sees of a part, on one line."""
        return " ".join(meant(self.escaped, start, end).text.split())

    def _placed(self, read: Callable[[str, int, int], Meant], start: int, end: int) -> PlacedText:
        piece = self.content.text[start:end]
        if "\\" not in piece and (read is meant or not any(map(str.isspace, piece))):
            return self.content.part(start, end)
        return self.of_meant(read(self.escaped, start, end))
