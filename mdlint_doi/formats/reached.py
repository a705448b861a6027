"""The DOIs that a reader of a document reaches, and whether fixes changed those alone.

Every guard reads a document before and after its fixes with the format's own library, puts one
word in the place of each DOI, and compares what is left. Which DOIs stood there is kept here, in
the order in which a reader comes to them: by each link, role and field, and in the text. Where
nothing was fixed they have to be the same; where a mention was fixed, the DOI has to be the one
that its finding states (`Fix.doi`). This is the one implementation for all formats.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from mdlint_doi.formats.values import may_be_there, read_value
from mdlint_doi.lint.guard import Cost, Guard, Readings, WorkBound
from mdlint_doi.lint.model import Fix
from mdlint_doi.names.doi import Doi
from mdlint_doi.names.notations import PUBLISHERS, Notations
from mdlint_doi.names.scan.find import find, read
from mdlint_doi.names.spelling import Spelling
from mdlint_doi.text.placed_text import URL_BLANKS, url_text
from mdlint_doi.text.span import Span

_T = TypeVar("_T")

WORD: Final = "\ue000"
"""Stands for each DOI."""


class Reached(NamedTuple):
    """What a reader reaches in one place.

    Attributes:
        name: the key of the DOI; of what presents one and is none, all that is written.
        prefix: of the DOI; empty where it is none.
        tail: what stands behind the DOI in its address, such as `#section`.

    """

    name: str
    prefix: str
    tail: str


class Reading(NamedTuple, Generic[_T]):
    """What a library makes of a text.

    Attributes:
        content: with `WORD` for each DOI that may change.
        reached: these DOIs, in order.

    """

    content: _T
    reached: Sequence[Reached]

    def is_as_stated(self, after: Reading[_T], fixes: Sequence[Fix]) -> bool:
        """Return whether fixes changed the DOIs that they state, and no other."""
        return is_as_stated(self.reached, after.reached, fixes)


class SameContent(Guard):
    """Compares what a library makes of a file as a whole, and the DOIs that a reader reaches."""

    def __init__(
        self,
        cost: Cost,
        read: Callable[[str], Reading[Any]],
        errors: tuple[type[Exception], ...] = (),
    ) -> None:
        """Take what reads a text.

        Args:
            cost: what that costs.
            read: asks the library.
            errors: what it raises of a text that it cannot read.

        """
        self.work = WorkBound()
        self._errors = errors
        self._readings = Readings(self.work, cost, read)

    def __call__(self, before: str, after: str, fixes: Sequence[Fix]) -> bool:
        """Return whether `after` holds the same as `before`, but for the DOIs that fixes state.

        Raises:
            WorkError: if more would be read than a file's fixes may cost.

        """
        self.work.begin(before)
        try:
            old, new = self._readings.of(before), self._readings.of(after)
        except self._errors:
            return False
        return bool(old.content == new.content) and old.is_as_stated(new, fixes)


class Mask:
    """Puts `WORD` in the place of DOIs.

    Attributes:
        reached: the DOIs so far, in the order in which they were masked.

    """

    def __init__(self, notations: Notations = PUBLISHERS) -> None:
        """Take what counts as a DOI."""
        self.reached: list[Reached] = []
        self._notations = notations.replace(identifiers=())

    def address(self, target: str) -> str:
        """Return a link's target, the DOI in it masked if all of it presents one."""
        spelling = read(url_text(target), self._notations)
        if spelling is None:
            return target
        self.reached.append(_reached(spelling, spelling.doi))
        return target.replace(target.strip(URL_BLANKS), WORD)

    def name(self, text: str) -> None:
        """Take the value of a field that is there for a DOI."""
        spelling = read_value(text.strip()) or read(text.strip(), presented=True)
        if spelling is not None:
            self.reached.append(_reached(spelling, spelling.doi))

    def text(self, text: str) -> str:
        """Return running text, the DOIs in it masked."""
        pieces: list[str] = []
        at = 0
        for one in find(text, self._notations):
            self.reached.append(_reached(one.spelling, one.doi))
            pieces += (text[at : one.span.start], WORD)
            at = one.span.end
        return "".join(pieces) + text[at:]

    def value(self, text: str) -> str:
        """Return a value of data, the DOIs in it masked: all of it is one, or it is searched."""
        if not may_be_there(text, Span(0, len(text))):
            return text
        words = text.split()
        spelling = read_value(words[0]) if len(words) == 1 else None
        if spelling is None:
            return self.text(text)
        self.reached.append(_reached(spelling, spelling.doi))
        return text.replace(words[0], WORD)


def _reached(spelling: Spelling, doi: Doi | None) -> Reached:
    if doi is None:
        return Reached(spelling.text, "", "")
    return Reached(doi.key, doi.prefix, spelling.tail.cut(spelling.text))


def is_as_stated(old: Sequence[Reached], new: Sequence[Reached], fixes: Sequence[Fix]) -> bool:
    """Return whether fixes changed the DOIs that they state, and no other.

    A link whose text is its DOI is reached twice, and one that a fix made of text was reached
    once. So a DOI of a fix may stand several times in a row where it stood once, and the reverse.

    Args:
        old: what a reader reached before, in order.
        new: what a reader reaches now.
        fixes: that were made.

    """
    if list(old) == list(new):
        return True
    stated = _Stated(fixes, {one.name for one in old})
    before, after = ([one for one in each if not stated.is_added(one)] for each in (old, new))
    counts = {0}
    for one in before:
        counts = {count for at in counts for count in stated.steps(one, after, at)}
    ends = {stated.repeats(after, count) for count in counts}
    return len(after) in ends


class _Stated:
    """What fixes say of the DOIs in their places."""

    def __init__(self, fixes: Sequence[Fix], reached: Collection[str]) -> None:
        """Take what was fixed, and the names that a reader reached before."""
        pairs = {(one.was and one.was.key, one.doi.key) for one in fixes if one.doi}
        self._pairs = {pair for pair in pairs if pair[0] in reached}
        added = {new for was, new in pairs if was not in reached}
        self._added = added | {was for was, new in self._pairs if was and new in added}
        self._sorted = sorted(self._added)
        self._touched = {name for pair in self._pairs for name in pair}

    def is_added(self, one: Reached) -> bool:
        """Return whether a name was put where the syntax had broken it, or where none stood.

        Or is what the syntax left of such a name: one that it cut, or went too far with; or no DOI.
        """
        if not self._added:
            return False
        at = bisect_left(self._sorted, one.name)
        is_cut = at < len(self._sorted) and self._sorted[at].startswith(one.name)
        goes_on = any(one.name[: end + 1] in self._added for end in range(len(one.name)))
        return is_cut or goes_on or not one.prefix

    def steps(self, one: Reached, new: Sequence[Reached], at: int) -> Iterator[int]:
        """Yield how many of the new names are explained once an old one is, too.

        Args:
            one: the old one.
            new: all new ones.
            at: how many of these the old ones before it explain.

        """
        at = self.repeats(new, at)
        if at < len(new) and self._becomes(one, new[at]):
            yield at + 1
        if at and new[at - 1].name in self._touched and self._becomes(one, new[at - 1]):
            yield at

    def _becomes(self, old: Reached, new: Reached) -> bool:
        if old.name == new.name:
            return old.tail == new.tail or old.name in self._touched
        return (old.name, new.name) in self._pairs

    def repeats(self, new: Sequence[Reached], at: int) -> int:
        """Return where the repetitions of a name that a fix touched end."""
        while 0 < at < len(new) and new[at].name == new[at - 1].name in self._touched:
            at += 1
        return at
