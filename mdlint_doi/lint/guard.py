"""The guard of fixes: it finds out whether fixes change nothing in a document but its DOIs.

Each format has one. The format's own library decides, not the reader that made the fixes. So that
each run ends alike, a guard counts what it has its library read, also to find the fix that does
harm, and raises `WorkError` where that is more than the document may cost. The unit is a
microsecond of an ordinary machine; the costs of a letter, a line or a mark are set in each guard.
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
"""What the fixes of a document may cost: so much, and so much for each of its code points. To read
an ordinary text once costs 0.5 to 2 a code point; fixes that all do no harm have it read twice."""
_MOST_KEPT: Final = 1_000_000
_FEWEST_KEPT: Final = 3
"""Code points of texts that are kept: more only for so many texts, such as one with fixes made in
it, with others, and with marks in their place."""
_NAMES: Final = ("10.", "doi", "DOI")
"""What a DOI may begin with."""


class Guard(Protocol):
    """Compares a document before and after its fixes."""

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after`, which is `before` with the `fixes`, is the same document.

        Its reader reaches the same DOIs in the same order, but for those that the fixes state.
        Raises `WorkError` if more would be read than a document's fixes may cost.
        """

    def blocks(self, text: str) -> Sequence[int]:
        """Return where the parts of a text begin that are most often independent of each other.

        The guard can compare such a part by itself.
        """
        del text
        return (0,)

    def inner(self, text: str) -> Sequence[Inner]:
        """Return the documents that a text holds, such as the cells of a notebook."""
        del text
        return ()


class Inner(NamedTuple):
    """A document inside a file.

    Attributes:
        span: where it stands in the file.
        text: the document's own text.
        guard: what shows that a fix leaves the document as it is.
        within: returns the fix of the text for a fix of the file that lies in the span.
    """

    span: Span
    text: str
    guard: Guard
    within: Callable[[Fix], Fix]


class WorkError(Exception):
    """The bound on work is reached; nobody knows whether the fixes do harm."""


class WorkBound:
    """The amount that may still be read for one document."""

    def __init__(self) -> None:
        """Wait for the document."""
        self._left: float | None = None

    def begin(self, text: str) -> None:
        """Allow what a document of this length may cost; only the first text counts."""
        if self._left is None:
            base, each = WORK
            self._left = base + each * len(text)

    def spend(self, cost: float) -> None:
        """Count what is about to be read; without a document there is no bound.

        Raises:
            WorkError: if that is more than is left.
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
        marks: matches what takes a library long, such as the beginning of a line.
        begin: the cost of any text.
        name: the cost of each place where a DOI may begin; 0 where none is looked for.
    """

    letter: float
    mark: float = 0
    marks: Iterable[str] = ()
    begin: float = 0
    name: float = 15

    def of(self, text: str) -> float:
        """Return what a text costs."""
        marks = self.mark * sum(map(text.count, self.marks))
        names = self.name * sum(map(text.count, _NAMES)) if self.name else 0
        return self.begin + self.letter * len(text) + marks + names


class Readings(Generic[_T]):
    """The results of a library for texts. The last ones are kept, since rounds repeat them."""

    def __init__(self, work: WorkBound, cost: Cost, read: Callable[[str], _T]) -> None:
        """Read nothing yet; `read` asks the library, and what it raises is not kept."""
        self._work = work
        self._cost = cost
        self._read = read
        self._known: dict[str, _T] = {}
        self._size = 0

    def of(self, text: str) -> _T:
        """Return what is made of a text.

        Raises:
            WorkError: if it may not be read any more.
        """
        if text in self._known:
            self._known[text] = self._known.pop(text)  # the last one, from now on
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
    """Return a fix of a file as one of a document inside it, in which all of it lies.

    `places` is the document's text, with its places in the file; `meant` returns what a
    replacement means where it stands in the file: in a literal, say.
    """
    edits = [
        Edit(Span(places.index(one.span.start), places.index(one.span.end)), meant(one))
        for one in fix.edits
    ]
    return fix.replace(edits=tuple(edits))
