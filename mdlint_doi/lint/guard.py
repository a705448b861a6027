"""The guard of fixes: it checks that fixes change nothing in a document but its DOIs.

Each format has a guard, which uses the format's own library, not the reader that made the fixes.
The work of a guard is limited, and counted instead of measured, so that all runs have the same
result. If the limit is exceeded, the guard raises `WorkError`. The unit is a microsecond of an
ordinary machine; each guard defines the costs of a code point, a line or a mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from mdlint_doi.lint.model import Edit, Fix
from mdlint_doi.text.placed_text import PlacedText
from mdlint_doi.text.span import Span

_T = TypeVar("_T")
WORK: Final = (600_000, 7)
"""The limit on work for a document: a base, and an addition for each of its code points.

Reading an ordinary text once costs 0.5 to 2 for each code point. If all fixes are harmless, the
text is read twice.
"""
_MOST_KEPT: Final = 1_000_000
_FEWEST_KEPT: Final = 3
"""Texts with at most `_MOST_KEPT` code points in total are kept, but always at least so many texts:
for example, a text with some fixes, with other fixes, and with marks in place of the fixes."""
_NAMES: Final = ("10.", "doi", "DOI")
"""The beginnings of DOIs and their labels."""


class Guard(Protocol):
    """Compares a document before and after its fixes."""

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after`, which is `before` with the `fixes`, is the same document.

        Readers must reach the same DOIs in the same order, except for those that the fixes state.
        Raises `WorkError` if the limit on work is exceeded.
        """

    def blocks(self, text: str) -> Sequence[int]:
        """Return the offsets of parts of a text that are usually independent of each other.

        The guard can compare such a part without the rest of the text.
        """
        del text
        return (0,)

    def inner(self, text: str) -> Sequence[Inner]:
        """Return the documents inside a text, such as the cells of a notebook."""
        del text
        return ()


class Inner(NamedTuple):
    """A document inside a file.

    Attributes:
        span: its span in the file.
        text: the document's own text.
        guard: the guard of the document.
        within: returns a fix of the file, inside the span, as a fix of the document's text.
    """

    span: Span
    text: str
    guard: Guard
    within: Callable[[Fix], Fix]


class WorkError(Exception):
    """The limit on work is exceeded, so it is unknown whether the fixes are harmless."""


class WorkBound:
    """The amount that may still be read for one document."""

    def __init__(self) -> None:
        """Set no limit until `begin` is called."""
        self._left: float | None = None

    def begin(self, text: str) -> None:
        """Set the limit for a document of this length; only the first call has an effect."""
        if self._left is None:
            base, each = WORK
            self._left = base + each * len(text)

    def spend(self, cost: float) -> None:
        """Count the cost of work that is about to be done; without a limit, do nothing.

        Raises:
            WorkError: if the limit is exceeded.
        """
        if self._left is not None:
            self._left -= cost
            if self._left < 0:
                raise WorkError


class Cost(NamedTuple):
    """The cost of reading a text and looking for its DOIs.

    Attributes:
        letter: the cost of each code point.
        mark: the additional cost of each of the `marks`.
        marks: texts that take a library long, such as a line break.
        begin: the cost of any text.
        name: the cost of each place where a DOI may begin; 0 if no DOIs are searched.
    """

    letter: float
    mark: float = 0
    marks: Iterable[str] = ()
    begin: float = 0
    name: float = 15

    def of(self, text: str) -> float:
        """Return the cost of a text."""
        marks = self.mark * sum(map(text.count, self.marks))
        names = self.name * sum(map(text.count, _NAMES)) if self.name else 0
        return self.begin + self.letter * len(text) + marks + names


class Readings(Generic[_T]):
    """The results of a library for texts; the last ones are kept, because rounds repeat them."""

    def __init__(self, work: WorkBound, cost: Cost, read: Callable[[str], _T]) -> None:
        """Keep the parts; `read` calls the library, and its exceptions are not kept."""
        self._work = work
        self._cost = cost
        self._read = read
        self._known: dict[str, _T] = {}
        self._size = 0

    def of(self, text: str) -> _T:
        """Return the result for a text.

        Raises:
            WorkError: if the limit on work is exceeded.
        """
        if text in self._known:
            self._known[text] = self._known.pop(text)  # move it to the end, as the last one used
            return self._known[text]
        self._work.spend(self._cost.of(text))
        self._known[text] = self._read(text)
        self._size += len(text)
        while self._size > _MOST_KEPT and len(self._known) > _FEWEST_KEPT:
            oldest = next(iter(self._known))
            del self._known[oldest]
            self._size -= len(oldest)
        return self._known[text]


def fix_within(
    places: PlacedText, fix: Fix, meant: Callable[[Edit], str] = attrgetter("replacement")
) -> Fix:
    """Return a fix of a file as a fix of the document inside it that contains all its edits.

    `places` is the document's text, with its offsets in the file. `meant` returns the text that a
    replacement stands for in the document, for example without the escapes of a string literal.
    """
    edits = [
        Edit(Span(places.index(edit.span.start), places.index(edit.span.end)), meant(edit))
        for edit in fix.edits
    ]
    return fix.replace(edits=tuple(edits))
